"""Judge whether a form asks a person for a secret, by its words, however they are spelled.

Words guard against the plain cases. A question that describes a secret without naming it passes.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from smurfs_graph.redaction.known_secrets import in_words, named_secrets

_MOST_CHARS = 20_000
"""Characters that are looked at; a longer form is taken for one that hides something."""
_SECRET = re.compile(
    r"pass[\W_]?(?:word|code|phrase|wort|key)|passwd|\bpwd\b|kennwort|geheim(?:zahl|nis|wort)|zugangsdaten|einmalcode"
    r"|secret|token|credential|mnemonic|\bpin ?code|\bpin\b|\bcv[vc]2?\b|\botps?\b|\b[2m]fa\b"
    r"|\b(?:api|access|private|signing|encryption|recovery)[\W_]?key|one[\W_]?time[\W_]?(?:pass|code)"
    r"|\b(?:verification|security|recovery|backup|login|authentication|authenticator|factor)[\W_]?code"
    r"|seed[\W_]?(?:phrase|word)|card[\W_]?number|social[\W_]?security|\bssn\b|session[\W_]?cookie"
    r"|contrasena|clave (?:de acceso|secreta)|mot de passe|senha|wachtwoord|\bparola d|codice segreto|\bhas[lł]o\b"
    r"|\bheslo|losenord|salasana|adgangskode|\bsifre|jelszo|lozinka|mat khau|парол|κωδικ[οό]\w* πρ[οό]σβασ|סיסמ"
    r"|كلمة (?:المرور|السر)|पासवर|รหสผาน|密码|密碼|口令|暗証番号|パスワ|비밀번호"
)
_SPELLED = re.compile(r"(?<![^\W_])[^\W_](?:[\W_]{1,3}[^\W_])+(?![^\W_])")
"""Letters that stand apart: p-a-s-s."""
_ALIKE = str.maketrans(
    "аеіјорсԁѕухһкԝαεικορτυνωɑɡıոսօ03@$457ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ",  # noqa: RUF001
    "aeijopcdsyxhkwaeikoptuvwaginuooeasastabcdefghijklmnoprstuvwyz",
) | {first + at: chr(ord("a") + at) for first in (0x1F150, 0x1F170, 0x1F1E6) for at in range(26)}
"""Letters of other scripts and in boxes, digits and signs that look like Latin letters, and these."""
_FILLERS = frozenset("\u115f\u1160\u2800")
"""Letters that show nothing."""


def asks_for_secret(message: str, fields: Mapping[str, Any]) -> bool:
    """Return whether the message or the fields of a form, as a person sees them, name a secret."""
    words = f"{message}\n{json.dumps(fields, ensure_ascii=False)}"
    if len(words) > _MOST_CHARS:
        return True
    forms = [form for written in (words, in_words(words)) for form in _forms(written)]
    return any(map(_SECRET.search, forms)) or bool(named_secrets(dict.fromkeys(fields, "x" * 40)))


def _forms(words: str) -> tuple[str, str, str]:
    """Return a text as it reads, in Latin letters, and with letters that stand apart joined."""
    shown = _visible(unicodedata.normalize("NFKC", words)).casefold()
    latin = _visible(unicodedata.normalize("NFKD", shown)).translate(_ALIKE)
    return shown, latin, _SPELLED.sub(lambda match: re.sub(r"[\W_]", "", match[0]), latin)


def _visible(text: str) -> str:
    """Return a text without marks, control characters and letters that show nothing; several blanks are one."""
    blank = re.sub(r"[\s_]", " ", text)
    seen = "".join(
        each for each in blank if unicodedata.category(each) not in ("Cf", "Cc", "Mn", "Me") and each not in _FILLERS
    )
    return re.sub(" +", " ", seen)
