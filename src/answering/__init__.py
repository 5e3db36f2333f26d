"""Answers whose every claim stands on a looked-up quote, for any desk: task, draft, quote gate, repair and receipt.

A desk hands in ``AnswerRules``, which need neither a model nor a library, and an ``Answering``, which has both.
"""
