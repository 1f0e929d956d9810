"""The texts of `/help` and `/rules`."""

from __future__ import annotations

from bot.messages.posts import Post

HELP = """\
### Catena, move by move
Challenge a friend, then take turns whenever you like: you are called when it is yours.

**Start** `/challenge` proposes a match; `/challenges` lists the open ones.
**Play** `/move D5` places a stone, in Double placement `/move D5 E7` two; `/button` takes the button.
**Begin** `/komi 7` names komi, `/color white` picks a colour. The buttons under the board do the same.
**Look** `/board` shows a match, or how it stood after a move; `/matches` lists yours in every channel.
**End** `/resign` gives a match up. Under the result, **Rematch** proposes the same with the roles \
swapped.

With several matches in a channel, the option `match` names the one you mean. `/rules` explains the \
game."""

RULES = (
    """\
### Catena in a minute
**Place** a stone on an empty cell, each in turn. Stones that touch form a group, whatever their \
colours, and every group must stay a **ribbon**: a chain in which each stone touches at most two \
others, never a ring. A stone may start a ribbon, extend one at an end, or join two.

**Claim.** When nothing can be placed next to a ribbon any more, it is bounded, and whoever has more \
stones in it gets it: the other's stones in it change colour. It does not matter who bounded it. At \
equality it goes to the opponent of the player who did.

**Win.** The game ends when no stone can be placed. Your score is your stones on the board. White \
adds the **komi**. The **button** is worth ½ and can be taken once, by either player, as a whole \
turn; at the end an untaken one goes to the player who did not place the last stone. So no game is \
drawn.""",
    """\
### Game types
**Komi** The first player names a komi from 0 to 15; the second then picks a colour. Black begins.
**No komi** The first player places a black stone; the second then picks a colour. White moves next. \
No komi.
**Double placement** The first player is Black and places one stone; then each turn is two stones, \
with claims after each. No komi, no button. Whoever can't place two stones ends the game, and every \
ribbon still open is claimed by its majority, at equality by the player to move.

### Scoring
**Standard** Stones of your colour, with komi and button.
**Longest ribbon** Komi lengthens White's longest ribbon. Ribbons of equal length are struck off in \
pairs, one of each colour; the longest left wins. If none is left, the button does.
**Square** Each ribbon counts the square of its length, with komi (0 to 1000) and button.""",
)


def help_post() -> Post:
    """What the bot can do."""
    return Post(HELP)


def rules_posts() -> list[Post]:
    """The rules, the first page enough to start playing."""
    return [Post(page) for page in RULES]
