"""Sea Life a second time: slow and plain, from rules/sea_life.md alone, whose § and R it quotes."""

import random
from collections import Counter
from itertools import pairwise

from tests.games.chance import Fresh, Told

VARIANTS = ("normal", "open", "lucky", "lucky_peek", "lucky_open")
CARDS_PER_HAND = 8  # §4: eight creatures and eight foods per seat
DECK_SIZE = 48
ZERO = "K"  # §3.1: the "=0" stripe, if a table does not name another one

# §3.2: name, value, left stripes, right stripes, bottom stripes with their factors.
CREATURES = [
    ("Crab", 6, "GY", "VB", {"B": 1, "G": 1, "V": 2}),
    ("Perch", 6, "YO", "G", {"B": 1, "G": 1, "O": 1}),
    ("Octopus", 5, "GR", "YV", {"G": 2, "O": 1}),
    ("Barracuda", 4, "OR", "GY", {"O": 2, "Y": 1}),
    ("Sea Lion", 3, "R", "OG", {"Y": 2, "R": 1}),
    ("Shark", 2, "V", "RBK", {"R": 2, "V": 1}),
    ("Blue Whale", 4, "B", "Y", {"B": 3}),
    ("Angler", 1, "K", "OR", {"Y": 1, "R": 1, "V": 1}),
]

# §3.3: name, value, top stripes, copies.
FOODS = [
    ("Phytoplankton", 1, "B", 3),
    ("Krill", 2, "B", 2),
    ("Fish Larvae", 1, "BG", 1),
    ("Mussel", 2, "G", 3),
    ("Lobster", 4, "G", 2),
    ("Shrimp", 2, "GO", 1),
    ("Clownfish", 2, "O", 3),
    ("Parrotfish", 4, "O", 2),
    ("Flying Fish", 2, "OY", 1),
    ("Sardine", 2, "Y", 3),
    ("Herring", 4, "Y", 2),
    ("Mackerel", 3, "YR", 1),
    ("Squid", 3, "R", 3),
    ("Tuna", 5, "R", 2),
    ("Ray", 3, "RV", 1),
    ("Jellyfish", 2, "V", 3),
    ("Carcass", 4, "V", 2),
    ("Marine Snow", 1, "VB", 1),
    ("Chemical Foam", -2, "B", 1),
    ("Sewage", -3, "G", 1),
    ("Fish Hook", -3, "O", 1),
    ("Tin Can", -3, "Y", 1),
    ("Mercury Tuna", -4, "R", 1),
    ("Plastic Bag", -3, "V", 1),
    ("Oil Slick", -2, "BV", 2),
    ("Toxic Barrel", -4, "GR", 2),
    ("Ghost Net", -3, "OY", 2),
]

# The two tables in the shape of §3.4, which is also the shape of the option `cards`.
DEFAULT_CARDS = {
    "creatures": [
        {"name": name, "value": value, "left": list(left), "right": list(right), "bottom": bottom}
        for name, value, left, right, bottom in CREATURES
    ],
    "foods": [
        {"name": name, "value": value, "top": list(top), "copies": copies}
        for name, value, top, copies in FOODS
    ],
}


