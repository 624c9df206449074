"""The players of `sea_envs.players`, where their protocol and names now live."""

from sea_envs.players import (
    ARGUMENTS as ARGUMENTS,
)
from sea_envs.players import (
    BUILT_IN as BUILT_IN,
)
from sea_envs.players import (
    ENTRY_POINTS as ENTRY_POINTS,
)
from sea_envs.players import (
    AnyPlayer as AnyPlayer,
)
from sea_envs.players import (
    Array as Array,
)
from sea_envs.players import (
    BadPlayer as BadPlayer,
)
from sea_envs.players import (
    Factory as Factory,
)
from sea_envs.players import (
    Heuristic as Heuristic,
)
from sea_envs.players import (
    Player as Player,
)
from sea_envs.players import (
    Random as Random,
)
from sea_envs.players import (
    Searcher as Searcher,
)
from sea_envs.players import (
    UnknownPlayer as UnknownPlayer,
)
from sea_envs.players import (
    ask as ask,
)
from sea_envs.players import (
    names as names,
)
from sea_envs.players import (
    player as player,
)
