"""Ocean once more, slowly and plainly, straight from rules/ocean.md.

Numbers in brackets are sections of the rules page, A-numbers its rulings. A card is its name
(`Tr10`, `sack`), a zone is a list of names, a row is a dict from colour to card.
"""

from collections import Counter
from itertools import combinations

ANIMALS = ("turtle", "crab", "starfish", "octopus")
COLOURS = ("green", "orange", "red", "blue")
CELL_SIZES = {  # (2.1) turtle and octopus one way, crab and starfish the other
    "turtle": (5, 4, 5, 4),
    "crab": (4, 5, 4, 5),
    "starfish": (4, 5, 4, 5),
    "octopus": (5, 4, 5, 4),
}
ACTIONS = {"sack": 4, "chest": 4, "sword": 4, "skull": 1}  # (2.1, A1)

# (2.2) One line per animal in the order of ANIMALS, its cells in the order of COLOURS.
DECKS = {
    "balanced": (
        "1 3 6 9 11 / 1 4 8 11 / 3 4 6 7 10 / 2 5 8 9",
        "3 4 7 10 / 2 3 4 10 11 / 2 5 6 11 / 1 5 7 8 9",
        "1 5 7 11 / 3 5 6 7 9 / 3 4 8 9 / 1 2 6 10 11",
        "2 5 6 8 9 / 1 5 8 10 / 1 2 7 9 11 / 3 4 7 10",
    ),
    "low": (
        "1 3 5 6 7 / 2 3 4 9 / 1 4 6 8 11 / 2 5 7 10",
        "1 3 7 11 / 1 4 5 6 10 / 2 4 5 9 / 2 3 6 7 8",
        "3 4 6 8 / 1 2 3 5 7 / 1 6 9 10 / 2 4 5 7 11",
        "1 2 5 6 7 / 2 3 4 10 / 1 5 6 7 9 / 3 4 8 11",
    ),
    "mid": (
        "4 5 8 9 10 / 3 6 7 9 / 2 4 5 6 8 / 1 3 7 11",
        "1 4 6 11 / 2 4 8 9 10 / 3 5 6 7 / 3 5 7 8 9",
        "1 3 5 9 / 2 6 7 9 11 / 4 5 8 10 / 3 4 6 7 8",
        "2 3 6 7 11 / 4 5 8 9 / 3 5 6 8 10 / 1 4 7 9",
    ),
    "high": (
        "4 5 6 7 11 / 3 5 8 10 / 2 6 7 9 11 / 1 8 9 10",
        "1 5 6 10 / 2 7 8 10 11 / 3 6 9 11 / 4 5 7 8 9",
        "3 5 8 11 / 2 6 7 9 11 / 1 5 9 10 / 4 6 7 8 10",
        "1 6 8 10 11 / 4 5 8 9 / 2 6 7 9 11 / 3 5 7 10",
    ),
}

# (12, 16) The required options that are words or switches; the first value is the default.
CHOICES = {
    "skull": (True, False),
    "friend_choice": ("draft", "random", "fixed"),
    "capture_rule": ("free", "all"),
    "capture_mandatory": (False, True),
    "dup_policy": ("first_stays", "best_stays"),
    "sword": ("each", "one"),
    "starter": ("same", "rotate", "continue"),
    "last_deal": ("equal_part", "full_only"),
    "final_tie": ("shared", "latest_seat"),
    "variant": ("basic", "gold"),
}

HAND = 4
OPENING = 4
MOST_DECISIONS = 241  # (5.5)
MOST_PLAYED = {2: 80, 3: 81, 4: 80}  # (7)
MOST_LYING = {2: 76, 3: 78, 4: 81}  # (5.5) with exposed hands


def table_of(deck):
    """The number table animal -> colour -> numbers, of a named deck or of a parsed deck file."""
    if isinstance(deck, str):
        return {
            animal: {
                colour: [int(number) for number in cell.split()]
                for colour, cell in zip(COLOURS, line.split("/"), strict=True)
            }
            for animal, line in zip(ANIMALS, DECKS[deck], strict=True)
        }
    return deck


