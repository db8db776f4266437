"""A real FastAPI service, with the document that FastAPI generates for it.

It has every kind of parameter, body and credential, and endpoints that misbehave.
"""

import time
from datetime import date
from enum import Enum
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Body, Cookie, Depends, FastAPI, File, Form, Header, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.security import (
    APIKeyCookie,
    APIKeyHeader,
    APIKeyQuery,
    HTTPAuthorizationCredentials,
    HTTPBasic,
    HTTPBasicCredentials,
    HTTPBearer,
    OAuth2,
)
from pydantic import BaseModel, Field

app = FastAPI(title="Little library")
counts: dict[str, int] = {}
"""How often endpoints that count were called; tokens that were given out."""


class Shelf(str, Enum):  # noqa: UP042 - as FastAPI's own examples
    """An enum behind a reference."""

    fiction = "fiction"
    poetry = "poetry"


class Author(BaseModel):
    """An author, who may have had a teacher."""

    name: str = Field(min_length=1, max_length=50)
    born: date | None = None
    teacher: "Author | None" = None


class Paper(BaseModel):
    """A book on paper."""

    kind: Literal["paper"] = "paper"
    pages: int = Field(gt=0)


class Sound(BaseModel):
    """A book to listen to."""

    kind: Literal["sound"] = "sound"
    minutes: float = Field(ge=1)


class Book(BaseModel):
    """A book as it is sent and returned."""

    title: str
    author: Author
    form: Annotated[Paper | Sound, Field(discriminator="kind")]
    shelf: Shelf = Shelf.fiction
    marks: dict[str, int] = {}
    tags: list[str] = Field(default=[], max_length=5)


@app.get("/books/{book_id}", tags=["books"])
def read_book(
    book_id: int,
    shelf: Shelf = Shelf.fiction,
    words: Annotated[list[str] | None, Query(description="words that occur")] = None,
    near: Annotated[float | None, Query(ge=0, le=1)] = None,
    exact: bool = False,
    since: date | None = None,
    x_trace: Annotated[str | None, Header()] = None,
    visitor: Annotated[str | None, Cookie()] = None,
) -> dict[str, Any]:
    """Look one book up, by its number."""
    values = locals()
    return {name: value for name, value in values.items() if value is not None}


@app.post("/books", status_code=201, tags=["books"])
def add_book(book: Book) -> Book:
    """Add a book."""
    return book


@app.put("/books/{book_id}/notes/{note_id}", tags=["books"])
def put_note(book_id: int, note_id: UUID, text: Annotated[str, Body(embed=True)], book: str = "") -> dict[str, Any]:
    """Write a note to a book."""
    return {"book_id": book_id, "note_id": note_id, "text": text, "book": book}


@app.delete("/books/{book_id}", status_code=204)
def delete_book(book_id: int) -> Response:
    """Remove a book."""
    return Response(status_code=204)


@app.post("/uploads")
def take_file(content: Annotated[bytes, File()], title: Annotated[str, Form()]) -> dict[str, Any]:
    """Take a file."""
    return {"size": len(content), "title": title}


@app.get("/files/{file_path:path}")
def read_file(file_path: str) -> str:
    """Read a file."""
    return file_path


@app.get("/secure/bearer")
def with_bearer(given: Annotated[HTTPAuthorizationCredentials, Depends(HTTPBearer())]) -> str:
    """Needs a bearer token."""
    return _only(given.credentials == "bearer-secret", f"you sent {given.credentials}")


@app.get("/secure/basic")
def with_basic(given: Annotated[HTTPBasicCredentials, Depends(HTTPBasic())]) -> str:
    """Needs a user's name and password."""
    return _only((given.username, given.password) == ("ann", "pass:word"), "")


@app.get("/secure/header")
def with_header(key: Annotated[str, Depends(APIKeyHeader(name="X-Key"))]) -> str:
    """Needs a key in a header."""
    return _only(key == "key-secret", "")


@app.get("/secure/query")
def with_query(key: Annotated[str, Depends(APIKeyQuery(name="key"))], q: str = "") -> str:
    """Needs a key in the query."""
    return _only(key == "key-secret", f"{q} {key}")


@app.get("/secure/cookie")
def with_cookie(key: Annotated[str, Depends(APIKeyCookie(name="key"))], visitor: Annotated[str, Cookie()] = "") -> str:
    """Needs a key in a cookie."""
    return _only(key == "key-secret", visitor)


client_credentials = OAuth2(flows={"clientCredentials": {"tokenUrl": "/token", "scopes": {"read": "Read."}}})


@app.get("/secure/oauth")
def with_oauth(given: Annotated[str, Depends(client_credentials)]) -> str:
    """Needs a token by client credentials."""
    return _only(given == f"Bearer token-{counts.get('token', 0)}", "")


@app.post("/token", include_in_schema=False)
def token(given: Annotated[HTTPBasicCredentials, Depends(HTTPBasic())], grant_type: Annotated[str, Form()]) -> Any:
    """Give a token out."""
    if (given.username, given.password, grant_type) != ("me", "client-secret", "client_credentials"):
        raise HTTPException(401, "no such client")
    counts["token"] = counts.get("token", 0) + 1
    return {"access_token": f"token-{counts['token']}", "token_type": "bearer", "expires_in": 3600}


def _only(right: bool, said: str) -> str:
    if not right:
        raise HTTPException(401, f"wrong credentials {said}")
    return f"welcome {said}".strip()


@app.get("/bad/slow")
def slow() -> str:
    """Takes long."""
    time.sleep(1.5)
    return "late"


@app.get("/bad/shape")
def shape() -> Author:
    """Declares an author and sends something else."""
    return Response(b'{"name": 5}', media_type="application/json")  # pyright: ignore[reportReturnType]


@app.get("/bad/error")
def error() -> Author:
    """Declares an author and sends an error with status 200."""
    return Response(b'{"error": "no such author"}', media_type="application/json")  # pyright: ignore[reportReturnType]


class Findings(BaseModel):
    """What a check of a file finds."""

    errors: list[str]


@app.get("/findings")
def findings() -> Findings:
    """Check a file."""
    return Findings(errors=["line 3: no such owner"])


@app.get("/bad/status/{status}")
def status_of(status: int, after: str = "") -> Response:
    """Answers with a status."""
    body = b'{"detail": "as you wished"}'
    headers = {"Retry-After": after} if after else {}
    return Response(body, status_code=status, media_type="application/json", headers=headers)


@app.get("/bad/away")
def away(request: Request, to: str) -> RedirectResponse:
    """Leads away."""
    return RedirectResponse(to)
