"""How values are written: quotations, addresses, identifiers, numbers."""

import re

QUOTES = re.compile(
    r"\"([^\"\n]{1,400})\"|“([^”\n]{1,400})”|«([^»\n]{1,400})»|„([^“”\n]{1,400})[“”]|`([^`\n]{1,400})`"
    r"|(?<![\w])['‘]([^'’\n]{1,200}(?:['’](?=[a-z])[^'’\n]{1,200})?)['’](?!\w)"
)
EMAIL = re.compile(r"\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b")
URL = re.compile(r"\bhttps?://[^\s<>\"']{1,300}[^\s<>\"'.,;:!?)]|\bwww\.[^\s<>\"']{1,200}[^\s<>\"'.,;:!?)]")
PHONE = re.compile(r"(?<![\w-])(?:\+\d[\d ()/-]{6,18}\d|0\d{1,4}[ -]\d{2,8}(?:[ -]\d{2,8}){0,3})\b(?![-/]\w)")
DIGITS_ID = re.compile(
    r"(?<![\w.,/-])(?!(?:19|20)\d\d-(?:19|20)\d\d\b)\d{2,6}-\d{4,8}(?![\w/-]|[.,]\d|\s?(?:euros?|dollars?|pounds?|EUR|USD|GBP|%))"
    r"|(?<![\w.,/-])\d{1,5}(?:\.\d{1,5}){2,3}(?![\w/-]|[.,]\d)"
)
""" "30-7044": digits in two groups, of which the second is too long for a range of small numbers; "4.17.9": a version."""
STREET = re.compile(
    r"\b\d{1,4}[a-z]? (?:[A-Z][\w'-]+ ){1,3}(?:Street|St|Road|Rd|Lane|Ln|Avenue|Ave|Hill|Quay|Drive|Way|Close|Court|Square|Place|Terrace|Row|Walk|Gardens|Boulevard|Parade|Green|Park|Crescent|Mews|Yard|Wharf)\b"
)
MODEL = re.compile(
    r"\b[A-Z][a-z]+(?: [A-Z][a-z]+){0,3} [A-Z]\d{1,2}[a-z]?\b(?!-)|\b[A-Z][a-z]+ (?!EUR|USD|GBP)[A-Z]{2,4} \d{1,3}\b(?![\w:./-])"
)
NUMBERED_NAME = re.compile(
    r"\b[A-Z][a-z]{2,12}(?: [A-Z][a-z]{2,12}){0,3} (?P<number>\d{1,3})\b(?![\w:./-]|\s(?:euros?|dollars?|pounds?|percent))"
)
ID = re.compile(r"(?<![\w@.-])#?(?=[\w/-]{0,40}\d)[A-Za-z0-9]{1,24}(?:[-_/][A-Za-z0-9]{1,24}){0,5}(?![\w@])")
SPACED_ID = re.compile(r"(?<![\w@.-])(?:[A-Z]{2}\d{2} [A-Z]{3}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})(?![\w-]|\.\d)")
LETTERED = re.compile(r"(?<![\w@.-])(?P<letters>[A-Z]{2,4}) \d{2,4}(?![\w/:-]|[.,]\d)")
NOT_LETTERED = frozenset(
    [
        "ID",
        "NO",
        "NR",
        "SKU",
        "PO",
        "ISBN",
        "PIN",
        "RMA",
        "REF",
        "VIN",
        "PNR",
        "VAT",
        "INV",
        "TKT",
        "TEL",
        "AM",
        "PM",
        "AD",
        "BC",
        "BST",
        "GMT",
        "UTC",
        "CET",
        "TO",
        "OF",
        "FOR",
    ]
)
PLATE = re.compile(r"[A-Z]{1,4}-\d{1,4}-[A-Z]{1,4}")
LONG_NUMBER = re.compile(
    r"(?<![\w.,:/+€$£-])(?:0\d{3,14}|\d{8,15})(?![\w/:-]|[.,]\d|\s?(?:euros?|dollars?|pounds?|EUR|USD|GBP|%))"
)
CAPS_ID = re.compile(r"(?<![\w-])[A-Z]{1,10}(?:[-_][A-Z]{1,10}){1,3}(?![\w-])")
DOTTED = re.compile(r"(?<![\w@./-])[a-z][a-z0-9-]{0,30}(?:[._][a-z0-9-]{1,30}){1,3}(?![\w@])")
HYPHENATED = re.compile(r"(?<![\w@./'’-])[a-z][a-z0-9]{1,20}(?:-[a-z][a-z0-9]{1,20}){1,3}(?![\w@/-]|\.\w)")
FILE = re.compile(r"\b[\w-]{1,60}\.(?:pdf|csv|txt|docx?|xlsx?|png|jpe?g|json|md|zip|py|html?)\b", re.IGNORECASE)
NOT_ID = re.compile(
    r"\d+(?:st|nd|rd|th|s|h|k|m|x|km|kg|g|mg|cm|mm|lb|lbs|min|mins|hrs?|am|pm|eur|usd|gbp|[-–]?\d*)"
    r"|\d+-[a-z]+(?:-[a-z]+)?|[a-z]+-\d+-[a-z]+|\d+/\d+",
    re.IGNORECASE,
)
NUMBER = re.compile(
    r"(?<![\w.,-])(?P<sign>[$€£¥₹])?\s?(?P<value>-?\d{1,3}(?:,\d{3})+(?:\.\d+)?"
    r"|\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:\.\d+)?(?=\s?(?:[$€£¥₹]|(?:euros?|dollars?|pounds?|francs?|people|EUR|USD|GBP|CHF|km|kg|k?Wh|metres?|miles?)\b))"
    r"|-?\d{1,15}(?:\.\d{1,10})?)"
    r"(?P<scale>k|K|m|M)?(?P<tail>%|[$€£¥₹])?(?P<unit>km|kg|cm|mm|mg|lbs?|g|m|h|x|min|EUR|USD|GBP)?(?![\w])"
)
NAME_WORD = re.compile(r"[^\W\d_](?:[\w&]|['’-](?=\w))*\.?")
