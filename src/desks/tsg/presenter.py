"""What only this desk tells: what research found, guides with where their lines stand, and reviews. Pure."""

from collections.abc import Mapping, Sequence

from src.desks.tsg.artifacts import HEADINGS, FailedLookup, Guide, Research, Review
from src.desks.tsg.bearing import additions
from src.desks.tsg.changes import LineChange
from src.desks.tsg.kept import bases_of, guide_in, research_of
from src.desks.tsg.render import render
from src.desks.tsg.words import TEXTS, WORDINGS, TsgTexts
from src.dossier.models import Dossier, Observation
from src.errors import refusal
from src.presenter import Presenter, SourceKind, Teller, Telling
from src.presenter.answer import read_again
from src.presenter.changes import tell_calculated
from src.tools.base import Report
from src.tools.calculate import CALCULATION, Calculated
from src.tools.tsg.reports import (
    GuideEdited,
    GuideReviewed,
    GuideShown,
    GuideWritten,
    LineLeftOut,
    NotesTaken,
    Researched,
    SuggestionsDismissed,
)
from src.wording.markdown import bullets, inert, plain

KINDS = (
    SourceKind(
        Observation,
        {"nl": "Gevonden pagina's", "en": "Pages found"},
        group="heading",
        described={"nl": "gevonden pagina", "en": "page found"},
    ),
)

PROGRAM = ("/export", "/guide", "/questions", "/notes", "/write", "/dismiss", "--straight")
"""Commands that a model may name without a source."""

RESEARCH_BEGIN, RESEARCH_END = "<!-- RESEARCH_BEGIN -->", "<!-- RESEARCH_END -->"


def tell_notes(reports: Sequence[NotesTaken], telling: Telling) -> list[str]:
    """Return that notes were taken, and what nobody looked at."""
    texts = TEXTS[telling.language]
    report = reports[-1]
    told = texts.notes_added if report.added else texts.notes_taken
    blocks = [f"{told.format(words=len(report.notes.text.split()))} {texts.names_unseen}"]
    if report.unread:
        blocks.append(texts.pictures_unread.format(count=report.unread))
    is_further = research_of(telling.dossier) or guide_in(telling.dossier)
    return blocks if is_further else [*blocks, texts.standing["notes"]]


def tell_researched(reports: Sequence[Researched], telling: Telling) -> list[str]:
    """Return the report of research: topic, addresses of the notes, sources with findings, gaps.

    The last one has what was found before.
    """
    texts, research = TEXTS[telling.language], reports[-1].research
    blocks = [RESEARCH_BEGIN, f"## {texts.topic}", plain(research.topic)]
    if research.note_urls:
        told = [_named(url, telling) for url in research.note_urls]
        blocks += [f"## {texts.note_urls}", bullets(told)]
    blocks.append(f"## {texts.findings}")
    pages = [one for one in telling.dossier.selected if isinstance(one, Observation) and one.url]
    found = [_page(page, research, telling) for page in pages]
    blocks += found or [texts.nothing if research.queries else texts.nowhere]
    gaps = [plain(gap) for gap in research.gaps] + [_failed(one, texts) for one in research.failed]
    blocks += [f"## {texts.gaps}", bullets(gaps) if gaps else texts.clean]
    # Pages that are shown have the question whether they are right behind them, which tells what comes next.
    is_told = found or not research.is_complete or guide_in(telling.dossier)
    return [*blocks, RESEARCH_END, *([] if is_told else [texts.standing["research"]])]


def _named(url: str, telling: Telling) -> str:
    source = next((source for source in telling.dossier.sources if source.url == url), None)
    return f"\\[{telling.number(source)}\\] {plain(url)}" if source else plain(url)


def _page(page: Observation, research: Research, telling: Telling) -> str:
    lines = [f"**{telling.numbered(page)}** · {plain(page.heading)}"]
    found = (finding for finding in research.findings if finding.page == page.id)
    lines += [f"- {plain(finding.claim)}\n  > “{plain(finding.quote)}”" for finding in found]
    return "\n".join(lines)


def _failed(failed: FailedLookup, texts: TsgTexts) -> str:
    reason = texts.reasons.get(failed.reason, failed.reason)
    asked = plain(failed.asked) or "-"
    return texts.failed.format(service=failed.service or "-", asked=asked, reason=plain(reason))


def tell_written(reports: Sequence[GuideWritten], telling: Telling) -> list[str]:
    """Return how a draft fared, the guide with its footnotes, its questions, and what the review says."""
    texts, report = TEXTS[telling.language], reports[-1]
    lines = [line for _, line in report.guide.lines() if line.support]
    counted = texts.written.format(lines=len(lines), questions=len(report.guide.placeholders))
    blocks = [counted]
    if report.failed:
        blocks.append(texts.repaired.format(failed=report.failed))
    blocks += _left_out(report.left_out, texts)
    blocks += read_again(report.unsaid, telling)
    blocks += [telling.words.unread] if report.unread else []
    kept = [f"{texts.line} {line.n}: {plain(line.text)}" for line in report.kept]
    blocks += [texts.kept, bullets(kept)] if kept else []
    blocks += _guide(report.guide, telling)
    if error := report.unreviewed:
        blocks.append(refusal(error.code, error.details, telling.language))
    if report.review:
        blocks += [f"**{texts.reviewed}**", *_review(report.review, texts)]
    return blocks


