"""What Discord refuses and the simulation lets pass: sizes, counts, names, and pings nobody allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from simcord.types import HttpLogEntry

from tests.bot.shown import BUTTON, GALLERY, MENU, TEXT, parts

MESSAGE_CALLBACKS = {4, 7}
MODAL_CALLBACK, AUTOCOMPLETE_CALLBACK = 9, 8
ROW, FORM_LABEL, TEXT_INPUT = 1, 18, 4

_COMMAND_NAME = re.compile(r"[-_\w]{1,32}")
_MENTION = re.compile(r"(?<!\\)<@!?([0-9]+)>")


def check_requests(requests: Iterable[HttpLogEntry]) -> None:
    """Assert that Discord would have taken everything that the bot sent."""
    for request in requests:
        if request.path.endswith("/commands"):
            check_commands(request.json)
        elif request.path.endswith("/callback"):
            check_callback(request.json)
        elif "/messages" in request.path or request.path.startswith("/webhooks/"):
            check_message(request.json)


def check_callback(body: dict[str, Any]) -> None:
    data = body.get("data") or {}
    if body["type"] in MESSAGE_CALLBACKS:
        check_message(data)
    elif body["type"] == MODAL_CALLBACK:
        check_form(data)
    elif body["type"] == AUTOCOMPLETE_CALLBACK:
        check_choices(data["choices"])


def check_message(body: dict[str, Any] | None) -> None:
    if not body:
        return
    components = list(parts(body["components"]))
    assert 1 <= len(components) <= 40
    texts = [part["content"] for part in components if part["type"] == TEXT]
    assert all(texts)
    assert sum(map(len, texts)) <= 4000
    check_custom_ids([part["custom_id"] for part in components if part["type"] in (BUTTON, MENU)])
    assert all(1 <= len(part["label"]) <= 80 for part in components if part["type"] == BUTTON)
    for menu in (part for part in components if part["type"] == MENU):
        check_menu(menu)
    assert all(1 <= len(part["components"]) <= 5 for part in components if part["type"] == ROW)
    for gallery in (part for part in components if part["type"] == GALLERY):
        assert 1 <= len(gallery["items"]) <= 10
        assert all(1 <= len(item["description"]) <= 1024 for item in gallery["items"])
    assert all(len(one.get("description", "")) <= 1024 for one in body.get("attachments", ()))
    check_mentions(body, texts)


def check_custom_ids(custom_ids: Sequence[str]) -> None:
    assert len(set(custom_ids)) == len(custom_ids)
    assert all(1 <= len(custom_id) <= 100 for custom_id in custom_ids)


def check_menu(menu: dict[str, Any]) -> None:
    entries = menu["options"]
    assert 1 <= len(entries) <= 25
    assert len({entry["value"] for entry in entries}) == len(entries)
    assert len(menu.get("placeholder") or "") <= 150
    for entry in entries:
        assert all(1 <= len(entry[part]) <= 100 for part in ("value", "label"))
        assert 1 <= len(entry.get("description") or "none") <= 100
    assert sum(entry.get("default", False) for entry in entries) <= 1


def check_mentions(body: dict[str, Any], texts: Sequence[str]) -> None:
    """Only those are called whom the bot means to call, by name, and each message says whom."""
    allowed = body["allowed_mentions"]
    assert not allowed.get("parse")
    assert not allowed.get("roles")
    called = {int(user) for user in allowed.get("users", ())}
    mentioned = {int(user) for text in texts for user in _MENTION.findall(text)}
    assert called <= mentioned, "somebody is called who is not mentioned"
    assert len(called) <= 1


def check_form(data: dict[str, Any]) -> None:
    components = list(parts(data["components"]))
    assert 1 <= len(data["title"]) <= 45
    assert 1 <= len(data["custom_id"]) <= 100
    assert 1 <= len(data["components"]) <= 5
    for label in (part for part in components if part["type"] == FORM_LABEL):
        assert 1 <= len(label["label"]) <= 45
        assert len(label.get("description") or "") <= 100
    for field in (part for part in components if part["type"] == TEXT_INPUT):
        assert len(field["custom_id"]) <= 100
        assert len(field.get("placeholder") or "") <= 100


def check_choices(choices: Sequence[dict[str, Any]]) -> None:
    assert len(choices) <= 25
    assert len({choice["name"] for choice in choices}) == len(choices)
    for choice in choices:
        assert 1 <= len(choice["name"]) <= 100
        assert 1 <= len(str(choice["value"])) <= 100


def check_commands(commands: Sequence[dict[str, Any]]) -> None:
    names = [command["name"] for command in commands]
    assert len(set(names)) == len(names) <= 100
    for command in commands:
        check_described(command)
        options = command.get("options", [])
        required = [option.get("required", False) for option in options]
        assert required == sorted(required, reverse=True), "a required option after an optional one"
        assert len(options) <= 25
        assert len({option["name"] for option in options}) == len(options)
        for option in options:
            check_described(option)
            check_choices(option.get("choices") or ())


def check_described(part: dict[str, Any]) -> None:
    """A command or option: its name and description."""
    name: str = part["name"]
    assert _COMMAND_NAME.fullmatch(name)
    assert name == name.lower()
    assert 1 <= len(part["description"]) <= 100
