"""Azure Resource Manager (ARM) as far as the desk asks it, on this machine: its world is one JSON file."""
