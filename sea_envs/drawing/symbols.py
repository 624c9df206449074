"""Small pictures for cards and figures, by name."""

from __future__ import annotations

import math

from sea_envs.drawing.shapes import Outline, Oval, Point, Shape, Stroke, eye, ring, wave


def _fish(x: float, y: float, size: float) -> tuple[Shape, ...]:
    """Draw a fish that swims to the right."""

    def at(right: float, down: float) -> Point:
        return x + right * size, y + down * size

    return (
        Outline((at(-0.22, 0), at(-0.5, -0.26), at(-0.42, 0), at(-0.5, 0.26))),
        Outline((at(-0.12, -0.18), at(0.06, -0.36), at(0.2, -0.16)), "dark"),
        Oval(at(0.08, 0), (0.38 * size, 0.25 * size)),
        Stroke((at(0.16, -0.2), at(0.12, 0), at(0.16, 0.2)), 0.05 * size, "light"),
        *eye(*at(0.3, -0.06), 0.065 * size),
    )


def _shark() -> tuple[Shape, ...]:
    return (
        Outline(((0.24, 0.5), (0.02, 0.26), (0.09, 0.52), (0.02, 0.74))),
        Outline(((0.4, 0.36), (0.52, 0.1), (0.64, 0.38))),
        Outline(((0.48, 0.6), (0.44, 0.82), (0.64, 0.62))),
        Outline(
            ((0.18, 0.48), (0.36, 0.36), (0.62, 0.34), (0.84, 0.42), (0.98, 0.54), (0.8, 0.56)),
        ),
        Outline(((0.18, 0.5), (0.8, 0.56), (0.9, 0.6), (0.7, 0.68), (0.4, 0.64)), "light"),
        Stroke(((0.66, 0.44), (0.64, 0.56)), 0.025, "dark"),
        Stroke(((0.6, 0.44), (0.58, 0.56)), 0.025, "dark"),
        *eye(0.82, 0.48, 0.035),
    )


def _octopus() -> tuple[Shape, ...]:
    arms = tuple(
        Stroke(wave((0.36 + 0.07 * i, 0.5), (0.12 + 0.19 * i, 0.92), swing=0.05, bends=2), 0.09)
        for i in range(5)
    )
    return (
        *arms,
        Oval((0.5, 0.36), (0.27, 0.29)),
        *eye(0.41, 0.38, 0.06),
        *eye(0.59, 0.38, 0.06),
    )


def _turtle() -> tuple[Shape, ...]:
    return (
        Oval((0.22, 0.28), (0.15, 0.08)),
        Oval((0.22, 0.72), (0.15, 0.08)),
        Oval((0.66, 0.22), (0.09, 0.16)),
        Oval((0.66, 0.78), (0.09, 0.16)),
        Oval((0.87, 0.5), (0.12, 0.1)),
        Oval((0.48, 0.5), (0.34, 0.29), "dark"),
        Oval((0.48, 0.5), (0.3, 0.25)),
        Outline(ring((0.48, 0.5), 0.14, corners=6), "light"),
        *eye(0.91, 0.47, 0.03),
    )


def _crab() -> tuple[Shape, ...]:
    legs = tuple(
        Stroke(((0.5 + side * 0.2, 0.6), (0.5 + side * reach, down)), 0.05, "dark")
        for side in (-1, 1)
        for reach, down in ((0.44, 0.62), (0.42, 0.76), (0.32, 0.88))
    )
    claws = tuple(
        shape
        for side in (-1, 1)
        for shape in (
            Stroke(((0.5 + side * 0.24, 0.5), (0.5 + side * 0.38, 0.3)), 0.07),
            Oval((0.5 + side * 0.36, 0.22), (0.12, 0.13)),
            Outline(
                ((0.5 + side * 0.36, 0.22), (0.5 + side * 0.3, 0.04), (0.5 + side * 0.42, 0.06)),
                "light",
            ),
        )
    )
    return (
        *legs,
        *claws,
        Oval((0.5, 0.58), (0.3, 0.2)),
        *eye(0.42, 0.5, 0.05),
        *eye(0.58, 0.5, 0.05),
    )


def _starfish() -> tuple[Shape, ...]:
    star = ring((0.5, 0.53), 0.46, corners=10, start=-math.pi / 2, inner=0.45)
    dots = ring((0.5, 0.53), 0.24, corners=5, start=-math.pi / 2)
    return (
        Outline(star),
        *(Oval(dot, (0.04, 0.04), "light") for dot in dots),
        Oval((0.5, 0.53), (0.06, 0.06), "light"),
    )


