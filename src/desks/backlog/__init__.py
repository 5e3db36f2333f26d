"""The desk that makes of a meeting the items of a backlog, and writes them once a person said yes."""
