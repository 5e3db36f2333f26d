"""What a sentence is known to answer leads to it, in other words than its own."""

from pathlib import Path

from src.desks.tax.loaders.starter import KnownQuestions, known_questions
from src.desks.tax.offline.answer import extract
from src.desks.tax.offline.passages import sentences
from src.desks.tax.offline.rules import offline_rules
from src.desks.tax.offline.scoring import nearest
from src.llm.forms import AnswerDraft, AnswerTask, TaskSource
from tests.desks.tax.offline.test_answer import AWR, as_sent, starter, word_vectors

COPIES = "Wanneer mag ik oude kassabonnen weggooien?"
KEPT = "De administratie blijft zeven jaar bewaard."
OTHER = "Iedereen verstrekt de inspecteur kosteloos wat van belang is."
LAW = f"1. {OTHER}\n2. {KEPT}"
KNOWN: KnownQuestions = {"bwbr0002320/52": {KEPT: ("Mogen mijn oude kassabonnen al weg?",)}}


def source(text: str, digest: bool, key: str = f"{AWR}/52") -> TaskSource:
    end = "#digest" if digest else ""
    return TaskSource(
        id=f"{key}@2026-01-01{end}", title="AWR, artikel 52", digest=digest, text=text
    )


def quoted(question: str, known: KnownQuestions, *sources: TaskSource) -> list[str]:
    task = AnswerTask(question=question, language="nl", sources=list(sources))
    return [claim.quote for claim in extract(task, word_vectors().rows, known).claims]


def test_a_sentence_without_a_word_of_the_question_is_quoted_first_for_one_that_it_answers() -> (
    None
):
    digest = source(f"{OTHER} {KEPT}", digest=True)
    assert quoted(COPIES, {}, digest)[:1] != [KEPT]
    assert quoted(COPIES, KNOWN, digest)[:1] == [KEPT]


def test_a_sentence_of_another_version_is_judged_by_itself() -> None:
    digest = source(f"{OTHER} {KEPT.replace('zeven', 'tien')}", digest=True)
    assert quoted(COPIES, KNOWN, digest) == quoted(COPIES, {}, digest)


def test_a_statute_is_about_what_its_digest_answers() -> None:
    unknown = source(LAW, digest=False, key=f"{AWR}/53")
    statute = source(LAW.replace("zeven jaar", "7 jaar lang"), digest=False)
    (first, *_) = quoted(COPIES, KNOWN, unknown, statute)
    assert first in statute.text
    assert first not in unknown.text


def test_nothing_is_near_without_vectors() -> None:
    told = [(source(KEPT, digest=True), KEPT)]
    assert nearest(COPIES, told, None, KNOWN) == [0.0]
    (near,) = nearest(COPIES, told, word_vectors().rows, KNOWN)
    assert near > 0.5


def test_the_rules_know_the_questions_of_the_starter_corpus() -> None:
    folder = Path("data/starter")
    records = starter()[f"{AWR}/52"]
    known = known_questions(folder)["bwbr0002320/52"]
    assert set(known) == set(sentences(records.content))
    rules = offline_rules(word_vectors().rows, folder)
    sentence, questions = next(one for one in known.items() if "zeven jaar" in one[0])
    sources = [as_sent(starter()[f"{AWR}/47"]), as_sent(records)]
    task = AnswerTask(question=questions[0], language="nl", sources=sources)
    draft = rules.filled(task.model_dump_json(), AnswerDraft)
    assert isinstance(draft, AnswerDraft)
    assert draft.claims[0].quote == sentence
