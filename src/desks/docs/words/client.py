"""What clients say of the desk, in both languages, how its artifacts are drawn, and what there is to search."""

from src.desks.desk import Facts, Standing, Status, desk_words
from src.desks.docs.artifacts import READING, SCOPE, Reading, Scope
from src.desks.docs.found import DocsSearch
from src.desks.kinds import PerLanguage, kinds_of
from src.dossier.rebasing import last_writer
from src.spoken import said
from src.texts import beside

TITLE: PerLanguage = {"nl": "Documentatie", "en": "Documentation"}

ARTIFACTS = kinds_of(
    beside(__file__, "artifacts"),
    {READING: Reading, SCOPE: Scope},
    # Of the last question, and chosen whole: whatever was before.
    {READING: last_writer, SCOPE: last_writer},
)


async def docs_status(library: DocsSearch) -> Status:
    """Return which collections there are; none is nothing to be ashamed of before the first ingest."""
    every = await library.listed()
    names = ", ".join(one.name for one in every)
    summary = f"collections: {names}" if names else "no collections"
    return Status(
        facts={"collections": len(every)},
        summary=summary,
        told=said("Documentation in {count} collections: {names}.", count=len(every), names=names)
        if names
        else "",
        advice=""
        if names
        else said("Run ./tess ingest FOLDER --collection NAME for documentation."),
    )


def standing(facts: Facts) -> Standing:
    """Return how many collections there are."""
    count = facts.get("collections", 0)
    line: PerLanguage = {
        "nl": "1 collectie" if count == 1 else f"{count} collecties",
        "en": "1 collection" if count == 1 else f"{count} collections",
    }
    return Standing(line)


WORDS = desk_words(beside(__file__, "client"), standing=standing)
