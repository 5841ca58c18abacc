"""What a seat may know: views field by field, and the proof that nothing else gets out."""

# ruff: noqa: N802 - the names of the cases are B46 and F1

from __future__ import annotations

import copy
import gc
import inspect
import json
import pickle
import pickletools
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import ModuleType, SimpleNamespace
from typing import cast

import pytest
from hypothesis import Phase as Stage
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

import naive
from charlemagne import (
    CANADIAN,
    MAINE,
    AskPartner,
    Bid,
    Card,
    CardSet,
    Contract,
    Deal,
    Discard,
    GiveCard,
    Hidden,
    Move,
    NameTrump,
    Pass,
    Phase,
    Play,
    Seat,
    Side,
    State,
    Suit,
    TakeKitty,
    View,
    apply,
    deal,
    legal_moves,
    position_text,
    view,
    why_illegal,
)
from charlemagne.state import Holdings
from charlemagne.testing import states
from support import (
    ASKING,
    F1,
    F4,
    F6,
    F8,
    F9,
    HANDS,
    HOPELESS,
    PACK,
    PHASES,
    PLAIN_PACK,
    SURE,
    Hand,
    cards,
    cards_named_in,
    given,
    play_any,
    play_out,
    position,
    states_of,
    texts,
    told_naively,
)

FIELDS = (
    "seat rules phase to_move dealer scores hand calls contract bidder trump partner_out asked"
    " trick tricks tricks_won shown cards_left discards given received moves legal_moves voids"
    " unseen result winner"
).split()
VIEWERS = ["N", "E", "S", "W", ""]
JOKERS = ["LO", "HI"]
F1_EAST = "7C TC JC 9D KD KH JS HI"


def seat_of(viewer: str) -> Seat | None:
    """A seat by its letter, None for the spectator, who is "" here."""
    return Seat.parse(viewer) if viewer else None


def seen(state: State, viewer: str) -> View:
    """What a seat sees, or the spectator."""
    return view(state, seat_of(viewer))


def others(*seats: str) -> list[str]:
    """The other viewers, the spectator among them."""
    return [viewer for viewer in VIEWERS if viewer not in seats]


# Everything that hangs on a value.


def everything_in(value: object) -> list[object]:
    """Every object that can be reached from a value, whatever holds it there."""
    found: dict[int, object] = {}
    waiting = [value]
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or isinstance(thing, type | ModuleType) or inspect.isroutine(thing):
            continue
        found[id(thing)] = thing
        waiting += gc.get_referents(thing)
    return list(found.values())


def cards_in(value: object) -> set[str]:
    """The cards that can be reached from a value, as texts."""
    found: set[str] = set()
    for thing in everything_in(value):
        if isinstance(thing, Card):
            found.add(str(thing))
        elif isinstance(thing, CardSet):
            found |= set(map(str, thing))
    return found


class Altered(SimpleNamespace):
    """A view that tells other things in some places, as another program might have built it."""

    def to_dict(self) -> dict[str, str]:
        return {name: str(value) for name, value in vars(self).items()}


def altered(told: View, **instead: object) -> View:
    """A view with these fields instead of its own."""
    fields: dict[str, object] = {name: getattr(told, name) for name in FIELDS}
    return cast("View", Altered(**fields | instead))


def told_by(seen: View) -> set[str]:
    """The cards that a view holds anywhere, as itself or in any text that is made of it.

    Left out are the cards that are named without being placed: those that may be asked for, which
    the rules alone tell, the jokers that a seat has shown to be without, and `unseen`, which must
    be no more than what is left of the pack. To be asked for aloud does not place a card.
    """
    own = tuple(move for move in seen.legal_moves if not isinstance(move, AskPartner))
    north, east, south, west = [void - set(map(Card.parse, JOKERS)) for void in seen.voids]
    bare = altered(seen, unseen=CardSet(), legal_moves=own, voids=(north, east, south, west))
    told = cards_in(bare)
    assert cards_named_in(repr(bare)) == told
    assert cards_in(seen) <= told
    assert cards_in(pickle.loads(pickle.dumps(seen))) <= told
    sent = seen.to_dict()
    assert sent.pop("unseen") == [str(card) for card in seen.unseen]
    sent["legal_moves"] = list(map(str, own))
    sent["voids"] = [list(map(str, void)) for void in (north, east, south, west)]
    assert cards_named_in(json.dumps(sent)) == told
    placed = told - ({str(seen.asked)} & set(map(str, seen.unseen)))
    assert set(map(str, seen.unseen)) == set(map(str, seen.rules.pack.cards)) - placed
    return told


def placed(state: State, viewer: str) -> set[Card]:
    """The cards of which a seat may know where they are, or that they were played."""
    known = {move.card for move in state.moves if isinstance(move, Play)}
    for seat in state.shown:
        known |= set(state.hands[seat])
    if viewer:
        known |= set(state.deal.hands[Seat.parse(viewer)])
    if viewer and Seat.parse(viewer) is state.bidder:
        known |= set(state.hands[state.bidder] | state.discards)
    return known


def may_know(state: State, viewer: str) -> set[str]:
    """The cards that a seat may hear of: those it can place, and the one asked for aloud."""
    asked = set() if state.asked is None else {state.asked}
    return set(map(str, placed(state, viewer) | asked))


# The faults that other programs had.


def test_B46_only_the_hand_that_is_laid_open_is_seen() -> None:
    """What is open follows from whose hand it is: the phase opens no other."""
    open_hand = "7C JC QC 7D TD 9H JH"
    for state in states_of(F8.line):
        tricks = sum(state.tricks_won)
        for viewer in VIEWERS:
            shown = seen(state, viewer).shown
            assert [hand is not None for hand in shown] == [False, tricks > 0, False, False]
            assert told_by(seen(state, viewer)) == may_know(state, viewer)
    after_trick_1 = position(F8.until_trick(1))
    for viewer in VIEWERS:
        assert seen(after_trick_1, viewer).shown[Seat.EAST] == cards(open_hand)
        told = told_by(seen(after_trick_1, viewer))
        hidden = {"N": after_trick_1.hands[Seat.NORTH], "S": after_trick_1.hands[Seat.SOUTH]}
        hidden |= {"W": after_trick_1.hands[Seat.WEST], "": cards("QD JD")}
        for owner, held in hidden.items():
            assert owner == viewer != "" or not told & set(map(str, held))


