"""Every error, told wherever it can be met: as a frame, over REST, as a tool's refusal, on the command line."""

from typing import ClassVar

import pytest

from src.api import replies
from src.dossier.models import Dossier, Language
from src.errors import CODES, ForUser, TessError, problem, refusal
from src.presenter import PLAIN
from src.tools.base import Refused
from tests import docs_reader as reader
from tests.fakes import START

LEAVES = [pytest.param(error, id=code) for code, error in CODES.items()]


def raised(error: type[TessError]) -> TessError:
    """An error with all its details; seconds are a number, as clients reckon with them."""
    return error(**dict.fromkeys(reader.details_of(error), "7"))


@pytest.mark.parametrize("language", ["nl", "en"])
@pytest.mark.parametrize("error", LEAVES)
def test_every_error_is_told_in_a_frame(error: type[TessError], language: Language) -> None:
    frame = replies.failure(raised(error), language)
    assert frame.code == error.code
    assert "{" not in frame.error.replace('{"message"', "")
    assert 100 <= error.status < 600


@pytest.mark.parametrize("language", ["nl", "en"])
@pytest.mark.parametrize("error", LEAVES)
def test_every_error_of_a_tool_is_told_in_the_reply(
    error: type[TessError], language: Language
) -> None:
    dossier = Dossier(id="dos-00000001", desk="tax", created_at=START)
    told = PLAIN.say("", [Refused(error.code, raised(error).details)], dossier, language)
    assert refusal(error.code, raised(error).details, language) in told.text


def test_a_code_can_have_one_error_only() -> None:
    with pytest.raises(TypeError, match="two errors have the code busy"):

        class Twice(ForUser):
            code = "busy"
            nl = en = "x"


def test_an_error_without_its_sentences_is_refused_where_it_is_defined() -> None:
    with pytest.raises(TypeError, match="nowhere lacks: en"):

        class Nowhere(ForUser):
            code = "nowhere"
            nl: ClassVar[str] = "x"

    assert "nowhere" not in CODES


def test_words_of_the_program_are_told_in_words_and_others_as_they_are() -> None:
    assert problem("timeout", "en") == "no reply came in time; try again later"
    assert problem("No space left on device", "nl") == "No space left on device"
