"""A number of a quote keeps its unit, its count and its default, in claims, in conclusions and in both languages."""

from dataclasses import replace

import pytest

from src.dossier.models import Document
from src.grounding.material import Bearing, Material
from src.grounding.polarity import reversal
from src.grounding.verification import verified
from src.llm.forms import AnswerDraft, CalculationDraft, ClaimDraft, InputDraft, SentenceDraft

TEXT = """\
A token lasts 30 minutes. Sessions last two days.

It is tried three times, with three copies.

The tap is rinsed every minute.

A picture of at most 8 MB and 40 megapixels, ten a dossier.

| setting | default | meaning |
| --- | --- | --- |
| `GRACE` | `20.0` | Seconds to the end of the server, at most. |
| `SUPPORT` | `on` | Whether each claim is read a second time. |
"""
PARTS = [part for part in TEXT.splitlines() if part]
TOKEN, TRIES, RINSED, PICTURE, GRACE, SUPPORT = (PARTS[at] for at in (0, 1, 2, 3, 6, 7))
PAGE = Document(id="page", title="Limits", content=TEXT)
MATERIAL = Material("How long?", (PAGE,), {}, Bearing(), lambda source: "passage")


def drafted(quote: str, text: str, said: str) -> AnswerDraft:
    return AnswerDraft(
        claims=[ClaimDraft(text=text, quote=quote, source_id=PAGE.id)],
        conclusion=[SentenceDraft(text=said, follows_from=["1"])],
        open_points=[],
        missing_facts=[],
    )


def stands(quote: str, text: str, material: Material = MATERIAL) -> tuple[bool, bool]:
    """Return whether a text stands as a claim, and as a sentence on a claim that is sound."""
    as_claim = verified(drafted(quote, text, text), material)
    as_sentence = verified(drafted(quote, quote, text), material)
    return bool(as_claim.claims), not as_sentence.sentences[0].struck


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        (TOKEN, "A token lasts 30 days."),
        (TOKEN, "A token lasts thirty hours."),
        (TOKEN, "Een token is dertig dagen geldig."),
        (TOKEN, "Sessies duren twee weken."),
        (TRIES, "It is tried two times."),
        (RINSED, "The tap is rinsed every hour."),
        (RINSED, "De kraan wordt dagelijks gespoeld."),
        (TRIES, "Het wordt vijf keer geprobeerd."),
        (TRIES, "It makes two copies."),
        (PICTURE, "A picture has at most 40 MB and 8 megapixels."),
        (PICTURE, "A picture has at most 8 GB."),
        (PICTURE, "A dossier takes twelve pictures."),
        (GRACE, "De server stopt na hooguit 20 minuten."),
        (SUPPORT, "Standaard staat de tweede lezing uit."),
        (SUPPORT, "The second reading is off by default."),
    ],
)
def test_another_measure_number_or_default_falls(quote: str, text: str) -> None:
    assert stands(quote, text) == (False, False)
    before = replace(MATERIAL, generation=2)
    assert stands(quote, text, before) == (True, True)  # it is judged by the rules of its time


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        (TOKEN, "Een token is een half uur geldig, een sessie 48 uur."),
        (TOKEN, "A token lasts 1800 seconds and not 30 days."),
        (TRIES, "Het wordt drie keer geprobeerd, met drie kopieën."),
        (PICTURE, "Tien plaatjes passen in een dossier, elk van hooguit 8000 KB."),
        (GRACE, "De server stopt na hooguit twintig seconden."),
        (RINSED, "De kraan wordt 60 keer per uur gespoeld, elke 60 seconden."),
        (SUPPORT, "Standaard staat de tweede lezing aan, tenzij u haar uitzet."),
        (SUPPORT, "The second reading is not off by default."),
    ],
)
def test_the_same_in_other_words_stands(quote: str, text: str) -> None:
    assert stands(quote, text) == (True, True)


def test_what_the_user_told_and_what_was_computed_may_be_said() -> None:
    told = replace(MATERIAL, told="My session is 5 days old.")
    assert stands(TOKEN, "A session of 5 days has ended.", told) == (True, True)
    sum_of = CalculationDraft(
        id="c1",
        inputs=[InputDraft(name="one", value="30 minutes", source_id=PAGE.id, quote=TOKEN)],
        expression="one * 3",
        result="90",
    )
    draft = drafted(TOKEN, TOKEN, "Three tokens last 90 minutes.")
    draft = draft.model_copy(update={"calculations": [sum_of]})
    assert not verified(draft, MATERIAL).sentences[0].struck


@pytest.mark.parametrize(
    ("text", "said", "how"),
    [
        ("De sleutel is verplicht.", "The key is optional.", "opposite"),
        ("De sleutel is niet verplicht.", "The key is optional.", ""),
        ("De optie is ingeschakeld.", "The option is disabled.", "opposite"),
    ],
)
def test_an_opposite_is_told_across_languages(text: str, said: str, how: str) -> None:
    assert reversal(text, [said]) == how
    assert reversal(text, [said], generation=2) == ""
