"""The rules of the game: each sentence of the rules has a test that bears the rule's id."""

from __future__ import annotations

import random
from itertools import pairwise, product

import attrs
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
    Deal,
    Discard,
    IllegalMove,
    InvalidDeal,
    InvalidRules,
    NameTrump,
    Pass,
    Phase,
    Play,
    Rules,
    Seat,
    Side,
    State,
    apply,
    deal,
    legal_moves,
    parse_move,
    score,
)
from support import (
    ASKING,
    CONTRACTS,
    F1,
    F2,
    F3,
    F4,
    F5,
    F6,
    F7,
    F7_PLAYED_OUT,
    F8,
    F9,
    FAILED,
    HANDS,
    HOPELESS,
    LIKENESSES,
    LITTLE_JACK,
    MADE,
    MULOTS,
    PACK,
    PARTNER,
    PHASES,
    PLAIN_PACK,
    SEATS,
    SURE,
    TRICK_BIDS,
    Hand,
    Likeness,
    cards,
    choices,
    dealt,
    deeper,
    given,
    in_pack_order,
    legal,
    likeness_id,
    line,
    on_move,
    plain_order,
    play_any,
    play_out,
    points_for,
    position,
    refused_for,
    side_of,
    some_of_every_move,
    states_of,
    trump_order,
    wins,
)

pytestmark = pytest.mark.rules

alike = pytest.mark.parametrize("like", LIKENESSES, ids=likeness_id)
every_trump = pytest.mark.parametrize("trump", list("CDHS"))
every_bidder = pytest.mark.parametrize("bidder", list("NESW"))
every_dealer = pytest.mark.parametrize("dealer", list("NESW"))
presets = pytest.mark.parametrize("rules", [CANADIAN, MAINE, ENGLISH, KOREAN], ids=str)

CLOCKWISE = "NESW"
POINTS = {
    "5": (5, 5),
    "6": (6, 6),
    "7": (7, 7),
    "8": (8, 8),
    "M": (15, 7),
    "C": (16, 8),
    "GM": (30, 15),
    "GC": (32, 16),
}


def left_of(seat: str) -> str:
    """The seat at the left of a seat."""
    return CLOCKWISE[(CLOCKWISE.index(seat) + 1) % 4]


def auction(bidder: str, contract: str, dealer: str) -> str:
    """A single round in which one seat bids and the others pass."""
    place = (CLOCKWISE.index(bidder) - CLOCKWISE.index(dealer) - 1) % 4
    return " ".join(contract if i == place else "P" for i in range(4))


def bid_by(bidder: str, contract: str, *, dealer: str = "N", rules: str = "canadian") -> State:
    """The state after an auction in which one seat alone bids."""
    return given(auction(bidder, contract, dealer), dealer=dealer, rules=rules)


def to_play(state: State) -> State:
    """The state at the first lead, everything before done in the first way that is legal."""
    while state.phase is not Phase.PLAY:
        state = apply(state, legal_moves(state)[0])
    return state


def reading(**fields: object) -> str:
    """The text of the default game with some fields set otherwise."""
    return str(attrs.evolve(CANADIAN, **fields))  # type: ignore[arg-type]


def shown(state: State) -> str:
    """The seats whose hand lies open."""
    return "".join(seat for seat in CLOCKWISE if Seat.parse(seat) in state.shown)


def hand_of(state: State, seat: str) -> str:
    """The cards that a seat holds."""
    return str(state.hands[Seat.parse(seat)])


# pack, seats, deal


def test_pack_is_34_cards() -> None:
    """A K Q J 10 9 8 7 in four suits, and two jokers."""
    state = deal(seed=1)
    everything = [str(card) for held in (*state.hands, state.kitty) for card in held]
    assert sorted(everything) == sorted(PACK)


def test_pack_tells_the_jokers_apart() -> None:
    """The two jokers are two cards, the high one above the low one."""
    assert Card.HIGH_JOKER != Card.LOW_JOKER
    for trump in (*"CDHS", None):
        assert wins(trump=trump, table="LO HI") == "HI"
        assert wins(trump=trump, table="HI LO") == "HI"


def test_pack_may_be_dealt_in_no_other_way() -> None:
    """Cards that are not the pack of the rules are no deal."""
    with_jokers, without = Deal.parse(dealt()), Deal.parse(dealt(jokers=False))
    assert deal(CANADIAN, cards=with_jokers).deal == with_jokers
    assert deal(MAINE, cards=without).deal == without
    with pytest.raises(InvalidDeal):
        deal(CANADIAN, cards=without)
    with pytest.raises(InvalidDeal):
        deal(MAINE, cards=with_jokers)


@every_dealer
def test_seats_are_clockwise(dealer: str) -> None:
    """The turn goes N E S W, from wherever it starts."""
    for state in (given(dealer=dealer), to_play(bid_by(dealer, "5", dealer=dealer))):
        first = on_move(state)
        turns = [first]
        for _ in range(3):
            state = apply(state, legal_moves(state)[0])
            turns.append(on_move(state))
        start = CLOCKWISE.index(first)
        assert "".join(turns) == (CLOCKWISE * 2)[start : start + 4]


@every_bidder
def test_seats_of_partners_are_opposite(bidder: str) -> None:
    """NS play against EW: a bidder's tricks count with the partner's, and nobody else's."""
    like = Likeness("NESW".index(bidder), "CDHS")
    over = like.position(F1.line)
    assert over.bidder is Seat.parse(bidder)
    assert over.result is not None
    ours = [bidder, PARTNER[bidder]]
    assert over.result.tricks == sum(over.tricks_won[Seat.parse(seat)] for seat in ours) == 5
    assert over.result.side is side_of(bidder)


def test_deal_gives_eight_cards_each_and_two_to_the_kitty() -> None:
    """Every deal is eight cards to each seat and two to the kitty."""
    for seed in range(deeper(50)):
        state = deal(seed=seed)
        assert [len(hand) for hand in state.hands] == [8, 8, 8, 8]
        assert len(state.kitty) == 2
        assert (state.deal.hands, state.deal.kitty) == (state.hands, state.kitty)


@every_dealer
def test_deal_may_be_anybodys_first(dealer: str) -> None:
    """Anyone may deal first; when nothing is said North does."""
    state = deal(seed=1, dealer=Seat.parse(dealer))
    assert state.dealer is Seat.parse(dealer)
    assert on_move(state) == left_of(dealer)
    assert deal(seed=1).dealer is Seat.NORTH


@every_dealer
@pytest.mark.parametrize("moves", ["P P P P", "P P P 5", "GM P P P", "P C P P", "P P 7 P"])
def test_deal_passes_to_the_left(moves: str, dealer: str) -> None:
    """After every hand the deal passes to the left, whatever came of it."""
    state = given(dealer=dealer, rules=reading(target=99))
    assert state.next_dealer is None
    over = play_any(play_out(state, moves))
    assert over.phase is Phase.HAND_OVER
    assert str(over.next_dealer) == left_of(dealer)
    again = deal(over, seed=1)
    assert str(again.dealer) == left_of(dealer)
    assert on_move(again) == left_of(left_of(dealer))


def test_deal_of_the_next_hand_keeps_rules_and_scores() -> None:
    """The next hand of a game is dealt under its rules and from its scores."""
    over = position(F1.under(reading(target=40)).from_scores("3-4").line)
    again = deal(over, seed=1)
    assert again.rules == over.rules
    assert again.scores == over.scores == (8, 4)
    assert again.contract is None
    assert again.moves == ()


def test_deal_of_the_next_hand_takes_dealer_and_scores_from_the_game() -> None:
    """Who deals and what stands follow from the game, and cannot be given in the middle of it."""
    over = position(F1.line)
    with pytest.raises(InvalidDeal):
        deal(over, seed=1, dealer=Seat.NORTH)
    with pytest.raises(InvalidDeal):
        deal(over, seed=1, scores=(1, 1))
    assert deal(over, cards=over.deal).deal == over.deal


@pytest.mark.parametrize("phase", [name for name in PHASES if name != "HAND_OVER"])
def test_deal_waits_for_the_end_of_the_hand(phase: str) -> None:
    """No new hand is dealt in the middle of one, nor after the game."""
    with pytest.raises(InvalidDeal):
        deal(position(PHASES[phase][0]), seed=1)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("8C", "HI"), ("N:8C", "N:"), ("8C", "8C 7D"), ("K:7C HI", "K:HI"), (" K:7C HI", "")],
)
def test_deal_of_other_cards_is_refused(right: str, wrong: str) -> None:
    """A card twice, a card short, a card too many: no hand is dealt from that."""
    text = dealt(kitty="7C HI")
    assert right in text
    assert str(Deal.parse(text)) == text
    with pytest.raises(CharlemagneError):
        Deal.parse(text.replace(right, wrong))


# turn, hand


@pytest.mark.parametrize("phase", [phase for phase, (_, mover) in PHASES.items() if mover])
def test_turn_is_one_seats(phase: str) -> None:
    """Only the seat on move moves."""
    text, mover = PHASES[phase]
    state = position(text)
    assert on_move(state) == mover
    for move in legal_moves(state):
        assert refused_for(state, move, by=mover) == ""
        for other in set(CLOCKWISE) - {mover}:
            assert refused_for(state, move, by=other) == "NOT_YOUR_TURN"
            with pytest.raises(IllegalMove):
                apply(state, move, by=Seat.parse(other))


KINDS = {
    "AUCTION": {"Pass", "Bid"},
    "TRUMP": {"NameTrump"},
    "AID": {"TakeKitty", "AskPartner"},
    "ASK": {"AskPartner"},
    "GIVE": {"GiveCard"},
    "DISCARD": {"Discard"},
    "PLAY": {"Play"},
}


@pytest.mark.parametrize("phase", list(KINDS))
def test_turn_is_for_one_kind_of_move(phase: str) -> None:
    """Each phase asks for its own kind of move and refuses every other kind."""
    state = position(PHASES[phase][0])
    assert state.phase.name == phase
    assert {type(move).__name__ for move in legal_moves(state)} == KINDS[phase]
    for move in some_of_every_move(state):
        wrong_kind = type(move).__name__ not in KINDS[phase]
        assert (refused_for(state, move) == "WRONG_PHASE") is wrong_kind


def test_hand_holds_what_is_played_given_or_discarded() -> None:
    """A card that the mover does not hold is neither played nor given nor discarded."""
    for phase, sign in (("PLAY", ""), ("GIVE", ">"), ("DISCARD", "-")):
        state = position(PHASES[phase][0])
        assert state.to_move is not None
        held = str(state.hands[state.to_move]).split()
        for card in PACK:
            if card not in held:
                move = f"-{in_pack_order([held[0], card]).replace(' ', '.')}"
                assert refused_for(state, move if sign == "-" else sign + card) == "NOT_HELD"


def test_hand_is_left_by_a_card_once_played() -> None:
    """A card leaves the hand when it is played, and no other does."""
    state = position(F1.start)
    for move in F1.moves.split():
        assert state.to_move is not None
        seat, before = state.to_move, state.hands
        state = play_out(state, move)
        assert state.hands[seat] == before[seat] - cards(move)
        for other in SEATS:
            if other is not seat:
                assert state.hands[other] == before[other]


# bid


