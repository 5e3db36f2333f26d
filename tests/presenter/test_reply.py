"""What a desk says that has no words of its own: whole replies, in both languages."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import Template
from typing import Literal

import pytest

from src.desks.catalogue import plugs, presenter_of
from src.desks.desk import Budget, Desk, DeskWords, presenters
from src.dossier.clarification import Clarification
from src.dossier.models import Answer, Claim, Document, Dossier, Language, Source, SourceBase
from src.dossier.patch import DossierPatch
from src.llm.protocol import OFFLINE
from src.presenter import PLAIN, SourceKind, Telling
from src.tools.base import (
    Added,
    Answered,
    Asked,
    Found,
    Refused,
    Report,
    Reselected,
    Undone,
)
from src.wording import WORDINGS
from tests.fakes import START, ScriptedLlm

BOTH: tuple[Language, ...] = ("nl", "en")


class Postcard(SourceBase):
    """A kind of source that no desk has."""

    kind: Literal["postcard"] = "postcard"


def asked(reason: str, kind: str, question: str, choices: tuple[str, ...] = ()) -> Asked:
    """The report of a question back."""
    return Asked(Clarification(reason=reason, type=kind, question=question, choices=choices))


def postcard(name: str, content: str = "Het regent. Morgen zon.") -> Postcard:
    return Postcard(id=name.lower(), title=name, content=content)


TEXEL, ASSEN = postcard("Texel"), postcard("Assen")
LETTER = Document(id="upload/1", title="Brief", content="Wij komen.", client=True)
EVERYTHING = (TEXEL, ASSEN, LETTER)

EITHER = {language: f"about {language}" for language in BOTH}
DESK = Desk(
    name="postcards",
    template=Template(""),
    tools=(),
    budget=Budget(rounds=1, calls=1, seconds=1),
    words=DeskWords(about=EITHER, opening=EITHER, examples={}),
    llm=ScriptedLlm(),
    title=EITHER,
)
WITH_KINDS = replace(DESK, sources=(SourceKind(Postcard, {"nl": "Kaarten", "en": "Postcards"}),))


def dossier(*sources: Source, selected: tuple[Source, ...] | None = None) -> Dossier:
    chosen = sources if selected is None else selected
    patch = DossierPatch(add_sources=sources, select_ids=tuple(one.id for one in chosen))
    return patch.apply(Dossier(id="dos-00000000", desk="postcards", created_at=START))


def reply(
    reports: list[Report], held: Dossier, language: Language, text: str = "", desk: Desk = DESK
) -> str:
    return desk.presenter.say(text, reports, held, language).text


FOUND = Found("postcard", (TEXEL,), (TEXEL,))


def test_what_is_found_stands_under_the_desks_name_for_it() -> None:
    assert reply([FOUND], dossier(TEXEL), "en", desk=WITH_KINDS) == (
        "I found these sources:\n\n**Postcards**\n\n- \\[1\\] Texel\n\n"
        "Are these the right sources for your question? Say ‘yes’ for an answer, or name what to leave out or put back."
    )
    assert "**Kaarten**" in reply([FOUND], dossier(TEXEL), "nl", desk=WITH_KINDS)
    nothing = Found("postcard", (), ())
    letter = Found("document", (LETTER,), (LETTER,))
    assert "No postcards found." in reply([letter, nothing], dossier(LETTER), "en", desk=WITH_KINDS)


def test_what_is_found_by_several_searches_is_told_once() -> None:
    assert reply([FOUND] * 9, dossier(TEXEL), "nl") == reply([FOUND], dossier(TEXEL), "nl")
    more = Found("postcard", (TEXEL, ASSEN), (TEXEL, ASSEN))
    none = Found("postcard", (), ())
    shown = reply([FOUND, none, more], dossier(TEXEL, ASSEN), "en", desk=WITH_KINDS)
    assert "**Postcards**\n\n- \\[1\\] Texel\n- \\[2\\] Assen\n\n" in shown
    assert "No postcards" not in shown
    refused = Refused("selection_not_shown")
    assert reply([refused] * 3, dossier(), "en") == reply([refused], dossier(), "en")


def test_what_names_no_source_is_told_as_it_was_named() -> None:
    unknown = Reselected(False, "77", (), ("77", "Vlieland"))
    shown = reply([unknown], dossier(TEXEL), "nl")
    assert "‘\\[77\\]’ staat niet in dit dossier" in shown
    assert "‘Vlieland’ staat niet in dit dossier" in shown
    for named in ("", "  "):
        assert "‘" not in reply([Reselected(False, named, (), ())], dossier(), "en")


@pytest.mark.parametrize(("language", "heading"), [("nl", "**Bronnen**"), ("en", "**Sources**")])
def test_a_kind_without_a_name_stands_under_sources(language: Language, heading: str) -> None:
    assert heading in reply([FOUND], dossier(TEXEL), language)


@pytest.mark.parametrize(
    ("dated", "label"), [(True, " *(as of 2026-01-01)*"), (False, "")], ids=["told", "in its title"]
)
def test_the_day_of_a_source_is_told_unless_its_title_does(dated: bool, label: str) -> None:
    old = TEXEL.model_copy(update={"as_of": START.date()})
    desk = replace(DESK, sources=(SourceKind(Postcard, EITHER, dated=dated),))
    shown = reply([Found("postcard", (old,), (old,))], dossier(old), "en", desk=desk)
    assert f"- \\[1\\] Texel{label}\n" in shown


def test_a_note_shows_no_id_of_a_source_that_is_not_there() -> None:
    fell = Claim(text="x", quote="Het waait.", source_id="evidence/7f3a", verdict="not-found")
    shown = reply([Answered(answer(fell), rules=1)], dossier(TEXEL), "en", desk=WITH_KINDS)
    assert "A quote does not stand in a source that is not there." in shown
    assert "7f3a" not in shown


def test_the_number_of_a_part_stands_outside_the_quote_where_the_kind_has_parts() -> None:
    claim = Claim(text="", quote="2. Morgen zon.", source_id=TEXEL.id)
    report = Answered(answer().model_copy(update={"claims": (claim,)}))
    assert "> \\[1\\] “2. Morgen zon.”" in reply([report], dossier(TEXEL), "en", desk=WITH_KINDS)
    verses = SourceKind(Postcard, EITHER, part={"nl": "vers", "en": "verse"})
    desk = replace(DESK, sources=(verses,))
    assert "> \\[1\\] verse 2: “Morgen zon.”" in reply([report], dossier(TEXEL), "en", desk=desk)


def answer(*struck: Claim) -> Answer:
    return Answer(
        question="Wat voor weer is het?",
        language="nl",
        claims=(Claim(text="Het regent.", quote="Het regent.", source_id=TEXEL.id),),
        conclusion="",
        struck=struck,
        source_ids=(TEXEL.id, LETTER.id),
        model=OFFLINE,
        based_on_version=1,
    )


# Reports of a desk's own


@dataclass(frozen=True)
class Stamped(Report):
    """Something that only this desk does."""

    what: str


def tell_stamped(reports: Sequence[Stamped], telling: Telling) -> list[str]:
    return [f"{telling.words.found} {', '.join(one.what for one in reports)}"]


def test_reports_of_a_desk_are_told_by_it_together_and_before_the_selection() -> None:
    desk = replace(DESK, tell={Stamped: tell_stamped})
    reports: list[Report] = [Stamped("one"), Reselected(True, "", (TEXEL,), ()), Stamped("two")]
    blocks = reply(reports, dossier(TEXEL), "en", desk=desk).split("\n\n")
    assert blocks[2] == "I found these sources: one, two"
    assert blocks[3].startswith("**Selected now:**")


def test_a_desk_may_tell_any_report_otherwise() -> None:
    desk = replace(DESK, tell={Undone: lambda reports, _: [f"{len(reports)} back"]})
    shown = reply([Undone((1,), (), again=False)] * 2, dossier(), "en", desk=desk)
    assert shown.startswith("2 back\n\n")


@pytest.mark.parametrize(("language", "done"), [("nl", "Gedaan."), ("en", "Done.")])
def test_a_report_that_nobody_tells_is_done(language: Language, done: str) -> None:
    assert reply([Stamped("x")], dossier(), language) == done
    assert reply([Stamped("x")], dossier(), language, text="It is raining.") == "It is raining."


# What is asked


@pytest.mark.parametrize(
    ("language", "choose"),
    [
        ("nl", "Kies een van deze, of zeg het in uw eigen woorden:"),
        ("en", "Choose one of these, or say it in your own words:"),
    ],
)
def test_a_question_comes_last_with_its_choices_by_number(language: Language, choose: str) -> None:
    question = asked("two islands", "choice", "Which island?", ("Texel in May", "Vlieland in May"))
    assert reply([question], dossier(), language) == (
        f"Which island?\n\n{choose}\n\n1. Texel in May\n2. Vlieland in May"
    )
    with_sources = reply([question, FOUND], dossier(TEXEL), language)
    assert with_sources.endswith("2. Vlieland in May")
    assert WORDINGS[language].ask_whether_right not in with_sources


def test_a_question_without_choices_is_the_question_alone() -> None:
    assert reply([asked("", "open", "Which\nisland?")], dossier(), "en") == "Which island?"


def test_a_choice_is_whole_and_no_markdown() -> None:
    choice = f"[x](https://evil.example) {'word ' * 100}end"
    shown = reply([asked("", "choice", "# Which?", (choice,))], dossier(), "en")
    assert shown.startswith("\\# Which?")
    assert "](" not in shown
    assert shown.endswith("word end")


# What the model says itself


def test_last_words_stand_behind_what_was_done_and_before_the_question() -> None:
    shown = reply([FOUND], dossier(TEXEL), "en", text="  The *first* is the best.\n").split("\n\n")
    assert shown[-2] == "The *first* is the best."
    assert shown[-1].startswith("Are these the right sources")
    behind = reply([Answered(answer())], dossier(TEXEL), "en", text="Bring a coat.")
    assert behind.endswith("\n\nBring a coat.")


@pytest.mark.parametrize("reports", [[], [FOUND]], ids=["alone", "beside a report"])
@pytest.mark.parametrize("language", BOTH)
def test_words_that_the_desk_does_not_allow_are_held_back(
    reports: list[Report], language: Language
) -> None:
    desk = replace(DESK, may_say=lambda text, held: "sun" not in text or bool(held.answers))
    shown = reply(reports, dossier(TEXEL), language, text="It is sunny.", desk=desk)
    assert "sunny" not in shown
    assert WORDINGS[language].unsourced in shown
    assert "windy" in reply(reports, dossier(TEXEL), language, text="It is windy.", desk=desk)


# No word of any field

EVERY: tuple[Report, ...] = (
    Found("postcard", EVERYTHING, EVERYTHING),
    Found("postcard", (TEXEL,), ()),
    Found("postcard", (), ()),
    Added(LETTER),
    Reselected(False, "texel", (TEXEL,), ("Vlieland",)),
    Reselected(True, "vlieland", (), ()),
    Undone((1, 2), ("drop 3", "yes"), again=False),
    Undone((3,), (), again=True),
    Refused("selection_not_shown"),
    Answered(answer()),
    Answered(answer(Claim(text="", quote="x", source_id=TEXEL.id, verdict="exact")), ("Texel",)),
    Answered(answer().model_copy(update={"claims": ()})),
    asked("", "choice", "?", ("a",)),
)
FIELDS = re.compile(
    "|".join(rf"\b{re.escape(word)}\b" for plug in plugs() for word in plug.vocabulary),
    re.IGNORECASE,
)


@pytest.mark.parametrize("language", BOTH)
def test_no_reply_of_a_plain_desk_has_a_word_of_another_desk(language: Language) -> None:
    held = dossier(*EVERYTHING)
    for reports in ([], *([one] for one in EVERY), list(EVERY)):
        for state in (
            held,
            dossier(*EVERYTHING, selected=()),
            held.model_copy(update={"as_of": START.date()}),
        ):
            shown = reply(reports, state, language)
            assert not FIELDS.search(shown), shown


@pytest.mark.parametrize("language", BOTH)
def test_no_fixed_text_has_a_word_of_any_desk(language: Language) -> None:
    texts = [
        text
        for told in vars(WORDINGS[language]).values()
        for text in ([told] if isinstance(told, str) else told.values())
    ]
    assert [text for text in texts if FIELDS.search(text)] == []


# Whose presenter it is


def test_a_dossier_of_a_desk_that_is_not_here_is_told_of_plainly() -> None:
    assert presenter_of("nosuch") == PLAIN
    found = presenters({"postcards": WITH_KINDS})
    assert found("postcards") is WITH_KINDS.presenter
    assert found("nosuch") == PLAIN


# Code


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Run this:\n```sh\n# sort <in >out\n- a[0](b)\n1. <x>\n```\nDone <b>.",
         "Run this:\n```sh\n# sort <in >out\n- a[0](b)\n1. <x>\n```\nDone \\<b>."),
        ("~~~\n<pid>\n~~~\n<pid>", "~~~\n<pid>\n~~~\n\\<pid>"),
        ("```\ngrep '\\<word' in\n```", "```\ngrep '\\<word' in\n```"),
        ("- this:\n  ```\n  kill <pid>\n  ```", "\\- this:\n  ```\n  kill <pid>\n  ```"),
    ],
)  # fmt: skip
def test_code_of_a_models_words_is_shown_as_it_is(said: str, shown: str) -> None:
    assert reply([], dossier(), "en", said) == shown


@dataclass(frozen=True)
class Drawn(Report):
    """A report that is told as it stands."""

    text: str


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("`kill \\<pid>` of \\[1\\]", "`kill <pid>` of \\[1\\]"),
        ("```\ncp a b \\[12\\]\n```", "```\ncp a b [12]\n```"),
        ("`grep '\\[err' \\.x`", "`grep '\\[err' \\.x`"),
        ("`a` \\<img src=x> `b`", "`a` \\<img src=x> `b`"),
        ("`a\\` \\<img src=x> `b`", "`a\\` \\<img src=x> `b`"),
        ("\\`a \\<img src=x> `b`", "\\`a \\<img src=x> `b`"),
        ("| `a | \\<img src=x>` |\n|---|---|\n| b | c |", "| `a | \\<img src=x>` |\n|---|---|\n| b | c |"),
        ("`\n:-\n` `\\<img src=x>` ", "`\n:-\n` `\\<img src=x>` "),
        ("> ```\n\\<img src=x>\n> ```", "> ```\n\\<img src=x>\n> ```"),
        ("````\n```\n\\<b>\n````\n\\<img src=x>", "````\n```\n<b>\n````\n\\<img src=x>"),
    ],
)  # fmt: skip
def test_strokes_go_in_code_alone_and_no_markup_comes_to_life(told: str, shown: str) -> None:
    desk = replace(DESK, tell={Drawn: lambda reports, _: [each.text for each in reports]})
    assert reply([Drawn(told)], dossier(), "en", desk=desk) == shown
