"""What a right analysis may say and a wrong one may not: sums, terms, several sources, documents, reversals."""

import asyncio
import json
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from src.agent import Agent
from src.desks.tax.answering import tax_answering
from src.desks.tax.desk import tax_desk
from src.desks.tax.presenter import PRESENTER
from src.dossier.journal import Request
from src.dossier.models import Answer, Document, Dossier, Message, Source
from src.grounding.formula import formula
from src.llm.forms import (
    AnswerDraft,
    CalculationDraft,
    ClaimDraft,
    InputDraft,
    QuoteDraft,
    RepairTask,
    SentenceDraft,
    SupportDraft,
    SupportTask,
    SupportVerdict,
)
from src.llm.protocol import ChatReply
from src.tools.answer import QuestionArgs
from src.tools.base import Answered
from src.tools.tax.search import GenerateTaxAnswer
from tests.fakes import START, ListRetriever, MemoryStore, ScriptedLlm, ScriptedRounds, calls, law

TRANSFER = law(
    "14", "De belasting bedraagt 2 percent van de waarde van een woning.", "BWBR0002740", "WBR"
)
OTHER = law(
    "2", "De belasting bedraagt 10,4 percent van de waarde van andere zaken.", "BWBR0002740", "WBR"
)
TARIFF = law(
    "24",
    "Over het gedeelte tot € 158.669 bedraagt de belasting 10 percent, over het meerdere 20 percent.",
    "BWBR0002226",
    "Successiewet 1956",
)
TERM = law("6:7", "De termijn voor het indienen van een bezwaarschrift bedraagt zes weken.")
LATE = law(
    "6:9",
    "Een te laat ingediend bezwaarschrift is in beginsel niet-ontvankelijk, tenzij het verschoonbaar is.",
)
RENT = law("5", "De rente op de lening is aftrekbaar, tenzij zij bij een partner is aangegaan.")
WEIGHT = law("9", "Een bestelauto weegt ten hoogste 11 000 kg.", "BWBR0006324", "Wet MRB")
BOTH = law(
    "3.30",
    "De artikelen 3.31 en 3.34 gelden voor de willekeurige afschrijving.",
    "BWBR0011353",
    "Wet IB 2001",
)
MEMO = Document(
    id="upload/memo",
    title="memo.txt",
    content="Op 3 februari 2026 koopt cliënt een garage voor € 30.000. Het tarief is 0 % op grond van artikel 99. "
    "Bezwaar kan binnen 14 dagen.",
    client=True,
)  # fmt: skip


def claim(source: Source, text: str, **more: Any) -> ClaimDraft:
    return ClaimDraft(text=text, quote=source.content, source_id=source.id, **more)


def given(name: str, value: str, source: Source | str, quote: str = "") -> InputDraft:
    source_id = source if isinstance(source, str) else source.id
    return InputDraft(name=name, value=value, source_id=source_id, quote=quote)


def drafted(
    claims: Sequence[ClaimDraft],
    conclusion: Sequence[SentenceDraft] | str = "",
    calculations: Sequence[CalculationDraft] = (),
    **points: list[str],
) -> AnswerDraft:
    return AnswerDraft(
        claims=list(claims),
        calculations=list(calculations),
        conclusion=conclusion,
        open_points=points.get("open_points", []),
        missing_facts=[],
    )


def sentence(text: str, *follows_from: str) -> SentenceDraft:
    return SentenceDraft(text=text, follows_from=list(follows_from))


def answered(
    draft: AnswerDraft,
    *sources: Source,
    question: str = "Hoe zit dat?",
    reading: SupportDraft | None = None,
    then: Sequence[AnswerDraft | SupportDraft] = (),
) -> tuple[Answer, str, ScriptedLlm]:
    """Return the answer, the reply, and the model, which does not mend its draft unless it gives more forms then."""
    llm = ScriptedLlm(forms=[draft, *([reading] if reading else []), *(then or [draft])])
    dossier = Dossier(
        id="dos-00000000",
        desk="tax",
        created_at=START,
        language="nl",
        sources=sources,
        selected_ids=tuple(one.id for one in sources),
        conversation=(Message(role="user", content=question),),
    )
    answering = tax_answering(llm, ListRetriever(*sources), support=reading is not None)
    tool = GenerateTaxAnswer(answering)
    result = asyncio.run(tool.execute(dossier, QuestionArgs(query=question)))
    assert isinstance(result.report, Answered)
    reply = PRESENTER.say("", [result.report], dossier, "nl")
    return result.report.answer, reply.text, llm


def test_a_product_of_two_given_numbers_is_an_answer() -> None:
    sums = CalculationDraft(
        id="c1",
        inputs=[given("waarde", "€ 600.000", "user"), given("tarief", "2 percent", TRANSFER)],
        expression="waarde * tarief",
        result="€ 12.000",
    )
    draft = drafted(
        [claim(TRANSFER, "Het tarief is 2 %.")],
        [sentence("U betaalt € 12.000.", "1", "c1")],
        [sums],
    )
    answer, reply, _ = answered(draft, TRANSFER, question="Wat betaal ik bij € 600.000?")
    assert answer.conclusion == "U betaalt € 12.000."
    assert "€ 600.000 x 2 percent \\[1\\] = € 12.000" in reply