def _coral() -> tuple[Shape, ...]:
    branches = (
        ((0.5, 0.92), (0.5, 0.5), (0.44, 0.12)),
        ((0.5, 0.7), (0.3, 0.5), (0.24, 0.22)),
        ((0.5, 0.74), (0.7, 0.54), (0.78, 0.24)),
        ((0.36, 0.56), (0.14, 0.48), (0.1, 0.36)),
        ((0.66, 0.58), (0.86, 0.52), (0.9, 0.42)),
        ((0.5, 0.46), (0.6, 0.32), (0.6, 0.16)),
    )
    tips = tuple(Oval(branch[-1], (0.06, 0.06), "light") for branch in branches)
    return (*(Stroke(branch, 0.1) for branch in branches), *tips)


def _bone() -> tuple[Shape, ...]:
    ribs = tuple(
        Stroke(((x, 0.5 - half), (x + 0.05, 0.5), (x, 0.5 + half)), 0.04, "dark")
        for x, half in ((0.26, 0.12), (0.38, 0.18), (0.5, 0.22))
    )
    return (
        Stroke(((0.12, 0.5), (0.66, 0.5)), 0.045, "dark"),
        Stroke(((0.04, 0.3), (0.14, 0.5), (0.04, 0.7)), 0.045, "dark"),
        *ribs,
        Outline(((0.62, 0.28), (0.8, 0.34), (0.96, 0.52), (0.8, 0.66), (0.62, 0.72)), "dark"),
        Oval((0.78, 0.45), (0.05, 0.05), "light"),
    )


def _ray() -> tuple[Shape, ...]:
    return (
        Stroke(wave((0.5, 0.6), (0.62, 0.98), swing=0.05, bends=2), 0.04, "dark"),
        Outline(
            (
                (0.5, 0.08),
                (0.64, 0.24),
                (0.98, 0.44),
                (0.7, 0.58),
                (0.5, 0.76),
                (0.3, 0.58),
                (0.02, 0.44),
                (0.36, 0.24),
            )
        ),
        *eye(0.42, 0.26),
        *eye(0.58, 0.26),
    )


def _lanternfish() -> tuple[Shape, ...]:
    return (
        *_fish(0.46, 0.6, 0.86),
        Stroke(((0.56, 0.44), (0.66, 0.16), (0.82, 0.2)), 0.035, "dark"),
        Oval((0.86, 0.24), (0.1, 0.1), "light"),
        Oval((0.86, 0.24), (0.055, 0.055)),
    )


def _beach() -> tuple[Shape, ...]:
    return (
        Outline(((0.02, 0.84), (0.3, 0.62), (0.72, 0.62), (0.98, 0.84))),
        Stroke(((0.46, 0.66), (0.5, 0.46), (0.58, 0.3)), 0.06, "dark"),
        *(
            Stroke(((0.58, 0.3), (0.58 + right, 0.3 + down)), 0.07, "dark")
            for right, down in ((-0.3, 0.06), (-0.2, -0.16), (0.08, -0.22), (0.3, -0.04))
        ),
        Oval((0.16, 0.2), (0.1, 0.1), "light"),
        Stroke(wave((0.02, 0.93), (0.98, 0.93), swing=0.025, bends=6), 0.04, "light"),
    )


def _whale() -> tuple[Shape, ...]:
    return (
        Outline(((0.2, 0.52), (0.0, 0.24), (0.14, 0.34), (0.26, 0.22), (0.3, 0.5))),
        Oval((0.58, 0.6), (0.4, 0.25)),
        Outline(((0.3, 0.74), (0.96, 0.66), (0.8, 0.82), (0.5, 0.86)), "light"),
        Stroke(((0.66, 0.34), (0.58, 0.16)), 0.035, "light"),
        Stroke(((0.66, 0.34), (0.74, 0.16)), 0.035, "light"),
        *eye(0.8, 0.56, 0.035),
    )


def _seal() -> tuple[Shape, ...]:
    return (
        Outline(
            (
                (0.1, 0.86),
                (0.02, 0.68),
                (0.2, 0.74),
                (0.5, 0.5),
                (0.62, 0.24),
                (0.84, 0.3),
                (0.78, 0.62),
                (0.66, 0.88),
            )
        ),
        Oval((0.74, 0.24), (0.15, 0.14)),
        Outline(((0.5, 0.72), (0.36, 0.96), (0.62, 0.86)), "dark"),
        Oval((0.89, 0.26), (0.045, 0.04), "dark"),
        *eye(0.75, 0.2, 0.035),
    )


def _angler() -> tuple[Shape, ...]:
    return (
        Outline(((0.06, 0.74), (0.6, 0.74), (0.52, 0.92), (0.14, 0.92))),
        Oval((0.26, 0.36), (0.1, 0.1)),
        Outline(((0.14, 0.74), (0.18, 0.48), (0.36, 0.48), (0.4, 0.74)), "dark"),
        Stroke(((0.34, 0.56), (0.88, 0.12)), 0.04, "dark"),
        Stroke(((0.88, 0.12), (0.88, 0.78), (0.8, 0.84), (0.76, 0.76)), 0.025, "dark"),
    )


