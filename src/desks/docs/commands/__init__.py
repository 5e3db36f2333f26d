"""The commands of the desk for documentation."""
