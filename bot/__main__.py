"""``python -m bot`` is the command ``catena-bot``."""

import sys

from bot.cli import main

sys.exit(main())
