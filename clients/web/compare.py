"""Two versions of a dossier side by side: what came, what went, what was answered."""

import streamlit as st

from clients.desk import Desk
from clients.web.address import language
from clients.web.service import desk_of
from clients.web.text import day, literal, note, one_line
from clients.web.words import word
from tess_client.wire import Frame, Server, rows_in

LISTS = (
    "sources_only_in_b",
    "sources_only_in_a",
    "selected_only_in_b",
    "selected_only_in_a",
    "other_text",
    "versions",
    "answers_only_in_b",
    "answers_only_in_a",
)


def show_comparison(server: Server, dossier: Frame, log: list[Frame]) -> None:
    """Show what differs between two versions that the user chooses."""
    versions = {int(line.get("version") or 0): line for line in log}
    if len(versions) < 2:
        note(word("one_version"))
        return
    st.markdown(word("compare_help"))
    names = list(versions)

    def named(version: int) -> str:
        said = one_line(versions[version].get("message"), 60)
        return f"{word('turn', version=version)}" + (f" — {said}" if said else "")

    left, right = st.columns(2)
    with left:
        a = st.selectbox(word("from"), names, index=len(names) - 2, key="a", format_func=named)
    with right:
        b = st.selectbox(word("to"), names, index=len(names) - 1, key="b", format_func=named)
    dossier_id = dossier.get("id")
    found = server.page("/diff", a=f"{dossier_id}@{a}", b=f"{dossier_id}@{b}")
    show_differences(found, desk_of(dossier))


def show_differences(found: Frame, desk: Desk) -> None:
    """Show what differs."""
    told = False
    for name in LISTS:
        if rows := rows_in(found, name):
            told = True
            st.markdown(f"## {word(name)}", anchors=False)
            st.markdown("\n".join(f"- {_label(row)}" for row in rows))
    days = found.get("as_of")
    if isinstance(days, list) and len(days) == 2:
        told = True
        a, b = (day(one, language()) or word("now") for one in days)
        label = desk.day("label", language()) or word("day")
        st.markdown(f"{literal(label)}: {a} → {b}")
    if not told:
        st.info(word("same", parts=parts(desk, "or")))


def parts(desk: Desk, joined: str) -> str:
    """Return of what a dossier of the desk is made up, so far as it can differ."""
    day = desk.day("label", language()).lower()
    names = [
        word("part_sources"),
        word("part_selection"),
        word("part_answers"),
        *filter(None, [day]),
    ]
    return f"{', '.join(names[:-1])} {word(joined)} {names[-1]}"


def _label(row: Frame) -> str:
    if question := literal(row.get("question"), 160):
        return f"{literal(row.get('id'))}: {question}"
    return literal(row.get("title"), 160)
