"""What clients say of the tax desk, in both languages, and what there is to search."""

from src.desks.desk import Facts, Standing, Status, desk_words
from src.desks.kinds import PerLanguage
from src.desks.tax.library.passages import Retriever
from src.spoken import said
from src.texts import beside

TITLE: PerLanguage = {"nl": "Nederlands belastingrecht", "en": "Dutch tax law"}


def standing(facts: Facts) -> Standing:
    """Return what there is to search, and whether it is none of the law itself."""
    provisions, rulings = facts.get("provisions", 0), facts.get("rulings", 0)
    line: PerLanguage = {
        "nl": f"{provisions} artikelen, {rulings} uitspraken",
        "en": f"{provisions} provisions, {rulings} rulings",
    }
    if not provisions and not rulings:
        return Standing(
            line,
            {
                "nl": "De bibliotheek is leeg, dus er valt niets te vinden. Vul haar met `./tess ingest tax`.",
                "en": "The library is empty, so nothing can be found. Fill it with `./tess ingest tax`.",
            },
        )
    if not facts.get("starter"):
        return Standing(line)
    return Standing(
        {"nl": f"{line['nl']} (eigen samenvattingen)", "en": f"{line['en']} (digests of our own)"},
        {
            "nl": "Bibliotheek: eigen samenvattingen van TESS, niet de wet zelf.",
            "en": "Library: digests by TESS, not the law itself.",
        },
    )


async def library_status(library: Retriever) -> Status:
    """Return what the library holds now; raises ``CorpusUnreadable`` where that can't be told."""
    await library.check()
    state = library.state
    counted = f"{state.provisions} provisions, {state.rulings} rulings"
    told = "{provisions} provisions, {rulings} rulings ({fingerprint})."
    if state.starter:
        told = "Only the starter corpus, our own digests: {provisions} provisions, {rulings} rulings ({fingerprint})."
    known = {"provisions": state.provisions, "rulings": state.rulings}
    kind = "starter corpus, our own digests" if state.starter else "library"
    empty = not state.provisions + state.rulings
    return Status(
        facts={"provisions": state.provisions, "rulings": state.rulings, "starter": state.starter},
        problems=("There is nothing to search in the library.",) if empty else (),
        summary=f"{kind}: {counted}",
        told=said(told, fingerprint=state.fingerprint[:12], **known),
        advice=said("Run ./tess ingest tax for the law itself.") if state.starter else "",
    )


WORDS = desk_words(beside(__file__, "client"), standing=standing)
