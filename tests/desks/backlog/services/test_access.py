"""Azure DevOps is asked with a token that goes nowhere else, for projects of who asks; and written where that is on."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from src.desks.backlog import settings as backlog_settings
from src.desks.backlog.errors import (
    TrackerForbidden,
    TrackerNotSet,
    TrackerReadOnly,
    TrackerTokenRefused,
    UnknownProject,
)
from src.desks.backlog.services.ado import Ado
from src.desks.backlog.settings import BacklogSettings
from src.desks.backlog.tracker import Tracker, WorkItemChange, WorkItemRemoval
from src.errors import AddressRefused
from src.identity.caller import Caller, calling
from tests.desks.backlog.services.place import EPIC, PROJECT, fault, place

CHANGE = WorkItemChange(id=3, revision=1, heading="More", criteria=("x",), mark="tess-" + "b" * 16)


@pytest.mark.parametrize(
    "reply",
    [
        {"status": 203},
        {"status": 203, "headers": {"content-type": "application/json"}, "body": {"workItems": []}},
        {"status": 302},
        {"status": 401},
        {"headers": {"content-type": "text/html"}, "body": '{"workItems": []}'},
        {"status": 404, "headers": {"content-type": "text/html"}, "body": "<html>"},
    ],
    ids=lambda reply: str(reply.get("status", "html")),
)
async def test_a_page_to_log_in_at_is_a_refused_token_and_never_success(
    reply: dict[str, Any],
) -> None:
    with place() as here:
        here.ado.fail(fault(**reply, times=0))
        async with here.tracker() as tracker:
            for asked in (tracker.load(PROJECT), tracker.create(PROJECT, EPIC)):
                with pytest.raises(TrackerTokenRefused):
                    await asked
        assert len(here.asked) == 2  # nothing is followed, and nothing is tried again


async def test_a_token_that_is_unknown_or_may_only_read_is_told_apart() -> None:
    grants = [{"token": "reads", "writes": False}]
    with place(access=grants) as here:
        async with here.tracker() as tracker:
            with pytest.raises(TrackerTokenRefused):
                await tracker.load(PROJECT)
        async with here.tracker(tess_backlog_ado_token=SecretStr("reads")) as tracker:
            assert (await tracker.load(PROJECT)).items == ()
            with pytest.raises(TrackerForbidden):
                await tracker.create(PROJECT, EPIC)


def test_the_token_is_named_where_it_is_set_and_where_it_is_used_and_nowhere_else() -> None:
    source = Path(backlog_settings.__file__).parents[2]
    named = [one for one in source.rglob("*.py") if "tess_backlog_ado_token" in one.read_text()]
    assert sorted(one.name for one in named) == ["access.py", "settings.py"]


def test_a_token_stands_in_one_place(tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match="leave one empty"):
        BacklogSettings(
            tess_backlog_ado_token=SecretStr("x"), tess_backlog_ado_token_file=tmp_path / "x"
        )


WRITING: dict[str, Callable[[Tracker], Any]] = {
    "check": lambda tracker: tracker.check(PROJECT, EPIC),
    "create": lambda tracker: tracker.create(PROJECT, EPIC),
    "change": lambda tracker: tracker.change(PROJECT, CHANGE),
    "remove": lambda tracker: tracker.remove(PROJECT, WorkItemRemoval(id=3, revision=1)),
}


@pytest.mark.parametrize("name", WRITING)
async def test_nothing_is_asked_that_writes_unless_the_operator_lets_it(name: str) -> None:
    with place() as here:
        async with here.tracker(tess_backlog_write="off") as tracker:
            with pytest.raises(TrackerReadOnly):
                await WRITING[name](tracker)
        assert here.asked == []


async def test_a_project_that_is_not_on_the_list_is_never_asked_for() -> None:
    with place(projects=[PROJECT, "Secret"]) as here:
        async with here.tracker() as tracker:
            for name in ("Secret", "", "../Backlog", "Backlog/..", "Nowhere"):
                with pytest.raises(UnknownProject):
                    await tracker.load(name)
            assert here.asked == []
            with pytest.raises(UnknownProject):  # which is on the list, and not there
                await tracker.load("Other")
            assert (await tracker.load("backlog")).items == ()


async def test_each_tenant_has_its_own_token_and_projects(tmp_path: Path) -> None:
    (tmp_path / "acme.token").write_text("acme\n")
    tenants = {"acme": {"projects": ["Acme"], "token_file": "acme.token"}}
    tenants["gone"] = {"projects": ["Acme"], "token_file": "gone.token"}
    file = tmp_path / "tenants.json"
    file.write_text(json.dumps(tenants))
    grants = [{"token": "acme", "projects": ["Acme"]}, {"token": "standin"}]
    with place(projects=[PROJECT, "Acme"], access=grants) as here:
        async with here.tracker(tess_backlog_ado_tenants=file) as tracker:
            with calling(Caller("ann", "acme")):
                assert (await tracker.load("Acme")).items == ()
                with pytest.raises(UnknownProject):
                    await tracker.load(PROJECT)
            for tenant in ("", "gone", "other"):
                with calling(Caller("bob", tenant)), pytest.raises(TrackerNotSet):
                    await tracker.load("Acme")
            file.write_text("{")
            with calling(Caller("ann", "acme")), pytest.raises(TrackerNotSet):
                await tracker.load("Acme")
        async with here.tracker() as tracker:  # without that file a tenant has no token
            with calling(Caller("ann", "acme")), pytest.raises(TrackerNotSet):
                await tracker.load(PROJECT)
        assert len(here.asked) == 1


async def test_a_token_may_stand_in_a_file_and_is_read_at_each_use(tmp_path: Path) -> None:
    file = tmp_path / "token"
    with place() as here:
        none: dict[str, Any] = {"tess_backlog_ado_token": None, "tess_backlog_ado_token_file": file}
        async with here.tracker(**none) as tracker:
            with pytest.raises(TrackerNotSet):
                await tracker.load(PROJECT)
            file.write_text(" standin \n")
            assert (await tracker.load(PROJECT)).items == ()
            file.write_text("other")
            with pytest.raises(TrackerTokenRefused):
                await tracker.load(PROJECT)


async def test_a_token_goes_to_the_address_that_is_set_alone_and_into_no_words() -> None:
    settings = BacklogSettings(
        tess_backlog_ado_url="ftp://elsewhere.example/contoso",
        tess_backlog_ado_token=SecretStr("hush-hush"),
        tess_backlog_ado_projects=PROJECT,
    )
    assert "hush" not in repr(settings)
    tracker = Ado(settings)
    with pytest.raises(AddressRefused) as told:  # no https
        await tracker.load(PROJECT)
    assert "hush" not in str(told.value)
    assert "aHVzaC1odXNo" not in repr(await tracker._access.credential(PROJECT))
    await tracker.close()
    unset = Ado(BacklogSettings(tess_backlog_ado_url="", tess_backlog_ado_projects=PROJECT))
    with pytest.raises(TrackerNotSet):
        await unset.load(PROJECT)
    await unset.close()
