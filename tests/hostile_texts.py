"""Texts that a pattern of the redactor could lose itself in: one family for each, of any size, a secret at the end."""

from collections.abc import Callable, Mapping

END = " password: canary77"

FAMILIES: Mapping[str, Callable[[int], str]] = {
    "parts before a name": lambda size: "a_" * (size // 2),
    "digits and parts": lambda size: "1a-" * (size // 3),
    "parts after a name": lambda size: "token" + "_a" * (size // 2),
    "names in names": lambda size: "token_" * (size // 6),
    "numbers after names": lambda size: "key1234" * (size // 7),
    "names and colons": lambda size: "token:" * (size // 6),
    "space after a name": lambda size: "password" + " " * size,
    "space after a sign": lambda size: "password=" + " " * size,
    "space after Bearer": lambda size: "token: Bearer" + " " * size,
    "backslashes": lambda size: "password" + "\\" * size,
    "backslashes after a sign": lambda size: "password:" + "\\" * size,
    "quotes": lambda size: 'password\\"' * (size // 10),
    "parameters": lambda size: "token:{" * (size // 7),
    "defaults": lambda size: "token:{" + "default" * (size // 7),
    "space after a default": lambda size: "token:{default" + " " * size,
    "addresses": lambda size: "://" * (size // 3),
    "users": lambda size: "://" + "a:" * (size // 2),
    "users without an end": lambda size: "://a:" + "b@" * (size // 2) + "/",
    "web tokens": lambda size: "eyJ-" * (size // 4),
    "a web token without an end": lambda size: "eyJ" + "a" * size,
    "letters before a web token": lambda size: "-eyJaaaaaaaa." * (size // 13),
    "keys of a provider": lambda size: "sk-sk-" * (size // 6),
    "short keys": lambda size: "ghp_a " * (size // 6),
    "letters of SendGrid": lambda size: "-SG." * (size // 4),
    "SendGrid without an end": lambda size: "SG." + "a" * size,
    "private keys": lambda size: "-----BEGIN " * (size // 11),
    "a private key's name": lambda size: "-----BEGIN " + "PRIVATE KEY" * (size // 11),
    "a private key's end": lambda size: "-----BEGIN PRIVATE KEY-----" + "-----END " * (size // 9),
    "Bearer": lambda size: "Bearer " * (size // 7),
    "other letters": lambda size: "\u017f_" * (size // 2),
    "marks of cuts": lambda size: "… " * (size // 2),
    "words between marks": lambda size: ("…" + "x" * 199) * (size // 200),
    "beginnings before marks": lambda size: "knownvaly…" * (size // 10),
    "values in quotes": lambda size: ('token: "' + "a " * 90) * (size // 188),
    "half of a known value": lambda size: "knownvalue" * (size // 10),
}
