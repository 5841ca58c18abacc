"""Let a simple bot play against random players for many hands, and print the scores.

Run it as `python examples/bot_match.py`, with a number of games behind it, and another as the seed.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import TypeAlias

import charlemagne as ch
from charlemagne import Card, Move, Rank, Seat, Side, Suit, View

Player: TypeAlias = Callable[[View], Move]
RANKS = list(Rank)


def strength(card: Card, trump: Suit | None, led: Suit | None = None) -> int:
    """Say how high a card is: trumps above what follows, and that above the rest."""
    if card.rank is None:
        return 40 if card == Card.HIGH_JOKER else 39
    if trump and card.rank is Rank.JACK and card.suit in {trump, trump.same_colour}:
        return 38 if card.suit is trump else 37
    return RANKS.index(card.rank) + 20 * (card.suit is trump) + 10 * (card.suit is led)


def bot(seen: View) -> Move:
    """Bid on trumps and aces, take a trick with the highest card, or part with the lowest."""
    trumps = {suit: sum(strength(card, suit) >= 20 for card in seen.hand) for suit in Suit}
    longest = max(Suit, key=lambda suit: trumps[suit])
    aces = sum(card.rank is Rank.ACE and card.suit is not longest for card in seen.hand)
    trump = seen.trump or (None if seen.phase is ch.Phase.PLAY else longest)
    led = seen.trick[0][1].suit if seen.trick else None
    best = max((strength(card, trump, led) for _, card in seen.trick), default=0)

    def worth(move: Move) -> float:
        match move:
            case ch.Bid(contract):
                return trumps[longest] + aces + 0.5 - seen.rules.value(contract)[0]
            case ch.NameTrump(suit):
                return trumps[suit]
            case ch.Discard(cards):
                return -sum(strength(card, trump) for card in cards)
            case ch.Play(card):
                high = strength(card, trump, led)
                return high if high > best else -high
        return 0

    return max(seen.legal_moves, key=worth)


def chance(luck: random.Random) -> Player:
    """Give a player who does anything that is legal, but never bids above six."""

    def play(seen: View) -> Move:
        moves = seen.legal_moves
        low = [m for m in moves if not isinstance(m, ch.Bid) or m.contract <= ch.Contract.SIX]
        return luck.choice(low or moves)

    return play


def play_game(players: dict[Seat, Player], luck: random.Random) -> tuple[ch.State, int]:
    """Play hands until a side has won; give the last state and the number of hands."""
    state, hands = ch.deal(ch.CANADIAN, rng=luck), 1
    while state.winner is None:
        if state.to_move is None:
            state, hands = ch.deal(state, rng=luck), hands + 1
        else:
            state = ch.apply(state, players[state.to_move](ch.view(state, state.to_move)))
    return state, hands


def main(arguments: list[str]) -> None:
    games, seed = [*map(int, arguments), *(20, 1)[len(arguments) :]]
    luck = random.Random(seed)
    players = {seat: bot if seat.side is Side.NS else chance(luck) for seat in Seat}
    won = dict.fromkeys(Side, 0)
    for number in range(1, games + 1):
        state, hands = play_game(players, luck)
        assert state.winner is not None
        won[state.winner] += 1
        print(f"game {number}: NS {state.scores[0]}, EW {state.scores[1]} after {hands} hands")
    print(f"The bot, NS, won {won[Side.NS]} of {games} games, seed {seed}")


if __name__ == "__main__":
    if len(sys.argv) > 3 or not all(word.isdecimal() for word in sys.argv[1:]):
        sys.exit("usage: python examples/bot_match.py [GAMES [SEED]]")
    main(sys.argv[1:])
