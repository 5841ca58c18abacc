"""A server for the table of `table.py`, over TCP, in lines of JSON.

A client sends `{"seat": "N", "key": "a secret of its own"}` to sit down, or to come back, and then
its moves, `{"move": "QH"}`; it gets lines of the types `view`, `refused` and `error`. The game
waits until somebody sits in a seat; once that client has gone, the server plays at random from the
seat's view. (For people it should also keep a clock: a client may stay and not move.)

Run it as `python examples/table_server.py FILE PORT`; the same file goes on with the same game.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from table import BadLine, Table
from table_lines import read_line, send

import charlemagne as ch


class Server:
    """The clients at a table. All that leaves it of the game are the views of its seats."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.writers: dict[ch.Seat, asyncio.StreamWriter] = {}
        self.over, self.known = asyncio.Event(), asyncio.Event()
        self.told: set[str] = set()  # the seats that know how the game has ended
        self._go_on()
        self._show()

    def _show(self, *seats: ch.Seat) -> None:
        for seat in seats:
            send(self.writers[seat], type="view", **ch.view(self.table.state, seat).to_dict())
        if self.table.state.winner is not None:
            self.over.set()
            self.told |= {str(seat) for seat in seats if not self.writers[seat].is_closing()}
            if self.told >= self.table.keys.keys():
                self.known.set()

    def _go_on(self) -> None:
        """Deal, and play for the seats whose clients have gone, until somebody else is to move."""
        while self.table.go_on({seat for seat in self.writers if self.writers[seat].is_closing()}):
            self._show(*self.writers)

    def _obey(self, line: bytes, seat: ch.Seat | None, writer: asyncio.StreamWriter) -> ch.Seat:
        """Do what a client's line asks, and show what came of it; give the client's seat."""
        before, seat = seat, self.table.obey(line, seat)
        if before is None:
            if seat in self.writers:
                self.writers[seat].close()
            self.writers[seat] = writer
        self._show(*[seat] if before is None else self.writers)
        self._go_on()
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

    async def serve(self, port: int, listening: Callable[[int], object], limit: float = 5) -> None:
        """Serve until each seat knows how it ended, and nobody `limit` seconds after the end."""
        sock = socket.create_server(("127.0.0.1", port))
        with suppress(TimeoutError):
            async with asyncio.timeout(None) as patience, asyncio.TaskGroup() as clients:
                server = await asyncio.start_server(
                    lambda r, w: clients.create_task(self.attend(r, w)), sock=sock
                )
                with closing(server):
                    listening(sock.getsockname()[1])
                    await self.over.wait()
                    patience.reschedule(asyncio.get_running_loop().time() + limit)
                    await self.known.wait()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python examples/table_server.py FILE PORT")
    _, file, port = sys.argv
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(Server(Table(Path(file))).serve(int(port), print))
    except (OSError, OverflowError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"cannot serve {file} at port {port}: {error}")
