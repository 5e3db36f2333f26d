"""What the tax desk adds to the commands: lint, and its part of ingest, search and eval."""
