"""What the tools did, in words: found, added, left out, taken back, refused, asked; and the selection after it."""

from collections.abc import Iterable, Sequence, Set

from src.dossier.models import Dossier, Picture, Source, is_of_client
from src.errors import refusal
from src.grounding.formula import formula
from src.presenter.telling import Telling, one_by_one
from src.tools.base import (
    Added,
    Asked,
    Found,
    Looked,
    Refused,
    Report,
    Reselected,
    SelectionAsked,
    Undone,
)
from src.tools.calculate import Calculated
from src.wording.markdown import bullets, inert, lead, plain, rows_of

MOST_NUMBERS = 12
"""Sources that are told one by one where their numbers are enough; of more those that follow each other are a row."""


def selection_matters(reports: Sequence[Report], dossier: Dossier) -> bool:
    """Return whether the turn was about the selection, so that the user must see all of it before an answer.

    A search that found nothing may have laid aside some of it; what is left, as a document of the client, is shown.
    """
    is_other = bool(dossier.selected_ids) and not dossier.selection_was_shown
    return any(
        isinstance(report, Reselected | SelectionAsked)
        or (isinstance(report, Undone) and report.reselects)
        or (isinstance(report, Found) and report.shows and (bool(report.hits) or is_other))
        or (isinstance(report, Added) and (is_other or not report.was_pasted))
        or (report.changes_selection and is_other)
        or report.asks_to_confirm
        or (isinstance(report, Refused) and report.code == "selection_not_shown")
        for report in reports
    )


def tell_selection(reports: Sequence[Report], telling: Telling) -> list[str]:
    """Return the selection, and in a line what else the dossier holds where the user asked something."""
    found = [report for report in reports if isinstance(report, Found)]
    new = {source.id for report in found for source in report.new}
    weak = {hit.id for report in found if report.weak for hit in report.hits}
    listed = new
    if (
        telling.reasons
    ):  # of what was found only what was chosen is listed, and that is no longer in doubt
        listed, weak = new.intersection(telling.dossier.selected_ids), set()
    selected = _selected(reports, telling, listed)
    asked = any(isinstance(one, SelectionAsked) or one.asks_to_confirm for one in reports)
    return [*selected, *tell_unselected(telling, weak, new)] if found or asked else selected


def _selected(reports: Sequence[Report], telling: Telling, listed: Set[str]) -> list[str]:
    """Return the whole selection, unless this reply lists what is new and the user saw all the rest before.

    Where the user saw all of it before, and sources only went or came back or a search brought no other, numbers are
    enough.
    """
    words, dossier = telling.words, telling.dossier
    selected = dossier.selected
    changed = {one.source.id for one in reports if isinstance(one, Added)}
    for report in reports:
        changed |= {one.id for one in report.sources} if isinstance(report, Reselected) else set()
    seen = {*(dossier.shown_selection or ()), *listed, *changed}
    all_seen = {source.id for source in selected} <= seen
    if listed and all_seen:
        # Where no model says what fits, what was found again is shown with its passage.
        beside = {} if telling.reasons else telling.beside
        again = [entry for entry in selected if entry.id in beside and entry.id not in listed]
        return [*_selected_before(listed, telling), *filter(None, [telling.listed(again)])]
    if not selected:
        return [words.nothing_selected_now]
    undone = any(isinstance(report, Undone) for report in reports)
    stand = bool(telling.reasons) and any(isinstance(report, Found) for report in reports)
    if all_seen and (changed or undone or stand):
        each = [str(telling.number(source)) for source in selected]
        numbers = each if len(each) <= MOST_NUMBERS else _rows(selected, telling)
        return [f"**{words.selection_now}** {_marked(numbers)}"]
    return [f"**{words.selection_now}**", telling.listed(selected)]


def _selected_before(listed: Set[str], telling: Telling) -> list[str]:
    """Return what an answer would use beside what was just found: the user may have turned to another subject."""
    words = telling.words
    used = {name for answer in telling.dossier.answers for name in answer.source_ids}
    # A document that no answer has used yet was brought along for this question.
    others = [
        source
        for source in telling.dossier.selected
        if source.id not in listed and (source.id in used or not is_of_client(source))
    ]
    if not others:
        return []
    rows = _rows(others, telling)
    return [words.selected_before.format(numbers=_marked(rows), named=", ".join(rows))]


def tell_unselected(
    telling: Telling, told: Set[str] = frozenset(), new: Set[str] = frozenset()
) -> list[str]:
    """Return what the dossier holds beside the selection, of this turn (``new``) or before, and how to have it back.

    What this reply has ``told`` of is left out.
    """
    left = [source for source in telling.dossier.unselected if source.id not in told]
    words = telling.words
    each = (
        (words.found_beside, [source for source in left if source.id in new]),
        (words.found_before, [source for source in left if source.id not in new]),
    )
    return [
        text.format(numbers=_marked(_rows(some, telling)), first=telling.number(some[0]))
        for text, some in each
        if some
    ]


def _rows(sources: Sequence[Source], telling: Telling) -> list[str]:
    """Return the numbers of sources, those that follow each other as a row."""
    numbers = [telling.number(source) for source in sources]
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