class Reference:
    """One game. The option `cards` is a table already parsed, a dict with the keys of §3.4:
    lists of dicts `creatures` and `foods` (`id` is not looked at), `zero_stripe` (K if left out).
    """

    def __init__(
        self,
        players: int,
        *,
        variant: str = "normal",
        unfed: str = "printed",
        double_max: int = 4,
        double_order: str = "CCFF",
        rounds: int | str = "all",
        dealer: int | str = "random",
        cards: dict | None = None,
    ) -> None:
        assert 2 <= players <= 6
        assert variant in VARIANTS
        assert unfed in ("printed", "zero")
        assert double_max in (3, 4)
        assert double_order in ("CCFF", "CFCF")
        assert rounds == "all" or rounds in range(1, 9)
        assert dealer == "random" or dealer in range(players)
        self.players = players
        self.variant = variant
        self.unfed = unfed
        self.double_order = double_order
        self.dealer_option = dealer
        self.lucky = variant in ("lucky", "lucky_peek", "lucky_open")

        # §4.5: q cards of each sort per seat and round; §7: fewer rounds on wish.
        self.cards_per_round = 2 if players <= double_max else 1
        full_length = CARDS_PER_HAND // self.cards_per_round
        self.rounds = full_length if rounds == "all" else min(rounds, full_length)

        self.read_cards(DEFAULT_CARDS if cards is None else cards)

    def read_cards(self, cards: dict) -> None:
        self.zero_stripe = cards.get("zero_stripe", ZERO)
        self.creature_cards = {card["name"]: card for card in cards["creatures"]}
        self.food_cards = {card["name"]: card for card in cards["foods"]}
        assert len(self.creature_cards) == len(cards["creatures"]) == CARDS_PER_HAND
        assert len(self.food_cards) == len(cards["foods"])
        self.box_of_foods = [food["name"] for food in cards["foods"] for _ in range(food["copies"])]
        assert len(self.box_of_foods) == DECK_SIZE

    # --- §4 setup -------------------------------------------------------------------------------

    def begin(self, chance: Fresh | Told) -> None:
        self.deal_out(self.choose_dealer(chance), self.shuffle_foods(chance))

    def choose_dealer(self, chance: Fresh | Told) -> int:
        """§4.1, R20; the line is asked for even when the option leaves no choice (§13)."""
        fixed = self.dealer_option
        told = chance.line(
            "dealer",
            lambda rng: str(rng.randrange(self.players) if fixed == "random" else fixed),
        )
        dealer = int(told)
        assert dealer in range(self.players)
        assert fixed in ("random", dealer)
        return dealer

    def shuffle_foods(self, chance: Fresh | Told) -> list[str]:
        """§4.3: all 48 foods, in the order in which they are dealt (§13)."""

        def make(rng: random.Random) -> str:
            deck = list(self.box_of_foods)
            rng.shuffle(deck)
            return ", ".join(deck)

        deck = chance.line("deck", make).split(", ")
        assert Counter(deck) == Counter(self.box_of_foods), "these are not the 48 foods of the box"
        return deck

    def deal_out(self, dealer: int, deck: list[str]) -> None:
        """§4.2 to §4.4: a whole set of creatures and eight foods in a block for every seat."""
        self.dealer = dealer
        self.creatures = [list(self.creature_cards) for _ in range(self.players)]
        self.foods = [
            deck[CARDS_PER_HAND * seat : CARDS_PER_HAND * (seat + 1)]
            for seat in range(self.players)
        ]
        self.undealt = deck[CARDS_PER_HAND * self.players :]
        self.gone_creatures: list[tuple[int, str]] = []
        self.gone_foods: list[str] = []
        self.points = [0] * self.players
        self.rounds_played = 0
        self.over = False
        self.start_round()

    # --- §5 and §8.1: who does what in a round --------------------------------------------------

    def start_round(self) -> None:
        self.row: list[dict] = []  # columns, the rightmost one first
        self.turns_to_come = self.lucky_turns() if self.lucky else self.phase_turns()
        self.next_turn()

    def clockwise_from_starter(self) -> list[int]:
        """§5, R19: the start of the rounds passes clockwise from the dealer."""
        starter = self.dealer + self.rounds_played
        return [(starter + step) % self.players for step in range(self.players)]

    def phase_turns(self) -> list[tuple[int, str]]:
        """§5, R15: one full circle per letter of the order; C is for creatures, F for foods."""
        circles = self.double_order if self.cards_per_round == 2 else "CF"
        sorts = {"C": "creature", "F": "food"}
        return [(seat, sorts[c]) for c in circles for seat in self.clockwise_from_starter()]

    def lucky_turns(self) -> list[tuple[int, str]]:
        """§8.1, R16: 2q circles, each turn one card of either sort."""
        circles = range(2 * self.cards_per_round)
        return [(seat, "either") for _ in circles for seat in self.clockwise_from_starter()]

    def next_turn(self) -> None:
        self.seat, self.sort = self.turns_to_come.pop(0)
        # What is asked now: "peek", then "card", then "place"; not every turn has all three.
        self.asked = "peek" if self.variant == "lucky_peek" else "card"
        self.chosen: tuple[str, str] | None = None  # the card waiting for its place, still in hand

    # --- legal choices --------------------------------------------------------------------------

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.asked == "peek":
            return self.legal_peeks()
        if self.asked == "card":
            return self.legal_cards()
        return self.legal_places(self.chosen[0])

    def legal_peeks(self) -> set[str]:
        """§8.2, R27: one card of the row, at most, that this seat neither laid nor looked at."""
        return {"no peek"} | {
            f"peek {sort} {number}"
            for number, column in enumerate(self.row)
            for sort in ("creature", "food")
            if column[sort] is not None and self.seat not in column[f"{sort}_known"]
        }

    def legal_cards(self) -> set[str]:
        """§5: any card of the sort whose turn it is. §8.1: of either sort that has a place left."""
        texts = set()
        if self.sort in ("creature", "either") and self.legal_places("creature"):
            texts |= {f"creature {name}" for name in self.creatures[self.seat]}
        if self.sort in ("food", "either") and self.legal_places("food"):
            texts |= {f"food {name}" for name in self.foods[self.seat]}
        return texts

    def legal_places(self, sort: str) -> set[str]:
        if sort == "food":
            return self.lucky_food_places() if self.lucky else self.hungry_columns()
        return self.lucky_creature_places() if self.lucky else {"left"}

    def hungry_columns(self) -> set[str]:
        """§5 phase F, R25: under any creature without food, own or foreign."""
        return {
            str(number)
            for number, column in enumerate(self.row)
            if column["creature"] is not None and column["food"] is None
        }

    def gaps(self) -> set[str]:
        """§8.1: foods with no creature above them."""
        return {
            f"gap {number}" for number, column in enumerate(self.row) if column["creature"] is None
        }

    def lucky_creature_places(self) -> set[str]:
        """§8.1, R18: gaps first; else either end, which for the first card is the same place."""
        if self.laid("creature") == self.cards_per_round:
            return set()
        if self.gaps():
            return self.gaps()
        return {"left", "right"} if self.row else {"left"}

    def lucky_food_places(self) -> set[str]:
        """§8.1, R17: an orphan only with all own creatures laid and no creature without food."""
        if self.laid("food") == self.cards_per_round:
            return set()
        if self.hungry_columns():
            return self.hungry_columns()
        all_creatures_laid = self.laid("creature") == self.cards_per_round
        return {"left", "right"} if all_creatures_laid else set()

    def laid(self, sort: str) -> int:
        """How many cards of this sort the seat to move has in the row."""
        return sum(column[f"{sort}_by"] == self.seat for column in self.row)

    # --- one decision ---------------------------------------------------------------------------

    def play(self, text: str, chance: Fresh | Told) -> None:
        """§9: chance has no part in a game after its deal, so nothing is asked of it here."""
        assert text in self.legal(), f"{text!r} is not one of {sorted(self.legal())}"
        if self.asked == "peek":
            self.peek(text)
        elif self.asked == "card":
            self.choose_card(text)
        else:
            self.lay_card(text)

    def peek(self, text: str) -> None:
        if text != "no peek":
            _, sort, number = text.split(" ")
            self.row[int(number)][f"{sort}_known"].add(self.seat)
        self.asked = "card"

    def choose_card(self, text: str) -> None:
        sort, name = text.split(" ", 1)
        self.chosen = (sort, name)
        self.asked = "place"
        if sort == "creature" and not self.lucky:
            self.lay_card("left")  # §5: the left end is no decision there

    def lay_card(self, place: str) -> None:
        sort, name = self.chosen
        hand = self.creatures if sort == "creature" else self.foods
        hand[self.seat].remove(name)
        column = self.column_at(place)
        column[sort] = name
        column[f"{sort}_by"] = self.seat
        column[f"{sort}_known"] = {self.seat}  # R24
        self.finish_turn()

    def column_at(self, place: str) -> dict:
        """The column of this number, or a new one at the left or right end of the row."""
        if place not in ("left", "right"):
            return self.row[int(place.removeprefix("gap "))]
        column = dict.fromkeys(("creature", "creature_by", "creature_known"))
        column |= dict.fromkeys(("food", "food_by", "food_known"))
        self.row.insert(len(self.row) if place == "left" else 0, column)
        return column

    def finish_turn(self) -> None:
        if self.turns_to_come:
            self.next_turn()
            return
        self.finish_round()
        if self.rounds_played == self.rounds:
            self.over = True  # §7
        else:
            self.start_round()

    def finish_round(self) -> None:
        """§5 phase S: score the row, then its cards leave the game."""
        won = self.score_row()
        self.points = [old + new for old, new in zip(self.points, won, strict=True)]
        self.gone_creatures += [(column["creature_by"], column["creature"]) for column in self.row]
        self.gone_foods += [column["food"] for column in self.row]
        self.row = []
        self.rounds_played += 1

    # --- §6 scoring -----------------------------------------------------------------------------

    def own(self, creature: str, food: str) -> int:
        """R1, R6, R7: the printed value and the food, times the largest factor that fits."""
        card, eaten = self.creature_cards[creature], self.food_cards[food]
        factors = [card["bottom"][stripe] for stripe in eaten["top"] if stripe in card["bottom"]]
        if factors:
            return card["value"] + max(factors) * eaten["value"]
        return card["value"] if self.unfed == "printed" else 0

    def link(self, left: str, right: str) -> str:
        """What the creature on the left does to its direct right neighbour (R5, R9, R13)."""
        hunting, hunted = self.creature_cards[left]["right"], self.creature_cards[right]["left"]
        if self.zero_stripe in hunting and self.zero_stripe in hunted:
            return "ZERO"
        return "EATS" if any(stripe in hunted for stripe in hunting) else "NONE"

    def score_row(self) -> list[int]:
        won = [0] * self.players
        first = self.row[0]
        holder, total = first["creature_by"], self.own(first["creature"], first["food"])
        for prey, hunter in pairwise(self.row):  # from right to left
            link = self.link(hunter["creature"], prey["creature"])
            if link == "NONE":
                won[holder] += total
            if link != "EATS":
                total = 0  # a new chain; after ZERO nobody gets the old one (R10 to R12)
            total += self.own(hunter["creature"], hunter["food"])  # R2 to R4
            holder = hunter["creature_by"]
        won[holder] += total
        return won

    # --- §7 result ------------------------------------------------------------------------------

    def scores(self) -> list[float]:
        """Points of the rounds scored so far; a row still lying counts nothing yet."""
        return [float(points) for points in self.points]

    def winners(self) -> list[int]:
        """R21: ties share the win."""
        assert self.over
        return [seat for seat in range(self.players) if self.points[seat] == max(self.points)]

    # --- invariants -----------------------------------------------------------------------------

    def check(self) -> None:
        self.check_conservation()
        self.check_hand_sizes()
        self.check_row()
        assert self.over or (self.legal() and self.seat in range(self.players))
        assert self.over == (self.rounds_played == self.rounds)

    def check_conservation(self) -> None:
        """§4: every creature of every set, and every food, is in exactly one place."""
        for seat in range(self.players):
            somewhere = list(self.creatures[seat])
            somewhere += [c["creature"] for c in self.row if c["creature_by"] == seat]
            somewhere += [name for owner, name in self.gone_creatures if owner == seat]
            assert sorted(somewhere) == sorted(self.creature_cards)
        foods = [food for hand in self.foods for food in hand] + self.undealt + self.gone_foods
        foods += [column["food"] for column in self.row if column["food"] is not None]
        assert Counter(foods) == Counter(self.box_of_foods)
        assert len(self.undealt) == DECK_SIZE - CARDS_PER_HAND * self.players

    def check_hand_sizes(self) -> None:
        """§5, §8.1: q creatures and q foods of every seat leave its hand in every round."""
        before = CARDS_PER_HAND - self.rounds_played * self.cards_per_round
        for seat in range(self.players):
            for sort, hand in (("creature", self.creatures[seat]), ("food", self.foods[seat])):
                laid = sum(column[f"{sort}_by"] == seat for column in self.row)
                assert laid <= self.cards_per_round
                assert len(hand) == before - laid

    def check_row(self) -> None:
        """§8.1: gaps and creatures without food never lie there together; §13: q x n columns."""
        assert len(self.row) <= self.cards_per_round * self.players
        assert not (self.gaps() and self.hungry_columns())
        assert all(column["creature"] or column["food"] for column in self.row)
        if not self.row:
            return
        assert any(column["creature"] for column in self.row)  # a round begins with a creature
        if not self.lucky:
            circle = self.clockwise_from_starter() * 2
            assert [c["creature_by"] for c in self.row] == circle[: len(self.row)]
