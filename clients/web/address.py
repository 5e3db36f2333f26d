"""Where the page is: its address names dossier, view and language, so that a link or a second tab shows the same."""

import os

import streamlit as st

from tess_client.language import language_in
from tess_client.wire import Language

NEW = ""  # stands for the dossier that the first message will make
EVERY_DESK = "*"  # stands for no desk in particular, where the settings name one
VIEWS = ("conversation", "timeline", "compare", "artifacts")


def language() -> Language:
    """Return the language of the page: the one in its address, else the browser's; replies do not change it."""
    browsers: Language = "en" if (st.context.locale or "").startswith("en") else "nl"
    return language_in({"language": st.query_params.get("lang")}, browsers)


def current() -> str:
    """Return the id of the dossier that is open; empty for none."""
    return st.query_params.get("dossier", NEW)


def desk_asked_for() -> str:
    """Return the name of the desk for new dossiers: the one in the address, else in the settings; empty for any."""
    named = st.query_params.get("desk") or os.environ.get("TESS_DESK", "")
    return "" if named == EVERY_DESK else named


def ask_for_desk(name: str) -> None:
    """Make this the desk of the next dossier, or none in particular."""
    if name or os.environ.get("TESS_DESK"):
        st.query_params["desk"] = name or EVERY_DESK
    else:
        st.query_params.pop("desk", None)


def view() -> str:
    """Return which side of the dossier is shown."""
    named = st.query_params.get("view", VIEWS[0])
    return named if named in VIEWS else VIEWS[0]


def open_dossier(dossier_id: str) -> None:
    """Make this dossier the page's address, its conversation first."""
    st.session_state.pop("failed", None)
    st.query_params.pop("view", None)
    if dossier_id == NEW:
        st.query_params.pop("dossier", None)
    else:
        st.query_params["dossier"] = dossier_id


def show_view(name: str) -> None:
    """Make this side of the dossier the page's address."""
    if name == VIEWS[0]:
        st.query_params.pop("view", None)
    else:
        st.query_params["view"] = name