def test_B46_nothing_is_laid_open_in_a_plain_mulot() -> None:
    """A Mulot that shows what a Gros Mulot shows."""
    for state in states_of(F4.line):
        for viewer in VIEWERS:
            assert seen(state, viewer).shown == (None, None, None, None)
            assert told_by(seen(state, viewer)) == may_know(state, viewer)


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.name)
def test_B48_nothing_that_hangs_on_a_view_holds_a_hidden_card(hand: Hand) -> None:
    """The history, the deal or an undo stack brings out again what the fields leave out."""
    for state in states_of(hand.line):
        for viewer in VIEWERS:
            assert told_by(seen(state, viewer)) == may_know(state, viewer)


def test_B48_no_state_hangs_on_a_view() -> None:
    """A view that keeps its state for later, by a cache or a closure, keeps every secret in it."""
    secret_kinds = (State, Holdings, Deal, random.Random)
    for text, _ in PHASES.values():
        state = position(text)
        assert {type(thing) for thing in everything_in(state)} & {State, Holdings, Deal}
        for viewer in VIEWERS:
            seen_by = seen(state, viewer)
            assert not [
                thing for thing in everything_in(seen_by) if isinstance(thing, secret_kinds)
            ]
            pickled = pickle.dumps(seen_by)
            names = {str(told) for code, told, _ in pickletools.genops(pickled) if told is not None}
            assert not names & {kind.__name__ for kind in secret_kinds}


def test_B49_views_are_the_same_bytes_whatever_the_luck() -> None:
    """The seed, the generator or the order of the cards left shows in what is sent to a seat."""
    hands = []
    for seed in (1, 2):
        pack = [card for card in PACK if card not in F1_EAST.split() and card not in {"AS", "7H"}]
        random.Random(seed).shuffle(pack)
        start = given(
            dealer="N",
            east=F1_EAST,
            south=" ".join(["7H", *pack[:7]]),
            west=" ".join(["AS", *pack[7:14]]),
            north=" ".join(pack[14:22]),
        )
        state = play_out(start, "P 6 P P")
        state = apply(state, legal_moves(state)[seed])
        hands.append(play_out(state, "=S AS"))
    first, second = hands
    assert first.deal != second.deal
    assert first.discards != second.discards
    for viewer in ("E", ""):
        mine, theirs = seen(first, viewer), seen(second, viewer)
        assert (mine, hash(mine), repr(mine)) == (theirs, hash(theirs), repr(theirs))
        assert pickle.dumps(mine) == pickle.dumps(theirs)
        assert json.dumps(mine.to_dict()) == json.dumps(theirs.to_dict())


@pytest.mark.parametrize("phase", list(PHASES))
def test_B65_a_view_has_legal_moves_for_the_seat_on_move_alone(phase: str) -> None:
    """Asking for the moves of a seat that is not on move crashes, or answers with another's."""
    text, mover = PHASES[phase]
    state = position(text)
    for viewer in VIEWERS:
        expected = legal_moves(state) if viewer == mover else ()
        assert seen(state, viewer).legal_moves == expected
    assert bool(legal_moves(state)) == bool(mover)


def test_B65_the_partner_of_a_solo_player_has_no_move_until_the_next_hand() -> None:
    """The seat that sits out is asked for a card."""
    over = position(F4.line)
    in_play = [state for state in states_of(F4.line) if state.phase is not Phase.AUCTION]
    assert [seen(state, "W").legal_moves for state in in_play] == [()] * len(in_play)
    assert texts(seen(play_out(deal(over, cards=over.deal), "P"), "W").legal_moves)[0] == "P"


# The fields, phase by phase.


def test_a_view_is_a_value() -> None:
    """A view that can be changed, or that two equal states give differently."""
    for text, _ in PHASES.values():
        for viewer in VIEWERS:
            mine, again = seen(position(text), viewer), seen(position(text), viewer)
            assert (mine, hash(mine), repr(mine)) == (again, hash(again), repr(again))
            assert pickle.loads(pickle.dumps(mine)) == mine
            assert mine not in (None, text, position(text))
            assert copy.copy(mine) is mine
            assert copy.deepcopy(mine) is mine
            assert not hasattr(mine, "__dict__")
            for field in [*FIELDS, "another"]:
                with pytest.raises(AttributeError):
                    setattr(mine, field, None)
                with pytest.raises(AttributeError):
                    delattr(mine, field)


@pytest.mark.parametrize("seat", ["N", 0, "", False])
def test_a_view_is_a_seats_or_a_spectators(seat: object) -> None:
    """A seat given as a text or a number is taken for another, or for a spectator."""
    with pytest.raises(TypeError, match="view is a Seat's"):
        view(position(F1.line), seat)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="State"):
        view(seen(position(F1.line), "N"), Seat.NORTH)  # type: ignore[arg-type]


def test_public_fields_are_those_of_the_state() -> None:
    """A public fact that a view leaves out or tells otherwise."""
    public = (
        "rules phase to_move dealer scores calls contract bidder trump partner_out asked trick"
        " tricks tricks_won result winner"
    ).split()
    for text in [text for text, _ in PHASES.values()] + [F8.line, F9.until_trick(3)]:
        state = position(text)
        for viewer in VIEWERS:
            for field in public:
                assert getattr(seen(state, viewer), field) == getattr(state, field)
            assert seen(state, viewer).seat is seat_of(viewer)


KITTY = "TH QH"


def test_hand_is_ones_own() -> None:
    """A seat sees another's hand, or a spectator sees one."""
    state = given(dealer="E", **SURE)
    for viewer in "NESW":
        assert seen(state, viewer).hand == state.hands[Seat.parse(viewer)]
    assert seen(state, "").hand == CardSet()


