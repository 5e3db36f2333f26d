"""What is kept: a dossier is the sum of its patches. ``models``, ``patch``, ``journal`` are values, ``store`` a door."""
