"""The wording of the slash commands, as Discord shows it while somebody types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.messages.language import mark


@dataclass(frozen=True, slots=True)
class Wording:
    """What a command does, and what each of its options means, by the name of its parameter."""

    description: str
    options: Mapping[str, str]


_ANY_MATCH = mark("Which match of this channel, running or over")
_ONLY_SIZE = mark("Only this many cells per side")
_WHICH_MATCH = mark("Which match, if you have several in this channel")

COMMANDS: Mapping[str, Wording] = {
    "board": Wording(
        mark("Look at a match of this channel."),
        {
            "match": _ANY_MATCH,
            "move": mark("Show it after this many steps, komi and colour counted; 0 is the start"),
            "text": mark("In words and as a diagram of characters, instead of a picture"),
        },
    ),
    "button": Wording(
        mark("Take the button: half a point, as your whole turn."),
        {
            "match": _WHICH_MATCH,
        },
    ),
    "challenge": Wording(
        mark("Challenge somebody to a match of Catena."),
        {
            "opponent": mark("Whom you challenge; nobody named, anybody here may accept"),
            "size": mark("Cells per side: 6 is the standard, 10 the longest game"),
            "game": mark("Who plays which colour, and how many stones make a turn"),
            "scoring": mark("What decides the game"),
            "first": mark("Who names komi or places the first stone"),
            "pace": mark("How much time there is for each turn; nothing is lost by time alone"),
            "series": mark(
                "Several games in turn, with the roles swapped after each; a single match if not given"
            ),
        },
    ),
    "challenges": Wording(
        mark("List the challenges open in this channel."),
        {},
    ),
    "color": Wording(
        mark("Pick your colour, as the second player of a match."),
        {
            "color": mark("The colour you want to play"),
            "match": _WHICH_MATCH,
        },
    ),
    "help": Wording(
        mark("See what the bot can do."),
        {},
    ),
    "komi": Wording(
        mark("Name komi, as the first player of a match begins."),
        {
            "points": mark("How many points White gets for moving second"),
            "match": _WHICH_MATCH,
        },
    ),
    "leaderboard": Wording(
        mark("See who leads on this server."),
        {
            "game": mark("Komi if not given"),
            "scoring": mark("Standard if not given"),
            "size": _ONLY_SIZE,
        },
    ),
    "matches": Wording(
        mark("List your matches in every channel, those that wait for you first."),
        {},
    ),
    "move": Wording(
        mark("Play your turn."),
        {
            "turn": mark("A cell such as D5, in Double placement two: D5 E7"),
            "match": _WHICH_MATCH,
        },
    ),
    "preferences": Wording(
        mark("Choose how boards look to you, how you are called, and what becomes of your data."),
        {
            "data": mark("Get all that is stored about you, or delete it; you are asked once more"),
        },
    ),
    "record": Wording(
        mark("Get a match as a file, or look at such a file."),
        {
            "match": mark("Which match of this channel to get as a file, running or over"),
            "file": mark("A record to go through move by move, instead of a match"),
        },
    ),
    "replay": Wording(
        mark("Go through a match of this channel, move by move."),
        {
            "match": _ANY_MATCH,
        },
    ),
    "reply": Wording(
        mark(
            "Plan a reply to the other player's next turn, or see what you have planned. Nobody else sees it."
        ),
        {
            "expected": mark("The turn that the other player may play"),
            "reply": mark("The turn that you then play at once"),
            "match": _WHICH_MATCH,
        },
    ),
    "resign": Wording(
        mark("Give a match up. You are asked once more."),
        {
            "match": _WHICH_MATCH,
        },
    ),
    "rules": Wording(
        mark("Read how Catena is played, with drawn examples."),
        {},
    ),
    "settings": Wording(
        mark("Choose how boards look in this channel, and what challenges leave out."),
        {},
    ),
    "stats": Wording(
        mark("See how somebody's matches on this server went."),
        {
            "player": mark("Whose matches, if not yours"),
            "game": mark("Only this type of game"),
            "scoring": mark("Only this scoring"),
            "size": _ONLY_SIZE,
        },
    ),
    "try": Wording(
        mark("See what a stone would do, in any match of this channel, without playing it."),
        {
            "match": mark("Which running match of this channel"),
        },
    ),
}
