"""Readers of law as it is published: statutes, rulings, rows of passages, and our own digests."""
