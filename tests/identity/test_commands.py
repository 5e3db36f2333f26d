"""Tokens as an operator makes them and as commands and clients show them; a server for others needs a secret."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from src.commands.local_server import NoServer, own_server, send
from src.desks.catalogue import plugs
from src.identity import tokens
from tess_client.wire import Server, WireError
from tests.clients.test_terminal_chat import talk
from tests.identity.callers import SECRET
from tests.in_process import tess
from tests.lending import with_starter_index
from tests.test_cli import started
from tests.test_cli import tess as tess_of_its_own

SET = {"TESS_TOKEN_SECRET": SECRET, "TESS_MODEL": "offline"}


def token_for(name: str, tenant: str, folder: Path, *more: str) -> dict[str, Any]:
    """Make a token with the command and return what it printed."""
    made = tess(
        *("token", "create", name, "--tenant", tenant, "--expires", "30d", "--json", *more),
        data_dir=folder,
        **SET,
    )
    assert made.returncode == 0, made.stderr
    found: dict[str, Any] = json.loads(made.stdout)
    return found


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """A server that asks who is there."""
    with own_server({"TESS_DATA_DIR": str(with_starter_index(tmp_path)), **SET}) as address:
        yield address


def test_a_token_is_made_shown_once_listed_and_revoked(tmp_path: Path) -> None:
    create = ("token", "create", "anna", "--tenant", "acme", "--expires", "12h")
    made = tess_of_its_own(*create, data_dir=tmp_path, **SET)
    token = made.stdout.strip()
    assert token.count(".") == 2
    assert "it is not shown again" in made.stderr
    (listed,) = json.loads(tess("token", "list", "--json", data_dir=tmp_path).stdout)
    assert (listed["name"], listed["tenant"], listed["state"]) == ("anna", "acme", "valid")
    assert token not in (tmp_path / "tokens.jsonl").read_text("utf-8")
    plain = tess("token", "list", data_dir=tmp_path).stdout
    assert plain.startswith(f"{listed['jti']}  valid    until ")
    revoked = tess("token", "revoke", listed["jti"], data_dir=tmp_path)
    assert (revoked.returncode, revoked.stdout) == (0, f"Revoked: {listed['jti']}\n")
    (listed,) = json.loads(tess("token", "list", "--json", data_dir=tmp_path).stdout)
    assert listed["state"] == "revoked"


def test_a_token_may_open_some_desks_only(tmp_path: Path) -> None:
    assert token_for("anna", "acme", tmp_path, "--desks", " tax,")["desks"] == ["tax"]
    assert token_for("bert", "acme", tmp_path)["desks"] == []
    first, second = tess("token", "list", data_dir=tmp_path).stdout.splitlines()
    assert first.endswith("acme  anna  (tax)")
    assert second.endswith("acme  bert")
    create = (
        "token",
        "create",
        "cees",
        "--tenant",
        "acme",
        "--expires",
        "1d",
        "--desks",
        "tax,tea",
    )
    refused = tess(*create, data_dir=tmp_path, **SET)
    names = ", ".join(one.name for one in plugs())
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"This desk does not exist. There is: {names}.\n"


@pytest.mark.parametrize(
    ("options", "may"),
    [((), True), (("--no-confirm",), False), (("--mcp",), False), (("--mcp", "--confirm"), True)],
)
def test_a_token_says_whether_it_confirms(
    options: tuple[str, ...], may: bool, tmp_path: Path
) -> None:
    told = token_for("anna", "acme", tmp_path, *options)
    assert told["confirm"] is may
    assert tokens.read(SECRET, told["token"])[1].confirms is may


def test_a_name_in_two_organisations_is_two_people(tmp_path: Path) -> None:
    ids = [token_for("anna", tenant, tmp_path)["jti"] for tenant in ("acme", "breda", "acme")]
    refused = tess("token", "revoke", "anna", data_dir=tmp_path)
    assert refused.returncode == 1
    assert "anna is known to acme, breda: say which with --tenant" in refused.stderr
    told = tess("token", "revoke", "anna", "--tenant", "acme", "--json", data_dir=tmp_path)
    assert json.loads(told.stdout) == [ids[0], ids[2]]
    listed = json.loads(tess("token", "list", "--json", data_dir=tmp_path).stdout)
    assert [one["state"] for one in listed] == ["revoked", "valid", "revoked"]
    unknown = tess("token", "revoke", "carla", data_dir=tmp_path)
    assert (unknown.returncode, "no token carla" in unknown.stderr) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("local", "--tenant", "acme", "--expires", "1d"), 1, "not local, not import"),
        (("a b", "--tenant", "acme", "--expires", "1d"), 1, "A name has"),
        (("anna", "--tenant", "", "--expires", "1d"), 1, "A tenant has"),
        (("anna", "--tenant", "Acme Ltd", "--expires", "1d"), 1, "A tenant has"),
        (("anna", "--tenant", "acme", "--expires", "soon"), 2, "no time such as 30d"),
        (("anna", "--tenant", "acme", "--expires", "99999d"), 2, "no time such as 30d"),
        (("anna", "--tenant", "acme"), 2, "--expires"),
    ],
)
def test_what_can_be_no_token_is_refused(
    arguments: tuple[str, ...], status: int, told: str, tmp_path: Path
) -> None:
    refused = tess("token", "create", *arguments, data_dir=tmp_path, **SET)
    assert (refused.returncode, refused.stdout) == (status, "")
    assert told in refused.stderr


def test_without_a_secret_there_are_no_tokens(tmp_path: Path) -> None:
    create = ("token", "create", "anna", "--tenant", "acme", "--expires", "1d")
    refused = tess(*create, data_dir=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "TESS_TOKEN_SECRET is not set" in refused.stderr


@pytest.mark.parametrize(
    ("run", "host"),
    [
        (tess_of_its_own, "0.0.0.0"),
        *((tess, host) for host in ("::", "192.0.2.1", "tess.example.nl")),
    ],
)
def test_a_server_for_others_does_not_start_without_a_secret(
    run: Callable[..., CompletedProcess[str]], host: str, tmp_path: Path
) -> None:
    refused = run("serve", "--host", host, "--port", "0", data_dir=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert f"listen on {host} and let everybody in: set TESS_TOKEN_SECRET" in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_a_server_for_others_starts_with_one_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(SECRET + "\n", "utf-8")
    serve = ("serve", "--host", "0.0.0.0", "--port", "0")
    with_starter_index(tmp_path)
    with started(*serve, data_dir=tmp_path, TESS_TOKEN_SECRET_FILE=str(file)) as server:
        assert server.stdout is not None
        assert "TESS listens on ws://0.0.0.0:" in server.stdout.readline()


def test_a_server_of_ones_own_is_for_nobody_else(tmp_path: Path) -> None:
    with_starter_index(tmp_path)
    with own_server({"TESS_DATA_DIR": str(tmp_path), "API_HOST": "0.0.0.0"}) as address:
        assert address.startswith("ws://127.0.0.1:")


def test_ask_shows_the_token_of_the_settings(tmp_path: Path) -> None:
    with_starter_index(tmp_path)
    bare = tess("ask", "Hoe lang is de termijn?", data_dir=tmp_path, **SET)
    assert (bare.returncode, bare.stdout) == (2, "")
    assert "This server lets in who has a token" in bare.stderr
    assert bare.stderr.count("\n") == 1
    token = token_for("anna", "acme", tmp_path)["token"]
    file = tmp_path / "token"
    file.write_text(token, "utf-8")
    for given in ({"TESS_TOKEN": token}, {"TESS_TOKEN_FILE": str(file)}):
        asked = tess("ask", "Hoe lang is de termijn?", data_dir=tmp_path, **SET, **given)
        assert asked.returncode == 0, asked.stderr


def test_chat_takes_a_token_as_an_option(url: str, tmp_path: Path) -> None:
    token = token_for("anna", "acme", tmp_path)["token"]
    for given, status in ((("--token", token), 0), ((), 2)):
        with started("chat", "--url", url, "--json", *given, data_dir=tmp_path) as chat:
            said, complaint = chat.communicate("Hoe lang is de termijn?\n")
        assert chat.returncode == status, complaint
        assert json.loads(said)["status"] == ("success" if given else "error")
        assert token not in said + complaint


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "No such file or directory"),
        (b"", "it holds no token"),
        (b"\x89PNG\r\n", "it holds no token"),
        (b"one two", "it holds no token"),
    ],
)
def test_a_file_that_gives_no_token_is_told_in_one_sentence(
    content: bytes | None, reason: str, tmp_path: Path
) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_bytes(content)
    done = talk("ws://127.0.0.1:9/ws", "Hoe lang?", TESS_TOKEN_FILE=str(file))
    assert (done.returncode, done.stdout) == (2, "")
    told = " ".join(done.stderr.split())
    assert told.endswith(f"error: the file that TESS_TOKEN_FILE names can't be read ({reason})")


def test_the_demo_shows_it_too(tmp_path: Path) -> None:
    token = token_for("anna", "acme", tmp_path)["token"]
    demo = tess("demo", data_dir=with_starter_index(tmp_path), **SET, TESS_TOKEN=token)
    assert demo.returncode == 0, demo.stderr


def test_a_client_shows_its_token_at_both_doors(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = token_for("anna", "acme", tmp_path)["token"]

    def asks(server: Server) -> None:
        reply = server.ask("Hoe lang is de termijn?", "", "m-1", lambda _: None)
        assert reply["status"] == "success"
        listed = server.page("/dossiers")["dossiers"]
        assert reply["dossier_id"] in [one["id"] for one in listed]

    asks(Server(url, token))
    monkeypatch.setenv("TESS_TOKEN", token)
    asks(Server(url))
    monkeypatch.delenv("TESS_TOKEN")
    (tmp_path / "token").write_text(f"{token}\n", "utf-8")
    monkeypatch.setenv("TESS_TOKEN_FILE", str(tmp_path / "token"))
    asks(Server(url))
    for call in (asks, lambda server: server.page("/dossiers")):
        with pytest.raises(WireError) as refused:
            call(Server(url, ""))
        assert refused.value.code == "unauthenticated"
        assert "wie een token heeft" in refused.value.frame("nl")["error"]
    with pytest.raises(NoServer, match="this one is not valid here"):
        send(url, {"message": "Hoe lang?"}, "x.y.z")


def test_the_operator_sees_all_and_keeps_whose_it_is(url: str, tmp_path: Path) -> None:
    token = token_for("anna", "acme", tmp_path)["token"]
    reply = send(url, {"message": "Hoe lang is de termijn voor bezwaar?"}, token)
    dossier_id = reply["dossier_id"]
    for arguments in (
        ("hold", dossier_id),
        ("hold", dossier_id, "--off"),
        ("undo", dossier_id),
        ("forget", dossier_id, "--all", "--yes"),
        ("move-store", str(tmp_path / "dossiers"), str(tmp_path / "moved")),
        ("pack", dossier_id, "-o", str(tmp_path / "a.tess")),
    ):
        done = tess(*arguments, data_dir=tmp_path)
        assert done.returncode == 0, done.stderr
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "moved").rename(tmp_path / "elsewhere" / "dossiers")
    for folder in (tmp_path, tmp_path / "elsewhere"):
        latest = json.loads(tess("log", dossier_id, "--json", data_dir=folder).stdout)[-1]
        shown = tess("at", dossier_id, str(latest["version"]), "--json", data_dir=folder)
        assert json.loads(shown.stdout)["tenant"] == "acme"
        assert latest["author"] == "local"
    opened = tess("open", str(tmp_path / "a.tess"), "--json", data_dir=tmp_path)
    assert json.loads(opened.stdout)["dossier"]["tenant"] == "acme"


def test_a_dossier_from_before_tokens_can_be_given_to_a_tenant(tmp_path: Path) -> None:
    with own_server(
        {"TESS_DATA_DIR": str(with_starter_index(tmp_path)), "TESS_MODEL": "offline"}
    ) as open_to_all:
        asked = {"message": "Hoe lang is de termijn voor bezwaar?"}
        dossier_id = send(open_to_all, asked)["dossier_id"]
    assert tess("own", dossier_id, "--tenant", "A B", data_dir=tmp_path).returncode == 1
    given = tess("own", dossier_id, "--tenant", "acme", "--json", data_dir=tmp_path)
    told = {"dossier_id": dossier_id, "version": 2, "tenant": "acme"}
    assert json.loads(given.stdout) == told
    again = tess("own", dossier_id, "--tenant", "acme", data_dir=tmp_path)
    assert again.stdout == f"{dossier_id} belongs to acme now, for good.\n"
    refused = tess("own", dossier_id, "--tenant", "breda", data_dir=tmp_path)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert f"{dossier_id} belongs to acme" in refused.stderr
    assert len(json.loads(tess("log", dossier_id, "--json", data_dir=tmp_path).stdout)) == 2
    # Nor does taking back make it nobody's.
    assert tess("undo", dossier_id, data_dir=tmp_path).returncode == 0
    assert tess("verify", dossier_id, data_dir=tmp_path).stdout.startswith("ok ")
    tokens = {name: token_for(name, name, tmp_path)["token"] for name in ("acme", "breda")}
    with own_server({"TESS_DATA_DIR": str(tmp_path), **SET}) as guarded:
        frame = {"message": "Dank u", "dossier_id": dossier_id}
        assert send(guarded, frame, tokens["acme"])["status"] == "success"
        assert send(guarded, frame, tokens["breda"])["code"] == "unknown_dossier"