@every_dealer
def test_bid_order_starts_at_the_dealers_left_and_ends_with_the_dealer(dealer: str) -> None:
    """One round: each seat calls once, from the dealer's left to the dealer."""
    for calls in ("P P P P", "5 P P P", "P 6 P P", "5 6 7 8", "5 M C GC"):
        callers = [on_move(state) for state in states_of(line(calls, dealer=dealer))][:4]
        start = CLOCKWISE.index(left_of(dealer))
        assert "".join(callers) == (CLOCKWISE * 2)[start : start + 4]
        state = given(calls, dealer=dealer)
        assert state.phase is not Phase.AUCTION
        assert [str(seat) for seat, _ in state.calls] == callers
        assert [str(call) for _, call in state.calls] == calls.split()


def test_bid_order_goes_on_after_a_gros_charlemagne() -> None:
    """After a Gros Charlemagne the rest still call, but can only pass."""
    for before in ("GC", "P GC", "5 GC", "P P GC"):
        state = given(before)
        while state.phase is Phase.AUCTION:
            assert choices(state) == "P"
            state = play_out(state, "P")
        assert len(state.calls) == 4
        assert state.contract is Contract.GROS_CHARLEMAGNE


@pytest.mark.parametrize("lower", range(8))
def test_bid_higher_than_every_earlier_bid(lower: int) -> None:
    """A call is a pass, or a bid above every earlier bid, in the order 5 6 7 8 M C GM GC."""
    assert " ".join(map(str, CONTRACTS)) == "5 6 7 8 M C GM GC"
    for before in (f"{CONTRACTS[lower]}", f"P {CONTRACTS[lower]}", f"{CONTRACTS[lower]} P"):
        state = given(before)
        assert choices(state).split() == ["P", *map(str, CONTRACTS[lower + 1 :])]
        for too_low in CONTRACTS[: lower + 1]:
            assert refused_for(state, Bid(too_low)) == "BID_TOO_LOW"


def test_bid_higher_may_be_any_bid_at_first() -> None:
    """With no bid before it every bid may be made, and so may a pass."""
    for passes in ("", "P", "P P", "P P P"):
        assert choices(given(passes)) == "P 5 6 7 8 M C GM GC"


def test_bid_higher_is_the_contract() -> None:
    """The highest bid is the contract, and who made it the bidder."""
    for moves, bidder, contract in (
        ("5 6 7 8", "N", "8"),
        ("5 6 P P", "S", "6"),
        ("P 7 P M", "N", "M"),
        ("5 P P P", "E", "5"),
    ):
        state = given(moves)
        assert (str(state.bidder), str(state.contract)) == (bidder, contract)


def test_bid_passed_out_scores_nothing_and_is_dealt_again() -> None:
    """All four pass: nobody scores, and the next dealer deals."""
    state = given("P P P P", scores="12-31")
    assert state.phase is Phase.HAND_OVER
    assert state.scores == (12, 31)
    assert score(state).scores == (12, 31)
    assert score(state).result is None
    assert (state.contract, state.bidder, state.result, state.winner) == (None, None, None, None)
    assert deal(state, seed=1).dealer is Seat.EAST
    assert given("P P P").phase is Phase.AUCTION


def test_bid_dealer_forced_when_the_other_three_have_passed() -> None:
    """Variant: the dealer must bid, at least 5, when the other three have passed."""
    forced = reading(dealer_forced=True)
    assert choices(given("P P P", rules=forced)) == "5 6 7 8 M C GM GC"
    assert refused_for(given("P P P", rules=forced), Pass()) == "MUST_BID"
    for calls in ("5 P P", "P 6 P", "P P 7"):
        assert refused_for(given(calls, rules=forced), Pass()) == ""
    for calls in ("", "P", "P P"):
        assert refused_for(given(calls, rules=forced), Pass()) == ""
    assert choices(given("P P P")) == "P 5 6 7 8 M C GM GC"


# trick-bid


def test_trick_bid_undertakes_at_least_that_many_tricks() -> None:
    """Five of five and seven of five are made, five of six is not."""
    for hand, tricks, made in ((F1, 5, True), (F2, 7, True), (F3, 5, False)):
        result = position(hand.line).result
        assert result is not None
        assert (result.tricks, result.made) == (tricks, made)


@pytest.mark.parametrize("bid", list(TRICK_BIDS))
def test_trick_bid_is_judged_by_the_sides_tricks(bid: str) -> None:
    """From 5 to 8 the bid is made exactly when the side has that many tricks."""
    for hand in (F1, F2, F3):
        moves = " ".join("P" if call == "P" else bid for call in hand.start.split()[-6:-2])
        if hand is F3:
            moves = f"P {bid} P P"
        over = position(hand.played_as(moves).line)
        assert over.result is not None
        assert str(over.result.contract) == bid
        assert over.result.made is (over.result.tricks >= int(bid))


@every_bidder
@pytest.mark.parametrize("bid", list(TRICK_BIDS))
def test_trick_bid_exchange(bid: str, bidder: str) -> None:
    """The bidder takes the kitty, discards any two cards and names any trump."""
    state = bid_by(bidder, bid)
    assert state.phase is Phase.DISCARD
    assert on_move(state) == bidder
    hand = set(hand_of(state, bidder).split())
    assert hand == {str(card) for card in state.deal.hands[Seat.parse(bidder)] | state.deal.kitty}
    assert not state.kitty
    assert len(legal_moves(state)) == 45
    assert {card for move in choices(state).split() for card in move[1:].split(".")} == hand
    discarded = choices(state).split()[-1]
    state = play_out(state, discarded)
    assert state.phase is Phase.TRUMP
    assert on_move(state) == bidder
    assert choices(state) == "=C =D =H =S"
    assert ".".join(map(str, state.discards)) == discarded[1:]
    assert len(state.hands[Seat.parse(bidder)]) == 8


@every_bidder
@every_dealer
def test_trick_bid_is_led_by_the_bidders_left(dealer: str, bidder: str) -> None:
    """The seat at the bidder's left leads, whoever dealt."""
    for bid in TRICK_BIDS:
        state = to_play(bid_by(bidder, bid, dealer=dealer))
        assert on_move(state) == left_of(bidder)
        assert state.partner_out is None


# mulot


@alike
@pytest.mark.parametrize("contract", MULOTS)
def test_mulot_has_no_kitty_and_no_trump(contract: str, like: Likeness) -> None:
    """A Mulot goes straight to play: no exchange, no trump, the bidder leads."""
    state = like.position(F4.played_as(f"{contract} P P P").start)
    assert state.phase is Phase.PLAY
    assert on_move(state) == like.seat("E")
    assert state.trump is None
    assert state.hands == state.deal.hands
    assert state.kitty == state.deal.kitty
    assert not state.discards
    assert state.partner_out is Seat.parse(like.seat("W"))


@every_bidder
@every_dealer
def test_mulot_is_led_by_the_bidder(dealer: str, bidder: str) -> None:
    """The bidder leads, whoever dealt, and the partner lays the hand away."""
    for contract in MULOTS:
        state = bid_by(bidder, contract, dealer=dealer)
        assert on_move(state) == bidder
        assert str(state.partner_out) == PARTNER[bidder]


@alike
def test_mulot_is_to_lose_every_trick(like: Likeness) -> None:
    """The bidder takes no trick, and has made it; one trick, and it has failed."""
    made = like.position(F4.line).result
    failed = like.position(F5.line).result
    assert made is not None
    assert failed is not None
    assert (made.made, made.tricks, made.side) == (True, 0, side_of(like.seat("E")))
    assert (failed.made, failed.tricks, failed.side) == (False, 1, side_of(like.seat("E")))


def test_mulot_partners_hand_is_laid_away_unplayed() -> None:
    """The partner's cards stay where they are to the end of the hand."""
    for state in states_of(F4.line):
        assert state.hands[Seat.WEST] == state.deal.hands[Seat.WEST]
    assert hand_of(position(F4.line), "W") == "KC 7H 8H QH KH AH 7S KS"


# charlemagne


@alike
def test_charlemagne_takes_the_kitty_and_a_card(like: Likeness) -> None:
    """The bidder has the kitty, then the partner's card, discards three, names trump and leads."""
    south, north = like.seat("S"), like.seat("N")
    state = like.position(PHASES["GIVE"][0])
    assert state.phase is Phase.GIVE
    assert on_move(state) == north
    assert state.trump is None
    assert not state.kitty
    assert hand_of(state, south) == like.set_of("7C JD TH JH KH AH 8S HI 9D QH")
    assert choices(state) == " ".join(
        f">{card}" for card in like.set_of("TC JC QC KC AC KD AD LO").split()
    )
    state = play_out(state, ">LO")
    assert state.phase is Phase.DISCARD
    assert on_move(state) == south
    assert hand_of(state, south) == like.set_of("7C JD TH JH KH AH 8S HI 9D QH LO")
    assert hand_of(state, north) == like.set_of("TC JC QC KC AC KD AD")
    assert len(legal_moves(state)) == 165
    assert any("LO" in move for move in choices(state).split())
    state = play_out(state, like.moves("-7C.9D.8S"))
    assert state.phase is Phase.TRUMP
    assert on_move(state) == south
    assert choices(state) == "=C =D =H =S"
    state = play_out(state, like.moves("=H"))
    assert state.phase is Phase.PLAY
    assert on_move(state) == south
    assert len(state.hands[Seat.parse(south)]) == 8
    assert state.partner_out is Seat.parse(north)


def test_charlemagne_is_to_win_every_trick() -> None:
    """All eight make it; with one lost it has failed, played out or not."""
    for hand, tricks, made in ((F6, 8, True), (F7, 2, False), (F7_PLAYED_OUT, 7, False)):
        result = position(hand.line).result
        assert result is not None
        assert (result.tricks, result.made) == (tricks, made)


@every_bidder
@every_dealer
def test_charlemagne_is_led_by_the_bidder(dealer: str, bidder: str) -> None:
    """The bidder leads, whoever dealt, and the partner plays no card."""
    state = to_play(bid_by(bidder, "C", dealer=dealer))
    assert on_move(state) == bidder
    assert str(state.partner_out) == PARTNER[bidder]


def test_charlemagne_partners_other_cards_are_laid_away() -> None:
    """The partner keeps seven cards that nobody plays."""
    over = position(F6.line)
    assert hand_of(over, "N") == "TC JC QC KC AC KD AD"
    assert all(Seat.NORTH is not state.to_move for state in list(states_of(F6.line))[7:])


# gros-mulot


@alike
def test_gros_mulot_is_laid_open_after_the_first_trick(like: Likeness) -> None:
    """The bidder's hand is closed in the first trick and open from the second on."""
    for number, state in enumerate(states_of(like.line(F8.line))):
        second_trick = number >= 4 + 3
        assert shown(state) == (like.seat("E") if second_trick else "")


def test_gros_mulot_is_a_mulot() -> None:
    """But for the open hand and the points it is played as a Mulot is."""
    mulot, gros = list(states_of(F4.line)), list(states_of(F8.line))
    assert len(mulot) == len(gros)
    for plain, great in zip(mulot[1:], gros[1:], strict=True):
        assert plain.to_move is great.to_move
        assert plain.hands == great.hands
        assert plain.phase is Phase.AUCTION or choices(plain) == choices(great)
    assert all(shown(state) == "" for state in mulot)
    assert (mulot[-1].scores, gros[-1].scores) == ((0, 15), (0, 30))


