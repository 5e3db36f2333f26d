"""How well law is found: corpora, questions with their gold, and a plain engine to compare with."""
