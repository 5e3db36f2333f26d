"""The clients: they speak the wire and know nothing else of the server."""
