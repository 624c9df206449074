"""The contents of panels, panels and the whole table as blocks to paint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sea_envs.drawing import theme
from sea_envs.drawing.blocks import (
    LINE_HEIGHT,
    Block,
    Pen,
    beside,
    flow,
    line,
    nothing,
    padded,
    paragraph,
    placed,
    stacked,
)
from sea_envs.drawing.cards import RING, box, card, pill
from sea_envs.drawing.pieces import die, fan, figure, pile, place, tile, token
from sea_envs.drawing.scene import (
    Card,
    Column,
    Columns,
    Content,
    Die,
    Fan,
    Grid,
    Item,
    Line,
    Panel,
    Pile,
    Place,
    Scene,
    Score,
    Size,
    Space,
    Stretch,
    Token,
    Track,
)
from sea_envs.drawing.theme import FONT, GAP
from sea_envs.drawing.words import seat_name

FRAME = 3.0
SPACE_WIDTH, COLUMN_WIDTH = 46.0, 64.0
FIGURE_SIDE, STONE_SIDE = 22.0, 17.0


def table(pen: Pen, scene: Scene, width: float) -> Block:
    """Return the whole scene at a width; only a piece wider than that makes it wider."""
    inner = width - 2 * GAP
    rows = [_banner(pen, scene, inner)]
    rows += [_panel_row(pen, panels, scene, inner) for panels in scene.panels]
    foot = [replace(scene.hand, weight=3)] if scene.hand is not None else []
    if scene.events:
        foot.append(Panel("Last events", tuple(Line((event,)) for event in scene.events)))
    if foot:
        rows.append(_panel_row(pen, foot, scene, inner))
    return padded(stacked(rows), GAP)


def _banner(pen: Pen, scene: Scene, width: float) -> Block:
    """Return title and status, whose turn it is, and the points of all seats."""
    mover = scene.to_move
    title = line(pen, scene.title, size=FONT["title"], bold=True)
    if mover is None:
        turn = pill(pen, "game over", size=FONT["heading"], fill=theme.FAINT_INK, bold=True)
    else:
        words = f"{seat_name(mover)} to move"
        turn = pill(pen, words, size=FONT["heading"], fill=theme.TURN_RING, bold=True)
    eyes = "all cards seen" if scene.viewer is None else f"seen by {seat_name(scene.viewer)}"
    status = paragraph(pen, scene.status, size=FONT["large"], width=width - 4 * GAP)
    seen = line(pen, eyes, size=FONT["normal"], ink=theme.FAINT_INK)
    scores = [_score(pen, score, scene) for score in scene.scores]
    head = flow([title, turn, status, seen], width - 4 * GAP, gap=2 * GAP)
    body = [head, flow(scores, width - 4 * GAP, gap=GAP)] if scores else [head]
    content = placed([(stacked(body), 2 * GAP, GAP)], width, stacked(body).height + 2 * GAP)
    ground = box((width, content.height), fill=theme.PANEL, radius=10)
    return placed([(ground, 0, 0), (content, 0, 0)], width, content.height)


def _score(pen: Pen, score: Score, scene: Scene) -> Block:
    """Return a chip with a seat's points; a ring is around the one to move."""
    fill = theme.seat_colour(score.seat).rgb
    who = pill(pen, seat_name(score.seat), size=FONT["normal"], fill=fill, bold=True)
    parts = [who, line(pen, str(score.points), size=FONT["heading"], bold=True)]
    if score.note:
        parts.append(line(pen, score.note, size=FONT["normal"], ink=theme.FAINT_INK))
    chip = padded(beside([*parts, nothing(2)], gap=6), 5)
    moves = score.seat == scene.to_move
    outline = theme.TURN_RING if moves else theme.PANEL_LINE
    ground = box(
        (chip.width, chip.height),
        fill=theme.LIGHT_INK,
        outline=outline,
        radius=chip.height / 2,
        line=3 if moves else 1,
    )
    return placed([(ground, 0, 0), (chip, 0, 0)], chip.width, chip.height)


