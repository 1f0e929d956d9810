"""The bot itself: what it listens to, and which part answers."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import discord
from discord import app_commands
from discord.gateway import ReconnectWebSocket

from bot.allowances import Allowances, Effort, effort_of_press
from bot.answers import answer_to, begin_answer
from bot.commands import COMMANDS
from bot.components import OPEN_A_FORM, PRESSES, SELECT, SUBMISSIONS, TAPS, Submission
from bot.errors import report
from bot.handling import OUTDATED, Kind, UnderWay
from bot.images import Images
from bot.leaving import leave_deleted
from bot.matches import (
    Balances,
    Challenges,
    Clocks,
    Outbox,
    Places,
    Play,
    Preferences,
    Privacy,
    Proposals,
    Records,
    Replies,
    Standings,
)
from bot.messages import (
    Control,
    Preference,
    Press,
    Selection,
    SelectionControl,
    Tap,
    TapControl,
    outdated_post,
)
from bot.metrics import Metrics
from bot.origin import admit, thread_place
from bot.scheduler import ROUND, Scheduler
from bot.shards import ALL_SHARDS, Shards
from bot.storage import Database, Place
from bot.tree import CatenaTree, CommandTranslator

_log = logging.getLogger(__name__)


class CatenaBot(discord.AutoShardedClient):
    """Connects the use cases with Discord. It holds no state of any match.

    ``metrics`` is where it counts; ``now`` tells the time; ``toss`` is a fair coin that decides who is first;
    ``pause`` is the time from one look for what is due to the next. ``shards`` say of which servers it hears;
    what is due is done in all of them, also in those that only other processes hear of.
    """

    def __init__(
        self,
        database: Database,
        images: Images,
        allowances: Allowances,
        metrics: Metrics,
        now: Callable[[], datetime],
        toss: Callable[[], bool],
        pause: timedelta = ROUND,
        shards: Shards = ALL_SHARDS,
    ) -> None:
        super().__init__(
            shard_count=shards.count,
            # Servers and their channels; no privileged intent, and never the content of messages.
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=metrics.requests_trace(),
        )
        self.shard_ids = list(shards.ids) if shards.ids else None
        self.is_draining = False
        self.under_way = UnderWay(metrics)
        self.images = images
        self.allowances = allowances
        self.challenges = Challenges(database, now, toss)
        self.play = Play(database, now)
        self.places = Places(database, now)
        self.proposals = Proposals(database, now)
        self.balances = Balances(database)
        self.clocks = Clocks(database, now)
        self.outbox = Outbox(database, now)
        self.records = Records(database, now)
        self.privacy = Privacy(database, now)
        self.replies = Replies(database)
        self.standings = Standings(database)
        self.preferences = Preferences(database)
        self._database = database
        self._scheduler = Scheduler(self, pause)
        self.tree = CatenaTree(
            self,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )

    @property
    def is_connected(self) -> bool:
        """Whether Discord tells the bot what happens in all servers of its shards."""
        return self.is_ready() and all(self.connected_shards.values())

    @property
    def connected_shards(self) -> dict[int, bool]:
        """Of each shard of this process whether Discord tells it what happens."""
        ids = self.shard_ids or range(self.shard_count or 1)
        return {one: self._is_open(one) and not self.is_draining for one in ids}

    def _is_open(self, shard_id: int) -> bool:
        shard = self.get_shard(shard_id)
        return shard is not None and not shard.is_closed()

    @property
    def is_stuck(self) -> bool:
        """Whether what is to be done from time to time has not been done for long."""
        return self._scheduler.is_stuck

    def hears_of(self, guild_id: int) -> bool:
        """Whether a server is one of those that the bot is told of by now, if it is in it at all."""
        count = self.shard_count or 1
        return self.is_ready() and (guild_id >> 22) % count in self.connected_shards

    async def setup_hook(self) -> None:
        await self.tree.set_translator(CommandTranslator())
        for command in COMMANDS:
            self.tree.add_command(command)
        self.add_dynamic_items(Control, TapControl, SelectionControl)
        # One process does it for all.
        if self.shard_ids is None or 0 in self.shard_ids:
            await self._sync_commands()
        self._scheduler.start()

    async def drain(self, longest: timedelta) -> None:
        """Hear of nothing new, and finish what is under way, but for no longer than that.

        Whoever runs `start` must have ended that. What is stored and not shown by then is left to the next
        start.
        """
        self.is_draining = True
        _log.info("Draining: %d interactions are under way", len(self.under_way))
        parts = [self._disconnected(), self._scheduler.finish(), self.under_way.finished()]
        try:
            async with asyncio.timeout(longest.total_seconds()):
                await asyncio.gather(*parts)
        except TimeoutError:
            _log.warning("Ended in the midst of %d interactions", len(self.under_way))

    async def _disconnected(self) -> None:
        """Tell Discord to send nothing more here."""
        await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()))

    async def connect(self, *, reconnect: bool = True) -> None:
        """The same as discord.py's. Raises ConnectionError where there is no gateway to connect to."""
        try:
            await super().connect(reconnect=reconnect)
        except (discord.GatewayNotFound, ReconnectWebSocket) as error:
            raise ConnectionError("its gateway does not answer") from error

    async def close(self) -> None:
        await self._scheduler.stop()
        await self.under_way.stop()
        await super().close()

    async def pressed(self, interaction: discord.Interaction[CatenaBot], press: Press) -> None:
        """Do what a button says. Every error ends as an answer to the player."""
        self.under_way.begin(interaction, Kind.PRESS, press.verb)
        effort, opens_form = effort_of_press(press.verb), press.verb in OPEN_A_FORM
        await _answer(
            interaction, lambda: PRESSES[press.verb](interaction, press), effort, opens_form=opens_form
        )

    async def tapped(
        self, interaction: discord.Interaction[CatenaBot], tap: Tap, values: Sequence[str]
    ) -> None:
        """The same for a step of playing by taps; ``values`` are those chosen in a menu."""
        self.under_way.begin(interaction, Kind.TAP, tap.step)
        await _answer(interaction, lambda: TAPS[tap.step](interaction, tap, values))

    async def selected(
        self, interaction: discord.Interaction[CatenaBot], selection: Selection, values: Sequence[str]
    ) -> None:
        """The same for what is chosen in settings and preferences."""
        self.under_way.begin(interaction, Kind.SELECTION, selection.subject)
        opens_form = selection.subject is Preference.TIME_ZONE
        await _answer(interaction, lambda: SELECT(interaction, selection, values), opens_form=opens_form)

    async def on_interaction(self, interaction: discord.Interaction[CatenaBot]) -> None:
        """Answer what discord.py leaves unanswered: submitted forms, buttons and menus that are gone."""
        if interaction.type is discord.InteractionType.modal_submit:
            submission = Submission.read(interaction.data or {})
            self.under_way.begin(interaction, Kind.FORM, submission.kind if submission else OUTDATED)
            await _answer(interaction, lambda: _submitted(interaction, submission))
        elif interaction.type is discord.InteractionType.component and not _is_alive(interaction):
            self.under_way.begin(interaction, Kind.PRESS, OUTDATED)
            await _answer(interaction, lambda: _outdated(interaction))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Let the matches of a deleted thread go on in its channel, if it was no private one."""
        self.under_way.join()
        kind = payload.thread_type
        thread = thread_place(payload.guild_id, payload.thread_id, payload.parent_id, kind)
        await leave_deleted(self, thread)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Keep the matches of a deleted channel until they are continued elsewhere."""
        self.under_way.join()
        await leave_deleted(self, Place(channel.guild.id, channel.id))

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        _log.exception("An error while handling the event %s", event_method)

    async def _sync_commands(self) -> None:
        """Tell Discord about the commands if they are not those it was told about last."""
        assert self.application_id is not None  # Known since the login.
        commands = self.tree.get_commands()
        payload = [await one.get_translated_payload(self.tree, CommandTranslator()) for one in commands]
        fingerprint = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        async with self._database.read() as transaction:
            if await transaction.commands.fingerprint(self.application_id) == fingerprint:
                return
        await self.tree.sync()
        async with self._database.write() as transaction:
            await transaction.commands.set_fingerprint(self.application_id, fingerprint)
        _log.info("Told Discord about %d commands", len(payload))


