"""The test kit: its strategies reach what they should, and its checks find what is wrong."""

from __future__ import annotations

import enum
import importlib
import itertools
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar, cast, get_args

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument, UnsatisfiedAssumption

import naive
from charlemagne import (
    CANADIAN,
    ENGLISH,
    KOREAN,
    MAINE,
    AskPartner,
    Bid,
    Card,
    CardSet,
    Contract,
    Deal,
    Discard,
    GiveCard,
    HandResult,
    Hidden,
    InvalidDeal,
    InvalidRules,
    Move,
    Pass,
    Phase,
    Play,
    Rules,
    Score,
    Seat,
    Side,
    State,
    Trick,
    View,
    apply,
    deal,
    parse_position,
    position_text,
    view,
    why_illegal,
)
from charlemagne.records import KnownDeal, Record, RecordedHand, problems, replay
from charlemagne.rules import FIELDS, Shown
from charlemagne.testing import (
    ConformanceError,
    card_sets,
    cards,
    check_bot,
    check_rules_engine,
    deals,
    games,
    moves,
    records,
    rules,
    seats,
    states,
    views,
)
from support import CONTRACTS, PACK, SEATS, deeper

# What is counted or searched for is drawn alike in every run.
SETTLED = settings(
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Stage.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
ASKING = Rules(named_card={Contract.CHARLEMAGNE, Contract.GROS_CHARLEMAGNE})
OVER = (Phase.HAND_OVER, Phase.GAME_OVER)


T = TypeVar("T")


def drawn(strategy: st.SearchStrategy[T], count: int) -> list[T]:
    """Some values of a strategy, the same in every run."""
    found: list[T] = []

    @settings(SETTLED, max_examples=count)
    @given(strategy)
    def collect(value: T) -> None:
        found.append(value)

    collect()
    return found


def reached(strategy: st.SearchStrategy[T], wanted: Callable[[T], bool]) -> T:
    """The first value of a strategy that is as wanted."""
    return find(strategy, wanted, settings=settings(SETTLED, max_examples=5000))


def simplest(strategy: st.SearchStrategy[T], wanted: Callable[[T], bool]) -> T:
    """What Hypothesis would show for a test that fails on the values that are wanted."""
    limits = settings(SETTLED, max_examples=300, phases=[Stage.generate, Stage.shrink])
    return find(strategy, wanted, settings=limits)


# The strategies for states.


@given(states())
@settings(deadline=None)
def test_states_can_be_reached(state: State) -> None:
    """A state that no legal moves lead to: what is found on it may be no fault at all."""
    assert parse_position(position_text(state)) == state


def test_a_hand_that_has_no_end_is_no_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a fault in the engine every property runs for ever, instead of failing."""
    monkeypatch.setattr("charlemagne.testing.apply", lambda state, _: state)
    with pytest.raises(AssertionError, match="this hand has no end: "):
        drawn(states(CANADIAN), 1)


@pytest.fixture(scope="module")
def many() -> list[State]:
    """States of any kind."""
    return drawn(states(), 1000)


def test_states_are_of_every_contract_about_equally(many: list[State]) -> None:
    """Random bids climb to the highest contract, and the others are hardly ever tested."""
    counted = Counter(state.contract for state in many)
    assert set(counted) == {None, *Contract}
    assert max(counted.values()) < 0.3 * len(many)
    assert min(counted.values()) > 0.03 * len(many)
    assert {state.bidder for state in many} == {None, *Seat}


def test_states_are_of_every_phase(many: list[State]) -> None:
    """A phase that comes once in a thousand states, such as a choice of aid, is not tested."""
    counted = Counter(state.phase for state in many)
    assert set(counted) == set(Phase)
    assert counted[Phase.PLAY] > 0.25 * len(many)


def test_states_in_play_are_early_and_late() -> None:
    """Only first tricks are tested, or none under the way."""
    found = drawn(states(phases=[Phase.PLAY]), 1000)
    assert {sum(state.tricks_won) for state in found} == set(range(8))
    assert {len(state.trick) for state in found} == {0, 1, 2, 3}


PATHS = {
    "5": "DISCARD TRUMP PLAY HAND_OVER GAME_OVER",
    "6": "DISCARD TRUMP PLAY HAND_OVER GAME_OVER",
    "7": "DISCARD TRUMP PLAY HAND_OVER GAME_OVER",
    "8": "DISCARD TRUMP PLAY HAND_OVER GAME_OVER",
    "M": "PLAY HAND_OVER GAME_OVER",
    "C": "ASK GIVE DISCARD TRUMP PLAY HAND_OVER GAME_OVER",
    "GM": "PLAY HAND_OVER GAME_OVER",
    "GC": "AID GIVE DISCARD TRUMP PLAY HAND_OVER GAME_OVER",
}


@pytest.mark.parametrize("bid", PATHS)
def test_states_are_as_they_are_asked_for(bid: str) -> None:
    """A filter lets something else through, or a phase of a contract cannot be asked for."""
    contract = Contract.parse(bid)
    for name in Phase:
        if str(name) in PATHS[bid].split():
            for state in drawn(states(ASKING, phases=[name], contracts=[contract]), 5):
                assert (state.phase, state.contract, state.rules) == (name, contract, ASKING)
        else:
            with pytest.raises(InvalidArgument, match="no hand comes to"):
                states(ASKING, phases=[name], contracts=[contract])


@pytest.mark.parametrize(
    ("reading", "phase", "contracts"),
    [
        (MAINE, Phase.DISCARD, [Contract.SIX]),
        (MAINE, Phase.AID, None),
        (CANADIAN, Phase.ASK, None),
        (CANADIAN, Phase.PLAY, [None]),
        (Rules(dealer_forced=True), Phase.HAND_OVER, [None]),
        (Rules(target=1), Phase.HAND_OVER, list(Contract)),
    ],
)
def test_states_that_there_are_not_are_refused(
    reading: Rules, phase: Phase, contracts: list[Contract | None] | None
) -> None:
    """Hypothesis searches for what the rules do not allow, and says only that it found nothing."""
    with pytest.raises(InvalidArgument, match="under the rules"):
        states(reading, phases=[phase], contracts=contracts)


def test_states_without_a_contract() -> None:
    """Auctions and passed-out hands cannot be asked for, or come with a contract."""
    for state in drawn(states(contracts=[None]), 50):
        assert state.contract is None
    passed_out = reached(states(phases=OVER), lambda state: state.contract is None)
    assert passed_out.moves == (Pass(),) * 4
    long_auction = reached(states(KOREAN), lambda state: len(state.calls) > 6)
    assert len(long_auction.calls) > 6


@pytest.mark.parametrize("made", [True, False])
@pytest.mark.parametrize("bid", CONTRACTS, ids=str)
def test_states_have_contracts_made_and_failed(bid: Contract, made: bool) -> None:
    """Without luck's help no Charlemagne is ever made, and its score is never tested."""

    def is_wanted(state: State) -> bool:
        return state.result is not None and state.result.made is made

    ends = states(CANADIAN, phases=OVER, contracts=[bid])
    assert reached(ends, is_wanted).contract is bid


def test_states_start_at_all_scores_and_from_all_dealers(many: list[State]) -> None:
    """Only the first hand of a game is tested, or a game is over at one score only."""
    assert {state.dealer for state in many} == set(Seat)
    assert len({state.scores for state in many}) > 100
    assert {state.winner for state in many} == {None, Side.NS, Side.EW}


def test_states_take_rules_of_any_kind() -> None:
    """Rules, a strategy for rules, and none at all are not the same."""
    assert {state.rules for state in drawn(states(MAINE), 20)} == {MAINE}
    two = st.sampled_from([ENGLISH, KOREAN])
    assert {state.rules for state in drawn(states(two), 40)} == {ENGLISH, KOREAN}
    assert len({state.rules for state in drawn(states(), 100)}) > 10


@pytest.mark.parametrize("luck", range(2))
def test_states_shrink_to_the_start_whatever_came_first(luck: int) -> None:
    """What a failing example is shown as hangs on the state that failed first.

    To Hypothesis an example of fewer draws is simpler: a smaller pack, a hand that was planned, or
    one that is over may be no shorter to draw than the first state of the usual game.
    """
    limits = settings(database=None, deadline=None, max_examples=100)
    with_luck = partial(find, settings=limits, random=random.Random(luck))
    first = with_luck(states(), lambda _: True)
    assert (len(first.moves), first.scores, first.rules) == (0, (0, 0), CANADIAN)
    going_on = with_luck(views(), lambda seen: seen.to_move is not None)
    assert (going_on.moves, going_on.rules) == ((), CANADIAN)


def test_states_shrink_to_short_games() -> None:
    """A failing example is shown with a long auction, odd rules or a whole hand of play."""
    discarded = simplest(states(), lambda state: bool(state.discards))
    assert (len(discarded.moves), discarded.rules) == (5, CANADIAN)
    trick = simplest(states(CANADIAN), lambda state: bool(state.tricks))
    assert len(trick.moves) <= 10


def test_states_shrink_to_the_cards_that_matter() -> None:
    """A failing example is shown with shuffled cards, of which none matters but one or two."""
    state = simplest(
        states(CANADIAN, contracts=[Contract.MULOT]),
        lambda state: any(card is Card.LOW_JOKER for _, card in state.trick),
    )
    assert len(state.moves) <= 6
    in_order = simplest(deals(CANADIAN), lambda _: True)
    moved = [mine - theirs for mine, theirs in zip(state.deal.hands, in_order.hands, strict=True)]
    assert sum(map(len, moved)) <= 4


# The other strategies.


def test_cards_are_all_the_cards_of_the_pack() -> None:
    """A joker, or a card at either end, never comes."""
    assert {str(card) for card in drawn(cards(), 400)} == set(PACK)
    assert {str(card) for card in drawn(cards(jokers=False), 400)} == set(PACK[:32])
    assert str(simplest(cards(), lambda _: True)) == "7C"


def test_card_sets_are_of_the_sizes_asked_for() -> None:
    """The bounds are off by one, or the whole pack cannot come."""
    found = drawn(card_sets(min_size=2, max_size=4), 200)
    assert {len(held) for held in found} == {2, 3, 4}
    assert all(isinstance(held, CardSet) for held in found)
    whole = drawn(card_sets(min_size=34), 1)
    assert whole == [CardSet(map(Card.parse, PACK))]
    assert drawn(card_sets(min_size=32, jokers=False), 1) == [CardSet(map(Card.parse, PACK[:32]))]


def test_seats_are_all_four() -> None:
    """A seat never comes."""
    assert set(drawn(seats(), 60)) == set(SEATS)


def test_rules_are_all_that_are_allowed() -> None:
    """A field, perhaps a new one, always has the same value, or a value of it never comes."""
    found = drawn(rules(), 500)
    for field in FIELDS:
        values = {getattr(reading, field) for reading in found}
        if field in {"target", "values"}:
            assert len(values) > 20
        elif field == "named_card":
            assert len(values) == 4
        elif field == "gros_mulot_shown":
            assert values == set(Shown) - {Shown.NEVER}
        else:
            usual = getattr(CANADIAN, field)
            options = type(usual) if isinstance(usual, enum.Enum) else (False, True)
            assert values == set(options)
    assert {CANADIAN, MAINE, ENGLISH, KOREAN} < set(found)
    assert max(reading.target for reading in found) > 1000
    assert simplest(rules(), lambda _: True) == CANADIAN
    naming = drawn(rules(named_card=iter([Contract.CHARLEMAGNE])), 20)
    assert {reading.named_card for reading in naming} == {frozenset({Contract.CHARLEMAGNE})}


def test_rules_keep_what_is_fixed() -> None:
    """A fixed field is drawn all the same, or a mistake in it is found only when it is drawn."""
    found = drawn(rules(pack="without_jokers", target=50), 100)
    assert {(str(reading.pack), reading.target) for reading in found} == {("without_jokers", 50)}
    assert len(set(found)) > 20
    for wrong in [{"target": 0}, {"tariff": 1}]:
        with pytest.raises(InvalidRules):
            rules(**wrong)


def test_deals_put_every_card_everywhere() -> None:
    """The pack is cut, not shuffled, or the wrong pack is dealt."""
    found = drawn(deals(CANADIAN), 400)
    assert {len(dealt.kitty) for dealt in found} == {2}
    places = {
        (str(card), place)
        for dealt in found
        for place, held in enumerate((*dealt.hands, dealt.kitty))
        for card in held
    }
    assert len(places) == 34 * 5
    assert len({dealt.hands[Seat.NORTH] for dealt in found}) > 60
    assert {len(dealt.kitty) for dealt in drawn(deals(MAINE), 50)} == {0}
    assert {len(dealt.kitty) for dealt in drawn(deals(), 100)} == {0, 2}


def test_moves_are_of_every_kind() -> None:
    """A kind of move never comes, or only such moves as are legal."""
    found = drawn(moves(), 300)
    assert {type(move) for move in found} == set(get_args(Move))
    state = deal(seed=7)
    assert {why_illegal(state, move) is None for move in found} == {True, False}
    assert {len(move.cards) for move in found if isinstance(move, Discard)} >= {0, 1, 2, 3, 4}
    assert simplest(moves(), lambda _: True) == Pass()


def test_views_are_those_of_all_seats_and_of_a_spectator() -> None:
    """One seat's view never comes, or views of one phase only."""
    found = drawn(views(), 300)
    assert {seen.seat for seen in found} == {None, *Seat}
    assert {seen.phase for seen in found} >= {Phase.AUCTION, Phase.TRUMP, Phase.PLAY, *OVER}
    asked = drawn(views(MAINE, phases=[Phase.GIVE], contracts=[Contract.CHARLEMAGNE]), 20)
    assert {(seen.phase, seen.contract) for seen in asked} == {(Phase.GIVE, Contract.CHARLEMAGNE)}


@given(games(max_hands=3))
@settings(deadline=None)
def test_games_go_on_from_state_to_state(game: tuple[State, ...]) -> None:
    """A state is left out, a hand is dealt by the wrong seat, or a game goes on when it is over."""
    first, last = game[0], game[-1]
    assert first.moves == ()
    assert last.phase in OVER
    for before, after in itertools.pairwise(game):
        if before.phase is Phase.HAND_OVER:
            assert after == deal(before, cards=after.deal)
        else:
            assert after == apply(before, after.moves[-1])
    assert 1 <= sum(state.moves == () for state in game) <= 3


def test_games_are_short_and_long() -> None:
    """Every game ends after as many hands, or none is ever over."""
    found = drawn(games(max_hands=3), 200)
    ends = {(sum(state.moves == () for state in game), game[-1].phase) for game in found}
    assert ends >= {(1, Phase.HAND_OVER), (2, Phase.HAND_OVER), (3, Phase.HAND_OVER)}
    assert {phase for _, phase in ends} == set(OVER)
    assert len({state.rules for game in found for state in game}) > 20
    with pytest.raises(InvalidArgument, match="max_hands is an int from 1 up"):
        games(max_hands=0)


def last_state(record: Record) -> State:
    """What the last hand of a record has come to."""
    *_, last = replay(record)
    return last


@given(records(max_hands=3))
@settings(deadline=None)
def test_records_are_of_games_that_can_be_played(record: Record) -> None:
    """A record has a fault, or does not read back: what is found with it may be no fault at all."""
    assert problems(record) == []
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record
    states_of_it = list(replay(record))
    assert [state.moves for state in states_of_it].count(()) == len(record.hands)
    assert 1 <= len(record.hands) <= 3
    assert all(hand.scores is not None for hand in record.hands[:-1])


@given(records(max_hands=3, public=True))
@settings(deadline=None)
def test_public_records_hide_something_and_have_no_faults(record: Record) -> None:
    """What is asked for as public can be replayed, or is no record that anybody could keep."""
    assert problems(record) == []
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record
    with pytest.raises(InvalidDeal, match="hides cards"):
        replay(record)


def test_records_end_anywhere() -> None:
    """Every record breaks off, or none, or a contract never comes."""
    found = drawn(records(max_hands=3), 250)
    ends = [last_state(record) for record in found]
    assert {state.contract for state in ends} == {None, *Contract}
    over = [state.phase for state in ends if state.to_move is None]
    assert set(over) == set(OVER)
    assert 0.4 * len(found) < len(over) < 0.8 * len(found)
    broken_off = Counter(len(record.hands) for record in found if record.hands[-1].scores is None)
    assert set(broken_off) == {1, 2, 3}


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase not in OVER], ids=str)
def test_records_break_off_in_every_phase(phase: Phase) -> None:
    """A phase that is short or rare, such as a choice of aid, is never the last of a record."""

    def is_wanted(record: Record) -> bool:
        return last_state(record).phase is phase

    assert reached(records(ASKING, max_hands=1), is_wanted).rules == ASKING


