"""A table for four: one game, who may sit where, and a file that outlasts the program.

`table_server.py` lets clients come to it over TCP. Run it as `python examples/table.py` to see a
game of four random players, who set the table up again from its file after every hand.
"""

from __future__ import annotations

import json
import random
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import charlemagne as ch
from charlemagne.records import Record, Recorder

MAX_LINE = 256  # bytes


class BadLine(Exception):
    """A line that the table can do nothing with."""


class Table:
    """A game, and the keys of its seats. The file holds every card: nobody else may read it.

    Without an `rng` nobody can foresee the cards.
    """

    def __init__(
        self, file: Path, rules: ch.Rules = ch.CANADIAN, rng: random.Random | None = None
    ) -> None:
        self.file, self.rng = file, rng or random.SystemRandom()
        kept = json.loads(file.read_text()) if file.exists() else {}
        self.keys: dict[str, str] = dict(kept["keys"]) if kept else {}
        self.game = Recorder.resume(Record.parse(kept["record"]) if kept else Record(rules))
        self.state = self.game.state or self.game.deal(rng=self.rng)

    def save(self) -> None:
        """Write the file anew; a killed program leaves the old one or the new one, never half."""
        new = self.file.with_name(f"{self.file.name}.new")
        new.unlink(missing_ok=True)  # its mode would stay as it is
        new.touch(0o600, exist_ok=False)
        new.write_text(json.dumps({"keys": self.keys, "record": self.game.record().to_text()}))
        new.replace(self.file)

    def change(self, state: ch.State) -> None:
        """Take a new state, and keep it before anybody hears of it."""
        self.state = state
        self.save()

    def sit(self, seat: ch.Seat, key: str) -> None:
        """Give a seat to the first who asks for it, and again to whoever has the same key."""
        if self.keys.setdefault(str(seat), key) != key:
            raise BadLine(f"{seat} is taken, and this is not its key")
        self.save()

    def obey(self, line: bytes, seat: ch.Seat | None) -> ch.Seat:
        """Do what a client's line asks, or raise what is wrong with it; give the client's seat."""
        order = None
        with suppress(ValueError):
            order = json.loads(line.decode()) if len(line) <= MAX_LINE else None
        match order:
            case {"seat": str(text), "key": str(key)} if key and seat is None:
                seat = ch.Seat.parse(text)
                self.sit(seat, key)
            case {"move": str(text)} if seat is not None:
                self.change(self.game.apply(ch.parse_move(text), by=seat))
            case _:
                orders = 'send {"seat": "...", "key": "..."} once, then {"move": "..."}'
                raise BadLine(f"{orders}, as lines of JSON of at most {MAX_LINE} bytes")
        return seat

    def go_on(self, gone: Collection[ch.Seat]) -> bool:
        """Deal, or play for a seat whose client has gone; say whether there was that to do."""
        seat = self.state.to_move
        if self.state.phase is ch.Phase.HAND_OVER:
            self.change(self.game.deal(rng=self.rng))
        elif seat in gone:
            move = self.rng.choice(ch.view(self.state, seat).legal_moves)
            self.change(self.game.apply(move, by=seat))
        else:
            return False
        return True


def main() -> None:
    with TemporaryDirectory() as folder:
        table = Table(Path(folder, "table.json"), rng=random.Random(1))
        while table.go_on(gone=tuple(ch.Seat)):
            if table.state.to_move is None:
                print(f"{table.state.dealer} dealt:", *table.state.moves, table.state.scores)
                table = Table(table.file, rng=table.rng)


if __name__ == "__main__":
    main()
