"""Refusals: the reason, the rule and what the player is told, for every way to go wrong."""

from __future__ import annotations

import copy
import pickle
import random
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from charlemagne import (
    CANADIAN,
    ENGLISH,
    KOREAN,
    MAINE,
    AskPartner,
    Bid,
    Card,
    CharlemagneError,
    Contract,
    Discard,
    GiveCard,
    Hidden,
    IllegalMove,
    Move,
    NameTrump,
    Pass,
    Phase,
    Play,
    Reason,
    Rules,
    Seat,
    Side,
    State,
    Suit,
    TakeKitty,
    apply,
    deal,
    legal_moves,
    parse_move,
    score,
    why_illegal,
)
from support import (
    ASKING,
    F1,
    F3,
    F4,
    F9,
    PACK,
    PHASES,
    cards_named_in,
    choices,
    deeper,
    given,
    in_pack_order,
    line,
    play_out,
    position,
    refusal,
    refused_for,
    some_of_every_move,
    states_of,
)

pytestmark = pytest.mark.rules

MOVING = [phase for phase, (_, mover) in PHASES.items() if mover]
ALL_SEATS = "NESW"


@dataclass(frozen=True)
class Case:
    """A position and a move that is refused there, and words that the message must have."""

    reason: str
    rule: str
    text: str
    move: str
    words: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the test."""
        moves = self.text.split("|")[2].split()
        return f"{self.reason}: {' '.join(moves[:8])} + {self.move}"


def case(reason: str, rule: str, text: str, move: str, *words: str) -> Case:
    """Tell a case in a line."""
    return Case(reason, rule, text, move, words)


# East led the nine of clubs, spades are trump: South follows with the queen or the ace.
FOLLOW = line("P P P 5 -7H.8H =S 9C", east="9C", south="QC JC AC AS 7D 9D HI KS", north="7H 8H")
# North leads a spade in a Mulot: East has one, or has none and a joker, or has both jokers.
SPADE_HELD = line("P P P M KS", north="KS", east="HI 8S 7D 8D 9D TD QD KD")
JOKER_HELD = line("P P P M KS", north="KS LO", east="HI 7D 8D 9D TD QD KD AD")
JOKERS_HELD = line("P P P M KS", north="KS", east="LO HI 7D 8D 9D TD QD KD")
JOKER_LED = line("P P P M LO", north="LO", east="HI 7D 8D 9D TD QD KD AD")
NAMED = PHASES["ASK"][0] + " A:LO"
FORCED = line("P P P", rules="canadian+dealer_forced=true")
IN_MAINE = {"rules": "maine", "east": "7H 8H 9H TH JH QH KH AH", "west": "7D"}

CASES = [
    case("GAME_OVER", "target", F9.line, "HI", "over", "NS|North"),
    case("GAME_OVER", "target", F9.line, "P", "over"),
    case("HAND_OVER", "turn", F1.line, "AH", "over", "deal"),
    case("HAND_OVER", "turn", F1.line, "P", "over", "deal"),
    case("HAND_OVER", "turn", line("P P P P"), "5", "over", "deal"),
    case("WRONG_PHASE", "turn", PHASES["AUCTION"][0], "QC", "bid", "pass"),
    case("WRONG_PHASE", "turn", PHASES["AUCTION"][0], "K", "bid", "pass"),
    case("WRONG_PHASE", "turn", PHASES["DISCARD"][0], "=H", "discard"),
    case("WRONG_PHASE", "turn", PHASES["DISCARD"][0], "7C", "discard"),
    case("WRONG_PHASE", "turn", PHASES["TRUMP"][0], "-7C.8C", "trump"),
    case("WRONG_PHASE", "turn", PHASES["AID"][0], "-7C.8S", "kitty", "ask"),
    case("WRONG_PHASE", "turn", PHASES["ASK"][0], "K", "ask"),
    case("WRONG_PHASE", "turn", PHASES["GIVE"][0], "A", "give"),
    case("WRONG_PHASE", "turn", PHASES["GIVE"][0], "A:LO", "give"),
    case("WRONG_PHASE", "turn", PHASES["PLAY"][0], "5", "play"),
    case("WRONG_PHASE", "turn", PHASES["PLAY"][0], "=C", "play"),
    case("WRONG_PHASE", "turn", line("P P P 5", **IN_MAINE), "-7C", "trump"),
    case("NOT_IN_PACK", "pack", line("P P P 5 =C", **IN_MAINE), "HI", "HI", "pack"),
    case("NOT_IN_PACK", "pack", line("C P P P", **IN_MAINE), "A:LO", "LO", "pack"),
    case("NOT_IN_PACK", "pack", line("C P P P A", **IN_MAINE), ">HI", "HI", "pack"),
    case("NOT_IN_PACK", "pack", line("GC P P P >7D", **IN_MAINE), "-LO", "LO", "pack"),
    case("NOT_HELD", "hand", PHASES["PLAY"][0], "AS", "AS", "hold", "7C", "JS", "HI"),
    case("NOT_HELD", "hand", PHASES["GIVE"][0], ">HI", "HI", "hold", "TC", "AD", "LO"),
    case("NOT_HELD", "hand", PHASES["DISCARD"][0], "-7C.8C", "7C", "8C", "hold", "QC", "8H"),
    case("NOT_HELD", "hand", FOLLOW, "KC", "KC", "hold", "QC", "AC"),
    case("BID_TOO_LOW", "bid.higher", line("6"), "6", "7", "8", "M", "C", "GM", "GC", "pass"),
    case("BID_TOO_LOW", "bid.higher", line("8 M"), "8", "C", "GM", "GC", "pass"),
    case("BID_TOO_LOW", "bid.higher", line("GM"), "5", "GC", "pass"),
    case("BID_TOO_LOW", "bid.higher", line("GC"), "GC", "pass"),
    case("BID_TOO_LOW", "bid.higher", line("P GC P"), "5", "pass"),
    case("MUST_BID", "bid.dealer-forced", FORCED, "P", "must bid", "5"),
    case("MAY_NOT_ASK", "named-card", PHASES["AID"][0], "A:AS", "any", "kitty"),
    case("MAY_NOT_ASK", "named-card", PHASES["ASK"][0], "A:JD", "JD", "ask", "not"),
    case("MAY_NOT_ASK", "named-card", PHASES["ASK"][0], "A:QH", "QH", "ask", "not"),
    case("MUST_GIVE_NAMED", "named-card", NAMED, ">AD", "LO", "give"),
    case("WRONG_COUNT", "trick-bid", PHASES["DISCARD"][0], "-QC", "2|two"),
    case("WRONG_COUNT", "trick-bid", PHASES["DISCARD"][0], "-QC.KC.JD", "2|two"),
    case("WRONG_COUNT", "charlemagne", PHASES["GIVE"][0] + " >LO", "-7C.LO", "3|three"),
    case("WRONG_COUNT", "charlemagne", line("C P P P A >7D", **IN_MAINE), "-7D.7H", "1|one"),
    case("WRONG_COUNT", "gros-charlemagne", PHASES["AID"][0] + " K", "-7C", "2|two"),
    case("WRONG_COUNT", "gros-charlemagne", PHASES["AID"][0] + " A >AS", "-7C.8S", "1|one"),
    case("MUST_FOLLOW", "play.follow", FOLLOW, "AS", "QC", "AC", "club"),
    case("MUST_FOLLOW", "play.follow", FOLLOW, "JC", "QC", "AC", "club"),
    case("MUST_FOLLOW", "play.follow", FOLLOW, "HI", "QC", "AC", "club"),
    case("MUST_FOLLOW", "play.follow", F3.start + " TH KS", "AC", "9H", "AH", "heart"),
    case("MUST_FOLLOW", "play.follow", F1.until_trick(6) + " JD TC", "QD", "TH", "trump"),
    case("MUST_FOLLOW", "play.follow", SPADE_HELD, "HI", "8S", "spade"),
    case("MUST_PLAY_JOKER", "mulot.jokers", JOKER_HELD, "7D", "HI"),
    case("MUST_PLAY_JOKER", "mulot.jokers", JOKERS_HELD, "KD", "HI", "LO"),
    case("MUST_PLAY_JOKER", "mulot.jokers", JOKER_LED, "AD", "HI", "joker"),
    case("MUST_PLAY_JOKER", "mulot.jokers", F4.start + " LO 9C", "AD", "HI", "joker"),
]


@pytest.mark.parametrize("told", CASES, ids=lambda told: str(told.name))
def test_refusal_says_why_and_what_would_be_legal(told: Case) -> None:
    """Each reason has its rule, and a message with the moves that would have been legal."""
    state = position(told.text)
    reason, rule, message = refusal(state, told.move)
    assert (reason, rule) == (told.reason, told.rule)
    for words in told.words:
        a_name = words.isupper() or words.isdigit()
        pattern = rf"(?<![A-Z0-9]){words}(?![A-Z0-9])" if a_name else rf"(?i){words}"
        assert re.search(pattern, message), f"no {words!r} in {message!r}"


@pytest.mark.parametrize("told", CASES, ids=lambda told: str(told.name))
def test_refusal_leaves_the_state_as_it_was(told: Case) -> None:
    """What is refused is raised with its violation, and nothing has changed."""
    state, before = position(told.text), position(told.text)
    listed, move = legal_moves(state), parse_move(told.move)
    with pytest.raises(IllegalMove) as refused:
        apply(state, move)
    violation = refused.value.violation
    assert violation == why_illegal(state, move)
    assert violation.move == move
    assert str(refused.value) == violation.message
    assert state == before
    assert hash(state) == hash(before)
    assert (state.phase, state.to_move, state.trick) == (before.phase, before.to_move, before.trick)
    assert (state.hands, state.kitty, state.discards) == (
        before.hands,
        before.kitty,
        before.discards,
    )
    assert legal_moves(state) == listed


def test_refusal_has_a_case_for_every_reason() -> None:
    """All the reasons there are have a case above, but for the one that takes a seat."""
    told = {told.reason for told in CASES} | {"NOT_YOUR_TURN"}
    assert told == {reason.name for reason in Reason}
    assert [reason.name for reason in Reason] == (
        "GAME_OVER HAND_OVER NOT_YOUR_TURN WRONG_PHASE NOT_IN_PACK NOT_HELD BID_TOO_LOW MUST_BID"
        " MAY_NOT_ASK MUST_GIVE_NAMED WRONG_COUNT MUST_FOLLOW MUST_PLAY_JOKER"
    ).split()


@pytest.mark.parametrize("told", CASES, ids=lambda told: str(told.name))
def test_refusal_is_an_error_that_can_be_caught_and_kept(told: Case) -> None:
    """It is a `CharlemagneError` and a `ValueError`, and comes whole out of a pickle."""
    with pytest.raises(IllegalMove) as refused:
        play_out(position(told.text), told.move)
    assert isinstance(refused.value, CharlemagneError)
    assert isinstance(refused.value, ValueError)
    for kept in (pickle.loads(pickle.dumps(refused.value)), copy.copy(refused.value)):
        assert type(kept) is IllegalMove
        assert kept.violation == refused.value.violation
        assert str(kept) == str(refused.value)


# The seat that is not on move


@pytest.mark.parametrize("phase", MOVING)
@pytest.mark.parametrize("by", list(ALL_SEATS))
def test_not_your_turn(by: str, phase: str) -> None:
    """A seat not on move is told whose turn it is, whatever the move, and of no card."""
    text, mover = PHASES[phase]
    state = position(text)
    if by == mover:
        for move in legal_moves(state):
            assert refused_for(state, move, by=by) == ""
            assert apply(state, move, by=Seat.parse(by)) == apply(state, move)
        return
    for move in some_of_every_move(state):
        reason, rule, message = refusal(state, move, by=by)
        assert (reason, rule) == ("NOT_YOUR_TURN", "turn")
        assert cards_named_in(message) == set()
        assert re.search(rf"\b{mover}\b|(?i:{Seat.parse(mover).name})", message)
    assert state == position(text)


def test_not_your_turn_whatever_the_card() -> None:
    """What another seat is told does not tell whether it may play the card, or holds it."""
    state = position(FOLLOW)
    for by in "NEW":
        messages = {refusal(state, card, by=by)[2] for card in PACK}
        assert len(messages) == 1


# Several reasons at once


@pytest.mark.parametrize(
    ("text", "move", "by", "reason"),
    [
        pytest.param(F9.line, "P", "W", "GAME_OVER", id="game over before turn"),
        pytest.param(F9.line, "7C", None, "GAME_OVER", id="game over before hand"),
        pytest.param(F1.line, "P", "W", "HAND_OVER", id="hand over before turn"),
        pytest.param(F1.line, "7C", None, "HAND_OVER", id="hand over before hand"),
        pytest.param(PHASES["AUCTION"][0], "=S", "W", "NOT_YOUR_TURN", id="turn before phase"),
        pytest.param(line("6"), "5", "W", "NOT_YOUR_TURN", id="turn before bid"),
        pytest.param(FOLLOW, "AS", "N", "NOT_YOUR_TURN", id="turn before hand and suit"),
        pytest.param(
            line("P P P 5 =C", **IN_MAINE), "HI", "S", "NOT_YOUR_TURN", id="turn before pack"
        ),
        pytest.param(line("", **IN_MAINE), "HI", None, "WRONG_PHASE", id="phase before pack"),
        pytest.param(PHASES["DISCARD"][0], "7C", None, "WRONG_PHASE", id="phase before hand"),
        pytest.param(PHASES["TRUMP"][0], "-QC", None, "WRONG_PHASE", id="phase before count"),
        pytest.param(PHASES["GIVE"][0], "A:LO", None, "WRONG_PHASE", id="phase before asking"),
        pytest.param(
            line("P P P 5 =C", **IN_MAINE), "HI", None, "NOT_IN_PACK", id="pack before hand"
        ),
        pytest.param(
            line("C P P P A >7D", **IN_MAINE),
            "-7C.HI",
            None,
            "NOT_IN_PACK",
            id="pack before hand and count",
        ),
        pytest.param(
            line("C P P P", **IN_MAINE), "A:HI", None, "NOT_IN_PACK", id="pack before asking"
        ),
        pytest.param(
            line("C P P P A:7D", **IN_MAINE), ">HI", None, "NOT_IN_PACK", id="pack before gift"
        ),
        pytest.param(NAMED, ">7C", None, "NOT_HELD", id="hand before gift"),
        pytest.param(PHASES["DISCARD"][0], "-7C", None, "NOT_HELD", id="hand before count"),
        pytest.param(
            PHASES["DISCARD"][0], "-7C.QC.KC", None, "NOT_HELD", id="one not held before count"
        ),
        pytest.param(FOLLOW, "KC", None, "NOT_HELD", id="hand before suit, following"),
        pytest.param(FOLLOW, "7S", None, "NOT_HELD", id="hand before suit, not following"),
        pytest.param(JOKER_HELD, "7C", None, "NOT_HELD", id="hand before joker"),
    ],
)
def test_of_several_reasons_the_first_is_given(
    text: str, move: str, by: str | None, reason: str
) -> None:
    """When a move is wrong in several ways, it is refused for the first of the reasons."""
    assert refusal(position(text), move, by=by)[0] == reason


# The three ways to ask agree


every_reading = pytest.mark.parametrize(
    "rules", [CANADIAN, MAINE, ENGLISH, KOREAN, Rules.parse(ASKING)], ids=str
)


def on_the_way(rules: Rules) -> list[State]:
    """States of random hands: of every contract, in every phase, and of any auction."""
    rng = random.Random(8)
    found = []
    for first_call in ("", "", "", *"5678", "M", "C", "C", "GM", "GC", "GC") * deeper(1):
        state, seen = deal(rules, rng=rng), set[Phase]()
        while state.to_move is not None:
            if state.phase not in seen or rng.random() < 0.2:
                found.append(state)
                seen.add(state.phase)
            move = rng.choice(legal_moves(state))
            if state.phase is Phase.AUCTION and first_call:
                move = parse_move("P" if state.calls else first_call)
            state = apply(state, move)
        found.append(state)
    return found


@every_reading
def test_apply_why_illegal_and_legal_moves_agree(rules: Rules) -> None:
    """`apply` raises exactly when there is a violation, exactly when the move is not listed."""
    for state in on_the_way(rules):
        listed = legal_moves(state)
        assert len(set(listed)) == len(listed)
        for move in (*listed, *some_of_every_move(state)):
            violation = why_illegal(state, move)
            assert (violation is None) is (move in listed)
            if violation is None:
                assert apply(state, move) != state
            else:
                with pytest.raises(IllegalMove) as refused:
                    apply(state, move)
                assert refused.value.violation == violation


@pytest.mark.parametrize("phase", MOVING)
def test_apply_and_legal_moves_agree_on_every_discard(phase: str) -> None:
    """Of all pairs of cards of the pack those are discards that are listed."""
    state = position(PHASES[phase][0])
    listed = set(choices(state).split())
    for i, one in enumerate(PACK):
        for other in PACK[i + 1 :]:
            move = f"-{one}.{other}"
            assert (refused_for(state, move) == "") is (move in listed)


# What a message may tell


def assert_messages_keep_secrets(state: State) -> None:
    """Try every move: a message names the seat's own cards, those played, and those it named."""
    seen = {str(card) for _, card in state.trick}
    seen |= {str(card) for trick in state.tricks for card in trick.cards}
    seen |= set() if state.asked is None else {str(state.asked)}
    if state.to_move is not None:
        seen |= {str(card) for card in state.hands[state.to_move]}
    for move in some_of_every_move(state):
        violation = why_illegal(state, move)
        if violation is not None:
            assert cards_named_in(violation.message) <= seen | cards_named_in(str(move))


