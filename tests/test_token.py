"""The token is in nobody's sight: not in a repr, an error, a message or the log."""

from __future__ import annotations

import logging
import traceback

import pytest
from pydantic import ValidationError

from bot.config import Settings
from bot.errors import _record_fault
from bot.messages import fault_post

TOKEN = "a-token-that-nobody-may-read"


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("CATENA_TOKEN", TOKEN)
    return Settings()


SHOWN = {
    "repr": repr,
    "str": str,
    "format": "{}".format,
    "f-string of the token": lambda settings: f"{settings.token} {settings.token!r}",
    "dump": lambda settings: str(settings.model_dump()),
    "JSON": lambda settings: settings.model_dump_json(),
    "the fields": lambda settings: str([*settings]),
}


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)
def test_however_settings_are_shown_the_token_is_not(shown, settings: Settings) -> None:
    assert settings.token.get_secret_value() == TOKEN
    assert TOKEN not in shown(settings)


@pytest.mark.parametrize("given", [f"{TOKEN} and more", f"{TOKEN}\t{TOKEN}"])
def test_a_token_that_can_not_be_used_is_not_in_the_error(
    given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CATENA_TOKEN", given)
    with pytest.raises(ValidationError) as error:
        Settings()
    trace = "".join(traceback.format_exception(error.value))
    assert TOKEN not in f"{error.value} {error.value!r} {trace}"


def test_another_setting_that_can_not_be_used_does_not_show_the_token(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CATENA_TOKEN", TOKEN)
    monkeypatch.setenv("CATENA_LOG_LEVEL", "loud")
    with pytest.raises(ValidationError) as error:
        Settings()
    assert TOKEN not in f"{error.value} {error.value!r} {error.value.errors(include_input=False)}"


def test_a_fault_in_whose_reach_the_settings_are_does_not_log_the_token(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    try:
        raise RuntimeError("failed with %r", settings)
    except RuntimeError as error:
        post = fault_post(_record_fault(error))
    logging.getLogger("bot").error("settings: %s %r", settings, settings.token)
    assert "Traceback" in caplog.text
    assert TOKEN not in caplog.text + post.heading
