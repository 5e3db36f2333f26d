"""A plan in the words of people: each operation with what it writes; all of it, to the letter, can be opened below."""

import json
import re
from collections.abc import Iterator, Mapping

import streamlit as st

from clients.desk import PLAN, WRITTEN, Desk, digest_of, told
from clients.web.address import language
from clients.web.replies import difference
from clients.web.service import desk_of
from clients.web.text import literal
from clients.web.words import word
from tess_client.wire import Frame, harmless, rows_in

OF_EVERY_DESK = (PLAN, WRITTEN)
STATES = ("waiting", "begun", "failed")
SAFE = re.compile(r"https?://[\w.:/%?&=~+#@-]+")
"""An address that can stand in a link as it is."""


def show_plan(plan: Frame, dossier: Frame) -> None:
    """Show a plan by itself."""
    _show_operations(plan, dossier)
    bodies = [row.get("body") for row in rows_in(plan, "operations")]
    with st.expander(word("plan_whole"), icon=":material/data_object:"):
        whole = json.dumps(bodies, ensure_ascii=False, indent=2)
        st.code(harmless(whole), language=None, wrap_lines=True)


def _show_operations(plan: Frame, dossier: Frame) -> None:
    """Show what each operation of a plan does, and what it writes that the desk has a word for."""
    names = _names(desk_of(dossier))
    for number, operation in enumerate(rows_in(plan, "operations"), start=1):
        st.markdown(_operation(number, operation, names), anchors=False)


def _operation(number: int, operation: Frame, names: Mapping[str, str]) -> str:
    title = harmless(operation.get("title"))
    lines = [f"**{number}\\. {literal(title)}** :small[({literal(operation.get('system'))})]"]
    for name, text in _texts(operation.get("body"), title):
        if name in names:
            added = difference(("+", line) for line in text.split("\n"))
            lines.append(f":small[{literal(names[name])}]  \n{added}")
    return "  \n".join(lines)


def _names(desk: Desk) -> Mapping[str, str]:
    """Return what the desk calls the fields of what it makes."""
    kinds = [
        kind for kind in rows_in(desk.frame, "artifacts") if kind.get("name") not in OF_EVERY_DESK
    ]
    named = [one for kind in reversed(kinds) for one in reversed(rows_in(kind, "columns"))]
    return {str(one.get("field")): told(one.get("label"), language()) for one in named}


def _texts(body: object, title: str) -> Iterator[tuple[str, str]]:
    """Return the fields of what is written that hold something, with their text; not what the title says."""
    for name, value in body.items() if isinstance(body, dict) else ():
        if isinstance(value, dict):
            yield from _texts(value, title)
        elif isinstance(value, list):
            if lines := [harmless(one) for one in value if isinstance(one, str)]:
                yield name, "\n".join(lines)
        elif value and not isinstance(value, bool) and str(value) not in title:
            yield name, harmless(str(value))


def show_written(written: Frame, dossier: Frame) -> None:
    """Show how each operation of a confirmed plan stands, and where it can be seen."""
    plans = [one.get("data") for one in rows_in(dossier, "artifacts") if one.get("kind") == PLAN]
    titles = {
        one.get("id"): one.get("title")
        for plan in plans
        if isinstance(plan, dict) and digest_of(plan) == written.get("plan")
        for one in rows_in(plan, "operations")
    }
    lines = [
        f"{number}. {literal(titles.get(row.get('operation'), row.get('operation')))} — {_state(row)}"
        for number, row in enumerate(rows_in(written, "operations"), start=1)
    ]
    st.markdown("\n".join(lines))


def _state(row: Frame) -> str:
    state = str(row.get("state"))
    said = word("written" if state == "done" else state if state in STATES else "unknown")
    result = row.get("result")
    made = result if isinstance(result, dict) else {}
    url, number = harmless(made.get("url")), made.get("id")
    where = f" ([#{number}]({url}))" if type(number) is int and SAFE.fullmatch(url) else ""
    why = f" ({literal(row.get('problem'))})" if row.get("problem") else ""
    return f"{said}{where}{why}"
