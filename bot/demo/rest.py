"""Discord's REST interface over simcord's route table, as discord.py expects to find it."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

import simcord.http.routes  # noqa: F401  (importing it fills the route table)
from aiohttp import web
from simcord.backend import Backend
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError
from simcord.enums import CallbackType
from simcord.http.router import RouteNotImplemented, UnsupportedField, dispatch

from bot.demo.traffic import Traffic

API_PREFIX = "/api/v10"
CDN_PREFIX = "/cdn"

# Choices and forms are shown to the one who acts, and to nobody else.
_PRIVATE_CALLBACKS = (CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT, CallbackType.MODAL)

_SERVER = re.compile(r"/guilds/\d+$")
_TOLD_BY_GATEWAY = ("channels", "members", "threads", "member_count", "joined_at", "large", "presences")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request, with the attributes that simcord's routes read."""

    filename: str
    description: str | None
    fp: io.BytesIO


@dataclass(frozen=True, slots=True)
class CdnAddress:
    """Where attachments are served. simcord's own addresses lead nowhere, so they change at the seam."""

    base_url: str

    def outward(self, text: str) -> str:
        return text.replace(CDN_BASE, self.base_url)

    def inward(self, text: str) -> str:
        return text.replace(self.base_url, CDN_BASE)


class RestApi:
    """Answers the bot's requests. ``rate_limit_seconds`` is what a 429 tells the bot to wait."""

    def __init__(self, backend: Backend, traffic: Traffic, cdn: CdnAddress) -> None:
        self.rate_limit_seconds = 0.05
        self.unsupported: list[str] = []
        """Requests that the simulation could not serve: a gap of the simulation, not an error of the bot."""
        self._backend = backend
        self._traffic = traffic
        self._cdn = cdn

    async def answer(self, request: web.Request) -> web.Response:
        try:
            body, uploads = await self._read(request)
        except ConnectionError:
            # The bot has given up in the midst of it, and nobody hears this.
            return web.Response(status=HTTPStatus.BAD_REQUEST)
        with self._traffic.request(is_change=_is_change(request.method, body)):
            try:
                found = self._dispatch(request, body, uploads)
                result = as_discord_tells(request.method, request.path, found)
            except BackendError as error:
                return self._refusal(error)
            except Exception as error:
                _log.exception("The simulation failed at %s %s", request.method, request.path)
                return self._refusal(self._gap(f"{request.method} {request.path}: {error!r}"))
        return self._json(None if _is_unwanted(request) else result)

    async def serve_file(self, request: web.Request) -> web.Response:
        content = self._backend.cdn.get(CDN_BASE + request.path.removeprefix(CDN_PREFIX))
        if content is None:
            raise web.HTTPNotFound
        return web.Response(body=content)

    def _dispatch(self, request: web.Request, body: Any, uploads: list[Upload]) -> Any:
        try:
            return dispatch(
                self._backend,
                request.method,
                # Still quoted, as simcord's routes get it from discord.py without a network.
                request.rel_url.raw_path.removeprefix(API_PREFIX),
                json=body,
                params=dict(request.query),
                files=uploads,
                reason=unquote(request.headers.get("X-Audit-Log-Reason", "")) or None,
            )
        except (RouteNotImplemented, UnsupportedField) as error:
            raise self._gap(error.message) from error

    def _gap(self, what: str) -> BackendError:
        self.unsupported.append(what)
        _log.error("The simulation lacks: %s", what)
        # discord.py repeats a request after a 500, and gives up at once after a 501.
        return BackendError(HTTPStatus.NOT_IMPLEMENTED, 0, what)

    async def _read(self, request: web.Request) -> tuple[Any, list[Upload]]:
        if not request.can_read_body:
            return None, []
        if request.content_type != "multipart/form-data":
            return json.loads(self._cdn.inward(await request.text())), []
        form = await request.post()
        body = json.loads(self._cdn.inward(str(form["payload_json"])))
        return body, _uploads(form, _descriptions(body))

    def _json(self, value: Any) -> web.Response:
        if value is None:
            return web.Response(status=HTTPStatus.NO_CONTENT)
        return self._respond(HTTPStatus.OK, value, {})

    def _refusal(self, error: BackendError) -> web.Response:
        payload = error.to_json()
        headers: dict[str, str] = {}
        if error.status == HTTPStatus.TOO_MANY_REQUESTS:
            payload |= {"retry_after": self.rate_limit_seconds, "global": False}
            # Without Via, discord.py takes a 429 for a ban by the proxy in front of Discord.
            headers = {"Via": "1.1 loopback", "Retry-After": str(self.rate_limit_seconds)}
        return self._respond(error.status, payload, headers)

    def _respond(self, status: int, value: Any, headers: Mapping[str, str]) -> web.Response:
        # discord.py parses JSON only under exactly this content type, with no charset after it.
        return web.Response(
            status=status,
            body=self._cdn.outward(json.dumps(value)).encode(),
            headers={"Content-Type": "application/json", **headers},
        )


def as_discord_tells(method: str, path: str, result: Any) -> Any:
    """An answer of simcord's without what Discord tells through the gateway alone."""
    if method == "GET" and _SERVER.search(path):
        return {name: value for name, value in result.items() if name not in _TOLD_BY_GATEWAY}
    return result


def _is_change(method: str, body: Any) -> bool:
    if method == "GET":
        return False
    return not (isinstance(body, dict) and body.get("type") in _PRIVATE_CALLBACKS)


def _is_unwanted(request: web.Request) -> bool:
    """Whether Discord would keep the result to itself: a callback's, unless it was asked for."""
    return request.path.endswith("/callback") and request.query.get("with_response") not in {"1", "true"}


def _descriptions(body: Mapping[str, Any]) -> dict[int, str | None]:
    """The alternative texts by the upload's number. A callback's message lies in its ``data``."""
    message = body.get("data") or body
    listed = message.get("attachments") or []
    return {int(item["id"]): item.get("description") for item in listed}


def _uploads(form: Mapping[str, Any], descriptions: Mapping[int, str | None]) -> list[Upload]:
    """The files in the order of their numbers: simcord finds an upload by its place."""
    uploads: dict[int, Upload] = {}
    for name, part in form.items():
        if isinstance(part, web.FileField):
            number = int(name.removeprefix("files[").removesuffix("]"))
            uploads[number] = Upload(part.filename, descriptions.get(number), io.BytesIO(part.file.read()))
    return [uploads[number] for number in sorted(uploads)]
