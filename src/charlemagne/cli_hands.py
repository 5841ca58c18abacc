"""A hand in words and tables, as `charlemagne demo` and `charlemagne show` tell it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table

from charlemagne.cards import Card
from charlemagne.cli_page import Page, counted
from charlemagne.contracts import Contract
from charlemagne.deals import HAND_SIZE, Trick
from charlemagne.moves import (
    AskPartner,
    Bid,
    Discard,
    GiveCard,
    Hidden,
    NameTrump,
    TakeKitty,
)
from charlemagne.recorded import Course, RecordedHand, course
from charlemagne.records import Record, replay
from charlemagne.rules import Rules, Shown, TrumpNamed
from charlemagne.scoring import HandResult
from charlemagne.seats import Seat
from charlemagne.state import Phase

_TASKS = {
    Phase.AUCTION: "call",
    Phase.TRUMP: "name trump",
    Phase.AID: "take the kitty or ask for a card",
    Phase.ASK: "ask for a card",
    Phase.GIVE: "give a card",
    Phase.DISCARD: "discard",
    Phase.PLAY: "play a card",
}


def tell_hand(page: Page, number: int, rules: Rules, hand: RecordedHand) -> None:
    """Write a hand of a game under its number."""
    page.show("")
    page.show(f"Hand {number}, dealt by {hand.dealer}", style="bold")
    page.show(_hand_table(page, rules, hand))


def _hand_table(page: Page, rules: Rules, hand: RecordedHand) -> Table:
    """Lay out a hand: each thing that happened behind its name."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True, min_width=len("Contract"))
    table.add_column(overflow="fold")
    for name, content in _hand_rows(page, rules, hand):
        table.add_row(name, content)
    return table


def _hand_rows(
    page: Page, rules: Rules, hand: RecordedHand
) -> Iterator[tuple[str, RenderableType]]:
    """Tell a hand from its deal to the score after it, as far as it is known and has come."""
    told = course(rules, hand.dealer, hand.moves)
    for seat, cards in zip(Seat, hand.deal.hands, strict=True):
        yield str(seat), page.cards(cards, HAND_SIZE)
    if rules.pack.kitty_size:
        yield "Kitty", page.cards(hand.deal.kitty, rules.pack.kitty_size)
    if told.calls:
        calls = [
            f"{seat} {call.contract.title if isinstance(call, Bid) else 'pass'}"
            for seat, call in told.calls
        ]
        yield "Auction", ", ".join(calls)
    if told.contract is not None:
        yield from _contract_rows(page, rules, hand, told, told.contract)
    if hand.scores is None:
        yield "Result", _say_unfinished(rules, hand)
        return
    if hand.result is None:
        yield "Result", "passed out: nobody scores"
    else:
        yield "Result", _say_result(hand.result, len(told.tricks))
    north_south, east_west = hand.scores
    yield "Score", f"NS {north_south}, EW {east_west}"


def _contract_rows(
    page: Page, rules: Rules, hand: RecordedHand, told: Course, contract: Contract
) -> Iterator[tuple[str, RenderableType]]:
    """Tell what came after the auction, but for the result."""
    alone = ""
    if contract.is_solo and told.bidder:
        alone = f", alone: {told.bidder.partner} plays no card"
    yield "Contract", f"{contract.title} by {told.bidder}{alone}"
    yield from _exchange_rows(page, rules, hand, told, contract)
    if told.tricks or told.trick:
        yield "Tricks", _trick_table(page, told)
    shown = rules.shown(contract)
    # A hand that ends with its first trick has no second, from which on cards would lie open.
    later = bool(told.tricks) and not (told.over and len(told.tricks) == 1)
    begun = told.trump is not None or contract.is_mulot
    if begun if shown is Shown.AT_ONCE else later and shown is Shown.AFTER_FIRST_TRICK:
        start = 1 if shown is Shown.AT_ONCE else 2
        yield "Shown", f"{told.bidder}'s hand, from trick {start} on"


def _exchange_rows(
    page: Page, rules: Rules, hand: RecordedHand, told: Course, contract: Contract
) -> Iterator[tuple[str, str]]:
    """Tell what happened between the auction and the first lead."""
    size = rules.pack.kitty_size
    kitty = "Kitty", f"{told.bidder} takes {page.cards(hand.deal.kitty, size)}"
    # The kitty is taken without a move, before all else but a trump that is named early; in a
    # Gros Charlemagne it is taken by a move, or not at all.
    waiting = size > 0 and (contract.is_trick_bid or contract is Contract.CHARLEMAGNE)
    early = contract.is_trick_bid and rules.trump_named is TrumpNamed.BEFORE_KITTY
    came_in = size if waiting else 0
    for seat, move in told.exchange:
        if waiting and not isinstance(move, NameTrump):
            yield kitty
            waiting = False
        match move:
            case TakeKitty():
                came_in = size
                yield kitty
            case AskPartner(card):
                yield "Asked", f"{seat} asks for {page.card(card) if card else 'any card'}"
            case NameTrump(suit):
                yield "Trump", suit.name.lower()
            case GiveCard(card):
                came_in += 1
                yield "Given", f"{seat} gives {page.card(card)}"
            case Discard(cards):
                yield "Discards", f"{seat} lays away {page.cards(cards)}"
            case Hidden(kind) if kind is GiveCard:
                came_in += 1
                yield "Given", f"{seat} gives {page.cards((), 1)}"
            case _:
                yield "Discards", f"{seat} lays away {page.cards((), came_in)}"
    if waiting and (told.trump or not early):
        yield kitty


def _trick_table(page: Page, told: Course) -> Table:
    """Lay out the tricks, a line each, the card that was led behind a `>`."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="")
    for heading in ("#", *(f" {seat}" for seat in Seat), "Won by"):
        table.add_column(heading, no_wrap=True)
    tricks = [(_plays(trick, told), str(trick.winner)) for trick in told.tricks]
    for number, (plays, winner) in enumerate([*tricks, (told.trick, "")], start=1):
        cells = ["  -"] * 4
        for mark, (seat, card) in zip(">   ", plays, strict=False):
            cells[seat] = f"{mark}{page.card(card)}"
        if plays:
            table.add_row(str(number), *cells, winner)
    return table


def _plays(trick: Trick, told: Course) -> tuple[tuple[Seat, Card], ...]:
    """Give the cards of a trick, each with its seat."""
    solo = told.contract is not None and told.contract.is_solo
    out = told.bidder.partner if solo and told.bidder else None
    seats = [trick.leader]
    while len(seats) < len(trick.cards):
        seat = seats[-1].next
        seats.append(seat.next if seat is out else seat)
    return tuple(zip(seats, trick.cards, strict=True))


def _say_unfinished(rules: Rules, hand: RecordedHand) -> str:
    """Say that a hand is not over, and whose move it is if nothing of it is hidden."""
    if hand.is_public:
        return "not over"
    *_, state = replay(Record(rules, [hand]))
    return f"not over: {state.to_move} is to {_TASKS[state.phase]}"


def _say_result(result: HandResult, tricks: int) -> str:
    """Say how a hand ended, and that it ended early if it did."""
    early = "" if tricks == 8 else f", and the hand ends with trick {tricks}"
    made = "makes" if result.made else "fails"
    return (
        f"{result.bidder} {made} the {result.contract.title} with "
        f"{counted(result.tricks, 'trick')}{early}: {result.side} score {result.points}"
    )
