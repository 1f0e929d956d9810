"""What `deploy` has: what can be run of it here runs, and what it names is there."""

from __future__ import annotations

import asyncio
import configparser
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.cli import UNUSABLE
from bot.config import PREFIX, Settings
from bot.demo.child import BotChild
from bot.demo.loopback import LoopbackDiscord
from bot.running import LONGEST_DRAIN
from bot.shards import parse_shard_ids
from tests.built import ROOT, build_wheel, copy_sources, new_environment

DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
UNIT = (DEPLOY / "catena-bot.service").read_text()
INSTRUCTIONS = re.findall(r"^([A-Z]+) (.+)$", DOCKERFILE.replace("\\\n", " "), re.MULTILINE)
COMPOSE = sorted(DEPLOY.glob("compose.*.yaml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
VARIABLES = {PREFIX + name.upper() for name in Settings.model_fields}

NOBODY = 10001
READ_ALL = "-all,+dac_read_search"
IN_READ_ONLY_ROOT = f"""
mount --bind "$1" "$1" && mount -o remount,bind,ro / && cd "$1" && shift && exec setpriv \\
    --reuid {NOBODY} --regid {NOBODY} --clear-groups --no-new-privs --securebits +no_setuid_fixup \\
    --bounding-set={READ_ALL} --inh-caps={READ_ALL} --ambient-caps={READ_ALL} "$@"
"""
"""Only the folder $1 can be written. All can be read: what tests make is readable for the tester alone."""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment in which the bot is installed from its wheel, as both the image and the unit have it."""
    folder, source = tmp_path_factory.mktemp("environment"), tmp_path_factory.mktemp("source")
    copy_sources(source)
    new_environment(folder, build_wheel(source, tmp_path_factory.mktemp("wheel")))
    return folder


def instructions(name: str) -> list[str]:
    return [arguments for instruction, arguments in INSTRUCTIONS if instruction == name]


def unit() -> configparser.SectionProxy:
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[method-assign,assignment]
    parser.read_string(UNIT)
    return parser["Service"]


def bots(file: Path) -> dict[str, dict[str, Any]]:
    """The services of a compose file that are the bot."""
    services = yaml.safe_load(file.read_text())["services"]
    return {name: one for name, one in services.items() if one.get("image") == "catena-bot"}


def test_the_image_and_the_unit_run_the_same_command() -> None:
    command = [*json.loads(instructions("ENTRYPOINT")[-1]), *json.loads(instructions("CMD")[-1])]
    assert unit()["ExecStart"] == f"/opt/catena/bin/{shlex.join(command)}"


def test_the_command_runs_and_says_what_it_lacks(environment: Path, tmp_path: Path) -> None:
    ran = subprocess.run(
        shlex.split(unit()["ExecStart"].replace("/opt/catena", str(environment))),
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if not name.startswith(PREFIX)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.stderr.startswith("CATENA_TOKEN is not set")
    assert ran.returncode == UNUSABLE
    assert unit()["RestartPreventExitStatus"] == str(UNUSABLE)


@pytest.fixture
def read_only_root(tmp_path: Path) -> list[str]:
    """What to put before a command, so that it can write to the folder `data` alone and is not root's."""
    command = ["unshare", "--mount", "sh", "-c", IN_READ_ONLY_ROOT, "sh", str(tmp_path / "data")]
    (tmp_path / "data").mkdir()
    if os.geteuid() or subprocess.run([*command, "true"], capture_output=True).returncode:
        pytest.skip("the root of a process can't be made read-only here")
    os.chown(tmp_path / "data", NOBODY, NOBODY)
    return command


async def test_the_bot_runs_where_nothing_but_its_data_can_be_written(
    read_only_root: list[str], environment: Path, tmp_path: Path
) -> None:
    bot = [str(environment / "bin/python"), "-P", "-m", "bot.demo.bot_process"]
    port = free_port()
    settings = {
        "CATENA_TOKEN": "deployment",
        "CATENA_DATABASE_URL": "sqlite+aiosqlite:///catena.sqlite3",
        "CATENA_HEALTH_PORT": str(port),
    }
    log = tmp_path / "bot.log"
    async with (
        LoopbackDiscord.open() as server,
        BotChild.start(server, environment=settings, log=log, command=[*read_only_root, *bot]) as child,
    ):
        await child.until(lambda: bool(server.env.backend.commands))
        assert is_shut_in(child.pid)
        assert await asyncio.to_thread(is_healthy, port)
        await child.stop()
    assert child.exit_code == 0, log.read_text()
    assert (tmp_path / "data/catena.sqlite3").stat().st_uid == NOBODY
    assert "Traceback" not in log.read_text()
    assert not is_healthy(port)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def is_healthy(port: int) -> bool:
    """What the image's own check says of a bot that listens on a port."""
    (port_there,) = re.findall(r"CATENA_HEALTH_PORT=(\d+)", DOCKERFILE)
    check = instructions("HEALTHCHECK")[-1].partition("CMD ")[2].replace(f":{port_there}/", f":{port}/")
    return subprocess.run([sys.executable, *json.loads(check)[1:]], capture_output=True).returncode == 0


def is_shut_in(pid: int) -> bool:
    """Whether a process is somebody else's than root's, and sees a root that can't be written."""
    status = Path(f"/proc/{pid}/status").read_text()
    mounts = Path(f"/proc/{pid}/mountinfo").read_text()
    return f"\nUid:\t{NOBODY}\t" in status and bool(re.search(r" / / ro[, ]", mounts))


def test_the_image_is_built_from_all_that_the_wheel_is_built_from(tmp_path: Path) -> None:
    copied = {source for line in instructions("COPY") if "--from" not in line for source in line.split()[:-1]}
    allowed = re.findall(r"^!(.+)$", (DEPLOY / "Dockerfile.dockerignore").read_text(), re.MULTILINE)
    assert copied == set(allowed)
    copy_sources(tmp_path / "source")
    assert copied == {path.name for path in (tmp_path / "source").iterdir()} | {"constraints.txt"}
    assert [source for source in copied if not (ROOT / source).exists()] == []


def test_the_image_has_a_python_and_extras_that_the_project_knows() -> None:
    images = {line.split()[0] for line in instructions("FROM")}
    (version,) = {re.fullmatch(r"python:(3\.\d+)-slim", image)[1] for image in images}  # type: ignore[index]
    assert f"Programming Language :: Python :: {version}" in PROJECT["classifiers"]
    (extras,) = re.findall(r"\.whl\)\[([a-z,]+)\]", DOCKERFILE)
    assert set(extras.split(",")) <= PROJECT["optional-dependencies"].keys()


def test_the_image_is_somebody_elses_than_roots_and_keeps_its_data_in_a_volume() -> None:
    user = instructions("USER")[-1]
    assert int(user) > 0
    assert f"--uid {user} " in DOCKERFILE
    assert instructions("VOLUME") == ["/data"]
    assert "sqlite+aiosqlite:////data/" in DOCKERFILE


def test_each_shard_is_one_processes() -> None:
    settings = [one["environment"] for one in bots(DEPLOY / "compose.postgresql.yaml").values()]
    (count,) = {int(one["CATENA_SHARD_COUNT"]) for one in settings}
    shards = [shard for one in settings for shard in parse_shard_ids(one["CATENA_SHARD_IDS"])]
    assert sorted(shards) == list(range(count))


def test_whoever_stops_the_bot_waits_for_longer_than_it_takes() -> None:
    graces = [service["stop_grace_period"] for file in COMPOSE for service in bots(file).values()]
    seconds = [int(grace.removesuffix("s")) for grace in (*graces, unit()["TimeoutStopSec"])]
    assert min(seconds) >= 2 * LONGEST_DRAIN.total_seconds()


@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_a_container_can_write_nothing_but_its_data_and_gain_no_rights(file: Path) -> None:
    assert bots(file)
    for service in bots(file).values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        context = (DEPLOY / service["build"]["context"]).resolve()
        assert (context / service["build"]["dockerfile"]).samefile(DEPLOY / "Dockerfile")
        volumes = [volume.split(":")[1] for volume in service.get("volumes", ())]
        url = service["environment"]["CATENA_DATABASE_URL"]
        assert url.startswith("postgresql") or [one for one in volumes if f":///{one}/" in url]


@pytest.mark.parametrize(
    "file", [DEPLOY / "Dockerfile", DEPLOY / "catena-bot.service", *COMPOSE], ids=lambda file: file.name
)
def test_every_setting_that_is_named_exists(file: Path) -> None:
    named = set(re.findall(rf"{PREFIX}[A-Z_]+", file.read_text()))
    assert named
    assert named <= VARIABLES


def test_the_unit_is_one_that_systemd_takes_and_holds_it_tight(environment: Path, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    file = tmp_path / "catena-bot.service"
    file.write_text(UNIT.replace("/opt/catena", str(environment)))
    for command in (["verify"], ["security", "--offline=true", "--threshold=20"]):
        checked = subprocess.run(["systemd-analyze", *command, file], capture_output=True, text=True)
        assert checked.returncode == 0, checked.stdout + checked.stderr
        assert checked.stderr == ""


def test_the_unit_keeps_its_database_in_its_state_directory() -> None:
    folder = f"/var/lib/{unit()['StateDirectory']}"
    assert unit()["WorkingDirectory"] == folder
    assert f"=sqlite+aiosqlite:///{folder}/" in unit()["Environment"]
