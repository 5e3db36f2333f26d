"""The deciders: ``protocol`` and ``forms`` are the door to language models, ``models`` makes those of each role.

``openai_chat`` asks a provider, ``offline`` is built in, ``wrappers`` stand in front of either.
"""