def test_a_deciding_model_has_sums_computed_and_none_of_what_nobody_told() -> None:
    def asked_for(value: str) -> tuple[str, str]:
        inputs = [{"name": "a", "value": value}, {"name": "r", "value": "2 %"}]
        return ("calculate", json.dumps({"inputs": inputs, "expression": "a * r"}))

    llm = ScriptedRounds(
        calls(asked_for("€ 600.000")), calls(asked_for("€ 700.000")), ChatReply("Hm.")
    )
    store = MemoryStore()
    agent = Agent(store, {"tax": tax_desk(llm, ListRetriever(TRANSFER), store)})
    message = "Wat is 2 % van € 600.000?"
    asyncio.run(agent.turn("dos-00000000", Request(message=message)))
    assert "€ 600.000 x 2 % = € 12.000" in llm.asked[1][-1].content
    assert "the user did not tell “€ 700.000”" in llm.asked[2][-1].content


def test_a_tax_by_tariff_is_an_answer_and_wrong_arithmetic_is_corrected() -> None:
    sums = CalculationDraft(
        id="c1",
        inputs=[
            given("v", "€ 173.772", "user"),
            given("e", "€ 158.669", TARIFF),
            given("r", "10 percent", TARIFF),
            given("s", "20 percent", TARIFF),
        ],
        expression="bands(v, e, r, s)",
        result="€ 18.000",
    )
    draft = drafted(
        [claim(TARIFF, "Het tarief loopt op.")],
        [sentence("De belasting is € 18.000.", "c1")],
        [sums],
    )
    answer, reply, _ = answered(draft, TARIFF, question="Ik erf € 173.772.")
    assert answer.conclusion == "De belasting is € 18.887,50."
    assert "het model kwam op € 18.000" in reply


@pytest.mark.parametrize(("year", "stands"), [(2024, True), (2025, True), (2026, False)])
def test_a_claim_may_name_the_year_that_its_text_or_heading_is_of(year: int, stands: bool) -> None:
    source = TRANSFER.model_copy(update={"heading": "Tarief voor 2025"})
    text = f"Het tarief van {year} bedraagt 2 percent."
    answer, _, _ = answered(drafted([claim(source, text)], [sentence(text, "1")]), source)
    assert (answer.conclusion == text) is stands
    assert [flag for one in answer.claims for flag in one.flags] == ([] if stands else [str(year)])


def test_a_term_ends_by_code() -> None:
    sums = CalculationDraft(
        id="c1",
        inputs=[given("dag", "1 maart 2026", "user"), given("termijn", "zes weken", TERM)],
        expression="term_weeks(dag, termijn)",
        result="13 april 2026",
    )
    said = [sentence("De laatste dag is 13 april 2026.", "1", "c1")]
    draft = drafted([claim(TERM, "De termijn is zes weken.")], said, [sums])
    answer, _, _ = answered(draft, TERM, question="De aanslag is van 1 maart 2026.")
    assert answer.conclusion == "De laatste dag is 13 april 2026."


@pytest.mark.parametrize(
    ("expression", "day", "end"),
    [
        ("add_weeks(dag, termijn)", "1 maart 2026", "13 april 2026"),  # 12 April is a Sunday
        ("add_weeks(dag, termijn)", "16 maart 2026", "28 april 2026"),  # and the 27th a holiday
        ("add_weeks(dag, termijn)", "2 maart 2026", ""),
        ("term_weeks(dag, termijn)", "1 maart 2026", ""),
    ],
)
def test_a_plain_sum_on_which_no_term_ends_says_where_one_would(
    expression: str, day: str, end: str
) -> None:
    sums = CalculationDraft(
        id="c1",
        inputs=[given("dag", day, "user"), given("termijn", "zes weken", TERM)],
        expression=expression,
        result="",
    )
    said = [sentence("De termijn is zes weken.", "1", "c1")]
    draft = drafted([claim(TERM, "De termijn is zes weken.")], said, [sums])
    _, reply, _ = answered(draft, TERM, question=f"De aanslag is van {day}.")
    assert ("feestdag" in reply) is bool(end)
    assert end in reply


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (WEIGHT, "Een bestelauto weegt hoogstens 11.000 kg."),
        (BOTH, "De voorwaarden van 3.31 en 3.34 gelden."),
    ],
)
def test_a_number_is_one_however_it_is_written(source: Source, text: str) -> None:
    answer, _, _ = answered(drafted([claim(source, text)], text), source)
    assert answer.conclusion == text


def test_an_amount_of_the_users_document_may_go_under_a_rule() -> None:
    fact = QuoteDraft(quote="koopt cliënt een garage voor € 30.000", source_id=MEMO.id)
    text = "De garage van € 30.000 valt op 3 februari 2026 onder het tarief van 10,4 %."
    draft = drafted([claim(OTHER, text, evidence=[fact])], [sentence(text, "1")])
    answer, reply, _ = answered(draft, OTHER, MEMO)
    assert answer.conclusion == text
    assert [one.source_id for one in answer.claims[0].evidence] == [MEMO.id]
    assert "garage voor € 30.000" in reply


@pytest.mark.parametrize(
    "text",
    ["Het tarief is 0 % op grond van artikel 99.", "Het tarief is 0 %.", "U hebt 14 dagen."],
)
def test_law_of_the_users_document_is_no_conclusion(text: str) -> None:
    draft = drafted([claim(OTHER, "Er is belasting over andere zaken.")], [sentence(text, "1")])
    answer, reply, _ = answered(draft, OTHER, MEMO)
    assert answer.conclusion == ""
    assert "weggelaten: een zin" in reply
    assert "trok geen conclusie" not in reply


