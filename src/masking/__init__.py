"""What must not be kept or said: finds it in a text by its form, and puts marks in its place. Pure."""
