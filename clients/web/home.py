"""The first page: the desks, or one of them with questions to begin with; and the dossiers there are."""

from typing import NamedTuple

import streamlit as st

from clients.desk import Desk, Desks
from clients.web.address import ask_for_desk, desk_asked_for, language
from clients.web.dossier_list import show_dossiers
from clients.web.service import desk_of, learn_desks
from clients.web.text import bare, literal, note
from clients.web.words import word
from tess_client.wire import Frame, Server

CARDS = 2
"""Cards beside each other; on a narrow screen they stand below each other."""


class Asking(NamedTuple):
    """A first question, and the desk that it is for."""

    message: str
    desk: str


def show_home(server: Server, dossiers: list[Frame]) -> Asking | None:
    """Show the first page; return the question that was asked or picked."""
    desks: Desks = learn_desks(server)
    asked = _show_desk(desks) if is_one_desk(desks) else _show_welcome(desks)
    st.space("small")
    show_dossiers(server, dossiers, desks)
    return asked


def is_one_desk(desks: Desks) -> bool:
    """Return whether the first page is that of one desk: the only one, or the one that was asked for."""
    return len(desks.known) < 2 or bool(desk_asked_for())


def _show_welcome(desks: Desks) -> Asking | None:
    """Show every desk as a card with something to try there."""
    st.title(word("welcome"), anchor=False)
    first = desks.known[0]
    typed = _box(word("first_at", desk=_titled(first)))
    asked = Asking(typed, first.name) if typed else None
    st.header(word("desks"), anchor=False)
    cards = list(enumerate(desks.known))
    for row in range(0, len(cards), CARDS):
        columns = st.columns(CARDS)
        for column, (number, desk) in zip(columns, cards[row : row + CARDS], strict=False):
            with column:
                asked = _show_card(number, desk) or asked
    return asked


def _show_card(number: int, desk: Desk) -> Asking | None:
    """Show what a desk is for, a way to it, and a question that is asked there when it is clicked."""
    asked = None
    with st.container(border=True, gap="small", height="stretch"):
        st.button(
            f"**{_titled(desk)}**",
            key=f"desk-{number}",
            type="tertiary",
            icon=":material/arrow_forward:",
            icon_position="right",
            on_click=ask_for_desk,
            args=(desk.name,),
        )
        note(literal(desk.says("about", language())))
        for example in desk.examples(language())[:1]:
            note(f"{word('example')}:")
            if st.button(bare(example), key=f"example-{number}", width="stretch"):
                asked = Asking(example, desk.name)
    return asked


def _show_desk(desks: Desks) -> Asking | None:
    """Show one desk: what it is for, a box to ask it in, and what to begin with."""
    desk = desk_of({})
    st.title(literal(desk.says("about", language())) or "TESS", anchor=False)
    st.markdown(literal(desk.says("opening", language())))
    picked = _box(word("first"))
    if examples := desk.examples(language()):
        note(word("try"))
    with st.container(gap="xsmall"):
        for number, question in enumerate(examples):
            if st.button(bare(question), key=f"question-{number}", width="stretch"):
                picked = question
    if len(desks.known) > 1:
        st.button(
            word("every_desk"),
            key="every-desk",
            type="tertiary",
            icon=":material/arrow_back:",
            on_click=ask_for_desk,
            args=("",),
        )
    return Asking(picked, desk.name) if picked else None


def _box(placeholder: str) -> str | None:
    with st.container():  # in the page: only a conversation keeps it at the bottom
        return st.chat_input(placeholder, key="ask", submit_mode="disable")


def _titled(desk: Desk) -> str:
    return bare(desk.says("title", language())) or desk.name


def show_steps() -> None:
    """Show how a conversation goes, where later the sources stand, at a desk where these are chosen for an answer."""
    desk = desk_of({})
    if not (desk.says("approve", language()) and desk.has_day):
        return
    st.header(word("how"), anchor=False)
    for step in ("step_1", "step_2", "step_3"):
        st.markdown(word(step))
