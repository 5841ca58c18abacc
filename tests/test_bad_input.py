"""The worst callers of each public function: a clear error, and nothing changed."""

from __future__ import annotations

import inspect
import pickle
import random
from collections.abc import Callable
from enum import Enum
from typing import Any, get_type_hints

import pytest

import charlemagne.choices
from charlemagne import (
    CANADIAN,
    AskPartner,
    Bid,
    Card,
    CardSet,
    Contract,
    Deal,
    Discard,
    Hidden,
    InvalidDeal,
    InvalidRules,
    NameTrump,
    NotationError,
    Pass,
    Play,
    Rank,
    Rules,
    Seat,
    State,
    Suit,
    View,
    apply,
    build_info,
    deal,
    legal_moves,
    parse_move,
    parse_position,
    position_text,
    score,
    view,
    why_illegal,
)
from charlemagne.records import (
    Record,
    RecordedHand,
    Recorder,
    first_difference,
    problems,
    replay,
)
from support import cards_named_in, play_out


class Points(int, Enum):
    """Ints that write themselves otherwise."""

    FIFTY = 50
    FIVE = 5


@pytest.mark.parametrize("name", ["cls", "self", "unnamed", "unknown", "__class__"])
def test_no_name_of_a_field_is_taken_for_something_else(name: str) -> None:
    """A text names a parameter of Python's, and the reader raises a TypeError."""
    with pytest.raises(InvalidRules, match=f"unknown field '{name}'"):
        Rules.parse(f"canadian+{name}=x")
    assert problems(f"charlemagne-record 1\nrules canadian+{name}=x\n")


def test_the_fields_can_be_looked_up() -> None:
    """Help and completion show no field of the most constructed class."""
    assert set(CANADIAN.differences(Rules(target=5))) <= set(inspect.signature(Rules).parameters)


@pytest.mark.parametrize(
    "points", [10**5000, -(10**5000), 10**600], ids=["huge", "hugely negative", "just too many"]
)
def test_points_that_cannot_be_written_are_refused(points: int) -> None:
    """A number is taken that no text can hold."""
    wanted = r"below 10\*\*600" if points > 0 else "a positive int"
    with pytest.raises(InvalidRules, match=f"target must be {wanted}, not "):
        Rules(target=points)
    with pytest.raises(InvalidRules, match="two positive ints"):
        Rules(values={Contract.FIVE: (points, 5)})
    with pytest.raises(InvalidDeal, match="scores must be"):
        deal(scores=(points, 0))
    assert str(Rules(target=10**600 - 1)) == f"canadian+target={10**600 - 1}"


def test_ints_are_kept_as_ints() -> None:
    """A kind of int is kept as it is, and its text is not that of a number."""
    rules = Rules(target=Points.FIFTY, values={Contract.SIX: (Points.FIVE, Points.FIVE)})
    assert str(rules) == "canadian+target=50+values=6:5/5"
    state = deal(scores=(Points.FIVE, 0), seed=1)
    assert parse_position(position_text(state)) == state


def test_long_messages_keep_both_ends_and_pickle() -> None:
    """A megabyte is quoted, the hint at the end is cut off, or a pickle cuts it again."""
    with pytest.raises(NotationError, match="did you mean 'TH'") as found:
        Card.parse(" " * 500 + "10H")
    assert len(str(found.value)) < 420
    with pytest.raises(InvalidRules) as refused:
        Rules.parse(f"canadian+{'x' * 900_000}=1")
    assert len(str(refused.value)) < 420
    for error in (found.value, refused.value, NotationError("y" * 500, 3)):
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.offset) == (str(error), error.offset)


def test_texts_of_discards_do_not_fill_the_memory() -> None:
    """Every discard that a stranger writes is kept for ever."""
    rng = random.Random(1)
    before = len(charlemagne.choices._DISCARDS)
    for _ in range(200):
        cards = CardSet(rng.sample(sorted(CANADIAN.pack.cards, key=str), 17))
        assert parse_move(str(Discard(cards))) == Discard(cards)
    assert len(charlemagne.choices._DISCARDS) == before


