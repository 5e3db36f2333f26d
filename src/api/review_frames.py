"""What the routes of ``review_routes`` take and return, beside what the room ``review`` has itself."""

from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from src.review.check import CheckedAnswer


class _ReviewFrame(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class CheckFrame(_ReviewFrame):
    """The answers of a dossier, each judged anew."""

    dossier_id: str
    same: bool = Field(description="Whether nothing differs from what was stored.")
    answers: list[CheckedAnswer]


class LiveRequest(_ReviewFrame):
    """Which answer to ask for again; the last one where none is named."""

    answer: str | None = Field(None, max_length=40)


class RetimeRequest(LiveRequest):
    """By the sources of which day, and whether the branch is to be kept as a new dossier."""

    as_of: date
    keep: bool = False


class WhatIfRequest(LiveRequest):
    """Which sources to leave out and to add, each by its id, its title or its number."""

    without: list[str] = Field(default=[], max_length=1_000)
    added: list[str] = Field(default=[], alias="with", max_length=1_000)
