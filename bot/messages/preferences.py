"""What is said about the preferences of a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.catalogues import languages
from bot.matches import NoSuchTimeZone
from bot.matches.refusals import NotOffered
from bot.messages.choices import Menu, Switch
from bot.messages.language import Terms, language_name, mark, say
from bot.messages.posts import Picture, Post
from bot.messages.privacy import data_controls
from bot.messages.refusals import sentence
from bot.messages.selections import Preference, Selection, SelectionControl
from bot.messages.words import LONGEST_LIST, THEMES, code, fitting
from bot.storage import CalledBy, PlayerPreferences, ReminderHours
from rendering import ThemeName

ANY_TIME = None
_HOURS = (ANY_TIME, *range(24))
_CALLED_BY = Terms(
    {
        CalledBy.MENTION: mark("Mention me under the board"),
        CalledBy.DIRECT_MESSAGE: mark("Send me a direct message"),
        CalledBy.QUIET: mark("Don't call me; only write to me before my time runs out"),
    }
)


def _from_hour(kept: PlayerPreferences, hour: int | None) -> PlayerPreferences:
    return replace(kept, hours=_between(kept, hour, _hours(kept).until_hour))


def _until_hour(kept: PlayerPreferences, hour: int | None) -> PlayerPreferences:
    return replace(kept, hours=_between(kept, _hours(kept).from_hour, hour))


def _between(kept: PlayerPreferences, start: int | None, end: int | None) -> ReminderHours:
    """The hours of a player with another start or end; with any time for one of them it is the whole day."""
    if start is ANY_TIME or end is ANY_TIME or start == end:
        return replace(_hours(kept), from_hour=0, until_hour=0)
    return replace(_hours(kept), from_hour=start, until_hour=end)


def _hours(kept: PlayerPreferences) -> ReminderHours:
    return kept.hours or ReminderHours()


def _hour_words(hour: int | None) -> str:
    return say("Any time") if hour is ANY_TIME else f"{hour:02}:00"


_MENUS: Mapping[Preference, Menu[PlayerPreferences]] = {
    Preference.THEME: Menu(
        mark("**Theme** of the boards that only you see"),
        (None, *ThemeName),
        lambda value: THEMES[value] if value else say("As in the channel"),
        lambda kept: kept.theme,
        lambda kept, value: replace(kept, theme=value),
    ),
    Preference.CALLED_BY: Menu(
        mark("**When it is your turn**, and when it still is"),
        list(CalledBy),
        lambda value: _CALLED_BY[value],
        lambda kept: kept.called_by,
        lambda kept, value: replace(kept, called_by=value),
    ),
    Preference.FROM_HOUR: Menu(
        mark("**Remind me from**"),
        _HOURS,
        _hour_words,
        lambda kept: ANY_TIME if _hours(kept).are_all else _hours(kept).from_hour,
        _from_hour,
    ),
    Preference.UNTIL_HOUR: Menu(
        mark("**Remind me until**"),
        _HOURS,
        _hour_words,
        lambda kept: ANY_TIME if _hours(kept).are_all else _hours(kept).until_hour,
        _until_hour,
    ),
}

_SWITCHES: Mapping[Preference, Switch[PlayerPreferences]] = {
    Preference.LEGAL_CELLS: Switch(
        mark("Legal cells are lit when you choose a stone."),
        mark("Legal cells are not lit when you choose a stone."),
        mark("Light legal cells"),
        mark("Don't light legal cells"),
        lambda kept: kept.shows_legal_cells,
        lambda kept, value: replace(kept, shows_legal_cells=value),
    ),
    Preference.CONFIRMATION: Switch(
        mark("A typed move is shown to you first, and played when you confirm it."),
        mark("A typed move is played at once."),
        mark("Confirm typed moves"),
        mark("Play typed moves at once"),
        lambda kept: kept.confirms_typed_turns,
        lambda kept, value: replace(kept, confirms_typed_turns=value),
    ),
}


def preference_choice(preference: Preference) -> Menu[PlayerPreferences] | Switch[PlayerPreferences]:
    """What can be chosen for a preference. Raises NotOffered for what is not chosen so."""
    choice = _menus().get(preference) or _SWITCHES.get(preference)
    if choice is None:
        raise NotOffered
    return choice


def preferences_post(preferences: PlayerPreferences, example: Picture) -> Post:
    """A player's preferences as they stand, with what changes them."""
    zone = SelectionControl.button(Selection(Preference.TIME_ZONE), say("Time zone"))
    return Post(
        say("### What you prefer\nEach change counts at once, and everywhere."),
        example,
        "\n".join(f"- {line}" for line in _states(preferences)),
        menus=[(menu.question(), menu.control(one, preferences)) for one, menu in _menus().items()],
        controls=[*(switch.control(one, preferences) for one, switch in _SWITCHES.items()), zone],
        more_controls=data_controls(),
    )


def _menus() -> Mapping[Preference, Menu[PlayerPreferences]]:
    """The menus; that of languages only where there is a choice."""
    return {**_MENUS, Preference.LANGUAGE: _language_menu()} if _has_languages() else _MENUS


def _language_menu() -> Menu[PlayerPreferences]:
    return Menu(
        mark("**Language** of what only you see"),
        (None, *languages()),
        lambda value: language_name(value) if value else say("As in Discord"),
        lambda kept: kept.language,
        lambda kept, value: replace(kept, language=value),
    )


def _states(preferences: PlayerPreferences) -> list[str]:
    lines = [switch.state(preferences) for switch in _SWITCHES.values()]
    lines.append(_zone(preferences))
    return lines if _has_languages() else [*lines, say("The bot speaks English only.")]


def _zone(preferences: PlayerPreferences) -> str:
    if preferences.hours is None:
        return say("The hours are those of **UTC** until you tell your time zone.")
    return say("The hours are those of **{zone}**.", zone=preferences.hours.time_zone)


def _has_languages() -> bool:
    return len(languages()) > 1


@sentence.register
def _(refusal: NoSuchTimeZone) -> str:
    typed = code(refusal.typed)
    if not refusal.candidates:
        return say(
            "{typed} is no time zone. Write it as `Europe/Berlin`, `America/New_York` or `Asia/Tokyo`; "
            "the city alone will do.",
            typed=typed,
        )
    names = fitting([f"- {code(name)}" for name in refusal.candidates], LONGEST_LIST)
    asked = say("Several time zones are called {typed}. Write the whole name:", typed=typed)
    return f"{asked}\n{names}"
