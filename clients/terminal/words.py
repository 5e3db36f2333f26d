"""The client's own words in the language of the conversation."""

from collections.abc import Mapping
from datetime import date

from clients.terminal import dutch, english
from tess_client.wire import Language, harmless

LANGUAGES: Mapping[Language, Mapping[str, str]] = {"nl": dutch.WORDS, "en": english.WORDS}
LONGEST_VALUE = 500


class Words:
    """The client's own words; ``language`` may change at any time."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __call__(self, name: str, /, **values: object) -> str:
        """Return a phrase with these values in it, each harmless and on one line."""
        return LANGUAGES[self.language][name].format(
            **{key: one_line(value) for key, value in values.items()}
        )

    def day(self, value: object) -> str:
        """Return a day as people write it; as it was told where it is none."""
        told = one_line(value)
        try:
            day = date.fromisoformat(told[:10] if told[10:11] == "T" else told)
        except ValueError:
            return told
        return f"{day:%d-%m-%Y}" if self.language == "nl" else day.isoformat()

    def known(self, prefix: str, kind: object, **values: object) -> str:
        """Return the phrase for a kind of thing, or the one for others: a newer server knows more kinds."""
        name = f"{prefix}_{kind}"
        if name not in LANGUAGES[self.language]:
            name = f"{prefix}_other"
        return self(name, kind=kind, **values)


def one_line(value: object) -> str:
    """Return a value from the server as one harmless line that is not too long to read."""
    text = str(value) if isinstance(value, int | float) else harmless(value)
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_VALUE else line[:LONGEST_VALUE] + " […]"
