"""What may be done to a dossier: the base of all tools, those of every desk, and a folder for each desk's own."""
