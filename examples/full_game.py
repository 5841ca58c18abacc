"""Play a whole game with random legal moves, through the public names alone.

Run it as `python examples/full_game.py`, with a number behind it for another game.
"""

from __future__ import annotations

import random
import sys

from charlemagne import (
    CANADIAN,
    Bid,
    Contract,
    Move,
    Pass,
    Rules,
    State,
    apply,
    deal,
    legal_moves,
    score,
)


def pick(state: State, luck: random.Random) -> Move:
    """Pick any legal move, but no bid above 6: random bids soon end in a Gros Charlemagne."""
    moves = legal_moves(state)
    modest = [move for move in moves if not isinstance(move, Bid) or move.contract <= Contract.SIX]
    return luck.choice(modest or moves)


def play_hand(state: State, luck: random.Random) -> State:
    """Make moves until nobody is on move: the hand is over, and perhaps the game."""
    while state.to_move is not None:
        state = apply(state, pick(state, luck))
    return state


def tell(state: State) -> None:
    """Print a hand that is over."""
    calls = [f"{seat} {'pass' if isinstance(call, Pass) else call}" for seat, call in state.calls]
    print(f"{state.dealer} deals: {', '.join(calls)}")
    for trick in state.tricks:
        print(f"  {trick.leader} leads {' '.join(map(str, trick.cards))}: {trick.winner} wins")
    result = state.result
    if result is None:
        print("  passed out")
    else:
        made = "made" if result.made else "failed"
        print(f"  {result.contract.title} by {result.bidder} {made}, trump {state.trump}")
        print(f"  {result.side} score {result.points}")
    north_south, east_west = state.scores
    print(f"  NS {north_south}, EW {east_west}")


def play_game(rules: Rules, luck: random.Random) -> State:
    """Play hand after hand until a side has reached the target."""
    state = play_hand(deal(rules, rng=luck), luck)
    tell(state)
    while state.winner is None:
        state = play_hand(deal(state, rng=luck), luck)
        tell(state)
    return state


def main(arguments: list[str]) -> None:
    seed = int(arguments[0]) if arguments else 1
    print(f"Rules {CANADIAN}, seed {seed}")
    end = score(play_game(CANADIAN, random.Random(seed)))
    print(f"{end.winner} win the game, {max(end.scores)} to {min(end.scores)}")


if __name__ == "__main__":
    if len(sys.argv) > 2 or not all(word.isdecimal() for word in sys.argv[1:]):
        sys.exit("usage: python examples/full_game.py [SEED]")
    main(sys.argv[1:])
