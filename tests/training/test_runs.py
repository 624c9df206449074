"""A run directory is never overwritten, and goes on as the run it was."""

import hashlib

import pytest

from sea_envs.core.learned import FILE
from training import runs
from training.config import TrainConfig
from training.runs import BadRun
from training.yaml_config import BadConfig, make_config

CONFIG = TrainConfig(game="matching")
FILES = {FILE: b"a policy", "more": b"x"}


def test_a_new_run_holds_the_whole_configuration(tmp_path):
    path = tmp_path / "deep" / "run"
    runs.create(path, CONFIG)
    assert runs.resolve(path, None, []) == CONFIG.model_copy(update={"run": str(path)})
    assert "gae_lambda" in (path / runs.CONFIG).read_text()
    assert [entry.name for entry in path.parent.iterdir()] == ["run"]


def test_what_exists_is_not_touched(tmp_path):
    (tmp_path / "kept").write_text("mine")
    with pytest.raises(
        BadRun, match=r"already exists; choose another with run=PATH, or .*--resume"
    ):
        runs.create(tmp_path, CONFIG)
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept"]
    with pytest.raises(BadRun, match="already exists"):
        runs.create(tmp_path / "kept", CONFIG)


def test_an_empty_directory_may_become_a_run(tmp_path):
    (tmp_path / "run").mkdir()
    runs.create(tmp_path / "run", CONFIG)
    assert (tmp_path / "run" / runs.CONFIG).is_file()


def test_a_place_where_nothing_can_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadRun, match=r"cannot make run directory .*file.run"):
        runs.create(tmp_path / "file" / "run", CONFIG)


def test_a_full_disk_is_one_clear_line(tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(runs, "write_checkpoint", full)
    with pytest.raises(BadRun, match="cannot write into run directory .*No space left"):
        runs.keep(tmp_path, 1, FILES, count=1)


def test_a_directory_without_a_configuration_is_no_run(tmp_path):
    with pytest.raises(BadRun, match=r"is no run directory: it holds no config\.yaml"):
        runs.resolve(tmp_path, None, [])


def test_a_run_may_get_longer(tmp_path):
    runs.create(tmp_path / "run", CONFIG)
    longer = runs.resolve(tmp_path / "run", None, ["decisions=123", "evaluation.deals=7"])
    assert (longer.decisions, longer.evaluation.deals) == (123, 7)


def test_what_changed_is_written_down(tmp_path):
    path = tmp_path / "run"
    runs.create(path, CONFIG)
    runs.renew(path, runs.resolve(path, None, ["decisions=123"]))
    assert runs.resolve(path, None, []).decisions == 123
    with pytest.raises(BadRun, match="cannot write into run directory"):
        runs.renew(tmp_path / "gone", CONFIG)


def test_a_run_does_not_become_another(tmp_path):
    path = tmp_path / "run"
    runs.create(path, CONFIG)
    with pytest.raises(
        BadConfig, match=r"ppo\.rows=3 for run .*, which has 512; .*may change: run"
    ):
        runs.resolve(path, None, ["ppo.rows=3"])
    other = make_config(TrainConfig, {"game": "other"}, source="test")
    with pytest.raises(BadConfig, match="game='other'"):
        runs.resolve(path, other, [])


def test_a_damaged_newest_checkpoint_is_passed_over_with_a_warning(tmp_path):
    warnings = []
    assert runs.newest(tmp_path, warnings.append) is None
    runs.keep(tmp_path, 1, {**FILES, "more": b"older"}, count=3)
    runs.keep(tmp_path, 2, FILES, count=3)
    assert runs.newest(tmp_path, warnings.append) == FILES and not warnings
    newest = tmp_path / runs.CHECKPOINTS / f"{2:015d}"
    (newest / "more").write_bytes(b"")
    assert runs.newest(tmp_path, warnings.append)["more"] == b"older"
    assert len(warnings) == 1 and "damaged" in warnings[0] and "the one before" in warnings[0]


def test_where_all_checkpoints_are_damaged_nothing_begins_anew(tmp_path):
    runs.keep(tmp_path, 1, FILES, count=3)
    runs.keep(tmp_path, 2, FILES, count=3)
    for folder in (tmp_path / runs.CHECKPOINTS).iterdir():
        (folder / "more").write_bytes(b"")
    warnings = []
    with pytest.raises(runs.BadRun, match=r"damaged: more .* no other is whole; possible: another"):
        runs.newest(tmp_path, warnings.append)
    assert len(warnings) == 1


def snapshot(content):
    """A snapshot as a run keeps it: its name and content."""
    return {runs.snapshot_file(hashlib.sha256(content).hexdigest()): content}


def test_a_snapshot_lies_once_beside_the_checkpoints_that_name_it(tmp_path):
    first, second = snapshot(b"one"), snapshot(b"two")
    runs.keep(tmp_path, 1, {**FILES, **first}, count=3)
    runs.keep(tmp_path, 2, {**FILES, **first, **second}, count=3)
    runs.keep(tmp_path, 3, {**FILES, **second}, count=3)
    (name,), (other,) = first, second
    assert (tmp_path / name).read_bytes() == b"one" and (tmp_path / other).read_bytes() == b"two"
    assert not list((tmp_path / runs.CHECKPOINTS).rglob("*.safetensors*/*"))
    assert len(list(tmp_path.rglob("*.safetensors"))) == 2 + 3 + 1  # and the policies
    assert runs.newest(tmp_path, print) == {**FILES, **second}


@pytest.mark.parametrize("damage", ["missing", "changed"])
def test_without_its_snapshots_a_checkpoint_is_damaged(tmp_path, damage):
    warnings = []
    first, second = snapshot(b"one"), snapshot(b"two")
    runs.keep(tmp_path, 1, {**FILES, **first}, count=3)
    runs.keep(tmp_path, 2, {**FILES, **first, **second}, count=3)
    (name,) = second
    if damage == "missing":
        (tmp_path / name).unlink()
    else:
        (tmp_path / name).write_bytes(b"tow")
    assert runs.newest(tmp_path, warnings.append) == {**FILES, **first}
    (warning,) = warnings
    assert name in warning and "\n" not in warning
    assert "going back to the one before" in warning
    runs.keep(tmp_path, 2, {**FILES, **first, **second}, count=3)
    assert (tmp_path / name).read_bytes() == b"two"
    assert runs.newest(tmp_path, warnings.append) == {**FILES, **first, **second}


def test_a_run_may_begin_with_files_of_its_own(tmp_path):
    runs.create(tmp_path / "run", CONFIG, {"given": b"with it"})
    assert (tmp_path / "run" / "given").read_bytes() == b"with it"


def test_something_is_due_each_time_so_many_decisions_are_passed():
    assert runs.passed(10, 9, 10) and runs.passed(10, 9, 31)
    assert not runs.passed(10, 10, 19)


def test_the_policy_lies_where_players_look_for_it(tmp_path):
    runs.keep(tmp_path, 1, FILES, count=1)
    assert (tmp_path / FILE).read_bytes() == b"a policy"
