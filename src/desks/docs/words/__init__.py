"""What the desk says itself, in a catalogue per language; others are answered in English frames."""

from collections.abc import Mapping
from dataclasses import dataclass

from src.desks.docs.reasons import Reason
from src.texts import beside


@dataclass(frozen=True)
class DocsTexts:
    """Texts in one language; names in braces are filled in with ``str.format``, strictly."""

    language: str
    """Code of two letters."""
    asks: Mapping[Reason, str]
    """What is asked for each reason, or said of it: always with what the reader can do."""
    not_in_these_docs: str
    """That no section says it."""
    nearest: str
    """Stands before the sections that come nearest."""
    nothing_near: str
    """{searched}: names of collections; in place of the sections where none comes near."""
    answer_heading: str
    sources_heading: str
    cited_lines: str
    """{file}, {first}, {last}: where a quote stands."""
    cited_line: str
    """{file}, {first}: the same of one line."""
    quoted_at: str
    """{lines}: numbers of the lines of a section that are quoted."""
    cited_in: str
    """{place}, {where}: the headings down to it, and the file with its lines."""
    cited_version: str
    """{version}; stands behind the lines."""
    cited_changed: str
    """{day}, as ``2026-05-01``; stands behind the version."""
    includes_code: str
    """That code of another file, which a section includes, is not in its text."""
    other_version: str
    """{count}: claims left out as their quotes are of another version."""
    struck: str
    """{count}: claims left out as no section bears them."""
    scope_set: str
    """{scope}: names of collections and a version."""
    scope_every: str
    """That all collections are searched from now on."""
    asked_again: str
    """{question}: the last one, which is searched for where is searched now."""
    no_collections: str
    """That there is nothing to search, and what to do."""
    no_such_version: str
    """{versions}: those that there are, where another was asked for."""
    version_of: str
    """{version}: of a scope, such as "version 2.4"."""
    there_are: str
    """{collections}: their names."""
    search_in: str
    """{collection}: a message that asks to search in it."""
    other_collections: str
    """{searched}, {others}: names of collections, {example}: a message that asks to search in the first of the others."""
    rated_up: str
    rated_down: str


EVERY: Mapping[str, DocsTexts] = {
    language: DocsTexts(**beside(__file__, language))
    for language in ("en", "nl", "de", "fr", "es", "ru", "zh")
}


def texts_of(language: str) -> DocsTexts:
    """Return the texts of a language by its code; English where there are none."""
    return EVERY.get(language, EVERY["en"])
