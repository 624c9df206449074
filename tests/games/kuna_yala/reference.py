"""Kuna Yala once more: slow, plain, and written from the rules page alone.

It exists to be compared, decision by decision, with the implementation people play. Numbers in
comments are sections of the rules page; "ruling" numbers are rows of its table in section 11.
"""

from collections import Counter
from collections.abc import Iterator

Place = tuple[int, int]  # (row, column) relative to the start coral, rows growing downwards

COLOURS = {"Red": "R", "Yellow": "Y", "Green": "G", "Blue": "B"}  # the letters on the cards
CORAL, SHARK, OCTOPUS, BONE = "coral", "shark", "octopus", "bone"
SLOTS = range(4)

# Section 13, required options; the default of each stands first.
OPTIONS = {
    "deck": ["A", "floors3", "doubles2"],
    "first": ["seat0", "random"],
    "fish_adjacency": ["all", "any"],
    "coral_count": ["visible", "all"],
    "end": ["stack_empty", "slot_empty"],
    "end_round": ["immediate", "finish_round"],
    "majority": ["strict", "tied_ok", "absolute"],
    "shark_zero": ["none", "all"],
    "octopus_choice": ["player", "auto"],
    "grid": [17, 13],
}


def is_fish(card: str) -> bool:
    """A living fish card; a flipped one lies in the shoal as a bone."""
    return "/" in card


def colour_of(fish: str) -> str:
    return fish[0]


def floor_of(fish: str) -> str:
    return fish[-1]


def count_of(fish: str) -> int:
    return 2 if "2" in fish else 1


def full_deck(name: str) -> list[str]:
    """2.2 and 2.3: all shoal cards, with the corals that the players start from."""
    floors = "stv" if name == "floors3" else "stvn"
    singles, doubles = {"A": (3, 1), "floors3": (4, 1), "doubles2": (2, 2)}[name]
    cards = [CORAL] * 20 + [SHARK] * 10 + [OCTOPUS] * 6
    for colour in COLOURS.values():
        for floor in floors:
            cards += [f"{colour}/{floor}"] * singles + [f"{colour}2/{floor}"] * doubles
    return cards


def neighbours(place: Place) -> list[Place]:
    row, column = place
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


