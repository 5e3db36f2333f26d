"""What the index holds of a source: the texts of its fields, its keys, and what its prior is."""

from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from src.desks.tax.law.laws import is_tax, listed
from src.desks.tax.loaders.starter import DIGEST, SentenceQuestions
from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier.models import Frozen, GlossTexts
from src.search.json_rows import rows

VERSION = "6"
"""Change this with what goes into a field: an older index is then rebuilt."""

OTHER, TAX, CORE = 0, 1, 2
"""What a source is: any other law, tax law (or a ruling on it), or a core statute."""


@dataclass(frozen=True)
class SearchWords:
    """Words of everyday Dutch and of English under which people look for an article; never shown, never quoted."""

    dutch: str = ""
    english: str = ""

    @property
    def phrases(self) -> tuple[str, ...]:
        """Each as it is written, between the commas."""
        found = map(str.strip, f"{self.dutch},{self.english}".split(","))
        return tuple(filter(None, found))


class _WordsRow(Frozen):
    work: str
    article: str
    nl: str
    en: str


def load_words(folder: Path) -> dict[str, SearchWords]:
    """Return the words of every article in ``*.jsonl`` by its key; a broken line is CorpusUnreadable."""
    return {
        f"{row.work}/{row.article}".lower(): SearchWords(row.nl, row.en)
        for path in words_files(folder)
        for row in rows(path, _WordsRow)
    }


def words_files(folder: Path) -> list[Path]:
    """Return the files that search words are read from, in order."""
    return sorted(folder.glob("*.jsonl"))


@dataclass(frozen=True)
class Expansion:
    """What is indexed with a source without being part of it: our digest, and what people look for and ask."""

    digest: Legislation | CaseLaw | None = None
    words: SearchWords | None = None
    questions: tuple[SentenceQuestions, ...] = ()


NO_EXPANSION = Expansion()


def key_of(source: Legislation | CaseLaw) -> str:
    """Return what all versions of one article have in common: ``bwbr0002320/22j``; for a ruling its ECLI."""
    return key_of_id(source.id)


def key_of_id(source_id: str) -> str:
    return source_id.removesuffix(DIGEST).split("@")[0].split("~")[0].lower()


def version_of(source: Legislation | CaseLaw) -> tuple[str, int, int]:
    """Return the law at its date (``BWBR0002320@2024-01-01``), and as ordinals that day and since when its text is so.

    Digests and rulings have no versions: that is nothing, and 0 for either day.
    """
    if source.digest or isinstance(source, CaseLaw):
        return "", 0, 0
    day, since = (date.toordinal() if date else 0 for date in (source.as_of, source.since))
    return f"{source.work}@{source.as_of}", day, since


def article_of(source: Legislation | CaseLaw) -> str:
    """Return what the passages of one article in one version have in common; for other sources their id."""
    if isinstance(source, CaseLaw) or not source.article:
        return source.id
    return f"{source.work}/{source.article}@{source.as_of}{source.path}"


def prior_of(source: Legislation | CaseLaw) -> int:
    """Return how likely a source is to be what a tax question is about: other, tax or core."""
    if isinstance(source, CaseLaw):
        return TAX if "belasting" in source.subject.lower() else OTHER
    if listed(source.work).core:
        return CORE
    return TAX if is_tax(source.work, source.law) else OTHER


def labelled(source: Legislation | CaseLaw, expansion: Expansion) -> Legislation | CaseLaw:
    """Return the source with the heading of its digest, and with the digest as its gloss, where there is one.

    The heading that a law or court gives (``Overige algemene bepalingen``, ``Bestuursrecht; Belastingrecht``) seldom
    says what the text is about. A heading may therefore be ours, and is no words of the law.
    """
    digest = expansion.digest
    if digest is None or digest.as_of is None:
        return source
    translated = digest.gloss.texts if digest.gloss else {}
    gloss = GlossTexts(as_of=digest.as_of, texts={"nl": digest.content, **translated})
    return source.model_copy(update={"heading": digest.heading, "gloss": gloss})


def fields_of(source: Legislation | CaseLaw, expansion: Expansion = NO_EXPANSION) -> dict[str, str]:
    """Return the text of every field but that of the citations, which stands in other sources."""
    digest = f"{expansion.digest.heading}\n{expansion.digest.content}" if expansion.digest else ""
    words, asked = expansion.words or SearchWords(), questions_of(expansion)
    law, path = _law_and_path(source)
    is_of_path = isinstance(source, Legislation) and source.path.endswith(source.heading)
    return {
        "law": law,
        "path": path,
        "heading": "" if is_of_path else source.heading,  # the path is searched already
        "body": source.content,
        "expansion": "\n".join((words.dutch, digest)),
        "english": "\n".join((words.english, *asked["en"])),
        "questions": "\n".join(asked["nl"]),
    }


def questions_of(expansion: Expansion) -> dict[str, tuple[str, ...]]:
    """Return the questions of all sentences, by language."""
    return {
        "nl": tuple(chain.from_iterable(question.nl for question in expansion.questions)),
        "en": tuple(chain.from_iterable(question.en for question in expansion.questions)),
    }


def _law_and_path(source: Legislation | CaseLaw) -> tuple[str, str]:
    if isinstance(source, CaseLaw):
        return f"{source.court} {source.title}", source.subject
    return f"{source.law} {source.short} {' '.join(listed(source.work).aliases)}", source.path
