"""The description of REST is kept: whatever requests it allows or forbids, the replies are those that it names."""

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import positive_data_acceptance

from src.agent import Agent
from src.api.limits import Limits
from src.api.server import create_app
from src.api.serving import Server, listening_socket
from src.bootstrap import Parts
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.llm.builtin.model import OfflineModel
from tests.api.wiring import QUESTION, wired
from tests.fakes import MemoryStore
from tests.serving import TEST_ID, Served
from tests.thoroughness import examples


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server in a thread, with a dossier that has been answered."""
    listening = listening_socket("127.0.0.1", 0)
    server = Server(create_app(wired(tmp_path_factory.mktemp("dossiers"))), Limits())
    port = listening.getsockname()[1]
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    asyncio.run(_converse(Served(port, server)))
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()
    listening.close()


async def _converse(server: Served) -> None:
    for message in (QUESTION, "Ja"):
        await server.say(message, dossier_id=TEST_ID)


CHECKS = {
    "checks": {
        "negative_data_rejection": {
            "expected-statuses": ["400", "404", "409", "413", "415", "422", "5xx"]
        }
    }
}
"""What is wrong may be too long as well, which is said first."""


def _operations() -> list[APIOperation[Any, Any, Any, Any]]:
    memory = MemoryStore()
    parts = Parts(Agent(memory, {}), memory, OfflineModel(OFFLINE_RULES))
    document = create_app(parts).openapi()
    described = schemathesis.openapi.from_dict(
        document, config=SchemathesisConfig.from_dict(CHECKS)
    )
    found = [one.ok() for one in described.get_all_operations() if isinstance(one, Ok)]
    assert len(found) > 20
    return found


BEYOND_A_SCHEMA: list[Any] = [positive_data_acceptance]
"""A well-formed request may still name a turn or a source that is not there."""

OPERATIONS = {operation.label: operation for operation in _operations()}


CASES = {
    f"{name}, {mode.value}": (operation, mode)
    for name, operation in OPERATIONS.items()
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    # What takes nothing, or any bytes, can't be asked wrongly.
    if mode is GenerationMode.POSITIVE
    or re.search(r'"(in|properties)":', json.dumps(operation.definition.raw))
}


@pytest.mark.parametrize(("operation", "mode"), CASES.values(), ids=CASES)
def test_every_reply_is_one_that_is_described(
    operation: APIOperation[Any, Any, Any, Any], mode: GenerationMode, address: str
) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=examples(10),
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def holds(case: Case[Any]) -> None:
        if mode is GenerationMode.POSITIVE and "dossier_id" in case.path_parameters:
            case.path_parameters["dossier_id"] = TEST_ID  # the one that there is
        case.call_and_validate(base_url=address, excluded_checks=BEYOND_A_SCHEMA)

    holds()
