"""Lets a model write search words for law that nobody described; what does not fit is left out and named."""

from collections.abc import Collection, Sequence
from datetime import date
from pathlib import Path

from pydantic import Field, ValidationError

from src.desks.tax.library import dutch
from src.desks.tax.library.described import ArticleWords, Described
from src.desks.tax.library.documents import key_of
from src.desks.tax.library.works import Works
from src.desks.tax.sources import Legislation
from src.llm.describing import DescribeReport, Progress, describe_each
from src.llm.forms import Form
from src.llm.protocol import ChatMessage, Llm

LONGEST_TEXT = 6_000
"""Characters of an article that the model is given; what it is about stands there."""

PROMPT = (Path(__file__).parents[1] / "describe_prompt.md").read_text(encoding="utf-8")


class ArticleToDescribe(Form):
    """An article of law, as the model gets it."""

    law: str
    title: str
    heading: str
    text: str


class DescribedArticle(Form):
    """Search words for one article of law."""

    dutch: list[str] = Field(description="8 to 18 everyday Dutch phrases of 2 to 8 words.")
    english: list[str] = Field(description="4 to 8 everyday English phrases of 2 to 8 words.")


def undescribed(works: Works, known: Collection[str], described: Described) -> list[Legislation]:
    """Return the newest version of each article that has search words neither of ours (``known``) nor of a model."""
    newest: dict[str, Legislation] = {}
    for source in works.sources():
        if isinstance(source, Legislation) and (key := key_of(source)) not in known:
            other = newest.get(key)
            if other is None or _begins(other) < _begins(source):
                newest[key] = source
    return [source for source in newest.values() if source not in described]


async def describe(
    articles: Sequence[Legislation], llm: Llm, described: Described, progress: Progress
) -> DescribeReport:
    """Describe articles, and keep each description as it comes."""

    async def describe_one(article: Legislation) -> None:
        reply = await llm.chat_structured(_messages(article), DescribedArticle)
        described.add(article, _fit(reply.value, article), llm.id)

    return await describe_each(articles, describe_one, lambda entry: entry.title, progress)


def _messages(article: Legislation) -> list[ChatMessage]:
    task = ArticleToDescribe(
        law=article.law,
        title=article.title,
        heading=article.heading or article.path,
        text=article.content[:LONGEST_TEXT],
    )
    return [ChatMessage("system", PROMPT), ChatMessage("user", task.model_dump_json())]


def _fit(reply: DescribedArticle, article: Legislation) -> ArticleWords:
    """Return a reply that is about the article and no longer than search words are; ValueError says what is wrong."""
    try:
        description = ArticleWords.model_validate(reply.model_dump())
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{'.'.join(map(str, first['loc'][:1]))}: {first['msg']}") from error
    text = set(dutch.terms(f"{article.title}\n{article.heading}\n{article.content}"))
    about = [phrase for phrase in description.dutch if text & set(dutch.terms(phrase))]
    if 2 * len(about) < len(
        description.dutch
    ):  # a reply that obeys the text talks of something else
        raise ValueError("most of its phrases share no word with the article")
    return description


def _begins(article: Legislation) -> date:
    return article.as_of or date.min
