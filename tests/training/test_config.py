"""Shipped configurations load, and every key is explained."""

from pathlib import Path

import pytest
import yaml

from training.config import TrainConfig
from training.yaml_config import load_config

CONFIGS = sorted(Path(__file__).parents[2].glob("configs/train/*.yaml"))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_a_shipped_configuration_loads_and_repeats_no_default(path):
    config = load_config(TrainConfig, path)
    given = yaml.safe_load(path.read_text())
    kept = config.model_dump(exclude_defaults=True)

    def names(section, prefix=""):
        for name, value in section.items():
            if isinstance(value, dict) and f"{prefix}{name}" != "options":
                yield from names(value, f"{prefix}{name}.")
            else:
                yield f"{prefix}{name}"

    assert set(names(given)) == set(names(kept))


def test_every_field_has_its_sentence():
    def fields(kind):
        for field in kind.model_fields.values():
            yield field
            if hasattr(field.annotation, "model_fields"):
                yield from fields(field.annotation)

    assert all(
        field.description and field.description.endswith(".") for field in fields(TrainConfig)
    )
