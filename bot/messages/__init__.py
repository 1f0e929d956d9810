"""What Discord shows: the use cases' outcomes as sentences, pictures and buttons."""

from bot.messages.challenges import challenge_list_posts, challenge_post
from bot.messages.controls import Control, Press, Verb
from bot.messages.guide import help_post, rules_posts
from bot.messages.lists import match_list_post
from bot.messages.menus import more_post, resign_post
from bot.messages.posts import Picture, Post
from bot.messages.results import result_post
from bot.messages.turns import effect, position_post, retired_post, turn_post

__all__ = [
    "Control",
    "Picture",
    "Post",
    "Press",
    "Verb",
    "challenge_list_posts",
    "challenge_post",
    "effect",
    "help_post",
    "match_list_post",
    "more_post",
    "position_post",
    "resign_post",
    "result_post",
    "retired_post",
    "rules_posts",
    "turn_post",
]
