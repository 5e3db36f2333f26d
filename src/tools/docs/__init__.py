"""The tools of the desk for documentation: search, follow a link, answer, ask back, choose sources and a scope."""
