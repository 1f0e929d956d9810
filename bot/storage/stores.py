"""Reading and writing rows. The only SQL of the bot; rows leave as the values of `records`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, Table, and_, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.loaded import LoadedRecordStore
from bot.storage.proposals import ProposalStore
from bot.storage.records import (
    ChallengeRecord,
    ChallengeState,
    Ending,
    FirstPlayer,
    MatchMessage,
    MatchRecord,
    Pace,
    Person,
    Place,
    TurnClock,
)
from bot.storage.statistics import RatingStore, ResultStore
from bot.storage.tables import actions, challenges, channels, matches, players, synced_commands
from engine import GameOptions, GameType, Player, Scoring
from rendering import ThemeName

_challenger, _opponent = players.alias("challenger"), players.alias("opponent")
_first, _second = players.alias("first_player"), players.alias("second_player")


class Transaction:
    """The stores, all on one connection and in one transaction."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.players = PlayerStore(connection)
        self.challenges = ChallengeStore(connection)
        self.channels = ChannelStore(connection)
        self.matches = MatchStore(connection)
        self.proposals = ProposalStore(connection)
        self.loaded_records = LoadedRecordStore(connection)
        self.results = ResultStore(connection)
        self.ratings = RatingStore(connection)
        self.commands = CommandStore(connection)


class PlayerStore:
    """Who has been seen, and under which name."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def remember(self, *people: Person) -> None:
        """Keep the latest name of each person."""
        for person in people:
            await _upsert(self._connection, players, person.id, name=person.name)

    async def theme(self, player_id: int) -> ThemeName | None:
        """The theme that a player has chosen, if any."""
        return await _theme(self._connection, players, player_id)

    async def set_theme(self, player_id: int, theme: ThemeName) -> None:
        """Keep the theme of a player already remembered."""
        await self._connection.execute(update(players).where(players.c.id == player_id).values(theme=theme))


class ChannelStore:
    """What is set for a channel."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def theme(self, channel_id: int) -> ThemeName | None:
        """The theme that was chosen for a channel, if any."""
        return await _theme(self._connection, channels, channel_id)

    async def set_theme(self, channel_id: int, theme: ThemeName) -> None:
        await _upsert(self._connection, channels, channel_id, theme=theme)


