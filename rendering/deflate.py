"""Compressing pixels: zlib's own way, or zlib-ng's where that is installed (``pip install zlib-ng``)."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

_LEVEL = 3
"""Of zlib: levels 1 and 2 save next to no time here; 4 takes half as long again for a tenth less."""
_NEXT_LEVEL = 5
"""Of zlib-ng: as fast as zlib's level 3 and a fifth smaller."""


def _chosen() -> Callable[[bytes], bytes]:
    if find_spec("zlib_ng"):
        compress = import_module("zlib_ng.zlib_ng").compress
        return lambda pixels: bytes(compress(pixels, _NEXT_LEVEL))
    return lambda pixels: zlib.compress(pixels, _LEVEL)


deflate = _chosen()
"""Compress in the zlib format. The same pixels give the same bytes, for one and the same library."""
