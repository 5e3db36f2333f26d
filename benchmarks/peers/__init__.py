"""What TESS is compared with: the same turn by others, each behind the same endpoint."""
