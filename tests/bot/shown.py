"""A message as a person sees it."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

import simcord
from simcord.backend.models import Message
from simcord.backend.serializers import message_payload

TEXT, GALLERY, BUTTON, MENU = 10, 12, 2, 3


def parts(components: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All components of a message or form, from top to bottom, those inside others too."""
    for component in components:
        yield component
        yield from parts(component.get("components", ()))
        if inner := component.get("component"):
            yield from parts((inner,))


class Shown:
    """A message's text, buttons, picture, and whom it pinged, as they were when it was looked at."""

    def __init__(self, env: simcord.Env, stored: Message) -> None:
        self.id = stored.id
        self.channel_id = stored.channel_id
        self.payload: dict[str, Any] = copy.deepcopy(dict(message_payload(env.backend, stored)))
        self.pinged = list(stored.ping_user_ids)
        self.is_private = stored.is_ephemeral
        self._cdn = env.backend.cdn

    @property
    def text(self) -> str:
        """All its texts, from top to bottom; spaces that break no line look like others."""
        return "\n".join(part["content"] for part in self._parts(TEXT)).replace("\u00a0", " ")

    @property
    def buttons(self) -> dict[str, str]:
        """Labels to custom ids."""
        return {part["label"]: part["custom_id"] for part in self._parts(BUTTON)}

    @property
    def menu_id(self) -> str:
        """The custom id of its only menu."""
        (menu,) = self._parts(MENU)
        return menu["custom_id"]

    @property
    def entries(self) -> dict[str, str]:
        """The entries of its menu, values to descriptions; none where there is no menu."""
        return {
            entry["value"]: entry["description"] for menu in self._parts(MENU) for entry in menu["options"]
        }

    @property
    def menus(self) -> dict[str, dict[str, str]]:
        """The entries of each of its menus, values to labels, by the menu's custom id."""
        return {
            menu["custom_id"]: {entry["value"]: entry["label"] for entry in menu["options"]}
            for menu in self._parts(MENU)
        }

    @property
    def selected(self) -> dict[str, str]:
        """The value that is selected in each of its menus, by the menu's custom id."""
        return {
            menu["custom_id"]: entry["value"]
            for menu in self._parts(MENU)
            for entry in menu["options"]
            if entry.get("default")
        }

    @property
    def alt_text(self) -> str | None:
        galleries = self._parts(GALLERY)
        return galleries[0]["items"][0]["description"] if galleries else None

    @property
    def png(self) -> bytes | None:
        """The bytes of its picture."""
        attachments = self.payload["attachments"]
        return self._cdn.get(attachments[0]["url"]) if attachments else None

    def forged(self, custom_id: str) -> Shown:
        """The same message with another id in its first button."""
        forgery = copy.copy(self)
        forgery.payload = copy.deepcopy(self.payload)
        forgery._parts(BUTTON)[0]["custom_id"] = custom_id
        return forgery

    def forged_menu(self, custom_id: str) -> Shown:
        """The same message with another id in its first menu."""
        forgery = copy.copy(self)
        forgery.payload = copy.deepcopy(self.payload)
        forgery._parts(MENU)[0]["custom_id"] = custom_id
        return forgery

    def _parts(self, kind: int) -> list[dict[str, Any]]:
        return [part for part in parts(self.payload["components"]) if part["type"] == kind]
