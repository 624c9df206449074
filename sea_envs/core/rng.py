"""Chance whose whole memory is four words: xoshiro128++ by Blackman and Vigna.

Written with plain whole numbers below 2**63, so that compiled and uncompiled runs give the same
bytes. `state` is anything with a field `rng` of four uint32 words.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.errors import BadOption
from sea_envs.core.jit import kernel

WORDS = 4
_MASK = 0xFFFFFFFF


def seed_words(seed: int | None) -> npt.NDArray[np.uint32]:
    """Four words from a seed of any size; from the operating system's entropy for None.

    Raises BadOption for anything but a whole number from 0.
    """
    return words_of(sequence(seed))


def sequence(seed: int | None) -> np.random.SeedSequence:
    """Numpy's way from a seed to chance; BadOption for all but whole numbers from 0 and None."""
    if seed is not None and not (isinstance(seed, int | np.integer) and seed >= 0):
        raise BadOption(f"seed={seed!r}: possible: a whole number from 0, or None")
    return np.random.SeedSequence(seed)


def words_of(source: np.random.SeedSequence) -> npt.NDArray[np.uint32]:
    """The first four words of a source of chance."""
    return source.generate_state(WORDS, np.uint32).astype(np.uint32, copy=False)


def words_from(chance: np.random.Generator) -> npt.NDArray[np.uint32]:
    """Four words drawn from a numpy generator."""
    return chance.integers(1, _MASK, WORDS, dtype=np.uint32, endpoint=True)


@kernel
def next_word(words: Any) -> int:
    """The next 32 random bits; `words` [4] moves on."""
    a, b, c, d = int(words[0]), int(words[1]), int(words[2]), int(words[3])
    total = (a + d) & _MASK
    result = (((total << 7) & _MASK) | (total >> 25)) + a & _MASK
    shifted = (b << 9) & _MASK
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = ((d << 11) & _MASK) | (d >> 21)
    words[0], words[1], words[2], words[3] = a, b, c, d
    return result


@kernel
def below_from(words: Any, bound: int) -> int:
    """A whole number from 0 to bound - 1, every one equally likely."""
    if bound <= 1:
        return 0
    # Lemire's multiplication, exact by rejection; int() for numpy's small types.
    bound = int(bound)
    product = next_word(words) * bound
    if (product & _MASK) < bound:
        threshold = (1 << 32) % bound
        while (product & _MASK) < threshold:
            product = next_word(words) * bound
    return product >> 32


def luck_rows(rows: npt.NDArray[Any], words: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """A number in [0, 1) for each of `rows`; words [all rows, 4], each row's chance, move on."""
    luck = np.empty(len(rows))
    _fill_luck(rows, words, luck)
    return luck


@kernel
def _fill_luck(rows: Any, words: Any, luck: Any) -> None:
    for place in range(rows.shape[0]):
        luck[place] = next_word(words[rows[place]]) / 4294967296.0


@kernel
def below(state: Any, bound: int) -> int:
    """A whole number from 0 to bound - 1 out of the state's own chance."""
    return below_from(state.rng, bound)


@kernel
def shuffle(state: Any, items: Any, start: int, stop: int) -> None:
    """Put items[start:stop] into random order."""
    for last in range(stop - 1, start, -1):
        other = start + below_from(state.rng, last - start + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


@kernel
def shuffle_afresh(state: Any, items: Any, start: int, stop: int) -> None:
    """Put items[start:stop] into a random order that owes nothing to the order they lay in.

    For `reshuffle_unseen`: what follows from given chance must not depend on where the unseen lay.
    """
    for place in range(start + 1, stop):
        item = items[place]
        before = place - 1
        while before >= start and items[before] > item:
            items[before + 1] = items[before]
            before -= 1
        items[before + 1] = item
    shuffle(state, items, start, stop)


@kernel
def note(state: Any, value: int) -> None:
    """Write down what chance did, for the event lines; every decision begins with no notes."""
    state.notes[state.noted] = value
    state.noted += 1
