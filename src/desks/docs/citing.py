"""Where a section stands, as people read it: `Deployment > The server, docs/deploy.md lines 5-42`. Pure."""

from src.desks.docs.words.texts import DocsTexts
from src.dossier.models import Document, Source
from src.wording.markdown import inert, plain


def place_of(source: Source) -> str:
    """Return the headings down to a section, or its title where it has none."""
    return (source.path if isinstance(source, Document) else "") or source.title


def standing(source: Document, texts: DocsTexts) -> str:
    """Return where a section stands but for its headings: file, lines, version and day of its last change."""
    file, first, last = source.file, source.first_line, source.last_line
    if not first:
        where = file
    elif first == last:
        where = texts.cited_line.format(file=file, first=first)
    else:
        where = texts.cited_lines.format(file=file, first=first, last=last)
    version = texts.cited_version.format(version=source.version) if source.version else ""
    changed = texts.cited_changed.format(day=source.updated.isoformat()) if source.updated else ""
    return f"{where}{version}{changed}"


def cited(source: Source, texts: DocsTexts) -> str:
    """Return where a section stands, without a link: place, file, lines, version and day of its last change."""
    place = plain(place_of(source))
    if not isinstance(source, Document) or not source.file:
        return place
    return texts.cited_in.format(place=place, where=inert(standing(source, texts)))


def linked(source: Source, texts: DocsTexts) -> str:
    """Return the same as a link to the section, where it has an address."""
    told = cited(source, texts)
    return f"[{told}]({source.url})" if source.url else told


def located(source: Source, texts: DocsTexts) -> str:
    """Return where a section stands with its link, or with the anchor by which its file has it."""
    anchor = source.anchor if isinstance(source, Document) and not source.url else ""
    return f"{linked(source, texts)} (`#{inert(anchor)}`)" if anchor else linked(source, texts)
