"""A law of our own invention in two versions, a library of it, and dossiers with answers on it."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from src.agent import Agent
from src.desks.tax.desk import tax_desk
from src.desks.tax.library.library import ingest
from src.desks.tax.library.passages import Hit, Kind
from src.desks.tax.loaders.bwb import load
from src.desks.tax.sources import Legislation
from src.dossier.journal import Request
from src.dossier.json_store import JsonStore
from src.dossier.models import Source
from src.dossier.store import DossierStore
from src.llm.forms import AnswerDraft, ClaimDraft
from src.llm.protocol import ChatReply, Llm
from src.search.loaders.xml_file import parse
from tests.desks.tax.library.material import STARTER
from tests.fakes import ListRetriever, ScriptedLlm, calls

DOSSIER = "dos-0123456789abcdef0123456789abcdef"
WORK = "BWBR0099901"
QUESTION = "Hoeveel bedraagt de heffing op kabouters van mevrouw Zonnebloem?"

RATE = "De heffing bedraagt {rate} procent van de waarde van de stenen kabouter."
OLD_RATE, NEW_RATE = (RATE.format(rate=rate) for rate in ("negentien", "eenentwintig"))
WOOD = "Houten kabouters zijn vrijgesteld van de heffing van artikel 2."
OLD_2, NEW_2, NEW_3 = f"{WORK}/2@2020-01-01", f"{WORK}/2@2024-01-01", f"{WORK}/3@2024-01-01"

SAYS_RATE = ClaimDraft(text="Het tarief is 21%.", quote=NEW_RATE, source_id=NEW_2)
SAYS_WOOD = ClaimDraft(text="Hout is vrij.", quote=WOOD, source_id=NEW_3)


def law_file(folder: Path, since: str, articles: Mapping[str, str]) -> Path:
    """Write a version of the law in the official format."""
    body = "".join(
        f"<artikel><kop><nr>{number}</nr></kop><al>{text}</al></artikel>"
        for number, text in articles.items()
    )
    path = folder / f"law-{since}.xml"
    path.write_text(
        f'<toestand bwb-id="{WORK}" inwerkingtreding="{since}"><wetgeving>'
        "<citeertitel>Wet op de kabouterbelasting</citeertitel><wet-besluit><wettekst>"
        f"{body}</wettekst></wet-besluit></wetgeving></toestand>"
    )
    return path


def two_versions(folder: Path) -> tuple[Path, Path]:
    """Write the two versions of the law."""
    old = law_file(folder, "2020-01-01", {"2": OLD_RATE, "3": WOOD})
    return old, law_file(folder, "2024-01-01", {"2": NEW_RATE, "3": WOOD})


def put_in_library(data: Path, *files: Path) -> None:
    """Ingest files into the library of a data folder."""
    ingest(files, data / "library", STARTER, lambda *_: None)


def sources_in(*files: Path) -> tuple[Source, ...]:
    """Return the sources that files hold, as the library would have them."""
    return tuple(source for file in files for source in load(parse(file.read_bytes())).sources)


class Newest(ListRetriever):
    """Finds articles in their newest version only, as the library does."""

    async def search(
        self, query: str, kind: Kind, limit: int, as_of: date | None = None, user_query: str = ""
    ) -> tuple[Hit, ...]:
        hits = await super().search(query, kind, 100, as_of, user_query)
        return tuple(hit for hit in hits if self._is_newest(hit))[:limit]

    def _is_newest(self, hit: Hit) -> bool:
        source = hit.source
        return not isinstance(source, Legislation) or self.versions(source)[-1:] in ((), (source,))


def drafted(*claims: ClaimDraft, conclusion: str = "") -> AnswerDraft:
    return AnswerDraft(claims=list(claims), conclusion=conclusion, open_points=[], missing_facts=[])


def scripted(*drafts: AnswerDraft | str | Exception) -> ScriptedLlm:
    """Return a model that searches, then answers with these drafts."""
    search = calls(("get_legislation", '{"query": "heffing kabouters artikel procent"}'))
    return ScriptedLlm(search, forms=list(drafts))


def answering(question: str = QUESTION) -> ChatReply:
    return calls(("generate_tax_answer", f'{{"query": "{question}"}}'))


async def talked(
    store: DossierStore,
    llm: Llm,
    sources: Sequence[Source],
    messages: Sequence[str] = (QUESTION, "Ja"),
) -> None:
    """Say these things in a dossier, with a library of these sources."""
    agent = Agent(store, {"tax": tax_desk(llm, Newest(*sources), store)})
    for message in messages:
        await agent.turn(DOSSIER, Request(message=message))


def dossiers_in(data: Path) -> JsonStore:
    return JsonStore(data / "dossiers")


def kept_files(data: Path) -> dict[str, bytes]:
    """Return every dossier's files, with their bytes."""
    return {
        path.name: path.read_bytes()
        for path in sorted((data / "dossiers").iterdir())
        if path.suffix in (".json", ".jsonl")
    }
