"""Every sentence can be said in another language, without touching the code that says it."""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import discord
import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from discord import app_commands
from simcord.actors import MemberActor

import bot
import rendering
from bot import catalogues
from bot.commands import COMMANDS
from bot.drawing.painter import Painter
from bot.matches import Preferences
from bot.messages import Picture, say, speaking, translation
from bot.messages.posts import LONGEST_ALT_TEXT
from bot.messages.words import shortened
from bot.scheduler import ROUND
from bot.storage import CalledBy, Person
from bot.tree import CommandTranslator
from rendering import describe_board, describe_position, diagram, render_board
from tests.bot.shown import MENU, Shown, parts
from tests.bot.test_calling import written
from tests.bot.world import World
from tests.languages import TEMPLATE, bracketed, lengthened

PACKAGES = [Path(package.__file__ or "").parent for package in (bot, rendering)]
KEYWORDS = {"say": None, "say_counted": (1, 2), "mark": None, "mark_counted": (1, 2)}
LONGEST_DESCRIPTION = 100
"""Characters that Discord takes for a command's description and for a choice."""
# What is the same in every language: names, cells, commands, addresses, moments, numbers and markup.
UNTRANSLATED = re.compile(
    r"Alice|Bob|Carol|Club|Catena|English|`[^`]*`|<[^>]*>|https://\S*|\b[A-Z]\d{1,2}\b|\*\*button\*\*|⟦|⟧"
)


def extracted() -> set[str | tuple[str, ...]]:
    """What the code says, as it says it."""
    return {
        words
        for package in PACKAGES
        for _, _, words, _, _ in extract_from_dir(package, [("**.py", "python")], keywords=KEYWORDS)
    }


def test_the_template_of_translations_is_what_the_code_says() -> None:
    template = read_po(BytesIO(TEMPLATE.read_bytes()))
    listed = {message.id for message in template if message.id}
    assert listed == extracted(), "it is brought up to date by: make words"


def test_every_part_of_a_sentence_has_a_name() -> None:
    for words in extracted():
        for sentence in (words,) if isinstance(words, str) else words:
            fields = [name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None]
            assert all(name.isidentifier() for name in fields), sentence


@pytest.fixture(scope="module")
def painter(languages_folder: Path) -> Iterator[Painter]:
    """One whose process speaks them too."""
    started = (
        "from pathlib import Path; from bot import catalogues; from bot.drawing.process import main;"
        f"catalogues.CATALOGUES = Path({str(languages_folder)!r}); main()"
    )
    with pytest.MonkeyPatch.context() as patched, Painter() as painter:
        patched.setattr("bot.drawing.painter._COMMAND", (sys.executable, "-c", started))
        yield painter


