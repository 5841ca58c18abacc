"""The grammar of the docs says what the library writes and reads, no more and no less."""

from __future__ import annotations

import functools
import itertools
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given

from charlemagne import (
    CANADIAN,
    MAINE,
    Card,
    CardSet,
    Contract,
    Deal,
    Discard,
    GiveCard,
    Hidden,
    Move,
    NotationError,
    Phase,
    Rank,
    Rules,
    Seat,
    Side,
    State,
    Suit,
    apply,
    deal,
    legal_moves,
    parse_move,
    parse_position,
    position_text,
)
from charlemagne.records import Record, Recorder
from charlemagne.testing import card_sets, deals, games, moves, rules
from support import deeper

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "text-forms.md"
READERS: dict[str, Callable[[str], object]] = {
    "Card.parse": Card.parse,
    "CardSet.parse": CardSet.parse,
    "Contract.parse": Contract.parse,
    "Deal.parse": Deal.parse,
    "Phase.parse": Phase.parse,
    "Rank.parse": Rank.parse,
    "Rules.parse": Rules.parse,
    "Seat.parse": Seat.parse,
    "Side.parse": Side.parse,
    "Suit.parse": Suit.parse,
    "parse_move": parse_move,
    "parse_position": parse_position,
}
# What the page says in words between question marks.
SPECIAL = {
    "line feed": r"\n",
    "text on one line, without control characters or space at its ends": r"(?!\s)[^\n]*[^\s]",
    "lower-case letters, digits, dashes and underscores": r"[a-z0-9_-]+",
}
TOKEN = re.compile(r'\s+|\(\*.*?\*\)|"([^"]+)"|\?\s*(.+?)\s*\?|([a-zA-Z][\w-]*)|([=,|;{}()\[\]])')
BRACKETS = {"[": ("]", "?"), "{": ("}", "*"), "(": (")", "")}


def page() -> str:
    return PAGE.read_text(encoding="utf-8")


