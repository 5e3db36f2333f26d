"""The built-in model keeps what every model promises."""

import pytest

from src.desks.tax.offline.rules import OFFLINE_RULES
from src.llm.builtin.model import OfflineModel
from src.llm.protocol import Llm
from tests.llm.llm_contract import LlmContract


class TestOfflineModel(LlmContract):
    @pytest.fixture
    def llm(self) -> Llm:
        return OfflineModel(OFFLINE_RULES)
