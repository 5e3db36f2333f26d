"""An answer from before the client told facts alone stays as it was, and is handed over as new ones are."""

from pathlib import Path

from src.desks.tax.answering import RULES
from src.desks.tax.presenter import PRESENTER
from src.dossier import chain
from src.export import pack
from src.export.as_pdf import pdf
from src.export.compose import compose
from src.export.layout import page
from src.review.check import check
from src.review.replay import replay
from tests.export.reading import pdf_text

BEFORE = Path(__file__).parent / "data" / "client_document_as_law.tess"
"""A dossier in which a letter of the client was the passage that answers, packed by that version of TESS."""

NUMBER = "111222333"


async def test_an_answer_from_before_replays_to_the_byte() -> None:
    found = pack.opened(BEFORE.read_bytes())
    entries = chain.entries(chain.verify(found.lines))
    again = await replay(found.dossier, entries, RULES, PRESENTER, None)
    assert (again.same, again.differences) == (True, ())
    assert all(one.same for one in check(found.dossier, entries, RULES))


def test_its_memo_tells_the_clients_words_as_facts_and_masks_them() -> None:
    found = pack.opened(BEFORE.read_bytes())
    assert NUMBER in found.dossier.answers[0].conclusion
    memo = compose(chain.verify(found.lines), None, "1.0", RULES)
    assert not [one for one in memo.claims if one.footnote.source.title == "brief.txt"]
    assert [one.source.title for one in memo.client_facts] == ["brief.txt"]
    assert memo.conclusion == ""
    assert NUMBER not in memo.model_dump_json()
    text = pdf_text(pdf(page(memo)))
    assert NUMBER not in text
    assert text.index("Feiten uit documenten") < text.index("<bsn-1>") < text.index("Antwoord")
