"""Trackers: the protocol, Azure DevOps behind it, and what is written to them, once, and taken back."""
