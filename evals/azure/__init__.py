"""How well causes are found: incidents with their gold, each against the world that it happened in."""
