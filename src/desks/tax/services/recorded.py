"""Keeps everything that was fetched, as it came, so that an ingest can be replayed and resumed."""

import hashlib
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from src.disk import make_folder, replace_file
from src.services.download import RequestRefused, Response

LIST_FRESH = timedelta(hours=1)
"""How long a list (a search, a manifest) is taken from the record: long enough to resume an interrupted run."""
TEXT_FRESH = timedelta(days=30)
"""How long a text is; the text of a version is seldom corrected, and then asked for with its ETag."""

_OK, _UNCHANGED = 200, 304

Check = Callable[[bytes], object]
"""Raises NotLoaded where a reply is not what was asked for; it is then not kept."""


class Client(Protocol):
    """Fetches one address; see ``PoliteClient``."""

    def get(self, url: str, headers: Mapping[str, str]) -> Response:
        """Return the reply, whatever its status."""


class Recording(BaseModel):
    """What is kept beside the bytes of a reply."""

    model_config = ConfigDict(frozen=True)

    url: str
    status: int
    fetched_at: datetime
    headers: dict[str, str]


class Downloads:
    """A folder of recorded replies; without a client it is all there is."""

    def __init__(
        self,
        folder: Path,
        client: Client | None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._folder = folder
        self._client = client
        self._now = now
        self.fetched = 0
        """Replies that came over the network; one that says "unchanged" is not among them."""

    @property
    def offline(self) -> bool:
        """Whether only what is recorded can be had."""
        return self._client is None

    def get(
        self,
        url: str,
        check: Check,
        fresh_for: timedelta = LIST_FRESH,
        changed: datetime | None = None,
        any_status: bool = False,
    ) -> Path:
        """Return the file with the reply: the recorded one while it is fresh and not older than ``changed``.

        Refused where the service has no such thing, or offline nothing was recorded; ServiceUnavailable where the
        service is out of reach.
        """
        body = self._body(url)
        recording = self._recording(body)
        if self._client is None:
            if recording is None:
                raise RequestRefused(
                    "there is no recorded copy of it; run this once without --offline"
                )
            return body
        if recording and self._is_fresh(recording, fresh_for, changed):
            return body
        response = self._client.get(url, _conditions(recording))
        if response.status == _UNCHANGED and recording:
            self._note(body, recording.model_copy(update={"fetched_at": self._now()}))
            return body
        if response.status != _OK and not any_status:
            raise RequestRefused(f"the service replied with HTTP {response.status}")
        check(response.content)
        self.fetched += 1
        self._keep(url, body, response)
        return body

    def forget(self, url: str) -> None:
        """Remove the recorded reply, if there is one."""
        body = self._body(url)
        for path in (_about(body), body):
            path.unlink(missing_ok=True)

    def _is_fresh(
        self, recording: Recording, fresh_for: timedelta, changed: datetime | None
    ) -> bool:
        young = self._now() - recording.fetched_at < fresh_for
        return young and (changed is None or changed <= recording.fetched_at)

    def _body(self, url: str) -> Path:
        """Return the file of an address: readable, and one of a kind."""
        readable = re.sub(r"[^A-Za-z0-9_.-]+", ".", re.split(r"[/=]", url)[-1])[-60:]
        return self._folder / f"{hashlib.sha256(url.encode()).hexdigest()[:16]}-{readable}"

    def _recording(self, body: Path) -> Recording | None:
        """Return what is known of a recorded reply; nothing where it was not written to the end."""
        try:
            recording = Recording.model_validate_json(_about(body).read_bytes())
        except (FileNotFoundError, ValidationError):
            return None
        return recording if body.is_file() else None

    def _keep(self, url: str, body: Path, response: Response) -> None:
        make_folder(self._folder)
        replace_file(body, response.content)
        headers = dict(response.headers)
        self._note(
            body,
            Recording(url=url, status=response.status, fetched_at=self._now(), headers=headers),
        )

    def _note(self, body: Path, recording: Recording) -> None:
        replace_file(_about(body), recording.model_dump_json(indent=1).encode())


def _about(body: Path) -> Path:
    return body.with_name(f"{body.name}.headers.json")


def _conditions(recording: Recording | None) -> dict[str, str]:
    """Return the headers that ask for a reply only where it differs from the recorded one."""
    if recording is None:
        return {}
    asked = {"if-none-match": "etag", "if-modified-since": "last-modified"}
    return {name: recording.headers[of] for name, of in asked.items() if of in recording.headers}
