"""A server for the table of `table.py`, over TCP, in lines of JSON.

A client sends `{"seat": "N", "key": "a secret of its own"}` to sit down, or to come back, and then
its moves, `{"move": "QH"}`; it gets lines of the types `view`, `refused` and `error`. The game
waits until somebody sits in a seat; once that client has gone, the server plays at random from the
seat's view. (For people it should also keep a clock: a client may stay and not move.)

Run it as `python examples/table_server.py FILE PORT`; the same file goes on with the same game.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from table import BadLine, Table

import charlemagne as ch


def send(writer: asyncio.StreamWriter, **message: object) -> None:
    if not writer.is_closing():
        writer.write(json.dumps(message).encode() + b"\n")


async def read_line(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    """Read a client's line: empty if it has gone, or sends 64 KiB without an end."""
    with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        await writer.drain()  # nobody is heard who does not read the answers
        return await reader.readuntil()
    return b""


class Server:
    """The clients at a table. All that leaves it of the game are the views of its seats."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.writers: dict[ch.Seat, asyncio.StreamWriter] = {}
        self.over = asyncio.Event()
        self._go_on()

    def _show(self, *seats: ch.Seat) -> None:
        for seat in seats:
            send(self.writers[seat], type="view", **ch.view(self.table.state, seat).to_dict())

    def _go_on(self) -> None:
        """Deal, and play for the seats whose clients have gone, until somebody else is to move."""
        while self.table.go_on({seat for seat in self.writers if self.writers[seat].is_closing()}):
            self._show(*self.writers)
        if self.table.state.winner is not None:
            self.over.set()

    def _obey(self, line: bytes, seat: ch.Seat | None, writer: asyncio.StreamWriter) -> ch.Seat:
        """Do what a client's line asks, and show what came of it; give the client's seat."""
        if seat is not None:
            self.table.obey(line, seat)
            self._show(*self.writers)
            self._go_on()
            return seat
        seat = self.table.obey(line, None)
        if seat in self.writers:
            self.writers[seat].close()
        self.writers[seat] = writer
        self._show(seat)
        return seat

    async def attend(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client for as long as it is there; what it does wrong changes nothing."""
        seat = None
        with closing(writer):
            while line := await read_line(reader, writer):
                try:
                    seat = self._obey(line, seat, writer)
                except ch.IllegalMove as error:
                    no = error.violation
                    send(writer, type="refused", reason=no.reason, rule=no.rule, message=no.message)
                except (BadLine, ch.NotationError) as error:
                    send(writer, type="error", message=str(error))
        self._go_on()

    async def serve(self, port: int, listening: Callable[[int], object]) -> None:
        """Let clients come until the game is over and all of them have gone."""
        async with asyncio.TaskGroup() as clients:
            server = await asyncio.start_server(
                lambda r, w: clients.create_task(self.attend(r, w)), "127.0.0.1", port
            )
            with closing(server):
                listening(server.sockets[0].getsockname()[1])
                await self.over.wait()


if __name__ == "__main__":
    asyncio.run(Server(Table(Path(sys.argv[1]))).serve(int(sys.argv[2]), print))
