"""A test kit: Hypothesis strategies for the values of a game, and checks of bots and engines.

It comes with the extra `testing`, and the package itself never imports it.

>>> from charlemagne import legal_moves
>>> from hypothesis import given, settings
>>> @settings(max_examples=5, database=None)
... @given(states(phases=[Phase.PLAY]))
... def test_somebody_can_play(state):
...     assert legal_moves(state)
>>> test_somebody_can_play()

Importing Hypothesis is enough for `strategies.from_type` to know the values of a game, `State`,
`View` and `Record` among them: Hypothesis finds this module through its entry point.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice, takewhile
from typing import Generic, Protocol, TypeAlias, TypeVar, final

import attrs

from charlemagne.cards import CARDS, Card, CardSet, Rank, Suit
from charlemagne.contracts import CONTRACTS, Contract
from charlemagne.dealing import deal
from charlemagne.deals import HAND_SIZE, Deal, Trick
from charlemagne.engine import apply, legal_moves, score, why_illegal
from charlemagne.moves import (
    ASK,
    ASKS,
    BIDS,
    GIFTS,
    PASS,
    PLAYS,
    TAKE_KITTY,
    TRUMPS,
    AskPartner,
    Bid,
    Discard,
    GiveCard,
    Hidden,
    Move,
    NameTrump,
)
from charlemagne.notation import position_text
from charlemagne.recorded import KnownDeal, RecordedHand, recorded
from charlemagne.records import Record
from charlemagne.rules import (
    FIELDS,
    PRESETS,
    Auction,
    Pack,
    RedealBy,
    Rules,
    Shown,
    TrickBidLead,
    TrumpNamed,
)
from charlemagne.scoring import HandResult, Score
from charlemagne.seats import SEATS, Seat
from charlemagne.state import State
from charlemagne.table import Phase
from charlemagne.texts import quoted
from charlemagne.tricks import order_of
from charlemagne.views import View, view

try:
    from hypothesis import reject
    from hypothesis import strategies as st
    from hypothesis.errors import HypothesisException, InvalidArgument
    from hypothesis.strategies import SearchStrategy
except ImportError as _missing:
    needed = "charlemagne.testing needs Hypothesis: python -m pip install 'charlemagne[testing]'"
    raise ImportError(needed, name=_missing.name) from _missing

__all__ = [
    "ConformanceError",
    "card_sets",
    "cards",
    "check_bot",
    "check_rules_engine",
    "deals",
    "games",
    "moves",
    "records",
    "rules",
    "seats",
    "states",
    "views",
]

_T = TypeVar("_T")

_NO_CARDS = CardSet()


class _Luck(Protocol):
    """Where luck comes from: hands are built in one way from Hypothesis's draws and from dice."""

    def below(self, limit: int) -> int:
        """Choose a number from 0 up to, not including, a limit."""

    def shuffled(self, pack: list[Card]) -> list[Card]:
        """Choose an order of some cards."""


@final
@attrs.frozen
class _Dice:
    """The luck of a generator."""

    rng: random.Random

    def below(self, limit: int) -> int:
        return self.rng.randrange(limit)

    def shuffled(self, pack: list[Card]) -> list[Card]:
        return self.rng.sample(pack, len(pack))


@functools.cache
def _below(limit: int) -> SearchStrategy[int]:
    return st.integers(0, limit - 1)


@final
@attrs.frozen
class _Draws:
    """The luck of Hypothesis, which shrinks to zeros and to the order in which cards are given."""

    draw: st.DrawFn

    def below(self, limit: int) -> int:
        return self.draw(_below(limit)) if limit > 1 else 0

    def shuffled(self, pack: list[Card]) -> list[Card]:
        return self.draw(st.permutations(pack))


# ---------------------------------------------------------------- rules and deals

_YES_OR_NO = (False, True)
_C = Contract.CHARLEMAGNE
_GC = Contract.GROS_CHARLEMAGNE
_OPTIONS: Mapping[str, tuple[object, ...]] = {
    "pack": tuple(Pack),
    "nine_high": _YES_OR_NO,
    "auction": tuple(Auction),
    "dealer_forced": _YES_OR_NO,
    "redeal_by": tuple(RedealBy),
    "trump_named": tuple(TrumpNamed),
    "trick_bid_lead": tuple(TrickBidLead),
    "gros_mulot_shown": (Shown.AFTER_FIRST_TRICK, Shown.AT_ONCE),
    "gros_charlemagne_shown": tuple(Shown),
    "named_card": (frozenset(), frozenset({_C}), frozenset({_GC}), frozenset({_C, _GC})),
    "joker_forced": (True, False),
    "stop_when_broken": (True, False),
}


