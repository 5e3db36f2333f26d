"""What all rooms know of the two languages that are read here."""
