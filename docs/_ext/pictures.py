"""Pictures for the docs, drawn from the library's own values when a build begins.

Each is an SVG that a page takes in as raw HTML. Within a page it wears the colours of the theme, by
the theme's own variables, and so follows the switch between light and dark.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

from sphinx.application import Sphinx

from charlemagne import (
    CANADIAN,
    MAINE,
    AskPartner,
    Bid,
    Card,
    Contract,
    Discard,
    Move,
    Pass,
    Phase,
    Rules,
    Seat,
    State,
    Suit,
    TakeKitty,
    apply,
    deal,
    legal_moves,
    parse_move,
)
from charlemagne.cards import CARDS
from charlemagne.tricks import order_of

OUT = Path(__file__).parent.parent / "_generated"
# As wide as a phone's column of text, so that letters keep their size there.
WIDTH = 360

STYLE = """
.picture { display: block; width: 100%; height: auto; margin: 1rem auto;
  font-family: var(--font-stack, sans-serif); color: var(--color-foreground-primary, currentColor);
  --picture-red: #b3261e; }
.picture text { fill: currentColor; text-anchor: middle; dominant-baseline: central; }
.picture .left { text-anchor: start; }
.picture .quiet { fill: var(--color-foreground-secondary, currentColor); }
.picture .red { fill: var(--picture-red); }
.picture .black { fill: currentColor; }
.picture .face { fill: var(--color-background-primary, #fff); stroke: currentColor; }
.picture .band { fill: var(--color-background-secondary, none); }
.picture .line { fill: none; stroke: var(--color-brand-primary, currentColor); stroke-width: 3; }
.picture .stop { fill: var(--color-brand-primary, currentColor); }
.picture text.on-stop { fill: var(--color-background-primary, #fff); font-weight: bold; }
.picture .won { fill: none; stroke: var(--color-brand-primary, currentColor); stroke-width: 3; }
.picture .brand { fill: var(--color-brand-content, currentColor); font-weight: bold; }
.picture .away { fill: none; stroke: currentColor; stroke-dasharray: 4 3; opacity: 0.6; }
body[data-theme="dark"] .picture { --picture-red: #ff8a80; }
@media (prefers-color-scheme: dark) {
  body:not([data-theme="light"]) .picture { --picture-red: #ff8a80; }
}
"""

# The signs of the suits in a square of 20 by 20 about the middle. Drawn, since on some phones the
# letters for them come out as coloured little pictures.
SIGNS = {
    Suit.CLUBS: "M0,-9 a4.6,4.6 0 0 1 3.4,7.7 a4.6,4.6 0 1 1 -2.3,6.6 q.3,2.6 2,3.7 h-6.2 "
    "q1.7,-1.1 2,-3.7 a4.6,4.6 0 1 1 -2.3,-6.6 a4.6,4.6 0 0 1 3.4,-7.7 z",
    Suit.DIAMONDS: "M0,-9.5 L7,0 L0,9.5 L-7,0 z",
    Suit.HEARTS: "M0,9 C-3,5.5 -9,1.5 -9,-3.5 A4.6,4.6 0 0 1 0,-5 A4.6,4.6 0 0 1 9,-3.5 "
    "C9,1.5 3,5.5 0,9 z",
    Suit.SPADES: "M0,-9.5 C3,-5.5 8.5,-2.5 8.5,2 A4.3,4.3 0 0 1 1.2,4.6 q.2,3 2,4.4 h-6.4 "
    "q1.8,-1.4 2,-4.4 A4.3,4.3 0 0 1 -8.5,2 C-8.5,-2.5 -3,-5.5 0,-9.5 z",
}
STAR = "M0,-9.5 L2.3,-3.1 9,-2.9 3.7,1.2 5.6,7.7 0,3.9 -5.6,7.7 -3.7,1.2 -9,-2.9 -2.3,-3.1 z"
RED = {Suit.DIAMONDS, Suit.HEARTS}


def text(x: float, y: float, said: str, size: float = 12, classes: str = "") -> str:
    """A line of text about a point."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" class="{classes}">{html.escape(said)}'
        "</text>"
    )


def svg(name: str, height: float, title: str, said: str, parts: Iterable[str], wide: int) -> str:
    """A picture with its title and its description, for those who do not see it."""
    return "\n".join(
        [
            '<svg class="picture" xmlns="http://www.w3.org/2000/svg" role="img"',
            f'aria-labelledby="{name}-title" aria-describedby="{name}-said"',
            f'viewBox="0 0 {WIDTH} {height:g}" style="max-width: {wide}px">',
            f'<title id="{name}-title">{html.escape(title)}</title>',
            f'<desc id="{name}-said">{html.escape(said)}</desc>',
            f"<style>{STYLE}</style>",
            *parts,
            "</svg>",
            "",
        ]
    )


def colour(card: Card) -> str:
    """Whether a card is red or black; the low joker is the coloured one."""
    return "red" if card.suit in RED or card == Card.LOW_JOKER else "black"


def name_of(card: Card) -> str:
    """A card in words."""
    if card.rank is None or card.suit is None:
        return "high joker" if card == Card.HIGH_JOKER else "low joker"
    return f"{card.rank.name} of {card.suit.name}".lower()


def drawn(card: Card, x: float, y: float, width: float) -> str:
    """A card with its upper left corner at a point."""
    height = width * 1.4
    scale = width / 40
    rank = card.symbol[:-1] if card.suit else str(card)
    sign = STAR if card.suit is None else SIGNS[card.suit]
    return (
        f'<g transform="translate({x:g} {y:g})">'
        f'<rect class="face" width="{width:g}" height="{height:g}" rx="{width / 9:g}"/>'
        + text(width / 2, height * 0.3, rank, width * 0.46, colour(card))
        + f'<path class="{colour(card)}" d="{sign}" '
        f'transform="translate({width / 2:g} {height * 0.7:g}) scale({scale:g})"/></g>'
    )


# ---------------------------------------------------------------------------- the course of a hand

# The phases from top to bottom; trump is named above the discard or below it.
ROWS = [
    Phase.AUCTION,
    Phase.TRUMP,
    Phase.AID,
    Phase.ASK,
    Phase.GIVE,
    Phase.DISCARD,
    Phase.TRUMP,
    Phase.PLAY,
    Phase.HAND_OVER,
]
WHAT_HAPPENS = {
    Phase.AUCTION: "calls go round",
    Phase.TRUMP: "bidder names it",
    Phase.AID: "bidder: kitty or card",
    Phase.ASK: "bidder asks partner",
    Phase.GIVE: "partner gives (cards)",
    Phase.DISCARD: "bidder lays off (cards)",
    Phase.PLAY: "tricks (of cards)",
    Phase.HAND_OVER: "score; next deal",
}


Stops: TypeAlias = tuple[tuple[Phase, int], ...]


class Course(NamedTuple):
    """One way through a hand: its heading, and the phases with the cards that go in each."""

    heading: tuple[str, str]
    stops: Stops


def _cards_in(state: State) -> int:
    """How many cards a phase is about, nought when it is not about a number of cards."""
    if state.phase is Phase.GIVE:
        return 1
    if state.phase is Phase.DISCARD:
        [count] = {len(move.cards) for move in legal_moves(state) if isinstance(move, Discard)}
        return count
    if state.phase is Phase.PLAY:
        return 3 if state.partner_out else 4
    return 0


def _ways(state: State, stops: Stops, aid: str) -> Iterator[tuple[str, Stops]]:
    """Play a hand to its end in every way that takes another course."""
    while state.to_move:
        if stops[-1][0] is not state.phase:
            stops = (*stops, (state.phase, _cards_in(state)))
        if state.phase is Phase.AID:
            yield from _ways(apply(state, TakeKitty()), stops, "kitty")
            yield from _ways(apply(state, AskPartner()), stops, "card")
            return
        state = apply(state, legal_moves(state)[0])
    yield aid, (*stops, (Phase.HAND_OVER, 0))


def courses(rules: Rules) -> list[Course]:
    """The ways through a hand, those of several contracts that are alike as one."""
    found: dict[tuple[str, Stops], list[Contract]] = {}
    start: Stops = ((Phase.AUCTION, 0),)
    for contract in Contract:
        state = _after_calls(rules, [Bid(contract), Pass(), Pass(), Pass()])
        for way in _ways(state, start, ""):
            found.setdefault(way, []).append(contract)
    ways = [Course(_heading(bids, aid), stops) for (aid, stops), bids in found.items()]
    passed = _after_calls(rules, [Pass()] * 4)
    assert passed.phase is Phase.HAND_OVER
    return [*ways, Course(("all", "pass"), (*start, (Phase.HAND_OVER, 0)))]


def _after_calls(rules: Rules, calls: Iterable[Move]) -> State:
    state = deal(rules, seed=7)
    for call in calls:
        state = apply(state, call)
    return state


def _heading(contracts: list[Contract], aid: str) -> tuple[str, str]:
    """Name the contracts of a course, in two short lines."""
    first, last = str(contracts[0]), str(contracts[-1])
    if len(contracts) == 1:
        return first, aid
    return (first, last) if len(contracts) == 2 else (f"{first}-{last}", "")


def _places(course: Course, rows: list[Phase]) -> list[int]:
    """The row of each stop of a course, looked for from below."""
    places = []
    last = len(rows)
    for phase, _ in reversed(course.stops):
        last = max(row for row in range(last) if rows[row] is phase)
        places.append(last)
    return places[::-1]


def phases_picture(name: str, rules: Rules) -> str:
    """The course of a hand: the phases as rows, and each way through them as a line."""
    ways = courses(rules)
    used = sorted({place for way in ways for place in _places(way, ROWS)})
    rows = [ROWS[place] for place in used]
    top, step, first = 44, 48, 152
    apart = (WIDTH - first - 18) / (len(ways) - 1)
    parts = []
    for place, phase in enumerate(rows):
        y: float = top + place * step
        if place % 2 == 0:
            parts.append(
                f'<rect class="band" y="{y}" width="{WIDTH}" height="{step}" rx="6"/>',
            )
        parts.append(text(6, y + step / 2 - 8, phase.name, 12, "left"))
        parts.append(text(6, y + step / 2 + 8, WHAT_HAPPENS[phase], 11, "left quiet"))
    for number, way in enumerate(ways):
        x = first + number * apart
        over, under = way.heading
        parts.append(text(x, 14, over, 13, "brand"))
        parts.append(text(x, 30, under, 11 if under.islower() else 13, "brand"))
        places = [top + (place + 0.5) * step for place in _places(way, rows)]
        parts.append(f'<path class="line" d="M{x:g},{places[0]:g} V{places[-1]:g}"/>')
        for y, (_, cards) in zip(places, way.stops, strict=True):
            parts.append(f'<circle class="stop" cx="{x:g}" cy="{y:g}" r="{11 if cards else 7}"/>')
            if cards:
                parts.append(text(x, y, str(cards), 12, "on-stop"))
    said = " ".join(_in_words(way) for way in ways)
    title = f"The course of a hand under the rules {rules}"
    return svg(name, top + len(rows) * step + 4, title, said, parts, 480)


def _in_words(way: Course) -> str:
    phases = [f"{phase.name}{f' ({cards})' if cards else ''}" for phase, cards in way.stops]
    return f"{' '.join(way.heading).strip()}: {', then '.join(phases)}."


# ------------------------------------------------------------------------------ the order of cards


def ranked(rules: Rules, trump: Suit, suit: Suit) -> list[Card]:
    """The cards that belong to a suit in play, from the highest down."""
    order = order_of(trump, rules.nine_high, rules.joker_forced)
    held = [place for place, card in enumerate(CARDS) if card in rules.pack.cards]
    mine = [place for place in held if order.suits[suit] >> place & 1]
    return [CARDS[place] for place in sorted(mine, key=lambda i: order.beaters[i].bit_count())]


def order_picture(name: str, rules: Rules, trump: Suit, suits: Iterable[Suit]) -> str:
    """Rows of cards, the trumps and other suits, each from the highest down."""
    parts = []
    said = []
    y = 10.0
    width, gap = 29.8, 3.0
    for suit in suits:
        cards = ranked(rules, trump, suit)
        label = f"{suit.name.title()}{', trump' if suit is trump else ''}: {len(cards)} cards"
        parts.append(text(1, y, label, 12, "left"))
        parts += [drawn(card, 1 + i * (width + gap), y + 11, width) for i, card in enumerate(cards)]
        said.append(f"{label}, {', '.join(map(name_of, cards))}.")
        y += 72
    title = f"The order of the cards when {trump.name.lower()} are trump, under the rules {rules}"
    return svg(name, y - 16, title, " ".join(said), parts, 600)


# ------------------------------------------------------------------------------------------ a trick

ORDINALS = ["", "first", "second", "third", "fourth"]
# The upper left corner of each seat's card, and the middle of its label.
CARD_PLACES = {
    Seat.NORTH: (156, 36),
    Seat.EAST: (220, 92),
    Seat.SOUTH: (156, 150),
    Seat.WEST: (92, 92),
}
LABEL_PLACES = {
    Seat.NORTH: (180, 15),
    Seat.EAST: (313, 125),
    Seat.SOUTH: (180, 238),
    Seat.WEST: (47, 125),
}


def trick_picture(name: str, state: State) -> str:
    """The last trick that was won, on the table, with who led and who won."""
    trick = state.tricks[-1]
    out = state.partner_out
    seats = [trick.leader]
    while len(seats) < len(trick.cards):
        after = seats[-1].next
        seats.append(after.next if after is out else after)
    parts = [f'<rect class="band" x="2" y="2" width="{WIDTH - 4}" height="250" rx="18"/>']
    said = []
    for place, (seat, card) in enumerate(zip(seats, trick.cards, strict=True), 1):
        does = "leads" if place == 1 else f"plays {ORDINALS[place]}"
        said.append(f"{seat.name.title()} {does}, the {name_of(card)}.")
        parts.append(drawn(card, *CARD_PLACES[seat], 48))
        parts += _label(seat, does, won=seat is trick.winner)
    if out is not None:
        x, y = CARD_PLACES[out]
        parts.append(f'<rect class="away" x="{x}" y="{y}" width="48" height="67" rx="5"/>')
        parts += _label(out, "takes no part", won=False)
        said.append(f"{out.name.title()} takes no part.")
    x, y = CARD_PLACES[trick.winner]
    parts.append(f'<rect class="won" x="{x - 4}" y="{y - 4}" width="56" height="75" rx="8"/>')
    said.append(f"{trick.winner.name.title()} wins the trick.")
    title = f"A trick, {state.trump.name.lower()} being trump" if state.trump else "A Mulot's trick"
    return svg(name, 254, title, " ".join(said), parts, 440)


def _label(seat: Seat, does: str, *, won: bool) -> list[str]:
    """The name of a seat, and what it does in the trick."""
    x, y = LABEL_PLACES[seat]
    words = f"{does}, wins" if won else does
    if seat in {Seat.NORTH, Seat.SOUTH}:
        return [text(x, y, f"{seat.name.title()} {words}", 13, "brand" if won else "")]
    lines = [seat.name.title(), *(f"{part}" for part in words.split(", "))]
    kind = "brand" if won else ""
    return [text(x, y + 17 * (i - 0.5), line, 13, kind) for i, line in enumerate(lines)]


# ---------------------------------------------------------------------------------------- the build


def after(moves: str) -> State:
    """The deal of seed 7 after some moves."""
    state = deal(seed=7)
    for move in moves.split():
        state = apply(state, parse_move(move))
    return state


def pictures() -> dict[str, str]:
    """All the pictures by name."""
    spades = Suit.SPADES
    in_order = [spades, spades.same_colour, Suit.HEARTS, Suit.DIAMONDS]
    little_jack = after("P 6 P P -8D.8H =S JS AS 7S HI LO 7H 7D 8S JC 7C 9H 9S")
    joker = after("P P M P 9C AC HI")
    return {
        "phases": phases_picture("phases", CANADIAN),
        "phases-maine": phases_picture("phases-maine", MAINE),
        "order": order_picture("order", CANADIAN, spades, in_order),
        "order-maine": order_picture("order-maine", MAINE, spades, [spades]),
        "trick": trick_picture("trick", little_jack),
        "trick-mulot": trick_picture("trick-mulot", joker),
    }


def write_pictures(app: Sphinx) -> None:
    """Write the pictures; one that is as it was is left alone, and with it the page it is on."""
    OUT.mkdir(exist_ok=True)
    for name, drawing in pictures().items():
        path = OUT / f"{name}.svg"
        if not path.exists() or path.read_text(encoding="utf-8") != drawing:
            path.write_text(drawing, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, object]:
    """Draw the pictures before any page is read."""
    app.connect("builder-inited", write_pictures)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
