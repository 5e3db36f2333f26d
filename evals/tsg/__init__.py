"""How well notes are made into guides, and what personal data is found: ``tess eval tsg`` and ``tess eval pii``."""