async def _answer(
    interaction: discord.Interaction[CatenaBot],
    handle: Callable[[], Awaitable[None]],
    effort: Effort = Effort.STEP,
    *,
    opens_form: bool = False,
) -> None:
    """Handle an interaction, once it is known how its person wants to be answered."""
    begin_answer(interaction, opens_form=opens_form)
    try:
        await admit(interaction, effort)
        await handle()
    except Exception as error:
        await report(interaction, error)


async def _outdated(interaction: discord.Interaction[CatenaBot]) -> None:
    await answer_to(interaction).send(outdated_post(), private=True)


async def _submitted(interaction: discord.Interaction[CatenaBot], submission: Submission | None) -> None:
    if submission is None:
        await _outdated(interaction)
    else:
        await SUBMISSIONS[submission.kind](interaction, submission)


def _is_alive(interaction: discord.Interaction[CatenaBot]) -> bool:
    """Whether discord.py finds what was pressed: its id is ours, and its message still has it."""
    data: Mapping[str, Any] = interaction.data or {}
    custom_id = str(data.get("custom_id"))
    is_ours = Press.parse(custom_id) or Tap.parse(custom_id) or Selection.parse(custom_id)
    if not is_ours or interaction.message is None:
        return False
    view = discord.ui.LayoutView.from_message(interaction.message, timeout=None)
    items = (item for item in view.walk_children() if isinstance(item, discord.ui.Button | discord.ui.Select))
    return any(
        item.custom_id == custom_id and item.type.value == data.get("component_type") for item in items
    )
