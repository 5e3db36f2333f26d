"""Reads the pages of a PDF."""

import io
import logging
import warnings
from collections.abc import Iterator

from src.uploads.parts import Part, Unreadable

MOST_PAGES = 5_000


def parts(content: bytes, most_pages: int = MOST_PAGES) -> Iterator[Part]:
    """Yield the text of each page; a file that is no PDF, is damaged or asks for a password is Unreadable."""
    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(
        logging.CRITICAL
    )  # it tells of each small fault that it mends
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            reader = PdfReader(io.BytesIO(content))
            if reader.is_encrypted and not reader.decrypt(""):
                raise Unreadable("it asks for a password", "locked")
            if len(reader.pages) > most_pages:
                raise Unreadable(f"it has more than {most_pages} pages", "pages")
            for number, page in enumerate(reader.pages, start=1):
                yield f"page {number}", page.extract_text()
    except (Unreadable, MemoryError, GeneratorExit):
        raise
    # The border to a library that fails in as many ways as files are broken: recursion, types, indexes, keys.
    except Exception as error:
        raise Unreadable("it is no PDF, or a damaged one") from error
