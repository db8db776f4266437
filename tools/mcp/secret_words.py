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
_WORDS = (
    # English
    r"pass[\W_]?(?:word|code|phrase|key)|passwd|\bpwd\b|secret(?!ar|ion)|token|mnemonic|seed[\W_]?(?:phrase|word)"
    r"|\bpuk\b|\bpin\b|\bsms[\W_]?code|\bcv[vc]2?\b|\botps?\b|\b[2m]fa\b|one[\W_]?time[\W_]?(?:pass|code)|card[\W_]?number|\bssn\b"
    r"|\b(?:verification|security|recovery|backup|login|authentication|authenticator|factor|access|unlock)[\W_]?code"
    r"|\b(?:api|ssh|access|private|signing|encryption|recovery)[\W_]?key|log[\W_]?in[\W_]?(?:details|data)"
    r"|session[\W_]?cookie|social[\W_]?security|\bpin ?code",
    # German, Dutch
    r"pass[\W_]?wort|kennwort|geheim(?:zahl|nis|wort|nummer|code)|zugangsdaten|anmeldedaten|kartennummer|prue?fziffer"
    r"|(?:einmal|zugangs|sicherheits|bestae?tigungs|verifizierungs|freischalt|entsperr|faktor)[\W_]?code|losungswort"
    r"|\b(?:api|ssh|private[rns]?|geheime[rns]?|zugriffs|zugangs)[\W_]?(?:schlue?ssel|sleutel)|wachtwoord|inloggegevens"
    r"|(?:toegangs|beveiligings|verificatie)code|\b(?:i|m|e|push|chip|photo|sms)[\W_]?tan\b|\btan[\W_]?nummer"
    r"|\b(?:ihre|deine|die|eine|der) tan\b",
    # Spanish, Catalan, Portuguese, French, Italian, Romanian
    r"contraseny?a|\b(?:tu|su) clave\b|\bsenhas?\b|palavra[\W_]passe|mots? de passe|creden[tzc]ia"
    r"|identifiants de connexion|parola (?:chiave|segreta)|parola d\W?(?:ordine|accesso)"
    r"|^parola\W*$|\bparola(?: ta| dvs| de acces|niz|si|yi)\b"
    r"|\b(?:cle|clave|chave|chiave) (?:api|privee|privada|privata|secrete|secreta|segreta|d\W?(?:api|acces)"
    r"|(?:de|di) (?:api|acces|aces))|numero (?:de|di|della) (?:la )?(?:carte|tarjeta|carta|cartao)\b"
    r"|\bcod(?:e|ice|igo) (?:secreto?|segreto|confidentiel|otp|sms|(?:de|di|d\W) ?(?:veri|segur|securi|sicur|acc?es))"
    r"|(?:datos|dados) de acc?eso",
    # Nordic, Slavic and Baltic languages, Hungarian, Turkish, Indonesian, Vietnamese
    r"\bpassord|losenord|adgangskode|kodeord|salasana|tunnusluku|(?:engangs|sikkerheds|sakerhets|verifierings)[\W_]?kode?"
    r"|(?:vahvistus|turva)koodi|\bhas[lł](?:o|a|em)\b|dane logowania|\bhesl[oa]\b|jelszo|lozink|zaporka|\bsifre"
    r"|kod (?:weryfikacyjny|dostepu|bezpieczenstwa|sms|jednorazowy)|(?:overovaci|bezpecnostni|biztonsagi) kod"
    r"|klucz (?:api|prywatny|dostepu)|\bapi[\W_](?:klucz|klic|anahtar|nyckel|nokkel|nogle)"
    r"|(?:dogrulama|guvenlik|onay) kodu|kata (?:sandi|laluan)|kode (?:verifikasi|otp|keamanan)|kunci api|mat khau"
    r"|ma xac (?:nhan|minh|thuc)",
    # Cyrillic, Greek, Hebrew, Arabic, Hindi, Thai
    r"парол|лозинк|кодовое слово|секретн|код (?:подтв|доступ|безоп|из (?:смс|sms|письм))"
    r"|ключ (?:api|доступа)|api[\W_]ключ"
    r"|κωδικ[οό]\w{0,4} (?:πρ[οό]σβασ|ασφαλ|επαλ[ηή]θ)|סיסמ|קוד (?:אימות|גישה|סודי)|מפתח api"
    r"|(?:كلمة|رمز) (?:ال)?(?:مرور|سر|عبور|دخول|تحقق)|رقم (?:ال)?سري|مفتاح api"
    r"|पासवर|पिन (?:नंबर|कोड)|รหสผาน|รหส ?(?:otp|ยนยน)",
    # Chinese, Japanese, Korean
    r"密码|密碼|口令|助记词|助記詞|[验驗]证码|驗證碼|校[验驗][码碼]|[动動][态態][码碼]|密钥|密鑰|私钥|私鑰"
    r"|令牌|api ?金鑰|暗証番号|パスワ|シークレット|認証コード|確認コード|ワンタイム|秘密鍵|api ?(?:キー|키)"
    r"|비밀 ?번호|암호|인증 ?(?:번호|코드)|보안 ?코드|개인 ?키",
)
"""What passwords, codes that are used once, keys and numbers of cards are called: accents are taken off before."""
_SECRET = re.compile("|".join(_WORDS))
_TAN = re.compile(r"\bTAN\b")
"""A number of a bank's; a colour and a function are written small."""
_PINNABLE = (
    r"(?:message|post|comment|issue|tab|note|item|chat|thread|tweet|reply|file|page|version|package|location|place)s?"
    r"|repository"
)
_HARMLESS = re.compile(
    rf"(?<!your )(?<!the )\bpin (?:an?|the|this|that|these|those|it|which) (?:\w+ )?(?:{_PINNABLE})\b"
    rf"|\b(?:{_PINNABLE}) (?:to|should i|shall i|do you want to) pin\b"
    r"|\b(?:how many|number of|max(?:imum)?|min(?:imum)?|total)(?: ?(?:new|input|output|prompt|completion))? ?tokens\b"
    r"|\btokens? ?(?:count|limit|budget)\b",
    re.IGNORECASE,
)
"""Uses of the same words that ask for no secret: what is to be pinned, and how long texts for models are."""
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
    apart = " | ".join(message.splitlines())  # what is harmless in a line is not where it ends one and begins the next
    forms = [form for written in (words, in_words(words), message, apart, *fields) for form in _forms(written)]
    names = [name for name in fields if not _HARMLESS.fullmatch(_visible(in_words(name)))]
    return any(map(_names_secret, forms)) or bool(named_secrets(dict.fromkeys(names, "x" * 40)))


def _names_secret(form: str) -> bool:
    return bool(_TAN.search(form) or _SECRET.search(_HARMLESS.sub(" ", form)))


def _forms(words: str) -> tuple[str, ...]:
    """Return a text as it reads, also in small letters, in Latin ones, and with letters that stand apart joined."""
    read = _visible(unicodedata.normalize("NFKC", words))
    shown = read.casefold()
    latin = _visible(unicodedata.normalize("NFKD", shown)).translate(_ALIKE)
    return read, shown, latin, _SPELLED.sub(lambda match: re.sub(r"[\W_]", "", match[0]), latin)


def _visible(text: str) -> str:
    """Return a text without marks, control characters and letters that show nothing; several blanks are one."""
    blank = re.sub(r"[\s_]", " ", text)
    seen = "".join(
        each for each in blank if unicodedata.category(each) not in ("Cf", "Cc", "Mn", "Me") and each not in _FILLERS
    )
    return re.sub(" +", " ", seen)
