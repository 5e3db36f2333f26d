"""Politeness towards foreign systems: slowly, patiently, and never more than we can hold."""
