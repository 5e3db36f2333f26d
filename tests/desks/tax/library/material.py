"""The small corpus of our own for tests, and the one that is shipped."""

from pathlib import Path

from tests.shared_data import PROJECT

HERE = Path(__file__).parent
DATA = HERE / "data"
STARTER = PROJECT / "data" / "starter"