def test_gros_mulot_that_ends_with_its_first_trick_is_not_laid_open() -> None:
    """Lost in the first trick, the hand is over before it is laid open."""
    over = position(F5.played_as("GM P P P").line)
    assert over.phase is Phase.HAND_OVER
    assert shown(over) == ""


# gros-charlemagne


def test_gros_charlemagne_has_one_aid() -> None:
    """The kitty or the partner's card: one of them, and never the other after it."""
    state = position(PHASES["AID"][0])
    assert state.phase is Phase.AID
    assert choices(state) == "K A"
    assert state.hands == state.deal.hands
    assert state.kitty == cards("TH QH")


def test_gros_charlemagne_with_the_kitty_discards_two() -> None:
    """The kitty: ten cards, two discards, and the partner gives nothing."""
    state = position(PHASES["AID"][0] + " K")
    assert state.phase is Phase.DISCARD
    assert on_move(state) == "S"
    assert len(state.hands[Seat.SOUTH]) == 10
    assert not state.kitty
    assert state.hands[Seat.NORTH] == state.deal.hands[Seat.NORTH]
    assert len(legal_moves(state)) == 45
    assert {len(move.split(".")) for move in choices(state).split()} == {2}
    assert to_play(state).partner_out is Seat.NORTH


def test_gros_charlemagne_with_the_partners_card_discards_one() -> None:
    """The partner's card: nine cards, one discard, and the kitty lies untouched."""
    state = position(PHASES["AID"][0] + " A")
    assert state.phase is Phase.GIVE
    assert on_move(state) == "N"
    assert choices(state) == ">TC >JC >QC >KC >AC >KD >AD >AS"
    state = play_out(state, ">AS")
    assert on_move(state) == "S"
    assert len(state.hands[Seat.SOUTH]) == 9
    assert choices(state) == "-7C -JD -JH -KH -AH -8S -AS -LO -HI"
    assert state.kitty == cards("TH QH")
    state = play_out(state, "-8S")
    assert choices(state) == "=C =D =H =S"
    assert play_any(play_out(state, "=H")).kitty == cards("TH QH")


@every_bidder
@every_dealer
@pytest.mark.parametrize("aid", ["K", "A"])
def test_gros_charlemagne_is_led_by_the_bidder(aid: str, dealer: str, bidder: str) -> None:
    """With either aid the bidder leads alone, and must win every trick."""
    state = to_play(play_out(bid_by(bidder, "GC", dealer=dealer), aid))
    assert on_move(state) == bidder
    assert str(state.partner_out) == PARTNER[bidder]
    assert len(state.hands[Seat.parse(bidder)]) == 8


def test_gros_charlemagne_is_to_win_every_trick() -> None:
    """All eight tricks make it; the first that is lost breaks it."""
    made = position(F9.line).result
    assert made is not None
    assert (made.made, made.tricks) == (True, 8)
    failed = play_any(given("GC P P P K -7C.8C =H 7H", dealer="E", **HOPELESS))
    assert failed.result is not None
    assert (failed.result.made, failed.result.tricks) == (False, 0)


# named-card


def test_named_card_may_not_be_asked_for_by_default() -> None:
    """Without the variant nobody names a card: the partner chooses."""
    assert position(PHASES["GIVE"][0]).phase is Phase.GIVE
    aid = position(PHASES["AID"][0])
    assert refused_for(aid, "A:AS") == "MAY_NOT_ASK"
    assert refused_for(aid, "A") == ""


def test_named_card_may_be_asked_for_in_a_charlemagne() -> None:
    """The bidder may ask for any card that is not in the bidder's hand, the kitty taken."""
    state = position(PHASES["ASK"][0])
    assert state.phase is Phase.ASK
    assert on_move(state) == "S"
    held = set(hand_of(state, "S").split())
    assert len(held) == 10
    wanted = [card for card in PACK if card not in held]
    assert choices(state).split() == ["A", *(f"A:{card}" for card in wanted)]
    for card in held:
        assert refused_for(state, f"A:{card}") == "MAY_NOT_ASK"


def test_named_card_that_the_partner_holds_must_be_given() -> None:
    """Asked for the low joker, North, who has it, gives it."""
    state = position(PHASES["ASK"][0] + " A:LO")
    assert state.phase is Phase.GIVE
    assert on_move(state) == "N"
    assert state.asked == Card.LOW_JOKER
    assert choices(state) == ">LO"
    for other in ("TC", "JC", "QC", "KC", "AC", "KD", "AD"):
        assert refused_for(state, f">{other}") == "MUST_GIVE_NAMED"


def test_named_card_that_the_partner_lacks_leaves_the_choice() -> None:
    """Asked for a card that lies elsewhere, the partner gives any card."""
    state = position(PHASES["ASK"][0] + " A:AS")
    assert state.asked == Card.parse("AS")
    assert choices(state) == ">TC >JC >QC >KC >AC >KD >AD >LO"


def test_named_card_is_optional() -> None:
    """The bidder may ask without a name, and the partner then chooses."""
    state = position(PHASES["ASK"][0] + " A")
    assert state.asked is None
    assert state.phase is Phase.GIVE
    assert choices(state) == ">TC >JC >QC >KC >AC >KD >AD >LO"
    assert play_out(state, ">AC -7C.9D.8S =H").phase is Phase.PLAY


@pytest.mark.parametrize(
    ("named", "in_charlemagne", "in_gros"),
    [((), False, False), (("C",), True, False), (("GC",), False, True), (("C", "GC"), True, True)],
)
def test_named_card_is_for_the_contracts_of_the_house(
    named: tuple[str, ...], in_charlemagne: bool, in_gros: bool
) -> None:
    """A card is named in the contracts of the house rule, and in no other."""
    rules = reading(named_card=frozenset(map(Contract.parse, named)))
    plain = given("C P P P", rules=rules)
    assert (plain.phase is Phase.ASK) is in_charlemagne
    assert (plain.phase is Phase.GIVE) is not in_charlemagne
    gros = given("GC P P P", rules=rules)
    assert gros.phase is Phase.AID
    assert len(legal_moves(gros)) == (28 if in_gros else 2)


def test_named_card_in_a_gros_charlemagne_leads_straight_to_the_gift() -> None:
    """The ask is the choice of the aid: the partner gives at once, the kitty is refused."""
    state = given("GC P P P", rules=reading(named_card={Contract.GROS_CHARLEMAGNE}), west="AS")
    held = set(hand_of(state, "E").split())
    wanted = [f"A:{card}" for card in PACK if card not in held]
    assert choices(state).split() == ["K", "A", *wanted]
    asked = play_out(state, "A:AS")
    assert asked.phase is Phase.GIVE
    assert on_move(asked) == "W"
    assert choices(asked) == ">AS"
    assert refused_for(asked, "K") == "WRONG_PHASE"


# solo


@alike
@pytest.mark.parametrize("hand", [F4, F6, F7, F8, F9], ids=lambda hand: str(hand.name))
def test_solo_tricks_have_three_cards(hand: Hand, like: Likeness) -> None:
    """The bidder's partner plays no card: a trick is three cards."""
    over = like.position(hand.line)
    partner = over.partner_out
    assert partner is not None
    for trick in over.tricks:
        assert len(trick.cards) == 3
        assert trick.leader is not partner
        assert trick.winner is not partner
    assert over.tricks_won[partner] == 0


def test_solo_is_not_for_the_trick_bids() -> None:
    """In the bids 5 to 8 all four play."""
    for hand in (F1, F2, F3):
        over = position(hand.line)
        assert over.partner_out is None
        assert [len(trick.cards) for trick in over.tricks] == [4] * 8


@every_bidder
def test_solo_skips_the_partner_clockwise(bidder: str) -> None:
    """The turn passes over the partner and goes on clockwise."""
    partner, left = PARTNER[bidder], left_of(bidder)
    for contract in ("M", "C", "GM", "GC"):
        state = to_play(bid_by(bidder, contract))
        turns = [on_move(state)]
        for _ in range(2):
            state = apply(state, legal_moves(state)[0])
            turns.append(on_move(state))
        assert turns == [bidder, left, left_of(partner)]


# rank


@every_trump
def test_rank_trump_order(trump: str) -> None:
    """High joker, low joker, both jacks, A K Q 10 9 8 7: each beats all that follow it."""
    order = trump_order(trump)
    assert order[:4] == ["HI", "LO", f"J{trump}", LITTLE_JACK[trump]]
    assert [card[0] for card in order[4:]] == list("AKQT987")
    for place, higher in enumerate(order):
        for lower in order[place + 1 :]:
            assert wins(trump=trump, table=f"{higher} {lower}") == higher
            assert wins(trump=trump, table=f"{lower} {higher}") == higher


@every_trump
def test_rank_trump_counts(trump: str) -> None:
    """Trump has 11 cards, the suit of the same colour 7, the others 8."""
    everything = " ".join(PACK)
    same_colour = LITTLE_JACK[trump][1]
    for suit in "CDHS":
        led = f"A{suit}"
        follow = legal(trump=trump, led=led, hand=everything).split()
        if suit == trump:
            assert set(follow) == set(trump_order(trump))
            assert len(follow) == 11
        else:
            assert follow == in_pack_order(plain_order(suit, trump)).split()
            assert len(follow) == (7 if suit == same_colour else 8)


@every_trump
@pytest.mark.parametrize("card", ["HI", "LO", "little jack"])
def test_rank_trump_for_every_purpose(card: str, trump: str) -> None:
    """Jokers and little jack are trumps: led, followed, thrown and winning."""
    card = LITTLE_JACK[trump] if card == "little jack" else card
    other_suit = next(suit for suit in "CDHS" if suit not in (trump, LITTLE_JACK[trump][1]))
    own_suit = LITTLE_JACK[trump][1]
    assert legal(trump=trump, led=card, hand=f"7{trump} A{own_suit}") == f"7{trump}"
    assert legal(trump=trump, led=f"7{trump}", hand=f"{card} A{own_suit}") == card
    assert legal(trump=trump, led=f"A{own_suit}", hand=f"{card} 7{own_suit}") == f"7{own_suit}"
    free = legal(trump=trump, led=f"A{own_suit}", hand=f"{card} 7{other_suit}")
    assert set(free.split()) == {card, f"7{other_suit}"}
    assert wins(trump=trump, table=f"A{own_suit} {card} K{own_suit}") == card
    assert wins(trump=trump, table=f"{card} A{own_suit} A{other_suit}") == card


@alike
def test_rank_trump_in_a_whole_hand(like: Likeness) -> None:
    """North leads the little jack; South, who has trump left, follows with it."""
    state = like.position(F1.until_trick(6) + " JD TC")
    assert on_move(state) == like.seat("S")
    assert choices(state) == like.cards("TH")


@pytest.mark.parametrize("suit", list("CDHS"))
def test_rank_plain_order(suit: str) -> None:
    """A plain suit ranks A K Q J 10 9 8 7, in a Mulot and beside trump."""
    for trump in (None, *(t for t in "CDHS" if t != suit)):
        order = plain_order(suit, trump)
        for higher, lower in pairwise(order):
            assert wins(trump=trump, table=f"{higher} {lower}") == higher
            assert wins(trump=trump, table=f"{lower} {higher}") == higher


