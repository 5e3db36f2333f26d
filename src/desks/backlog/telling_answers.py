"""What is told in answer to a question: fixed texts, and sentences with the words that they rest on. Pure."""

from collections.abc import Sequence

from src.desks.backlog.words import BUILTIN, TEXTS, BacklogTexts
from src.presenter import Telling
from src.tools.backlog.reports import ItemsExported, MeetingAnswered, QuotedWords, TextSaid
from src.wording.markdown import bullets, lead, plain


def tell_text(reports: Sequence[TextSaid], telling: Telling) -> list[str]:
    catalogues = TEXTS[telling.language], BUILTIN[telling.language]
    texts = {name: text for each in catalogues for name, text in vars(each).items()}
    return [texts[report.text] for report in reports]


def tell_answered(reports: Sequence[MeetingAnswered], telling: Telling) -> list[str]:
    """Return an answer sentence by sentence, each with the words that it rests on, and what was left out."""
    texts, report = TEXTS[telling.language], reports[-1]
    blocks: list[str] = []
    for text, quotes in report.sentences:
        blocks += [lead(text), bullets(_quoted(quote, texts) for quote in quotes)]
    if report.fell:
        own = {"number_not_quoted": texts.number_not_quoted}
        faults: dict[str, str] = {**texts.faults, **own, **telling.words.turned}
        why = dict.fromkeys(faults.get(fault, fault) for fault in report.fell.values())
        blocks.append(texts.held_back.format(count=len(report.fell), why="; ".join(why)))
    return blocks + ([telling.words.unread] if report.unread else [])


def _quoted(words: QuotedWords, texts: BacklogTexts) -> str:
    said_by = texts.said_by.format(speaker=words.speaker, line=words.line) if words.speaker else ""
    where = ", ".join(filter(None, (words.title, said_by)))
    return f"“{plain(' '.join(words.quote.split()))}” — {plain(where)}"


def tell_exported(reports: Sequence[ItemsExported], telling: Telling) -> list[str]:
    """Return the items as a text to take along, and how to have them as a file."""
    report, texts = reports[-1], TEXTS[telling.language]
    text = f"```\n{report.text}\n```" if report.form == "csv" else report.text
    return [texts.exported.format(id=telling.dossier.id), text]