def _left_out(lines: Sequence[LineLeftOut], texts: TsgTexts) -> list[str]:
    told = [f"‘{plain(line.text)}’ – {texts.lost[line.reason]}" for line in lines]
    return [texts.left_out, bullets(told)] if told else []


def tell_reviewed(reports: Sequence[GuideReviewed], telling: Telling) -> list[str]:
    """Return what the reviewer says, and the guide as it is corrected, where it is."""
    texts, report = TEXTS[telling.language], reports[-1]
    again = _guide(report.guide, telling) if report.review.corrected else []
    left = _left_out(report.left_out, texts)
    return [*left, *again, f"**{texts.reviewed}**", *_review(report.review, texts)]


def tell_edited(reports: Sequence[GuideEdited], telling: Telling) -> list[str]:
    """Return what became of which lines, and how the guide stands."""
    texts, guide = TEXTS[telling.language], reports[-1].guide
    told = [_change(change, texts) for report in reports for change in report.changes]
    lines = len(guide.lines()) - len(guide.placeholders)
    told += [texts.half.format(open=inert(text)) for report in reports for text in report.still]
    stands = texts.stands.format(lines=lines, questions=len(guide.placeholders))
    asks = any(report.asks for report in reports)
    unread = [telling.words.unread] if any(report.unread for report in reports) else []
    return [bullets(told), *unread, stands, *(_questions(guide, texts) if asks else [])]


def _change(change: LineChange, texts: TsgTexts) -> str:
    before, after = (
        "; ".join(f"‘{plain(line)}’" for line in lines) for lines in (change.before, change.after)
    )
    section = HEADINGS[change.section] if change.section else texts.title
    listed = ", ".join(map(str, change.numbers))
    line = f"{texts.line} {listed}: " if listed else ""
    told = line + texts.edits[change.op].format(section=section, before=before, after=after)
    return f"{told} {texts.new_command}" if change.is_new_command else told


def tell_shown(reports: Sequence[GuideShown], telling: Telling) -> list[str]:
    guide, *questions = _guide(reports[-1].guide, telling)
    if reports[-1].questions_only:
        return questions
    return [guide, *questions, TEXTS[telling.language].as_file.format(id=telling.dossier.id)]


def _guide(guide: Guide, telling: Telling) -> list[str]:
    texts = TEXTS[telling.language]
    return [render(guide, with_support=True), *_questions(guide, texts)]


def _questions(guide: Guide, texts: TsgTexts) -> list[str]:
    if not guide.placeholders:
        return [texts.no_questions]
    numbered = enumerate(guide.placeholders, start=1)
    asked = "\n".join(f"{number}. {inert(entry.question)}" for number, entry in numbered)
    return [f"**{texts.questions.format(count=len(guide.placeholders))}**", asked]


def _review(review: Review, texts: TsgTexts) -> list[str]:
    blocks: list[str] = []
    for heading, remarks in (
        (texts.accuracy, review.accuracy),
        (texts.completeness, review.completeness),
    ):
        if remarks:
            blocks += [f"*{heading}*", bullets(map(plain, remarks))]
    if review.suggestions:
        numbered = [f"{n}. {plain(one.text)}" for n, one in enumerate(review.suggestions, start=1)]
        blocks += [f"*{texts.suggestions}*", "\n".join(numbered)]
    if review.corrected:
        blocks.append(texts.corrected.format(count=review.corrected))
    return blocks or [texts.clean]


def tell_dismissed(reports: Sequence[SuggestionsDismissed], telling: Telling) -> list[str]:
    """Return which suggestions are not made again."""
    texts = TEXTS[telling.language]
    return [
        bullets(texts.dismissed.format(text=plain(text)) for each in reports for text in each.texts)
    ]


TELL: Mapping[type[Report], Teller] = {
    NotesTaken: tell_notes,
    Researched: tell_researched,
    GuideWritten: tell_written,
    GuideReviewed: tell_reviewed,
    GuideEdited: tell_edited,
    GuideShown: tell_shown,
    SuggestionsDismissed: tell_dismissed,
    Calculated: tell_calculated,
}


def may_say(text: str, dossier: Dossier) -> bool:
    """Return whether these are words that bring no number, command, address or name of their own.

    What is known stands in the conversation, in what lines may stand on, in the guide and in calculations; sources and
    lines are counted.
    """
    guide = guide_in(dossier)
    known = [message.content for message in dossier.conversation]
    known += [base.content for base in bases_of(dossier)]
    known += [guide.markdown] if guide else []
    known += [made.title for made in dossier.artifacts if made.kind == CALCULATION]
    most = len(dossier.sources) + (len(guide.lines()) if guide else 0)
    return not additions(text, "\n".join([*known, *PROGRAM, *map(str, range(most + 1))]))


PRESENTER = Presenter(WORDINGS, KINDS, TELL, may_say)
"""How the desk speaks."""
