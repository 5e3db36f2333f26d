"""The conversation: every message, replies with an answer from the answer's own data."""

from dataclasses import replace

import streamlit as st

from clients.desk import choices_in, without_choices
from clients.web.answer import show_answer
from clients.web.reading import Said, said_in
from clients.web.text import bare, markdown
from clients.web.words import word
from wire_client import Frame, harmless

USER, TESS, PAGE = ":material/person:", ":material/balance:", ":material/checklist:"


def show_conversation(dossier: Frame, journal: list[Frame]) -> None:
    """Show every message of the dossier; the replies that the last one offers are buttons below it."""
    messages = said_in(dossier, journal)
    for said in messages[:-1]:
        show_said(said, dossier)
    for last in messages[-1:]:
        asked = without_choices(last.content, choices_in(dossier))
        show_said(replace(last, content=asked), dossier)


def show_choices(dossier: Frame) -> str | None:
    """Show the replies that the dossier offers to what it asks; return the one that was picked."""
    picked = None
    with st.container(horizontal=True, gap="small"):
        for number, choice in enumerate(choices_in(dossier)):
            if st.button(bare(choice), key=f"choice-{number}"):
                picked = choice
    return picked


def show_said(said: Said, dossier: Frame) -> None:
    """Show one message: a reply as Markdown or as its answer, the user's own words as they were typed."""
    if said.role == "user":
        show_words(said.content)
        return
    with st.chat_message("assistant", avatar=PAGE if said.told_by_page else TESS):
        if said.answers:
            for answer in said.answers:
                show_answer(answer, dossier)
        elif said.withdrawn:
            with st.expander(word("withdrawn"), icon=":material/undo:"):
                st.markdown(reply(said.content), anchors=False)
        else:
            st.markdown(reply(said.content), anchors=False)


def show_words(words: str) -> None:
    """Show what the user said."""
    with st.chat_message("user", avatar=USER):
        st.text(harmless(words))


def reply(text: str) -> str:
    """Return a reply's Markdown, its headings at the level that they have on this page."""
    lines = markdown(text).split("\n")
    return "\n".join(f"#{line}" if line.startswith("#") else line for line in lines)