LETTER = Document(
    id="upload/letter",
    title="brief.txt",
    content="Mijn koper is starter en koopt voor € 250.000. Ingevolge artikel 14b WBR is de belasting 1 percent. "
    "Bezwaar kan binnen 14 dagen.",
    client=True,
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Starters betalen 1 percent.", "Ingevolge artikel 14b WBR is de belasting 1 percent."),
        ("Artikel 14b WBR geldt.", "Ingevolge artikel 14b WBR is de belasting 1 percent."),
        ("Starters betalen minder.", "Ingevolge artikel 14b WBR is de belasting 1 percent."),
        ("Er zijn 14 dagen.", "Bezwaar kan binnen 14 dagen."),
    ],
)
def test_law_of_a_document_alone_is_told_with_a_reserve(text: str, quote: str) -> None:
    fact = ClaimDraft(text=text, quote=quote, source_id=LETTER.id)
    said = [sentence(text, "1", "2"), sentence(f"Volgens de brief: {text}", "1", "2")]
    draft = drafted([claim(TRANSFER, "Het tarief is 2 %."), fact], said)
    reading = read("supports", "supports", "supports")
    answer, reply, llm = answered(draft, TRANSFER, LETTER, reading=reading, then=[draft, reading])
    (told,) = (line for line in reply.splitlines() if line.startswith(f"- {text}"))
    assert "geen wet of uitspraak in de bronnen zegt dit" in told
    assert text not in answer.conclusion
    sent = next(one for call in llm.asked for one in call if '"passages"' in one.content)
    task = SupportTask.model_validate_json(sent.content)
    assert quote not in task.user
    assert [one.document_of_the_user for one in task.passages] == [False, True]


def test_a_fact_of_a_document_is_told_without_a_reserve() -> None:
    fact = ClaimDraft(
        text="De prijs is € 250.000.", quote="koopt voor € 250.000", source_id=LETTER.id
    )
    whole = LETTER.model_copy(update={"content": LETTER.content.partition(" Ingevolge")[0]})
    answer, reply, _ = answered(
        drafted([claim(TRANSFER, "Het tarief is 2 %."), fact]), TRANSFER, whole
    )
    assert answer.facts
    assert "zegt dit" not in reply


@pytest.mark.parametrize(
    "caveat",
    [
        "Artikel 14b WBR, waarop de brief zich beroept, staat niet in de bronnen.",
        "De brief noemt 1 percent op grond van artikel 14b WBR, maar dat staat niet in de bronnen.",
        "Er is geen rechtspraak van de Hoge Raad in de bronnen over starters.",
        "De bronnen bevatten geen rechtspraak, parlementaire geschiedenis of arresten over starters.",
        "The sources do not contain rulings of the Supreme Court.",
    ],
)
def test_what_is_said_to_be_in_no_source_stays(caveat: str) -> None:
    said = [sentence("Het is 2 %.", "1"), sentence(caveat, "1")]
    draft = drafted([claim(TRANSFER, "Het tarief is 2 %.")], said, open_points=[caveat])
    answer, _, _ = answered(draft, TRANSFER, LETTER)
    assert answer.open_points == (caveat,)
    assert answer.conclusion.endswith(caveat)


@pytest.mark.parametrize(
    "text",
    [
        "Artikel 14b WBR, dat niet in de bronnen staat, bepaalt 1 percent.",
        "Het tarief is 9 percent, hoewel dat niet in de bronnen staat.",
        "Het tarief is 9 percent en dat staat niet in de bronnen.",
        "De brief noemt artikel 14b WBR, dat niet in de bronnen staat, dus betaalt hij € 2.500.",
        "Volgens de bronnen is het tarief niet 9 percent.",
        "Volgens de brief is het tarief 1 percent.",
    ],
)
def test_a_caveat_carries_no_law_into_a_conclusion(text: str) -> None:
    draft = drafted([claim(TRANSFER, "Het tarief is 2 %.")], [sentence(text, "1")])
    assert answered(draft, TRANSFER, LETTER)[0].conclusion == ""


def test_what_a_document_says_of_the_law_stays_open_with_a_mark() -> None:
    text = "Volgens de brief geldt voor starters artikel 14b WBR en 1 percent."
    points = [text, "Voor starters geldt 1 percent."]
    draft = drafted([claim(TRANSFER, "Het tarief is 2 %.")], open_points=points)
    answer, _, _ = answered(draft, TRANSFER, LETTER)
    assert answer.open_points == answer.unsourced == (text,)


def test_what_the_user_told_is_evidence_and_no_claim() -> None:
    told = "Ik koop voor € 250.000"
    alone = ClaimDraft(text="De koper betaalt € 250.000.", quote=told, source_id="user")
    under = ClaimDraft(
        text="Over € 250.000 is het 2 percent.",
        quote=told,
        source_id="user",
        evidence=[QuoteDraft(quote=TRANSFER.content, source_id=TRANSFER.id)],
    )
    answer, reply, llm = answered(drafted([alone, under]), TRANSFER, question=f"{told}.")
    assert [one.text for one in answer.claims] == [under.text]
    assert "rust alleen op wat u vertelde" in reply
    (fell,) = RepairTask.model_validate_json(llm.asked[1][-1].content).failed
    assert "the user told it" in fell.problem


