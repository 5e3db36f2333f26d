"""The first page: what TESS does, three questions to begin with, and the dossiers there are."""

import streamlit as st

from clients.web.address import language, open_dossier
from clients.web.changes import in_words
from clients.web.service import desk_of
from clients.web.text import bare, literal, moment, note
from clients.web.words import word
from wire_client import Frame, Server, WireError

AT_ONCE = {"dossiers": 6, "found": 20}


def show_home(server: Server, dossiers: list[Frame]) -> str | None:
    """Show the first page; return the question that was asked or picked."""
    desk = desk_of({})
    st.title(literal(desk.says("about", language())) or "TESS", anchor=False)
    st.markdown(literal(desk.says("opening", language())))
    picked: str | None
    with st.container():  # in the page: only a conversation keeps it at the bottom
        picked = st.chat_input(word("first"), key="ask", submit_mode="disable")
    if examples := desk.examples(language()):
        note(word("try"))
    with st.container(gap="xsmall"):
        for number, question in enumerate(examples):
            if st.button(bare(question), key=f"question-{number}", width="stretch"):
                picked = question
    st.space("small")
    st.header(word("dossiers"), anchor=False)
    if not dossiers:
        note(word("no_dossiers"))
        return picked
    text = st.text_input(word("find"), key="find", icon=":material/search:", max_chars=200)
    if text.strip():
        _show_found(server, text.strip())
    else:
        _show_recent(server, dossiers)
    return picked


def show_steps() -> None:
    """Show how a conversation goes, where later the sources stand."""
    st.header(word("how"), anchor=False)
    for step in ("step_1", "step_2", "step_3"):
        st.markdown(word(step))


def shown(what: str = "dossiers") -> int:
    """Return how many dossiers are shown, of all or of those found; more, once more were asked for."""
    return int(st.session_state.get(f"{what}_shown", AT_ONCE[what]))


def _show_found(server: Server, text: str) -> None:
    if st.session_state.get("found_text") != text:
        st.session_state["found_text"] = text
        st.session_state.pop("found_shown", None)
    found = server.rows("found", shown("found") + 1, "/find", text=text)
    more = len(found) > shown("found")
    found = found[: shown("found")]
    told = "found_in" if found else "found_nothing"
    note(word(told, text=literal(text), count=f"{len(found)}{'+' if more else ''}"))
    for row in found:
        _show_row(str(row.get("dossier_id")), row.get("title"), literal(row.get("excerpt"), 160))
    _offer_more("found", more)


def _show_recent(server: Server, dossiers: list[Frame]) -> None:
    for dossier in dossiers[: shown()]:
        _show_row(str(dossier.get("id")), dossier.get("title"), _last_change(server, dossier))
    _offer_more("dossiers", len(dossiers) > shown())


def _offer_more(what: str, more: bool) -> None:
    if more and st.button(word("more"), key=f"more-{what}"):
        st.session_state[f"{what}_shown"] = shown(what) + 4 * AT_ONCE["dossiers"]
        st.rerun()


def _show_row(dossier_id: str, title: object, about: str) -> None:
    with st.container(border=True, gap="xsmall"):
        st.button(
            literal(title, 120) or word("untitled"),
            key=f"open-{dossier_id}",
            type="tertiary",
            icon=":material/folder_open:",
            on_click=open_dossier,
            args=(dossier_id,),
            wrap=False,
        )
        if about:
            note(about)


def _last_change(server: Server, dossier: Frame) -> str:
    """Return when a dossier changed last, and what changed; nothing where it can't be read."""
    try:
        log = server.listing("/dossiers", str(dossier.get("id")), "log")
    except WireError:
        return ""  # the dossier itself says what is wrong with it
    if not log:
        return ""
    told = (moment(log[-1].get("time"), language()), in_words(log[-1], desk_of(dossier), most=0))
    return " · ".join(filter(None, told))