@pytest.mark.parametrize("thing", [None, 5, "canadian", CANADIAN, Pass()])
@pytest.mark.parametrize(
    "ask",
    [
        legal_moves,
        score,
        lambda thing: apply(thing, Pass()),
        lambda thing: apply(thing, Play(Card.LOW_JOKER), by=Seat.NORTH),
        lambda thing: why_illegal(thing, Pass()),
        lambda thing: view(thing, None),
    ],
)
def test_what_is_no_state_is_refused_in_the_same_words(
    ask: Callable[[Any], object], thing: object
) -> None:
    """Compiled functions check their arguments by themselves, and say it in other words."""
    with pytest.raises(TypeError) as refused:
        ask(thing)
    assert str(refused.value) == f"a State is wanted here, not {thing!r}"


def test_a_view_is_no_state() -> None:
    """The likeliest mistake of a bot's author is answered with a thousand characters."""
    seen: Any = view(deal(seed=1), Seat.EAST)
    with pytest.raises(TypeError, match=r"a State is wanted here, not a View$"):
        legal_moves(seen)


@pytest.mark.parametrize("thing", [None, 5, "P", Hidden(Discard), Seat.NORTH])
@pytest.mark.parametrize("ask", [apply, why_illegal])
def test_what_is_no_move_is_refused_in_the_same_words(
    ask: Callable[[State, Any], object], thing: object
) -> None:
    """As above, for moves."""
    with pytest.raises(TypeError) as refused:
        ask(deal(seed=1), thing)
    said = "a move is a Play, a Bid or another of the Move classes, not "
    assert str(refused.value) == f"{said}{thing!r}"


HUGE = 10**6000


class Shy:
    """Something that does not say what it is."""

    def __repr__(self) -> str:
        raise ValueError("no")


ASKS: list[Callable[[Any], object]] = [
    legal_moves,
    parse_move,
    parse_position,
    Seat.parse,
    Card.parse,
    Bid,
    Play,
    NameTrump,
    Hidden,
    deal,
    lambda thing: apply(deal(seed=1), thing),
    lambda thing: apply(deal(seed=1), Pass(), by=thing),
    lambda thing: view(deal(seed=1), thing),
    lambda thing: deal(dealer=thing),
    lambda thing: deal(cards=thing),
    lambda thing: deal(rng=thing),
    lambda thing: Card(thing, thing),
    lambda thing: CardSet([thing]),
    lambda thing: Discard([thing]),
    lambda thing: Deal([[thing]] * 4),
]


@pytest.mark.parametrize(
    ("thing", "said"),
    [(HUGE, "an int of too many digits"), (Shy(), "Shy")],
    ids=["huge", "shy"],
)
@pytest.mark.parametrize("ask", ASKS)
def test_what_cannot_be_shown_is_refused_as_anything_else_is(
    ask: Callable[[Any], object], thing: object, said: str
) -> None:
    """The message about a wrong argument fails on the way, with an error about something else."""
    with pytest.raises((TypeError, InvalidDeal), match=said):
        ask(thing)


def refusal(ask: Callable[[Any], object], thing: object) -> str:
    """What is said of a wrong argument, nothing if it is taken."""
    try:
        ask(thing)
    except (TypeError, ValueError) as error:
        return str(error)
    return ""


RECORDS: list[Callable[[Any], object]] = [
    *(problems, replay, Record, Recorder, Recorder.resume, position_text, score),
    lambda thing: Record(CANADIAN, [thing]),
    lambda thing: Record(CANADIAN, players={thing: "Marie"}),
    lambda thing: Record(CANADIAN).public(thing),
    lambda thing: Recorder().apply(thing),
    lambda thing: first_difference(CANADIAN, CANADIAN, thing),
]


