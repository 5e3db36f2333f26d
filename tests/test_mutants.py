"""Every mutant changes the code as it is now, and names tests that are there."""

import pytest

from tests.mutants import MUTANTS, ROOT, Mutant
from tests.test_promises import is_there


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda one: one.name)
def test_a_mutant_fits_the_code(mutant: Mutant) -> None:
    assert (ROOT / mutant.file).read_text("utf-8").count(mutant.old) == 1
    for test in mutant.tests:
        file = test.removeprefix("tests/")
        assert is_there(file) if "::" in file else (ROOT / test).is_file()