@pytest.mark.parametrize(
    ("value", "first"),
    [
        ("2010", "add_years(jaar, termijn)"),
        ("belastingjaar 2010", "add_years(jaar, termijn)"),
        ("2010", "add_years(end_of_year(jaar), termijn)"),
        ("31 december 2010", "add_years(jaar, termijn)"),
    ],
)
def test_a_term_begins_at_the_end_of_a_year(value: str, first: str) -> None:
    law_of_term = law("16", "De bevoegdheid vervalt door verloop van vijf jaren.")
    inputs = [given("jaar", value, "user"), given("termijn", "vijf jaren", law_of_term)]
    sums = [
        CalculationDraft(id="c1", inputs=inputs, expression=first, result="2015"),
        CalculationDraft(
            id="c2",
            inputs=[given("einde", "2015", "c1"), given("uitstel", "vier maanden", "user")],
            expression="add_months(einde, uitstel)",
            result="30 april 2016",
        ),
    ]
    text = "De laatste dag is 30 april 2016."
    draft = drafted([claim(law_of_term, "Vijf jaren.")], [sentence(text, "1", "c2")], sums)
    reading = read("supports", "supports")
    asked = "Belastingjaar 2010, vier maanden uitstel. Tot wanneer?"
    answer, _, llm = answered(draft, law_of_term, question=asked, reading=reading)
    assert answer.conclusion == text
    task = SupportTask.model_validate_json(llm.asked[1][-1].content)
    assert task.statements[-1].follows_from == [1, "c2"]
    assert task.calculations[1].startswith("c2: ")


def test_what_needs_a_sum_that_fails_is_told_so_and_a_mended_sum_too() -> None:
    wrong = [given("a", "€ 7", "user")]
    sums = [
        CalculationDraft(id="c1", inputs=wrong, expression="a * 2", result="€ 14"),
        CalculationDraft(
            id="c2", inputs=[given("b", "€ 14", "c1")], expression="b * 2", result="€ 28"
        ),
        CalculationDraft(
            id="c3", inputs=[given("d", "€ 5", "user")], expression="d * 2", result="€ 11"
        ),
    ]
    draft = drafted([claim(TRANSFER, "Het tarief is 2 %.")], calculations=sums)
    _, _, llm = answered(draft, TRANSFER, question="Wat is het over € 5?")
    repair = RepairTask.model_validate_json(llm.asked[1][-1].content)
    problems = [one.problem for one in repair.failed_sentences]
    assert "“€ 7”" in problems[0]
    assert problems[1] == "it needs c1, which can't be computed"
    assert repair.corrected == ["c3: € 11 -> 10"]


def test_a_day_and_an_amount_in_words_are_those_of_figures() -> None:
    deed = Document(
        id="upload/deed",
        title="akte.txt",
        content="De zoon is geboren op drie maart negentienhonderd vijfentachtig. De prijs is vierhonderdduizend euro.",
        client=True,
    )
    fact = QuoteDraft(quote="De prijs is vierhonderdduizend euro.", source_id=deed.id)
    text = "Over € 400.000 is het 2 percent; de zoon is van 3 maart 1985."
    draft = drafted([claim(TRANSFER, text, evidence=[fact])], [sentence(text, "1")])
    assert answered(draft, TRANSFER, deed)[0].conclusion == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (LATE, "Een te laat bezwaarschrift is altijd ontvankelijk."),
        (
            LATE,
            "Volgens vaste rechtspraak van de Hoge Raad is een te laat bezwaarschrift niet-ontvankelijk.",
        ),
        (WEIGHT, "Een bestelauto weegt ten minste 11 000 kg."),
    ],
)
def test_a_reversal_falls_and_is_told(source: Source, text: str) -> None:
    answer, _, llm = answered(drafted([claim(source, text)], text), source)
    assert (answer.claims, answer.conclusion, len(answer.struck)) == ((), "", 1)
    repair = RepairTask.model_validate_json(llm.asked[1][-1].content)
    assert repair.failed[0].problem or repair.failed[0].not_in_source


def test_one_sentence_falls_and_the_others_stay() -> None:
    good, bad = "Het tarief is 2 %.", "U krijgt daarna € 5.000 terug."
    draft = drafted([claim(TRANSFER, good)], [sentence(good, "1"), sentence(bad, "1")])
    answer, reply, llm = answered(draft, TRANSFER)
    assert answer.conclusion == good
    assert "een zin met ‘€ 5.000’, wat in geen bron of berekening staat" in reply
    repair = RepairTask.model_validate_json(llm.asked[1][-1].content)
    assert [one.text for one in repair.failed_sentences] == [bad]


def test_a_caveat_stays_with_a_mark() -> None:
    caveat = "De bedragen zijn die van 1 november 2015."
    draft = drafted([claim(TRANSFER, "Het tarief is 2 %.")], open_points=[caveat])
    answer, reply, _ = answered(draft, TRANSFER)
    assert answer.open_points == (caveat,)
    assert f"{caveat} *(niet uit uw bronnen)*" in reply


def test_a_quote_is_put_under_the_source_that_has_it() -> None:
    wrong = claim(TRANSFER, "Het tarief is 2 %.").model_copy(update={"source_id": TERM.id})
    answer, _, _ = answered(drafted([wrong]), TERM, TRANSFER)
    assert [(one.source_id, one.named) for one in answer.claims] == [(TRANSFER.id, TERM.id)]


def test_a_quote_with_an_ellipsis_is_two_quotes() -> None:
    text = "Ondernemer is ieder die een bedrijf uitoefent.\n\nDe belasting wordt van de ondernemer geheven."
    source = law("7", text, "BWBR0002629", "Wet OB")
    quote = "Ondernemer is ieder die een bedrijf uitoefent ... wordt van de ondernemer geheven"
    draft = drafted([ClaimDraft(text="De ondernemer betaalt.", quote=quote, source_id=source.id)])
    answer, reply, _ = answered(draft, source)
    assert len(answer.claims[0].evidence) == 1
    assert "elk citaat hierboven (2)" in reply


