"""The rules by which the built-in model fills in the forms of the desk."""
