"""Weights come out of a file as they went in, and nothing else comes out of it."""

import json

import numpy as np
import pytest
from safetensors.numpy import save

from sea_envs.core.weights import FACTS, BadPolicy, parsed

WEIGHT = np.array([[0.5, -2.0, 0.125], [0.0, 1.0, 3.0]])


@pytest.mark.parametrize("kind", [np.float32, np.float16])
def test_whole_and_halved_numbers_are_read_as_float32(kind):
    content = save({"a": WEIGHT.astype(kind)}, {FACTS: json.dumps({"game": "x"})})
    facts, weights = parsed(content, "here")
    assert facts == {"game": "x"}
    assert weights["a"].dtype == np.float32
    assert (weights["a"] == WEIGHT).all()


def test_other_numbers_are_refused_by_name():
    content = save({"a": WEIGHT}, {FACTS: "{}"})
    with pytest.raises(BadPolicy, match="here: weight 'a' is F64, wanted F32 or F16"):
        parsed(content, "here")


@pytest.mark.parametrize("left", [0, 7, 40, -1])
def test_a_file_cut_off_is_refused(left):
    content = save({"a": WEIGHT.astype(np.float16)}, {FACTS: "{}"})
    with pytest.raises(BadPolicy, match="here"):
        parsed(content[:left], "here")
