"""Following a reference to the article or ruling that a text names, and the answer to a question of tax law."""

from pydantic import Field

from src.desks.tax.library.passages import Kind, Retriever
from src.desks.tax.sources import Legislation
from src.dossier.models import Dossier
from src.search.snippet import snippet
from src.tools.answer import AnswerTool
from src.tools.base import Arguments, Tool, ToolResult, found
from src.tools.read import by_number
from src.tools.tax.search import not_there


class GenerateTaxAnswer(AnswerTool):
    """Answer from the selected sources, once the user wants that."""


MOST = 3
KINDS: tuple[Kind, ...] = ("legislation", "case_law")


class FollowArgs(Arguments):
    reference: str = Field(
        min_length=1,
        max_length=300,
        description="'artikel 14a', an ECLI.",
    )
    source: int | None = Field(
        None,
        ge=1,
        description="That refers, if it names no law.",
    )


class FollowReference(Tool[FollowArgs]):
    """Fetch an article or ruling that a source refers to."""

    args = FollowArgs

    def __init__(self, retriever: Retriever) -> None:
        self._retriever = retriever

    async def execute(self, dossier: Dossier, args: FollowArgs) -> ToolResult:
        source = by_number(dossier, args.source) if args.source else None
        law = source.law if isinstance(source, Legislation) else ""
        for query in (args.reference, f"{args.reference} {law}") if law else (args.reference,):
            for kind in KINDS:
                hits = await self._retriever.search(query, kind, MOST, dossier.as_of)
                named = [hit.source for hit in hits if hit.exact]
                if named:
                    passages = {one.id: snippet(one.content, [args.reference]) for one in named}
                    return found(dossier, kind, named, passages=passages)
        query = f"{args.reference} {law}".strip()
        missing = [title for kind in KINDS for title in self._retriever.missing(query, kind)]
        return found(dossier, "legislation", (), not_there(missing or [args.reference]))