def has_sizes(record: Record, players: int | None = None, tags: int | None = None) -> bool:
    """Whether a record has so many names of players, or so many tags."""
    return len(record.players) == players or len(record.tags) == tags


def knows(record: Record, seats: tuple[Seat, ...]) -> bool:
    """Whether these are the seats whose whole hand stands in the deal of the first hand."""
    hands = record.hands[0].deal.hands
    return seats == tuple(seat for seat in Seat if len(hands[seat]) == 8)


def test_records_are_of_games_of_all_kinds() -> None:
    """Every game starts at no score, with the same dealer, under the same rules, of no names."""
    found = drawn(records(), 200)
    assert {record.hands[0].dealer for record in found} == set(Seat)
    assert len({record.start for record in found}) > 10
    assert len({record.rules for record in found}) > 10
    assert {seat for record in found for seat in record.players} == set(Seat)
    names = {name for record in found for name in record.players.values()}
    assert any(" " in name for name in names)
    assert not all(name.isascii() for name in names)
    for count in (0, 1, 4):
        reached(records(), partial(has_sizes, players=count))
    for count in (0, 1, 2):
        reached(records(), partial(has_sizes, tags=count))
    assert {record.rules for record in drawn(records(MAINE), 20)} == {MAINE}
    assert {len(record.hands) for record in drawn(records(max_hands=1), 40)} == {1}