def animal_cards(table):
    """All animal cards in the order of their ids (2.2, 16): cell after cell, ascending inside."""
    assert set(table) == set(ANIMALS), "a deck names the four animals"
    cards = []
    for animal in ANIMALS:
        assert set(table[animal]) == set(COLOURS), f"{animal}: a deck names the four colours"
        for colour, size in zip(COLOURS, CELL_SIZES[animal], strict=True):
            numbers = sorted(table[animal][colour])
            assert len(numbers) == len(set(numbers)) == size, f"{animal} {colour}: wrong cell"
            assert all(1 <= number <= 11 for number in numbers), f"{animal} {colour}: not 1..11"
            cards += [f"{cell_of(animal, colour)}{number}" for number in numbers]
    return cards


def cell_of(animal, colour):
    """The two letters with which the names of a cell's cards begin (2.2)."""
    return animal[0].upper() + colour[0]


def number_of(card):
    return int(card[2:])


def is_animal(card):
    return card not in ACTIONS


def groups_of(cards, total):
    """Every set of `cards` whose numbers add up to `total`, each in the order of `cards` (5.1)."""
    if total == 0:
        return [[]]
    return [
        [card, *rest]
        for place, card in enumerate(cards)
        if number_of(card) <= total
        for rest in groups_of(cards[place + 1 :], total - number_of(card))
    ]


