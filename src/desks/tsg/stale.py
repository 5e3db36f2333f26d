"""Which quotes of a guide stand in their pages no more: the pages are fetched anew."""

from collections.abc import Sequence

from src.answering.versions import LostQuote, LostSupport
from src.desks.tsg.artifacts import GUIDE, Support
from src.desks.tsg.kept import guide_in, pages_of
from src.desks.tsg.outside import CallFailed, OpensDoors
from src.dossier.models import Dossier, Observation
from src.errors import ServiceUnavailable
from src.grounding.gate import find


async def lost_support(dossier: Dossier, doors: OpensDoors) -> Sequence[LostSupport]:
    """Return the guide of a dossier with the quotes that its pages bear no more; nothing where they bear all.

    Raises ``ServiceUnavailable`` where a page can't be fetched: nobody knows then what it says.
    """
    guide = guide_in(dossier)
    quoted: dict[str, list[Support]] = {}
    for _, line in guide.lines() if guide else ():
        if line.support and line.kind != "link":
            quoted.setdefault(line.support.source, []).append(line.support)
    lost: list[LostQuote] = []
    for page in pages_of(dossier):
        if page.id in quoted:
            lost += await _lost(page, quoted[page.id], doors)
    return [LostSupport(GUIDE, guide.title, lost)] if guide and lost else []


async def _lost(page: Observation, quoted: Sequence[Support], doors: OpensDoors) -> list[LostQuote]:
    quotes = dict.fromkeys(one.quote for one in quoted)
    async with doors.open() as opened:
        if page.system not in opened:
            raise ServiceUnavailable(service=page.system, problem="service_unreachable")
        try:
            text = (await opened[page.system].fetch(page.url)).text
        except CallFailed as failed:
            if failed.problem not in ("gone", "refused"):
                raise ServiceUnavailable(
                    service=page.system, problem="service_unreachable"
                ) from None
            return [LostQuote(page.id, page.title, one, "vanished") for one in quotes]
    return [LostQuote(page.id, page.title, one, "changed") for one in quotes if not find(one, text)]