def test_records_are_public_where_that_is_asked_for() -> None:
    """Hidden cards come where they were not wanted, or one seat's records never come."""
    assert {record.is_public for record in drawn(records(), 60)} == {False}
    assert {record.is_public for record in drawn(records(public=None), 60)} == {True, False}
    # Until much has been played a seat knows all of its own hand alone, and a spectator of none.
    for known in [(), *((seat,) for seat in Seat)]:
        reached(records(CANADIAN, max_hands=1, public=True), partial(knows, seats=known))


# It is never called.
NO_ENGINE: tuple[Any, Any, Any, Any] = (None, None, None, None)


@pytest.mark.parametrize("count", [0, -3, True, 1.5, "2", None])
@pytest.mark.parametrize(
    ("name", "play"),
    [
        ("max_hands", lambda count: games(max_hands=count)),
        ("max_hands", lambda count: records(max_hands=count)),
        ("games", lambda count: check_bot(lambda seen: seen.legal_moves[0], games=count)),
        ("hands", lambda count: check_rules_engine(*NO_ENGINE, hands=count)),
    ],
)
def test_nothing_is_not_enough(name: str, play: Callable[[Any], object], count: object) -> None:
    """A bot that is never asked passes, and so does an engine that is never compared."""
    with pytest.raises(InvalidArgument, match=f"{name} is an int from 1 up, not"):
        play(count)


