"""The clients: they speak the wire only, and hold no word of any field."""
