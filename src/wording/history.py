"""The history of a dossier in words: the log, why something is where it is, and what sets two states apart."""

from collections.abc import Iterator

from src.dossier.comparison import ArtifactLine, Comparison
from src.dossier.log import LogLine
from src.dossier.models import Answer, Artifact, Dossier
from src.dossier.provenance import Event
from src.wording.texts import Wording


def log_text(line: LogLine, words: Wording) -> str:
    """Return one turn of the log: when, who, what was said and what changed."""
    did = [
        words.history[change.kind].format(names=", ".join(map(one_line, change.names)))
        for change in line.changes
    ]
    said = [f"“{one_line(line.message)}”"] if line.message else []
    told = "; ".join([*said, *did] or [words.history["nothing"]])
    return f"{line.version}  {line.time:%Y-%m-%d %H:%M:%S}  {one_line(line.author)}  {told}"


def event_text(event: Event, words: Wording) -> str:
    """Return one thing that happened to a source or an artifact."""
    details = {
        "tool": one_line(event.tool),
        "query": one_line(event.query),
        "rank": str(event.rank),
        "score": f"{event.score:.4g}" if event.score is not None else "",
        "answer": event.answer,
    }
    told = words.history[_event_word(event)].format(**details)
    said = words.history["said"].format(words=one_line(event.words)) if event.words else ""
    return (
        f"{event.version}  {event.time:%Y-%m-%d %H:%M:%S}  {one_line(event.author)}  {told}{said}"
    )


def _event_word(event: Event) -> str:
    if event.kind == "used":
        return "source_quoted" if event.quoted else "source_used"
    if event.kind == "undone" and event.answer:
        return "source_answer_undone"
    if event.kind in ("put", "replaced", "taken_out"):
        return f"artifact_{event.kind}"
    return f"source_{event.kind}"


def comparison_text(found: Comparison, a: str, b: str, words: Wording) -> str:
    """Return what differs between two states with these names, a line each; empty where nothing does."""
    return "\n".join(_differences(found, a, b, words))


def _differences(found: Comparison, a: str, b: str, words: Wording) -> Iterator[str]:
    for name in ("sources", "selected", "answers"):
        for sign, place, side in (("-", a, "a"), ("+", b, "b")):
            for entry in getattr(found, f"{name}_only_in_{side}"):
                label = entry.question if name == "answers" else entry.title
                yield f"{sign} {words.history[f'only_{name}'].format(place=place)}: {one_line(label)} [{entry.id}]"
    for source in found.other_text:
        yield f"~ {words.history['other_text']}: {one_line(source.title)} [{source.id}]"
    for work in found.versions:
        versions = f"{', '.join(work.a)} -> {', '.join(work.b)}"
        yield f"~ {words.history['versions']}: {one_line(work.title)}: {versions}"
    only = words.history["only_artifacts"]
    for sign, place, artifacts in (
        ("-", a, found.artifacts_only_in_a),
        ("+", b, found.artifacts_only_in_b),
    ):
        for artifact in artifacts:
            yield f"{sign} {only.format(place=place)}: {_artifact(artifact)}"
    for value in found.other_artifacts:
        yield f"~ {words.history['other_artifact']}: {_artifact(value)}"
    if found.as_of:
        yield f"~ {words.history['as_of_differs']}: {found.as_of[0] or '-'} -> {found.as_of[1] or '-'}"


def _artifact(artifact: Artifact | ArtifactLine) -> str:
    return f"{one_line(artifact.title) or '-'} ({artifact.kind}) [{artifact.id}]"


def one_line(text: str) -> str:
    """Return a text without line breaks and control characters: whoever wrote it, a terminal only prints it."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def dossier_text(dossier: Dossier, words: Wording) -> str:
    """Return a dossier as a person reads it: what was said, marked sources, artifacts, answers."""
    said = [f"{message.role}: {printable(message.content)}" for message in dossier.conversation]
    return "\n\n".join([head_text(dossier), *said, held_text(dossier, words)])


def head_text(dossier: Dossier) -> str:
    return f"{dossier.id}, version {dossier.version}"


def held_text(dossier: Dossier, words: Wording) -> str:
    """Return what a dossier holds beside its conversation."""
    sources = [
        f"{'[x]' if source.id in dossier.selected_ids else '[ ]'} {number}. {one_line(source.title)} [{source.id}]"
        for number, source in enumerate(dossier.sources, start=1)
    ]
    marked = [
        f"[{answer.id}] {one_line(since_removed_text(answer, dossier, words))}"
        for answer in dossier.answers
        if answer.sources_since_removed
    ]
    listed = f"{words.sources_heading}\n" + "\n".join(sources)
    made = "\n".join(_artifact(artifact) for artifact in dossier.artifacts)
    artifacts = [f"{words.history['artifacts_heading']}\n{made}"] if made else []
    return "\n\n".join([listed, *artifacts, *marked])


def since_removed_text(answer: Answer, dossier: Dossier, words: Wording) -> str:
    """Return that an answer stands on sources since removed, each by its title, or by its id where it is gone."""
    titles = {source.id: source.title for source in dossier.sources}
    named = "; ".join(titles.get(text, text) for text in answer.sources_since_removed)
    return words.since_removed.format(version=answer.based_on_version, titles=named)


def printable(text: str) -> str:
    """Return a text without control characters but its line breaks."""
    return "".join(sign for sign in text if sign.isprintable() or sign == "\n")
