"""Finds out which texts of laws are to be fetched, by asking for lists of laws and of their versions."""

from collections.abc import Iterator
from datetime import date

from src.desks.tax.loaders import bwb
from src.desks.tax.services import laws
from src.desks.tax.services.recorded import Downloads
from src.desks.tax.services.wanted import Addresses, Text, Wanted
from src.services.download import RequestRefused


class LawTexts:
    """The texts of laws, in the versions that are wanted."""

    def __init__(self, wanted: Wanted, downloads: Downloads, addresses: Addresses) -> None:
        self._wanted = wanted
        self._downloads = downloads
        self._addresses = addresses

    def works_on(self, subject: str) -> list[str]:
        """Return the laws in a field of law; Refused where the service knows none."""
        works = list(dict.fromkeys(self._found(subject)))
        if not works:
            raise RequestRefused("the service knows no law in this field of law")
        return works

    def of(self, work: str) -> list[Text]:
        """Return the texts of a law that are wanted; Refused where there is none, with what there is."""
        url = laws.manifest_url(self._addresses.law_texts, work)
        manifest = self._downloads.get(url, lambda content: laws.versions(content, work))
        versions = laws.versions(manifest.read_bytes(), work)
        if self._wanted.all_versions:
            return [self._text(version) for version in versions]
        current = laws.in_force(versions, self._wanted.day)
        if current is None:
            raise RequestRefused(_not_in_force(versions, self._wanted.day))
        return [self._text(current)]

    def _found(self, subject: str) -> Iterator[str]:
        """Yield the law of each record that the search finds; every version of a law is a record."""
        day = None if self._wanted.all_versions else self._wanted.day
        start = 1
        while True:
            url = laws.search_url(self._addresses.law_search, subject, day, start)
            # Some searches are answered with status 406 and a valid body.
            found = self._downloads.get(url, laws.search_page, any_status=True)
            page = laws.search_page(found.read_bytes())
            yield from page.works
            start += page.records
            if not page.records or start > page.of_all:
                return

    def _text(self, version: laws.ListedVersion) -> Text:
        url = laws.text_url(self._addresses.law_texts, version)
        return Text(f"{version.work} {version.start}", url, bwb.ROOT, until=version.end)


def _not_in_force(versions: tuple[laws.ListedVersion, ...], day: date) -> str:
    if not versions:
        return "the service has no text of it"
    first, last = versions[0].start, versions[-1].end
    told = f"its versions begin on {first}" + (f" and end on {last}" if last else "")
    return f"no version of it is in force on {day}; {told} (--as-of, --versions all)"
