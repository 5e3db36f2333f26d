"""Postings are written into files that are mapped: a disk that is full is told before, not by a signal after."""

import subprocess
import sys

import pytest

WRITING = """
from pathlib import Path
from src.search.terms_build import _file
try:
    _file(Path("/mnt/postings.npy"), "uint32", 1_000_000)[:] = 7
except OSError as error:
    print(error.strerror)
"""


def test_a_full_disk_is_an_error_and_does_not_kill_the_process() -> None:
    # A small disk of one's own, in a namespace where one may mount it.
    mounted = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
    small = "mount -t tmpfs -o size=64k none /mnt"
    try:
        subprocess.run([*mounted, small], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        # Many containers forbid it, and no other way gives a disk that fills up under a mapped file.
        pytest.skip("this system lets nobody mount a disk")
    done = subprocess.run(
        [*mounted, f'{small} && exec "$0" -c "$1"', sys.executable, WRITING],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "No space left on device\n", "")
