"""Snorkeling once more, slowly: plain lists and strings, written from the rules page alone.

Numbers in comments are the sections (4.3), rulings (A15) and "Names" (12) of that page. A card is
its text, `R0` .. `P4`. The Lanternfish is no card here: every pile has one for its floor, unseen.
"""

import random
from collections import Counter

from tests.games.chance import Fresh, Told

COLOURS = "RYGBP"
VALUES = (0, 1, 2, 3, 4)
COPIES = 3
LANTERNFISH = 5
HAND = 5
BOX = Counter({f"{colour}{value}": COPIES for colour in COLOURS for value in VALUES})
START_RULES = ("rotate", "victim", "left_of_ender", "fixed", "lowest")
TAKE_RULES = ("may_topup", "must", "may_plain")
PLACE_RULES = ("one", "many")


def colour_of(card: str) -> str:
    return card[0]


def value_of(card: str) -> int:
    return int(card[1])


def shuffled(cards: list[str], rng: random.Random) -> str:
    """The text of a fabricated `chance deck` line; sorted first, so that a seed fixes it."""
    cards = sorted(cards)
    rng.shuffle(cards)
    return ", ".join(cards)


class Reference:
    """One game of 2 to 6 seats. `begin` sets up, then `legal` and `play` in turn until `over`.

    Options: target, expert, start_rule, take_rule, expert_place, max_laps, max_rounds (section 7).
    """

    def __init__(
        self,
        players: int,
        *,
        target: int = 12,
        expert: bool = False,
        start_rule: str = "rotate",
        take_rule: str = "may_topup",
        expert_place: str = "one",
        max_laps: int = 100,
        max_rounds: int = 50,
    ) -> None:
        assert players in range(2, 7), players
        assert target in range(1, 61), target
        assert expert in (True, False), expert
        assert start_rule in START_RULES, start_rule
        assert take_rule in TAKE_RULES, take_rule
        assert expert_place in PLACE_RULES, expert_place
        assert max_laps >= 1 and max_rounds >= 1, (max_laps, max_rounds)
        self.players = players
        self.target = target
        self.expert = expert
        self.start_rule = start_rule
        self.take_rule = take_rule
        self.expert_place = expert_place
        self.max_laps = max_laps
        self.max_rounds = max_rounds

        # The game: what runs on from round to round.
        self.points = [0] * players
        self.round = 0
        self.first_starter = 0
        self.starter = 0
        self.over = False
        self.safety_end = False

        # The round: deck[0] is drawn next, centre[-1] and piles[seat][-1] are the tops.
        self.deck: list[str] = []
        self.centre: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.piles: list[list[str]] = [[] for _ in range(players)]
        self.turns = 0
        self.idle_turns = 0
        self.draw_failed = False

        # The turn.
        self.seat = 0
        self.phase = "ACT"
        self.played = 0
        self.placed = 0
        self.mode = "none"
        self.drawn = 0

    # --- what a referee asks ---

    def scores(self) -> list[float]:
        """Totals of the rounds scored so far; the piles of a running round do not count yet."""
        return [float(total) for total in self.points]

    def winners(self) -> list[int]:
        """6.2: all seats on the highest total. One, except after a safety end or the last round."""
        assert self.over, "nobody has won before the end"
        return [seat for seat in range(self.players) if self.points[seat] == max(self.points)]

    # --- 2, 6.3: setting up ---

    def begin(self, chance: Fresh | Told) -> None:
        # 12: the starter is drawn once, before the first deck, under every start_rule.
        text = chance.line("starter", lambda rng: str(rng.randrange(self.players)))
        assert text in [str(seat) for seat in range(self.players)], f"no seat: {text}"
        self.first_starter = int(text)
        self.points = [0] * self.players
        self.round = 0
        self.over = False
        self.safety_end = False
        self._begin_round(self.first_starter, chance)

    def _begin_round(self, starter: int, chance: Fresh | Told) -> None:
        self.round += 1
        self.starter = starter
        self.turns = 0
        self.idle_turns = 0
        self.draw_failed = False
        self.deck = self._shuffle(list(BOX.elements()), chance)
        # 12: five cards to seat 0, then five to seat 1, ..., whoever starts.
        self.hands = [[self.deck.pop(0) for _ in range(HAND)] for _ in range(self.players)]
        self.centre = [self.deck.pop(0)]
        self.piles = [[] for _ in range(self.players)]
        self._begin_turn(starter)

    def _shuffle(self, cards: list[str], chance: Fresh | Told) -> list[str]:
        told = chance.line("deck", lambda rng: shuffled(cards, rng)).split(", ")
        assert Counter(told) == Counter(cards), f"shuffled {sorted(cards)}, got {sorted(told)}"
        return told

    def _begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.phase = "ACT"
        self.played = 0
        self.placed = 0
        self.mode = "none"
        self.drawn = 0

    # --- 4.2: what is legal ---

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.phase == "TAKE":
            # A7 `must`: the phase is still asked, with `take` alone.
            return {"take"} if self.take_rule == "must" else {"take", "decline"}
        return {"end"} | self._legal_plays() | self._legal_places()

    def _legal_plays(self) -> set[str]:
        return {f"play {card}" for card in self.hands[self.seat] if self._may_play(card)}

    def _may_play(self, card: str) -> bool:
        if self.placed > 0:
            return False  # A9, A11: the centre is closed once a card lies on an opponent.
        top = self.centre[-1]
        same_colour = colour_of(card) == colour_of(top)
        one_higher = value_of(card) == (value_of(top) + 1) % len(VALUES)  # A4: 0 follows 4.
        if self.played == 0 or self.expert:
            return same_colour or one_higher
        # A6: a colour play goes on in its colour, which every card of it has; a single is alone.
        return self.mode == "colour" and same_colour

    def _legal_places(self) -> set[str]:
        if self.played == 0:
            return set()
        return {
            f"place {card} on +{distance}"
            for distance in range(1, self.players)
            for card in self.hands[self.seat]
            # A9c: colour is ignored, the value is exactly one below the pile's.
            if value_of(card) == self._pile_value((self.seat + distance) % self.players) - 1
        }

    def _pile_value(self, seat: int) -> int:
        return value_of(self.piles[seat][-1]) if self.piles[seat] else LANTERNFISH

    # --- 4.2, 4.3: what happens ---

    def play(self, text: str, chance: Fresh | Told) -> None:
        assert text in self.legal(), f"{text!r} is not one of {sorted(self.legal())}"
        match text.split():
            case ["play", card]:
                self._play_card(card)
            case ["place", card, "on", distance]:
                self._place_card(card, (self.seat + int(distance)) % self.players, chance)
            case ["end"]:
                self._end_turn(chance)
            case ["take"]:
                self._take(chance)
            case ["decline"]:
                self._decline(chance)

    def _play_card(self, card: str) -> None:
        if self.played == 0:
            # 4.2: judged against the old top; a card that is both is a colour play.
            same_colour = colour_of(card) == colour_of(self.centre[-1])
            self.mode = "colour" if same_colour else "single"
        self.hands[self.seat].remove(card)
        self.centre.append(card)
        self.played += 1

    def _place_card(self, card: str, target: int, chance: Fresh | Told) -> None:
        self.hands[self.seat].remove(card)
        self.piles[target].append(card)
        self.placed += 1
        if value_of(card) == 0:
            self._end_round_by_beach(target, chance)  # A20: no draw, no end of turn.
        elif self.expert and self.expert_place == "many":
            pass  # A11: further PLACEs may follow, until END.
        else:
            self._end_turn(chance)

    def _end_turn(self, chance: Fresh | Told) -> None:
        emptied = self.played > 0 and not self.hands[self.seat]  # 4.3.1: before any draw.
        self._draw(chance)
        if emptied and self.piles[self.seat]:
            self.phase = "TAKE"
            return
        if emptied:
            self._draw(chance)  # The bare Lanternfish stays.
        self._complete_turn(chance)

    def _take(self, chance: Fresh | Told) -> None:
        self.hands[self.seat].append(self.piles[self.seat].pop())
        self._complete_turn(chance)

    def _decline(self, chance: Fresh | Told) -> None:
        if self.take_rule != "may_plain":
            self._draw(chance)
        self._complete_turn(chance)

    def _draw(self, chance: Fresh | Told) -> None:
        # A3, 12: reshuffled at the draw that needs it, told if there is at least one card.
        if not self.deck and len(self.centre) > 1:
            *below, top = self.centre
            self.deck = self._shuffle(below, chance)
            self.centre = [top]
        if not self.deck:
            self.draw_failed = True
            return
        self.hands[self.seat].append(self.deck.pop(0))
        self.drawn += 1

    def _complete_turn(self, chance: Fresh | Told) -> None:
        self.turns += 1
        idle = self.played == 0 and self.drawn == 0
        self.idle_turns = self.idle_turns + 1 if idle else 0
        frozen = self.idle_turns == self.players
        capped = self.turns == self.max_laps * self.players
        if frozen or capped:
            self._end_round_by_safety(chance)
        else:
            self._begin_turn((self.seat + 1) % self.players)

    # --- 5, 6: the end of a round and of the game ---

    def _end_round_by_beach(self, victim: int, chance: Fresh | Told) -> None:
        # A15: who starts a further round.
        rotated = (self.starter + 1) % self.players
        following = {"victim": victim, "left_of_ender": (self.seat + 1) % self.players}
        self._end_round(following.get(self.start_rule, rotated), chance)

    def _end_round_by_safety(self, chance: Fresh | Told) -> None:
        # A15: nobody is victim or ender, so both rules act as `rotate`.
        self.safety_end = True
        self._end_round((self.starter + 1) % self.players, chance)

    def _end_round(self, starter: int, chance: Fresh | Told) -> None:
        for seat in range(self.players):
            self.points[seat] += self._pile_value(seat)
        if self._game_is_decided():
            self.over = True
            return
        self.safety_end = False
        if self.start_rule == "fixed":
            starter = self.first_starter
        if self.start_rule == "lowest":
            starter = self._lowest_after(self.starter)
        self._begin_round(starter, chance)

    def _game_is_decided(self) -> bool:
        if self.round == self.max_rounds:
            return True  # 13: whatever the totals are.
        highest = max(self.points)
        if highest < self.target:
            return False
        # 6.2: a tie on the highest total wants another round, but not after a safety end.
        return self.points.count(highest) == 1 or self.safety_end

    def _lowest_after(self, last_starter: int) -> int:
        # A15 `lowest`: of equals the first one clockwise from the seat after the last starter.
        clockwise = [(last_starter + step) % self.players for step in range(1, self.players + 1)]
        return next(seat for seat in clockwise if self.points[seat] == min(self.points))

    # --- 3, 11: what always holds ---

    def check(self) -> None:
        self._check_cards()
        self._check_piles()
        self._check_turn()
        self._check_points()

    def _check_cards(self) -> None:
        heaps = [self.deck, self.centre, *self.hands, *self.piles]
        cards = Counter(card for heap in heaps for card in heap)
        assert cards == BOX, f"missing {BOX - cards}, too many {cards - BOX}"
        assert self.centre, "the centre always has a top"

    def _check_piles(self) -> None:
        beaches = 0
        for seat, pile in enumerate(self.piles):
            values = [value_of(card) for card in pile]
            assert values == [4, 3, 2, 1, 0][: len(pile)], f"pile of seat {seat} has a gap: {pile}"
            beaches += 0 in values
        # A Beach on a pile is seen only when the game stopped with it.
        by_beach = self.over and not self.safety_end
        assert beaches == (1 if by_beach else 0), f"{beaches} Beaches on piles"

    def _check_turn(self) -> None:
        assert self.seat in range(self.players)
        assert self.over == (not self.legal()), "legal actions until the end, and none after it"
        assert self.over or self.turns < self.max_laps * self.players, "the lap cap was missed"
        assert self.over or self.idle_turns < self.players, "the frozen round was missed"
        assert self.placed == 0 or self.played > 0, "PLACE before a centre card"
        assert self.over or self.phase == "TAKE" or self.placed == 0 or self.expert, "turn goes on"
        if self.phase == "TAKE":
            assert self.played > 0 and self.piles[self.seat], "TAKE without a reason"
            assert len(self.hands[self.seat]) <= 1, "TAKE with cards left"
        # 4.3, 13: two cards at the start of a turn, one where a declined card is not made up.
        fewest = 1 if self.take_rule == "may_plain" else 2
        for seat, hand in enumerate(self.hands):
            in_its_turn = seat == self.seat and (self.played > 0 or self.over)
            assert in_its_turn or self.draw_failed or len(hand) >= fewest, f"seat {seat}: {hand}"

    def _check_points(self) -> None:
        scored = self.round if self.over else self.round - 1
        assert self.round in range(1, self.max_rounds + 1), f"round {self.round}"
        assert all(0 <= points <= LANTERNFISH * scored for points in self.points), self.points
        if not self.over:
            tied = self.points.count(max(self.points)) > 1
            assert max(self.points) < self.target or tied, "a decided game goes on"
            return
        last_round = self.round == self.max_rounds
        assert max(self.points) >= self.target or last_round, "over below the target"
        assert self.winners(), "somebody wins"
        assert len(self.winners()) == 1 or self.safety_end or last_round, "a tie was not played on"
