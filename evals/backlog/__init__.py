"""How good the desk is: what it makes of marked material, measured."""
