"""Discord's published description of its API, held against what the bot sends.

Used when the environment variable `VARIABLE` names that file; the project commits no copy of it.
"""

from __future__ import annotations

import copy
import json
import os
import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from jsonschema.protocols import Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from simcord.types import HttpLogEntry

VARIABLE = "DISCORD_OPENAPI"
_ROOT = "urn:discord"
_JSON = "application/json"
_PARAMETER = re.compile(r"{[^}]+}")
_LENGTHS = (0, 25, 32, 45, 80, 100, 1024, 2000, 4000)
"""Where Discord limits texts."""
_GOOD: set[str] = set()
"""What was sent already, in outline: checking each of the thousand turns of the suite takes minutes."""


def check_against_description(requests: Iterable[HttpLogEntry]) -> None:
    """Assert that every body sent is what Discord describes, and nothing besides."""
    if not os.environ.get(VARIABLE):
        return
    for request in requests:
        if request.json is None:
            continue
        kind = f"{request.method} {_template(request.path)} {_outline(request.json)}"
        if kind not in _GOOD:
            fault = fault_of(request.method, request.path, request.json)
            assert fault is None, f"{request.method} {request.path}: {fault}"
            _GOOD.add(kind)


def fault_of(method: str, path: str, body: Any) -> str | None:
    """What Discord would not understand of a body; None where it is as described."""
    described = copy.deepcopy(body)
    _as_described(described)
    validator = _validator(method.lower(), _template(path), _arm(path, body))
    error = best_match(validator.iter_errors(described))
    return f"{error.json_path}: {error.message}" if error else None


def _outline(part: Any) -> Any:
    """All that decides whether a body is as described: of a text hardly more than how long it is."""
    if isinstance(part, dict):
        return {key: _outline(value) for key, value in part.items()}
    if isinstance(part, list):
        return [_outline(value) for value in part]
    return (part.isdigit(), bisect_left(_LENGTHS, len(part))) if isinstance(part, str) else part


def _arm(path: str, body: Any) -> int | None:
    """Which of the kinds of answers a callback is."""
    return body["type"] if path.endswith("/callback") else None


@cache
def _validator(method: str, template: str, callback_type: int | None) -> Validator:
    description = _description()
    operation = description["paths"][template][method]
    schema = operation["requestBody"]["content"][_JSON]["schema"]
    if callback_type is not None:
        schema = next(arm for arm in schema["anyOf"] if callback_type in _types_of(arm))
    elif template == "/webhooks/{webhook_id}/{webhook_token}":
        # The other arm is for webhooks that are no interaction's.
        schema = schema["anyOf"][0]
    registry = Registry().with_resource(_ROOT, DRAFT202012.create_resource(description))
    return Draft202012Validator(_absolute(schema), registry=registry)


def _types_of(arm: dict[str, Any]) -> list[int]:
    name = arm["$ref"].rpartition("/")[2]
    return _description()["components"]["schemas"][name]["properties"]["type"]["enum"]


@cache
def _description() -> dict[str, Any]:
    """The description, with objects that hold only the properties that it names."""
    description = json.loads(Path(os.environ[VARIABLE]).read_text(encoding="utf-8"))
    for schema in description["components"]["schemas"].values():
        if schema.get("type") == "object" and "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return description


def _absolute(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema that can be used outside of the description."""
    return json.loads(json.dumps(schema).replace('"$ref": "#', f'"$ref": "{_ROOT}#'))


@cache
def _template(path: str) -> str:
    """The path as the description writes it; where several fit, the one with the fewest parameters."""
    fitting = [
        template
        for template in _description()["paths"]
        if re.fullmatch(_PARAMETER.sub("[^/]+", template), path)
    ]
    assert fitting, f"Discord describes no {path}"
    return min(fitting, key=lambda template: len(_PARAMETER.findall(template)))


def _as_described(part: Any) -> None:
    """Write ids as the description has them, and leave out what is harmless and not in it."""
    if isinstance(part, dict):
        for harmless in ("tts", "nsfw"):
            part.pop(harmless, None)
        if isinstance(part.get("recipient_id"), int):
            part["recipient_id"] = str(part["recipient_id"])
        for key in ("users", "roles"):
            if isinstance(part.get(key), list):
                part[key] = [str(one) for one in part[key]]
        for attachment in part.get("attachments") or ():
            attachment["id"] = str(attachment["id"])
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        _as_described(inner)
