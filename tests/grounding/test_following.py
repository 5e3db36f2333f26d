"""A sentence follows from the claims that it named, whatever became of the others."""

import string
from collections.abc import Sequence
from itertools import cycle

from hypothesis import given
from hypothesis import strategies as st

from src.answering.support import read_again
from src.dossier.models import Document
from src.grounding.conclusion import renumbered
from src.grounding.material import Bearing, Material
from src.grounding.verification import JudgedDraft, verified
from src.llm.forms import AnswerDraft, ClaimDraft, SentenceDraft, SupportVerdict

NAMES = [f"The {letter * 4} lamp is lit." for letter in string.ascii_lowercase[:6]]
LAMPS = Document(id="lamps", title="Lamps", content="\n\n".join(NAMES))
MATERIAL = Material("Which lamps are lit?", (LAMPS,), {}, Bearing())

standing = st.lists(st.booleans(), min_size=1, max_size=len(NAMES))
follows = st.lists(st.lists(st.integers(1, len(NAMES)), min_size=1, max_size=3), max_size=4)


def drafted(stands: Sequence[bool], named: Sequence[Sequence[int]]) -> AnswerDraft:
    """Return a draft of a claim for each lamp, of which some quote what is not there."""
    claims = [
        ClaimDraft(text=name, quote=name if does else "No such lamp at all.", source_id=LAMPS.id)
        for name, does in zip(NAMES, stands, strict=False)
    ]
    said = [
        SentenceDraft(text=f"So it is {'x' * at}.", follows_from=[str(number) for number in some])
        for at, some in enumerate(named, start=1)
    ]
    return AnswerDraft(claims=claims, conclusion=said, open_points=[], missing_facts=[])


def check(judged: JudgedDraft, stands: Sequence[bool], named: Sequence[Sequence[int]]) -> None:
    kept = {at: name for at, name in enumerate(NAMES[: len(stands)], 1) if stands[at - 1]}
    for sentence, numbers in zip(judged.sentences, named, strict=False):
        wanted = [kept[number] for number in numbers if number in kept]
        assert [judged.claims[number - 1].text for number in sentence.claims] == wanted
        assert (sentence.struck == "fell") is not bool(wanted)


@given(standing, follows)
def test_what_falls_at_the_gate_hands_its_number_to_no_other(
    stands: list[bool], named: list[list[int]]
) -> None:
    check(verified(drafted(stands, named), MATERIAL), stands, named)


@given(standing, standing, follows)
def test_what_falls_at_the_second_reading_does_not_either(
    stands: list[bool], read: list[bool], named: list[list[int]]
) -> None:
    judged = verified(drafted(stands, named), MATERIAL)
    places = [at for at, does in enumerate(stands) if does]
    fell = [at for at, keeps in zip(places, cycle(read), strict=False) if not keeps]
    verdicts = {
        number: SupportVerdict(number=number, verdict="neither")
        for number, at in enumerate(places, 1)
        if at in fell
    }
    left = [does and at not in fell for at, does in enumerate(stands)]
    check(read_again(judged, verdicts, MATERIAL), left, named)


@given(standing, follows)
def test_a_draft_without_the_claims_that_fell_follows_from_the_same(
    stands: list[bool], named: list[list[int]]
) -> None:
    """A model leaves claims out and numbers the others anew, and often forgets its sentences."""
    first = drafted(stands, named)
    kept = [one for one, does in zip(first.claims, stands, strict=True) if does]
    mended = first.model_copy(update={"claims": kept})
    check(verified(renumbered(mended, first), MATERIAL), stands, named)


def test_a_reference_that_is_no_number_is_no_way_around() -> None:
    made = drafted([True, False], [[1]])
    said = [SentenceDraft(text="So it is [2].", follows_from=[name]) for name in ("claim 2", "c9")]
    judged = verified(made.model_copy(update={"conclusion": said}), MATERIAL)
    assert [sentence.struck for sentence in judged.sentences] == ["fell", "fell"]
    assert judged.sentences[0].text == "So it is."
