"""The terminal client: speaks the wire, keeps nothing but what was typed, and imports nothing of the server."""
