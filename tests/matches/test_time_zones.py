"""Time zones by what people type."""

from __future__ import annotations

from zoneinfo import ZoneInfo, available_timezones

import pytest

from bot.matches import NoSuchTimeZone, find_time_zone

FOUND = {
    "Europe/Berlin": "Europe/Berlin",
    "europe/berlin": "Europe/Berlin",
    "berlin": "Europe/Berlin",
    " New  York ": "America/New_York",
    "UTC": "UTC",
    "utc": "UTC",
    "america/indiana/knox": "America/Indiana/Knox",
}


@pytest.mark.parametrize(("typed", "name"), FOUND.items(), ids=FOUND)
def test_a_time_zone_is_found_by_its_name_or_the_last_part_of_it(typed: str, name: str) -> None:
    assert find_time_zone(typed) == name


@pytest.mark.parametrize("typed", ["", "/", "Europe", "erlin", "Berlin/", "../berlin", "localtime"])
def test_anything_else_is_no_time_zone(typed: str) -> None:
    with pytest.raises(NoSuchTimeZone) as refused:
        find_time_zone(typed)
    assert list(refused.value.candidates) == []


def test_of_several_with_the_same_last_part_none_is_taken() -> None:
    with pytest.raises(NoSuchTimeZone) as refused:
        find_time_zone("Louisville")
    assert list(refused.value.candidates) == ["America/Kentucky/Louisville", "America/Louisville"]


def test_every_time_zone_is_found_by_its_own_name_and_can_be_used() -> None:
    for name in sorted(available_timezones() - {"localtime", "Factory"}):
        assert find_time_zone(name) == name
        ZoneInfo(name)
