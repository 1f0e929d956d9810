"""The real bot, killed again and again while two people play."""
