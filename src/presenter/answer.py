"""An answer in words: what it comes to, then the reasoning, then its sources with what is quoted of them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cached_property
from itertools import groupby

from src.dossier.claims import Calculation
from src.dossier.models import Answer, Claim, ConclusionSentence, Source, is_of_client
from src.grounding.formula import formula
from src.grounding.sentences import shared_words
from src.llm.protocol import OFFLINE
from src.presenter.quotes import Piece, Quotes, pieces_of
from src.presenter.telling import Telling, one_by_one
from src.tools.base import Answered, Explained, Reworked
from src.wording import WORDINGS
from src.wording.markdown import addresses_in, bullets, inert, lead, plain

SAME = 0.8
"""Share of the words of a sentence by which another one says the same."""

LONGEST_REASON = 900
"""Characters of why something fell: the quote that decides is told with its value, as a row of a table ends in it."""


@one_by_one
def tell_answered(report: Answered, telling: Telling) -> list[str]:
    """Return an answer with its sources and its labels behind it."""
    return answer_in_words(report, telling).blocks()


def answer_in_words(report: Answered, telling: Telling) -> "AnswerInWords":
    """Return what tells an answer as it is told now, or as it was when rules of before judged it."""
    return (AnswerInWords if report.rules else AnswerBefore)(report, telling)


@one_by_one
def tell_explained(report: Explained, telling: Telling) -> list[str]:
    """Return in whole sentences what must be known of an answer."""
    return AnswerInWords(Answered(report.answer), telling).explanation()


@one_by_one
def tell_reworked(report: Reworked, telling: Telling) -> list[str]:
    """Return an answer said in another way, each sentence with the number of the source that it stands on."""
    words = WORDINGS[report.language]
    if not report.sentences:
        return [words.nothing_reworked]
    named = {sentence.source_id for sentence in report.sentences}
    used = [source for source in sources_of(report.answer, telling) if source.id in named]
    checked = words.rework_checked.format(answer=report.answer.id)
    left_out = [words.rework_left_out.format(count=report.left_out)] if report.left_out else []
    said = [_footnoted(sentence, telling) for sentence in report.sentences]
    is_mail = report.kind == "email"
    is_to = is_mail and bool(report.to.strip())
    heading = words.message_to.format(to=plain(report.to)) if is_to else words.reworked[report.kind]
    return [
        f"**{heading}**",
        *([words.hello if is_to else words.salutation] if is_mail else []),
        " ".join(said) if is_mail else bullets(said),
        *([words.valediction] if is_mail else []),
        "---",
        telling.in_brief(used),
        f"*{' '.join([checked, *left_out])}*",
    ]


def _footnoted(claim: Claim, telling: Telling) -> str:
    source = telling.dossier.source(claim.source_id)
    number = f" \\[{telling.number(source)}\\]" if source else ""
    return f"{lead(claim.text) or f'“{inert(claim.quote)}”'}{number}"


def not_stated(lines: Sequence[str], telling: Telling) -> list[str]:
    """Return apart what a second reading did not find in the sources."""
    words = telling.words
    told = [f"**{words.not_stated_heading}**", words.not_stated]
    return [*told, bullets(lines)] if lines else []


def read_again(unsaid: Sequence[ConclusionSentence], telling: Telling) -> list[str]:
    """Return what of something made a second reading struck, each with why, and apart what it did not find."""
    fell = [
        f"“{plain(sentence.text)}” – {plain(telling.words.left_out(sentence), LONGEST_REASON)}"
        for sentence in unsaid
        if sentence.struck == "contradicts"
    ]
    open_ones = [lead(sentence.text) for sentence in unsaid if sentence.struck == "neither"]
    return [*([bullets(fell)] if fell else []), *not_stated(open_ones, telling)]


def sources_of(answer: Answer, telling: Telling) -> list[Source]:
    return [source for source in telling.dossier.sources if source.id in answer.source_ids]


class AnswerInWords:
    """An answer as any desk tells it; a desk that tells some of it otherwise derives its own."""

    def __init__(self, report: Answered, telling: Telling) -> None:
        self._report = report
        self._answer = report.answer
        self._telling = telling
        self._words = telling.words
        self._used = sources_of(report.answer, telling)
        self._quotes = Quotes(report.answer, telling)

    def blocks(self) -> list[str]:
        """Return the blocks of the answer, the conclusion first."""
        blocks = [*self._concluded(), *self._reasoned(), *self._calculations(), *self._points()]
        if self._answer.facts:
            blocks += [f"## {self._words.facts_heading}"]
            blocks += lists(map(self._fact, self._answer.facts))
        labels = self._labels()
        return [*blocks, *self._sources(), *(["---", *labels] if labels else [])]

    @property
    def _headings(self) -> tuple[str, str, str]:
        """The headings of the answer, of the reasoning (it may have none) and of the sources."""
        words = self._words
        return words.answer_heading, words.analysis_heading, words.sources_heading

    def _concluded(self) -> list[str]:
        """Return the conclusion with the day of its texts; what of it was left out is told in its place."""
        if not self._answer.claims:
            return []
        said = self.conclusion() or self._nothing_concluded
        return [f"## {self._headings[0]}", *filter(None, (said, self._days()))]

    @property
    def _nothing_concluded(self) -> str:
        return self._words.none_stands if self._answer.sentences else self._words.drew_none

    def conclusion(self) -> str:
        """Return the conclusion with its footnotes, and why sentences of it were left out."""
        answer, words = self._answer, self._words
        if answer.conclusion == words.offline_conclusion_many:
            return words.memo["offline_many"]
        told = " ".join(filter(None, map(self._sentence, answer.sentences)))
        told = told or self._lead(answer.conclusion)
        has_notes = any(sentence.claims or sentence.calculations for sentence in answer.sentences)
        # A sentence that names no claim was judged by all of them.
        return told if has_notes or not answer.conclusion else f"{told}{self._notes(answer.claims)}"

    def _sentence(self, sentence: ConclusionSentence) -> str:
        if sentence.struck == "neither":
            return ""  # it stands apart
        if sentence.struck:
            return f"*[{plain(self._words.left_out(sentence), LONGEST_REASON)}]*"
        computed = (made for made in self._answer.calculations if made.id in sentence.calculations)
        inputs = [given for made in computed for given in made.inputs]
        notes = self._notes([self._answer.claims[number - 1] for number in sentence.claims], inputs)
        return f"{self._lead(sentence.text)}{notes}{self._exception(sentence)}"

    def _exception(self, said: Claim | ConclusionSentence) -> str:
        """Return the words of an exception that is nowhere mentioned, behind what leaves it out."""
        told = self._words.settled_by.format(quote=inert(said.exception))
        return f" *({told})*" if said.exception else ""

    def _lead(self, text: str) -> str:
        return lead(text, self._known)

    @cached_property
    def _known(self) -> frozenset[str]:
        used = "\n".join(source.content for source in self._used)
        return self._telling.addresses | addresses_in(used)

    def _notes(self, claims: Iterable[Claim], inputs: Iterable[Piece] = ()) -> str:
        quoted = [piece for claim in claims for piece in pieces_of(claim)]
        marks = dict.fromkeys(map(self._quotes.mark, [*quoted, *inputs]))
        return "".join(f" \\[{mark}\\]" for mark in marks if mark)

    def _days(self) -> str:
        telling, words = self._telling, self._words
        days = sorted(filter(None, map(self._day_of, self._quotes.sources)))
        ends = words.to.join(dict.fromkeys(map(telling.day, (*days[:1], *days[-1:]))))
        asked = telling.dossier.as_of
        told = [words.for_day.format(day=telling.day(asked))] if asked else []
        told += [words.texts_of.format(days=ends)] if ends else []
        said = "; ".join(told)
        return f"*{said[0].upper()}{said[1:]}.*" if said else ""

    def _day_of(self, source: Source) -> date | None:
        tells = self._telling.standing(source) and not is_of_client(source)
        return source.as_of if tells else None

    def _reasoned(self) -> list[str]:
        heading, claims = self._headings[1], self._answer.claims
        headed = [f"## {heading}"] if heading else []
        told = lists(filter(None, map(self._claim, claims))) if claims else [self._no_answer()]
        return [*headed, *told]

    def _claim(self, claim: Claim) -> str:
        """Return a step of the reasoning; one without words of its own is its quote."""
        words = self._words
        mark = words.flagged.format(flags=plain(", ".join(claim.flags)))
        flagged = f"\n\n  *{mark}*" if claim.flags else ""
        if not claim.text:
            return f"{self._quotes.alone(claim)}{flagged}"
        told = (piece.quote for piece in claim.evidence if not self._quotes.mark(piece))
        by_user = "".join(f" *({words.told_by_user}: “{inert(entry)}”)*" for entry in told)
        notes = f"{self._notes([claim])}{by_user}{self._exception(claim)}"
        return f"- {self._lead(claim.text)}{notes}{flagged}"

    def _fact(self, claim: Claim) -> str:
        reserve = f" *({self._words.of_document})*" if claim.of_document else ""
        return f"{self._claim(claim)}{reserve}"

    def _calculations(self) -> list[str]:
        words, telling = self._words, self._telling
        told = []
        for made in self._answer.calculations:
            if made.id in self._fallen:  # what it was for is struck: alone it would be the answer
                continue
            if made.expression.strip().isidentifier():  # one number as it is: nothing was computed
                continue
            noted = "".join(f" *({note})*" for note in self._noted(made))
            told.append(f"{formula(made, telling.language, telling.note)}{noted}")
        return [f"**{words.calculations_heading}**", bullets(told)] if told else []

    def _noted(self, made: Calculation) -> list[str]:
        """Return what stands behind a sum."""
        return [self._words.corrected.format(given=inert(made.given))] if made.given else []

    @cached_property
    def _fallen(self) -> set[str]:
        """The calculations that only struck sentences rest on."""
        struck, standing = set[str](), set[str]()
        for sentence in (*self._answer.sentences, *self._answer.left_out):
            is_struck = bool(sentence.struck) and sentence.struck != "neither"
            (struck if is_struck else standing).update(sentence.calculations)
        for made in reversed(self._answer.calculations):
            for ids in (struck, standing):
                ids.update(given.source_id for given in made.inputs if made.id in ids)
        return struck - standing

    def _points(self) -> list[str]:
        """Return what stays open, what nobody told, and what may not stand with its reason."""
        answer, words = self._answer, self._words
        told = (
            (words.open_heading, [self._point(point) for point in answer.open_points]),
            (words.missing_facts_heading, [self._point(fact) for fact in answer.missing_facts]),
            (words.struck_heading, self.struck()),
        )
        blocks = [block for name, some in told if some for block in (f"**{name}**", bullets(some))]
        return [*self.not_stated(), *blocks]

    def not_stated(self) -> list[str]:
        """Return apart, without sources, what a second reading did not find in them; each sentence once."""
        answer = self._answer
        said = [sentence.text for sentence in answer.sentences if sentence.struck == "neither"]
        for claim in answer.struck:
            if claim.turned == "neither" and all(
                shared_words(claim.text, other) < SAME for other in said
            ):
                said.append(claim.text)
        return not_stated([*map(self._lead, said)], self._telling)

    def _point(self, point: str) -> str:
        mark = f" *({self._words.unsourced_mark})*" if point in self._answer.unsourced else ""
        return f"{plain(point)}{mark}"

    def _sources(self) -> list[str]:
        quoted = self._quotes.sources
        rest = self._beside(quoted)
        heading = f"## {self._headings[2]}"
        if not quoted:
            return [heading, self._telling.listed(self._used)]
        brief = f"*{self._words.not_quoted}* {self._telling.in_brief(rest)}"
        return [heading, *self._quoted(quoted), *([brief] if rest else [])]

    def _quoted(self, sources: Sequence[Source]) -> list[str]:
        return lists(block for source in sources for block in self._source(source))

    def _beside(self, quoted: Sequence[Source]) -> list[Source]:
        return [source for source in self._used if source not in quoted]

    def _source(self, source: Source) -> list[str]:
        return [f"- {self._listed(source)}", *self._quotes.of(source)]

    def _listed(self, source: Source) -> str:
        return self._telling.described(source)

    def _no_answer(self) -> str:
        refused, struck = self._report.refused, len(self._answer.struck)
        if refused:
            return self._words.refused.format(held=refused, all=refused + struck)
        return self._words.no_claim_stands if struck else self._words.no_claims

    def struck(self) -> list[str]:
        """Return why claims and points may not stand, each reason once, and how often where that was more than once."""
        reasons = [self._reason(each) for each in self._answer.struck if each.turned != "neither"]
        reasons += [self._left_out(sentence) for sentence in self._answer.left_out]
        counts = Counter(f"{reason[:1].upper()}{reason[1:]}" for reason in reasons)
        lines = (entry if count == 1 else f"{entry} (×{count})" for entry, count in counts.items())
        return [plain(line, LONGEST_REASON) for line in lines]

    def _reason(self, claim: Claim) -> str:
        """Return why a claim may not stand; its words are not repeated, or they would be read as an answer."""
        dossier = self._telling.dossier
        unknown = self._words.no_such_source if self._report.rules else claim.source_id
        source, other = dossier.source(claim.source_id), dossier.source(claim.found_in)
        titles = source.title if source else unknown, other.title if other else claim.found_in
        return self._words.struck(claim, claim.verdict or "not-found", *titles)

    def _left_out(self, sentence: ConclusionSentence) -> str:
        return self._words.left_out(sentence)

    def _labels(self) -> list[str]:
        """Return what must be known of the answer, in two lines; ``explanation`` says what it means."""
        if not self._report.notes_in_brief:
            return [f"*{note}*" for note in self._remarks()]
        words, quotes = self._words, self._count
        titles = "; ".join(self._report.cut)
        marks = [words.in_short[name].format(titles=titles) for name in self._applying()]
        lines = [
            *([words.unread] if self._answer.unread else []),
            *([words.checked_in_brief.format(count=quotes)] if quotes else []),
            *([words.labels.format(labels=", ".join(marks))] if marks else []),
        ]
        return [f"*{line}*" for line in lines]

    def explanation(self) -> list[str]:
        """Return in whole sentences what must be known of the answer."""
        return [f"**{self._words.explanation_heading}**", bullets(self._remarks())]

    def _remarks(self) -> list[str]:
        words, quotes = self._words, self._count
        meanings = {
            "ellipsis": words.with_ellipsis,
            "cut": words.cut.format(titles="; ".join(self._report.cut)),
            "digest": words.digests_label,
            "client": words.client_label,
            "offline": words.offline_label,
        }
        checked = [words.checked.format(count=quotes)] if quotes else []
        return [*checked, *(meanings[name] for name in self._applying())]

    @property
    def _count(self) -> int:
        return self._quotes.count or len((*self._answer.claims, *self._answer.facts))

    def _applying(self) -> list[str]:
        answer = self._answer
        shown = self._quotes.sources or self._used
        applies = {
            "ellipsis": any("..." in claim.quote for claim in (*answer.claims, *answer.facts)),
            "cut": bool(self._report.cut),
            "digest": any(source.digest for source in shown),
            "client": any(map(is_of_client, shown)),
            "offline": answer.model == OFFLINE,
        }
        return [name for name, does in applies.items() if does]


class AnswerBefore(AnswerInWords):
    """An answer told as it was before each sentence was judged alone: made again, it reads the same to the byte."""

    @property
    def _count(self) -> int:
        return len((*self._answer.claims, *self._answer.facts))

    def blocks(self) -> list[str]:
        answer, words = self._answer, self._words
        blocks = [*self._sources(), f"## {words.analysis_heading}"]
        blocks += [self._claim(claim) for claim in answer.claims] or [self._no_answer()]
        if answer.claims:
            blocks += [f"## {words.answer_heading}", lead(answer.conclusion) or words.no_conclusion]
        blocks += self._points()
        if answer.facts:
            blocks += [f"## {words.facts_heading}", *map(self._claim, answer.facts)]
        return [*blocks, "---", *self._labels()]

    def _quoted(self, sources: Sequence[Source]) -> list[str]:
        return [self._telling.listed(sources)]

    def _claim(self, claim: Claim) -> str:
        telling, source = self._telling, self._telling.dossier.source(claim.source_id)
        behind = telling.standing if self._report.quotes_dated else telling.mark
        title = f"{telling.numbered(source)}{behind(source)}" if source else claim.source_id
        begins = f"{lead(claim.text)} — {title}:" if claim.text else f"{title}:"
        said = self._quotes.worded(claim, masked=claim in self._answer.facts)
        mark = f"*{self._words.flagged.format(flags=plain(', '.join(claim.flags)))}*"
        flagged = [mark] if claim.flags else []
        return "\n\n".join([f"{begins}\n> {said}", *self._quotes.gloss(claim), *flagged])


def lists(blocks: Iterable[str]) -> list[str]:
    """Return blocks of Markdown, items of a list that follow each other as one block."""
    grouped = groupby(blocks, key=lambda word: word.startswith("- ") and "\n\n" not in word)
    return [text for is_item, some in grouped for text in (["\n".join(some)] if is_item else some)]
