"""The page as a whole: dossiers and sources at the side, the conversation or another view beside them."""

import os

import streamlit as st

from clients.desk import NoSuchDesk
from clients.web import address
from clients.web.address import NEW, desk_asked_for, language, open_dossier
from clients.web.again import is_edited, show_again, take_back
from clients.web.artifacts import show_artifacts
from clients.web.compare import show_comparison
from clients.web.conversation import show_choices, show_conversation, show_plans
from clients.web.documentation import show_scope
from clients.web.dossier_list import shown
from clients.web.dossier_tools import show_head
from clients.web.history import show_history
from clients.web.home import is_one_desk, show_home, show_steps
from clients.web.live import show_live_region
from clients.web.login import REFUSED, show_login, show_logout
from clients.web.logo import ICON, logo
from clients.web.reading import title_of
from clients.web.sending import confirm, follow, send, show_failure, under_way
from clients.web.service import (
    connected,
    desk_of,
    journal,
    learn_desks,
    log,
    refusals_told,
    remembered,
    sentence,
    show_refusal,
)
from clients.web.sources import show_sources
from clients.web.text import literal, markdown, note, one_line
from clients.web.upload import show_upload
from clients.web.words import word
from tess_client.wire import Asked, Frame, Server, WireError

SIDE = 400
LOOK_SECONDS = 4.0
NARROW = """
<style>
[data-testid=stChatMessage] { scroll-margin-top: 4.5rem; }
[data-testid=stMarkdown] blockquote { opacity: 1; }
[data-testid=stBaseButton-tertiary] { text-align: start; }
[data-testid=stMarkdown] pre code { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 640px) {
  [data-testid=stMainBlockContainer] { padding-top: 4.5rem; }
  [data-testid=stMainBlockContainer] h1 { font-size: 1.6rem; padding-top: 0; }
  [data-testid=stButtonGroup] button { padding-inline: 0.5rem; }
  [data-testid=stChatMessage] { flex-direction: column; gap: 0.25rem; padding-inline: 0.5rem; }
  [data-testid=stChatMessage] > :last-child { width: 100%; margin-inline: 0; }
  [data-testid=stChatMessage] > :first-child { width: 1.5rem; height: 1.5rem; }
}
</style>
"""
"""Words of others are not paler than ours, and code wraps, as nobody can scroll it with the keyboard. On a phone who
speaks stands above the words, which have all of the width, and headings leave room for what is below them."""

DARK = "<style>[data-testid=stBaseButton-primary] p { color: #14191e; }</style>"
"""What stands on a button that is bright in the dark: Streamlit writes white there."""

RECENT = 50
"""Dossiers that can be chosen beside the page; all are found on the first page."""


def show() -> None:
    """Show the page, or say in words why it can't be shown."""
    st.set_page_config("TESS", ICON, "centered", SIDE)
    st.logo(logo(st.context.theme.type == "dark"), size="large")
    st.html(NARROW + (DARK if st.context.theme.type == "dark" else ""))
    show_live_region()
    try:
        server = connected()
    except ValueError:
        st.error(word("bad_address", url=literal(os.environ.get("TAX_WS_URL"))))
        return
    except OSError as error:
        st.error(word("no_token_file", reason=literal(error.strerror)))
        return
    try:
        _show_page(server)
    except NoSuchDesk as error:
        names = ", ".join(error.names)
        st.error(literal(word("no_desk", desk=desk_asked_for(), names=names)))
    except WireError as error:
        _show_trouble(server, error)


def _show_page(server: Server) -> None:
    """Show the page; raises ``WireError`` where the server can't be read, ``NoSuchDesk`` where it lacks the desk."""
    desks = learn_desks(server)
    desk_of({})
    health = remembered("health", lambda: server.page("/healthz"))
    dossiers = server.rows("dossiers", max(shown() + 1, RECENT), "/dossiers")
    current = address.current()
    asked = under_way(current)
    with st.sidebar:
        _show_choice(dossiers[:RECENT], current)
    dossier = _dossier(server, current, asked)
    with st.sidebar:
        if current:
            show_scope(server, dossier)
            with st.container():  # what stands below keeps its place, and is not made anew
                show_sources(dossier)
            show_upload(dossier)
        else:
            _show_beside_home(server, is_one_desk(desks), health)
        _show_language()
        show_logout()
    show_refusal()
    message, first, is_anew = None, None, False
    entries: list[Frame] = []
    if dossier:
        entries = journal(server, dossier)
        _show_dossier(server, dossier, entries)
    home = None if dossier else st.empty()  # it goes as soon as a first message is under way
    if not asked:
        show_failure(current)
        if home:
            with home.container():
                first = show_home(server, dossiers)
    if current and address.view() == address.VIEWS[0]:
        picked = again = None
        if not asked:
            picked = show_choices(dossier, entries)
            if plan := show_plans(dossier):
                confirm(current, plan)
                asked = under_way(current)
            again = show_again(dossier, entries)
        message = _box(busy=bool(asked or picked or again))
        is_anew = bool(again) or (bool(message) and is_edited(current))
        message = message or again or picked
        if not message and not asked and "failed" not in st.session_state:
            message = st.session_state.pop(f"kept-{current}", None)
        with st.bottom:
            note(_model(health))
    if first:
        send(server, current, *first)
        st.rerun()  # the first page makes room for the conversation
    if message and not asked:
        if is_anew:
            _take_back(server, dossier, entries)
        send(server, current, message)
        asked = under_way(current)
    if asked:
        follow(server, asked)
    if dossier:
        _keep_up(server, current, dossier.get("version"))