class ChallengeStore:
    """Challenges, open and ended."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add(
        self,
        place: Place,
        challenger: Person,
        opponent: Person | None,
        options: GameOptions,
        first: FirstPlayer,
        created_at: datetime,
        expires_at: datetime,
        pace: Pace = Pace.NO_LIMIT,
    ) -> int:
        """Store an open challenge between people already remembered, and return its id."""
        values = _place_values(place) | _option_values(options)
        values |= {
            "challenger_id": challenger.id,
            "opponent_id": opponent and opponent.id,
            "pace": pace,
            "first": first,
            "state": ChallengeState.OPEN,
            "created_at": created_at,
            "expires_at": expires_at,
        }
        result = await self._connection.execute(insert(challenges).values(values))
        return _new_id(result.inserted_primary_key)

    async def get(self, challenge_id: int) -> ChallengeRecord | None:
        rows = await self._connection.execute(_challenge_rows().where(challenges.c.id == challenge_id))
        row = rows.one_or_none()
        return row and _challenge(row)

    async def open_in(self, channel_id: int) -> list[ChallengeRecord]:
        return await self._open(challenges.c.channel_id == channel_id)

    async def open_by(self, challenger_id: int) -> list[ChallengeRecord]:
        return await self._open(challenges.c.challenger_id == challenger_id)

    async def due(self, now: datetime, limit: int) -> list[ChallengeRecord]:
        """Open challenges whose time is up, the longest overdue first."""
        is_due = challenges.c.expires_at <= now
        return await self._open(is_due, order=challenges.c.expires_at, limit=limit)

    async def accept(self, challenge_id: int, opponent: Person) -> None:
        """End a challenge as accepted. One that was open to anybody has its opponent now."""
        await self._update(challenge_id, state=ChallengeState.ACCEPTED, opponent_id=opponent.id)

    async def end(self, challenge_id: int, state: ChallengeState) -> None:
        await self._update(challenge_id, state=state)

    async def set_message(self, challenge_id: int, message_id: int) -> None:
        await self._update(challenge_id, message_id=message_id)

    async def _update(self, challenge_id: int, **values: object) -> None:
        await self._connection.execute(
            update(challenges).where(challenges.c.id == challenge_id).values(values)
        )

    async def _open(
        self, condition: Any, order: Any = challenges.c.id, limit: int | None = None
    ) -> list[ChallengeRecord]:
        is_open = challenges.c.state == ChallengeState.OPEN
        query = _challenge_rows().where(is_open, condition).order_by(order).limit(limit)
        return [_challenge(row) for row in await self._connection.execute(query)]


class MatchStore:
    """Matches and their actions."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add(
        self,
        place: Place,
        first: Person,
        second: Person,
        options: GameOptions,
        started_at: datetime,
        pace: Pace = Pace.NO_LIMIT,
    ) -> int:
        """Store a match between people already remembered under its server's next number; return its id."""
        highest = select(func.max(matches.c.number)).where(matches.c.scope_id == place.scope_id)
        number = (await self._connection.scalar(highest) or 0) + 1
        values = _place_values(place) | _option_values(options)
        values |= {
            "scope_id": place.scope_id,
            "number": number,
            "first_id": first.id,
            "second_id": second.id,
            "started_at": started_at,
            "pace": pace,
        }
        result = await self._connection.execute(insert(matches).values(values))
        return _new_id(result.inserted_primary_key)

    async def get(self, match_id: int) -> MatchRecord | None:
        return await self._one(matches.c.id == match_id)

    async def numbered(self, scope_id: int, number: int) -> MatchRecord | None:
        return await self._one(and_(matches.c.scope_id == scope_id, matches.c.number == number))

    async def running_in(self, channel_id: int) -> list[MatchRecord]:
        return await self._running(matches.c.channel_id == channel_id)

    async def running_with(self, player_id: int) -> list[MatchRecord]:
        """The matches that a player has not finished, in every channel."""
        takes_part = or_(matches.c.first_id == player_id, matches.c.second_id == player_id)
        return await self._running(takes_part)

    async def latest_ended_in(self, channel_id: int) -> MatchRecord | None:
        ended = and_(matches.c.channel_id == channel_id, matches.c.ended_at.is_not(None))
        rows = await self._connection.execute(
            _match_rows().where(ended).order_by(matches.c.ended_at.desc()).limit(1)
        )
        row = rows.one_or_none()
        return row and _match(row)

    async def actions_of(self, match_id: int) -> tuple[str, ...]:
        """A match's actions in their written form, in order."""
        query = select(actions.c.written).where(actions.c.match_id == match_id).order_by(actions.c.ply)
        return tuple((await self._connection.scalars(query)).all())

    async def times_of(self, match_id: int) -> tuple[datetime, datetime | None]:
        """When a match began, and when it ended if it has."""
        query = select(matches.c.started_at, matches.c.ended_at).where(matches.c.id == match_id)
        row = (await self._connection.execute(query)).one()
        return row.started_at, row.ended_at

    async def append(
        self, match_id: int, first_ply: int, player_id: int, written: Iterable[str], acted_at: datetime
    ) -> None:
        """Store actions at ``first_ply`` and following. Raises IntegrityError if one is there already."""
        rows = [
            {"match_id": match_id, "ply": ply, "player_id": player_id, "written": text, "acted_at": acted_at}
            for ply, text in enumerate(written, start=first_ply)
        ]
        await self._connection.execute(insert(actions), rows)

    async def take_back(self, match_id: int, last_ply: int) -> None:
        """Forget the actions after ``last_ply``, and the message that shows a position that is no more."""
        later = and_(actions.c.match_id == match_id, actions.c.ply > last_ply)
        await self._connection.execute(actions.delete().where(later))
        await self._update(match_id, takebacks=matches.c.takebacks + 1, message_id=None, message_ply=None)

    async def end(self, match_id: int, ending: Ending, winner: Player | None, ended_at: datetime) -> None:
        """End a match, and with it the time of its last turn."""
        result = {"ending": ending, "winner": winner and winner.value, "ended_at": ended_at}
        await self._update(match_id, **result, **_clock_values(TurnClock()))

    async def set_clock(self, match_id: int, clock: TurnClock) -> None:
        await self._update(match_id, **_clock_values(clock))

    async def due(self, now: datetime, limit: int) -> list[MatchRecord]:
        """Running matches about which somebody is to be told something by now, the longest overdue first."""
        query = _match_rows().where(matches.c.call_at <= now).order_by(matches.c.call_at).limit(limit)
        return [_match(row) for row in await self._connection.execute(query)]

    async def set_message(self, match_id: int, message: MatchMessage) -> None:
        await self._update(match_id, message_id=message.id, message_ply=message.ply)

    async def _update(self, match_id: int, **values: object) -> None:
        await self._connection.execute(update(matches).where(matches.c.id == match_id).values(values))

    async def _one(self, condition: Any) -> MatchRecord | None:
        row = (await self._connection.execute(_match_rows().where(condition))).one_or_none()
        return row and _match(row)

    async def _running(self, condition: Any) -> list[MatchRecord]:
        query = _match_rows().where(condition, matches.c.ended_at.is_(None)).order_by(matches.c.id)
        return [_match(row) for row in await self._connection.execute(query)]


