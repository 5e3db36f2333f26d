"""What the tools did, in words: found, added, left out, put back, taken back, refused, asked."""

from collections.abc import Sequence

from src.dossier.models import Picture
from src.errors import refusal
from src.presenter.selection import MOST_NUMBERS, selection_matters, tell_unselected
from src.presenter.telling import Telling
from src.tools.base import Added, Asked, Found, Looked, Refused, Reselected, Undone
from src.wording.markdown import inert, lead, plain


def tell_found(reports: Sequence[Found], telling: Telling) -> list[str]:
    """Return what the searches of a turn found, by kind of source."""
    words = telling.words
    if not any(report.hits for report in reports):
        if selection_matters(reports, telling.dossier):  # it is told then, and what else there is
            return [words.nothing_at_all]
        return [words.nothing_at_all, *tell_unselected(telling), words.ask_differently]
    selected = set(telling.dossier.selected_ids)
    new = [[one for one in report.new if one.id in selected or report.weak] for report in reports]
    if not any(new):
        return [words.nothing_new]
    blocks = [words.found]
    # A model may search more than once, and for the same: each source is told once, below its kind.
    for kind in dict.fromkeys(report.kind for report in reports):
        heading = telling.heading(kind)
        of_kind = [
            (one, brought) for one, brought in zip(reports, new, strict=True) if one.kind == kind
        ]
        brought = {source.id: source for _, some in of_kind for source in some}
        if brought:
            blocks += [f"**{heading}**", telling.listed(brought.values())]
        else:
            is_known = any(report.hits for report, _ in of_kind)
            nothing = words.nothing_new_of if is_known else words.nothing_of
            blocks.append(nothing.format(what=heading.lower()))
    return blocks


def tell_added(reports: Sequence[Added], telling: Telling) -> list[str]:
    """Return which documents and pictures were added."""
    words = telling.words
    return [
        block
        for report in reports
        for block in (
            f"**{words.added}**",
            telling.listed([report.source]),
            *_warned(report, telling),
        )
    ]


def _warned(report: Added, telling: Telling) -> list[str]:
    if not isinstance(report.source, Picture):
        return [f"*{telling.words.client_label}*"]
    if not report.is_seen:
        return [f"*{telling.words.pictures_unseen}*"]
    return [] if report.source.may_leave else [f"*{telling.words.pictures_wait}*"]


def tell_looked(reports: Sequence[Looked], telling: Telling) -> list[str]:
    """Return which pictures a model was given."""
    pictures = [one for report in reports for one in report.pictures]
    if not pictures:
        return [telling.words.pictures_unseen]
    return [telling.words.pictures_seen.format(titles=telling.in_brief(pictures))]


def tell_reselected(reports: Sequence[Reselected], telling: Telling) -> list[str]:
    """Return what was left out and what was put back."""
    return [block for report in reports for block in _reselected(report, telling)]


def _reselected(report: Reselected, telling: Telling) -> list[str]:
    words = telling.words
    blocks = [words.not_a_candidate.format(title=_named(title)) for title in report.ignored]
    if report.sources:
        heading = words.restored if report.selected else words.removed
        blocks += [f"**{heading}**", telling.listed(report.sources)]
    elif report.already:
        told = words.already_restored if report.selected else words.already_removed
        numbers = ", ".join(f"\\[{one}\\]" for one in report.already[:MOST_NUMBERS])
        blocks.append(told.format(numbers=numbers))
    elif not report.ignored:
        told = words.no_source_meant if report.words.strip() else words.no_source_named
        blocks.append(told.format(words=plain(report.words)))
    return blocks


def _named(title: str) -> str:
    """Return a title, or a number as lists have it."""
    return f"\\[{title}\\]" if title.isdecimal() else plain(title)


def tell_undone(reports: Sequence[Undone], telling: Telling) -> list[str]:
    """Return which turns were taken back or made again."""
    return [block for report in reports for block in _undone(report, telling)]


def _undone(report: Undone, telling: Telling) -> list[str]:
    words = telling.words
    told = words.redone if report.again else words.undone
    blocks = [told.format(turns=", ".join(map(str, report.versions)))]
    if report.answered:
        blocks.append(words.answer_is_back)
    if report.still_written:
        still = words.effects["still_offered" if report.inverse else "still_written"]
        titles = "; ".join(map(plain, report.still_written))
        blocks.append(f"**{still.format(titles=titles)}**")
    return blocks


def tell_refused(reports: Sequence[Refused], telling: Telling) -> list[str]:
    """Return why calls did nothing."""
    reasons = [refusal(one.code, one.details, telling.language) for one in reports]
    return [telling.words.not_done.format(reason=one) for one in dict.fromkeys(reasons)]


def tell_asked(reports: Sequence[Asked], telling: Telling) -> list[str]:
    """Return what the user is asked; each choice is a message that can be sent as it stands."""
    return [block for report in reports for block in _asked(report, telling)]


def _asked(report: Asked, telling: Telling) -> list[str]:
    question = lead(" ".join(report.clarification.question.split()))
    if not report.clarification.choices:
        return [question]
    whole = (inert(" ".join(choice.split())) for choice in report.clarification.choices)
    choices = "\n".join(f"{number}. {choice}" for number, choice in enumerate(whole, start=1))
    return [question, telling.words.choose, choices]
