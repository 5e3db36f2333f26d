"""What only this desk tells: what was read, cut, made, tagged and changed, and how steps ended. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from src.desks.backlog.artifacts import (
    BacklogItem,
    ItemJudgement,
    ItemNote,
    NeedCandidate,
    StoryTag,
    StruckNeed,
)
from src.desks.backlog.item_words import story_of
from src.desks.backlog.kept import (
    backlog_in,
    items_in,
    number_of,
    project_of,
    segments_in,
    speaker_of,
    untagged,
)
from src.desks.backlog.plan_words import changes_of, in_words
from src.desks.backlog.telling_answers import (
    may_say,
    quoted,
    quotes_of,
    said_in_meeting,
    tell_answered,
    tell_exported,
    tell_text,
)
from src.desks.backlog.telling_plans import tell_carried_out, tell_nothing, tell_planned
from src.desks.backlog.tracker_item import TrackerItem
from src.desks.backlog.words import PLAN_TEXTS, TEXTS, WORDINGS, BacklogTexts
from src.dossier.models import Language
from src.dossier.plan import unconfirmed
from src.presenter import Presenter, SourceKind, Teller, Telling
from src.presenter.changes import tell_added, tell_calculated, tell_refused
from src.tools.backlog.reports import (
    BacklogLoaded,
    BacklogPlanned,
    ItemsEdited,
    ItemsExported,
    ItemsJudged,
    ItemsMade,
    ItemsShown,
    ItemsTagged,
    ItemsWritten,
    MeetingAnswered,
    NothingToWrite,
    Segmented,
    TextSaid,
    TranscriptTaken,
)
from src.tools.base import CarriedOut, Report
from src.tools.calculate import Calculated
from src.wording.markdown import bullets, lead, plain

MOST_LINES = 60
"""Of a list in a reply; the rest is told by its number."""

KINDS = (
    SourceKind(
        TrackerItem,
        {"nl": "Werkitems", "en": "Work items"},
        group="heading",
        described={"nl": "werkitem", "en": "work item"},
        address={"nl": "het werkitem in de tracker", "en": "the work item in the tracker"},
    ),
)


def tell_loaded(reports: Sequence[BacklogLoaded], telling: Telling) -> list[str]:
    """Return what was read of a project, and what is gone."""
    texts, report = TEXTS[telling.language], reports[-1]
    count = sum(report.counts.values())
    if not count:
        blocks = [texts.loaded_nothing.format(project=plain(report.project))]
    else:
        types = ", ".join(f"{plain(name)}: {n}" for name, n in sorted(report.counts.items()))
        blocks = [texts.loaded.format(project=plain(report.project), count=count, types=types)]
        blocks.append(texts.changed.format(changed=report.changed))
    if report.gone:
        blocks += [texts.gone, _some(map(plain, report.gone))]
    if not report.shown:
        blocks.append(texts.loaded_large)
    return blocks


def tell_segmented(reports: Sequence[Segmented], telling: Telling) -> list[str]:
    """Return the segments of a transcript by their lines."""
    texts, report = TEXTS[telling.language], reports[-1]
    segments = _counted(texts.segments, len(report.segments))
    told = texts.segmented.format(title=plain(report.meeting.title), segments=segments)
    lines = [
        texts.segment.format(
            order=segment.order,
            first=segment.lines[0],
            last=segment.lines[1],
            intent=plain(segment.dominant_intent or ", ".join(segment.intents) or "—"),
        )
        for segment in report.segments
    ]
    return [told, _some(lines)]


def tell_made(reports: Sequence[ItemsWritten], telling: Telling) -> list[str]:
    """Return the items that were made, what was struck, and which segments brought nothing usable."""
    texts, report = TEXTS[telling.language], reports[-1]
    made = report.items
    blocks = [_counted(texts.made, len(made)) if made else texts.made_nothing]
    if made:
        blocks += [_listed(made, {}, telling), *_noted(made, texts)]
    waits = [candidate for candidate in report.candidates if candidate.waits]
    withdrawn = [candidate for candidate in report.candidates if candidate.struck]
    for head, some in ((texts.candidates, waits), (f"*{texts.rejected_heading}*", withdrawn)):
        blocks += [head, _some(_candidate(line, telling) for line in some)] if some else []
    blocks += _struck(report.struck, telling)
    if report.unprocessed:
        orders = ", ".join(map(str, report.unprocessed))
        blocks.append(texts.unprocessed.format(orders=orders))
    blocks += [telling.words.unread] if report.unread else []
    numbers = ", ".join(map(str, report.replaced))
    blocks += [texts.replaced.format(numbers=numbers)] if numbers else []
    return [*blocks, *_unfinished(report, texts)]


def _struck(struck: Mapping[int, StruckNeed], telling: Telling) -> list[str]:
    """Return what was drafted and does not stand, by number, with the reason."""
    texts = TEXTS[telling.language]
    faults = {**texts.faults, **telling.words.turned}
    lines = [
        f"{n}. {plain(one.title)} — {faults.get(one.fault, one.fault)}" for n, one in struck.items()
    ]
    return [texts.struck.format(number=next(iter(struck))), _some(lines)] if lines else []


def _candidate(candidate: NeedCandidate, telling: Telling) -> str:
    """Return a candidate in a line: its number, what it shows, its words, who said them, and what became of it."""
    texts, dossier = TEXTS[telling.language], telling.dossier
    told = texts.candidate.format(number=candidate.number, why=candidate.why)
    speaker, line = speaker_of(candidate.said, dossier.source(candidate.source_id))
    became = f" — {candidate.state}" if candidate.state not in ("", candidate.why) else ""
    return f"{told}: {quoted(texts, candidate.quote, speaker, line)}{became}"


def _noted(items: Mapping[str, BacklogItem], texts: BacklogTexts) -> list[str]:
    """Return what was taken off items, or lacks in them: those of one note in one line."""
    numbers: dict[ItemNote, list[int]] = {}
    for name, item in items.items():
        for note in item.notes:
            numbers.setdefault(note, []).append(number_of(name))
    lines = [f"{', '.join(map(str, some))}: {texts.notes[note]}" for note, some in numbers.items()]
    return [f"*{texts.noted}*", _some(lines)] if lines else []


def tell_tagged(reports: Sequence[ItemsTagged], telling: Telling) -> list[str]:
    """Return how many stories have which tag, and each with the work item that it is about."""
    texts, report = TEXTS[telling.language], reports[-1]
    counts = Counter(story_tag.tag for story_tag in report.tags.values())
    told = ", ".join(f"{texts.tags[tag]} {n}" for tag, n in counts.items()) or "—"
    is_read = project_of(telling.dossier)
    blocks = [texts.tagged.format(counts=told) if is_read else texts.tagged_alone]
    items = {name: report.items[name] for name in report.tags if name in report.items}
    if items:
        blocks.append(_listed(items, report.tags, telling))
    failed = [number_of(name) for name, tag in report.tags.items() if tag.failed]
    if failed:
        blocks.append(texts.tag_failed.format(numbers=", ".join(map(str, failed))))
    first = next(iter(items or report.items), "")
    what_next = [texts.what_next.format(number=number_of(first))] if first else []
    return [*blocks, *(_unfinished(report, texts) or what_next)]


def _unfinished(report: ItemsWritten | ItemsTagged, texts: BacklogTexts) -> list[str]:
    if report.paused:
        return [texts.paused.format(tokens=report.paused)]
    return [texts.left.format(left=report.left)] if report.left else []


def tell_judged(reports: Sequence[ItemsJudged], telling: Telling) -> list[str]:
    """Return the scores of items, each with its reason."""
    texts, report = TEXTS[telling.language], reports[-1]
    blocks = [texts.judged]
    for name, judged in report.judgements.items():
        blocks += [f"**{number_of(name)}. {plain(report.items[name].title)}**", _scores(judged)]
    return [*blocks, *([texts.left.format(left=report.left)] if report.left else [])]


def _scores(judged: ItemJudgement) -> str:
    return bullets(f"{plain(one.name)}: {one.score} — {plain(one.reason)}" for one in judged.scores)


def tell_run(reports: Sequence[ItemsMade], telling: Telling) -> list[str]:
    """Return what the steps of a run brought."""
    return [
        block
        for part in reports[-1].parts
        for block in TELL.get(type(part), tell_refused)([part], telling)
    ]


def tell_edited(reports: Sequence[ItemsEdited], telling: Telling) -> list[str]:
    """Return items as they are once their author changed them, and what of the last call was not done."""
    texts = TEXTS[telling.language]
    items = {name: item for report in reports for name, item in report.items.items()}
    tags = {name: tag for report in reports for name, tag in report.tags.items()}
    blocks = [texts.changed_items, _listed(items, tags, telling)] if items else []
    before = {name: item for report in reversed(reports) for name, item in report.before.items()}
    became = [
        lead(f"{number_of(name)}: {told}")
        for name, item in items.items()
        for told in changes_of(before.get(name, item), item, telling.language)
    ]
    under = {number_of(name): _under(item, telling) for name, item in items.items()}
    placed = [f"{number}: {above}" for number, above in under.items() if above]
    told = [
        texts.tagged_by_hand.format(number=number_of(name), tag=texts.tags[tag.tag])
        for name, tag in tags.items()
        if tag.by == "person"
    ]
    blocks += [bullets(lines) for lines in (became, placed, told) if lines]
    others = {candidate.number: candidate for report in reports for candidate in report.candidates}
    if others:
        lines = (_candidate(other, telling) for other in others.values())
        blocks += [texts.candidates_changed, _some(lines)]
    blocks += [texts.problems[problem] for problem in dict.fromkeys(reports[-1].problems_of_user)]
    left = [f"“{plain(word)}” ({', '.join(map(str, n))})" for word, n in reports[-1].left.items()]
    blocks += [texts.left_words.format(words="; ".join(left))] if left else []
    blocks += _noted({name: item for name, item in items.items() if item.unsaid_parts}, texts)
    blocks += [telling.words.unread] if any(edited.unread for edited in reports) else []
    if any(edited.lapses for edited in reports) and not unconfirmed(telling.dossier):
        blocks.append(texts.plan_lapsed)
    due = untagged(telling.dossier)
    if backlog_in(telling.dossier) and any(name in due for name in items):
        blocks.append(texts.retag)
    return blocks or [texts.changed_nothing]


def tell_taken(reports: Sequence[TranscriptTaken], telling: Telling) -> list[str]:
    made = {segment.source_id for segment in segments_in(telling.dossier).values()}
    is_due = any(report.source.id not in made for report in reports)
    next_step = [TEXTS[telling.language].transcript_taken] if is_due else []
    return [*tell_added(reports, telling), *next_step]


def tell_shown(reports: Sequence[ItemsShown], telling: Telling) -> list[str]:
    """Return items in a list, or whole: all that was asked for."""
    return [block for report in reports for block in _shown(report, telling)]


def _shown(report: ItemsShown, telling: Telling) -> list[str]:
    texts = TEXTS[telling.language]
    others = _struck(report.struck, telling)
    if report.candidates:
        first = report.candidates[0].number
        head = texts.rejected.format(number=first) if report.rejected else texts.candidates
        lines = (_candidate(candidate, telling) for candidate in report.candidates)
        others = [head, _some(lines), *others]
    if report.rejected and not report.whole:
        return [*_removed(report.items, telling), *others] or [texts.no_rejected]
    if not report.items:
        return others or [texts.no_items]
    if not report.whole:
        return [f"**{texts.items}**", _listed(report.items, report.tags, telling), *others]
    return [block for name in report.items for block in _whole(name, report, telling)]


def _removed(items: Mapping[str, BacklogItem], telling: Telling) -> list[str]:
    """Return items that their author took out, each with the words of the meeting that it stands on."""
    lines = [
        " — ".join(
            (_line(name, item, None, telling), *(said for _, said in quotes_of(item, telling)))
        )
        for name, item in items.items()
    ]
    told = TEXTS[telling.language].removed
    return [told.format(number=number_of(next(iter(items)))), _some(lines)] if items else []


def _whole(name: str, report: ItemsShown, telling: Telling) -> list[str]:
    texts, item, tag = TEXTS[telling.language], report.items[name], report.tags.get(name)
    blocks = [_line(name, item, tag, telling, is_head=True)]
    if under := _under(item, telling):
        blocks.append(f"*{under}*")
    mark = f" *({texts.unsaid})*"
    blocks += map(lead, _wanted(item, telling.language))
    for field, label in vars(PLAN_TEXTS[telling.language]).items():
        if field in ("need", "benefit") and (text := getattr(item, field)) != item.said(field):
            blocks.append(lead(f"{label}: {text}") + mark)
    if item.description:
        blocks.append(lead(item.description) + mark * ("description_unsaid" in item.notes))
    if item.criteria:
        criteria = (plain(entry.text) + mark * entry.unsaid for entry in item.criteria)
        blocks += [f"*{texts.criteria}*", bullets(criteria)]
        added = [str(n) for n, criterion in enumerate(item.criteria, start=1) if criterion.delta]
        blocks += [texts.delta.format(numbers=", ".join(added))] if added else []
    blocks += said_in_meeting(item, telling)
    for use in item.constraints:
        mark = f" *({texts.violated})*" if use.violated else ""
        blocks.append(f"{texts.constraint}{mark}: “{plain(use.quote)}” ({plain(use.source_id)})")
    if item.notes:
        blocks += [f"*{texts.noted}*", bullets(texts.notes[note] for note in item.notes)]
    if tag and tag.reason:
        blocks.append(plain(tag.reason))
    judged = report.judgements.get(name)
    return [*blocks, *([_scores(judged)] if judged else [])]


def _wanted(item: BacklogItem, language: Language) -> list[str]:
    """Return who wants an item and why, as far as its description does not say it."""
    if story := story_of(item, language):
        return [story]
    told = (item.said("need"), item.said("benefit"))
    return [text for text in told if text and text not in item.description]


def _under(item: BacklogItem, telling: Telling) -> str:
    """Return what an item stands under; "" where that is nothing."""
    items = items_in(telling.dossier)
    there = telling.dossier.source(item.parent)
    above = f"{number_of(item.parent)}. {items[item.parent].title}" if item.parent in items else ""
    above = above or (there.title if there else item.parent)
    return TEXTS[telling.language].under.format(above=plain(above)) if above else ""


def _listed(
    items: Mapping[str, BacklogItem], tags: Mapping[str, StoryTag], telling: Telling
) -> str:
    return _some(_line(name, item, tags.get(name), telling) for name, item in items.items())


def _line(
    name: str, item: BacklogItem, tag: StoryTag | None, telling: Telling, *, is_head: bool = False
) -> str:
    texts = TEXTS[telling.language]
    told = f"{number_of(name)}. {texts.types[item.type]}: {plain(item.title)}"
    priority = texts.priority.format(priority=item.priority) if item.priority else ""
    labels = ", ".join(f"#{plain(label)}" for label in item.labels)
    if more := "; ".join(filter(None, (plain(item.persona), priority, labels))):
        told += f" ({more})"
    told = f"**{told}**" if is_head else told
    if item.state != "draft":
        told += f" *({texts.states[item.state]})*"
    if tag:
        about = telling.dossier.source(tag.related_id) if tag.related_id else None
        named = f" → {plain(about.title)} ({plain(tag.related_id)})" if about else ""
        told += f" — **{texts.tags[tag.tag]}**{named}"
        told += f": {plain('; '.join(tag.delta))}" if tag.delta else ""
    return told


def _counted(texts: Sequence[str], count: int) -> str:
    one, more = texts
    return one if count == 1 else more.format(count=count)


def _some(lines: Iterable[str]) -> str:
    every = [*lines]
    more = len(every) - MOST_LINES
    return bullets([*every[:MOST_LINES], *([f"… +{more}"] if more > 0 else [])])


TELL: Mapping[type[Report], Teller] = {
    BacklogLoaded: tell_loaded,
    Segmented: tell_segmented,
    ItemsWritten: tell_made,
    ItemsTagged: tell_tagged,
    ItemsJudged: tell_judged,
    ItemsMade: tell_run,
    ItemsEdited: tell_edited,
    TranscriptTaken: tell_taken,
    TextSaid: tell_text,
    MeetingAnswered: tell_answered,
    ItemsShown: tell_shown,
    ItemsExported: tell_exported,
    BacklogPlanned: tell_planned,
    NothingToWrite: tell_nothing,
    CarriedOut: tell_carried_out,
    Calculated: tell_calculated,
}


PRESENTER = Presenter(WORDINGS, KINDS, TELL, may_say, in_words)
