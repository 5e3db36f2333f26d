"""Collections of documentation."""