def _some_rules(luck: _Luck, fixed: Mapping[str, object]) -> Rules:
    """Choose a preset, or every field by itself, with some fields given."""
    presets = tuple(PRESETS.values())
    kind = luck.below(3 * len(presets))
    if kind < len(presets):
        return _with_fields(presets[kind], fixed)
    fields = {field: values[luck.below(len(values))] for field, values in _OPTIONS.items()}
    fields["target"] = (32, 21, 1 + luck.below(60), 1 + luck.below(10**6))[luck.below(4)]
    some = luck.below(1 << len(CONTRACTS)) if luck.below(3) == 2 else 0
    changed = [contract for place, contract in enumerate(CONTRACTS) if some >> place & 1]
    fields["values"] = {contract: (1 + luck.below(40), 1 + luck.below(40)) for contract in changed}
    return _with_fields(Rules(), fields | dict(fixed))


def _with_fields(reading: Rules, fields: Mapping[str, object]) -> Rules:
    """Lay some fields over a reading, which checks them."""
    kept = {field: getattr(reading, field) for field in FIELDS}
    make: Callable[..., Rules] = Rules
    return make(**kept | dict(fields))


def _some_deal(
    luck: _Luck, reading: Rules, owner: Seat | None = None, hand: CardSet = _NO_CARDS
) -> Deal:
    """Shuffle and deal; one seat's hand may be given."""
    # All cards are shuffled, whatever is dealt of them: to Hypothesis fewer draws are simpler, and
    # no pack and no plan is to be.
    dealt = reading.pack.cards - hand
    rest = [card for card in luck.shuffled(list(CARDS)) if card in dealt]
    hands = []
    for seat in SEATS:
        if seat is owner:
            hands.append(hand)
        else:
            hands.append(CardSet(rest[:HAND_SIZE]))
            rest = rest[HAND_SIZE:]
    return Deal(hands, CardSet(rest))


# ---------------------------------------------------------------- hands, move by move


@final
@attrs.frozen
class _Plan:
    """What a hand shall come to.

    Attributes:
        contract: The contract that the auction ends in, None when all pass.
        aim: The phase that must not be passed by, None if it does not matter.
        hand: The cards that the bidder is dealt and keeps, empty if that is left to luck.
        trump: The trump that the bidder names with them.
    """

    contract: Contract | None
    aim: Phase | None = None
    hand: CardSet = _NO_CARDS
    trump: Suit | None = None


def _some_plan(
    luck: _Luck, reading: Rules, contract: Contract | None, aim: Phase | None = None
) -> _Plan:
    """Plan a hand; in one of four the bidder is dealt cards that all but make the contract.

    With cards and moves left to luck nobody would ever see a Charlemagne made.
    """
    if contract is None or luck.below(4) < 3:
        return _Plan(contract, aim)
    return _plan_with_hand(luck, contract, reading, aim)


def _plan_with_hand(
    luck: _Luck, contract: Contract, reading: Rules, aim: Phase | None = None, *, good: bool = True
) -> _Plan:
    """Plan a hand in which the bidder is dealt cards that all but make the contract, or fail it."""
    trump = tuple(Suit)[luck.below(4)]
    if contract.is_mulot is good:
        lowest = [card for card in CARDS if card.rank in {Rank.SEVEN, Rank.EIGHT}]
        return _Plan(contract, aim, CardSet(lowest), trump)
    order = order_of(trump, reading.nine_high, reading.joker_forced)
    beaten_by = {card: order.beaters[card._index].bit_count() for card in reading.pack.cards}
    trumps = [card for card in beaten_by if order.suits[trump] >> card._index & 1]
    best = sorted(trumps, key=lambda card: beaten_by[card])[:HAND_SIZE]
    return _Plan(contract, aim, CardSet(best), trump)


def _some_move(luck: _Luck, choices: Sequence[Move]) -> Move:
    """Choose one of some moves: first the kind, so that few are not lost among many."""
    kinds = list(dict.fromkeys(map(_kind, choices)))
    kind = kinds[luck.below(len(kinds))]
    alike = [move for move in choices if _kind(move) == kind]
    return alike[luck.below(len(alike))]


def _kind(move: Move) -> tuple[type, bool]:
    """Tell moves apart by their class, and a request for any card from one for a certain card."""
    return type(move), isinstance(move, AskPartner) and move.card is None


def _next_move(luck: _Luck, state: State, plan: _Plan) -> Move:
    """Choose a legal move that keeps to the plan."""
    if state.phase is Phase.DISCARD and plan.hand and state.to_move is not None:
        return Discard(state.hands[state.to_move] - plan.hand)
    if state.phase is Phase.TRUMP and plan.trump is not None:
        return NameTrump(plan.trump)
    choices = legal_moves(state)
    if state.phase is Phase.AUCTION:
        return _next_call(luck, state, choices, plan.contract)
    if state.phase is Phase.AID and plan.aim is Phase.GIVE:
        choices = tuple(move for move in choices if isinstance(move, AskPartner))
    return _some_move(luck, choices)


def _next_call(
    luck: _Luck, state: State, choices: Sequence[Move], contract: Contract | None
) -> Move:
    """Choose a call after which the auction can end in a contract, or with all passing."""
    if contract is None:
        return PASS
    low = [call for call in choices if not isinstance(call, Bid) or call.contract <= contract]
    call = _some_move(luck, low)
    return call if _may_end(apply(state, call), contract) else Bid(contract)