@every_reading
def test_message_names_no_card_that_the_seat_cannot_see(rules: Rules) -> None:
    """All along hands of every contract a message keeps the secrets of the others."""
    for state in on_the_way(rules):
        assert_messages_keep_secrets(state)


@pytest.mark.parametrize("text", sorted({told.text for told in CASES}))
def test_message_of_every_reason_names_no_card_that_the_seat_cannot_see(text: str) -> None:
    """So it does in the positions of every reason."""
    assert_messages_keep_secrets(position(text))


@pytest.mark.parametrize("phase", ["HAND_OVER", "GAME_OVER"])
def test_message_names_no_card_when_the_hand_is_over(phase: str) -> None:
    """When nobody is on move a refusal names no card, to whomever."""
    state = position(PHASES[phase][0])
    for move in some_of_every_move(state):
        for by in (None, *ALL_SEATS):
            assert cards_named_in(refusal(state, move, by=by)[2]) == set()


def with_others_redealt(text: str, *, keep: str) -> str:
    """The same position with the cards that other seats hold and the kitty exchanged."""
    state = position(f"{'|'.join(text.split('|')[:2])}|")
    places = dict(zip("NESWK", (*state.deal.hands, state.deal.kitty), strict=True))
    hidden = [str(card) for place in "NESWK" if place not in keep for card in places[place]]
    hidden.reverse()
    parts = []
    for place, held in places.items():
        new = str(held).split()
        if place not in keep:
            new, hidden = hidden[: len(held)], hidden[len(held) :]
        parts.append(f"{place}:{in_pack_order(new)}")
    head, _, moves = text.split("|")
    return f"{head}| {' '.join(parts)} |{moves}"