@pytest.mark.parametrize("wanted", ["C", ["C"], [], [Phase.PLAY, "PLAY"], 3, Phase.PLAY, [[1]]])
@pytest.mark.parametrize("name", ["phases", "contracts"])
def test_what_states_are_asked_for_is_checked(name: str, wanted: object) -> None:
    """A text is taken for something, and nothing is ever drawn."""
    ask: Callable[..., object] = states
    with pytest.raises(InvalidArgument, match=f"{name} is a collection of {name}"):
        ask(**{name: wanted})


@pytest.mark.parametrize(
    "check",
    [
        lambda rules: check_bot(lambda seen: seen.legal_moves[0], rules=rules),
        lambda rules: check_rules_engine(*NO_ENGINE, rules=rules),
    ],
)
def test_the_rules_of_a_check_are_rules(check: Callable[[Any], object]) -> None:
    """The error speaks of a function that nobody called."""
    with pytest.raises(InvalidArgument, match="rules is a Rules, or None for any, not 'maine'"):
        check("maine")


@pytest.mark.parametrize("kind", [deals, states, views, games, records])
def test_rules_of_a_wrong_kind_are_refused(kind: Callable[[Any], object]) -> None:
    """A text is taken for rules, and the error comes from deep inside Hypothesis."""
    with pytest.raises(InvalidArgument, match="not 'maine'"):
        kind("maine")
    with pytest.raises(InvalidArgument, match="rules is a strategy for Rules, and gave 'maine'"):
        drawn(cast("st.SearchStrategy[object]", kind(st.just("maine"))), 1)


