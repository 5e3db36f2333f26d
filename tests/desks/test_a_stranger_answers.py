"""A stranger answers with quotes over a corpus of its own; its answers are looked at in all the ways there are."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from src.desks.desk import Desk, Engine
from src.desks.plug import Plug
from src.dossier.models import Language
from src.llm.forms import AnswerDraft, ClaimDraft
from src.llm.protocol import Models
from tests.desks import cookbook, cookery
from tests.desks.cookbook import Dish
from tests.desks.test_a_stranger import IN_DUTCH_OR_DEEP, LANGUAGES, foreign, house
from tests.export.reading import docx_text, pdf_text
from tests.fakes import ScriptedRounds, calls
from tests.identity.callers import Client
from tests.in_process import tess
from tests.serving import TEST_ID, Served, served


def dish(name: str, title: str, heading: str, content: str) -> Dish:
    return Dish(id=f"{name}@1", title=title, heading=heading, content=content)


BOOK = (
    dish(
        "bruin",
        "Bruin brood",
        "Bakken",
        "Kneed het deeg tien minuten.\n2 eieren\nBak het bruine brood 35 minuten op 220 graden.",
    ),
    dish(
        "noten",
        "Notenbrood",
        "Bakken",
        "Rooster de noten.\nBak het brood met noten 45 minuten op 200 graden.",
    ),
    dish(
        "brown",
        "Brown bread",
        "Baking",
        "Knead the dough for ten minutes.\n2 eggs\nBake the brown bread for 35 minutes at 220 degrees.",
    ),
    dish(
        "nut",
        "Nut bread",
        "Baking",
        "Roast the nuts first.\nBake the bread with nuts for 45 minutes at 200 degrees.",
    ),
    dish("leek", "Leek soup", "Boiling", "Boil the leeks until they are soft, and season."),
)
WORDS: dict[Language, dict[str, str]] = {
    "nl": {
        "ask": "Hoe lang moet ik het brood bakken, met hoeveel eieren, en wat zegt de core?",
        "yes": "Ja, dat klopt",
        "dishes": "Gerechten",
        "readings": "Metingen",
        "sources": "## UIT HET KOOKBOEK",
        "heading": "## ANTWOORD",
        "brown": "Bak het bruine brood 35 minuten op 220 graden.",
        "nut": "Bak het brood met noten 45 minuten op 200 graden.",
        "eggs": "2 eieren",
        "chapter": '"chapter":"Bakken"',
        "refused": "Er is geen antwoord: 1 van de 2 stellingen",
    },
    "en": {
        "ask": "How long must I bake the bread, with how many eggs, and what does the core say?",
        "yes": "Yes, that is right",
        "dishes": "Dishes",
        "readings": "Readings",
        "sources": "## FROM THE COOKBOOK",
        "heading": "## ANSWER",
        "brown": "Bake the brown bread for 35 minutes at 220 degrees.",
        "nut": "Bake the bread with nuts for 45 minutes at 200 degrees.",
        "eggs": "2 eggs",
        "chapter": '"chapter":"Baking"',
        "refused": "There is no answer: 1 of 2 claims",
    },
}
LINE = "core: 64"
"""A line of the probe: two words, and no sentence."""


def quotes(words: dict[str, str]) -> list[str]:
    """Return the quotes of the answer; two of them are lines that are short, and whole."""
    return [words["brown"], words["nut"], words["eggs"], LINE]


@pytest.fixture
def given(store: dict[str, object], tmp_path: Path) -> dict[str, object]:
    """The settings of an empty store, and of a cookbook that is in use."""
    cookbook.write(tmp_path / "book", BOOK)
    return {**store, "tess_cookery_book": tmp_path / "book"}


async def say(server: Served, heard: list[str], message: str) -> dict[str, Any]:
    reply = await server.say(message, dossier_id=TEST_ID)
    heard.append(json.dumps(reply))
    return reply


async def answered(server: Served, words: dict[str, str]) -> list[str]:
    """Ask, be shown sources, confirm them and be answered; return all that was heard."""
    heard: list[str] = []
    shown = await say(server, heard, words["ask"])
    assert shown["outcome"] == "request"
    for label in ("dishes", "readings"):
        assert f"**{words[label]}**" in shown["response"]
    assert words["heading"] not in shown["response"]
    reply = await say(server, heard, words["yes"])
    assert (reply["status"], reply["outcome"]) == ("success", "done")
    for told in (words["sources"], words["heading"], *quotes(words)):
        assert told in reply["response"]
    return heard


def with_model(llm: ScriptedRounds) -> Plug:
    """Return the desk with this model in place of the built-in one."""

    def make(engine: Engine) -> Desk:
        return cookery.make(replace(engine, models=lambda _: Models(llm, llm, llm)))

    return replace(cookery.PLUG, make=make)


# Over REST


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_stranger_answers_with_quotes(language: Language, given: dict[str, object]) -> None:
    words = WORDS[language]
    async with served(house([cookery.PLUG], **given)) as server:
        heard = await answered(server, words)
        client = Client(server.port)

        async def asked(method: str, path: str, **options: Any) -> Any:
            reply = await client.ask(method, f"/{path}", **options)
            assert reply.status_code == 200, reply.text
            heard.append(reply.text)
            return reply.json()

        await looked_at_again(asked, words)
        heard += await handed_over(client, words)
    assert foreign(" ".join(heard)) == set()


async def looked_at_again(asked: Callable[..., Any], words: dict[str, str]) -> None:
    at = f"dossiers/{TEST_ID}"
    (answer,) = (await asked("GET", at))["answers"]
    verdicts = {claim["quote"]: claim["verdict"] for claim in answer["claims"]}
    assert verdicts == dict.fromkeys(quotes(words), "exact")
    checked = await asked("GET", f"{at}/check")
    assert checked["same"] is True
    again = await asked("GET", f"{at}/replay")
    assert (again["same"], again["differences"], again["prompt_same"]) == (True, [], True)
    assert (await asked("GET", "stale"))["answers"] == []
    sent = await asked("GET", f"{at}/as-sent")
    assert sent["matches"] is True
    assert words["chapter"] in sent["text"]
    (nut,) = [one["source_id"] for one in answer["claims"] if one["quote"] == words["nut"]]
    without = await asked("POST", f"{at}/whatif", json={"without": [nut]})
    became = {
        (one["before"] or one["after"])["quote"]: one["kind"]
        for one in without["branch"]["changes"]
    }
    assert became == {**dict.fromkeys(quotes(words), "unchanged"), words["nut"]: "lost"}
    assert words["nut"] not in without["branch"]["reply"]
    assert (await asked("GET", at))["version"] == 2


async def handed_over(client: Client, words: dict[str, str]) -> list[str]:
    """Have the answer in every format, and the whole dossier; return their texts."""
    files = {}
    for name in READ:
        reply = await client.ask("GET", f"/dossiers/{TEST_ID}/export?format={name}")
        assert reply.status_code == 200
        files[name] = reply.content
    packed = await client.ask("GET", f"/dossiers/{TEST_ID}/pack")
    sealed = {"content-type": packed.headers["content-type"]}
    opened = await client.ask("POST", "/packs/open", headers=sealed, content=packed.content)
    assert (opened.status_code, opened.json()["entries"]) == (200, 2)
    return [*texts_of(files, words), opened.text]


READ: dict[str, Callable[[bytes], str]] = {
    "md": bytes.decode,
    "html": bytes.decode,
    "json": bytes.decode,
    "docx": docx_text,
    "pdf": pdf_text,
}


def texts_of(files: dict[str, bytes], words: dict[str, str]) -> list[str]:
    """Return what memos say, each of which must have the quotes, every one of them with a footnote."""
    texts = [READ[name](data) for name, data in files.items()]
    for text in texts:
        assert [one for one in quotes(words) if one not in text.replace("\\", "")] == []
    memo = json.loads(files["json"])
    noted = [one["footnote"]["quote"] for one in memo["claims"]]
    assert sorted(noted) == sorted(quotes(words))
    assert memo["struck"] == []
    return texts


# By commands


@pytest.mark.parametrize("language", IN_DUTCH_OR_DEEP)
def test_its_answers_are_looked_at_by_commands(
    language: Language, given: dict[str, object], tmp_path: Path
) -> None:
    words = WORDS[language]

    async def talked() -> list[str]:
        async with served(house([cookery.PLUG], **given)) as server:
            return await answered(server, words)

    heard = asyncio.run(talked())

    def run(*arguments: str, status: int = 0) -> str:
        settings = {
            name.upper(): str(one) for name, one in given.items() if name != "tess_data_dir"
        }
        ended = tess(*arguments, data_dir=tmp_path, desks=[cookery.PLUG], **settings)
        assert ended.returncode == status, ended.stderr
        heard.append(f"{ended.stdout} {ended.stderr}")
        return ended.stdout

    assert f"same       stored exact, now exact  [probe/3] {LINE}" in run("check", TEST_ID)
    assert "byte for byte" in run("replay", TEST_ID)
    assert "unchanged" in run("replay", TEST_ID, "--live")
    assert words["chapter"] in run("why", TEST_ID, "--as-sent")
    assert words["nut"] in run("whatif", TEST_ID, "--without", "1")
    run("log", TEST_ID)
    files = {}
    for name in READ:
        path = tmp_path / f"memo.{name}"
        run("export", TEST_ID, f"--{name}", "-o", str(path))
        files[name] = path.read_bytes()
    heard += texts_of(files, words)
    sealed = str(tmp_path / "dossier.tess")
    run("pack", TEST_ID, "-o", sealed)
    assert run("verify", sealed) == "ok 2 entries\n"
    assert "same       stored exact, now exact" in run("check", sealed)
    assert words["brown"] in run("open", sealed)
    assert run("stale").startswith("No answer is stale")
    another_edition(given, words, run)
    assert foreign(" ".join(heard)) == set()


def edition(one: Dish) -> Dish:
    """Return a dish as the next edition of the book has it."""
    changed = {"id": one.id.replace("@1", "@2"), "content": one.content.replace("35", "40")}
    return one.model_copy(update=changed)


def another_edition(
    given: dict[str, object], words: dict[str, str], run: Callable[..., str]
) -> None:
    """What the book says now makes the answer stale, and changes nothing of what was kept."""
    home = given["tess_cookery_book"]
    assert isinstance(home, Path)
    kept = [one for one in BOOK if words["nut"] not in one.content]
    cookbook.write(home, [edition(one) for one in kept])
    stale = run("stale", status=3)
    assert f"“{words['brown']}”" in stale
    assert (stale.count("changed"), stale.count("vanished")) == (1, 1)
    retimed = run("retime", TEST_ID, "--as-of", "2026-02-01")
    assert "[-35-] {+40+}" in retimed
    assert words["brown"].replace("35", "40") in retimed
    assert "byte for byte" in run("replay", TEST_ID)


def test_the_cookbook_says_why_a_dish_was_found(tmp_path: Path) -> None:
    cookbook.write(tmp_path / "book", BOOK)
    found = tess(
        "dishes",
        "soft leeks in a soup",
        "--explain",
        data_dir=tmp_path,
        desks=[cookery.PLUG],
        TESS_COOKERY_BOOK=str(tmp_path / "book"),
    )
    first, *reasons = found.stdout.splitlines()
    assert first == "Leek soup"
    assert any("soup (weight 1): title" in line for line in reasons)


# What a claim may not add, and what becomes of an answer then


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_answer_that_adds_an_amount_is_refused(language: Language, tmp_path: Path) -> None:
    words = WORDS[language]
    cookbook.write(tmp_path / "book", BOOK)
    (source,) = [one for one in BOOK if words["brown"] in one.content]
    sound = ClaimDraft(text="35 min.", quote=words["brown"], source_id=source.id)
    adding = ClaimDraft(text="50 min.", quote=words["brown"], source_id=source.id)
    draft = AnswerDraft(
        claims=[sound, adding], conclusion="35 min.", open_points=[], missing_facts=[]
    )
    arguments = json.dumps({"query": words["ask"]})
    llm = ScriptedRounds(
        calls(("find_dishes", arguments)),
        calls(("answer_cook", arguments)),
        forms=[draft, draft],
    )
    given = {"tess_data_dir": tmp_path, "tess_cookery_book": tmp_path / "book"}
    async with served(house([with_model(llm)], **given)) as server:
        heard: list[str] = []
        await say(server, heard, words["ask"])
        refused = await say(server, heard, words["yes"])
        assert words["refused"] in refused["response"]
        assert "‘50’" in refused["response"]
        kept = await Client(server.port).ask("GET", f"/dossiers/{TEST_ID}")
        assert kept.json()["answers"] == []
    told = json.loads(llm.asked[-1][-1].content)
    assert told["failed"][0]["not_in_source"] == ["50"]
    assert llm.asked[-1][0].content == cookery.RULES.prompt
    assert foreign(" ".join(heard)) == set()
