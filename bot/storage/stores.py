"""All stores together, in one transaction. The only SQL of the bot; rows leave as the values of `records`."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.challenges import ChallengeStore
from bot.storage.integrity import IntegrityStore
from bot.storage.loaded import LoadedRecordStore
from bot.storage.matches import MatchStore
from bot.storage.moving import ContentStore
from bot.storage.outbox import OutboxStore
from bot.storage.people import ChannelStore, PlayerStore
from bot.storage.privacy import PersonalDataStore
from bot.storage.proposals import ProposalStore
from bot.storage.ratings import RatingStore
from bot.storage.replies import PlannedReplyStore
from bot.storage.results import ResultStore
from bot.storage.rows import upsert
from bot.storage.running import RunningStore
from bot.storage.tables import synced_commands


class Transaction:
    """The stores, all on one connection and in one transaction."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.players = PlayerStore(connection)
        self.challenges = ChallengeStore(connection)
        self.channels = ChannelStore(connection)
        self.matches = MatchStore(connection)
        self.running = RunningStore(connection)
        self.outbox = OutboxStore(connection)
        self.planned_replies = PlannedReplyStore(connection)
        self.personal_data = PersonalDataStore(connection)
        self.proposals = ProposalStore(connection)
        self.loaded_records = LoadedRecordStore(connection)
        self.results = ResultStore(connection)
        self.ratings = RatingStore(connection)
        self.integrity = IntegrityStore(connection)
        self.commands = CommandStore(connection)
        self.contents = ContentStore(connection)


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
        key = {"application_id": application_id}
        await upsert(self._connection, synced_commands, key, fingerprint=fingerprint)
