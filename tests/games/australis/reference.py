"""Australis once more, slow and obvious: plain Python written from the rules page alone.

It is there to disagree with the compiled rules. Comments name the page's sections and rulings.
"""

import random
from collections import Counter

SLOT_COLOURS = ("white", "yellow", "blue", "purple")
KINDS = ("POINT", "FISH", "MOVE", "CORAL")
CONTEST_COLOURS = ("blue", "purple", "red")
REEFS = (1, 2, 3, 4, 5, 6)

# Section 17: each option's default stands first.
OPTIONS = {
    "refill": ("turn_end", "immediate"),
    "landing": ("next_free", "leapfrog"),
    "second_tie": ("turtle", "none"),
    "no_second": ("discard", "winner_takes_both"),
    "red_untaken": ("keep", "pass_left"),
    "final_tie": ("turtle", "shared"),
    "end_fish": ("no", "one_per_fed_fish"),
    "coral_order": ("move_first", "coral_first"),
}

# Section 14, and which of its keys cannot change (section 17).
BOARD = {
    "rounds": 5, "picks": 4, "display": 6, "slot_max": 3, "corals": 16,
    "white": [[1, 0], [1, 1], [1, 2], [1, 3], [2, 0], [2, 1]],
    "yellow": [[2, 2], [2, 3], [3, 1], [3, 2], [4, 1], [6, 0]],
    "blue": [2, 3, 4, 5, 6, 7], "purple": [1, 2, 3, 4, 5, 6], "red": [3, 4, 5, 6, 7, 8],
    "last": 51, "band": [1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 10],
    "sector_starts": [0, 12, 20, 28, 36, 44], "food_at": [12, 20, 28],
    "reef_first": [2, 2, 3, 3, 4, 5], "reef_second": [0, 0, 1, 1, 2, 3],
    "capacity": [0, 6, 9, 12, 15, 18, 21, 24],
    "school": [0, 1, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 10, 11, 12, 12, 13, 14, 15, 15, 16],
    "gold": [5, 6, 7, 8, 9], "silver": [3, 4, 5, 6, 7], "silver_food": [1, 1, 1, 0, 0],
    "start_tile": 4,
    "slot_copies": {"2": 2, "3": 2, "4": 3}, "contest_copies": {"2": 1, "3": 2, "4": 2},
    "start_space": "seat", "start_score": "seat",
}  # fmt: skip
FIXED = ("rounds", "picks", "display", "start_space", "start_score")


