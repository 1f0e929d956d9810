"""A small bot that uses every way of answering that the loopback must carry."""

from __future__ import annotations

import io
import re
from typing import Any, Self

import discord
from discord import app_commands, ui

from bot.demo.bot_side import addresses, point_discord_at, stop_when_orphaned

BOARD_BYTES = bytes(range(256)) * 200
BOARD_DESCRIPTION = "An empty board of six rows."


class PlusOne(ui.DynamicItem[ui.Button[Any]], template=r"plus:(?P<count>\d+)"):
    """A button that carries its whole state."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(ui.Button(label=f"Plus {count}", custom_id=f"plus:{count}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=Board(self.count + 1))


class AskName(ui.DynamicItem[ui.Button[Any]], template=r"ask"):
    def __init__(self) -> None:
        super().__init__(ui.Button(label="Ask", custom_id="ask", style=discord.ButtonStyle.primary))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(NameForm())


class PickRow(ui.DynamicItem[ui.Select[Any]], template=r"row"):
    def __init__(self) -> None:
        options = [discord.SelectOption(label=f"Row {row}", value=row) for row in "ABCDEF"]
        super().__init__(ui.Select(custom_id="row", placeholder="Row", options=options))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Row {self.item.values[0]}", ephemeral=True)


class NameForm(ui.Modal, title="Your name"):
    name: ui.TextInput[Any] = ui.TextInput(label="Name", custom_id="name")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Hello {self.name.value}")


class Board(ui.LayoutView):
    def __init__(self, count: int) -> None:
        super().__init__(timeout=None)
        picture = discord.MediaGalleryItem("attachment://board.png", description=BOARD_DESCRIPTION)
        self.add_item(
            ui.Container(
                ui.TextDisplay(f"**Count {count}**"),
                ui.MediaGallery(picture),
                ui.ActionRow(PlusOne(count), AskName()),
                ui.ActionRow(PickRow()),
            )
        )


def board_file() -> discord.File:
    return discord.File(io.BytesIO(BOARD_BYTES), "board.png", description=BOARD_DESCRIPTION)


class ToyBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(PlusOne, AskName, PickRow)
        self.tree.add_command(board)
        self.tree.add_command(greet)
        self.tree.add_command(slow)
        self.tree.add_command(echo)
        self.tree.add_command(thread)
        self.tree.add_command(unsupported)
        await self.tree.sync()


@app_commands.command(description="Show the board")
async def board(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Board(0), file=board_file())


@app_commands.command(description="Greet someone")
@app_commands.describe(who="Whom", color="A color", times="How often")
async def greet(
    interaction: discord.Interaction,
    who: discord.Member,
    color: str,
    times: app_commands.Range[int, 1, 5] = 1,
) -> None:
    await interaction.response.send_message(f"{who.mention} {color} x{times}", ephemeral=True)
    await interaction.followup.send("Greeted.")


@greet.autocomplete("color")
async def colors(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    names = ("black", "blue", "white")
    return [app_commands.Choice(name=name, value=name) for name in names if name.startswith(current)]


@app_commands.command(description="Take a while")
async def slow(interaction: discord.Interaction) -> None:
    await interaction.response.defer(thinking=True)
    await interaction.edit_original_response(content="Done.")


@app_commands.command(description="Give a file back")
async def echo(interaction: discord.Interaction, file: discord.Attachment) -> None:
    content = await file.read()
    await interaction.response.send_message(file=discord.File(io.BytesIO(content), file.filename))


@app_commands.command(description="Open a thread")
async def thread(interaction: discord.Interaction) -> None:
    assert isinstance(interaction.channel, discord.TextChannel)
    opened = await interaction.channel.create_thread(name="Match 1", type=discord.ChannelType.public_thread)
    await interaction.response.send_message(f"See {opened.mention}", ephemeral=True)
    await opened.send("It begins.")


@app_commands.command(description="Ask for what the simulation lacks")
async def unsupported(interaction: discord.Interaction) -> None:
    await interaction.client.http.request(discord.http.Route("GET", "/voice/regions"))


if __name__ == "__main__":
    point_discord_at(*addresses())
    stop_when_orphaned()
    ToyBot().run("toy-token")