def _may_end(state: State, contract: Contract) -> bool:
    """Whether an auction that is kept as low as a contract has ended in it, or goes on."""
    return state.phase is Phase.AUCTION or state.contract is contract


def _hand(luck: _Luck, first: State, plan: _Plan) -> Iterator[State]:
    """Give the states of a hand one after the other; the first is as given, but for its cards.

    The auction is settled before the cards are dealt: a plan may be made for the bidder's hand.
    """
    calling = _moved_on(luck, first, plan, lambda now: now.phase is Phase.AUCTION)
    state = [first, *calling][-1]
    owner = state.bidder if plan.hand else None
    calls = state.moves
    state = _dealt_again(first, _some_deal(luck, state.rules, owner, plan.hand), first.scores)
    yield state
    for call in calls:
        state = apply(state, call)
        yield state
    yield from _moved_on(luck, state, plan, lambda now: now.to_move is not None)


# The calls of an auction that runs on, the exchange and the cards.
_MOST_MOVES = 11 + 4 + 32


def _moved_on(
    luck: _Luck, state: State, plan: _Plan, goes_on: Callable[[State], bool]
) -> Iterator[State]:
    """Give the states that follow for as long as a hand goes on, which is not for ever."""
    for _ in range(_MOST_MOVES + 1):
        if not goes_on(state):
            return
        state = apply(state, _next_move(luck, state, plan))
        yield state
    msg = f"this hand has no end: {position_text(state)}"
    raise AssertionError(msg)


def _dealt_again(state: State, cards: Deal, scores: tuple[int, int]) -> State:
    """Deal the hand of a state again, with other cards and at other scores."""
    return deal(state.rules, cards=cards, dealer=state.dealer, scores=scores)


def _some_start(luck: _Luck, reading: Rules, scores: tuple[int, int]) -> State:
    """Start a game with some cards, no matter which; choose the dealer."""
    return deal(reading, seed=0, dealer=SEATS[luck.below(len(SEATS))], scores=scores)


# All passed, or a contract. First come those with which a hand can be over soonest: what Hypothesis
# draws shrinks to them.
_ENDS_OF_AUCTIONS: tuple[Contract | None, ...] = (
    None,
    *(contract for contract in CONTRACTS if contract.is_mulot),
    *(contract for contract in CONTRACTS if contract.is_trick_bid),
    *(contract for contract in CONTRACTS if contract.is_charlemagne),
)


def _some_contract(luck: _Luck, reading: Rules) -> Contract | None:
    """Choose a contract, or none where all may pass, each as often as any other."""
    contracts = _contracts(reading)
    return contracts[luck.below(len(contracts))]


def _contracts(reading: Rules) -> Sequence[Contract | None]:
    """List the contracts, and none where all may pass."""
    return _ENDS_OF_AUCTIONS[1:] if reading.dealer_forced else _ENDS_OF_AUCTIONS


def _any_plan(luck: _Luck, reading: Rules) -> _Plan:
    """Plan a hand that is played to its end."""
    return _some_plan(luck, reading, _some_contract(luck, reading))


def _phases(reading: Rules, contract: Contract | None) -> list[Phase]:
    """List the phases that a contract comes to, in order; the rare and the long ones count more."""
    if contract is None:
        passed_out = [] if reading.dealer_forced else [Phase.HAND_OVER]
        return [Phase.AUCTION] * 3 + passed_out
    kitty = reading.pack.kitty_size > 0
    found: list[Phase] = []
    if contract.is_charlemagne:
        if kitty and contract is _GC:
            found += [Phase.AID] * 3
        elif contract in reading.named_card:
            found += [Phase.ASK] * 4
        found += [Phase.GIVE] * 2
    if contract.is_charlemagne or (contract.is_trick_bid and kitty):
        found.append(Phase.DISCARD)
    if not contract.is_mulot:
        found.append(Phase.TRUMP)
    found += [Phase.PLAY] * 3
    if min(reading.value(contract)) < reading.target:
        found.append(Phase.HAND_OVER)
    return [*found, Phase.GAME_OVER]


_Places: TypeAlias = list[tuple[Contract | None, list[Phase]]]


def _places(
    reading: Rules,
    phases: frozenset[Phase] | None,
    contracts: frozenset[Contract | None] | None,
) -> _Places:
    """List the contracts, and for each its phases, that rules and filters leave."""
    found: _Places = []
    for contract in _ENDS_OF_AUCTIONS:
        if contracts is None or contract in contracts:
            reached = _phases(reading, contract)
            wanted = [phase for phase in reached if phases is None or phase in phases]
            if wanted:
                found.append((contract, wanted))
    return found


def _plan_for(luck: _Luck, reading: Rules, places: _Places) -> _Plan:
    """Plan a hand that comes to one of some phases of some contracts."""
    contract, reached = places[luck.below(len(places))]
    aim = reached[luck.below(len(reached))]
    # Drawn in any case: to Hypothesis a hand that is over is not to be simpler than its auction.
    bid_for = _some_contract(luck, reading)
    return _some_plan(luck, reading, bid_for if aim is Phase.AUCTION else contract, aim)


