"""Plans as they are stored: what they say of what they change, and that those of before mean what they meant."""

import pytest
from pydantic import ValidationError

from src.dossier.models import Dossier
from src.dossier.plan import Operation, OperationStatus, Written, plan_put
from tests.dossier.turns import DOSSIER
from tests.fakes import START

NOWHERE = Dossier(id=DOSSIER, desk="tax", created_at=START)


def operation(name: str, target: str = "") -> Operation:
    return Operation(id=name, title=name, system="backlog", target=target)


def test_no_plan_changes_one_thing_twice() -> None:
    apart = [operation("a", "4"), operation("b", "5"), operation("c"), operation("d")]
    assert plan_put(NOWHERE, "A plan", apart, "0" * 32).plan.operations == tuple(apart)
    with pytest.raises(ValidationError, match="change one thing"):
        plan_put(NOWHERE, "A plan", [*apart, operation("e", "4")], "0" * 32)


def test_a_plan_of_before_has_the_digest_that_it_had() -> None:
    """What was added since is stored, and digested, only where it says something."""
    standing = plan_put(NOWHERE, "A plan", [operation("a")], "0" * 32)
    assert (
        standing.plan.digest == "69ecdbc2301cdc76a81cb0df6a3d453a0c2476c5886e94df928da9cd2ed4b805"
    )
    assert "target" not in str(standing.artifact.data)


def test_a_status_of_before_is_stored_as_it_was() -> None:
    before = {
        "operation": "a", "key": "k", "state": "failed", "attempts": 1, "result": {}, "problem": "no",
    }  # fmt: skip
    status = OperationStatus.model_validate(before)
    assert status.model_dump(mode="json") == before
    waiting = OperationStatus(operation="b", key="l")
    assert not Written(plan="0" * 64, operations=(status, waiting)).is_open
    going_on = status.model_copy(update={"stops": False})
    assert Written(plan="0" * 64, operations=(going_on, waiting)).is_open
