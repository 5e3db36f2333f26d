"""Every mutant changes the code as it is now, names tests that are there, and has a name of its own."""

from tests.mutants.catalogue import MUTANTS, ROOT
from tests.test_promises import is_there


def test_every_mutant_fits_the_code() -> None:
    for mutant in MUTANTS:
        found = (ROOT / mutant.file).read_text("utf-8").count(mutant.old)
        assert (mutant.name, found) == (mutant.name, 1)
        for test in mutant.tests:
            file = test.removeprefix("tests/").partition("[")[0]
            assert is_there(file) if "::" in file else (ROOT / test).is_file(), (mutant.name, test)


def test_a_mutant_can_be_tried_alone() -> None:
    assert len({one.name for one in MUTANTS}) == len(MUTANTS)
