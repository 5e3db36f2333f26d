"""Each line of a guide stands on words of a source, or it is a placeholder; whatever a model drafts."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from src.desks.tsg.artifacts import Dismissal, GuideNotes, Placeholder, answer_source, notes_source
from src.desks.tsg.assembling import corrected, guide_of
from src.desks.tsg.bearing import additions
from src.desks.tsg.forms import (
    DraftLine,
    GuideDraft,
    GuideReview,
    MendedLine,
    MendedLines,
    SuggestionDraft,
)
from src.desks.tsg.gate import TITLE, held, mended
from src.desks.tsg.missing import MOST_PLACEHOLDERS
from src.desks.tsg.render import render
from src.desks.tsg.reviewing import reviewed
from src.desks.tsg.validator import problems
from src.dossier.models import Observation, Picture, SourceBase
from src.grounding.gate import find
from src.grounding.polarity import reversal
from tests.desks.tsg.guides import NOTES
from tests.thoroughness import stride

PAGE = Observation(
    id="page/1",
    title="What to do when storage fails",
    content="A full disk gives storage_failed.\nFree space, then send the message again.\n\n    tess doctor --data\n",
    url="https://docs.example.org/storage",
    system="learn",
    request="fetch",
    taken_at=datetime(2026, 1, 1, tzinfo=UTC),
    sha256="0" * 64,
)
BASES: list[SourceBase] = [notes_source(GuideNotes(text=NOTES, sha256="")), PAGE]


def line(
    text: str,
    quote: str = "",
    *,
    kind: str = "prose",
    section: str = "cause",
    source: str = "notes",
) -> DraftLine:
    made = {"section": section, "part": "", "kind": kind, "text": text, "quote": quote}
    return DraftLine.model_validate({**made, "source": source})


def drafted(*lines: DraftLine) -> GuideDraft:
    quote = "Turns of the chat server end with the error storage_failed"
    return GuideDraft(title="Turns of the chat server end", title_quote=quote, lines=list(lines))


FULL = "the data disk was full because old exports stayed on it"


def reasons(*lines: DraftLine) -> list[str]:
    return [one.reason for one in held(drafted(*lines), BASES).failures]


@pytest.mark.parametrize(
    ("failing", "reason"),
    [
        (line("The disk was full.", "the disk of the server was entirely full"), "quote_not_found"),
        (line("The disk was full.", "disk"), "quote_too_short"),
        (line("The disk was full."), "no_quote"),
        (line("The disk was full.", "entirely other words", source="page/9"), "no_such_source"),
        (line("The disk was 95% full.", FULL), "adds"),
        (line("Three disks were full.", FULL), "adds"),
        (line("The `volume` was full.", FULL), "adds"),
        (line("Run Clear-Disk, the disk was full.", FULL), "adds"),
        (line("The disk was full, see https://example.org.", FULL), "adds"),
        (line("The [disk](evil.html) was full.", FULL), "adds"),
        (line("kubectl delete pod: the disk was full.", FULL), "adds"),
        (line("The disk was not full.", FULL), "turns"),
        (line("rm -rf /var/lib/tess/exports", kind="code"), "code_differs"),
        (line("df -h /var/lib/tess\nrm  /var/lib/tess/exports/*.old", kind="code"), "code_differs"),
        (line("Elsewhere", kind="link", source="page/9"), "leads_elsewhere"),
        (line("The disk was full.", FULL, section="appendix"), "no_such_section"),
        (line("{{MISSING::Cause::it}}", FULL), "reserved"),
        (line("<!-- TSG_END --> The disk was full.", FULL), "reserved"),
        (line("...", FULL), "no_words"),
        (
            line("Version", "Which version runs?", kind="missing", section="questions"),
            "for_the_customer",
        ),
    ],
)
def test_a_line_that_stands_on_nothing_fails_with_its_reason(
    failing: DraftLine, reason: str
) -> None:
    assert reasons(failing) == [reason]


def test_a_line_stands_on_a_quote_in_notes_or_a_page_and_code_line_by_line() -> None:
    code = "  rm  /var/lib/tess/exports/*.old\ndf -h /var/lib/tess  "
    gated = held(
        drafted(
            line(
                "The disk was full.",
                "The data disk  was full because old exports stayed on it".lower(),
            ),
            line(
                "A full disk gives storage_failed.",
                "A full disk gives storage_failed.",
                source="notes",
            ),
            line(code, kind="code", section="resolution"),
            line("    tess doctor --data", kind="code", section="diagnosis", source="page/1"),
            line("A title of my own", kind="link", section="related", source="page/1"),
        ),
        BASES,
    )
    assert not gated.failures
    stands = [one.line for one in gated.lines.values()]
    assert [one.support.source for one in stands if one.support] == [
        "notes",
        "page/1",
        "notes",
        "page/1",
        "page/1",
    ]
    assert stands[2].text == code
    assert (stands[4].text, stands[4].url) == (PAGE.title, PAGE.url)


def test_the_point_of_a_sentence_is_no_part_of_a_path() -> None:
    said = "we found /var/spool/spool.log full"
    assert additions("The disk holds /var/spool/spool.log.", said) == []
    assert additions("The disk holds /var/spool/other.log.", said)


@pytest.mark.parametrize(
    ("text", "said", "turns"),
    [
        ("Restart the server.", "Do not restart the server.", True),
        ("The agent works after that.", "The agent doesn't work after a restart.", True),
        ("Never delete the exports.", "Delete the exports.", True),
        ("Herstart de server.", "Herstart de server niet.", True),
        ("De schijf is niet vol.", "De schijf is vol.", True),
        ("The disk fills.", "The agent does not start and the disk fills.", False),
        ("The service fails to start.", "The service won't start when the disk is full.", False),
        ("Turns fail when the disk is full.", "Turns fail when the disk has no room.", False),
        ("Turns fail with an error.", 'Turns fail with the error "You cannot call it".', False),
    ],
)
def test_a_line_that_turns_round_what_was_said_is_told(text: str, said: str, turns: bool) -> None:
    assert bool(reversal(text, [said])) is turns


def test_a_quote_without_the_not_before_it_bears_nothing_that_this_denies() -> None:
    notes = notes_source(GuideNotes(text="If it fails, do not restart the server.\n", sha256=""))
    cut = line("Restart the server.", "restart the server")
    whole = line("Do not restart the server.", "do not restart the server")
    failures = held(drafted(cut, whole), [notes]).failures
    assert [(one.number, one.reason) for one in failures if one.number >= 0] == [(0, "turns")]


def test_code_that_holds_fences_stands_between_longer_ones() -> None:
    code = "````text\n```bash\nls\n```\n````"
    half = "rm  /var/lib/tess/exports/*.old\n```"
    bases = [notes_source(GuideNotes(text=f"{NOTES}{code}\n", sha256=""))]
    lines = (line(code, kind="code"), line(half, kind="code", section="resolution"))
    text = render(guide_of(held(drafted(*lines), bases), bases, "en"))
    assert f"\n{code}\n" in text
    assert f"\n````\n{half}\n````\n" in text
    assert problems(text) == []


def test_a_line_on_the_text_of_a_picture_says_which_picture() -> None:
    pictures = [shot(1, ""), shot(2, "shot-2.png\nQuota of the volume exceeded")]
    words = "Quota of the volume exceeded"
    stands = line(words, words, section="symptoms", source=pictures[1].id)
    bases = [*BASES, *pictures]
    guide = guide_of(held(drafted(stands), bases), bases, "en")
    assert f"{words} (from picture 2)" in render(guide)
    assert f'picture 2: "{words}"' in render(guide, with_support=True)


def shot(number: int, text: str) -> Picture:
    return Picture(
        id=f"picture/{number:032x}",
        title=f"shot-{number}.png",
        content=text,
        sha256=f"{number:064x}",
        media_type="image/png",
        width=1,
        height=1,
        size=1,
    )


def test_what_was_left_out_is_neither_cited_nor_linked() -> None:
    notes = notes_source(GuideNotes(text=f"{NOTES}See {PAGE.url} for it.", sha256=""))
    cited = line(f"See {PAGE.url} for it.", f"See {PAGE.url} for it.", section="related")
    linked = line("it", kind="link", section="related", source="page/1")
    gated = held(drafted(cited, linked), [notes], [PAGE.url])
    assert [one.reason for one in gated.failures] == ["left_out", "leads_elsewhere"]


def test_what_fails_after_mending_is_a_placeholder_and_nothing_is_empty() -> None:
    draft = drafted(
        line("It was the network.", "words that nobody wrote"), line("x", "y z", section="annex")
    )
    gated = held(draft, BASES)
    again = mended(
        draft, MendedLines(lines=[MendedLine(number=0, line=line("The disk was full.", FULL))])
    )
    assert [one.number for one in held(again, BASES).failures] == [1]
    text = render(guide_of(gated, BASES, "en"))
    assert "network" not in text
    assert "{{MISSING::Cause::The cause}}" in text
    assert problems(text) == []


def test_a_draft_of_a_hundred_gaps_asks_sixty_questions_at_most() -> None:
    gaps = [line(f"Gap {one}", f"What is {one}?", kind="missing") for one in range(100)]
    guide = guide_of(held(drafted(*gaps), BASES), BASES, "en")
    assert 40 < len(guide.placeholders) <= MOST_PLACEHOLDERS == 60
    assert problems(render(guide)) == []


def test_a_title_that_stands_nowhere_is_mended_or_gives_way_to_the_notes() -> None:
    draft = GuideDraft(title="Outage 4711", title_quote="", lines=[])
    gated = held(draft, BASES)
    assert [one.number for one in gated.failures] == [TITLE]
    assert guide_of(gated, BASES, "en").title.startswith("Turns of the chat server")


def test_an_author_is_not_asked_what_only_a_customer_knows() -> None:
    asked = line(
        "Region",
        "Which region is the customer's subscription in?",
        kind="missing",
        section="diagnosis",
    )
    guide = guide_of(held(drafted(asked), BASES), BASES, "en")
    assert not any("customer's" in one.question for one in guide.placeholders)
    assert [one.kind for section, one in guide.lines() if section == "questions"] == ["question"]


def test_an_answer_is_what_a_line_may_stand_on() -> None:
    answered = Placeholder(
        id="m1",
        section="not_apply",
        hint="When not",
        question="When not?",
        answer="Not on PostgreSQL.",
    )
    stands = line(
        "Not on PostgreSQL.", "Not on PostgreSQL.", section="not_apply", source="answer/m1"
    )
    assert not held(drafted(stands), [*BASES, answer_source(answered)]).failures


def test_a_correction_of_a_review_stands_only_on_a_quote() -> None:
    guide = guide_of(held(drafted(line("The disk was full.", FULL)), BASES), BASES, "en")
    number = 1 + [one.text for _, one in guide.lines()].index("The disk was full.")
    wrong = MendedLine(number=number, line=line("It took 9 days.", FULL))
    right = MendedLine(number=number, line=line("Old exports stayed on it.", FULL))
    for one, count, text in (
        (wrong, 0, "The disk was full."),
        (right, 1, "Old exports stayed on it."),
    ):
        review = GuideReview(
            approved=True, accuracy=[], completeness=[], suggestions=[], corrected=[one]
        )
        better, made = corrected(guide, review, BASES)
        assert made == [number][:count]
        assert text in render(better)


def test_a_review_drops_a_line_unless_the_author_edited_it() -> None:
    guide = guide_of(held(drafted(line("The disk was full.", FULL)), BASES), BASES, "en")
    number = 1 + [one.text for _, one in guide.lines()].index("The disk was full.")
    review = GuideReview(
        approved=False,
        accuracy=[f"Line {number}: it says more.", "Line 1 does too."],
        completeness=[],
        suggestions=[],
        corrected=[MendedLine(number=number, line=None)],
    )
    better, settled = corrected(guide, review, BASES)
    assert "The disk was full." not in render(better)
    assert settled == [number]
    sections = [
        one.model_copy(
            update={"lines": tuple(each.model_copy(update={"edited": True}) for each in one.lines)}
        )
        for one in guide.sections
    ]
    pinned = guide.model_copy(update={"sections": tuple(sections)})
    assert corrected(pinned, review, BASES) == (pinned, [])
    first = guide.lines()[0][1].text
    assert reviewed(review, [], guide, settled).accuracy == (f"‘{first}’ does too.",)


def test_a_suggestion_much_like_a_dismissed_one_is_dropped_and_three_are_left_at_most() -> None:
    texts = [
        "Add how to grow the disk",
        "Growing a disk: add how",
        "Name the owner",
        "Tell the limits",
        "Show a graph",
    ]
    suggestions = [SuggestionDraft(section="resolution", text=one) for one in texts]
    form = GuideReview(
        approved=False, accuracy=[], completeness=[], suggestions=suggestions, corrected=[]
    )
    guide = guide_of(held(drafted(), BASES), BASES, "en")
    dismissed = [Dismissal(section="resolution", text="Add steps on how to grow the disk.")]
    kept = [one.text for one in reviewed(form, dismissed, guide, ()).suggestions]
    assert kept == ["Name the owner", "Tell the limits", "Show a graph"]


def fuzzed(count: int) -> Iterator[GuideDraft]:
    """Yield drafts of lines that are right, spoilt and made up, by a seeded program."""
    chance = random.Random(23)
    quotes = [one for one in f"{NOTES}\n{PAGE.content}".split("\n") if one.strip()]
    kinds = ["prose", "item", "step", "check", "question", "code", "link", "tag", "missing"]
    sections = [
        "symptoms",
        "cause",
        "resolution",
        "diagnosis",
        "questions",
        "tags",
        "annex",
        "Cause",
        "",
    ]
    spice = [
        "",
        " 42",
        " `x`",
        " https://evil.example/a",
        " not",
        "\n# **Cause**",
        " {{MISSING::Cause::a}}",
        "```",
        " <!-- x",
    ]
    for _ in range(count):
        lines = []
        for _ in range(chance.randrange(1, 9)):
            quote = chance.choice(quotes)
            text = chance.choice([quote, quote[::-1], chance.choice(quotes)]) + chance.choice(spice)
            quote = chance.choice(
                [quote, quote[: len(quote) // 2], quote + " more", "", quote.upper()]
            )
            source = chance.choice(["notes", "page/1", "page/9", ""])
            lines.append(
                line(
                    text,
                    quote,
                    kind=chance.choice(kinds),
                    section=chance.choice(sections),
                    source=source,
                )
            )
        yield GuideDraft(
            title=chance.choice(quotes), title_quote=chance.choice(quotes), lines=lines
        )


def test_no_line_of_any_draft_is_without_support_or_placeholder() -> None:
    texts = {one.id: one.content for one in BASES}
    for draft in fuzzed(1_000 // stride()):
        guide = guide_of(held(draft, BASES), BASES, "en")
        for _, one in guide.lines():
            if one.kind == "missing":
                assert one.placeholder
                continue
            assert one.support is not None
            if one.kind == "code":
                assert all(
                    part.strip() in texts[one.support.source] for part in one.text.split("\n")
                )
            elif one.kind == "link":
                assert one.url == PAGE.url
                assert one.support.quote in PAGE.content
            else:
                assert find(one.support.quote, texts[one.support.source]) is not None
                assert one.kind == "question" or not additions(one.text, one.support.quote)
                assert one.kind == "question" or not reversal(one.text, [one.support.quote])
        assert problems(render(guide)) == []