def _show_beside_home(server: Server, is_one: bool, health: Frame) -> None:
    """Show beside the first page how a conversation goes, and of one desk what it has."""
    if is_one:
        show_scope(server, {})
    show_steps()
    standing = desk_of({}).standing("note", language()) if is_one else ""
    note(" ".join(filter(None, [_model(health), markdown(standing)])))


def _box(*, busy: bool) -> str | None:
    """Show the box of a conversation, shut while TESS works; return what was sent."""
    return st.chat_input(
        word("ask"), key="ask", submit_mode="disable", disabled=busy, on_submit=_keep_if_busy
    )


def _keep_if_busy() -> None:
    """Keep what was sent just before the box was shut; it goes next."""
    if asked := under_way(address.current()):
        st.session_state[f"kept-{asked.dossier_id}"] = st.session_state["ask"]


def _take_back(server: Server, dossier: Frame, entries: list[Frame]) -> None:
    """Take back what the last message did; where that is refused, say so in place of sending anything."""
    with refusals_told():
        take_back(server, dossier, entries)
        return
    st.rerun()


def _dossier(server: Server, current: str, asked: Asked | None) -> Frame:
    if current == NEW:
        return {}
    try:
        return server.page("/dossiers", current)
    except WireError as error:
        if asked and error.code == "unknown_dossier":
            return {}  # its first turn is under way
        raise


def _show_dossier(server: Server, dossier: Frame, entries: list[Frame]) -> None:
    """Show the dossier's head and the view that is chosen."""
    show_head(dossier, entries[-1].get("time") if entries else None)
    if address.view() == "conversation":
        show_conversation(dossier, entries)
        return
    if address.view() == "artifacts":
        show_artifacts(server, dossier)
        return
    if address.view() == "timeline":
        show_history(dossier, log(server, dossier))
    else:
        show_comparison(server, dossier, log(server, dossier))


def _show_choice(dossiers: list[Frame], current: str) -> None:
    titles = {NEW: word("all"), current: current or word("all")}
    for dossier in dossiers:
        dossier_id = str(dossier.get("id"))
        titles[dossier_id] = f"{one_line(title_of(dossier), 80)} · {dossier_id[-4:]}"
    st.session_state["chosen"] = current
    st.selectbox(
        word("dossier"),
        list(titles),
        key="chosen",
        format_func=lambda one: titles.get(one, one),
        on_change=lambda: open_dossier(st.session_state["chosen"]),
    )
    st.button(
        word("new"),
        on_click=open_dossier,
        args=(NEW,),
        disabled=current == NEW,
        key="new",
        icon=":material/add:",
        width="stretch",
    )


def _show_language() -> None:
    st.session_state["lang"] = language()
    st.radio(
        word("language"),
        ("nl", "en"),
        key="lang",
        format_func=lambda one: {"nl": "Nederlands", "en": "English"}[one],
        on_change=lambda: st.query_params.update(lang=st.session_state["lang"]),
        horizontal=True,
    )


def _model(health: Frame) -> str:
    """Return which model answers."""
    model = literal(health.get("model"))
    return word("offline") if model == "offline" else word("model", model=model)


def _keep_up(server: Server, dossier_id: str, version: object) -> None:
    """Draw the page again once somebody else, or another tab, has changed the dossier."""
    drawn = [version]

    def look() -> None:
        if drawn:
            drawn.clear()  # the page itself was drawn a moment ago
            return
        try:
            now = server.page("/dossiers", dossier_id).get("version")
        except WireError:
            return  # the next click says what is wrong
        if now != version:
            st.rerun()

    st.fragment(look, run_every=LOOK_SECONDS)()


def _show_trouble(server: Server, error: WireError) -> None:
    if error.code in REFUSED:
        show_login(server.url, sentence(error))
        _show_language()
        return
    st.title(word("no_page"), anchor=False)
    st.error(sentence(error), icon=":material/error:")
    note(word("kept"))
    st.button(word("again"), key="reload", icon=":material/refresh:")
    current = address.current()

    def look() -> None:
        try:
            server.page(*(("/dossiers", current) if current else ("/healthz",)))
        except WireError:
            return
        st.rerun()

    st.fragment(look, run_every=LOOK_SECONDS)()
