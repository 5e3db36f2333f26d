"""A stranger moves in: a desk of another field, driven through the real server, on both stores, in both languages."""

import asyncio
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from src import cli
from src.bootstrap import Parts, build
from src.desks.catalogue import DESKS, Installed, plugs, read_settings
from src.desks.desk import Desk, Engine
from src.desks.plug import Plug
from src.dossier.models import Language
from src.dossier.store import Clock, utc_now
from src.llm.protocol import ChatReply, Models
from tests.clients.person import Person
from tests.desks import recipes
from tests.fakes import ScriptedRounds, calls
from tests.identity.callers import Client
from tests.serving import TEST_ID, Served, served
from tests.test_vocabulary import said

LANGUAGES: tuple[Language, ...] = ("nl", "en")
IN_DUTCH_OR_DEEP = ("nl", pytest.param("en", marks=pytest.mark.deep))
"""What costs seconds is done in one language in every run, and in both where it is to be deep."""
WORDS: dict[Language, dict[str, str]] = {
    "nl": {
        "find": "Zoek voor mij een pea soup in het boek, alsjeblieft",
        "early": "Maak nu een menu van wat wij gaan eten",
        "unknown": ": ik weet nog niet waar de gasten niet tegen kunnen.",
        "ask": "Waar moet ik bij de gasten rekening mee houden?",
        "kind": "Recepten",
        "choose": "Typ een nummer om te kiezen",
        "planned": "**Op tafel**: Pea soup",
        "label": "bladert in het boek",
    },
    "en": {
        "find": "Find a pea soup in the book for me, please",
        "early": "Make me a menu of what we are going to eat",
        "unknown": ": I do not know yet what the guests are allergic to.",
        "ask": "What do I have to keep in mind about the guests?",
        "kind": "Recipes",
        "choose": "Type a number to choose",
        "planned": "**On the table**: Pea soup",
        "label": "leafing through the book",
    },
}


def script() -> ScriptedRounds:
    """Return a model that looks a soup up, plans a menu too early, asks, and plans it once the user has replied."""
    return ScriptedRounds(
        calls(("find_recipes", '{"query": "pea soup"}')),
        ChatReply("Soak them tonight."),
        calls(("plan_menu", '{"allergy": "Gluten"}')),
        ChatReply(""),
        calls(("ask_allergies", "{}")),
        calls(("plan_menu", '{"allergy": "Gluten"}')),
        ChatReply("Enjoy your meal."),
    )


def with_model(llm: ScriptedRounds) -> Plug:
    """Return the desk about recipes with this model in place of the built-in one."""

    def make(engine: Engine) -> Desk:
        return recipes.make(replace(engine, models=lambda _: Models(llm, llm, llm)))

    return replace(recipes.PLUG, make=make)


def house(desks: Installed, clock: Clock = utc_now, /, **given: object) -> Parts:
    """Return the engine with these desks."""
    return build(read_settings(desks, _env_file=None, **given), desks=desks, clock=clock)


def foreign(heard: str) -> set[str]:
    """Return the words of any other desk that stand in a text."""
    return {word for other in plugs(DESKS) for word in said(heard, other.vocabulary)}


# Over the wire


@dataclass
class Kitchen:
    """A server with the desk about recipes, and all that came over its wire."""

    server: Served
    llm: ScriptedRounds
    words: dict[str, str]
    heard: list[str] = field(default_factory=list)

    async def say(self, message: str) -> list[dict[str, Any]]:
        request = {"message": message, "dossier_id": TEST_ID, "stream": True}
        frames, _ = await self.server.exchange(json.dumps(request))
        self.heard.append(json.dumps(frames))
        return frames

    async def ask(self, method: str, path: str, **options: Any) -> Any:
        reply = await Client(self.server.port).ask(method, path, **options)
        assert reply.status_code == 200, reply.text
        self.heard.append(reply.text)
        return reply.json()

    async def turned(self, way: str, turns: int) -> tuple[set[str], bool]:
        """Return what was made and whether a question waits, once so many changes are taken back or made again."""
        await self.ask("POST", f"/dossiers/{TEST_ID}/{way}", json={"turns": turns})
        dossier = await self.ask("GET", f"/dossiers/{TEST_ID}")
        asked = [one for one in dossier["artifacts"] if one["kind"] == "clarification"]
        made = {one["id"] for one in dossier["artifacts"] if one not in asked}
        return made, any(one["data"]["pending"] for one in asked)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_stranger_is_at_home(language: Language, store: dict[str, object]) -> None:
    llm = script()
    async with served(house([with_model(llm)], **store)) as server:
        kitchen = Kitchen(server, llm, WORDS[language])
        await refused_at_the_door(kitchen)
        await found_and_told_to_the_model(kitchen)
        await not_run_before(kitchen)
        await asked_and_planned(kitchen)
        await taken_back_and_made_again(kitchen)
        await looked_back_upon(kitchen)
        (desk,) = (await kitchen.ask("GET", "/desks"))["desks"]
        views = {one["name"]: one["view"] for one in desk["artifacts"]}
        assert (views["menu"], views["groceries"]) == ("table", "text")
        assert await kitchen.ask("GET", "/desks/recipes/pantry") == {"items": ["salt"]}
        await forgotten(kitchen)
    assert foreign(" ".join(kitchen.heard)) == set()


async def refused_at_the_door(kitchen: Kitchen) -> None:
    (refused,) = (await kitchen.say("Peanut butter, please"))[-1:]
    assert (refused["code"], "another dish" in refused["error"]) == ("peanut_risk", True)
    assert (await kitchen.ask("GET", "/dossiers"))["dossiers"] == []


