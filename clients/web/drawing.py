"""One thing that was made, drawn: the page knows the ways to draw and no kind."""

from collections.abc import Iterable

import streamlit as st

from clients.desk import told
from clients.views import Difference, Drawing, Field, Moment, More, Quote, Table, Text, drawings
from clients.web.address import language
from clients.web.passage import open_source, quotation
from clients.web.reading import numbered
from clients.web.replies import difference
from clients.web.service import desk_of
from clients.web.text import bare, literal, markdown, moment, note
from clients.web.words import word
from tess_client.wire import Frame, harmless

SHORT = 80
"""Signs of a text that stands beside what it is called; a longer one, or one of several lines, stands below that."""


def show_beside(artifacts: Iterable[Frame], dossier: Frame) -> None:
    """Show the artifacts that belong to an answer, under it."""
    for artifact in artifacts:
        kind = desk_of(dossier).artifact_kind(artifact)
        if kind.get("beside"):
            st.markdown(f"### {literal(label_of(artifact, kind))}", anchors=False)
            for place, drawing in enumerate(drawings(artifact, kind, language())):
                draw(drawing, dossier, f"beside-{artifact.get('id')}-{place}")


def label_of(artifact: Frame, kind: Frame) -> str:
    """Return what an artifact is, in words."""
    return told(kind.get("label"), language()) or harmless(artifact.get("kind"))


def draw(drawing: Drawing, dossier: Frame, key: str) -> None:
    """Draw one part of an artifact; ``key`` is its own on the page."""
    match drawing:
        case Text(heading, text) if heading and _is_short(text):
            st.markdown(f"**{literal(heading)}** {literal(text)}")
        case Text(heading, text):
            st.markdown(f"### {literal(heading)}" if heading else "", anchors=False)
            st.markdown(markdown(text), anchors=False)
        case Field(label, value):
            st.markdown(f"**{literal(label)}** {_lines(value)}")
        case Moment(when, what):
            st.markdown(f"**{literal(moment(when, language()) or when)}** {_lines(what)}")
        case Quote(text, quote, source_id):
            _draw_quote(text, quote, source_id, dossier, key)
        case Difference(heading, lines):
            st.markdown(f"**{literal(heading)}**" if heading else "")
            st.markdown(difference(lines))
        case Table(headings, rows):
            st.markdown(_table(headings, rows))
        case More(count):
            note(word("more_rows", count=count))


def _is_short(text: str) -> bool:
    return len(text) <= SHORT and "\n" not in text and not text.startswith("- ")


def _lines(text: str) -> str:
    """Return text as Markdown, its lines kept."""
    return "  \n".join(literal(line) for line in text.split("\n"))


def _table(headings: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> str:
    """Return a table as Markdown."""
    lines = [" | ".join(map(literal, row)) for row in (headings, *rows)]
    return "\n".join([lines[0], " | ".join("---" for _ in headings), *lines[1:]])


def _draw_quote(text: str, quote: str, source_id: str, dossier: Frame, key: str) -> None:
    if text:
        st.markdown(_lines(text))
    st.markdown(quotation(quote))
    number, source = numbered(dossier).get(source_id, (0, {}))
    if not source:
        note(f"{literal(source_id)}: {word('gone')}")
        return
    named = bare(desk_of(dossier).name_of(source, language()))
    if st.button(f"{number} · {named}", key=key, type="tertiary", icon=":material/menu_book:"):
        at = harmless(source.get("content")).find(quote) if quote else -1
        open_source(number, source, [(at, at + len(quote))] if at >= 0 else [], dossier)
