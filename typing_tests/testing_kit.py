"""What users write with the test kit, for type checkers to read: nothing here is run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_type

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from charlemagne import (
    CANADIAN,
    Card,
    CardSet,
    Contract,
    Deal,
    Move,
    Phase,
    Rules,
    Seat,
    State,
    View,
    apply,
    legal_moves,
    parse_move,
    parse_position,
    score,
)
from charlemagne import testing as kit
from charlemagne.records import Record


def every_strategy() -> None:
    assert_type(kit.cards(), SearchStrategy[Card])
    assert_type(kit.cards(jokers=False), SearchStrategy[Card])
    assert_type(kit.card_sets(min_size=1, max_size=8), SearchStrategy[CardSet])
    assert_type(kit.seats(), SearchStrategy[Seat])
    assert_type(kit.moves(), SearchStrategy[Move])
    assert_type(kit.rules(), SearchStrategy[Rules])
    assert_type(kit.rules(target=21, pack="without_jokers"), SearchStrategy[Rules])
    assert_type(kit.deals(), SearchStrategy[Deal])
    assert_type(kit.states(), SearchStrategy[State])
    assert_type(kit.views(), SearchStrategy[View])
    assert_type(kit.games(), SearchStrategy[tuple[State, ...]])
    assert_type(kit.games(max_hands=1), SearchStrategy[tuple[State, ...]])
    assert_type(kit.records(), SearchStrategy[Record])
    assert_type(kit.records(max_hands=1, public=None), SearchStrategy[Record])


def rules_are_given_as_they_are_or_drawn(any_rules: SearchStrategy[Rules]) -> None:
    for rules in (None, CANADIAN, any_rules):
        assert_type(kit.deals(rules), SearchStrategy[Deal])
        assert_type(kit.states(rules), SearchStrategy[State])
        assert_type(kit.views(rules), SearchStrategy[View])
        assert_type(kit.games(rules), SearchStrategy[tuple[State, ...]])
        assert_type(kit.records(rules), SearchStrategy[Record])


def filters_are_any_iterables(contracts: Iterable[Contract | None]) -> None:
    bids = [contract for contract in Contract if contract.is_trick_bid]
    assert_type(kit.states(phases=[Phase.PLAY], contracts=bids), SearchStrategy[State])
    assert_type(kit.states(phases={Phase.HAND_OVER}, contracts=contracts), SearchStrategy[State])
    assert_type(kit.views(phases=(Phase.PLAY,), contracts=[None]), SearchStrategy[View])


@given(kit.states(phases=[Phase.PLAY]), st.data())
def a_property_of_a_state(state: State, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(legal_moves(state)))
    assert_type(move, Move)
    assert_type(data.draw(kit.views()), View)
    assert apply(state, move) != state


@st.composite
def a_strategy_of_ones_own(draw: st.DrawFn) -> tuple[State, Seat]:
    return assert_type(draw(kit.states()), State), assert_type(draw(kit.seats()), Seat)


@given(
    seen=kit.views(contracts=[Contract.MULOT]),
    game=kit.games(CANADIAN),
    mine=a_strategy_of_ones_own(),
)
def a_property_of_other_things(
    seen: View, game: tuple[State, ...], mine: tuple[State, Seat]
) -> None:
    assert seen.rules.target > 0
    assert not game[0].moves
    assert len(mine[0].hands[mine[1]]) > 0


def first_move(seen: View) -> Move:
    return seen.legal_moves[0]


class Bot:
    def __call__(self, seen: View, /) -> Move:
        return seen.legal_moves[-1]


def bots_are_checked(rules: Rules) -> None:
    kit.check_bot(first_move)
    kit.check_bot(Bot(), games=10, rules=rules, seed=7)
    kit.check_bot(lambda seen: seen.legal_moves[0], games=1)


class Engine:
    """Another implementation of the rules, with its own kind of state."""

    def __init__(self, text: str) -> None:
        self.state = parse_position(text)


def start(text: str) -> Engine:
    return Engine(text)


def legal(engine: Engine) -> list[str]:
    return [str(move) for move in legal_moves(engine.state)]


def make(engine: Engine, move: str) -> Engine:
    engine.state = apply(engine.state, parse_move(move))
    return engine


def summary(engine: Engine) -> tuple[str | None, tuple[int, int]]:
    to_move = engine.state.to_move
    return None if to_move is None else str(to_move), score(engine.state).scores


def engines_are_checked(rules: Rules) -> str:
    kit.check_rules_engine(start, legal, make, summary)
    kit.check_rules_engine(Engine, legal, make, summary, hands=10, rules=rules, seed=7)
    try:
        kit.check_rules_engine(start=start, legal=legal, apply=make, summary=summary)
    except kit.ConformanceError as error:
        assert_type(error.position, str)
        return str(error)
    return ""
