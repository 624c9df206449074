"""Scenes like those of five games, at two and at the most seats, made up by hand for tests."""

from __future__ import annotations

from itertools import cycle, islice

from sea_envs.drawing.scene import (
    Card,
    Cell,
    Column,
    Columns,
    Die,
    Fan,
    Grid,
    Line,
    Panel,
    Pile,
    Place,
    Scene,
    Score,
    Space,
    Stretch,
    Stripe,
    Token,
    Track,
)

SUITS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "P": "purple", "O": "orange"}
REEF_FISH = ("beach", "coral", "turtle", "fish", "ray")


def diving_card(name: str, **more: object) -> Card:
    number = int(name[1])
    return Card(
        name,
        SUITS[name[0]],
        symbol=REEF_FISH[number],
        caption=REEF_FISH[number].title(),
        **more,  # type: ignore[arg-type]
    )


def snorkeling(seats: int) -> Scene:
    lantern = Card("5", "gold", symbol="lanternfish", caption="Lanternfish")
    piles = (("P4", "B3", "R2"), (), ("R4", "R3"), ("G4", "G3", "G2", "G1"), ("Y4",), ())
    areas = [
        Panel(
            f"seat {seat}",
            (
                Line(
                    (
                        Pile(5 + seat, label="hand"),
                        Fan(
                            (lantern, *(diving_card(name) for name in piles[seat])),
                            f"pile worth {5 - len(piles[seat])}",
                        ),
                    )
                ),
            ),
            note=f"{3 * seat} points",
            seat=seat,
        )
        for seat in range(seats)
    ]
    rows = [tuple(areas[start : start + 3]) for start in range(0, seats, 3)]
    hand = ("R4", "G3", "G1", "B3", "Y0", "P2", "P2", "B4")
    return Scene(
        title="Snorkeling",
        status="round 2, turn 14, play a card or end",
        panels=(
            (
                Panel(
                    "Centre",
                    (
                        Line(
                            (
                                Pile(27, diving_card("G3", mark="highlight"), label="centre"),
                                Pile(31, label="deck"),
                                "a 4 or green comes next",
                            )
                        ),
                    ),
                    note="mode: colour",
                ),
            ),
            *rows,
        ),
        hand=Panel("Your hand", (Line(tuple(diving_card(name) for name in hand)),), seat=0),
        scores=tuple(Score(seat, 3 * seat) for seat in range(seats)),
        events=("seat 1: play R2", "seat 1: end", "seat 0: play G3"),
        to_move=0,
        viewer=0,
    )


ANIMALS = {"T": "turtle", "C": "crab", "S": "starfish", "O": "octopus"}
OCEAN_COLOURS = {"g": "green", "o": "orange", "r": "red", "b": "blue"}


def ocean_card(name: str, **more: object) -> Card:
    animal = ANIMALS[name[0]]
    return Card(
        name,
        OCEAN_COLOURS[name[1]],
        symbol=animal,
        caption=animal,
        **more,  # type: ignore[arg-type]
    )


