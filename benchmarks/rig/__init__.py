"""What benchmarks of the whole product stand on: programs in processes of their own, and what they cost."""
