"""The built-in model: it reads which act a message asks for and of which thing, and picks a tool by a desk's table.

``acts`` finds the acts, ``references`` the things, ``picker`` what a desk does with both. Deterministic, no network.
"""
