"""What the commands about dossiers do: list, open, name, search, and hand over."""

import os
from collections.abc import Callable
from datetime import date
from functools import partial
from itertools import count
from pathlib import Path

from rich.text import Text

from clients.desk import age_of
from clients.file_names import file_stem
from clients.terminal.chat import Chat, Unusable
from clients.terminal.history_commands import last_exchanges, show_message
from clients.terminal.words import one_line
from tess_client.wire import DOSSIER_ID, Frame, dossier_id_in, harmless, rows_in

SHORT_ID = 12
"""Characters of an id that tell dossiers apart for people; the input line shows as many."""

AT_ONCE = "50"
"""Dossiers that are shown at once."""

ARCHIVE = ("archive", "archief")
"""Says that the dossiers of the archive are meant, which no other list has."""

NEWEST = ("last", "laatste")
"""Says that the dossier is meant that was changed last."""

FORMATS = ("pdf", "docx", "html", "md", "json", "pack")


def show_dossiers(chat: Chat, wanted: str) -> None:
    """Print the dossiers that were changed last, the current one marked; those of the archive, or with a label."""
    chat.listed = []
    _show_dossiers(wanted, chat, "")


def _show_dossiers(wanted: str, chat: Chat, cursor: str) -> None:
    page = _page(chat, cursor, "/dossiers", limit=AT_ONCE, **_query(wanted))
    dossiers = [one for one in rows_in(page, "dossiers") if _is_wanted(one, wanted)]
    for dossier in dossiers:
        number = _number(chat, _id_of(dossier))
        mark = "→" if dossier.get("id") == chat.dossier_id else " "
        head = f"{number}{mark} {_shown_id(chat, dossier.get('id'))}  "
        told = Text(one_line(dossier.get("title"))).append(_about(chat, dossier), "dim")
        chat.screen.entry(head, told)
    if not dossiers:
        chat.say("no_dossiers")
    _offer_more(chat, page, partial(_show_dossiers, wanted))


def _number(chat: Chat, dossier_id: str) -> str:
    """Return the number by which a dossier of a list can be opened, for other readers."""
    chat.listed.append(dossier_id)
    return f"{len(chat.listed):>3} " if chat.screen.is_terminal else ""


def _query(wanted: str) -> dict[str, str]:
    if wanted.lower() in ARCHIVE:
        return {"archived": "true"}
    return {"label": wanted} if wanted else {}


def _is_wanted(dossier: Frame, wanted: str) -> bool:
    """Return whether a dossier is one of those that were asked for; an older server sends all there are."""
    if wanted.lower() in ARCHIVE:
        return dossier.get("archived") is True
    return not wanted or wanted in _labels(dossier)


def _labels(dossier: Frame) -> list[str]:
    labels = dossier.get("labels")
    return list(map(one_line, labels)) if isinstance(labels, list) else []


def _about(chat: Chat, dossier: Frame) -> str:
    """Return the desk of a dossier where there are several, when it was changed, and its labels."""
    desk = one_line(dossier.get("desk")) if len(chat.desks.known) > 1 else ""
    changed = dossier.get("updated_at") or dossier.get("created_at")
    told = (desk, age_of(changed, chat.words.language), *_labels(dossier))
    return "".join(f" · {one}" for one in told if one)


def more(chat: Chat, _: str) -> None:
    """Print the next page of the list that was shown last."""
    if chat.next_page is None:
        raise Unusable(chat.words("no_more"))
    chat.next_page()


def _page(chat: Chat, cursor: str, path: str, **query: str) -> Frame:
    return chat.server.page(path, **query, **({"cursor": cursor} if cursor else {}))


def _offer_more(chat: Chat, page: Frame, show: Callable[[Chat, str], None]) -> None:
    cursor = page.get("next")
    chat.next_page = None
    if isinstance(cursor, str):
        chat.next_page = partial(show, chat, cursor)
        chat.say("there_is_more", "dim")


def listed(chat: Chat, most: int = 10**6, **query: str) -> list[Frame]:
    """Return a line about each dossier, or about so many that were changed last."""
    return chat.server.rows("dossiers", most, "/dossiers", **query)


def open_dossier(chat: Chat, named: str) -> None:
    """Continue in the one dossier that is meant, if it can be read."""
    dossier_id = _meant(chat, named)
    chat.open(dossier_id, chat.server.page("/dossiers", dossier_id))
    chat.say("switched", id=dossier_id)
    show_where_it_stands(chat)


def _meant(chat: Chat, named: str) -> str:
    """Return the id of the dossier that a number of the last list, the beginning of an id, or words of a title mean."""
    number = int(named) if named.isdecimal() and len(named) < 5 else 0
    if 0 < number <= len(chat.listed):
        return chat.listed[number - 1]
    if named.lower() in NEWEST:
        rows = listed(chat, 1)
    else:
        every = listed(chat, archived="any")
        rows = [one for one in every if _begins(_id_of(one), named)]
        if any(_id_of(one) == named for one in rows) or (not rows and DOSSIER_ID.fullmatch(named)):
            return named
        rows = rows or [one for one in every if has_words(one_line(one.get("title")), named)]
    if len(rows) != 1:
        raise Unusable(chat.words("many" if rows else "bad_switch", count=len(rows)))
    return _id_of(rows[0])


