"""Buttons and forms: each reads its custom id, calls a use case and shows the outcome."""

from bot.components import (
    challenges,
    clocks,
    inbox,
    look,
    play,
    privacy,
    proposals,
    records,
    settings,
    statistics,
    taps,
)
from bot.components.forms import FormKind, Submission
from bot.messages import TapStep, Verb
from bot.storage import ProposalKind
from engine import Color, TakeButton

PRESSES = {
    Verb.ACCEPT: challenges.accept,
    Verb.DECLINE: challenges.decline,
    Verb.WITHDRAW: challenges.withdraw,
    Verb.NEXT_GAME: challenges.next_game,
    Verb.REMATCH: challenges.rematch,
    Verb.NAME_KOMI: play.name_komi,
    Verb.BALANCE: play.balance,
    Verb.BALANCED_KOMI: play.name_balanced_komi,
    Verb.PLAY_BLACK: play.act(Color.BLACK),
    Verb.PLAY_WHITE: play.act(Color.WHITE),
    Verb.PLAY: taps.open_play,
    Verb.PLAN_REPLY: taps.open_plan,
    Verb.FORGET_REPLIES: play.forget_replies,
    Verb.TAKE_BUTTON: play.act(TakeButton()),
    Verb.MORE: play.more,
    Verb.LEGAL_MOVES: play.legal_moves,
    Verb.ASK_TAKEBACK: proposals.propose(ProposalKind.TAKEBACK),
    Verb.OFFER_DRAW: proposals.propose(ProposalKind.DRAW),
    Verb.ASK_CANCEL: proposals.propose(ProposalKind.CANCEL),
    Verb.AGREE: proposals.agree,
    Verb.DISAGREE: proposals.disagree,
    Verb.GIVE_TIME: clocks.give_time,
    Verb.CLAIM_WIN: clocks.claim_win,
    Verb.BOARDS: inbox.show_boards,
    Verb.BOARDS_PAGE: inbox.turn_boards_page,
    Verb.CONTINUE_HERE: inbox.continue_here,
    Verb.RESIGN: play.resign,
    Verb.RESIGN_SURELY: play.resign_surely,
    Verb.KEEP_PLAYING: play.keep_playing,
    Verb.REPLAY: look.open_replay,
    Verb.REPLAY_START: look.step_to(lambda ply: 0),
    Verb.REPLAY_BACK: look.step_to(lambda ply: max(ply - 1, 0)),
    Verb.REPLAY_ON: look.step_to(lambda ply: ply + 1),
    Verb.REPLAY_END: look.step_to(lambda ply: look.LAST),
    Verb.REPLAY_JUMP: look.ask_for_move,
    Verb.ANIMATE: look.animate,
    Verb.RULES_PAGE: look.turn_page,
    Verb.RECORD: records.give,
    Verb.LOADED_START: records.step_to(lambda ply: 0),
    Verb.LOADED_BACK: records.step_to(lambda ply: max(ply - 1, 0)),
    Verb.LOADED_ON: records.step_to(lambda ply: ply + 1),
    Verb.LOADED_END: records.step_to(lambda ply: look.LAST),
    Verb.EXPORT_DATA: privacy.export,
    Verb.DELETE_DATA: privacy.ask_for_deletion,
    Verb.DELETE_SURELY: privacy.delete,
    Verb.KEEP_DATA: privacy.keep,
    Verb.LEADERBOARD: statistics.turn_page,
}
"""What each button does."""

OPEN_A_FORM = frozenset({Verb.NAME_KOMI, Verb.REPLAY_JUMP})

SUBMISSIONS = {
    FormKind.KOMI: play.komi_named,
    FormKind.JUMP: look.jump,
    FormKind.TIME_ZONE: settings.time_zone_named,
}
"""What each form does when it is submitted."""

TAPS = {
    TapStep.ROWS: taps.show_rows,
    TapStep.ROW: taps.choose_row,
    TapStep.CELL: taps.choose_cell,
    TapStep.BUTTON: taps.choose_button,
    TapStep.BACK: taps.go_back,
    TapStep.CONFIRM: taps.confirm,
}
"""What each step of playing by taps does."""

SELECT = settings.select
"""What each menu and button of settings and preferences does."""

__all__ = ["OPEN_A_FORM", "PRESSES", "SELECT", "SUBMISSIONS", "TAPS", "Submission"]
