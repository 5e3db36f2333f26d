"""The conversation: every message, replies with an answer from the answer's own data."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

import streamlit as st

from clients.desk import (
    SHORT_DIGEST,
    approval_in,
    choices_in,
    digest_of,
    plans_in,
    without_choices,
)
from clients.web.address import language
from clients.web.answer import show_answer
from clients.web.drawing import show_beside
from clients.web.reading import PastMessage, first_drawn, past_messages
from clients.web.replies import reply
from clients.web.service import desk_of
from clients.web.shown_picture import show_picture
from clients.web.text import bare
from clients.web.words import word
from tess_client.wire import Frame, harmless

COLOURS: Mapping[str, Literal["green", "blue", "orange"]] = {
    "done": "green",
    "request": "blue",
    "continue": "blue",
    "fail": "orange",
}
"""Of the word for how a turn ended; the word tells it, whatever the colour."""

USER, TESS, PAGE = ":material/person:", ":material/balance:", ":material/checklist:"

AT_ONCE, AT_A_TIME = 10, 6
"""Messages that are drawn at most, the last ones, and that make room together: as long as the first one stays, what
was drawn keeps its place, and the browser draws only what is new."""


def show_conversation(dossier: Frame, journal: list[Frame]) -> None:
    """Show every message of the dossier; the replies that the last one offers are buttons below it."""
    messages = past_messages(dossier, journal)
    kept = f"messages_shown-{dossier.get('id')}"
    shown = int(st.session_state.get(kept, AT_ONCE))
    first = first_drawn(len(messages), shown, AT_A_TIME)
    if first:
        st.button(
            word("earlier_messages", count=first),
            key="earlier-messages",
            type="tertiary",
            icon=":material/history:",
            on_click=st.session_state.update,
            args=({kept: shown + 4 * AT_ONCE},),
        )
    with st.container():
        for said in messages[first:-1]:
            show_past_message(said, dossier)
        for last in messages[-1:]:
            asked = without_choices(last.content, choices_in(dossier))
            show_past_message(replace(last, content=asked), dossier)


def show_choices(dossier: Frame, entries: list[Frame]) -> str | None:
    """Show the replies that the dossier offers to what it asks; return the one that was picked."""
    picked = None
    approval = approval_in(dossier, entries, desk_of(dossier), language())
    with st.container(horizontal=True, gap="small"):
        if approval and st.button(
            bare(approval), key="approve", type="primary", icon=":material/check:"
        ):
            picked = approval
        for number, choice in enumerate(choices_in(dossier)):
            if st.button(bare(choice), key=f"choice-{number}", wrap=True):
                picked = choice
    return picked


def show_plans(dossier: Frame) -> Frame | None:
    """Show a button for every plan that waits for a person; return the plan that was confirmed by it."""
    confirmed = None
    for number, plan in enumerate(plans_in(dossier)):
        named = word(
            "confirm", title=bare(plan.get("title")), digest=digest_of(plan)[:SHORT_DIGEST]
        )
        if st.button(named, key=f"confirm-{number}", type="primary", icon=":material/task_alt:"):
            confirmed = plan
    return confirmed


def show_past_message(said: PastMessage, dossier: Frame) -> None:
    """Show one message: a reply as Markdown or as its answer, the user's own words as they were typed."""
    if said.role == "user":
        show_words(said.content)
        return
    with st.chat_message("assistant", avatar=PAGE if said.told_by_page else TESS):
        if said.answers:
            for answer in said.answers:
                show_answer(answer, dossier)
            show_beside(said.made, dossier)
        elif said.withdrawn:
            with st.expander(word("withdrawn"), icon=":material/undo:"):
                st.markdown(reply(said.content), anchors=False)
        else:
            st.markdown(reply(said.content), anchors=False)
        for picture in said.pictures:
            show_picture(picture, dossier)
        if outcome := desk_of(dossier).outcome({"outcome": said.outcome}, language()):
            st.badge(bare(outcome), color=COLOURS.get(said.outcome, "gray"))


def show_words(words: str) -> None:
    """Show what the user said."""
    with st.chat_message("user", avatar=USER):
        st.text(harmless(words))