@pytest.mark.parametrize("ask", [*ASKS, *RECORDS])
def test_no_message_shows_cards_that_are_hidden_or_all_of_something_endless(
    ask: Callable[[Any], object],
) -> None:
    """A program that mixes up its arguments tells in its error what only the table knows."""
    state = play_out(deal(seed=7), "M P P P")
    hand = RecordedHand(state.dealer, state.deal, state.moves)
    secrets = [state, state.deal, view(state, Seat.NORTH), hand, Record(CANADIAN, [hand])]
    held = [[thing] for thing in secrets]
    for thing in (*secrets, *held, (state, state), {"state": state}, b"x" * 10**6, [0] * 10**6):
        said = refusal(ask, thing)
        assert not cards_named_in(said)
        assert len(said) < 1000


@pytest.mark.parametrize("number", [1.0, -0.5, 1e30, float("inf"), float("nan")])
def test_a_generator_of_other_numbers_deals_no_cards(number: float) -> None:
    """A card is dealt twice, or the shuffle ends in an IndexError."""
    rng = random.Random()
    rng.random = lambda: number  # type: ignore[method-assign]
    with pytest.raises(InvalidDeal, match="from 0 up to, and not including, 1"):
        deal(rng=rng)


@pytest.mark.skipif(build_info().compiled, reason="compiled functions have no annotations")
@pytest.mark.parametrize("function", [legal_moves, score, view, position_text])
def test_what_functions_take_can_be_read_off_them(function: Callable[..., object]) -> None:
    """Hypothesis, or whatever else reads annotations, cannot tell that a State is meant."""
    assert get_type_hints(function)["state"] is State


@pytest.mark.parametrize("kind", [State, View])
def test_no_class_is_made_of_a_state_or_a_view(kind: type) -> None:
    """What is told of states holds of every state only if there is one kind of them."""
    with pytest.raises(TypeError) as refused:
        type("Another", (kind,), {})
    assert str(refused.value) == f"{kind.__name__} cannot be subclassed"


def test_nothing_of_a_state_can_be_set_or_deleted() -> None:
    """A program changes a state that others hold."""
    state = play_out(deal(seed=1), "M P P P")
    names = [name for name in dir(State) if not name.startswith("_")]
    assert {"hands", "moves", "scores", "phase"} <= set(names)
    for name in [*names, "another"]:
        with pytest.raises(AttributeError):
            setattr(state, name, None)
        with pytest.raises(AttributeError):
            delattr(state, name)


def test_a_subclass_of_a_move_is_no_move() -> None:
    """Something that looks like a move is let in half way, and ends in a KeyError."""

    silence: Any = type("Silence", (Pass,), {})()
    for ask in (apply, why_illegal):
        with pytest.raises(TypeError, match="a move is"):
            ask(deal(seed=1), silence)


def test_a_refusal_to_name_a_card_says_what_can_be_done() -> None:
    """The refusal advises to name another card, which is refused again."""
    state = play_out(deal(seed=7), "GC P P P")
    assert state.to_move is not None
    own = next(iter(state.hands[state.to_move]))
    refused = why_illegal(state, AskPartner(own))
    assert refused is not None
    assert "ask for any, or take the kitty" in refused.message
    assert AskPartner() in legal_moves(state)


def test_card_sets_combine_with_sets_alone() -> None:
    """A generator is used up half way, and cards are lost."""
    cards = CardSet.parse("7C 8C 9C")
    others: Any = iter(list(cards))
    attempts: list[Callable[[], object]] = [
        lambda: cards & others,
        lambda: cards - others,
        lambda: cards | others,
        lambda: cards ^ others,
    ]
    for combine in attempts:
        with pytest.raises(TypeError, match="unsupported operand"):
            combine()
    assert len(list(others)) == 3


NOT_ONE: list[Any] = [None, "canadian", 5, object()]


