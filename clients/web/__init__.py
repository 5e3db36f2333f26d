"""The web page: what it shows of a dossier, and what a person can do with it there."""
