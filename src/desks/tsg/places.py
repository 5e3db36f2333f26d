"""Addresses in notes and in what services found: which of them may be asked, and of whom. Pure."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from src.desks.tsg.settings import Service

_URL = re.compile(r"(?i)\b(?:https?|file|ftp)://[^\s<>\"'`|\\^{}\[\]]{1,2000}")
_BEHIND = ".,;:!?)*_"
_HTTPS = 443
_THREAD = re.compile(
    r"/[\w.-]{1,100}/[\w.-]{1,100}/(?:issues|discussions|pull)/\d{1,9}/?", re.ASCII
)


def addresses_in(text: str) -> list[str]:
    """Return the addresses that stand in a text, each once, in their order."""
    return list(dict.fromkeys(one.rstrip(_BEHIND) for one in _URL.findall(text)))


def service_of(url: str) -> Service | None:
    """Return who may be asked for a page; None: nobody, as it stands elsewhere or at a port of its own."""
    try:
        parts = urlsplit(url)
        port = parts.port or _HTTPS
    except ValueError:
        return None
    if parts.scheme != "https" or port != _HTTPS or parts.username is not None:
        return None
    if parts.hostname == "learn.microsoft.com":
        return "learn"
    is_thread = parts.hostname == "github.com" and _THREAD.fullmatch(parts.path)
    return "github" if is_thread else None


def same_page(url: str) -> str:
    """Return what addresses of one page have in common: neither fragment nor the language that it is asked for in."""
    plain = url.partition("#")[0].partition("?")[0].rstrip("/").lower()
    return re.sub(r"(learn\.microsoft\.com)/[a-z]{2}-[a-z]{2}/", r"\1/", plain)


def each_page(urls: Iterable[str]) -> list[str]:
    """Return addresses of different pages, the first of each."""
    pages: dict[str, str] = {}
    for url in urls:
        pages.setdefault(same_page(url), url)
    return list(pages.values())
