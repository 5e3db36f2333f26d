"""The check of our prose: each rule complains of what readers stumbled over, and of nothing else."""

import pytest

from tests import prose


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("Who sends it as a bearer token may read it.", "does not begin with who"),
        ("It is pinged. Whoever waits need not answer.", "does not begin with who"),
        ("Return the reply to who sent no token.", "who needs a noun"),
        ("Of many the ten newest are drawn.", "the subject comes first"),
        ("A refused key is no reason. Nor is a filter.", "before its verb"),
        ("Nothing is written but by a person.", "with only"),
        ("It says that a line that has words that nobody said falls.", "three that"),
        ("The state is kept anew.", "a word of today"),
        ("A page that a search\ncame upon.", "a word of today"),
    ],
)
def test_what_readers_stumble_over_is_noticed(text: str, advice: str) -> None:
    (found,) = prose.complaints("a.md", text)
    assert advice in found
    assert found.startswith("a.md: ")


@pytest.mark.parametrize(
    "text",
    [
        "Who may confirm a plan?",
        "A person who confirms it sees the digest.",
        "Nothing was sent.",
        "Most of the time it says that it is done, and that it took long.",
        "It has two of these.",
    ],
)
def test_plain_sentences_pass(text: str) -> None:
    assert prose.complaints("a.md", text) == []


def test_a_page_is_read_by_paragraph_item_and_cell() -> None:
    page = (
        "# Who calls\n\nOne\ntwo.\n- Three.\n1. Four.\n\n| a | Five. |\n```\nWho sees code.\n```\n"
    )
    assert [one for one in prose.pieces_of_page(page) if one.strip()] == [
        "One\ntwo.",
        "Three.",
        "Four.",
        "a",
        "Five.",
    ]


def test_docstrings_are_read_and_other_strings_are_not() -> None:
    code = '"""One.\n\nTwo."""\n\ndef f():\n    """Three."""\n    return "Who sees it."\n'
    assert list(prose.docstrings(code)) == ["One.", "Two.", "Three."]