async def found_and_told_to_the_model(kitchen: Kitchen) -> None:
    *before, reply = await kitchen.say(kitchen.words["find"])
    assert [one["label"] for one in before if one["event"] == "tool"] == [kitchen.words["label"]]
    assert f"**{kitchen.words['kind']}**" in reply["response"]
    assert reply["response"].index("Pea soup") < reply["response"].index("Soak them tonight.")
    assert reply["outcome"] == "request"
    told = next(one.content for one in kitchen.llm.asked[1] if one.role == "tool")
    assert "Soak the peas for a night" in json.loads(told)["output_is_data"]


async def not_run_before(kitchen: Kitchen) -> None:
    early = (await kitchen.say(kitchen.words["early"]))[-1]
    assert kitchen.words["unknown"] in early["response"]
    assert "artifacts" not in early


async def asked_and_planned(kitchen: Kitchen) -> None:
    asked = (await kitchen.say(kitchen.words["ask"]))[-1]
    assert asked["outcome"] == "request"
    assert asked["clarification"]["choices"] == ["Gluten", "Lactose"]
    assert "1. Gluten\n2. Lactose" in asked["response"]
    planned = (await kitchen.say("Gluten"))[-1]
    assert planned["outcome"] == "done"
    assert kitchen.words["planned"] in planned["response"]
    assert planned["response"].endswith("Enjoy your meal.")
    assert "plan_menu" in kitchen.llm.offered[-1]
    made = {one["id"]: one["data"] for one in (await dossier_of(kitchen))["artifacts"]}
    assert made["menu"]["courses"][0] == {"dish": "Pea soup", "without": "Gluten"}
    assert made["list"] == {"items": ["pea", "tomato"]}


async def dossier_of(kitchen: Kitchen) -> Any:
    return await kitchen.ask("GET", f"/dossiers/{TEST_ID}")


async def taken_back_and_made_again(kitchen: Kitchen) -> None:
    """A question is no change: what is taken back before the menu is what the search brought."""
    everything = {"menu", "list"}
    assert await kitchen.turned("undo", 1) == (set(), True)
    assert await kitchen.turned("undo", 1) == (set(), False)
    assert (await dossier_of(kitchen))["sources"] == []
    assert await kitchen.turned("redo", 2) == (everything, False)


async def looked_back_upon(kitchen: Kitchen) -> None:
    log = await kitchen.ask("GET", f"/dossiers/{TEST_ID}/log")
    kinds = [[change["kind"] for change in line["changes"]] for line in log]
    assert kinds[:4] == [["found"], [], ["asked"], ["put"]]
    differing = await kitchen.ask("GET", f"/diff?a={TEST_ID}@3&b={TEST_ID}@4")
    assert [one["id"] for one in differing["artifacts_only_in_b"]] == ["menu", "list"]
    why = await kitchen.ask("GET", f"/dossiers/{TEST_ID}/why?source=soup/pea")
    assert [why[0]["kind"], why[0]["version"]] == ["added", 1]
    made = await kitchen.ask("GET", f"/dossiers/{TEST_ID}/why?source=list")
    assert [made[0]["kind"], made[0]["version"]] == ["put", 4]
    assert (await kitchen.ask("GET", f"/dossiers/{TEST_ID}/verify"))["entries"] == 7
    packed = await Client(kitchen.server.port).ask("GET", f"/dossiers/{TEST_ID}/pack")
    assert packed.status_code == 200
    assert b"courses" in packed.content


async def forgotten(kitchen: Kitchen) -> None:
    async def patches() -> str:
        lines = await kitchen.ask("GET", f"/dossiers/{TEST_ID}/journal")
        return json.dumps([one["patch"] for one in lines])

    assert "without" in await patches()
    await kitchen.ask("POST", f"/dossiers/{TEST_ID}/forget", json={"turns": [4]})
    assert "without" not in await patches()


# At a terminal


@pytest.mark.parametrize("language", IN_DUTCH_OR_DEEP)
async def test_a_stranger_is_at_home_in_a_terminal(language: Language, tmp_path: Path) -> None:
    async with served(house([with_model(script())], tess_data_dir=tmp_path)) as server:
        url = f"ws://127.0.0.1:{server.port}/ws"
        heard = await asyncio.to_thread(_typed, url, language)
    assert foreign(heard) == set()


def _typed(url: str, language: Language) -> str:
    """Return all that a person saw who spoke to the desk at a terminal."""
    words = WORDS[language]
    with Person("--url", url, lines=60, LANG=f"{language}_NL.UTF-8") as person:
        person.sees(recipes.WORDS.examples[language][0])
        person.asks(words["find"])
        person.sees(words["kind"], "Pea soup", "Soak them tonight.")
        person.asks(words["early"])
        person.sees(words["unknown"])
        person.asks(words["ask"])
        assert person.sees("Lactose", words["choose"]).count("Lactose") == 1
        person.asks("1")
        person.sees("Gluten", "Enjoy your meal.")
        person.asks("/artifacts")
        person.asks("/artifact 2")
        person.sees(*(column.label[language] for column in recipes.COLUMNS))
        person.asks("/undo")
        person.asks("/redo")
        return person.heard


# A command and a setting


def test_a_command_and_a_setting_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TESS_RECIPES_PANTRY", "salt,rice")
    assert cli.main(["pantry"], desks=[*DESKS, recipes.PLUG]) == 0
    assert capsys.readouterr().out == "salt,rice\n"
