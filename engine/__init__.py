"""The rules of Catena: legality, claims, turns and scores. Pure, synchronous, standard library only."""

from engine.actions import Action, NameKomi, TakeButton, parse_action, parse_cell
from engine.board import Board, Cell, board_of, neighbours_of
from engine.errors import IllegalAction, NotationError, Reason
from engine.game import Claim, Game, Phase, Played, Ribbon, turns_of
from engine.options import Color, GameOptions, GameType, Player, Scoring
from engine.scoring import Result, Score, Standing

__all__ = [
    "Action",
    "Board",
    "Cell",
    "Claim",
    "Color",
    "Game",
    "GameOptions",
    "GameType",
    "IllegalAction",
    "NameKomi",
    "NotationError",
    "Phase",
    "Played",
    "Player",
    "Reason",
    "Result",
    "Ribbon",
    "Score",
    "Scoring",
    "Standing",
    "TakeButton",
    "board_of",
    "neighbours_of",
    "parse_action",
    "parse_cell",
    "turns_of",
]
