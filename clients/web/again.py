"""Saying the last message again, as it was or otherwise: what it changed is taken back first, and nothing is erased."""

import streamlit as st

from clients.web.past import past
from clients.web.text import note
from clients.web.words import word
from tess_client.wire import Frame, Server, harmless


def said_last(entries: list[Frame]) -> Frame:
    """Return the last turn that a message made; nothing where its words are gone, or confirmed a plan."""
    said = [one for one in entries if isinstance(one.get("request"), dict)]
    last = said[-1] if said else {}
    request = last.get("request") or {}
    return last if harmless(request.get("message")).strip() and not request.get("confirm") else {}


def show_again(dossier: Frame, entries: list[Frame]) -> str | None:
    """Show what can be done with the last message; return it where it is to be said again as it was."""
    last = said_last(entries)
    if not last:
        return None
    dossier_id, message = str(dossier.get("id")), harmless(last["request"].get("message"))
    if st.session_state.get("editing") == dossier_id:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            note(word("editing"))
            st.button(word("keep_message"), key="keep-message", on_click=_edit, args=("", ""))
        return None
    with st.container(horizontal=True, gap="small"):
        st.button(
            word("edit_message"),
            key="edit-message",
            type="tertiary",
            icon=":material/edit:",
            on_click=_edit,
            args=(dossier_id, message),
        )
        if st.button(
            word("say_again"), key="say-again", type="tertiary", icon=":material/refresh:"
        ):
            return message
    return None


def is_edited(dossier_id: str) -> bool:
    """Return whether what is typed now takes the place of the last message, and forget it."""
    is_this = bool(dossier_id) and st.session_state.get("editing") == dossier_id
    st.session_state.pop("editing", None)
    return is_this


def take_back(server: Server, dossier: Frame, entries: list[Frame]) -> None:
    """Take back what the last message changed, unless something was done since; raises ``WireError``."""
    last, here = said_last(entries), ("/dossiers", str(dossier.get("id")))
    standing = past(server.listing(*here, "log")).standing
    if last and standing and standing[-1] == last.get("version"):
        server.change({"turns": 1}, *here, "undo")


def _edit(dossier_id: str, message: str) -> None:
    """Put the message into the box, to be sent otherwise."""
    st.session_state["editing"] = dossier_id
    st.session_state["ask"] = message
