"""Position text: a hand at one moment in one line, to paste and to keep."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from charlemagne.dealing import deal
from charlemagne.deals import read_deal
from charlemagne.engine import apply
from charlemagne.errors import NotationError
from charlemagne.moves import Move, read_move
from charlemagne.refusals import IllegalMove
from charlemagne.rules import read_rules
from charlemagne.seats import Seat
from charlemagne.state import State, state_text
from charlemagne.texts import read_number, require, require_text

_SHAPE = "a position is written RULES DEALER NS-EW | DEAL | MOVES"


def position_text(state: State) -> str:
    """Write a state as a line of text.

    Args:
        state: The state.

    Returns:
        `RULES DEALER NS-EW | DEAL | MOVES`, with the scores as they stood at the deal.

    Raises:
        TypeError: It is no `State`.

    >>> from charlemagne import MAINE, deal
    >>> position_text(deal(MAINE, seed=7, scores=(0, 12)))[:40]
    'maine N 0-12 | N:KC AC 7H 9H JH KH 7S KS'
    """
    require(state, State, "a State")
    return state_text(state)


def parse_position(text: str) -> State:
    """Read a state from a line of text, by making its moves over its deal.

    Args:
        text: What `position_text` writes.

    Returns:
        The state.

    Raises:
        NotationError: The text is not written so; the message says where.
        InvalidRules: The rules have a field or a value that there is not.
        InvalidDeal: The cards are not the pack of the rules, or a score is not below the target.
        IllegalMove: A move is not legal; the message says which, and why.

    >>> from charlemagne import deal
    >>> parse_position(position_text(deal(seed=7))) == deal(seed=7)
    True
    """
    require_text(text)
    head, cards, moves = _parts(text)
    words = head.split(" ")
    if len(words) != 3:
        raise NotationError(f"{head!r} is no RULES DEALER NS-EW; {_SHAPE}")
    rules = read_rules(words[0], 0)
    dealer = read_seat(words[1], len(words[0]) + 1)
    scores = read_scores(words[2], len(words[0]) + len(words[1]) + 2)
    start = len(head) + 3
    state = deal(rules, cards=read_deal(cards, start), dealer=dealer, scores=scores)
    for number, (word, offset) in enumerate(placed_moves(moves, len(text) - len(moves)), 1):
        state = make_move(state, read_move(word, offset), f"move {number}", offset)
    return state


def make_move(state: State, move: Move, place: str, offset: int | None = None) -> State:
    """Make a move of a text; the message of its refusal names the move and its place."""
    try:
        return apply(state, move)
    except IllegalMove as error:
        at = "" if offset is None else f" (at character {offset + 1})"
        said = f"{place}, {move}: {error}{at}"
        raise IllegalMove(attrs.evolve(error.violation, message=said)) from None


def _parts(text: str) -> tuple[str, str, str]:
    """Part a position at its two bars."""
    head, bar, rest = text.partition(" | ")
    if not bar:
        raise NotationError(_SHAPE)
    cards, bar, moves = rest.partition(" |")
    if not bar:
        raise NotationError(f"the second '|' is missing; {_SHAPE}", len(text))
    if moves and not moves.startswith(" "):
        said = f"{moves[0]!r} stands right after the second '|'; {_SHAPE}"
        raise NotationError(said, len(text) - len(moves))
    if moves == " ":
        raise NotationError(f"a space stands at the end; {_SHAPE}", len(text) - 1)
    return head, cards, moves[1:]


def read_seat(text: str, offset: int) -> Seat:
    """Read a seat that stands at `offset` of a longer text."""
    try:
        return Seat.parse(text)
    except NotationError as error:
        raise NotationError(str(error), offset) from None


def read_scores(text: str, offset: int) -> tuple[int, int]:
    """Read the scores of the two sides that stand at `offset` of a longer text."""
    ns, dash, ew = text.partition("-")
    if not dash:
        raise NotationError(f"{text!r} is no score; scores are written like 0-12", offset)
    return read_number(ns, offset), read_number(ew, offset + len(ns) + 1)


def placed_moves(text: str, offset: int) -> Iterator[tuple[str, int]]:
    """Give the words of a line of moves, which single spaces part, each with its offset."""
    if text:
        for word in text.split(" "):
            yield word, offset
            offset += len(word) + 1