@pytest.mark.parametrize(
    ("text", "keep"),
    [
        pytest.param(PHASES["AUCTION"][0], "N", id="auction"),
        pytest.param(PHASES["DISCARD"][0], "NK", id="discard"),
        pytest.param(PHASES["TRUMP"][0], "NK", id="trump"),
        pytest.param(PHASES["AID"][0], "S", id="aid"),
        pytest.param(PHASES["ASK"][0], "SK", id="ask"),
        pytest.param(PHASES["GIVE"][0], "N", id="give"),
        pytest.param(PHASES["ASK"][0] + " A:LO", "N", id="give, named and held"),
        pytest.param(PHASES["ASK"][0] + " A:AS", "N", id="give, named and not held"),
        pytest.param(F4.start, "E", id="lead"),
        pytest.param(JOKER_HELD, "NE", id="follow"),
    ],
)
def test_message_is_the_same_whatever_the_others_hold(text: str, keep: str) -> None:
    """Nothing can be learnt from refusals: they depend on what the seat can see alone."""
    state, other = position(text), position(with_others_redealt(text, keep=keep))
    assert state.hands != other.hands
    assert state.to_move is other.to_move
    for move in some_of_every_move(state):
        for by in (None, *ALL_SEATS):
            one = refusal(state, move, by=by) if refused_for(state, move, by=by) else None
            two = refusal(other, move, by=by) if refused_for(other, move, by=by) else None
            assert one == two


