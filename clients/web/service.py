"""The server as the page reaches it, and what is told where it refuses."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st

from clients.desk import Desk, Desks, desks_of
from clients.web.address import desk_asked_for, language
from clients.web.login import token_given
from clients.web.text import literal
from tess_client.wire import DEFAULT_URL, Frame, Server, WireError

KEPT_SECONDS = 5.0


def connected() -> Server:
    """Return the server that the settings name; ``ValueError`` where they name none, ``OSError`` for a token's file."""
    server = Server(os.environ.get("TAX_WS_URL") or DEFAULT_URL, token_given())
    server.language = language()
    return server


def sentence(error: WireError) -> str:
    """Return what is wrong and what to do, as one line of Markdown."""
    return literal(error.frame(language())["error"])


def learn_desks(server: Server) -> Desks:
    """Ask the server for its desks, for what is drawn from now on; raises ``WireError``."""
    desks: Desks = remembered("desks", lambda: desks_of(server))
    st.session_state["desks"] = desks
    return desks


def remembered(name: str, ask: Callable[[], Any]) -> Any:
    """Return what the server said of itself; asked again after some seconds only, as each click draws the page."""
    asked, told = st.session_state.get(f"remembered-{name}", (0.0, None))
    if not asked or time.monotonic() - asked > KEPT_SECONDS:
        told = ask()
        st.session_state[f"remembered-{name}"] = (time.monotonic(), told)
    return told


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
    """Return the turns of a dossier; none where the server can't tell them."""
    try:
        return _of_version(server, dossier, "journal")
    except WireError:
        return []  # the conversation can be read without it


def log(server: Server, dossier: Frame) -> list[Frame]:
    """Return the turns of a dossier in brief; raises ``WireError``."""
    return _of_version(server, dossier, "log")


def _of_version(server: Server, dossier: Frame, what: str) -> list[Frame]:
    """Return a list of the dossier, kept until that has another version, as every click draws the page again."""
    named = (str(dossier.get("id")), dossier.get("version"))
    kept = st.session_state.get(what)
    if not kept or kept[0] != named:
        rows = server.listing("/dossiers", named[0], what)
        kept = st.session_state[what] = (named, rows)
    return list(kept[1])
