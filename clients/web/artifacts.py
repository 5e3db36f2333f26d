"""What was made in a dossier, drawn in the ways that the desk says; the page knows these ways and no kind."""

import re
from datetime import datetime

import streamlit as st

from clients.desk import PLAN, WRITTEN, made_in, told
from clients.file_names import file_stem
from clients.views import (
    MOST_ROWS,
    Text,
    drawings,
    edit_message,
    editable,
    message_of,
    typed_field,
    waits,
)
from clients.web.address import VIEWS, language, show_view
from clients.web.drawing import draw, label_of
from clients.web.plans import show_plan, show_written
from clients.web.replies import reply
from clients.web.sending import send
from clients.web.service import desk_of
from clients.web.text import bare, literal, note
from clients.web.words import word
from tess_client.language import language_in
from tess_client.wire import Frame, Language, Server, harmless

OF_EVERY_DESK = {PLAN: show_plan, WRITTEN: show_written}
"""Kinds that the page knows, whatever the desk: they are drawn as the conversation tells them."""

CODE = re.compile(r"[a-z]+(?:_[a-z]+)+")
"""A name for programs, which is no title."""

FIELD = re.compile(r"^(?P<line>[^\n{]*)\{\{[^{}\n]*::(?P<hint>[^{}\n:]+)\}\}[^\n]*$", re.MULTILINE)
"""A line of a file that stands for what is missing: the hint is that of an artifact with a field to fill in."""

IN_ONE_LINE = 40
"""Signs of a text that can be typed over in a field of one line, as wide as one of two columns."""

Numbered = list[tuple[int, Frame]]
"""Artifacts with their place among all."""


def show_artifacts(server: Server, dossier: Frame) -> None:
    """Show everything that was made in the dossier: what has a side beside what has the other, the rest below."""
    made = made_in(dossier)
    sides = [desk_of(dossier).artifact_kind(one).get("side") for _, one in made]
    if {"left", "right"} <= set(sides):
        by_side = list(zip(sides, made, strict=True))
        for side, column in zip(("left", "right"), st.columns(2), strict=True):
            with column:
                _show_some(server, dossier, [one for at, one in by_side if at == side])
        others = [one for at, one in by_side if at not in ("left", "right")]
        _show_some(server, dossier, others)
    else:
        _show_some(server, dossier, made)


def _show_some(server: Server, dossier: Frame, shown: Numbered) -> None:
    """Show these artifacts, those with fields to fill in together under one button."""
    desk = desk_of(dossier)
    waiting: dict[str, Numbered] = {}
    happened: dict[str, Numbered] = {}
    others: Numbered = []
    for number, artifact in shown:
        kind = desk.artifact_kind(artifact)
        place = number, artifact
        if typed_field(kind) and waits(artifact, kind):
            waiting.setdefault(str(artifact.get("kind")), []).append(place)
        elif kind.get("view") == "timeline" and not kind.get("rows"):
            happened.setdefault(str(artifact.get("kind")), []).append(place)
        else:
            others.append(place)
    for number, artifact in others:
        kind = desk.artifact_kind(artifact)
        drawn = drawings(artifact, kind, language()) if kind.get("file") else ()
        text = "\n".join(one.text for one in drawn if isinstance(one, Text))
        inside = [name for name, some in waiting.items() if _fields_in(text, some)]
        fields = waiting.pop(inside[0]) if inside else []
        _show_one(server, dossier, number, artifact, kind, fields)
    for some in happened.values():
        _show_moments(dossier, some)
    for some in waiting.values():
        _show_form(server, dossier, some)


def _show_moments(dossier: Frame, happened: Numbered) -> None:
    """Show what happened, each an artifact of one kind, as one time line."""
    kind = desk_of(dossier).artifact_kind(happened[0][1])
    with st.container(border=True, gap="xsmall"):
        st.markdown(f"## {literal(label_of(happened[0][1], kind))}", anchors=False)
        for number, artifact in happened:
            for drawing in drawings(artifact, kind, language()):
                draw(drawing, dossier, f"artifact-{number}")


