"""What shows a need in a meeting: plain lines become items, other telling ones candidates, withdrawn ones neither."""

import pytest

from src.desks.backlog.forms import ItemDraft, ItemsTask
from src.desks.backlog.offline.needs import MOST_CANDIDATES, found_needs, item_drafts, wish_in


def found(*said: str) -> list[bool]:
    """Return for each line that shows a need which stands whether it is plain."""
    return [one.is_plain for one in found_needs(said) if not one.is_rejected]


def story(said: str) -> ItemDraft:
    (draft,) = item_drafts(ItemsTask(language="en", segment=said).model_dump_json()).items
    return draft


@pytest.mark.parametrize(
    "said",
    [
        "As an editor, I want to preview a page.",
        "The editor wants to see why a page was rejected.",
        "Our nurses keep asking for a route that they can see at home.",
        "It would be great if the planner could undo a change.",
        "The plan must show who is on leave.",
        "We agreed that the reader can save a search.",
        "Decision: keep the drafts for a year.",
        "So a warning gets sent the day before.",
        "Let's add a filter to the list.",
        "Huurders willen graag per maand betalen.",
        "De lijst moet ook op de telefoon te lezen zijn.",
        "Het zou fijn zijn als de arts de uitslag kan zien.",
        "Afgesproken: digitaal tekenen, met een datum.",
        "Dat mag nooit meer zonder bevestiging de deur uit.",
    ],
)
def test_what_somebody_plainly_wants_is_an_item(said: str) -> None:
    assert found(said) == [True]


@pytest.mark.parametrize(
    "said",
    [
        "Could the porter see it on a screen?",
        "Why don't we send a message to all of them?",
        "I print the list every night and carry it upstairs.",
        "Nobody knows which of the keys are still out there.",
        "It takes me forty minutes and half of it is wrong.",
        "Kunnen we de sleutels niet op een bord hangen?",
        "Ik typ alle bonnen met de hand over.",
        "Niemand weet welke sleutels er nog zijn.",
        "Vorige week negen klachten over dezelfde brief.",
    ],
)
def test_a_proposal_a_complaint_work_by_hand_and_a_number_are_candidates(said: str) -> None:
    assert found(said) == [False]


@pytest.mark.parametrize("reply", ["Good idea.", "Yes please", "Agreed", "Ja graag", "Goed plan"])
def test_a_proposal_that_is_taken_over_is_an_item(reply: str) -> None:
    assert found("Could the porter see it on a screen?", reply) == [True]


def test_what_is_to_be_written_down_is_an_item() -> None:
    assert found("I print the list every night.", "Write that down.") == [True]


@pytest.mark.parametrize(
    "said",
    [
        "The editor could upload films, but we decided against it.",
        "The visitor wants to pay by card, but that is out of scope.",
        "Since last spring the editor can see it, that is already done.",
        "A mobile app? -> no budget, ask again next year",
        "We could build a robot haha",
        "De klant wilde met de kaart betalen, maar we hebben besloten dat niet te doen.",
        "De nieuwe kaarten zijn gisteren allemaal gelukt.",
        "Drones boven de tuin, later misschien.",
        "Right, exactly.",
        "我们需要搜索功能。",
        "",
    ],
)
def test_what_was_rejected_put_off_done_or_a_joke_is_nothing(said: str) -> None:
    assert found(said) == []


@pytest.mark.parametrize(
    "reply",
    ["No.", "Not now.", "We decided against that.", "We have that one already.", "Nee", "Niet nu."],
)
def test_a_reply_takes_a_wish_back(reply: str) -> None:
    assert found("Can we have a darker screen?", reply) == []
    assert found("The visitor wants to pay by card.", reply) == []


def test_a_no_takes_back_the_line_before_it_and_no_other() -> None:
    said = ("The visitor wants to pay by card.", "The guard wants to see a list.", "No, not now.")
    assert [(one.line, one.is_rejected) for one in found_needs(said)] == [(0, False), (1, True)]
    assert found("- The visitor wants to pay by card", "- bigger logo? -> no") == [True]


@pytest.mark.parametrize(
    ("said", "is_kept"),
    [
        (("Can we have a darker screen?", "No."), True),
        (("The visitor wants to pay by card.", "Not now."), True),
        (("De bezoeker wil graag met de kaart betalen.", "Nee, volgend jaar."), True),
        (("Can we have a darker screen?", "We have that one already."), False),
        (("We could build a robot haha",), False),
        (("The lift was slow, never mind.",), False),
    ],
)
def test_a_wish_that_was_rejected_is_kept_as_such_and_nothing_else(
    said: tuple[str, ...], *, is_kept: bool
) -> None:
    assert [one.quote for one in found_needs(said) if one.is_rejected] == [*said[:1]] * is_kept