def _some_state(luck: _Luck, first: State, plan: _Plan) -> State:
    """Play a hand until the phase of its plan has come, and in play for some cards more."""
    far = luck.below(3 * 32)
    hand = _hand(luck, first, plan)
    if plan.aim is Phase.AUCTION:
        calls = list(takewhile(lambda state: state.phase is plan.aim, hand))
        return calls[far % len(calls)]
    if plan.aim is Phase.PLAY:
        return _some_play(far, hand, plan.contract)
    return next(state for state in hand if state.phase is plan.aim or state.to_move is None)


def _some_play(far: int, hand: Iterator[State], contract: Contract | None) -> State:
    """Take from a hand a state in play, at the latest the one before its last card."""
    played = far % (24 if contract is not None and contract.is_solo else 32)
    state = next(state for state in hand if state.phase is Phase.PLAY)
    for _ in range(played):
        following = next(hand)
        if following.phase is not Phase.PLAY:
            break
        state = following
    return state


def _some_scores(luck: _Luck, target: int) -> tuple[int, int]:
    """Choose scores to start from: none, or any below the target."""
    return (luck.below(target), luck.below(target)) if luck.below(2) else (0, 0)


def _scores_for(luck: _Luck, state: State, aim: Phase | None) -> tuple[int, int] | None:
    """Choose scores with which a hand that has ended ends the game, or does not; None if none do.

    They are chosen when it has ended, since nothing before its end depends on them.
    """
    result = state.result
    scores = list(_some_scores(luck, state.rules.target))
    if result is None:
        return scores[0], scores[1]
    side = result.side.__index__()
    enough = max(0, state.rules.target - result.points)
    if aim is Phase.GAME_OVER:
        scores[side] = max(scores[side], enough)
    elif enough == 0:
        return None
    else:
        scores[side] = min(scores[side], enough - 1)
    return scores[0], scores[1]


def _with_scores(state: State, scores: tuple[int, int]) -> State:
    """Play a hand again from other scores."""
    again = _dealt_again(state, state.deal, scores)
    for move in state.moves:
        again = apply(again, move)
    return again


# ---------------------------------------------------------------- the strategies


def _readings(wanted: Rules | SearchStrategy[Rules] | None) -> SearchStrategy[Rules]:
    """Turn what may be given for rules into a strategy."""
    if wanted is None:
        return rules()
    if isinstance(wanted, Rules):
        return st.just(wanted)
    if not isinstance(wanted, SearchStrategy):
        msg = f"rules is a Rules, a strategy for them, or None for any, not {quoted(wanted)}"
        raise InvalidArgument(msg)
    return wanted.map(_as_reading)


def _as_reading(drawn: object) -> Rules:
    """Refuse what a strategy for rules has given that is none."""
    if not isinstance(drawn, Rules):
        msg = f"rules is a strategy for Rules, and gave {quoted(drawn)}"
        raise InvalidArgument(msg)
    return drawn


def cards(*, jokers: bool = True) -> SearchStrategy[Card]:
    """Draw a card.

    Args:
        jokers: Whether the jokers are among the cards.

    Returns:
        The strategy; it shrinks to the seven of clubs.
    """
    return st.sampled_from(CARDS if jokers else tuple(Pack.WITHOUT_JOKERS.cards))


def card_sets(
    *, min_size: int = 0, max_size: int | None = None, jokers: bool = True
) -> SearchStrategy[CardSet]:
    """Draw a set of cards.

    Args:
        min_size: The fewest cards in it.
        max_size: The most cards in it, None for the whole pack.
        jokers: Whether the jokers are among the cards.

    Returns:
        The strategy; it shrinks to few and low cards.
    """
    return st.frozensets(cards(jokers=jokers), min_size=min_size, max_size=max_size).map(CardSet)


def seats() -> SearchStrategy[Seat]:
    """Draw a seat.

    Returns:
        The strategy; it shrinks to North.
    """
    return st.sampled_from(SEATS)


def rules(**fixed: object) -> SearchStrategy[Rules]:
    """Draw house rules: a preset, or any allowed combination of values.

    Args:
        **fixed: Fields of `Rules` that are to have this value.

    Returns:
        The strategy; it shrinks to the default game.

    Raises:
        InvalidRules: A field or its value is none that there is.
    """
    checked = _with_fields(Rules(), fixed)
    return _any_rules({field: getattr(checked, field) for field in fixed})


@st.composite
def _any_rules(draw: st.DrawFn, fixed: Mapping[str, object]) -> Rules:
    return _some_rules(_Draws(draw), fixed)


def deals(rules: Rules | SearchStrategy[Rules] | None = None) -> SearchStrategy[Deal]:
    """Draw the cards of a hand as they are dealt.

    Args:
        rules: The rules, or a strategy for them, for the pack; None for any rules.

    Returns:
        The strategy; it shrinks to the pack dealt in its order.
    """
    return _any_deal(_readings(rules))


@st.composite
def _any_deal(draw: st.DrawFn, readings: SearchStrategy[Rules]) -> Deal:
    return _some_deal(_Draws(draw), draw(readings))


