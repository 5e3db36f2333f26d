"""A server whose model halts the whole event loop, as no model should; run as a program by a test of its end."""

import asyncio
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from src.api.limits import Limits
from src.api.server import create_app
from src.api.serving import Server, listening_socket
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.llm.builtin.model import OfflineModel
from src.llm.protocol import ChatMessage, ChatReply, ToolSpec
from src.settings import read_settings
from tests.api.wiring import wired


class Halting(OfflineModel):
    """Never gives way."""

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        await asyncio.sleep(0.1)  # the frame before gets out
        time.sleep(600)  # noqa: ASYNC251  # that is the point
        return await super().chat(messages, tools)


def main() -> None:
    """Serve until the end."""
    settings = read_settings()
    listening = listening_socket("127.0.0.1", 0)
    limits = Limits.of(settings)
    sys.stdout.write(f"ws://127.0.0.1:{listening.getsockname()[1]}/ws\n")
    app = create_app(wired(Path(os.environ["TESS_DATA_DIR"]), Halting(OFFLINE_RULES)), limits)
    asyncio.run(Server(app, limits).serve(sockets=[listening]))


if __name__ == "__main__":
    main()
