"""A whole reply: what the tools have to tell, in a fixed order, and what the model says itself."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from markdown_it import MarkdownIt
from markdown_it.token import Token

import src.presenter.changes as changes
from src.dossier.models import Dossier, Language
from src.presenter.answer import tell_answered, tell_explained, tell_reworked
from src.presenter.plans import InWords, in_no_words, plans_told, tell_carried_out, tell_plan
from src.presenter.telling import SourceKind, Teller, Telling, says_anything
from src.tools import base
from src.tools.choose import SourcesChosen
from src.wording import WORDINGS, Wording
from src.wording.history import since_removed_text
from src.wording.markdown import lead, plain

T = TypeVar("T", bound=base.Report)

LONGEST_OWN_WORDS = 20_000
"""Characters of a model's own words that are shown; it is asked for a few sentences."""

_STROKE = re.compile(
    r"\\(?=<)|(?<=\])\\(?=\()|(?<=!)\\(?=\[)|\\(?=\[\d+\\\])|(?<=\d)\\(?=\])"
    r"|^(?P<front>\s*(?:\d+)?)\\(?=[#>+=*.)-])"
)
"""A stroke that was put before a sign so that no Markdown works; code shows it."""

_SPAN = re.compile(r"(?<![\\`])(`{1,2})(?!`).+?(?<!`)\1(?!`)")

_FENCE = re.compile(r"^[\s>*+-]*(?:`{3}|~{3})", re.MULTILINE)

LONGEST_WITH_CODE = 20_000
"""Characters of a reply that is read for its code: more would take too long."""

TELLERS: Mapping[type[base.Report], Teller] = {
    base.Found: changes.tell_found,
    base.Added: changes.tell_added,
    base.Looked: changes.tell_looked,
    base.Reselected: changes.tell_reselected,
    base.Undone: changes.tell_undone,
    base.Refused: changes.tell_refused,
    base.Report: lambda _reports, _telling: [],
    base.Answered: tell_answered,
    base.Asked: changes.tell_asked,
    base.Explained: tell_explained,
    base.Reworked: tell_reworked,
    base.CarriedOut: tell_carried_out,
}
"""How reports of every desk are told; a report without a teller of its own has nothing to tell."""

_DONE_BY_ANY_DESK = (
    base.Found,
    base.Added,
    base.Looked,
    base.Reselected,
    base.Undone,
    base.Refused,
)


@dataclass(frozen=True)
class PresentedReply:
    """A reply in Markdown, and whether it leaves the user having seen the whole current selection."""

    text: str
    shows_selection: bool
    plans: tuple[str, ...] = ()
    """Digests of the plans that it tells whole."""


@dataclass(frozen=True)
class Presenter:
    """How one desk speaks; without anything of its own as any desk does."""

    wordings: Mapping[Language, Wording] = field(default_factory=lambda: WORDINGS)
    sources: tuple[SourceKind, ...] = ()
    tell: Mapping[type[base.Report], Teller] = field(default_factory=dict)
    """How its own reports are told, and those that it tells otherwise than any desk."""
    may_say: Callable[[str, Dossier], bool] = says_anything
    """Whether the model may say this in its own words."""
    in_words: InWords = in_no_words
    """How an operation of a plan reads."""

    def say(
        self,
        text: str,
        reports: Sequence[base.Report],
        dossier: Dossier,
        language: Language,
        *,
        fallback: bool = False,
    ) -> PresentedReply:
        """Return the reply to a turn.

        ``text`` is what the model said itself at the end, ``reports`` what its tools have to tell, ``dossier`` the
        dossier with the tools' changes but with ``shown_selection`` as it was before this reply. ``fallback``: another
        model did what the right one could not.
        """
        passages = (each for found in _only(reports, base.Found) for each in found.passages.items())
        telling = Telling(
            self.wordings[language],
            language,
            dossier,
            kinds={source.name: source for source in self.sources},
            reasons=self._reasons(reports, dossier),
            beside={text: f"\n  > {plain(passage)}" for text, passage in passages},
            reports=reports,
        )
        plans = plans_told(reports)
        blocks = self._told(text, reports, telling) if reports else [self._own_words(text, telling)]
        # A desk says how an operation reads, and nothing else: what a person confirms is what stands here.
        blocks += [block for plan in plans for block in tell_plan(plan, telling, self.in_words)]
        if fallback:
            blocks.append(f"*{telling.words.fallback}*")
        told = tuple(plan.plan.digest for plan in plans)
        shown = readable_code("\n\n".join(blocks), text)
        return PresentedReply(shown, changes.selection_matters(reports, dossier), told)

    def _reasons(self, reports: Sequence[base.Report], dossier: Dossier) -> dict[str, str]:
        """Return why a source was chosen, where the model may say that; those chosen stand in their order."""
        chosen = (each for entry in _only(reports, SourcesChosen) for each in entry.reasons.items())
        return {
            text: f"\n  {plain(why)}" if why and self.may_say(why, dossier) else ""
            for text, why in chosen
        }

    def _told(self, text: str, reports: Sequence[base.Report], telling: Telling) -> list[str]:
        answered = self._blocks(_only(reports, base.Answered), telling)
        asked = self._blocks(_only(reports, base.Asked), telling)
        matters = changes.selection_matters(reports, telling.dossier)
        done = self._done(reports, telling)
        own = bool(text.strip()) and not any(_says_again(text, word) for word in done)
        blocks = [
            *done,
            *(changes.tell_selection(reports, telling) if matters else []),
            *answered,
            *([self._own_words(text, telling)] if own else []),
            *asked,
        ]
        if matters and not (answered or asked):
            blocks.append(changes.closing_question(telling))
        words = telling.words
        is_vain = all(isinstance(report, base.Repeated) for report in reports)
        return blocks or [words.in_own_words if is_vain else words.done]

    def _done(self, reports: Sequence[base.Report], telling: Telling) -> list[str]:
        """Return what was done: what every desk does first, in this order, and then what only this one does."""
        of_all = [_only(reports, kind) for kind in _DONE_BY_ANY_DESK]
        told = (*_DONE_BY_ANY_DESK, base.Answered, base.Asked)
        own = [report for report in reports if not isinstance(report, told)]
        return [block for some in (*of_all, own) for block in self._blocks(some, telling)]

    def _blocks(self, reports: Sequence[base.Report], telling: Telling) -> list[str]:
        told: dict[Teller, list[base.Report]] = {}
        for report in reports:
            told.setdefault(self._teller(type(report)), []).append(report)
        return [block for teller, some in told.items() for block in teller(some, telling)]

    def _teller(self, of: type[base.Report]) -> Teller:
        return next(
            every[entry] for entry in of.__mro__ for every in (self.tell, TELLERS) if entry in every
        )

    def _own_words(self, text: str, telling: Telling) -> str:
        """Return the model's own words, where it may say them.

        What is too long to show is not read either: so judging them takes no longer than that.
        """
        told = text.lstrip()
        own = told[:LONGEST_OWN_WORDS].rstrip()
        if not self.may_say(own, telling.dossier):
            return telling.words.unsourced
        lines = [lead(line, telling.addresses) for line in own.splitlines()]
        if len(own) < len(told.rstrip()):
            lines += ["", f"*{telling.words.own_words_cut.format(count=LONGEST_OWN_WORDS)}*"]
        return "\n".join(lines)


