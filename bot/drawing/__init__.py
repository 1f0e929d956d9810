"""Drawing in processes of its own, beside the event loop.

They import nothing of the bot but this package and the catalogues of languages, so that each is small and
there in a moment.
"""
