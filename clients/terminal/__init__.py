"""The terminal client: speaks the wire, keeps only what was typed, and imports nothing of the server."""
