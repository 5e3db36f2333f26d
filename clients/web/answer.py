"""An answer as it is in the dossier: conclusion, claims with their footnotes, and what is to be known beside them."""

import streamlit as st

from clients.web.address import language
from clients.web.copying import as_text, show_copy
from clients.web.documentation import show_rating
from clients.web.passage import open_footnote, quotation, verdict_badge
from clients.web.reading import VERIFIED, Footnote, calculations, footnotes, numbered
from clients.web.service import desk_of
from clients.web.text import bare, day, figure, literal, markdown, note
from clients.web.words import word
from tess_client.wire import Frame, rows_in


def show_answer(answer: Frame, dossier: Frame) -> None:
    """Show one answer from its data."""
    notes = footnotes(answer, dossier)
    conclusion = _conclusion(answer, notes)
    if conclusion or not notes:
        st.header(word("answer"), anchor=False)
        st.markdown(conclusion or word("no_conclusion"))
    _show_removed(answer, dossier)
    if notes:
        st.markdown(f"{'###' if conclusion else '##'} {word('grounds')}", anchors=False)
    for footnote in notes:
        _show_claim(footnote, notes, str(answer.get("id")), dossier)
    for calculation in calculations(answer):
        _show_calculation(calculation, dossier)
    _show_points("open_points", answer)
    _show_points("missing_facts", answer)
    _show_struck(answer, dossier)
    _show_remarks(answer, notes, dossier)
    show_copy(
        as_text(answer, notes, desk_of(dossier), language()),
        f"copy-{dossier.get('id')}-{answer.get('id')}",
    )
    show_rating(answer, dossier)


def _conclusion(answer: Frame, notes: list[Footnote]) -> str:
    """Return the conclusion, each sentence with the numbers of its sources; one that was left out says so."""
    told = []
    for sentence in rows_in(answer, "sentences"):
        if sentence.get("struck"):
            told.append(f"*[{word('sentence_left_out')}]*")
            continue
        claims = sentence.get("claims")
        named = [one for one in notes if isinstance(claims, list) and one.number in claims]
        marks = dict.fromkeys(f" \\[{one.source_number}\\]" for one in named)
        told.append(f"{literal(sentence.get('text'))}{''.join(marks)}")
    return " ".join(told) or literal(answer.get("conclusion"))


def _show_claim(footnote: Footnote, notes: list[Footnote], answer_id: str, dossier: Frame) -> None:
    claim = footnote.claim
    quoted = (footnote.source_number, claim.get("quote"))
    is_told = quoted in [
        (one.source_number, one.claim.get("quote")) for one in notes[: footnote.number - 1]
    ]
    named = desk_of(dossier).name_of(footnote.source, language()) or claim.get("source_id")
    with st.container(border=True, gap="xsmall"):
        if text := literal(claim.get("text")):
            st.markdown(f"**{text}**")
        if not is_told:
            with st.expander(word("quote")) if text else st.container():
                st.markdown(quotation(claim.get("quote")))
                if gloss := _gloss(claim):
                    note(gloss)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            label = f"**\\[{footnote.source_number}\\]** {literal(named)}"
            if st.button(
                label,
                key=f"note-{answer_id}-{footnote.number}",
                type="tertiary",
                icon=":material/menu_book:",
                wrap=True,
            ):
                open_footnote(notes, footnote.number, dossier)
            verdict_badge(claim)
            if role := desk_of(dossier).role(claim, language()):
                st.badge(bare(role), color="gray")
        if flags := _flags(claim):
            st.warning(word("flags", flags=flags), icon=":material/warning:")


