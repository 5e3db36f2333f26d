"""Reads the pages of a PDF."""

import io
import logging
import warnings
from collections.abc import Iterator

from src.citation_check.parts import Part, Unreadable

_MOST_PAGES = 5_000


def parts(content: bytes) -> Iterator[Part]:
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
                raise Unreadable("it asks for a password")
            if len(reader.pages) > _MOST_PAGES:
                raise Unreadable(f"it has more than {_MOST_PAGES} pages")
            for number, page in enumerate(reader.pages, start=1):
                yield f"page {number}", page.extract_text()
    except (Unreadable, GeneratorExit):
        raise
    # The border to a library that fails in as many ways as files are broken: recursion, types, indexes, keys.
    except Exception as error:
        raise Unreadable("it is no PDF, or a damaged one") from error
