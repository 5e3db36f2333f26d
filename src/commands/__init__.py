"""The commands of ``tess`` that serve every desk, one file each; ``running`` is what those on dossiers share."""