def moves() -> SearchStrategy[Move]:
    """Draw a move of any kind, which may or may not be legal anywhere.

    Returns:
        The strategy; it shrinks to a pass.
    """
    return _any_move()


_KINDS: tuple[tuple[Move, ...], ...] = (
    (PASS,),
    BIDS,
    (TAKE_KITTY,),
    (ASK, *ASKS),
    GIFTS,
    TRUMPS,
    PLAYS,
)


@st.composite
def _any_move(draw: st.DrawFn) -> Move:
    kind = draw(_below(len(_KINDS) + 1))
    if kind < len(_KINDS):
        return draw(st.sampled_from(_KINDS[kind]))
    return Discard(draw(card_sets(max_size=4)))


def states(
    rules: Rules | SearchStrategy[Rules] | None = None,
    *,
    phases: Iterable[Phase] | None = None,
    contracts: Iterable[Contract | None] | None = None,
) -> SearchStrategy[State]:
    """Draw a state that can be reached by legal moves.

    Each contract is about as frequent as any other, and no contract as well: an auction, or a hand
    that was passed out. Some bidders are dealt cards that make their contract.

    Args:
        rules: The rules, or a strategy for them; None for any rules.
        phases: The phases that the state may be in, None for all.
        contracts: The contracts that the state may have, with None for having none; None for all.

    Returns:
        The strategy; it shrinks to few moves, and those to the first in the lists of legal moves.

    Raises:
        InvalidArgument: The rules are given, and no state under them is as wanted; or an argument
            is of another kind.
    """
    wanted_phases = _some_of("phases", phases, Phase)
    wanted_contracts = _some_of("contracts", contracts, (*CONTRACTS, None))
    if isinstance(rules, Rules) and not _places(rules, wanted_phases, wanted_contracts):
        msg = f"under the rules {rules} no hand comes to such a phase in such a contract"
        raise InvalidArgument(msg)
    return _any_state(_readings(rules), wanted_phases, wanted_contracts)


@st.composite
def _any_state(
    draw: st.DrawFn,
    readings: SearchStrategy[Rules],
    phases: frozenset[Phase] | None,
    contracts: frozenset[Contract | None] | None,
) -> State:
    luck = _Draws(draw)
    reading = draw(readings)
    places = _places(reading, phases, contracts)
    if not places:
        reject()
    plan = _plan_for(luck, reading, places)
    state = _some_state(luck, _some_start(luck, reading, (0, 0)), plan)
    scores = _scores_for(luck, state, plan.aim)
    if scores is None:
        reject()
    return state if scores == (0, 0) else _with_scores(state, scores)


def views(
    rules: Rules | SearchStrategy[Rules] | None = None,
    *,
    phases: Iterable[Phase] | None = None,
    contracts: Iterable[Contract | None] | None = None,
) -> SearchStrategy[View]:
    """Draw what a seat, or a spectator, sees of a state that can be reached.

    Args:
        rules: As for `states`.
        phases: As for `states`.
        contracts: As for `states`.

    Returns:
        The strategy; it shrinks to North's view of a short game.

    Raises:
        InvalidArgument: As for `states`.
    """
    seen_by = st.sampled_from((*SEATS, None))
    return st.builds(view, states(rules, phases=phases, contracts=contracts), seen_by)


def games(
    rules: Rules | SearchStrategy[Rules] | None = None, *, max_hands: int = 2
) -> SearchStrategy[tuple[State, ...]]:
    """Draw a game, from its first deal until it is over or some hands have been played.

    Args:
        rules: The rules, or a strategy for them; None for any rules.
        max_hands: The most hands that are played.

    Returns:
        A strategy for all the states of the game in their order: each follows from the one before
        by a move, or by the next deal. It shrinks to a single short hand.

    Raises:
        InvalidArgument: No hand is to be played.
    """
    _require_count("max_hands", max_hands)
    return _any_game(_readings(rules), max_hands)


def _require_count(name: str, count: object) -> None:
    """Refuse to play nothing, which would find no fault in anything."""
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        msg = f"{name} is an int from 1 up, not {quoted(count)}"
        raise InvalidArgument(msg)


def _require_rules(reading: object) -> None:
    if reading is not None and not isinstance(reading, Rules):
        msg = f"rules is a Rules, or None for any, not {quoted(reading)}"
        raise InvalidArgument(msg)


def _require_seed(seed: object) -> None:
    """Refuse a seed that would not give the same hands again."""
    if not isinstance(seed, int):
        msg = f"seed is an int, not {quoted(seed)}"
        raise InvalidArgument(msg)


def _some_of(name: str, wanted: Iterable[_T] | None, known: Iterable[_T]) -> frozenset[_T] | None:
    """Give what is asked for of some values, refusing others, and refusing none of them."""
    if wanted is None:
        return None
    try:
        chosen = frozenset(wanted)
    except TypeError:
        chosen = frozenset()
    if not chosen or not chosen <= frozenset(known):
        msg = f"{name} is a collection of {name}, or None for all, not {quoted(wanted)}"
        raise InvalidArgument(msg)
    return chosen


