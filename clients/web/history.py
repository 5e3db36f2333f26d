"""The time line of a dossier: a picture of its turns, and each turn with a way back to it."""

from functools import partial

import streamlit as st

from clients.desk import Desk
from clients.web.address import language
from clients.web.changes import change_in_words, in_words
from clients.web.compare import parts
from clients.web.past import Past, Way, count, past
from clients.web.picture import DARK, LIGHT, Turn, drawn
from clients.web.service import connected, desk_of, refusals_told
from clients.web.text import literal, moment, note
from clients.web.words import word
from tess_client.wire import Frame, rows_in

AT_ONCE = 8
"""Turns that are told, the newest; the picture has all of them."""


def show_history(dossier: Frame, log: list[Frame]) -> None:
    """Show the time line."""
    if not log:
        note(word("empty_timeline"))
        return
    known = past(log)
    _show_picture(log, known, desk_of(dossier))
    st.markdown(word("timeline_help"))
    shown = int(st.session_state.get("turns_shown", AT_ONCE))
    newest = int(log[-1].get("version") or 0)
    for line in list(reversed(log))[:shown]:
        _show_turn(dossier, line, known, newest, log)
    if len(log) > shown and st.button(word("earlier"), key="earlier"):
        st.session_state["turns_shown"] = shown + 4 * AT_ONCE
        st.rerun()


def _show_picture(log: list[Frame], known: Past, desk: Desk) -> None:
    turns = [turn_of(line, known) for line in log]
    legend = (
        word("legend_in"),
        word("legend_out"),
        word("legend_answer"),
        word("legend_undone"),
    )
    colours = DARK if st.context.theme.type == "dark" else LIGHT
    told = " ".join(
        f"{word('turn', version=line.get('version'))}: {in_words(line, desk)}." for line in log
    )
    st.image(
        drawn(turns, legend, colours), alt=word("turns_alt", count=len(log), turns=told)[:4000]
    )


def turn_of(line: Frame, known: Past) -> Turn:
    """Return a turn as it is drawn."""
    version = int(line.get("version") or 0)
    return Turn(
        version=version,
        came=count(line, "found", "put_back"),
        went=count(line, "removed", "left_out"),
        answered=count(line, "answered") > 0,
        taken_back=known.taken_back(version),
        moved=count(line, "undone", "redone") > 0,
    )


def _show_turn(dossier: Frame, line: Frame, known: Past, newest: int, log: list[Frame]) -> None:
    version = int(line.get("version") or 0)
    with st.container(border=True, gap="xsmall"):
        st.markdown(_in_words(dossier, line, known, newest))
        way = known.way_to(version) if version != newest else None
        if way and st.button(
            word("back" if way.direction == "undo" else "forth"),
            key=f"back-{version}",
            icon=":material/history:",
        ):
            _ask_back(dossier, version, way, log)


def _in_words(dossier: Frame, line: Frame, known: Past, newest: int) -> str:
    """Return a turn as Markdown, in one piece: each piece costs the browser its time with every click."""
    version = int(line.get("version") or 0)
    head = [
        f"**{word('turn', version=version)}**",
        f":small[{moment(line.get('time'), language())}]",
    ]
    if version == newest:
        head.append(f":blue-badge[{word('now')}]")
    if known.taken_back(version):
        head.append(f":gray-badge[{word('legend_undone')}]")
    words = literal(line.get("message"), 160)
    told = [
        f":small[{change_in_words(change, desk_of(dossier)) or word('nothing_changed')}]"
        for change in rows_in(line, "changes") or [{}]
    ]
    return "\n\n".join([" ".join(head), *([f"“{words}”"] if words else []), *told])


def _ask_back(dossier: Frame, version: int, way: Way, log: list[Frame]) -> None:
    title = word("back_title", version=version)
    st.dialog(title, width="medium", icon=":material/history:")(
        partial(_show_way, dossier, version, way, log)
    )()


def _show_way(dossier: Frame, version: int, way: Way, log: list[Frame]) -> None:
    back = way.direction == "undo"
    desk = desk_of(dossier)
    undone = word("back_does", version=version, parts=parts(desk, "and"))
    st.markdown(undone if back else word("forth_does"))
    lines = {int(line.get("version") or 0): line for line in log}
    st.markdown(
        "\n".join(
            f"- {word('turn', version=one)}: {in_words(lines.get(one, {}), desk)}"
            for one in way.versions
        )
    )
    note(word("back_keeps"))
    done = st.button(
        word("confirm_back" if back else "confirm_forth", version=version),
        key="confirm-back",
        icon=":material/check:",
        on_click=_go,
        args=(str(dossier.get("id")), way),
    )
    if done:
        st.rerun()


def _go(dossier_id: str, way: Way) -> None:
    with refusals_told():
        connected().change({"turns": len(way.versions)}, "/dossiers", dossier_id, way.direction)
