"""The doors: one message per WebSocket connection, and REST for what is kept. Nothing below knows HTTP."""
