"""For whom the engine works: the shape of a desk, the list of those that there are, and a folder for each."""
