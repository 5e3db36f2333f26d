"""A guide whose page says something else by now, or is gone, is told as stale."""

from pathlib import Path
from typing import Any

from src.desks.tsg.desk import lost_support
from src.desks.tsg.doors import Doors
from src.desks.tsg.settings import TsgSettings
from src.dossier.models import Dossier
from standins.tsg.server import LearnStandin
from tests.desks.tsg.talking import NOTES, Talk, talking, world


async def states(dossier: dict[str, Any], settings: TsgSettings) -> list[str]:
    """Return what became of the quotes of a guide."""
    lost = await lost_support(Dossier.model_validate(dossier), Doors(settings))
    return [quote.state for one in lost for quote in one.quotes]


def test_pages_that_changed_or_went_are_told(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await talk.say(NOTES, straight=True)
        dossier = await talk.dossier()
        url = f"{talk.learn.url}/api/mcp"
        settings = TsgSettings(tess_tsg_learn_url=url, tess_tsg_research="learn")
        standin = talk.learn.standin
        assert isinstance(standin, LearnStandin)
        assert await states(dossier, settings) == []
        standin.learn = world(says={"microsoft_docs_fetch": "Another text."})
        assert set(await states(dossier, settings)) == {"changed"}
        standin.learn = world(errors={"microsoft_docs_fetch": "Not found"})
        assert set(await states(dossier, settings)) == {"vanished"}

    talking(tmp_path, hold)
