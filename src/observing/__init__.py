"""What a turn is seen doing: spans with attributes, put around the doors, and read by the log, metrics and traces.

Nothing that a person said is told here: only known attributes, each of a shape with no room for a sentence.
"""
