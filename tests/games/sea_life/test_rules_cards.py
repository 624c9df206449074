"""Cards of one's own (the option `cards`): what is read, and what is refused."""

import random
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sea_envs.core.errors import BadDeck
from sea_envs.core.play import Play
from sea_envs.games.sea_life import GAME
from sea_envs.games.sea_life.components import STANDARD
from tests.games.sea_life.options import cards as random_cards


def standard_table() -> dict[str, Any]:
    """The standard cards in the form of a file."""
    return {
        "creatures": [
            {
                "id": number,
                "name": creature.name,
                "value": creature.value,
                "left": list(creature.left),
                "right": list(creature.right),
                "bottom": dict(creature.bottom),
            }
            for number, creature in enumerate(STANDARD.creatures)
        ],
        "foods": [
            {"name": food.name, "value": food.value, "top": list(food.top), "copies": food.copies}
            for food in STANDARD.foods
        ],
        "zero_stripe": "K",
    }


def as_toml(table: dict[str, Any]) -> str:
    lines = [f'zero_stripe = "{table["zero_stripe"]}"']
    for sort in ("creatures", "foods"):
        for entry in table[sort]:
            lines.append(f"[[{sort}]]")
            for key, value in entry.items():
                if isinstance(value, dict):
                    pairs = ", ".join(f"{stripe} = {factor}" for stripe, factor in value.items())
                    lines.append(f"{key} = {{{pairs}}}")
                else:
                    lines.append(f"{key} = {value!r}")
    return "\n".join(lines)


def templates_equal(one: Any, other: Any) -> bool:
    return bool(one.template.tobytes() == other.template.tobytes())