@pytest.mark.parametrize("seed", [None, "7", 1.5])
@pytest.mark.parametrize(
    "check",
    [
        lambda seed: check_bot(lambda seen: seen.legal_moves[0], seed=seed),
        lambda seed: check_rules_engine(*NO_ENGINE, seed=seed),
    ],
)
def test_the_seed_of_a_check_gives_the_same_hands(
    check: Callable[[Any], object], seed: object
) -> None:
    """A fault is found that cannot be found again."""
    with pytest.raises(InvalidArgument, match="seed is an int, not"):
        check(seed)


def test_records_shrink_to_short_games() -> None:
    """A failing example is shown with more hands, moves and names than it needs."""
    first = simplest(records(), lambda record: not record.hands[0].moves)
    assert (len(first.hands), first.start, first.players, first.tags) == (1, (0, 0), {}, {})
    two = simplest(records(CANADIAN), lambda record: len(record.hands) == 2)
    assert sum(len(hand.moves) for hand in two.hands) <= 8
    scored = simplest(
        records(CANADIAN), lambda record: any(hand.result is not None for hand in record.hands)
    )
    assert (len(scored.hands), len(scored.hands[0].moves)) == (1, 7)


def test_records_that_there_are_not_are_refused() -> None:
    """A wrong argument is found out only when something is drawn, or is taken for another."""
    with pytest.raises(InvalidArgument, match="max_hands is an int from 1 up, not 0"):
        records(max_hands=0)
    wrong: Callable[..., object] = records
    for public in (Seat.NORTH, "N", 1):
        with pytest.raises(InvalidArgument, match="True, False or None"):
            wrong(public=public)


# What Hypothesis knows by itself.


@pytest.mark.parametrize(
    "kind",
    [
        *(Card, CardSet, Deal, HandResult, Hidden, KnownDeal, Record, RecordedHand, Rules),
        *(Score, State, Trick, View),
        *get_args(Move),
    ],
)
def test_hypothesis_knows_the_types_of_the_package(kind: type[object]) -> None:
    """What Hypothesis makes up from the constructor is no value, or not one that can be reached."""
    for value in drawn(st.from_type(kind), 20):
        assert isinstance(value, kind)
        assert pickle.loads(pickle.dumps(value)) == value
    if kind is State:
        reached(st.from_type(State), lambda state: state.phase is Phase.GAME_OVER)
    if kind is Card:
        reached(st.from_type(Card), lambda card: card.is_joker)
    if kind is Record:
        assert reached(st.from_type(Record), lambda record: record.is_public).hands
    if kind is RecordedHand:
        assert reached(st.from_type(RecordedHand), lambda hand: hand.result is not None).moves


def ran(code: str) -> str:
    """What a program says that is run in a Python of its own, where warnings are errors."""
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_importing_hypothesis_is_enough() -> None:
    """The entry point is missing or wrong, or does work that Hypothesis warns of."""
    code = """
from hypothesis import find, strategies
from charlemagne import Phase, State
print(find(strategies.from_type(State), lambda state: state.phase is Phase.AUCTION).phase)
"""
    assert ran(code) == "AUCTION"


def test_the_kit_can_be_imported_before_hypothesis() -> None:
    """Hypothesis imports the kit while the kit imports Hypothesis: neither must be half made."""
    code = """
import charlemagne.testing
from hypothesis import find, strategies
print(type(find(strategies.from_type(charlemagne.View), lambda _: True)).__name__)
"""
    assert ran(code) == "View"


def test_without_hypothesis_the_kit_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who forgot the extra reads of a module that is missing and not of how to get it."""
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    monkeypatch.delitem(sys.modules, "charlemagne.testing")
    with pytest.raises(ImportError) as missing:
        importlib.import_module("charlemagne.testing")
    assert "python -m pip install 'charlemagne[testing]'" in str(missing.value)
    assert missing.value.name == "hypothesis"


# The check of bots.


def first_legal(seen: View) -> Move:
    """A bot that is never wrong."""
    return seen.legal_moves[0]


def first_card(seen: View) -> Move:
    """A bot that does not follow suit."""
    return Play(next(iter(seen.hand))) if seen.phase is Phase.PLAY else seen.legal_moves[0]


def printed_suit(seen: View) -> Move:
    """A bot to which the little jack belongs to the suit that is printed on it."""
    if seen.phase is Phase.PLAY and seen.trick:
        led = seen.trick[0][1].suit
        following = [card for card in seen.hand if card.suit is led]
        if following:
            return Play(following[0])
    return seen.legal_moves[0]


def never_bids(seen: View) -> Move:
    """A bot that passes as the dealer who must bid."""
    return Pass() if seen.phase is Phase.AUCTION else seen.legal_moves[0]


def always_five(seen: View) -> Move:
    """A bot that does not hear what others bid."""
    return Bid(Contract.FIVE) if seen.phase is Phase.AUCTION else seen.legal_moves[0]


def gives_its_last(seen: View) -> Move:
    """A bot that does not hear what it is asked for."""
    return GiveCard(list(seen.hand)[-1]) if seen.phase is Phase.GIVE else seen.legal_moves[0]


def discards_two(seen: View) -> Move:
    """A bot that knows of the kitty and not of the partner's card."""
    held = list(seen.hand)
    return Discard(held[:2]) if seen.phase is Phase.DISCARD else seen.legal_moves[0]


