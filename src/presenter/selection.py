"""The selection after a turn, in words: all that an answer would use, and the question whether that is right."""

from collections.abc import Iterable, Sequence, Set

from src.dossier.models import Dossier, Source
from src.presenter.telling import Telling
from src.tools.base import Added, Found, Refused, Report, Reselected, SelectionAsked, Undone
from src.wording.markdown import rows_of

MOST_NUMBERS = 12
"""Sources that are told one by one where their numbers are enough; of more those that follow each other are a row."""


def selection_matters(reports: Sequence[Report], dossier: Dossier) -> bool:
    """Return whether the turn was about the selection, so that the user must see all of it before an answer.

    A search that found nothing may have laid aside some of it; what is left, as a document of the client, is shown.
    """
    is_other = bool(dossier.selected_ids) and not dossier.selection_was_shown
    return any(
        isinstance(report, Reselected | Added | SelectionAsked)
        or (isinstance(report, Undone) and report.reselects)
        or (isinstance(report, Found) and report.shows and (bool(report.hits) or is_other))
        or (report.changes_selection and is_other)
        or report.asks_to_confirm
        or (isinstance(report, Refused) and report.code == "selection_not_shown")
        for report in reports
    )


def tell_selection(reports: Sequence[Report], telling: Telling) -> list[str]:
    """Return the selection, and in a line what else the dossier holds where the user asked something."""
    asked = any(isinstance(one, Found | SelectionAsked) or one.asks_to_confirm for one in reports)
    if not asked:
        return _selected(reports, telling)
    new = {one.id for report in reports if isinstance(report, Found) for one in report.new}
    return [*_selected(reports, telling), *tell_unselected(telling, _weak(reports), new)]


def _selected(reports: Sequence[Report], telling: Telling) -> list[str]:
    """Return the whole selection, unless this reply lists what is new and the user saw all the rest before.

    Where the user saw all of it before, and only left sources out or put them back, numbers are enough.
    """
    words, dossier = telling.words, telling.dossier
    listed = {one.id for report in reports if isinstance(report, Found) for one in report.new}
    changed = _changed(reports)
    selected = dossier.selected
    seen = {*(dossier.shown_selection or ()), *listed, *changed}
    all_seen = {source.id for source in selected} <= seen
    if listed and all_seen:
        told = {*telling.reasons, *telling.beside}
        chosen_again = [one for one in selected if one.id in told and one.id not in listed]
        return [*_selected_before(listed, telling), *filter(None, [telling.listed(chosen_again)])]
    if not selected:
        return [words.nothing_selected_now]
    undone = any(isinstance(report, Undone) for report in reports)
    if (changed or undone) and all_seen:
        each = [str(telling.number(one)) for one in selected]
        numbers = each if len(each) <= MOST_NUMBERS else _rows(selected, telling)
        return [f"**{words.selection_now}** {_marked(numbers)}"]
    return [f"**{words.selection_now}**", telling.listed(selected)]


def _changed(reports: Sequence[Report]) -> set[str]:
    moved = {
        one.id for report in reports if isinstance(report, Reselected) for one in report.sources
    }
    return moved | {report.source.id for report in reports if isinstance(report, Added)}


def _selected_before(listed: set[str], telling: Telling) -> list[str]:
    """Return what an answer would use beside what was just found: the user may have turned to another subject."""
    words = telling.words
    others = [one for one in telling.dossier.selected if one.id not in listed]
    if not others:
        return []
    rows = _rows(others, telling)
    return [words.selected_before.format(numbers=_marked(rows), named=", ".join(rows))]


def _weak(reports: Sequence[Report]) -> set[str]:
    weak = (report for report in reports if isinstance(report, Found) and report.weak)
    return {one.id for report in weak for one in report.hits}


def tell_unselected(
    telling: Telling, told: Set[str] = frozenset(), new: Set[str] = frozenset()
) -> list[str]:
    """Return what the dossier holds beside the selection, of this turn (``new``) or before, and how to have it back.

    What this reply has ``told`` of is left out.
    """
    left = [one for one in telling.dossier.unselected if one.id not in told]
    words = telling.words
    each = (
        (words.found_beside, [one for one in left if one.id in new]),
        (words.found_before, [one for one in left if one.id not in new]),
    )
    return [
        text.format(numbers=_marked(_rows(some, telling)), first=telling.number(some[0]))
        for text, some in each
        if some
    ]


def _rows(sources: Sequence[Source], telling: Telling) -> list[str]:
    """Return the numbers of sources, those that follow each other as a row."""
    numbers = [telling.number(one) for one in sources]
    return [
        str(first) if first == last else f"{first}{telling.words.to}{last}"
        for first, last in rows_of(numbers)
    ]


def _marked(rows: Iterable[str]) -> str:
    return ", ".join(f"\\[{row}\\]" for row in rows)


def closing_question(telling: Telling) -> str:
    """Return what the user is asked under the selection."""
    words, dossier = telling.words, telling.dossier
    if dossier.selected:
        return words.ask_whether_right
    return words.ask_for_restore_or_question if dossier.sources else words.ask_for_question
