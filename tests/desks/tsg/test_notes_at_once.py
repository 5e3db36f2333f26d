"""What the notes become where two messages at once add to them."""

import pytest

from src.desks.tsg.artifacts import GuideNotes
from src.desks.tsg.kept import sha256_of
from src.desks.tsg.plain_words import asks_at_once, without_at_once
from src.desks.tsg.words.client import rebased_notes
from src.dossier.rebasing import Data, EditsOverlap


def notes(text: str, language: str = "en") -> Data:
    return GuideNotes(text=text, sha256=sha256_of(text), language=language).model_dump(mode="json")


def test_both_add_to_the_notes_and_the_hash_is_that_of_all() -> None:
    base, both = notes("The disk is full."), "The disk is full.\n\nIt was grown.\n\nIt works."
    theirs, mine = (
        notes("The disk is full.\n\nIt was grown."),
        notes("The disk is full.\n\nIt works."),
    )
    assert rebased_notes(base, theirs, mine) == notes(both)
    assert rebased_notes(None, notes("One.", "nl"), notes("Two.")) == notes("One.\n\nTwo.", "nl")


def test_a_document_that_both_took_in_stands_there_once() -> None:
    document = "From the log:\n\nno space left"
    theirs, mine = notes(f"a\n\nb\n\n{document}"), notes(f"a\n\nc\n\n{document}")
    assert rebased_notes(notes("a"), theirs, mine)["text"] == f"a\n\nb\n\n{document}\n\nc"


def test_a_secret_that_is_cut_over_two_messages_is_in_no_notes() -> None:
    key = "Ab3/" * 21 + "x9=="
    first, second = key[:40], key[40:]
    with pytest.raises(EditsOverlap):
        rebased_notes(notes("a"), notes(f"a\n\n{first}"), notes(f"a\n\n{second}"))


@pytest.mark.parametrize("polite", ["", ", please", " please!", "\n"])
def test_a_polite_word_changes_nothing_of_a_plain_command(polite: str) -> None:
    assert without_at_once(f"Node 14 failed.\nWrite it at once{polite}") == "Node 14 failed."
    assert asks_at_once(f"please write it at once{polite}")
    assert asks_at_once("schrijf de gids meteen alsjeblieft")
    assert not asks_at_once("write it at once when it rains")
