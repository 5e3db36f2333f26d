"""The library of law: its works, its index, and the search over it; ``passages`` is the door."""
