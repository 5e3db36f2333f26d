"""What stands above a dossier: its name and state, and what can be done with all of it."""

from datetime import date
from functools import partial

import streamlit as st

from clients.desk import made_in
from clients.file_names import file_stem
from clients.web import address
from clients.web.address import VIEWS, language, show_view
from clients.web.dossier_list import labels_of, show_labels, show_order
from clients.web.reading import title_of
from clients.web.service import connected, desk_of, refusals_told
from clients.web.text import bare, day, literal, moment, note, one_line
from clients.web.words import word
from tess_client.wire import Frame, rows_in

FORMATS = {
    "pdf": ("PDF", "application/pdf"),
    "docx": ("Word", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    "html": ("HTML", "text/html"),
    "md": ("Markdown", "text/markdown"),
    "json": ("JSON", "application/json"),
}


def show_head(dossier: Frame, changed_at: object) -> None:
    """Show the dossier's name and state, its views and its tools."""
    st.title(literal(title_of(dossier), 110) or word("untitled"), anchor=False)
    note(" · ".join(_state(dossier, changed_at)))
    show_labels(labels_of(dossier))
    with st.container(horizontal=True, horizontal_alignment="distribute", gap="small"):
        st.session_state["view"] = address.view()
        st.segmented_control(
            word("view"),
            VIEWS if made_in(dossier) else VIEWS[:-1],
            key="view",
            required=True,
            format_func=word,
            on_change=lambda: show_view(st.session_state["view"]),
            label_visibility="collapsed",
        )
        with st.container(horizontal=True, width="content", gap="xsmall"):
            _show_rename(dossier)
            show_order(dossier)
            if desk_of(dossier).has_day:
                _show_day(dossier)
            _show_export(dossier)


def _state(dossier: Frame, changed_at: object) -> list[str]:
    desk, spoken = desk_of(dossier), language()
    told = [word("version", version=dossier.get("version"))]
    if when := moment(changed_at, spoken):
        told.append(word("changed", moment=when))
    if of_day := day(dossier.get("as_of"), spoken):
        told.append(f"**{literal(desk.day('of', spoken))} {of_day}**")
    if dossier.get("archived") is True:
        told.append(word("archived"))
    if dossier.get("on_hold"):
        told.append(word("on_hold"))
    return told


def _show_rename(dossier: Frame) -> None:
    with (
        st.popover(word("rename"), icon=":material/edit:"),
        st.form("rename", border=False),
    ):
        title = st.text_input(word("title"), value=one_line(title_of(dossier), 120), max_chars=120)
        if st.form_submit_button(word("save")):
            _change(dossier, {"title": title.strip()}, "title")


def _show_day(dossier: Frame) -> None:
    desk, spoken = desk_of(dossier), language()
    with st.popover(bare(desk.day("label", spoken)), icon=":material/calendar_month:"):
        note(literal(desk.day("help", spoken)))
        with st.form("day", border=False):
            chosen = st.date_input(
                bare(desk.day("label", spoken)),
                value=_date(dossier.get("as_of")),
                min_value=date(1900, 1, 1),
                max_value=date(2100, 12, 31),
                format="DD-MM-YYYY",
            )
            with st.container(horizontal=True):
                use = st.form_submit_button(word("use_day"))
                latest = bare(desk.day("today", spoken))
                back = st.form_submit_button(latest, disabled=not dossier.get("as_of"))
        if back:
            _change(dossier, {"day": None}, "as-of")
        elif use and isinstance(chosen, date):
            _change(dossier, {"day": chosen.isoformat()}, "as-of")


def _date(text: object) -> date:
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        return date.today()  # noqa: DTZ011  # a proposal, in the reader's own calendar


def _change(dossier: Frame, body: Frame, what: str) -> None:
    with refusals_told():
        connected().change(body, "/dossiers", str(dossier.get("id")), what)
    st.rerun()


def _show_export(dossier: Frame) -> None:
    dossier_id = str(dossier.get("id"))
    answers = {str(one.get("id")): one for one in reversed(rows_in(dossier, "answers"))}
    with st.popover(word("export"), icon=":material/download:"):
        if answers:
            chosen = _chosen_answer(answers)
            title = str(dossier.get("title") or answers[chosen].get("question"))
            note(word("export_help"))
            with st.container(horizontal=True, gap="small"):
                for name, (label, kind) in FORMATS.items():
                    st.download_button(
                        label,
                        data=partial(_memo, dossier_id, name, chosen),
                        file_name=f"{file_stem(title, date.today())}.{name}",  # noqa: DTZ011  # the reader's own day
                        mime=kind,
                        key=f"export-{name}",
                        on_click="ignore",
                    )
        else:
            note(word("no_answer"))
        note(word("pack_help"))
        st.download_button(
            word("pack"),
            data=lambda: connected_file(dossier_id, "pack"),
            file_name=f"{dossier_id}.tess",
            mime="application/vnd.tess.pack",
            key="export-pack",
            on_click="ignore",
        )


def _chosen_answer(answers: dict[str, Frame]) -> str:
    names = list(answers)
    if len(names) == 1:
        return names[0]
    return str(
        st.selectbox(
            word("export_answer"),
            names,
            key="export_answer",
            format_func=lambda one: f"{one}: {one_line(answers[one].get('question'), 60)}",
        )
    )


def _memo(dossier_id: str, kind: str, answer: str) -> bytes:
    return connected_file(dossier_id, "export", format=kind, answer=answer)


def connected_file(dossier_id: str, *names: str, **query: str) -> bytes:
    """Return a file of the dossier; it is made when it is asked for."""
    return connected().file("/dossiers", dossier_id, *names, **query)
