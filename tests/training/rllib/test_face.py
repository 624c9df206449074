"""RLlib's face of a game: who is asked, and who is paid."""

from collections import Counter, defaultdict

import numpy as np
import pytest

from sea_envs.core.errors import IllegalAction
from sea_envs.registry import GAMES, load

pytest.importorskip(
    "ray.rllib", reason="RLlib is not installed: the extra `ray` brings it", exc_type=ImportError
)
from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner

from training.rllib.config import RllibConfig, RllibPpoConfig
from training.rllib.face import Face
from training.rllib.trainer import settings

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # RLlib's of its own
SEATS = [f"player_{seat}" for seat in range(3)]


def face(seats=3):
    return Face({"game": GAMES[0], "players": seats, "reward": "win", "options": {}})


def first_legal(seen):
    return {who: int(shown["action_mask"].argmax()) for who, shown in seen.items()}


def test_only_who_is_to_move_is_shown_anything_until_the_game_is_over():
    played = face()
    seen, _ = played.reset(seed=1)
    over = False
    while not over:
        assert len(seen) == 1
        seen, rewards, ended, cut, _ = played.step(first_legal(seen))
        over = ended["__all__"] or cut["__all__"]
        assert set(rewards) == set(SEATS)
        assert over or not any(rewards.values())
    assert set(seen) == set(SEATS)
    best = max(rewards.values())
    assert best > 0 and sum(rewards.values()) == pytest.approx(0)
    assert [seat for seat in SEATS if rewards[seat] == best] == played._raw.winners()


def test_a_seed_fixes_the_game():
    first, second = face(), face()
    (seen, _), (again, _) = first.reset(seed=7), second.reset(seed=7)
    assert seen.keys() == again.keys()
    (who,) = seen
    np.testing.assert_array_equal(seen[who]["observation"], again[who]["observation"])


def test_an_illegal_action_is_an_error_not_a_lost_game():
    played = face()
    seen, _ = played.reset(seed=1)
    ((who, shown),) = seen.items()
    with pytest.raises(IllegalAction):
        played.step({who: int(shown["action_mask"].argmin())})


class Noted(Face):
    """Keeps what every game paid."""

    paid = []

    def step(self, actions):
        told = super().step(actions)
        if told[2]["__all__"] or told[3]["__all__"]:
            self.paid.append(tuple(told[1][seat] for seat in SEATS))
        return told


def test_rllib_credits_every_seat_with_its_own_pay_and_obeys_every_mask():
    config = RllibConfig(
        game=GAMES[0], players=3, rows=4, ppo=RllibPpoConfig(decisions=40, batch=40)
    )
    wanted = settings(load(GAMES[0]).setup(3), config)
    wanted.env, wanted.num_env_runners = Noted, 0
    Noted.paid.clear()
    runner = MultiAgentEnvRunner(config=wanted)
    rewards, decisions, steps = defaultdict(Counter), Counter(), Counter()
    finished = set()
    while len(finished) < 12:
        # Pieces of ten decisions a game: most of what is paid belongs to a piece sent off before.
        for piece in runner.sample(num_timesteps=40):
            decisions[piece.id_] += piece.env_t - piece.env_t_started
            for seat, own in piece.agent_episodes.items():
                rewards[piece.id_][seat] += sum(own.get_rewards())
                steps[piece.id_] += len(own)
                masks = own.get_observations(slice(0, len(own)))["action_mask"]
                assert masks[np.arange(len(own)), own.get_actions()].all()
            if piece.is_done:
                finished.add(piece.id_)
    credited = [tuple(rewards[game][seat] for seat in SEATS) for game in finished]
    assert Counter(credited) == Counter(Noted.paid)
    assert {game: steps[game] for game in finished} == {game: decisions[game] for game in finished}