@pytest.mark.parametrize("text", [FOLLOW, SPADE_HELD, JOKER_HELD, JOKERS_HELD, JOKER_LED, NAMED])
@pytest.mark.parametrize("held", [True, False], ids=["held", "not held"])
def test_message_names_the_cards_that_would_have_been_legal(held: bool, text: str) -> None:
    """Of the hand a message names the cards that may be played or given, and those only."""
    state = position(text)
    assert state.to_move is not None
    hand = {str(card) for card in state.hands[state.to_move]}
    sign = ">" if state.phase is Phase.GIVE else ""
    right = {move.removeprefix(sign) for move in choices(state).split()}
    for card in PACK:
        if card not in right and (card in hand) is held:
            named = cards_named_in(refusal(state, sign + card)[2])
            assert (named & hand) - {card} == right


def test_message_of_a_refused_bid_names_the_bids_that_stand() -> None:
    """After every bid the message for a lower one lists exactly the higher ones, and the pass."""
    bids = "5 6 7 8 M C GM GC".split()
    for highest in range(8):
        state = given(bids[highest])
        for low in range(highest + 1):
            message = refusal(state, bids[low])[2].split("(")[0]
            words = set(re.findall(r"[A-Z0-9]+", message))
            higher = set(bids[highest + 1 :])
            assert words & set(bids) - {bids[low], bids[highest]} == higher
            assert "pass" in message


