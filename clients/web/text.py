"""Words of others made fit for the page, and days as people write them."""

import re
from datetime import date, datetime, tzinfo
from decimal import Decimal, InvalidOperation
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from tess_client.wire import Language, harmless

MONTHS = {
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "en": "January February March April May June July August September October November December",
}

TASK = re.compile(r"^([ \t>]*(?:[-*+]|\d+[.)])[ \t]+)\[([ xX])\](?=[ \t])", re.MULTILINE)
"""An item that is ticked or not: as a form's tick it would have no name."""


MARKS = re.compile(r"[\\`*\[\]<>$~#|{}]|(?<!\w)_|_(?!\w)")
"""Marks of Markdown; an underscore within a word is none."""


def one_line(text: object, most: int = 0) -> str:
    """Return text on one line, cut at a length if one is given."""
    line = " ".join(harmless(text).split())
    return line if not most or len(line) <= most else line[: most - 1].rstrip() + "…"


def literal(text: object, most: int = 0) -> str:
    """Return text for one line of Markdown, every mark in it shown as it is."""
    shown = re.sub(r"([\\`*_\[\]<>$:~#|!{}^=])", r"\\\1", one_line(text, most))
    return re.sub(r"^(\d+)([.)])|^([-+])", r"\1\3\\\2" if shown[:1].isdigit() else r"\\\3", shown)


def bare(text: object) -> str:
    """Return text on one line without any mark of Markdown, for a label that is read aloud as it was written."""
    return " ".join(re.sub(MARKS, " ", one_line(text)).split())


def markdown(text: object) -> str:
    """Return a message's Markdown with nothing in it that a browser would fetch, run or set as a formula."""
    shown = harmless(text).replace("![", "!\\[").replace("$", "\\$")
    shown = re.sub(r"([`~]{3,})[ \t]*mermaid", r"\1text", shown, flags=re.IGNORECASE)
    return TASK.sub(lambda found: found[1] + ("☐" if found[2] == " " else "☑"), shown)


def note(text: str) -> None:
    """Show a line of lesser weight; a caption would be too pale to read with ease."""
    st.markdown(f":small[{text}]")


def day(text: object, language: Language) -> str:
    """Return an ISO date as people write it: ``1 januari 2024``; nothing where it is none."""
    try:
        found = date.fromisoformat(str(text)[:10])
    except ValueError:
        return ""
    return f"{found.day} {MONTHS[language].split()[found.month - 1]} {found.year}"


def numeric_day(text: object, language: Language) -> str:
    """Return an ISO date in figures: ``01-05-2024``, in English as it is; nothing where it is none."""
    try:
        found = date.fromisoformat(str(text)[:10])
    except ValueError:
        return ""
    return f"{found:%d-%m-%Y}" if language == "nl" else found.isoformat()


def figure(text: object, kind: str, language: Language) -> str:
    """Return the result of a calculation as people write it: ``€ 18.887``, ``12,5 %``, a day; else as it is."""
    if kind == "date":
        return day(text, language) or str(text)
    try:
        number = Decimal(str(text))
    except InvalidOperation:
        return str(text)
    cents = (
        2
        if kind == "amount" and number % 1
        else -min(int(number.normalize().as_tuple().exponent), 0)
    )
    told = f"{number:,.{cents}f}"
    if language == "nl":
        told = told.translate(str.maketrans(",.", ".,"))
    return {"amount": f"€ {told}", "rate": f"{told} %"}.get(kind, told)


def moment(text: object, language: Language) -> str:
    """Return an ISO time in the reader's own zone: ``2 januari 2026, 14.05``; nothing where it is none."""
    try:
        found = datetime.fromisoformat(str(text)).astimezone(_zone())
    except ValueError:
        return ""
    separator = "." if language == "nl" else ":"
    return f"{day(found.date(), language)}, {found:%H}{separator}{found:%M}"


def _zone() -> tzinfo | None:
    try:
        return ZoneInfo(st.context.timezone or "Europe/Amsterdam")
    except (ZoneInfoNotFoundError, ValueError):
        return None
