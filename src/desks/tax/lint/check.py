"""Checks every citation of a document against the library."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from pathlib import Path

from src.desks.tax.law.citations import (
    ArticleCitation,
    LjnCitation,
    Mention,
    ReportCitation,
    RulingCitation,
    find_mentions,
)
from src.desks.tax.law.laws import WORD, fold
from src.desks.tax.lint import verdicts
from src.desks.tax.lint.model import Catalogue, CitationFinding, Judged, Verdict, reason
from src.desks.tax.lint.stated import day_before, day_behind, day_of, stated_ruling
from src.desks.tax.sources import Legislation
from src.grounding.gate import check, find
from src.language.opposites import forms_beside
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.readers import LONGEST_TEXT, Part, pdf_parts, plain_parts
from src.search.loaders.word import parts as word_parts
from src.texts import beside

_form = forms_beside(__file__)

_HEAD = _form("head")
"""``Uitvoeringsregeling`` by itself stands for one that was named before, as ``Wet`` does; ``Turfwet`` is a name."""
_INTO_NAME = _form("into_name")
_NEXT = re.compile(r"\s([\w’'-]*\w)(?!\w)(?!-\s)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_BEGINNING = frozenset("op inzake betreffende houdende tot van".split())
"""Words that join the first word of a name to the rest: ``Wet op de``, ``Wetboek van``."""
_JOINING = _BEGINNING | frozenset("de het en voor der over bij in".split())
_ARTICLES = frozenset(("de", "het"))
_OTHER = frozenset(beside(__file__, "no_name_words")["other"].split())
_VERB = _form("verb")
"""``bepaalt``; of nouns in -t only some are let through."""
_TOLD = _form("told")
"""What goes on with a sentence right behind ``de Wet``: ``neergelegde``, ``vervatte``."""
_SHORTEST = 12
"""Letters of one word behind ``Wet`` that is taken for a name without a year: ``evenzeer`` is none."""
_MOST_WORDS = 8
_WINDOW = 120
_REGISTER = Path(__file__).with_name("registered_laws.txt")


def unknown_law(text: str, citation: ArticleCitation) -> str:
    """Return the name of the law that is cited, where no register knows it; empty for all else.

    An abbreviation, a treaty, European and local law and ``de Wet`` by itself are never called unknown.
    """
    start, end = citation.span
    into = _INTO_NAME.match(text, end)
    at = into.end() if into else end
    stop = _end_of_name(text, at)
    if not stop and not citation.law:
        at, stop = _name_before(text, start)
    if not stop:
        return ""
    name = " ".join(text[at:stop].split())
    # A register may have it without its year, cut short, or longer than it was read.
    said, read = _squeezed(name), _squeezed(text[at : at + _WINDOW])
    is_known = any(known.startswith(said) or read.startswith(known) for known in _register())
    return "" if is_known else name


def _name_before(text: str, end: int) -> tuple[int, int]:
    """Return where the name of a law right before a place begins and ends; zeros where there is none."""
    for head in _HEAD.finditer(text, max(0, end - _WINDOW), end):
        stop = _end_of_name(text, head.start())
        if stop and not text[stop:end].strip(" ,:\n"):
            return head.start(), stop
    return 0, 0


def _end_of_name(text: str, at: int) -> int:
    """Return where the name ends that begins here; 0 where none does, or only a word such as ``Wet``."""
    head = _HEAD.match(text, at)
    if head is None:
        return 0
    end = head.end() if head["named"] else 0
    place = behind = head.end()
    before = head[0]
    for _ in range(_MOST_WORDS):
        found = _NEXT.match(text, place)
        if found is None or not _goes_on(found[1], before, head):
            break
        word, place = found[1], found.end()
        before = word
        if _YEAR.fullmatch(word):
            return place
        end = end if word in _JOINING else place
    is_word = " " not in text[behind + 1 : end]
    return 0 if not head["named"] and is_word and end - behind <= _SHORTEST else end


def _goes_on(word: str, before: str, head: re.Match[str]) -> bool:
    """Tell whether a word belongs to the name before it: a year does, and behind ``Wet`` what a law can be about."""
    if _YEAR.fullmatch(word):
        return True
    if head["named"] or word[:1].isdigit():
        return False
    is_first = before == head[0]
    if word in _JOINING:
        return not is_first or word in _BEGINNING
    if word.lower() in _OTHER:
        return False
    is_told = is_first and _TOLD.fullmatch(word.replace("-", ""))
    return before in _ARTICLES or not (is_told or _VERB.fullmatch(word))


def _squeezed(name: str) -> str:
    """Return a name's letters and digits, as line ends and hyphens stand anywhere."""
    return "".join(WORD.findall(fold(name)))