def readable_code(reply: str, own: str = "") -> str:
    """Return a reply without the strokes before signs in its code, but those that the model's ``own`` words have.

    As every reader of Markdown takes it, no more changes than this: else it stays as it is.
    """

    def cleared(code: str) -> str:
        return code if code in own else _STROKE.sub(lambda stroke: stroke["front"] or "", code)

    has_code = _FENCE.search(reply) or any("\\" in span[0] for span in _SPAN.finditer(reply))
    if not has_code or len(reply) > LONGEST_WITH_CODE:
        return reply
    plain_reader = MarkdownIt("commonmark")
    lines = reply.split("\n")
    for token in plain_reader.parse(reply):
        first, end = token.map or (0, 0)
        if token.type == "fence":
            lines[first + 1 : end] = map(cleared, lines[first + 1 : end])
        elif token.type == "inline":
            lines[first:end] = (
                _SPAN.sub(lambda span: cleared(span[0]), line) for line in lines[first:end]
            )
    shown = "\n".join(lines)
    # A table cuts code at its bars where other readers see none.
    readers = (plain_reader, MarkdownIt("commonmark").enable(["table", "strikethrough"]))
    if all([*_outline(each.parse(reply))] == [*_outline(each.parse(shown))] for each in readers):
        return shown
    return reply


def _outline(tokens: Sequence[Token]) -> Iterator[tuple[object, ...]]:
    """Yield all that is read of a text but what its code says."""
    for token in tokens:
        is_code = token.type in ("fence", "code_inline", "inline")
        yield (token.type, token.tag, token.info, token.attrs, is_code or token.content)
        yield from _outline(token.children or ())


def _says_again(text: str, told: str) -> bool:
    """Return whether nearly every word of a text stands in a block about as long, which was told before it."""
    if len(told) > 2 * len(text):
        return False
    words, known = (re.findall(r"\w+", word.casefold()) for word in (text, told))
    again = sum(map(set(known).__contains__, words))
    return 5 * again >= 4 * len(words)


def _only(reports: Sequence[base.Report], kind: type[T]) -> list[T]:
    return [report for report in reports if isinstance(report, kind)]


PLAIN = Presenter()
"""How a desk speaks that has no words of its own."""

PresenterOf = Callable[[str], Presenter]
"""Returns how the desk of this name speaks; of one that is not here, plainly."""


def plainly(desk: str) -> Presenter:  # noqa: ARG001  # the shape of PresenterOf
    """Return how any desk speaks, whatever its name."""
    return PLAIN


def caveat(dossier: Dossier, version: int) -> str:
    """Return what must be said beside the reply of this version: that its answer stands on sources since removed."""
    words = WORDINGS[dossier.language or "nl"]
    return "\n".join(
        since_removed_text(answer, dossier, words)
        for answer in dossier.answers
        if answer.sources_since_removed and answer.id.partition("-")[0] == f"a{version}"
    )