def ocean(seats: int) -> Scene:
    rows = ({"g": "Tg6", "r": "Tr10"}, {"o": "Co4"}, {}, {"g": "Og9", "o": "Oo5", "b": "Ob3"})
    friends = tuple(
        Panel(
            f"seat {seat}",
            (
                Line(
                    tuple(
                        ocean_card(rows[seat][letter])
                        if letter in rows[seat]
                        else Place(f"{word} {animal}", word)
                        for letter, word in OCEAN_COLOURS.items()
                    ),
                    "friends",
                ),
                Line((Pile(4, label="hand"), Pile(7 * seat, label="used"), "spare: orange, red")),
            ),
            note=f"{animal}, {len(rows[seat])} of 4",
            seat=seat,
        )
        for seat, animal in zip(range(seats), ANIMALS.values(), strict=False)
    )
    centre = ("Tr4", "Cg3", "So9", "Ob7", "Sb11", "Tb5")
    return Scene(
        title="Ocean",
        status="capture for 11: 4 picked, 7 to go",
        panels=(
            (
                Panel(
                    "Centre",
                    (
                        Line(
                            tuple(
                                ocean_card(name, mark="highlight" if name == "Tr4" else "plain")
                                for name in centre
                            )
                        ),
                    ),
                    weight=3,
                ),
                Panel("Stock", (Line((Pile(41), Card("sack", symbol="sack", mark="dim"))),)),
            ),
            friends[:2],
            *([friends[2:]] if seats > 2 else []),
        ),
        hand=Panel(
            "Your hand",
            (
                Line(
                    (
                        ocean_card("Cr11", mark="highlight"),
                        ocean_card("Tg1"),
                        Card("sword", "silver", symbol="sword", caption="take a friend"),
                        Card("skull", "black", symbol="skull", caption="new hands"),
                        Card("chest", "brown", symbol="chest"),
                    )
                ),
            ),
            seat=1,
        ),
        scores=tuple(Score(seat, len(rows[seat]), note="friends") for seat in range(seats)),
        events=("seat 0: play Tg6", "seat 0: stop", "seat 1: play Cr11", "seat 1: pick Tr4"),
        to_move=1,
        viewer=1,
    )


CREATURES = (
    ("Crab", 6, "crab", "GY", "VB", ("B", "G", "Vx2")),
    ("Perch", 6, "fish", "YO", "G", ("B", "G", "O")),
    ("Octopus", 5, "octopus", "GR", "YV", ("Gx2", "O")),
    ("Barracuda", 4, "fish", "OR", "GY", ("Ox2", "Y")),
    ("Sea Lion", 3, "seal", "R", "OG", ("Yx2", "R")),
    ("Shark", 2, "shark", "V", "RBK", ("Rx2", "V")),
    ("Blue Whale", 4, "whale", "B", "Y", ("Bx3",)),
    ("Angler", 1, "angler", "K", "OR", ("Y", "R", "V")),
)
STRIPES = SUITS | {"V": "violet", "K": "black"}


def creature(index: int, *, owner: int) -> Card:
    name, value, symbol, left, right, foot = CREATURES[index]
    stripes = [
        Stripe(side=side, text=text, colour=STRIPES[text[0]])
        for side, texts in (("left", left), ("right", right), ("bottom", foot))
        for text in texts
    ]
    return Card(
        name,
        "turquoise",
        symbol=symbol,
        badge=str(value),
        stripes=tuple(stripes),
        owner=owner,
    )


def food(name: str, value: int, tops: str, *, owner: int | None = None) -> Card:
    stripes = tuple(Stripe(side="top", text=top, colour=STRIPES[top]) for top in tops)
    ground = "paper" if value > 0 else "grey"
    symbol = "spill" if value < 0 else "shell"
    return Card(name, ground, symbol=symbol, badge=f"{value:+d}", stripes=stripes, owner=owner)


def sea_life(seats: int) -> Scene:
    columns = []
    for number in reversed(range(8 if seats < 5 else seats)):
        owner = number % seats
        mine = owner == 0
        shown = creature(number, owner=owner) if mine else Card(face_down=True, owner=owner)
        below = (
            food("Fish Larvae", 1, "BG", owner=0)
            if number == 1
            else Card(face_down=True, owner=1)
            if number == 2
            else Place("food")
        )
        columns.append(Column((shown, below), heading=str(number), note="+7" if mine else ""))
    others = tuple(
        Panel(
            f"seat {seat}",
            (Line((Pile(6, label="creatures"), Pile(5, label="foods")), size="small"),),
            note=f"{20 + seat} points",
            seat=seat,
        )
        for seat in range(seats)
    )
    return Scene(
        title="Sea Life",
        status="round 2 of 4, food pass 1, choose a column",
        panels=(
            (Panel("Row", (Columns(tuple(columns), size="large"),), note="scored from the right"),),
            others,
        ),
        hand=Panel(
            "Your hand",
            (
                Line(tuple(creature(i, owner=0) for i in (1, 2, 3, 4, 5, 6, 7)), size="large"),
                Line(
                    (
                        food("Phytoplankton", 1, "B"),
                        food("Krill", 2, "B"),
                        food("Mackerel", 3, "YR"),
                        food("Toxic Barrel", -4, "GR"),
                        food("Ghost Net", -3, "OY"),
                    ),
                    size="large",
                ),
            ),
            seat=0,
        ),
        scores=tuple(Score(seat, 20 + seat) for seat in range(seats)),
        events=("seat 1: creature laid face down", "seat 0: food Fish Larvae", "seat 0: 1"),
        to_move=0,
        viewer=0,
    )


