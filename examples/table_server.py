"""A table for four over TCP, in lines of JSON; as a program it has four random bots as guests.

A client sends `{"seat": "N", "key": "a secret of its own"}` to sit down, or to come back, and then
its moves, `{"move": "QH"}`; it gets lines of the types `view`, `refused` and `error`. The game
waits for a seat that nobody has taken yet; for one whose client has gone the server plays at random
from that seat's view. (For people it should also keep a clock: a client may stay and not move.)
"""

import argparse
import asyncio
import json
import random
import secrets

import charlemagne as ch

MAX_LINE = 256  # bytes
# All that a seat is told of a state: these fields of its View.
SENT = """seat rules phase to_move dealer scores hand calls contract bidder trump partner_out asked
    trick tricks_won shown cards_left discards given received moves legal_moves winner""".split()


class BadLine(Exception):
    """A line that the table cannot do anything with."""


def json_of(value: object) -> object:
    """Write cards, moves and the like as their texts, where JSON knows no better."""
    return list(value) if isinstance(value, ch.CardSet) else str(value)


def send(writer: asyncio.StreamWriter, kind: str, **message: object) -> None:
    if not writer.is_closing():
        line = json.dumps({"type": kind} | message, default=json_of)
        writer.write(line.encode() + b"\n")


def print_hand(seen: ch.View) -> None:
    """Print a hand that is over, as a spectator saw it."""
    print(f"{seen.dealer} dealt:", *seen.moves, f"| NS {seen.scores[0]} EW {seen.scores[1]}")


async def read_line(reader: asyncio.StreamReader) -> bytes:
    """Read a line: empty at the end of the stream, blank if it was too long to keep."""
    too_long = False
    while True:
        try:
            line = await reader.readuntil()
            return b"\n" if too_long else line
        except asyncio.LimitOverrunError as excess:
            await reader.readexactly(excess.consumed)
            too_long = True
        except asyncio.IncompleteReadError:
            return b""


class Table:
    """One game: its state, and who sits where."""

    def __init__(self, rules: ch.Rules, rng: random.Random) -> None:
        self.rng = rng
        self.state = ch.deal(rules, rng=rng)
        self.keys: dict[ch.Seat, str] = {}
        self.writers: dict[ch.Seat, asyncio.StreamWriter] = {}

    def show(self, seat: ch.Seat) -> None:
        """Send a seat its view of the state."""
        seen = ch.view(self.state, seat)
        send(self.writers[seat], "view", **{name: getattr(seen, name) for name in SENT})

    def change(self, state: ch.State) -> None:
        """Take a new state and show it to everybody."""
        self.state = state
        for seat in self.writers:
            self.show(seat)
        if state.to_move is None:
            print_hand(ch.view(state, None))

    def go_on(self) -> None:
        """Deal, and play for the seats whose clients have gone, until somebody else is to move."""
        while self.state.phase is not ch.Phase.GAME_OVER:
            seat = self.state.to_move
            if seat is None:
                self.change(ch.deal(self.state, rng=self.rng))
            elif seat in self.keys and seat not in self.writers:
                move = self.rng.choice(ch.view(self.state, seat).legal_moves)
                self.change(ch.apply(self.state, move, by=seat))
            else:
                return

    def sit(self, seat: ch.Seat, key: str, writer: asyncio.StreamWriter) -> None:
        """Give a seat to the first who asks for it, and again to whoever has the same key."""
        if self.keys.setdefault(seat, key) != key:
            raise BadLine(f"{seat} is taken, and this is not its key")
        if seat in self.writers:
            self.writers[seat].close()
        self.writers[seat] = writer
        self.show(seat)

    def obey(self, line: bytes, seat: ch.Seat | None, writer: asyncio.StreamWriter) -> ch.Seat:
        """Do what a client's line asks, or raise what is wrong with it; give the client's seat."""
        try:
            order = json.loads(line.decode())
        except ValueError:
            raise BadLine(f"a line is JSON in UTF-8, of at most {MAX_LINE} bytes") from None
        match order:
            case {"seat": str(text), "key": str(key)} if seat is None:
                seat = ch.Seat.parse(text)
                self.sit(seat, key, writer)
            case {"move": str(text)} if seat is not None:
                self.change(ch.apply(self.state, ch.parse_move(text), by=seat))
                self.go_on()
            case _:
                raise BadLine('send {"seat": "...", "key": "..."} once, then {"move": "..."}')
        return seat

    async def attend(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client for as long as it is there; what it does wrong changes nothing."""
        seat = None
        try:
            while line := await read_line(reader):
                try:
                    seat = self.obey(line, seat, writer)
                except ch.IllegalMove as error:
                    no = error.violation
                    send(writer, "refused", reason=no.reason, rule=no.rule, message=no.message)
                except (BadLine, ch.NotationError) as error:
                    send(writer, "error", message=str(error))
                await writer.drain()
        except OSError:
            pass  # the connection broke
        finally:
            writer.close()
        if seat is not None and self.writers.get(seat) is writer:
            del self.writers[seat]
            self.go_on()


async def bot(port: int, seat: ch.Seat, rng: random.Random) -> None:
    """Play at random, knowing nothing but what the server sends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    send(writer, "sit", seat=seat, key=secrets.token_hex())
    while (message := json.loads(await reader.readline())).get("phase") != "GAME_OVER":
        if message.get("legal_moves"):
            send(writer, "move", move=rng.choice(message["legal_moves"]))
    writer.close()


async def main(seed: int | None) -> None:
    rng = random.SystemRandom() if seed is None else random.Random(seed)
    table = Table(ch.CANADIAN, rng)
    async with asyncio.TaskGroup() as clients:
        server = await asyncio.start_server(
            lambda r, w: clients.create_task(table.attend(r, w)), "127.0.0.1", limit=MAX_LINE
        )
        port = server.sockets[0].getsockname()[1]
        await asyncio.gather(*(bot(port, seat, random.Random(rng.random())) for seat in ch.Seat))
        server.close()
    print(f"{table.state.winner} wins: NS {table.state.scores[0]}, EW {table.state.scores[1]}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Four random bots play a game through a server.")
    parser.add_argument("--seed", type=int, help="play the same game again")
    asyncio.run(main(parser.parse_args().seed))
