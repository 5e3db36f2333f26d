"""Dossiers and packs that an earlier engine wrote: they are never written again, and open for ever."""
