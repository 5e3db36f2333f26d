"""What can be done at a desk of documentation without words: choose what is searched, and rate an answer."""

import streamlit as st

from clients.desk import rating_in, scope_in, searched_in, versions_in
from clients.web.address import open_dossier
from clients.web.service import connected, desk_of, refusals_told
from clients.web.text import bare, note
from clients.web.words import word
from tess_client.wire import Frame, Server, WireError, dossier_id_in, harmless, rows_in

LONGEST_WHY = 2_000


def show_scope(server: Server, dossier: Frame) -> None:
    """Show in which collections the dossier is searched, and of which version, to be chosen again.

    With none yet, what is chosen makes one.
    """
    if not desk_of(dossier).takes("scope"):
        return
    try:
        found = rows_in(server.page("/collections"), "collections")
    except WireError:
        return  # what is searched can still be said in words
    chosen, version = scope_in(dossier)
    names = [harmless(one.get("name")) for one in found]
    searched = searched_in(found, chosen)
    rows = (one for one in found if harmless(one.get("name")) in searched)
    versions = list(dict.fromkeys(one for row in rows for one in versions_in(row)))
    st.header(word("scope"), anchor=False)
    # The dossier decides, whoever changed it; what it names may be gone from the server.
    st.session_state["scope-names"] = chosen
    st.session_state["scope-version"] = version
    dossier_id = harmless(dossier.get("id"))
    st.multiselect(
        word("collections"),
        list(dict.fromkeys([*names, *chosen])),
        key="scope-names",
        format_func=bare,
        placeholder=word("every_collection"),
        on_change=_chosen,
        args=(dossier_id,),
    )
    if versions or version:
        st.selectbox(
            word("version_of"),
            list(dict.fromkeys(["", *versions, version])),
            key="scope-version",
            format_func=lambda one: bare(one) or word("any_version"),
            on_change=_chosen,
            args=(dossier_id,),
        )
    if not found:
        note(word("no_collections"))


def _chosen(dossier_id: str) -> None:
    names, version = st.session_state["scope-names"], st.session_state.get("scope-version", "")
    with refusals_told():
        body: Frame = {"collections": names, "version": version}
        if dossier_id:
            connected().change(body, "/dossiers", dossier_id, "scope")
        else:
            made = connected().change({**body, "desk": desk_of({}).name}, "/scope")
            open_dossier(dossier_id_in(made))


def show_rating(answer: Frame, dossier: Frame) -> None:
    """Show whether an answer helped, to be said or said again."""
    if not desk_of(dossier).takes("feedback"):
        return
    answer_id, rated = harmless(answer.get("id")), rating_in(dossier, answer)
    told = (str(dossier.get("id")), answer_id)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            word("helped"),
            key=f"up-{answer_id}",
            icon=":material/thumb_up:",
            type="primary" if rated is True else "secondary",
            on_click=_rate,
            args=(*told, True),
        )
        with st.popover(
            word("not_helped"),
            icon=":material/thumb_down:",
            type="primary" if rated is False else "secondary",
        ):
            st.text_area(word("why"), key=f"why-{answer_id}", max_chars=LONGEST_WHY)
            st.button(word("save"), key=f"down-{answer_id}", on_click=_rate, args=(*told, False))


def _rate(dossier_id: str, answer_id: str, up: bool) -> None:
    why = "" if up else st.session_state.get(f"why-{answer_id}", "")
    with refusals_told():
        body = {"answer": answer_id, "up": up, "why": why}
        connected().change(body, "/dossiers", dossier_id, "feedback")
