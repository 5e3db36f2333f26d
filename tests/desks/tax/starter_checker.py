"""What an entry of the starter corpus must be: complaints about its form, its facts and its wording.

The checks are pure: entries and material in, sentences of complaint out. Only `read_material` opens
files. It reads the official texts the digests were made from, which the project does not ship.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar
from xml.etree import ElementTree

from src.language.sentences import sentences

TOPICS = {
    "box1",
    "eigen-woning",
    "ondernemer",
    "partner",
    "lijfrente",
    "persoonsgebonden-aftrek",
    "heffingskorting",
    "box2",
    "box3",
    "loonbelasting",
    "omzetbelasting",
    "vennootschapsbelasting",
    "dividendbelasting",
    "procedure",
    "invordering",
    "schenken-erven",
    "overdrachtsbelasting",
    "auto",
    "lokaal",
    "toeslagen",
}
FIXED_SUMS: Mapping[str, tuple[str, ...]] = {
    "BWBR0002629/25": ("100000",),
    "BWBR0002629/35a": ("100",),
    "BWBR0018472/26": ("1500",),
    "BWBR0011353/3.15": ("0,23",),
    "BWBR0011353/6.39": ("10000", "20000"),
    "BWBR0002636/1": ("227",),
    "BWBR0002515/5": ("1000", "150", "850"),  # an example
    "BWBR0002515/10": ("1000",),
}
"""Sums that an article of the law of today fixes and that no regulation indexes, by `BWBR0002320/67a`."""
LEAST_PROVISIONS, LEAST_RULINGS = 120, 25
OLD_TEXTS_DATE = "2015-11-27"  # of every law in articles.jsonl
MOST_SENTENCES = 8
RUN = 12  # consecutive words that may not be shared with any text of the material

BWB_ID = re.compile(r"BWBR\d{7}")
ECLI = re.compile(r"ECLI:NL:[A-Z]{2,7}:\d{4}:[A-Z0-9]{2,25}")
ARTICLE = re.compile(r"\d+(bis|[a-z]{1,3})?([.:]\d+(bis|[a-z]{1,3})?)*")
SUM = re.compile(r"€\s?(\d+(?:[.\s]\d{3}(?!\d))*(?:,\d+)?)")
YEAR = re.compile(r"(?<![\d.,€])(?<!€ )\b(?:19|20)\d\d\b(?![.,]\d)")  # no sum of money
WORD = re.compile(r"\w+")
LAPSED = re.compile(r"\s*(door vernummering )?vervallen\b|\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class Provision:
    """The digest of one article, with the file and line it stands on."""

    origin: str
    bwb_id: str
    law: str
    short: str
    article: str
    heading: str
    topic: str
    as_of: str
    digest: str
    url: str
    english: str = ""


@dataclass(frozen=True)
class Ruling:
    """The digest of one judgment, with the file and line it stands on."""

    origin: str
    ecli: str
    court: str
    date: str
    subject: str
    heading: str
    topic: str
    cites: list[str]
    digest: str
    url: str


Entry = Provision | Ruling
E = TypeVar("E", Provision, Ruling)


@dataclass(frozen=True)
class Law:
    """One law of the material; `articles` maps a number to whether that article is in force."""

    title: str
    as_of: str
    articles: Mapping[str, bool]


@dataclass(frozen=True)
class Judgment:
    """What the material records about one judgment."""

    court: str
    date: str
    subject: str


@dataclass(frozen=True)
class Material:
    """The official texts: laws by BWB id, judgments by ECLI, and every text no digest may copy."""

    laws: Mapping[str, Law]
    judgments: Mapping[str, Judgment]
    texts: Sequence[str]
    old_texts: Mapping[str, str] = field(default_factory=dict)
    """The text of each article in 2015, by `BWBR0002320/67a`: an amount that stands there is not indexed."""


# Reading entries: JSON and keys


def read_entries(kind: type[E], name: str, content: str) -> tuple[list[E], list[str]]:
    """The well-formed entries of one JSON Lines file, and a complaint for every other line."""
    entries, complaints = [], []
    for number, line in enumerate(content.splitlines(), start=1):
        origin = f"{name}:{number}"
        record, complaint = _record(kind, line)
        if complaint:
            complaints.append(f"{origin}: {complaint}")
        else:
            entries.append(kind(origin=origin, **record))
    return entries, complaints


def _record(kind: type[Entry], line: str) -> tuple[dict[str, Any], str]:
    try:
        record = json.loads(line)
    except ValueError as error:
        return {}, f"not JSON: {error}"
    expected = [field.name for field in fields(kind)][1:]
    required = [name for name in expected if name != "english"]
    if not isinstance(record, dict) or list(record) not in (expected, required):
        return {}, f"keys are not exactly {', '.join(expected)}, in this order"
    wrong = [key for key, value in record.items() if not _has_type(key, value)]
    return record, f"wrong type of value: {', '.join(wrong)}" if wrong else ""


def _has_type(key: str, value: object) -> bool:
    if key == "cites":
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, str)


# Checks without material


def form_complaints(entries: Sequence[Entry], today: date) -> list[str]:
    """What is wrong with the entries by themselves: forms, dates, addresses, lengths, doubles."""
    complaints = [
        f"{entry.origin}: {complaint}"
        for entry in entries
        for complaint in [*_common_form(entry, today), *_own_form(entry)]
    ]
    counts = Counter(_identity(entry) for entry in entries)
    return complaints + [f"{identity} occurs {n} times" for identity, n in counts.items() if n > 1]


def amount_complaints(provisions: int, rulings: int) -> list[str]:
    """Whether the corpus is large enough to be of use."""
    complaints = []
    if provisions < LEAST_PROVISIONS:
        complaints.append(f"only {provisions} provisions, {LEAST_PROVISIONS} expected")
    if rulings < LEAST_RULINGS:
        complaints.append(f"only {rulings} rulings, {LEAST_RULINGS} expected")
    return complaints


def sentence_count(text: str) -> int:
    """The number of sentences; initials such as B.V. end none."""
    return len(sentences(text))


def expected_url(entry: Entry) -> str:
    """The only address an entry may carry, derived from its other fields."""
    if isinstance(entry, Ruling):
        return f"https://deeplink.rechtspraak.nl/uitspraak?id={entry.ecli}"
    day = entry.as_of
    return f"https://wetten.overheid.nl/jci1.3:c:{entry.bwb_id}&artikel={entry.article}&g={day}&z={day}"


def _identity(entry: Entry) -> str:
    return entry.ecli if isinstance(entry, Ruling) else f"{entry.bwb_id}/{entry.article}"


def _day(entry: Entry) -> str:
    return entry.date if isinstance(entry, Ruling) else entry.as_of


def _common_form(entry: Entry, today: date) -> Iterator[str]:
    yield from _date_form(_day(entry), today)
    if entry.url != expected_url(entry):
        yield f"url is {entry.url}, expected {expected_url(entry)}"
    if entry.topic not in TOPICS:
        yield f"unknown topic {entry.topic}"
    if not 2 <= len(entry.heading.split()) <= 8:
        yield f"heading is not 2 to 8 words: {entry.heading}"
    if not 2 <= sentence_count(entry.digest) <= MOST_SENTENCES:
        yield f"digest has {sentence_count(entry.digest)} sentences, expected 2 to {MOST_SENTENCES}"
    if not re.search(r"[.!?][\"'’”)]*$", entry.digest):
        yield "digest does not end with a full stop"
    if entry.digest != " ".join(entry.digest.split()):
        yield "digest has stray white space"


def _date_form(day: str, today: date) -> Iterator[str]:
    try:
        parsed = date.fromisoformat(day)
    except ValueError:
        yield f"date {day} is not an ISO date"
        return
    if parsed.isoformat() != day:
        yield f"date {day} is not written as year-month-day"
    if parsed > today:
        yield f"date {day} lies in the future"


def _own_form(entry: Entry) -> Iterator[str]:
    if isinstance(entry, Provision):
        yield from _article_form(f"{entry.bwb_id}/{entry.article}")
        if not entry.law.strip() or not entry.short.strip():
            yield "law or short name is empty"
        yield from _english_form(entry)
        yield from _years(entry)
        return
    if not ECLI.fullmatch(entry.ecli):
        yield f"malformed ECLI {entry.ecli}"
    if len(set(entry.cites)) != len(entry.cites):
        yield "cites names an article twice"
    for cited in entry.cites:
        yield from _article_form(cited)


def _english_form(entry: Provision) -> Iterator[str]:
    """English is read beside the digest, sentence by sentence."""
    if not entry.english:
        return
    dutch, english = sentence_count(entry.digest), sentence_count(entry.english)
    if dutch != english:
        yield f"english has {english} sentences, the digest {dutch}"
    if entry.english != " ".join(entry.english.split()):
        yield "english has stray white space"


def _years(entry: Provision) -> Iterator[str]:
    """A sentence says no more than its date allows; an amount in an English one stands in the Dutch one, too."""
    for text in (entry.digest, entry.english):
        for start, end in sentences(text):
            later = [year for year in YEAR.findall(text[start:end]) if year > entry.as_of[:4]]
            if later:
                yield f"tells of {', '.join(later)}, later than {entry.as_of}: {text[start:end]}"


def _article_form(reference: str) -> Iterator[str]:
    bwb_id, _, article = reference.partition("/")
    if not BWB_ID.fullmatch(bwb_id):
        yield f"malformed BWB id {bwb_id}"
    if not ARTICLE.fullmatch(article):
        yield f"malformed article number {article!r}"


# Checks against the material


def fact_complaints(entries: Sequence[Entry], material: Material) -> list[str]:
    """Where the entries contradict the material: articles, titles, courts."""
    return [
        f"{entry.origin}: {complaint}"
        for entry in entries
        for complaint in (
            _ruling_facts(entry, material)
            if isinstance(entry, Ruling)
            else _provision_facts(entry, material)
        )
    ]


def _provision_facts(entry: Provision, material: Material) -> Iterator[str]:
    yield from _article_facts(entry.bwb_id, entry.article, material)
    yield from _undated_amounts(entry, material)
    law = material.laws.get(entry.bwb_id)
    if law is None:
        return
    if entry.as_of < law.as_of:
        yield f"as_of is {entry.as_of}, the material is of {law.as_of}"
    if entry.law != law.title:
        yield f"law is called {entry.law}, the material calls it {law.title}"


def _ruling_facts(entry: Ruling, material: Material) -> Iterator[str]:
    for cited in entry.cites:
        bwb_id, _, article = cited.partition("/")
        yield from _article_facts(bwb_id, article, material)
    judgment = material.judgments.get(entry.ecli)
    if judgment is None:
        yield f"{entry.ecli} is not in the material"
        return
    for name in ("court", "date", "subject"):
        ours, theirs = getattr(entry, name), getattr(judgment, name)
        if ours != theirs:
            yield f"{name} is {ours}, the material says {theirs}"


def _undated_amounts(entry: Provision, material: Material) -> Iterator[str]:
    """Sums without the year they are of, unless the article had them in 2015 already or is known to fix them."""
    identity = _identity(entry)
    fixed = {*_sums(material.old_texts.get(identity, "")), *FIXED_SUMS.get(identity, ())}
    for start, end in sentences(entry.digest):
        sentence = entry.digest[start:end]
        undated = [one for one in _sums(sentence) if one not in fixed]
        if undated and not YEAR.search(sentence):
            yield f"€ {', '.join(undated)} without a year: {sentence}"


def _sums(text: str) -> list[str]:
    return [re.sub(r"[.\s]", "", one) for one in SUM.findall(text)]


def _article_facts(bwb_id: str, article: str, material: Material) -> Iterator[str]:
    law = material.laws.get(bwb_id)
    if law is None:
        yield f"{bwb_id} is not in the material"
    elif article not in law.articles:
        yield f"{bwb_id} has no article {article}"
    elif not law.articles[article]:
        yield f"article {article} of {bwb_id} is not in force"


def copy_complaints(entries: Sequence[Entry], texts: Iterable[str]) -> list[str]:
    """The first run of `RUN` words each entry shares with any of the texts."""
    origins: dict[tuple[str, ...], list[str]] = {}
    for entry in entries:
        for run in {*_runs(entry.heading), *_runs(entry.digest)}:
            origins.setdefault(run, []).append(entry.origin)
    copied: dict[str, str] = {}
    for text in texts:
        for run in filter(origins.__contains__, _runs(text)):
            for origin in origins[run]:
                copied.setdefault(origin, " ".join(run))
    return [f"{origin}: copies {RUN} words: {words}" for origin, words in sorted(copied.items())]


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    words = WORD.findall(text.lower())
    return zip(*(islice(words, start, None) for start in range(RUN)), strict=False)


# Reading the material


def bwb_ids(entries: Iterable[Entry]) -> set[str]:
    """Every law the entries are about or cite."""
    ids: set[str] = set()
    for entry in entries:
        if isinstance(entry, Ruling):
            ids |= {cited.partition("/")[0] for cited in entry.cites}
        else:
            ids.add(entry.bwb_id)
    return ids


def read_material(folder: Path, wanted: set[str]) -> Material:
    """The articles of 2015, the 2024 text of each wanted law that is there, and all judgments."""
    laws, old_texts = _read_old_laws(folder / "tax-law-2015" / "articles.jsonl")
    texts = list(old_texts.values())
    for bwb_id in sorted(wanted):
        versions = sorted((folder / "bwb-xml-2024").glob(f"{bwb_id}_*.xml"))
        if versions:
            laws[bwb_id], text = _read_law(versions[-1])
            texts.append(text)
    judgments = {}
    for path in sorted((folder / "rulings-xml").glob("*.xml")):
        ecli, judgment, text = _read_judgment(path)
        judgments[ecli] = judgment
        texts.append(text)
    return Material(laws, judgments, texts, old_texts)


def _read_old_laws(path: Path) -> tuple[dict[str, Law], dict[str, str]]:
    titles: dict[str, str] = {}
    articles: dict[str, dict[str, bool]] = {}
    texts: dict[str, str] = {}
    with path.open(encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            titles[record["bwb_id"]] = record["law_title"]
            in_force = not LAPSED.match(record["text"])
            articles.setdefault(record["bwb_id"], {})[record["article"]] = in_force
            key = f"{record['bwb_id']}/{record['article']}"
            texts[key] = f"{texts[key]}\n{record['text']}" if key in texts else record["text"]
    laws = {key: Law(titles[key], OLD_TEXTS_DATE, articles[key]) for key in titles}
    return laws, texts


def _read_law(path: Path) -> tuple[Law, str]:
    root = ElementTree.parse(path).getroot()
    articles: dict[str, bool] = {}
    for element in _articles(root):
        number = " ".join(element.findtext("kop/nr", "").split())
        in_force = element.get("status", "goed") == "goed"
        articles[number] = articles.get(number, False) or in_force
    title = " ".join(root.findtext(".//citeertitel", "").split())
    return Law(title, path.stem.split("_")[1], articles), " ".join(_words(root))


def _articles(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    for child in element:
        if child.tag == "artikel":
            yield child
        elif child.tag != "bijlage":  # the articles of an annex have numbers of their own
            yield from _articles(child)


def _words(element: ElementTree.Element) -> Iterator[str]:
    """The text a reader sees: what editors recorded about each version is left out."""
    yield element.text or ""
    for child in element:
        if child.tag != "meta-data":
            yield from _words(child)
        yield child.tail or ""


def _read_judgment(path: Path) -> tuple[str, Judgment, str]:
    root = ElementTree.parse(path).getroot()
    about = root.find(".//{*}Description")
    if about is None:
        raise ValueError(f"{path} describes no judgment")
    facts = {name: about.findtext(f"{{*}}{name}", "") for name in ("identifier", "creator", "date")}
    subject = "; ".join(element.text or "" for element in about.findall("{*}subject"))
    bodies = (part for part in root if not part.tag.endswith("}RDF"))
    text = " ".join(piece for body in bodies for piece in body.itertext())
    return facts["identifier"], Judgment(facts["creator"], facts["date"], subject), text
