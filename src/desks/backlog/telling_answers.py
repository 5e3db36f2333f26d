"""What is told in answer to a question: fixed texts, what sentences and items rest on, a model's own words. Pure."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from src.desks.backlog.artifacts import BacklogItem
from src.desks.backlog.kept import backlog_in, items_in, segments_in, speakers_of
from src.desks.backlog.knowledge import patterns
from src.desks.backlog.words import BUILTIN, TEXTS, WORDINGS, BacklogTexts
from src.dossier.models import Dossier
from src.grounding.clauses import stems
from src.language.sentences import split
from src.presenter import Telling
from src.tools.backlog.reports import ItemsExported, MeetingAnswered, TextSaid
from src.wording.markdown import bullets, lead, plain


def tell_text(reports: Sequence[TextSaid], telling: Telling) -> list[str]:
    catalogues = TEXTS[telling.language], BUILTIN[telling.language]
    texts = {name: text for each in catalogues for name, text in vars(each).items()}
    return [texts[report.text] for report in reports]


def tell_answered(reports: Sequence[MeetingAnswered], telling: Telling) -> list[str]:
    """Return an answer sentence by sentence, each with the words that it rests on, and what was left out."""
    texts, report = TEXTS[telling.language], reports[-1]
    blocks: list[str] = []
    for text, quotes in report.sentences:
        text = text or (texts.nearest if quotes else texts.nothing_near)
        blocks += [lead(text), bullets(quoted(texts, *each) for each in quotes)]
    if report.fell:
        own = {"number_not_quoted": texts.number_not_quoted}
        faults: dict[str, str] = {**texts.faults, **own, **telling.words.turned}
        why = dict.fromkeys(faults.get(fault, fault) for fault in report.fell.values())
        blocks.append(texts.held_back.format(count=len(report.fell), why="; ".join(why)))
    return blocks + ([telling.words.unread] if report.unread else [])


def quoted(texts: BacklogTexts, words: str, speaker: str, line: int, title: str = "") -> str:
    """Return words in quotes, with what they stand in, who said them and in which line, as far as that is known."""
    said_by = texts.said_by.format(speaker=speaker, line=line) if speaker else ""
    where = ", ".join(filter(None, (title, said_by)))
    return f"“{plain(' '.join(words.split()))}”{f' — {plain(where)}' if where else ''}"


def quotes_of(item: BacklogItem, telling: Telling) -> Iterator[tuple[str, str]]:
    """Yield each quote of an item with its speaker and place, behind the id of its segment."""
    texts = TEXTS[telling.language]
    for one, (speaker, line) in zip(item.evidence, speakers_of(item, telling.dossier), strict=True):
        yield one.segment_id or item.segment_id, quoted(texts, one.quote, speaker, line)


def said_in_meeting(item: BacklogItem, telling: Telling) -> list[str]:
    """Return the words of the meeting and of its author that an item stands on."""
    texts, segments = TEXTS[telling.language], segments_in(telling.dossier)
    by_segment: dict[str, list[str]] = {}
    if not (item.evidence or item.told):
        by_segment[item.segment_id] = []
    for name, quote in quotes_of(item, telling):
        by_segment.setdefault(name, []).append(f"> {quote}")
    blocks: list[str] = []
    for name, quotes in by_segment.items():
        where = ""
        if place := segments.get(name):
            first, last = place.lines
            told = texts.segment_of.format(order=place.order, first=first, last=last)
            where = f" ({told})"
        blocks += [f"*{texts.evidence}{where}*", *quotes]
    for each in item.told:
        blocks += [f"*{texts.told.format(turn=each.turn)}*", f"> “{plain(each.words)}”"]
    return blocks


def tell_exported(reports: Sequence[ItemsExported], telling: Telling) -> list[str]:
    """Return the items as a text to take along, and how to have them as a file."""
    report, texts = reports[-1], TEXTS[telling.language]
    text = f"```\n{report.text}\n```" if report.form == "csv" else report.text
    return [texts.exported.format(id=telling.dossier.id), text]


# What a model may say in words of its own: nothing that has to stand on the meeting, the items or a deed

MATTER = 2
"""Words of a sentence, at least, that the meeting, items or work items have where it speaks of these."""


@lru_cache(maxsize=512)
def _matter(text: str) -> frozenset[str]:
    """Return the stems of a text, which may be a whole transcript: of each word once."""
    return stems(" ".join({*text.casefold().split()}))


def may_say(text: str, dossier: Dossier) -> bool:
    """Return whether these are words that tell nothing of the dossier: what they would tell stands on no quote.

    A question tells nothing; what the program says of the desk it knows itself.
    """
    declined = {wording.declined for wording in WORDINGS.values()}
    if text.strip() in declined.union(texts.about for texts in BUILTIN.values()):
        return True
    said = [sentence for sentence in split(text) if not sentence.rstrip().endswith("?")]
    if any(re.search(r"\d", text) or patterns("gate")["told"].search(text) for text in said):
        return False
    known = [source.content for source in dossier.sources]
    known += [item.title for item in items_in(dossier).values()]
    known += [item.title for item in backlog_in(dossier)]
    matter = frozenset().union(*map(_matter, known))
    return all(len(stems(sentence) & matter) < MATTER for sentence in said)
