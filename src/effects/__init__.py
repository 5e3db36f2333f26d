"""What a person confirmed is carried out here, and nowhere else: once, in order, and with a trace of every step.

Before anything is written outside, the journal says that it is intended, and before each operation that it is begun. An
operation that was begun and has no result is unknown: it is looked up by its key before it is tried again. The process
that carries out holds the lease of the dossier, and the ids of the entries are derived from their content: so that a
step is taken once, by any process.
"""

from src.effects.confirming import Effects

__all__ = ["Effects"]
