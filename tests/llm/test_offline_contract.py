"""The built-in model keeps what every model promises."""

import pytest

from src.llm.offline import OfflineModel
from src.llm.protocol import Llm
from tests.llm.llm_contract import LlmContract


class TestOfflineModel(LlmContract):
    @pytest.fixture
    def llm(self) -> Llm:
        return OfflineModel()
