"""Layers in numpy do what their description says."""

import numpy as np

from sea_envs.core.forward import ACTIVATIONS
from sea_envs.core.layers import board_of, packed, seen_from, shapes, sighted
from sea_envs.core.layout import Layout, Slot

LAYOUT = Layout(
    Slot("turn", (1,), "whose turn", categories=3),
    Slot("boards", (2, 4, 5), "what lies where", categories=4, grid=True, actions=3),
    Slot("hand", (6,), "what is known of each card", categories=3, actions=0),
)
NETWORK = {
    "trunk": [7],
    "wide": 2,
    "sight": 3,
    "policy": [],
    "value": [],
    "activation": "relu",
    "embedding": 2,
    "channels": [],
    "board": 5,
}


def some_weights(network):
    chance = np.random.default_rng(1)
    return {
        name: chance.standard_normal(shape).astype(np.float32)
        for name, shape in shapes(LAYOUT, 30, network).items()
    }


def test_every_weight_has_the_shape_that_the_description_gives_it():
    found = shapes(LAYOUT, 30, {**NETWORK, "residual": 1.5})
    # One-hot turn and hand, and five numbers for each of two boards.
    entering = found["trunk.0.weight"][1]
    assert found["wide.0.weight"] == (2, entering)
    assert found["boards.boards.out.0.weight"] == (5, 2 * 4 * 5)
    assert found["sight.boards.table"] == (3, 3, 3, 3)
    assert found["sight.boards.context.0.weight"] == (2 * 3, 7 + 2)
    assert found["sight.hand.table"] == (1, 1, 2, 3)
    assert found["trust.0.weight"] == (1, 7 + 2)
    assert found["policy.0.weight"] == (30, 7 + 2)
    assert "trust.0.weight" not in shapes(LAYOUT, 30, NETWORK)
    assert "sight.hand.table" not in shapes(LAYOUT, 30, {**NETWORK, "sight": 0})


def test_slots_that_name_actions_are_those_that_speak():
    assert [slot.name for slot in sighted(LAYOUT, NETWORK)] == ["boards", "hand"]
    assert seen_from(LAYOUT.slot("boards")) == (3, 2, 4, 5)
    assert seen_from(LAYOUT.slot("hand")) == (1, 1, 1, 6)


def test_a_board_without_convolutions_is_a_dense_layer_over_embedded_cells():
    slot = LAYOUT.slot("boards")
    weights = some_weights(NETWORK)
    board = board_of(slot, LAYOUT, weights, NETWORK)
    chance = np.random.default_rng(2)
    codes = chance.integers(0, 4, size=(3, *slot.shape)) * chance.integers(0, 2, (3, *slot.shape))
    observations = np.zeros((3, LAYOUT.size), np.float32)
    start = LAYOUT.start("boards")
    observations[:, start : start + slot.size] = codes.reshape(3, -1) / 3
    inputs = np.zeros((3, 12), np.float32)
    assert board.write(observations, inputs, 1, ACTIVATIONS.index("relu")) == 11
    kinds = np.vstack([np.zeros(2), weights["boards.boards.embedding"]])
    for row in range(3):
        for number in range(2):
            seen = kinds[codes[row, number]].transpose(2, 0, 1).ravel()
            wanted = weights["boards.boards.out.0.weight"] @ seen
            wanted = np.maximum(wanted + weights["boards.boards.out.0.bias"], 0)
            found = inputs[row, 1 + 5 * number : 6 + 5 * number]
            np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)
    assert (inputs[:, [0, 11]] == 0).all()


def test_layers_are_packed_input_by_input_with_their_biases_behind():
    weights = {
        "x.0.weight": np.array([[1, 2, 3], [4, 5, 6]]),
        "x.0.bias": np.array([7, 8]),
        "x.1.weight": np.array([[9, 10]]),
        "x.1.bias": np.array([11]),
    }
    flat, widths = packed(weights, "x")
    assert flat.tolist() == [1, 4, 2, 5, 3, 6, 7, 8, 9, 10, 11]
    assert widths.tolist() == [3, 2, 1]
