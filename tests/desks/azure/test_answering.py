"""A diagnosis looked at again: checked, replayed, asked of other replies, explained, handed over, packed, and stale."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from src import cli
from tests.desks.azure.doubles import ToldArm, storage
from tests.desks.azure.talking import ERROR, over, posted
from tests.serving import Served

LINE = "properties.networkAcls.defaultAction: Deny"


def found(tmp_path: Path, hold: Callable[[Served, str, ToldArm], Awaitable[None]]) -> None:
    """Hold a conversation with a desk that has found the cause of an error."""
    arm = ToldArm(dict(storage()))

    async def begin(server: Served) -> None:
        reply = await server.say(ERROR)
        assert reply["outcome"] == "done"
        await hold(server, f"/dossiers/{reply['dossier_id']}", arm)

    over(tmp_path, arm, begin)


async def got(server: Served, path: str) -> Any:
    reply = await server.get(path)
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_a_diagnosis_is_looked_at_again(tmp_path: Path) -> None:
    async def hold(server: Served, dossier: str, arm: ToldArm) -> None:
        checked = await got(server, f"{dossier}/check")
        (claims,) = (one["claims"] for one in checked["answers"])
        assert checked["same"]
        assert {one["state"] for one in claims} == {"same"}
        replayed = await got(server, f"{dossier}/replay")
        assert (replayed["same"], replayed["differences"]) == (True, [])
        live = await posted(server, f"{dossier}/live")
        assert (live["same"], live["sent_same"]) == (True, True)
        sent = await got(server, f"{dossier}/as-sent")
        assert sent["sha256"] == sent["recorded"]
        assert LINE in sent["text"]
        assert len(arm.asked) == 2

    found(tmp_path, hold)


def test_without_the_reply_that_shows_it_there_is_no_cause(tmp_path: Path) -> None:
    async def hold(server: Served, dossier: str, arm: ToldArm) -> None:
        kept = (await got(server, dossier))["sources"]
        (shows,) = (one["id"] for one in kept if LINE in one["content"])
        branched = await posted(server, f"{dossier}/whatif", without=[shows])
        assert branched["branch"]["answer"]["claims"] == []
        assert "I do not name it" in branched["branch"]["reply"]
        assert {one["kind"] for one in branched["branch"]["changes"]} == {"lost"}

    found(tmp_path, hold)


def test_a_diagnosis_is_handed_over(tmp_path: Path) -> None:
    async def hold(server: Served, dossier: str, arm: ToldArm) -> None:
        memo = await got(server, f"{dossier}/export?format=json")
        claim = memo["claims"][0]
        assert claim["text"].startswith("Cause: The firewall")
        assert claim["footnote"]["quote"] == LINE
        page = (await server.get(f"{dossier}/export?format=md")).text
        assert "read on 2026-03-01 at 12:00 UTC" in page
        for told in (
            "Cause | storage\\_firewall",
            "network-rule add --account-name rawdata",
            "Azure was only read",
        ):
            assert told in page

    found(tmp_path, hold)


def test_a_diagnosis_is_stale_once_azure_said_otherwise_and_azure_is_not_asked(
    tmp_path: Path,
) -> None:
    async def hold(server: Served, dossier: str, arm: ToldArm) -> None:
        trace = dossier.rpartition("/")[2]
        assert (await got(server, "/stale"))["answers"] == []
        await server.say(
            "The fix did not work.", dossier_id=trace
        )  # says the same: it still stands
        assert (await got(server, "/stale"))["answers"] == []
        arm.replies |= storage("Allow")
        await server.say("I changed the rule, and it still fails.", dossier_id=trace)
        asked = len(arm.asked)
        stale = (await got(server, "/stale"))["answers"]
        assert [one["answer"] for one in stale] == ["a1", "a2"]
        (quote,) = stale[0]["quotes"]
        assert (quote["state"], quote["quote"]) == ("changed", LINE)
        kept = {one["id"]: one for one in (await got(server, dossier))["sources"]}
        assert "defaultAction: Allow" in kept[quote["now"]]["content"]
        assert len(arm.asked) == asked

    found(tmp_path, hold)


def test_a_diagnosis_is_packed_and_checked_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = tmp_path / "trace.tess"

    async def hold(server: Served, dossier: str, arm: ToldArm) -> None:
        packed.write_bytes((await server.get(f"{dossier}/pack")).content)

    found(tmp_path, hold)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("TESS_DATA_DIR", str(tmp_path / "elsewhere"))
        for command in ("open", "check"):
            assert cli.main([command, str(packed)]) == 0
    assert LINE in capsys.readouterr().out
