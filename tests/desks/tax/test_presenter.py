"""What a reply of the tax desk reads like, in both languages, word for word."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from src.desks.tax.presenter import PRESENTER
from src.dossier.models import (
    Answer,
    Claim,
    ConclusionSentence,
    Document,
    Dossier,
    Gloss,
    Language,
    Source,
)
from src.dossier.patch import DossierPatch
from src.llm.protocol import OFFLINE
from src.presenter.reply import LONGEST_OWN_WORDS
from src.tools.base import Answered, Explained, Refused, Report, Reselected
from src.tools.choose import SourcesChosen
from src.tools.tax.search import FoundLaw
from tests.fakes import law, page, ruling

say = PRESENTER.say

TERM = law("6:7", "De termijn bedraagt zes weken.").model_copy(update={"heading": "Termijn"})
DIGEST = law("9", "Het tarief is in dit artikel geregeld.", "BWBR0002629", "Wet OB").model_copy(
    update={"id": "BWBR0002629/9@2024-01-01#digest", "digest": True, "url": ""}
)
RULING = ruling("ECLI:NL:HR:1995:AA3106", "Te laat.")


def dossier(
    *sources: Source, selected: tuple[Source, ...] | None = None, shown: tuple[Source, ...] = ()
) -> Dossier:
    patch = DossierPatch(
        add_sources=sources,
        select_ids=tuple(source.id for source in (sources if selected is None else selected)),
        shown_selection=tuple(source.id for source in shown),
    )
    return patch.apply(
        Dossier(id="dos-00000000", desk="tax", created_at=datetime(2026, 1, 1, tzinfo=UTC))
    )


def found(kind: str, *sources: Source, new: bool = True) -> FoundLaw:
    assert kind in ("legislation", "case_law")
    return FoundLaw(
        "legislation" if kind == "legislation" else "case_law", sources, sources if new else ()
    )


def test_new_sources_are_listed_with_number_link_and_version_and_one_question() -> None:
    said = say(
        "",
        [found("legislation", TERM, DIGEST), found("case_law", RULING)],
        dossier(TERM, DIGEST, RULING),
        "nl",
    )
    assert said.text == (
        "Ik vond deze bronnen:\n\n"
        "**Wetgeving**\n\n"
        f"- \\[1\\] [Algemene wet bestuursrecht, artikel 6:7]({TERM.url}) — Termijn *(stand 01-01-2024)*\n"
        "- \\[2\\] Wet OB, artikel 9 *(eigen samenvatting, stand 01-01-2024)*\n\n"
        "**Rechtspraak**\n\n"
        f"- \\[3\\] [Hoge Raad 10 mei 1995, ECLI:NL:HR:1995:AA3106]({RULING.url})\n\n"
        "Zijn dit de juiste bronnen voor uw vraag? Zeg ‘ja’ voor een antwoord, of noem wat weg of terug moet."
    )
    assert said.shows_selection


def test_a_page_of_documentation_is_listed_by_its_title_and_heading() -> None:
    ports = page("ports", "Port 8000 is open.")
    said = say("", [Reselected(True, "ports", (ports,), ())], dossier(TERM, ports), "nl")
    assert "- \\[2\\] Ports — Guide\n" in said.text


def test_nothing_found_at_all_says_so_and_invents_nothing() -> None:
    said = say("", [found("legislation"), found("case_law")], dossier(), "en")
    assert said.text.startswith("I found nothing about this in the library, so I give no answer.")
    assert not said.shows_selection


def test_one_kind_without_hits_is_said() -> None:
    said = say("", [found("legislation", TERM), found("case_law")], dossier(TERM), "en")
    assert "No case law found." in said.text


def test_a_named_article_that_is_not_there_is_said() -> None:
    report = FoundLaw("legislation", (), (), missing=("AWR, artikel 17",))
    said = say("", [report, report], dossier(), "nl")
    assert said.text.startswith(
        "Niet in de bibliotheek: AWR, artikel 17.\n\nHierover vond ik niets"
    )


def test_a_text_that_was_not_in_force_on_the_day_asked_for_is_marked() -> None:
    report = FoundLaw("legislation", (TERM,), (TERM,), not_in_force=(TERM.title,))
    that_day = dossier(TERM).model_copy(update={"as_of": date(1990, 1, 1)})
    assert (
        f"die op 01-01-1990 gold; dit is de naaste: {TERM.title}."
        in say("", [report], that_day, "nl").text
    )


def test_a_text_that_may_have_changed_by_the_day_asked_for_is_marked() -> None:
    report = FoundLaw("legislation", (TERM,), (TERM,), uncertain=(TERM.title,))
    that_day = dossier(TERM).model_copy(update={"as_of": date(2025, 3, 1)})
    assert (
        f"Of dit op 01-03-2025 nog zo luidde, weet de bibliotheek niet (tekst van een eerdere datum): {TERM.title}."
        in say("", [report], that_day, "nl").text
    )
    assert f"still read so on 2025-03-01 (text of an earlier date): {TERM.title}." in (
        say("", [report], that_day, "en").text
    )


@pytest.mark.parametrize(
    ("day", "changes", "told"),
    [
        (date(2025, 3, 1), {}, "nog zo luidde"),
        (date(2025, 3, 1), {"until": date(2025, 2, 28)}, "nog zo luidde"),
        (date(2025, 3, 1), {"until": date(2025, 3, 1)}, ""),
        (date(2024, 1, 1), {}, ""),
        (date(2023, 1, 1), {}, "dit is de naaste"),
        (date(2023, 1, 1), {"since": date(2009, 7, 1)}, ""),
        (None, {}, ""),
    ],
)
def test_an_answer_tells_which_of_its_texts_may_not_be_of_the_day(
    day: date | None, changes: dict[str, date], told: str
) -> None:
    source = TERM.model_copy(update=changes)
    that_day = dossier(source).model_copy(update={"as_of": day})
    labels = say("", [Answered(answer())], that_day, "nl").text.partition("---")[2]
    assert told in labels
    marked = [words in labels for words in ("nog zo luidde", "dit is de naaste")]
    assert sum(marked) == bool(told)


def test_only_new_sources_are_listed_where_the_user_saw_the_rest() -> None:
    said = say("", [found("legislation", RULING)], dossier(TERM, RULING, shown=(TERM,)), "nl")
    assert TERM.title not in said.text


def test_what_an_answer_would_use_from_an_earlier_search_is_named_in_brief() -> None:
    earlier = (TERM, DIGEST, page("ports", "Port 8000 is open."))
    before = dossier(*earlier, RULING, selected=(TERM, DIGEST, RULING), shown=earlier)
    dutch = say("", [found("case_law", RULING)], before, "nl").text
    assert "van eerder: \\[1 tot en met 2\\]." in dutch
    assert "haal 1 tot en met 2 weg" in dutch
    others = before.model_copy(update={"selected_ids": (TERM.id, earlier[2].id, RULING.id)})
    assert "leave out 1, 3." in say("", [found("case_law", RULING)], others, "en").text
    alone = dossier(TERM, RULING, selected=(RULING,), shown=(TERM,))
    assert "van eerder" not in say("", [found("case_law", RULING)], alone, "nl").text


def test_the_whole_selection_is_listed_where_the_user_did_not_see_all_of_it() -> None:
    said = say("", [found("legislation", RULING)], dossier(TERM, RULING), "nl")
    assert "**Nu geselecteerd:**" in said.text
    assert TERM.title in said.text


def test_removal_names_what_went_and_shows_what_is_left() -> None:
    report = Reselected(False, "haal de Hoge Raad weg", (RULING,), ())
    said = say("", [report], dossier(TERM, RULING, selected=(TERM,)), "nl")
    assert said.text.startswith("**Weggelaten:**\n\n- \\[2\\]")
    assert "**Nu geselecteerd:**\n\n- \\[1\\]" in said.text
    assert said.text.endswith("of noem wat weg of terug moet.")


def test_what_the_user_has_seen_in_full_is_repeated_in_brief() -> None:
    report = Reselected(False, "haal de Hoge Raad weg", (RULING,), ())
    before = dossier(TERM, DIGEST, RULING, selected=(TERM, DIGEST), shown=(TERM, DIGEST, RULING))
    said = say("", [report], before, "nl")
    assert "**Nu geselecteerd:** \\[1\\], \\[2\\]\n" in said.text
    many = tuple(page(f"p{number}", "Port 8000 is open.") for number in range(13))
    before = dossier(*many, RULING, selected=many, shown=(*many, RULING))
    said = say("", [report], before, "nl")
    assert "**Nu geselecteerd:** \\[1 tot en met 13\\]\n" in said.text


def test_an_answer_lists_what_it_quotes_in_full_and_the_rest_in_brief() -> None:
    both = answer(source_ids=(TERM.id, RULING.id))
    text = say("", [Answered(both)], dossier(TERM, RULING), "en").text
    assert f"*Selected too, not quoted:* \\[2\\] {RULING.title}\n" in text


def test_the_number_of_a_paragraph_stands_outside_the_quote() -> None:
    third = answer(claims=(Claim(text="", quote="3. De termijn is zes weken.", source_id=TERM.id),))
    text = say("", [Answered(third)], dossier(TERM), "nl").text
    assert "> \\[1\\] lid 3: “De termijn is zes weken.”" in text


@pytest.mark.parametrize(
    ("language", "translation", "told"),
    [
        ("nl", False, "*In gewone woorden, volgens onze samenvatting per 01-01-2026: Zes weken.*"),
        ("en", False, "*In plain words, by our digest as of 2026-01-01: Zes weken.*"),
        ("en", True, "*Our translation: Zes weken.*"),
    ],
)
def test_plain_words_stand_below_the_quote_and_are_marked_as_ours(
    language: Language, translation: bool, told: str
) -> None:
    gloss = Gloss(text="Zes weken.", as_of=date(2026, 1, 1), translation=translation)
    quoted = Claim(text="", quote="Binnen zes weken.", source_id=TERM.id, gloss=gloss)
    text = say("", [Answered(answer(claims=(quoted,)))], dossier(TERM), language).text
    assert f"> \\[1\\] “Binnen zes weken.”\n\n{told}\n\n" in text


def test_text_of_a_model_or_a_source_is_no_markdown() -> None:
    evil = "1. Zie [hier](https://evil.example) ![x](https://evil.example/x.png) <b>"
    claim = Claim(text=evil, quote=evil[3:], source_id=TERM.id)
    odd = TERM.model_copy(update={"title": evil})
    answered = Answered(answer(claims=(claim,), conclusion=evil))
    for words, report, kept in (
        ("", answered, TERM),
        (evil, None, TERM),
        ("", found("legislation", odd), odd),
        ("", Reselected(False, "weg", (odd,), ()), odd),
    ):
        text = "\n" + say(words, [report] if report else [], dossier(kept), "nl").text
        assert "Zie" in text
        assert "](https://evil" not in text
        assert "![" not in text.replace("!\\[", "")
        assert "<b>" not in text.replace("\\<", "")
        assert "\n1. Zie" not in text


def test_a_digest_is_marked_where_it_is_quoted_and_the_note_is_left_out_where_none_is() -> None:
    quoted = answer(
        claims=(Claim(text="", quote="in dit artikel geregeld", source_id=DIGEST.id),),
        source_ids=(DIGEST.id,),
    )
    text = say("", [Answered(quoted)], dossier(DIGEST), "nl").text
    assert "Wet OB, artikel 9" in text
    assert "*(eigen samenvatting, stand 01-01-2024)*" in text
    other = answer(source_ids=(TERM.id, DIGEST.id))
    assert (
        "zijn door ons geschreven"
        not in say("", [Answered(other)], dossier(TERM, DIGEST), "nl").text
    )


def test_nothing_left_asks_for_a_source_or_a_question() -> None:
    report = Reselected(False, "haal alles weg", (TERM,), ())
    said = say("", [report], dossier(TERM, selected=()), "en")
    assert said.text.endswith(
        "No source is selected now.\n\nPut a source back, or ask a new question?"
    )


def test_words_that_name_no_source_are_given_back() -> None:
    report = Reselected(False, "haal die van gisteren weg", (), ())
    assert "‘haal die van gisteren weg’" in say("", [report], dossier(TERM), "nl").text


@pytest.mark.parametrize(
    ("code", "details"),
    [
        ("unknown_tool", {"tool": "x"}),
        ("bad_arguments", {"tool": "x", "problem": "y"}),
        ("too_many_calls", {"limit": "8"}),
        ("selection_not_shown", {}),
        ("nothing_selected", {}),
        ("failed", {"error_id": "ab12"}),
        ("model_key_refused", {}),
        ("model_unavailable", {"problem": "busy"}),
        ("model_gave_no_answer", {"reason": "refused"}),
    ],
)
@pytest.mark.parametrize("language", ["nl", "en"])
def test_every_refusal_has_words(code: str, details: dict[str, str], language: Language) -> None:
    said = say("", [Refused(code, details)], dossier(TERM), language)
    assert said.text.startswith(("Niet gelukt:", "Not done:"))


def answer(model: str = OFFLINE, **changes: object) -> Answer:
    base = Answer(
        question="Hoe lang?",
        language="nl",
        claims=(Claim(text="De termijn is zes weken.", quote="zes weken", source_id=TERM.id),),
        conclusion="Zes weken.",
        open_points=("Wanneer is het besluit bekendgemaakt?",),
        source_ids=(TERM.id,),
        model=model,
        based_on_version=2,
    )
    return base.model_copy(update=changes)


def test_an_answer_has_its_three_headings_and_each_sentence_its_source() -> None:
    said = say("", [Answered(answer(model="gpt"))], dossier(TERM), "nl")
    listed = f"[Algemene wet bestuursrecht, artikel 6:7]({TERM.url})"
    assert said.text == (
        "## ANTWOORD\n\n"
        "Zes weken. \\[1\\]\n\n"
        "*Teksten met stand 01-01-2024.*\n\n"
        "## ANALYSE\n\n"
        "- De termijn is zes weken. \\[1\\]\n\n"
        "**Wat open blijft**\n\n"
        "- Wanneer is het besluit bekendgemaakt?\n\n"
        "## BRONNEN\n\n"
        f"- \\[1\\] {listed} — Termijn *(stand 01-01-2024)*\n\n"
        "> “zes weken”\n\n"
        "---\n\n"
        "*Gecontroleerd: elk citaat hierboven (1) staat letterlijk in de genoemde bron; of het de stelling draagt, is "
        "aan u.*"
    )


def claimed(text: str, quote: str) -> Claim:
    start = TABLE.content.index(quote)
    place = {"start": start, "end": start + len(quote)}
    return Claim(text=text, quote=quote, source_id=TABLE.id).model_copy(update=place)


TABLE = law(
    "24",
    "De belasting is 10 percent. Kabouters zijn vrij.\n\n| klasse | tarief |\n| --- | --- |\n| kinderen | 10 % |",
    "BWBR0002226",
    "Successiewet 1956",
)


def test_a_quote_is_told_once_however_many_claims_stand_on_it() -> None:
    told = answer(
        claims=(
            claimed("Het is 10 %.", "De belasting is 10 percent."),
            claimed("Niet meer.", "10 percent"),
            claimed("Kabouters niet.", "Kabouters zijn vrij."),
        ),
        facts=(),
        conclusion="Het is 10 %.",
        sentences=(ConclusionSentence(text="Het is 10 %.", claims=(1, 2)),),
        source_ids=(TABLE.id,),
    )
    text = say("", [Answered(told)], dossier(TABLE), "nl").text
    assert text.count("10 percent") == text.count("Kabouters zijn vrij.") == 1
    assert "Het is 10 %. \\[1a\\]\n" in text
    assert "- Niet meer. \\[1a\\]\n- Kabouters niet. \\[1b\\]" in text
    assert "> \\[1b\\] “Kabouters zijn vrij.”" in text


def test_a_quote_that_the_conclusion_gives_is_not_given_again() -> None:
    alone = claimed("", "Kabouters zijn vrij.")
    said = answer(
        claims=(alone,), conclusion="Wat past: “Kabouters zijn vrij.”", source_ids=(TABLE.id,)
    )
    text = say("", [Answered(said)], dossier(TABLE), "nl").text
    assert text.count("Kabouters zijn vrij.") == 1
    assert "Letterlijk uit \\[1\\]." in text


def test_a_row_is_drawn_below_the_head_of_its_table() -> None:
    row = answer(
        claims=(claimed("Voor kinderen 10 %.", "| kinderen | 10 % |"),), source_ids=(TABLE.id,)
    )
    text = say("", [Answered(row)], dossier(TABLE), "nl").text
    assert "\n\n| klasse | tarief |\n| --- | --- |\n| kinderen | 10 % |\n\n" in text


def test_a_row_of_which_two_claims_quote_a_part_is_drawn_once() -> None:
    said = answer(
        claims=(claimed("Kinderen.", "| kinderen"), claimed("Een tiende.", "10 % |")),
        source_ids=(TABLE.id,),
    )
    text = say("", [Answered(said)], dossier(TABLE), "nl").text
    assert text.count("| kinderen | 10 % |") == 1
    assert "- Kinderen. \\[1\\]\n- Een tiende. \\[1\\]" in text


def test_the_days_of_the_texts_and_of_the_question_stand_below_the_conclusion() -> None:
    later = TABLE.model_copy(update={"as_of": date(2025, 7, 1)})
    both = answer(
        claims=(claimed("a", "Kabouters zijn vrij."), *answer().claims),
        source_ids=(TABLE.id, TERM.id),
    )
    asked = dossier(later, TERM).model_copy(update={"as_of": date(2025, 8, 1)})
    text = say("", [Answered(both)], asked, "en").text
    assert "*For 2025-08-01; texts as of 2024-01-01 to 2025-07-01.*" in text


def test_a_source_that_is_not_quoted_is_told_in_brief() -> None:
    told = answer(source_ids=(TERM.id, TABLE.id))
    text = say("", [Answered(told)], dossier(TERM, TABLE), "nl").text
    assert "*Ook geselecteerd, niet geciteerd:* \\[2\\] Successiewet 1956, artikel 24" in text


def test_an_english_answer_has_english_headings() -> None:
    text = say("", [Answered(answer())], dossier(TERM), "en").text
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## ANSWER",
        "## ANALYSIS",
        "## SOURCES",
    ]
    assert "extractive answer of the offline model" in text


def test_limits_of_an_answer_are_told() -> None:
    cited = answer(source_ids=(DIGEST.id,), claims=())
    text = say("", [Answered(cited, (DIGEST.title,))], dossier(DIGEST), "nl").text
    assert "ik verzin er geen" in text
    assert "## ANTWOORD" not in text
    last = text.splitlines()[-1]
    assert f"van {DIGEST.title} kreeg het model een deel, eigen samenvattingen" in last
    assert "Zeg ‘toelichting’" in last


def test_what_the_notes_under_an_answer_mean_is_told_when_it_is_asked_for() -> None:
    text = say("", [Explained(answer(source_ids=(DIGEST.id,)))], dossier(DIGEST), "nl").text
    assert "bewijst dat het er staat, niet dat het de stelling draagt" in text
    assert "zijn door ons geschreven" in text
    assert "redeneert niet" in text


@pytest.mark.parametrize(
    ("struck", "reason"),
    [
        ({"verdict": "not-found"}, f"Een citaat staat niet in {TERM.title}."),
        ({"verdict": "too-short"}, f"Een citaat uit {TERM.title} is te kort"),
        ({"verdict": "misattributed", "found_in": RULING.id}, f"staat in {RULING.title}."),
        ({"verdict": "other-version", "found_in": "BWBR1/1@2010-01-01"}, "BWBR1/1@2010-01-01."),
        ({"verdict": "exact", "flags": ("9%",)}, f"noemt ‘9%’, en dat staat niet in {TERM.title}."),
        ({"verdict": "exact"}, "noemt recht dat niet in de geselecteerde bronnen staat"),
    ],
)
def test_why_a_claim_is_struck_is_told_and_its_words_are_not(
    struck: dict[str, Any], reason: str
) -> None:
    claim = Claim(text="Het tarief is 9%.", quote="een tarief van 9%", source_id=TERM.id, **struck)
    report = Answered(answer(claims=(), struck=(claim, claim)))
    text = say("", [report], dossier(TERM, RULING), "nl").text
    assert "Er is geen antwoord" in text
    assert text.count(reason) == 1, "what is wrong with several is told once"
    assert "(×2)" in text
    assert claim.text not in text
    assert claim.quote not in text


def test_a_refusal_by_the_desk_does_not_say_that_nothing_held() -> None:
    claim = Claim(text="x", quote="y", source_id=TERM.id, verdict="not-found")
    report = Answered(answer(claims=(), struck=(claim,)), refused=2)
    text = say("", [report], dossier(TERM), "nl").text
    assert "2 van de 3 stellingen hielden stand" in text
    assert "geen stelling van het model" not in text


def test_a_number_that_the_source_lacks_is_marked_and_missing_facts_are_asked_for() -> None:
    claim = Claim(text="Er zijn drie eisen.", quote="zes weken", source_id=TERM.id, flags=("drie",))
    told = answer(claims=(claim,), missing_facts=("De dagtekening van de aanslag.",))
    text = say("", [Answered(told)], dossier(TERM), "nl").text
    assert "‘drie’ staat niet in deze bron" in text
    assert "De dagtekening van de aanslag." in text


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("Goedendag.", True),
        ("Artikel 6:7 Awb staat in uw dossier.", True),
        ("Het tarief staat in artikel 9 Wet OB.", False),
        ("Zie ECLI:NL:HR:2020:1.", False),
        ("Zie ECLI:NL:HR:1995:AA3106.", True),
    ],
)
def test_the_models_own_words_name_no_law_that_the_dossier_lacks(text: str, passes: bool) -> None:
    said = say(text, [], dossier(TERM, RULING), "nl")
    assert (said.text == text) is passes


def test_the_same_turn_always_reads_the_same() -> None:
    reports: list[Report] = [found("legislation", TERM)]
    assert say("", reports, dossier(TERM), "nl") == say("", reports, dossier(TERM), "nl")


@pytest.mark.parametrize(
    ("language", "told"), [("nl", "dit zijn de eerste 20000 tekens"), ("en", "its first 20000")]
)
def test_of_a_models_endless_words_the_first_are_shown_and_the_user_is_told(
    language: Language, told: str
) -> None:
    """What stands behind them is not read: law in it is neither shown nor a reason to hold the rest back."""
    words = ("woord " * 20_000)[:LONGEST_OWN_WORDS]
    said = say(f"{words}Het tarief is 21%, zie artikel 9 Wet OB.", [], dossier(), language).text
    shown, _, note = said.rpartition("\n\n")
    assert shown == words.rstrip()
    assert told in note
    assert say(f"  {words}\n\n", [], dossier(), language).text == words.rstrip()


def test_law_in_a_models_endless_words_is_held_back_as_in_few() -> None:
    words = f"Het tarief is 21%. {'woord ' * 20_000}"
    held = say(words, [], dossier(), "nl")
    assert held == say("Het is 21%.", [], dossier(), "nl")
    assert "21%" not in held.text


def test_a_document_brought_along_for_this_question_is_not_of_an_earlier_one() -> None:
    letter = Document(id="upload/letter", title="brief.txt", content="Ik ben te laat.", client=True)
    fresh = dossier(letter, RULING, selected=(letter, RULING), shown=(letter,))
    assert "van eerder" not in say("", [found("case_law", RULING)], fresh, "nl").text
    used = answer().model_copy(update={"source_ids": (letter.id,)})
    later = fresh.model_copy(update={"answers": (used,)})
    assert "van eerder" in say("", [found("case_law", RULING)], later, "nl").text


def test_what_was_offered_and_chosen_at_once_is_told_as_found() -> None:
    offered = FoundLaw("legislation", (TERM, DIGEST), (TERM, DIGEST), weak=True, offered=True)
    chosen = SourcesChosen({DIGEST.id: "Tarief"}, True)
    told = say("", [offered, chosen], dossier(TERM, DIGEST, selected=(DIGEST,)), "nl").text
    assert "Niets hiervan is geselecteerd" not in told
    assert DIGEST.title in told
    alone = say("", [offered], dossier(TERM, DIGEST, selected=()), "nl").text
    assert "Niets hiervan is geselecteerd" in alone
