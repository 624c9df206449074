"""Number tables, deck files, options, stacked decks, and what is said of bad ones."""

import builtins
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sea_envs.core.errors import BadDeck, BadOption, SeaError
from sea_envs.core.play import Play
from sea_envs.games.ocean import GAME
from sea_envs.games.ocean.components import ANIMALS, CELL_SIZES, COLOURS, DECKS
from tests.games.ocean.position import EVERY_CARD


def table() -> dict[str, Any]:
    """A number table as a file holds it: in every cell 1, 2, 3, ..."""
    return {
        animal: {c: list(range(1, size + 1)) for c, size in zip(COLOURS, sizes, strict=True)}
        for animal, sizes in zip(ANIMALS, CELL_SIZES, strict=True)
    }


def cards(deck: Any) -> list[str]:
    return list(GAME.setup(deck=deck).words.cards[:72])


@pytest.mark.parametrize("deck", DECKS)
def test_s2_2_the_number_tables_are_as_flat_as_the_page_says(deck: str) -> None:
    doubled = {"low": range(1, 8), "mid": range(3, 10), "high": range(5, 12)}
    names = cards(deck)
    assert len(set(names)) == 72
    assert set(Counter(name[1] for name in names).values()) == {18}
    for animal in "TCSO":
        numbers = Counter(int(name[2:]) for name in names if name[0] == animal)
        twice = {number for number, copies in numbers.items() if copies == 2}
        assert set(numbers) == set(range(1, 12))
        assert len(twice) == 7
        assert twice == set(doubled.get(deck, twice))


def test_s2_2_in_the_balanced_table_every_animal_and_every_colour_sums_to_108() -> None:
    totals: Counter[str] = Counter()
    for name in cards("balanced"):
        totals[name[0]] += int(name[2:])
        totals[name[1]] += int(name[2:])
    assert set(totals.values()) == {108}
    places = [cards("balanced").index(name) for name in ("Tr10", "To4", "Sb6", "Og5")]
    assert places == [13, 6, 51, 55]


def test_s16_a_deck_file_gives_the_numbers_in_ascending_order(tmp_path: Path) -> None:
    lines = {
        animal: ", ".join(f"{colour} = {numbers[::-1]}" for colour, numbers in row.items())
        for animal, row in table().items()
    }
    toml = tmp_path / "mine.toml"
    toml.write_text("\n".join(f"{animal} = {{ {row} }}" for animal, row in lines.items()))
    yaml = tmp_path / "mine.yaml"
    rows = {animal: row.replace(" =", ":") for animal, row in lines.items()}
    yaml.write_text("\n".join(f"{animal}: {{ {row} }}" for animal, row in rows.items()))
    assert cards(str(toml)) == cards(str(yaml)) == cards(yaml) == cards(table())
    assert cards(toml)[3:7] == ["Tg4", "Tg5", "To1", "To2"]
    play = Play(GAME.setup(deck=str(toml)), on_illegal="raise")
    play.begin(1)
    assert play.state.numbers[:9].tolist() == [1, 2, 3, 4, 5, 1, 2, 3, 4]


