"""A dossier is the sum of its patches. ``models``, ``patch``, ``journal`` are values; ``store`` is the door."""
