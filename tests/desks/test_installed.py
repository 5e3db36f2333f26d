"""Desks as they are installed: in the real server, its health, its settings and its commands; and what clashes."""

import argparse
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field

from src import cli
from src.bootstrap import Parts, build
from src.desks.catalogue import plugs, read_settings
from src.desks.desk import Desk, Engine, Route, Status
from src.desks.plug import Plug
from src.errors import BadSettings, ForUser, UnknownDossier
from src.identity.caller import Caller, calling
from src.settings import DeskSettings
from tests.desks.plain import plain, plain_desk
from tests.identity.callers import Client, made
from tests.serving import served

SECRET = "a secret of this test and of nobody else"


class Soup(BaseModel):
    name: str = Field(min_length=2)


async def cook(soup: Soup) -> Soup:
    """Return a soup, cooked."""
    return Soup(name=f"hot {soup.name}")


COOK = (Route("GET", "soup", cook), Route("POST", "soup", cook))


class SoupSettings(DeskSettings):
    tess_soup_pans: int = Field(3, description="Pans.")


def installed(folder: Path, *desks: str | Plug, **given: object) -> Parts:
    return build(
        read_settings(desks, _env_file=None, tess_data_dir=folder, **given),
        for_tenants="tess_token_secret" in given,
        desks=desks,
    )


async def test_a_server_without_law_is_ready_and_answers_at_its_first_desk(tmp_path: Path) -> None:
    async with served(installed(tmp_path, plain("soup"), plain("bread"))) as server:
        assert (await server.get("/readyz")).json() == {"status": "ready", "problems": []}
        assert "library" not in (await server.get("/healthz")).json()
        assert "from soup" in (await server.say("Hello there"))["response"]
        assert "from bread" in (await server.say("Hello there", desk="bread"))["response"]
        refused = await server.say("Hello there", desk="tax")
        assert (refused["code"], "soup, bread" in refused["error"]) == ("unknown_desk", True)


async def test_the_setting_names_the_desk_of_a_new_dossier(tmp_path: Path) -> None:
    desks = plain("soup"), plain("bread")
    async with served(installed(tmp_path, *desks, tess_desk="bread")) as server:
        assert "from bread" in (await server.say("Hello there"))["response"]
    with pytest.raises(BadSettings, match="TESS_DESK is tea; there is: soup, bread"):
        installed(tmp_path, *desks, tess_desk="tea")


async def test_a_dossier_of_a_desk_that_is_gone_takes_no_turn(tmp_path: Path) -> None:
    async with served(installed(tmp_path, plain("soup"))) as server:
        dossier_id = (await server.say("Hello there"))["dossier_id"]
    async with served(installed(tmp_path, plain("bread"))) as server:
        assert (await server.get(f"/dossiers/{dossier_id}")).json()["desk"] == "soup"
        assert (await server.say("And now?", dossier_id=dossier_id))["code"] == "desk_not_installed"


async def test_health_and_readiness_ask_every_desk(tmp_path: Path) -> None:
    def standing(**fields: Any) -> Callable[[], Awaitable[Status]]:
        async def status() -> Status:
            return Status(**fields)

        return status

    async def broken() -> Status:
        raise UnknownDossier(dossier_id="dos-1")

    soup = plain("soup", status=standing(facts={"pans": 2}, problems=("The gas is off.",)))
    bread = plain("bread", status=standing(facts={"pans": 1, "oven": "hot"}))
    async with served(installed(tmp_path, soup, bread)) as server:
        health = (await server.get("/healthz")).json()
        assert health["library"] == {"pans": 2, "bread_pans": 1, "oven": "hot"}
        ready = await server.get("/readyz")
        assert (ready.status_code, ready.json()["problems"]) == (503, ["The gas is off."])
    async with served(installed(tmp_path, plain("tea", status=broken))) as server:
        ready = await server.get("/readyz")
        assert (ready.status_code, "dos-1" in ready.json()["problems"][0]) == (503, True)


async def test_what_a_desk_opened_is_closed_at_the_end(tmp_path: Path) -> None:
    closed: list[str] = []

    async def close() -> None:
        closed.append("soup")

    async with served(installed(tmp_path, plain("soup", close=close))):
        assert not closed
    assert closed == ["soup"]


async def test_a_desk_is_reached_over_rest(tmp_path: Path) -> None:
    async with served(installed(tmp_path, plain("soup", routes=COOK))) as server:
        caller = Client(server.port)
        assert (await server.get("/desks/soup/soup?name=leek")).json() == {"name": "hot leek"}
        posted = await caller.ask("POST", "/desks/soup/soup", json={"name": "pea"})
        assert posted.json() == {"name": "hot pea"}
        wrong = await server.get("/desks/soup/soup?name=x")
        assert (wrong.status_code, wrong.json()["code"]) == (400, "bad_fields")
        elsewhere = await caller.ask("POST", "/desks/soup/soup", content='{"name": "pea"}')
        assert (
            elsewhere.json()["code"] == "bad_fields"
        )  # as for every route: it does not say that it is JSON


