"""The lines of JSON that `table_server.py` and `table_clients.py` send each other.

Both import it; by itself it does nothing.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress


def send(writer: asyncio.StreamWriter, **message: object) -> None:
    if not writer.is_closing():
        writer.write(json.dumps(message).encode() + b"\n")


async def read_line(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    """Read a client's line: empty if it has gone, or sends 64 KiB without an end."""
    with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        await writer.drain()  # nobody is heard who does not read the answers
        return await reader.readuntil()
    return b""
