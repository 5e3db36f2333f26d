"""What the journal keeps of how an answer came about, as it is handed over; no desk is asked for it. Pure."""

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from src.dossier import history
from src.dossier.blobs import sha256_of
from src.dossier.chain import Line, entries
from src.dossier.journal import JournalEntry, fold, receipt_of
from src.dossier.models import Answer, Dossier
from src.dossier.receipt import DraftRound
from src.errors import NoAnswerYet, UnknownAnswer
from src.export.memo import Draft, MemoReceipt, SentSource, ToolUse


class AnswerTurn(NamedTuple):
    """An answer that stands, and the turn that gave it."""

    answer: Answer
    """As the dossier has it now."""
    past: Sequence[JournalEntry]
    """All turns up to the one that gave it."""
    line: Line
    """Of the journal, with that turn."""
    then: Dossier
    """Right after it."""
    now: Dossier

    @property
    def entry(self) -> JournalEntry:
        return self.past[-1]


def answer_turn(lines: Sequence[Line], answer_id: str | None) -> AnswerTurn:
    """Return an answer with its turn, the newest where none is named.

    Raises ``NoAnswerYet`` where there is none, ``UnknownAnswer`` for one that was never given or was withdrawn.
    """
    every = entries(lines)
    now = fold(every)
    if now is None or not now.answers:
        raise NoAnswerYet
    named = {answer.id: answer for answer in now.answers}
    answer = named.get(answer_id) if answer_id else now.answers[-1]
    if answer is None:
        raise UnknownAnswer(answer=(answer_id or "-")[:40])
    version = int(re.sub(r"\D.*", "", answer.id[1:]))
    place = next(n for n, entry in enumerate(every) if entry.version == version)
    then = history.at(every, version)
    return AnswerTurn(answer, every[: place + 1], lines[place], then, now)


def memo_receipt(turn: AnswerTurn, program: str) -> MemoReceipt:
    """Return by what an answer can be told from any other, and how it came about."""
    answer, entry = turn.answer, turn.entry
    kept = receipt_of(entry, answer.id)
    parameters = kept.parameters if kept else entry.model.parameters
    return MemoReceipt(
        recorded=kept is not None,
        dossier_state=history.state_hash(turn.then),
        journal_line=turn.line.hash,
        model=kept.model if kept else answer.model,
        parameters=json.dumps(parameters, sort_keys=True) if parameters else "",
        prompt_hash=kept.prompt_hash if kept else "",
        policy=kept.policy if kept else "",
        library=kept.library if kept else "",
        made_by=kept.program if kept else "",
        sources=tuple(
            SentSource(source=source.id, text_hash=source.text_hash, sent_hash=source.sent_hash)
            for source in (kept.sources if kept else ())
        ),
        drafts=tuple(map(_draft, kept.rounds)) if kept else (),
        sent_hash=answer.sent_hash,
        author=entry.author,
        tools=tuple(
            ToolUse(tool=tool.tool, outcome=tool.outcome, pictures=tool.pictures)
            for tool in entry.tools
        ),
        program=program,
    )


def _draft(draft_round: DraftRound) -> Draft:
    if draft_round.failure:
        return Draft(failure=draft_round.failure)
    return Draft(sha256=sha256_of(draft_round.output.encode()))