# What is no move, no state, no seat

ASKS: list[Callable[..., object]] = [apply, why_illegal]
NO_MOVES: dict[str, object] = {
    "text of a card": "JC",
    "text of a bid": "5",
    "empty text": "",
    "nothing": None,
    "hidden discard": Hidden(Discard),
    "hidden gift": Hidden(GiveCard),
    "card": Card.parse("JC"),
    "contract": Contract.FIVE,
    "suit": Suit.CLUBS,
    "seat": Seat.EAST,
    "number": 0,
    "class of a move": Pass,
    "list of moves": [Pass()],
}


@pytest.mark.parametrize("phase", list(PHASES))
@pytest.mark.parametrize("what", list(NO_MOVES))
def test_what_is_no_move_is_a_type_error(what: str, phase: str) -> None:
    """Something that is no move is a `TypeError` in every phase, and changes nothing."""
    state, before = position(PHASES[phase][0]), position(PHASES[phase][0])
    for ask in ASKS:
        with pytest.raises(TypeError):
            ask(state, NO_MOVES[what])
        with pytest.raises(TypeError):
            ask(state, NO_MOVES[what], by=Seat.NORTH)
    assert state == before


@pytest.mark.parametrize("by", ["N", "", 0, 1, True, 1.0, Side.NS, Seat, (Seat.EAST,)], ids=repr)
def test_what_is_no_seat_is_a_type_error(by: object) -> None:
    """`by` is a seat or None, and nothing that looks like one."""
    for phase in PHASES:
        state = position(PHASES[phase][0])
        for move in (*legal_moves(state)[:1], Pass()):
            for ask in ASKS:
                with pytest.raises(TypeError):
                    ask(state, move, by=by)


