"""What an error means, out of the desk's own table: nothing is read of Azure, and no login is needed."""

import hashlib
import json
from collections.abc import Callable, Sequence

from pydantic import Field, JsonValue

import src.desks.azure.trace as trace
from src.desks.azure.knowledge import WEAK, ErrorCode, knowledge
from src.desks.azure.knowledge.causes import Cause, causes
from src.desks.azure.resources import said
from src.dossier.models import Artifact, Dossier, Language
from src.dossier.patch import DossierPatch, merged
from src.llm.protocol import MODEL_TURN, OFFLINE, Llm
from src.tools.azure.reports import ErrorsExplained
from src.tools.base import Arguments, Tool, ToolResult

MOST = 2
"""Errors that are explained at once: those that a text brings as surely as the first."""


UNTOLD = "The user is not shown this: their words name neither the code nor its service."
"""Stands before a card that is given to the model alone."""


TO_READ = "to_read"
"""Begins the line of a card that says which calls would tell: it is about the tools, and evidence of nothing."""


class CodeArgs(Arguments):
    error: str = Field(min_length=1, max_length=4_000)
    """The code, or the line of the error that says most; one code is enough."""
    unfit: tuple[str, ...] = Field((), max_length=10)
    """Names of errors looked up in this turn that are about something else: their cards are not shown."""


class LookUpCode(Tool[CodeArgs]):
    """Look up what an error means, is mistaken for, what to look at first, and which causes reading can prove."""

    args = CodeArgs

    def __init__(self, is_logged_in: Callable[[], bool], llm: Llm) -> None:
        self._is_logged_in = is_logged_in
        self._llm = llm

    async def execute(self, dossier: Dossier, args: CodeArgs) -> ToolResult:
        words, language = said(dossier), dossier.language or "en"
        newest = words.rpartition("\n\n")[2]
        every = found_in(args.error, newest)
        found = [code for code in every if code.name not in args.unfit]
        back = DossierPatch(remove_artifact_ids=_of_turn(dossier, args.unfit))
        if not found:
            text = f"{args.error}\n{dossier.conversation[-1].content}"
            other = knowledge().elsewhere(text)
            told = other.told(text, language) if other else ""
            report = ErrorsExplained((), elsewhere=told, unfit=args.unfit)
            return ToolResult(report, back, output=told or "not in the table")
        earlier = trace.explained(back.apply(dossier))
        turn, is_named = MODEL_TURN.get(), True
        if self._llm.id != OFFLINE and not (turn and turn.is_left):
            named = [code for code in found if code.is_of(words, knowledge().anywhere)]
            # A weak word, such as AccessDenied, is of many services: only the user's words tell of which.
            is_found = found[0].name == args.error.strip() or found[0].score(args.error) > WEAK
            if not named and (not is_found or knowledge().elsewhere(words)):
                untold = "\n\n".join(f"{UNTOLD}\n{told_of(code, language)}" for code in found)
                report = ErrorsExplained(tuple(found), is_beside=True, unfit=args.unfit)
                return ToolResult(report, back, output=untold)
            found, is_named = named or found, bool(named)
        # Several look-ups of a turn are kept side by side; of the same errors one.
        which = hashlib.sha256("\n".join(code.name for code in found).encode()).hexdigest()[:8]
        kept = Artifact(
            id=f"{trace.EXPLANATION}-{dossier.version + 1}-{which}",
            kind=trace.EXPLANATION,
            title=", ".join(code.called(language) for code in found),
            data=trace.ErrorExplanation(codes=[one.name for one in found]).model_dump(mode="json"),
        )
        report = ErrorsExplained(
            tuple(found),
            is_sure=is_named and found[0].score(words) > WEAK,
            logged_in=self._is_logged_in(),
            another=bool(earlier) and found[0].name not in earlier and found[0].score(newest) > 0,
            unfit=args.unfit,
        )
        told = "\n\n".join(told_of(code, language) for code in found)
        return ToolResult(report, merged([back, DossierPatch(put_artifacts=(kept,))]), output=told)


def _of_turn(dossier: Dossier, names: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of what this turn explained, where all of it are these errors."""
    begins = f"{trace.EXPLANATION}-{dossier.version + 1}-"
    return tuple(
        artifact.id
        for artifact in dossier.artifacts
        if artifact.id.startswith(begins)
        and {*trace.ErrorExplanation.model_validate(artifact.data).codes} <= {*names}
    )


def found_in(error: str, words: str = "") -> list[ErrorCode]:
    """Return the errors that a text names or brings, as sure as the surest, but those that ``words`` rule out."""
    named = knowledge().named(error.strip())
    if named:
        return [named]
    if knowledge().elsewhere(error):
        return []
    found = [code for code in knowledge().in_text(error) if not code.is_other(words)]
    return [code for code in found if code.score(error) == found[0].score(error)][:MOST]


def told_of(of: ErrorCode, language: Language) -> str:
    """Return what a model is told of an error: its card, and what proves its causes."""
    told: dict[str, JsonValue] = {
        "error": f"{of.name}: {of.title.in_(language)}",
        "family": of.family,
        "means": of.means.in_(language),
        "mistaken_for": of.mistaken.in_(language),
        "look_first": of.first.in_(language),
        "command": of.command,
        "causes_to_prove": ", ".join(of.causes) or "none by reading: ask what came of the check",
    }
    lines = [f"{name}: {value}" for name, value in told.items() if value]
    return "\n".join([*lines, *map(_cause, causes().of(of))])


def _cause(cause: Cause) -> str:
    """Return a cause as a model needs it: which lines show it, what rules it out, the steps; and what to read."""
    read = [stage.model_dump(exclude_defaults=True) for stage in cause.read]
    wanted = {"tool", "of", "aspect", "fields", "values", "lines", "under"}
    shown = [proof for proof in causes().proofs(cause) if proof.role == "cause"]
    by = [proof.model_dump(include=wanted, exclude_defaults=True) for proof in shown]
    told = {"shown_by": by, "ruled_out_by": cause.not_, "steps": cause.steps}
    return f"{cause.name}: {json.dumps(told)}\n{TO_READ} {cause.name}: {json.dumps(read)}"
