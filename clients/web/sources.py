"""The panel of sources: what is selected and what is left out, by group, each with a tick and its text."""

import streamlit as st

from clients.desk import Desk, made_in, numbered_sources, told
from clients.web.address import language, show_view
from clients.web.passage import dates, open_source
from clients.web.reading import quoted_in
from clients.web.service import connected, desk_of, refusals_told
from clients.web.text import bare, literal, note, numeric_day, one_line
from clients.web.words import word
from tess_client.wire import Frame, rows_in

AT_ONCE = 10
"""Sources of each half that are drawn, the newest: each has a tick and a button, and takes its time to draw."""

PATH_STEPS = 3
"""Steps of a path that are shown whole."""

Numbered = list[tuple[int, Frame]]


def show_sources(dossier: Frame) -> None:
    """Show the panel."""
    sources, made = rows_in(dossier, "sources"), made_in(dossier)
    if made and not sources:
        _show_made(dossier, made)
        return
    st.header(word("sources"), anchor=False)
    if not sources:
        note(word("no_sources"))
        return
    chosen = len(numbered_sources(dossier, True))
    note(word("of_sources", selected=chosen, all=len(sources)))
    if not chosen:
        st.warning(word("none_selected"))
    sought = _sought(dossier) if len(sources) > AT_ONCE else ""
    for heading, wanted in (("selected", True), ("left_out", False)):
        rows = numbered_sources(dossier, wanted)
        with st.container():
            if rows:
                st.subheader(f"{word(heading)} ({len(rows)})", anchor=False)
            _show_half(dossier, [one for one in rows if _says(one, sought)], heading)
    note(word("ticking"))


def _show_made(dossier: Frame, made: Numbered) -> None:
    """Show what was made, where there are no sources that it could be made of."""
    st.header(word("artifacts"), anchor=False)
    desk = desk_of(dossier)
    for number, artifact in made[-AT_ONCE:]:
        kind = told(desk.artifact_kind(artifact).get("label"), language())
        named = (one_line(artifact.get("title")), kind or one_line(artifact.get("kind")))
        st.button(
            " · ".join(map(bare, dict.fromkeys(filter(None, named)))),
            key=f"made-{number}",
            type="tertiary",
            on_click=show_view,
            args=("artifacts",),
        )


def _sought(dossier: Frame) -> str:
    """Return what many sources are searched for, in small letters."""
    typed = st.text_input(
        word("find_source"),
        key=f"find-source-{dossier.get('id')}",
        icon=":material/search:",
        max_chars=100,
    )
    return typed.strip().lower()


def _says(row: tuple[int, Frame], sought: str) -> bool:
    number, source = row
    said = (one_line(source.get(name)) for name in ("title", "heading", "content"))
    return not sought or sought == str(number) or sought in " ".join(said).lower()


def _show_half(dossier: Frame, rows: Numbered, heading: str) -> None:
    """Show the newest of these sources by group, and offer earlier ones."""
    desk, kept = desk_of(dossier), f"{heading}_shown-{dossier.get('id')}"
    shown = int(st.session_state.get(kept, AT_ONCE))
    for group, members in desk.grouped(rows[-shown:], language()).items():
        with st.container(gap="xsmall"):
            st.markdown(f"#### {literal(_end_of(group))}", anchors=False)
            for number, source in members:
                _show_row(dossier, number, source, heading == "selected")
    if len(rows) > shown:
        st.button(
            word("more_sources", count=len(rows) - shown),
            key=f"more-{heading}",
            on_click=st.session_state.update,
            args=({kept: shown + AT_ONCE},),
        )


def _end_of(group: str) -> str:
    """Return the name of a group; of a long path its end, by which people know it."""
    steps = group.split("/")
    is_long_path = len(steps) > PATH_STEPS and " " not in group
    return "/".join(["…", *steps[-2:]]) if is_long_path else group


def _show_row(dossier: Frame, number: int, source: Frame, selected: bool) -> None:
    desk = desk_of(dossier)
    key = f"pick-{dossier.get('id')}-{source.get('id')}"
    st.session_state[key] = selected  # the dossier decides, whoever changed it
    st.checkbox(
        source_label(number, source, desk),
        key=key,
        on_change=_picked,
        args=(str(dossier.get("id")), str(source.get("id")), not selected),
    )
    if st.button(
        " · ".join(filter(None, [_about(source, desk), word("read")])),
        key=f"read-{number}",
        type="tertiary",
        icon=":material/menu_book:",
    ):
        open_source(number, source, quoted_in(dossier, source), dossier)


def source_label(number: int, source: Frame, desk: Desk) -> str:
    """Return what a source is called in the panel: number, place in its group, subject."""
    heading = source.get("heading")
    told = heading if heading != desk.group_of(source, language()) else ""  # it stands above
    named = (f"{number} · {desk.label_of(source, language())}", told)
    return " — ".join(filter(None, map(bare, named)))


def _about(source: Frame, desk: Desk) -> str:
    """Return of what day a source is, and whether it is our digest or a document that a user added."""
    told = dates(source, desk, numeric_day)[:1]
    own = [word("own")] if source.get("digest") else []
    added = [desk.says("document", language())] if source.get("client") else []
    return " · ".join(literal(one) for one in (*told, *own, *added))


def _picked(dossier_id: str, source_id: str, wanted: bool) -> None:
    with refusals_told():
        body = {"select" if wanted else "unselect": [source_id]}
        connected().change(body, "/dossiers", dossier_id, "selection")
