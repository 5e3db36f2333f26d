"""Checks every citation of a text against the library: read, looked up, judged."""