def keeps_its_jokers(seen: View) -> Move:
    """A bot that has nothing left when its filter has run."""
    plain = [m for m in seen.legal_moves if not isinstance(m, Play) or not m.card.is_joker]
    return plain[0]


def knows_no_aid(seen: View) -> Move:
    """A bot that was never told of a phase."""
    return seen.legal_moves[0] if seen.phase is not Phase.AID else no_move(None)


def no_move(answer: object) -> Move:
    """Something that is said to be a move."""
    return cast(Move, answer)


def asks_by_name(seen: View) -> Move:
    """A bot that asks for a card where none may be named."""
    if seen.phase in {Phase.AID, Phase.ASK}:
        return AskPartner(next(iter(seen.unseen)))
    return seen.legal_moves[0]


@pytest.mark.parametrize("reading", [None, CANADIAN, MAINE, ENGLISH, KOREAN], ids=str)
def test_check_bot_lets_lawful_bots_pass(reading: Rules | None) -> None:
    """A bot that does nothing wrong is found at fault, or is asked out of turn."""
    asked: list[View] = []
    luck = random.Random(5)

    def bot(seen: View) -> Move:
        asked.append(seen)
        return luck.choice(seen.legal_moves)

    check_bot(bot, rules=reading, games=60)
    assert all(seen.seat is seen.to_move for seen in asked)
    assert {seen.seat for seen in asked} == set(Seat)
    assert {seen.contract for seen in asked} == {None, *Contract}
    if reading is None:
        assert {seen.phase for seen in asked} == set(Phase) - set(OVER)
        assert len({seen.rules for seen in asked}) > 20
    else:
        assert {seen.rules for seen in asked} == {reading}


def test_check_bot_plays_on_with_what_the_bot_answers() -> None:
    """A bot is asked only in hands that others play, or always on the same seat."""
    answers: dict[tuple[Seat | None, tuple[Move | Hidden, ...]], Move] = {}
    own_hands: Counter[Seat | None] = Counter()

    def bot(seen: View) -> Move:
        if not seen.calls:
            answers.clear()
        own = [at for at in range(len(seen.moves)) if (seen.seat, seen.moves[:at]) in answers]
        kept = [answers[seen.seat, seen.moves[:at]] == seen.moves[at] for at in own]
        own_hands[seen.seat] += len(kept) > 5 and all(kept)
        answers[seen.seat, seen.moves] = seen.legal_moves[-1]
        return seen.legal_moves[-1]

    check_bot(bot, games=40)
    assert len(own_hands) == 4
    assert min(own_hands.values()) > 5


def test_check_bot_comes_to_an_end_with_bots_that_always_pass() -> None:
    """Games in which nobody ever scores go on for ever."""
    check_bot(lambda seen: seen.legal_moves[0], rules=Rules(target=1000), games=5)


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (first_card, "(play.follow)"),
        (printed_suit, "(play.follow)"),
        (never_bids, "(bid.dealer-forced)"),
        (always_five, "(bid.higher)"),
        (gives_its_last, "(named-card)"),
        (discards_two, "not 2 ("),
        (asks_by_name, "(named-card)"),
        (keeps_its_jokers, "raised IndexError"),
        (lambda seen: 1 // 0, "raised ZeroDivisionError"),
        (knows_no_aid, "returned None"),
        (lambda seen: no_move("P"), "returned 'P'"),
        (lambda seen: no_move(Hidden(Discard)), "returned Hidden"),
        (lambda seen: no_move(Pass), "returned <class"),
    ],
)
def test_check_bot_finds_a_bot_that_is_wrong(bot: Callable[[View], Move], said: str) -> None:
    """A fault is not seen, or is told without the position in which it can be seen again."""
    with pytest.raises(ConformanceError) as failed:
        check_bot(bot, games=200)
    assert said in str(failed.value)
    assert str(failed.value).endswith(f"\n{failed.value.position}")
    state = parse_position(failed.value.position)
    assert f"for {state.to_move}" in str(failed.value)
    assert (failed.value.__cause__ is None) == ("not legal" in str(failed.value))
    try:
        again = why_illegal(state, bot(view(state, state.to_move)))
    except (ArithmeticError, LookupError, TypeError):
        return
    assert again is not None
    assert again.message in str(failed.value)


def test_check_bot_plays_the_same_games_again() -> None:
    """A fault that was found once cannot be found again, or every seed gives the same games."""
    positions = []
    for seed in (0, 0, 1):
        with pytest.raises(ConformanceError) as failed:
            check_bot(first_card, seed=seed)
        positions.append(failed.value.position)
    assert positions[0] == positions[1] != positions[2]


