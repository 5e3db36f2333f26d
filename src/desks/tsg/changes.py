"""What an author may ask of a guide: edits of its lines, words for others everywhere; and what became of it. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pydantic import Field

from src.desks.tsg.artifacts import NOTES, TOLD, Part, SectionName, Support
from src.desks.tsg.marks import is_reserved
from src.desks.tsg.missing import texts
from src.desks.tsg.refusals import NotSaid
from src.dossier.models import SourceBase
from src.grounding.gate import find
from src.grounding.sentences import one_line
from src.grounding.units import words_in
from src.tools.base import Arguments
from src.tools.edits import Edit, EditOp


class GuideEdit(Edit):
    """One edit that the author asks for; number 0 is the title."""

    section: SectionName | None = Field(
        None, description="With move and add: the section, where before and after name no line."
    )
    part: Part = Field("", description="With that, in symptoms: which question it answers.")
    said: str = Field(
        min_length=1,
        max_length=4_000,
        description="The words of the author's newest message that ask for it, copied exactly.",
    )


class Replacement(Arguments):
    """Words that stand for others in all that is read: title, lines, and what is asked; never in evidence."""

    old: str = Field(min_length=1, max_length=200, description="As the guide has them.")
    new: str = Field(min_length=1, max_length=200)
    said: str = Field(min_length=1, max_length=4_000, description="As in an edit.")

    def of(self, text: str, *, is_code: bool = False) -> str:
        """Return a text with the new words for the old, with a capital where those had one.

        In code the old words are a whole name, spelled as they are: ``db`` is no part of ``db-copy``.
        """
        if is_code:
            whole = rf"(?<![\w-]){re.escape(self.old)}(?![\w-])"
            return re.sub(whole, lambda _: self.new, text)
        words = rf"(?<!\w){re.escape(self.old)}(?!\w)"
        pieces = [text] if "`" in self.old else text.split("`")
        return "`".join(
            self.of(piece, is_code=True)
            if at % 2
            else re.sub(words, self._as, piece, flags=re.IGNORECASE)
            for at, piece in enumerate(pieces)
        )

    def _as(self, found: re.Match[str]) -> str:
        is_raised = found[0][0].isupper() and not self.old[0].isupper()
        return self.new[0].upper() + self.new[1:] if is_raised else self.new


@dataclass(frozen=True)
class AuthorMessage:
    """The author's newest message, on whose words edits rest, and what they said before it."""

    message: str
    """In the words of the choice that was taken, where it is one."""
    turn: int
    typed: str = ""
    before: str = ""
    """What was said before, and the question that the message takes a choice of."""
    sources: Sequence[SourceBase] = ()
    """What lines of the guide may stand on."""

    @property
    def said(self) -> str:
        """All that they said."""
        return f"{self.before}\n{self.message}".strip()

    def knows(self, code: str) -> bool:
        """Return whether code stands in what they said or in a source, but for white space."""
        texts = (self.said, *(source.content for source in self.sources))
        return any(one_line(code) in one_line(text) for text in texts)

    @property
    def notes(self) -> str:
        return "\n".join(source.content for source in self.sources if source.id == NOTES)

    def support(self, said: str, language: str) -> Support:
        """Return the place of these words in the message; raises ``NotSaid`` where they do not stand there."""
        said = self.message if said.strip() == self.typed.strip() else said
        found = find(said, self.message) if words_in(said) and not is_reserved(said) else None
        if found is None or found.start is None or found.end is None:
            raise NotSaid(words=said[:200])
        return Support(
            source=f"{TOLD}{self.turn}",
            quote=self.message[found.start : found.end],
            verdict="exact" if found.verdict == "exact" else "normalised",
            start=found.start,
            end=found.end,
            where=texts(language)["told"].format(turn=self.turn),
        )


@dataclass(frozen=True)
class LineChange:
    """What became of lines by one edit."""

    op: EditOp
    section: SectionName | None
    """Where what is new or moved stands; None: the title."""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    """Of the lines as they are now, or of those that are gone."""
    is_new_command: bool = False
    """Whether it made of a command one that was neither said whole nor stands in the notes."""

    def only_says(self, message: str) -> bool:
        """Return whether what is new in it are words that stand together in a message, and nothing else is lost."""
        before, after, said = (
            [word.casefold() for word in words_in("\n".join(texts))]
            for texts in (self.before, self.after, [message])
        )
        if self.op not in ("add", "change", "merge", "split"):
            return True
        changed = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        return all(
            tag == "equal"
            or (
                0 < end - start >= gone_end - gone
                and f" {' '.join(after[start:end])} " in f" {' '.join(said)} "
            )
            for tag, gone, gone_end, start, end in changed
        )
