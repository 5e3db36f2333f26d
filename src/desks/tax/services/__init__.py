"""The official services: which laws and rulings there are, and collecting what was asked for."""
