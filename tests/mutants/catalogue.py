"""All mutants."""

from pathlib import Path

from tests.mutants import at_rest, browser, documents, fairness, identity, lists, outside

ROOT = Path(__file__).resolve().parents[2]

MUTANTS = (
    *browser.MUTANTS,
    *identity.MUTANTS,
    *at_rest.MUTANTS,
    *documents.MUTANTS,
    *fairness.MUTANTS,
    *lists.MUTANTS,
    *outside.MUTANTS,
)
