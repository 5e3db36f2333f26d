"""Collections of documentation: any folder's sections, indexed and searched; ``retriever`` is the door."""
