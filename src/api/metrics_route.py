"""The numbers for Prometheus, and who may read them."""

import secrets
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response

from src.api import replies
from src.api.middleware import as_json
from src.api.turns import Turns
from src.errors import NotFound
from src.observing.metrics import MEDIA_TYPE, Metrics

HERE = ("127.0.0.1", "::1")

FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Who sends one of these comes by way of a proxy, wherever the proxy itself may be."""

RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"example": 'tess_turns_total{outcome="answered"} 17.0'}}},
}


def add_metrics(app: FastAPI, metrics: Metrics, token: str | None) -> None:
    """Add the route, and the numbers that are looked up rather than counted."""
    turns: Turns = app.state.turns
    metrics.gauge("tess_turns_running", "Turns that run.", lambda: turns.running)
    metrics.gauge("tess_turns_waiting", "Turns that wait for others.", lambda: turns.waiting)
    metrics.gauge("tess_connections", "Open connections.", lambda: app.state.connections())

    @app.get(
        "/metrics",
        response_class=Response,
        responses=RESPONSES,
    )
    async def tell(request: Request) -> Response:
        """Tell numbers in Prometheus's text format; 404 for who may not read them."""
        if not may_read(request, token):
            language = replies.preferred(request.headers.get("accept-language"))
            refused: JSONResponse = as_json(replies.worded(NotFound(), language), 404)
            return refused
        return Response(metrics.exposition(), media_type=MEDIA_TYPE)


def may_read(request: Request, token: str | None) -> bool:
    """Return whether numbers are for this request: it has the token, or, where none is set, it is of this machine."""
    if token is not None:
        given = request.headers.get("authorization", "")
        return secrets.compare_digest(given.encode(), f"Bearer {token}".encode())
    came_straight = not any(name in request.headers for name in FORWARDED)
    return came_straight and request.client is not None and request.client.host in HERE
