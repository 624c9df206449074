"""Configurations are checked key by key."""

from pathlib import Path

import pytest

from training.config import TrainConfig
from training.yaml_config import BadConfig, load_config, make_config, to_yaml


def refusal(*overrides, given=None):
    with pytest.raises(BadConfig) as refused:
        make_config(
            TrainConfig, {"game": "any"} if given is None else given, overrides, source="x.yaml"
        )
    message = str(refused.value)
    assert "\n" not in message
    return message


def written(tmp_path, text):
    path = tmp_path / "x.yaml"
    path.write_text(text)
    return path


def test_an_unknown_key_names_the_nearest(tmp_path):
    assert "unknown key 'ppo.gae_lamda'; did you mean 'ppo.gae_lambda'?" in refusal(
        "ppo.gae_lamda=1"
    )
    path = written(tmp_path, "game: any\nplayrs: 3\n")
    with pytest.raises(BadConfig, match=r"x\.yaml: unknown key 'playrs'; did you mean 'players'\?"):
        load_config(TrainConfig, path)


def test_a_key_of_another_section_is_pointed_out():
    assert "unknown key 'entropy'; did you mean 'ppo.entropy'?" in refusal("entropy=0.1")


@pytest.mark.parametrize(
    ("override", "told"),
    [
        ("players=two", "players='two': wanted a valid integer"),
        ("ppo.rows=true", "ppo.rows=True: wanted a valid integer"),
        ("ppo.rows=0", "ppo.rows=0: wanted greater than or equal to 1"),
        ("ppo=3", "ppo=3: wanted a section of keys"),
        ("reward=most", "reward='most': wanted 'win', 'rank' or 'margin'"),
        ("network.trunk=[8, wide]", "network.trunk.1='wide'"),
        ("network.trunk=[]", "network.trunk=[]"),
        ("evaluation.opponents=random", "wanted a valid list"),
        ("ppo.rows", "'ppo.rows': wanted key=value"),
        ("seed.x.y=3", "seed={'x': {'y': 3}}: wanted a valid integer"),
        ("ppo.rows=[", "not YAML"),
    ],
)
def test_a_wrong_value_says_what_was_wanted(override, told):
    assert told in refusal(override)


def test_a_missing_key_is_named():
    assert "key 'game' is needed" in refusal(given={})


def test_every_trouble_is_told_at_once():
    message = refusal("seed=-1", "treads=3")
    assert "seed=-1" in message and "'treads'" in message


def test_overrides_go_over_the_file_and_leave_its_section(tmp_path):
    path = written(tmp_path, "game: any\nppo:\n  entropy: 0.5\n  rows: 7\n")
    config = load_config(
        TrainConfig, path, ["ppo.rows=8", "options.target=3", "ppo.learning_rate=1e-3"]
    )
    assert (config.ppo.entropy, config.ppo.rows, config.ppo.learning_rate) == (0.5, 8, 0.001)
    assert config.options == {"target": 3}


def test_a_key_of_several_sections_is_pointed_out_in_all():
    assert "did you mean 'imitation.learning_rate' or 'ppo.learning_rate'?" in refusal(
        "learning_rate=0.1"
    )


def test_keys_that_do_not_go_together_are_named_without_the_rest():
    message = refusal("algorithm=maskable_ppo", "network.residual=1.0")
    assert message == "x.yaml: wanted network.residual: 0 where algorithm is not selfplay_ppo"
    message = refusal("algorithm=maskable_ppo", "ppo.rows=5", "ppo.steps=5", "ppo.batch=8")
    assert message.startswith("x.yaml: wanted another ppo.batch: of ppo.rows * ppo.steps = 25")


def test_a_flag_is_not_taken_for_a_key():
    with pytest.raises(BadConfig, match="unknown flag '--resume'; wanted key=value"):
        make_config(TrainConfig, {"game": "any"}, ["--resume"], source="x.yaml")


def test_a_configuration_is_found_by_its_name(tmp_path, monkeypatch):
    (tmp_path / "configs" / "train").mkdir(parents=True)
    (tmp_path / "configs" / "train" / "ocean.yaml").write_text("game: ocean")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadConfig, match="cannot read .*; did you mean configs/train/ocean.yaml?"):
        load_config(TrainConfig, Path("ocean"))


def test_sections_may_be_merged_in(tmp_path):
    text = "game: any\nppo: &base {rows: 7}\nimitation: {<<: {batch: 5}, decisions: 9}\n"
    config = load_config(TrainConfig, written(tmp_path, text))
    assert (config.imitation.batch, config.imitation.decisions) == (5, 9)


@pytest.mark.parametrize(
    "text",
    [
        "game: any\ngame: other\n",
        "[1, 2]",
        "game: [",
        "game: !!python/object/apply:os.getpid []",
        "run: 2024-02-30",
    ],
)
def test_what_is_no_plain_mapping_is_refused(tmp_path, text):
    with pytest.raises(BadConfig, match=r"x\.yaml"):
        load_config(TrainConfig, written(tmp_path, text))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BadConfig, match="cannot read configuration .*nowhere"):
        load_config(TrainConfig, tmp_path / "nowhere.yaml")


def test_the_resolved_configuration_loads_again(tmp_path):
    config = make_config(TrainConfig, {"game": "any", "options": {"a": [1]}}, source="x")
    assert load_config(TrainConfig, written(tmp_path, to_yaml(config))) == config
