"""How colours look to different eyes."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageChops

from rendering.theme import RGB

_MATRICES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""For linear RGB, at full severity: Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009)."""

EYES = ("all colours", *_MATRICES, "grey")


def linear(part: float) -> float:
    """A component of sRGB, 0 to 255, as an amount of light from 0 to 1 (WCAG 2.2, IEC 61966-2-1)."""
    part /= 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def luminance(color: RGB) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    red, green, blue = map(linear, color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """The contrast ratio of WCAG 2.2."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def seen_by(eyes: str) -> Callable[[RGB], RGB]:
    """How one of `EYES` sees a colour."""
    if eyes == "all colours":
        return lambda color: color
    if eyes == "grey":
        return _as_grey
    rows = _MATRICES[eyes]

    def seen(color: RGB) -> RGB:
        light = [linear(part) for part in color]
        red, green, blue = (
            _encoded(sum(share * part for share, part in zip(row, light, strict=True))) for row in rows
        )
        return red, green, blue

    return seen


def _as_grey(color: RGB) -> RGB:
    grey = _encoded(luminance(color))
    return grey, grey, grey


def _encoded(light: float) -> int:
    light = min(max(light, 0.0), 1.0)
    return round(255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))


def share_that_differs(one: Image.Image, other: Image.Image, least: int = 40) -> float:
    """The share of pixels of which a component differs by at least so much (of 255)."""
    parts = ImageChops.difference(one, other).split()
    most = parts[0]
    for part in parts[1:]:
        most = ImageChops.lighter(most, part)
    histogram = most.histogram()
    return sum(histogram[least:]) / sum(histogram)