def test_a_short_quote_counts_where_it_stands_once() -> None:
    once = law(
        "8",
        "Vrijgesteld zijn kabouters. Belast zijn reuzen. Belast zijn trollen.",
        "BWBR0002629",
        "Wet OB",
    )
    short = ClaimDraft(text="Kabouters zijn vrij.", quote="kabouters", source_id=once.id)
    twice = ClaimDraft(text="Reuzen zijn belast.", quote="Belast zijn", source_id=once.id)
    answer, _, _ = answered(drafted([short, twice]), once)
    assert [one.text for one in answer.claims] == [short.text]
    assert [one.verdict for one in answer.struck] == ["too-short"]


def test_a_second_reading_strikes_what_contradicts_and_sets_apart_what_is_not_said() -> None:
    claims = [
        claim(TRANSFER, "Het tarief is 2 %."),
        claim(OTHER, "Zo is het ook hier."),
        claim(TRANSFER, "Dat geldt voor iedereen."),
    ]
    said = [sentence("Het is 2 %.", "1"), sentence("Het is vrij.", "2")]
    reading = read("supports", "contradicts", "neither", "supports", "supports")
    answer, reply, _ = answered(drafted(claims, said), TRANSFER, OTHER, reading=reading)
    assert [one.text for one in answer.claims] == [claims[0].text]
    assert [one.turned for one in answer.struck] == ["contradicts", "neither"]
    assert answer.conclusion == "Het is 2 %."
    assert "niet overeind bleven" in reply
    assert claims[2].text in reply.split("**Niet uit de bronnen**")[1].split("##")[0]


def test_a_calculation_of_a_struck_conclusion_is_no_answer() -> None:
    made = CalculationDraft(
        id="c1",
        inputs=[given("prijs", "€ 310.000", "user"), given("tarief", "10,4 percent", OTHER)],
        expression="prijs * tarief",
        result="€ 32.240",
    )
    for verdict, is_shown in (("supports", True), ("contradicts", False)):
        draft = drafted(
            [claim(OTHER, "Het tarief is 10,4 %.")],
            [sentence("De belasting is € 32.240.", "c1")],
            [made],
        )
        answer, reply, _ = answered(
            draft,
            OTHER,
            question="Ik koop een huis voor € 310.000. Hoeveel is het?",
            reading=read("supports", verdict),
            then=[draft, read("supports", verdict)],
        )
        assert len(answer.calculations) == 1
        assert ("Berekening" in reply) is is_shown


def read(*verdicts: str) -> SupportDraft:
    return SupportDraft.model_validate(
        {"verdicts": [{"number": at, "verdict": one} for at, one in enumerate(verdicts, start=1)]}
    )


def test_a_second_reading_is_given_the_whole_sentence_and_the_next() -> None:
    items = "; ".join(f"zaak {n} van een ondernemer die haar zelf gebruikt" for n in range(12))
    rule, refused = f"Het tarief geldt voor {items}; alles onder acht maanden.", "Niet voor wapens."
    source = law("4", f"{rule} {refused} Daarna volgt iets anders.")
    quoted = ClaimDraft(
        text="Het tarief geldt.", quote="Het tarief geldt voor", source_id=source.id
    )
    _, _, llm = answered(drafted([quoted]), source, reading=read("supports"))
    (passage,) = SupportTask.model_validate_json(llm.asked[1][-1].content).passages
    assert f"{rule} {refused}" in passage.text


def test_what_a_second_reading_contradicts_may_be_mended_once() -> None:
    wrong, right = claim(TRANSFER, "Iedere woning kost 2 %."), claim(TRANSFER, "Het tarief is 2 %.")
    draft, mended = (drafted([one], [sentence("Het is 2 %.", "1")]) for one in (wrong, right))
    answer, _, llm = answered(
        draft,
        TRANSFER,
        reading=read("contradicts", "supports"),
        then=[mended, read("supports", "supports")],
    )
    assert [one.text for one in answer.claims] == [right.text]
    repair = RepairTask.model_validate_json(llm.asked[2][-1].content)
    assert [one.text for one in repair.failed] == [wrong.text]
    assert not answer.left_out


def test_what_fell_is_told_also_where_the_mended_draft_leaves_it_out() -> None:
    good, lie = claim(TRANSFER, "Het tarief is 2 %."), claim(OTHER, "Het tarief is 99 %.")
    draft = drafted([good, lie], [sentence("Het is 2 %.", "1"), sentence("Het is 98 %.", "1")])
    answer, reply, _ = answered(
        draft, TRANSFER, OTHER, then=[drafted([good], [sentence("Het is 2 %.", "1")])]
    )
    assert [one.text for one in answer.struck] == [lie.text]
    assert [one.text for one in answer.left_out] == ["Het is 98 %."]
    assert "‘99 %’" in reply
    assert "‘98 %’" in reply


def test_an_open_point_that_may_not_stand_is_told() -> None:
    points = ["Zie ECLI:NL:HR:2099:1.", "Of het 99 % is."]
    draft = drafted([claim(TRANSFER, "Het tarief is 2 %.")], open_points=points)
    answer, reply, _ = answered(draft, TRANSFER)
    assert answer.open_points == ()
    assert [one.struck for one in answer.left_out] == ["ungrounded", "adds"]
    assert "die iets noemt wat in geen van de bronnen staat" in reply
    assert "een zin met ‘99 %’" in reply
    assert "2099" not in reply


def test_a_reading_that_fails_leaves_the_answer() -> None:
    draft = drafted([claim(TRANSFER, "Het tarief is 2 %.")], [sentence("Het is 2 %.", "1")])
    reading = SupportDraft(verdicts=[SupportVerdict(number=9, verdict="neither")])
    answer, _, _ = answered(draft, TRANSFER, reading=reading, then=[reading])
    assert (answer.conclusion, answer.unread) == ("Het is 2 %.", True)


