"""Replies come in the language of the message; short ones keep the dossier's."""

import pytest

from src.dossier.models import Language
from src.intake.language import detect


@pytest.mark.parametrize(
    ("text", "before", "language"),
    [
        ("Wat is het btw-tarief voor boeken?", None, "nl"),
        ("What is the VAT rate on books?", None, "en"),
        ("What is the VAT rate on books?", "nl", "en"),
        ("haal artikel 13 weg", "en", "nl"),
        ("remove article 13", "nl", "en"),
        ("Yes, please answer", "nl", "en"),
        ("Hallo", None, "nl"),
        ("hello!", "nl", "en"),
        ("ja, prima", "en", "nl"),
        ("no", "nl", "en"),
        ("ok", "nl", "nl"),
        ("ok", "en", "en"),
        ("artikel 13", None, "nl"),
        ("art 14 WBR", None, "nl"),
        ("ECLI:NL:HR:1995:AA3106", None, "nl"),
        ("VAT rate", None, "en"),
        ("vat samen", "nl", "nl"),
        ("AWR 16", "en", "en"),
        ("AWR 16", "nl", "nl"),
        ("16?", "en", "en"),
        ("???", None, "nl"),
        ("", "en", "en"),
        ("asdfghjkl", "nl", "nl"),
        ("qwerty uiop asdfgh jkl", "nl", "nl"),
        ("aaaa bbbb cccc dddd eeee", "nl", "nl"),
        ("sdfkjh sdkfjh sdkfj hsdkf", "en", "en"),
        ("403 AuthorizationFailure on container raw", None, "en"),
        ("403 AuthorizationFailure on container raw", "nl", "nl"),
        ("sdfkjh is een fout in mijn formulier", "en", "nl"),
        (
            "ik krijg dit: The client does not have authorization to write over this scope",
            "nl",
            "nl",
        ),
        ("I get this: De client heeft geen recht om te schrijven op deze resource", "en", "en"),
        ("The client does not have authorization to write over this scope", "nl", "en"),
        ("undo", "nl", "nl"),
        ("undo", "en", "en"),
        ("undo that please", "nl", "en"),
        ("maak dat ongedaan", "en", "nl"),
        ("swap step 1 and 2", "en", "en"),
        ("swap step 1 and 2", "nl", "nl"),
        ("item 2 is a bug", "en", "en"),
        ("item 2 is a bug", "nl", "en"),
        ("optie a", "nl", "nl"),
        ("dat is niet goed", "en", "nl"),
        ("welke rol heb ik nodig?", "en", "nl"),
    ],
)
def test_language_of_a_message(text: str, before: Language | None, language: Language) -> None:
    assert detect(text, before) == language


def test_only_the_beginning_of_a_long_message_is_looked_at() -> None:
    english = "What is the rate of value added tax on books? "
    assert detect(english * 30 + "en nu alles verder in het Nederlands " * 2000, None) == "en"
