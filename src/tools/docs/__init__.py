"""The tools of the desk for documentation: search, answer, ask back, choose a scope, rate an answer, and the guard."""