def said(error: type[SeaError], **options: Any) -> str:
    with pytest.raises(error) as caught:
        GAME.setup(**options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_wrong_cell_is_named_with_what_was_possible() -> None:
    for wrong in ([1, 2, 2, 3], [1, 2, 3], [1, 2, 3, 12], [0, 1, 2, 3], [1, 2, 3, True], "1 2 3 4"):
        deck = table()
        deck["crab"]["red"] = wrong
        message = said(BadDeck, deck=deck)
        assert message == (
            f"deck: crab red is {wrong!r}; possible: 4 different whole numbers from 1 to 11"
        )


def test_a_missing_or_unknown_entry_is_named() -> None:
    deck = table()
    del deck["crab"]["red"]
    assert "deck: crab: red is missing" in said(BadDeck, deck=deck)
    deck = table()
    deck["krab"] = deck.pop("crab")
    assert "unknown entry 'krab'; Did you mean 'crab'?" in said(BadDeck, deck=deck)
    deck["crab"] = 7
    del deck["krab"]
    assert "deck: crab is 7; possible: a table with green" in said(BadDeck, deck=deck)


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    assert "the file cannot be read" in said(BadOption, deck=str(tmp_path / "none.toml"))
    broken = tmp_path / "broken.toml"
    broken.write_text("turtle = [")
    assert said(BadDeck, deck=broken).startswith("deck broken.toml: not TOML")
    broken = tmp_path / "broken.yaml"
    broken.write_text("turtle: [")
    assert said(BadDeck, deck=broken).startswith("deck broken.yaml: not YAML")
    broken.write_text("just words")
    assert "deck broken.yaml is 'just words'" in said(BadDeck, deck=broken)


def test_without_pyyaml_the_message_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = builtins.__import__

    def without_yaml(name: str, *rest: Any, **named: Any) -> Any:
        if name == "yaml":
            raise ImportError(name)
        return usual(name, *rest, **named)

    file = tmp_path / "mine.yaml"
    file.write_text("turtle: {}")
    monkeypatch.setattr(builtins, "__import__", without_yaml)
    assert "pip install 'sea-envs[files]'" in said(BadOption, deck=file)


def test_unknown_decks_and_options_are_refused() -> None:
    assert "possible: balanced, low, mid, high, or a file" in said(BadOption, deck="medium")
    assert "possible: 'free', 'all'" in said(BadOption, capture_rule="one_group")
    assert "possible: 'first_stays', 'best_stays'" in said(BadOption, dup_policy="choose")
    assert "possible: True, False" in said(BadOption, skull=1)


def test_fixed_friends_are_one_different_animal_a_seat() -> None:
    assert GAME.setup(3, friend_choice="fixed").template["given_friends"][0].tolist() == [
        0,
        1,
        2,
        -1,
    ]
    for wrong in (["turtle"], ["crab", "crab"], ["turtle", "crab", "octopus"]):
        message = said(BadOption, friend_choice="fixed", friends=wrong)
        assert "possible: 2 different of turtle, crab, starfish, octopus" in message
    message = said(BadOption, friend_choice="fixed", friends=["turtle", "crap"])
    assert "unknown animal 'crap'; Did you mean 'crab'?" in message
    assert "only friend_choice='fixed'" in said(BadOption, friends=["turtle", "crab"])


def refused(match: str, *, friend_choice: str = "random", **stacks: Any) -> None:
    play = Play(GAME.setup(2, friend_choice=friend_choice))
    play.begin(3)
    before = play.saved().tobytes()
    with pytest.raises(BadDeck, match=re.escape(match)):
        play.begin(4, **stacks)
    assert play.saved().tobytes() == before


def test_a_stacked_deck_must_be_the_whole_deck() -> None:
    refused("unknown card 'Tr9'; Did you mean", deck=["Tr9", *EVERY_CARD[1:]])
    refused(
        "stacked deck of 85 cards: 85 needed; missing ['Tg1'], too many ['skull']",
        deck=["skull", *EVERY_CARD[1:]],
    )
    refused("stacked deck of 84 cards: 85 needed; missing ['Tg1']", deck=EVERY_CARD[1:])
    refused("unknown stack 'dekc'; Did you mean 'deck'?", dekc=EVERY_CARD)
    with pytest.raises(BadDeck, match=re.escape("84 needed; missing [], too many ['skull']")):
        GAME.setup(2, skull=False).stacked(deck=EVERY_CARD)


def test_stacked_friends_are_for_random_friends() -> None:
    refused("possible: 2 different of", friends=["turtle", "turtle"])
    refused("only friend_choice='random'", friend_choice="draft", friends=["turtle", "crab"])
