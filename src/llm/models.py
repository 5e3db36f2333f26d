"""The models of the settings, by role: made once for all desks, over one HTTP client."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from src.identity.quotas import NO_QUOTAS, Quotas
from src.llm.builtin.model import OfflineModel
from src.llm.builtin.picker import BuiltinRules
from src.llm.protocol import OFFLINE, Llm, Models, OfflineRules
from src.llm.wrappers import Breaker, Fallback, MeteredLlm
from src.search.encoder import Encoder
from src.search.known_words import WORD_VECTORS
from src.search.word_vectors import WordVectors, WordVectorsDamaged
from src.settings import Settings

if TYPE_CHECKING:
    from src.llm.openai_chat import Provider

DEFAULT_MODEL = "gpt-4.1"

NO_ENCODER = "off"
"""What ``TESS_ENCODER`` is where search goes by words alone."""

_log = logging.getLogger(__name__)


def encoder_of(settings: Settings) -> Encoder | None:
    """Return what makes vectors of texts: a model of the provider over connections of its own, or our word vectors.

    None where the settings want none, or where the word vectors are damaged, which the log says.
    """
    if settings.tess_encoder == NO_ENCODER:
        return None
    if not settings.tess_encoder:
        try:
            return WordVectors.load(WORD_VECTORS)
        except WordVectorsDamaged:
            _log.warning("the word vectors are damaged or of another version, search goes by words")
            return None
    from src.llm.openai_embeddings import OpenAiEncoder

    return OpenAiEncoder(
        _provider(settings),
        settings.tess_encoder,
        settings.tess_encoder_dimension,
        settings.tess_model_timeout,
    )


def offline_models(rules: OfflineRules | None = None) -> Models:
    """Return the built-in model for every role, by a desk's rules; without rules it converses and no more."""
    model = OfflineModel(rules or BuiltinRules())
    return Models(model, model)


class ModelFactory:
    """Makes the models of desks; ``BadSettings`` where the provider could never be reached."""

    def __init__(
        self,
        settings: Settings,
        quotas: Quotas = NO_QUOTAS,
        instrument: Callable[[Llm], Llm] = lambda llm: llm,
    ) -> None:
        self._settings = settings
        self._quotas = quotas
        self._instrument = instrument
        self._provider: Provider | None = None
        self._guarded: dict[str, Breaker] = {}
        self._main = (
            OFFLINE if settings.uses_offline_model else settings.tess_model or DEFAULT_MODEL
        )
        self.breaker = None if self._main == OFFLINE else self._at_provider(self._main)
        """Knows whether the provider of the main model is down; None where that is the built-in one."""

    def models(self, rules: OfflineRules | None = None) -> Models:
        """Return the models of a desk, whose rules the built-in one goes by where it answers or stands in."""
        built_in = offline_models(rules).main
        small = self._named(self._settings.tess_model_small)
        made = {name: self._made(name, built_in) for name in (self._main, small)}
        return Models(made[self._main], made[small], self._seeing())

    async def close(self) -> None:
        if self._provider:
            await self._provider.close()

    def _seeing(self) -> Llm | None:
        """Return the model that looks at pictures; none stands in for it, as the built-in one can't see."""
        name = self._named(self._settings.tess_model_vision)
        if name == OFFLINE:
            return None
        return self._instrument(MeteredLlm(self._at_provider(name), self._quotas))

    def _named(self, name: str | None) -> str:
        """Return the model of a role for which this one is set."""
        return name if name and self._main != OFFLINE else self._main

    def _made(self, name: str, built_in: Llm) -> Llm:
        asked: Llm = built_in
        if name != OFFLINE:
            when_away = self._settings.tess_fallback == "offline"
            asked = Fallback(self._at_provider(name), built_in, when_away=when_away)
        return self._instrument(MeteredLlm(asked, self._quotas))

    def _at_provider(self, name: str) -> Breaker:
        if name not in self._guarded:
            # The provider's library takes a third of a second to import: only who uses it pays for it.
            from src.llm.openai_chat import OpenAiChat

            self._provider = self._provider or _provider(self._settings)
            settings = self._settings
            chat = OpenAiChat(
                self._provider,
                name,
                settings.tess_temperature,
                settings.tess_model_timeout,
                settings.tess_model_max_tokens,
                settings.tess_model_call_seconds,
            )
            self._guarded[name] = Breaker(chat)
        return self._guarded[name]


def _provider(settings: Settings) -> "Provider":
    from src.llm.openai_chat import provider_at

    return provider_at(
        api_key=settings.openai_api_key.get_secret_value() if settings.openai_api_key else "none",
        base_url=settings.openai_base_url,
        azure_endpoint=settings.azure_openai_endpoint,
        api_version=settings.openai_api_version,
        timeout=settings.tess_model_timeout,
    )
