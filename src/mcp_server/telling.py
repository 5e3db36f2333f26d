"""Results as texts for a model: the reply first, and then what the next call needs. Pure."""

import json
from collections.abc import Iterator, Mapping, Sequence

from pydantic import JsonValue

from src.desks.desk import Desk
from src.desks.kinds import OF_EVERY_DESK
from src.dossier.models import Artifact, Language
from src.dossier.provenance import Event
from src.mcp_server.questions import WORDS, words_of
from src.mcp_server.results import DoorResult, NumberedSource, QuotedClaim


def tell_turn(result: DoorResult, language: Language) -> str:
    """Return the reply, with ids and digests behind it."""
    words = words_of(result.language or language)
    facts = words.facts.format(
        dossier=result.dossier, version=result.version, outcome=result.outcome
    )
    digests = [result.shown] if result.shown and result.outcome == "request" else []
    lines = [words.confirm_with.format(digest=digest) for digest in digests]
    return "\n\n".join(filter(None, [result.reply, "\n".join([f"[{facts}]", *lines])]))


def tell_dossiers(result: DoorResult, language: Language) -> str:
    """Return a line for each dossier."""
    words = WORDS[language]
    lines = [
        f"- {line.id} ({line.desk}, {line.version}): {line.title}" for line in result.dossiers or ()
    ]
    more = [words.more.format(cursor=result.next)] if result.next else []
    return "\n".join([*lines, *more]) or words.nothing


def tell_sources(
    sources: Sequence[NumberedSource], language: Language, shown: str | None = None
) -> str:
    """Return a line for each source; those that an answer would use have a cross."""
    lines = [tell_numbered(sources)] if sources else []
    confirm = WORDS[language].confirm_with
    digest = ["", confirm.format(digest=shown)] if shown else []
    return "\n".join([*lines, *digest]) or WORDS[language].nothing


def tell_numbered(sources: Sequence[NumberedSource]) -> str:
    """Return a line for each source, with its number."""
    return "\n".join(
        f"{entry.number}. [{'x' if entry.selected else ' '}] {_placed(entry)} ({entry.kind_label})"
        for entry in sources
    )


def _placed(source: NumberedSource) -> str:
    """Return the title of a source; of a section with its file, lines and version: ``Ports, setup.md:4-9, 2.4``."""
    first, last = source.lines or (0, 0)
    lines = f":{first}-{last}" if first < last else f":{first}" if first else ""
    file = f"{source.file}{lines}" if source.file else ""
    told = (source.title, file, source.version)
    return ", ".join(" ".join(text.split()) for text in told if text)


def tell_answer(result: DoorResult, language: Language) -> str:
    """Return an answer with the words that each claim stands on."""
    titles = {
        each.id: _placed(each) for each in result.sources or () if isinstance(each, NumberedSource)
    }
    claims = [_claim(one, titles.get(one.source_id, one.source_id)) for one in result.claims or ()]
    open_ends = [f"- {text}" for text in (*result.missing_facts, *result.open_points)]
    parts = [f"**{result.question}**", result.conclusion, *claims, "\n".join(open_ends)]
    return "\n\n".join(filter(None, parts)) or WORDS[language].nothing


def _claim(claim: QuotedClaim, title: str) -> str:
    verdict = f", {claim.verdict}" if claim.verdict else ""
    return f"{claim.text}\n> {' '.join(claim.quote.split())}\n({title}{verdict})"


def tell_why(result: DoorResult, language: Language) -> str:
    """Return a line for each thing that happened."""
    return "\n".join(map(_event, result.events or ())) or WORDS[language].nothing


def _event(event: Event) -> str:
    what = [event.kind, event.tool, event.query and f"“{event.query}”", event.answer]
    said = f": {event.words}" if event.words else ""
    return f"{event.version}. {event.time:%Y-%m-%d %H:%M} {event.author} {' '.join(filter(None, what))}{said}"


def artifact_text(artifact: Artifact, desk: Desk | None, language: Language) -> str:
    """Return what people are shown of an artifact: of a plan what is written, and never what confirms it."""
    kinds = desk.artifact_kinds if desk else OF_EVERY_DESK
    kind = next((kind for kind in kinds if kind.name == artifact.kind), None)
    if kind is None:
        return artifact.label
    rows = artifact.data.get(kind.rows) if kind.rows else [artifact.data]
    rows = [entry for entry in rows if isinstance(entry, dict)] if isinstance(rows, list) else []
    columns = [(column.field, column.label[language]) for column in kind.columns]
    if kind.file:
        return "\n\n".join(_value(row.get(name)) for row in rows for name, _ in columns)
    texts = ["\n".join(_fields(row, columns)) for row in rows]
    return "\n\n".join([f"# {artifact.title or kind.label[language]}", *filter(None, texts)])


def _fields(row: Mapping[str, JsonValue], columns: Sequence[tuple[str, str]]) -> Iterator[str]:
    for name, label in columns:
        value = _value(row.get(name))
        if value:
            yield f"- {label}: {value}"


def _value(value: JsonValue) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)