class Reference:
    """One game. `board` may be a parsed board file: a dict with any of the keys of BOARD, as
    `tomllib` reads it. Its numbers are trusted; only keys and sizes are checked.

    Dice and cards are the words of section 16: "blue 5", "red", "white-MOVE", "red-CONTEST".
    Seats index every list; the fields may be set by hand between decisions.
    """

    def __init__(self, players: int, **options) -> None:
        assert players in (2, 3, 4), f"{players} players, but 2, 3 or 4 can play"
        board = dict(options.pop("board", None) or {})
        for name, value in options.items():
            assert name in OPTIONS, f"no option {name}; there are {sorted(OPTIONS)} and board"
            assert value in OPTIONS[name], f"{name}={value}; possible are {OPTIONS[name]}"
        for key, value in board.items():
            assert key in BOARD, f"no board key {key}"
            assert key not in FIXED or value == BOARD[key], f"{key} cannot change"
            assert not isinstance(value, list) or len(value) == len(BOARD[key]), f"size of {key}"
        self.players = players
        self.option = {name: options.get(name, values[0]) for name, values in OPTIONS.items()}
        self.board = {**BOARD, **board}

    # ---- section 3: setup

    def begin(self, chance) -> None:
        seats = range(self.players)
        self.over = False
        self.start_seat = 0  # holder of the start tile
        self.score = list(seats)  # 3.1: score markers and turtles are staggered
        self.sources = [Counter(start=seat) for seat in seats]
        self.space = list(seats)
        self.arrivals: list[int] = []  # seats on the last space, first arrival first (R9)
        self.food = [1] * self.players  # 3.2
        self.stones = [list(self.board["food_at"]) for _ in seats]  # spaces of stones not yet taken
        self.tile_food = [0] * self.players
        self.fish = [0] * self.players
        self.supply = [self.board["corals"]] * self.players
        self.corals = [dict.fromkeys(REEFS, 0) for _ in seats]
        self.slots = [{colour: [] for colour in SLOT_COLOURS} for _ in seats]
        self.strip: list[list[str]] = [[] for _ in seats]
        self.tile_points = [0] * self.players
        self.removed_points = 0  # on tiles that left the game (R14)
        self.discards: list[str] = []
        self.picked: str | None = None
        self.todo: list[str] = []  # what is left of the turn: "card KIND", "die DIE", "symbol"
        self.seen: list[tuple] | None = None  # what the last check saw of each seat
        self.deck = self._shuffled(self._all_cards(), chance)  # 3.3
        self.display: list[str | None] = [None] * self.board["display"]
        self._refill(chance)
        self.round = 1
        self._begin_round(chance)

    def _all_cards(self) -> list[str]:
        """Section 2.5: the deck for this number of players."""
        slot_cards = [f"{colour}-{kind}" for colour in SLOT_COLOURS for kind in KINDS]
        contest_cards = [f"{colour}-CONTEST" for colour in CONTEST_COLOURS]
        return (
            slot_cards * self.board["slot_copies"][str(self.players)]
            + contest_cards * self.board["contest_copies"][str(self.players)]
        )

    def _shuffled(self, cards: list[str], chance) -> list[str]:
        def make(rng: random.Random) -> str:
            return ", ".join(rng.sample(cards, len(cards)))

        text = chance.line("deck", make)
        told = text.split(", ") if text else []
        assert Counter(told) == Counter(cards), f"the deck told is not made of {cards}"
        return told

    def _refill(self, chance) -> None:
        """R6: lowest empty position first; 5.4: an empty deck is made anew from the discards."""
        for position, card in enumerate(self.display):
            if card is not None:
                continue
            if not self.deck and self.discards:
                self.deck = self._shuffled(self.discards, chance)
                self.discards = []
            if self.deck:
                self.display[position] = self.deck.pop(0)

    # ---- section 4: the dice of a round

    def _begin_round(self, chance) -> None:
        """A.1: roll the coloured dice; the red one lies with them unrolled."""
        self.taken: list[list[str]] = [[] for _ in range(self.players)]
        self.pool = self._rolled_dice(chance) + ["red"]
        self.leader = self.start_seat  # taking the red die changes the next round only
        self.turn = 0
        self.seat = self.leader
        self.phase = "TAKE"

    def _numbers(self, colour: str) -> list[int]:
        """What a die is called by (section 16): its number, or its face 1..6 if it shows none."""
        return [1, 2, 3, 4, 5, 6] if colour in ("white", "yellow") else self.board[colour]

    def _rolled_dice(self, chance) -> list[str]:
        def make(rng: random.Random) -> str:
            groups = []
            for colour in SLOT_COLOURS:
                rolled = sorted(rng.choice(self._numbers(colour)) for _ in range(self.players))
                groups.append(" ".join([colour, *map(str, rolled)]))
            return ", ".join(groups)

        groups = [group.split() for group in chance.line("roll", make).split(", ")]
        assert [group[0] for group in groups] == list(SLOT_COLOURS), "one group per colour"
        dice = []
        for colour, *words in groups:
            numbers = [int(word) for word in words]
            assert len(numbers) == self.players, f"{self.players} {colour} dice are to be rolled"
            assert numbers == sorted(numbers), f"{colour} dice in ascending order"
            assert set(numbers) <= set(self._numbers(colour)), f"{colour} dice show no {numbers}"
            dice += [f"{colour} {number}" for number in numbers]
        return dice

    def legal(self) -> set[str]:
        """Section 5.3."""
        if self.over:
            return set()
        if self.phase == "TAKE":
            return {f"take {die}" for die in self.pool}
        if self.phase == "PICK":
            shown = enumerate(self.display, 1)
            return {f"pick {place}" for place, card in shown if self._may_pick(card)} or {"pass"}
        if self.phase == "HOW":
            return {"keep", "use"} if self._may_keep(self.picked) else {"use"}
        if self.phase == "REEF":
            return {f"reef {reef}" for reef in REEFS if reef <= self.reef_limit}
        return {"tile gold", "tile silver"}

    def _may_pick(self, card: str | None) -> bool:
        if card is None:
            return False
        colour, kind = card.split("-")
        return kind != "CONTEST" or colour not in self.strip[self.seat]  # R7b

    def _may_keep(self, card: str) -> bool:
        """Section 2.4."""
        colour, kind = card.split("-")
        slot = self.slots[self.seat][colour]
        return len(slot) < self.board["slot_max"] and kind not in slot

    def play(self, text: str, chance) -> None:
        assert text in self.legal(), f"{text} is not one of {sorted(self.legal())}"
        word, _, rest = text.partition(" ")
        if word == "tile":
            self._share_tiles(rest, chance)
            return
        if word == "take":
            self._take(rest)
        elif word == "pick":
            self._pick(int(rest), chance)
        elif word == "keep":
            colour, kind = self.picked.split("-")
            self.slots[self.seat][colour].append(kind)  # 4: it does not fire this turn
            self.picked = None
        elif word == "use":
            self.todo.insert(0, "card " + self.picked.split("-")[1])  # R7: its colour is irrelevant
            self.discards.append(self.picked)
            self.picked = None
        elif word == "reef":
            self.corals[self.seat][int(rest)] += 1
            self.supply[self.seat] -= 1
        # "pass" gives up one card symbol, which has left `todo` already (section 17).
        if self.picked is None:
            self._go_on(chance)

    def _take(self, die: str) -> None:
        """Section 4: the cards of the die's slot (R4), then the die (R4b)."""
        self.pool.remove(die)
        self.taken[self.seat].append(die)
        colour = die.split()[0]
        order = ["POINT", "FISH", "MOVE", "CORAL"]
        if self.option["coral_order"] == "coral_first":
            order = ["CORAL", "POINT", "FISH", "MOVE"]
        slot = [] if colour == "red" else self.slots[self.seat][colour]
        self.todo = [f"card {kind}" for kind in order if kind in slot] + [f"die {die}"]

    def _go_on(self, chance) -> None:
        """Resolve what is left of the turn, up to the next decision."""
        self.phase = None
        while self.todo and self.phase is None:
            word, _, rest = self.todo.pop(0).partition(" ")
            if word == "card":
                self._resolve_card(rest)
            elif word == "die":
                self._resolve_die(rest)
            else:
                self.phase = "PICK"
        if self.phase is None:
            self._end_turn(chance)

    def _gain(self, seat: int, points: int, source: str) -> None:
        self.score[seat] += points
        self.sources[seat][source] += points

    def _resolve_card(self, kind: str) -> None:
        """Section 2.5."""
        if kind == "POINT":
            self._gain(self.seat, 1, "card")
        elif kind == "FISH":
            self.fish[self.seat] += 1
        elif kind == "MOVE":
            self._move(1)
        elif kind == "CORAL":
            self._open_reefs(self._sector(self.space[self.seat]))  # R11

    def _resolve_die(self, die: str) -> None:
        """Section 4, step 2."""
        if die == "red":
            self.start_seat = self.seat
            return
        colour, word = die.split()
        number = int(word)
        if colour == "white":
            symbols, points = self.board["white"][number - 1]
            self._gain(self.seat, points, "white")
            self.todo += ["symbol"] * symbols
        elif colour == "yellow":
            fish, points = self.board["yellow"][number - 1]
            self.fish[self.seat] += fish
            self._gain(self.seat, points, "yellow")
        elif colour == "blue":
            self._move(number)
        elif colour == "purple":
            self._open_reefs(number)

    def _open_reefs(self, limit: int) -> None:
        """A coral without supply does nothing (section 4)."""
        if self.supply[self.seat] > 0:
            self.phase = "REEF"
            self.reef_limit = limit

    def _pick(self, position: int, chance) -> None:
        """A contest card goes to the strip at once, a slot card asks HOW."""
        card = self.display[position - 1]
        self.display[position - 1] = None
        colour, kind = card.split("-")
        if kind == "CONTEST":
            self.strip[self.seat].append(colour)
        else:
            self.picked = card
            self.phase = "HOW"
        if self.option["refill"] == "immediate":
            self._refill(chance)

    # ---- sections 2.2 and 5.2: the current

    def _sector(self, space: int) -> int:
        return sum(start <= space for start in self.board["sector_starts"])

    def _value(self, space: int) -> int:
        return self.board["band"][space // 4]

    def _is_free(self, space: int) -> bool:
        """The last space holds any number of turtles."""
        others = [where for seat, where in enumerate(self.space) if seat != self.seat]
        return space == self.board["last"] or space not in others

    def _move(self, steps: int) -> None:
        last = self.board["last"]
        here = self.space[self.seat]
        if here == last:
            return
        if self.option["landing"] == "leapfrog":  # R8: only free spaces are counted
            free = [space for space in range(here + 1, last + 1) if self._is_free(space)]
            target = ([here] + free)[min(steps, len(free))]
        else:
            target = min(last, here + steps)
            while not self._is_free(target):
                target += 1
        self.space[self.seat] = target
        if target == last:
            self.arrivals.append(self.seat)
        reached = [stone for stone in self.stones[self.seat] if stone <= target]
        for stone in reached:
            self.stones[self.seat].remove(stone)
            self.food[self.seat] += 1

    def _lead(self, seat: int) -> tuple[int, int]:
        """The greater, the farther ahead: never equal for two seats (R9)."""
        late = self.arrivals.index(seat) if seat in self.arrivals else 0
        return self.space[seat], -late

    # ---- end of a turn and of phase A

    def _end_turn(self, chance) -> None:
        self._refill(chance)
        self.turn += 1
        if self.turn < self.board["picks"] * self.players:
            self.seat = (self.leader + self.turn) % self.players  # R1
            self.phase = "TAKE"
            return
        if "red" in self.pool and self.option["red_untaken"] == "pass_left":  # R3
            self.start_seat = (self.start_seat + 1) % self.players
        self._score_round()
        self._contest(chance)

    # ---- section 6: scoring of a round

    def _score_round(self) -> None:
        for reef in REEFS:
            self._score_reef(reef)
        for seat in range(self.players):
            self._gain(seat, self._value(self.space[seat]), "turtle")
            self._gain(seat, self.board["school"][self._fed_fish(seat)], "fish")

    def _score_reef(self, reef: int) -> None:
        """R10: the turtle ahead breaks every tie, so there is one first and one second."""
        present = [seat for seat in range(self.players) if self.corals[seat][reef] > 0]
        present.sort(key=lambda seat: (self.corals[seat][reef], self._lead(seat)), reverse=True)
        prizes = (self.board["reef_first"][reef - 1], self.board["reef_second"][reef - 1])
        for seat, points in zip(present, prizes, strict=False):
            self._gain(seat, points, "reef")

    def _fed_fish(self, seat: int) -> int:
        return min(self.fish[seat], self.board["capacity"][self.food[seat]])

    # ---- section 7: the contest

    def _entered(self) -> list[tuple[int, str]]:
        """7.1: seat and colour of every blue, purple and red die taken."""
        dice = []
        for seat, colour in ((s, c) for s in range(self.players) for c in CONTEST_COLOURS):
            dice += [(seat, colour) for die in self.taken[seat] if die.split()[0] == colour]
        return dice

    def _contest(self, chance) -> None:
        dice = self._entered()
        self.unopposed = len({seat for seat, _ in dice}) == 1
        latest: list[int] = []  # who lost their last die in the latest roll that did so
        while len({seat for seat, _ in dice}) > 1:
            rolled = self._rolled_contest(dice, chance)
            values = [number + (colour in self.strip[seat]) for seat, colour, number in rolled]
            if len(set(values)) == 1:
                continue  # R12
            before = {seat for seat, _ in dice}
            lowest = min(values)
            dice = [(r[0], r[1]) for r, value in zip(rolled, values, strict=True) if value > lowest]
            gone = before - {seat for seat, _ in dice}
            latest = sorted(gone) or latest
        self.second: int | None = None
        if len(latest) == 1 or (latest and self.option["second_tie"] == "turtle"):  # R13
            self.second = max(latest, key=self._lead)
        self.seat = dice[0][0]
        self.phase = "TILE"

    def _rolled_contest(self, dice: list[tuple[int, str]], chance) -> list[tuple[int, str, int]]:
        def order(die: tuple[int, str, int]) -> tuple[int, int, int]:
            seat, colour, number = die
            return seat, CONTEST_COLOURS.index(colour), number

        def make(rng: random.Random) -> str:
            rolled = [(seat, colour, rng.choice(self.board[colour])) for seat, colour in dice]
            return ", ".join(f"{s} {c} {number}" for s, c, number in sorted(rolled, key=order))

        words = [group.split() for group in chance.line("contest", make).split(", ")]
        rolled = [(int(seat), colour, int(number)) for seat, colour, number in words]
        assert Counter((s, c) for s, c, _ in rolled) == Counter(dice), f"{dice} are to be rolled"
        assert rolled == sorted(rolled, key=order), "dice by seat, colour and number shown"
        for _, colour, number in rolled:
            assert number in self.board[colour], f"no {colour} die shows {number}"
        return rolled

    def _share_tiles(self, metal: str, chance) -> None:
        """7.5, then the next round or the end (section 8)."""
        other = "silver" if metal == "gold" else "gold"
        self._give_tile(self.seat, metal)
        if self.second is not None:
            self._give_tile(self.second, other)
        elif self.unopposed and self.option["no_second"] == "winner_takes_both":
            self._give_tile(self.seat, other)
        else:
            self.removed_points += self.board[other][self.round - 1]  # R14
        if self.round == self.board["rounds"]:
            self.over = True
            return
        self.round += 1
        self._begin_round(chance)

    def _give_tile(self, seat: int, metal: str) -> None:
        self.tile_points[seat] += self.board[metal][self.round - 1]
        if metal == "silver":
            self.tile_food[seat] += self.board["silver_food"][self.round - 1]
            self.food[seat] += self.board["silver_food"][self.round - 1]  # R17

    # ---- section 8: the end

    def scores(self) -> list[float]:
        return [float(self.score[seat] + self._final_points(seat)) for seat in range(self.players)]

    def _final_points(self, seat: int) -> int:
        if not self.over:
            return 0
        points = self.tile_points[seat] + sum(self.corals[seat].values())
        if seat == self.start_seat:
            points += self.board["start_tile"]  # R19
        if self.option["end_fish"] == "one_per_fed_fish":  # R15
            points += self._fed_fish(seat)
        return points

    def winners(self) -> list[int]:
        scores = self.scores()
        best = [seat for seat in range(self.players) if scores[seat] == max(scores)]
        return best if self.option["final_tie"] == "shared" else [max(best, key=self._lead)]  # R16

    # ---- section 13: invariants

    def check(self) -> None:
        self._check_seats()
        self._check_cards()
        self._check_dice()
        self._check_tiles()
        assert self.over or self.legal(), "somebody must have a choice"

    def _check_seats(self) -> None:
        last = self.board["last"]
        swimming = [space for space in self.space if space < last]
        assert len(swimming) == len(set(swimming)), "two turtles on one space"
        assert set(self.arrivals) == {s for s in range(self.players) if self.space[s] == last}
        assert len(self.arrivals) == len(set(self.arrivals)), "nobody arrives twice"
        for seat in range(self.players):
            assert self.score[seat] == sum(self.sources[seat].values()), "score without a source"
            assert sum(self.corals[seat].values()) + self.supply[seat] == self.board["corals"]
            assert self.supply[seat] >= 0
            stones = len(self.board["food_at"]) - len(self.stones[seat])
            assert self.food[seat] == 1 + stones + self.tile_food[seat] <= 7, "food from nowhere"
            assert all(stone > self.space[seat] for stone in self.stones[seat]), "a missed stone"
        fish_points = [self.board["school"][self._fed_fish(s)] for s in range(self.players)]
        values = [self._value(space) for space in self.space]
        seen = list(zip(self.space, values, fish_points, self.score, strict=True))
        for now, then in zip(seen, self.seen or seen, strict=True):
            assert all(a >= b for a, b in zip(now, then, strict=True)), f"{then} fell to {now}"
        self.seen = seen

    def _check_cards(self) -> None:
        cards = self.deck + self.discards + [card for card in self.display if card is not None]
        cards += [] if self.picked is None else [self.picked]
        for seat in range(self.players):
            cards += [f"{colour}-CONTEST" for colour in self.strip[seat]]
            assert len(self.strip[seat]) == len(set(self.strip[seat])), "one contest card a colour"
            for colour, slot in self.slots[seat].items():
                assert len(slot) <= self.board["slot_max"], "a slot is too full"
                assert len(slot) == len(set(slot)), "a kind is twice in a slot"
                cards += [f"{colour}-{kind}" for kind in slot]
        assert Counter(cards) == Counter(self._all_cards()), "cards were lost or made"
        if self.phase == "TAKE" and None in self.display:
            assert not self.deck, "the display is not full"
            assert not self.discards, "the display is not full"

    def _check_dice(self) -> None:
        taken = [die for dice in self.taken for die in dice]
        colours = Counter(die.split()[0] for die in self.pool + taken)
        assert colours == {**dict.fromkeys(SLOT_COLOURS, self.players), "red": 1}, "dice were lost"
        if self.phase == "TILE":
            assert len(self.pool) == 1, "one die is left over"
            assert [len(dice) for dice in self.taken] == [self.board["picks"]] * self.players
            assert len(self._entered()) >= 2 * self.players
            assert not self.unopposed or self.players == 2, "only one of two can be unopposed"

    def _check_tiles(self) -> None:
        done = self.round if self.over else self.round - 1
        total = sum(self.board["gold"][:done]) + sum(self.board["silver"][:done])
        assert sum(self.tile_points) + self.removed_points == total, "tile points were lost"
        if self.players > 2 and self.option["second_tie"] == "turtle":
            assert self.removed_points == 0, "with three or more there is always a second"