def test_the_standard_table_as_a_file_is_the_standard_game(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(as_toml(standard_table()))
    for cards in (str(path), path, standard_table()):
        setup = GAME.setup(3, cards=cards)
        assert setup.words == STANDARD
        assert templates_equal(setup, GAME.setup(3))


def test_a_yaml_file_holds_the_same_table(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    path = tmp_path / "cards.yaml"
    path.write_text(yaml.safe_dump(standard_table()))
    assert templates_equal(GAME.setup(2, cards=str(path)), GAME.setup(2))


def test_without_pyyaml_a_yaml_file_is_refused_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cards.yml"
    path.write_text("creatures: []")
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(BadDeck, match=r"YAML needs PyYAML; pip install 'sea-envs\[files\]'"):
        GAME.setup(2, cards=str(path))


def test_other_numbers_are_played_and_told() -> None:
    table = standard_table()
    table["creatures"][0] |= {"name": "King Crab", "value": 11, "left": ["pink"]}
    table["creatures"][5]["right"] = ["pink"]
    table["foods"][0] |= {"name": "Algae", "value": 5}
    setup = GAME.setup(2, cards=table)
    play = Play(setup)
    deck = [food.name for food in setup.words.foods for _ in range(food.copies)]
    play.begin(1, deck=deck)
    assert "creature King Crab" in play.legal_texts()
    assert play.events()[1].startswith("chance deck Algae, Algae, Algae, Krill")
    counts = play.state.counts.reshape(48, 8)
    assert counts[0, 0] == 11 + 5 and counts[0, 6] == 4 + 3 * 5
    assert play.state.web[8 * 5 + 0] == 1 and play.state.web[8 * 3 + 0] == 0


def test_the_zero_stripe_may_be_another_one() -> None:
    table = standard_table()
    table["zero_stripe"] = "V"
    web = GAME.setup(2, cards=table).template[0].web
    assert web[8 * 0 + 5] == 2  # Crab (right V B) and Shark (left V)
    assert web[8 * 5 + 7] == 1  # the old zero pair eats now


def test_a_factor_does_not_reach_the_shape_of_anything() -> None:
    table = random_cards(random.Random(4))
    play = Play(GAME.setup(4, cards=table))
    play.begin(1)
    standard = Play(GAME.setup(4))
    standard.begin(1)
    assert play.state.dtype == standard.state.dtype
    assert play.table.observations.shape == standard.table.observations.shape


def test_forty_eight_kinds_of_food_have_room() -> None:
    rng = random.Random(1)
    table = random_cards(rng)
    while len(table["foods"]) < 48:
        table = random_cards(rng)
    play = Play(GAME.setup(6, cards=table))
    play.begin(2)
    chance = np.random.default_rng(0)
    while not play.over:
        play.act(int(chance.choice(play.legal())))
    assert any(action == 8 + 47 for action in play.actions)


def changed(*where: Any) -> Any:
    *path, value = where

    def change(table: dict[str, Any]) -> None:
        entry: Any = table
        for step in path[:-1]:
            entry = entry[step]
        if value is KeyError:
            del entry[path[-1]]
        else:
            entry[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            changed("creatures", 1, "value", "6"),
            "creatures[1] 'Perch': value='6': possible: a whole number from -99",
        ),
        (changed("creatures", 1, "value", True), "creatures[1] 'Perch': value=True"),
        (changed("creatures", 2, "value", 100), "creatures[2] 'Octopus': value=100: possible"),
        (
            changed("creatures", 1, "valu", 6),
            "creatures[1] 'Perch': unknown key 'valu'; Did you mean 'value'?",
        ),
        (
            changed("creatures", 1, "value", KeyError),
            "creatures[1] 'Perch': key 'value' is missing",
        ),
        (
            changed("creatures", 1, "name", ""),
            "creatures[1]: name='': possible: words without a comma",
        ),
        (changed("creatures", 1, "name", "A, B"), "creatures[1]: name='A, B'"),
        (changed("creatures", 1, "name", "crab"), "creatures[1] 'crab': the name is given twice"),
        (
            changed("creatures", 1, "id", 3),
            "creatures[1] 'Perch': id=3: its place in the list, 1, needed",
        ),
        (changed("creatures", 1, "left", "YO"), "left='YO': possible: a list of different stripes"),
        (
            changed("creatures", 1, "left", ["Y", "Y"]),
            "left=['Y', 'Y']: possible: a list of different",
        ),
        (changed("creatures", 1, "left", [3]), "left=[3]: possible: a list of different"),
        (
            changed("creatures", 1, "bottom", ["B"]),
            "bottom=['B']: possible: a table of stripes with factors",
        ),
        (
            changed("creatures", 1, "bottom", {"B": 0}),
            "bottom B=0: possible: a whole number from 1 to 9",
        ),
        (changed("creatures", 5, "bottom", "R", 9), "counts 47"),
        (changed("creatures", []), "0 creatures given, 8 needed"),
        (
            changed("creatures", KeyError),
            "'creatures' must be a list of tables ([[creatures]] in TOML)",
        ),
        (changed("foods", []), "0 kinds of food given, 1 to 48 possible"),
        (changed("foods", {"name": "Krill"}), "'foods' must be a list of tables"),
        (changed("foods", 1, "copies", 3), "the foods' copies add up to 49, 48 needed"),
        (
            changed("foods", 1, "copies", 0),
            "foods[1] 'Krill': copies=0: possible: a whole number from 1 to 48",
        ),
        (
            changed("foods", 1, "value", 60),
            "a creature with its food counts 184, at most 100 possible",
        ),
        (changed("zero_stripe", 4), "zero_stripe=[4]: possible"),
        (changed("colour", "red"), "unknown key 'colour'"),
    ],
)
def test_a_table_that_does_not_fit_is_refused_by_its_entry(change: Any, message: str) -> None:
    table = deepcopy(standard_table())
    change(table)
    if "counts 47" in message:
        assert GAME.setup(2, cards=table)  # 2 + 9 x 5: still within 100
        return
    with pytest.raises(BadDeck) as refused:
        GAME.setup(2, cards=table)
    assert message in str(refused.value)
    assert str(refused.value).startswith("cards: ") and "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read"),
        ("creatures = ", "not TOML"),
        ("[creatures]", "'creatures' must be a list of tables"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, content: str | None, message: str
) -> None:
    path = tmp_path / "mine.toml"
    if content is not None:
        path.write_text(content)
    with pytest.raises(BadDeck) as refused:
        GAME.setup(2, cards=str(path))
    assert "mine.toml" in str(refused.value) and message in str(refused.value)


def test_yaml_that_cannot_be_parsed_is_told_in_one_line(tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    path = tmp_path / "mine.yaml"
    path.write_text("creatures: [")
    with pytest.raises(BadDeck, match="not YAML") as refused:
        GAME.setup(2, cards=str(path))
    assert "\n" not in str(refused.value)
    path.write_text("3")
    with pytest.raises(BadDeck, match="a table with 'creatures' and 'foods' needed, given int"):
        GAME.setup(2, cards=str(path))
