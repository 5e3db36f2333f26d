"""From memo to page: what stands where, and in which words. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from src.answering.handing_over import MemoSource
from src.errors import problem
from src.export.memo import (
    Block,
    ClientFact,
    Figure,
    Heading,
    Inlines,
    Items,
    LeftOut,
    Link,
    Memo,
    MemoGloss,
    MemoPicture,
    MemoSentence,
    Note,
    Page,
    Paragraph,
    Reference,
    RejectedClaim,
    SupportedClaim,
    Table,
    TextRun,
    Told,
    ToolUse,
    plain,
)
from src.language.months import written_day
from src.llm.protocol import OFFLINE
from src.wording import WORDINGS

LONGEST_TITLE = 120
"""Characters of a question that serve as the title, and of a quote that serve to know it again."""

Row = tuple[Inlines, ...]

Pictures = Mapping[str, bytes]
"""The bytes of pictures, by SHA-256."""

NO_PICTURES: Pictures = {}


def page(memo: Memo, pictures: Pictures = NO_PICTURES) -> Page:
    """Return the memo laid out, in the language of its answer; of its pictures those that are handed in are shown."""
    return _Layout(memo, pictures).page()


class _Layout:
    def __init__(self, memo: Memo, pictures: Pictures) -> None:
        self._memo = memo
        self._pictures = pictures
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
            notes=tuple(map(self._note, memo.claims)),
        )

    def _blocks(self) -> Iterator[Block]:
        yield self._head()
        for warning in self._memo.warnings:
            yield Paragraph(content=(TextRun(text=warning, style="strong"),), role="warning")
        yield from self._case()
        yield from self._reasoning()
        yield from self._listed("limits", map(plain, self._memo.limits))
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
        if memo.facts or not memo.client_facts:
            yield Heading(text=words["facts"])
        if memo.facts:
            yield Paragraph(content=plain(words["facts_source"]), role="quiet")
            yield Items(items=tuple(map(self._fact, memo.facts)))
        elif not memo.client_facts:
            yield Paragraph(content=plain(words["no_facts"]))
        yield from self._listed("client_facts", map(self._client_fact, memo.client_facts))
        yield from self._listed("missing_facts", map(plain, memo.missing_facts))

    def _fact(self, fact: Told) -> Inlines:
        turn = self._words["turn"].format(version=fact.version)
        return (TextRun(text=f"“{fact.words}” "), TextRun(text=f"({turn})", style="quiet"))

    def _client_fact(self, fact: ClientFact) -> Inlines:
        said = f"{fact.text} “{fact.quote}” " if fact.text else f"“{fact.quote}” "
        return (TextRun(text=said), TextRun(text=f"({fact.source.title})", style="quiet"))

    def _reasoning(self) -> Iterator[Block]:
        memo, words = self._memo, self._words
        yield Heading(text=words["answer"])
        if not self._only_quotes:
            yield Paragraph(content=self._conclusion(), role="lead")
        rest = memo.claims[1:] if self._leads else memo.claims
        if rest:
            if not self._only_quotes:
                yield Heading(text=words["reasoning"])
            first = rest[0].number
            yield Items(items=tuple(map(self._claim, rest)), numbered=True, first=first)
        yield from self._listed("struck", map(self._struck, memo.struck))
        yield Heading(text=words["open"])
        if memo.open_points or memo.doubts:
            yield Items(items=tuple(map(plain, (*memo.open_points, *memo.doubts))))
        else:
            yield Paragraph(content=plain(words["none"]))

    @property
    def _only_quotes(self) -> bool:
        """Whether the quotes are the answer: of the built-in model, which picks them, where it says no more."""
        memo = self._memo
        picked = memo.claims and not any(claim.text for claim in memo.claims)
        return bool(picked) and not memo.conclusion and memo.receipt.model == OFFLINE

    @property
    def _leads(self) -> bool:
        """Whether the conclusion is the first quote: its footnote stands there, and it is not said again."""
        first = self._memo.claims[:1]
        return any(not claim.text and _quoted(claim) in self._memo.conclusion for claim in first)

    def _conclusion(self) -> Inlines:
        memo = self._memo
        if not (memo.claims and memo.conclusion):
            return plain(self._words["no_conclusion"])
        if memo.sentences:
            return tuple(part for said in memo.sentences for part in self._sentence(said))
        if not self._leads:
            return plain(memo.conclusion)
        first = memo.claims[0]
        before, quote, behind = memo.conclusion.partition(_quoted(first))
        return (TextRun(text=before + quote), Reference(number=1), TextRun(text=behind))

    def _claim(self, claim: SupportedClaim) -> Inlines:
        said = claim.text or _quoted(claim)
        flagged = WORDINGS[self._memo.language].flagged.format(flags=", ".join(claim.flags))
        flags = (TextRun(text=" "), TextRun(text=flagged, style="strong")) if claim.flags else ()
        exception = self._exception(claim)
        return (TextRun(text=said), Reference(number=claim.number), *exception, *flags)

    def _sentence(self, sentence: MemoSentence) -> Inlines:
        if sentence.left_out:
            return (TextRun(text=f"[{sentence.text}] ", style="quiet"),)
        notes = (Reference(number=number) for number in sentence.notes)
        behind = (*self._exception(sentence), TextRun(text=" "))
        return (TextRun(text=sentence.text), *notes, *behind)

    def _exception(self, said: SupportedClaim | MemoSentence) -> Inlines:
        told = WORDINGS[self._memo.language].settled_by.format(quote=said.exception)
        return (TextRun(text=f" ({told})", style="quiet"),) if said.exception else ()

    def _struck(self, claim: RejectedClaim) -> Inlines:
        mark = TextRun(text=self._words["struck_mark"], style="strong")
        quoted = self._words["struck_quote"].format(quote=claim.quote) if claim.quote else ""
        told = " ".join(filter(None, (claim.text, quoted, claim.reason)))
        return (mark, TextRun(text=f" {told}"))

    def _note(self, claim: SupportedClaim) -> Note:
        """Return the footnote of a claim; it repeats no quote that stands in the text or in an earlier note."""
        earlier = self._memo.claims[: claim.number - 1]
        same = next((each for each in earlier if each.footnote.quote == claim.footnote.quote), None)
        if not claim.text:
            said = f"{self._words['source']}: "
        elif same:
            said = f"{self._words['same_quote'].format(number=same.number)} — "
        else:
            said = f"{_quoted(claim)} — "
        source = claim.footnote.source
        numbered = TextRun(text=f"{said}[{source.number}] ")
        gloss = self._gloss(claim.footnote.gloss)
        return Note(number=claim.number, content=(numbered, *self._titled(source), *gloss))

    def _gloss(self, gloss: MemoGloss | None) -> Inlines:
        if gloss is None:
            return ()
        words = WORDINGS[self._memo.language]
        return (TextRun(text=f" {words.gloss(gloss, self._day(gloss.as_of))}", style="quiet"),)

    def _titled(self, source: MemoSource) -> Inlines:
        title = _linked(source.title, source.url)
        return (title, TextRun(text=f", {source.text_of}." if source.text_of else "."))

    # Appendices

    def _sources(self) -> Iterator[Block]:
        memo, words = self._memo, self._words
        yield Heading(text=words["used"], appendix=True)
        cited = self._cited()
        shown = [source for source in memo.sources_used if source.id in cited]
        if shown:
            rows: tuple[Row, ...] = tuple(
                (plain(str(one.number)), self._described(one), plain(one.text_of)) for one in shown
            )
            yield self._table(("number", "source", "text_of"), rows, (1, 9, 5))
        yield from self._rest(len(memo.sources_used) - len(shown), "not_cited")
        if memo.pictures:
            yield Heading(text=words["pictures"], appendix=True)
            named = [picture for picture in memo.pictures if picture.sha256 not in self._pictures]
            if named:
                yield Items(items=tuple(plain(self._picture(picture)) for picture in named))
            yield from (self._figure(picture) for picture in memo.pictures if picture not in named)
        yield Heading(text=words["left_out"], appendix=True)
        decided = [out for out in memo.sources_left_out if out.version is not None]
        if decided:
            rows = tuple(map(self._left_out, decided))
            yield self._table(("number", "source", "decided_by", "decision"), rows, (1, 8, 4, 4))
        yield from self._rest(len(memo.sources_left_out) - len(decided), "not_decided")
        if not memo.sources_left_out:
            yield Paragraph(content=plain(words["none_left_out"]))

    def _picture(self, picture: MemoPicture) -> str:
        return self._words["picture"].format(**dict(picture))

    def _figure(self, picture: MemoPicture) -> Figure:
        return Figure(
            caption=self._picture(picture),
            alternative=picture.alternative or picture.name,
            media_type=picture.media_type,
            width=picture.width,
            height=picture.height,
            content=self._pictures[picture.sha256],
        )

    def _cited(self) -> set[str]:
        noted = {claim.footnote.source.id for claim in self._memo.claims}
        return noted | {fact.source.id for fact in self._memo.client_facts}

    def _rest(self, count: int, name: str) -> Iterator[Block]:
        """Yield how many more there are; the dossier, and the memo as data, name them."""
        if count:
            said = self._words[f"{name}_one" if count == 1 else f"{name}_many"]
            yield Paragraph(content=plain(said.format(count=count)), role="quiet")

    def _described(self, source: MemoSource) -> Inlines:
        heading = (TextRun(text=f" — {source.heading}", style="quiet"),) if source.heading else ()
        return (_linked(source.title, source.url), *heading)

    def _left_out(self, out: LeftOut) -> Row:
        words = self._words
        who, why = "", ""
        if out.version is not None and out.day is not None:
            who = words["decided"].format(
                author=out.author, version=out.version, day=self._day(out.day)
            )
            why = words["words"].format(words=out.words) if out.words else words["no_words"]
        number = plain(str(out.source.number))
        return (number, self._described(out.source), plain(who), plain(why))

    def _verdicts(self) -> Iterator[Block]:
        memo, words = self._memo, self._words
        yield Heading(text=words["verdicts"], appendix=True)
        told = [(str(one.number), one.footnote.source.title, one.verdict) for one in memo.claims]
        told += [("–", entry.source, entry.verdict) for entry in memo.struck]
        rows = tuple((plain(n), plain(title), plain(words[verdict])) for n, title, verdict in told)
        if rows:
            yield self._table(("number", "source", "verdict"), rows, (1, 9, 5))
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
            "tools": "; ".join(map(_used, receipt.tools)),
        }
        hashes = {
            "library": receipt.library,
            "prompt_hash": receipt.prompt_hash,
            "sent_hash": receipt.sent_hash,
            "contents_hash": receipt.dossier_state,
            "journal_line": receipt.journal_line,
        }
        table = self._named(told, hashes)
        yield table.model_copy(update={"rows": (*table.rows, *self._drafts())})
        cited = self._cited()
        shown = [source for source in receipt.sources if source.source in cited]
        yield from self._rest(len(receipt.sources) - len(shown), "not_hashed")
        if shown:
            rows = tuple(
                (plain(source.source), self._code(source.text_hash), self._code(source.sent_hash))
                for source in shown
            )
            yield self._table(("source", "source_text", "source_sent"), rows, (3, 4, 4))

    def _drafts(self) -> Iterator[Row]:
        receipt, words = self._memo.receipt, self._words
        for number, draft in enumerate(receipt.drafts, start=1):
            failure = problem(draft.failure, self._memo.language)
            told = plain(words["no_draft"].format(reason=failure))
            shown = self._code(draft.sha256) if draft.sha256 else told
            yield plain(words["draft"].format(number=number)), shown

    # Pieces

    def _listed(self, name: str, items: Iterable[Inlines]) -> Iterator[Block]:
        """Yield a list under its heading; nothing where there is nothing in it."""
        if listed := tuple(items):
            yield Heading(text=self._words[name])
            yield Items(items=listed)

    def _named(self, told: dict[str, str], codes: dict[str, str] | None = None) -> Table:
        """Return a table whose rows are named; a value that is not there is said to be not recorded."""
        texts = {name: plain(value or self._words["not_recorded"]) for name, value in told.items()}
        texts |= {name: self._code(value) for name, value in (codes or {}).items()}
        rows = tuple((plain(self._words[name]), text) for name, text in texts.items())
        return Table(rows=rows, widths=(1, 3))

    def _code(self, value: str) -> Inlines:
        return (TextRun(text=value, style="code"),) if value else plain(self._words["not_recorded"])

    def _table(self, head: Sequence[str], rows: tuple[Row, ...], widths: tuple[int, ...]) -> Table:
        return Table(head=tuple(self._words[name] for name in head), rows=rows, widths=widths)

    def _day(self, day: date) -> str:
        return written_day(day, self._words)


def _used(tool: ToolUse) -> str:
    pictures = f" ({', '.join(tool.pictures)})" if tool.pictures else ""
    return f"{tool.tool}: {tool.outcome}{pictures}"


def _linked(text: str, url: str) -> Link | TextRun:
    return Link(text=text, url=url) if url else TextRun(text=text)


def _quoted(claim: SupportedClaim) -> str:
    return f"“{claim.footnote.quote}”"


def _shortened(text: str) -> str:
    """Return the text, visibly cut at a word where it is too long for a title or a table."""
    if len(text) <= LONGEST_TITLE:
        return text
    return text[:LONGEST_TITLE].rsplit(" ", 1)[0] + " …"
