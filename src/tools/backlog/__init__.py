"""What is done with a meeting: cut into segments, written as items, tagged against a backlog, planned, written."""
