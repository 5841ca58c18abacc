"""The table server of the examples: whole games on loopback with clients that die and misbehave."""

from __future__ import annotations

import asyncio
import copy
import importlib
import json
import os
import random
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import pytest
from attrs import evolve

from charlemagne import (
    CANADIAN,
    ENGLISH,
    KOREAN,
    MAINE,
    GiveCard,
    NotationError,
    Phase,
    Play,
    Reason,
    Rules,
    Seat,
    Side,
    State,
    apply,
    deal,
    legal_moves,
    parse_move,
    view,
    why_illegal,
)
from support import PACK, SEATS, cards_named_in, deeper, some_of_every_move, texts

Message: TypeAlias = dict[str, Any]

EXAMPLES = Path(__file__).parents[1] / "examples"

ORDERS = (
    'send {"seat": "...", "key": "..."} once, then {"move": "..."}, '
    "as lines of JSON of at most 256 bytes"
)
GARBAGE = [
    *(b"", b" ", b"hello", b"{", b'{"move": "P"', b"[" * 250),
    *(b"\x00\xff\xfe\x80", bytes(range(10)), b'{"move": "\xff"}'),
    *('{"move": "P"}\n'.encode("utf-16-be")[:-1], b'{"move": "P"}' * 2),
    *(b" " * room + b'{"move": "P"}' for room in (243, 244, 256, 257, 512, 1024, 60000)),
    *(b"null", b"3", b"-1e999", b"NaN", b'"P"', b"[]", b'["P"]'),
    *(b"9" * 250, b"[" * 125 + b"]" * 125, b"{}", b'{"moves": "P"}'),
    *(b'{"move": 5}', b'{"move": null}', b'{"move": ["P"]}'),
    *(b'{"seat": "N"}', b'{"seat": "N", "key": "N"}'),
]
NO_MOVES = [
    "",
    "pass",
    "XX",
    "10H",
    "qh",
    "-?",
    ">?",
    "-7H.7H",
    "-8H.7H",
    "A:",
    "♥",
    "\ud800",
    "P\n",
]


def load(name: str) -> Any:
    """Import an example as another example does, which is run in their folder."""
    sys.path.insert(0, str(EXAMPLES))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(EXAMPLES))


Table = load("table").Table
Server = load("table_server").Server
clients = load("table_clients")


# ---------------------------------------------------------------- what may be told


def strings(value: object) -> Iterator[str]:
    """Every text that stands anywhere in what was read from JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def cards_in(value: object) -> set[str]:
    return cards_named_in("\n".join(strings(value)))


def known(state: State, seat: Seat) -> set[str]:
    """The cards that a seat can tell apart from the hidden ones, from the state itself."""
    cards = set(state.deal.hands[seat])
    if seat is state.bidder:
        if not state.kitty:
            cards |= set(state.deal.kitty)
        cards |= {move.card for move in state.moves if isinstance(move, GiveCard)}
    cards |= {move.card for move in state.moves if isinstance(move, Play)}
    for shown in state.shown:
        cards |= set(state.hands[shown])
    return {str(card) for card in cards}


def held_by_view(state: State, seat: Seat) -> set[str]:
    """The cards that a seat's `View` holds as its own or as lying open."""
    seen = view(state, seat)
    cards = {*seen.hand, *(seen.discards or ()), *(card for _, card in seen.trick)}
    cards |= {card for trick in seen.tricks for card in trick.cards}
    cards |= {card for shown in seen.shown for card in shown or ()}
    cards |= {card for card in (seen.given, seen.received) if card is not None}
    return {str(card) for card in cards}


def check_secrets(message: Message, state: State, seat: Seat) -> None:
    """See that a view that was sent to a seat names no card that is hidden from it."""
    # That a card may be asked for says only that it is in the pack and not in one's own hand.
    asks = {move for move in message["legal_moves"] if move.startswith("A:")}
    assert not cards_in(list(asks)) & set(message["hand"])
    told = message | {"legal_moves": [move for move in message["legal_moves"] if move not in asks]}
    # The cards that a seat cannot place are all of them: one that was left out would be placed.
    pack = {str(card) for card in state.rules.pack.cards}
    assert {*told.pop("unseen")} == pack - known(state, seat)
    # What somebody cannot hold follows from what has been played.
    del told["voids"]
    asked = set() if state.asked is None else {str(state.asked)}
    assert cards_in(told) <= held_by_view(state, seat) | asked
    assert cards_in(told) <= known(state, seat) | asked


