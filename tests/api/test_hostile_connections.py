"""Clients that are slow, silent, deaf or greedy: each is let go, and others are served meanwhile."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from src.api.limits import MOST_FRAGMENTS, Limits
from src.api.wire import MESSAGE_LIMIT
from src.dossier.patch import DossierPatch
from tests.api.raw import HANDSHAKE, Raw, framed, raw
from tests.api.wiring import QUESTION, TERM, Gated, wired
from tests.dossier.turns import changing
from tests.serving import TEST_ID, Served, served

HURRIED = Limits(receive_seconds=0.2, send_seconds=0.5)
Ask = Callable[[Raw], Awaitable[None]]
CLOSE = Frame(Opcode.CLOSE, (1000).to_bytes(2)).serialize(mask=False)
FORM = b"Host: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(wired(tmp_path), HURRIED) as running:
        yield running


@pytest.mark.parametrize(
    ("start", "drip"),
    [
        (b"", b""),
        (b"GET /ws HTTP/1.1\r\n", b""),
        (b"GET /ws HTTP/1.1\r\nHost: localhost\r\nX: ", b"x"),
        (b"POST /dossiers/x/undo HTTP/1.1\r\nContent-Length: 50\r\n" + FORM + b"\r\n{", b" "),
        (b"POST /dossiers/x/undo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + FORM, b"x"),
    ],
    ids=["silent", "half a head", "dripping head", "dripping body", "endless head"],
)
async def test_who_does_not_deliver_a_request_is_let_go(
    server: Served, start: bytes, drip: bytes
) -> None:
    async with raw(server.port) as slow:
        slow.writer.write(start)
        answered, is_cut = await asyncio.gather(server.say(QUESTION), slow.is_cut(drip))
    assert answered["status"] == "success"
    assert is_cut


async def test_who_waits_between_two_requests_is_let_go_too(server: Served) -> None:
    async with raw(server.port) as slow:
        slow.writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b" 200 " in await slow.reader.readuntil(b"\r\n\r\n")
        await slow.reader.readuntil(b"}}")
        slow.writer.write(b"GET /healthz HTTP/1.1\r\nX: ")
        assert await slow.is_cut(b"x")


async def half(client: Raw) -> None:
    client.send(Opcode.TEXT, b'{"message": "Hoe', fin=False)


async def nothing(client: Raw) -> None:
    """Send nothing at all."""


async def half_a_frame(client: Raw) -> None:
    client.writer.write(framed(Opcode.TEXT, b'{"message": "Hoe lang"}')[:10])


@pytest.mark.parametrize("begin", [nothing, half, half_a_frame])
async def test_who_does_not_finish_its_message_is_told_1008(server: Served, begin: Ask) -> None:
    async with raw(server.port) as slow:
        await slow.shake_hands()
        await begin(slow)
        assert await slow.close_code() == 1008


@pytest.fixture
async def heavy(tmp_path: Path) -> AsyncIterator[Served]:
    """A server whose replies for ``TEST_ID`` are longer than what the system takes by itself."""
    parts = wired(tmp_path)
    source = TERM.model_copy(update={"url": "https://example.org/" + "x" * 10_000_000})
    await parts.store.commit(changing(DossierPatch(add_sources=(source,)), dossier_id=TEST_ID))
    async with served(parts, HURRIED) as running:
        yield running


async def ask_over_the_socket(client: Raw) -> None:
    await client.shake_hands()
    client.send(Opcode.TEXT, json.dumps({"message": "Bedankt", "dossier_id": TEST_ID}).encode())
    await client.reader.readexactly(1)


async def ask_over_rest(client: Raw) -> None:
    page = f"GET /dossiers/{TEST_ID} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    client.writer.write(page.encode())
    await client.reader.readexactly(1)


@pytest.mark.parametrize("ask", [ask_over_the_socket, ask_over_rest])
async def test_who_does_not_read_its_reply_is_let_go(heavy: Served, ask: Ask) -> None:
    async with raw(heavy.port, receive_buffer=4096) as deaf:
        await ask(deaf)
        await heavy.until_left()
        assert (await heavy.say(QUESTION))["status"] == "success"


async def last_frame(client: Raw) -> bytes:
    """Read up to a close frame, or to the end of all; return the last bytes of that."""
    last = b""
    while last != CLOSE and (piece := await client.reader.read(2**16)):
        last = (last + piece)[-len(CLOSE) :]
    return last


async def test_a_reply_that_is_on_its_way_at_the_end_of_the_server_arrives(heavy: Served) -> None:
    async with raw(heavy.port, receive_buffer=4096) as client:
        await ask_over_the_socket(client)
        heavy.process.should_exit = True
        while any(one.is_serving() for one in heavy.process.servers):  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0)
        assert await last_frame(client) == CLOSE


async def test_who_reads_a_long_reply_to_its_end_is_heard_again(heavy: Served) -> None:
    async with raw(heavy.port) as client:
        await ask_over_the_socket(client)
        assert await last_frame(client) == CLOSE
        client.send(Opcode.CLOSE, CLOSE[2:])
        async with asyncio.timeout(5):  # else only the server's own patience would end it
            assert await client.reader.read() == b""


async def send_all(client: Raw, data: bytes, times: int) -> None:
    """Send again and again; TimeoutError once the server takes no more of it."""
    for _ in range(times):
        client.writer.write(data)
        await asyncio.wait_for(client.writer.drain(), 2)


async def test_a_flood_of_pings_that_nobody_reads_the_pongs_of_is_not_taken_in(
    tmp_path: Path,
) -> None:
    pings = framed(Opcode.PING, b"x" * 125) * 1000
    async with (
        served(wired(tmp_path)) as server,
        raw(server.port, receive_buffer=4096) as flood,
    ):
        await flood.shake_hands()
        with pytest.raises(TimeoutError):
            await send_all(flood, pings, 400)
        assert (await server.say(QUESTION))["status"] == "success"


async def test_who_waits_is_pinged_and_need_not_answer(tmp_path: Path) -> None:
    model = Gated()
    async with (
        served(wired(tmp_path, model), Limits(ping_seconds=0.05, grace_seconds=1)) as server,
        raw(server.port) as client,
    ):
        await client.shake_hands()
        client.send(Opcode.TEXT, json.dumps({"message": QUESTION}).encode())
        for _ in range(3):
            assert await client.begun() == Opcode.PING
        model.gate.set()
        while (begun := await client.begun()) == Opcode.PING:
            pass
        assert begun == Opcode.TEXT


async def test_a_message_in_very_many_frames_is_refused(server: Served) -> None:
    async with raw(server.port) as greedy:
        await greedy.shake_hands()
        greedy.send(Opcode.TEXT, b"{", fin=False)
        greedy.writer.write(framed(Opcode.CONT, fin=False) * (MOST_FRAGMENTS + 1))
        assert await greedy.close_code() == 1009


async def test_a_message_in_many_frames_is_one_message(server: Served) -> None:
    text = json.dumps({"message": QUESTION})
    async with server.connect() as connection:
        await connection.send(iter(text))
        assert json.loads(await connection.recv())["status"] == "success"


async def test_an_announced_length_takes_no_room(server: Served) -> None:
    async with raw(server.port) as greedy:
        await greedy.shake_hands()
        greedy.writer.write(b"\x81\xff" + (2**40).to_bytes(8) + b"mask")
        assert await greedy.close_code() == 1009


async def test_text_that_is_not_utf8_is_told_1007(server: Served) -> None:
    async with raw(server.port) as client:
        await client.shake_hands()
        client.send(Opcode.TEXT, b'{"message": "\xff"}')
        assert await client.close_code() == 1007


async def test_nothing_is_compressed(server: Served) -> None:
    address = f"ws://127.0.0.1:{server.port}/ws"
    async with connect(address, proxy=None, open_timeout=60, compression="deflate") as connection:
        assert connection.protocol.extensions == []


@pytest.mark.parametrize("length", [b"Content-Length: 70000", b"Transfer-Encoding: chunked"])
async def test_a_body_over_the_limit_is_refused_before_it_is_parsed(
    server: Served, length: bytes
) -> None:
    body = b"{" + b" " * (MESSAGE_LIMIT + 100)
    async with raw(server.port) as client:
        client.writer.write(b"POST /dossiers/x/undo HTTP/1.1\r\n" + FORM + length + b"\r\n\r\n")
        chunked = b"%x\r\n" % len(body) + body
        client.writer.write(body if b"Length" in length else chunked)
        assert b" 413 " in await client.reader.readline()
        assert b"message_too_large" in await client.reader.readuntil(b"}")


BOTH = b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n"


@pytest.mark.parametrize("start", [b"POST /dossiers/x/undo", b"GET /healthz", b"GET /nowhere"])
async def test_a_request_that_ends_in_two_ways_ends_the_connection(
    server: Served, start: bytes
) -> None:
    smuggled = b"GET /dossiers HTTP/1.1\r\nHost: localhost\r\n\r\n"
    async with raw(server.port) as client:
        client.writer.write(start + b" HTTP/1.1\r\n" + FORM + BOTH + b"\r\n0\r\n\r\n" + smuggled)
        told = await client.reader.read()
    assert told.startswith(b"HTTP/1.1 400 ")
    assert b"connection: close\r\n" in told.lower()
    assert told.count(b"HTTP/1.1 ") == 1


async def test_a_handshake_that_ends_in_two_ways_ends_the_connection_too(server: Served) -> None:
    async with raw(server.port) as client:
        client.writer.write(HANDSHAKE[:-2] + BOTH + b"\r\n0\r\n\r\n" + HANDSHAKE)
        told = await client.reader.read()
    assert (told.count(b"HTTP/1.1 "), b" 101 " in told) == (1, False)


async def test_a_handshake_with_a_line_too_long_is_refused_and_not_kept(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server, raw(server.port) as client:
        client.writer.write(HANDSHAKE[:-2] + b"X-Long: " + b"x" * 9000 + b"\r\n\r\n")
        assert (await client.reader.readline()).startswith(b"HTTP/1.1 431 ")
        assert (await client.reader.read())[-1:] == b"\n"  # to its end: the connection is closed
