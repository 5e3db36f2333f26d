"""Defences of the code, each with what the code is without it; ``python -m tests.mutants`` takes them out."""
