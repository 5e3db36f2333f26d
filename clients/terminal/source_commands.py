"""What the commands about sources do."""

from collections.abc import Iterable

from rich.text import Text

from clients.desk import numbered_sources
from clients.sections import Line, lines_of, section_place
from clients.terminal import image_command as image
from clients.terminal.chat import Chat, Unusable
from clients.terminal.passage import LEFT_OUT, Quoted, is_short, near_quotes, pieces, quoted_in
from clients.terminal.picking import ManySources, NoSuchSource, picked
from clients.terminal.screen import QUOTED, link
from clients.terminal.words import one_line
from tess_client.wire import Frame, harmless, rows_in

WHOLE = ("all", "alles")
MARKS = "»", "«"
"""Around a quote where no style can tell it from the rest."""


def show_sources(chat: Chat, _: str) -> None:
    """Print the dossier's sources: first the selected ones, then those left out."""
    dossier = chat.dossier() if chat.dossier_id else {}
    if not rows_in(dossier, "sources"):
        chat.say("no_sources")
    for heading, mark, wanted in (("selected", "●", True), ("left_out", "○", False)):
        group = numbered_sources(dossier, wanted)
        if group:
            chat.say(heading, "bold")
        for number, source in group:
            chat.screen.entry(f"  {mark} [{number}] ", source_line(chat, source))


def source_line(chat: Chat, source: Frame) -> str:
    """Return a source's title, subject, date and whether it is a digest, as far as known."""
    named = filter(None, map(one_line, (source.get("title"), source.get("heading"))))
    marks = [chat.words("digest")] if source.get("digest") else []
    marks += [one_line(document(chat))] if source.get("client") else []
    day = chat.words.day(source.get("as_of")) or "".join(dates(chat, source)[:1])
    return " · ".join(filter(None, (" — ".join(named), day, *marks)))


def dates(chat: Chat, source: Frame) -> list[str]:
    """Return what is said of the days that a source has."""
    write = chat.words.day
    return chat.desk.dates_of(source, chat.words.language, lambda one: write(one) if one else "")


def document(chat: Chat) -> str:
    """Return what a document that a user added is called."""
    return chat.desk.says("document", chat.words.language)


def show_source(chat: Chat, argument: str) -> None:
    """Print one source: what it is, where it is published, and its text with what an answer quotes marked."""
    words = argument.split()
    whole = len(words) > 1 and words[-1].lower() in WHOLE
    dossier = chat.dossier()
    number, source = the_source(chat, dossier, " ".join(words[:-1]) if whole else argument)
    quoted = quoted_in(dossier, source)
    content = str(source.get("content") or "")
    _show_head(chat, number, source, source.get("id") in (dossier.get("selected_ids") or []))
    _show_quoted(chat, quoted)
    if source.get("kind") == image.KIND:
        image.show(chat, dossier, source)
    chat.screen.say()
    places = quoted.places if quoted else ()
    lines = lines_of(source, places)
    if lines:
        _show_lines(chat, lines if whole or is_short(content) else near_quotes(lines))
    else:
        chat.screen.say(_text(chat, content, places, whole))
    if not whole and not is_short(content):
        chat.screen.say()
        chat.say("shortened", "dim", number=number)


def _show_head(chat: Chat, number: int, source: Frame, is_selected: bool) -> None:
    chat.screen.say(f"[{number}] {one_line(source.get('title'))}", "bold")
    if heading := one_line(source.get("heading")):
        chat.screen.say(heading)
    chat.screen.say(one_line(_described(chat, source)), "dim")
    if place := section_place(source, chat.words.language):
        chat.screen.say(" · ".join(map(one_line, (*place, *dates(chat, source)))), "dim")
    if not is_selected:
        chat.say("not_counted", "dim")
    if address := link(harmless(source.get("url"))):
        chat.screen.whole(address)


def _described(chat: Chat, source: Frame) -> str:
    day = chat.words.day(source.get("as_of")) or chat.words("unknown")
    if source.get("client") and source.get("kind") != image.KIND:
        is_page = bool(source.get("url"))
        return (
            chat.words("fetched", document=document(chat), day=day) if is_page else document(chat)
        )
    if source.get("digest"):
        return chat.words("passage_digest", day=day)
    return chat.desk.described(source, chat.words.language, day)


def _show_quoted(chat: Chat, quoted: Quoted | None) -> None:
    if quoted is None:
        chat.say("no_quotes", "dim")
        return
    known = {"exact", "normalised"}
    verdicts = [f"verdict_{one if one in known else 'none'}" for one in quoted.verdicts]
    told = ", ".join(map(chat.words, dict.fromkeys(verdicts)))
    chat.say("quotes", "dim", answer=quoted.answer, count=len(quoted.places), verdicts=told)


def _show_lines(chat: Chat, lines: Iterable[Line]) -> None:
    """Print lines behind their numbers in the file; where some are left out, a sign says so."""
    before = 0
    for line in lines:
        if before and line.number > before + 1:
            chat.screen.say(LEFT_OUT.rstrip(), "dim")
        before = line.number
        chat.screen.entry(f"{line.number:>5}  ", _styled(chat, line.pieces))


def _text(chat: Chat, content: str, places: tuple[tuple[int, int], ...], whole: bool) -> Text:
    """Return the text as it is printed. A mark is a style, or signs where the screen has no styles."""
    return _styled(chat, pieces(content, places, whole))


def _styled(chat: Chat, marked: Iterable[tuple[str, bool]]) -> Text:
    has_styles = chat.screen.has_styles
    before, after = ("", "") if has_styles else MARKS
    text = Text()
    for piece, is_quote in marked:
        shown = harmless(piece)
        text.append(f"{before}{shown}{after}" if is_quote else shown, QUOTED if is_quote else "")
    return text


def the_source(chat: Chat, dossier: Frame, argument: str) -> tuple[int, Frame]:
    """Return the one source that is meant, with its number."""
    numbers = the_numbers(chat, dossier, argument)
    return numbers[0], rows_in(dossier, "sources")[numbers[0] - 1]


def the_numbers(chat: Chat, dossier: Frame, argument: str) -> list[int]:
    """Return the numbers of the sources that are meant; raises ``Unusable``."""
    try:
        return picked(dossier, argument)
    except NoSuchSource as error:
        raise Unusable(chat.words("no_source", name=str(error))) from error
    except ManySources as error:
        numbers = ", ".join(map(str, error.numbers))
        raise Unusable(chat.words("many_sources", name=str(error), numbers=numbers)) from error


def select(chat: Chat, argument: str) -> None:
    """Let sources count."""
    chat.changed({"select": _ids(chat, argument)}, "selection")


def unselect(chat: Chat, argument: str) -> None:
    """Leave sources out."""
    chat.changed({"unselect": _ids(chat, argument)}, "selection")


def _ids(chat: Chat, argument: str) -> list[object]:
    dossier = chat.dossier()
    sources = rows_in(dossier, "sources")
    return [sources[number - 1].get("id") for number in the_numbers(chat, dossier, argument)]
