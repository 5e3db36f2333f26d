"""How the desk stands: what there is to search."""

from src.desks.desk import Facts, Standing, Status
from src.desks.docs.found import DocsSearch
from src.desks.kinds import PerLanguage
from src.spoken import said


async def docs_status(library: DocsSearch) -> Status:
    """Return which collections there are; none is nothing to be ashamed of before the first ingest."""
    every = await library.listed()
    names = ", ".join(pair.name for pair in every)
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
    return Standing(line if count else {"nl": "", "en": ""})
