"""A disk that is full while an index is written is an error, and no signal that ends the process."""

import subprocess
import sys

import pytest

BLOCKS = """
import numpy
from pathlib import Path
from src.search.arrays import save_blocks
try:
    save_blocks(Path("/mnt"), "tokens", "uint32", 1_000_000, [numpy.zeros(1_000_000)])
except OSError as error:
    print(error.strerror)
"""
ENGINE = """
from pathlib import Path
from src.search.engines import SegmentWriter
try:
    writer = SegmentWriter(Path("/mnt/engine"), {"body": 1.0})
    for number in range(10_000):
        writer.add({"body": [f"word{number}", f"another{number}"]})
    writer.commit()
except OSError as error:
    print("No space left on device" if "No space left on device" in str(error) else error)
"""


@pytest.mark.parametrize("writing", [BLOCKS, ENGINE])
def test_a_full_disk_is_an_error_and_does_not_kill_the_process(writing: str) -> None:
    # A small disk of one's own, in a namespace where one may mount it.
    mounted = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
    small = "mount -t tmpfs -o size=64k none /mnt"
    try:
        subprocess.run([*mounted, small], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        # Many containers forbid it, and no other way gives a disk that fills up under a writer.
        pytest.skip("this system lets nobody mount a disk")
    done = subprocess.run(
        [*mounted, f'{small} && exec "$0" -c "$1"', sys.executable, writing],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "No space left on device\n", "")
