"""The `charlemagne` command, which needs click and rich (`pip install 'charlemagne[cli]'`).

Nothing else in the package imports this module.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Set
from typing import IO, final

import attrs

from charlemagne import __version__
from charlemagne.cards import Card, CardSet, Suit, card_set
from charlemagne.contracts import Contract
from charlemagne.engine import apply, deal, legal_moves
from charlemagne.errors import CharlemagneError
from charlemagne.moves import (
    AskPartner,
    Bid,
    Discard,
    GiveCard,
    Move,
    NameTrump,
    Pass,
    Play,
    TakeKitty,
)
from charlemagne.rules import Rules, Shown
from charlemagne.scoring import HandResult
from charlemagne.seats import Seat
from charlemagne.state import State
from charlemagne.tricks import order_of, taker

try:
    import click
    from rich.console import Console, RenderableType
    from rich.table import Table
except ImportError:
    # The installed command imports this module before it calls anything in it, so this is the
    # only place where it can say in one line what is missing.
    raise SystemExit(
        "charlemagne: the command needs click and rich; get them with "
        "python -m pip install 'charlemagne[cli]'"
    ) from None


# ---------------------------------------------------------------- the command line


@final
class _WrongOption(click.ClickException):
    """A value that an option cannot have, said in one line without the usage above it."""

    exit_code = 2

    def show(self, file: IO[str] | None = None) -> None:
        # click writes UTF-8 even where the error stream is said to take ASCII alone.
        click.echo(f"Error: {self.format_message()}", file=file or sys.stderr)


def _read_rules(context: click.Context, option: click.Parameter, text: str) -> Rules:
    try:
        return Rules.parse(text)
    except CharlemagneError as error:
        raise _WrongOption(f"{option.opts[0]}: {error}") from None


def _read_seed(context: click.Context, option: click.Parameter, text: str | None) -> int:
    if text is None:
        return random.SystemRandom().randrange(1_000_000)
    # Python reads no int of more than 4300 digits.
    if not re.fullmatch("[0-9]{1,4000}", text):
        raise _WrongOption(f"{option.opts[0]}: a seed is a whole number from 0 up, not {text!r}")
    return int(text)


@click.group(name="charlemagne", context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="charlemagne")
def main() -> None:
    """The card game Charlemagne, under every published reading of its rules."""


@main.command()
@click.option(
    "--rules",
    metavar="TEXT",
    default="canadian",
    show_default=True,
    callback=_read_rules,
    help="A preset (canadian, maine, english, korean) and what differs from it, such as "
    "canadian+target=50.",
)
@click.option(
    "--seed",
    metavar="N",
    callback=_read_seed,
    help="A whole number from 0 up: the same seed gives the same game. Without it one is drawn.",
)
def demo(rules: Rules, seed: int) -> None:
    """Play a whole game, hand by hand, with simple players at the table."""
    page = _Page.on_stdout()
    page.show(f"Charlemagne, rules {rules}, seed {seed}")
    page.show(f"N and S play against E and W; the first side to reach {rules.target} wins.")
    for number, state in enumerate(_play_game(rules, seed), start=1):
        page.show("")
        page.show(f"Hand {number}, dealt by {state.dealer}", style="bold")
        page.show(_hand_table(page, state))
    page.show("")
    page.show(f"{state.winner} win the game after {_count(number, 'hand')}.", style="bold")


def _play_game(rules: Rules, seed: int) -> Iterator[State]:
    """Play a game with a player of `_choose` in each seat, and give each hand as it ends."""
    deals = random.Random(seed)
    # Luck of their own for the players, so that a player who thinks differently gets these cards.
    choices = random.Random(f"{seed} choices")
    state = deal(rules, rng=deals)
    while True:
        while state.to_move is not None:
            state = apply(state, _choose(_see(state, state.to_move), choices))
        yield state
        if state.winner is not None:
            return
        state = deal(state, rng=deals)


# ---------------------------------------------------------------- a hand in words


@final
@attrs.frozen
class _Page:
    """Where the command writes, and whether card symbols can be shown there."""

    console: Console
    symbols: bool

    @classmethod
    def on_stdout(cls) -> _Page:
        """Give the standard output, as wide as the terminal.

        Symbols are for people at a terminal that has them. Pipes and files get the text forms,
        which every encoding can write and the library reads back.
        """
        columns, lines = shutil.get_terminal_size()
        # A terminal too narrow for a trick may break its line, but no card is to be cut off.
        width = max(columns, 40)
        console = Console(width=width, height=lines, highlight=False, markup=False, emoji=False)
        # Python writes UTF-8 in the C locale too, where nothing says that it will be understood.
        plain = {os.environ.get("LC_ALL"), os.environ.get("LANG")} & {"C", "POSIX"}
        terminal = console.file.isatty() and not console.is_dumb_terminal
        return cls(console, terminal and not plain and _can_write("♣♦♥♠☆★", console.encoding))

    def show(self, content: RenderableType, style: str = "") -> None:
        """Write something, without the blanks with which tables fill their lines."""
        with self.console.capture() as captured:
            self.console.print(content, style=style)
        click.echo("\n".join(line.rstrip() for line in captured.get().rstrip("\n").split("\n")))

    def card(self, card: Card) -> str:
        """Write a card as it can be shown here."""
        return card.symbol if self.symbols else str(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Write cards as they can be shown here."""
        return " ".join(map(self.card, cards))


