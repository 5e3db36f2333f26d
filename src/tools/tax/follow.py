"""Following a reference: the article or ruling that a text names."""

from pydantic import Field

from src.desks.tax.library.passages import Kind, Retriever
from src.desks.tax.sources import Legislation
from src.dossier.models import Dossier
from src.search.snippet import snippet
from src.tools.base import Arguments, Tool, ToolResult, found
from src.tools.read import by_number

MOST = 3
KINDS: tuple[Kind, ...] = ("legislation", "case_law")


class FollowArgs(Arguments):
    reference: str = Field(
        min_length=1,
        max_length=300,
        description="As the text has it: 'artikel 14a', 'artikel 9 Wet OB 1968', an ECLI.",
    )
    source: int | None = Field(
        None,
        ge=1,
        description="The source that names it, where no law is named.",
    )


class FollowReference(Tool[FollowArgs]):
    """Fetch the article or ruling that a source refers to, or a definition in the same law."""

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
        return found(dossier, "legislation", ())
