"""The checks of what the bot sends do find what Discord would refuse."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from typing import Any

import pytest

from tests.bot.limits import check_callback, check_choices, check_commands
from tests.bot.openapi import VARIABLE, fault_of

CALLBACK = "/interactions/1/token/callback"


def a_button(number: int = 0, **values: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Accept", "custom_id": f"catena:accept:{number}:0"} | values


def a_message() -> dict[str, Any]:
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "A board."}]}
    row = {"type": 1, "components": [a_button()]}
    text = {"type": 10, "content": "<@5>, your turn."}
    return {
        "type": 4,
        "data": {
            "flags": 1 << 15,
            "allowed_mentions": {"parse": [], "users": [5]},
            "components": [{"type": 17, "components": [text, gallery, row]}],
            "attachments": [{"id": 0, "filename": "board.png", "description": "A board."}],
        },
    }


def a_form() -> dict[str, Any]:
    field = {"type": 4, "custom_id": "points", "style": 1}
    label = {"type": 18, "label": "Points", "component": field}
    return {"type": 9, "data": {"custom_id": "form", "title": "Name komi", "components": [label]}}


def a_command() -> dict[str, Any]:
    option = {"type": 4, "name": "points", "description": "How many", "required": True}
    return {"name": "komi", "description": "Name komi.", "options": [option]}


def inside(body: dict[str, Any]) -> list[dict[str, Any]]:
    """The text, the gallery and the row of a message."""
    return body["data"]["components"][0]["components"]


BAD_MESSAGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "an empty text": lambda body: inside(body)[0].update(content=""),
    "a long text": lambda body: inside(body)[0].update(content="<@5>" + "x" * 4000),
    "a long label": lambda body: inside(body)[2]["components"][0].update(label="x" * 81),
    "no label": lambda body: inside(body)[2]["components"][0].update(label=""),
    "a long custom id": lambda body: inside(body)[2]["components"][0].update(custom_id="x" * 101),
    "the same custom id twice": lambda body: inside(body)[2]["components"].append(a_button()),
    "six buttons in a row": lambda body: inside(body)[2]["components"].extend(map(a_button, range(1, 6))),
    "a row of nothing": lambda body: inside(body)[2].update(components=[]),
    "too many components": lambda body: inside(body).extend({"type": 10, "content": "x"} for _ in range(40)),
    "a long description": lambda body: inside(body)[1]["items"][0].update(description="x" * 1025),
    "no description": lambda body: inside(body)[1]["items"][0].update(description=""),
    "a call to everyone": lambda body: body["data"]["allowed_mentions"].update(parse=["everyone"]),
    "a call to a role": lambda body: body["data"]["allowed_mentions"].update(roles=[7]),
    "a call to somebody not mentioned": lambda body: inside(body)[0].update(content="Your turn."),
    "no word about calls": lambda body: body["data"].pop("allowed_mentions"),
}
BAD_FORMS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a long title": lambda body: body["data"].update(title="x" * 46),
    "six fields": lambda body: body["data"]["components"].extend([{}] * 5),
    "a long label": lambda body: body["data"]["components"][0].update(label="x" * 46),
    "a long custom id": lambda body: body["data"].update(custom_id="x" * 101),
}
BAD_COMMANDS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a long description": lambda command: command.update(description="x" * 101),
    "no description": lambda command: command.update(description=""),
    "a capital letter": lambda command: command.update(name="Komi"),
    "a blank": lambda command: command.update(name="name komi"),
    "a long name": lambda command: command.update(name="k" * 33),
    "an optional option before a required one": lambda command: command["options"].insert(
        0, {"name": "match", "description": "Which"}
    ),
    "the same option twice": lambda command: command["options"].append(command["options"][0]),
    "many choices": lambda command: command["options"][0].update(
        choices=[{"name": str(number), "value": number} for number in range(26)]
    ),
    "a long choice": lambda command: command["options"][0].update(choices=[{"name": "x" * 101, "value": 1}]),
}


def test_what_discord_takes_passes() -> None:
    check_callback(a_message())
    check_callback(a_form())
    check_commands([a_command()])
    check_choices([{"name": "D5", "value": "D5"}])


@pytest.mark.parametrize("spoil", BAD_MESSAGES.values(), ids=BAD_MESSAGES)
def test_a_message_that_discord_refuses_is_found(spoil: Callable[[dict[str, Any]], Any]) -> None:
    body = a_message()
    spoil(body)
    with pytest.raises((AssertionError, KeyError)):
        check_callback(body)


@pytest.mark.parametrize("spoil", BAD_FORMS.values(), ids=BAD_FORMS)
def test_a_form_that_discord_refuses_is_found(spoil: Callable[[dict[str, Any]], Any]) -> None:
    body = a_form()
    spoil(body)
    with pytest.raises(AssertionError):
        check_callback(body)


@pytest.mark.parametrize("spoil", BAD_COMMANDS.values(), ids=BAD_COMMANDS)
def test_a_command_that_discord_refuses_is_found(spoil: Callable[[dict[str, Any]], Any]) -> None:
    command = a_command()
    spoil(command)
    with pytest.raises(AssertionError):
        check_commands([command])


def test_two_commands_of_one_name_are_found() -> None:
    with pytest.raises(AssertionError):
        check_commands([a_command(), a_command()])


@pytest.mark.skipif(not os.environ.get(VARIABLE), reason=f"{VARIABLE} names no description of Discord's API")
def test_the_published_description_takes_these_and_finds_what_is_spoilt() -> None:
    assert fault_of("POST", CALLBACK, a_message()) is None
    assert fault_of("POST", CALLBACK, a_form()) is None
    assert fault_of("POST", "/webhooks/1/token", a_message()["data"]) is None
    assert fault_of("PUT", "/applications/1/commands", [{**a_command(), "type": 1}]) is None
    spoilt = copy.deepcopy(a_message())
    inside(spoilt)[0]["kontent"] = "x"
    assert fault_of("POST", CALLBACK, spoilt)
    assert fault_of("POST", CALLBACK, a_form() | {"data": {}})
    assert fault_of("PATCH", "/channels/1/messages/2", {"components": "none"})
    assert fault_of("PUT", "/applications/1/commands", [{"description": "no name"}])