class CommandStore:
    """Which set of commands Discord was last told about."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def fingerprint(self, application_id: int) -> str | None:
        query = select(synced_commands.c.fingerprint).where(
            synced_commands.c.application_id == application_id
        )
        found: str | None = await self._connection.scalar(query)
        return found

    async def set_fingerprint(self, application_id: int, fingerprint: str) -> None:
        await self._connection.execute(
            synced_commands.delete().where(synced_commands.c.application_id == application_id)
        )
        await self._connection.execute(
            insert(synced_commands).values(application_id=application_id, fingerprint=fingerprint)
        )


async def _upsert(connection: AsyncConnection, table: Table, row_id: int, **values: object) -> None:
    """Write values into the row with this id, which need not be there yet."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(table).values(id=row_id, **values)
    await connection.execute(statement.on_conflict_do_update(index_elements=[table.c.id], set_=values))


async def _theme(connection: AsyncConnection, table: Table, row_id: int) -> ThemeName | None:
    name = await connection.scalar(select(table.c.theme).where(table.c.id == row_id))
    return ThemeName(name) if name else None


def _challenge_rows() -> Select[Any]:
    return (
        select(
            challenges, _challenger.c.name.label("challenger_name"), _opponent.c.name.label("opponent_name")
        )
        .join(_challenger, _challenger.c.id == challenges.c.challenger_id)
        .outerjoin(_opponent, _opponent.c.id == challenges.c.opponent_id)
    )


def _challenge(row: Row[Any]) -> ChallengeRecord:
    return ChallengeRecord(
        id=row.id,
        place=Place(row.guild_id, row.channel_id),
        challenger=Person(row.challenger_id, row.challenger_name),
        opponent=Person(row.opponent_id, row.opponent_name) if row.opponent_id else None,
        options=_options(row),
        first=FirstPlayer(row.first),
        state=ChallengeState(row.state),
        expires_at=row.expires_at,
        message_id=row.message_id,
        pace=Pace(row.pace),
    )


def _match_rows() -> Select[Any]:
    names = _first.c.name.label("first_name"), _second.c.name.label("second_name")
    return (
        select(matches, *names)
        .join(_first, _first.c.id == matches.c.first_id)
        .join(_second, _second.c.id == matches.c.second_id)
    )


def _match(row: Row[Any]) -> MatchRecord:
    return MatchRecord(
        id=row.id,
        number=row.number,
        place=Place(row.guild_id, row.channel_id),
        first=Person(row.first_id, row.first_name),
        second=Person(row.second_id, row.second_name),
        options=_options(row),
        ending=Ending(row.ending) if row.ending else None,
        winner=Player(row.winner) if row.winner else None,
        message=MatchMessage(row.message_id, row.message_ply) if row.message_id else None,
        takebacks=row.takebacks,
        pace=Pace(row.pace),
        clock=TurnClock(row.deadline, row.calls, row.call_at),
    )


def _options(row: Row[Any]) -> GameOptions:
    return GameOptions(row.size, GameType(row.game_type), Scoring(row.scoring))


def _option_values(options: GameOptions) -> dict[str, object]:
    return {"size": options.size, "game_type": options.game_type, "scoring": options.scoring}


def _clock_values(clock: TurnClock) -> dict[str, object]:
    return {"deadline": clock.deadline, "calls": clock.calls, "call_at": clock.call_at}


def _place_values(place: Place) -> dict[str, object]:
    return {"guild_id": place.guild_id, "channel_id": place.channel_id}


def _new_id(primary_key: Sequence[Any] | None) -> int:
    assert primary_key is not None  # Both databases return the id of a row that they numbered.
    return int(primary_key[0])
