"""What is done with notes: taken, researched, written as a guide, reviewed, and mended by answers."""
