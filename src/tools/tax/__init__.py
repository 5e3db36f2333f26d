"""The tools of the tax desk: looking law up, and answering from it."""
