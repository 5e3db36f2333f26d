"""Commands of ``tess`` that are about guides."""