@st.composite
def _any_game(
    draw: st.DrawFn, readings: SearchStrategy[Rules], max_hands: int
) -> tuple[State, ...]:
    luck = _Draws(draw)
    reading = draw(readings)
    first = _some_start(luck, reading, _some_scores(luck, reading.target))
    game: list[State] = []
    for _ in range(1 + luck.below(max_hands)):
        game += _hand(luck, first, _any_plan(luck, reading))
        if game[-1].phase is Phase.GAME_OVER:
            break
        first = deal(game[-1], seed=0)
    return tuple(game)


def records(
    rules: Rules | SearchStrategy[Rules] | None = None,
    *,
    max_hands: int = 2,
    public: bool | None = False,
) -> SearchStrategy[Record]:
    """Draw the record of a game that is over, or has come to any point of its last hand.

    Every second game ends with a whole hand, the others where `states` end, each contract about as
    often as any other. Some records name players, or have tags.

    Args:
        rules: The rules, or a strategy for them; None for any rules.
        max_hands: The most hands that are begun.
        public: Whether something is hidden in the record, as in what a seat or a spectator may
            keep: False for records that can be replayed, True for such as cannot, None for both.

    Returns:
        The strategy; it shrinks to a single hand with few moves, and to no names and tags.

    Raises:
        InvalidArgument: No hand is to be begun, or `public` is none of the three.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=5, database=None)
    ... @given(records())
    ... def test_nothing_is_lost_in_json(record):
    ...     assert Record.from_json(record.to_json()) == record
    >>> test_nothing_is_lost_in_json()
    """
    _require_count("max_hands", max_hands)
    if not isinstance(public, bool | None):
        msg = f"public is True, False or None for both, not {quoted(public)}"
        raise InvalidArgument(msg)
    return _any_record(_readings(rules), max_hands, public)


@st.composite
def _any_record(
    draw: st.DrawFn, readings: SearchStrategy[Rules], max_hands: int, public: bool | None
) -> Record:
    luck = _Draws(draw)
    reading = draw(readings)
    start = _some_scores(luck, reading.target)
    hands = _some_hands(luck, _some_start(luck, reading, start), max_hands)
    players = draw(st.dictionaries(seats(), _labels()))
    tags = draw(st.dictionaries(_tag_names(), _labels(), max_size=3))
    record = Record(reading, map(recorded, hands), players=players, tags=tags, start=start)
    if public is False or (public is None and not luck.below(2)):
        return record
    seen = record.public((*SEATS, None)[luck.below(len(SEATS) + 1)])
    # Of a pack without a kitty nothing is hidden any more when all of it has been played.
    if public and not seen.is_public:
        reject()
    return seen


def _some_hands(luck: _Luck, first: State, max_hands: int) -> list[State]:
    """Play some hands of a game, each to its end but perhaps the last; give what they came to."""
    reading = first.rules
    hands: list[State] = []
    for _ in range(luck.below(max_hands)):
        hands.append(_some_state(luck, first, _any_plan(luck, reading)))
        if hands[-1].phase is Phase.GAME_OVER:
            return hands
        first = deal(hands[-1], seed=0)
    if luck.below(2):
        plan = _any_plan(luck, reading)
    else:
        plan = _plan_for(luck, reading, _places(reading, None, None))
    return [*hands, _some_state(luck, first, plan)]


@functools.cache
def _labels() -> SearchStrategy[str]:
    """Draw the name of a player, or the value of a tag: text on one line, no space around it."""
    letters = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs"))
    words = st.text(letters, min_size=1, max_size=8)
    return st.lists(words, min_size=1, max_size=3).map(" ".join)


@functools.cache
def _tag_names() -> SearchStrategy[str]:
    """Draw the name of a tag."""
    return st.text("abcdefghijklmnopqrstuvwxyz0123456789_-", min_size=1, max_size=10)


# ---------------------------------------------------------------- the checks


@final
class ConformanceError(AssertionError):
    """A bot or an engine did not do what the rules ask.

    Attributes:
        position: The position in which it happened, as a text to paste.
    """

    position: str

    def __init__(self, said: str, position: str) -> None:
        super().__init__(said, position)
        self.position = position

    def __str__(self) -> str:
        return f"{self.args[0]}, in this position:\n{self.position}"


# The most hands of a game that is played against a bot: some games would never end.
_MOST_HANDS = 10


