"""The list of dossiers: each with its desk, its age and its labels, to be searched, narrowed down and archived."""

from collections.abc import Sequence

import streamlit as st

from clients.desk import Desks, age_of
from clients.web.address import language, open_dossier
from clients.web.service import connected, desk_of, refusals_told
from clients.web.text import bare, literal, note
from clients.web.words import word
from tess_client.wire import Frame, Server, harmless

AT_ONCE = {"dossiers": 6, "found": 20}


def show_dossiers(server: Server, dossiers: list[Frame], desks: Desks) -> None:
    """Show the dossiers there are, the last ones or those that are looked for; ``dossiers`` are the last ones."""
    st.header(word("dossiers"), anchor=False)
    is_archive = bool(st.session_state.get("archive"))
    if not dossiers and not is_archive:
        note(word("no_dossiers"))
    else:
        with st.container(key="look-for"):
            text = st.text_input(word("find"), key="find", icon=":material/search:", max_chars=200)
            wanted = _wanted(dossiers, desks)
        if text.strip() and not wanted and not is_archive:
            _show_found(server, text.strip())
        elif wanted or is_archive or text.strip():
            query = {**wanted, "archived": str(is_archive).lower(), "words": text.strip()}
            given = {name: value for name, value in query.items() if value}
            some = server.rows("dossiers", shown() + 1, "/dossiers", **given)
            if not some:
                note(word("none_so"))
            _show_rows(some)
        else:
            _show_rows(dossiers)
    st.toggle(word("archive"), key="archive")


def shown(what: str = "dossiers") -> int:
    """Return how many dossiers are shown, of all or of those found; more, once more were asked for."""
    return int(st.session_state.get(f"{what}_shown", AT_ONCE[what]))


def labels_of(dossier: Frame) -> list[str]:
    """Return the labels of a dossier or of its line in the list."""
    labels = dossier.get("labels")
    return [harmless(one) for one in labels if harmless(one)] if isinstance(labels, list) else []


def show_order(dossier: Frame) -> None:
    """Show a dossier's labels, to be given and taken away, and put it into the archive or out of it."""
    dossier_id, labels = str(dossier.get("id")), labels_of(dossier)
    with st.popover(word("order"), icon=":material/label:"):
        key = f"labels-{dossier_id}"
        st.session_state[key] = labels  # the dossier decides, whoever changed it
        st.multiselect(
            word("labels"),
            labels,
            key=key,
            format_func=bare,
            accept_new_options=True,
            placeholder=word("new_label"),
            on_change=_label,
            args=(dossier_id, labels),
        )
        _show_archiving(dossier, dossier_id)


def show_labels(labels: Sequence[str]) -> None:
    """Show labels as badges, beside each other."""
    if labels:
        with st.container(horizontal=True, gap="xsmall"):
            for label in labels:
                st.badge(bare(label), icon=":material/label:", color="gray")


def _wanted(dossiers: list[Frame], desks: Desks) -> Frame:
    """Show by what the list can be narrowed down; return what was chosen."""
    labels = sorted({label for one in dossiers for label in labels_of(one)} | _chosen_label())
    titles = {one.name: bare(one.says("title", language())) or one.name for one in desks.known}
    wanted: Frame = {}
    with st.container(horizontal=True, gap="small"):
        if len(titles) > 1:
            wanted["desk"] = st.selectbox(
                word("desk"),
                ["", *titles],
                key="list-desk",
                format_func=lambda one: titles.get(one) or word("any_desk"),
            )
        if labels:
            wanted["label"] = st.selectbox(
                word("label"),
                ["", *labels],
                key="list-label",
                format_func=lambda one: bare(one) or word("any_label"),
            )
    return {name: value for name, value in wanted.items() if value}


def _chosen_label() -> set[str]:
    return {str(one) for one in [st.session_state.get("list-label")] if one}


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
        with st.container(border=True, gap="xsmall"):
            _show_title(str(row.get("dossier_id")), row.get("title"))
            if excerpt := literal(row.get("excerpt"), 160):
                note(excerpt)
    _offer_more("found", more)


def _show_rows(dossiers: list[Frame]) -> None:
    for dossier in dossiers[: shown()]:
        dossier_id = str(dossier.get("id"))
        with st.container(border=True, gap="xsmall"):
            _show_title(dossier_id, dossier.get("title"))
            with st.container(
                horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"
            ):
                st.markdown(f":small[{_about(dossier)}]", width="content")
                _show_archiving(dossier, dossier_id)
            show_labels(labels_of(dossier))
    _offer_more("dossiers", len(dossiers) > shown())


def _about(dossier: Frame) -> str:
    """Return at which desk a dossier is, and how old what is in it."""
    changed = dossier.get("updated_at") or dossier.get("created_at")
    desk = desk_of(dossier)
    named = literal(desk.says("title", language()) or desk.name)
    return " · ".join(filter(None, [named, age_of(changed, language())]))


def _show_title(dossier_id: str, title: object) -> None:
    st.button(
        literal(title, 120) or word("untitled"),
        key=f"open-{dossier_id}",
        type="tertiary",
        icon=":material/folder_open:",
        on_click=open_dossier,
        args=(dossier_id,),
        wrap=False,
    )


def _show_archiving(dossier: Frame, dossier_id: str) -> None:
    is_archived = dossier.get("archived") is True
    st.button(
        word("unarchive" if is_archived else "to_archive"),
        key=f"archive-{dossier_id}",
        type="tertiary",
        icon=":material/unarchive:" if is_archived else ":material/archive:",
        on_click=_archive,
        args=(dossier_id, not is_archived),
    )


def _offer_more(what: str, more: bool) -> None:
    if more and st.button(word("more"), key=f"more-{what}"):
        st.session_state[f"{what}_shown"] = shown(what) + 4 * AT_ONCE["dossiers"]
        st.rerun()


def _archive(dossier_id: str, is_on: bool) -> None:
    with refusals_told():
        connected().change({"on": is_on}, "/dossiers", dossier_id, "archive")


def _label(dossier_id: str, before: list[str]) -> None:
    now = [str(one).strip() for one in st.session_state[f"labels-{dossier_id}"]]
    body = {
        "add": [one for one in now if one and one not in before],
        "remove": [one for one in before if one not in now],
    }
    with refusals_told():
        connected().change(body, "/dossiers", dossier_id, "labels")
