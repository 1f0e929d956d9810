"""The texts of `/help` and `/rules`."""

from __future__ import annotations

from dataclasses import dataclass

from bot.messages.controls import Press, Verb
from bot.messages.language import mark, say
from bot.messages.pages import page_controls, page_line
from bot.messages.posts import Picture, Post
from rendering import ExampleName

HELP = mark(
    """\
### Catena, move by move
Challenge a friend, then take turns whenever you like: you are called when it is yours.

**Start.** `/challenge` proposes a match, or a `series`; `/challenges` lists the open ones.
**Play.** The button **Play** leads through row and cell to the board as it would be. Or type: \
`/move D5` places a stone, in Double placement `/move D5 E7` two; `/button` takes the button.
**Begin.** `/komi 7` names komi, `/color white` picks a colour. The buttons under the board do the same; \
**Balance** proposes a komi from your own games.
**Look.** `/board` shows a match, in words too; `/try` what a stone would do; `/replay` goes \
through it move by move; `/record` gives it as a file, or shows such a file. `/matches` lists yours \
everywhere, shows their boards, and continues those whose channel was deleted.
**Compare.** `/stats` tells how your matches went, or another's; `/leaderboard` who leads.
**Taste.** `/preferences` chooses how boards look to you, and how and when you are called; `/settings` \
how they look in a channel, and what its challenges leave out.
**Plan.** `/reply` plans what you play at once if they play a certain turn; nobody else sees it.
**Agree.** **More** under the board lists the legal moves, and asks for a takeback, a draw, or to \
cancel a match in which no stone is placed. With a `pace` it also gives time, or claims the win when \
time is up: nothing is lost by time alone.
**End.** `/resign` gives a match up. Under the result, **Rematch** proposes the same with the roles \
swapped; in a series **Next game** begins the next at once.

With several matches in a channel, the option `match` names the one you mean. `/rules` explains the \
game."""
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the rules: what it says, with the drawn examples above and below its second part."""

    text: str
    example: ExampleName
    details: str = ""
    second_example: ExampleName | None = None


RULES = (
    Page(
        mark("""\
### Catena in a minute
**Place** a stone on an empty cell, each in turn. Stones that touch form a group, whatever their \
colours, and every group must stay a **ribbon**: a chain in which each stone touches at most two \
others, never a ring.

**Claim.** When nothing can be placed next to a ribbon any more, it is bounded, and whoever has more \
stones in it gets it: the other's stones in it change colour.

**Win.** The game ends when no stone can be placed. Your score is your stones on the board; White \
adds the **komi**, the holder of the **button** ½. The higher score wins, and no game is drawn."""),
        ExampleName.PLACEMENTS,
        mark(
            "A stone may start a ribbon, extend one at an end, or join two. It may not touch three stones, "
            "make a branch, or close a ring."
        ),
    ),
    Page(
        mark("### Ribbons\nEach of these groups is a ribbon. A single stone is one too."),
        ExampleName.RIBBONS,
        mark(
            "None of these is: a stone that touches three others, three stones that touch each other, a ring."
        ),
        ExampleName.NO_RIBBONS,
    ),
    Page(
        mark("### Claiming\nBefore: the ribbon on the left can grow at one cell only."),
        ExampleName.CLAIM_BEFORE,
        mark(
            "After: that cell has become illegal, so the ribbon is bounded, and goes to the colour with more "
            "stones in it. It does not matter who bounded it. At equality it goes to the opponent of the "
            "player who did."
        ),
        ExampleName.CLAIM_AFTER,
    ),
    Page(
        mark("""\
### Komi and button
The first player names the komi, from 0 to 15 points for White; the second then picks a colour. \
Black begins.
The button may be taken once in the game, by either player, as a whole turn. At the end an untaken \
one goes to the player who did not place the last stone."""),
        ExampleName.KOMI_AND_BUTTON,
    ),
    Page(
        mark("""\
### Two other game types
**No komi.** The first player places a black stone; the second then picks a colour. White moves next."""),
        ExampleName.NO_KOMI,
        mark(
            "**Double placement.** The first player is Black and places one stone; then each turn is two "
            "stones, with claims after each. No komi, no button. When the player to move can't place two "
            "stones, the game ends; ribbons still open are claimed by their majority, at equality by the "
            "player to move."
        ),
        ExampleName.DOUBLE,
    ),
    Page(
        mark("### Standard scoring\nStones of your colour, with komi and button."),
        ExampleName.STANDARD,
    ),
    Page(
        mark("""\
### Two other scorings
**Longest ribbon.** Komi lengthens White's longest ribbon. Ribbons of equal length are struck off in \
pairs, one of each colour; the longest left wins. If none is left, the button does."""),
        ExampleName.LONGEST,
        mark("**Square.** Each ribbon counts the square of its length, with komi (0 to 1000) and button."),
        ExampleName.SQUARE,
    ),
)


def help_post() -> Post:
    """What the bot can do."""
    return Post(say(HELP))


def rules_post(number: int, picture: Picture, second_picture: Picture | None) -> Post:
    """A page of the rules, counted from 0, with its pictures; the first alone suffices to start playing."""
    page = RULES[number]
    controls = page_controls(lambda number: Press(Verb.RULES_PAGE, number), number, len(RULES))
    footer = page_line(number, len(RULES))
    details = say(page.details) if page.details else ""
    return Post(say(page.text), picture, details, second_picture, controls=controls, footer=footer)