@pytest.mark.parametrize(
    ("rules", "moves", "taken"),
    [
        ("canadian", "", False),
        ("canadian", "6 P P", False),
        ("canadian", "6 P P P", True),
        ("korean", "5 6 P P", False),
        ("korean", "6 P P P", True),
        ("english", "6 P P P", False),
        ("english", "6 P P P =H", True),
        ("canadian", "M P P P", False),
        ("canadian", "GM P P P", False),
        ("canadian", "C P P P", True),
        ("english", "C P P P", True),
        (ASKING, "C P P P", True),
        (ASKING, "C P P P A", True),
        ("canadian", "GC P P P", False),
        ("canadian", "GC P P P K", True),
        ("canadian", "GC P P P A", False),
        ("canadian", "GC P P P A >AC", False),
        (ASKING, "GC P P P", False),
        (ASKING, "GC P P P A:AC", False),
    ],
)
def test_hand_has_the_kitty_once_it_is_taken(rules: str, moves: str, taken: bool) -> None:
    """The kitty is seen too early, too late, or by somebody else."""
    state = given(moves, rules=rules, dealer="E", north="AC", **SURE)
    assert bool(cards(KITTY) & seen(state, "S").hand) == taken
    assert bool(cards(KITTY) <= seen(state, "S").hand) == taken
    for viewer in others("S"):
        assert not told_by(seen(state, viewer)) & set(KITTY.split())


def test_hand_that_was_laid_away_is_seen_by_its_owner_alone() -> None:
    """The partner of a solo player loses sight of its own cards, or shows them."""
    for moves, left in [("C P P P >AC -7C.AC.8S =H HI", 7), ("GC P P P K -7C.8S =H HI", 8)]:
        state = given(moves, dealer="E", north="AC", **SURE)
        for later in [state, play_any(state)]:
            assert len(seen(later, "N").hand) == left
            assert seen(later, "N").hand == later.hands[Seat.NORTH]
            for viewer in others("N"):
                assert not told_by(seen(later, viewer)) & set(map(str, later.hands[Seat.NORTH]))


@pytest.mark.parametrize(
    ("rules", "moves", "discards"),
    [
        ("canadian", "6 P P P -7C.8S", "7C 8S"),
        ("english", "6 P P P =H -7C.8S", "7C 8S"),
        ("canadian", "C P P P >AC -7C.AC.8S", "7C 8S AC"),
        (ASKING, "C P P P A >AC -7C.AC.8S", "7C 8S AC"),
        ("canadian", "GC P P P K -7C.8S", "7C 8S"),
        ("canadian", "GC P P P A >AC -AC", "AC"),
    ],
)
def test_discards_are_seen_by_the_bidder_alone(rules: str, moves: str, discards: str) -> None:
    """The discards come out, in their field or in the history, during play or at its end."""
    state = given(moves, rules=rules, dealer="E", north="AC", **SURE)
    later = play_any(state)
    for now in (state, later):
        place = [isinstance(move, Discard) for move in now.moves].index(True)
        assert seen(now, "S").discards == cards(discards)
        assert seen(now, "S").moves[place] == Discard(cards(discards))
        assert not seen(now, "S").unseen & cards(discards)
        for viewer in others("S"):
            assert seen(now, viewer).discards is None
            assert seen(now, viewer).moves[place] == Hidden(Discard)
            hidden = set(discards.split()) - ({"AC"} if viewer == "N" else set())
            assert not told_by(seen(now, viewer)) & hidden
            assert hidden <= set(map(str, seen(now, viewer).unseen))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_discards_are_none_before_there_are_any(viewer: str) -> None:
    """An empty set says that there were discards, or a Mulot's bidder is given some."""
    for moves in ("", "6 P P P", "C P P P", "C P P P >AC", "GC P P P", "M P P P", "M P P P 7C"):
        assert seen(given(moves, dealer="E", north="AC", **SURE), viewer).discards is None
    assert seen(given("6 P P P", rules="maine", dealer="E"), viewer).discards is None


@pytest.mark.parametrize(
    ("rules", "auction"),
    [
        ("canadian", "C P P P"),
        (ASKING, "C P P P A"),
        (ASKING, "C P P P A:AC"),
        (ASKING, "C P P P A:KC"),
        ("canadian", "GC P P P A"),
        (ASKING, "GC P P P A:AC"),
    ],
)
def test_given_and_received_are_seen_by_the_two_alone(rules: str, auction: str) -> None:
    """The card that passes between partners comes out, or the giver forgets what it was."""
    state = given(f"{auction} >AC", rules=rules, dealer="E", north="AC", east="KC", **SURE)
    place = len(state.moves) - 1
    ac = Card.parse("AC")
    for now in (state, play_any(state)):
        assert [seen(now, viewer).given for viewer in VIEWERS] == [ac, None, None, None, None]
        assert [seen(now, viewer).received for viewer in VIEWERS] == [None, None, ac, None, None]
        for viewer in VIEWERS:
            known = viewer in ("N", "S")
            assert seen(now, viewer).moves[place] == (GiveCard(ac) if known else Hidden(GiveCard))
        assert ac not in seen(now, "N").unseen


@pytest.mark.parametrize("named", ["AC", "KC"])
def test_asked_is_told_to_all_and_the_answer_to_none(named: str) -> None:
    """What was asked aloud stays secret, or it comes out whether the partner held it."""
    state = given(f"C P P P A:{named} >AC", rules=ASKING, dealer="E", north="AC", east="KC", **SURE)
    for viewer in VIEWERS:
        assert seen(state, viewer).asked == Card.parse(named)
        assert AskPartner(Card.parse(named)) in seen(state, viewer).moves
    for viewer in ("W", ""):
        assert told_by(seen(state, viewer)) == may_know(state, viewer)
        assert set(map(str, seen(state, viewer).unseen)) >= {"AC", "KC"}


