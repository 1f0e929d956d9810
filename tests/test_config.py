"""Which shards the settings give to a process."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from bot.config import Settings, faults_of
from bot.shards import Shards

COUNT, IDS = "CATENA_SHARD_COUNT", "CATENA_SHARD_IDS"


@pytest.fixture(autouse=True)
def token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CATENA_TOKEN", "x.y.z")


def shards(monkeypatch: pytest.MonkeyPatch, settings: dict[str, str]) -> Shards:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    return Settings(_env_file=None).shards


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        pytest.param({}, Shards(), id="as Discord advises"),
        pytest.param({COUNT: "", IDS: ""}, Shards(), id="left empty"),
        pytest.param({COUNT: "4"}, Shards(4), id="all of them"),
        pytest.param({COUNT: "4", IDS: "3"}, Shards(4, (3,)), id="one"),
        pytest.param({COUNT: "4", IDS: "0, 2"}, Shards(4, (0, 2)), id="two"),
        pytest.param({COUNT: "9", IDS: "0-2,8"}, Shards(9, (0, 1, 2, 8)), id="a span"),
    ],
)
def test_a_process_has(settings: dict[str, str], expected: Shards, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shards(monkeypatch, settings) == expected


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({COUNT: "0"}, f"{COUNT} can't be used: it is a whole number from 1 to 16384."),
        ({COUNT: "many"}, f"{COUNT} can't be used: it is a whole number from 1 to 16384."),
        ({COUNT: "999999"}, f"{COUNT} can't be used: it is a whole number from 1 to 16384."),
        ({COUNT: "0", IDS: "0"}, f"{COUNT} can't be used: it is a whole number from 1 to 16384."),
        ({IDS: "0"}, f"{IDS} can't be used: it needs {COUNT}, the same for all processes."),
        ({COUNT: "2", IDS: "2"}, f"{IDS} can't be used: of 2 shards the last one is 1."),
        ({COUNT: "2", IDS: "0,1,0"}, f"{IDS} can't be used: it names a shard twice."),
        ({COUNT: "9", IDS: "3-1"}, f"{IDS} can't be used: '3-1' goes backwards: write them like 0 or 0,2"),
        ({COUNT: "9", IDS: "-1"}, f"{IDS} can't be used: '-1' is no shard: write them like 0 or 0,2"),
        ({COUNT: "9", IDS: "0,,1"}, f"{IDS} can't be used: '' is no shard: write them like 0 or 0,2"),
        ({COUNT: "9", IDS: "[0]"}, f"{IDS} can't be used: '[0]' is no shard: write them like 0 or 0,2"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(
    settings: dict[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValidationError) as refused:
        shards(monkeypatch, settings)
    told = faults_of(refused.value)
    assert told.startswith(sentence)
    assert "\n" not in told
