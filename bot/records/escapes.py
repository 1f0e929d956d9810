"""Names on one line, whatever signs they are made of."""

from __future__ import annotations

import re
import unicodedata

_ESCAPE = re.compile(r"\\(?:\\|u\{([0-9A-F]{1,6})\})")
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}
"""Categories of signs that don't show what they are."""


def escaped(name: str) -> str:
    r"""A name in which every sign can be seen or is written by its number, blanks at the ends too.

    >>> print(escaped("A\n"))
    A\u{A}
    """
    # Blanks at the ends would be lost to editors that tidy up.
    first, last = len(name) - len(name.lstrip(" ")), len(name.rstrip(" "))
    signs = enumerate(name)
    return "".join(_escaped(sign, must=not first <= place < last) for place, sign in signs)


def unescaped(written: str) -> str:
    """The inverse of `escaped`. Raises ValueError for a backslash that begins no escape."""
    if "\\" in _ESCAPE.sub("", written):
        raise ValueError("a lone backslash")
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else "\\", written)


def _escaped(sign: str, *, must: bool) -> str:
    if sign == "\\":
        return "\\\\"
    is_seen = sign == " " or unicodedata.category(sign) not in _UNSEEN
    return sign if is_seen and not must else f"\\u{{{ord(sign):X}}}"
