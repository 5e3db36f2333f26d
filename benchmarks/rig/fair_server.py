"""The very server of ``tess serve``, or with an argument the same without what keeps work over REST from turns."""

import asyncio
import sys

from src.api.inside import FairWork
from src.api.limits import Limits
from src.api.server import create_app
from src.api.serving import Server, listening_socket
from src.bootstrap import build
from src.desks.catalogue import DESKS, read_settings

UNGUARDED = "unguarded"


async def serve(*, guarded: bool) -> None:
    """Serve on a free port until SIGTERM, and print it first."""
    settings = read_settings(DESKS)
    parts = build(settings, for_tenants=settings.tess_token_secret is not None)
    limits = Limits.of(settings)
    app = create_app(parts, limits)
    if not guarded:
        app.user_middleware = [one for one in app.user_middleware if str(one.cls) != str(FairWork)]
    with listening_socket("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        server = Server(app, limits, on_started=lambda: print(port, flush=True))
        await server.serve(sockets=[listening])


if __name__ == "__main__":
    asyncio.run(serve(guarded=UNGUARDED not in sys.argv))