def test_rank_plain_in_a_mulot_leaves_every_jack_in_its_suit() -> None:
    """Without trump there is no big and no little jack."""
    for suit, rank in product("CDHS", "AKQT987"):
        led = f"{rank}{suit}"
        assert legal(led=led, hand="JC JD JH JS") == f"J{suit}"
        assert wins(table=f"{led} J{suit}") == (led if rank in "AKQ" else f"J{suit}")


# play


@alike
def test_play_follow_the_led_suit_if_able(like: Likeness) -> None:
    """Who holds the led suit plays it."""
    state = like.position(
        line("P P P 5 -7D.8D =H KC", east="KC", south="7C AC 7H HI AS KS QS TS", north="7D 8D")
    )
    assert on_move(state) == like.seat("S")
    assert set(choices(state).split()) == set(like.cards("7C AC").split())
    for other in ("7H", "HI", "AS"):
        assert refused_for(state, like.cards(other)) == "MUST_FOLLOW"


@alike
def test_play_follow_is_free_when_unable(like: Likeness) -> None:
    """Who does not hold the led suit plays any card: there is no duty to trump."""
    hand = "7H HI 7D 9D AS KS QS TS"
    state = like.position(line("P P P 5 -8D.TD =H KC", east="KC", south=hand, north="8D TD"))
    assert set(choices(state).split()) == set(like.cards(hand).split())


@alike
def test_play_follow_restricts_no_lead(like: Likeness) -> None:
    """Every card of the hand may be led, in the first trick and later ones."""
    for number in range(8):
        state = like.position(F1.until_trick(number))
        assert state.to_move is not None
        assert choices(state) == str(state.hands[state.to_move])
        assert state.trick == ()


def test_play_winner_is_the_highest_trump() -> None:
    """The highest trump wins, wherever it is played and whatever was led."""
    for table in ("AC KC 7H QC", "7H AC KC QC", "AC 7H 8S KC", "AS HI JH KS"):
        expected = "HI" if "HI" in table else "7H"
        assert wins(trump="H", table=table) == expected
    assert wins(trump="H", table="AS LO JH HI") == "HI"
    assert wins(trump="H", table="AS 7H TH 9H") == "TH"


def test_play_winner_is_else_the_highest_of_the_led_suit() -> None:
    """Without a trump the led suit's highest card wins, and nothing else can."""
    assert wins(trump="H", table="9C TC AD AS") == "TC"
    assert wins(trump="H", table="7C AD AS KS") == "7C"
    assert wins(trump="H", table="QC 8C KC JC") == "KC"


@alike
@pytest.mark.parametrize("hand", [F1, F2, F3, F4, F7_PLAYED_OUT], ids=lambda hand: str(hand.name))
def test_play_winner_leads_next(hand: Hand, like: Likeness) -> None:
    """Whoever takes a trick leads the next one."""
    tricks = like.position(hand.line).tricks
    for before, after in pairwise(tricks):
        assert after.leader is before.winner
    assert [str(trick.winner) for trick in tricks] == [like.seat(t.winner) for t in hand.tricks]


# mulot.jokers

JOKER_LED = {
    "north": "LO 7C 8C 9C TC JC QC KC",
    "east": "HI AH KH 7S 8S 9S TS JS",
    "west": "AS 7D QH 8D 9D TD JD QD",
}


@pytest.mark.parametrize("joker", ["HI", "LO"])
def test_mulot_jokers_belong_to_no_suit(joker: str) -> None:
    """A joker follows no suit: who can follow may not play it."""
    for suit in "CDHS":
        assert legal(led=f"K{suit}", hand=f"7{suit} A{suit} {joker}") == f"7{suit} A{suit}"


def test_mulot_jokers_beat_everything() -> None:
    """A joker takes every trick, the high one over the low one."""
    for card in PLAIN_PACK:
        for joker in ("HI", "LO"):
            assert wins(table=f"{card} {joker}") == joker
            assert wins(table=f"{joker} {card}") == joker
    assert wins(table="AS LO HI") == "HI"
    assert wins(table="AS HI LO") == "HI"


def test_mulot_jokers_must_be_played_by_a_seat_that_cannot_follow() -> None:
    """Unable to follow, a seat plays its joker; if it has both, either of them."""
    assert legal(led="KS", hand="7D AH HI") == "HI"
    assert legal(led="KS", hand="7D AH LO") == "LO"
    assert legal(led="KS", hand="7D AH LO HI") == "LO HI"
    assert legal(led="KS", hand="7D AH") == "7D AH"


@alike
def test_mulot_jokers_in_a_whole_hand(like: Likeness) -> None:
    """East cannot follow the led spade: one joker, the other or either, as East holds them."""
    plain = "7D 8D 9D TD QD KD AD"
    for jokers, hand in (("HI", plain), ("LO", plain), ("LO HI", plain.removesuffix(" AD"))):
        state = like.position(
            line("P P P M KS", north="KS JD", east=f"{jokers} {hand}", south="7S 8S")
        )
        assert on_move(state) == like.seat("E")
        assert choices(state) == jokers
        for card in hand.split():
            assert refused_for(state, like.cards(card)) == "MUST_PLAY_JOKER"


def test_mulot_jokers_led_call_for_the_other() -> None:
    """A led joker must be answered by the other; who has it not plays anything."""
    for led, other in (("LO", "HI"), ("HI", "LO")):
        assert legal(led=led, hand=f"7C AD AS {other}") == other
        assert legal(led=led, hand="7C AD AS") == "7C AD AS"


@alike
def test_mulot_jokers_led_in_a_whole_hand(like: Likeness) -> None:
    """North leads the low joker: East must play the high one, West plays anything."""
    state = like.position(line("P P P M LO", **JOKER_LED))
    assert choices(state) == "HI"
    assert refused_for(state, like.cards("AH")) == "MUST_PLAY_JOKER"
    state = play_out(state, "HI")
    assert len(legal_moves(state)) == 8
    state = apply(state, legal_moves(state)[-1])
    assert str(state.tricks[0].winner) == like.seat("E")


# stop


@alike
@pytest.mark.parametrize("contract", MULOTS)
def test_stop_of_a_mulot_at_the_first_trick_it_takes(contract: str, like: Likeness) -> None:
    """The Mulot is over with the trick that its bidder takes."""
    over = like.position(F5.played_as(f"{contract} P P P").line)
    assert over.phase is Phase.HAND_OVER
    assert len(over.tricks) == 1
    assert legal_moves(over) == ()


@alike
def test_stop_of_a_charlemagne_at_the_first_trick_it_loses(like: Likeness) -> None:
    """The Charlemagne is over with the first trick that its bidder loses."""
    assert like.position(F7.until_trick(2)).phase is Phase.PLAY
    over = like.position(F7.line)
    assert over.phase is Phase.HAND_OVER
    assert len(over.tricks) == 3


def test_stop_waits_for_the_end_of_the_trick() -> None:
    """The trick that breaks the contract is played to its last card."""
    lost = given("C P P P >AC -7C.8C.AC =H 7H", dealer="E", **HOPELESS, north="AC", west="8H JC")
    assert on_move(lost) == "W"
    beaten = given("P P P M HI", north="HI", dealer="N", west="7D", east="7C")
    for state in (lost, beaten):
        while len(state.tricks) == 0:
            assert state.phase is Phase.PLAY
            state = apply(state, legal_moves(state)[0])
        assert len(state.tricks[0].cards) == 3
        assert state.phase is Phase.HAND_OVER


def test_stop_is_not_for_a_contract_that_stands() -> None:
    """A solo contract that is being made is played to the last trick."""
    for hand in (F4, F6, F8, F9):
        for number in range(1, 8):
            assert position(hand.until_trick(number)).phase is Phase.PLAY
        assert len(position(hand.line).tricks) == 8


def test_stop_is_not_for_trick_bids() -> None:
    """A trick bid is played out although it can no longer be made, or is made already."""
    lost_after_seven = position(F3.until_trick(7))
    east, west = lost_after_seven.tricks_won[Seat.EAST], lost_after_seven.tricks_won[Seat.WEST]
    assert east + west == 3
    assert lost_after_seven.phase is Phase.PLAY
    hopeless = given("5 P P P -7C.8C =H", dealer="E", **HOPELESS)
    sure = given("5 P P P -7C.8S =H", dealer="E", **SURE)
    for state in (hopeless, sure):
        assert len(play_any(state).tricks) == 8


# score


@alike
@pytest.mark.parametrize("contract", list(POINTS))
def test_score_of_a_contract_made(contract: str, like: Likeness) -> None:
    """Made: the bidder's side scores the value, no overtricks, the others nothing."""
    text, bidder = MADE[contract]
    over, side = play_any(like.position(text)), side_of(like.seat(bidder))
    points = POINTS[contract][0]
    assert over.scores == points_for(side, points)
    assert over.result is not None
    assert (over.result.made, over.result.side, over.result.points) == (True, side, points)
    assert str(over.result.contract) == contract
    assert str(over.result.bidder) == like.seat(bidder)
    assert score(over).scores == over.scores
    assert score(over).result == over.result


@alike
@pytest.mark.parametrize("contract", list(POINTS))
def test_score_of_a_contract_failed(contract: str, like: Likeness) -> None:
    """Failed: the opponents score, the bidder's side neither gains nor loses."""
    text, bidder = FAILED[contract]
    over, side = play_any(like.position(text)), side_of(like.seat(bidder))
    opponents = Side.EW if side is Side.NS else Side.NS
    points = POINTS[contract][1]
    assert over.scores == points_for(opponents, points)
    assert over.result is not None
    assert (over.result.made, over.result.side, over.result.points) == (False, opponents, points)


@presets
def test_score_values_of_every_preset(rules: Rules) -> None:
    """The score table is the same in every preset."""
    assert {str(contract): rules.value(contract) for contract in CONTRACTS} == POINTS


def test_score_stands_still_until_the_hand_is_over() -> None:
    """Points come at the end of the hand, added to the scores at the deal."""
    *before, over = states_of(F2.from_scores("11-22").line)
    assert {state.scores for state in before} == {(11, 22)}
    assert all(state.result is None and score(state).result is None for state in before)
    assert over.scores == (16, 22)


def test_score_counts_the_tricks_of_each_seat() -> None:
    """The tricks are counted by the seat that took them."""
    counts = [state.tricks_won for state in states_of(F1.line)]
    assert counts[-1] == (5, 2, 0, 1)
    for before, after in pairwise(counts):
        assert sum(after) - sum(before) in (0, 1)


# target


@pytest.mark.parametrize(
    ("scores", "winner"),
    [("26-0", None), ("27-0", "NS"), ("28-31", "NS"), ("0-31", None), ("31-31", "NS")],
)
def test_target_is_reached_by_the_side_that_scores(scores: str, winner: str | None) -> None:
    """The first side to reach 32, exactly or beyond, wins, and the game is over."""
    over = position(F1.from_scores(scores).line)
    assert over.phase is (Phase.GAME_OVER if winner else Phase.HAND_OVER)
    assert (None if over.winner is None else str(over.winner)) == winner
    assert score(over).winner is over.winner
    assert legal_moves(over) == ()