@pytest.fixture
def _all_german(brackets: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody's Discord is in German."""
    german = catalogues.language("de")
    monkeypatch.setattr(catalogues, "known_language", lambda _: german)


def untranslated(shown: Shown) -> str:
    """The letters of a message that stand outside of all brackets."""
    return _outside(" ".join(words_in(shown.payload["components"])))


def words_in(components: Sequence[dict[str, Any]]) -> Iterator[str]:
    """All that a message or a form says, alt texts too, but for examples of what to type."""
    for part in parts(components):
        yield from (item["description"] for item in part.get("items", ()))
        for shown in (part, *part.get("options", ())):
            yield from (str(shown[key]) for key in ("content", "label", "description") if shown.get(key))
        if part["type"] == MENU:
            yield part.get("placeholder") or ""


def _outside(text: str) -> str:
    depth, kept = 0, []
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        kept.append(sign if depth == 0 else " ")
    return re.sub(r"[^A-Za-z]+", " ", UNTRANSLATED.sub(" ", "".join(kept))).strip()


@pytest.mark.usefixtures("_all_german")
async def test_no_sentence_is_left_in_english(world: World) -> None:
    shown = [await world.slash(world.alice, "challenge", opponent=world.bob, series=3, pace="3")]
    shown.append(await world.press(world.bob, shown[0], shown[0].buttons["⟦Accept⟧"]))
    shown += [await world.play(turn) for turn in ("komi 7", "white", "D5", "button", "E7")]
    for name in ("Play", "More"):
        custom_id = world.latest.buttons[f"⟦{name}⟧"]
        shown.append(await world.press(world.bob, world.latest, custom_id))
    for command in (
        "board",
        "try",
        "replay",
        "matches",
        "stats",
        "leaderboard",
        "rules",
        "help",
        "challenges",
    ):
        shown.append(await world.slash(world.bob, command))
    for command in ("preferences", "record", "reply"):
        shown.append(await world.slash(world.bob, command))
    shown.append(await world.slash(world.alice, "move", turn="F9"))
    shown.append(await world.slash(world.bob, "move", turn="D5"))
    shown.append(await world.slash(world.carol, "resign"))
    question = await world.slash(world.bob, "resign")
    shown.append(question)
    shown.append(await world.press(world.bob, question, next(iter(question.buttons.values()))))
    shown.append(world.latest)
    assert len(shown) > 20
    left = {one.text[:60]: untranslated(one) for one in shown if untranslated(one)}
    assert left == {}


@pytest.mark.usefixtures("_all_german")
async def test_no_sentence_behind_a_button_is_left_in_english(world: World) -> None:
    async def press(who: MemberActor, message: Shown, label: str) -> Shown:
        shown.append(await world.press(who, message, message.buttons[f"⟦{label}⟧"]))
        return shown[-1]

    shown: list[Shown] = []
    dana = world.moderator()
    shown.append(await world.slash(dana, "settings"))
    await press(world.bob, await world.challenge(pace="1"), "Accept")
    board = await world.play("komi 7", "white", "A1", "A3", "A5", "C1")
    shown.append(await world.select(world.alice, await press(world.alice, board, "Play"), "5"))
    shown.append(await world.select(world.alice, shown[-1], "D5"))
    await press(world.alice, await press(world.alice, board, "More"), "Legal moves")
    menu = await press(world.bob, board, "More")
    await press(world.alice, await press(world.bob, menu, "Offer a draw"), "Decline")
    await press(world.bob, menu, "Give time")
    result = await press(world.bob, await press(world.bob, menu, "Resign"), "Resign match 1")
    await press(world.carol, result, "Record")
    shown += [await world.slash(world.alice, command) for command in ("stats", "leaderboard")]
    left = {one.text[:60]: untranslated(one) for one in shown if untranslated(one)}
    assert left == {}


@pytest.mark.usefixtures("_all_german")
async def test_forms_and_suggestions_are_not_left_in_english(world: World) -> None:
    challenge = await world.slash(world.alice, "challenge", opponent=world.bob)
    begun = await world.press(world.bob, challenge, challenge.buttons["⟦Accept⟧"])
    form = (await world.open_form(world.alice, begun, "⟦Name komi⟧")).modal
    assert form is not None
    said = [form["title"], *words_in(form["components"])]
    await world.play("komi 7", "white", "D5")
    said += await world.suggestions(world.bob, "move", "match", "")
    suggested = await world.suggestions(world.bob, "move", "turn", "")
    # What is typed comes first, and is the same in every language.
    said += [name.partition(" · ")[2] for name in suggested]
    assert len(said) > 20
    assert [text for text in said if _outside(text)] == []


def tell_languages(world: World, monkeypatch: pytest.MonkeyPatch, *, of_people: str, of_server: str) -> None:
    """Let Discord tell with each interaction which language people and the server have chosen there."""
    emit = world.env.backend.emit

    def told(event: str, payload: dict[str, Any], **more: Any) -> Any:
        if event == "INTERACTION_CREATE":
            payload |= {"locale": of_people, "guild_locale": of_server}
        return emit(event, payload, **more)

    monkeypatch.setattr(world.env.backend, "emit", told)


LANGUAGES = {
    "a German on an English server": ("de", "en-US", None, "⟦", ""),
    "an Englishman on a German server": ("en-GB", "de", None, "", "⟦"),
    "who prefers German to the English of their Discord": ("en-GB", "en-US", "de", "⟦", ""),
    "who prefers English to the German of their Discord": ("de", "de", "en", "", "⟦"),
}


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize(
    ("of_person", "of_server", "preferred", "in_private", "in_public"), LANGUAGES.values(), ids=LANGUAGES
)
async def test_what_one_person_sees_is_in_their_language_and_what_all_see_in_the_servers(
    of_person: str,
    of_server: str,
    preferred: str | None,
    in_private: str,
    in_public: str,
    world: World,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for stored in (Person(one.id, one.user.global_name) for one in (world.alice, world.bob)):
        await Preferences(world.database).choose(stored, lambda kept: replace(kept, language=preferred))
    tell_languages(world, monkeypatch, of_people=of_person, of_server=of_server)
    challenge = await world.challenge(game="double")
    label = "⟦Accept⟧" if in_public else "Accept"
    shown = await world.click(world.bob, challenge, label)
    for text in (challenge.text, shown.text):
        assert ("⟦" in text) is bool(in_public)
    rows = await world.press(world.alice, shown, f"catena:play:{(await world.match()).record.id}:0")
    assert rows.text.startswith(f"{in_private}Where do you place")
    assert (shown.alt_text or "").startswith(f"{in_public}An empty board")
    assert (rows.alt_text or "").startswith(f"{in_private}An empty board")
    cells = await world.select(world.alice, rows, "5")
    outcome = await world.select(world.alice, cells, "D5")
    assert outcome.text.startswith(f"{in_private}Play **D5**?")
    public = await world.press(world.alice, outcome, next(iter(outcome.buttons.values())))
    assert public.text.startswith(f"{in_public}**Alice** (")
    assert world.now(outcome).text.startswith(f"{in_private}Played **D5**.")
    refused = await world.refusal(world.slash(world.alice, "move", turn="E7"))
    assert refused.text.startswith(f"{in_private}It is **Bob**'s turn")


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize(("of_person", "of_server"), [("de", "en-US"), ("en-US", "de")])
async def test_a_board_is_told_in_the_language_of_whoever_reads_it(
    of_person: str, of_server: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_match()
    tell_languages(world, monkeypatch, of_people=of_person, of_server=of_server)
    board = await world.play("komi 7", "white", "D5", "E7", "D6")
    read = await world.slash(world.bob, "board", text=True)
    game = (await world.match()).game
    with speaking(of_person):
        assert describe_position(game) in read.text
        assert diagram(game) in read.text
    with speaking(of_server):
        assert board.alt_text == describe_board(game)
    assert ("⟦" in read.text) is ("⟦" not in (board.alt_text or "")) is (of_person == "de")


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize(("of_person", "of_server"), [("pl", "en-US"), ("en-US", "pl")])
async def test_what_is_written_in_a_picture_is_in_the_language_of_whoever_looks_at_it(
    of_person: str, of_server: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_match()
    tell_languages(world, monkeypatch, of_people=of_person, of_server=of_server)
    public = await world.play("komi 7", "white", "D5", "E7", "D6")
    private = await world.slash(world.bob, "board")
    game = (await world.match()).game
    for shown, language in ((private, of_person), (public, of_server)):
        with speaking(language):
            assert shown.png == render_board(game)
    assert private.png != public.png


def test_however_long_the_words_of_a_language_are_an_alt_text_is_no_longer_than_discord_takes() -> None:
    picture = Picture("Schwarz am Zug. " * 100, b"")
    described = picture.file().description, picture.gallery().items[0].description
    assert {len(words or "") for words in described} == {LONGEST_ALT_TEXT}


@pytest.mark.usefixtures("brackets")
async def test_who_is_told_privately_that_discord_lost_their_turn_is_told_in_their_language(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell_languages(world, monkeypatch, of_people="de", of_server="en-US")
    await world.start_match(game="double")
    world.env.inject_error("POST", "/interactions/*/callback", status=500)
    told = await world.slash(world.alice, "move", turn="D5")
    assert (told.is_private, told.text[0]) == (True, "⟦")
    assert world.latest.text.startswith("**Alice** (Black) played **D5**.")


@pytest.mark.usefixtures("brackets")
async def test_a_direct_message_is_in_the_language_that_the_player_prefers(world: World) -> None:
    chosen = {"language": "de", "called_by": CalledBy.DIRECT_MESSAGE}
    await Preferences(world.database).choose(
        Person(world.bob.id, "Bob"), lambda kept: replace(kept, **chosen)
    )
    await world.start_match(pace="1")
    board = await world.play("komi 7")
    assert "⟦" not in board.text
    world.env.backend.advance_clock(timedelta(hours=22).total_seconds())
    world.clock.advance(hours=22)
    await world.env.advance_time(ROUND.total_seconds() + 1)
    called, reminder = written(world)
    assert called.text.startswith("⟦It is your turn against **Alice**.⟧")
    assert reminder.text.startswith(f"⟦<@{world.bob.id}>, it is still your turn against **Alice**.⟧")


@pytest.mark.usefixtures("brackets")
async def test_commands_are_described_in_other_languages_and_keep_their_names() -> None:
    def in_all(words: str) -> dict[str, str]:
        said = {"de": bracketed(words), "pl": lengthened(words)}
        return {language: shortened(text, LONGEST_DESCRIPTION) for language, text in said.items()}

    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    for command in COMMANDS:
        payload = await command.get_translated_payload(tree, CommandTranslator())
        described = [payload, *payload["options"]]
        for one in described:
            assert one["description_localizations"] == in_all(one["description"])
            assert not one.get("name_localizations"), "sentences call it by its name"
        for choice in (choice for one in described for choice in one.get("choices", ())):
            assert choice["name_localizations"] == in_all(choice["name"])


@pytest.mark.usefixtures("brackets")
def test_a_language_is_known_by_its_region_or_without_it_and_is_english_else() -> None:
    said = []
    for locale in ("de", "de-AT", "fr", None):
        with speaking(locale):
            said.append(say("{name} declined.", name="Bob"))
    assert said == ["⟦Bob declined.⟧", "⟦Bob declined.⟧", "Bob declined.", "Bob declined."]


@pytest.mark.usefixtures("brackets")
def test_a_command_is_translated_only_into_languages_that_are_known() -> None:
    assert translation("Play your turn.", "de") == "⟦Play your turn.⟧"
    assert translation("Play your turn.", "fr") is None
    assert translation("Play your turn.", "en-US") is None