SHOWN_WHEN = [
    ("gros_mulot_shown=after_first_trick", "GM", "", 3),
    ("gros_mulot_shown=at_once", "GM", "", 0),
    ("gros_charlemagne_shown=never", "GC", "K -7C.8S =H", None),
    ("gros_charlemagne_shown=after_first_trick", "GC", "K -7C.8S =H", 3),
    ("gros_charlemagne_shown=at_once", "GC", "K -7C.8S =H", 0),
    ("gros_charlemagne_shown=at_once", "GC", "A >AC -AC =H", 0),
    ("gros_mulot_shown=at_once", "M", "", None),
    ("gros_charlemagne_shown=at_once", "C", ">AC -7C.AC.8S =H", None),
    ("gros_mulot_shown=at_once+gros_charlemagne_shown=at_once", "8", "-7C.8S =H", None),
]


@pytest.mark.parametrize(("rules", "bid", "exchange", "after"), SHOWN_WHEN)
def test_shown_from_the_right_moment_on(
    rules: str, bid: str, exchange: str, after: int | None
) -> None:
    """A hand lies open during the exchange, a trick early or late, or in the wrong contract."""
    moves = f"{bid} P P P {exchange}"
    rules = f"canadian+{rules}+stop_when_broken=false"
    state = given(rules=rules, dealer="E", north="AC", **SURE)
    trail = [state]
    for move in moves.split():
        trail.append(play_out(trail[-1], move))
    while trail[-1].to_move is not None:
        trail.append(apply(trail[-1], legal_moves(trail[-1])[0]))
    for now in trail:
        played = sum(isinstance(move, Play) for move in now.moves)
        begun = len(now.moves) >= len(moves.split())
        is_open = after is not None and begun and played >= after
        for viewer in VIEWERS:
            shown = seen(now, viewer).shown
            assert shown == (None, None, now.hands[Seat.SOUTH] if is_open else None, None)
            assert not is_open or not now.hands[Seat.SOUTH] & seen(now, viewer).unseen


@pytest.mark.parametrize(
    ("rules", "open_at_the_end"),
    [
        ("canadian", False),
        ("canadian+gros_mulot_shown=at_once", True),
        ("canadian+gros_charlemagne_shown=after_first_trick", False),
        ("canadian+gros_charlemagne_shown=at_once", True),
        ("english+stop_when_broken=true", False),
        ("korean+stop_when_broken=true", True),
    ],
)
def test_shown_when_a_hand_ends_with_its_first_trick(rules: str, open_at_the_end: bool) -> None:
    """The seven cards left are laid open by the end of the hand, when no second trick began."""
    charlemagne = "charlemagne" in rules or "english" in rules
    hands = HOPELESS if charlemagne else SURE
    moves = "GC P P P A >AC -AC =H 7H" if charlemagne else "GM P P P HI"
    over = play_any(given(moves, rules=rules, dealer="E", north="AC", **hands))
    assert (over.phase, len(over.tricks)) == (Phase.HAND_OVER, 1)
    left = over.hands[Seat.SOUTH]
    assert len(left) == 7
    for viewer in others("S"):
        assert (seen(over, viewer).shown[Seat.SOUTH] is not None) == open_at_the_end
        assert bool(told_by(seen(over, viewer)) & set(map(str, left))) == open_at_the_end


def test_cards_left_are_counted_for_all() -> None:
    """A count follows the deal, or forgets the card that was given or the hand laid away."""
    line = F6.line.split("|")[0:2]
    start = position(f"{line[0]}|{line[1]}|")
    counts = [seen(start, "").cards_left]
    for move in "C P P P >LO -7C.9D.8S =H HI 7H".split():
        start = play_out(start, move)
        counts.append(seen(start, "W").cards_left)
    before, given_away, discarded = (8, 8, 10, 8), (7, 8, 11, 8), (7, 8, 8, 8)
    assert counts[:4] == [(8, 8, 8, 8)] * 4
    assert counts[4:] == [before, given_away, discarded, discarded, (7, 8, 7, 8), (7, 8, 7, 7)]
    assert seen(position(F6.line), "").cards_left == (7, 0, 0, 0)


def test_unseen_is_what_cannot_be_placed() -> None:
    """A card that is played, shown, one's own, discarded or given is still looked for."""
    start = given(dealer="E", north="AC", **SURE)
    pack = cards(" ".join(PACK))
    assert seen(start, "").unseen == pack
    assert seen(start, "E").unseen == pack - start.hands[Seat.EAST]
    state = play_out(start, "C P P P >AC -7C.AC.8S =H HI")
    assert seen(state, "").unseen == pack - cards("HI")
    assert seen(state, "E").unseen == pack - cards("HI") - start.hands[Seat.EAST]
    assert seen(state, "N").unseen == pack - cards("HI") - start.hands[Seat.NORTH]
    own = start.hands[Seat.SOUTH] | start.kitty | cards("AC")
    assert seen(state, "S").unseen == pack - own
    opened = position(F8.until_trick(1))
    played = cards("LO 9C HI")
    assert seen(opened, "").unseen == pack - played - opened.hands[Seat.EAST]
    assert seen(opened, "E").unseen == pack - played - opened.hands[Seat.EAST]
    plain = given("M P P P", rules="maine")
    assert seen(plain, "").unseen == cards(" ".join(PLAIN_PACK))


TRUMPS = "5 P P P -7C.8C =H"
NORTH_BIDS = {"north": "7H 8H 9H TH QH KH AH 7S", "kitty": "7C 8C"}
LITTLE_JACK_LED = {"east": "JD JH", "south": "QD KD 9C", "west": "LO 8S"} | NORTH_BIDS
MULOT = {"east": "KS LO QD JH", "south": "7D 8D 9D TD AD 7C 8C HI", "north": "7S 8S JD AC"}
WHOLE_MULOT = {"east": "LO KS", "south": "7D 8D 9D TD JD QD KD AD", "north": "7S HI"}


