"""What is said about a running match: what just happened, the score so far, and what is due."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle

from bot.matches import Match, MatchId
from bot.messages.clocks import until
from bot.messages.controls import Control, Verb, for_match
from bot.messages.effects import claimed_ribbons
from bot.messages.endings import outcome
from bot.messages.language import say, say_counted
from bot.messages.posts import LONGEST_MESSAGE, Picture, Post
from bot.messages.series import continue_control, series_line
from bot.messages.words import mention, name, terms, with_stone
from bot.storage import Person
from engine import Cell, Claim, Color, Game, NameKomi, Phase, Played, Score, Scoring, TakeButton
from rendering import describe_board, describe_position, diagram
from rendering.words import COLORS, listed, points_text


def turn_post(match: Match, picture: Picture, *, pings: bool) -> Post:
    """The public message of a running match as it stands. It calls the player to act, or only names them."""
    to_act = match.to_act
    assert to_act is not None  # The match is running.
    called = mention(to_act) if pings else name(to_act)
    time = [say("You have time {until}.", until=until(match))] if match.deadline else []
    details = [*score_lines(match), what_is_due(match, called), *time, footer(match)]
    pinged = to_act if pings else None
    return Post(last_turn(match), picture, "\n".join(details), controls=controls_of(match), called=pinged)


def updated_post(match: Match, *, pings: bool) -> Post:
    """The latest message of a running match as it would be now, without its picture, which stays."""
    return turn_post(match, Picture(describe_board(match.game), content=None), pings=pings)


def retired_post(match: Match, note: str = "") -> Post:
    """The same message once the match has moved on: without buttons and without calling anybody."""
    picture = Picture(describe_board(match.game), content=None)
    details = [*score_lines(match), footer(match)]
    return Post(f"{note}\n{last_turn(match)}".strip(), picture, "\n".join(details))


def left_behind_post(match: Match, position: MatchId) -> Post:
    """The same for a message that shows another position than the match is in, be it one taken back."""
    if position.takebacks == match.takebacks:
        return retired_post(match.at(position.ply))
    # What was played there is not stored any more.
    picture = Picture(say("The board before a turn was taken back."), content=None)
    return Post(say("Since then a turn was taken back."), picture, footer(match))


def position_post(match: Match, picture: Picture, viewer: Person, note: str = "") -> Post:
    """The position for one person who looks at it."""
    details = [*score_lines(match), waiting_for(match, viewer), footer(match)]
    controls = _controls_for(match, viewer)
    return Post(f"{note}\n{last_turn(match)}".strip(), picture, "\n".join(details), controls=controls)


def earlier_post(match: Match, picture: Picture) -> Post:
    """A position that the match had at some step; whose turn it is now is another matter."""
    step = say("step {number}", number=match.ply)
    details = [*score_lines(match), f"{footer(match)} · {step}"]
    return Post(last_turn(match), picture, "\n".join(details))


def position_text_post(match: Match, viewer: Person, note: str = "") -> Post:
    """The position in words and as a diagram, for those who read better than they see."""
    diagram_block = f"```\n{diagram(match.game)}\n```"
    room = LONGEST_MESSAGE - len(note) - len(diagram_block) - len(footer(match)) - 2
    words = _whole_lines(describe_position(match.game, outcome=match.early_end), room)
    details = f"{diagram_block}\n{footer(match)}"
    return Post(f"{note}\n{words}".strip(), details=details, controls=_controls_for(match, viewer))


def _controls_for(match: Match, viewer: Person) -> list[Control]:
    """What lets a player go on from here: with their turn, or with what follows a match that is over."""
    if match.is_turn_of(viewer.id):
        return controls_of(match)
    # The message of the result, which has the same button, may be gone.
    is_own = match.player(viewer.id) is not None
    return [continue_control(match)] if match.is_over and is_own else []


def last_turn(match: Match) -> str:
    """What the latest turn was and did, in sentences, and the one that it was planned to answer.

    Before the first turn, who is who.
    """
    if before := match.replied_to:
        return f"{_told_turn(before)} {_told_turn(match, is_planned=True)}"
    return _told_turn(match)


def _told_turn(match: Match, *, is_planned: bool = False) -> str:
    turn = match.game.last_turn
    if not turn:
        first, second = map(name, match.people)
        return say(
            "### Match {number}\n{first} is the first player, {second} the second.",
            number=match.number,
            first=first,
            second=second,
        )
    if match.game.phase is Phase.CHOOSE_COLOR and isinstance(turn[0].action, Cell):
        return say(
            "{player} placed the first stone, a black one, on **{cell}**.",
            player=name(match.record.first),
            cell=turn[0].action,
        )
    claims = [claim for played in turn for claim in played.claims]
    own = [claim for claim in claims if claim.color is turn[0].color]
    lost = [claim for claim in claims if claim.color is not turn[0].color]
    actor = _actor(match, turn[0])
    if is_planned:
        actor = say("{player}, who had planned for that,", player=actor)
    sentences = [_deed(match, actor, turn, own)]
    if lost:
        winner = name(match.person(turn[0].player.opponent))
        sentences.append(say("That gave {player} {ribbons}.", player=winner, ribbons=_claimed(match, lost)))
    return " ".join(sentences)


def what_is_due(match: Match, you: str) -> str:
    """What the player to act must do now, after their mention."""
    game = match.game
    match game.phase:
        case Phase.NAME_KOMI:
            return say(
                "{you}, name komi: the points that White gets for moving second, 0 to {largest}. "
                "{second} then picks a colour.",
                you=you,
                largest=game.options.largest_komi,
                second=name(match.record.second),
            )
        case Phase.PLACE_FIRST_STONE:
            return say(
                "{you}, place the first black stone. {second} then picks a colour.",
                you=you,
                second=name(match.record.second),
            )
        case Phase.CHOOSE_COLOR if game.komi is None:
            return say("{you}, pick your colour. White moves next.", you=you)
        case Phase.CHOOSE_COLOR:
            return say(
                "{you}, pick your colour: White gets {komi} komi, Black moves first.", you=you, komi=game.komi
            )
        case _:
            return _stones_due(match, you)


def waiting_for(match: Match, viewer: Person) -> str:
    """Whose turn it is and till when, told to one person."""
    if match.to_act is None:
        return say("The match is over: {outcome}.", outcome=outcome(match))
    if match.is_turn_of(viewer.id):
        turn, time = _your_turn(match), say("You have time {until}.", until=until(match))
    else:
        player = name(match.to_act)
        turn = say("It is {player}'s turn.", player=player)
        time = say("{player} has time {until}.", player=player, until=until(match))
    return f"{turn} {time}" if match.deadline else turn


def _your_turn(match: Match) -> str:
    match match.game.phase:
        case Phase.NAME_KOMI:
            return say("It is your turn: name komi with `/komi`.")
        case Phase.PLACE_FIRST_STONE:
            return say("It is your turn: place the first black stone with `/move`.")
        case Phase.CHOOSE_COLOR:
            return say("It is your turn: pick your colour with `/color`.")
        case _:
            return say("It is your turn.")


def controls_of(match: Match) -> list[Control]:
    """The buttons of a running match's latest message."""
    game = match.game
    controls = []
    if game.phase is Phase.NAME_KOMI:
        controls.append(for_match(Verb.NAME_KOMI, match, say("Name komi"), ButtonStyle.primary))
        controls.append(for_match(Verb.BALANCE, match, say("Balance")))
    if game.phase is Phase.CHOOSE_COLOR:
        white = say("Play White (+{komi})", komi=game.komi) if game.komi else say("Play White")
        controls.append(for_match(Verb.PLAY_BLACK, match, say("Play Black"), ButtonStyle.primary))
        controls.append(for_match(Verb.PLAY_WHITE, match, white, ButtonStyle.primary))
    if game.phase in (Phase.PLACE_FIRST_STONE, Phase.PLAY):
        controls.append(for_match(Verb.PLAY, match, say("Play"), ButtonStyle.primary))
    if game.can_take_button:
        controls.append(for_match(Verb.TAKE_BUTTON, match, say("Take the button")))
    controls.append(for_match(Verb.MORE, match, say("More")))
    return controls


