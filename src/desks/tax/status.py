"""How the tax desk stands: what there is to search."""

from src.desks.desk import Status
from src.desks.tax.library.passages import Retriever
from src.spoken import said


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