def _shell() -> tuple[Shape, ...]:
    fan = tuple(
        (0.5 + 0.42 * math.cos(a), 0.56 - 0.42 * math.sin(a))
        for a in (math.pi * step / 8 for step in range(9))
    )
    return (
        Outline(((0.5, 0.9), *fan)),
        *(Stroke(((0.5, 0.88), tip), 0.03, "light") for tip in fan[1:8:2]),
        Outline(((0.38, 0.84), (0.62, 0.84), (0.58, 0.95), (0.42, 0.95)), "dark"),
    )


def _spill() -> tuple[Shape, ...]:
    return (
        Outline(((0.5, 0.06), (0.78, 0.52), (0.22, 0.52)), "dark"),
        Oval((0.5, 0.64), (0.3, 0.29), "dark"),
        Stroke(((0.38, 0.54), (0.62, 0.78)), 0.06, "light"),
        Stroke(((0.62, 0.54), (0.38, 0.78)), 0.06, "light"),
    )


def _sack() -> tuple[Shape, ...]:
    return (
        Outline(
            (
                (0.36, 0.3),
                (0.3, 0.08),
                (0.44, 0.16),
                (0.5, 0.08),
                (0.56, 0.16),
                (0.7, 0.08),
                (0.64, 0.3),
            )
        ),
        Oval((0.5, 0.62), (0.36, 0.32)),
        Stroke(((0.34, 0.31), (0.66, 0.31)), 0.06, "dark"),
        Oval((0.5, 0.62), (0.13, 0.13), "light"),
    )


def _chest() -> tuple[Shape, ...]:
    return (
        Outline(
            ((0.08, 0.46), (0.12, 0.26), (0.26, 0.16), (0.74, 0.16), (0.88, 0.26), (0.92, 0.46))
        ),
        Outline(((0.08, 0.5), (0.92, 0.5), (0.92, 0.88), (0.08, 0.88))),
        Stroke(((0.08, 0.48), (0.92, 0.48)), 0.05, "dark"),
        Outline(((0.42, 0.42), (0.58, 0.42), (0.58, 0.64), (0.42, 0.64)), "light"),
        Oval((0.5, 0.53), (0.04, 0.04), "dark"),
    )


def _sword() -> tuple[Shape, ...]:
    return (
        Outline(((0.9, 0.06), (0.94, 0.22), (0.42, 0.7), (0.32, 0.6)), "light"),
        Stroke(((0.9, 0.08), (0.36, 0.66)), 0.04, "dark"),
        Stroke(((0.22, 0.5), (0.52, 0.8)), 0.08, "dark"),
        Stroke(((0.34, 0.68), (0.1, 0.92)), 0.1),
    )


def _skull() -> tuple[Shape, ...]:
    return (
        Oval((0.5, 0.42), (0.36, 0.34), "light"),
        Outline(((0.32, 0.64), (0.68, 0.64), (0.66, 0.92), (0.34, 0.92)), "light"),
        Oval((0.37, 0.44), (0.1, 0.11), "dark"),
        Oval((0.63, 0.44), (0.1, 0.11), "dark"),
        Outline(((0.5, 0.54), (0.56, 0.66), (0.44, 0.66)), "dark"),
        *(Stroke(((x, 0.76), (x, 0.92)), 0.03, "dark") for x in (0.42, 0.5, 0.58)),
    )


def _star() -> tuple[Shape, ...]:
    star = ring((0.5, 0.54), 0.46, corners=10, start=-math.pi / 2, inner=0.42)
    return (Outline(star), Oval((0.5, 0.54), (0.12, 0.12), "light"))


SYMBOLS: dict[str, tuple[Shape, ...]] = {
    "fish": _fish(0.5, 0.5, 0.96),
    "two fish": (*_fish(0.4, 0.3, 0.66), *_fish(0.6, 0.72, 0.66)),
    "shark": _shark(),
    "octopus": _octopus(),
    "turtle": _turtle(),
    "crab": _crab(),
    "starfish": _starfish(),
    "coral": _coral(),
    "bone": _bone(),
    "ray": _ray(),
    "lanternfish": _lanternfish(),
    "beach": _beach(),
    "whale": _whale(),
    "seal": _seal(),
    "angler": _angler(),
    "shell": _shell(),
    "spill": _spill(),
    "star": _star(),
    "sack": _sack(),
    "chest": _chest(),
    "sword": _sword(),
    "skull": _skull(),
}


def symbol(name: str) -> tuple[Shape, ...]:
    """Look the shapes of a symbol up; ValueError names the possible ones."""
    if name not in SYMBOLS:
        raise ValueError(f"no symbol {name!r}; there are {', '.join(SYMBOLS)}")
    return SYMBOLS[name]