def score_lines(match: Match) -> list[str]:
    """The score so far, what it consists of, and what is still open; nothing before play."""
    game = match.game
    if not match.person_with(Color.BLACK):
        return []
    sides = " · ".join(_side(match, color) for color in Color)
    open_ribbons = game.open_ribbons
    stones = sum(len(ribbon.cells) for ribbon in open_ribbons)
    still_open = []
    if stones:
        ribbons = say_counted("{count} open ribbon", "{count} open ribbons", len(open_ribbons))
        still_open.append(
            say_counted("{count} stone in {ribbons}", "{count} stones in {ribbons}", stones, ribbons=ribbons)
        )
    if game.options.has_button and game.button is None:
        still_open.append(say("button not taken"))
    return [sides, *([f"-# {', '.join(still_open)}"] if still_open else [])]


def _actor(match: Match, played: Played) -> str:
    """Who acted, with their colour once they have one."""
    person = name(match.person(played.player))
    if isinstance(played.action, NameKomi | Color) or played.color is None:
        return person
    return f"{person} ({COLORS[played.color]})"


def _deed(match: Match, player: str, turn: Sequence[Played], claims: Sequence[Claim]) -> str:
    """What somebody did, and what they claimed by it."""
    match turn[0].action:
        case NameKomi(komi):
            return say("{player} named komi **{komi}**.", player=player, komi=komi)
        case Color() as color:
            chosen = with_stone(color, f"**{COLORS[color]}**")
            return say("{player} chose {color}.", player=player, color=chosen)
        case TakeButton():
            return say("{player} took the **button**.", player=player)
    stones = listed([f"**{played.action}**" for played in turn])
    if claims:
        ribbons = _claimed(match, claims)
        return say(
            "{player} played {cells} and claimed {ribbons}.", player=player, cells=stones, ribbons=ribbons
        )
    return say("{player} played {cells}.", player=player, cells=stones)


