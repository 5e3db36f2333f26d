"""A stand-in is a real server whose world is one file: bad ones are refused by their key, every request is noted."""

import json
import os
import signal
import socket
import threading
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest

from src import cli
from src.desks.catalogue import DESKS, read_settings
from src.errors import BadSettings, BadWorld, sentence
from standins.base import World, read_world, world_of
from standins.catalogue import standins
from standins.command import add_standin_command
from standins.server import LOG_PATH, MARK, StandinServer, standing_in
from tests.desks import shop as shops
from tests.desks.shop import Shop, ShopWorld
from tests.services.hostile import weather


def client() -> httpx2.Client:
    return httpx2.Client(trust_env=False, verify=False)


def test_every_reply_is_as_the_world_says_and_is_marked() -> None:
    listed: list[dict[str, Any]] = [
        {"query": {"day": "1"}, "headers": {"Retry-After": "7"}, "status": 429},
        {"query": {"day": "1"}, "body": "sun"},
        {"method": "PUT", "status": 204},
    ]
    stand_in = weather(*listed, now="2026-03-01T12:00:00+01:00")
    with standing_in(stand_in) as server, client() as http:
        asked = (
            ("GET", "?day=1&x=2"),
            ("GET", "?day=1"),
            ("GET", "?day=1"),
            ("PUT", ""),
            ("GET", "?day=2"),
        )
        replies = [http.request(method, f"{server.url}/now{query}") for method, query in asked]
        assert [one.status_code for one in replies] == [429, 200, 200, 204, 404]
        assert {one.headers[MARK] for one in replies} == {"weather"}
        assert {one.headers["date"] for one in replies} == {"Sun, 01 Mar 2026 11:00:00 GMT"}
        assert (replies[0].headers["retry-after"], replies[2].text) == ("7", "sun")
        assert replies[4].json() == {"error": "nothing at /now"}
        assert [(one.method, one.query_text) for one in server.requests] == [
            (method, query.lstrip("?")) for method, query in asked
        ]
        log = http.get(server.url + LOG_PATH).json()
        assert log == [{"method": method, "path": "/now"} for method, _ in asked]


def test_what_is_asked_too_much_of_is_refused() -> None:
    with standing_in(weather()) as server, client() as http:
        reply = http.post(server.url, content=iter([b"a", b"b"]))
        assert (reply.status_code, MARK in reply.headers) == (413, True)
        assert not server.requests


@pytest.mark.parametrize(
    ("world", "key"),
    [
        ({"tenant": []}, "tenant"),
        ({"tenants": "acme"}, "tenants"),
        ({"now": "yesterday"}, "now"),
        ({"now": "2026-03-01T12:00:00"}, "now"),
        ({"responses": [{"path": "/x"}, {"path": "x"}]}, "responses.1.path"),
        ({"responses": [{"body": 1}]}, "responses.0.path"),
        ({"responses": [{"path": "/x", "status": "200"}]}, "responses.0.status"),
        ({"responses": [{"path": "/x", "status": 99}]}, "responses.0.status"),
        ({"responses": [{"path": "/x", "delay": -1}]}, "responses.0.delay"),
        ({"responses": [{"path": "/x", "fault": "fire"}]}, "responses.0.fault"),
        ({"responses": [{"path": "/x", "headers": {"a": "b\r\nc: d"}}]}, "responses.0.headers.a"),
        ({"responses": [{"path": "/x", "wait": 1}]}, "responses.0.wait"),
        ({"sold_out": [1]}, "sold_out.0"),
        ([], "(world)"),
    ],
)
def test_a_world_that_can_not_be_is_refused_by_its_key(world: Any, key: str) -> None:
    with pytest.raises(BadWorld) as told:
        read_world(ShopWorld, json.dumps(world), "w.json")
    assert told.value.details["key"] == key
    assert f"The world w.json can't be used: {key} (" in sentence(
        "bad_world", told.value.details, "en"
    )


def test_a_file_that_is_no_world_is_told(tmp_path: Path) -> None:
    file = tmp_path / "w.json"
    file.write_text("{")
    for named, why in ((file, "the file is no JSON"), (tmp_path / "none", "the file is not there")):
        with pytest.raises(BadWorld) as told:
            world_of(Shop, str(named))
        assert sentence("bad_world", told.value.details, "en").endswith(f"{why}.")
    assert world_of(Shop, None) == ShopWorld()


def test_a_desks_own_worlds_go_by_name(tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text('{"sold_out": ["peas"]}')

    class Corner(Shop):
        worlds = tmp_path

    assert world_of(Corner, "empty") == ShopWorld(sold_out=("peas",))
    assert world_of(Corner, None) == ShopWorld()
    (tmp_path / "default.json").write_text('{"sold_out": ["salt"]}')
    assert world_of(Corner, None) == ShopWorld(sold_out=("salt",))


def test_a_port_that_is_taken_is_told() -> None:
    with standing_in(weather()) as server, pytest.raises(BadSettings, match="name another --port"):
        StandinServer(weather(), server.server_port)


# The command


def test_a_desks_stand_in_is_listed_and_started(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    beside = [partial(add_standin_command, standins=lambda: {"shop": Shop})]
    assert cli.main(["standin"], beside=beside) == 0
    assert capsys.readouterr().out == "shop         A shop that takes orders\n"
    assert cli.main(["standin", "bank"], beside=beside) == 1
    assert "There is: shop." in capsys.readouterr().err
    world = tmp_path / "w.json"
    world.write_text('{"soldout": []}')
    assert cli.main(["standin", "shop", "--world", str(world)], beside=beside) == 1
    assert "soldout (Extra inputs" in capsys.readouterr().err

    world.write_text('{"sold_out": ["peas"]}')
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    told: list[httpx2.Response] = []
    customer = threading.Thread(target=_orders, args=(port, told))
    customer.start()
    given = ["standin", "shop", "--world", str(world), "--port", str(port)]
    assert cli.main(given, beside=beside) == 130  # Ctrl-C
    customer.join()
    assert (told[0].status_code, told[0].json()) == (409, {"why": "sold out"})
    out = capsys.readouterr().out
    assert f"A shop that takes orders at http://127.0.0.1:{port}; Ctrl-C ends it\n" in out
    assert "POST /orders 409\n" in out


def _orders(port: int, told: list[httpx2.Response]) -> None:
    """Order once the shop is open, and end it then."""
    with client() as http:
        while not told:
            try:
                told.append(http.post(f"http://127.0.0.1:{port}/orders", json={"item": "peas"}))
            except httpx2.ConnectError:
                continue
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize("name", standins())
def test_a_stand_in_of_ours_tells_settings_that_a_server_takes(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = standins()[name]
    told = made(world_of(made, None)).settings("http://127.0.0.1:9")
    assert any("http://127.0.0.1:9" in value for value in told.values())
    for setting, value in told.items():
        monkeypatch.setenv(setting, value)
    read_settings(DESKS)  # refuses a setting that there is not


def test_every_stand_in_of_ours_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["standin"]) == 0
    named = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert named == ["azure", "tsg", "ado"]


def test_without_the_packages_beside_there_is_neither_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("standin", "eval"):
        with pytest.raises(SystemExit):
            cli.main([name], beside=[])
        assert f"invalid choice: '{name}'" in capsys.readouterr().err


def test_the_shop_is_sold_out_where_its_world_says_so() -> None:
    with shops.opened(ShopWorld(sold_out=("peas",))) as shop, client() as http:
        assert http.post(f"{shop.url}/orders", json={"item": "peas"}).status_code == 409
        assert World() != shop.world
