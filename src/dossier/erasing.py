"""The texts of a turn: finding, erasing and replacing them. Pure."""

import json
import re
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Any

from src.dossier import models
from src.dossier.journal import Agreement, ToolRecord, Turn
from src.dossier.receipt import Receipt

ERASED = "[gewist / erased]"
"""Stands where a text was, in every view."""

CONTAINED = 12
"""Characters from which a text is also looked for inside others; a shorter one only counts where it stands alone."""

BARE = 3
"""Letters and digits up to which a text identifies nothing and nobody."""

_CONFIRMATION = re.compile(
    r"(?:ja|nee|yes|no|ok|oke|oké|okay|akkoord|prima|goed|juist|klopt|graag|top|fine|good|great|sure|right|correct|agreed"
    r"|dat|dit|is|het|zo|hoor|zeker|inderdaad|precies|indeed|please|that|this|thanks|bedankt|dank|je|u|wel|you|thank"
    r"|its|it|s|yep|nope|jawel|perfect|exactly|bevestigd|confirmed|i|ik|ga|agree)"
)

_WORD = re.compile(r"[a-z]+(?:[_-][a-z]+)*")

Change = Callable[[str], str]


def identifies(text: str) -> bool:
    """Whether a text tells its copies from what anybody says: not so few letters, and no bare confirmation."""
    words = re.findall(r"\w+", text.casefold())
    return len("".join(words)) > BARE and not all(map(_CONFIRMATION.fullmatch, words))


def texts_of(turn: Turn, ids: Collection[str] = ()) -> set[str]:
    """Return every text that is erased with a turn.

    A quote is none, as it stands in a source, which stays; nor is one of these ids where an artifact names it.
    """
    artifacts = turn.patch.put_artifacts
    patch = turn.patch.model_copy(update={"put_artifacts": ()})
    rest = turn.model_copy(update={"tools": (), "receipts": (), "patch": patch})
    found = _texts_met(lambda keep: changed(rest, keep))
    for artifact in artifacts:
        found |= _texts_met(partial(_artifact, artifact)) - set(ids)
    for tool in turn.tools:
        found.update(_strings(tool.arguments))
    for receipt in turn.receipts:
        found.update(text for entry in receipt.rounds for text in _drafted(entry.output))
    return {text for text in found if text.strip() and text != ERASED}


def _texts_met(work: Callable[[Change], object]) -> set[str]:
    """Return every text that is given to a change which changes nothing."""
    found: set[str] = set()

    def keep(text: str) -> str:
        found.add(text)
        return text

    work(keep)
    return found


def erase(text: str) -> str:
    """Return the mark in place of a text; no text stays none."""
    return ERASED if text else ""


class Copies:
    """The texts that are to go, wherever else they stand."""

    def __init__(self, texts: Iterable[str], names: Iterable[str] = ()) -> None:
        """Take the texts, and names that are short and stand in lists all the same, as a file's does."""
        every = {text for text in texts if identifies(text)}
        self._whole = every | {text.strip() for text in every}
        # The longest first: a shorter one inside it must not break it up.
        self._parts = sorted(
            (text for text in self._whole if len(text) >= CONTAINED), key=len, reverse=True
        )
        # A list may have a backslash before any sign of a name.
        forms = (r"\\?".join(map(re.escape, name)) for name in names if identifies(name))
        self._names = [re.compile(rf"(?<!\w){form}(?!\w)") for form in forms]

    def redacted(self, text: str) -> str:
        """Return the text with a mark for every copy in it."""
        if text.strip() in self._whole:
            return ERASED
        for part in self._parts:
            text = text.replace(part, ERASED)
        for name in self._names:
            text = name.sub(lambda _: ERASED, text)
        return text


