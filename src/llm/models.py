"""The models of the settings, by role: made once for all desks, over one HTTP client."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from src.identity.quotas import NO_QUOTAS, Quotas
from src.llm.offline.conversation import ConversationRules
from src.llm.offline.model import OfflineModel
from src.llm.protocol import OFFLINE, Llm, Models, OfflineRules
from src.llm.wrappers import Breaker, Fallback, MeteredLlm
from src.search.encoder import Encoder
from src.settings import Settings

if TYPE_CHECKING:
    from src.llm.openai_chat import Provider

DEFAULT_MODEL = "gpt-4.1"


class _Names(NamedTuple):
    """What the model of each role is called, in the order of ``Models``."""

    main: str
    small: str
    vision: str


def _names(settings: Settings) -> _Names:
    main = settings.tess_model or DEFAULT_MODEL
    if settings.uses_offline_model:
        return _Names(OFFLINE, OFFLINE, OFFLINE)
    return _Names(main, settings.tess_model_small or main, settings.tess_model_vision or main)


def encoder_of(settings: Settings) -> Encoder | None:
    """Return what makes vectors of texts, over connections of its own; None where the settings name none."""
    if not settings.tess_encoder:
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
    model = OfflineModel(rules or ConversationRules())
    return Models(model, model, model)


def as_it_is(llm: Llm) -> Llm:
    """Return a model that nobody watches."""
    return llm


class ModelFactory:
    """Makes the models of desks; ``BadSettings`` where the provider could never be reached."""

    def __init__(
        self,
        settings: Settings,
        quotas: Quotas = NO_QUOTAS,
        instrument: Callable[[Llm], Llm] = as_it_is,
    ) -> None:
        self._settings = settings
        self._quotas = quotas
        self._instrument = instrument
        self._provider: Provider | None = None
        self._guarded: dict[str, Breaker] = {}
        self._names = _names(settings)
        main = self._names.main
        self.breaker = None if main == OFFLINE else self._at_provider(main)
        """Knows whether the provider of the main model is down; None where that is the built-in one."""

    def models(self, rules: OfflineRules | None = None) -> Models:
        """Return the models of a desk, whose rules the built-in one goes by where it answers or stands in."""
        built_in = offline_models(rules).main
        made = {name: self._made(name, built_in) for name in self._names}
        return Models(*(made[name] for name in self._names))

    async def close(self) -> None:
        """Close the connections to the provider."""
        if self._provider:
            await self._provider.close()

    def _made(self, name: str, built_in: Llm) -> Llm:
        asked: Llm = built_in
        if name != OFFLINE:
            asked = self._at_provider(name)
            asked = Fallback(asked, built_in) if self._settings.tess_fallback else asked
        return self._instrument(MeteredLlm(asked, self._quotas))

    def _at_provider(self, name: str) -> Breaker:
        """Return a model of the provider behind its breaker, the same one for all desks."""
        if name not in self._guarded:
            # The provider's library takes a third of a second to import: only who uses it pays for it.
            from src.llm.openai_chat import OpenAiChat

            self._provider = self._provider or _provider(self._settings)
            seconds = self._settings.tess_model_timeout
            chat = OpenAiChat(self._provider, name, self._settings.tess_temperature, seconds)
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
