"""What in a message is code, and what is asked in words. Pure."""

import re
from collections.abc import Iterator

from src.desks.docs.lists import lists
from src.intake.plain import plain
from src.language.sentences import split

_WORD = re.compile(r"[^\W\d_]+")


def identifiers_in(text: str) -> Iterator[re.Match[str]]:
    """Yield what in a text may be an identifier; ``is_identifier`` says what is."""
    return lists("code.toml")["identifier"][0].finditer(text)


def is_identifier(token: str) -> bool:
    """Tell whether a token is a name of code: an option, a setting, a path, a call, a number or an abbreviation."""
    return _is("tells_code", token)


_FENCE = re.compile(r"```[^\n]*\n?(.*?)(?:```|\Z)", re.DOTALL)
MOST_OF_CODE = 12
"""Names of a piece of code that are searched for where it holds no error."""


def without_code(text: str) -> str:
    """Return what a message says in words: its lines without blocks of code, traces and errors."""
    lines = _FENCE.sub("\n", text).splitlines()
    if len(lines) == 1:
        return lines[0].strip()
    kept = (
        line for line in lines if not any(_is(name, line) for name in ("trace", "error", "code"))
    )
    return "\n".join(line.strip() for line in kept if line.strip())


FEWEST_WORDS = 3
"""Words that a message has to have beside code to ask something by them."""


def asked_in(text: str) -> str:
    """Return what of a message is asked: its words, with the error that a trace in it ends in.

    Of nothing but code the error line is the question, and where there is none its names.
    """
    words = without_code(text)
    if words == text.strip():
        return words
    # The last line of a trace says what went wrong.
    error = next((line.strip() for line in text.splitlines()[::-1] if _is("error", line)), "")
    if len(_WORD.findall(words)) >= FEWEST_WORDS:
        return f"{words}\n{error}".strip()
    # "if" and "x" name nothing.
    names = dict.fromkeys(match[0] for match in identifiers_in(text) if len(match[0]) > 2)
    return error or " ".join([words, *[*names][:MOST_OF_CODE]]).strip()


LONGEST = 2_000
"""Characters of what a message asks; of a longer one its questions count, else its beginning."""


def asked_in_words(message: str) -> str:
    """Return what a message asks in the user's own words: of code the error or names, of much its questions."""
    text = asked_in(plain(message))
    if len(text) <= LONGEST:
        return text
    sentences = (part for line in text.split("\n") for part in split(line))
    questions = " ".join(sentence for sentence in sentences if sentence.endswith("?"))
    return (questions or text)[:LONGEST]


def _is(name: str, line: str) -> bool:
    return any(pattern.search(line) for pattern in lists("code.toml")[name])