def _claimed(match: Match, claims: Sequence[Claim]) -> str:
    """``a ribbon of 6: +6``: the ribbons of one colour, and their points where points decide."""
    ribbons, scoring = claimed_ribbons(claims), match.game.options.scoring
    if scoring is Scoring.LONGEST:
        return ribbons
    lengths = tuple(len(claim.cells) for claim in claims)
    worth = Score(scoring, lengths, komi=0, has_button=False).ribbon_points
    return say("{ribbons}: +{points}", ribbons=ribbons, points=worth)


def _stones_due(match: Match, you: str) -> str:
    game = match.game
    color = game.color_to_move
    assert color is not None  # Stones are due.
    stones = say("one stone") if game.stones_due == 1 else say("two stones")
    due = say(
        "{you}, your turn as {color}: {due}.",
        you=you,
        color=with_stone(color, COLORS[color]),
        due=say("{stones} or the button", stones=stones) if game.can_take_button else stones,
    )
    if _is_first_turn(match):
        return say("{due} Press **Play**, or type `/move`.", due=due)
    return due


def _is_first_turn(match: Match) -> bool:
    """Whether the player to act has placed no stone yet, nor taken the button."""
    placed = {played.player for played in match.game.history if isinstance(played.action, Cell | TakeButton)}
    return match.game.player_to_act not in placed


def _side(match: Match, color: Color) -> str:
    """One colour's part of the score line."""
    person = match.person_with(color)
    assert person is not None  # The colours are chosen.
    score, value = match.game.standing[color], score_value(match.game, color)
    side = with_stone(color, f"{name(person)} **{value}**")
    if score.komi:
        side = say("{side} with komi {komi}", side=side, komi=match.game.komi)
        return say("{side} and the button", side=side) if score.has_button else side
    return say("{side} with the button", side=side) if score.has_button else side


def score_value(game: Game, color: Color) -> str:
    """A colour's score by what is claimed so far, as the scoring counts it."""
    score = game.standing[color]
    if game.options.scoring is Scoring.LONGEST:
        return ", ".join(map(str, score.lengths_with_komi)) or say("no ribbon yet")
    return points_text(score.points)


def _whole_lines(text: str, room: int) -> str:
    """As many of the text's first lines as fit."""
    if len(text) <= room:
        return text
    return text[: text.rindex("\n", 0, room)]


def footer(match: Match) -> str:
    """Which match it is, on which terms."""
    parts = [say("Match {number}", number=match.number), series_line(match)]
    return f"-# {' · '.join([*filter(None, parts), terms(match.record.options, match.record.pace)])}"
