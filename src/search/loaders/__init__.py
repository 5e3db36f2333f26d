"""Readers of general formats: Markdown, XML, and what is said of a file that can't be read."""
