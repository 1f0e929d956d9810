"""Names that try to be more than a name: nobody's name calls anybody, formats or rearranges a message."""

from __future__ import annotations

import re
import unicodedata

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.messages.words import plain_name
from bot.storage import Person
from tests.bot.shown import Shown
from tests.bot.world import World
from tests.storage.contents import column

HOSTILE = {
    "markdown": "**b** _i_ ~~no~~ ||hid|| `c` ```",
    "everyone and mentions": "@everyone <@12><@!34><@&56><#78>",
    "a timestamp and an emoji": "<t:0:R> <:catena:123456>",
    "a link": "[free](https://example.com)",
    "an address": "https://example.com/x",
    "headings and control characters": "# a\n-# b\r\n> c\t\x00\x1b[31m",
    "a backslash at the end": "name\\",
    "only backslashes": "\\\\\\",
    "right to left": "\u202eecila\u2066\u200f",
    "nothing to see": "\u200b\u2060\ufeff\u00ad",
    "very long": "x" * 300,
    "long with a space where it is cut": "x" * 31 + " y",
    "long and to be escaped": "*" * 300,
    "blank": "   ",
    "towers of marks": "".join(letter + "\u0301\u0336\u0489" * 30 for letter in "Zalgo"),
    "marks without a letter": "\u0301" * 40 + "x \u0301y",
    "ten thousand characters": "\u202e@everyone **x** \u0336" * 500,
}
_ESCAPED = re.compile(r"\\[^A-Za-z0-9\s]")
_MARKUP = re.compile(r"[\\`*_~|<>\[\]()#\n]|@|https?:")
_IDS = re.compile(r"\b[0-9]+\b")


async def conversation(
    world: World, channel: ChannelHandle, one: MemberActor, other: MemberActor
) -> list[Shown]:
    """Something of everything that names people."""
    challenge = await world.slash(one, "challenge", channel, opponent=other)
    shown = [challenge, await world.slash(world.carol, "challenges", channel)]
    shown.append(await world.click(world.carol, challenge, "Accept"))
    shown.append(await world.click(world.carol, challenge, "Withdraw"))
    start = await world.click(other, challenge, "Accept")
    shown += [world.now(challenge), start, await world.click(world.carol, start, "More")]
    shown.append(await world.slash(other, "komi", channel, points=7))
    komi = await world.slash(one, "komi", channel, points=7)
    shown += [komi, await world.click(other, komi, "Play White (+7)")]
    shown.append(await world.slash(one, "move", channel, turn="D5"))
    shown.append(await world.slash(world.carol, "board", channel))
    shown.append(await world.slash(one, "matches", channel))
    second = await world.slash(one, "challenge", channel, opponent=other)
    await world.click(other, second, "Accept")
    shown.append(await world.slash(other, "move", channel, turn="D5"))
    question = await world.slash(other, "resign", channel, match=await number_of(world))
    result = await world.click(other, question, next(iter(question.buttons)))
    offer = await world.click(other, result, "Rematch")
    shown += [question, result, offer, await world.click(one, offer, "Decline")]
    shown.append(await world.click(world.carol, result, "Rematch"))
    return shown


async def number_of(world: World) -> int:
    """The latest match's number."""
    return max(column(world.url, "matches", "number"))


def layout(message: Shown) -> list[str]:
    """The markup that takes effect in a message's text, ids and numbers left out."""
    return _MARKUP.findall(_IDS.sub("", _ESCAPED.sub("", message.text)))


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
async def test_a_name_changes_no_message(name: str, world: World) -> None:
    plain = await conversation(world, world.channel, world.alice, world.bob)
    other_channel = world.guild.create_text_channel("hostile")
    one, other = world.member(name), world.member(name)
    hostile = await conversation(world, other_channel, one, other)
    assert [layout(message) for message in hostile] == [layout(message) for message in plain]
    people = {one.id, other.id}
    for message in hostile:
        assert set(message.pinged) <= people
        signs = {unicodedata.category(sign) for sign in message.text.replace("\n", "")}
        assert not signs & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
        assert "** " not in re.findall(r"\*\*(.)", message.text)


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
async def test_a_name_fits_into_suggestions(name: str, world: World) -> None:
    one, other = world.member(name), world.member(name)
    challenge = await world.slash(one, "challenge", opponent=other)
    await world.click(other, challenge, "Accept")
    ((suggestion, number),) = (await world.suggestions(one, "board", "match", "")).items()
    assert number == 1
    assert re.match(r"1: \S.{0,30}\S? and \S.{0,30}\S?, \S", suggestion)
    assert suggestion.isprintable()
    assert len(name) > 30 or suggestion.endswith(" to act")


MARKS = {
    "Vietnamese": ("Nguye\u0302\u0303n", "Nguye\u0302\u0303n"),
    "Thai": ("ที่รัก", "ที่รัก"),
    "three on a letter": ("a\u0300\u0301\u0302b", "a\u0300\u0301\u0302b"),
    "four on a letter": ("a\u0300\u0301\u0302\u0303b", "a\u0300\u0301\u0302b"),
    "at the start": ("\u0300\u0301a", "a"),
    "on a blank": ("a \u0300b", "a b"),
    "marks alone": ("\u0300" * 9, "somebody"),
    "signs that nobody has assigned": ("a\uffff\U00012544b", "ab"),
    "an emoji with its variant": ("1\ufe0f\u20e3 a", "1\ufe0f\u20e3 a"),
}


@pytest.mark.parametrize(("name", "shown"), MARKS.values(), ids=MARKS)
def test_marks_are_kept_on_letters_but_never_tower(name: str, shown: str) -> None:
    assert plain_name(Person(1, name)) == shown


async def test_a_name_with_nothing_to_see_is_somebody(world: World) -> None:
    ghost = world.member(HOSTILE["nothing to see"])
    shown = await world.challenge(opponent=ghost)
    await world.click(ghost, shown, "Decline")
    assert "**somebody** declined." in world.now(shown).text


async def test_the_latest_name_of_a_player_is_shown(world: World) -> None:
    await world.start_match()
    world.env.backend.get_user(world.bob.id).global_name = "Robert"
    await world.play("komi 7")
    shown = await world.play("white")
    assert "**Robert** chose" in shown.text
    assert "⚪ **Robert**" in shown.text
