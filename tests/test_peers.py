"""Other libraries' games, where they are installed."""

from importlib.util import find_spec

import pytest

from sea_envs import peers
from sea_envs.core.errors import SeaError


@pytest.mark.parametrize("peer", peers.PEERS, ids=lambda peer: peer.name)
def test_a_peers_loop_plays_decisions(peer: peers.Peer) -> None:
    if find_spec(peer.module) is None:
        pytest.skip(f"{peer.module} is not installed (extra `bench`)")
    assert peer.loop()() > 1


def test_without_any_peer_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "find_spec", lambda module: None)
    with pytest.raises(SeaError, match="sea-envs\\[bench\\]"):
        peers.installed()
