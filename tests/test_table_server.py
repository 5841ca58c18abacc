"""The table server of the examples: whole games on loopback with clients that die and misbehave."""

from __future__ import annotations

import asyncio
import copy
import importlib.util
import json
import random
import re
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from socket import SO_LINGER, SOL_SOCKET
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
from support import PACK, SEATS, cards_named_in, some_of_every_move, texts

Message: TypeAlias = dict[str, Any]

NOT_JSON = "a line is JSON in UTF-8, of at most 256 bytes"
NO_ORDER = 'send {"seat": "...", "key": "..."} once, then {"move": "..."}'
GARBAGE = [
    *((line, NOT_JSON) for line in (b"", b" ", b"hello", b"{", b'{"move": "P"', b"[" * 250)),
    *((line, NOT_JSON) for line in (b"\x00\xff\xfe\x80", bytes(range(10)), b'{"move": "\xff"}')),
    *(
        (line, NOT_JSON)
        for line in ('{"move": "P"}\n'.encode("utf-16-be")[:-1], b'{"move": "P"}' * 2)
    ),
    # What comes at the end of a line that is too long must not be taken for a line of its own.
    *((b" " * room + b'{"move": "P"}', NOT_JSON) for room in (244, 256, 257, 512, 1024, 65536)),
    *((line, NO_ORDER) for line in (b"null", b"3", b"-1e999", b"NaN", b'"P"', b"[]", b'["P"]')),
    *((line, NO_ORDER) for line in (b"9" * 250, b"[" * 125 + b"]" * 125, b"{}", b'{"moves": "P"}')),
    *((line, NO_ORDER) for line in (b'{"move": 5}', b'{"move": null}', b'{"move": ["P"]}')),
    *((line, NO_ORDER) for line in (b'{"seat": "N"}', b'{"seat": "N", "key": "N"}')),
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


def load_example() -> Any:
    path = Path(__file__).parents[1] / "examples" / "table_server.py"
    spec = importlib.util.spec_from_file_location("table_server", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


example = load_example()


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
    if state.asked is not None:
        cards.add(state.asked)
    return {str(card) for card in cards}


def held_by_view(state: State, seat: Seat) -> set[str]:
    """The cards that a seat's `View` holds as its own or as lying open."""
    seen = view(state, seat)
    cards = {*seen.hand, *(seen.discards or ()), *(card for _, card in seen.trick)}
    cards |= {card for trick in seen.tricks for card in trick.cards}
    cards |= {card for shown in seen.shown for card in shown or ()}
    cards |= {card for card in (seen.given, seen.received, seen.asked) if card is not None}
    return {str(card) for card in cards}


def check_view(message: Message, state: State, seat: Seat) -> None:
    """See that a message is a seat's view of a state, and names no card that is hidden from it."""
    assert message["type"] == "view"
    assert message["seat"] == str(seat)
    assert message["phase"] == str(state.phase)
    assert message["hand"] == [str(card) for card in view(state, seat).hand]
    assert len(message["moves"]) == len(state.moves)
    on_move = seat is state.to_move
    assert message["legal_moves"] == (texts(legal_moves(state)) if on_move else [])
    # That a card may be asked for says only that it is in the pack and not in one's own hand.
    asks = {move for move in message["legal_moves"] if move.startswith("A:")}
    assert not cards_in(list(asks)) & set(message["hand"])
    told = message | {"legal_moves": [move for move in message["legal_moves"] if move not in asks]}
    assert cards_in(told) <= held_by_view(state, seat)
    assert cards_in(told) <= known(state, seat)


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
            self.writer.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, linger)
        self.writer.transport.abort()
        await self.writer.wait_closed()


class Game:
    """A table and its clients, who hear of every state in turn before anybody moves again."""

    def __init__(self, seed: int, port: int, table: Any, states: list[State]) -> None:
        self.rng = random.Random(seed)
        self.port = port
        self.table = table
        self.states = states
        self.heard = 0
        self.clients: dict[Seat, Client] = {}
        self.told: dict[Seat, Message] = {}

    @property
    def state(self) -> State:
        """The state of which the clients have heard."""
        return self.states[self.heard]

    async def connect(self) -> Client:
        return Client(*await asyncio.open_connection("127.0.0.1", self.port))

    async def sit(self, seat: Seat) -> None:
        self.clients[seat] = client = await self.connect()
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


@asynccontextmanager
async def opened(rules: Rules = CANADIAN, seed: int = 0) -> AsyncIterator[Game]:
    """Open a table on loopback, with a client at each seat."""
    table = example.Table(rules, random.Random(seed))
    states = [table.state]
    change = table.change

    def noted(state: State) -> None:
        states.append(state)
        change(state)

    table.change = noted
    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        server = await asyncio.start_server(
            lambda r, w: group.create_task(table.attend(r, w)),
            "127.0.0.1",
            limit=example.MAX_LINE,
        )
        game = Game(seed, server.sockets[0].getsockname()[1], table, states)
        for seat in SEATS:
            await game.sit(seat)
        yield game
        for client in game.clients.values():
            await client.leave()
        server.close()


# ---------------------------------------------------------------- mischief


async def send_garbage(game: Game, client: Client) -> None:
    line, message = game.rng.choice(GARBAGE)
    assert await client.ask(line) == {"type": "error", "message": message}
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
        stranger = await game.connect()
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
        assert await stranger.ask({"move": "P"}) == {"type": "error", "message": NO_ORDER}
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
        assert await stranger.ask({}) == {"type": "error", "message": NO_ORDER}
        await stranger.leave()

    assert game.state.winner is not None
    assert reasons >= {"NOT_YOUR_TURN", "WRONG_PHASE", "NOT_HELD", "BID_TOO_LOW", "MUST_FOLLOW"}


@pytest.mark.parametrize("seed", range(2))
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
                for line, message in GARBAGE:
                    assert await client.ask(line) == {"type": "error", "message": message}
                # All at once, and the answers come in order.
                client.say(b"\n".join(line for line, _ in GARBAGE))
                for _, message in GARBAGE:
                    assert await client.hear() == {"type": "error", "message": message}
            assert game.table.state is first
            await game.move()
            assert game.state != first

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
        return game

    assert asyncio.run(check()).table.state.phase is Phase.GAME_OVER


def test_a_seat_that_nobody_has_taken_is_waited_for() -> None:
    async def check() -> None:
        table = example.Table(CANADIAN, random.Random(0))
        async with asyncio.timeout(60), asyncio.TaskGroup() as group:
            server = await asyncio.start_server(
                lambda r, w: group.create_task(table.attend(r, w)), "127.0.0.1"
            )
            address = server.sockets[0].getsockname()
            east = Client(*await asyncio.open_connection(*address))
            no_seat = await east.ask({"seat": "X", "key": ""})
            assert no_seat == {"type": "error", "message": "'X' is no seat; there are N E S W"}
            await east.ask({"seat": "E", "key": ""})
            await east.ask({"move": "P"})
            south = Client(*await asyncio.open_connection(*address))
            assert (await south.ask({"seat": "S", "key": ""}))["legal_moves"][0] == "P"
            assert texts(table.state.moves) == ["P"]
            await east.leave()
            await south.leave()
            server.close()

    asyncio.run(check())


def test_a_leak_would_be_found() -> None:
    state = deal(CANADIAN, seed=1)
    for text in ("P", "P", "P", "6"):
        state = apply(state, parse_move(text))
    assert state.phase is Phase.DISCARD
    state = apply(state, legal_moves(state)[0])
    north, south = Seat.NORTH, Seat.SOUTH
    message = json.loads(json.dumps(honest(state, south), default=example.json_of))
    check_view(message, state, south)
    for leak in (state.discards, state.hands[north], state.moves, {"x": [state.discards]}):
        leaking = json.loads(json.dumps(message | {"leak": leak}, default=example.json_of))
        with pytest.raises(AssertionError):
            check_view(leaking, state, south)
    assert cards_in(json.loads(json.dumps(PACK))) == set(PACK)


def honest(state: State, seat: Seat) -> Message:
    seen = view(state, seat)
    return {"type": "view"} | {name: getattr(seen, name) for name in example.SENT}


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


def test_the_program_prints_the_public_course_and_the_same_for_the_same_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asyncio.run(example.main(3))
    printed = capsys.readouterr().out
    asyncio.run(example.main(3))
    assert capsys.readouterr().out == printed
    *hands, last = printed.splitlines()
    assert hands
    assert all(re.fullmatch(r"[NESW] dealt: .* \| NS \d+ EW \d+", hand) for hand in hands)
    assert re.fullmatch(r"(NS|EW) wins: NS \d+, EW \d+", last)
    assert re.search(r"-\?|>\?", printed)
    assert not re.search(r"[->][7-9TJQKAHL]", printed)
