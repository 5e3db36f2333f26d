"""All mutants."""

from pathlib import Path

from tests.mutants import (
    at_rest,
    browser,
    documents,
    effects,
    fairness,
    identity,
    lists,
    outside,
    personal_data,
)

ROOT = Path(__file__).resolve().parents[2]

MUTANTS = (
    *browser.MUTANTS,
    *identity.MUTANTS,
    *at_rest.MUTANTS,
    *documents.MUTANTS,
    *effects.MUTANTS,
    *fairness.MUTANTS,
    *lists.MUTANTS,
    *outside.MUTANTS,
    *personal_data.MUTANTS,
)
