"""The event loop is for waiting: whatever computes long runs beside it, at each desk's main job."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from src.bootstrap import build
from src.desks.catalogue import read_settings
from tests.lending import with_starter_index
from tests.serving import Served, rest_client, served
from tests.stalls import stalls

MEETING = "\n".join(
    f"[00:{n // 60 % 60:02}:{n % 60:02}] {('Anna', 'Ben', 'Carla')[n % 3]}: {said}"
    for n, said in enumerate(
        (
            "As a planner I want to move a booking to another room, so that nobody waits in the hall.",
            "We write that on paper now, twice a day, and nobody can read it afterwards.",
            f"And what about report {n}, should the guards see who is inside on floor {n % 9}?",
        )[n % 3]
        for n in range(1_500)
    )
)

NOTES = "\n".join(
    f"{10 + n // 60}:{n % 60:02} "
    + (
        f"node-{n} does not answer, disk full. Error 0x{n:04x} in /var/log/spool-{n}.log",
        f"restarted service spooler-{n}, that did not help; the cause is not the proxy",
        f"freed {n} GB with `df -h` and `rm -r /tmp/old-{n}`, the queue moves again",
    )[n % 3]
    for n in range(200)
)

DEED = (
    "De woning viel op 3 februari 2026 onder de regeling van artikel 15. De prijs was € 400.000. "
    * 3_000
)

JOBS: dict[str, Sequence[str]] = {
    "tax": (
        DEED,
        "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?",
        "Ja.",
    ),
    "docs": ("How do I back up all dossiers and restore one of them?",),
    "tsg": (NOTES, "write it"),
    "azure": ("AADSTS700016: Application with identifier 'x' was not found in the directory",),
    "backlog": (MEETING, "Make the items."),
}  # fmt: skip


LONGEST_MESSAGE = 60_000


async def added(server: Served, desk: str, text: str) -> str:
    """Add a document as a person does who agreed to it; return the id of its dossier."""
    agreed = {"name": "long.txt", "desk": desk, "agreed": hashlib.sha256(text.encode()).hexdigest()}
    route = "/backlog/upload" if desk == "backlog" else "/documents"
    async with rest_client() as client:
        reply = await client.post(
            f"http://127.0.0.1:{server.port}{route}",
            params=agreed,
            content=text.encode(),
            headers={"content-type": "application/octet-stream"},
        )
    assert reply.status_code == 200, reply.text
    told = reply.json()
    return str(told.get("run_id") or told["dossier_id"])


@pytest.mark.parametrize("desk", JOBS)
async def test_nothing_holds_the_loop_at_a_desks_main_job(desk: str, tmp_path: Path) -> None:
    parts = build(
        read_settings(
            _env_file=None,
            tess_data_dir=with_starter_index(tmp_path),
            tess_model="offline",
            tess_tsg_research="none",
        )
    )
    async with served(parts) as server:
        with stalls() as held:
            dossier = {"desk": desk}
            for said in JOBS[desk]:
                if len(said) > LONGEST_MESSAGE:
                    dossier = {"dossier_id": await added(server, desk, said)}
                    continue
                reply = await server.say(said, **dossier)
                assert reply["status"] != "error", reply
                dossier = {"dossier_id": reply["dossier_id"]}
                print(
                    desk, reply["status"], reply.get("outcome"), (reply.get("response") or "")[:300]
                )
    await parts.close()
    assert not held, "\n".join(held)
