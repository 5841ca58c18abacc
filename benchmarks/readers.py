"""Measure the readers of records, to see that their time grows with the text and no faster.

For records of more and more hands, and for texts that a reader may find hard, it prints the CPU
time for each character: in a column of numbers that stay alike the time is linear.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
from collections.abc import Callable
from functools import partial

from charlemagne import Rules, Seat, deal, legal_moves
from charlemagne.records import Record, Recorder, problems

SIZES = (1, 10, 100, 300)
LIMIT = 100_000_000
HEAD = "charlemagne-record 1\nrules canadian\n"
# Texts that grow in one part, for how many times that part is written.
HARD: dict[str, Callable[[int], str]] = {
    "tags": lambda count: HEAD + "".join(f"tag a{number:07} x\n" for number in range(count)),
    "hands without bars": lambda count: HEAD + "hand N\n" * count,
    "moves of one hand": lambda count: f"{HEAD}hand N | {deal(seed=7).deal} |{' P' * count}\n",
    "cards of one hand": lambda count: f"{HEAD}hand N | N:{'7C ' * count}| P\n",
    "settings of the rules": lambda count: f"charlemagne-record 1\nrules maine{'+a=b' * count}\n",
    "empty objects": lambda count: (
        '{"format": "charlemagne-record", "version": 1, "rules": "maine", "hands": ['
        f"{', '.join(['{}'] * count)}]}}"
    ),
}


def record_of(hands: int) -> Record:
    """Make a record of so many hands, of which every one is bid and played by chance."""
    rng = random.Random(hands)
    table = Recorder(Rules(target=10**9), players={Seat.NORTH: "Marie"}, tags={"event": "chance"})
    for _ in range(hands):
        state = table.deal(rng=rng)
        while state.to_move is not None:
            state = table.apply(rng.choice(legal_moves(state)))
    return table.record()


def cost(read: Callable[[], object], repeats: int) -> float:
    """Give the seconds of CPU time that reading takes, the least of some tries."""
    least = float("inf")
    for _ in range(repeats):
        gc.collect()
        start = time.process_time()
        read()
        least = min(least, time.process_time() - start)
    return least


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=5, help="tries, of which the best counts")
    repeats: int = parser.parse_known_args()[0].repeats

    print("Records: microseconds of CPU time for each character")
    print(f"{'hands':>6} {'JSON':>10} {'from_json':>10} {'problems':>10}", end="")
    print(f" {'lines':>10} {'from_text':>10} {'problems':>10}")
    for hands in SIZES:
        record = record_of(hands)
        row = f"{hands:>6}"
        for text, reader in (
            (record.to_json(), Record.from_json),
            (record.to_text(), Record.from_text),
        ):
            again = max(repeats, 200 // hands)
            read = cost(partial(reader, text, limit=LIMIT), again)
            look = cost(partial(problems, text, limit=LIMIT), again)
            row += f" {len(text):>10,} {read / len(text) * 1e6:>10.3f}"
            row += f" {look / len(text) * 1e6:>10.3f}"
        print(row)

    counts = (1_000, 10_000, 100_000)
    print("\nFaulty texts: microseconds for each character, a part of the text so many times")
    print(f"{'part':<22}" + "".join(f" {count:>10,}" for count in counts))
    for part, make in HARD.items():
        row = f"{part:<22}"
        for count in counts:
            text = make(count)
            look = cost(partial(problems, text, limit=LIMIT), min(repeats, 3))
            row += f" {look / len(text) * 1e6:>10.3f}"
        print(row)


if __name__ == "__main__":
    main()