def test_a_conformance_error_is_a_failed_assertion_that_can_be_sent() -> None:
    """Test runners do not count it as a failure, or lose it on its way from another process."""
    with pytest.raises(AssertionError) as failed:
        check_bot(first_card)
    again = pickle.loads(pickle.dumps(failed.value))
    assert isinstance(again, ConformanceError)
    assert str(again) == str(failed.value)


# The check of other implementations of the rules.

Summary = tuple[str | None, tuple[int, int]]


def summary_of(hand: naive.NaiveHand) -> Summary:
    """The seat on move and the scores, as the naive reading has them."""
    return hand.to_move, hand.scores


def check_naive(
    *,
    start: Callable[[str], naive.NaiveHand] = naive.read_position,
    legal: Callable[[naive.NaiveHand], Iterable[str]] = naive.NaiveHand.legal,
    move: Callable[[naive.NaiveHand, str], naive.NaiveHand] = naive.NaiveHand.play,
    summary: Callable[[naive.NaiveHand], Summary] = summary_of,
    hands: int = 150,
    reading: Rules | None = None,
    seed: int = 0,
) -> None:
    """The check, with the naive reading as the other implementation but for some callables."""
    check_rules_engine(start, legal, move, summary, hands=hands, rules=reading, seed=seed)


@pytest.mark.parametrize("reading", [None, CANADIAN, MAINE, ENGLISH, KOREAN], ids=str)
def test_check_rules_engine_agrees_with_the_naive_reading(reading: Rules | None) -> None:
    """Two readings of the same rules differ, or the check finds a difference that is none."""
    played = set()

    def start(text: str) -> naive.NaiveHand:
        played.add(Rules.parse(text.split(maxsplit=1)[0]))
        return naive.read_position(text)

    check_naive(start=start, hands=deeper(150), reading=reading)
    assert played == {reading} if reading is not None else len(played) > 20


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("reading", [None, MAINE, KOREAN], ids=str)
def test_check_rules_engine_sees_every_contract_made_and_failed(
    reading: Rules | None, seed: int
) -> None:
    """Whole parts of another implementation are never asked for."""
    results = Counter[tuple[str, bool]]()
    rules_seen = set()

    def summary(hand: naive.NaiveHand) -> Summary:
        rules_seen.add(str(hand.rules))
        if hand.result is not None:
            contract, _, _, made, _, _ = hand.result
            results[contract, made] += 1
        return summary_of(hand)

    check_naive(summary=summary, hands=100, reading=reading, seed=seed)
    assert len(results) == 16
    assert len(rules_seen) > 50 or reading is not None


@pytest.mark.parametrize("reading", [None, MAINE, ASKING], ids=str)
def test_a_card_is_asked_for_by_name_and_without_a_name(reading: Rules | None) -> None:
    """One request for any card is lost among those for each card by its name."""
    asked = Counter[bool]()

    def move(hand: naive.NaiveHand, text: str) -> naive.NaiveHand:
        if text.startswith("A") and len(hand.legal()) > 2:
            asked[text == "A"] += 1
        return naive.NaiveHand.play(hand, text)

    check_naive(move=move, reading=reading, hands=100)
    assert min(asked[True], asked[False]) > 1


def test_check_rules_engine_takes_legal_moves_in_any_order() -> None:
    """An implementation is blamed for listing its moves its own way."""
    check_naive(legal=lambda hand: reversed(hand.legal()), hands=20)


def little_jack_at_home(patch: pytest.MonkeyPatch) -> None:
    """The little jack belongs to the suit that is printed on it, except to win."""

    def suit_in_play(card: str, trump: str | None) -> str:
        return (trump or "joker") if card in {"HI", "LO"} else card[1]

    patch.setattr(naive, "suit_in_play", suit_in_play)


def jokers_kept(patch: pytest.MonkeyPatch) -> None:
    """A joker need never be played."""
    lawful = naive.playable
    patch.setattr(
        naive, "playable", lambda hand, trick, trump, _: lawful(hand, trick, trump, False)
    )


def nine_low(patch: pytest.MonkeyPatch) -> None:
    """The nine of trump is never high."""
    lawful = naive.winner_of
    patch.setattr(naive, "winner_of", lambda trick, trump, _: lawful(trick, trump, False))


def partner_plays(patch: pytest.MonkeyPatch) -> None:
    """The partner of a solo player plays on."""
    lawful = naive.NaiveHand._start_play

    def start_play(hand: naive.NaiveHand) -> None:
        lawful(hand)
        hand.partner_out = None

    patch.setattr(naive.NaiveHand, "_start_play", start_play)


def dealer_free(patch: pytest.MonkeyPatch) -> None:
    """The dealer may always pass."""
    lawful = naive.NaiveHand._legal_calls

    def legal_calls(hand: naive.NaiveHand, seat: str) -> list[str]:
        return list(dict.fromkeys(["P", *lawful(hand, seat)]))

    patch.setattr(naive.NaiveHand, "_legal_calls", legal_calls)


def pass_not_final(patch: pytest.MonkeyPatch) -> None:
    """A seat that has passed is asked again."""
    patch.setattr(naive.NaiveHand, "_next_caller", lambda _, seat: naive.left_of(seat))


def gift_free(patch: pytest.MonkeyPatch) -> None:
    """A card that is asked for by name need not be given."""
    patch.setattr(
        naive.NaiveHand,
        "_legal_gifts",
        lambda hand, seat: [f">{card}" for card in hand.hands[seat]],
    )