def _show_calculation(calculation: Frame, dossier: Frame) -> None:
    """Show a calculation as a table: each number with the place that it was taken from, and the result of the code."""
    sources = numbered(dossier)
    rows = [(word("input"), word("value"), word("taken_from"))]
    for given in rows_in(calculation, "inputs"):
        number, _ = sources.get(str(given.get("source_id")), (0, {}))
        name = str(given.get("name")).replace("_", " ")
        place = f"\\[{number}\\]" if number else "" if given.get("source_id") else word("by_you")
        rows.append((literal(name), literal(given.get("value")), place))
    result = figure(calculation.get("result"), str(calculation.get("kind")), language())
    computed = literal(str(calculation.get("expression")).replace("_", " "))
    rows.append((computed, f"**{literal(result)}**", word("by_code")))
    lines = [f"| {' | '.join(row)} |" for row in rows]
    st.markdown(f"### {word('calculation')}", anchors=False)
    st.markdown("\n".join([lines[0], "| --- | --- | --- |", *lines[1:]]))


def _gloss(claim: Frame) -> str:
    """Return plain words for a quote, marked as no part of it; nothing where there are none."""
    gloss = claim.get("gloss")
    if not isinstance(gloss, dict):
        return ""
    name = "translated" if gloss.get("translation") is True else "plain_words"
    return word(name, gloss=literal(gloss.get("text")), day=day(gloss.get("as_of"), language()))


def _flags(claim: Frame) -> str:
    flags = claim.get("flags")
    return ", ".join(literal(flag) for flag in flags) if isinstance(flags, list) else ""


def _show_removed(answer: Frame, dossier: Frame) -> None:
    gone = answer.get("sources_since_removed") or []
    sources = numbered(dossier)
    titles = [literal(sources.get(str(one), (0, {"title": one}))[1].get("title")) for one in gone]
    if titles:
        st.warning(word("since_removed", titles="; ".join(titles)), icon=":material/warning:")


def _show_points(name: str, answer: Frame) -> None:
    points = answer.get(name)
    if isinstance(points, list) and points:
        st.markdown(f"### {word(name)}", anchors=False)
        st.markdown("\n".join(f"- {literal(point)}" for point in points))


def _show_struck(answer: Frame, dossier: Frame) -> None:
    struck, left_out = rows_in(answer, "struck"), rows_in(answer, "left_out")
    if not (struck or left_out):
        return
    sources, count = numbered(dossier), len(struck) + len(left_out)
    with st.expander(word("struck", count=count), icon=":material/content_cut:"):
        for _ in left_out:
            st.markdown(f"- {word('sentence_left_out')}")
        for claim in struck:
            _, source = sources.get(str(claim.get("source_id")), (0, {}))
            title = literal(source.get("title") or claim.get("source_id"))
            st.markdown(f"- {title}: {_reason(claim)}")


def _reason(claim: Frame) -> str:
    """Return why a claim may not stand; its own words are not repeated, or they would be read as an answer."""
    verdict = str(claim.get("verdict"))
    if verdict in VERIFIED:
        return word("struck_adds", flags=_flags(claim))
    known = ("misattributed", "other-version", "not-found", "too-short")
    return word(verdict if verdict in known else "unjudged")


def _show_remarks(answer: Frame, notes: list[Footnote], dossier: Frame) -> None:
    sources = numbered(dossier)
    quoted = {one.source.get("id") for one in notes}
    given = [str(one) for one in answer.get("source_ids") or ()]
    rest = [sources[one] for one in given if one in sources and one not in quoted]
    remarks = []
    if rest:
        names = "; ".join(f"\\[{number}\\] {literal(row.get('title'))}" for number, row in rest)
        remarks.append(f"{word('not_quoted')}: {names}.")
    if notes and all(one.claim.get("verdict") in VERIFIED for one in notes):
        remarks.append(word("checked", count=len(notes)))
    if any(sources[one][1].get("digest") for one in given if one in sources):
        remarks += filter(None, [markdown(desk_of(dossier).says("digests", language()))])
    if answer.get("model") == "offline":
        remarks.append(word("extractive"))
    with st.container(gap="xsmall"):
        for remark in remarks:
            note(remark)