def check_bot(
    bot: Callable[[View], Move], *, games: int = 100, rules: Rules | None = None, seed: int = 0
) -> None:
    """See that all that a bot does is legal.

    In every other game the bot plays: on one seat, each in turn, and now and then on all four,
    until the game ends as the rules say, or after ten hands. The others do anything that is legal.
    In the games between it is asked what it would do in each position of three hands that it does
    not play, so that a bot that never bids is asked in every contract all the same. What it does
    must follow from the view alone.

    Args:
        bot: Takes what the seat on move may see and returns its move.
        games: How many games to play, at least one.
        rules: The rules, None for presets and for others in each game.
        seed: Gives the same games again, if the bot does the same again.

    Raises:
        ConformanceError: The bot raised an error, or returned something that is no move or is not
            legal. The message ends with the position, and the error is its cause.
        InvalidArgument: No game is to be played, the rules are no `Rules`, or the seed is no int.
    """
    _require_count("games", games)
    _require_rules(rules)
    _require_seed(seed)
    rng = random.Random(seed)
    luck = _Dice(rng)
    for number in range(games):
        reading = _some_rules(luck, {}) if rules is None else rules
        if number % 2:
            # Numbered through, so that every contract comes in its turn.
            hands = (_nth_hand(luck, reading, 3 * (number // 2) + more) for more in range(3))
            for state in chain.from_iterable(hands):
                if state.to_move is not None:
                    _move_of(bot, state)
        else:
            own = SEATS if number % 10 == 8 else (SEATS[number // 2 % len(SEATS)],)
            _play_game(bot, own, deal(reading, rng=rng, dealer=SEATS[luck.below(4)]), luck)


def _nth_hand(luck: _Luck, reading: Rules, number: int) -> Iterator[State]:
    """Play a hand from some scores, each contract in turn, now and then with a good or a poor hand.

    Left to luck, one contract or other would not be made or not be failed in a hundred hands.
    """
    contracts = _contracts(reading)
    contract = contracts[number % len(contracts)]
    good, poor = (number // len(contracts) % 4 == turn for turn in (1, 3))
    plan = _Plan(contract)
    # What the bidder plays alone is failed with any hand, and soon.
    if contract is not None and (good or (poor and contract.is_trick_bid)):
        plan = _plan_with_hand(luck, contract, reading, good=good)
    return _hand(luck, _some_start(luck, reading, _some_scores(luck, reading.target)), plan)


def _play_game(
    bot: Callable[[View], Move], own: tuple[Seat, ...], state: State, luck: _Dice
) -> None:
    """Play a game in which a bot has some seats."""
    for _ in range(_MOST_HANDS):
        state = _play_with(bot, own, state, luck)
        if state.phase is Phase.GAME_OVER:
            break
        state = deal(state, rng=luck.rng)


def _play_with(
    bot: Callable[[View], Move], own: tuple[Seat, ...], state: State, luck: _Luck
) -> State:
    """Play a hand in which a bot has some seats, and the others bid up to some contract at most."""
    highest = CONTRACTS[luck.below(len(CONTRACTS))]
    while state.to_move is not None:
        if state.to_move in own:
            move = _move_of(bot, state)
        else:
            choices = legal_moves(state)
            modest = [m for m in choices if not isinstance(m, Bid) or m.contract <= highest]
            move = _some_move(luck, modest or choices)
        state = apply(state, move)
    return state


def _move_of(bot: Callable[[View], Move], state: State) -> Move:
    """Ask a bot for its move, which must be a legal one."""
    with _reporting("the bot", state, f" for {state.to_move}"):
        move = bot(view(state, state.to_move))
    try:
        refused = why_illegal(state, move)
    except TypeError as error:
        msg = f"the bot returned {quoted(move)} for {state.to_move}, which is no move"
        raise ConformanceError(msg, position_text(state)) from error
    if refused is not None:
        msg = f"the bot played {move} for {state.to_move}, which is not legal: {refused.message}"
        raise ConformanceError(msg, position_text(state))
    return move


@final
@attrs.frozen
class _Engine(Generic[_T]):
    """Somebody else's implementation of the rules; see `check_rules_engine`."""

    start: Callable[[str], _T]
    legal: Callable[[_T], Iterable[str]]
    apply: Callable[[_T, str], _T]
    summary: Callable[[_T], tuple[str | None, tuple[int, int]]]


def check_rules_engine(
    start: Callable[[str], _T],
    legal: Callable[[_T], Iterable[str]],
    apply: Callable[[_T, str], _T],
    summary: Callable[[_T], tuple[str | None, tuple[int, int]]],
    *,
    hands: int = 100,
    rules: Rules | None = None,
    seed: int = 0,
) -> None:
    """Play hands with another implementation of the rules, and see that it agrees with this one.

    Every contract comes up in turn, with good hands, poor ones and any. What is compared in each
    position is the legal moves, the seat on move and the scores. Who deals next, whose hand lies
    open and when the game is over are not.

    Args:
        start: Takes a position without moves, such as `canadian N 0-12 | N:... K:8H 9S |`, and
            returns the other implementation's own state, of any kind.
        legal: Takes such a state and returns the texts of the legal moves, in any order; none when
            nobody is on move.
        apply: Takes such a state and the text of a legal move and returns the state that follows.
        summary: Takes such a state and returns the seat on move, as its text or None, and the
            scores of NS and EW, with the hand's points once it is over.
        hands: How many hands to play, at least one.
        rules: The rules, None for presets and for others in each hand.
        seed: Gives the same hands again.

    Raises:
        ConformanceError: The other implementation raised an error, or does not agree. The message
            ends with the position, the first in which it happened.
        InvalidArgument: No hand is to be played, the rules are no `Rules`, or the seed is no int.
    """
    _require_count("hands", hands)
    _require_rules(rules)
    _require_seed(seed)
    engine = _Engine(start, legal, apply, summary)
    luck = _Dice(random.Random(seed))
    for number in range(hands):
        reading = _some_rules(luck, {}) if rules is None else rules
        _compare(engine, _nth_hand(luck, reading, number))


def _compare(engine: _Engine[_T], hand: Iterator[State]) -> None:
    """Lead another implementation through the states of a hand."""
    state = next(hand)
    with _reporting("start", state):
        theirs = engine.start(position_text(state))
    _compare_state(engine, theirs, state)
    for state in hand:
        with _reporting("apply, with the last move,", state):
            theirs = engine.apply(theirs, str(state.moves[-1]))
        _compare_state(engine, theirs, state)


@contextmanager
def _reporting(name: str, state: State, when: str = "") -> Iterator[None]:
    """Say where a bot, or another implementation, raised an error, if it does."""
    try:
        yield
    except HypothesisException:
        raise
    except Exception as error:
        said = f"{name} raised {quoted(error)}{when}"
        raise ConformanceError(said, position_text(state)) from error


def _compare_state(engine: _Engine[_T], theirs: _T, state: State) -> None:
    """Compare what the other implementation says of a state."""
    listed = _listed(engine, theirs, state)
    expected = [str(move) for move in legal_moves(state)]
    counted = Counter(listed)
    legal = set(expected)
    lacking = [move for move in expected if move not in counted]
    strange = [quoted(move) for move in counted if move not in legal]
    twice = [move for move in expected if counted[move] > 1]
    said = [
        *([f"lacks {_some_names(lacking)}"] if lacking else []),
        *([f"has {_some_names(strange)}, not legal here"] if strange else []),
        *([f"has {_some_names(twice)} more than once"] if twice else []),
    ]
    if said:
        raise ConformanceError(f"legal {', and '.join(said)}", position_text(state))
    told = (None if state.to_move is None else str(state.to_move), state.scores)
    with _reporting("summary", state):
        summary = engine.summary(theirs)
        agrees = bool(summary == told)
    if not agrees:
        said_of_it = f"summary is {quoted(summary)} instead of {told!r}"
        raise ConformanceError(said_of_it, position_text(state))


# More moves than are ever legal at once, so that a list without an end is told from one.
_MOST_LISTED = 1000


def _listed(engine: _Engine[_T], theirs: _T, state: State) -> list[str]:
    """Give the moves that another implementation calls legal, which must be texts."""
    with _reporting("legal", state):
        offered = engine.legal(theirs)
        listed = list(islice(offered, _MOST_LISTED))
    if isinstance(offered, str):
        msg = f"legal gives {quoted(offered)}, which is one text and not a list of them"
        raise ConformanceError(msg, position_text(state))
    for item in listed:
        if not isinstance(item, str):
            msg = f"legal lists {quoted(item)}, which is no text"
            raise ConformanceError(msg, position_text(state))
    return listed


def _some_names(names: list[str]) -> str:
    """Name some moves, the first few of many."""
    more = f" and {len(names) - 5} more" if len(names) > 6 else ""
    return " ".join(names if not more else names[:5]) + more


# ---------------------------------------------------------------- what Hypothesis is told


def _ends() -> SearchStrategy[State]:
    """Draw a hand that has been played."""
    return states(phases=[Phase.HAND_OVER, Phase.GAME_OVER], contracts=list(Contract))


def _recorded_hands(public: bool | None) -> SearchStrategy[RecordedHand]:
    """Draw a hand of a record."""
    return records(public=public).flatmap(lambda record: st.sampled_from(record.hands))


@st.composite
def _known_deals(draw: st.DrawFn) -> KnownDeal:
    """Draw what somebody knows of a deal."""
    known = draw(_recorded_hands(True)).deal
    if isinstance(known, Deal):
        reject()
    return known


# Functions, not strategies: Hypothesis asks that none be built while it is being imported.
st.register_type_strategy(Card, lambda _: cards())
st.register_type_strategy(CardSet, lambda _: card_sets())
st.register_type_strategy(Deal, lambda _: deals())
st.register_type_strategy(Discard, lambda _: card_sets(max_size=4).map(Discard))
st.register_type_strategy(HandResult, lambda _: _ends().map(lambda state: state.result))
st.register_type_strategy(Hidden, lambda _: st.sampled_from((Hidden(Discard), Hidden(GiveCard))))
st.register_type_strategy(KnownDeal, lambda _: _known_deals())
st.register_type_strategy(Record, lambda _: records(public=None))
st.register_type_strategy(RecordedHand, lambda _: _recorded_hands(None))
st.register_type_strategy(Rules, lambda _: rules())
st.register_type_strategy(Score, lambda _: states().map(score))
st.register_type_strategy(State, lambda _: states())
st.register_type_strategy(Trick, lambda _: _ends().flatmap(lambda s: st.sampled_from(s.tricks)))
st.register_type_strategy(View, lambda _: views())
