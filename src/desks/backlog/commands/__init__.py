"""Commands of ``tess`` that are about backlogs."""