def test_what_is_forbidden_up_to_a_limit_may_be_told_as_allowed_beyond_it() -> None:
    barred = law("5", "Een beroep op de regeling mag niet worden gedaan binnen zes weken.")
    text = "Een beroep op de regeling mag worden gedaan na zes weken."
    answer, _, _ = answered(drafted([claim(barred, text)]), barred)
    assert [one.text for one in answer.claims] == [text]


@pytest.mark.parametrize(
    "appeal",
    [
        "as the highest tax court has consistently held",
        "zoals de hoogste belastingrechter steeds heeft beslist",
        "according to a line of rulings",
        "naar de bedoeling van de wetgever",
        "as the courts see it",
    ],
)
def test_an_authority_that_no_source_has_falls_and_the_mended_sentence_stands(appeal: str) -> None:
    said = "De belasting over een woning is 2 percent"
    claims = [claim(TRANSFER, said)]
    appealing = drafted(claims, [sentence(f"{said}, {appeal}.", "1")])
    answer, reply, llm = answered(appealing, TRANSFER)
    assert answer.sentences[0].struck == "adds"
    assert f"{said}, {appeal}" not in reply.split("##")[1]

    mended = drafted(claims, [sentence(f"{said}.", "1")])
    answer, _, llm = answered(appealing, TRANSFER, then=[mended])
    assert answer.conclusion == f"{said}."
    assert RepairTask.model_validate_json(llm.asked[-1][-1].content).failed_sentences

    named = law("8:1", "Een belanghebbende kan beroep instellen bij de rechtbank.")
    appeals = drafted(
        [claim(named, "An appeal lies with the court.")], "An appeal lies with the court."
    )
    assert answered(appeals, named)[0].conclusion


POST = law("6:9a", "Het wordt niet later dan een week na afloop van de termijn ontvangen.")


def in_weeks(result: str) -> AnswerDraft:
    sums = CalculationDraft(
        id="c1",
        inputs=[
            given("term", "zes weken", TERM, TERM.content),
            given("post", "een week", POST, POST.content),
        ],
        expression="term + post",
        result=result,
    )
    claims = [claim(TERM, "De termijn bedraagt zes weken."), claim(POST, "Daarna is er een week.")]
    said = [sentence(f"Het moet binnen {result} ontvangen zijn.", "1", "2", "c1")]
    return drafted(claims, said, [sums])


def test_a_corrected_sum_keeps_its_unit_and_another_unit_is_returned() -> None:
    answer, _, _ = answered(in_weeks("8 weken"), TERM, POST)
    assert answer.conclusion == "Het moet binnen 7 weken ontvangen zijn."

    answer, _, llm = answered(in_weeks("48 dagen"), TERM, POST, then=[in_weeks("7 weken")])
    assert answer.conclusion == "Het moet binnen 7 weken ontvangen zijn."
    repair = RepairTask.model_validate_json(llm.asked[-1][-1].content)
    assert "weeks" in repair.failed_sentences[-1].problem


def test_a_year_is_no_amount_and_a_foreign_term_is_quoted() -> None:
    kept = law("52", "De bewaartermijn van stukken uit 2010 bedraagt vijf jaren.")
    sums = CalculationDraft(
        id="c1",
        inputs=[
            given("year", "2010", kept, kept.content),
            given("term", "vijf jaren", kept, kept.content),
        ],
        expression="year + term",
        result="2015",
    )
    draft = drafted([claim(kept, "Vijf jaren.")], [sentence("Tot en met 2015.", "1", "c1")], [sums])
    answer, reply, _ = answered(draft, kept)
    assert "= 2015" in reply
    assert "2.015" not in reply
    assert formula(answer.calculations[0], "en") == "2010 + “vijf jaren” = 2015"


@pytest.mark.parametrize(
    "more",
    [
        {"evidence": [QuoteDraft(quote="Dit staat nergens in de bron.", source_id=OTHER.id)]},
        {"quote": "De belasting bedraagt altijd 2 percent."},
        {"text": "Volgens artikel 99 is het 2 percent."},
    ],
)
def test_the_model_is_told_why_a_claim_fell(more: dict[str, Any]) -> None:
    fell = claim(TRANSFER, "De belasting is 2 percent.").model_copy(update=more)
    _, _, llm = answered(drafted([fell]), TRANSFER, OTHER)
    repair = RepairTask.model_validate_json(llm.asked[1][-1].content)
    assert [bool(one.problem) for one in repair.failed] == [True] * len(repair.failed)


def test_a_claim_that_is_left_out_hands_its_number_to_no_other() -> None:
    """A mended draft without it, whose sentences still have the numbers of before."""
    good = claim(TRANSFER, "Voor een woning is het tarief 2 %.")
    bad = claim(TERM, "Bezwaar hoeft niet.").model_copy(update={"quote": "Bezwaar is niet nodig."})
    other = claim(OTHER, "Voor andere zaken is het 10,4 %.")
    said = [sentence("Er is geen bezwaar nodig.", "2"), sentence("Een garage is duurder.", "3")]
    mended = drafted([good, other], said)
    answer, reply, _ = answered(
        drafted([good, bad, other], said), TRANSFER, TERM, OTHER, then=[mended]
    )
    assert answer.conclusion == "Een garage is duurder."
    assert [one.claims for one in answer.sentences] == [(), (2,)]
    assert "Een garage is duurder. \\[3\\]" in reply


LENT = "Ik leende mijn bv € 50.000 tegen 12 % rente. Is dat zakelijk?"
HOLDS = "Met 6 % is het belast."


