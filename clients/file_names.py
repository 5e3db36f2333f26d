"""What a file of an answer is called: it is made here, as a name from the server could lead anywhere.

And whether something typed is the address of a page, and no file and no text.
"""

import re
import unicodedata
from datetime import date

LONGEST_NAME = 60
"""Characters of a title in the name of a file."""

_PAGE = re.compile(r"https?://[^\s/]+\S*", re.IGNORECASE)

_YEAR = re.compile(r"(?:19|20)\d\d")


def file_stem(title: str, day: date) -> str:
    """Return the name of a file without its ending: words of a title, and the day.

    No word with an @ or a digit gets in, but for years: numbers of people are not told by names of files.
    """
    known = (one.strip(".,:;?!()'\"“”‘’") for one in title.split())
    kept = [one for one in known if _YEAR.fullmatch(one) or not re.search(r"[@\d]", one)]
    plain = unicodedata.normalize("NFKD", " ".join(kept)).encode("ascii", "ignore").decode()
    words = "-".join(re.findall(r"[a-z0-9]+", plain.lower()))
    if len(words) > LONGEST_NAME:
        words = words[:LONGEST_NAME].rpartition("-")[0]
    return f"{words or 'memo'}-{day.isoformat()}"


def is_address(typed: str) -> bool:
    """Return whether a text is the address of one page and nothing else."""
    return _PAGE.fullmatch(typed.strip()) is not None
