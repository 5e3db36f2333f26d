"""A web site on this machine that is read from: sound pages, and every way in which one can be none."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.uploads import files

NUMBER = "111222333"
SENTENCE = "De termijn voor bezwaar bedraagt zes weken, zo schrijft deze site."

PAGE = f"""<!doctype html><html><head><title>Bezwaar maken</title>
<style>.x {{ color: red }}</style><script>document.write("bij het lezen gemaakt")</script></head>
<body><header>Zoeken op deze site</header><nav><a href="/">Naar het begin</a></nav>
<main><h1>Bezwaar</h1><p>{SENTENCE}</p><h2>Contact</h2><p>BSN {NUMBER} van de behandelaar.</p></main>
<footer>Over ons</footer></body></html>"""

PAGE_TEXT = f"Bezwaar\n\n{SENTENCE}\n\nContact\n\nBSN {NUMBER} van de behandelaar."

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Served:
    """One reply."""

    content: bytes = b""
    kind: str = HTML
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


def leading_to(there: str, **headers: str) -> Served:
    return Served(status=302, headers={"Location": there, **headers})


@dataclass
class Site:
    """What is at which path; ``requests`` are the paths and headers that were asked with, ``ended`` lets all go."""

    pages: dict[str, Served | Callable[[], Served]] = field(default_factory=dict)
    requests: list[tuple[str, Message]] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)
    url: str = ""

    @property
    def asked(self) -> list[str]:
        return [path for path, _ in self.requests]


SOUND: dict[str, Served | Callable[[], Served]] = {
    "/bezwaar": Served(PAGE.encode()),
    "/oud": Served("<p>privé – café € 12</p>".encode("cp1252"), "text/html"),
    "/akte.pdf": Served(files.pdf(SENTENCE), "application/pdf"),
    "/akte.docx": Served(files.docx(SENTENCE), "application/octet-stream"),
    "/akte.txt": Served(SENTENCE.encode(), "text/plain"),
}

NO_PAGES: dict[str, Served | Callable[[], Served]] = {
    "/weg": Served(PAGE.encode(), status=404),
    "/dicht": Served(PAGE.encode(), status=403),
    "/stuk": Served(PAGE.encode(), status=500),
    "/beeld": Served(b"\x89PNG", "image/png"),
    "/gegevens": Served(b"{}", "application/json"),
    "/ingepakt": Served(b"\x1f\x8b", headers={"Content-Encoding": "gzip"}),
    "/groot": Served(b"a " * (5 * 2**20 + 1), "text/plain"),
    "/rond": leading_to("/rond"),
    "/leeg": Served(b"<html><script>1</script></html>"),
}


class _Handler(BaseHTTPRequestHandler):
    server: "_Server"

    def do_GET(self) -> None:  # the name that the library calls
        site = self.server.site
        site.requests.append((self.path, self.headers))
        if self.path == "/traag":
            self._drip()
            return
        found = site.pages.get(self.path.partition("?")[0], Served(status=404))
        reply = found() if callable(found) else found
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.kind)
        self.send_header("Content-Length", str(len(reply.content)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        with suppress(ConnectionError):  # who has read enough leaves
            self.wfile.write(reply.content)

    def _drip(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        with suppress(ConnectionError):
            while not self.server.site.ended.wait(0.02):
                self.wfile.write(b"a")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, host: str, port: int, site: Site) -> None:
        super().__init__((host, port), _Handler)
        self.site = site


@contextmanager
def serving(
    pages: dict[str, Served | Callable[[], Served]] | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
) -> Iterator[Site]:
    """Serve a site for as long as the block lasts: these pages, or all of the above."""
    site = Site({**SOUND, **NO_PAGES} if pages is None else pages)
    server = _Server(host, port, site)
    site.url = f"http://{host}:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield site
    finally:
        site.ended.set()
        server.shutdown()
        thread.join()
        server.server_close()