def _show_one(
    server: Server,
    dossier: Frame,
    number: int,
    artifact: Frame,
    kind: Frame,
    fields: Numbered,
) -> None:
    label = label_of(artifact, kind)
    with st.container(border=True, gap="xsmall"):
        title = harmless(artifact.get("title")) or label
        shown = (
            label if kind.get("file") or CODE.fullmatch(title) else title
        )  # a file has a heading of its own
        st.markdown(f"## {literal(shown)}", anchors=False)
        if shown != label:
            note(literal(label))
        if (of_every_desk := OF_EVERY_DESK.get(str(artifact.get("kind")))) and _data(artifact):
            of_every_desk(_data(artifact), dossier)
            return
        for place, drawing in enumerate(drawings(_in_words(artifact, dossier), kind, language())):
            key = f"artifact-{number}-{place}"
            if isinstance(drawing, Text) and drawing.text == shown:
                continue
            if kind.get("file") and isinstance(drawing, Text):
                _show_file(server, dossier, drawing.text, title, kind, key, fields)
            else:
                draw(drawing, dossier, key)
        _show_edits(server, dossier, artifact, kind, number)
        if not typed_field(kind):
            _show_replies(server, dossier, artifact, kind, number)


def _show_edits(server: Server, dossier: Frame, artifact: Frame, kind: Frame, number: int) -> None:
    """Show a field for every text that can be typed over; what is typed is sent in words, like any other change."""
    rows = editable(artifact, kind)
    if not rows:
        return
    edit = kind["edit"]
    with st.expander(literal(told(edit.get("label"), language())), icon=":material/edit:"):
        for place, row in enumerate(rows, start=1):
            text = harmless(row[str(edit.get("field"))])
            key = f"edit-{number}-{place}-{text}"  # another text is another field
            show = st.text_input if len(text) <= IN_ONE_LINE else st.text_area
            show(
                bare(f"{row['number']}. {text}" if "number" in row else text),
                text,
                key=key,
                label_visibility="collapsed",
                on_change=_send_edit,
                args=(server, dossier, edit, row, key),
            )


def _send_edit(server: Server, dossier: Frame, edit: Frame, row: Frame, key: str) -> None:
    typed = " ".join(str(st.session_state.get(key) or "").split())
    if typed and typed != row.get(str(edit.get("field"))):
        _send(server, dossier, edit_message(edit, row, typed, _spoken(dossier)))


def _spoken(dossier: Frame) -> Language:
    """Return the language that is spoken in the dossier, which a button of the page does not change."""
    return language_in(dossier, language())


def _in_words(artifact: Frame, dossier: Frame) -> Frame:
    """Return an artifact in whose rows the roles are the desk's words for them."""
    desk = desk_of(dossier)

    def told(row: object) -> object:
        role = desk.role(row, language()) if isinstance(row, dict) else ""
        return {**row, "role": role} if isinstance(row, dict) and role else row

    data = {
        name: [told(row) for row in value] if isinstance(value, list) else value
        for name, value in _data(artifact).items()
    }
    return {**artifact, "data": data}


def _data(artifact: Frame) -> Frame:
    data = artifact.get("data")
    return data if isinstance(data, dict) else {}


def _show_file(
    server: Server,
    dossier: Frame,
    text: str,
    title: str,
    kind: Frame,
    key: str,
    fields: Numbered,
) -> None:
    """Show a text as it reads and as it is, to be copied or taken along under a name of its title."""
    preview, raw = st.tabs([word("preview"), word("raw")])
    with preview:
        if fields:
            _show_form(server, dossier, fields, text)
        else:
            st.markdown(reply(text), anchors=False)
    with raw:
        st.code(text, language=None, wrap_lines=True)  # which has a button to copy it
    st.download_button(
        word("download"),
        text,
        file_name=f"{file_stem(title, datetime.now().astimezone().date())}{harmless(kind.get('file'))}",
        mime="text/plain",
        key=f"{key}-file",
        icon=":material/download:",
    )


