"""What Discord shows: the use cases' outcomes as sentences, pictures and buttons."""

from bot.messages.calls import turn_call_post, unreached_post
from bot.messages.challenges import challenge_list_posts, challenge_post
from bot.messages.clocks import call_post, time_given_post, win_claimed_post
from bot.messages.controls import Control, Press, Verb
from bot.messages.effects import button_effect, effect
from bot.messages.guide import RULES, help_post, rules_post
from bot.messages.language import say, speak, speaking, translation
from bot.messages.lists import (
    Inbox,
    board_caption,
    boards_in_words,
    boards_post,
    match_choice,
    match_list_post,
)
from bot.messages.menus import legal_moves_post, more_post, resign_post
from bot.messages.notices import (
    fault_post,
    goes_on_post,
    lost_post,
    not_shown_post,
    not_stored_post,
    outdated_post,
    resigned_post,
    shown_apart_post,
    unknown_command_post,
    unusable_option_post,
)
from bot.messages.places import (
    NoThread,
    Permission,
    arrival_sentence,
    homeless_post,
    no_thread_sentence,
    noted,
    result_announced_post,
    thread_name,
    thread_opened_post,
)
from bot.messages.posts import Picture, Post
from bot.messages.preferences import preference_choice, preferences_post
from bot.messages.privacy import (
    DataRequest,
    deleted_post,
    deletion_post,
    export_post,
    kept_post,
)
from bot.messages.proposals import proposal_post
from bot.messages.records import loaded_post, record_post
from bot.messages.replays import animation_post, replay_post
from bot.messages.replies import fallen_note, plans_post
from bot.messages.results import result_post
from bot.messages.selections import Preference, Selection, SelectionControl, Setting
from bot.messages.series import balance_post, balanced_post
from bot.messages.settings import setting_choice, settings_post
from bot.messages.statistics import leaderboard_post, statistics_post, tallies_in_words, variant_of
from bot.messages.taps import Purpose, Tap, TapControl, TapStep
from bot.messages.turns import (
    earlier_post,
    left_behind_post,
    position_post,
    position_text_post,
    retired_post,
    turn_post,
    updated_post,
)
from bot.messages.whatifs import cells_post, outcome_post, played_post, rows_post

__all__ = [
    "RULES",
    "Control",
    "DataRequest",
    "Inbox",
    "NoThread",
    "Permission",
    "Picture",
    "Post",
    "Preference",
    "Press",
    "Purpose",
    "Selection",
    "SelectionControl",
    "Setting",
    "Tap",
    "TapControl",
    "TapStep",
    "Verb",
    "animation_post",
    "arrival_sentence",
    "balance_post",
    "balanced_post",
    "board_caption",
    "boards_in_words",
    "boards_post",
    "button_effect",
    "call_post",
    "cells_post",
    "challenge_list_posts",
    "challenge_post",
    "deleted_post",
    "deletion_post",
    "earlier_post",
    "effect",
    "export_post",
    "fallen_note",
    "fault_post",
    "goes_on_post",
    "help_post",
    "homeless_post",
    "kept_post",
    "leaderboard_post",
    "left_behind_post",
    "legal_moves_post",
    "loaded_post",
    "lost_post",
    "match_choice",
    "match_list_post",
    "more_post",
    "no_thread_sentence",
    "not_shown_post",
    "not_stored_post",
    "noted",
    "outcome_post",
    "outdated_post",
    "plans_post",
    "played_post",
    "position_post",
    "position_text_post",
    "preference_choice",
    "preferences_post",
    "proposal_post",
    "record_post",
    "replay_post",
    "resign_post",
    "resigned_post",
    "result_announced_post",
    "result_post",
    "retired_post",
    "rows_post",
    "rules_post",
    "say",
    "setting_choice",
    "settings_post",
    "shown_apart_post",
    "speak",
    "speaking",
    "statistics_post",
    "tallies_in_words",
    "thread_name",
    "thread_opened_post",
    "time_given_post",
    "translation",
    "turn_call_post",
    "turn_post",
    "unknown_command_post",
    "unreached_post",
    "unusable_option_post",
    "updated_post",
    "variant_of",
    "win_claimed_post",
]