class Reference:
    """One game. No option names a data file: `deck` is the name of one of the decks of 2.2 and 2.3.

    shoals[seat][place] is what can be seen there: a card or "bone". under[seat][place] is the card
    that was laid there before: the fish behind a bone, the fish below a shark, the coral below an
    octopus. steps are the decisions still to be taken before cards are revealed, each named by the
    words that open its action texts.
    """

    def __init__(self, players: int, **options) -> None:
        assert players in (2, 3, 4), players
        assert set(options) <= set(OPTIONS), options
        self.players = players
        self.options = {name: options.get(name, values[0]) for name, values in OPTIONS.items()}
        for name, value in self.options.items():
            assert value in OPTIONS[name], (name, value)
        self.deck = full_deck(self.options["deck"])
        self.radius = self.options["grid"] // 2

    # Section 3: set-up, with the chance lines in the order of section 14.

    def begin(self, chance) -> None:
        self.deal_colours(chance)
        self.deal_cards(chance)
        self.choose_first(chance)
        self.slots: list[str | None] = [None] * 4
        self.discards: list[str] = []
        self.hand: list[str] = []  # an octopus whose receiver is being asked
        self.over = False
        self.turns = 0
        self.decisions = 0
        self.emptied = list(SLOTS)  # slots to be refilled, here all of them (step 4)
        self.steps: list[str] = []
        filled = self.fill_slots()
        assert filled, "everybody has one coral, so an octopus of the set-up goes to nobody"
        self.start_turn(self.first)

    def deal_colours(self, chance) -> None:
        """Step 1. The tiles of colours without an owner stay unseen (ruling 26)."""
        text = chance.line("colours", lambda rng: ", ".join(rng.sample([*COLOURS], self.players)))
        told = text.split(", ")
        assert len(told) == len(set(told)) == self.players, told
        assert set(told) <= set(COLOURS), told
        self.colours = [COLOURS[name] for name in told]

    def deal_cards(self, chance) -> None:
        """Steps 2 and 3: one coral each, the rest in four stacks, larger ones first."""
        self.shoals: list[dict[Place, str]] = [{(0, 0): CORAL} for _ in range(self.players)]
        self.under: list[dict[Place, str]] = [{} for _ in range(self.players)]
        self.changed: list[dict[Place, int]] = [{(0, 0): 0} for _ in range(self.players)]
        rest = list((Counter(self.deck) - Counter({CORAL: self.players})).elements())
        told = chance.line("deck", lambda rng: ", ".join(rng.sample(rest, len(rest)))).split(", ")
        assert Counter(told) == Counter(rest), "the told deck is not the deck that was shuffled"
        self.stacks: list[list[str]] = []  # each from its top
        for stack in SLOTS:
            size = len(rest) // 4 + (1 if stack < len(rest) % 4 else 0)
            self.stacks.append(told[:size])
            told = told[size:]

    def choose_first(self, chance) -> None:
        """Step 6."""
        self.first = 0
        if self.options["first"] == "random":
            self.first = int(chance.line("first", lambda rng: str(rng.randrange(self.players))))
        assert self.first in range(self.players), self.first

    # Section 4 and 4.6: a turn, with the phases of section 6.

    def start_turn(self, seat: int) -> None:
        self.seat = self.turn_seat = seat
        self.emptied = []
        give = ["give slot", "give cell"]
        if self.players > 2:  # with two players the only opponent is not asked for
            give.insert(1, "give to")
        self.opponent = (seat + 1) % self.players
        if self.pairs():
            self.steps = ["own slot", "own cell", *give]
        elif self.own_slots():  # stuck, case 1
            self.steps = ["own slot", "own cell", "discard slot"]
        elif self.away_slots():  # stuck, case 2
            self.steps = ["discard slot", *give]
        else:  # stuck, case 3
            self.steps = ["discard slot", "discard slot"]

    def face_up(self) -> list[int]:
        return [slot for slot in SLOTS if self.slots[slot] is not None]

    def own_slots(self) -> list[int]:
        """The set A of 4.6."""
        return [slot for slot in self.face_up() if self.has_place(self.slots[slot], self.turn_seat)]

    def away_slots(self) -> list[int]:
        """The set B of 4.6."""
        return [slot for slot in self.face_up() if self.takers(self.slots[slot])]

    def takers(self, card: str) -> list[int]:
        """The opponents as +1, +2, +3 who have a place for this card."""
        return [
            plus
            for plus in range(1, self.players)
            if self.has_place(card, (self.turn_seat + plus) % self.players)
        ]

    def pairs(self) -> list[tuple[int, int]]:
        away = self.away_slots()
        return [(own, other) for own in self.own_slots() for other in away if own != other]

    def choices(self) -> list[int | Place]:
        """The legal masks of section 6, as what follows the opening words of the step."""
        if self.over:
            return []
        step = self.steps[0]
        if step == "own slot":
            return sorted({own for own, _ in self.pairs()}) or self.own_slots()
        if step == "own cell":
            return self.places(self.slots[self.slot], self.turn_seat)
        if step == "give slot":
            return self.away_slots()
        if step == "give to":
            return self.takers(self.slots[self.slot])
        if step == "give cell":
            return self.places(self.slots[self.slot], self.opponent)
        if step == "octopus on":
            return self.visible_corals(self.seat)
        assert step == "discard slot", step
        if "give slot" in self.steps:  # stuck, case 2: a card to give away must be left
            away = self.away_slots()
            return [slot for slot in self.face_up() if any(other != slot for other in away)]
        return self.face_up()

    def word_choice(self, choice: int | Place) -> str:
        if isinstance(choice, tuple):
            return f"{self.steps[0]} ({choice[0]},{choice[1]})"
        plus = "+" if self.steps[0] == "give to" else ""
        return f"{self.steps[0]} {plus}{choice}"

    def legal(self) -> set[str]:
        return {self.word_choice(choice) for choice in self.choices()}

    def play(self, text: str, chance) -> None:
        """One decision. Chance is not needed here: nothing is shuffled after the set-up."""
        meant = [choice for choice in self.choices() if self.word_choice(choice) == text]
        assert len(meant) == 1, f"{text!r} is not one of {sorted(self.legal())}"
        self.decisions += 1
        self.carry_out(self.steps.pop(0), meant[0])
        if not self.steps and self.fill_slots():
            self.end_turn()

    def carry_out(self, step: str, choice) -> None:
        if step in ("own slot", "give slot"):
            self.slot = choice
        elif step == "own cell":
            self.lay(self.take(self.slot), self.turn_seat, choice)
        elif step == "give to":
            self.opponent = (self.turn_seat + choice) % self.players
        elif step == "give cell":
            self.lay(self.take(self.slot), self.opponent, choice)
        elif step == "discard slot":
            self.discards.append(self.take(choice))
        else:
            self.hand.remove(OCTOPUS)
            self.cover(self.seat, choice, OCTOPUS)

    def take(self, slot: int) -> str:
        card = self.slots[slot]
        self.slots[slot] = None
        self.emptied.append(slot)
        return card

    # 4.1: legal placement.

    def places(self, card: str, seat: int) -> list[Place]:
        """Where the player whose turn it is may lay this card in the shoal of `seat`."""
        return sorted(set(self.find_places(card, seat)))

    def has_place(self, card: str, seat: int) -> bool:
        return any(True for _ in self.find_places(card, seat))

    def find_places(self, card: str, seat: int) -> Iterator[Place]:
        """One by one, so that has_place can stop early; a place may come more than once."""
        shoal = self.shoals[seat]
        if card == SHARK:  # on a living fish of an opponent (rulings 6 and 8)
            if seat != self.turn_seat:
                yield from (place for place in shoal if is_fish(shoal[place]))
            return
        for place in shoal:
            for beside in neighbours(place):
                empty = beside not in shoal and self.on_the_table(beside)
                if empty and self.fits(card, shoal, beside):
                    yield beside

    def on_the_table(self, place: Place) -> bool:
        """Ruling 27: hard walls."""
        return max(abs(place[0]), abs(place[1])) <= self.radius

    def fits(self, card: str, shoal: dict[Place, str], place: Place) -> bool:
        if card == CORAL:
            return True
        touched = [shoal[beside] for beside in neighbours(place) if beside in shoal]
        if BONE in touched:  # under both rulings of fish_adjacency
            return False
        agreeing = [self.agree(card, other) for other in touched]
        return any(agreeing) if self.options["fish_adjacency"] == "any" else all(agreeing)

    def agree(self, fish: str, other: str) -> bool:
        """Colours are compared like with like (ruling 2); what is no fish suits every fish."""
        if not is_fish(other):
            return True
        return colour_of(fish) == colour_of(other) or floor_of(fish) == floor_of(other)

    def lay(self, card: str, seat: int, place: Place) -> None:
        if card == SHARK:
            self.cover(seat, place, SHARK)
            return
        self.shoals[seat][place] = card
        self.changed[seat][place] = self.decisions
        if is_fish(card):
            self.curse(seat, place)

    # 4.2 and 4.4: the shark and the octopus replace what they are laid on.

    def cover(self, seat: int, place: Place, card: str) -> None:
        self.under[seat][place] = self.shoals[seat][place]
        self.shoals[seat][place] = card
        self.changed[seat][place] = self.decisions

    # 4.3: the curse of the fish.

    def curse(self, seat: int, place: Place) -> None:
        """Both lines are looked at before either is flipped (ruling 12)."""
        lines = [self.run(seat, place, 0, 1), self.run(seat, place, 1, 0)]
        cursed = {each for line in lines if len(line) >= 3 for each in line}
        for each in cursed:
            self.cover(seat, each, BONE)

    def run(self, seat: int, place: Place, down: int, right: int) -> list[Place]:
        """The longest unbroken line of living fish of one floor through this place (ruling 11)."""
        shoal = self.shoals[seat]
        line = [place]
        for way in (1, -1):
            row, column = place[0] + way * down, place[1] + way * right
            while is_fish(shoal.get((row, column), "")) and (
                floor_of(shoal[row, column]) == floor_of(shoal[place])
            ):
                line.append((row, column))
                row, column = row + way * down, column + way * right
        return line

    # 4.4 and 4.5: cards are revealed.

    def fill_slots(self) -> bool:
        """Reveal until nothing is left to reveal; False if an octopus asks for a decision first."""
        while True:
            slot = self.slot_to_fill()
            if slot is None:
                slot = self.shark_to_replace()
                if slot is None:
                    return True
                self.discards.append(self.slots[slot])
                self.slots[slot] = None
            self.reveal(slot)
            if self.steps:
                return False

    def slot_to_fill(self) -> int | None:
        """The lowest empty slot whose own stack has cards (rulings 19 and 28)."""
        empty = [slot for slot in SLOTS if self.slots[slot] is None and self.stacks[slot]]
        return min(empty, default=None)

    def reveal(self, slot: int) -> None:
        card = self.stacks[slot].pop(0)
        if card != OCTOPUS:
            self.slots[slot] = card
            return
        receiver = self.octopus_receiver()
        if receiver is None:
            self.discards.append(card)
            return
        corals = self.visible_corals(receiver)
        if len(corals) == 1 or self.options["octopus_choice"] == "auto":
            self.cover(receiver, corals[0], card)  # lowest row, then lowest column
        else:
            self.hand = [card]
            self.seat = receiver
            self.steps = ["octopus on"]

    def octopus_receiver(self) -> int | None:
        """Strictly the most corals (rulings 14 and 15), one of which must still be visible."""
        corals = [len(self.visible_corals(seat)) for seat in range(self.players)]
        if self.options["coral_count"] == "all":
            corals = [corals[seat] + self.count(seat, OCTOPUS) for seat in range(self.players)]
        leaders = [seat for seat in range(self.players) if corals[seat] == max(corals)]
        if len(leaders) == 1 and self.visible_corals(leaders[0]):
            return leaders[0]
        return None

    def visible_corals(self, seat: int) -> list[Place]:
        shoal = self.shoals[seat]
        return sorted(place for place in shoal if shoal[place] == CORAL)

    def count(self, seat: int, card: str) -> int:
        return list(self.shoals[seat].values()).count(card)

    def shark_to_replace(self) -> int | None:
        """4.5: the slot whose shark goes away because nothing but sharks shows."""
        if any(self.slots[slot] != SHARK for slot in self.face_up()):
            return None
        others = [slot for slot in SLOTS if slot not in self.emptied]
        order = sorted(self.emptied, reverse=True) + sorted(others, reverse=True)
        return next((slot for slot in order if self.stacks[slot]), None)

    # Section 5: the end of the game and the points.

    def end_turn(self) -> None:
        self.turns += 1
        following = (self.turn_seat + 1) % self.players
        last_turn = self.options["end_round"] == "immediate" or following == self.first
        no_turn_possible = len(self.face_up()) < 2
        if self.stacks_used_up() >= 3 and (last_turn or no_turn_possible):
            self.over = True
            self.steps = []
        else:
            self.start_turn(following)

    def stacks_used_up(self) -> int:
        """Ruling 20."""
        used_up = [slot for slot in SLOTS if not self.stacks[slot]]
        if self.options["end"] == "slot_empty":
            used_up = [slot for slot in used_up if self.slots[slot] is None]
        return len(used_up)

    def fish(self, seat: int, colour: str) -> int:
        """Living fish of one colour in one shoal: fish, not cards."""
        cards = [card for card in self.shoals[seat].values() if is_fish(card)]
        return sum(count_of(card) for card in cards if colour_of(card) == colour)

    def scores(self) -> list[float]:
        return [float(self.points(seat)) for seat in range(self.players)]

    def points(self, seat: int) -> int:
        own_fish = sum(self.fish(shoal, self.colours[seat]) for shoal in range(self.players))
        majority = 3 if self.has_majority(seat) else 0
        most_sharks = 2 if self.has_most_sharks(seat) else 0
        return own_fish + majority + self.count(seat, OCTOPUS) + most_sharks

    def has_majority(self, seat: int) -> bool:
        """Ruling 23: all four colours are compared, owned or not."""
        own = self.fish(seat, self.colours[seat])
        others = [
            self.fish(seat, colour) for colour in COLOURS.values() if colour != self.colours[seat]
        ]
        if self.options["majority"] == "tied_ok":
            return own > 0 and own >= max(others)
        if self.options["majority"] == "absolute":
            return own > sum(others)
        return own > max(others)

    def has_most_sharks(self, seat: int) -> bool:
        """Every tied player has them; ruling 24 when nobody has any."""
        sharks = [self.count(each, SHARK) for each in range(self.players)]
        enough = 0 if self.options["shark_zero"] == "all" else 1
        return sharks[seat] == max(sharks) >= enough

    def all_fish(self, seat: int) -> int:
        return sum(self.fish(seat, colour) for colour in COLOURS.values())

    def winners(self) -> list[int]:
        """Most points, then most living fish in the own shoal (ruling 25), then shared."""
        ranks = [(self.points(seat), self.all_fish(seat)) for seat in range(self.players)]
        return [seat for seat in range(self.players) if ranks[seat] == max(ranks)]

    # Section 12: invariants.

    def check(self) -> None:
        self.check_cards()
        for seat in range(self.players):
            self.check_shoal(seat)
        self.check_bounds()
        if not self.emptied and not self.over:
            self.check_turn_start()

    def check_cards(self) -> None:
        cards = self.discards + self.hand + [self.slots[slot] for slot in self.face_up()]
        for stack in self.stacks:
            cards = cards + stack
        for seat in range(self.players):
            cards += [card for card in self.shoals[seat].values() if card != BONE]
            cards += self.under[seat].values()
        assert Counter(cards) == Counter(self.deck), "cards were lost or made"
        assert OCTOPUS not in self.slots
        assert bool(self.hand) == (self.steps[:1] == ["octopus on"])

    def check_shoal(self, seat: int) -> None:
        shoal, under, changed = self.shoals[seat], self.under[seat], self.changed[seat]
        assert (0, 0) in shoal
        assert all(self.on_the_table(place) for place in shoal)
        reached, edge = {(0, 0)}, [(0, 0)]
        while edge:
            near = [place for place in neighbours(edge.pop()) if place in shoal]
            edge += [place for place in near if place not in reached]
            reached.update(near)
        assert reached == set(shoal), "the shoal does not hang together"
        assert set(under) == {p for p in shoal if shoal[p] in (SHARK, OCTOPUS, BONE)}
        for place, card in under.items():
            assert card == CORAL if shoal[place] == OCTOPUS else is_fish(card), (place, card)
        for place, card in shoal.items():
            if is_fish(card):
                row, column = place
                for line in (
                    [(row, column + 1), (row, column + 2)],
                    [(row + 1, column), (row + 2, column)],
                ):
                    floors = [shoal[each][-1] for each in line if is_fish(shoal.get(each, ""))]
                    assert floors != [floor_of(card)] * 2, place
                for beside in neighbours(place):
                    assert shoal.get(beside) != BONE or changed[place] < changed[beside], place

    def check_bounds(self) -> None:
        """Section 8, for every deck: two cards other than octopuses leave in a turn."""
        most_turns = (len(self.deck) - self.deck.count(OCTOPUS) - self.players) // 2
        assert self.turns <= most_turns
        assert all(len(shoal) <= 1 + most_turns for shoal in self.shoals)
        assert len(set(self.colours)) == self.players
        fish = sum(count_of(card) for card in self.deck if is_fish(card)) // len(COLOURS)
        assert all(0 <= points <= fish + 3 + 6 + 2 for points in self.scores())

    def check_turn_start(self) -> None:
        showing = [self.slots[slot] for slot in self.face_up()]
        assert len(showing) >= 2
        assert all(self.slots[slot] is not None for slot in SLOTS if self.stacks[slot])
        if set(showing) == {SHARK}:  # possible only in games that outlast the stacks (14)
            assert not any(self.stacks)
            assert (self.options["end"], self.options["end_round"]) != ("stack_empty", "immediate")
