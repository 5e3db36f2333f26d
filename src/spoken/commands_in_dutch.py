"""What commands say, in Dutch, by what they say in English."""

COMMANDS_IN_DUTCH: dict[str, str] = {}
