"""A stand-in of the official services: real HTTP on this machine, with the habits of the real ones.

It answers some searches with status 406 and a valid body, has one search record for each version of a law, lists
versions whose text became known anew and items that are gone, gives pages smaller than those asked for, sends
ETags, is too busy now and then, and breaks off. It notes every request.
"""

import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

PAGE = 4
"""Records or entries of one page at most, whatever is asked for."""
FOREVER = "9999-12-31"
COURTS = "http://standaarden.overheid.nl/owms/terms/"


@dataclass(frozen=True)
class LawText:
    """One text of one version; ``seen_till`` tells when a later text of the same version took its place."""

    work: str
    label: str
    xml: bytes
    end: str = FOREVER
    seen_till: str = FOREVER
    gone: bool = False

    @property
    def start(self) -> str:
        return self.label.partition("_")[0]


@dataclass(frozen=True)
class RulingText:
    ecli: str
    xml: bytes
    decided: str
    modified: str
    court: str = "Hoge_Raad_der_Nederlanden"
    withdrawn: bool = False


@dataclass(frozen=True)
class Reply:
    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class OfficialServices:
    """What the services hold, how they misbehave, and what was asked of them."""

    laws: list[LawText] = field(default_factory=list)
    rulings: list[RulingText] = field(default_factory=list)
    faults: dict[str, list[Reply | None]] = field(default_factory=dict)
    """For a path, what its next requests get instead of an answer; None breaks the connection off."""
    asked: list[str] = field(default_factory=list)
    """Every request that was answered with content, as path and query."""
    unchanged: list[str] = field(default_factory=list)
    """Every request that was answered with 304."""
    agents: set[str] = field(default_factory=set)
    base: str = ""
    on_request: Callable[[str], None] = lambda path: None
    """Called with the path of each request before it is answered."""

    def settings(self) -> dict[str, str]:
        """Return the settings that make the program use these services."""
        return {
            "TESS_LAW_SEARCH_URL": f"{self.base}/sru/Search",
            "TESS_LAW_TEXTS_URL": f"{self.base}/bwb",
            "TESS_RULINGS_URL": f"{self.base}/uitspraken",
        }

    def reply(self, target: str, etag: str) -> Reply | None:
        """Return the answer to one request, None to break the connection off."""
        path = urlsplit(target).path
        self.on_request(path)
        if self.faults.get(path):
            return self.faults[path].pop(0)
        reply = self._content(path, parse_qs(urlsplit(target).query))
        if reply.status == 404:
            return reply
        tag = f'"{hashlib.sha256(reply.body).hexdigest()[:12]}"'
        if etag == tag:
            self.unchanged.append(unquote(target))
            return Reply(304, headers={"ETag": tag})
        self.asked.append(unquote(target))
        return Reply(reply.status, reply.body, {"ETag": tag})

    def _content(self, path: str, query: dict[str, list[str]]) -> Reply:
        given = {name: values[0] for name, values in query.items()}
        if path == "/sru/Search":
            # The real service takes this status for an answer of good standing; so must we.
            return Reply(406, self._search(given))
        if path == "/uitspraken/zoeken":
            return Reply(200, self._feed(given))
        if path == "/uitspraken/content":
            found = (one.xml for one in self.rulings if one.ecli == given["id"])
            return _found(next(found, None))
        if path.endswith("/manifest.xml"):
            return _found(self._manifest(path.split("/")[-2]))
        wanted = (
            one.xml
            for one in self.laws
            if not one.gone
            and path == f"/bwb/{one.work}/{one.label}/xml/{one.work}_{one.label}.xml"
        )
        return _found(next(wanted, None))

    def _search(self, given: dict[str, str]) -> bytes:
        day = given["query"].partition("geldigheidsdatum=")[2]
        records = [one for one in self.laws if not day or one.start <= day <= one.end]
        first = int(given["startRecord"]) - 1
        page = records[first : first + min(PAGE, int(given["maximumRecords"]))]
        return (
            '<?xml version="1.0" encoding="UTF-8"?>'
            '<searchRetrieveResponse xmlns="http://docs.oasis-open.org/ns/search-ws/sruResponse">'
            f"<numberOfRecords>{len(records)}</numberOfRecords><records>"
            + "".join(_record(one) for one in page)
            + "</records></searchRetrieveResponse>"
        ).encode()

    def _manifest(self, work: str) -> bytes | None:
        texts = [one for one in self.laws if one.work == work]
        if not texts:
            return None
        expressions = "".join(
            f'<expression label="{one.label}"><metadata>'
            f"<datum_inwerkingtreding>{one.start}</datum_inwerkingtreding><einddatum>{one.end}</einddatum>"
            f"<zichtdatum_start>{one.start}</zichtdatum_start><zichtdatum_eind>{one.seen_till}</zichtdatum_eind>"
            '</metadata><manifestation label="xml">'
            f'<item label="{work}_{one.label}.xml" _deleted="{str(one.gone).lower()}"/></manifestation></expression>'
            for one in texts
        )
        return f'<work label="{work}"><metadata/>{expressions}</work>'.encode()

    def _feed(self, given: dict[str, str]) -> bytes:
        chosen = sorted(
            (
                one
                for one in self.rulings
                if given["creator"] == COURTS + one.court
                and one.decided >= given["date"]
                and one.modified >= given.get("modified", "")
            ),
            key=lambda one: one.modified,
        )
        first = int(given["from"])
        page = chosen[first : first + min(PAGE, int(given["max"]))]
        entries = "".join(
            f"<entry{' deleted=' + chr(34) + 'ontoegankelijk' + chr(34) if one.withdrawn else ''}>"
            f"<id>{one.ecli}</id><title>{one.ecli}</title><updated>{one.modified}Z</updated></entry>"
            for one in page
        )
        return (
            '<feed xmlns="http://www.w3.org/2005/Atom">'
            f"<subtitle>Aantal gevonden ECLI's: {len(chosen)}</subtitle>{entries}</feed>"
        ).encode()


