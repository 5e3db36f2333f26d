"""What stands in for the foreign systems of desks on this machine: for tests, demos and trying things out."""