@pytest.mark.parametrize("thing", NOT_ONE, ids=["none", "text", "number", "object"])
def test_what_is_no_record_is_a_type_error(thing: Any) -> None:
    """A wrong argument ends in an AttributeError, or passes for agreement."""
    record = Record(CANADIAN)
    for ask in (
        lambda: replay(thing),
        lambda: Recorder.resume(thing),
        lambda: first_difference(CANADIAN, CANADIAN, thing),
        lambda: first_difference(thing, CANADIAN, record),
        lambda: first_difference(CANADIAN, thing, record),
        lambda: Record(thing),
        lambda: Recorder(thing),
        lambda: Record(CANADIAN, [thing]),
        lambda: RecordedHand(thing, Deal.random(CANADIAN, random.Random(1)), ()),
        lambda: RecordedHand(Seat.NORTH, thing, ()),
        lambda: RecordedHand(Seat.NORTH, Deal.random(CANADIAN, random.Random(1)), [thing]),
        lambda: Deal.random(thing, random.Random(1)),
        lambda: Deal.random(CANADIAN, thing),
        lambda: CANADIAN.shown(thing),
        lambda: CANADIAN.value(thing),
    ):
        with pytest.raises(TypeError):
            ask()


def test_a_recorded_hand_keeps_its_own_moves() -> None:
    """The list that a hand was made of changes, and the hand with it."""
    moves = [Pass()]
    hand = RecordedHand(Seat.NORTH, Deal.random(CANADIAN, random.Random(1)), moves)
    before = hash(hand)
    moves.append(Pass())
    assert (hand.moves, hash(hand)) == ((Pass(),), before)


@pytest.mark.parametrize("name", ["title", "tricks", "is_mulot", "rule"])
def test_a_contract_cannot_be_changed(name: str) -> None:
    """One careless line changes the rules for the whole process."""
    with pytest.raises(AttributeError):
        setattr(Contract.FIVE, name, range(9))


ANYTHING: list[Any] = [None, 5, "7C"]


@pytest.mark.parametrize("thing", ANYTHING, ids=str)
def test_values_are_made_of_their_parts_alone(thing: Any) -> None:
    """A value is made of something else, and fails only when it is used."""
    for make in (
        lambda: Card(thing, Suit.HEARTS),
        lambda: Card(Rank.TEN, thing),
        lambda: CardSet([thing]),
        lambda: Hidden(thing),
        lambda: Bid(thing),
    ):
        with pytest.raises(TypeError):
            make()
    rules: Any = Rules
    with pytest.raises(InvalidRules, match="takes its fields by name"):
        rules(thing)


@pytest.mark.parametrize("thing", ["7C", 5, object()], ids=["text", "number", "object"])
def test_a_deal_is_dealt_from_a_deal_or_by_a_generator(thing: Any) -> None:
    """Something else is taken for cards or luck, and fails half way."""
    with pytest.raises(InvalidDeal, match="cards must be a Deal"):
        deal(cards=thing)
    with pytest.raises(InvalidDeal, match=r"rng must be a random\.Random"):
        deal(rng=thing)


def test_a_deal_has_four_hands() -> None:
    """A deal of three hands is dealt, and the fourth seat has none."""
    cards = list(CANADIAN.pack.cards)
    three = [cards[:8], cards[8:16], cards[16:24]]
    hands: Any = three
    with pytest.raises(InvalidDeal, match="four seats, N E S W, not of 3"):
        Deal(hands, cards[32:])


def test_a_state_has_no_subclasses() -> None:
    """A subclass adds to a state what equality, hash and pickle leave out."""
    with pytest.raises(TypeError):
        type("Mine", (State,), {})


def test_a_card_stands_once_in_a_hand_and_in_a_deal() -> None:
    """A set takes a card that stands twice for one, and the hand is short without a word."""
    cards = list(CANADIAN.pack.cards)
    twice = [[cards[0], *cards[:7]], cards[8:16], cards[16:24], cards[24:32]]
    in_two = [cards[:8], [cards[0], *cards[9:16]], cards[16:24], cards[24:32]]
    for hands in (twice, in_two):
        with pytest.raises(InvalidDeal, match="7C is dealt twice"):
            Deal(hands, cards[32:])
