"""Leaving sources out and putting them back, by their numbers."""

import re
from collections.abc import Sequence

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from src.dossier.models import Dossier, Source
from src.dossier.patch import DossierPatch
from src.tools.base import Arguments, Reselected, SelectionAsked, Tool, ToolResult

MOST_IGNORED = 10
"""Numbers of no candidate that are told of; a model may name any number."""


class ChangeArgs(Arguments):
    sources: list[int] = Field(max_length=1_000)
    words: SkipJsonSchema[str] = Field("", max_length=2_000)
    """The user's for them, where no number is meant."""


class RemoveSources(Tool[ChangeArgs]):
    """Leave sources out that do not fit."""

    args = ChangeArgs
    edits = True

    async def execute(self, dossier: Dossier, args: ChangeArgs) -> ToolResult:
        meant, ignored, already = _meant(args.sources, dossier, dossier.selected)
        patch = DossierPatch(unselect_ids=tuple(source.id for source in meant))
        report = Reselected(False, args.words, meant, ignored, already)
        return ToolResult(report, patch, ends=True)


class RestoreSources(Tool[ChangeArgs]):
    """Put left-out sources back."""

    args = ChangeArgs
    edits = True

    async def execute(self, dossier: Dossier, args: ChangeArgs) -> ToolResult:
        meant, ignored, already = _meant(args.sources, dossier, dossier.unselected)
        patch = DossierPatch(select_ids=tuple(source.id for source in meant))
        if _are_named(meant, dossier):
            seen = (*(dossier.shown_selection or ()), *patch.select_ids)
            patch = patch.model_copy(update={"shown_selection": seen})
        report = Reselected(True, args.words, meant, ignored, already)
        return ToolResult(report, patch, ends=True)


class ShowSources(Tool[Arguments]):
    """Show which sources are selected."""

    args = Arguments

    async def execute(self, dossier: Dossier, args: Arguments) -> ToolResult:  # noqa: ARG002  # nothing is asked for
        return ToolResult(SelectionAsked(), ends=True)


def _are_named(meant: Sequence[Source], dossier: Dossier) -> bool:
    """Return whether the user's own message has the number of each, beside a selection that they were shown.

    A user who names a source has seen it, so that an answer may rest on it in the same turn.
    """
    if not (meant and dossier.selection_was_shown and dossier.conversation):
        return False
    typed = set(map(int, re.findall(r"\b\d{1,4}\b", dossier.conversation[-1].content)))
    return {n for n, source in enumerate(dossier.sources, start=1) if source in meant} <= typed


def _meant(
    numbers: Sequence[int], dossier: Dossier, candidates: Sequence[Source]
) -> tuple[tuple[Source, ...], tuple[str, ...], tuple[int, ...]]:
    """Return the candidates of these numbers, the numbers that name nothing here, and those that are as is wanted."""
    there = dict(enumerate(dossier.sources, start=1))
    named = dict.fromkeys(numbers)
    meant = tuple(there[n] for n in sorted(named) if n in there and there[n] in candidates)
    strange = (n for n in named if n not in there)
    already = tuple(n for n in named if n in there and there[n] not in candidates)
    return meant, tuple(map(str, strange))[:MOST_IGNORED], already