LONGEST_SAID = 100
"""Characters of a message that names the changes it made."""


def tell_found(reports: Sequence[Found], telling: Telling) -> list[str]:
    """Return what the searches of a turn found, by kind of source."""
    words = telling.words
    if not any(report.hits for report in reports):
        if selection_matters(reports, telling.dossier):  # it is told then, and what else there is
            return [words.nothing_at_all]
        return [words.nothing_at_all, *tell_unselected(telling), words.ask_differently]
    selected = set(telling.dossier.selected_ids)
    new = [[one for one in report.new if one.id in selected or report.weak] for report in reports]
    if not any(new):  # what was found and not chosen is no news
        return [] if any(report.new for report in reports) else [words.nothing_new]
    blocks = [words.found]
    # A model may search more than once, and for the same: each source is told once, below its kind.
    for kind in dict.fromkeys(report.kind for report in reports):
        heading = telling.heading(kind)
        of_kind = [
            (each, brought) for each, brought in zip(reports, new, strict=True) if each.kind == kind
        ]
        brought = {source.id: source for _, some in of_kind for source in some}
        if brought:
            blocks += [f"**{heading}**", telling.listed(brought.values())]
        elif not any(report.new for report, _ in of_kind):
            is_known = any(report.hits for report, _ in of_kind)
            nothing = words.nothing_new_of if is_known else words.nothing_of
            blocks.append(nothing.format(what=heading.lower()))
    return blocks


@one_by_one
def tell_added(report: Added, telling: Telling) -> list[str]:
    """Return which document or picture was added."""
    added = f"**{telling.words.added}**"
    return [added, telling.listed([report.source]), *_warned(report, telling)]


def _warned(report: Added, telling: Telling) -> list[str]:
    if not isinstance(report.source, Picture):
        return [f"*{telling.words.client_label}*"]
    if not report.is_seen:
        return [f"*{telling.words.pictures_unseen}*"]
    return [] if report.source.may_leave else [f"*{telling.words.pictures_wait}*"]


def tell_looked(reports: Sequence[Looked], telling: Telling) -> list[str]:
    """Return which pictures a model was given."""
    pictures = [picture for report in reports for picture in report.pictures]
    if not pictures:
        return [telling.words.pictures_unseen]
    return [telling.words.pictures_seen.format(titles=telling.in_brief(pictures))]


@one_by_one
def tell_reselected(report: Reselected, telling: Telling) -> list[str]:
    """Return what was left out or put back."""
    words = telling.words
    # A number is told as lists have it.
    named = (f"\\[{name}\\]" if name.isdecimal() else plain(name) for name in report.ignored)
    blocks = [words.not_a_candidate.format(title=title) for title in named]
    if report.sources:
        heading = words.restored if report.selected else words.removed
        blocks += [f"**{heading}**", telling.listed(report.sources)]
    elif report.already:
        told = words.already_restored if report.selected else words.already_removed
        numbers = ", ".join(f"\\[{number}\\]" for number in report.already[:MOST_NUMBERS])
        blocks.append(told.format(numbers=numbers))
    elif not report.ignored:
        told = words.no_source_meant if report.words.strip() else words.no_source_named
        blocks.append(told.format(words=plain(report.words)))
    return blocks


@one_by_one
def tell_undone(report: Undone, telling: Telling) -> list[str]:
    """Return which turns were taken back or made again."""
    words = telling.words
    told = words.redone if report.again else words.undone
    said = (" ".join(text.split()) for text in report.said)
    named = "; ".join(f"‘{plain(entry[:LONGEST_SAID])}’" for entry in said)
    blocks = [told.format(changes=named or words.last_change)]
    if report.answered:
        blocks.append(words.answer_is_back)
    if report.still_written:
        still = words.effects["still_offered" if report.inverse else "still_written"]
        titles = "; ".join(map(plain, report.still_written))
        blocks.append(f"**{still.format(titles=titles)}**")
    return blocks


def tell_calculated(reports: Sequence[Calculated], telling: Telling) -> list[str]:
    """Return what code computed, with a note at each number that goes in."""
    return [bullets(formula(report.made, telling.language, telling.note) for report in reports)]


def tell_refused(reports: Sequence[Refused], telling: Telling) -> list[str]:
    """Return why calls did nothing."""
    reasons = [refusal(report.code, report.details, telling.language) for report in reports]
    return [telling.words.not_done.format(reason=reason) for reason in dict.fromkeys(reasons)]


@one_by_one
def tell_asked(report: Asked, telling: Telling) -> list[str]:
    """Return what the user is asked; each choice is a message that can be sent as it stands."""
    question = lead(" ".join(report.clarification.question.split()), telling.addresses)
    if not report.clarification.choices:
        return [question]
    return [question, telling.words.choose, numbered(report.clarification.choices)]


def numbered(choices: Iterable[str]) -> str:
    """Return choices by number, each as a message that can be sent as it stands."""
    whole = (inert(" ".join(choice.split())) for choice in choices)
    return "\n".join(f"{number}. {choice}" for number, choice in enumerate(whole, start=1))