def test_target_may_be_reached_by_a_lost_bid() -> None:
    """The opponents win by the bid that fails."""
    over = position(F3.from_scores("31-26").line)
    assert over.scores == (31, 32)
    assert over.winner is Side.EW


def test_target_is_won_at_once_by_a_gros_charlemagne() -> None:
    """A Gros Charlemagne that is made wins from any score."""
    for scores in ("0-0", "31-0", "0-31"):
        assert position(F9.from_scores(scores).line).winner is Side.NS


def test_target_of_a_game_from_its_first_deal_to_its_last() -> None:
    """A game goes on hand after hand, until one side has the points and no longer."""
    rng = random.Random(32)
    state, hands = deal(rng=rng), 0
    while state.phase is not Phase.GAME_OVER:
        while state.to_move is not None:
            state = apply(state, rng.choice(legal_moves(state)))
        hands += 1
        assert (max(state.scores) >= 32) is (state.phase is Phase.GAME_OVER)
        if state.phase is Phase.HAND_OVER:
            assert state.winner is None
            state = deal(state, rng=rng)
    assert hands > 1
    assert state.winner is (Side.NS if state.scores[0] >= 32 else Side.EW)
    assert min(state.scores) < 32


# House rules: pack


def test_house_rule_pack_without_jokers() -> None:
    """32 cards, no jokers, no kitty."""
    for seed in range(deeper(20)):
        state = deal(Rules(pack="without_jokers"), seed=seed)
        assert [len(hand) for hand in state.hands] == [8, 8, 8, 8]
        assert not state.kitty
        assert sorted(str(card) for hand in state.hands for card in hand) == sorted(PLAIN_PACK)


def test_house_rule_pack_without_jokers_has_no_exchange_in_a_trick_bid() -> None:
    """Ours: without a kitty a trick bid goes straight to naming trump, then to play."""
    for named in ("after_discard", "before_kitty"):
        rules = reading(pack="without_jokers", trump_named=named)
        state = given("5 P P P", rules=rules)
        assert state.phase is Phase.TRUMP
        assert on_move(state) == "E"
        state = play_out(state, "=D")
        assert state.phase is Phase.PLAY
        assert on_move(state) == "S"
        assert state.hands == state.deal.hands
        assert not state.discards


def test_house_rule_pack_without_jokers_leaves_the_partners_card() -> None:
    """Ours: a Charlemagne and a Gros Charlemagne have the partner's card alone; discard one."""
    for contract in ("C", "GC"):
        state = given(f"{contract} P P P", rules=reading(pack="without_jokers"))
        assert state.phase is Phase.GIVE
        assert on_move(state) == "W"
        state = apply(state, legal_moves(state)[0])
        assert state.phase is Phase.DISCARD
        assert on_move(state) == "E"
        assert len(legal_moves(state)) == len(state.hands[Seat.EAST]) == 9
        state = apply(state, legal_moves(state)[0])
        assert choices(state) == "=C =D =H =S"
        assert on_move(apply(state, legal_moves(state)[0])) == "E"


def test_house_rule_pack_without_jokers_in_a_mulot() -> None:
    """A Mulot of 32 cards is played straight away; who cannot follow plays anything."""
    south = "7D 8D 9D TD JD QD KD AD"
    state = given("M P P P AC", rules=reading(pack="without_jokers"), east="AC", south=south)
    assert on_move(state) == "S"
    assert choices(state) == south


@pytest.mark.parametrize("card", ["HI", "LO"])
def test_house_rule_pack_without_jokers_knows_no_joker(card: str) -> None:
    """A joker is neither played nor asked for nor given where the pack has none."""
    rules = reading(pack="without_jokers", named_card={Contract.CHARLEMAGNE})
    for moves, move in (
        ("5 P P P =C", card),
        ("C P P P", f"A:{card}"),
        ("C P P P A", f">{card}"),
        ("C P P P A >7C", f"-{card}"),
    ):
        state = given(moves, rules=rules, west="7C")
        assert refused_for(state, move) == "NOT_IN_PACK"


# House rules: nine_high


@every_trump
@pytest.mark.parametrize("jokers", [True, False])
def test_house_rule_nine_high(jokers: bool, trump: str) -> None:
    """The nine of trump ranks above both jacks, and below the jokers if there are any."""
    order = trump_order(trump, jokers=jokers, nine_high=True)
    start = 2 if jokers else 0
    assert order[start : start + 3] == [f"9{trump}", f"J{trump}", LITTLE_JACK[trump]]
    for higher, lower in pairwise(order):
        assert wins(trump=trump, nine_high=True, table=f"{higher} {lower}") == higher
        assert wins(trump=trump, nine_high=True, table=f"{lower} {higher}") == higher


@every_trump
def test_house_rule_nine_high_is_for_the_nine_of_trump_alone(trump: str) -> None:
    """The other nines, and every nine in a Mulot, rank as ever; the suits hold the same cards."""
    for suit in "CDHS":
        if suit != trump:
            assert wins(trump=trump, nine_high=True, table=f"9{suit} T{suit}") == f"T{suit}"
        assert wins(nine_high=True, table=f"9{suit} T{suit}") == f"T{suit}"
        everything = " ".join(PACK)
        assert legal(trump=trump, nine_high=True, led=f"A{suit}", hand=everything) == legal(
            trump=trump, led=f"A{suit}", hand=everything
        )


@alike
@pytest.mark.parametrize(("nine_high", "winner"), [(True, "S"), (False, "E")])
def test_house_rule_nine_high_in_a_whole_hand(nine_high: bool, winner: str, like: Likeness) -> None:
    """The jack of trump led, the nine played: who takes it is the house rule's business."""
    state = like.position(
        line(
            "P P P 5 =C JC 9C KC 7C",
            rules=reading(pack="without_jokers", nine_high=nine_high),
            north="7C",
            east="JC",
            south="9C",
            west="KC",
        )
    )
    assert str(state.tricks[0].winner) == like.seat(winner)


# House rules: auction

RUNNING = reading(auction="until_all_pass")


@pytest.mark.parametrize(
    ("calls", "callers", "bidder", "contract"),
    [
        ("P P P P", "ESWN", None, None),
        ("5 P P P", "ESWN", "E", "5"),
        ("P P P 5", "ESWN", "N", "5"),
        ("P 5 P P", "ESWN", "S", "5"),
        ("5 P 6 P P", "ESWNE", "W", "6"),
        ("5 6 P P 7 P", "ESWNES", "E", "7"),
        ("5 6 7 8 M P P P", "ESWNESWN", "E", "M"),
        ("5 6 7 8 P P M P", "ESWNESWN", "W", "M"),
        ("5 6 P P M C GM P", "ESWNESES", "E", "GM"),
        ("P 5 P 6 7 P", "ESWNSN", "S", "7"),
        ("GC P P P", "ESWN", "E", "GC"),
        ("5 GC P P P", "ESWNE", "S", "GC"),
        ("5 6 7 8 M C GM GC P P P", "ESWNESWNESW", "N", "GC"),
    ],
)
def test_house_rule_auction_until_all_pass(
    calls: str, callers: str, bidder: str | None, contract: str | None
) -> None:
    """Calls go round until everybody but the highest bidder has passed; a pass is final."""
    *asked, _ = states_of(line(calls, rules=RUNNING))
    assert [on_move(state) for state in asked] == list(callers)
    assert all(state.phase is Phase.AUCTION for state in asked)
    over = given(calls, rules=RUNNING)
    assert over.phase is not Phase.AUCTION
    assert [str(seat) for seat, _ in over.calls] == list(callers)
    assert (None if over.bidder is None else str(over.bidder)) == bidder
    assert (None if over.contract is None else str(over.contract)) == contract


def test_house_rule_auction_until_all_pass_keeps_the_order_of_bids() -> None:
    """In a later round, too, a bid beats every earlier one, and a pass is open to all."""
    assert choices(given("5 P 6 P", rules=RUNNING)) == "P 7 8 M C GM GC"
    assert choices(given("5 GC P P", rules=RUNNING)) == "P"
    assert choices(given("P P P", rules=RUNNING)) == "P 5 6 7 8 M C GM GC"
    assert refused_for(given("5 P 6 P", rules=RUNNING), "6") == "BID_TOO_LOW"


@every_dealer
def test_house_rule_auction_until_all_pass_passed_out(dealer: str) -> None:
    """All four pass: nobody scores and the next dealer deals."""
    over = given("P P P P", rules=RUNNING, dealer=dealer, scores="1-2")
    assert over.phase is Phase.HAND_OVER
    assert over.scores == (1, 2)
    assert over.result is None
    assert str(over.next_dealer) == left_of(dealer)


def test_house_rule_auction_until_all_pass_with_a_forced_dealer() -> None:
    """Here too the dealer must bid when the other three have passed, and then has the contract."""
    rules = reading(auction="until_all_pass", dealer_forced=True)
    forced = given("P P P", rules=rules)
    assert choices(forced) == "5 6 7 8 M C GM GC"
    assert play_out(forced, "5").phase is Phase.DISCARD
    assert refused_for(given("5 P P", rules=rules), "P") == ""


# House rules: redeal_by, trump_named, trick_bid_lead


@every_dealer
def test_house_rule_redeal_by_the_next_dealer_or_the_same(dealer: str) -> None:
    """A passed-out hand is dealt by the next dealer, or by the same one."""
    by_next = given("P P P P", dealer=dealer)
    assert str(by_next.next_dealer) == left_of(dealer)
    assert str(deal(by_next, seed=1).dealer) == left_of(dealer)
    by_same = given("P P P P", dealer=dealer, rules=reading(redeal_by="same_dealer"))
    assert str(by_same.next_dealer) == dealer
    assert str(deal(by_same, seed=1).dealer) == dealer


@every_dealer
def test_house_rule_redeal_by_is_for_passed_out_hands_alone(dealer: str) -> None:
    """After a hand that was played the deal passes to the left in any case."""
    rules = reading(redeal_by="same_dealer", target=99)
    over = play_any(given("P 5 P P", dealer=dealer, rules=rules))
    assert str(over.next_dealer) == left_of(dealer)


@every_bidder
@pytest.mark.parametrize("bid", list(TRICK_BIDS))
def test_house_rule_trump_named_before_the_kitty(bid: str, bidder: str) -> None:
    """Right after the auction trump is named, then the kitty is taken, then two are discarded."""
    state = bid_by(bidder, bid, rules=reading(trump_named="before_kitty"))
    assert state.phase is Phase.TRUMP
    assert on_move(state) == bidder
    assert state.hands == state.deal.hands
    assert len(state.kitty) == 2
    assert choices(state) == "=C =D =H =S"
    state = play_out(state, "=S")
    assert state.phase is Phase.DISCARD
    assert str(state.trump) == "S"
    assert not state.kitty
    assert len(state.hands[Seat.parse(bidder)]) == 10
    assert len(legal_moves(state)) == 45
    state = apply(state, legal_moves(state)[0])
    assert state.phase is Phase.PLAY
    assert str(state.trump) == "S"
    assert on_move(state) == left_of(bidder)


