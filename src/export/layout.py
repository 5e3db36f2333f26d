"""From memo to page: what stands where, and in which words. Pure."""

from collections.abc import Iterator, Sequence
from datetime import date

from src.answering.handing_over import MemoSource
from src.errors import problem
from src.export.memo import Footnote, LeftOut, Memo, RejectedClaim, SupportedClaim
from src.export.page import (
    Block,
    Heading,
    Inlines,
    Items,
    Link,
    Note,
    Page,
    Paragraph,
    Reference,
    Table,
    TextRun,
    plain,
)
from src.wording import WORDINGS
from src.wording.export import written_day

LONGEST_TITLE = 120
"""Characters of a question that serve as the title, and of a quote that serve to know it again."""

Row = tuple[Inlines, ...]


def page(memo: Memo) -> Page:
    """Return the memo laid out, in the language of its answer."""
    return _Layout(memo).page()


class _Layout:
    def __init__(self, memo: Memo) -> None:
        self._memo = memo
        self._words = WORDINGS[memo.language].memo

    def page(self) -> Page:
        memo = self._memo
        return Page(
            language=memo.language,
            kind=self._words["memo"],
            title=_shortened(memo.question),
            author="TESS",
            date=memo.answered_on.isoformat(),
            words={name: self._words[name] for name in ("notes", "back", "page", "of")},
            blocks=tuple(self._blocks()),
            notes=tuple(self._note(claim.footnote) for claim in memo.claims),
        )

    def _blocks(self) -> Iterator[Block]:
        yield self._head()
        for warning in self._memo.warnings:
            yield Paragraph(content=(TextRun(text=warning, style="strong"),), role="warning")
        yield from self._case()
        yield from self._reasoning()
        yield from self._limits()
        yield from self._sources()
        yield from self._verdicts()
        yield from self._receipt()

    def _head(self) -> Table:
        memo, words = self._memo, self._words
        file = words["file_version"].format(
            dossier=memo.dossier_id, version=memo.version, answer=memo.answer_id
        )
        table = self._named({"date": self._day(memo.answered_on), "client_file": file})
        rows = ((plain(name), plain(value)) for name, value in memo.head)
        return table.model_copy(update={"rows": (*table.rows, *rows)})

    def _case(self) -> Iterator[Block]:
        memo, words = self._memo, self._words
        yield Heading(text=words["question"])
        yield Paragraph(content=plain(memo.question))
        yield Heading(text=words["facts"])
        if memo.facts:
            yield Paragraph(content=plain(words["facts_source"]), role="quiet")
            yield Items(
                items=tuple(
                    (
                        TextRun(text=f"“{one.words}” "),
                        TextRun(
                            text=f"({words['turn'].format(version=one.version)})", style="quiet"
                        ),
                    )
                    for one in memo.facts
                )
            )
        else:
            yield Paragraph(content=plain(words["no_facts"]))
        if memo.missing_facts:
            yield Heading(text=words["missing_facts"])
            yield Items(items=tuple(map(plain, memo.missing_facts)))

    def _reasoning(self) -> Iterator[Block]:
        memo, words = self._memo, self._words
        yield Heading(text=words["answer"])
        conclusion = memo.conclusion if memo.claims else ""
        yield Paragraph(content=plain(conclusion or words["no_conclusion"]), role="lead")
        if memo.claims:
            yield Heading(text=words["reasoning"])
            yield Items(items=tuple(map(self._claim, memo.claims)), numbered=True)
        if memo.struck:
            yield Heading(text=words["struck"])
            yield Items(items=tuple(map(self._struck, memo.struck)))
        yield Heading(text=words["open"])
        if memo.open_points or memo.doubts:
            yield Items(items=tuple(map(plain, (*memo.open_points, *memo.doubts))))
        else:
            yield Paragraph(content=plain(words["none"]))

    def _claim(self, claim: SupportedClaim) -> Inlines:
        said = claim.text or f"“{claim.footnote.quote}”"
        flagged = WORDINGS[self._memo.language].flagged.format(flags=", ".join(claim.flags))
        flags = (TextRun(text=" "), TextRun(text=flagged, style="strong")) if claim.flags else ()
        return (TextRun(text=said), Reference(number=claim.number), *flags)

    def _struck(self, claim: RejectedClaim) -> Inlines:
        mark = TextRun(text=self._words["struck_mark"], style="strong")
        quoted = self._words["struck_quote"].format(quote=claim.quote) if claim.quote else ""
        told = " ".join(filter(None, (claim.text, quoted, claim.reason)))
        return (mark, TextRun(text=f" {told}"))

    def _limits(self) -> Iterator[Block]:
        yield Heading(text=self._words["limits"])
        yield Items(items=tuple(map(plain, self._memo.limits)))

    def _note(self, note: Footnote) -> Note:
        return Note(
            number=note.number,
            content=(TextRun(text=f"“{note.quote}” — "), *self._titled(note.source)),
        )

    def _titled(self, source: MemoSource) -> Inlines:
        title = _linked(source.title, source.url)
        return (title, TextRun(text=f", {source.text_of}." if source.text_of else "."))

    # Appendices

    def _sources(self) -> Iterator[Block]:
        memo, words = self._memo, self._words
        yield Heading(text=words["used"], appendix=True)
        quoted = {claim.footnote.source.id for claim in memo.claims}
        rows: tuple[Row, ...] = tuple(
            (
                plain(str(source.number)),
                self._described(source),
                plain(source.text_of),
                plain(words["cited_yes" if source.id in quoted else "cited_no"]),
            )
            for source in memo.sources_used
        )
        yield self._table(("number", "source", "text_of", "cited"), rows, (1, 9, 5, 2))
        yield Heading(text=words["left_out"], appendix=True)
        if memo.sources_left_out:
            rows = tuple(map(self._left_out, memo.sources_left_out))
            yield self._table(("number", "source", "decided_by", "decision"), rows, (1, 8, 4, 4))
        else:
            yield Paragraph(content=plain(words["none_left_out"]))

    def _described(self, source: MemoSource) -> Inlines:
        heading = (TextRun(text=f" — {source.heading}", style="quiet"),) if source.heading else ()
        return (_linked(source.title, source.url), *heading)

    def _left_out(self, one: LeftOut) -> Row:
        words = self._words
        who, why = words["not_decided"], ""
        if one.version is not None and one.day is not None:
            who = words["decided"].format(
                author=one.author, version=one.version, day=self._day(one.day)
            )
            why = words["words"].format(words=one.words) if one.words else words["no_words"]
        number = plain(str(one.source.number))
        return (number, self._described(one.source), plain(who), plain(why))

    def _verdicts(self) -> Iterator[Block]:
        memo, words = self._memo, self._words
        yield Heading(text=words["verdicts"], appendix=True)
        good = [
            (str(one.number), one.footnote.quote, one.footnote.source.title, one.verdict)
            for one in memo.claims
        ]
        bad = [("–", one.quote, one.source, one.verdict) for one in memo.struck]
        rows = tuple(
            (plain(number), plain(_shortened(quote)), plain(source), plain(words[verdict]))
            for number, quote, source, verdict in [*good, *bad]
        )
        if rows:
            yield self._table(("number", "quote", "source", "verdict"), rows, (1, 8, 5, 3))
        else:
            yield Paragraph(content=plain(words["no_claims"]))

    def _receipt(self) -> Iterator[Block]:
        receipt, words = self._memo.receipt, self._words
        yield Heading(text=words["receipt"], appendix=True)
        if not receipt.recorded:
            yield Paragraph(content=plain(words["no_receipt"]))
        told = {
            "made_by": f"TESS {receipt.made_by}" if receipt.made_by else "",
            "program": f"TESS {receipt.program}",
            "author": receipt.author,
            "model": receipt.model,
            "parameters": receipt.parameters,
            "policy": words.get(receipt.policy, receipt.policy),
            "tools": "; ".join(f"{one.tool}: {one.outcome}" for one in receipt.tools),
        }
        hashes = {
            "library": receipt.library,
            "prompt_hash": receipt.prompt_hash,
            "sent_hash": receipt.sent_hash,
            "contents_hash": receipt.dossier_state,
            "journal_line": receipt.journal_line,
        }
        table = self._named(told, hashes)
        yield table.model_copy(update={"rows": (*table.rows, *self._recorded())})

    def _recorded(self) -> Iterator[Row]:
        """Yield what the journal's receipt has of each source and of each draft."""
        receipt, words = self._memo.receipt, self._words
        for one in receipt.sources:
            for name, value in (("source_text", one.text_hash), ("source_sent", one.sent_hash)):
                yield plain(words[name].format(source=one.source)), self._code(value)
        for number, draft in enumerate(receipt.drafts, start=1):
            failure = problem(draft.failure, self._memo.language)
            told = plain(words["no_draft"].format(reason=failure))
            shown = self._code(draft.sha256) if draft.sha256 else told
            yield plain(words["draft"].format(number=number)), shown

    # Pieces

    def _named(self, told: dict[str, str], codes: dict[str, str] | None = None) -> Table:
        """Return a table whose rows are named; a value that is not there is said to be not recorded."""
        rows = [
            (plain(self._words[name]), plain(value or self._words["not_recorded"]))
            for name, value in told.items()
        ]
        for name, value in (codes or {}).items():
            rows.append((plain(self._words[name]), self._code(value)))
        return Table(rows=tuple(rows), widths=(1, 3))

    def _code(self, value: str) -> Inlines:
        return (TextRun(text=value, style="code"),) if value else plain(self._words["not_recorded"])

    def _table(self, head: Sequence[str], rows: tuple[Row, ...], widths: tuple[int, ...]) -> Table:
        return Table(head=tuple(self._words[name] for name in head), rows=rows, widths=widths)

    def _day(self, day: date) -> str:
        return written_day(day, self._words)


def _linked(text: str, url: str) -> Link | TextRun:
    return Link(text=text, url=url) if url else TextRun(text=text)


def _shortened(text: str) -> str:
    """Return the text, visibly cut at a word where it is too long for a title or a table."""
    if len(text) <= LONGEST_TITLE:
        return text
    return text[:LONGEST_TITLE].rsplit(" ", 1)[0] + " …"
