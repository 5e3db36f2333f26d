"""Microsoft Learn and GitHub as far as the desk asks them, on this machine, with pages of our own."""
