"""The commands that only the tax desk has: ingest, lint, search, and its subject of eval."""
