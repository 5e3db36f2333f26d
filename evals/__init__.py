"""How well something works, for every desk: measures with their doubt, scores by group, and tables of both."""
