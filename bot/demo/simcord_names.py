"""What the demo uses of simcord beyond its public interface, in one place.

simcord is pinned to one version, so these names can only move when somebody changes the pin; a test of this
list then says at once which ones did.
"""

from __future__ import annotations

import inspect
from importlib import import_module
from importlib.resources import files
from operator import attrgetter

RELIED_ON = {
    "simcord.env:Env._settle_internal": ("timeout", "idle", "dispatch", "_deadline"),
    "simcord.env:Env._begin_operation": ("label",),
    "simcord.env:Env._end_operation": (),
    "simcord.env:Env._mark_mutation": (),
    "simcord.env:Env._notify_dispatch_observers": ("interaction",),
    "simcord.env:Env._run_pre_shutdown": (),
    "simcord._clock:Clock.now": (),
    "simcord._dpy_internals:get_state": ("client",),
    "simcord._dpy_internals:install_http": ("client", "http"),
    "simcord.backend.cdn:CdnStore.get": ("url",),
    "simcord.gateway:FakeGateway.feed": ("event", "payload"),
    "simcord.gateway:FakeWebSocket.request_chunks": (
        "guild_id",
        "query",
        "limit",
        "user_ids",
        "presences",
        "nonce",
    ),
    "simcord.http.router:dispatch": (
        "backend",
        "method",
        "path",
        "json",
        "params",
        "files",
        "reason",
        "message_content_access",
    ),
    "simcord.preview:Preview._action": ("context_id", "body"),
    "simcord.preview:Preview._open_page": ("viewer_id", "target_id"),
    "simcord.preview:Preview._get_page": ("context_id",),
    "simcord.preview:Preview._viewer": ("viewer_id",),
    "simcord.preview._server:PreviewServer._static": ("request",),
    "simcord.preview._server:PreviewServer._pages": ("request",),
    "simcord.preview._server:PreviewServer.close": (),
    "simcord.preview._server:PreviewServer._allowed_hosts": (),
}
"""Functions, each with the parameters that we give or take over."""

PAGE_IDS = (
    "action-status",
    "channel-message-list",
    "channel-timeline",
    "messages-sidebar",
    "messages-toggle",
    "new-messages",
    "preview-shell",
    "viewer-picker",
)
"""Elements of simcord's page that our style and script look for."""


def moved_names() -> list[str]:
    """Those of the names above that are gone, or take other parameters."""
    page = files("simcord.preview").joinpath("static/index.html").read_text(encoding="utf-8")
    return [name for name, parameters in RELIED_ON.items() if _parameters(name) != parameters] + [
        f"#{element}" for element in PAGE_IDS if f'id="{element}"' not in page
    ]


def _parameters(name: str) -> tuple[str, ...] | None:
    module, _, path = name.partition(":")
    try:
        function = attrgetter(path)(import_module(module))
    except (ImportError, AttributeError):
        return None
    return tuple(parameter for parameter in inspect.signature(function).parameters if parameter != "self")
