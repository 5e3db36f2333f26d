"""What may be read of Azure, what a user is asked, and how a diagnosis ends."""
