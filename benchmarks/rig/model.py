"""A model server that answers at once, or after a delay: one search first, then words, which it supports if asked.

Run ``python -m benchmarks.rig.model``; it prints its port. The base URL says how long it thinks, in milliseconds:
``http://127.0.0.1:PORT/20/v1``.
"""

import asyncio
import json
import sys
from itertools import count

QUERIES = (
    "termijn bezwaar belastingaanslag",
    "tarief omzetbelasting boeken",
    "navordering nieuw feit kwade trouw",
    "eigenwoningforfait hoogte woning",
    "zelfstandigenaftrek urencriterium",
    "vrijstelling overdrachtsbelasting starters",
    "box 3 rendement bezittingen schulden",
    "artikel 16 AWR",
    "deelnemingsvrijstelling vennootschapsbelasting",
    "schenkbelasting vrijstelling kinderen",
    "loonheffing auto van de zaak bijtelling",
    "kleineondernemersregeling omzetbelasting",
    "aftrek specifieke zorgkosten",
    "verzuimboete te late aangifte",
    "partnerbegrip inkomstenbelasting",
    "verliesverrekening ondernemer",
)
WORDS = "Het verlaagde tarief geldt voor de levering van boeken en tijdschriften. " * 8
USAGE = {"prompt_tokens": 900, "completion_tokens": 40, "total_tokens": 940}
SEARCHES = (b'"get_legislation"', b'"legislation_search"')
"""How the product and the other programs name their search."""


def reply(body: bytes, number: int) -> bytes:
    """Return the completion for a request: a search where one is offered and none was made since the user spoke."""
    asked = max(body.rfind(b'"role":"user"'), body.rfind(b'"role": "user"'))
    searched = body.rfind(b'"tool_call_id"') > asked
    search = next((name for name in SEARCHES if name in body), None)
    message: dict[str, object] = {"role": "assistant", "content": WORDS}
    if b'"response_format"' in body:
        message["content"] = verdicts(json.loads(body)["messages"][-1]["content"])
    elif search and not searched:
        arguments = json.dumps({"query": QUERIES[number % len(QUERIES)]})
        function = {"name": search.decode().strip('"'), "arguments": arguments}
        call = {"id": f"call_{number}", "type": "function", "function": function}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
    choice = {
        "index": 0,
        "message": message,
        "finish_reason": "tool_calls" if "tool_calls" in message else "stop",
    }
    completion = {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 1764000000,
        "model": "instant",
        "choices": [choice],
        "usage": USAGE,
    }
    return json.dumps(completion).encode()


def verdicts(task: str) -> str:
    """Return the form of a second reading filled in: every statement is supported."""
    statements = json.loads(task)["statements"]
    read = [
        {"number": each["number"], "verdict": "supports", "settled_by": ""} for each in statements
    ]
    return json.dumps({"verdicts": read})


class Connection(asyncio.Protocol):
    """One connection with one request after the other."""

    numbers = count()

    def __init__(self) -> None:
        self._received = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep where to answer."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer each request that is whole."""
        self._received += data
        while (end := self._received.find(b"\r\n\r\n")) >= 0:
            head = bytes(self._received[:end]).lower()
            length = int(head.partition(b"content-length:")[2].split(b"\r\n")[0] or 0)
            if len(self._received) < end + 4 + length:
                return
            body = bytes(self._received[end + 4 : end + 4 + length])
            del self._received[: end + 4 + length]
            delay = int(head.split(b"/", 2)[1]) / 1000
            content = reply(body, next(self.numbers))
            if delay:
                asyncio.get_running_loop().call_later(delay, self._send, content)
            else:
                self._send(content)

    def _send(self, content: bytes) -> None:
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        if self._transport and not self._transport.is_closing():
            self._transport.write(head.encode() + content)


async def serve() -> None:
    """Serve until the process is ended, after a line with the port."""
    server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", 0)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve())
