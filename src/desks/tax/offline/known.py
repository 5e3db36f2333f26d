"""How near a question is to those that a passage is known to answer. Pure."""

from collections.abc import Sequence
from itertools import chain

from src.desks.tax.library.documents import key_of_id
from src.desks.tax.loaders.questions import KnownQuestions
from src.llm.forms import TaskSource
from src.search.encoder import Rows


def nearest(
    question: str,
    passages: Sequence[tuple[TaskSource, str]],
    rows: Rows | None,
    known: KnownQuestions,
) -> list[float]:
    """Return for each passage the cosine to the nearest question that it is known to answer; 0 where none is known.

    A sentence of a digest has its own questions. A passage of a statute has those of its article, as nobody has told
    which passage says what the digest does.
    """
    asked = [_asked(source, text, known) for source, text in passages]
    every = list(dict.fromkeys(chain.from_iterable(asked)))
    if rows is None or not every:
        return [0.0] * len(passages)
    vectors = rows([question, *every])
    cosines = dict(zip(every, (vectors[1:] @ vectors[0]).tolist(), strict=True))
    return [max((cosines[one] for one in of_passage), default=0.0) for of_passage in asked]


def _asked(source: TaskSource, text: str, known: KnownQuestions) -> tuple[str, ...]:
    sentences = known.get(key_of_id(source.id), {})
    return sentences.get(text, ()) if source.digest else tuple(chain(*sentences.values()))