@cache
def _register() -> tuple[str, ...]:
    return tuple(map(_squeezed, _REGISTER.read_text("utf-8").splitlines()))


LARGEST_FILE = 50 * 2**20
"""Bytes."""


def read_document(path: Path) -> tuple[Part, ...]:
    """Return the parts of a ``.txt``, ``.md``, ``.docx`` or ``.pdf`` file; what can't be read is NotLoaded."""
    read = _READERS.get(path.suffix.lower())
    if read is None:
        raise NotLoaded(f"only {', '.join(sorted(_READERS))} can be read")
    document = tuple(_bounded(read(_content(path))))
    if not any(text.strip() for _, text in document):
        raise NotLoaded("there is no text in it; a scan must be made into text first")
    return document


def _bounded(parts: Iterable[Part]) -> Iterator[Part]:
    length = 0
    for place, text in parts:
        length += len(text)
        if length > LONGEST_TEXT:
            raise NotLoaded(f"its text is longer than {LONGEST_TEXT:,} characters")
        yield place, text


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise NotLoaded(error.strerror or str(error)) from error
    if len(content) > LARGEST_FILE:
        raise NotLoaded(f"it is larger than {LARGEST_FILE // 2**20} MiB")
    return content


_READERS: dict[str, Callable[[bytes], Iterable[Part]]] = {
    ".txt": plain_parts,
    ".md": plain_parts,
    ".docx": word_parts,
    ".pdf": pdf_parts,
}


_LONGEST = 2_000
_SHOWN = 60
_BEHIND = _form("behind")
"""``artikel 6:7 Awb luidt: “...”``; a word in quotation marks that nothing introduces is no quote of the article."""
_BEFORE = _form("before")


def quoted(text: str, citation: ArticleCitation, before: int, behind: int) -> str:
    """Return what a text quotes from the article that it cites; nothing where another citation stands between."""
    start, end = citation.span
    found = _BEHIND.match(text, end)
    if found is None or max(found.start("quote"), found.start("single")) > max(end, behind):
        found = _BEFORE.search(text, max(before, start - _LONGEST), start)
    return (found["quote"] or found["single"]) if found else ""


def _stands(quote: str, source: Legislation) -> bool:
    """Tell whether a source has the words; a line of a text may end behind a hyphen that stays."""
    return any(find(words, source.content) for words in (quote, " ".join(quote.split())))


def judge_quote(
    quote: str, citation: ArticleCitation, judged: Judged, catalogue: Catalogue
) -> Judged:
    """Return the verdict with what is known of the quote; the verdict as it is where the library lacks the text."""
    texts = catalogue.texts(citation.work or "", citation.article)
    if judged.since is None or not texts:
        return judged
    source = next((text for text in texts if text.as_of == judged.since), None)
    if source is None or check(quote, source).verdict == "too-short":
        return judged
    if _stands(quote, source):
        return Judged(judged.verdict, reason("quoted", told=judged.reason), judged.since)
    other = next((text.as_of for text in texts if _stands(quote, text)), None)
    told = reason(
        "misquoted",
        quote=quote if len(quote) <= _SHOWN else f"{quote[:_SHOWN].rsplit(' ', 1)[0]} ...",
        where=f"{source.law}, artikel {source.article},",
        since=judged.since,
        elsewhere=reason("in_other_version", since=other) if other else "",
    )
    return Judged(Verdict.MISQUOTED, told, judged.since)


_ARTICLE = re.compile(r"\bart|§", re.IGNORECASE)
_ARTICLE_NEXT = re.compile(r",?\s+art", re.IGNORECASE)