def test_house_rule_trump_named_before_the_kitty_is_for_trick_bids_alone() -> None:
    """A Charlemagne and a Gros Charlemagne always name trump after the discard."""
    rules = reading(trump_named="before_kitty")
    for calls, told in (
        ("C P P P", ["GIVE", "DISCARD", "TRUMP", "PLAY"]),
        ("GC P P P K", ["DISCARD", "TRUMP", "PLAY"]),
        ("GC P P P A", ["GIVE", "DISCARD", "TRUMP", "PLAY"]),
        ("M P P P", ["PLAY"]),
    ):
        state, phases = given(calls, rules=rules), []
        while state.phase is not Phase.PLAY:
            phases.append(state.phase.name)
            state = apply(state, legal_moves(state)[0])
        assert [*phases, state.phase.name] == told


@every_bidder
@every_dealer
def test_house_rule_trick_bid_lead_by_the_bidder(dealer: str, bidder: str) -> None:
    """The bidder leads in the bids 5 to 8 as well; in the other contracts nothing changes."""
    for contract in CONTRACTS:
        rules = reading(trick_bid_lead="bidder")
        state = to_play(bid_by(bidder, str(contract), dealer=dealer, rules=rules))
        assert on_move(state) == bidder


# House rules: what is shown


def shown_in(hand: Hand, rules: str) -> list[str]:
    """The seats shown before each move of a hand, and at its end."""
    return [shown(state) for state in states_of(hand.under(rules).line)]


def test_house_rule_gros_mulot_shown_after_the_first_trick() -> None:
    """By default the hand is open from the second trick on, four calls and three cards later."""
    assert shown_in(F8, "canadian") == [""] * 7 + ["E"] * 22


def test_house_rule_gros_mulot_shown_at_once() -> None:
    """From the first moment of play, and not before."""
    assert shown_in(F8, reading(gros_mulot_shown="at_once")) == [""] * 4 + ["E"] * 25


def test_house_rule_gros_charlemagne_shown() -> None:
    """Never, after the first trick, or from the first moment of play: never in the exchange."""
    before = 4 + 3
    assert shown_in(F9, "canadian") == [""] * (before + 25)
    after_first = shown_in(F9, reading(gros_charlemagne_shown="after_first_trick"))
    assert after_first == [""] * (before + 3) + ["S"] * 22
    at_once = shown_in(F9, reading(gros_charlemagne_shown="at_once"))
    assert at_once == [""] * before + ["S"] * 25


def test_house_rule_gros_charlemagne_shown_not_during_the_exchange_with_the_partner() -> None:
    """Asking, giving, discarding and naming trump go by with the hand closed."""
    rules = reading(gros_charlemagne_shown="at_once", named_card={Contract.GROS_CHARLEMAGNE})
    text = F9.under(rules).start.replace(" K -7C.8S", " A:AS >AS -7C")
    *exchange, first_lead = states_of(text)
    assert [shown(state) for state in exchange] == [""] * 8
    assert first_lead.phase is Phase.PLAY
    assert shown(first_lead) == "S"


def test_house_rule_shown_is_for_the_gros_contracts_alone() -> None:
    """In the other contracts no hand is ever laid open."""
    rules = reading(gros_mulot_shown="at_once", gros_charlemagne_shown="at_once")
    for hand in (F1, F3, F4, F6, F7):
        assert set(shown_in(hand, rules)) == {""}
    assert set(shown_in(F9, reading(gros_mulot_shown="at_once"))) == {""}


def test_house_rule_shown_after_a_first_trick_that_ends_the_hand() -> None:
    """A hand that ends with its first trick is not laid open, unless it was so from the start."""
    lost = F5.played_as("GM P P P")
    assert shown_in(lost, "canadian")[-1] == ""
    assert shown_in(lost, reading(gros_mulot_shown="at_once"))[-1] == "N"
    moves = "GC P P P K -7C.8C =H 7H"
    for timing, seen in (("never", ""), ("after_first_trick", ""), ("at_once", "S")):
        rules = reading(gros_charlemagne_shown=timing)
        assert shown(play_any(given(moves, dealer="E", rules=rules, **HOPELESS))) == seen


def test_house_rule_shown_goes_on_when_a_broken_contract_does() -> None:
    """Played out after its first trick, the broken contract is laid open from the second on."""
    rules = reading(stop_when_broken=False)
    lost = position(F5.played_as("GM P P P").under(rules).line)
    assert lost.phase is Phase.PLAY
    assert shown(lost) == "N"


# House rules: joker_forced, stop_when_broken, target, values


def test_house_rule_joker_forced() -> None:
    """Without it a seat that cannot follow plays any card."""
    assert legal(led="KS", hand="7D AH HI", joker_forced=False) == "7D AH HI"
    assert legal(led="KS", hand="7D AH LO HI", joker_forced=False) == "7D AH LO HI"
    assert legal(led="KS", hand="7S AH HI", joker_forced=False) == "7S"
    for led, other in (("LO", "HI"), ("HI", "LO")):
        assert legal(led=led, hand=f"7D AH {other}", joker_forced=False) == other
        assert legal(led=led, hand="7D AH", joker_forced=False) == "7D AH"


@alike
def test_house_rule_joker_forced_in_a_whole_hand(like: Likeness) -> None:
    """East, void in spades, need not play the joker; a led joker still calls for it."""
    free = reading(joker_forced=False)
    hand = "HI 7D 8D 9D TD QD KD AD"
    state = like.position(line("P P P M KS", north="KS", east=hand, rules=free))
    assert set(choices(state).split()) == set(like.cards(hand).split())
    led = like.position(line("P P P M LO", north="LO", east=hand, rules=free))
    assert choices(led) == "HI"


def test_house_rule_joker_forced_is_for_mulots_alone() -> None:
    """With a trump suit nobody is ever made to play a joker."""
    assert legal(trump="C", led="KS", hand="7D AH HI") == "7D AH HI"
    assert legal(trump="C", led="KS", hand="7D AH HI", joker_forced=False) == "7D AH HI"


def test_house_rule_stop_when_broken_false_plays_every_card() -> None:
    """Every hand is played to its last trick, and scores the same."""
    rules = reading(stop_when_broken=False)
    broken = position(F7.under(rules).line)
    assert broken.phase is Phase.PLAY
    assert on_move(broken) == "E"
    over = position(F7_PLAYED_OUT.line)
    assert len(over.tricks) == 8
    assert over.scores == position(F7.line).scores == (0, 8)
    mulot = position(F5.under(rules).line)
    assert mulot.phase is Phase.PLAY
    over = play_any(mulot)
    assert len(over.tricks) == 8
    assert over.scores == position(F5.line).scores == (0, 7)


def test_house_rule_target() -> None:
    """The game ends where the house says, neither before nor after."""
    for target, phase in ((21, Phase.GAME_OVER), (26, Phase.HAND_OVER), (50, Phase.HAND_OVER)):
        over = position(F1.under(reading(target=target)).from_scores("20-11").line)
        assert over.scores == (25, 11)
        assert over.phase is phase
    assert position(F1.under(reading(target=5)).line).winner is Side.NS
    assert position(F1.under(reading(target=6)).line).winner is None


def test_house_rule_values() -> None:
    """Points are laid over the table, contract by contract."""
    rules = Rules(values={Contract.FIVE: (11, 4), Contract.MULOT: (10, 9)})
    assert rules.value(Contract.FIVE) == (11, 4)
    assert rules.value(Contract.MULOT) == (10, 9)
    assert rules.value(Contract.SIX) == (6, 6)
    assert rules.values == (
        (11, 4),
        (6, 6),
        (7, 7),
        (8, 8),
        (10, 9),
        (16, 8),
        (30, 15),
        (32, 16),
    )
    assert position(F1.under(str(rules)).line).scores == (11, 0)
    assert position(F4.under(str(rules)).line).scores == (0, 10)
    assert position(F5.under(str(rules)).line).scores == (0, 9)
    assert position(F3.under(str(rules)).line).scores == (0, 6)


def test_house_rule_values_and_target_go_together() -> None:
    """A made bid wins when its own value reaches the target."""
    rules = Rules(values={Contract.FIVE: (40, 1)})
    assert position(F1.under(str(rules)).line).winner is Side.NS


# House rules: the fields, the presets, their texts

FIELDS: dict[str, tuple[object, ...]] = {
    "pack": ("with_jokers", "without_jokers"),
    "nine_high": (False, True),
    "auction": ("single_round", "until_all_pass"),
    "dealer_forced": (False, True),
    "redeal_by": ("next_dealer", "same_dealer"),
    "trump_named": ("after_discard", "before_kitty"),
    "trick_bid_lead": ("left_of_bidder", "bidder"),
    "gros_mulot_shown": ("after_first_trick", "at_once"),
    "gros_charlemagne_shown": ("never", "after_first_trick", "at_once"),
    "named_card": (
        frozenset(),
        frozenset({Contract.CHARLEMAGNE}),
        frozenset({Contract.GROS_CHARLEMAGNE}),
        frozenset({Contract.CHARLEMAGNE, Contract.GROS_CHARLEMAGNE}),
    ),
    "joker_forced": (True, False),
    "stop_when_broken": (True, False),
    "target": (32, 21, 50),
    "values": (CANADIAN.values, Rules(values={Contract.MULOT: (20, 10)}).values),
}


def test_house_rules_are_these_with_these_defaults() -> None:
    """The default game has the first value of every field."""
    for field, values in FIELDS.items():
        assert getattr(CANADIAN, field) == values[0]
    assert Rules() == CANADIAN
    assert [field.name for field in attrs.fields(Rules)] == list(FIELDS)


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field in FIELDS for value in FIELDS[field][1:]]
)
def test_house_rules_differ_in_one_field(field: str, value: object) -> None:
    """Each other value makes other rules, which say so, and are read back from their text."""
    other = attrs.evolve(CANADIAN, **{field: value})  # type: ignore[arg-type]
    assert other != CANADIAN
    assert dict(other.differences(CANADIAN)) == {field: (value, FIELDS[field][0])}
    assert dict(CANADIAN.differences(other)) == {field: (FIELDS[field][0], value)}
    assert Rules.parse(str(other)) == other
    assert other.describe() != CANADIAN.describe()


def test_house_rules_have_no_differences_from_themselves() -> None:
    """A reading differs from itself in nothing."""
    for rules in (CANADIAN, MAINE, ENGLISH, KOREAN):
        assert not rules.differences(rules)


def test_house_rule_presets() -> None:
    """The presets are the default game with these fields otherwise."""

    def changed(rules: Rules) -> dict[str, object]:
        return {field: own for field, (own, _) in rules.differences(CANADIAN).items()}

    assert changed(CANADIAN) == {}
    assert changed(MAINE) == {
        "pack": "without_jokers",
        "nine_high": True,
        "named_card": {Contract.CHARLEMAGNE},
        "target": 21,
    }
    assert changed(ENGLISH) == {
        "trump_named": "before_kitty",
        "trick_bid_lead": "bidder",
        "gros_charlemagne_shown": "after_first_trick",
        "joker_forced": False,
        "stop_when_broken": False,
    }
    assert changed(KOREAN) == {
        "auction": "until_all_pass",
        "gros_mulot_shown": "at_once",
        "joker_forced": False,
        "stop_when_broken": False,
    }