def changed(turn: Turn, change: Change) -> Turn:
    """Return the turn with every text changed; where one did, nothing stays that could be tried against it."""
    said = turn.request
    new = turn.model_copy(
        update={
            # Its id stays, so that the same message is not taken in a second time; a plan's digest tells nothing of it.
            "request": said and said.model_copy(update={"message": change(said.message)}),
            "tools": tuple(_tool(tool, change) for tool in turn.tools),
            "patch": turn.patch.model_copy(
                update={
                    "add_messages": tuple(
                        models.Message(role=message.role, content=change(message.content))
                        for message in turn.patch.add_messages
                    ),
                    "add_sources": tuple(_source(each, change) for each in turn.patch.add_sources),
                    "add_answers": tuple(_answer(each, change) for each in turn.patch.add_answers),
                    "title": turn.patch.title and change(turn.patch.title),
                    "add_labels": _labels(turn.patch.add_labels, change),
                    "remove_labels": _labels(turn.patch.remove_labels, change),
                    "put_artifacts": tuple(
                        _artifact(artifact, change) for artifact in turn.patch.put_artifacts
                    ),
                }
            ),
            "reply": change(turn.reply),
            "agreement": _agreement(turn.agreement, change),
        }
    )
    if new == turn and not _tells(turn.receipts, change):
        return turn
    # The prompt is hashed without a salt, and a receipt of what is gone makes nothing again.
    model = turn.model.model_copy(update={"prompt_hash": ""})
    return new.model_copy(update={"model": model, "receipts": ()})


def _tells(receipts: Iterable[Receipt], change: Change) -> bool:
    """Whether a draft, of which the answer may have kept nothing, holds a text that is to go."""
    rounds = [draft_round for receipt in receipts for draft_round in receipt.rounds]
    drafts = [draft for draft_round in rounds for draft in (draft_round.output, draft_round.raw)]
    return any(_arguments(draft, change) != draft for draft in drafts)


def _drafted(output: str) -> set[str]:
    draft = _parsed(output)
    if not isinstance(draft, dict):
        return _strings(output)
    claims = [row.get("text") for row in draft.get("claims", ()) if isinstance(row, dict)]
    lists = (*draft.get("open_points", ()), *draft.get("missing_facts", ()))
    return {text for text in (*claims, draft.get("conclusion"), *lists) if isinstance(text, str)}


def _labels(labels: Iterable[models.Label], change: Change) -> tuple[models.Label, ...]:
    """Return the labels that stay; a mark in place of the others would be one label for all."""
    return tuple(label for label in labels if change(label) == label)


def _source(source: models.Source, change: Change) -> models.Source:
    """Return what is the client's own changed, as a whole or not at all: its quotes are to be found again."""
    if not source.is_private:
        return source
    update: dict[str, Any] = {"title": change(source.title), "content": change(source.content)}
    if isinstance(source, models.Observation):
        # The body is hashed without a salt.
        update |= {"request": change(source.request), "url": "", "revision": "", "sha256": ""}
    if isinstance(source, models.Document):
        change(source.url)  # told, so that its copies go, too
        update |= {"url": "", "as_of": None}
    if isinstance(source, models.Picture):
        # Words about a picture may be anybody's, and its bytes are gone with it alone: they are its own turn's to lose.
        gone = {"sha256": "", "width": 0, "height": 0, "size": 0} if change is erase else {}
        return source.model_copy(update=update | gone)
    if update["content"] != ERASED:
        return source
    return source.model_copy(update=update)


def _artifact(artifact: models.Artifact, change: Change) -> models.Artifact:
    """Return an artifact changed: without its data where that goes as a whole, else in the texts that it holds."""
    if artifact.data and change(json.dumps(artifact.data, ensure_ascii=False)) == ERASED:
        return artifact.model_copy(update={"title": erase(artifact.title), "data": {}})

    def but_words(text: str) -> str:  # by single lower-case words a desk tells its own things apart
        return text if _WORD.fullmatch(text) else change(text)

    data = _mapped(artifact.data, but_words, names=False)
    return artifact.model_copy(update={"title": change(artifact.title), "data": data})


def _agreement(agreement: Agreement | None, change: Change) -> Agreement | None:
    if agreement is None or (name := change(agreement.name)) == agreement.name:
        return agreement
    # The file is hashed without a salt.
    return agreement.model_copy(update={"name": name, "sha256": ""})


