"""Callers and what is theirs: tokens and the list of them, dossiers, desks and quotas of a tenant."""
