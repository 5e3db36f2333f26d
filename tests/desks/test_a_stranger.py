"""A stranger moves in: a desk of another field, driven through the real server, on both stores, in both languages."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from src import cli
from src.bootstrap import Parts, build
from src.desks.catalogue import DESKS, plugs, read_settings
from src.desks.desk import Desk, Engine
from src.dossier.models import Language
from src.llm.protocol import ChatReply, Models
from tests.clients.person import Person
from tests.clients.test_ui_streamlit import page, shown, texts
from tests.desks import recipes
from tests.dossier.postgres_server import PostgresServer, started
from tests.fakes import ScriptedLlm, calls
from tests.identity.callers import Client
from tests.serving import TEST_ID, Served, served
from tests.test_vocabulary import said

WORDS: dict[Language, dict[str, str]] = {
    "nl": {
        "find": "Zoek voor mij een pea soup in het boek, alsjeblieft",
        "list": "Maak nu een lijst van wat ik moet kopen",
        "menu": "Wanneer gaan wij dat met zijn allen eten?",
        "kind": "Recepten",
        "bought": "**Te kopen**: pea",
        "label": "bladert in het boek",
    },
    "en": {
        "find": "Find a pea soup in the book for me, please",
        "list": "Make me a list of what I have to buy now",
        "menu": "When are we going to eat that together?",
        "kind": "Recipes",
        "bought": "**To buy**: pea",
        "label": "leafing through the book",
    },
}


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    yield from started()


@pytest.fixture(params=["files", "database"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, object]]:
    """The settings of a store that is empty."""
    if request.param == "files":
        yield {"tess_data_dir": tmp_path}
        return
    with request.getfixturevalue("postgres").schema() as url:
        yield {"tess_data_dir": tmp_path, "database_url": url}


@dataclass
class Kitchen:
    """A server with the desk about recipes, and all that came over its wire."""

    server: Served
    heard: list[str]

    async def say(self, message: str, **fields: Any) -> list[dict[str, Any]]:
        request = {"message": message, "dossier_id": TEST_ID, "stream": True, **fields}
        frames, _ = await self.server.exchange(json.dumps(request))
        self.heard.append(json.dumps(frames))
        return frames

    async def ask(self, method: str, path: str, **options: Any) -> Any:
        reply = await Client(self.server.port).ask(method, path, **options)
        assert reply.status_code == 200, reply.text
        self.heard.append(reply.text)
        return reply.json()

    async def dossier(self) -> Any:
        return await self.ask("GET", f"/dossiers/{TEST_ID}")


def installed(llm: ScriptedLlm, **given: object) -> Parts:
    """Return the engine with the desk alone, and this model in place of the built-in one."""

    def make(engine: Engine) -> Desk:
        return recipes.make(replace(engine, models=lambda _: Models(llm, llm, llm)))

    plug = replace(recipes.PLUG, make=make)
    return build(read_settings([plug], _env_file=None, **given), desks=[plug])


def script() -> ScriptedLlm:
    return ScriptedLlm(
        ChatReply("Soak them tonight."),
        calls(("make_shopping_list", "{}")),
        ChatReply(""),
        calls(("plan_menu", "{}")),
        calls(("plan_menu", '{"day": "Friday"}')),
        ChatReply("Enjoy your meal."),
    )


@pytest.mark.parametrize("language", ["nl", "en"])
async def test_a_stranger_is_at_home(language: Language, store: dict[str, object]) -> None:
    words, llm = WORDS[language], script()
    async with served(installed(llm, **store)) as server:
        kitchen = Kitchen(server, [])
        await refused_at_the_door(kitchen)
        await found_and_listed(kitchen, llm, words)
        await asked_and_planned(kitchen, words)
        await looked_back_upon(kitchen)
        (desk,) = (await kitchen.ask("GET", "/desks"))["desks"]
        assert [one["view"] for one in desk["artifacts"] if one["name"] == "menu"] == ["table"]
        assert await kitchen.ask("GET", "/desks/recipes/pantry") == {"items": ["salt"]}
        await forgotten(kitchen)
    for other in plugs(DESKS):
        assert said(" ".join(kitchen.heard), other.vocabulary) == set()


async def refused_at_the_door(kitchen: Kitchen) -> None:
    (refused,) = (await kitchen.say("Peanut butter, please"))[-1:]
    assert (refused["code"], "another dish" in refused["error"]) == ("peanut_risk", True)
    assert (await kitchen.ask("GET", "/dossiers"))["dossiers"] == []


async def found_and_listed(kitchen: Kitchen, llm: ScriptedLlm, words: dict[str, str]) -> None:
    early = (await kitchen.say(words["find"]))[-1]
    assert words["kind"] in early["response"]
    assert early["response"].index("Pea soup") < early["response"].index("Soak them tonight.")
    assert early["outcome"] == "request"
    told = next(one.content for one in llm.asked[0] if one.role == "tool")
    assert "Soak the peas for a night" in json.loads(told)["output_is_data"]
    listed = (await kitchen.say(words["list"]))[-1]
    assert words["bought"] in listed["response"]
    assert [one["kind"] for one in listed["artifacts"]] == ["shopping_list"]


async def asked_and_planned(kitchen: Kitchen, words: dict[str, str]) -> None:
    asked = (await kitchen.say(words["menu"]))[-1]
    assert asked["outcome"] == "request"
    assert asked["clarification"]["choices"] == ["Eat on Friday", "Eat on Saturday"]
    planned = (await kitchen.say("Eat on Friday"))[-1]
    assert planned["outcome"] == "done"
    assert planned["response"].endswith("Enjoy your meal.")
    menu = next(one for one in (await kitchen.dossier())["artifacts"] if one["id"] == "menu")
    assert menu["data"] == {"day": "Friday", "dish": "Pea soup"}


async def looked_back_upon(kitchen: Kitchen) -> None:
    await kitchen.ask("POST", f"/dossiers/{TEST_ID}/undo", json={"turns": 1})
    assert "menu" not in {one["id"] for one in (await kitchen.dossier())["artifacts"]}
    await kitchen.ask("POST", f"/dossiers/{TEST_ID}/redo", json={"turns": 1})
    assert "menu" in {one["id"] for one in (await kitchen.dossier())["artifacts"]}
    log = await kitchen.ask("GET", f"/dossiers/{TEST_ID}/log")
    assert len(log) == 6
    differing = await kitchen.ask("GET", f"/diff?a={TEST_ID}@3&b={TEST_ID}@4")
    assert [one["id"] for one in differing["artifacts_only_in_b"]] == ["menu"]
    why = await kitchen.ask("GET", f"/dossiers/{TEST_ID}/why?source=soup/pea")
    assert [why[0]["kind"], why[0]["version"]] == ["added", 1]
    made = await kitchen.ask("GET", f"/dossiers/{TEST_ID}/why?source=list")
    assert [made[0]["kind"], made[0]["version"]] == ["put", 2]
    assert (await kitchen.ask("GET", f"/dossiers/{TEST_ID}/verify"))["entries"] == 6
    packed = await Client(kitchen.server.port).ask("GET", f"/dossiers/{TEST_ID}/pack")
    assert packed.status_code == 200
    assert b"Friday" in packed.content


async def forgotten(kitchen: Kitchen) -> None:
    await kitchen.ask("POST", f"/dossiers/{TEST_ID}/forget", json={"turns": [4]})
    lines = await kitchen.ask("GET", f"/dossiers/{TEST_ID}/journal")
    assert "Friday" not in json.dumps([one["patch"] for one in lines])


async def test_a_progress_frame_says_in_words_what_goes_on(tmp_path: Path) -> None:
    for language, words in WORDS.items():
        folder = tmp_path / language
        async with served(installed(script(), tess_data_dir=folder)) as server:
            frames = await Kitchen(server, []).say(words["find"])
            labels = [one["label"] for one in frames if one.get("event") == "tool"]
            assert labels == [words["label"]]


async def test_both_clients_receive_the_stranger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(installed(script(), tess_data_dir=tmp_path)) as server:
        url = f"ws://127.0.0.1:{server.port}/ws"
        at_the_terminal = await asyncio.to_thread(_typed, url)
        on_the_page = await asyncio.to_thread(_clicked, url, monkeypatch)
    for other in plugs(DESKS):
        assert said(at_the_terminal, other.vocabulary) == set()
        assert said(on_the_page, other.vocabulary) == set()


def _typed(url: str) -> str:
    """Return what a person sees who speaks to the desk at a terminal."""
    with Person("--url", url, lines=50, LANG="nl_NL.UTF-8") as person:
        seen = person.sees("TESS · Recepten", "Probeer: Zoek een soup")
        person.asks(WORDS["nl"]["find"])
        return seen + person.sees("Pea soup", "Soak them tonight.", "versie 1 ·")


def _clicked(url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what the page shows of a desk before anybody has asked it anything."""
    home = shown(page(url, monkeypatch))
    assert home.title[0].value == "Ik help een kok."
    return texts(home)


def test_a_command_and_a_setting_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TESS_RECIPES_PANTRY", "salt,rice")
    assert cli.main(["pantry"], desks=[*DESKS, recipes.PLUG]) == 0
    assert capsys.readouterr().out == "salt,rice\n"