def _tool(tool: ToolRecord, change: Change) -> ToolRecord:
    # The name of a tool that does not exist is a text of the model's own.
    name = change(tool.tool) if tool.outcome == "unknown_tool" else tool.tool
    update = {"tool": name, "arguments": _arguments(tool.arguments, change)}
    return tool.model_copy(update=update | ({"pictures": ()} if change is erase else {}))


def _arguments(text: str, change: Change) -> str:
    """Return the arguments, changed in the strings that they hold as JSON, however escaped, and as a whole."""
    value = _parsed(text)
    try:
        new = _mapped(value, change)
        return change(text if new == value else json.dumps(new, ensure_ascii=False))
    except RecursionError:
        return ERASED  # nested too deeply to be looked through, so nothing of it may stay


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _mapped(value: Any, change: Change, names: bool = True) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {
            change(name) if names else name: _mapped(entry, change, names)
            for name, entry in value.items()
        }
    return [_mapped(entry, change, names) for entry in value] if isinstance(value, list) else value


def _strings(arguments: str) -> set[str]:
    """Return the strings that arguments hold as JSON; those that are none, or too deep, are one themselves."""
    value = _parsed(arguments)
    try:
        found = _texts_met(lambda keep: _mapped(value, keep, names=False))
    except RecursionError:
        return {arguments}
    return {arguments} if value is None else found


def _answer(answer: models.Answer, change: Change) -> models.Answer:
    new = answer.model_copy(
        update={
            "question": change(answer.question),
            "claims": tuple(_claim(claim, change) for claim in answer.claims),
            "facts": tuple(_claim(claim, change) for claim in answer.facts),
            "conclusion": change(answer.conclusion),
            "open_points": tuple(map(change, answer.open_points)),
            "missing_facts": tuple(map(change, answer.missing_facts)),
            "struck": tuple(_struck(claim, change) for claim in answer.struck),
            "sentences": tuple(_sentence(sentence, change) for sentence in answer.sentences),
            "calculations": tuple(entry for entry in answer.calculations if _stays(entry, change)),
            "unsourced": tuple(map(change, answer.unsourced)),
            "left_out": tuple(_sentence(sentence, change) for sentence in answer.left_out),
        }
    )
    # What was sent is hashed without a salt.
    return answer if new == answer else new.model_copy(update={"sent_hash": ""})


def _sentence(one: models.ConclusionSentence, change: Change) -> models.ConclusionSentence:
    added, settled = tuple(map(change, one.added)), change(one.settled_by)
    return one.model_copy(update={"text": change(one.text), "added": added, "settled_by": settled})


def _stays(calculation: models.Calculation, change: Change) -> bool:
    """Return whether a calculation holds nothing that goes: what went in may be the user's own words."""
    words = [text for given in calculation.inputs for text in (given.value, given.quote)]
    return all(change(text) == text for text in (*words, calculation.given))


def _piece(piece: models.EvidencePiece, change: Change) -> models.EvidencePiece:
    """Return a quote changed: where no source has it, it is the user's own words."""
    if piece.source_id and change is not erase:
        return piece
    return piece.model_copy(update={"quote": change(piece.quote), "given": change(piece.given)})


def _claim(claim: models.Claim, change: Change) -> models.Claim:
    pieces = tuple(_piece(piece, change) for piece in claim.evidence)
    update: dict[str, Any] = {
        "text": change(claim.text),
        "evidence": pieces,
        "settled_by": change(claim.settled_by),
    }
    if change is erase:
        update |= {"quote": ERASED, "given": erase(claim.given), "flags": ()}
    elif update["text"] != claim.text:
        update["flags"] = ()  # words of the text
    return claim.model_copy(update=update)


def _struck(claim: models.Claim, change: Change) -> models.Claim:
    """Return a struck claim changed, its quote too where that is no source's but the model's own words."""
    new = _claim(claim, change)
    if claim.verdict not in ("not-found", "too-short"):
        return new
    return new.model_copy(update={"quote": change(new.quote), "given": change(new.given)})