@pytest.mark.parametrize(
    ("question", "text", "stands"),
    [
        (LENT, "De rente van 12 % is belast.", True),
        ("Is 12 % rente zakelijk?", "De rente van 12 % is belast.", False),
        ("Het btw-tarief is 12 %. Wat betaal ik?", "Het tarief is 12 %.", False),
        ("Ik heb 12 kinderen en betaal rente.", "De rente van 12 % is belast.", False),
        ("I hold 6% of the shares in a BV, in which box is it taxed?", HOLDS, True),
        ("Ik heb 6% van de aandelen en krijg dividend, in welke box valt dat?", HOLDS, True),
        ("My wife owns 6 % and pays income tax, which box is that?", HOLDS, True),
        ("Ik leen de bv € 9 tegen 6 % rente, valt dat in box 3?", HOLDS, True),
        ("Heb ik recht op 6 %, of hoe zit dat?", HOLDS, False),
        ("Ik heb 6 % btw op mijn factuur, klopt dat?", HOLDS, False),
        ("I have to pay 6 %, is that right?", HOLDS, False),
        ("Is the rate 6 % where I have a shop?", HOLDS, False),
    ],
)
def test_a_rate_is_a_fact_where_the_user_tells_it_of_the_case(
    question: str, text: str, stands: bool
) -> None:
    draft = drafted([claim(OTHER, "Er is belasting over andere zaken.")], [sentence(text, "1")])
    answer, _, _ = answered(draft, OTHER, question=question)
    assert answer.conclusion == (text if stands else "")


def test_a_rate_of_a_document_alone_is_none_of_the_users_facts() -> None:
    loan = MEMO.model_copy(update={"content": "De bv leent € 50.000 tegen 12 % rente."})
    text = "De rente van 12 % is belast."
    draft = drafted([claim(OTHER, "Er is belasting over andere zaken.")], [sentence(text, "1")])
    answer, _, _ = answered(draft, OTHER, loan)
    assert answer.conclusion == ""


def test_what_decides_and_was_struck_is_told_first_and_the_rest_reads_as_sentences() -> None:
    stands = "Er is belasting over andere zaken."
    fell = sentence("Het tarief is 0 %.", "1")
    draft = drafted([claim(OTHER, stands)], [fell, sentence(stands, "1")])
    _, reply, _ = answered(draft, OTHER)
    first = reply.split("\n\n")[1]
    assert first.startswith(
        "Uit deze bronnen is uw vraag niet te beantwoorden; weggelaten: een zin met ‘0 %’"
    )
    assert first.endswith(f"staat. {stands} \\[1\\]")
    assert "*[" not in reply
    _, then, _ = answered(drafted([claim(OTHER, stands)], [sentence(stands, "1"), fell]), OTHER)
    assert then.split("\n\n")[1].startswith(f"{stands} \\[1\\] *Weggelaten: een zin met ‘0 %’")


def asked_with_days(question: str, *before: Answer) -> tuple[ScriptedLlm, str]:
    """Return the model that was asked on a known day, and the reply."""
    draft = drafted(
        [claim(TRANSFER, "Het tarief is 2 %.")], [sentence("Het is niet 2 % in 1999.", "1")]
    )
    reading = SupportDraft(verdicts=[])
    llm = ScriptedLlm(
        forms=[draft, drafted([claim(TRANSFER, "Het tarief is 2 %.")]), reading, reading]
    )
    dossier = Dossier(
        id="dos-00000000", desk="tax", created_at=START, language="nl", as_of=date(2024, 5, 1), sources=(TRANSFER,),
        selected_ids=(TRANSFER.id,), conversation=(Message(role="user", content=question),), answers=before,
    )  # fmt: skip
    answering = tax_answering(
        llm, ListRetriever(TRANSFER), support=True, today=lambda: date(2026, 3, 2)
    )
    result = asyncio.run(
        GenerateTaxAnswer(answering).execute(dossier, QuestionArgs(query=question))
    )
    return llm, PRESENTER.say("", [result.report], dossier, "nl").text


def test_each_task_ends_with_today_and_the_day_that_counts() -> None:
    llm, _ = asked_with_days("Hoeveel is het?")
    assert len(llm.asked) >= 3  # a draft, its mending, the second reading
    for messages in llm.asked:
        assert messages[-1].content.endswith('"today":"2026-03-02","law_of":"2024-05-01"}')


def test_a_correction_carries_the_answer_before_and_the_reply_says_what_changed() -> None:
    question = "Hoeveel is het?"
    before = answered(
        drafted([claim(TRANSFER, "Het tarief is 2 %.")], [sentence("Het is 2 %.", "1")]),
        TRANSFER,
        question=question,
    )[0]
    llm, reply = asked_with_days(f"{question}\nnee, ik verkocht het in 2025", before)
    assert json.loads(llm.asked[0][-1].content)["earlier_answer"] == before.conclusion
    assert "earlier_answer" not in json.loads(llm.asked[-1][-1].content)
    assert reply.startswith(
        "Anders dan in het vorige antwoord telt nu mee: “nee, ik verkocht het in 2025”. Daar stond: “Het is 2 %.”"
    )
    other, _ = asked_with_days("Wat is de termijn?", before)
    assert "earlier_answer" not in other.asked[0][-1].content


def lied(*verdicts: int) -> SupportDraft:
    """Return a second reading that supports whatever it is given."""
    return SupportDraft(verdicts=[SupportVerdict(number=n, verdict="supports") for n in verdicts])


