"""The drawer with a source: its text, the quote marked in it, and where it is published."""

import re
from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from clients.desk import Desk
from clients.sections import Line, lines_of, section_place
from clients.web.address import language
from clients.web.reading import VERIFIED, Footnote, place_of
from clients.web.service import desk_of
from clients.web.text import bare, day, literal, note
from clients.web.words import word
from tess_client.wire import Frame, Language, harmless

VALUE = re.compile(r"[\w.\-\[\]]+:(?: |$)")
"""How a line begins that tells a name and its value."""

MARK = ":yellow-background[{}]"


def open_footnote(notes: Sequence[Footnote], number: int, dossier: Frame) -> None:
    """Open the drawer at a footnote; the others can be leafed through."""
    st.session_state["footnote"] = number
    drawer = st.dialog(
        word("sources"), width="medium", position="right", icon=":material/menu_book:"
    )
    drawer(partial(_show_footnote, notes, desk_of(dossier)))()


def open_source(number: int, source: Frame, quoted: list[tuple[int, int]], dossier: Frame) -> None:
    """Open the drawer with a source, and mark what is quoted of it."""
    drawer = st.dialog(
        word("sources"), width="medium", position="right", icon=":material/menu_book:"
    )
    drawer(partial(_show_source, desk_of(dossier), number, source, quoted))()


def verdict_badge(claim: Frame) -> None:
    """Show what the gate said of a quote."""
    verdict = claim.get("verdict")
    name = (
        verdict
        if verdict in (*VERIFIED, "misattributed", "other-version", "not-found", "too-short")
        else "unjudged"
    )
    fine = verdict in VERIFIED
    st.badge(
        word(str(name)),
        icon=":material/check:" if fine else ":material/help:",
        color="green" if fine else "orange",
    )


def _show_footnote(notes: Sequence[Footnote], desk: Desk) -> None:
    number = min(max(int(st.session_state.get("footnote", 1)), 1), len(notes))
    footnote = notes[number - 1]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{word('footnote', number=number)}**")
        verdict_badge(footnote.claim)
    if len(notes) > 1:
        with st.container(horizontal=True, gap="small"):
            _leaf(word("previous"), number - 1, number == 1, ":material/chevron_left:")
            _leaf(word("next"), number + 1, number == len(notes), ":material/chevron_right:")
    if not footnote.source:
        st.info(word("gone"))
        st.markdown(f"> {literal(footnote.claim.get('quote'))}")
        return
    places = place_of(footnote.claim, footnote.source)
    _show_source(
        desk,
        footnote.source_number,
        footnote.source,
        places,
        word("quoted_here" if places else "not_marked"),
    )


def _leaf(label: str, number: int, disabled: bool, icon: str) -> None:
    def turn() -> None:
        st.session_state["footnote"] = number

    st.button(label, key=f"leaf-{label}", on_click=turn, disabled=disabled, icon=icon)


def _show_source(
    desk: Desk, number: int, source: Frame, quoted: list[tuple[int, int]], told: str = ""
) -> None:
    spoken = language()
    with st.container(gap="xsmall"):
        st.markdown(f"**\\[{number}\\] {literal(source.get('title'))}**")
        if heading := literal(source.get("heading")):
            st.markdown(heading)
        place = section_place(source, spoken)
        group = desk.group_of(source, spoken)
        about = (group if group != source.get("heading") else "", *place, *dates(source, desk, day))
        note(f":gray[{' · '.join(literal(one) for one in about if one)}]")
        if source.get("digest"):
            st.badge(word("digest"), color="orange")
    with st.container(border=True):
        lines = lines_of(source, quoted)
        content = numbered(lines) if lines else marked(harmless(source.get("content")), quoted)
        st.markdown(content, anchors=False)
    if quoted or told:
        note(told or word("quoted"))
    url = harmless(source.get("url"))
    if url.startswith("https://"):
        leads_to = bare(desk.address_of(source, spoken)) or word("to_source")
        st.link_button(leads_to, url, icon=":material/open_in_new:")
    elif source.get("client"):
        note(literal(url))


def dates(source: Frame, desk: Desk, write: Callable[[object, Language], str]) -> list[str]:
    """Return in words of what day a source's text is, and how long it applies, as far as it tells."""
    spoken = language()
    if source.get("client") and source.get("url"):
        return [word("fetched", day=write(source.get("as_of"), spoken))]
    told = desk.dates_of(source, spoken, lambda one: write(one, spoken))
    undated = source.get("digest") or not told
    if undated and (of_day := write(source.get("as_of"), spoken)):
        # The day of a digest is that of the text which it digests, whatever its kind is dated by.
        told[:1] = [word("as_of", day=of_day)]
    return told


def marked(content: str, quoted: Sequence[tuple[int, int]]) -> str:
    """Return a source's text as Markdown that shows it as it is, with what is quoted marked.

    It goes paragraph by paragraph, and where each of its lines is a name and a value, line by line.
    """
    parts: list[str] = []
    at = 0
    for start, end in quoted:
        parts += [_plain(content[at:start]), _highlighted(content[start:end])]
        at = end
    are_values = all(map(VALUE.match, content.splitlines()))
    return re.sub(r"\n+", "  \n" if are_values else "\n\n", "".join([*parts, _plain(content[at:])]))


def numbered(lines: Sequence[Line]) -> str:
    """Return lines as Markdown that shows them as they are, each behind its number in the file."""
    return "  \n".join(f":gray[{line.number}] {_numbered(line)}" for line in lines)


def _numbered(line: Line) -> str:
    indented = line.pieces[0][0] if line.pieces else ""
    indent = "\u2007" * (len(indented) - len(indented.lstrip()))
    told = (
        MARK.format(literal(text)) if is_quote else _spaced(text) for text, is_quote in line.pieces
    )
    return indent + "".join(told).strip()


def _plain(text: str) -> str:
    return "\n".join(_spaced(line) for line in text.split("\n"))


def _spaced(line: str) -> str:
    """Return a line with its marks disarmed, and a blank at its ends where it had one."""
    before = " " if line[:1].isspace() and line.strip() else ""
    after = " " if line[-1:].isspace() and line.strip() else ""
    return f"{before}{literal(line)}{after}"


def _highlighted(text: str) -> str:
    return "\n".join(
        MARK.format(literal(line)) if line.strip() else "" for line in text.split("\n")
    )


def quotation(quote: object) -> str:
    """Return a quote as Markdown, between quotation marks."""
    lines = [literal(line) for line in harmless(quote).split("\n") if line.strip()]
    return ":gray[“" + "]  \n:gray[".join(lines) + "”]"
