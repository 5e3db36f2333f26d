"""What the desk asks outside: Azure Resource Manager, by reading calls alone, and the tokens it asks with."""
