"""Measure what the calls and properties that users meet cost, in steps of play.

A step is `legal_moves`, a random pick and `apply`. The ratios depend little on the machine; the
page "Step fast" of the docs quotes them.
"""

from __future__ import annotations

import argparse
import gc
import pickle
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from charlemagne import (
    Contract,
    IllegalMove,
    Move,
    Phase,
    Play,
    State,
    apply,
    deal,
    legal_moves,
    parse_move,
    parse_position,
    position_text,
    view,
    why_illegal,
)

T = TypeVar("T")
SEED = 20


class Case(NamedTuple):
    """Something to measure: what is done to each of some items."""

    name: str
    call: Callable[[], object]
    number: int

    def cost(self) -> float:
        """Give the seconds of CPU time that one item took."""
        gc.collect()
        start = time.process_time()
        self.call()
        return (time.process_time() - start) / self.number


def case(name: str, call: Callable[[T], object], items: Sequence[T]) -> Case:
    def run() -> None:
        for item in items:
            call(item)

    return Case(name, run, len(items))


def states_in_play(hands: int) -> list[State]:
    """Give every state in the play of some hands of the bids 5 to 8, which have the most."""
    rng = random.Random(SEED)
    found = []
    for _ in range(hands):
        state = deal(rng=rng)
        for text in "5PPP":
            state = apply(state, parse_move(text))
        while moves := legal_moves(state):
            if state.phase is Phase.PLAY:
                found.append(state)
            state = apply(state, rng.choice(moves))
    return found


def states_before_discard(hands: int) -> list[State]:
    """Give states in which the bidder of a Charlemagne lays three of eleven cards away."""
    rng = random.Random(SEED)
    found = []
    for _ in range(hands):
        state = deal(rng=rng)
        for text in "CPPP":
            state = apply(state, parse_move(text))
        assert state.contract is Contract.CHARLEMAGNE
        found.append(apply(state, legal_moves(state)[0]))
    return found


def refused(state: State) -> Move:
    """Give a move that is not legal: a card that somebody else holds."""
    assert state.to_move is not None
    other = state.to_move.next
    return Play(next(iter(state.deal.hands[other] - state.hands[state.to_move])))


def try_out(state: State, move: Move) -> None:
    try:
        apply(state, move)
    except IllegalMove:
        return
    raise AssertionError(move)


def cases(hands: int) -> tuple[Case, list[Case]]:
    """Give the step, and what is measured in steps."""
    states = states_in_play(hands)
    rng = random.Random(SEED)

    def step(state: State) -> None:
        moves = legal_moves(state)
        apply(state, moves[int(rng.random() * len(moves))])

    chosen = [(state, rng.choice(legal_moves(state))) for state in states]
    wrong = [(state, refused(state)) for state in states]
    wrong = [(state, move) for state, move in wrong if why_illegal(state, move)]
    some = states[::10]
    pairs = [(state, parse_position(position_text(state))) for state in some]
    texts = [position_text(state) for state in some]
    views = [view(state, state.to_move) for state in some]
    return case("step", step, states), [
        case("legal_moves(state)", legal_moves, states),
        case("apply(state, move)", lambda pair: apply(*pair), chosen),
        case("apply(state, move, by=seat)", lambda p: apply(*p, by=p[0].to_move), chosen),
        case("why_illegal(state, move), a legal move", lambda pair: why_illegal(*pair), chosen),
        case("why_illegal(state, move), another", lambda pair: why_illegal(*pair), wrong),
        case("apply(state, move), refused and caught", lambda pair: try_out(*pair), wrong),
        case("state.to_move", lambda state: state.to_move, states),
        case("state.tricks_won", lambda state: state.tricks_won, states),
        case("state.scores", lambda state: state.scores, states),
        case("state.hands", lambda state: state.hands, states),
        case("state.moves", lambda state: state.moves, states),
        case("state.trick", lambda state: state.trick, states),
        case("state.tricks", lambda state: state.tricks, states),
        case("hash(state)", hash, states),
        case("state == another", lambda pair: pair[0] == pair[1], pairs),
        case("view(state, seat)", lambda state: view(state, state.to_move), some),
        case("view.to_dict()", lambda seen: seen.to_dict(), views),
        case("position_text(state)", position_text, some),
        case("parse_position(text)", parse_position, texts),
        case("pickle.loads(pickle.dumps(state))", lambda s: pickle.loads(pickle.dumps(s)), some),
        case("parse_move(text)", parse_move, [str(move) for _, move in chosen]),
        case("str(move)", str, [move for _, move in chosen]),
        case("deal(seed=n)", lambda seed: deal(seed=seed), range(len(some))),
        case("legal_moves(state), 165 discards", legal_moves, states_before_discard(hands)),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what calls cost, in steps of play.")
    parser.add_argument("--runs", type=int, default=7, help="runs of each, of which the median")
    parser.add_argument("--hands", type=int, default=200, help="random hands in a run")
    # `nox -s bench` gives all its scripts the same options.
    options, _ = parser.parse_known_args()
    step, others = cases(options.hands)
    ratios: dict[str, list[float]] = {other.name: [] for other in others}
    steps = []
    for _ in range(max(options.runs, 1) + 1):
        for other in others:
            steps.append(step.cost())
            ratios[other.name].append(other.cost() / steps[-1])
    print(f"a step takes {statistics.median(steps) * 1e6:.2f} us here; in steps:")
    for name, found in ratios.items():
        print(f"{name:40}{statistics.median(found[1:]):8.1f}")


if __name__ == "__main__":
    main()