def kitty_left(patch: pytest.MonkeyPatch) -> None:
    """Nobody takes the kitty."""
    patch.setattr(naive.NaiveHand, "_take_kitty", lambda _: None)


def never_stopped(patch: pytest.MonkeyPatch) -> None:
    """A contract that is broken is played to its end."""
    patch.setattr(naive.NaiveHand, "_is_broken", lambda _: False)


def no_points(patch: pytest.MonkeyPatch) -> None:
    """Nobody ever scores."""
    patch.setattr(naive.NaiveHand, "scores", property(lambda hand: hand.scores_at_deal))


@pytest.mark.parametrize(
    ("fault", "phases"),
    [
        (little_jack_at_home, "PLAY"),
        (jokers_kept, "PLAY"),
        (nine_low, "PLAY HAND_OVER GAME_OVER"),
        (partner_plays, "PLAY"),
        (dealer_free, "AUCTION"),
        (pass_not_final, "AUCTION"),
        (gift_free, "GIVE"),
        (kitty_left, "DISCARD"),
        (never_stopped, "HAND_OVER GAME_OVER"),
        (no_points, "HAND_OVER GAME_OVER"),
    ],
)
def test_check_rules_engine_finds_a_broken_rule(
    fault: Callable[[pytest.MonkeyPatch], None], phases: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that another implementation has wrong, found where it first makes a difference."""
    fault(monkeypatch)
    with pytest.raises(ConformanceError) as failed:
        check_naive()
    assert str(failed.value).endswith(f"\n{failed.value.position}")
    state = parse_position(failed.value.position)
    assert str(state.phase) in phases.split()


def raising(*error: object) -> naive.NaiveHand:
    """A callable that does not work."""
    for shy in error:
        if isinstance(shy, Shy):
            raise shy
    raise LookupError("no such thing")


def giving(answer: object) -> Callable[[object], Any]:
    """A callable that always says the same, of any kind."""
    return lambda _: answer


class Shy(Exception):
    """Something that does not say what it is."""

    def __repr__(self) -> str:
        raise ValueError("no")


def test_check_rules_engine_tells_which_callable_is_wrong() -> None:
    """An error in another implementation comes out bare, or an answer is not compared."""
    wrong: dict[str, Callable[[], None]] = {
        "start raised LookupError": lambda: check_naive(start=raising),
        "apply, with the last move, raised LookupError": lambda: check_naive(move=raising),
        "legal raised LookupError": lambda: check_naive(legal=lambda hand: [str(raising())]),
        "summary raised LookupError": lambda: check_naive(summary=lambda h: summary_of(raising())),
        "legal has P more than once": lambda: check_naive(
            legal=lambda h: h.legal() + h.legal()[:1]
        ),
        "legal lacks P, and has 'Q', not legal here, in": lambda: check_naive(
            legal=lambda h: [move.replace("P", "Q") for move in h.legal()]
        ),
        "legal lacks P 5 6 7 8 and 4 more, in": lambda: check_naive(legal=giving([])),
        "legal has 'PP', not legal here, in": lambda: check_naive(
            legal=lambda h: (*h.legal(), "PP")
        ),
        "legal gives 'P 5 6', which is one text": lambda: check_naive(legal=giving("P 5 6")),
        "legal lists None, which is no text": lambda: check_naive(legal=giving([None])),
        "legal lists Pass(), which is no text": lambda: check_naive(legal=giving([Pass()])),
        "legal lists 80, which is no text": lambda: check_naive(legal=giving(b"P")),
        "legal has P 5 6 7 8 and 4 more more than once": lambda: check_naive(
            legal=lambda h: itertools.cycle(h.legal())
        ),
        "summary is a Shy that has no repr": lambda: check_naive(summary=giving(Shy())),
        "summary raised a Shy that has": lambda: check_naive(
            summary=lambda _: summary_of(raising(Shy()))
        ),
        "summary is ('N', ": lambda: check_naive(summary=lambda h: ("N", h.scores)),
        "summary is (None, ": lambda: check_naive(summary=lambda h: (None, h.scores)),
    }
    for said, check in wrong.items():
        with pytest.raises(ConformanceError) as failed:
            check()
        assert str(failed.value).startswith(said)
        assert parse_position(failed.value.position).phase is Phase.AUCTION
        assert ("raised" in said) == isinstance(failed.value.__cause__, LookupError | Shy)


def test_what_hypothesis_raises_is_no_fault_of_a_bot_or_an_engine() -> None:
    """In a property, `assume` in a bot makes the test fail instead of another example."""

    def rejecting(_: object) -> Any:
        raise UnsatisfiedAssumption

    with pytest.raises(UnsatisfiedAssumption):
        check_bot(rejecting)
    with pytest.raises(UnsatisfiedAssumption):
        check_naive(start=rejecting)
    with pytest.raises(UnsatisfiedAssumption):
        check_naive(summary=rejecting)


def test_check_rules_engine_plays_the_same_hands_again() -> None:
    """A difference that was found once cannot be found again."""
    positions = []
    for seed in (0, 0, 1):
        with pytest.raises(ConformanceError) as failed:
            check_naive(start=raising, seed=seed)
        positions.append(failed.value.position)
    assert positions[0] == positions[1] != positions[2]