async def test_a_tenant_finds_the_desks_of_its_token_and_no_others(tmp_path: Path) -> None:
    desks = plain("soup", routes=COOK), plain("bread", routes=COOK)
    parts = installed(tmp_path, *desks, tess_token_secret=SECRET)
    baker = await made(parts, "anna", "acme", desks=("bread",))
    cook = await made(parts, "bert", "acme")
    async with served(parts) as server:
        left, right = Client(server.port, baker), Client(server.port, cook)
        assert "from bread" in (await left.say("Hello there"))["response"]
        refused = await left.say("Hello there", desk="soup")
        assert refused["code"] == "unknown_desk"
        assert refused["error"].endswith(": bread.")
        soup = await right.say("Hello there", desk="soup")
        assert "from soup" in soup["response"]
        closed = await left.say("And now?", dossier_id=soup["dossier_id"])
        assert closed["code"] == "unknown_dossier"  # to a token of other desks it does not exist
        told = await left.ask("GET", "/desks/soup/soup?name=leek")
        assert (told.status_code, told.json()["code"]) == (400, "unknown_desk")
        assert (await left.ask("GET", "/desks/bread/soup?name=leek")).status_code == 200
        assert (await right.ask("GET", "/desks/soup/soup?name=leek")).status_code == 200
        assert (await Client(server.port).ask("GET", "/desks/soup/soup?name=a")).status_code == 401


async def test_a_caller_can_ask_again_at_desks_of_theirs_only(tmp_path: Path) -> None:
    parts = installed(tmp_path, "src.desks.tax", plain("bread"), tess_token_secret=SECRET)
    with calling(Caller("anna", "acme", ("bread",))):
        assert list(parts.answering) == []
    with calling(Caller("bert", "acme")):
        assert list(parts.answering) == ["tax"]


# Settings


def test_a_desk_has_settings_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[object] = []

    def make(engine: Engine) -> Desk:
        handed.append(engine.settings)
        return plain_desk(engine, "soup")

    plug = Plug("soup", make, settings=lambda: SoupSettings)
    monkeypatch.setenv("TESS_SOUP_PANS", "5")
    build(read_settings([plug], _env_file=None, tess_data_dir=tmp_path), desks=[plug])
    (own,) = handed
    assert isinstance(own, SoupSettings)
    assert (own.tess_soup_pans, own.tess_data_dir) == (5, tmp_path)
    monkeypatch.setenv("TESS_SOUP_PANS", "many")
    with pytest.raises(BadSettings, match="TESS_SOUP_PANS: "):
        read_settings([plug], _env_file=None)
    monkeypatch.setenv("TESS_SOUP_PAN", "5")
    with pytest.raises(BadSettings, match="TESS_SOUP_PAN does not exist; is TESS_SOUP_PANS meant"):
        read_settings([plug], _env_file=None)


# Two of a kind


@pytest.mark.parametrize(
    ("desks", "told"),
    [
        ((plain("soup"), plain("soup")), "two desks are called soup"),
        (
            (plain("a", routes=(COOK[0], COOK[0])),),
            "two routes are GET /desks/a/soup",
        ),
    ],
)
def test_two_of_a_kind_are_refused_at_the_start(
    tmp_path: Path, desks: tuple[Plug, ...], told: str
) -> None:
    with pytest.raises(BadSettings, match=told):
        installed(tmp_path, *desks)


def test_an_error_with_a_code_that_is_taken_is_refused_at_the_start(tmp_path: Path) -> None:
    def make(engine: Engine) -> Desk:
        class NotOurs(ForUser):
            code = "unknown_desk"
            nl = en = "x"

        return plain_desk(engine, "a")

    with pytest.raises(BadSettings, match="two errors have the code unknown_desk"):
        installed(tmp_path, Plug("a", make))


class OfTheEngine(DeskSettings):
    tess_model: str = "x"


class WithoutPrefix(DeskSettings):
    pans: int = 1


def _with_settings(name: str, model: type[DeskSettings]) -> Plug:
    return replace(plain(name), settings=lambda: model)


@pytest.mark.parametrize(
    ("models", "told"),
    [
        ((SoupSettings, SoupSettings), "have a setting TESS_SOUP_PANS"),
        ((OfTheEngine,), "have a setting TESS_MODEL"),
        ((WithoutPrefix,), "the setting PANS of a desk does not begin with TESS_"),
    ],
)
def test_a_setting_that_means_two_things_is_refused(
    models: tuple[type[DeskSettings], ...], told: str
) -> None:
    desks = [_with_settings(f"d{number}", model) for number, model in enumerate(models)]
    with pytest.raises(BadSettings, match=told):
        read_settings(desks, _env_file=None)


# Commands


def adding(name: str) -> Callable[[Any], None]:
    """Return what adds a command that prints its own name and a setting."""

    def run(options: argparse.Namespace, _: list[str]) -> int:
        print(name, options.read_settings().of(SoupSettings).tess_soup_pans)
        return 0

    def add(commands: Any) -> None:
        commands.add_parser(name, help="cook").set_defaults(run=run)

    return add


def test_a_desk_brings_commands(capsys: pytest.CaptureFixture[str]) -> None:
    plug = replace(
        plain("soup"),
        add_commands=adding("cook"),
        settings=lambda: SoupSettings,
    )
    assert cli.main(["cook"], desks=[plug]) == 0
    assert capsys.readouterr().out == "cook 3\n"


def test_two_commands_of_one_name_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    twice = [replace(plain(name), add_commands=adding("cook")) for name in ("a", "b")]
    assert cli.main(["--version"], desks=twice) == 2
    assert "two commands have one name" in capsys.readouterr().err
    assert cli.main(["--version"], desks=[replace(plain("a"), add_commands=adding("ask"))]) == 2


@pytest.mark.parametrize(
    "arguments",
    [("ask", "Hello"), ("chat",), ("ui",), ("demo",)],
)
def test_an_unknown_desk_is_refused_before_anything_starts(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    desks = plain("soup"), plain("bread")
    assert cli.main([*arguments, "--desk", "nosuch"], desks=desks) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "This desk does not exist. There is: soup, bread.\n"


def test_plugs_may_be_packages_or_plugs() -> None:
    assert [one.name for one in plugs(["src.desks.tax", plain("soup")])] == ["tax", "soup"]