@presets
@pytest.mark.parametrize("field", list(FIELDS))
def test_house_rule_presets_take_every_field(field: str, rules: Rules) -> None:
    """Any field can be set on any preset, and stands in its text when it differs."""
    for value in FIELDS[field]:
        changed = attrs.evolve(rules, **{field: value})  # type: ignore[arg-type]
        assert getattr(changed, field) == value
        assert set(changed.differences(rules)) <= {field}
        assert Rules.parse(str(changed)) == changed
        assert deal(changed, seed=1).rules == changed


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("canadian", CANADIAN),
        ("maine", MAINE),
        ("english", ENGLISH),
        ("korean", KOREAN),
        ("canadian+dealer_forced=true+target=50", Rules(dealer_forced=True, target=50)),
        ("canadian+named_card=C,GC", Rules(named_card={Contract.CHARLEMAGNE, CONTRACTS[7]})),
        ("maine+named_card=none", attrs.evolve(MAINE, named_card=frozenset())),
        ("maine+nine_high=false", attrs.evolve(MAINE, nine_high=False)),
        (
            "canadian+values=5:5/6,M:15/10",
            Rules(values={Contract.FIVE: (5, 6), Contract.MULOT: (15, 10)}),
        ),
        ("canadian+pack=without_jokers", Rules(pack="without_jokers")),
        ("korean+auction=single_round", attrs.evolve(KOREAN, auction="single_round")),
    ],
)
def test_house_rules_as_text(text: str, rules: Rules) -> None:
    """Rules are written as the nearest preset and the fields that differ from it."""
    assert str(rules) == text
    assert Rules.parse(text) == rules


def test_house_rules_text_forgives_order_and_preset() -> None:
    """The fields may stand in any order and over any preset."""
    assert Rules.parse("canadian+target=50+dealer_forced=true") == Rules.parse(
        "canadian+dealer_forced=true+target=50"
    )
    english = "canadian+trump_named=before_kitty+trick_bid_lead=bidder"
    english += "+gros_charlemagne_shown=after_first_trick+joker_forced=false"
    assert Rules.parse(f"{english}+stop_when_broken=false") == ENGLISH


@pytest.mark.parametrize(
    ("field", "value", "right"),
    [
        ("target", 0, "positive"),
        ("target", -1, "positive"),
        ("target", 3.5, "int"),
        ("target", True, "int"),
        ("target", "32", "int"),
        ("pack", "jokers", "with_jokers"),
        ("pack", None, "without_jokers"),
        ("auction", "rounds", "until_all_pass"),
        ("redeal_by", "dealer", "same_dealer"),
        ("trump_named", "before", "before_kitty"),
        ("trick_bid_lead", "partner", "left_of_bidder"),
        ("gros_mulot_shown", "never", "after_first_trick"),
        ("gros_charlemagne_shown", "no", "never"),
        ("nine_high", "yes", "True"),
        ("dealer_forced", 1, "True"),
        ("joker_forced", 0, "False"),
        ("stop_when_broken", None, "False"),
        ("named_card", {Contract.FIVE}, "CHARLEMAGNE"),
        ("named_card", {Contract.MULOT}, "CHARLEMAGNE"),
        ("values", {Contract.FIVE: (0, 5)}, "positive"),
        ("values", {Contract.FIVE: (5, -5)}, "positive"),
        ("values", {Contract.FIVE: (True, 5)}, "positive"),
    ],
)
def test_house_rules_refuse_invalid_values(field: str, value: object, right: str) -> None:
    """An invalid value is refused with the field, the value, and what would be right."""
    with pytest.raises(InvalidRules) as refused:
        Rules(**{field: value})  # type: ignore[arg-type]
    message = str(refused.value)
    assert message.startswith((f"{field} must ", f"{field} holds "))
    assert right.lower() in message.lower()
    shown_value = next(iter(value)) if isinstance(value, set) else value
    if not isinstance(value, dict):
        assert repr(shown_value).strip("'") in message or str(shown_value) in message


@pytest.mark.parametrize(
    ("field", "value", "shown"),
    [
        ("named_card", 5, "not 5"),
        ("named_card", "C", "not 'C'"),
        ("named_card", {Contract.FIVE}, "not '5'"),
        ("named_card", [7], "not 7"),
        ("values", 5, "not be 5"),
        ("values", {"9": (9, 9)}, "'9' is no Contract"),
        ("values", {Contract.FIVE: (0, 5)}, "for 5, not (0, 5)"),
    ],
)
def test_house_rules_say_which_value_is_invalid(field: str, value: object, shown: str) -> None:
    """Of a collection it is the wrong part that is shown, contracts by their text."""
    with pytest.raises(InvalidRules) as refused:
        Rules(**{field: value})  # type: ignore[arg-type]
    assert str(refused.value).endswith(shown)


def test_house_rules_are_given_by_name() -> None:
    """A value without the name of its field is refused, and shown."""
    with pytest.raises(InvalidRules, match=r"such as target=50, not 40$"):
        Rules(40)  # type: ignore[arg-type]


@pytest.mark.parametrize("other", ["5", 5, None], ids=str)
def test_house_rules_are_asked_about_contracts_and_compared_with_rules(other: object) -> None:
    """A text or a number is no contract and no reading, and the error says what is wanted."""
    wanted = f"a Contract is wanted here, not {other!r}"
    for ask in (CANADIAN.value, CANADIAN.shown):
        with pytest.raises(TypeError, match=wanted):
            ask(other)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a Rules to compare with is wanted here"):
        CANADIAN.differences(other)  # type: ignore[arg-type]


def random_rules(rng: random.Random) -> Rules:
    """Any combination of valid values."""
    chosen = {field: rng.choice(values) for field, values in FIELDS.items()}
    return Rules(**chosen)  # type: ignore[arg-type]


def test_house_rules_go_together_in_every_combination() -> None:
    """Whole hands are played under any combination of valid values."""
    rng = random.Random(12)
    for _ in range(deeper(400)):
        rules = random_rules(rng)
        assert Rules.parse(str(rules)) == rules
        state = deal(rules, rng=rng)
        pack = {str(card) for hand in (*state.hands, state.kitty) for card in hand}
        assert pack == set(PACK if rules.pack == "with_jokers" else PLAIN_PACK)
        while state.to_move is not None:
            state = apply(state, rng.choice(legal_moves(state)))
            played = [card for trick in state.tricks for card in trick.cards]
            played += [card for _, card in state.trick]
            where = [*state.hands, state.kitty, state.discards, played]
            everything = [str(card) for held in where for card in held]
            assert sorted(everything) == sorted(pack)
        assert sum(state.tricks_won) == len(state.tricks) <= 8
        if state.result is None:
            assert state.contract is None
            assert state.scores == (0, 0)
        else:
            worth = rules.value(state.result.contract)
            assert state.result.points == worth[0 if state.result.made else 1]
            assert sum(state.scores) == state.result.points


def same_hands(one: Rules, other: Rules, *, only: str = "") -> None:
    """Assert that a field makes no difference: every hand goes alike under both rules."""
    rng = random.Random(21)
    for number in range(deeper(40)):
        first, second = deal(one, seed=number), deal(other, seed=number)
        while first.to_move is not None:
            assert legal_moves(first) == legal_moves(second)
            move = rng.choice(legal_moves(first))
            if first.phase is Phase.AUCTION and only:
                move = parse_move(only if only in choices(first).split() else "P")
            first, second = apply(first, move), apply(second, move)
            assert first.phase is second.phase
            assert shown(first) == shown(second)
        assert first.result == second.result
        assert first.next_dealer is second.next_dealer


@pytest.mark.parametrize(
    ("rules", "changes", "contract"),
    [
        ("canadian+pack=without_jokers", {"joker_forced": False}, ""),
        ("canadian+pack=without_jokers", {"trump_named": "before_kitty"}, ""),
        ("canadian", {"nine_high": True}, "M"),
        ("canadian", {"joker_forced": False}, "6"),
        ("canadian", {"joker_forced": False}, "C"),
        ("canadian", {"stop_when_broken": False}, "7"),
        ("canadian", {"trick_bid_lead": "bidder"}, "GC"),
        ("canadian", {"trump_named": "before_kitty"}, "C"),
        ("canadian", {"named_card": {Contract.CHARLEMAGNE}}, "GC"),
        ("canadian", {"named_card": {Contract.GROS_CHARLEMAGNE}}, "C"),
        ("canadian", {"gros_mulot_shown": "at_once"}, "GC"),
        ("canadian", {"gros_charlemagne_shown": "at_once"}, "GM"),
        ("canadian+dealer_forced=true", {"redeal_by": "same_dealer"}, ""),
    ],
)
def test_house_rules_that_cannot_matter_have_no_effect(
    rules: str, changes: dict[str, object], contract: str
) -> None:
    """A field that cannot matter changes no move, no result and nothing that is shown."""
    one = Rules.parse(rules)
    same_hands(one, attrs.evolve(one, **changes), only=contract)  # type: ignore[arg-type]


def test_house_rules_are_described_by_id_and_source() -> None:
    """The rules in force are said a line a rule, each with its id and who says so."""
    for rules in (CANADIAN, MAINE, ENGLISH, KOREAN):
        lines = rules.describe().splitlines()
        ids = [text.split()[0].strip(":") for text in lines]
        assert len(set(ids)) == len(ids)
        everywhere = "pack seats deal turn hand bid.order bid.higher bid.passed-out trick-bid mulot"
        everywhere += " charlemagne gros-mulot gros-charlemagne solo rank.trump rank.plain"
        everywhere += " play.follow play.winner stop score target"
        assert set(ids) >= set(everywhere.split())
        assert ("named-card" in ids) is bool(rules.named_card)
        assert ("bid.dealer-forced" in ids) is rules.dealer_forced
        for text in lines:
            assert any(
                source in text for source in "pagat gamerules french english korean ours".split()
            )
    assert "bid.dealer-forced" in Rules(dealer_forced=True).describe()


def in_force(rules: Rules) -> dict[str, str]:
    """What a reading says of each rule, by the rule's id."""
    return dict(text.split(": ", 1) for text in rules.describe().splitlines())


def test_house_rules_are_described_in_the_order_of_a_hand() -> None:
    """Each rule has its line once, in order; what is not played has none."""
    every = [
        "pack seats deal turn hand bid.order bid.higher bid.passed-out bid.dealer-forced",
        "trick-bid mulot charlemagne gros-mulot gros-charlemagne named-card solo",
        "rank.trump rank.plain play.follow play.winner mulot.jokers stop score target",
    ]
    ids = " ".join(every).split()
    forced = Rules(dealer_forced=True, named_card={Contract.CHARLEMAGNE})
    assert list(in_force(forced)) == ids
    without = {"bid.dealer-forced", "mulot.jokers"}
    assert list(in_force(MAINE)) == [rule for rule in ids if rule not in without]


def test_house_rules_without_a_kitty_are_described_without_it() -> None:
    """Of the three contracts with an exchange it is said what comes in, and who says so."""
    for rule in ("trick-bid", "charlemagne", "gros-charlemagne"):
        assert "kitty" in in_force(CANADIAN)[rule].partition("[")[0]
        ours = in_force(MAINE)[rule].partition("]")[0]
        assert "kitty" not in ours.replace("without kitty", "").replace("Without a kitty", "")
        assert "[ours" in ours
    assert "partner" in in_force(CANADIAN)["gros-charlemagne"]
    assert "partner" in in_force(MAINE)["gros-charlemagne"]


