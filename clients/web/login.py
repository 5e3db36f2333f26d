"""Coming in where the server asks for a token: it is given once, and kept where no script can read it.

The browser sends it to the page's own server, which asks TESS whether it lets in, and puts it into a cookie.
"""

import os
from urllib.parse import urlsplit

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from streamlit.components import v2

from clients.web.text import literal, note
from clients.web.words import word
from tess_client.wire import A_TOKEN, DEFAULT_URL, Server, WireError, harmless

COOKIE = "tess_token"
KEPT_SECONDS = 30 * 24 * 3600
"""The token itself may end earlier."""

LONGEST = 2048
REFUSED = ("unauthenticated", "token_expired", "token_revoked")
"""Codes of a server that asks for a token, or for another one."""

FORM = """
<form>
  <label for=token></label>
  <input id=token type=password autocomplete=current-password required>
  <button></button>
  <p role=alert></p>
</form>
"""
LOOK = """
form { display: grid; gap: 0.6rem; max-width: 30rem; font-family: var(--st-font); color: var(--st-text-color); }
input {
  font: inherit; padding: 0.5rem 0.7rem; color: inherit; background: var(--st-secondary-background-color);
  border: 1px solid var(--st-border-color); border-radius: var(--st-base-radius);
}
button {
  font: inherit; padding: 0.5rem 0.9rem; justify-self: start; cursor: pointer; border: 0;
  color: var(--st-background-color); background: var(--st-primary-color); border-radius: var(--st-button-radius);
}
:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
p { margin: 0; min-height: 1.5em; }
"""
# Out of the page's own address, as that may stand behind a proxy under a longer path.
SEND = """
export default function ({ data, parentElement }) {
  const at = (name) => parentElement.querySelector(name);
  at("label").textContent = data.label;
  at("button").textContent = data.enter;
  at("form").onsubmit = async (event) => {
    event.preventDefault();
    const sent = await fetch("tess/login", { method: "POST", body: at("input").value.trim() });
    if (sent.ok) location.reload();
    else at("p").textContent = data.refused;
  };
}
"""
LEAVE = """
export default function ({ data, parentElement }) {
  const button = parentElement.querySelector("button");
  button.textContent = data.label;
  button.onclick = async () => { await fetch("tess/logout", { method: "POST" }); location.reload(); };
}
"""


def routes() -> list[Route]:
    """Return what the page's server answers beside the page: to come in, and to leave."""
    return [
        Route("/tess/login", _log_in, methods=["POST"]),
        Route("/tess/logout", _log_out, methods=["POST"]),
    ]


def token_given() -> str | None:
    """Return the token that this browser was let in with; None: none, what the settings say counts."""
    given = harmless(st.context.cookies.get(COOKIE))
    return given if A_TOKEN.fullmatch(given) else None


def show_login(url: str, said: str) -> None:
    """Show the place for a token, and what the server said."""
    st.title(word("login"), anchor=False)
    st.markdown(said)
    form = v2.component("tess_login", html=FORM, css=LOOK, js=SEND)
    labels = {"label": word("token"), "enter": word("enter"), "refused": word("token_refused")}
    form(key="login", data=labels)
    note(word("token_kept", server=literal(urlsplit(url).netloc)))


def show_logout() -> None:
    """Show the way out, where this browser was let in with a token of its own."""
    if token_given() is not None:
        leave = v2.component(
            "tess_logout", html="<button type=button></button>", css=LOOK, js=LEAVE
        )
        leave(key="logout", data={"label": word("leave")})


async def _log_in(request: Request) -> Response:
    token = await _token_in(request)
    if not A_TOKEN.fullmatch(token):
        return PlainTextResponse("not a token", 401)
    try:
        server = Server(os.environ.get("TAX_WS_URL") or DEFAULT_URL, token)
        await run_in_threadpool(server.page, "/desks")
    except (WireError, ValueError) as error:
        code = error.code if isinstance(error, WireError) else "bad_address"
        return PlainTextResponse(code, 401 if code in REFUSED else 502)
    reply = Response(status_code=204)
    reply.set_cookie(
        COOKIE,
        token,
        max_age=KEPT_SECONDS,
        httponly=True,
        samesite="strict",
        secure=_is_safe(request),
    )
    return reply


async def _token_in(request: Request) -> str:
    """Return the token in the body; nothing where that is too long to be one, the rest of which is not read."""
    told = b""
    async for piece in request.stream():
        told += piece
        if len(told) > LONGEST:
            return ""
    return told.decode("ascii", "replace").strip()


async def _log_out(request: Request) -> Response:
    reply = Response(status_code=204)
    reply.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=_is_safe(request))
    return reply


def _is_safe(request: Request) -> bool:
    """Return whether the browser came over TLS, to here or to the proxy before us."""
    return "https" in (request.url.scheme, request.headers.get("x-forwarded-proto"))
