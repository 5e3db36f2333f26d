"""A page over TLS: connected to by the address that was looked at, and believed by the name that was given."""

import asyncio
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from src.errors import PageNotFetched
from src.services import pages
from src.services.addresses import PageGuard
from src.services.pages import NamedPage, PageFetcher

NAME = "wiki.test"


def certified(folder: Path) -> Path:
    """Return a file with a key and a certificate of its own for the name, which is also whom to trust for it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    path = folder / "site.pem"
    path.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    return path


class Wiki(BaseHTTPRequestHandler):
    """A site of one page, which tells by which name it was asked."""

    def do_GET(self) -> None:
        content = f"<p>{self.headers['Host']}</p>".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(certificate: Path) -> Iterator[int]:
    """Serve the site, and return its port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with ThreadingHTTPServer(("127.0.0.1", 0), Wiki) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            serving.join()


@pytest.fixture
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = certified(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    pages._certificates.cache_clear()
    yield path
    pages._certificates.cache_clear()


def fetched(name: str, port: int) -> NamedPage:
    origin = f"https://{name}:{port}"
    by = PageGuard([origin], lambda _: ("127.0.0.1",))
    return asyncio.run(PageFetcher(by, 10_000, 10).fetch(f"{origin}/start"))


def test_a_page_is_asked_of_an_address_by_its_name_and_believed_by_that_name(
    trusted: Path,
) -> None:
    with served(trusted) as port:
        assert fetched(NAME, port).content == f"<p>{NAME}:{port}</p>".encode()
        with pytest.raises(PageNotFetched):
            fetched("other.test", port)


def test_a_certificate_that_nobody_knows_is_not_believed(tmp_path: Path) -> None:
    pages._certificates.cache_clear()
    with served(certified(tmp_path)) as port, pytest.raises(PageNotFetched):
        fetched(NAME, port)