def _found(body: bytes | None) -> Reply:
    return Reply(404) if body is None else Reply(200, body)


def _record(text: LawText) -> str:
    return (
        '<record><recordData><gzd xmlns="http://standaarden.overheid.nl/sru" '
        'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:overheidbwb="http://standaarden.overheid.nl/bwb/terms/">'
        f"<originalData><dcterms:identifier>{text.work}</dcterms:identifier></originalData><enrichedData>"
        f"<overheidbwb:locatie_toestand>{text.work}/{text.label}</overheidbwb:locatie_toestand></enrichedData>"
        "</gzd></recordData></record>"
    )


@contextmanager
def serving(services: OfficialServices) -> Iterator[OfficialServices]:
    """Serve on a free port of this machine until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle(self) -> None:
            with suppress(ConnectionError):  # whoever asked may be gone
                super().handle()

        def do_GET(self) -> None:
            services.agents.add(self.headers["User-Agent"])
            reply = services.reply(self.path, self.headers.get("If-None-Match", ""))
            if reply is None:
                # Half an answer, and then nothing more.
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<toestand>")
                self.close_connection = True
                return
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body)

        def log_message(self, *_: Any) -> None:
            """Say nothing on standard error."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        services.base = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield services
        finally:
            server.shutdown()
            thread.join()


def law_xml(work: str, start: str, name: str, words: str) -> bytes:
    """Return a law of two articles in the official form, of which one has lapsed."""
    day = date.fromisoformat(start)
    return (
        f'<toestand bwb-id="{work}" inwerkingtreding="{day}"><wetgeving soort="wet">'
        f"<citeertitel>{name}</citeertitel><wet-besluit><wettekst>"
        f'<artikel status="goed"><kop><label>Artikel</label><nr>1</nr></kop><al>{words}</al></artikel>'
        f'<artikel status="vervallen" inwerking="{day}"><kop><label>Artikel</label><nr>2</nr></kop></artikel>'
        "</wettekst></wet-besluit></wetgeving></toestand>"
    ).encode()


def ruling_xml(ecli: str, decided: str, words: str) -> bytes:
    """Return a ruling in the official form."""
    return (
        '<open-rechtspraak><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns:dcterms="http://purl.org/dc/terms/"><rdf:Description>'
        f"<dcterms:identifier>{ecli}</dcterms:identifier><dcterms:creator>Hoge Raad</dcterms:creator>"
        f"<dcterms:date>{decided}</dcterms:date></rdf:Description></rdf:RDF>"
        '<uitspraak xmlns="http://www.rechtspraak.nl/schema/rechtspraak-1.0">'
        f"<para>{words}</para></uitspraak></open-rechtspraak>"
    ).encode()
