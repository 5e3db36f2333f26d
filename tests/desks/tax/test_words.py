"""The words of the tax desk: complete in both languages, and filled in with what the engine's own are."""

from collections.abc import Mapping
from typing import Any

import pytest

from src.desks.catalogue import presenter_of
from src.desks.tax.desk import tax_desk
from src.desks.tax.words import TEXTS, WORDINGS
from src.dossier.models import Language
from src.wording import WORDINGS as PLAIN_WORDINGS
from tests import docs_reader as reader
from tests.fakes import ListRetriever, MemoryStore, ScriptedLlm


def fields(texts: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: reader.fields_in(text) if isinstance(text, str) else fields(text)
        for name, text in texts.items()
    }


@pytest.mark.parametrize("language", ["nl", "en"])
def test_a_text_is_filled_in_as_the_one_that_it_replaces(language: Language) -> None:
    assert fields(vars(WORDINGS[language])) == fields(vars(PLAIN_WORDINGS[language]))


def test_both_languages_fill_in_the_same() -> None:
    assert fields(vars(TEXTS["nl"])) == fields(vars(TEXTS["en"]))


def test_the_desk_speaks_alike_in_turns_and_beside_them() -> None:
    desk = tax_desk(ScriptedLlm(), ListRetriever(), MemoryStore())
    assert desk.presenter == presenter_of("tax")