WISH = "As a clerk I want to see which keys are out today."


@pytest.mark.parametrize(
    "refusal",
    [
        "A lamp at every door is not needed, we drop that.",
        "We don't need a lamp at every door.",
        "No, lamps are not needed.",
        "Een lamp bij elke deur hoeft niet.",
        "We hoeven geen lampen bij de deuren.",
        "Lampen hoeven niet, dat laten we vallen.",
        "Let's not do the lamps at the door.",
        "Laten we die lampen niet doen.",
    ],
)
def test_a_refusal_counts_for_what_its_own_line_names(refusal: str) -> None:
    both = [(WISH, False), (refusal, True)]
    assert [(need.quote, need.is_rejected) for need in found_needs([WISH, refusal])] == both


@pytest.mark.parametrize(
    "refusal",
    [
        "No, we drop that.",
        "The keys list is not needed.",
        "Nee, dat laten we vallen.",
        "Laten we dat niet doen.",
    ],
)
def test_a_refusal_without_a_subject_of_its_own_rejects_the_wish_before_it(refusal: str) -> None:
    assert [(need.quote, need.is_rejected) for need in found_needs([WISH, refusal])] == [
        (WISH, True)
    ]


@pytest.mark.parametrize(
    "said",
    [
        "We zouden ook een bericht naar de huurder willen.",
        "We would also like a message to the tenant.",
        "We willen ook een knop om een afspraak te wissen",
    ],
)
def test_a_plain_wish_is_at_least_a_candidate(said: str) -> None:
    assert len(found(said)) == 1
    assert found(said, "Prima, dat bericht maken we") == [True]


def test_a_long_line_is_quoted_by_the_sentence_that_tells() -> None:
    said = f"{'We spoke of the garden for a while. ' * 10}The guard must see a list. {'Then of lunch. ' * 9}"
    (need,) = found_needs([said])
    assert (need.quote, need.is_plain) == ("The guard must see a list.", False)


@pytest.mark.parametrize(
    ("said", "who", "what", "why"),
    [
        (
            "As an editor, I want to preview a page, so that I see mistakes early.",
            "editor",
            "preview a page",
            "I see mistakes early",
        ),
        ("Users should be able to change their password.", "Users", "change their password", ""),
        ("Als arts wil ik de uitslag zien, zodat ik kan kiezen.", "arts", "de uitslag zien", "ik kan kiezen"),
        ("Als arts wil ik de uitslag zien, want nu bel ik elke keer.", "arts", "de uitslag zien", ""),
        ("Als arts wil ik de uitslag zien, zodat nu bel ik elke keer.", "arts", "de uitslag zien", ""),
        ("As a clerk I want to see a list, because now I phone five people.", "clerk", "see a list", ""),
        ("As a clerk I want to see a list, so that now I phone five people.", "clerk", "see a list", ""),
        ("The computer needs to be red.", "", "", ""),
    ],
)  # fmt: skip
def test_who_wants_what_is_cut_out_where_it_is_said_so(
    said: str, who: str, what: str, why: str
) -> None:
    assert wish_in(said) == (who, what, why)


def test_a_story_has_the_words_of_its_line_and_nothing_else() -> None:
    draft = story("Ann: ok so the cleaners get the list live, on their phones. Agreed?\n")
    assert draft.quotes == ["ok so the cleaners get the list live, on their phones. Agreed?"]
    assert draft.title == "The cleaners get the list live, on their phones"
    assert (draft.type, draft.parent, draft.criteria) == ("story", "", [])
    assert len(story(f"Ann: The nurse must see {'the route and ' * 12}the notes.").title) <= 92


def test_of_a_segment_the_most_telling_lines_are_candidates() -> None:
    lines = "".join(f"Ann: nobody knows what number {n} is for\n" for n in range(40))
    made = item_drafts(ItemsTask(language="en", segment=lines).model_dump_json())
    assert len(made.candidates) == MOST_CANDIDATES
    assert all(one.quote in lines and one.sign == "complaint" for one in made.candidates)


@pytest.mark.parametrize("words", ["the nurse " * 400, "wants to " * 400, "a, b; " * 700])
def test_a_text_without_an_end_is_read_in_time(words: str) -> None:
    assert len(found_needs([words])) <= 1
    assert len(wish_in(words)) == 3
