"""Families of texts that were made to be slow to read, each of any length."""

FAMILIES = {
    "escaped quotes, never closed": ('{"a": "', '\\"'),
    "unclosed texts with escaped quotes": ("{", '"\\'),
    "members with escaped quotes": ("{", '"a": "x\\"y'),
    "quotes in quotes": ('{"a": "', 'x"y '),
    "quotes of both kinds": ("{", "\"'"),
    "quotes alone": ("", '"'),
    "single quotes": ("{", " '"),
    "escaped single quotes": ("{'a': '", "\\'"),
    "single quotes that open and are escaped": ("{", " '\\'"),
    "triple quotes": ("{", '"""x'),
    "triple quotes of both kinds": ("{", "'''\""),
    "comments": ("{", "/* "),
    "comments that close at once": ("{", "/*/"),
    "comments to the end of a line": ("{", "//"),
    "comments in quotes": ("{", '"/*'),
    "hashes": ("{", "#"),
    "hashes in lines": ("{", "#\n"),
    "brackets": ("", "["),
    "braces": ("", "{"),
    "members in members": ("", '{"a":'),
    "lists in members": ("", '{"a":["'),
    "parentheses": ('{"a": ', "("),
    "small objects": ("", "{a} "),
    "closing brackets": ("{", "]"),
    "backslashes": ('{"a": "', "\\"),
    "backslashes outside": ("{", "\\"),
    "thoughts": ("", "<think>"),
    "thoughts that end": ("", "</think>{"),
    "thoughts with objects": ("", '<think>{"a":"'),
    "special tokens": ("{", "<|aaaa"),
    "spaces": ('{"a"', " "),
    "grouped numbers": ("{:", "1,000,"),
    "digits": ('{"a": ', "1"),
    "commas": ('{"a": "', '",'),
    "colons": ('{"a": "', '":'),
    "wide colons": ("{", '"   \uff1a'),
    "words": ("{", "a "),
    "fences": ("", "```json\n{"),
    "typographic quotes": ("{\u201ca\u201d: ", "\u201c"),
    "bare members": ('"a": ', '"x"y '),
}
"""How each begins, and what it repeats."""


def hostile(family: str, length: int) -> str:
    """A text of a family."""
    start, unit = FAMILIES[family]
    return (start + unit * (length // len(unit) + 1))[:length]
