"""An answer as it is handed over: as a memo in five formats, and whole dossiers as sealed files."""