@pytest.mark.parametrize(
    ("target", "sources"),
    [
        (32, "pagat, gamerules, french, english, korean"),
        (21, "english, for Maine"),
        (50, "english"),
        (40, "a house rule"),
    ],
)
def test_house_rules_say_who_says_which_target(target: int, sources: str) -> None:
    """The target stands in its line, with the sources that have it."""
    described = in_force(Rules(target=target))["target"]
    assert described == f"The first side to reach {target} wins. [{sources}]"


def test_house_rules_say_what_each_contract_is_worth() -> None:
    """Every contract stands with its two numbers, and a table of one's own as a house rule."""
    worth = [f"{bid.title} {POINTS[str(bid)][0]}/{POINTS[str(bid)][1]}" for bid in CONTRACTS]
    usual = in_force(CANADIAN)["score"]
    assert ", ".join(worth) in usual
    assert usual.endswith("[pagat, gamerules, french, english]")
    own = in_force(Rules(values={Contract.FIVE: (6, 4)}))["score"]
    assert ", ".join(["5 6/4", *worth[1:]]) in own
    assert own.endswith("[a house rule]")


@pytest.mark.parametrize(
    ("named", "said", "sources"),
    [
        ("C", "In Charlemagne the", "english, for Maine"),
        ("GC", "In Gros Charlemagne the", "a house rule"),
        ("C GC", "In Charlemagne and Gros Charlemagne the", "a house rule"),
    ],
)
def test_house_rules_say_in_what_a_card_is_asked_for(named: str, said: str, sources: str) -> None:
    """The contracts stand in bid order; in a Charlemagne alone it is a published rule."""
    rules = Rules(named_card=[Contract.parse(contract) for contract in named.split()])
    described = in_force(rules)["named-card"]
    assert described.startswith(f"{said} bidder may ask")
    assert described.endswith(f"[{sources}]")


# Our readings


def test_reading_maine_charlemagne_and_gros_charlemagne() -> None:
    """Both have the partner's card alone; only the plain one may ask for it by name."""
    plain = given("C P P P", rules="maine")
    assert plain.phase is Phase.ASK
    assert len(legal_moves(plain)) == 1 + 24
    gros = given("GC P P P", rules="maine")
    assert gros.phase is Phase.GIVE
    asking = attrs.evolve(MAINE, named_card={Contract.CHARLEMAGNE, Contract.GROS_CHARLEMAGNE})
    asked = given("GC P P P", rules=str(asking))
    assert asked.phase is Phase.ASK
    assert len(legal_moves(asked)) == 1 + 24


def test_reading_named_card_stays_known() -> None:
    """What was asked can be read to the end of the hand, what was given joins the hand."""
    state = position(PHASES["ASK"][0] + " A:AS >AC -7C.9D.8S =H")
    assert Card.parse("AC") in state.hands[Seat.SOUTH]
    assert Card.parse("AC") not in state.hands[Seat.NORTH]
    assert state.asked == Card.parse("AS")
    assert play_any(state).asked == Card.parse("AS")


def test_reading_korean_takes_the_rest_from_canadian() -> None:
    """KOREAN takes values, dealer, redeal and joker order from CANADIAN."""
    assert KOREAN.values == CANADIAN.values
    assert KOREAN.redeal_by == CANADIAN.redeal_by
    assert KOREAN.dealer_forced == CANADIAN.dealer_forced
    assert KOREAN.pack == CANADIAN.pack
    assert given("P P P P", rules="korean").next_dealer is Seat.EAST


@every_bidder
def test_reading_english_bidder_always_leads(bidder: str) -> None:
    """ENGLISH is taken at its word: the bidder leads in every contract."""
    for contract in CONTRACTS:
        state = to_play(bid_by(bidder, str(contract), rules="english"))
        assert on_move(state) == bidder


def test_reading_english_keeps_the_call_of_a_led_joker() -> None:
    """A led joker calls for the other, though who cannot follow is free."""
    led = given("P P P M LO", rules="english", **JOKER_LED)
    assert choices(led) == "HI"
    free = given("P P P M 7C", rules="english", **JOKER_LED)
    assert choices(free) == "KH AH 7S 8S 9S TS JS HI"


# Phases


@pytest.mark.parametrize(
    ("rules", "moves", "phases"),
    [
        ("canadian", "5 P P P -{2} =S", "AUCTION*4 DISCARD TRUMP PLAY"),
        ("english", "5 P P P =S -{2}", "AUCTION*4 TRUMP DISCARD PLAY"),
        ("maine", "5 P P P =S", "AUCTION*4 TRUMP PLAY"),
        ("canadian", "M P P P", "AUCTION*4 PLAY"),
        ("canadian", "GM P P P", "AUCTION*4 PLAY"),
        ("maine", "M P P P", "AUCTION*4 PLAY"),
        ("canadian", "C P P P >{p} -{3} =S", "AUCTION*4 GIVE DISCARD TRUMP PLAY"),
        ("english", "C P P P >{p} -{3} =S", "AUCTION*4 GIVE DISCARD TRUMP PLAY"),
        (ASKING, "C P P P A >{p} -{3} =S", "AUCTION*4 ASK GIVE DISCARD TRUMP PLAY"),
        ("maine", "C P P P A >{p} -{1} =S", "AUCTION*4 ASK GIVE DISCARD TRUMP PLAY"),
        ("canadian", "GC P P P K -{2} =S", "AUCTION*4 AID DISCARD TRUMP PLAY"),
        ("canadian", "GC P P P A >{p} -{1} =S", "AUCTION*4 AID GIVE DISCARD TRUMP PLAY"),
        (ASKING, "GC P P P A:HI >{p} -{1} =S", "AUCTION*4 AID GIVE DISCARD TRUMP PLAY"),
        ("maine", "GC P P P >{p} -{1} =S", "AUCTION*4 GIVE DISCARD TRUMP PLAY"),
    ],
)
def test_phases_of_every_contract(rules: str, moves: str, phases: str) -> None:
    """Each contract has its phases, each of one move, in this order, and then the play."""
    held = "7C 8C 9C TC JC QC KC AC".split()
    filled = moves.replace("{p}", "7D")
    for count in (1, 2, 3):
        filled = filled.replace(f"{{{count}}}", ".".join(held[:count]))
    told = phases.replace("AUCTION*4", "AUCTION AUCTION AUCTION AUCTION").split()
    passed = states_of(line(filled, rules=rules, east=" ".join(held), west="7D 8D"))
    assert [state.phase.name for state in passed] == told
    for state in states_of(line(filled, rules=rules, east=" ".join(held), west="7D 8D")):
        mover = {"GIVE": "W"}.get(state.phase.name, "E")
        if state.phase.name not in ("AUCTION", "PLAY"):
            assert on_move(state) == mover


def test_phase_with_a_single_legal_move_still_takes_place() -> None:
    """A forced pass, a forced gift, a forced card: each is made by its seat."""
    assert choices(given("GC")) == "P"
    assert choices(position(PHASES["ASK"][0] + " A:LO")) == ">LO"
    last_card = position(F1.until_trick(7))
    assert choices(last_card) == "AH"
    assert len(position(F1.line).moves) == 4 + 2 + 32


@pytest.mark.parametrize("hand", [*HANDS, F6.under(ASKING)], ids=lambda hand: str(hand.name))
def test_phase_by_phase_what_is_known(hand: Hand) -> None:
    """Contract, bidder, trump, result, winner, next dealer: None until they exist, then fixed."""
    start = hand.start.replace(" >LO", " A:LO >LO") if ASKING in hand.start else hand.start
    *before, over = states_of(f"{start} {hand.moves}")
    for state in (*before, over):
        called = state.phase is not Phase.AUCTION
        assert state.contract is (over.contract if called else None)
        assert state.bidder is (over.bidder if called else None)
        assert state.partner_out is (over.partner_out if called else None)
        named = any(isinstance(move, NameTrump) for move in state.moves)
        assert state.trump is (over.trump if named else None)
        asked = any(isinstance(move, AskPartner) for move in state.moves)
        assert state.asked == (over.asked if asked else None)
        discarded = any(isinstance(move, Discard) for move in state.moves)
        assert state.discards == (over.discards if discarded else cards(""))
        assert (state.to_move is None) is (state is over)
        assert (state.result is None) is (state is not over)
        assert (state.winner is None) is (state.phase is not Phase.GAME_OVER)
        assert (state.next_dealer is None) is (state.phase is not Phase.HAND_OVER)
    assert over.contract is not None
    assert over.bidder is not None
    assert (over.trump is None) is (str(over.contract) in MULOTS)
    assert (over.asked is None) is (ASKING not in start)


def test_phase_of_nobody() -> None:
    """When the hand or the game is over nobody is to move."""
    for text in (F1.line, F9.line, line("P P P P")):
        over = position(text)
        assert over.to_move is None
        assert legal_moves(over) == ()
    assert position(F1.line).phase is Phase.HAND_OVER
    assert position(F9.line).phase is Phase.GAME_OVER
    passed_out = given("P P P P")
    assert (passed_out.phase, passed_out.result) == (Phase.HAND_OVER, None)


def test_phase_ask_offers_every_card_that_is_not_in_the_bidders_hand() -> None:
    """Askable is what the bidder does not hold then: the kitty taken in C, not in GC."""
    in_c = given("C P P P", rules=ASKING, kitty="LO HI")
    assert "A:HI" not in choices(in_c).split()
    assert len(legal_moves(in_c)) == 1 + 24
    in_gc = given("GC P P P", rules=ASKING, kitty="LO HI")
    assert "A:HI" in choices(in_gc).split()
    assert len(legal_moves(in_gc)) == 2 + 26


@pytest.mark.parametrize("bid", [*TRICK_BIDS, "C"])
def test_phase_kitty_passes_to_the_bidder_by_itself(bid: str) -> None:
    """The kitty is in the bidder's hand at the end of the auction, before any asking or giving."""
    for rules in ("canadian", ASKING):
        state = given(f"{bid} P P P", rules=rules)
        assert not state.kitty
        assert state.deal.kitty <= state.hands[Seat.EAST]
        assert len(state.hands[Seat.EAST]) == 10


def test_phase_order_of_the_listed_moves() -> None:
    """Moves are listed in one order: passes before bids, cards in pack order, trumps C D H S."""
    assert choices(given()) == "P 5 6 7 8 M C GM GC"
    aid = given("GC P P P", rules=ASKING, east=" ".join(PACK[:8]))
    assert choices(aid) == " ".join(["K", "A", *(f"A:{card}" for card in PACK[8:])])
    gift = given("C P P P", west="HI 7C AS TD")
    assert gift.to_move is Seat.WEST
    assert choices(gift) == " ".join(f">{card}" for card in hand_of(gift, "W").split())
    discards = given("C P P P >7C", east="LO HI", west="7C")
    listed = [
        [PACK.index(card) for card in move[1:].split(".")] for move in choices(discards).split()
    ]
    assert listed == sorted(listed)
    assert all(chosen == sorted(chosen) for chosen in listed)
    assert len(listed) == 165
    lead = to_play(given("P P P 5"))
    assert choices(lead) == in_pack_order(choices(lead).split())
    assert all(isinstance(move, Play) for move in legal_moves(lead))
