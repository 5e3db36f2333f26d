"""How many examples Hypothesis tries of each property: some in every run, more than ever with `./tess test --deep`."""

from hypothesis import settings


def register_profiles() -> None:
    """Let Hypothesis know `quick`, which it uses from now on, and `deep`, which ``--hypothesis-profile`` asks for."""
    # How long one example takes says nothing where tests share a processor; each test as a whole has its time limit.
    settings.register_profile("quick", max_examples=30, deadline=None)
    settings.register_profile("deep", max_examples=500, deadline=None)
    settings.load_profile("quick")


def examples(of_a_hundred: int) -> int:
    """Return how many examples to try where a property is too costly for as many as the profile says."""
    return max(1, settings().max_examples * of_a_hundred // 100)


def stride() -> int:
    """Return how far apart places are that are tried where every single one takes long: one, where it is to be deep."""
    return max(1, 500 // settings().max_examples)