@pytest.mark.parametrize(
    ("rules", "moves", "hands", "expected"),
    [
        # The little jack and the jokers lead trump, and follow it.
        ("canadian", f"{TRUMPS} JD KD LO 7H", LITTLE_JACK_LED, {"S": "H"}),
        ("canadian", f"{TRUMPS} JD KD", LITTLE_JACK_LED, {"S": "H"}),
        ("canadian", f"{TRUMPS} JD", LITTLE_JACK_LED, {}),
        (
            "canadian",
            f"{TRUMPS} LO 9C HI",
            {"east": "LO", "south": "9C TC JC QC KC AC 7D 8D", "west": "HI"} | NORTH_BIDS,
            {"S": "H"},
        ),
        (
            "canadian",
            f"{TRUMPS} LO JD 9S",
            {"east": "LO HI", "south": "JD", "west": "8S 9S TS JS QS KS AS 9C"} | NORTH_BIDS,
            {"W": "H"},
        ),
        # A little jack that is thrown on its printed suit does not follow it.
        (
            "canadian",
            f"{TRUMPS} 7D JD 8D",
            {"east": "7D", "south": "JD 9C TC JC QC KC AC 8S", "west": "8D"} | NORTH_BIDS,
            {"S": "D"},
        ),
        (
            "maine",
            "5 P P P =H 7D JD 8D 7H",
            {
                "east": "7D",
                "south": "JD 9C TC JC QC KC AC 8S",
                "west": "8D",
                "north": "7H 8H 9H TH QH KH AH 7S",
            },
            {"S": "D", "N": "D"},
        ),
        # What was shown stays known in later tricks, and more comes to it.
        (
            "canadian",
            f"{TRUMPS} JD KD LO 7H 8S 7S 7D",
            LITTLE_JACK_LED,
            {"S": "H", "E": "S"},
        ),
        # In a Mulot jacks are plain, and a joker is kept only if it need not be played.
        ("canadian", "M P P P KS 7D 7S", WHOLE_MULOT, {"S": "S LO HI"}),
        ("english", "M P P P KS 7D 7S", WHOLE_MULOT, {"S": "S"}),
        ("canadian", "M P P P KS HI 7S", MULOT, {"S": "S"}),
        ("english", "M P P P KS HI 7S", MULOT, {"S": "S"}),
        ("canadian", "M P P P QD AD JD", MULOT, {}),
        ("canadian", "M P P P JH HI", MULOT, {"S": "H"}),
        # Without the partner who sits out the seat after South is North.
        (
            "canadian",
            "M P P P QD AD 7S",
            {"east": "QD", "south": "AD", "north": "8C 9C TC JC QC KC AC 7S"},
            {"N": "D LO HI"},
        ),
        # A led joker calls for the other, whether or not jokers are forced otherwise.
        ("canadian", "M P P P LO 7D HI", WHOLE_MULOT, {"S": "LO HI"}),
        ("english", "M P P P LO 7D", WHOLE_MULOT, {"S": "LO HI"}),
        ("english", "GM P P P LO HI", MULOT, {}),
        # There are no jokers to be without in a pack that has none.
        (
            "maine",
            "M P P P KS 7D 7S",
            {"east": "KS", "south": "7D 8D 9D TD JD QD KD AD", "north": "7S"},
            {"S": "S"},
        ),
    ],
)
def test_voids_are_what_play_has_shown(
    rules: str, moves: str, hands: dict[str, str], expected: dict[str, str]
) -> None:
    """The printed suit counts, a joker's duty is forgotten, or what was shown is."""
    dealer = "W" if moves.startswith("5") else "N"
    state = given(moves, rules=rules, dealer=dealer, **hands)
    for viewer in VIEWERS:
        told = {
            seat: set(map(str, void))
            for seat, void in zip("NESW", seen(state, viewer).voids, strict=True)
        }
        known = {seat: set(expected.get(seat, "").split()) for seat in "NESW"}
        assert told == known | ({viewer: set()} if viewer else {})


# On any state that can be reached, under any rules.

ENOUGH = settings(deadline=None)


@ENOUGH
@for_all(states(), st.sampled_from(VIEWERS))
def test_a_view_tells_all_that_a_seat_may_know_and_no_more(state: State, viewer: str) -> None:
    """A card that comes out, or is forgotten, in some phase under some rules."""
    assert told_by(seen(state, viewer)) == may_know(state, viewer)


@ENOUGH
@for_all(states(phases=[Phase.HAND_OVER, Phase.GAME_OVER]), st.sampled_from(VIEWERS))
def test_nothing_more_is_seen_when_a_hand_is_over(state: State, viewer: str) -> None:
    """The end of a hand turns up the kitty, the discards or the hands, as a review does."""
    before = position(position_text(state).rpartition(" ")[0])
    last = state.moves[-1]
    played = {str(last)} if isinstance(last, Play) else set()
    assert told_by(seen(state, viewer)) == told_by(seen(before, viewer)) | played


@ENOUGH
@for_all(states())
def test_legal_moves_of_a_view_are_those_of_the_state(state: State) -> None:
    """A view works out other moves than the state has, or works them out for another seat."""
    for viewer in VIEWERS:
        on_move = seat_of(viewer) is state.to_move and viewer != ""
        assert seen(state, viewer).legal_moves == (legal_moves(state) if on_move else ())


@settings(ENOUGH, max_examples=4 * ENOUGH.max_examples)
@for_all(states())
def test_views_are_those_of_the_naive_reading(state: State) -> None:
    """Any field of a view that differs from a second, independent reading of the rules."""
    hand = naive.read_position(position_text(state))
    for viewer in VIEWERS:
        mine = seen(state, viewer)
        assert told_naively(mine) == naive.naive_view(hand, viewer or None)
        assert all(not mine.voids[seat] for seat in Seat if seat is mine.seat)


# Non-interference: what a seat cannot know makes no difference to anything that it is told.


@dataclass(frozen=True)
class World:
    """What is secret in a hand: where each card was dealt, the card given, and the discards."""

    dealt: Mapping[Card, str]
    gift: Card | None
    discards: frozenset[Card]

    def way_of(self, card: Card) -> tuple[str, bool, bool]:
        """Where a card was dealt and what became of it."""
        return self.dealt[card], card == self.gift, card in self.discards

    def exchanged(self, one: Card, other: Card) -> World:
        """The world in which two cards lie in each other's place and went each other's way."""
        turn = {one: other, other: one}
        return World(
            {turn.get(card, card): place for card, place in self.dealt.items()},
            None if self.gift is None else turn.get(self.gift, self.gift),
            frozenset(turn.get(card, card) for card in self.discards),
        )

    def traded(self, one: Card, other: Card) -> World:
        """The world in which two cards of the bidder's came from where the other did."""
        return replace(self.exchanged(one, other), discards=self.discards)


