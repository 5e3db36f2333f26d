"""Why something may not stand, in words that a model can act on. Pure."""

from collections.abc import Mapping

PROBLEMS: Mapping[str, str] = {
    "adds": "it states what neither its sources nor a calculation has: calculate it, quote the source, or drop it",
    "ungrounded": "it names what no source is or names",
    "not-found": "its quote does not stand in that source: copy it word for word",
    "misattributed": "another source has its quote: name that one",
    "other-version": "its quote stands in another version of the source: quote this one",
    "too-short": "its quote is too short to prove anything: quote the sentence",
    "evidence": "a quote of its evidence does not stand where it is said to: copy it word for word, or drop it",
    "told": "the user told it, and no source: give it as evidence of a claim that quotes one, or leave it out",
    "unfit": "its quote can't carry it in this role: quote another, or drop it",
    "fell": "the claims that it follows from may not stand",
    "of-client": "a document of the user's tells facts and decides nothing: say in open_points what it says of a rule",
    "negation": "it says without 'not' what its quote says with it, or the other way round",
    "modality": "must, may and need not are not the same: say what the quote says",
    "limit": "at least and at most changed places",
    "exception": "its quote has an exception that it leaves out",
    "opposite": "it uses a word that says the opposite of what its quote says",
    "order": "first and last, or what is taken and what is left, changed places",
    "cause": "its quote says that this is not the cause, or did not help",
    "rejected": "it was a wish, and the next line refuses it",
    "contradicts": "a second reading found that it says the opposite of its evidence",
    "neither": "a second reading did not find it in its evidence: quote what says it, say less, or drop it",
}
"""By the word of the gate."""


def problem_of(word: str, settled_by: str = "") -> str:
    """Return the sentence for a word of the gate, with the sentence of the source that decided it."""
    told = PROBLEMS.get(word, word)
    return f"{told}; the source says: “{settled_by}”" if settled_by else told
