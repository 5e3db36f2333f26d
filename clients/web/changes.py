"""What a turn changed, in words."""

from clients.desk import Desk
from clients.web.address import language
from clients.web.text import day, literal
from clients.web.words import WORDS, word
from tess_client.wire import Frame, rows_in

MOST = 3
SOURCES = ("found", "removed", "left_out", "put_back")


def in_words(line: Frame, desk: Desk, most: int = MOST) -> str:
    """Return in one line what a turn changed."""
    told = [change_in_words(change, desk, most) for change in rows_in(line, "changes")]
    return "; ".join(filter(None, told)) or word("nothing_changed")


def change_in_words(change: Frame, desk: Desk, most: int = MOST) -> str:
    """Return one change; of many sources their number and the first ones."""
    kind = str(change.get("kind"))
    names = [str(name) for name in change.get("names") or ()]
    if kind == "as_of":
        days = [day(name, language()) or word("now") for name in names]
        return " ".join([desk.day("label", language()).lower() or word("day"), *days])
    key = f"{kind}_names" if f"{kind}_names" in WORDS else kind
    if key not in WORDS:
        return ""  # a server newer than this page may tell more
    shown = ", ".join(literal(name, 90) for name in names[: most or None])
    if kind in SOURCES and len(names) > most:
        counted = word("count_sources", count=len(names)) if len(names) > 1 else word("one_source")
        shown = f"{counted} ({shown}, …)" if most else counted
    return word(key, names=shown)