def world_of(state: State) -> World:
    """The secrets of a state."""
    places = zip("NESWK", (*state.deal.hands, state.deal.kitty), strict=True)
    gifts = [move.card for move in state.moves if isinstance(move, GiveCard)]
    return World(
        {card: place for place, held in places for card in held},
        gifts[0] if gifts else None,
        frozenset(state.discards),
    )


def twin_in(world: World, state: State) -> State | None:
    """The state with the same public moves in another world, None if they are not legal there."""
    held = [[card for card, place in world.dealt.items() if place == at] for at in "NESWK"]
    ns, ew = state.scores
    if state.result is not None:
        points = state.result.points
        ns, ew = (ns - points, ew) if state.result.side is Side.NS else (ns, ew - points)
    cards_dealt = Deal(held[:4], held[4])
    twin = deal(state.rules, cards=cards_dealt, dealer=state.dealer, scores=(ns, ew))
    for move in state.moves:
        if isinstance(move, GiveCard) and world.gift is not None:
            move = GiveCard(world.gift)
        elif isinstance(move, Discard):
            move = Discard(world.discards)
        if why_illegal(twin, move) is not None:
            return None
        twin = apply(twin, move)
    return twin


def hidden_from(state: State, viewer: str) -> list[Card]:
    """The cards that a seat cannot place."""
    known = placed(state, viewer)
    return [card for card in state.rules.pack.cards if card not in known]


def of_unknown_origin(state: State, viewer: str) -> list[Card]:
    """The cards of the bidder's of which a seat cannot know how they came to the bidder.

    They were dealt to it, lay in the kitty, or were given by the partner, who knows of that one.
    """
    if state.bidder is None or viewer == str(state.bidder):
        return []
    came = state.deal.hands[state.bidder]
    if not state.kitty:
        came |= state.deal.kitty
    gifts = [move.card for move in state.moves if isinstance(move, GiveCard)]
    own = CardSet() if viewer == "" else state.deal.hands[Seat.parse(viewer)]
    return [card for card in [*came, *gifts] if card not in own]


@st.composite
def twins(draw: st.DrawFn, where: st.SearchStrategy[State]) -> tuple[State, State, str]:
    """Two states that differ in what a viewer cannot know, as far as the public moves allow."""
    state = draw(where)
    viewer = draw(st.sampled_from(VIEWERS))
    twin = state
    step = st.tuples(st.booleans(), *[st.integers(0, 23)] * 4)
    for origins, *numbers in draw(st.lists(step, min_size=6, max_size=12)):
        world = world_of(twin)
        pool = of_unknown_origin(twin, viewer) if origins else hidden_from(twin, viewer)
        pair = two_apart(world, pool, numbers)
        if pair is not None:
            world = world.traded(*pair) if origins else world.exchanged(*pair)
            twin = twin_in(world, state) or twin
    return state, twin, viewer


def two_apart(world: World, pool: list[Card], numbers: list[int]) -> tuple[Card, Card] | None:
    """Two cards that went different ways, however few went one of them; None if all went one."""
    ways: dict[tuple[str, bool, bool], list[Card]] = {}
    for card in pool:
        ways.setdefault(world.way_of(card), []).append(card)
    if len(ways) < 2:
        return None
    first, second = numbers[0] % len(ways), numbers[1] % (len(ways) - 1)
    groups = list(ways.values())
    one = groups.pop(first)
    other = groups[second]
    return one[numbers[2] % len(one)], other[numbers[3] % len(other)]


class LeakError(AssertionError):
    """Two states that a seat cannot tell apart were told apart by something said to it."""


def refuse(state: State, move: Move, by: Seat | None) -> str:
    """All that a refusal carries."""
    return repr(why_illegal(state, move, by=by))


@dataclass(frozen=True)
class Table:
    """What a table says to a seat: views, and refusals."""

    look: Callable[[State, Seat | None], View] = view
    refuse: Callable[[State, Move, Seat | None], str] = refuse

    def all_refusals(self, state: State, seat: Seat) -> list[str]:
        """Every refusal that a seat can provoke, when it is on move and when it is not."""
        askers = [seat, None] if state.to_move is seat else [seat]
        own = sorted(view(state, seat).hand, key=str)
        tried = [*ANY_MOVE, *(Discard(own[:count]) for count in range(2, len(own)))]
        return [self.refuse(state, move, by) for by in askers for move in tried]

    def check(self, state: State, twin: State, viewer: str) -> None:
        """See that nothing said to a seat tells one state from the other."""
        seat = seat_of(viewer)
        mine, theirs = self.look(state, seat), self.look(twin, seat)
        pairs = {
            "legal moves": (mine.legal_moves, theirs.legal_moves),
            "view": (mine, theirs),
            "repr": (repr(mine), repr(theirs)),
            "pickle": (pickle.dumps(mine), pickle.dumps(theirs)),
            "JSON": (json.dumps(mine.to_dict()), json.dumps(theirs.to_dict())),
        }
        if seat is not None:
            pairs["refusals"] = (self.all_refusals(state, seat), self.all_refusals(twin, seat))
        for told, (one, other) in pairs.items():
            if one != other:
                raise LeakError(f"the {told} of {viewer or 'a spectator'}: {one!r}, {other!r}")


ANY_MOVE: list[Move] = [
    Pass(),
    TakeKitty(),
    *map(Bid, Contract),
    *map(NameTrump, Suit),
    AskPartner(),
    *(kind(Card.parse(card)) for card in PACK for kind in (Play, GiveCard, AskPartner)),
    *(Discard([Card.parse(card)]) for card in PACK),
]


UNTIL_IT_LEAKS = settings(
    max_examples=2000,
    deadline=None,
    phases=[Stage.generate],
    derandomize=True,
    database=None,
    report_multiple_bugs=False,
)
ANYWHERE = states()