class Grammar:
    """The grammar of the page: its rules, each of which becomes a pattern when it is asked for."""

    def __init__(self, text: str) -> None:
        self.rules: dict[str, list[str]] = {}
        self.used: set[str] = set()
        for block in re.findall(r"^```ebnf\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            for name, tokens in self._split(list(self._tokens(block))):
                assert name not in self.rules, f"{name} has two rules"
                self.rules[name] = tokens

    @staticmethod
    def _tokens(block: str) -> Iterator[str]:
        place = 0
        while place < len(block):
            match = TOKEN.match(block, place)
            assert match is not None, f"no EBNF: {block[place : place + 40]!r}"
            place = match.end()
            literal, special, name, sign = match.groups()
            if literal:
                yield f'"{literal}'
            elif special:
                yield f"?{special}"
            elif name or sign:
                yield name or sign

    @staticmethod
    def _split(tokens: list[str]) -> Iterator[tuple[str, list[str]]]:
        while tokens:
            end = tokens.index(";")
            assert tokens[1] == "=", tokens[:end]
            yield tokens[0], tokens[2:end]
            tokens = tokens[end + 1 :]

    @functools.cache  # noqa: B019 - there is one grammar
    def pattern(self, name: str) -> str:
        """The regular expression for a rule, none of which is recursive."""
        tokens = list(self.rules[name])
        found = self._choice(tokens)
        assert not tokens, f"{name} has {tokens} left over"
        return found

    def matches(self, name: str, text: str) -> bool:
        return re.fullmatch(self.pattern(name), text) is not None

    def _choice(self, tokens: list[str]) -> str:
        parts = [self._sequence(tokens)]
        while tokens and tokens[0] == "|":
            tokens.pop(0)
            parts.append(self._sequence(tokens))
        return f"(?:{'|'.join(parts)})"

    def _sequence(self, tokens: list[str]) -> str:
        parts = [self._item(tokens)]
        while tokens and tokens[0] == ",":
            tokens.pop(0)
            parts.append(self._item(tokens))
        return "".join(parts)

    def _item(self, tokens: list[str]) -> str:
        token = tokens.pop(0)
        if token in BRACKETS:
            closing, times = BRACKETS[token]
            inner = self._choice(tokens)
            assert tokens.pop(0) == closing
            return f"{inner}{times}"
        if token.startswith('"'):
            return re.escape(token[1:])
        if token.startswith("?"):
            return SPECIAL[token[1:]]
        self.used.add(token)
        return self.pattern(token)


GRAMMAR = Grammar(page())
EXAMPLES = [
    (name, reader, text)
    for name, reader, texts in re.findall(
        r"^- `([\w-]+)`, read by `([\w.]+)`: (.+)$", page(), re.MULTILINE
    )
    for text in re.findall(r"`([^`]+)`", texts)
]


def test_every_rule_of_the_grammar_can_be_read_and_is_used() -> None:
    for name in GRAMMAR.rules:
        assert GRAMMAR.pattern(name)
    read = {name for name, _, _ in EXAMPLES} | {"record"}
    assert GRAMMAR.used | read == set(GRAMMAR.rules)


def test_every_reader_has_an_example() -> None:
    assert {reader for _, reader, _ in EXAMPLES} == set(READERS)


@pytest.mark.parametrize(("name", "reader", "text"), EXAMPLES)
def test_an_example_fits_the_grammar_and_is_read_and_written_back(
    name: str, reader: str, text: str
) -> None:
    assert GRAMMAR.matches(name, text)
    value = READERS[reader](text)
    assert (position_text(value) if isinstance(value, State) else str(value)) == text


def is_read(reader: Callable[[str], object], text: str) -> bool:
    try:
        reader(text)
    except NotationError:
        return False
    return True


@pytest.mark.parametrize(
    ("name", "reader"),
    [
        ("card", Card.parse),
        ("rank", Rank.parse),
        ("suit", Suit.parse),
        ("seat", Seat.parse),
        ("side", Side.parse),
        ("contract", Contract.parse),
        ("move", parse_move),
    ],
)
def test_of_all_short_texts_those_of_the_grammar_are_read(
    name: str, reader: Callable[[str], object]
) -> None:
    signs = "056789TJQKACDHSLOIPGMNEW>=-:.? h♥"
    for length in range(4):
        for chosen in itertools.product(signs, repeat=length):
            text = "".join(chosen)
            assert GRAMMAR.matches(name, text) is is_read(reader, text), text


def test_every_card_gift_request_and_phase_fits_the_grammar() -> None:
    for card in CANADIAN.pack.cards:
        assert GRAMMAR.matches("card", str(card))
        assert all(GRAMMAR.matches("move", f"{sign}{card}") for sign in ("", ">", "A:", "-"))
    assert all(GRAMMAR.matches("phase", str(phase)) for phase in Phase)
    assert all(GRAMMAR.matches("hidden", str(Hidden(kind))) for kind in (Discard, GiveCard))
    assert not any(GRAMMAR.matches("move", str(Hidden(kind))) for kind in (Discard, GiveCard))


@given(card_sets())
def test_every_set_of_cards_fits_the_grammar(cards: CardSet) -> None:
    assert GRAMMAR.matches("cards", str(cards))


@given(moves())
def test_every_move_fits_the_grammar(move: Move) -> None:
    assert GRAMMAR.matches("move", str(move))


@given(deals())
def test_every_deal_fits_the_grammar(cards: Deal) -> None:
    assert GRAMMAR.matches("deal", str(cards))
    assert GRAMMAR.matches("known-deal", str(cards))


@given(rules())
def test_all_rules_fit_the_grammar(reading: Rules) -> None:
    assert GRAMMAR.matches("rules", str(reading))


@given(games())
def test_every_position_fits_the_grammar(game: tuple[State, ...]) -> None:
    for state in game[:: max(1, len(game) // 5)]:
        assert GRAMMAR.matches("position", position_text(state))


@pytest.mark.parametrize("seed", range(deeper(10)))
def test_every_record_fits_the_grammar(seed: int) -> None:
    luck = random.Random(seed)
    reading = (CANADIAN, MAINE)[seed % 2]
    table = Recorder(reading, players={Seat.EAST: "é, East's"}, tags={"a": "1", "b-2": "x | y"})
    state = table.deal(rng=luck, scores=(seed % 3, 0))
    while state.winner is None:
        written = table.record()
        for record in (written, written.public(None), written.public(Seat.SOUTH)):
            assert GRAMMAR.matches("record", record.to_text())
            assert Record.from_text(record.to_text()) == record
        while state.to_move is not None and luck.random() < 0.98:
            state = table.apply(luck.choice(legal_moves(state)))
        if state.phase is Phase.HAND_OVER:
            state = table.deal(rng=luck)


def test_the_grammar_refuses_what_is_not_written_so() -> None:
    """A grammar that takes everything would pass all tests above but the one of short texts."""
    state = apply(deal(seed=7), parse_move("P"))
    text = position_text(state)
    for wrong in (text.replace(" | ", "|"), f"{text} ", text.replace("N:", "N: "), text.lower()):
        assert not GRAMMAR.matches("position", wrong)
    record = "charlemagne-record 1\nrules canadian\n"
    assert GRAMMAR.matches("record", record)
    for wrong in (record[:-1], record.replace("1", "2"), f"{record}player N \n", f"{record}\n"):
        assert not GRAMMAR.matches("record", wrong)
    for wrong in ("canadian+target=032", "canadian+target=", "Canadian", "maine+named_card=GC,C"):
        assert not GRAMMAR.matches("rules", wrong)
