"""One game with its history: words, events, worlds that a seat cannot tell apart."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from sea_envs import load
from sea_envs.core.errors import BadDeck, BadOption, BadRecord, GameOver, IllegalAction
from sea_envs.core.play import Play
from tests.core.tiny import GAME

DECK = [7, 3, 5, 2, 1, 4, 6]


def begun(seed: int | None = 1, *, players: int = 2, **options: Any) -> Play:
    play = Play(GAME.setup(players, **options), on_illegal="raise")
    play.begin(seed)
    return play


def stacked(**options: Any) -> Play:
    play = Play(GAME.setup(2, **options), on_illegal="raise")
    play.begin(4, deck=DECK)
    return play


def finish(play: Play) -> Play:
    while not play.over:
        play.act(play.legal()[0])
    return play


def test_a_seed_fixes_the_whole_game() -> None:
    assert finish(begun(5)).events() == finish(begun(5)).events()
    assert begun(5).events() != begun(6).events()


def test_without_a_seed_the_next_game_goes_on_with_the_last_ones_chance() -> None:
    one, other = finish(begun(5)), finish(begun(5))
    one.begin()
    other.begin()
    assert one.events() == other.events() != begun(5).events()


def test_the_first_game_without_a_seed_is_not_the_same_every_time() -> None:
    assert len({begun(None).events()[0] for _ in range(8)}) > 1


def test_events_tell_chance_and_choices_in_their_order() -> None:
    play = stacked(rounds=2, storm=True)
    play.act(play.parse("lay 7"))
    play.act(play.parse("lay 5"))
    lines = play.events()
    assert lines[:3] == ["chance deck 7, 3, 5, 2, 1, 4, 6", "seat 0: lay 7", "seat 1: lay 5"]
    assert lines[3].startswith("chance roll ") and lines[4].startswith("chance deck ")
    assert len(lines) == 5


def test_events_told_to_a_seat_leave_out_what_it_may_not_know() -> None:
    play = stacked()
    play.act(play.parse("lay 7"))
    assert play.events(1) == ["seat 0: lay 7"]


def test_telling_the_events_changes_nothing() -> None:
    play = stacked()
    play.act(play.legal()[0])
    before = play.saved().tobytes()
    play.events()
    assert play.saved().tobytes() == before


def test_an_illegal_action_stands_in_the_events_and_its_seat_alone_has_not_won() -> None:
    play = Play(GAME.setup(3))
    play.begin(1)
    play.act(99)
    assert play.over and play.events()[-1] == "seat 0: illegal action 99"
    assert play.winners() == [1, 2]


@pytest.mark.parametrize("action", [1.5, "lay 7", None, 10**30])
def test_an_action_is_a_whole_number(action: Any) -> None:
    play = begun()
    with pytest.raises(IllegalAction, match="possible: a whole number"):
        play.act(action)
    assert play.actions == []


def test_words_are_read_without_regard_to_case_and_blanks() -> None:
    assert stacked().parse("  LAY   7 ") == 6


def test_words_for_an_illegal_action_are_refused_with_the_legal_ones() -> None:
    with pytest.raises(IllegalAction, match=r"'lay 5' is not legal now; possible: lay 3, lay 7"):
        stacked().parse("lay 5")


def test_a_bad_deck_leaves_the_game_that_is_being_played() -> None:
    play = begun(3)
    play.act(play.legal()[0])
    before, events = play.saved().tobytes(), play.events()
    with pytest.raises(BadDeck):
        play.begin(8, deck=[1, 1])
    with pytest.raises(BadOption):
        play.begin(-8)
    assert play.saved().tobytes() == before and play.events() == events


def test_a_finished_game_refuses_to_go_on() -> None:
    with pytest.raises(GameOver):
        finish(begun()).act(0)


def test_the_winners_have_the_most_points() -> None:
    play = finish(stacked(rounds=1))
    assert play.scores() == [11.0, 5.0], "each keeps the higher pearl; the 3 beats the 2"
    assert play.winners() == [0]


def test_all_who_are_level_win() -> None:
    play = Play(GAME.setup(2, rounds=1), on_illegal="raise")
    play.begin(4, deck=[1, 7, 2, 3, 4, 5, 6])
    for text in ("lay 1", "lay 2"):
        play.act(play.parse(text))
    assert play.scores() == [7.0, 7.0] and play.winners() == [0, 1]


def test_a_restored_game_goes_on_alike_with_a_history_of_its_own() -> None:
    play = begun(7)
    for _ in range(2):
        play.act(play.legal()[0])
    assert play.state.noted, "a new round has just been dealt"
    other = Play(GAME.setup(2), on_illegal="raise")
    other.restore(play.saved())
    third = Play(GAME.setup(2), on_illegal="raise")
    third.restore(play.saved()[0])
    assert other.events() == [], "the chance before is not told as if it were new"
    for twin in (play, other, third):
        finish(twin)
    assert play.saved().tobytes() == other.saved().tobytes() == third.saved().tobytes()
    assert other.events() == play.events()[4:]


def test_restoring_does_not_share_memory_with_what_was_given() -> None:
    play, given = begun(7), begun(8).saved()
    play.restore(given)
    play.act(play.legal()[0])
    assert given.tobytes() == begun(8).saved().tobytes()


def test_a_state_from_elsewhere_is_refused_and_changes_nothing() -> None:
    play = begun(7)
    before = play.saved().tobytes()
    foreign = Play(load("snorkeling").setup(2))
    foreign.begin(1)
    wrong = {
        "other fields than pearls": foreign.saved(),
        "seats 3: possible: 2": begun(1, players=3).saved(),
        "rounds 5: possible: 2": begun(1, rounds=5).saved(),
        "seats 0": np.zeros(1, GAME.rules.STATE),
    }
    nobody = begun(1).saved()
    nobody["seat"] = 2
    wrong["seat 2 is to move"] = nobody
    for message, state in wrong.items():
        with pytest.raises(BadRecord, match=message):
            play.restore(state)
    assert play.saved().tobytes() == before


def test_a_history_leads_to_the_same_place_and_tells_the_same() -> None:
    play = begun(2, players=3)
    for _ in range(4):
        play.act(play.legal()[-1])
    again = Play(GAME.setup(3))
    again.replay(*play.history())
    assert again.saved().tobytes() == play.saved().tobytes()
    assert again.events() == play.events()


def test_a_deal_can_be_repeated_from_its_words_of_chance() -> None:
    play = finish(begun(2))
    play.begin()
    assert play.dealt_from is not None
    again = Play(GAME.setup(2))
    again.begin_from(*play.dealt_from)
    assert again.saved().tobytes() == play.saved().tobytes()


@pytest.mark.parametrize("words", [[0, 0, 0, 0], [1], [1, 2, 3, 4, 5]])
def test_words_that_are_no_chance_are_refused(words: list[int]) -> None:
    with pytest.raises(BadRecord, match="possible: 4 whole numbers, not all 0"):
        begun().begin_from(np.array(words, np.uint32), {})


def test_a_sampled_world_keeps_what_the_seat_knows_and_deals_the_rest_anew() -> None:
    play = begun(3)
    chance = np.random.default_rng(1)
    others = set()
    for _ in range(40):
        world = play.sample(0, chance)[0]
        assert (world.hands[0] == play.state.hands[0]).all()
        assert world.hands[1].sum() == 2 and not (world.hands[0] * world.hands[1]).any()
        others.add(world.hands[1].tobytes())
    assert len(others) == 10, "every pair of the five pearls unseen"


def test_a_sampled_worlds_future_is_fresh_and_its_past_chance_wiped_off() -> None:
    play = begun(3)
    worlds = [play.sample(0, np.random.default_rng(seed))[0] for seed in range(20)]
    assert len({world.rng.tobytes() for world in worlds}) == 20
    assert not any(world.noted or world.notes.any() for world in worlds)
    assert play.sample(0, np.random.default_rng(1)).tobytes() == worlds[1].tobytes()


def test_copies_and_pickles_remember_the_game() -> None:
    play = begun(6)
    play.act(play.legal()[0])
    for twin in (copy.deepcopy(play), pickle.loads(pickle.dumps(play))):
        assert twin.events() == play.events()
        assert finish(twin).saved().tobytes() == finish(copy.deepcopy(play)).saved().tobytes()
