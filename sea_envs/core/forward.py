"""A network's arithmetic without a learning library: a row gives the same bits in any batch."""

from typing import Any

import numpy as np

from sea_envs.core.jit import kernel

ACTIVATIONS = ("relu", "tanh")
RELU, TANH, NONE = range(3)
KERNEL, STRIDE = 3, 2
"""Rows and columns that a convolution sees, and how far it moves on."""


@kernel
def dense_rows(inputs: Any, flat: Any, widths: Any, inner: int, last: int, outputs: Any) -> None:
    """Layers of a network, row by row. flat: each layer's weights [in, out] and then its biases."""
    widest = 0
    for width in widths:
        widest = max(widest, width)
    one = np.zeros(widest, np.float32)
    two = np.zeros(widest, np.float32)
    found = np.zeros(widest, np.int64)
    layers = widths.shape[0] - 1
    for row in range(inputs.shape[0]):
        for place in range(widths[0]):
            one[place] = inputs[row, place]
        at = 0
        for layer in range(layers):
            taken, given = widths[layer], widths[layer + 1]
            weights = flat[at : at + taken * given].reshape((taken, given))
            at += taken * given
            dense(one, weights, flat[at : at + given], found, two)
            at += given
            activate(two, widths[layer + 1], inner if layer < layers - 1 else last)
            one, two = two, one
        for place in range(widths[layers]):
            outputs[row, place] = one[place]


@kernel
def dense(values: Any, weights: Any, biases: Any, found: Any, out: Any) -> None:
    """One layer. values [in or more]; weights [in, out]; biases [out]; found: room for [in]; out
    [out or more].

    Most of an observation is zero, and half of what relu lets through: only the rest is worth a
    pass over `out`, and four at a time are one pass. The order of the sums depends on nothing but
    the values.
    """
    given = weights.shape[1]
    for target in range(given):
        out[target] = biases[target]
    count = 0
    for place in range(weights.shape[0]):
        found[count] = place
        count += values[place] != 0
    fours = count - count % 4
    for start in range(0, fours, 4):
        a, b, c, d = found[start], found[start + 1], found[start + 2], found[start + 3]
        p, q, r, s = values[a], values[b], values[c], values[d]
        for target in range(given):
            out[target] += (
                p * weights[a, target]
                + q * weights[b, target]
                + r * weights[c, target]
                + s * weights[d, target]
            )
    for start in range(fours, count):
        a = found[start]
        p = values[a]
        for target in range(given):
            out[target] += p * weights[a, target]


@kernel
def activate(values: Any, count: int, activation: int) -> None:
    """Apply an activation to the first `count` values, in place."""
    if activation == RELU:
        for place in range(count):
            values[place] = max(values[place], np.float32(0))
    elif activation == TANH:
        for place in range(count):
            values[place] = np.tanh(values[place])


@kernel
def draw_rows(logits: Any, masks: Any, chance: Any, best: bool, actions: Any, logs: Any) -> None:
    """Choose a legal action in every row and note the logarithm of its probability.

    chance [k] in [0, 1) picks from the probabilities; best: the likeliest, the first of equals.
    """
    for row in range(logits.shape[0]):
        top = -1
        for action in range(logits.shape[1]):
            if masks[row, action] and (top < 0 or logits[row, action] > logits[row, top]):
                top = action
        total = 0.0
        for action in range(logits.shape[1]):
            if masks[row, action]:
                total += np.exp(float(logits[row, action] - logits[row, top]))
        chosen = top
        if not best:
            left = chance[row] * total
            for action in range(logits.shape[1]):
                if masks[row, action]:
                    left -= np.exp(float(logits[row, action] - logits[row, top]))
                    if left < 0:
                        chosen = action
                        break
        actions[row] = chosen
        logs[row] = float(logits[row, chosen] - logits[row, top]) - np.log(total)


@kernel
def look_up_rows(
    cells: Any, start: int, table: Any, biases: Any, activation: int, outputs: Any
) -> None:
    """A dense layer over boards whose cells each hold one of some kinds of things, or nothing.

    cells [k, start + boards x cells or more]: code / kinds, 0 for nothing; table [cells, kinds,
    out]: what a thing in a cell adds; biases [out]; outputs [k, boards x out].
    """
    places, kinds, given = table.shape
    for row in range(cells.shape[0]):
        for board in range(outputs.shape[1] // given):
            found = outputs[row, given * board : given * (board + 1)]
            for target in range(given):
                found[target] = biases[target]
            for place in range(places):
                cell = cells[row, start + places * board + place]
                if cell != 0:
                    things = table[place, int(cell * kinds + 0.5) - 1]
                    for target in range(given):
                        found[target] += things[target]
            activate(found, given, activation)


@kernel
def speak_rows(codes: Any, table: Any, contexts: Any, logits: Any) -> None:
    """Let what lies on and around each cell of boards speak for the action that names the cell.

    codes [k, boards, rows, columns]: categories, 0 for nothing there; table [n, n, categories - 1,
    r], n odd: what a thing at that place around a cell stands for; contexts [k, boards, r]: what
    that is worth on each board; logits [k, cells]: added to.
    """
    _, boards, height, width = codes.shape
    around = table.shape[0]
    for row in range(codes.shape[0]):
        for board in range(boards):
            for down in range(height):
                for across in range(width):
                    code = codes[row, board, down, across]
                    if code == 0:
                        continue
                    for above in range(around):
                        for before in range(around):
                            # The cell from which this one lies at (above, before) around it.
                            to, at = down + around // 2 - above, across + around // 2 - before
                            if 0 <= to < height and 0 <= at < width:
                                total = np.float32(0)
                                for place in range(table.shape[3]):
                                    total += (
                                        table[above, before, code - 1, place]
                                        * contexts[row, board, place]
                                    )
                                logits[row, to * width + at] += total


def convolved(size: int) -> int:
    """Rows (or columns) of a board of that size after a convolution."""
    return (size + STRIDE - 1) // STRIDE


@kernel
def convolve_rows(boards: Any, weights: Any, biases: Any, activation: int, outputs: Any) -> None:
    """A convolution around every second cell of every second row; beyond the edge all is zero.

    boards [k, rows, columns, in]; weights [3, 3, in, out]; biases [out];
    outputs [k, convolved(rows), convolved(columns), out].
    """
    _, height, width, planes = boards.shape
    given = biases.shape[0]
    sums = np.zeros(given, np.float32)
    for number in range(boards.shape[0]):
        for row in range(outputs.shape[1]):
            above = STRIDE * row - 1
            for column in range(outputs.shape[2]):
                before = STRIDE * column - 1
                for target in range(given):
                    sums[target] = biases[target]
                for down in range(max(0, -above), min(KERNEL, height - above)):
                    for across in range(max(0, -before), min(KERNEL, width - before)):
                        for plane in range(planes):
                            value = boards[number, above + down, before + across, plane]
                            if value != 0:
                                for target in range(given):
                                    sums[target] += value * weights[down, across, plane, target]
                activate(sums, given, activation)
                for target in range(given):
                    outputs[number, row, column, target] = sums[target]