def check_secrecy(
    table: Table, limits: settings, where: st.SearchStrategy[State] = ANYWHERE
) -> list[bool]:
    """Play with a table until it leaks, or for as long as the limits say.

    Whether the two states differed is given back for each pair.
    """
    different: list[bool] = []

    @limits
    @for_all(twins(where))
    def check(found: tuple[State, State, str]) -> None:
        state, twin, viewer = found
        different.append(state != twin)
        table.check(state, twin, viewer)

    check()
    return different


def test_nothing_that_a_seat_is_told_depends_on_what_it_cannot_know() -> None:
    """Any leak, by any way: the tests below show that it finds those of other programs.

    It would find nothing if the two states were hardly ever different.
    """
    different = check_secrecy(Table(), settings(ENOUGH, max_examples=8 * ENOUGH.max_examples))
    assert sum(different) > 0.5 * len(different)


def hands_of(state: State) -> object:
    """The cards in the hands."""
    return state.hands


def kitty_of(state: State) -> object:
    """The cards in the kitty."""
    return state.kitty


def discards_of(state: State) -> object:
    """The cards that were discarded."""
    return state.discards


def gift_of(state: State) -> object:
    """The card that was given."""
    return world_of(state).gift


@pytest.mark.parametrize(
    ("secret_of", "where"),
    [
        (hands_of, states(phases=[Phase.AUCTION, Phase.GIVE, Phase.PLAY])),
        (hands_of, states(phases=[Phase.HAND_OVER], contracts=[Contract.MULOT])),
        (kitty_of, states(CANADIAN, contracts=[Contract.GROS_MULOT])),
        (discards_of, states(CANADIAN, phases=[Phase.TRUMP], contracts=[Contract.SIX])),
        (discards_of, states(CANADIAN, phases=[Phase.PLAY], contracts=[Contract.CHARLEMAGNE])),
        (gift_of, states(MAINE, phases=[Phase.PLAY], contracts=[Contract.CHARLEMAGNE])),
        (gift_of, states(CANADIAN, phases=[Phase.DISCARD], contracts=[Contract.CHARLEMAGNE])),
    ],
)
def test_every_secret_is_exchanged_often_enough(
    secret_of: Callable[[State], object], where: st.SearchStrategy[State]
) -> None:
    """The test above would pass over leaks of a secret that is hardly ever another."""
    exchanged: list[bool] = []

    @settings(UNTIL_IT_LEAKS, max_examples=60)
    @for_all(twins(where))
    def count(found: tuple[State, State, str]) -> None:
        state, twin, viewer = found
        knows = {str(state.bidder)} | ({str(state.partner_out)} if secret_of is gift_of else set())
        if viewer not in knows:
            exchanged.append(secret_of(state) != secret_of(twin))

    count()
    assert len(exchanged) > 12
    assert sum(exchanged) > 0.25 * len(exchanged)


def with_kitty_placed(state: State, seat: Seat | None) -> View:
    """What is left of the pack is worked out by subtraction, the kitty with it."""
    told = view(state, seat)
    return altered(told, unseen=told.unseen - state.kitty)


def with_the_dealt_kitty(state: State, seat: Seat | None) -> View:
    """The kitty is looked at when it has been taken, as if it had been turned up."""
    told = view(state, seat)
    return altered(told, unseen=told.unseen - state.deal.kitty) if state.bidder else told


def with_discards(state: State, seat: Seat | None) -> View:
    """The discards are shown to all."""
    return altered(view(state, seat), discards=state.discards or None)


def with_discards_for_the_side(state: State, seat: Seat | None) -> View:
    """The discards are shown to the bidder's partner."""
    ours = state.bidder and seat is state.bidder.partner
    return with_discards(state, seat) if ours else view(state, seat)


def with_the_whole_history(state: State, seat: Seat | None) -> View:
    """The moves are shown as they were made."""
    return altered(view(state, seat), moves=state.moves)


def with_the_gift(state: State, seat: Seat | None) -> View:
    """The given card is shown to all."""
    gifts = [move.card for move in state.moves if isinstance(move, GiveCard)]
    return altered(view(state, seat), received=gifts[0] if gifts else None)


def with_hands_open(state: State, seat: Seat | None, is_open: Callable[[Seat], bool]) -> View:
    """Some hands are laid open beside those that are."""
    told = view(state, seat)
    north, east, south, west = [state.hands[at] if is_open(at) else told.shown[at] for at in Seat]
    return altered(told, shown=(north, east, south, west))


def shown_a_trick_early(state: State, seat: Seat | None) -> View:
    """A Gros Mulot's hand is laid open before the first trick instead of after it."""
    early = state.contract is Contract.GROS_MULOT and state.phase is Phase.PLAY
    return with_hands_open(state, seat, lambda at: early and at is state.bidder)


def shown_by_the_end(state: State, seat: Seat | None) -> View:
    """A hand that ended with its first trick is laid open, as if a second had begun."""
    ended = state.phase in {Phase.HAND_OVER, Phase.GAME_OVER} and len(state.tricks) == 1
    return with_hands_open(state, seat, lambda at: ended and at is state.bidder)


def shown_in_the_exchange(state: State, seat: Seat | None) -> View:
    """A Gros Charlemagne's hand lies open at once, during the exchange as well."""
    begun = state.contract is Contract.GROS_CHARLEMAGNE
    return with_hands_open(state, seat, lambda at: begun and at is state.bidder)


def shown_when_over(state: State, seat: Seat | None) -> View:
    """All hands are turned up when the hand is over."""
    return with_hands_open(state, seat, lambda _: state.to_move is None)


def with_the_hand_laid_away(state: State, seat: Seat | None) -> View:
    """The hand of the partner who sits out is open, as a dummy's is."""
    return with_hands_open(state, seat, lambda at: at is state.partner_out)


def with_all_legal_moves(state: State, seat: Seat | None) -> View:
    """The moves of the seat on move are told to every seat."""
    return altered(view(state, seat), legal_moves=legal_moves(state))


