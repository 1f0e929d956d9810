"""A game of Catena: whose turn it is, what may be done, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import assert_never

from engine.actions import Action, NameKomi, TakeButton, parse_action
from engine.board import Cell, board_of
from engine.errors import IllegalAction, Reason
from engine.options import Color, GameOptions, GameType, Player
from engine.position import ClaimedSet, Position
from engine.scoring import Result, Standing, standing


class Phase(Enum):
    """What is due."""

    NAME_KOMI = auto()
    PLACE_FIRST_STONE = auto()
    """No komi only: a black stone by the first player, not the button."""
    CHOOSE_COLOR = auto()
    PLAY = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class Claim:
    """A ribbon that became its owner's: all its stones, those that changed colour, both sorted."""

    cells: tuple[Cell, ...]
    color: Color
    flipped: tuple[Cell, ...]

    @property
    def is_tied(self) -> bool:
        """Whether both colours had as many stones, so that it went to the bounding player's opponent."""
        return 2 * len(self.flipped) == len(self.cells)


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A ribbon on the board.

    ``cells`` run along it from the end that sorts first; ``owner`` is None until it is claimed;
    ``growth`` are the legal cells at its ends, sorted, none once it is bounded.
    """

    cells: tuple[Cell, ...]
    owner: Color | None
    growth: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """One action and what it did.

    ``color`` is the player's when they acted (after it, for a choice of colour; None for naming komi).
    ``claims`` are ordered by their first cell, and hold those made by the end of the game too.
    """

    action: Action
    player: Player
    color: Color | None
    claims: tuple[Claim, ...]
    ends_turn: bool


def turns_of(history: Iterable[Played]) -> list[tuple[Played, ...]]:
    """Actions in order, those of a turn together; the last turn may be begun only."""
    turns: list[tuple[Played, ...]] = []
    starts_turn = True
    for played in history:
        turns[len(turns) - (not starts_turn) :] = [(played,) if starts_turn else (*turns[-1], played)]
        starts_turn = played.ends_turn
    return turns


class Game:
    """A game from its options to its result; always the replay of its `actions`.

    >>> game = Game(GameOptions(size=6))
    >>> for written in ("komi 7", "white", "D5"):
    ...     played = game.play(written)
    >>> game.player_to_act
    <Player.SECOND: 2>
    """

    def __init__(self, options: GameOptions | None = None) -> None:
        self.options = options or GameOptions()
        self.board = board_of(self.options.size)
        self.komi: int | None = None
        self.button: Color | None = None
        """Who has the button, the end of the game included."""
        self.stones_due = 1
        """How many stones are left to place in this turn, while play is on."""
        self.player_to_act: Player | None = Player.FIRST
        self._colors: dict[Player, Color] = {}
        self._position = Position(self.board)
        self._history: list[Played] = []
        match self.options.game_type:
            case GameType.KOMI:
                self.phase = Phase.NAME_KOMI
            case GameType.NO_KOMI:
                self.phase = Phase.PLACE_FIRST_STONE
            case GameType.DOUBLE:
                self.phase = Phase.PLAY
                self._assign_colors(Player.FIRST, Color.BLACK)

    @classmethod
    def replay(cls, options: GameOptions, actions: Iterable[Action | str]) -> Game:
        """The game after ``actions``. Raises what `play` raises."""
        game = cls(options)
        for action in actions:
            game.play(action)
        return game

    def copy(self) -> Game:
        """A game in the same state that can go its own way."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin._colors = self._colors.copy()
        twin._position = self._position.copy()
        twin._history = self._history.copy()
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        # In place of its objects, which take ten times as much to pickle.
        return Game.replay, (self.options, [str(action) for action in self.actions])

    # What is on the table

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(played.action for played in self._history)

    @property
    def history(self) -> tuple[Played, ...]:
        return tuple(self._history)

    @property
    def last_turn(self) -> tuple[Played, ...]:
        """What the latest turn consisted of so far, in order: two stones at most; empty before the first."""
        start = len(self._history) - 1
        while start > 0 and not self._history[start - 1].ends_turn:
            start -= 1
        return tuple(self._history[max(start, 0) :])

    @property
    def color_to_move(self) -> Color | None:
        """The colour of the next stone; None while a choice is due and at the end."""
        if self.phase is Phase.PLACE_FIRST_STONE:
            return Color.BLACK
        if self.phase is Phase.PLAY and self.player_to_act:
            return self._colors[self.player_to_act]
        return None

    def color_of(self, player: Player) -> Color | None:
        """A player's colour; None until it is chosen."""
        return self._colors.get(player)

    def player_of(self, color: Color) -> Player | None:
        """Who plays a colour; None until it is chosen."""
        return next((player for player, chosen in self._colors.items() if chosen is color), None)

    def stone_at(self, cell: Cell) -> Color | None:
        """The colour of the stone on a cell, None on an empty one. Raises KeyError off the board."""
        return self._position.color_at(self.board.index[cell])

    @property
    def ribbons(self) -> tuple[Ribbon, ...]:
        """All ribbons, ordered by first cell."""
        position, cells, found = self._position, self.board.cells, []
        ends = position.ends
        while ends:
            # Numbers rise with the cells' order, so the lower end is the one that sorts first.
            end = (ends & -ends).bit_length() - 1
            path = position.path(end)
            ends &= ~(1 << end | 1 << path[-1])
            owner = position.color_at(end) if position.claimed >> end & 1 else None
            growth = self.board.cells_in(position.growth(end)) if owner is None else ()
            found.append(Ribbon(tuple(cells[stone] for stone in path), owner, growth))
        return tuple(found)

    @property
    def open_ribbons(self) -> tuple[Ribbon, ...]:
        """The ribbons not claimed yet."""
        return tuple(ribbon for ribbon in self.ribbons if ribbon.owner is None)

    @property
    def standing(self) -> Standing:
        """The scores by what is claimed so far."""
        lengths = ((ribbon.owner, len(ribbon.cells)) for ribbon in self.ribbons if ribbon.owner)
        return standing(self.options, lengths, self.komi or 0, self.button)

    @property
    def result(self) -> Result | None:
        """Who won and why; None until the game is over."""
        if not self.is_over:
            return None
        scores = self.standing
        # Unreachable: the button or the odd number of stones always decides.
        assert scores.leader is not None, "a game of Catena can't be drawn"
        return Result(scores.leader, scores)

    # What may be done

    def open_cells(self) -> tuple[Cell, ...]:
        """The empty cells where the placement rule allows a stone, whoever is to act and whatever is due."""
        return self.board.cells_in(self._position.legal)

    @property
    def can_take_button(self) -> bool:
        return self.phase is Phase.PLAY and self.options.has_button and self.button is None

    def legal_placements(self) -> tuple[Cell, ...]:
        """Where the player to act may place a stone now, sorted; empty while a choice is due."""
        return self.board.cells_in(self._legal_now())

    def legal_actions(self) -> tuple[Action, ...]:
        """Everything that the player to act may do now."""
        if self.phase is Phase.NAME_KOMI:
            return tuple(NameKomi(points) for points in range(self._largest_komi + 1))
        if self.phase is Phase.CHOOSE_COLOR:
            return tuple(Color)
        placements = self.legal_placements()
        return (*placements, TakeButton()) if self.can_take_button else placements

    def check(self, action: Action) -> None:
        """Raise IllegalAction if `play` would refuse this action now."""
        if self.is_over:
            raise IllegalAction(Reason.GAME_OVER, action)
        match action:
            case Cell():
                self._check_placement(action)
            case NameKomi(points):
                self._check_komi(action, points)
            case Color():
                if self.options.game_type is GameType.DOUBLE:
                    raise IllegalAction(Reason.NO_COLOR_CHOICE, action)
                self._require(Phase.CHOOSE_COLOR, action)
            case TakeButton():
                if not self.options.has_button:
                    raise IllegalAction(Reason.NO_BUTTON, action)
                self._require(Phase.PLAY, action)
                if self.button:
                    raise IllegalAction(Reason.BUTTON_GONE, action)
            case _:
                assert_never(action)

    def play(self, action: Action | str) -> Played:
        """Do one action, wholly or not at all, and return what it did.

        Raises NotationError for text that is no action, and IllegalAction for one not allowed now.
        """
        if isinstance(action, str) and not isinstance(action, Color):
            action = parse_action(action)
        self.check(action)
        player = self.player_to_act
        assert player is not None  # `check` refuses everything once the game is over.
        match action:
            case Cell():
                played = self._place(action, player)
            case NameKomi(points):
                self.komi = points
                self.phase = Phase.CHOOSE_COLOR
                self.player_to_act = Player.SECOND
                played = Played(action, player, None, (), ends_turn=True)
            case Color():
                self._choose_color(player, action)
                played = Played(action, player, action, (), ends_turn=True)
            case TakeButton():
                self.button = self._colors[player]
                self.player_to_act = player.opponent
                played = Played(action, player, self.button, (), ends_turn=True)
            case _:
                assert_never(action)
        self._history.append(played)
        return played

    # How it is done

    @property
    def _largest_komi(self) -> int:
        return self.options.largest_komi or 0

    def _legal_now(self) -> int:
        if self.phase not in (Phase.PLAY, Phase.PLACE_FIRST_STONE):
            return 0
        return self._position.legal_before_another() if self.stones_due == 2 else self._position.legal

    def _require(self, phase: Phase, action: Action) -> None:
        if self.phase is not phase:
            raise IllegalAction(Reason.NOT_NOW, action)

    def _check_komi(self, action: Action, points: int) -> None:
        if self.options.game_type is not GameType.KOMI:
            raise IllegalAction(Reason.NO_KOMI, action)
        self._require(Phase.NAME_KOMI, action)
        if not 0 <= points <= self._largest_komi:
            raise IllegalAction(Reason.KOMI_OUT_OF_RANGE, action)

    def _check_placement(self, cell: Cell) -> None:
        number = self.board.index.get(cell)
        if number is None:
            raise IllegalAction(Reason.OFF_THE_BOARD, cell)
        if self.phase not in (Phase.PLAY, Phase.PLACE_FIRST_STONE):
            raise IllegalAction(Reason.NOT_NOW, cell)
        if obstacle := self._position.obstacle(number):
            reason, stones = obstacle
            raise IllegalAction(reason, cell, self.board.cells_in(stones))
        if not self._legal_now() >> number & 1:
            raise IllegalAction(Reason.NO_SECOND_STONE, cell)

    def _place(self, cell: Cell, player: Player) -> Played:
        first_stone = self.phase is Phase.PLACE_FIRST_STONE
        color = Color.BLACK if first_stone else self._colors[player]
        claims = self._position.place(self.board.index[cell], color)
        self.stones_due -= 1
        ends_turn = not self.stones_due
        if ends_turn:
            self.player_to_act = player.opponent
            self.stones_due = 2 if self.options.game_type is GameType.DOUBLE else 1
        if first_stone:
            self.phase = Phase.CHOOSE_COLOR
        elif not self._legal_now():
            claims += self._finish(color)
        return Played(cell, player, color, self._public_claims(claims), ends_turn)

    def _finish(self, last_mover: Color) -> list[ClaimedSet]:
        """End the game after the last stone, and return what its end claims."""
        self.phase, self.player_to_act = Phase.OVER, None
        if not self.options.has_button:
            return self._position.claim_open_ribbons(last_mover)
        self.button = self.button or last_mover.opponent
        return []

    def _choose_color(self, player: Player, color: Color) -> None:
        self._assign_colors(player, color)
        self.phase = Phase.PLAY
        # With komi Black opens; without, Black's first stone is there already and White is next.
        opener = Color.BLACK if self.options.game_type is GameType.KOMI else Color.WHITE
        self.player_to_act = self.player_of(opener)

    def _assign_colors(self, player: Player, color: Color) -> None:
        self._colors = {player: color, player.opponent: color.opponent}

    def _public_claims(self, claims: list[ClaimedSet]) -> tuple[Claim, ...]:
        cells_in = self.board.cells_in
        public = (Claim(cells_in(claim.ribbon), claim.color, cells_in(claim.flipped)) for claim in claims)
        return tuple(sorted(public, key=lambda claim: claim.cells)) if claims else ()
