"""The server as the page reaches it, and what is told where it refuses."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from clients.desk import Desk, Desks, desks_of
from clients.web.address import desk_asked_for, language
from clients.web.text import literal
from wire_client import DEFAULT_URL, Frame, Server, WireError


def connected() -> Server:
    """Return the server that the settings name; ``ValueError`` where they name none, ``OSError`` for a token's file."""
    server = Server(os.environ.get("TAX_WS_URL") or DEFAULT_URL)
    server.language = language()
    return server


def sentence(error: WireError) -> str:
    """Return what is wrong and what to do, as one line of Markdown."""
    return literal(error.frame(language())["error"])


def learn_desks(server: Server) -> Desks:
    """Ask the server for its desks, for what is drawn from now on; raises ``WireError``."""
    desks = st.session_state["desks"] = desks_of(server)
    return desks


def desk_of(dossier: Frame) -> Desk:
    """Return the desk of a dossier, or that of the next one; raises ``NoSuchDesk``."""
    desks: Desks = st.session_state.get("desks", Desks())
    return desks.of(dossier) if dossier.get("desk") else desks.chosen(desk_asked_for())


@contextmanager
def refusals_told() -> Iterator[None]:
    """Keep what the server refuses in the block, so that the page says it when it is drawn next."""
    try:
        yield
    except WireError as error:
        st.session_state["refused"] = sentence(error)


def show_refusal() -> None:
    """Say once what was refused since the page was last drawn."""
    if told := st.session_state.pop("refused", ""):
        st.error(told, icon=":material/error:")


def journal(server: Server, dossier: Frame) -> list[Frame]:
    """Return the turns of a dossier; none where the server can't tell them.

    Kept until the dossier has another version, as every click draws the page anew.
    """
    named = (str(dossier.get("id")), dossier.get("version"))
    kept = st.session_state.get("journal")
    if not kept or kept[0] != named:
        try:
            entries = server.listing("/dossiers", named[0], "journal")
        except WireError:
            entries = []  # the conversation can be read without it
        kept = st.session_state["journal"] = (named, entries)
    return list(kept[1])
