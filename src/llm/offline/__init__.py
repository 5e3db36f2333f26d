"""The built-in model: a shell that asks a desk's rules, and what such rules are made of. No network, deterministic.

``model`` is the shell, ``conversation`` the rules that serve every desk; a desk adds its words by a ``Vocabulary``.
"""
