"""A child that says more than anybody wants to hear."""

import sys

if __name__ == "__main__":
    while True:
        sys.stdout.write("more " * 10_000)
