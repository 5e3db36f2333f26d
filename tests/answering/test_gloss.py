"""Plain words beside quotes: a translation of what is quoted, or the sentence of a digest that is nearest to it."""

from datetime import UTC, date, datetime

import pytest

from src.answering.answer import Answering, with_glosses
from src.answering.rules import AnswerRules
from src.dossier.models import Claim, Dossier, Gloss, GlossTexts, Language, SourceBase
from src.dossier.patch import DossierPatch
from src.llm.forms import AnswerDraft, ClaimDraft
from tests.fakes import ScriptedLlm, page

DAY = date(2026, 1, 1)
RULES = AnswerRules(prompt="Answer.", tool="answer", seconds=5)

DUTCH = "Brood van X B.V. rijst twee uur. In de oven staat het dertig minuten. Daarna koelt het af."
ENGLISH = "Bread of X B.V. rises for two hours. It bakes for thirty minutes. It cools down then."
DIGEST = page("digest", DUTCH).model_copy(
    update={"digest": True, "gloss": GlossTexts(as_of=DAY, texts={"en": ENGLISH})}
)
STATUTE = page(
    "statute", "Brood wordt na het rijzen dertig minuten in de oven gebakken."
).model_copy(update={"gloss": GlossTexts(as_of=DAY, texts={"nl": DUTCH, "en": ENGLISH})})


def dossier(source: SourceBase, as_of: date | None = None) -> Dossier:
    patch = DossierPatch(add_sources=(source,), select_ids=(source.id,))
    new = Dossier(id="dos-00000000", desk="x", created_at=datetime(2026, 1, 1, tzinfo=UTC))
    return patch.apply(new).model_copy(update={"as_of": as_of})


def claim(quote: str, source: SourceBase) -> Claim:
    start = source.content.find(quote)
    return Claim(text="", quote=quote, source_id=source.id, start=start, end=start + len(quote))


def glosses(
    *quotes: str, source: SourceBase, language: Language = "en", as_of: date | None = None
) -> list[str | None]:
    claims = [claim(quote, source) for quote in quotes]
    glossed = with_glosses(claims, dossier(source, as_of), "Hoe?", language, RULES.cutting)
    return [one.gloss.text if one.gloss else None for one in glossed]


@pytest.mark.parametrize(
    ("quote", "english"),
    [
        ("Brood van X B.V. rijst twee uur.", "Bread of X B.V. rises for two hours."),
        ("dertig minuten", "It bakes for thirty minutes."),
        ("minuten. Daarna koelt", "It bakes for thirty minutes. It cools down then."),
    ],
)
def test_a_digest_is_translated_sentence_by_sentence(quote: str, english: str) -> None:
    assert glosses(quote, source=DIGEST) == [english]


def test_a_digest_needs_no_translation_into_its_own_language() -> None:
    assert glosses("dertig minuten", source=DIGEST, language="nl") == [None]


def test_texts_that_do_not_run_side_by_side_translate_nothing() -> None:
    shorter = GlossTexts(as_of=DAY, texts={"en": "It rises and bakes."})
    assert glosses("dertig", source=DIGEST.model_copy(update={"gloss": shorter})) == [None]


@pytest.mark.parametrize(
    ("language", "near"),
    [("nl", "In de oven staat het dertig minuten."), ("en", "It bakes for thirty minutes.")],
)
def test_of_a_text_with_a_digest_the_nearest_sentence_is_offered(
    language: Language, near: str
) -> None:
    assert glosses("minuten in de oven gebakken", source=STATUTE, language=language) == [near]


def test_the_same_words_are_given_once() -> None:
    told = glosses("minuten in de oven gebakken", "in de oven", source=STATUTE)
    assert told == ["It bakes for thirty minutes.", None]


def test_a_digest_of_a_later_day_than_the_one_that_counts_is_not_offered() -> None:
    assert glosses("in de oven", source=STATUTE, as_of=date(2015, 1, 1)) == [None]
    assert glosses("dertig minuten", source=DIGEST, as_of=date(2015, 1, 1)) != [None]


async def test_an_answer_has_them_and_the_gate_still_stands_on_the_original() -> None:
    right = ClaimDraft(text="", quote="In de oven staat het dertig minuten", source_id=DIGEST.id)
    gloss = ClaimDraft(text="", quote="It bakes for thirty minutes.", source_id=DIGEST.id)
    draft = AnswerDraft(claims=[right, gloss], conclusion="", open_points=[], missing_facts=[])
    asked = dossier(DIGEST).model_copy(update={"language": "en"})
    model = ScriptedLlm(forms=[draft, draft])
    made = (await Answering(RULES, model).answer(asked, "How long does it bake?")).answer
    assert [one.gloss for one in made.claims] == [
        Gloss(text="It bakes for thirty minutes.", as_of=DAY, translation=True)
    ]
    assert [one.verdict for one in made.struck] == ["not-found"]


def test_a_digest_of_another_number_is_not_offered() -> None:
    other = STATUTE.model_copy(update={"content": "Brood wordt na het rijzen in de oven gebakken."})
    assert glosses("in de oven gebakken", source=other) == [None]