@pytest.mark.parametrize(
    ("rule", "lie"),
    [
        ("De aftrek vervalt bij overlijden.", "De aftrek blijft bij overlijden bestaan."),
        ("De inspecteur kan een boete opleggen.", "De inspecteur moet een boete opleggen."),
        ("Het bezwaar wordt binnen zes weken ingediend.", "Bezwaar wordt na zes weken ingediend."),
        (
            "De huurder betaalt de waarborg aan de verhuurder.",
            "De verhuurder betaalt de waarborg aan de huurder.",
        ),
    ],
)
def test_a_reversal_falls_though_a_second_reading_supports_it(rule: str, lie: str) -> None:
    source = law("1", rule)
    draft = drafted([claim(source, lie)], [sentence(lie, "1")])
    answer, reply, _ = answered(draft, source, reading=lied(1, 2))
    assert not answer.claims
    assert lie not in reply


def test_an_exception_that_an_answer_leaves_out_stands_beside_it() -> None:
    flat = "De rente op de lening is aftrekbaar."
    draft = drafted([claim(RENT, flat)], [sentence(flat, "1")])
    answer, reply, _ = answered(draft, RENT, reading=lied(1, 2))
    assert [each.exception for each in answer.claims] == ["tenzij zij bij een partner is aangegaan"]
    told = [line for line in reply.splitlines() if flat in line]
    assert len(told) == 2  # the conclusion and the claim
    assert all("“tenzij zij bij een partner is aangegaan”" in line for line in told)


def test_an_exception_that_another_sentence_tells_has_no_mark() -> None:
    flat = "De rente op de lening is aftrekbaar."
    excepted = "Dat is anders als zij bij een partner is aangegaan."
    draft = drafted([claim(RENT, flat)], [sentence(flat, "1"), sentence(excepted, "1")])
    answer, _, _ = answered(draft, RENT, reading=lied(1, 2, 3))
    assert answer.claims
    assert not any(each.exception for each in answer.claims)
    assert not any(each.exception for each in answer.sentences)


CAR = law("13bis", "De bijtelling voor een auto van de zaak is € 9.000 per jaar.")
USED = "De auto staat vanaf 1 maart 2026 ter beschikking."


@pytest.mark.parametrize("twelve", ["user", "constant", CAR.id])
@pytest.mark.parametrize(
    ("count", "value", "expression", "reads"),
    [
        ("months_through(maanden, end_of_year(maanden))", "1 maart 2026", "", "maanden van"),
        ("maanden", "tien maanden", " Dat zijn tien maanden.", "tien maanden"),
    ],
)
def test_a_part_of_a_year_is_computed_in_months(
    twelve: str, count: str, value: str, expression: str, reads: str
) -> None:
    sums = CalculationDraft(
        id="c1",
        inputs=[
            given("jaar", "€ 9.000", CAR),
            given("maanden", value, "user"),
            given("twaalf", "12", twelve),
        ],
        expression=f"jaar * {count} / twaalf",
        result="€ 7.500",
    )
    said = "Over tien maanden is de bijtelling € 7.500."
    draft = drafted(
        [claim(CAR, "De bijtelling is € 9.000 per jaar.")], [sentence(said, "1", "c1")], [sums]
    )
    answer, reply, _ = answered(draft, CAR, question=f"Wat is de bijtelling? {USED}{expression}")
    assert answer.conclusion == said
    assert reads in reply


def test_a_rate_is_no_constant() -> None:
    sums = CalculationDraft(
        id="c1",
        inputs=[given("jaar", "€ 9.000", CAR), given("tarief", "10 %", "constant")],
        expression="jaar * tarief",
        result="€ 900",
    )
    draft = drafted(
        [claim(CAR, "De bijtelling is € 9.000 per jaar.")],
        [sentence("De belasting is € 900.", "1", "c1")],
        [sums],
    )
    assert not answered(draft, CAR)[0].conclusion


@pytest.mark.parametrize("of", ["user", TRANSFER.id, "vraag"])
@pytest.mark.parametrize(
    ("told", "value"),
    [
        ("90k", "€ 90.000"),
        ("412.000", "€ 412.000"),
        ("€ 61.500,-", "61.500"),
        ("1,2 mln", "€ 1.200.000"),
        ("two hundred thousand", "€ 200,000"),
        ("anderhalf miljoen", "€ 1.500.000"),
    ],
)
def test_an_amount_of_the_user_counts_however_it_is_written(told: str, value: str, of: str) -> None:
    sums = CalculationDraft(
        id="c1",
        inputs=[given("waarde", value, of), given("tarief", "2 percent", TRANSFER)],
        expression="waarde * tarief",
        result="",
    )
    rests = claim(
        TRANSFER,
        f"Over {value} is het tarief 2 percent.",
        evidence=[QuoteDraft(quote=f"Mijn woning kost {value}", source_id="user")],
    )
    draft = drafted([rests], [sentence("Het tarief is 2 percent.", "1")], [sums])
    question = f"Mijn woning kost {told}. Wat betaal ik?"
    answer, _, _ = answered(draft, TRANSFER, question=question)
    assert [each.text for each in answer.claims] == [rests.text]
    assert [each.source_id for each in answer.calculations[0].inputs] == ["", TRANSFER.id]


def test_an_amount_that_nobody_told_is_no_evidence() -> None:
    sums = CalculationDraft(
        id="c1",
        inputs=[given("waarde", "€ 90.000", TRANSFER), given("tarief", "2 percent", TRANSFER)],
        expression="waarde * tarief",
        result="",
    )
    rests = claim(
        TRANSFER,
        "Het tarief is 2 percent.",
        evidence=[QuoteDraft(quote="Mijn woning kost € 90.000", source_id="user")],
    )
    question = "Mijn woning kost 91k. Wat betaal ik?"
    answer, _, _ = answered(drafted([rests], "", [sums]), TRANSFER, question=question)
    assert (answer.claims, answer.calculations) == ((), ())
