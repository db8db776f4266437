"""Tools of a running service on the command line: listed, called, and mixed with other sources in one plan."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from tests.cli.conftest import Run
from tests.servers.applications import running

shop = FastAPI(title="Shop")


@shop.get("/stock/{item}", operation_id="get_warehouse_stock")
def stock(item: str) -> dict[str, object]:
    """Get the warehouse stock of an item."""
    return {"item": item, "stock": 31}


@shop.post("/orders", operation_id="order_item", status_code=201)
def order(item: str, count: int = 1) -> dict[str, object]:
    """Order an item."""
    return {"item": item, "ordered": count}


@pytest.fixture(scope="module")
def spec() -> Iterator[str]:
    """The service's document as a spec."""
    with running(shop) as address:
        yield f"openapi:{address}/openapi.json"


def test_operations_are_listed_and_called_by_hand(smurfs: Run, spec: str) -> None:
    """With what the policy says: reading is allowed, writing asked about; wrong arguments are a usage error."""
    out = smurfs("tools", "list", "--tools", spec).out
    assert "get_warehouse_stock(item)" in out
    assert "order_item(item, [count])" in out
    documents = {one["name"]: one for one in json.loads(smurfs("tools", "list", "--json", "--tools", spec).out)}
    assert [documents[name]["policy"] for name in ("get_warehouse_stock", "order_item")] == ["allow", "ask"]
    done = smurfs("tools", "call", "order_item", "item=17", "count=3", "--yes", "--tools", spec)
    assert json.loads(done.out) == {"item": "17", "ordered": 3}
    done = smurfs("tools", "call", "order_item", "item=17", "count=many", "--tools", spec)
    assert (done.status, "count: must be of type integer" in done.err) == (2, True)


def test_a_service_and_a_file_work_in_one_plan(smurfs: Run, spec: str, tools_file: Path) -> None:
    """Each sub-task takes the tool that fits."""
    query = "Get the warehouse stock of item A-17 and find the price of item A-17."
    done = smurfs("run", query, "--json", "--tools", spec, "--tools", tools_file)
    result = json.loads(done.out)
    assert (done.status, result["stop_reason"]) == (0, "answered")
    assert "31" in result["answer"]
    assert "12.5" in result["answer"]


@pytest.mark.parametrize("spec", ["openapi:", "openapi:missing.yaml", "openapi:x=missing.yaml@http://a.example"])
def test_a_document_that_is_missing_is_one_line(smurfs: Run, spec: str) -> None:
    """And a usage error."""
    done = smurfs("tools", "list", "--tools", spec)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("smurfs: ")
    assert done.err.count("\n") == 1
