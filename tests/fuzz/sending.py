"""What reaches the bot from the people in a channel: what they mean, and what nobody should send."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from discord import AppCommandOptionType, app_commands
from simcord.actors import MemberActor
from simcord.backend.models import Interaction
from simcord.enums import InteractionType
from simcord.interactions import resolve_handle

from bot.commands import COMMANDS
from bot.components import FormKind
from bot.matches import MatchId
from engine import Color, Game, NameKomi
from tests.bot.shown import Shown
from tests.bot.world import World
from tests.fuzz.stored import Stored, to_act_id

NUMBERS = (-1, 0, 1, 2, 3, 6, 7, 40, 1001, 10**30, "7", None)
SUGGESTING = (("move", "turn"), ("reply", "if"), ("reply", "then"), ("board", "match"))


class Room:
    """A channel with people in it, and the messages that they have seen.

    Each method lets somebody send something: ``text`` is anything, all else is random.
    """

    def __init__(self, world: World, people: Sequence[MemberActor]) -> None:
        self.world = world
        self.people = {person.id: person for person in people}
        self.seen: list[tuple[Shown, int | None]] = []
        """Messages as they were once, and the id of whoever saw them if not everybody did."""

    def turn(self, who: MemberActor, text: str, rng: Random) -> Interaction:
        """Whoever is to act somewhere plays a legal turn."""
        stored = Stored.read(self.world.url)
        games = [(match, stored.game(match)) for match in stored.matches]
        due = [(match, game, to_act_id(match, game)) for match, game in games]
        playable = [one for one in due if one[2] in self.people]
        if not playable:
            return self.challenge(who, text, rng)
        match, game, to_act = rng.choice(playable)
        assert to_act is not None  # They are one of the people.
        name, values = _turn(game, rng)
        return self.world.wire.command(self.people[to_act], name, values | {"match": match["number"]})

    def challenge(self, who: MemberActor, text: str, rng: Random) -> Interaction:
        opponent = rng.choice([*self.people.values()])
        resolved: dict[str, Any] = {}
        resolve_handle(who, opponent, resolved, channel_id=self.world.channel.id)
        values = {"opponent": str(opponent.id), "game": rng.choice(["komi", "no-komi", "double"])}
        values |= rng.choice([{}, {"pace": "1"}, {"scoring": "square"}, {"series": 3}])
        return self.world.wire.command(who, "challenge", values, resolved=resolved)

    def press(self, who: MemberActor, text: str, rng: Random) -> Interaction:
        """Press a button or choose in a menu, of a late message mostly, which may have changed since."""
        found = [(shown, viewer_id) for shown, viewer_id in self.seen if shown.buttons or shown.menus]
        if not found:
            return self.challenge(who, text, rng)
        shown, viewer_id = found[-1 - min(rng.randrange(12), rng.randrange(len(found)))]
        if rng.random() < 0.8:
            # Mostly whoever can, and whom it is for.
            ids = [viewer_id, *shown.pinged, who.id]
            who = next(self.people[one] for one in ids if one in self.people)
        custom_id = rng.choice([*shown.buttons.values(), *shown.menus])
        if custom_id not in shown.menus:
            return self.world.wire.press(who, shown, custom_id)
        return self.world.wire.choose(who, shown, custom_id, [rng.choice([*shown.menus[custom_id]])])

    def forged_id(self, who: MemberActor, text: str, rng: Random) -> Interaction:
        """Press or choose what the bot has never sent, as if a message had it, and as if it hadn't."""
        found = [shown for shown, _ in self.seen if shown.buttons]
        if not found:
            return self.challenge(who, text, rng)
        shown = rng.choice(found)
        if rng.random() < 0.7:
            shown = shown.forged(text)
        if rng.random() < 0.5:
            return self.world.wire.press(who, shown, text, kind=rng.choice([2, 2, 3]))
        return self.world.wire.choose(who, shown, text, rng.choice([[], [text], ["5"], ["D5"], ["x", "y"]]))

    def command(self, who: MemberActor, text: str, rng: Random) -> Interaction:
        """Use any command with anything in its options."""
        chosen = rng.choice(COMMANDS)
        options = [one for one in chosen.parameters if rng.random() < 0.6]
        values = {one.display_name: self._value(one, text, rng) for one in options}
        return self.world.wire.command(who, chosen.name, values)

    def _value(self, option: app_commands.Parameter, text: str, rng: Random) -> Any:
        offered = [choice.value for choice in option.choices]
        match option.type:
            case AppCommandOptionType.user | AppCommandOptionType.attachment:
                return str(rng.choice([*self.people]))
            case AppCommandOptionType.integer:
                return rng.choice([*offered, *NUMBERS])
            case _:
                return rng.choice([*offered, text, "D5", "D5 E7", True])

    def form(self, who: MemberActor, text: str, rng: Random) -> Interaction:
        """Send a form, which need not have been opened."""
        about = MatchId(rng.randrange(6), rng.randrange(4))
        custom_id = rng.choice([f"catena:{rng.choice([*FormKind])}:{about.written}", text])
        typed = rng.choice([text, "7", "D5", "Europe/Berlin", "9" * 10_000])
        message = rng.choice(self.seen)[0] if self.seen else None
        return self.world.wire.form(who, custom_id, typed, message)

    def suggestion(self, who: MemberActor, text: str, rng: Random) -> Interaction:
        """Type into an option that suggests something."""
        name, option = rng.choice(SUGGESTING)
        typed = rng.choice([text, "", "D", "d5 ", "1"])
        known = self.world.env.backend.find_command(name, None)
        options = [{"name": option, "type": 3, "value": typed, "focused": True}]
        data = {"id": known["id"], "name": name, "type": 1, "options": options}
        return self.world.wire.emit(who, InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE, data)


KINDS: dict[str, Callable[[Room, MemberActor, str, Random], Interaction]] = {
    "turn": Room.turn,
    "challenge": Room.challenge,
    "press": Room.press,
    "forged id": Room.forged_id,
    "command": Room.command,
    "form": Room.form,
    "suggestion": Room.suggestion,
}
"""What may be sent."""


def _turn(game: Game, rng: Random) -> tuple[str, dict[str, Any]]:
    """A legal turn as a command."""
    game = game.copy()
    actions = [rng.choice(game.legal_actions())]
    while not game.play(actions[-1]).ends_turn:
        actions.append(rng.choice(game.legal_actions()))
    match actions[0]:
        case NameKomi(points):
            return "komi", {"points": points}
        case Color() as color:
            return "color", {"color": color.value}
        case _:
            return "move", {"turn": " ".join(map(str, actions))}