def _show_replies(
    server: Server, dossier: Frame, artifact: Frame, kind: Frame, number: int
) -> None:
    """Show a button for every row that can be replied to, or a tick where one reply may be to several."""
    reply, data = kind.get("reply"), artifact.get("data")
    rows = data.get(str(kind.get("rows"))) if isinstance(data, dict) else None
    if not isinstance(reply, dict) or not isinstance(rows, list):
        return
    field, key = str(reply.get("unless")), f"reply-{number}"
    waiting = [
        place
        for place, row in enumerate(rows[:MOST_ROWS], start=1)
        if not (isinstance(row, dict) and row.get(field))
    ]
    if reply.get("several"):
        _show_ticks(server, dossier, reply, waiting, key)
        return
    with st.container(horizontal=True, gap="small"):
        for row in waiting:
            st.button(
                bare(told(reply.get("label"), language(), number=row)),
                key=f"{key}-{row}",
                on_click=_send,
                args=(server, dossier, message_of(reply, row, "", _spoken(dossier))),
            )


def _show_ticks(server: Server, dossier: Frame, reply: Frame, waiting: list[int], key: str) -> None:
    """Show a tick for each row that waits, by its number, and a button that replies to those ticked at once."""
    if not waiting:
        return
    with st.form(key, border=False):
        with st.container(horizontal=True, gap="small"):
            for row in waiting:
                st.checkbox(str(row), key=f"{key}-{row}")
        st.form_submit_button(
            bare(told(reply.get("label"), language())),
            on_click=_send_ticked,
            args=(server, dossier, reply, waiting, key),
        )


def _send_ticked(
    server: Server, dossier: Frame, reply: Frame, waiting: list[int], key: str
) -> None:
    if ticked := [row for row in waiting if st.session_state.get(f"{key}-{row}")]:
        numbers = ", ".join(map(str, ticked))
        _send(server, dossier, message_of(reply, numbers, "", _spoken(dossier)))


def _fields_in(text: str, waiting: Numbered) -> dict[str, int]:
    """Return the places of artifacts with a field to fill in whose mark stands in a text, by their hint."""
    hints = {one["hint"] for one in FIELD.finditer(text)}
    known = {str(_data(one).get("hint")): place for place, (_, one) in enumerate(waiting)}
    return {hint: place for hint, place in known.items() if hint in hints}


def _show_form(server: Server, dossier: Frame, waiting: Numbered, text: str = "") -> None:
    """Show a field for each artifact that waits for one, and a button that sends what was typed.

    A field whose mark stands in the text is shown there, in place of the mark.
    """
    kind = desk_of(dossier).artifact_kind(waiting[0][1])
    places, left, behind = _fields_in(text, waiting), [*range(len(waiting))], 0
    with st.form(f"form-{waiting[0][0]}"):
        for mark in FIELD.finditer(text):
            place = places.get(mark["hint"], -1)
            st.markdown(reply(text[behind : mark.start()]), anchors=False)
            behind = mark.end()
            if place in left:  # it is named once more where the questions are listed
                left.remove(place)
                _show_field(waiting, place)
        if text[behind:].strip():
            st.markdown(reply(text[behind:]), anchors=False)
        for place in left:
            _show_field(waiting, place)
        label = told(kind["reply"].get("label"), language())
        st.form_submit_button(
            bare(label), on_click=_send_typed, args=(server, dossier, kind["reply"], waiting)
        )


def _show_field(waiting: Numbered, place: int) -> None:
    number, artifact = waiting[place]
    label = f"{place + 1}. {bare(artifact.get('title'))}"
    st.text_area(label, key=f"typed-{number}", height=68)


def _send_typed(
    server: Server, dossier: Frame, reply: Frame, waiting: list[tuple[int, Frame]]
) -> None:
    typed = [str(st.session_state.get(f"typed-{number}") or "").strip() for number, _ in waiting]
    messages = [
        message_of(reply, place, text, _spoken(dossier))
        for place, text in enumerate(typed, start=1)
        if text
    ]
    if messages:
        _send(server, dossier, "\n".join(messages))


def _send(server: Server, dossier: Frame, message: str) -> None:
    """Send a message, and show how it goes."""
    send(server, str(dossier.get("id")), message)
    show_view(VIEWS[0])
