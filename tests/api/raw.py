"""A client that minds no protocol: it sends any bytes, and reads when it likes."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from websockets.frames import Frame, Opcode

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@dataclass(frozen=True)
class Raw:
    """One connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def shake_hands(self) -> None:
        self.writer.write(HANDSHAKE)
        assert b" 101 " in await self.reader.readuntil(b"\r\n\r\n")

    def send(self, opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> None:
        self.writer.write(framed(opcode, data, fin=fin))

    async def close_code(self) -> int:
        """Read one frame, which is to be a close frame; return its code."""
        head = await self.reader.readexactly(2)
        assert head[0] == 0x88
        return int.from_bytes((await self.reader.readexactly(head[1]))[:2])

    async def begun(self) -> Opcode:
        """Read one frame, of a long one only the beginning; return what it is."""
        head = await self.reader.readexactly(2)
        await self.reader.readexactly(head[1])
        return Opcode(head[0] & 0x0F)

    async def is_cut(self, drip: bytes = b"") -> bool:
        """Return once the connection was cut; send a byte of ``drip``, again and again, until it is."""
        while True:
            try:
                return await asyncio.wait_for(self.reader.read(1), 0.05) == b""
            except TimeoutError:
                self.writer.write(drip)
            except ConnectionError:
                return True


def framed(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


@asynccontextmanager
async def raw(port: int, receive_buffer: int | None = None) -> AsyncIterator[Raw]:
    """Connect; with a small buffer the system takes little that is not read."""
    connecting = socket.socket()
    connecting.setblocking(False)
    if receive_buffer:
        connecting.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    await asyncio.get_running_loop().sock_connect(connecting, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=connecting, limit=2**16)
    try:
        yield Raw(reader, writer)
    finally:
        writer.transport.abort()