@dataclass(frozen=True)
class CheckedText:
    """What was found in one file; ``problem`` says why it could not be read."""

    path: Path
    findings: tuple[CitationFinding, ...] = ()
    problem: str = ""


def check_file(path: Path, catalogue: Catalogue, days: verdicts.Days) -> CheckedText:
    """Return what is known of every citation in a file, in the order of its text."""
    try:
        document = read_document(path)
    except NotLoaded as error:
        return CheckedText(path, problem=str(error))
    text = "\n".join(part for _, part in document)  # a citation may run from one into the next
    days = replace(days, of_text=days.of_text or day_of(text, days.today))
    mentions = [entry for entry in find_mentions(text, catalogue.names) if _is_cited(text, entry)]
    starts = list(accumulate((len(part) + 1 for _, part in document), initial=0))
    places = [document[bisect_right(starts, mention.span[0]) - 1][0] for mention in mentions]
    judged = _judged(text, mentions, catalogue, days)
    findings = (
        CitationFinding(place, _words(text, mention), _names(mention), entry)
        for mention, place, entry in zip(mentions, places, judged, strict=True)
    )
    return CheckedText(path, tuple(findings))


def _is_cited(text: str, mention: Mention) -> bool:
    """Tell whether the text says that what it mentions exists.

    It does not of an article between the ends of a range, of the number of a row before the law in the next column,
    nor of ``SHA-256`` of a law.
    """
    if not isinstance(mention, ArticleCitation):
        return True
    start, end = mention.span
    if mention.implied or _ARTICLE.search(text, start, end):
        return not mention.implied
    is_cell = "\n" in text[start:end] or "|" in text[start:end] or _ARTICLE_NEXT.match(text, end)
    return not is_cell and text[max(0, start - 1) : start] != "-"


def _judged(
    text: str, mentions: Sequence[Mention], catalogue: Catalogue, days: verdicts.Days
) -> Iterator[Judged]:
    spans = sorted({(0, 0), *(mention.span for mention in mentions), (len(text), len(text))})
    places = {span: place for place, span in enumerate(spans)}
    read_to = 0
    for mention in mentions:
        start, end = mention.span
        match mention:
            case ArticleCitation():
                place = places[mention.span]  # a day belongs to the citation beside it only
                before, behind = spans[place - 1][1], spans[place + 1][0]
                day, length = day_behind(text[end:behind])
                meant = day or day_before(text[max(before, read_to) : start]) or days.meant
                read_to = end + length
                judged = _judged_article(text, mention, catalogue, replace(days, meant=meant))
                quote = quoted(text, mention, before, behind)
                yield judge_quote(quote, mention, judged, catalogue) if quote else judged
            case RulingCitation():
                stated = stated_ruling(text, start, end)
                yield verdicts.judge_ruling(mention.ecli, stated, catalogue, days.today)
            case LjnCitation():
                stated = stated_ruling(text, start, end)
                yield verdicts.judge_ljn(mention.ljn, stated, catalogue, days.today)
            case ReportCitation():
                yield Judged(Verdict.NOT_HERE, reason("report", report=mention.report))


def _judged_article(
    text: str, citation: ArticleCitation, catalogue: Catalogue, days: verdicts.Days
) -> Judged:
    unknown = "" if citation.work else unknown_law(text, citation)
    if unknown:
        return Judged(Verdict.UNKNOWN_LAW, reason("unregistered_law", law=unknown))
    judge = (
        verdicts.judge_article if _ARTICLE.search(text, *citation.span) else verdicts.judge_number
    )
    return judge(citation, catalogue, days)


def _words(text: str, mention: Mention) -> str:
    """Return the words of a citation on one line, with the name of a law that nobody knows."""
    words = " ".join(text[slice(*mention.span)].split())
    if isinstance(mention, ArticleCitation) and mention.work is None and mention.law not in words:
        return f"{words} {mention.law}"
    return words


def _names(mention: Mention) -> str:
    match mention:
        case ArticleCitation():
            return f"{mention.work}/{mention.article}" if mention.work else mention.article
        case RulingCitation():
            return mention.ecli
        case LjnCitation():
            return f"LJN {mention.ljn}"
        case ReportCitation():
            return mention.report