FLOORS = {"s": "sand", "t": "turquoise", "v": "violet", "n": "night"}


def shoal_card(name: str, **more: object) -> Card:
    if "/" not in name:
        colour = {"coral": "coral", "shark": "grey", "octopus": "purple", "bone": "white"}[name]
        return Card(name, colour, symbol=name, **more)  # type: ignore[arg-type]
    fish, floor = name.split("/")
    return Card(
        name,
        SUITS[fish[0]],
        ground=FLOORS[floor],
        symbol="two fish" if fish.endswith("2") else "fish",
        **more,  # type: ignore[arg-type]
    )


SHOAL = (
    *("coral", "R/s", "R2/s", "G/s", "Y/t", "coral", "shark", "B/n", "B2/n", "octopus", "G2/v"),
    *("Y2/v", "bone", "bone", "bone", "R/t", "coral", "Y/n", "B/v", "G/n", "R2/v", "Y/s", "B/t"),
)


def spiral(count: int) -> list[tuple[int, int]]:
    places, row, column = [], 0, 0
    steps = cycle(((0, 1), (1, 0), (0, -1), (-1, 0)))
    for turn in range(count):
        step_row, step_column = next(steps)
        for _ in range(turn // 2 + 1):
            places.append((row, column))
            row, column = row + step_row, column + step_column
    return places[:count]


def kuna_yala(seats: int, *, wide: bool = False) -> Scene:
    cards = 17 * 17 if wide else 23
    names = list(islice(cycle(SHOAL), cards))
    shoals = tuple(
        Panel(
            f"shoal of seat {seat}",
            (
                Grid(
                    tuple(
                        Cell(shoal_card(name), row=row, column=column)
                        for name, (row, column) in zip(names, spiral(cards), strict=True)
                    )
                ),
            ),
            note="3 corals, 9 fish",
            seat=seat,
        )
        for seat in range(seats)
    )
    slots = (
        Line((shoal_card("R2/s", mark="highlight"), Pile(20, label="stack 0"))),
        Line((shoal_card("coral"), Pile(19, label="stack 1"))),
        Line((shoal_card("Y/n"), Pile(22, label="stack 2"))),
        Line((Place("empty"), Pile(0, label="stack 3"))),
    )
    panels = tuple(Panel(f"slot {number}", (slot,)) for number, slot in enumerate(slots))
    return Scene(
        title="Kuna Yala",
        status="turn 18, choose a cell in the own shoal",
        panels=(panels, shoals[:2], *([shoals[2:]] if seats > 2 else [])),
        hand=Panel(
            "Your big fish", (Line((Card("Green", "green", symbol="fish"), "secret")),), seat=1
        ),
        events=("seat 0: give slot 2", "seat 0: give cell (-1,0)", "seat 1: own slot 0"),
        to_move=1,
        viewer=1,
    )


KINDS = ("POINT", "FISH", "MOVE", "CORAL")


def advantage(name: str, **more: object) -> Card:
    colour, kind = name.split("-")
    symbols = {"FISH": "fish", "MOVE": "turtle", "CORAL": "coral", "POINT": "star"}
    symbol = symbols.get(kind, "sword")
    return Card(kind, colour, symbol=symbol, caption=colour, **more)  # type: ignore[arg-type]


def australis(seats: int, *, crowded: bool = False) -> Scene:
    at = (51,) * 4 if crowded else (7, 9, 10, 21)
    bands = (1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 10)

    def space(number: int) -> Space:
        here = [seat for seat in range(seats) if at[seat] == number]
        stones = range(seats) if number in (12, 20, 28) else ()
        return Space(
            str(number),
            figures=tuple(Token(text="turtle", symbol="turtle", owner=seat) for seat in here),
            stones=tuple(Token(text="food", owner=seat) for seat in stones),
            note=str(bands[number // 4]),
        )

    starts = (0, 12, 20, 28, 36, 44, 52)
    track = Track(
        tuple(
            Stretch(
                f"Sector {number + 1}",
                tuple(space(place) for place in range(starts[number], starts[number + 1])),
                colour=("turquoise", "sky")[number % 2],
            )
            for number in range(6)
        )
    )
    reefs = Columns(
        tuple(
            Column(
                tuple(Token(text="corals", owner=seat, count=reef) for seat in range(seats)),
                heading=f"reef {reef}",
                note=f"pays {reef}",
            )
            for reef in range(1, 7)
        )
    )
    boards = tuple(
        Panel(
            f"seat {seat}",
            (
                Line(
                    (
                        Fan((advantage("white-POINT"), advantage("white-FISH")), "white"),
                        Fan((advantage("yellow-MOVE"),), "yellow"),
                        Fan((), "blue"),
                        Fan((advantage("purple-CORAL"),), "purple"),
                    ),
                    size="small",
                ),
                Line(
                    (
                        "fish 11, fed 9",
                        Token("coral", "corals", symbol="coral", count=9),
                        Token("lime", "food", count=3),
                    )
                ),
                Line((Die("5", "blue"), Die("4", "purple"), Die("", "red")), "taken", size="small"),
            ),
            note="start tile" if seat == 0 else "",
            seat=seat,
        )
        for seat in range(seats)
    )
    pool = Line(
        (
            Die("2+1", "white"),
            Die("1+3", "white", mark="dim"),
            Die("3+2", "yellow"),
            Die("5", "blue", mark="highlight"),
            Die("2", "blue"),
            Die("4", "purple"),
            Die("", "red"),
        )
    )
    shown = ("blue-FISH", "white-MOVE", "red-CONTEST", "yellow-POINT", "purple-CORAL", "blue-MOVE")
    return Scene(
        title="Australis",
        status="round 3 of 5, lap 2, take a die",
        panels=(
            (Panel("Current", (track,)),),
            (
                Panel("Dice", (pool,), weight=4),
                Panel(
                    "Display",
                    (Line((*(advantage(name) for name in shown), Pile(22)), size="small"),),
                    weight=5,
                ),
                Panel("Tiles", (Line(("gold 7", "silver 5 + food")),), weight=2),
            ),
            (Panel("Reefs", (reefs,)),),
            boards,
        ),
        scores=tuple(Score(seat, 40 + seat, note="tiles 5") for seat in range(seats)),
        events=("seat 3: take blue 5", "seat 0: take yellow 3"),
        to_move=1,
    )


SCENES = {
    "snorkeling 2": snorkeling(2),
    "snorkeling 6": snorkeling(6),
    "ocean 2": ocean(2),
    "ocean 4": ocean(4),
    "sea_life 2": sea_life(2),
    "sea_life 6": sea_life(6),
    "kuna_yala 2": kuna_yala(2),
    "kuna_yala 4": kuna_yala(4),
    "kuna_yala wide": kuna_yala(4, wide=True),
    "australis 2": australis(2),
    "australis 4": australis(4),
    "australis crowded": australis(4, crowded=True),
}
