"""Guides of ours for tests: notes in our own words, and the guide that rules make of them."""

from evals.tsg.guides import guide_from
from src.desks.tsg.render import render

NOTES = """\
Turns of the chat server end with the error storage_failed since Tuesday.
It only occurs on servers with one data disk.

Cause: the data disk was full because old exports stayed on it.

Workaround:
1. Free 2 GB on the disk of the data folder:
   ```bash
   rm  /var/lib/tess/exports/*.old
   df -h /var/lib/tess
   ```
2. Restart is not needed.

To check:
Run df -h and look at the disk of the data folder.
"""


def sound_guide() -> str:
    """Return a guide in which nothing is wrong, with placeholders."""
    return render(guide_from(NOTES))