def _panel_row(pen: Pen, panels: Sequence[Panel], scene: Scene, width: float) -> Block:
    """Set panels side by side by weight, all as high as the highest."""
    total = sum(panel.weight for panel in panels)
    free = width - GAP * (len(panels) - 1)
    widths = [free * panel.weight / total for panel in panels]
    bodies = [
        _panel_body(pen, panel, scene, side - 2 * GAP - 2 * FRAME)
        for panel, side in zip(panels, widths, strict=True)
    ]
    height = max((body.height for body in bodies), default=0.0) + 2 * (GAP + FRAME)
    blocks = []
    for panel, body, side in zip(panels, bodies, widths, strict=True):
        side = max(side, body.width + 2 * GAP + 2 * FRAME)
        moves = panel.seat is not None and panel.seat == scene.to_move
        ground = box(
            (side, height),
            fill=theme.PANEL,
            outline=theme.TURN_RING if moves else theme.PANEL_LINE,
            radius=10,
            line=FRAME + 1.5 if moves else 1,
        )
        blocks.append(placed([(ground, 0, 0), (body, GAP + FRAME, GAP + FRAME)], side, height))
    return beside(blocks)


def _panel_body(pen: Pen, panel: Panel, scene: Scene, width: float) -> Block:
    heading = line(pen, panel.heading, size=FONT["heading"], bold=True)
    if panel.seat is not None:
        fill = theme.seat_colour(panel.seat).rgb
        heading = pill(pen, panel.heading, size=FONT["heading"], fill=fill, bold=True)
    parts = [heading]
    if panel.seat is not None and panel.seat == scene.to_move:
        parts.append(pill(pen, "to move", size=FONT["normal"], fill=theme.TURN_RING, bold=True))
    if panel.seat is not None and panel.seat == scene.viewer:
        parts.append(line(pen, "(you)", size=FONT["normal"], bold=True))
    if panel.note:
        parts.append(paragraph(pen, panel.note, size=FONT["normal"], width=width))
    head = flow(parts, width)
    return stacked([head, *(_content(pen, content, width) for content in panel.contents)], gap=6)


def _content(pen: Pen, content: Content, width: float) -> Block:
    label = line(pen, content.label, size=FONT["normal"], ink=theme.FAINT_INK, bold=True)
    labels = [label] if content.label else []
    match content:
        case Line():
            items = [_item(pen, item, content.size, width) for item in content.items]
            return _line(content, [*labels, *items], width)
        case Columns():
            columns = [_column(pen, column, content.size, width) for column in content.columns]
            body = flow(columns, width, align=0)
        case Grid():
            body = _grid(pen, content, width)
        case Track():
            body = _track(pen, content, width)
    return stacked([*labels, body], gap=2)


def _line(content: Line, blocks: Sequence[Block], width: float) -> Block:
    """Set items in rows: cards with their tops in line, what is lower in the middle of a card."""
    cards = any(isinstance(item, Card | Place | Pile | Fan) for item in content.items)
    lowest = theme.CARD_SIZES[content.size][1] + 2 * RING if cards else 0.0
    lowest = max([lowest, *(0.0 if cards else block.height for block in blocks)])
    return flow([_lifted(block, lowest) for block in blocks], width, align=0)


def _lifted(block: Block, height: float) -> Block:
    """Set a block in the middle of a height, unless it is higher."""
    return placed(
        [(block, 0, max(height - block.height, 0) / 2)], block.width, max(height, block.height)
    )


def _item(pen: Pen, item: Item, size: Size, width: float) -> Block:
    match item:
        case str():
            return paragraph(pen, item, size=FONT[size], width=width)
        case Card():
            return card(pen, item, size)
        case Place():
            return place(pen, item, size)
        case Pile():
            return pile(pen, item, size)
        case Fan():
            return fan(pen, item, size)
        case Die():
            return die(pen, item, size)
        case Token():
            return token(pen, item)