class Reference:
    """One game. Options are the required ones of section 16, by name, plus `friends` for `fixed`.

    `deck` is the name of a number table, or a parsed deck file: a dict from each animal to a dict
    from each colour to its list of numbers, `{"turtle": {"green": [1, 3, 6, 9, 11], ...}, ...}`.
    """

    def __init__(self, players: int, **options) -> None:
        assert players in (2, 3, 4)
        self.players = players
        self.animals = animal_cards(table_of(options.pop("deck", "balanced")))
        self.fixed_friends = options.pop("friends", None)
        self.option = {name: values[0] for name, values in CHOICES.items()} | options
        assert set(self.option) == set(CHOICES), f"unknown options in {sorted(options)}"
        for name, value in self.option.items():
            assert value in CHOICES[name], f"{name} cannot be {value!r}"

        self.friends: list[str] = []
        self.stock: list[str] = []  # next card first
        self.centre: list[str] = []  # what lies there for good: animals only
        self.exposed: dict[int, list[str]] = {}  # what lies there during a skull turn, by owner
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.rows: list[dict[str, str]] = [{} for _ in range(players)]
        self.piles: list[list[str]] = [[] for _ in range(players)]

        self.seat = 0
        self.starter = 0
        self.phase = "CHOOSE"
        self.over = False
        self.skull_seat: int | None = None
        self.played: str | None = None  # the animal card on its way in CAPTURE
        self.groups: list[list[str]] = []  # every group that `played` could take when it was played
        self.closed: list[list[str]] = []  # the groups picked so far
        self.open_group: list[str] = []
        self.victims: list[int] = []  # seats the sword still has to visit
        self.champions: list[int] = []
        self.tie_broken = False
        self.decisions = 0
        self.cards_played = 0

    # ---- set-up (3)

    def begin(self, chance) -> None:
        """(3.2) Friends first; the deal follows as soon as they are known."""
        if self.option["friend_choice"] == "draft":
            return
        self.friends = (
            list(self.fixed_friends)
            if self.option["friend_choice"] == "fixed"
            else chance.line("friends", self.random_friends).split(", ")
        )
        assert len(self.friends) == len(set(self.friends)) == self.players
        assert set(self.friends) <= set(ANIMALS)
        self.deal(chance)

    def random_friends(self, rng):
        return ", ".join(rng.sample(ANIMALS, self.players))

    def choose(self, animal, chance):
        """(3.2, A21) Seats choose in turn among the animals left; the last one starts the deal."""
        self.friends.append(animal)
        self.seat += 1
        if self.seat == self.players:
            self.deal(chance)

    def all_cards(self):
        kinds = [kind for kind in ACTIONS if kind != "skull" or self.option["skull"]]
        return self.animals + [kind for kind in kinds for _ in range(ACTIONS[kind])]

    def shuffled(self, rng):
        cards = self.all_cards()
        rng.shuffle(cards)
        return ", ".join(cards)

    def deal(self, chance):
        """(3.3-3.5) Four cards a seat, seat 0 first, then four animals for the centre."""
        self.stock = chance.line("deck", self.shuffled).split(", ")
        assert sorted(self.stock) == sorted(self.all_cards()), "the deck is not the 85 (84) cards"
        for seat in range(self.players):
            self.hands[seat] = self.draw(HAND)
        while len(self.centre) < OPENING:
            card = self.stock.pop(0)
            # (3.4, A23) An action card goes to the bottom, a later one deeper.
            (self.centre if is_animal(card) else self.stock).append(card)
        self.seat = self.starter = 0
        self.phase = "PLAY"

    def draw(self, count):
        drawn, self.stock = self.stock[:count], self.stock[count:]
        return drawn

    # ---- what may be done (4)

    def legal(self) -> set[str]:
        if self.over:
            return set()
        return {
            "CHOOSE": self.legal_choices,
            "PLAY": self.legal_plays,
            "CAPTURE": self.legal_captures,
            "SACK": self.legal_sack_picks,
            "STEAL": self.legal_thefts,
        }[self.phase]()

    def legal_choices(self):
        return {f"choose {animal}" for animal in ANIMALS if animal not in self.friends}

    def legal_plays(self):
        """(4, A8-A10) Animals, swords and the skull always; sacks and chests need a centre."""
        hand = self.hands[self.seat]
        lootable = bool(self.lying()) or all(card in ("sack", "chest") for card in hand)
        return {f"play {card}" for card in hand if card not in ("sack", "chest") or lootable}

    def legal_captures(self):
        """(5.1, 5.3) The next card of some group still whole, in the agreed order of picking."""
        picked = self.closed_cards()
        whole = [group for group in self.groups if not set(group) & set(picked)]
        begun = len(self.open_group)
        ahead = [group for group in whole if group[:begun] == self.open_group]
        if begun:
            return {f"pick {group[begun]}" for group in ahead}
        if self.closed and self.option["capture_rule"] == "free":
            # Groups are taken in the order of their first cards, so that a family has one path.
            last = self.place_of(self.closed[-1][0])
            ahead = [group for group in whole if self.place_of(group[0]) > last]
        picks = {f"pick {group[0]}" for group in ahead}
        must_go_on = (
            self.option["capture_rule"] == "all"
            if self.closed
            else self.option["capture_mandatory"]  # (A5) stopping now would lay the card
        )
        return picks if must_go_on and whole else picks | {"stop"}

    def legal_sack_picks(self):
        """(6.1, 6.4) Any card lying in the centre; an exposed action card is named by its owner."""
        picks = {f"pick {card}" for card in self.lying() if is_animal(card)}
        for owner, cards in self.exposed.items():
            there = f"from +{(owner - self.seat) % self.players}"
            picks |= {f"pick {card} {there}" for card in cards if not is_animal(card)}
        return picks

    def legal_thefts(self):
        """(6.3, A11) One colour of the pending victim; under `one` of any victim."""
        asked = self.victims[:1] if self.option["sword"] == "each" else self.victims
        return {
            f"steal {colour} from +{(victim - self.seat) % self.players}"
            for victim in asked
            for colour in self.rows[victim]
        }

    # ---- one decision

    def play(self, text: str, chance) -> None:
        assert text in self.legal(), f"seat {self.seat} cannot {text!r} in {self.phase}"
        self.decisions += 1
        verb, _, what = text.partition(" ")
        if verb == "choose":
            self.choose(what, chance)
        elif verb == "play":
            self.play_card(what)
        elif verb == "steal":
            self.steal(*self.named(what))
        elif verb == "stop":
            self.end_capture()
        elif self.phase == "CAPTURE":
            self.pick_for_group(what)
        else:
            self.pick_for_sack(*self.named(what))

    def named(self, what):
        """`green from +1` as colour and seat; a name without an owner has owner None."""
        name, _, distance = what.partition(" from +")
        return name, (self.seat + int(distance)) % self.players if distance else None

    def play_card(self, card):
        self.cards_played += 1
        self.hands[self.seat].remove(card)
        if is_animal(card):
            self.played = card
            self.groups = groups_of(self.animals_lying(), number_of(card))
            self.phase = "CAPTURE"
            return
        self.piles[self.seat].append(card)  # (6) every action card, used or wasted
        {"sack": self.sack, "chest": self.chest, "sword": self.sword, "skull": self.skull}[card]()

    # ---- the centre

    def lying(self):
        return self.centre + [card for cards in self.exposed.values() for card in cards]

    def place_of(self, card):
        return self.animals.index(card)

    def animals_lying(self):
        return sorted(filter(is_animal, self.lying()), key=self.place_of)

    def lift(self, card):
        for zone in (self.centre, *self.exposed.values()):
            if card in zone:
                zone.remove(card)
                return
        raise AssertionError(f"{card} does not lie in the centre")

    # ---- capturing (5)

    def closed_cards(self):
        return [card for group in self.closed for card in group]

    def pick_for_group(self, card):
        self.open_group.append(card)
        if sum(map(number_of, self.open_group)) == number_of(self.played):
            self.closed.append(self.open_group)
            self.open_group = []

    def end_capture(self):
        """(5.3, 16) Cards are collected only now; without a group the played card is laid."""
        card, captured = self.played, self.closed_cards()
        assert len(captured) == len(set(captured)), "groups overlap"
        for group in self.closed:
            assert sum(map(number_of, group)) == number_of(card), "a group of the wrong sum"
        self.played, self.groups, self.closed = None, [], []
        if captured:
            for other in captured:
                self.lift(other)
            self.collect([card, *captured])
        else:
            self.centre.append(card)  # (6.4) for good, even in a skull turn
        self.end_card()

    def collect(self, cards):
        """(5.2, A7) One event: the best friend of a missing colour to the row, the rest piled.

        A fourth friend ends the game here, whatever else the turn still had in store (A19).
        """
        row, pile = self.rows[self.seat], self.piles[self.seat]
        best_stays = self.option["dup_policy"] == "best_stays"
        rest = list(cards)
        for colour in COLOURS:
            same = [card for card in cards if self.is_friend(card, self.seat, colour)]
            if not same:
                continue
            best = max(same, key=number_of)
            if colour not in row:
                row[colour] = best
                rest.remove(best)
            elif best_stays and number_of(best) > number_of(row[colour]):
                pile.append(row[colour])
                row[colour] = best
                rest.remove(best)
        pile.extend(rest)
        if len(row) == len(COLOURS):
            self.finish()

    def is_friend(self, card, seat, colour):
        return card[:2] == cell_of(self.friends[seat], colour)

    # ---- action cards (6)

    def sack(self):
        """(6.1)"""
        if self.lying():
            self.phase = "SACK"
        else:
            self.end_card()

    def pick_for_sack(self, card, owner):
        if owner is None:
            self.lift(card)
        else:
            self.exposed[owner].remove(card)
        self.collect([card])
        self.end_card()

    def chest(self):
        """(6.2) All that lies in the centre, exposed action cards too, in one event."""
        cards = self.lying()
        self.centre = []
        self.exposed = {owner: [] for owner in self.exposed}
        self.collect(cards)
        self.end_card()

    def sword(self):
        """(6.3) Whoever has friends in his row, clockwise from the attacker."""
        self.victims = [seat for seat in self.others() if self.rows[seat]]
        if self.victims:
            self.phase = "STEAL"
        else:
            self.end_card()

    def steal(self, colour, victim):
        """(6.3, A12, A13) The friend goes to the attacker's pile, a spare moves into the gap."""
        row, pile = self.rows[victim], self.piles[victim]
        self.piles[self.seat].append(row.pop(colour))
        spares = [card for card in pile if self.is_friend(card, victim, colour)]
        if spares:
            best = max(spares, key=number_of)
            pile.remove(best)
            row[colour] = best
        if self.option["sword"] == "one":
            self.victims = []
        else:
            self.victims.remove(victim)
        if not self.victims:
            self.end_card()

    def skull(self):
        """(6.4, A14, A15) Without another card in hand nobody shows anything."""
        if self.hands[self.seat]:
            self.skull_seat = self.seat
            for seat in self.others():
                self.exposed[seat] = self.hands[seat]
                self.hands[seat] = []
        self.end_card()

    def end_skull(self):
        """(6.4.5) What was not collected goes back to its owner."""
        for owner, cards in self.exposed.items():
            self.hands[owner] = cards
        self.exposed = {}
        self.skull_seat = None

    def others(self):
        return [(self.seat + step) % self.players for step in range(1, self.players)]

    # ---- turns and rounds (4, 7, 9)

    def end_card(self):
        """(4) The skull player goes on to his last card; otherwise the turn passes clockwise."""
        if self.over:
            return
        self.phase = "PLAY"
        if self.skull_seat is not None:
            if self.hands[self.seat]:
                return
            self.end_skull()
        self.seat = (self.seat + 1) % self.players
        if not any(self.hands):
            self.redeal()
            return
        while not self.hands[self.seat]:
            self.seat = (self.seat + 1) % self.players

    def redeal(self):
        """(7, A17, A18) Four each, or what is left in equal parts; nothing to deal is the end."""
        share = min(HAND, len(self.stock) // self.players)
        if self.option["last_deal"] == "full_only" and share < HAND:
            share = 0
        if share == 0:
            self.finish()
            return
        if self.option["starter"] == "rotate":
            self.starter = (self.starter + 1) % self.players
        elif self.option["starter"] == "continue":
            self.starter = self.seat
        self.seat = self.starter
        for seat in (self.seat, *self.others()):  # (16) a block each, from the starter on
            self.hands[seat] = self.draw(share)

    # ---- the end (7, 16)

    def rank(self, seat):
        numbers = sum(number_of(card) for card in self.rows[seat].values())
        if self.option["variant"] == "gold":
            return (numbers,)
        return len(self.rows[seat]), numbers

    def finish(self):
        """(7, A20) Both ends: four friends outrank any other row, save in `gold` (its sum only)."""
        self.over = True
        best = max(map(self.rank, range(self.players)))
        self.champions = [seat for seat in range(self.players) if self.rank(seat) == best]
        if len(self.champions) > 1 and self.option["final_tie"] == "latest_seat":
            self.champions = self.champions[-1:]
            self.tie_broken = True

    def scores(self) -> list[float]:
        points = []
        for seat in range(self.players):
            *friends, numbers = self.rank(seat)
            points.append(friends[0] + numbers / 100 if friends else float(numbers))
        if self.tie_broken:
            points[self.champions[0]] += 0.001
        return points

    def winners(self) -> list[int]:
        assert self.over
        return list(self.champions)

    # ---- invariants (15)

    def check(self) -> None:
        self.check_cards()
        self.check_moment()
        assert self.decisions <= MOST_DECISIONS
        assert self.cards_played <= MOST_PLAYED[self.players]
        assert len(self.lying()) <= MOST_LYING[self.players]

    def check_cards(self):
        """Each card in one zone; only animals in the centre for good; rows of own friends."""
        if self.phase == "CHOOSE":
            return
        zones = [self.stock, self.lying(), *self.hands, *self.piles]
        zones += [list(row.values()) for row in self.rows]
        zones += [[self.played]] if self.played else []
        assert Counter(card for zone in zones for card in zone) == Counter(self.all_cards())
        assert all(map(is_animal, self.centre))
        assert len(set(self.friends)) == self.players
        for seat, row in enumerate(self.rows):
            assert all(self.is_friend(card, seat, colour) for colour, card in row.items())

    def check_moment(self):
        """Somebody can act, and nothing of an earlier phase is left over."""
        assert self.over == (not self.legal())
        assert self.over or all(len(row) < len(COLOURS) for row in self.rows)
        assert not self.over or self.champions
        assert (self.played is not None) == (self.phase == "CAPTURE" and not self.over)
        assert bool(self.victims) == (self.phase == "STEAL")
        assert self.skull_seat in (None, self.seat)
        assert self.skull_seat is not None or not self.exposed
        for one, other in combinations(self.closed, 2):
            assert not set(one) & set(other), "groups overlap"
        for seat, hand in enumerate(self.hands):
            assert len(hand) <= HAND
            assert not hand or self.skull_seat in (None, seat), "a hand hidden from the skull"
