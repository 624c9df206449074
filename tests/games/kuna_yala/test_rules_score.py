"""The count at the end (rule 5), and what holds in every game (section 12 of the rules page)."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from sea_envs.core.play import Play
from sea_envs.games.kuna_yala import GAME
from sea_envs.games.kuna_yala.components import DECKS, EMPTY, NAMES
from tests.games.kuna_yala.options import draw
from tests.games.kuna_yala.position import Place, in_a_row, set_table, shoal


def lying(cards: str) -> dict[Place, str]:
    """Cards of a shoal, somewhere."""
    return in_a_row(cards)


def counted(
    shoals: Sequence[Mapping[Place, str]], colours: str, **options: Any
) -> tuple[list[float], list[int]]:
    play = set_table(shoals, colours=colours, **options)
    return play.scores(), play.winners()


def test_e14_points_of_three_seats() -> None:
    shoals = (
        lying("R2/s R/t G/t B2/v S S O"),
        lying("G/s R/s Y2/n S S"),
        lying("Y/t G2/t R/n S O O"),
    )
    assert counted(shoals, "Red Green Yellow Blue") == ([11, 6, 5], [0])


def test_e15_a_tie_goes_to_more_fish_at_home() -> None:
    shoals = (lying("R2/s Y/s S"), lying("Y/t R/t Y/t B/t S"))
    assert counted(shoals, "Red Yellow Green Blue") == ([8, 8], [1])


def test_e16_a_tied_majority_is_none_and_without_sharks_nobody_has_most() -> None:
    shoals = (lying("R2/s B2/s"), lying("Y/t G/v"))
    assert counted(shoals, "Red Yellow Green Blue") == ([2, 1], [0])


def test_e17_flipped_fish_count_nothing() -> None:
    shoals = (lying("X X X R/t"), lying("Y/v S"))
    assert counted(shoals, "Red Yellow Green Blue") == ([4, 6], [1])


def test_r5_equal_points_and_equal_fish_share_the_victory() -> None:
    shoals = (lying("R/s"), lying("Y/t"))
    assert counted(shoals, "Red Yellow Green Blue") == ([4, 4], [0, 1])


def test_r5_fish_in_all_shoals_count_and_a_double_is_two() -> None:
    shoals = (lying("C"), lying("R2/s R/t Y2/s Y/v"))
    assert counted(shoals, "Red Green Yellow Blue")[0] == [3, 0]


def test_r5_everybody_tied_for_most_sharks_gets_two_points() -> None:
    shoals = (lying("C S"), lying("C S"), lying("C"))
    assert counted(shoals, "Red Yellow Green Blue")[0] == [2, 2, 0]


def test_ruling_23_majority_tied_ok_needs_one_own_fish() -> None:
    shoals = (lying("R2/s B2/s"), lying("C"))
    assert counted(shoals, "Red Yellow Green Blue", majority="tied_ok")[0] == [5, 0]
    assert counted(shoals, "Red Yellow Green Blue", majority="strict")[0] == [2, 0]


def test_ruling_23_majority_absolute_is_more_than_half_of_the_fish() -> None:
    half = (lying("R2/s B/s G/s"), lying("C"))
    more = (lying("R2/s B/s"), lying("C"))
    assert counted(half, "Red Yellow Green Blue", majority="absolute")[0] == [2, 0]
    assert counted(half, "Red Yellow Green Blue")[0] == [5, 0]
    assert counted(more, "Red Yellow Green Blue", majority="absolute")[0] == [5, 0]


def test_ruling_24_with_shark_zero_all_everybody_has_most_of_no_sharks() -> None:
    shoals = (lying("C"), lying("C"))
    assert counted(shoals, "Red Yellow Green Blue", shark_zero="all")[0] == [2, 2]
    assert counted(shoals, "Red Yellow Green Blue")[0] == [0, 0]


def test_ruling_25_the_tie_break_counts_fish_of_every_colour() -> None:
    shoals = (lying("R/s B/t B/v S"), lying("Y/t Y/v S"))  # 1 + 2 and 2 + 3 + 2
    assert counted(shoals, "Red Yellow Green Blue")[0] == [3, 7]
    shoals = (lying("R2/s R/v"), lying("Y2/t Y/v G/n G/s"))
    assert counted(shoals, "Red Yellow Green Blue") == ([6, 6], [1])


def box_of(play: Play) -> Counter[str]:
    """Every card that can be seen or counted, whatever happened to it."""
    state = play.state
    found = Counter(NAMES[card] for card in state.cards if card != EMPTY)
    found += Counter(NAMES[card] for card in state.shown if card != EMPTY)
    for seat in range(play.setup.players):
        found += Counter(shoal(play, seat).values())
    return found


@pytest.mark.parametrize("seed", range(9))
def test_r12_what_holds_in_every_game(seed: int) -> None:
    rng = random.Random(seed)
    players = 2 + seed % 3
    options = draw(rng, players)
    play = Play(GAME.setup(players, **options), on_illegal="raise")
    play.begin(seed)
    box = Counter(NAMES[card] for card in DECKS[options.get("deck", "A")].cards())
    while not play.over:
        check(play, box)
        play.act(rng.choice(play.legal()))
    check(play, box)
    most_turns = {2: 46, 3: 45, 4: 45}[players]
    assert len(play.actions) <= most_turns * (4 if players == 2 else 5) + 6
    assert all(len(shoal(play, seat)) <= most_turns + 1 for seat in range(players))


def check(play: Play, box: Counter[str]) -> None:
    state = play.state
    found = box_of(play)
    assert not Counter({k: n for k, n in found.items() if k != "bone"}) - box
    left = Counter(NAMES[card] for card in state.cards if card != EMPTY)
    assert left == Counter({NAMES[card]: int(n) for card, n in enumerate(state.unseen) if n})
    assert "octopus" not in [NAMES[card] for card in state.shown[:4]]
    for seat in range(play.setup.players):
        check_shoal(play, seat)


def check_shoal(play: Play, seat: int) -> None:
    state, cards = play.state, shoal(play, seat)
    counts = Counter(cards.values())
    assert counts["coral"] == state.corals[seat]
    assert counts["octopus"] == state.octopuses[seat]
    assert counts["shark"] == state.sharks[seat]
    fish = {place: card for place, card in cards.items() if "/" in card}
    assert len(fish) == state.fish_cards[seat]
    for hue, letter in enumerate("RYGB"):
        alive = sum(1 + ("2" in card) for card in fish.values() if card[0] == letter)
        assert alive == state.fish[seat, hue]
    for (row, column), card in fish.items():
        for down, right in ((0, 1), (1, 0)):
            beyond = [fish.get((row + k * down, column + k * right), "..") for k in (1, 2)]
            assert not all(other[-1] == card[-1] for other in beyond), "a run of three is cursed"
    check_connected(set(cards))


def check_connected(cells: set[Place]) -> None:
    reached, border = {(0, 0)}, [(0, 0)]
    while border:
        row, column = border.pop()
        for other in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if other in cells and other not in reached:
                reached.add(other)
                border.append(other)
    assert reached == cells
