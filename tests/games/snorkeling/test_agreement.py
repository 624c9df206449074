import random
import pytest
from tests.games.follow import follow
from tests.games.snorkeling.reference import Reference
from sea_envs.games.snorkeling.components import OPTIONS

@pytest.mark.parametrize("seed", range(300))
def test_a(seed):
    rng = random.Random(seed)
    options = {}
    if seed % 3:
        for o in OPTIONS:
            options[o.name] = rng.choice(list(o.values))
        options["target"]=rng.choice([1,3,6,12])
        options["max_laps"]=rng.choice([1,2,10,100]); options["max_rounds"]=rng.choice([1,2,50])
    follow("snorkeling", Reference, rng.randint(2,6), options, seed)
