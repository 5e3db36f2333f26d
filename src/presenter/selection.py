"""The selection after a turn, in words: all that an answer would use, and the question whether that is right."""

from collections.abc import Sequence

from src.presenter.telling import Telling
from src.tools.base import Added, Found, Refused, Report, Reselected, Undone
from src.wording.markdown import rows_of


def selection_matters(reports: Sequence[Report]) -> bool:
    """Return whether the turn was about the selection, so that the user must see all of it before an answer."""
    return any(
        isinstance(report, Reselected | Added | Undone)
        or (isinstance(report, Found) and bool(report.hits))
        or (isinstance(report, Refused) and report.code == "selection_not_shown")
        for report in reports
    )


def tell_selection(reports: Sequence[Report], telling: Telling) -> list[str]:
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
        return _selected_before(listed, telling)
    if not selected:
        return [words.nothing_selected_now]
    undone = any(isinstance(report, Undone) for report in reports)
    if (changed or undone) and all_seen:
        numbers = ", ".join(f"\\[{telling.number(source)}\\]" for source in selected)
        return [f"**{words.selection_now}** {numbers}"]
    return [f"**{words.selection_now}**", telling.listed(selected)]


def _changed(reports: Sequence[Report]) -> set[str]:
    moved = {
        one.id for report in reports if isinstance(report, Reselected) for one in report.sources
    }
    return moved | {report.source.id for report in reports if isinstance(report, Added)}


def _selected_before(listed: set[str], telling: Telling) -> list[str]:
    """Return what an answer would use beside what was just found: the user may have turned to another subject."""
    words = telling.words
    numbers = [telling.number(one) for one in telling.dossier.selected if one.id not in listed]
    if not numbers:
        return []
    rows = [
        str(first) if first == last else f"{first}{words.to}{last}"
        for first, last in rows_of(numbers)
    ]
    shown = ", ".join(f"\\[{row}\\]" for row in rows)
    return [words.selected_before.format(numbers=shown, named=", ".join(rows))]


def closing_question(telling: Telling) -> str:
    """Return what the user is asked under the selection."""
    words, dossier = telling.words, telling.dossier
    if dossier.selected:
        return words.ask_whether_right
    return words.ask_for_restore_or_question if dossier.sources else words.ask_for_question
