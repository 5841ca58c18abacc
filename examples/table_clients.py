"""Four bots that play a game at a table of `table_server.py`, each over a connection of its own.

Run it as `python examples/table_clients.py`, with `--seed 1` for the same game again. It opens a
table for itself; with `--port 4000` the bots play at a server that listens there. Stop that server
and start it again: the bots come back, and the game goes on.

A bot knows neither rules nor cards but what the server sends it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import sys
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from table import Table
from table_lines import send
from table_server import Server

PATIENCE = 5  # seconds without a server


class GivenUp(Exception):
    """What keeps a bot from playing on."""


async def play(port: int, seat: str, luck: random.Random) -> None:
    """Play to the end of a game, and come back whenever the server has gone, but not for ever."""
    key = secrets.token_hex()
    waited = 0.0
    while waited < PATIENCE:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            waited = 0
            with closing(writer):
                send(writer, seat=seat, key=key)
                if await answer(reader, writer, luck):
                    return
        except ConnectionError:
            waited += 0.1
            await asyncio.sleep(0.1)
    raise GivenUp(f"nobody listens on port {port}")


async def answer(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, luck: random.Random
) -> bool:
    """Make moves at random for as long as the server is there; give whether the game is over."""
    # A server that is stopped may leave half a line.
    while (line := await reader.readline()).endswith(b"\n"):
        seen = json.loads(line)
        if seen["type"] != "view":
            raise GivenUp(f"the server says: {seen['message']}")
        if seen["legal_moves"]:
            send(writer, move=luck.choice(seen["legal_moves"]))
        if seen["to_move"] is None and seen["seat"] == "N":
            north_south, east_west = seen["scores"]
            print(f"{seen['dealer']} dealt:", *seen["moves"], f"| NS {north_south} EW {east_west}")
        if seen["winner"] is not None:
            return True
    return False


async def main(port: int | None, luck: random.Random) -> None:
    with TemporaryDirectory() as folder:
        async with asyncio.TaskGroup() as tasks:
            if port is None:
                listening = asyncio.get_running_loop().create_future()
                table = Table(Path(folder, "table.json"), rng=luck)
                tasks.create_task(Server(table).serve(0, listening.set_result))
                port = await listening
            for seat in "NESW":
                tasks.create_task(play(port, seat, random.Random(luck.random())))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Four random bots play a game at a table.")
    parser.add_argument("--port", type=int, help="of a server that runs already")
    parser.add_argument("--seed", type=int, help="play the same game again")
    options = parser.parse_args()
    why = None
    with suppress(KeyboardInterrupt):
        try:
            asyncio.run(main(options.port, random.Random(options.seed)))
        except* (GivenUp, OverflowError) as error:
            why = str(error.exceptions[0])
    sys.exit(why)
