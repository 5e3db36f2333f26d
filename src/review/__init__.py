"""Finished answers, looked at again: checked and replayed from the dossier alone, or asked again on a branch."""
