"""What is said about the settings of a channel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.matches import ChannelIsOff
from bot.messages.choices import Menu, Switch
from bot.messages.language import Terms, mark, say, say_counted
from bot.messages.posts import Picture, Post
from bot.messages.refusals import sentence
from bot.messages.selections import Setting
from bot.messages.words import GAME_TYPES, PACES, SCORINGS, THEMES
from bot.storage import ChannelSettings, FirstPlayer, Pace, Place
from engine import GameType, Scoring
from rendering import ThemeName

SIZES = range(6, 11)
DAYS_OPEN = (1, 2, 3, 5, 7, 14, 30)
_FIRSTS = Terms(
    {
        FirstPlayer.RANDOM: mark("A coin decides"),
        FirstPlayer.CHALLENGER: mark("The challenger"),
        FirstPlayer.OPPONENT: mark("The opponent"),
    }
)

_MENUS: Mapping[Setting, Menu[ChannelSettings]] = {
    Setting.THEME: Menu(
        mark("**Theme** of the boards that everybody here sees"),
        list(ThemeName),
        lambda value: THEMES[value],
        lambda kept: kept.theme,
        lambda kept, value: replace(kept, theme=value),
    ),
    Setting.SIZE: Menu(
        mark("**Size**, unless a challenge says otherwise"),
        SIZES,
        lambda value: say("{size} cells per side", size=value),
        lambda kept: kept.options.size,
        lambda kept, value: replace(kept, options=replace(kept.options, size=value)),
    ),
    Setting.GAME_TYPE: Menu(
        mark("**Game**, unless a challenge says otherwise"),
        list(GameType),
        lambda value: GAME_TYPES[value],
        lambda kept: kept.options.game_type,
        lambda kept, value: replace(kept, options=replace(kept.options, game_type=value)),
    ),
    Setting.SCORING: Menu(
        mark("**Scoring**, unless a challenge says otherwise"),
        list(Scoring),
        lambda value: SCORINGS[value],
        lambda kept: kept.options.scoring,
        lambda kept, value: replace(kept, options=replace(kept.options, scoring=value)),
    ),
    Setting.FIRST: Menu(
        mark("**Who is first**, unless a challenge says otherwise"),
        list(FirstPlayer),
        lambda value: _FIRSTS[value],
        lambda kept: kept.first,
        lambda kept, value: replace(kept, first=value),
    ),
    Setting.PACE: Menu(
        mark("**Pace**, unless a challenge says otherwise"),
        list(Pace),
        lambda value: PACES[value],
        lambda kept: kept.pace,
        lambda kept, value: replace(kept, pace=value),
    ),
    Setting.DAYS_OPEN: Menu(
        mark("**How long a challenge stays open**"),
        DAYS_OPEN,
        lambda value: say_counted("{count} day", "{count} days", value),
        lambda kept: kept.days_open,
        lambda kept, value: replace(kept, days_open=value),
    ),
}

_SWITCHES: Mapping[Setting, Switch[ChannelSettings]] = {
    Setting.THREADS: Switch(
        mark("Each match gets a thread of its own."),
        mark("Matches are played in the channel itself."),
        mark("Open threads"),
        mark("Open no threads"),
        lambda kept: kept.opens_threads,
        lambda kept, value: replace(kept, opens_threads=value),
    ),
    Setting.RESULTS: Switch(
        mark("The result of a match in a thread is announced in the channel."),
        mark("The result of a match in a thread is told in the thread alone."),
        mark("Announce results"),
        mark("Announce no results"),
        lambda kept: kept.announces_results,
        lambda kept, value: replace(kept, announces_results=value),
    ),
    Setting.OFF: Switch(
        mark("**No match can be begun here.** Those that run go on."),
        mark("Matches can be begun here."),
        mark("Allow no new matches"),
        mark("Allow new matches"),
        lambda kept: kept.is_off,
        lambda kept, value: replace(kept, is_off=value),
    ),
}

_OF_SERVERS = frozenset({Setting.THREADS, Setting.RESULTS})
"""A private conversation has no threads."""


def setting_choice(setting: Setting) -> Menu[ChannelSettings] | Switch[ChannelSettings]:
    """What can be chosen for a setting."""
    return _MENUS[setting] if setting in _MENUS else _SWITCHES[setting]


def settings_post(place: Place, settings: ChannelSettings, example: Picture) -> Post:
    """A channel's settings as they stand, with what changes them."""
    switches = {one: switch for one, switch in _SWITCHES.items() if place.guild_id or one not in _OF_SERVERS}
    return Post(
        _heading(place),
        example,
        "\n".join(f"- {switch.state(settings)}" for switch in switches.values()),
        menus=[(menu.question(), menu.control(one, settings)) for one, menu in _MENUS.items()],
        controls=[switch.control(one, settings) for one, switch in switches.items()],
    )


def _heading(place: Place) -> str:
    if place.guild_id is None:
        return say("### What applies in this conversation\nEach change counts at once.")
    channel = f"<#{place.settings_id}>"
    return say("### What applies in {channel}\nEach change counts at once.", channel=channel)


@sentence.register
def _(refusal: ChannelIsOff) -> str:
    if refusal.place.guild_id is None:
        return say("No match can be begun here now. Anybody here can change that with `/settings`.")
    return say(
        "No match can be begun in this channel now; those that run go on. Members who may manage the server "
        "can change that with `/settings`."
    )
