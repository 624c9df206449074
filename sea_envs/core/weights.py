"""Weights in a file: safetensors, with a JSON text of facts in its header; it executes nothing."""

import json
from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.errors import SeaError

Weights = dict[str, npt.NDArray[Any]]

FACTS = "sea_envs"
"""The key of the JSON text in the file's header."""
_LONGEST_HEADER = 1 << 24
_STORED = {"F32": "<f4", "F16": "<f2"}


class BadPolicy(SeaError):
    """A file that holds no whole policy, or one for another game, version or layout."""


def parsed(content: bytes, source: str) -> tuple[Mapping[str, Any], Weights]:
    """Facts and float32 weights in a file's content; BadPolicy if it is cut off or something else.

    source names the file in errors.
    """
    size = int.from_bytes(content[:8], "little")
    if len(content) < 8 or size > min(_LONGEST_HEADER, len(content) - 8):
        raise BadPolicy(f"checkpoint {source}: no whole safetensors file ({len(content)} bytes)")
    try:
        header = json.loads(content[8 : 8 + size])
        facts = json.loads(header.pop("__metadata__")[FACTS])
        spans = {
            name: (entry["dtype"], tuple(entry["shape"]), *entry["data_offsets"])
            for name, entry in header.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadPolicy(
            f"checkpoint {source}: not a policy's safetensors file: {error!r}"
        ) from error
    data = content[8 + size :]
    weights = {}
    for name, (dtype, shape, start, stop) in spans.items():
        if dtype not in _STORED or not all(
            type(n) is int and n >= 0 for n in (*shape, start, stop)
        ):
            wanted = " or ".join(_STORED)
            raise BadPolicy(f"checkpoint {source}: weight {name!r} is {dtype}, wanted {wanted}")
        stored = np.dtype(_STORED[dtype])
        if stop - start != stored.itemsize * prod(shape) or stop > len(data):
            raise BadPolicy(
                f"checkpoint {source}: cut off: weight {name!r} ends at byte {stop} of {len(data)}"
            )
        weights[name] = np.frombuffer(data[start:stop], stored).reshape(shape).astype(np.float32)
        if not np.isfinite(weights[name]).all():
            raise BadPolicy(f"checkpoint {source}: weight {name!r} holds infinite numbers or none")
    return facts, weights
