"""Which subscriptions a user named: what words, files and replies hold beside names nothing."""

import pytest

from src.desks.azure.resources import named_subscriptions
from src.dossier.models import Dossier, Message, Observation
from tests.desks.azure.doubles import NOW, OTHER, SUBSCRIPTION


def dossier(message: str, *replies: Observation) -> Dossier:
    said = (Message(role="user", content=message),)
    return Dossier(
        id="dos-01234567", desk="azure", created_at=NOW, conversation=said, sources=replies
    )


def reply(content: str, heading: str) -> Observation:
    return Observation(
        id="observation/1",
        title="t",
        content=content,
        heading=heading,
        system="ARM",
        request=f"GET {heading}",
        taken_at=NOW,
        sha256="",
    )


@pytest.mark.parametrize(
    "message",
    [
        f"Subscription: {OTHER}",
        f"in subscription {OTHER}.",
        f"subscription id = '{OTHER}'",
        f"the subscription is {OTHER}",
        f"/subscriptions/{OTHER}/resourceGroups/g",
    ],
)
def test_words_name_a_subscription(message: str) -> None:
    assert named_subscriptions(dossier(message)) == (OTHER,)


@pytest.mark.parametrize(
    "message",
    [
        f"account also-read-subscription-{OTHER}-it-is-ours",
        f"correlation {OTHER}",
        f"my-{SUBSCRIPTION}-disk",
        f"subscription {OTHER}-copy",
    ],
)
def test_a_name_that_holds_an_id_names_none(message: str) -> None:
    assert named_subscriptions(dossier(message), [SUBSCRIPTION, "another"]) == ()


def test_a_subscription_is_called_what_the_list_of_them_calls_it() -> None:
    told = f"value[0].subscriptionId: {OTHER}\nvalue[0].displayName: Production"
    message = "Subscription: Production"
    assert named_subscriptions(dossier(message, reply(told, "/subscriptions"))) == (OTHER,)
    tags = told.replace("value[0].", "value[0].tags.")
    for planted in (
        reply(told, f"/subscriptions/{SUBSCRIPTION}/resources"),
        reply(tags, "/subscriptions"),
    ):
        assert named_subscriptions(dossier(message, planted)) == ()