def with_counted_voids(state: State, seat: Seat | None) -> View:
    """The suits that seats are without are taken from their hands."""
    north, east, south, west = [
        frozenset(suit for suit in Suit if all(card.suit is not suit for card in held))
        for held in state.hands
    ]
    return altered(view(state, seat), voids=(north, east, south, west))


class MarkedMoves(tuple[Move | Hidden, ...]):
    """Moves that look the same and carry something more: it comes out in the pickle."""

    secret: object = None


class TalkingMoves(MarkedMoves):
    """Moves that look the same, but for their repr."""

    def __repr__(self) -> str:
        return repr(self.secret)

    def __reduce__(self) -> tuple[object, ...]:
        return (tuple, (list(self),))


def with_the_state_attached(state: State, seat: Seat | None) -> View:
    """The deal is kept with the history, where no comparison looks."""
    told = view(state, seat)
    moves = MarkedMoves(told.moves)
    moves.secret = str(state.deal)
    return altered(told, moves=moves)


def with_a_talking_repr(state: State, seat: Seat | None) -> View:
    """The repr says what the fields do not."""
    told = view(state, seat)
    moves = TalkingMoves(told.moves)
    moves.secret = str(state.deal)
    return altered(told, moves=moves)


def naming_the_hand(state: State, move: Move, by: Seat | None) -> str:
    """A refusal to a seat that is not on move says what the seat on move may play."""
    choices = legal_moves(state) if by is not state.to_move else ()
    return f"{why_illegal(state, move, by=by)} {texts(choices)}"


def naming_the_owner(state: State, move: Move, by: Seat | None) -> str:
    """A card that is not held is refused by saying who holds it."""
    if not isinstance(move, Play) or state.phase is not Phase.PLAY:
        return str(why_illegal(state, move, by=by))
    return str([seat for seat in Seat if move.card in state.hands[seat]])


GROS_MULOTS = states(contracts=[Contract.GROS_MULOT])
GROS_CHARLEMAGNES = states(contracts=[Contract.GROS_CHARLEMAGNE])
TRICK_BIDS = states(contracts=[Contract.FIVE], phases=[Phase.TRUMP, Phase.PLAY])
ENDS = states(phases=[Phase.HAND_OVER, Phase.GAME_OVER], contracts=[Contract.GROS_MULOT])
LEAKS = [
    (with_kitty_placed, "view", ANYWHERE),
    (with_the_dealt_kitty, "view", ANYWHERE),
    (with_discards, "view", ANYWHERE),
    (with_discards_for_the_side, "view", TRICK_BIDS),
    (with_the_whole_history, "view", ANYWHERE),
    (with_the_gift, "view", ANYWHERE),
    (shown_a_trick_early, "view", GROS_MULOTS),
    (shown_by_the_end, "view", ENDS),
    (shown_in_the_exchange, "view", GROS_CHARLEMAGNES),
    (shown_when_over, "view", ANYWHERE),
    (with_the_hand_laid_away, "view", ANYWHERE),
    (with_all_legal_moves, "legal moves", ANYWHERE),
    (with_counted_voids, "view", ANYWHERE),
    (with_the_state_attached, "pickle", ANYWHERE),
    (with_a_talking_repr, "repr", ANYWHERE),
]


@pytest.mark.parametrize(
    ("leak", "told", "where"), LEAKS, ids=[leak.__name__ for leak, _, _ in LEAKS]
)
def test_a_view_that_leaks_is_found_out(
    leak: Callable[[State, Seat | None], View], told: str, where: st.SearchStrategy[State]
) -> None:
    """The test above would pass with views that other programs have shown."""
    with pytest.raises(LeakError, match=f"the {told} of"):
        check_secrecy(Table(look=leak), UNTIL_IT_LEAKS, where)


@pytest.mark.parametrize("leak", [naming_the_hand, naming_the_owner], ids=lambda it: it.__name__)
def test_a_refusal_that_leaks_is_found_out(
    leak: Callable[[State, Move, Seat | None], str],
) -> None:
    """The test above would pass with refusals that name what the seat cannot see."""
    with pytest.raises(LeakError, match="the refusals of"):
        check_secrecy(Table(refuse=leak), UNTIL_IT_LEAKS)


def plain(value: object) -> bool:
    """Whether a value is one that JSON has."""
    match value:
        case dict():
            return all(isinstance(key, str) and plain(item) for key, item in value.items())
        case list():
            return all(map(plain, value))
        case _:
            return value is None or isinstance(value, str | int)


@for_all(states(), st.sampled_from([*Seat, None]))
def test_a_view_is_sent_in_plain_values(state: State, viewer: Seat | None) -> None:
    """A field is left out of what is sent, is no JSON, or says another thing than the view."""
    seen_by = view(state, viewer)
    sent = seen_by.to_dict()
    assert list(sent) == FIELDS
    assert plain(sent)
    assert json.loads(json.dumps(sent)) == sent
    assert sent["hand"] == [str(card) for card in seen_by.hand]
    assert sent["moves"] == [str(move) for move in seen_by.moves]
    assert sent["to_move"] == (seen_by.to_move and str(seen_by.to_move))
    assert sent["tricks"] == [
        {"leader": str(t.leader), "cards": [str(c) for c in t.cards], "winner": str(t.winner)}
        for t in seen_by.tricks
    ]
    assert sent["voids"] == [sorted(map(str, void)) for void in seen_by.voids]
    if seen_by.result is not None:
        assert sent["result"] == {
            "contract": str(seen_by.result.contract),
            "bidder": str(seen_by.result.bidder),
            "tricks": seen_by.result.tricks,
            "made": seen_by.result.made,
            "side": str(seen_by.result.side),
            "points": seen_by.result.points,
        }


@pytest.mark.parametrize("thing", [None, "canadian", 5])
def test_a_view_is_of_a_state(thing: object) -> None:
    """Something else is looked at, and fails half way."""
    look: Callable[..., View] = view
    with pytest.raises(TypeError, match="a State is wanted"):
        look(thing, Seat.NORTH)
