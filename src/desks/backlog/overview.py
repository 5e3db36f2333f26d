"""The list of all items as clients draw it, kept up with the items; and conflicts, which are asked about. Pure."""

from collections.abc import Mapping

from src.desks.backlog.artifacts import OVERVIEW, Overview, OverviewRow, TagName
from src.desks.backlog.kept import items_in, number_of, put, segments_in, tags_in
from src.desks.backlog.words import TEXTS
from src.dossier.clarification import Clarification
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch, merged


def question_of(dossier: Dossier) -> Clarification | None:
    """Return what a person is asked of the first conflict that nobody decided; None where there is none."""
    texts, tags = TEXTS[dossier.language or "en"], tags_in(dossier)
    for name, item in items_in(dossier).items():
        tag = tags.get(name)
        if not tag or tag.tag != "conflict" or item.state != "draft" or tag.by == "person":
            continue
        source = dossier.source(tag.related_id)
        mine, theirs = (*tag.quotes, "", "")[:2]
        number = number_of(name)
        question = texts.conflict.format(
            number=number,
            title=item.title,
            other=source.title if source else tag.related_id,
            mine=mine,
            theirs=theirs,
        )
        choices = tuple(choice.format(number=number) for choice in texts.conflict_choices)
        return Clarification(reason=CONFLICT, type="choice", question=question, choices=choices)
    return None


CONFLICT = "backlog_conflict"
"""Why a clarification asks."""

COLOURS: Mapping[TagName, str] = {
    "new": "🟢",
    "gap": "🟡",
    "extend": "🔵",
    "conflict": "🔴",
    "duplicate": "⚪",
}
"""A sign before the word of a tag: clients draw text, and know no tag."""


def overview_patch(dossier: Dossier) -> DossierPatch:
    """Return the change that brings the list up to date; none where it is so."""
    texts, tags, segments = TEXTS[dossier.language or "en"], tags_in(dossier), segments_in(dossier)
    rows: list[OverviewRow] = []
    for name, item in items_in(dossier).items():
        first = item.evidence[0] if item.evidence else None
        tag = tags.get(name)
        segment = segments.get((first and first.segment_id) or item.segment_id)
        rows.append(
            OverviewRow(
                number=number_of(name),
                type=texts.types[item.type],
                title=item.title,
                tag=f"{COLOURS[tag.tag]} {texts.tags[tag.tag]}" if tag else "",
                state=texts.states[item.state],
                quote=first.quote if first else "",
                source_id=segment.source_id if segment else "",
            )
        )
    made, before = put(OVERVIEW, OVERVIEW, Overview(items=tuple(rows))), dossier.artifact(OVERVIEW)
    if made == before or not (rows or before):
        return DossierPatch()
    return DossierPatch(put_artifacts=(made,))


def with_overview(dossier: Dossier, patch: DossierPatch) -> DossierPatch:
    """Return a change together with that of the list of items."""
    return merged([patch, overview_patch(patch.apply(dossier))])


def since_written(dossier: Dossier) -> DossierPatch:
    """Return the change that brings the list up to date where items were written, or taken back, since it was made."""
    kept = dossier.artifact(OVERVIEW)
    words = {texts.states["written"] for texts in TEXTS.values()}
    rows = Overview.model_validate(kept.data).items if kept else ()
    told = {row.number for row in rows if row.state in words}
    there = {number_of(name) for name, item in items_in(dossier).items() if item.state == "written"}
    return DossierPatch() if told == there else overview_patch(dossier)
