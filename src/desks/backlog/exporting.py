"""The items of a dossier as a file to hand over: each with its criteria, its tag and the words that it stands on."""

import csv
import io
import re
from collections.abc import Iterator

from src.desks.backlog.artifacts import BacklogItem
from src.desks.backlog.errors import ItemsMissing
from src.desks.backlog.item_words import story_of
from src.desks.backlog.kept import (
    candidates_in,
    items_in,
    meetings_in,
    number_of,
    segments_in,
    speaker_of,
    tags_in,
    written_steps,
)
from src.desks.backlog.words import TEXTS, BacklogTexts
from src.dossier.models import Dossier
from src.export.as_docx import docx
from src.export.as_markdown import markdown
from src.export.memo import Block, Heading, Inlines, Items, Page, Paragraph, TextRun, plain
from src.texts import catalogue

_FORMULA = re.compile(r"^[=+\-@\t\r]")


def exported(dossier: Dossier, _: str, kind: str) -> tuple[str, bytes]:
    """Return the name and the content of a file of this kind: md, docx or csv; raises ``ItemsMissing``."""
    if not items_in(dossier):
        raise ItemsMissing
    titles = "; ".join(filter(None, dict.fromkeys(meetings_in(dossier).values())))
    stem = re.sub(r"[^a-z0-9]+", "-", titles.lower()).strip("-")[:80]
    name = f"{stem or 'items'}.{kind}"
    if kind == "csv":
        return name, _csv(dossier)
    made = _page(dossier, titles)
    return name, docx(made) if kind == "docx" else markdown(made).encode()


def _csv(dossier: Dossier) -> bytes:
    """Return a row for each item; no cell is a formula."""
    tags, steps, places = tags_in(dossier), written_steps(dossier), segments_in(dossier)
    texts = TEXTS[dossier.language or "en"]
    rows: list[dict[str, object]] = []
    for name, item in items_in(dossier).items():
        tag, step = tags.get(name), steps.get(name)
        named = dict.fromkeys((item.segment_id, *(said.segment_id for said in item.evidence)))
        lines = ("{}-{}".format(*places[each].lines) for each in named if each in places)
        rows.append(
            {
                "number": number_of(name),
                "type": item.type,
                "title": item.title,
                "description": item.description,
                "criteria": "\n".join(_criteria(item, texts)),
                "parent": item.parent,
                "tag": tag.tag if tag else "",
                "related": tag.related_id if tag else "",
                "state": item.state,
                "quotes": "\n".join(each.quote for each in item.evidence),
                "lines": ", ".join(lines),
                "work_item": step.id if step and step.id else "",
                "notes": "\n".join(texts.notes[each] for each in item.notes),
                "persona": item.persona,
                "need": item.need,
                "benefit": item.benefit,
                "priority": item.priority or "",
                "labels": "; ".join(item.labels),
            }
        )
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(rows[0])
    for row in rows:
        writer.writerow([_FORMULA.sub(r"'\g<0>", str(cell)) for cell in row.values()])
    return out.getvalue().encode("utf-8-sig")


def _page(dossier: Dossier, title: str) -> Page:
    language = dossier.language or "en"
    return Page(
        language=language,
        kind="Backlog",
        title=title or dossier.id,
        author="TESS",
        date=dossier.created_at.date().isoformat(),
        words=catalogue(language, "wording")["memo"],
        blocks=(*_blocks(dossier), *_rejected(dossier)),
        notes=(),
    )


def _blocks(dossier: Dossier) -> Iterator[Block]:
    language = dossier.language or "en"
    texts, tags = TEXTS[language], tags_in(dossier)
    for name, item in items_in(dossier).items():
        yield Heading(text=f"{number_of(name)}. {item.title}")
        tag = tags.get(name)
        told = [texts.types[item.type], texts.states[item.state]]
        if item.persona:
            told.append(item.persona)
        if item.priority:
            told.append(texts.priority.format(priority=item.priority))
        told += [f"#{label}" for label in item.labels]
        if tag:
            about = dossier.source(tag.related_id) if tag.related_id else None
            told.append(
                texts.tags[tag.tag] + (f": {about.title} ({tag.related_id})" if about else "")
            )
        yield Paragraph(content=(TextRun(text=" · ".join(told), style="quiet"),), role="quiet")
        if story := story_of(item, language):
            yield Paragraph(content=plain(story))
        if item.description:
            yield Paragraph(content=plain(item.description))
        parts = (
            (texts.criteria, _criteria(item, texts)),
            ("", tag.delta if tag else ()),
            (texts.evidence, [f"“{piece.quote}”" for piece in item.evidence]),
            (texts.noted, [texts.notes[note] for note in item.notes]),
        )
        for title, lines in parts:
            if lines and title:
                yield Paragraph(content=(TextRun(text=title, style="strong"),))
            if lines:
                yield Items(items=tuple(map(plain, lines)))


def _criteria(item: BacklogItem, texts: BacklogTexts) -> list[str]:
    """Return the criteria, those marked that a second reading did not find."""
    return [each.text + (f" ({texts.unsaid})" if each.unsaid else "") for each in item.criteria]


def _rejected(dossier: Dossier) -> Iterator[Block]:
    """Yield what the meeting rejected or put off, and what was struck, with its speaker and line."""
    texts = TEXTS[dossier.language or "en"]
    lines: list[Inlines] = []
    for line in candidates_in(dossier):
        if line.struck:
            speaker, number = speaker_of(line.said, dossier.source(line.source_id))
            said_by = f" ({texts.said_by.format(speaker=speaker, line=number)})" if speaker else ""
            lines.append(plain(f"{line.state or line.why}: “{line.quote}”{said_by}"))
    if lines:
        yield Heading(text=texts.rejected_heading)
        yield Items(items=tuple(lines))