def _column(pen: Pen, column: Column, size: Size, width: float) -> Block:
    items = [_item(pen, each, size, width) for each in column.items]
    room = max([COLUMN_WIDTH, *(block.width for block in items)])
    words = [
        paragraph(pen, words, size=FONT["normal"], width=room, bold=bold) if words else nothing()
        for words, bold in ((column.heading, True), (column.note, False))
    ]
    return stacked([words[0], *items, words[1]], gap=3, align=0.5)


def _grid(pen: Pen, grid: Grid, width: float) -> Block:
    """Return tiles with the numbers of their rows and columns at the edges."""
    if not grid.cells:
        return nothing()
    top = min(cell.row for cell in grid.cells)
    left = min(cell.column for cell in grid.cells)
    rows = max(cell.row for cell in grid.cells) - top + 1
    columns = max(cell.column for cell in grid.cells) - left + 1
    edge = 22.0
    side = min(theme.TILE_SIDE, (width - edge) / columns - 1)
    step = side + 1
    size = min(FONT["small"], side * 0.5)
    down = size * LINE_HEIGHT
    places: list[tuple[Block, float, float]] = []
    for column in range(columns):
        number = line(pen, str(left + column), size=size, ink=theme.FAINT_INK)
        places.append((number, edge + column * step + (side - number.width) / 2, 0))
    for row in range(rows):
        number = line(pen, str(top + row), size=size, ink=theme.FAINT_INK)
        places.append((number, edge - 4 - number.width, down + row * step + (side - down) / 2))
    for cell in grid.cells:
        block = tile(pen, cell.card, side)
        x, y = edge + (cell.column - left) * step, down + (cell.row - top) * step
        places.append((block, x, y))
    return placed(places, edge + columns * step, down + rows * step)


def _track(pen: Pen, track: Track, width: float) -> Block:
    """Return stretches as bands; every space has the same height, so that lines stay straight."""
    spaces = [space for stretch in track.stretches for space in stretch.spaces]
    figures = max((len(space.figures) for space in spaces), default=0)
    stones = max((len(space.stones) for space in spaces), default=0)
    rows = (-(-figures // 2), -(-stones // 2))
    return flow([_stretch(pen, stretch, rows, width) for stretch in track.stretches], width)


def _stretch(pen: Pen, stretch: Stretch, rows: tuple[int, int], width: float) -> Block:
    colour = theme.colour(stretch.colour).rgb
    blocks = [_space(pen, space, rows) for space in stretch.spaces]
    name = line(pen, stretch.label, size=FONT["normal"], ink=theme.ink(colour), bold=True)
    body = padded(stacked([name, flow(blocks, width - 8, gap=2)], gap=1), 4)
    ground = box((body.width, body.height), fill=colour, radius=8)
    return placed([(ground, 0, 0), (body, 0, 0)], body.width, body.height)


def _space(pen: Pen, space: Space, rows: tuple[int, int]) -> Block:
    """Return one space: its number, figures and stones two abreast, its note at the foot."""
    small = FONT["small"]
    tall = small * LINE_HEIGHT
    number = line(pen, space.label, size=small, ink=theme.FAINT_INK)
    note = line(pen, space.note, size=small, bold=True)
    places: list[tuple[Block, float, float]] = []
    y = tall
    for tokens, count, side in (
        (space.figures, rows[0], FIGURE_SIDE),
        (space.stones, rows[1], STONE_SIDE),
    ):
        for index, each in enumerate(tokens):
            x = SPACE_WIDTH / 2 + (index % 2 - (1 if len(tokens) > 1 else 0.5)) * side
            places.append((figure(pen, each, side), x, y + index // 2 * side))
        y += count * side
    ground = box((SPACE_WIDTH, y + tall), fill=theme.PANEL, radius=5)
    ends = [
        (number, (SPACE_WIDTH - number.width) / 2, 0.0),
        (note, (SPACE_WIDTH - note.width) / 2, y),
    ]
    return placed([(ground, 0, 0), *ends, *places], SPACE_WIDTH, y + tall)