@pytest.mark.parametrize("state", [None, "canadian N 0-0", CANADIAN, State, Pass(), ()], ids=repr)
def test_what_is_no_state_is_a_type_error(state: object) -> None:
    """The functions of the game take a state, and nothing else."""
    of_a_state: list[Callable[..., object]] = [legal_moves, score]
    for read in of_a_state:
        with pytest.raises(TypeError):
            read(state)
    for ask in ASKS:
        with pytest.raises(TypeError):
            ask(state, Pass())
    if state is not CANADIAN:
        with pytest.raises(TypeError):
            deal(state)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "value"),
    [
        (Bid, "5"),
        (Bid, None),
        (Play, "JC"),
        (Play, None),
        (GiveCard, "JC"),
        (AskPartner, "JC"),
        (NameTrump, "C"),
        (Discard, ["JC"]),
        (Discard, [None]),
    ],
)
def test_what_is_no_part_of_a_move_is_a_type_error(
    make: Callable[[object], Move], value: object
) -> None:
    """A move is made of cards, suits and contracts, not of their texts."""
    with pytest.raises(TypeError):
        make(value)


def test_a_discard_names_each_card_once() -> None:
    """A card that stands twice in a discard is an error, and none is lost in silence."""
    card = Card.parse("7C")
    with pytest.raises(ValueError, match=r".") as refused:
        Discard([card, card])
    assert not isinstance(refused.value, IllegalMove)
    assert len(Discard(iter([card, Card.parse("8C")])).cards) == 2


def test_moves_and_states_cannot_be_changed() -> None:
    """Nothing of a move, a violation or a state can be assigned."""
    state = position(FOLLOW)
    violation = why_illegal(state, Play(Card.parse("AS")))
    targets: list[tuple[object, str]] = [
        (state, "anything_else"),
        (violation, "message"),
        (Play(Card.parse("AS")), "card"),
        (TakeKitty(), "card"),
        *((state, name) for name in "phase to_move hands moves scores trick winner".split()),
    ]
    for target, name in targets:
        with pytest.raises(AttributeError):
            setattr(target, name, None)
    assert state == position(FOLLOW)


def test_refusal_at_every_step_of_a_whole_hand() -> None:
    """Refused moves tried all along a hand do not change how it goes."""
    hand = position(f"{'|'.join(F1.start.split('|')[:2])}|")
    for after in list(states_of(F1.line))[1:]:
        for move in some_of_every_move(hand):
            if move not in legal_moves(hand):
                with pytest.raises(IllegalMove):
                    apply(hand, move)
        hand = apply(hand, after.moves[-1])
        assert hand == after
    assert hand.scores == (5, 0)
