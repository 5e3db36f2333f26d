"""The image, built and run by what can do that here: docker, podman, or buildah where no container can be run."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Protocol

import pytest

from src.commands.local_server import read, send
from tests.test_deployment import ROOT, SECRETS, last
from tests.test_proxy import free_port

# It installs every package anew, over the network.
pytestmark = [pytest.mark.deep, pytest.mark.timeout(1800)]

TAG = "localhost/tess-tested"
LARGEST = 600 * 10**6
SECRET = ("--env", f"TESS_TOKEN_SECRET={SECRETS['TESS_TOKEN_SECRET']}")


def run(*command: str) -> str:
    return subprocess.check_output(command, cwd=ROOT, text=True).strip()


def why_not(*command: str) -> str:
    """Return the last words of a command that failed; empty where it went well."""
    if not shutil.which(command[0]):
        return f"there is no {command[0]}"
    process = subprocess.run(command, capture_output=True, text=True)
    words = process.stderr.strip().splitlines() or [f"status {process.returncode}"]
    return f"{command[0]}: {words[-1]}" if process.returncode else ""


@dataclass(frozen=True)
class Running:
    """A server of the image: where it is reached, and what runs a command beside it, as its user."""

    url: str
    beside: tuple[str, ...]

    def told(self, *command: str) -> str:
        """Return what a command says, whether or not all of it went well."""
        return subprocess.run([*self.beside, *command], capture_output=True, text=True).stdout


class Builder(Protocol):
    """What builds the image and runs it."""

    def why_not(self) -> str:
        """Return why nothing of the base image can be run here; empty where it can."""

    def build(self) -> None: ...

    def serving(self) -> AbstractContextManager[Running]: ...


@dataclass(frozen=True)
class Containers:
    """Docker or podman: a real container, as closed as those of the composition."""

    program: str

    def why_not(self) -> str:
        return why_not(self.program, "run", "--rm", last("FROM"), "true")

    def build(self) -> None:
        run(self.program, "build", "--tag", TAG, ".")

    @contextmanager
    def serving(self) -> Iterator[Running]:
        port = free_port()
        closed = ("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--init")
        reached = (*SECRET, "--publish", f"127.0.0.1:{port}:8000")
        name = run(self.program, "run", "--detach", "--rm", *closed, *reached, TAG)
        try:
            logs = [self.program, "logs", "--follow", name]
            with subprocess.Popen(logs, stdout=subprocess.PIPE, text=True) as process:
                announced(process)
                process.terminate()
            yield Running(f"ws://127.0.0.1:{port}/ws", (self.program, "exec", name))
        finally:
            run(self.program, "stop", "--time", "30", name)


@dataclass(frozen=True)
class Chrooted:
    """Buildah, which needs no rights that containers need: what is in the image, run as its user."""

    def why_not(self) -> str:
        return why_not("buildah", "pull", "--policy", "missing", last("FROM"))

    def build(self) -> None:
        run("buildah", "build", "--isolation", "chroot", "--tag", TAG, ".")

    @contextmanager
    def serving(self) -> Iterator[Running]:
        name = run("buildah", "from", "--pull-never", TAG)
        beside = ("buildah", "run", "--isolation", "chroot", *SECRET, name, "--")
        serve = [*beside, "tess", "serve", "--port", "0"]
        try:
            with subprocess.Popen(
                serve, stdout=subprocess.PIPE, text=True, start_new_session=True
            ) as process:
                try:
                    yield Running(announced(process), beside)
                finally:
                    os.killpg(process.pid, signal.SIGTERM)
        finally:
            run("buildah", "rm", name)


def announced(process: subprocess.Popen[str]) -> str:
    """Return the address that a server tells first, once it listens."""
    assert process.stdout is not None  # it was asked for
    found = re.search(r"ws://\S+", process.stdout.readline())
    assert found
    return found.group()


BUILDERS: tuple[Builder, ...] = (Containers("docker"), Containers("podman"), Chrooted())


def builder() -> Builder:
    """Return the first that can; skip where none can, also in CI."""
    reasons = []
    for one in BUILDERS:
        if not (reason := one.why_not()):
            return one
        reasons.append(reason)
    # With CI=true too: no package of the system brings a builder that may run, or an image to build on.
    why = f"nothing here can run {last('FROM')}: {'; '.join(reasons)}"
    pytest.skip(why)  # a builder and its base image come from outside; what each said is told


def test_the_image_is_under_600_megabytes_answers_and_writes_its_data_alone() -> None:
    builds = builder()
    builds.build()
    with builds.serving() as server:
        assert read(server.url, "/healthz") == {"status": "ok"}
        size = server.told("du", "--summarize", "--one-file-system", "--apparent-size", "-B1", "/")
        assert 300 * 10**6 < int(size.split()[0]) < LARGEST
        made = server.told("tess", "token", "create", "anna@acme.nl", "--tenant=a", "--expires=1d")
        question = {"message": "Binnen welke termijn moet ik bezwaar maken?"}
        assert send(server.url, question, made.split()[0])["status"] == "success"
        # Folders with the sticky bit are open to everybody, as /tmp is.
        writable = server.told(*"find / -xdev -writable -not -type l -not -perm -1000".split())
        outside = [
            one for one in writable.split() if not re.match("/(data|dev|proc|tmp)(/|$)", one)
        ]
        assert outside == []
        assert "CERTIFICATE" in server.told("cat", "/etc/ssl/certs/ca-certificates.crt")