def _can_write(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _hand_table(page: _Page, state: State) -> Table:
    """Lay out a hand that is over: each thing that happened behind its name."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True, min_width=len("Contract"))
    table.add_column(overflow="fold")
    for name, content in _hand_rows(page, state):
        table.add_row(name, content)
    return table


def _hand_rows(page: _Page, state: State) -> Iterator[tuple[str, RenderableType]]:
    """Tell a hand that is over, from its deal to the score after it."""
    for seat, hand in zip(Seat, state.deal.hands, strict=True):
        yield str(seat), page.cards(hand)
    if state.deal.kitty:
        yield "Kitty", page.cards(state.deal.kitty)
    calls = [
        f"{seat} {call.contract.title if isinstance(call, Bid) else 'pass'}"
        for seat, call in state.calls
    ]
    yield "Auction", ", ".join(calls)
    if state.contract is None:
        yield "Result", "passed out: nobody scores"
    else:
        alone = f", alone: {state.partner_out} plays no card" if state.partner_out else ""
        yield "Contract", f"{state.contract.title} by {state.bidder}{alone}"
        yield from _exchange_rows(page, state)
        yield "Tricks", _trick_table(page, state)
    if state.contract is not None and state.shown:
        at_once = state.rules.shown(state.contract) is Shown.AT_ONCE
        yield "Shown", f"{state.bidder}'s hand, from trick {1 if at_once else 2} on"
    if state.result is not None:
        yield "Result", _say_result(state.result, len(state.tricks))
    north_south, east_west = state.scores
    yield "Score", f"NS {north_south}, EW {east_west}"


def _exchange_rows(page: _Page, state: State) -> Iterator[tuple[str, str]]:
    """Tell what happened between the auction and the first lead."""
    bidder = state.bidder
    kitty = state.deal.kitty - state.kitty
    for move in state.moves[len(state.calls) :]:
        # The kitty is taken without a move, before all else but a trump that is named early.
        if kitty and not isinstance(move, NameTrump):
            yield "Kitty", f"{bidder} takes {page.cards(kitty)}"
            kitty = CardSet()
        match move:
            case AskPartner(card):
                yield "Asked", f"{bidder} asks for {page.card(card) if card else 'any card'}"
            case GiveCard(card):
                yield "Given", f"{state.partner_out} gives {page.card(card)}"
            case Discard(cards):
                yield "Discards", f"{bidder} lays away {page.cards(cards)}"
            case NameTrump(suit):
                yield "Trump", suit.name.lower()
            case _:
                pass


def _trick_table(page: _Page, state: State) -> Table:
    """Lay out the tricks, a line each, the card that was led behind a `>`."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="")
    for heading in ("#", *(f" {seat}" for seat in Seat), "Won by"):
        table.add_column(heading, no_wrap=True)
    for number, trick in enumerate(state.tricks, start=1):
        cells = ["  -"] * 4
        seat = trick.leader
        for card in trick.cards:
            cells[seat] = f"{'>' if seat is trick.leader else ' '}{page.card(card)}"
            seat = seat.next.next if seat.next is state.partner_out else seat.next
        table.add_row(str(number), *cells, str(trick.winner))
    return table


def _say_result(result: HandResult, tricks: int) -> str:
    """Say how a hand ended, and that it ended early if it did."""
    early = "" if tricks == 8 else f", and the hand ends with trick {tricks}"
    made = "makes" if result.made else "fails"
    return (
        f"{result.bidder} {made} the {result.contract.title} with "
        f"{_count(result.tricks, 'trick')}{early}: {result.side} score {result.points}"
    )


# ---------------------------------------------------------------- the players


@final
@attrs.frozen
class _Seen:
    """All that a player goes by: the own hand, what may be done, and what lies open to all."""

    seat: Seat
    hand: CardSet
    legal: tuple[Move, ...]
    rules: Rules
    bidder: Seat | None
    trump: Suit | None
    trick: tuple[tuple[Seat, Card], ...]
    unseen: Set[Card]


def _see(state: State, seat: Seat) -> _Seen:
    """Give what the seat on move may know, and nothing of the other hands."""
    hand = state.hands[seat]
    played = CardSet(card for trick in state.tricks for card in trick.cards)
    on_table = CardSet(card for _, card in state.trick)
    return _Seen(
        seat,
        hand,
        legal_moves(state),
        state.rules,
        state.bidder,
        state.trump,
        state.trick,
        state.rules.pack.cards - hand - played - on_table,
    )


def _choose(seen: _Seen, rng: random.Random) -> Move:
    """Choose the move that looks best, and by lot among equals."""
    trump = seen.trump or max(Suit, key=lambda suit: _tricks(seen, suit))
    return max(seen.legal, key=lambda move: (_worth(seen, trump, move), rng.random()))


def _worth(seen: _Seen, trump: Suit, move: Move) -> float:
    """Say how good a move looks beside the others, if this is or will be trump."""
    match move:
        case Play(card):
            return _worth_played(seen, card)
        case Pass():
            return 0
        case Bid(contract):
            # A dealer who must bid on a hopeless hand bids low.
            hopeless = -1 - contract.__index__()
            likely = _is_up_to(seen, _tricks(seen, trump), contract)
            return seen.rules.value(contract)[0] if likely else hopeless
        case TakeKitty():
            return -2
        case AskPartner(card):
            return -len(_beating(seen, trump, card)) if card else -3
        case GiveCard(card):
            return -len(_beating(seen, None, card))
        case Discard(cards):
            return sum(len(_beating(seen, trump, card)) for card in cards)
        case NameTrump(suit):
            return _tricks(seen, suit)


def _beating(seen: _Seen, trump: Suit | None, card: Card) -> Set[Card]:
    """Give the cards of the pack that would take a trick from a card that was led."""
    order = order_of(trump, seen.rules.nine_high, seen.rules.joker_forced)
    return seen.rules.pack.cards & card_set(order.beaters[card._index])


def _tricks(seen: _Seen, trump: Suit) -> float:
    """Count the tricks that a hand is likely to take: trumps, and the tops of other suits."""
    # Any trump beats a card of another suit, so an ace there is beaten by that many cards.
    trumps = len(seen.rules.pack.cards) - 23
    likely = [1.0] * 4 + [0.6] * (trumps - 4) + [0.7, 0.2] + [0.0] * 8
    return sum(likely[len(_beating(seen, trump, card))] for card in seen.hand)


def _is_up_to(seen: _Seen, tricks: float, contract: Contract) -> bool:
    """Say whether a hand that is likely to take so many tricks looks good enough for a bid."""
    if contract.is_trick_bid:
        return tricks + 1.3 >= contract.tricks[0]
    if contract.is_charlemagne:
        return tricks >= (5.5 if contract is Contract.CHARLEMAGNE else 6.5)
    # Each card should have as many own cards under it in its suit as others hold there, or nearly.
    slack = 2 if contract is Contract.MULOT else 0
    suits = [
        [card.rank.__index__() for card in seen.hand if card.rank and card.suit is suit]
        for suit in Suit
    ]
    low = all(rank <= 2 * place + slack for suit in suits for place, rank in enumerate(suit))
    return low and sum(map(len, suits)) == len(seen.hand)


def _worth_played(seen: _Seen, card: Card) -> float:
    """Say how good it looks to play a card: take cheaply, else part with the lowest.

    In a Mulot everybody ducks, the bidder to lose and the others to make the bidder win.
    """
    order = order_of(seen.trump, seen.rules.nine_high, seen.rules.joker_forced)
    above = _beating(seen, seen.trump, card) & seen.unseen
    mulot = seen.trump is None
    if not seen.trick:
        top_of_suit = not above & card_set(order.follow[card._index]) and not mulot
        attacks = seen.bidder in {seen.seat, seen.seat.partner} and not mulot
        return 100 * top_of_suit + (-len(above) if attacks else len(above))
    place = taker(order, [played._index for _, played in seen.trick])
    winner, best = seen.trick[place]
    takes = card in _beating(seen, seen.trump, best)
    if mulot:
        return len(above) - 100 if takes else -len(above)
    return len(above) + 100 * (takes and winner is not seen.seat.partner)
