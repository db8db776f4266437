"""Judge whether a form asks a person for a secret, by its words, however they are spelled.

Words guard against the plain cases. A question that describes a secret without naming it passes.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from smurfs_graph.redaction.known_secrets import named_secrets

_MOST_CHARS = 200_000
"""Characters that are looked at; a longer form is taken for one that hides something."""
_SECRET = re.compile(
    r"pass[\W_]?(?:word|code|phrase|wort|key)|kennwort|geheim(?:zahl|nis|wort)|secret|token|credential|mnemonic"
    r"|\b(?:api|access|private|signing|encryption|recovery)[\W_]?key|\bpin\b|\bcv[vc]2?\b|\botps?\b|\b[2m]fa\b"
    r"|one[\W_]?time[\W_]?(?:pass|code)|\b(?:verification|security|recovery|backup|login|authentication)[\W_]?code"
    r"|seed[\W_]?(?:phrase|word)|card[\W_]?number|social[\W_]?security|\bssn\b|session[\W_]?cookie"
    r"|contrasena|mot de passe|senha|wachtwoord|парол|密码|密碼|暗証番号|パスワード|비밀번호"
)
_SPELLED = re.compile(r"(?<![^\W_])[^\W_](?:[\W_][^\W_])+(?![^\W_])")
"""Letters that stand apart: p-a-s-s."""
_ALIKE = str.maketrans("аеіјорсԁѕухһкαεικορτυνω03@$", "aeijopcdsyxhkaeikoptuvwoeas")  # noqa: RUF001
"""Letters of other scripts, digits and signs that look like Latin letters, and these."""
_FILLERS = frozenset("\u115f\u1160\u2800")
"""Letters that show nothing."""


def asks_for_secret(message: str, fields: Mapping[str, Any]) -> bool:
    """Return whether the message or the fields of a form, as a person sees them, name a secret."""
    words = f"{message}\n{json.dumps(fields, ensure_ascii=False)}"
    if len(words) > _MOST_CHARS:
        return True
    shown = _visible(unicodedata.normalize("NFKC", words)).casefold()
    latin = _visible(unicodedata.normalize("NFKD", shown)).translate(_ALIKE)
    joined = _SPELLED.sub(lambda match: re.sub(r"[\W_]", "", match[0]), latin)
    return any(map(_SECRET.search, (shown, latin, joined))) or bool(named_secrets(dict.fromkeys(fields, "x" * 40)))


def _visible(text: str) -> str:
    """Return a text without marks, control characters and letters that show nothing; line ends are blanks."""
    blank = re.sub(r"\s", " ", text)
    return "".join(
        each for each in blank if unicodedata.category(each) not in ("Cf", "Cc", "Mn", "Me") and each not in _FILLERS
    )
