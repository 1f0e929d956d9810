"""What Discord shows: the use cases' outcomes as sentences, pictures and buttons."""

from bot.messages.challenges import challenge_list_posts, challenge_post
from bot.messages.controls import Control, Press, Verb
from bot.messages.guide import RULES, help_post, rules_post
from bot.messages.lists import match_list_post
from bot.messages.looks import preferences_post, settings_post
from bot.messages.menus import more_post, resign_post
from bot.messages.posts import LONGEST_ALT_TEXT, Picture, Post
from bot.messages.replays import animation_post, replay_post
from bot.messages.results import result_post
from bot.messages.turns import effect, position_post, position_text_post, retired_post, turn_post

__all__ = [
    "LONGEST_ALT_TEXT",
    "RULES",
    "Control",
    "Picture",
    "Post",
    "Press",
    "Verb",
    "animation_post",
    "challenge_list_posts",
    "challenge_post",
    "effect",
    "help_post",
    "match_list_post",
    "more_post",
    "position_post",
    "position_text_post",
    "preferences_post",
    "replay_post",
    "resign_post",
    "result_post",
    "retired_post",
    "rules_post",
    "settings_post",
    "turn_post",
]
