"""A hand in words and tables, as `charlemagne demo` and `charlemagne show` tell it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table

from charlemagne.cards import Card
from charlemagne.cli_page import Page
from charlemagne.cli_words import Words
from charlemagne.contracts import Contract
from charlemagne.deals import HAND_SIZE, Trick
from charlemagne.moves import (
    AskPartner,
    Bid,
    Discard,
    GiveCard,
    Hidden,
    NameTrump,
    Pass,
    TakeKitty,
)
from charlemagne.recorded import Course, RecordedHand, course
from charlemagne.records import Record, replay
from charlemagne.rules import Rules, Shown, TrumpNamed
from charlemagne.scoring import HandResult
from charlemagne.seats import Seat


def tell_hand(page: Page, number: int, rules: Rules, hand: RecordedHand) -> None:
    """Write a hand of a game under its number."""
    page.show("")
    dealer = page.words.seat(hand.dealer)
    page.show(page.words.say("hand", number=number, seat=dealer), style="bold")
    page.show(_hand_table(page, rules, hand))


def _hand_table(page: Page, rules: Rules, hand: RecordedHand) -> Table:
    """Lay out a hand: each thing that happened behind its name."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True, min_width=page.words.label_width)
    table.add_column(overflow="fold")
    for name, content in _hand_rows(page, rules, hand):
        table.add_row(name, content)
    return table


def _hand_rows(
    page: Page, rules: Rules, hand: RecordedHand
) -> Iterator[tuple[str, RenderableType]]:
    """Tell a hand from its deal to the score after it, as far as it is known and has come."""
    words = page.words
    told = course(rules, hand.dealer, hand.moves)
    for seat, cards in zip(Seat, hand.deal.hands, strict=True):
        yield words.seat(seat), page.cards(cards, HAND_SIZE)
    if rules.pack.kitty_size:
        yield words.label("kitty"), page.cards(hand.deal.kitty, rules.pack.kitty_size)
    if told.calls:
        calls = [_say_call(words, seat, call) for seat, call in told.calls]
        yield words.label("auction"), ", ".join(calls)
    if told.contract is not None:
        yield from _contract_rows(page, rules, hand, told, told.contract)
    if hand.scores is None:
        yield words.label("result"), _say_unfinished(words, rules, hand)
        return
    if hand.result is None:
        yield words.label("result"), words.say("passed-out")
    else:
        yield words.label("result"), _say_result(words, hand.result, len(told.tricks))
    north_south, east_west = hand.scores
    yield words.label("score"), words.say("score", ns=north_south, ew=east_west)


def _say_call(words: Words, seat: Seat, call: Pass | Bid) -> str:
    """Say what a seat called."""
    name = words.seat(seat)
    if isinstance(call, Pass):
        return words.say("pass", seat=name)
    return words.say("bid", seat=name, contract=words.contract(call.contract))


def _contract_rows(
    page: Page, rules: Rules, hand: RecordedHand, told: Course, contract: Contract
) -> Iterator[tuple[str, RenderableType]]:
    """Tell what came after the auction, but for the result."""
    words = page.words
    assert told.bidder is not None, "somebody has bid the contract"
    bidder = words.seat(told.bidder)
    partner = words.seat(told.bidder.partner)
    sentence = "alone" if contract.is_solo else "contract"
    said = words.say(sentence, contract=words.contract(contract), seat=bidder, partner=partner)
    yield words.label("contract"), said
    yield from _exchange_rows(page, rules, hand, told, told.bidder, contract)
    if told.tricks or told.trick:
        yield words.label("tricks"), _trick_table(page, told)
    shown = rules.shown(contract)
    # A hand that ends with its first trick has no second, from which on cards would lie open.
    later = bool(told.tricks) and not (told.over and len(told.tricks) == 1)
    begun = told.trump is not None or contract.is_mulot
    if begun if shown is Shown.AT_ONCE else later and shown is Shown.AFTER_FIRST_TRICK:
        start = 1 if shown is Shown.AT_ONCE else 2
        yield words.label("shown"), words.say("shown", seat=bidder, trick=start)


def _exchange_rows(
    page: Page,
    rules: Rules,
    hand: RecordedHand,
    told: Course,
    bidder: Seat,
    contract: Contract,
) -> Iterator[tuple[str, str]]:
    """Tell what happened between the auction and the first lead."""
    words = page.words
    size = rules.pack.kitty_size
    taken = page.cards(hand.deal.kitty, size)
    kitty = words.label("kitty"), words.say("takes", seat=words.seat(bidder), cards=taken)
    # The kitty is taken without a move, before all else but a trump that is named early; in a
    # Gros Charlemagne it is taken by a move, or not at all.
    waiting = size > 0 and (contract.is_trick_bid or contract is Contract.CHARLEMAGNE)
    early = contract.is_trick_bid and rules.trump_named is TrumpNamed.BEFORE_KITTY
    came_in = size if waiting else 0
    for seat, move in told.exchange:
        name = words.seat(seat)
        if waiting and not isinstance(move, NameTrump):
            yield kitty
            waiting = False
        match move:
            case TakeKitty():
                came_in = size
                yield kitty
            case AskPartner(None):
                yield words.label("asked"), words.say("asks-any", seat=name)
            case AskPartner(Card() as card):
                yield words.label("asked"), words.say("asks", seat=name, card=page.card(card))
            case NameTrump(suit):
                yield words.label("trump"), words.suit(suit)
            case GiveCard(card):
                came_in += 1
                yield words.label("given"), words.say("gives", seat=name, card=page.card(card))
            case Discard(cards):
                said = words.say("discards", seat=name, cards=page.cards(cards))
                yield words.label("discards"), said
            case Hidden(kind) if kind is GiveCard:
                came_in += 1
                yield words.label("given"), words.say("gives", seat=name, card=page.cards((), 1))
            case _:
                said = words.say("discards", seat=name, cards=page.cards((), came_in))
                yield words.label("discards"), said
    if waiting and (told.trump or not early):
        yield kitty


def _trick_table(page: Page, told: Course) -> Table:
    """Lay out the tricks, a line each, the card that was led behind a `>`."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="")
    words = page.words
    seats = [f" {words.seat(seat)}" for seat in Seat]
    for heading in ("#", *seats, words.label("won-by")):
        table.add_column(heading, no_wrap=True)
    tricks = [(_plays(trick, told), words.seat(trick.winner)) for trick in told.tricks]
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


def _say_unfinished(words: Words, rules: Rules, hand: RecordedHand) -> str:
    """Say that a hand is not over, and whose move it is if nothing of it is hidden."""
    if hand.is_public:
        return words.say("not-over")
    *_, state = replay(Record(rules, [hand]))
    assert state.to_move is not None, "the hand is not over"
    seat = words.seat(state.to_move)
    return words.say("not-over-for", seat=seat, task=words.task(state.phase))


def _say_result(words: Words, result: HandResult, tricks: int) -> str:
    """Say how a hand ended, and that it ended early if it did."""
    taken = "with-tricks" if result.tricks else "without-tricks"
    return words.say(
        "made" if result.made else "failed",
        seat=words.seat(result.bidder),
        contract=words.contract(result.contract),
        tricks=words.say(taken, tricks=words.counted(result.tricks, "trick")),
        early="" if tricks == 8 else words.say("early", trick=tricks),
        side=words.side(result.side),
        points=result.points,
    )