def check_view(message: Message, state: State, seat: Seat) -> None:
    """See that a message is a seat's view of a state, and keeps the others' secrets."""
    assert message["type"] == "view"
    assert message["seat"] == str(seat)
    assert message["phase"] == str(state.phase)
    assert message["hand"] == [str(card) for card in view(state, seat).hand]
    assert len(message["moves"]) == len(state.moves)
    on_move = seat is state.to_move
    assert message["legal_moves"] == (texts(legal_moves(state)) if on_move else [])
    assert message == {"type": "view"} | json.loads(json.dumps(view(state, seat).to_dict()))
    check_secrets(message, state, seat)


# ---------------------------------------------------------------- clients


class Client:
    """One connection to the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def say(self, order: Message | bytes) -> None:
        self.writer.write(
            (order if isinstance(order, bytes) else json.dumps(order).encode()) + b"\n"
        )

    async def hear(self) -> Message:
        line = await self.reader.readline()
        assert line.endswith(b"\n"), "the server hung up"
        message = json.loads(line)
        assert isinstance(message, dict)
        return message

    async def ask(self, order: Message | bytes) -> Message:
        self.say(order)
        return await self.hear()

    async def leave(self) -> None:
        self.writer.close()
        await self.writer.wait_closed()

    async def die(self, *, reset: bool = False) -> None:
        """Break off in the middle of a line, with the end of the stream or with a reset."""
        self.writer.write(b'{"move": "')
        if reset:
            linger = struct.pack("ii", 1, 0)
            self.writer.get_extra_info("socket").setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, linger
            )
        self.writer.transport.abort()
        await self.writer.wait_closed()


class Game:
    """A table and its clients, who hear of every state in turn before anybody moves again."""

    def __init__(self, seed: int, port: int, server: Any, states: list[State]) -> None:
        self.rng = random.Random(seed)
        self.port = port
        self.server = server
        self.table = server.table
        self.states = states
        self.heard = 0
        self.clients: dict[Seat, Client] = {}
        self.told: dict[Seat, Message] = {}

    @property
    def state(self) -> State:
        """The state of which the clients have heard."""
        return self.states[self.heard]

    async def sit(self, seat: Seat) -> None:
        self.clients[seat] = client = await connected(self.port)
        self.told[seat] = await client.ask({"seat": str(seat), "key": f"of {seat}"})
        check_view(self.told[seat], self.state, seat)

    async def hear(self) -> None:
        """Hear, at every seat that has a client, of one more state, and of nothing else."""
        self.heard += 1
        for seat, client in self.clients.items():
            self.told[seat] = await client.hear()
            check_view(self.told[seat], self.state, seat)

    async def hear_all(self) -> None:
        """Hear of every state until a client is on move or the game is over."""
        while self.state.phase is not Phase.GAME_OVER and self.state.to_move not in self.clients:
            await self.hear()

    def own_choice(self) -> str:
        """The move that the server would now make for the seat on move."""
        assert self.state.to_move is not None
        rng = copy.deepcopy(self.table.rng)
        return str(rng.choice(view(self.state, self.state.to_move).legal_moves))

    def is_on_move(self, seat: Seat) -> bool:
        return self.state.to_move is seat

    async def move(self, text: str | None = None) -> None:
        """Let the client on move make a move, or any one of those that it was sent."""
        seat = self.state.to_move
        assert seat is not None
        moves = self.told[seat]["legal_moves"]
        # Bids from the top of the list would leave no hand to be played out.
        low = self.state.phase is Phase.AUCTION and self.rng.random() < 0.7
        text = text or self.rng.choice(moves[:2] if low else moves)
        self.clients[seat].say({"move": text})
        await self.hear()
        assert str(self.state.moves[-1]) == text
        await self.hear_all()


def kept(file: Path) -> Message:
    """What stands in the file of a table."""
    found = json.loads(file.read_text())
    assert isinstance(found, dict)
    return found


def noted(table: Any) -> list[State]:
    """Note every state of a table from now on, and see that each is kept before it is shown."""
    states = [table.state]
    change = table.change

    def note(state: State) -> None:
        states.append(state)
        change(state)
        assert kept(table.file) == {"keys": table.keys, "record": table.game.record().to_text()}
        assert table.game.state is table.state is state

    table.change = note
    return states


@asynccontextmanager
async def opened(rules: Rules = CANADIAN, seed: int = 0) -> AsyncIterator[Game]:
    """Open a table on loopback, with a client at each seat; it is closed when they have gone."""
    with TemporaryDirectory() as folder:
        table = Table(Path(folder, "table.json"), rules, random.Random(seed))
        states = noted(table)
        async with asyncio.timeout(60), asyncio.TaskGroup() as group:
            listening = asyncio.get_running_loop().create_future()
            # Some clients never come back to hear how the game has ended, and others stay for more.
            server = Server(table)
            task = group.create_task(server.serve(0, listening.set_result, limit=60))
            game = Game(seed, await listening, server, states)
            for seat in SEATS:
                await game.sit(seat)
            yield game
            for client in game.clients.values():
                await client.leave()
            task.cancel()


@asynccontextmanager
async def served(table: Any) -> AsyncIterator[int]:
    """Serve a table to whoever comes, for as long as it is wanted."""
    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        listening = asyncio.get_running_loop().create_future()
        task = group.create_task(Server(table).serve(0, listening.set_result))
        yield await listening
        task.cancel()


async def connected(port: int) -> Client:
    """A new client of the server at a port."""
    return Client(*await asyncio.open_connection("127.0.0.1", port))


async def hung_up(client: Client) -> bool:
    """Whether the server has hung up on a client, to which it had nothing more to say."""
    try:
        return await client.reader.read() == b""
    except ConnectionError:
        return True
    finally:
        client.writer.close()


# ---------------------------------------------------------------- mischief


async def send_garbage(game: Game, client: Client) -> None:
    assert await client.ask(game.rng.choice(GARBAGE)) == {"type": "error", "message": ORDERS}
    text = game.rng.choice(NO_MOVES)
    with pytest.raises(NotationError) as refused:
        parse_move(text)
    # The answer depends on the text alone.
    assert await client.ask({"move": text}) == {"type": "error", "message": str(refused.value)}


async def try_illegal_move(game: Game, seat: Seat) -> str:
    """Try, at a seat, a move that is not legal there; see the refusal, and give its reason."""
    state = game.state
    found = [why_illegal(state, move, by=seat) for move in some_of_every_move(state)]
    refused = [violation for violation in found if violation is not None]
    reason = game.rng.choice(sorted({violation.reason for violation in refused}))
    violation = game.rng.choice([each for each in refused if each.reason is reason])
    answer = await game.clients[seat].ask({"move": str(violation.move)})
    assert answer == {
        "type": "refused",
        "reason": str(reason),
        "rule": violation.rule,
        "message": violation.message,
    }
    if seat is state.to_move:
        assert cards_in(answer) <= known(state, seat) | cards_named_in(str(violation.move))
    else:
        assert reason in {Reason.NOT_YOUR_TURN, Reason.GAME_OVER}
        assert not cards_in(answer)
    return str(reason)


async def make_trouble(game: Game) -> set[str]:
    """Do at some seats what is not allowed; nobody else hears of it, and nothing changes."""
    reasons = set()
    for seat, client in game.clients.items():
        if seat is game.state.to_move or game.rng.random() < 0.4:
            await send_garbage(game, client)
            reasons.add(await try_illegal_move(game, seat))
    assert game.table.state is game.state
    return reasons


# ---------------------------------------------------------------- the tests


async def play_with_trouble(rules: Rules, seed: int) -> None:
    reasons: set[str] = set()
    async with opened(rules, seed) as game:
        stranger = await connected(game.port)
        north, east = game.clients[Seat.NORTH], game.clients[Seat.EAST]

        # North dies on move in the middle of a trick: the server plays for it at once.
        while not (game.state.trick and game.is_on_move(Seat.NORTH)):
            reasons |= await make_trouble(game)
            await game.move()
        del game.clients[Seat.NORTH]
        moves = [*texts(game.state.moves), game.own_choice()]
        await north.die()
        await game.hear()
        assert texts(game.state.moves) == moves
        await game.hear_all()

        # The game goes on without it, into another hand.
        hand = game.state.deal
        while game.state.deal == hand:
            reasons |= await make_trouble(game)
            await game.move()

        # It comes back to its seat, which nobody else can have, nor anybody a second one.
        taken = {"type": "error", "message": "N is taken, and this is not its key"}
        assert await stranger.ask({"seat": "N", "key": "of E"}) == taken
        assert await stranger.ask({"move": "P"}) == {"type": "error", "message": ORDERS}
        assert game.table.state is game.state
        await game.sit(Seat.NORTH)

        # East dies while others move, and stays away.
        while game.is_on_move(Seat.EAST):
            await game.move()
        del game.clients[Seat.EAST]
        await east.die(reset=True)

        while game.state.phase is not Phase.GAME_OVER:
            reasons |= await make_trouble(game)
            await game.move()
        assert len(game.states) == game.heard + 1
        for seat in game.clients:
            assert await try_illegal_move(game, seat) == "GAME_OVER"

        # The stranger has been told nothing but what it was answered.
        assert await stranger.ask({}) == {"type": "error", "message": ORDERS}
        await stranger.leave()

    assert game.state.winner is not None
    assert reasons >= {"NOT_YOUR_TURN", "WRONG_PHASE", "NOT_HELD", "BID_TOO_LOW", "MUST_FOLLOW"}


@pytest.mark.parametrize("seed", range(deeper(2)))
@pytest.mark.parametrize("rules", [CANADIAN, ENGLISH, KOREAN, MAINE], ids=str)
def test_a_game_goes_on_to_its_end_through_deaths_garbage_and_illegal_moves(
    rules: Rules, seed: int
) -> None:
    asyncio.run(play_with_trouble(evolve(rules, target=50), seed))


def test_every_kind_of_garbage_gets_one_answer_and_changes_nothing() -> None:
    async def check() -> None:
        async with opened() as game:
            first = game.state
            for client in game.clients.values():
                for line in GARBAGE:
                    assert await client.ask(line) == {"type": "error", "message": ORDERS}
                # All at once, and the answers come in order.
                client.say(b"\n".join(GARBAGE))
                for _ in GARBAGE:
                    assert await client.hear() == {"type": "error", "message": ORDERS}
            assert game.table.state is first
            await game.move()
            assert game.state != first

    asyncio.run(check())


def test_the_longest_line_that_is_read_is_as_long_as_it_is_said_to_be() -> None:
    async def check() -> None:
        async with opened() as game:
            south = game.clients[Seat.SOUTH]
            refused = await south.ask(b'{"move": "P"}' + b" " * (256 - 14))
            assert refused["reason"] == "NOT_YOUR_TURN"

    asyncio.run(check())


def test_a_client_that_sends_a_line_without_an_end_is_hung_up_on_and_may_come_back() -> None:
    async def check() -> None:
        async with opened() as game:
            south = game.clients.pop(Seat.SOUTH)
            # What stands at its end is not taken for a line of its own.
            south.say(b" " * 200_000 + b"\n" + b'{"move": "P"}')
            assert await hung_up(south)
            assert game.table.state is game.state
            await game.sit(Seat.SOUTH)
            await game.move()

    asyncio.run(check())


def test_a_line_is_read_whole_however_it_comes() -> None:
    async def check() -> None:
        async with opened() as game:
            east, south = game.clients[Seat.EAST], game.clients[Seat.SOUTH]
            assert game.state.to_move is Seat.EAST
            east.writer.write(b'{"mo')
            # South's answer shows that the server has been at work since.
            out_of_turn = await south.ask({"move": "P"})
            assert out_of_turn["reason"] == "NOT_YOUR_TURN"
            assert game.table.state is game.state
            east.writer.write(b've": "P"}\n{"move": "P"}\n')
            await game.hear()
            assert texts(game.state.moves) == ["P"]
            assert (await east.hear())["reason"] == "NOT_YOUR_TURN"

    asyncio.run(check())


def test_a_move_that_was_cut_short_is_not_made() -> None:
    async def check() -> None:
        async with opened() as game:
            east = game.clients.pop(Seat.EAST)
            choice = game.own_choice()
            cut_short = {"move": "P" if choice != "P" else "5"}
            east.writer.write(json.dumps(cut_short).encode())
            await east.leave()
            await game.hear()
            assert texts(game.state.moves) == [choice]

    asyncio.run(check())


def test_a_client_may_come_back_before_its_death_is_known() -> None:
    async def check() -> None:
        async with opened() as game:
            old = game.clients[Seat.EAST]
            await game.sit(Seat.EAST)
            assert await old.reader.read() == b""
            await old.leave()
            assert game.table.state is game.state
            await game.move()
            assert len(game.state.moves) == 1

    asyncio.run(check())


def test_the_server_ends_the_game_when_every_client_has_gone() -> None:
    async def check() -> Game:
        async with opened() as game:
            for _ in range(6):
                await game.move()
            while game.clients:
                _, client = game.clients.popitem()
                await client.die(reset=len(game.clients) % 2 == 0)
            await game.server.over.wait()
        return game

    assert asyncio.run(check()).table.state.phase is Phase.GAME_OVER


def test_a_seat_that_nobody_has_taken_is_waited_for(tmp_path: Path) -> None:
    async def check() -> None:
        table = Table(tmp_path / "table", rng=random.Random(0))
        async with served(table) as port:
            east = await connected(port)
            no_seat = await east.ask({"seat": "X", "key": "of E"})
            assert no_seat == {"type": "error", "message": "'X' is no seat; there are N E S W"}
            await east.ask(key_of(Seat.EAST))
            await east.ask({"move": "P"})
            south = await connected(port)
            assert (await south.ask(key_of(Seat.SOUTH)))["legal_moves"][0] == "P"
            assert texts(table.state.moves) == ["P"]
            await east.leave()
            await south.leave()

    asyncio.run(check())


def test_a_seat_is_not_given_for_an_empty_key(tmp_path: Path) -> None:
    async def check() -> None:
        table = Table(tmp_path / "table", rng=random.Random(0))
        async with served(table) as port:
            east = await connected(port)
            refused = {"type": "error", "message": ORDERS}
            assert await east.ask({"seat": "E", "key": ""}) == refused
            assert table.keys == {}
            assert (await east.ask(key_of(Seat.EAST)))["seat"] == "E"
            await east.leave()

    asyncio.run(check())


def taken(file: Path, key: str | None = None) -> Any:
    """A table with somebody at each seat, who has this key, or one of its own."""
    table = Table(file, rng=random.Random(4))
    for seat in SEATS:
        table.sit(seat, key or key_of(seat)["key"])
    return table


def finished(file: Path, key: str | None = None) -> Any:
    """A table whose game is over, with a key for each seat, set up again from its file."""
    table = taken(file, key)
    while table.go_on(SEATS):
        pass
    return Table(file)


def before_the_last_move(file: Path) -> Any:
    """A table whose game ends with the next move, set up again from its file."""
    table = taken(file)
    before = last = file.read_bytes()
    while table.go_on(SEATS):
        before, last = file.read_bytes(), before
    file.write_bytes(last)
    return Table(file)


def test_a_server_that_was_stopped_at_the_end_still_tells_each_seat_how_it_ended(
    tmp_path: Path,
) -> None:
    async def check() -> None:
        table = finished(tmp_path / "table")
        listening = asyncio.get_running_loop().create_future()
        serving = asyncio.create_task(Server(table).serve(0, listening.set_result, limit=30))
        port = await listening
        for seat in SEATS:
            assert not serving.done()
            client = await connected(port)
            told = await client.ask(key_of(seat))
            check_view(told, table.state, seat)
            assert told["winner"] is not None
            await client.leave()
        await asyncio.wait_for(serving, 10)

    asyncio.run(check())


def test_a_server_does_not_wait_for_ever_for_those_who_never_come_back(tmp_path: Path) -> None:
    async def check() -> None:
        table = finished(tmp_path / "table")
        async with asyncio.timeout(10):
            await Server(table).serve(0, lambda port: None, limit=0.1)
            # Nor at all where nobody has a seat.
            table.keys.clear()
            await Server(table).serve(0, lambda port: None, limit=30)

    asyncio.run(check())


def test_a_server_hangs_up_on_those_who_stay_when_the_game_is_over(tmp_path: Path) -> None:
    async def check() -> None:
        table = before_the_last_move(tmp_path / "table")
        listening = asyncio.get_running_loop().create_future()
        serving = asyncio.create_task(Server(table).serve(0, listening.set_result, limit=0.1))
        port = await listening
        player, onlooker = await connected(port), await connected(port)
        assert (await onlooker.ask({}))["type"] == "error"
        [move] = (await player.ask(key_of(table.state.to_move)))["legal_moves"]
        assert (await player.ask({"move": move}))["winner"] is not None
        await asyncio.wait_for(serving, 10)
        assert await hung_up(player)
        assert await hung_up(onlooker)

    asyncio.run(check())


def test_a_leak_would_be_found() -> None:
    state = deal(CANADIAN, seed=1)
    for text in ("P", "P", "P", "6"):
        state = apply(state, parse_move(text))
    assert state.phase is Phase.DISCARD
    state = apply(state, legal_moves(state)[0])
    assert state.discards is not None
    south = Seat.SOUTH
    honest = {"type": "view"} | json.loads(json.dumps(view(state, south).to_dict()))
    check_view(honest, state, south)
    hidden = str(state.discards).split()
    for leak in (hidden, str(state.hands[Seat.NORTH]), texts(state.moves), {"x": [hidden]}):
        with pytest.raises(AssertionError):
            check_secrets(honest | {"leak": leak}, state, south)
    with pytest.raises(AssertionError):
        check_secrets(honest | {"unseen": honest["unseen"][1:]}, state, south)
    assert cards_in(json.loads(json.dumps(PACK))) == set(PACK)


def test_what_is_asked_is_told_to_all_and_the_card_given_to_two() -> None:
    async def check() -> None:
        async with opened(MAINE, seed=1) as game:
            for text in ("C", "P", "P", "P"):
                await game.move(text)
            card = next(iter(game.state.hands[Seat.WEST]))
            await game.move(f"A:{card}")
            await game.move(f">{card}")
            for seat in SEATS:
                seen = game.told[seat]
                assert seen["asked"] == str(card)
                pair = seat.side is Side.EW
                assert seen["moves"][-1] == (f">{card}" if pair else ">?")
                assert seen["given"] == (str(card) if seat is Seat.WEST else None)
                assert seen["received"] == (str(card) if seat is Seat.EAST else None)

    asyncio.run(check())


# ---------------------------------------------------------------- what is kept


@pytest.mark.parametrize("rules", [CANADIAN, MAINE], ids=str)
def test_a_table_is_set_up_again_as_it_was_left(rules: Rules, tmp_path: Path) -> None:
    table = Table(tmp_path / "table", evolve(rules, target=50), random.Random(2))
    for seat in (Seat.NORTH, Seat.WEST):
        table.sit(seat, f"of {seat}")
    left = 0
    while table.go_on(SEATS):
        again = Table(table.file, rng=table.rng)
        assert (again.state, again.keys) == (table.state, {"N": "of N", "W": "of W"})
        assert again.game.record() == table.game.record()
        left += 1
        if left % 7 == 0:
            table = again
    assert left > 40
    assert Table(table.file).state.winner is not None


def test_what_a_crash_left_of_a_new_file_is_no_matter(tmp_path: Path) -> None:
    table = Table(tmp_path / "table", rng=random.Random(0))
    table.sit(Seat.EAST, "of E")
    (tmp_path / "table.new").write_text(table.file.read_text()[:99])
    again = Table(table.file)
    assert again.state == table.state
    again.obey(b'{"move": "P"}', Seat.EAST)
    assert Table(table.file).state == again.state != table.state
    assert [file.name for file in tmp_path.iterdir()] == ["table"]


@pytest.mark.skipif(os.name != "posix", reason="a file has no such mode here")
def test_nobody_else_may_read_what_is_kept(tmp_path: Path) -> None:
    table = Table(tmp_path / "table", rng=random.Random(0))
    # Somebody else's file in its place does not let them in.
    (tmp_path / "table.new").touch(mode=0o666)
    for _ in range(2):
        table.save()
        assert table.file.stat().st_mode & 0o777 == 0o600


def test_a_server_that_cannot_keep_the_game_ends_and_shows_nothing(tmp_path: Path) -> None:
    async def check() -> None:
        table = Table(tmp_path / "table", rng=random.Random(0))
        async with served(table) as port:
            east = await connected(port)
            await east.ask(key_of(Seat.EAST))
            (tmp_path / "table.new").mkdir()
            east.say({"move": "P"})
            assert await hung_up(east)

    with pytest.raises(BaseExceptionGroup) as error:
        asyncio.run(check())
    assert error.group_contains(OSError)
    assert Table(tmp_path / "table").state.moves == ()


# ---------------------------------------------------------------- the programs


class Program:
    """An example in a process of its own, and the lines that it prints."""

    def __init__(self, name: str, *arguments: str) -> None:
        command = [sys.executable, "-u", "-W", "error", str(EXAMPLES / name), *arguments]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def port(self) -> str:
        """The port at which a server says that it listens."""
        return self.line().strip()

    def end(self, *, kill: bool = False) -> tuple[int, str]:
        """Wait for the end, or make it; give the exit code, and what was still printed."""
        if kill:
            self.process.kill()
        rest, complaints = self.process.communicate(timeout=60)
        return self.process.returncode, rest + complaints


@contextmanager
def running(name: str, *arguments: str) -> Iterator[Program]:
    """Run an example for as long as it is wanted."""
    program = Program(name, *arguments)
    try:
        yield program
    finally:
        if program.process.poll() is None:
            program.end(kill=True)


def test_a_server_that_was_killed_goes_on_with_its_game(tmp_path: Path) -> None:
    file = str(tmp_path / "table")
    with running("table_server.py", file, "0") as server:
        seen = asyncio.run(play_until_killed(server))
    with running("table_server.py", file, "0") as server:
        asyncio.run(come_back(int(server.port()), seen))
        # When all have gone it plays the game to its end, and ends too.
        assert server.end() == (0, "")
    assert Table(Path(file)).state.winner is not None


async def play_until_killed(server: Program) -> dict[Seat, Message]:
    """Make some moves at a server, kill it, and give what each seat saw last."""
    port = int(server.port())
    sitting = {seat: await connected(port) for seat in SEATS}
    seen = {seat: await sitting[seat].ask(key_of(seat)) for seat in SEATS}
    # The first bids five, the others pass, and some moves later tricks are being played.
    for place in range(8):
        turn = on_move(seen)
        moves = seen[turn]["legal_moves"]
        sitting[turn].say({"move": moves[0 if place else 1]})
        seen = {seat: await sitting[seat].hear() for seat in SEATS}
    # While it lives the server would play for a client that leaves.
    server.end(kill=True)
    for client in sitting.values():
        client.writer.transport.abort()
    return seen


async def come_back(port: int, seen: dict[Seat, Message]) -> None:
    """See that each seat, and it alone, finds the game as it was."""
    stranger = await connected(port)
    taken = {"type": "error", "message": "N is taken, and this is not its key"}
    assert await stranger.ask(key_of(Seat.EAST) | {"seat": "N"}) == taken
    # The server does not play for a seat whose client has not come back yet.
    turn = on_move(seen)
    sitting = [stranger]
    for seat in sorted(SEATS, key=lambda seat: seat is turn):
        sitting.append(await connected(port))
        assert await sitting[-1].ask(key_of(seat)) == seen[seat]
    for client in sitting:
        await client.leave()


def key_of(seat: Seat) -> Message:
    return {"seat": str(seat), "key": f"of {seat}"}


def on_move(seen: dict[Seat, Message]) -> Seat:
    [seat] = [seat for seat in seen if seen[seat]["legal_moves"]]
    return seat


def test_the_bots_come_back_to_a_server_that_was_killed(tmp_path: Path) -> None:
    file = str(tmp_path / "table")
    # A game that cannot be over after its first hand.
    Table(Path(file), evolve(CANADIAN, target=100)).save()
    with running("table_server.py", file, "0") as server:
        port = server.port()
        with running("table_clients.py", "--port", port, "--seed", "2") as bots:
            first = bots.line()
            server.end(kill=True)
            with running("table_server.py", file, port) as again:
                assert again.port() == port
                code, printed = bots.end()
                assert code == 0
                assert again.end() == (0, "")
    state = Table(Path(file)).state
    assert state.winner is not None
    last = (first + printed).splitlines()[-1]
    assert last.endswith("| NS {} EW {}".format(*state.scores))


def test_the_bots_hear_how_a_game_ended_whose_server_was_stopped_before_it_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(tmp_path / "table", key="of a bot")
    monkeypatch.setattr(clients.secrets, "token_hex", lambda: "of a bot")
    with running("table_server.py", str(table.file), "0") as server:
        port = int(server.port())

        async def check() -> None:
            async with asyncio.timeout(20), asyncio.TaskGroup() as bots:
                for seat in "NESW":
                    bots.create_task(clients.play(port, seat, random.Random(0)))

        asyncio.run(check())
        assert server.end() == (0, "")


def test_bots_without_a_server_give_up() -> None:
    port = str(free_port())
    with running("table_clients.py", "--port", port) as bots:
        assert bots.end() == (1, f"nobody listens on port {port}\n")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        assert isinstance(port, int)
        return port


def test_a_server_that_cannot_start_says_why_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "wrong").write_text('{"keys": {}}')
    (tmp_path / "text").write_text("charlemagne-record 1\n")
    (tmp_path / "list").write_text("[1]")
    (tmp_path / "keys").write_text('{"keys": [1], "record": "charlemagne-record 1\\n"}')
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        files = [(name, "0") for name in ("text", "wrong", "list", "keys")]
        for file, at in (("none", port), ("none", "x"), *files):
            with running("table_server.py", str(tmp_path / file), at) as server:
                code, said = server.end()
            assert (code, said.count("\n")) == (1, 1), said
            assert said.startswith(f"cannot serve {tmp_path / file} at port {at}: "), said


@pytest.mark.skipif(
    os.name != "posix" or signal.getsignal(signal.SIGINT) is signal.SIG_IGN,
    reason="programs are not interrupted here",
)
def test_a_server_and_its_bots_may_be_interrupted(tmp_path: Path) -> None:
    with running("table_server.py", str(tmp_path / "table"), "0") as server:
        port = server.port()
        with running("table_clients.py", "--port", port) as bots:
            assert bots.line()
            bots.process.send_signal(signal.SIGINT)
            code, said = bots.end()
            assert code == 0
            assert "Traceback" not in said
        server.process.send_signal(signal.SIGINT)
        assert server.end() == (0, "")


def test_a_bot_whose_seat_is_taken_says_so(tmp_path: Path) -> None:
    async def check() -> None:
        table = Table(tmp_path / "table")
        table.sit(Seat.SOUTH, "of S")
        async with served(table) as port:
            with pytest.raises(clients.GivenUp, match="says: S is taken, and this is not its key"):
                await clients.play(port, "S", random.Random(0))

    asyncio.run(check())


def test_the_bots_play_the_same_game_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(clients.main(None, random.Random(3)))
    printed = capsys.readouterr().out
    asyncio.run(clients.main(None, random.Random(3)))
    assert capsys.readouterr().out == printed
    assert printed
    for hand in printed.splitlines():
        assert re.fullmatch(r"[NESW] dealt: .* \| NS \d+ EW \d+", hand)
    # North has not seen what others gave and discarded.
    assert re.search(r"-\?|>\?", printed)
