"""The simple players of `charlemagne demo`: they go by what their seat may know, and by luck."""

from __future__ import annotations

import random
from collections.abc import Iterator

from charlemagne.cards import Card, CardSet, Suit, card_set
from charlemagne.contracts import Contract
from charlemagne.dealing import deal
from charlemagne.engine import apply
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
from charlemagne.rules import Rules
from charlemagne.state import State
from charlemagne.tricks import order_of, taker
from charlemagne.views import View, view


def play_game(rules: Rules, seed: int) -> Iterator[State]:
    """Play a game with a player of `choose` in each seat, and give each hand as it ends."""
    deals = random.Random(seed)
    # Luck of their own for the players, so that a player who thinks differently gets these cards.
    choices = random.Random(f"{seed} choices")
    state = deal(rules, rng=deals)
    while True:
        while state.to_move is not None:
            state = apply(state, choose(view(state, state.to_move), choices))
        yield state
        if state.winner is not None:
            return
        state = deal(state, rng=deals)


def choose(seen: View, rng: random.Random) -> Move:
    """Choose the move that looks best, and by lot among equals."""
    trump = seen.trump or max(Suit, key=lambda suit: _tricks(seen, suit))
    return max(seen.legal_moves, key=lambda move: (_worth(seen, trump, move), rng.random()))


def _worth(seen: View, trump: Suit, move: Move) -> float:
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


def _beating(seen: View, trump: Suit | None, card: Card) -> CardSet:
    """Give the cards of the pack that would take a trick from a card that was led."""
    order = order_of(trump, seen.rules.nine_high, seen.rules.joker_forced)
    return seen.rules.pack.cards & card_set(order.beaters[card._index])


def _tricks(seen: View, trump: Suit) -> float:
    """Count the tricks that a hand is likely to take: trumps, and the tops of other suits."""
    # Any trump beats a card of another suit, so an ace there is beaten by that many cards.
    trumps = len(seen.rules.pack.cards) - 23
    likely = [1.0] * 4 + [0.6] * (trumps - 4) + [0.7, 0.2] + [0.0] * 8
    return sum(likely[len(_beating(seen, trump, card))] for card in seen.hand)


def _is_up_to(seen: View, tricks: float, contract: Contract) -> bool:
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


def _worth_played(seen: View, card: Card) -> float:
    """Say how good it looks to play a card: take cheaply, else part with the lowest.

    In a Mulot everybody ducks, the bidder to lose and the others to make the bidder win.
    """
    order = order_of(seen.trump, seen.rules.nine_high, seen.rules.joker_forced)
    above = _beating(seen, seen.trump, card) & seen.unseen
    mulot = seen.trump is None
    own_side = seen.seat.side.seats if seen.seat else ()
    if not seen.trick:
        top_of_suit = not above & card_set(order.follow[card._index]) and not mulot
        attacks = seen.bidder in own_side and not mulot
        return 100 * top_of_suit + (-len(above) if attacks else len(above))
    winner, best = seen.trick[taker(order, [played._index for _, played in seen.trick])]
    takes = card in _beating(seen, seen.trump, best)
    if mulot:
        return len(above) - 100 if takes else -len(above)
    return len(above) + 100 * (takes and winner not in own_side)
