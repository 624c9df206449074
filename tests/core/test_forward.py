"""The arithmetic of a network agrees with plain numpy, row by row."""

import numpy as np
import pytest

from sea_envs.core.forward import (
    NONE,
    RELU,
    TANH,
    convolve_rows,
    convolved,
    dense_rows,
    draw_rows,
    speak_rows,
)

CHANCE = np.random.default_rng(0)


def stack(widths):
    layers = [
        (
            CHANCE.standard_normal((taken, given)).astype(np.float32),
            CHANCE.standard_normal(given).astype(np.float32),
        )
        for taken, given in zip(widths, widths[1:], strict=False)
    ]
    flat = np.concatenate([part.ravel() for layer in layers for part in layer])
    return layers, flat, np.array(widths)


@pytest.mark.parametrize(
    ("inner", "function"), [(RELU, lambda x: np.maximum(x, 0)), (TANH, np.tanh)]
)
def test_dense_layers_agree_with_matrices(inner, function):
    layers, flat, widths = stack([7, 5, 6, 3])
    inputs = CHANCE.standard_normal((4, 7)).astype(np.float32)
    inputs[:, 1:4] = 0
    out = np.empty((4, 3), np.float32)
    dense_rows(inputs, flat, widths, inner, NONE, out)
    wanted = inputs
    for number, (weights, biases) in enumerate(layers):
        wanted = wanted @ weights + biases
        wanted = function(wanted) if number < 2 else wanted
    np.testing.assert_allclose(out, wanted, rtol=1e-4, atol=1e-5)


def test_a_row_alone_gives_the_same_bits_as_in_a_batch():
    _, flat, widths = stack([40, 33, 9])
    inputs = CHANCE.standard_normal((50, 40)).astype(np.float32)
    batch, alone = np.empty((50, 9), np.float32), np.empty((1, 9), np.float32)
    dense_rows(inputs, flat, widths, RELU, NONE, batch)
    for row in range(50):
        dense_rows(inputs[row : row + 1], flat, widths, RELU, NONE, alone)
        assert (alone[0] == batch[row]).all()


@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (1, 5), (6, 2)])
def test_a_convolution_halves_the_size_and_sees_nothing_beyond_the_edge(rows, columns):
    boards = CHANCE.standard_normal((2, rows, columns, 5)).astype(np.float32)
    weights = CHANCE.standard_normal((3, 3, 5, 6)).astype(np.float32)
    biases = CHANCE.standard_normal(6).astype(np.float32)
    out = np.empty((2, convolved(rows), convolved(columns), 6), np.float32)
    convolve_rows(boards, weights, biases, NONE, out)
    padded = np.pad(boards, ((0, 0), (1, 1), (1, 1), (0, 0)))
    assert out.shape[1:3] == ((rows + 1) // 2, (columns + 1) // 2)
    for row in range(out.shape[1]):
        for column in range(out.shape[2]):
            window = padded[:, 2 * row : 2 * row + 3, 2 * column : 2 * column + 3]
            wanted = np.einsum("bijp,ijpo->bo", window, weights) + biases
            np.testing.assert_allclose(out[:, row, column], wanted, rtol=1e-4, atol=1e-4)


def drawn(logits, mask, chance, best=False):
    count = len(chance)
    actions, logs = np.empty(count, np.int64), np.empty(count, np.float32)
    draw_rows(
        np.tile(np.float32(logits), (count, 1)),
        np.tile(np.int8(mask), (count, 1)),
        np.array(chance, float),
        best,
        actions,
        logs,
    )
    return actions, logs


def test_actions_come_as_often_as_the_policy_says_and_never_against_the_mask():
    actions, logs = drawn(np.log([0.1, 0.5, 0.2, 0.2]), [1, 0, 1, 1], np.arange(1000) / 1000)
    shares = np.bincount(actions, minlength=4) / 1000
    np.testing.assert_allclose(shares, [0.2, 0, 0.4, 0.4], atol=0.002)
    np.testing.assert_allclose(np.exp(logs[0]), 0.2, rtol=1e-5)


def test_the_best_action_is_the_likeliest_legal_one():
    actions, _ = drawn([5.0, 3.0, 4.0], [0, 1, 1], [0.0, 0.999], best=True)
    assert actions.tolist() == [2, 2]


def test_chance_near_one_still_gives_a_legal_action():
    actions, _ = drawn([0.0, -1e9, 0.0], [0, 1, 0], [0.0, np.nextafter(1, 0)])
    assert actions.tolist() == [1, 1]


def test_things_on_boards_speak_for_the_cells_around_them():
    codes = CHANCE.integers(0, 3, (2, 2, 3, 4))
    table = CHANCE.standard_normal((3, 3, 2, 5)).astype(np.float32)
    contexts = CHANCE.standard_normal((2, 2, 5)).astype(np.float32)
    logits = np.ones((2, 12), np.float32)
    speak_rows(codes, table, contexts, logits)
    wanted = np.ones((2, 3, 4))
    for row, board, down, across in np.argwhere(codes):
        for y in range(3):
            for x in range(4):
                above, before = down - y + 1, across - x + 1
                if 0 <= above < 3 and 0 <= before < 3:
                    code = codes[row, board, down, across]
                    wanted[row, y, x] += table[above, before, code - 1] @ contexts[row, board]
    np.testing.assert_allclose(logits, wanted.reshape(2, 12), rtol=1e-4, atol=1e-4)
