"""A quote is shown with its whole sentence."""

import pytest

from src.grounding.sentences import one_line, only_includes, whole_passages, whole_sentences

TEXT = "1. De termijn bedraagt\n   zes weken.\n2. De inspecteur beslist. Niet in aftrek komen de kosten van vervoer."


def shown(quote: str, text: str) -> str:
    start = text.index(quote)
    return one_line(text[slice(*whole_sentences(text, start, start + len(quote)))])


@pytest.mark.parametrize(
    ("quote", "whole"),
    [
        ("in aftrek komen de kosten van vervoer", "Niet in aftrek komen de kosten van vervoer."),
        ("De termijn bedraagt\n   zes", "De termijn bedraagt zes weken."),
        ("De inspecteur beslist.", "De inspecteur beslist."),
    ],
)
def test_a_quote_is_shown_with_its_whole_sentence(quote: str, whole: str) -> None:
    assert shown(quote, TEXT) == whole


def test_a_sentence_that_is_too_long_to_show_is_left_as_it_was_quoted() -> None:
    long = "Dit is het begin " + "en dit gaat maar door " * 60 + "tot hier."
    assert shown("Dit is het begin", long) == "Dit is het begin"


@pytest.mark.parametrize("line", ["{* ../server.py hl[1] *}", "{!> ../server.py!}"])
def test_a_line_that_puts_a_file_in_is_no_part_of_what_is_quoted(line: str) -> None:
    text = f"It listens so:\n{line}\nThat is all."
    told = [text[slice(*whole_passages(text, at, at + 5))] for at in (0, text.index("That"))]
    assert told == ["It listens so:", "That is all."]
    assert only_includes(line)
    assert only_includes(f"```Python\n{line}\n```")
    assert not only_includes("```Python\nserve()\n```")


CODE = """See:

```python
def serve():
    if ready:
        listen(8700)
    return 1
```

It is sent as the [HTML standard: events](https://x.example/a) asks. Then it ends.
"""


@pytest.mark.parametrize(
    ("quote", "whole"),
    [
        ("listen(8700)", "        listen(8700)"),
        ("if ready:\n        listen", "    if ready:\n        listen(8700)"),
        ("```python\ndef serve()", "def serve():"),
        ("return 1\n```", "    return 1"),
        (
            "It is sent as",
            "It is sent as the [HTML standard: events](https://x.example/a) asks.",
        ),
    ],
)
def test_of_code_the_quoted_lines_are_shown_and_no_sentence_ends_in_a_link(
    quote: str, whole: str
) -> None:
    at = CODE.index(quote)
    assert CODE[slice(*whole_passages(CODE, at, at + len(quote)))] == whole


def test_a_quote_of_an_item_ends_before_the_letter_of_the_next() -> None:
    text = "Hij begint:\na. op de dag na die van dagtekening, dan wel\nb. op een andere dag."
    assert shown("op de dag na", text) == "op de dag na die van dagtekening, dan wel"