def has_words(title: str, typed: str) -> bool:
    """Return whether a title has every word that was typed, or their beginnings."""
    return all(word in title.casefold() for word in typed.casefold().split())


def show_where_it_stands(chat: Chat) -> None:
    """Print, on a terminal, the last question of the dossier and its reply, and what may be chosen."""
    if chat.screen.is_terminal:
        said = last_exchanges(chat.known, 1)
        for message in said:
            show_message(chat, message)
        chat.show_choices(harmless(said[-1].get("content")) if said else "")


def begin_anew(chat: Chat, _: str) -> None:
    """Let the next message make a dossier."""
    chat.open("", {})
    chat.say("fresh")


def rename(chat: Chat, title: str) -> None:
    """Give the dossier a name."""
    chat.changed({"title": title}, "title")


def find(chat: Chat, text: str) -> None:
    """Print in which dossiers a text stands, and where."""
    chat.listed = []
    _show_found(text, chat, "")


def _show_found(text: str, chat: Chat, cursor: str) -> None:
    page = _page(chat, cursor, "/find", text=text)
    found = rows_in(page, "found")
    if not found:
        chat.say("nothing_found", text=text)
    for row in found:
        where = chat.words.known("where", one_line(row.get("where")))
        place = chat.words("found_in", version=row.get("version"), where=where)
        head = f"{_number(chat, dossier_id_in(row))}{_shown_id(chat, row.get('dossier_id'))}  "
        chat.screen.entry(head, one_line(row.get("title")), "bold")
        excerpt = Text(f"{place}: {one_line(row.get('excerpt'))}")
        excerpt.highlight_words([text], "bold underline", case_sensitive=False)
        chat.screen.entry("  ", excerpt)
    _offer_more(chat, page, partial(_show_found, text))


def export(chat: Chat, argument: str) -> None:
    """Save the newest answer in a file of this format, or the whole dossier as a pack.

    A file is never replaced: the next one is numbered.
    """
    kind, _, name = argument.partition(" ")
    kind = kind.lower().lstrip(".-")
    if kind not in FORMATS:
        raise Unusable(chat.words("bad_format", format=kind, formats=", ".join(FORMATS)))
    file = _named_file(name.strip()) if name.strip() else _file_name(chat, kind)
    if kind == "pack":
        data = chat.server.file("/dossiers", _known_id(chat), "pack")
    else:
        data = chat.server.file("/dossiers", _known_id(chat), "export", format=kind)
    try:
        file = write_new(file, data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unusable(
            chat.words("not_written", file=str(file), reason=reason, format=kind)
        ) from error
    size = max(1, len(data) // 1024)
    chat.screen.whole(chat.words("exported", file=str(file), size=size))


def write_new(file: Path, data: bytes) -> Path:
    """Write a new file for nobody else to read, and return it; where the disk takes no more, nothing of it stays.

    Where there is one of that name, the new one is ``name-2``, ``name-3`` and so on.
    """
    file = _free(file)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(data)
    except OSError:
        file.unlink(missing_ok=True)
        raise
    return file


def _free(file: Path) -> Path:
    names = (file.with_stem(f"{file.stem}-{number}") for number in count(2))
    return file if not file.exists() else next(one for one in names if not one.exists())


def _named_file(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)  # a ~ of nobody's: a file of that name


def _known_id(chat: Chat) -> str:
    if not chat.dossier_id:
        raise Unusable(chat.words("no_dossier"))
    return chat.dossier_id


def _file_name(chat: Chat, kind: str) -> Path:
    if kind == "pack":
        return Path(f"{chat.dossier_id}.tess")
    dossier = chat.dossier()
    asked = [str(answer.get("question")) for answer in rows_in(dossier, "answers")][-1:]
    title = str(dossier.get("title") or " ".join(asked))
    today = date.today()  # noqa: DTZ011  # the day of the file, in its reader's own calendar
    return Path(f"{file_stem(title, today)}.{kind}")


def _shown_id(chat: Chat, dossier_id: object) -> str:
    """Return an id; on a terminal its beginning, which will do for /switch and leaves room for the title."""
    told = one_line(dossier_id)
    return told[:SHORT_ID] if chat.screen.is_terminal else told


def _id_of(row: Frame) -> str:
    return dossier_id_in({"dossier_id": row.get("id")})


def _begins(dossier_id: str, beginning: str) -> bool:
    return bool(dossier_id and beginning) and dossier_id.startswith((beginning, f"dos-{beginning}"))
