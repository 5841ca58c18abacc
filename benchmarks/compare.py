"""Measure the engine beside OpenSpiel's euchre, its nearest relative that Python can drive.

Everything is measured by turns in one process, so that a ratio holds even where a clock does not.
What is measured, and how, is in `README.md` beside this file.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import random
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from charlemagne import (
    Phase,
    Play,
    State,
    apply,
    build_info,
    deal,
    legal_moves,
    parse_move,
    view,
)

try:
    import pyspiel
except ImportError:
    pyspiel = None

SEED = 20
MOST_BYTES = 700


class Goals(NamedTuple):
    """What a build is to reach, each against its row; 0 where there is no goal."""

    cloned: float
    mutable: float
    hand: float
    discards: float
    view: float
    imports: float


PURE = Goals(cloned=0.35, mutable=0, hand=0.25, discards=0, view=0, imports=1.5)
COMPILED = Goals(cloned=2.0, mutable=1.2, hand=1.0, discards=25, view=3, imports=1.5)
GOALS = COMPILED if build_info().compiled else PURE


class Task(NamedTuple):
    """A loop to measure, over items that are made anew for each run of it, unmeasured."""

    loop: Callable[[list[Any], random.Random], object]
    items: Callable[[], list[Any]]
    units: int = 1

    def cost(self) -> float:
        """Run the loop and give the seconds of CPU time that one unit of it took."""
        items = self.items()
        rng = random.Random(SEED)
        gc.collect()
        start = time.process_time()
        self.loop(items, rng)
        return (time.process_time() - start) / self.units

    def by_step(self) -> Task:
        """Give the task with its steps as the units: each step draws one number."""
        rng = CountingRandom(SEED)
        self.loop(self.items(), rng)
        return self._replace(units=rng.drawn)


Row: TypeAlias = tuple[str, Task, Task, float]


class CountingRandom(random.Random):
    """A generator that counts the numbers drawn from it."""

    drawn = 0

    def random(self) -> float:
        """Draw a number."""
        self.drawn += 1
        return super().random()


def our_plays(starts: list[State], rng: random.Random) -> None:
    for start in starts:
        state = start
        while moves := legal_moves(state):
            state = apply(state, moves[int(rng.random() * len(moves))])


def our_hands(hands: list[None], rng: random.Random) -> None:
    for _ in hands:
        our_plays([deal(rng=rng)], rng)


def our_calls(states: list[State], _: random.Random, *, of: Callable[[State], object]) -> None:
    for state in states:
        of(state)


def our_states(rng: random.Random) -> Iterator[State]:
    """Give every state of a random hand."""
    state = deal(rng=rng)
    yield state
    while moves := legal_moves(state):
        state = apply(state, moves[int(rng.random() * len(moves))])
        yield state


def our_discards(hands: int) -> list[State]:
    """Give states in which the bidder of a Charlemagne discards three cards of eleven."""
    rng = random.Random(SEED)
    states = []
    for _ in range(hands):
        state = deal(rng=rng)
        for text in "CPPP":
            state = apply(state, parse_move(text))
        states.append(apply(state, legal_moves(state)[0]))
    assert {len(legal_moves(state)) for state in states} == {165}
    return states


def read_for_a_move(state: State) -> object:
    """Give what a bot must know to follow and to win a trick."""
    seen = view(state, state.to_move)
    return seen.hand, seen.trick, seen.legal_moves


def our_memory(count: int) -> float:
    """Give the peak of bytes for each of many states that are kept."""
    rng = random.Random(SEED)
    states = (state for _ in itertools.count() for state in our_states(rng))
    tracemalloc.start()
    kept = list(itertools.islice(states, count))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / len(kept)


def their_plays(states: list[Any], rng: random.Random) -> None:
    for state in states:
        while actions := state.legal_actions():
            state.apply_action(actions[int(rng.random() * len(actions))])


def their_plays_cloned(starts: list[Any], rng: random.Random) -> None:
    for start in starts:
        state = start
        while actions := state.legal_actions():
            state = state.clone()
            state.apply_action(actions[int(rng.random() * len(actions))])


def their_deal(game: Any, rng: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
    return state


def their_hands(games: list[Any], rng: random.Random, *, play: Any = their_plays) -> None:
    for game in games:
        play([their_deal(game, rng)], rng)


def import_cost(module: str) -> float:
    """Give the CPU time in which a new interpreter, once started, imports a module."""
    # With -I no variable of the environment has a say, such as one that forbids bytecode files.
    code = f"from time import process_time as now; t = now(); import {module}; print(now() - t)"
    return float(subprocess.check_output([sys.executable, "-I", "-c", code]))


def report(
    what: str,
    runs: int,
    costs: tuple[Callable[[], float], Callable[[], float]],
    goal: float = 0,
    *,
    speeds: bool = False,
) -> None:
    """Measure ours and theirs by turns, the first time for nothing, and print the medians."""
    pairs = [(costs[0](), costs[1]()) for _ in range(runs + 1)][1:]
    ratios = [theirs / ours if speeds else ours / theirs for ours, theirs in pairs]
    ratio = statistics.median(ratios)
    medians = [statistics.median(column) for column in zip(*pairs, strict=True)]
    shown = [f"{1 / cost:,.0f}/s" if speeds else f"{cost * 1e6:,.2f} us" for cost in medians]
    met = ratio >= goal if speeds else ratio <= goal
    aim = f"{'>=' if speeds else '<='} {goal} {'met' if met else 'MISSED'}" if goal else "-"
    extent = f"{min(ratios):.2f}-{max(ratios):.2f}"
    print(f"{what:36}{shown[0]:>13}{shown[1]:>13}{ratio:8.2f} {extent:>12}  {aim}", flush=True)


def report_hands(who: str, hands: int, alone: int, moves: int, plays: int) -> None:
    each = f"{moves / hands:.1f} moves a hand, {plays / hands:.1f} of them plays"
    print(f"{who}: {hands} random hands, {alone / hands:.1%} of them played alone; {each}")


def compared(hands: int, our_starts: list[State], play: Task) -> list[Row]:
    """Give what is measured against OpenSpiel: its name, ours, theirs and the goal."""
    game = pyspiel.load_game("euchre")
    rng = random.Random(SEED)
    starts = [their_deal(game, rng) for _ in range(hands)]
    dealt = len(starts[0].history())
    for state in starts:
        while state.current_phase() != pyspiel.euchre.Phase.PLAY:
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
    mutable = Task(their_plays, lambda: [state.clone() for state in starts]).by_step()
    moves = sum(len(state.history()) - dealt for state in starts) + mutable.units
    alone = sum(state.declarer_go_alone() for state in starts)
    report_hands("OpenSpiel's euchre", hands, alone, moves, mutable.units)

    cloned = Task(their_plays_cloned, lambda: starts, mutable.units)
    trick_bids = [state for state in our_starts if state.partner_out is None] * 10
    long_play = Task(our_plays, lambda: trick_bids).by_step()
    hand = Task(our_hands, lambda: [None] * hands, hands)
    their_hand = Task(their_hands, lambda: [game] * hands, hands)
    hand_cloned = their_hand._replace(loop=partial(their_hands, play=their_plays_cloned))
    return [
        ("a play step, theirs with clone()", play, cloned, GOALS.cloned),
        ("  ours in trick bids alone", long_play, cloned, 0),
        ("a play step, theirs mutable", play, mutable, GOALS.mutable),
        ("a whole hand, theirs mutable", hand, their_hand, GOALS.hand),
        ("  theirs with clone() after the deal", hand, hand_cloned, 0),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure charlemagne beside OpenSpiel's euchre.")
    parser.add_argument("--runs", type=int, default=7, help="interleaved runs of each, at least 5")
    parser.add_argument("--hands", type=int, default=4000, help="random hands in a run")
    parser.add_argument("--states", type=int, default=200_000, help="states kept in memory")
    options = parser.parse_args()
    runs = max(options.runs, 5)

    rng = random.Random(SEED)
    hands = range(options.hands)
    played = [state for _ in hands for state in our_states(rng) if state.phase is Phase.PLAY]
    starts = [state for state in played if not isinstance(state.moves[-1], Play)]
    play = Task(our_plays, lambda: starts).by_step()
    moves = sum(len(state.moves) for state in starts) + play.units
    alone = sum(state.partner_out is not None for state in starts)
    print(build_info())
    report_hands("ours", len(starts), alone, moves, play.units)

    rows = compared(options.hands, starts, play) if pyspiel else []
    print(f"{'':36}{'ours':>13}{'theirs':>13}{'ratio':>8} {'extent':>12}  goal")
    for what, ours, theirs, goal in rows:
        report(what, runs, (ours.cost, theirs.cost), goal, speeds=True)
    if not rows:
        print("OpenSpiel is missing (dependency group `bench`): nothing is measured against it.")
    discards = our_discards(1000)
    lists = Task(partial(our_calls, of=legal_moves), lambda: discards, len(discards))
    report("165 discards, in our play steps", runs, (lists.cost, play.cost), GOALS.discards)
    looks: list[tuple[str, Callable[[State], object], float]] = [
        ("a view in play, in our play steps", lambda s: view(s, s.to_move), GOALS.view),
        ("  with hand, trick and moves read", read_for_a_move, 0),
        ("  with everything read, as JSON has it", lambda s: view(s, s.to_move).to_dict(), 0),
    ]
    for what, look, goal in looks:
        views = Task(partial(our_calls, of=look), lambda: played, len(played))
        report(what, runs, (views.cost, play.cost), goal)
    imports = partial(import_cost, "charlemagne"), partial(import_cost, "attrs")
    report("import, theirs attrs", max(runs, 41), imports, GOALS.imports)
    peak = our_memory(options.states)
    aim = f"<= {MOST_BYTES} {'met' if peak <= MOST_BYTES else 'MISSED'}"
    print(f"{'each of the states kept':36}{peak:7.0f} bytes at the peak of {options.states}  {aim}")


if __name__ == "__main__":
    main()
