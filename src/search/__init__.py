"""What any index stands on: arrays, postings, compounds; and loaders of general formats."""
