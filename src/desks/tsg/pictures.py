"""What is read in pictures: by a model that sees, else when the picture came in. Lines may stand on it."""

from dataclasses import dataclass
from datetime import UTC, datetime

from src.desks.tsg.artifacts import NotesPicture
from src.desks.tsg.clearing import Gate
from src.desks.tsg.forms import PictureReading, PictureTask
from src.desks.tsg.kept import PICTURE, reading_id, sha256_of
from src.dossier.blobs import BlobReader, sound_blob
from src.dossier.models import Dossier, Observation, Picture
from src.errors import ModelGaveNoAnswer, ModelUnavailable
from src.llm.protocol import ChatMessage, ChatPicture, Llm, Usage

MOST_PICTURES = 10


@dataclass(frozen=True)
class ReadPictures:
    """Pictures with the reader of each, and what a model read in them."""

    pictures: tuple[NotesPicture, ...]
    readings: tuple[Observation, ...]
    usage: Usage
    shown: tuple[str, ...]
    """SHA-256 of those that a model was given."""


@dataclass(frozen=True)
class PicturesReader:
    """Has the selected pictures read."""

    vision: Llm | None
    blobs: BlobReader
    gate: Gate
    prompt: str

    async def read(self, dossier: Dossier, language: str) -> ReadPictures:
        """Return who read which picture; what a model read passes the personal-data gate, or refuses the turn."""
        seen: list[NotesPicture] = []
        readings: list[Observation] = []
        shown: list[str] = []
        usage = Usage()
        every = [entry for entry in dossier.selected if isinstance(entry, Picture) and entry.sha256]
        for number, picture in enumerate(every[:MOST_PICTURES], start=1):
            known = dossier.source(reading_id(picture))
            told = None if known else await self._told(dossier, picture, number, language)
            if told:
                reading, used = told
                usage += used
                shown.append(picture.sha256)
                readings.append(reading)
            has_text = "\n" in picture.content  # behind what its user says of it
            read_by = "model" if known or told else "ocr" if has_text else ""
            seen.append(NotesPicture.model_validate({"id": picture.id, "read_by": read_by}))
        return ReadPictures(tuple(seen), tuple(readings), usage, tuple(shown))

    async def _told(
        self, dossier: Dossier, picture: Picture, number: int, language: str
    ) -> tuple[Observation, Usage] | None:
        """Return what a model reads in a picture; None where none may see it, or it reads nothing."""
        if self.vision is None or not picture.may_leave:
            return None
        content = await sound_blob(self.blobs, dossier.id, picture.sha256)
        given = ChatPicture(picture.title, picture.media_type, content)
        task = PictureTask(number=number, language=language)
        asked = ChatMessage("user", task.model_dump_json(), pictures=(given,))
        try:
            reply = await self.vision.chat_structured(
                [ChatMessage("system", self.prompt), asked], PictureReading
            )
        except (ModelGaveNoAnswer, ModelUnavailable):
            return None
        text = "\n".join(filter(None, (reply.value.text.strip(), reply.value.shows.strip())))
        if not text:
            return None
        await self.gate.check([text])
        reading = Observation(
            id=reading_id(picture),
            title=f"{number}: {picture.title}",
            content=text,
            system=PICTURE,
            request=f"read {picture.id}",
            taken_at=datetime.now(UTC),
            sha256=sha256_of(text),
        )
        return reading, reply.usage
