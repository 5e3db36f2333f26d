"""Lets the model of the settings describe the pages of a collection; what it writes is searched and never quoted."""

import asyncio
from pathlib import Path

from pydantic import Field, ValidationError

from src.bootstrap import open_model
from src.llm.describing import DescribeReport, Progress, describe_each
from src.llm.forms import Form
from src.llm.models import encoder_of
from src.llm.protocol import ChatMessage
from src.search.documents.analysers import english_term, words
from src.search.documents.collection import Contents, OpenCollection, write
from src.search.documents.collections import home_of, open_collection, writing
from src.search.documents.described import Page, PageDescriptions, PageWords, pages, text_of
from src.search.documents.shared import NOT_SHARED, SharedCollections
from src.search.encoder import Encoder
from src.search.vectors import silent
from src.settings import Settings
from src.spoken import said


def use_descriptions(
    library_dir: Path, name: str, encoder: Encoder | None, shared: SharedCollections
) -> None:
    """Put an index in use in which the sections of described pages are found by their descriptions, too."""
    with writing(library_dir, name, shared) as (home, publish):
        older = OpenCollection(home)
        described, before, state = PageDescriptions(home), older.sections(), older.state
        after = {file: described.added_to(sections) for file, sections in before.items()}
        if any({*after[file]} != {*before[file]} for file in before):
            newest = {version.version: version.newest for version in state.versions}
            contents = Contents(after, state.hashes, newest, state.shipped)
            write(home, older, contents, encoder, silent, publish)


LONGEST_TEXT = 24_000
"""Characters of a page that the model is given."""

PROMPT = Path(__file__).with_name("describe_prompt.md").read_text(encoding="utf-8")

OFFLINE_WRITES_NONE = (
    "--describe needs a model that writes: set OPENAI_API_KEY or the address of your provider. The built-in offline "
    "model goes by fixed rules and describes nothing."
)


class PageToDescribe(Form):
    """A page of documentation, as the model gets it."""

    title: str
    text: str


class DescribedPage(Form):
    """What one page of documentation is about."""

    summary: str = Field(description="Two or three sentences.")
    keypoints: list[str] = Field(description="3 to 8 short sentences.")
    keywords: list[str] = Field(description="5 to 20 words or phrases.")


def describe_pages(
    settings: Settings,
    library_dir: Path,
    name: str,
    progress: Progress,
    shared: SharedCollections = NOT_SHARED,
) -> DescribeReport:
    """Describe what nobody has described, and put an index with it in use; what stopped it is in the report."""
    described = PageDescriptions(home_of(library_dir, name))
    files = open_collection(library_dir, name).sections().values()
    left = [page for sections in files for page in pages(sections) if page not in described]

    async def run() -> DescribeReport:
        async with open_model(settings) as llm:
            assert llm is not None  # who has no provider was refused before
            model = llm

            async def describe_one(page: Page) -> None:
                reply = await model.chat_structured(_messages(page), DescribedPage)
                described.add(page, _fit(reply.value, page), model.id)

            return await describe_each(left, describe_one, _title, progress)

    try:
        return asyncio.run(run())
    finally:
        use_descriptions(library_dir, name, encoder_of(settings), shared)


def _title(page: Page) -> str:
    return page[0].own_id.partition("#")[0] or page[0].file


def _messages(page: Page) -> list[ChatMessage]:
    task = PageToDescribe(title=_title(page), text=text_of(page)[:LONGEST_TEXT])
    return [ChatMessage("system", PROMPT), ChatMessage("user", task.model_dump_json())]


def _fit(reply: DescribedPage, page: Page) -> PageWords:
    """Return a reply that is about the page and fit to be kept; ValueError says what is wrong."""
    try:
        found = PageWords.model_validate(reply.model_dump())
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{'.'.join(map(str, first['loc'][:1]))}: {first['msg']}") from error
    text = _terms(f"{_title(page)}\n{text_of(page)}")
    about = [point for point in (found.summary, *found.keypoints) if _terms(point) & text]
    if 2 * len(about) < 1 + len(found.keypoints):  # a reply that obeys the text talks of others
        raise ValueError(said("most of it shares no word with the page"))
    return found


def _terms(text: str) -> set[str]:
    return set(filter(None, map(english_term, words(text))))
