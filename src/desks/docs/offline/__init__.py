"""What the built-in model does at this desk: the same forms, filled in by rules. Pure."""
