"""Faults that other card programs had, each as a case of this game."""

# ruff: noqa: N802 - the names of the cases are B01 and F1

from __future__ import annotations

import copy
import pickle
import random
import threading
from collections import Counter
from collections.abc import Callable
from itertools import pairwise, permutations

import attrs
import pytest

from charlemagne import (
    CANADIAN,
    ENGLISH,
    KOREAN,
    MAINE,
    Card,
    CardSet,
    CharlemagneError,
    Contract,
    Deal,
    Discard,
    GiveCard,
    IllegalMove,
    InvalidDeal,
    InvalidRules,
    Move,
    NotationError,
    Pass,
    Phase,
    Play,
    Rank,
    Rules,
    Seat,
    State,
    Suit,
    apply,
    deal,
    legal_moves,
    parse_move,
    score,
    view,
    why_illegal,
)
from charlemagne.cli_players import choose
from charlemagne.testing import check_bot
from support import (
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
    LIKENESSES,
    LITTLE_JACK,
    MADE,
    MULOTS,
    PACK,
    PARTNER,
    PHASES,
    PLAIN_PACK,
    SEATS,
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


def tables(followers: str, led: str) -> list[str]:
    """The same cards in every order of play after the led one."""
    return [" ".join([led, *rest]) for rest in permutations(followers.split())]


# Left bower, suit membership, trick winner.


@alike
def test_B01_left_bower_follow_suit(like: Likeness) -> None:
    """A jack of the same colour is kept back although trump is led."""
    state = like.position(
        line("P P P 6 -7C.8C =C JC", dealer="N", east="JC", south="JS 7D 8D 9D TD QD KD AD")
    )
    assert on_move(state) == like.seat("S")
    assert choices(state) == like.set_of("JS")
    assert refused_for(state, like.cards("7D")) == "MUST_FOLLOW"


@every_trump
def test_B01_little_jack_follows_every_trump_and_its_own_suit_never(trump: str) -> None:
    """The little jack follows a trump by every lead, and its printed suit by none."""
    little = LITTLE_JACK[trump]
    other = next(suit for suit in "CDHS" if suit not in (trump, little[1]))
    hand = f"{little} 7{other} 8{other}"
    for led in trump_order(trump):
        if led != little:
            assert legal(trump=trump, led=led, hand=hand) == little
    for led in plain_order(little[1], trump):
        assert legal(trump=trump, led=led, hand=hand) == in_pack_order(hand.split())


@alike
def test_B03_illegal_move_accepted(like: Likeness) -> None:
    """A trump is played by somebody who still has the led suit."""
    start = "P P P 5 -8H.8D =S 9C"
    follows = like.position(line(start, east="9C", south="QC JC AS 7D 7H 8S 9D 9H", north="8H 8D"))
    assert on_move(follows) == like.seat("S")
    assert choices(follows) == like.set_of("QC")
    for refused in ("JC", "AS", "7D"):
        assert refused_for(follows, like.cards(refused)) == "MUST_FOLLOW"
    void = like.position(line(start, east="9C", south="JC AS 7D 9D TD 7H 9H TH", north="8H 8D"))
    assert set(choices(void).split()) == set(like.cards("JC AS 7D 9D TD 7H 9H TH").split())


@every_trump
def test_B04_trick_rank_order(trump: str) -> None:
    """There is one order: jokers, jacks, trumps, the led suit, then everything else."""
    trumps = trump_order(trump)
    plain = {suit: plain_order(suit, trump) for suit in "CDHS" if suit != trump}
    assert len(trumps) == 11
    assert sorted(map(len, plain.values())) == [7, 8, 8]
    for order in (trumps, *plain.values()):
        for higher, lower in ((a, b) for i, a in enumerate(order) for b in order[i + 1 :]):
            assert wins(trump=trump, table=f"{lower} {higher}") == higher
            assert wins(trump=trump, table=f"{higher} {lower}") == higher
    for suit, led_suit in plain.items():
        for led in led_suit:
            for card in PACK:
                if card not in led_suit:
                    best = card if card in trumps else led
                    assert wins(trump=trump, table=f"{led} {card}") == best, suit


def test_B05_trick_winner_rank() -> None:
    """Cards are compared by their place in the pack, so the trump ten beats the trump jack."""
    for table in tables("JD TD AD", led="7C"):
        assert wins(trump="D", table=table) == "JD"


@every_trump
def test_B05_trick_winner_rank_of_both_jacks(trump: str) -> None:
    """Both jacks of the colour beat every suit card of trump, wherever they are played."""
    little = LITTLE_JACK[trump]
    led = next(f"7{suit}" for suit in "CDHS" if suit not in (trump, little[1]))
    for table in tables(f"{little} T{trump} A{trump}", led=led):
        assert wins(trump=trump, table=table) == little
    for table in tables(f"{little} J{trump} A{trump}", led=led):
        assert wins(trump=trump, table=table) == f"J{trump}"


def test_B06_trick_winner() -> None:
    """The highest card of the led suit wins although a trump was played."""
    for table in tables("KS 7H QS", led="AS"):
        assert wins(trump="H", table=table) == "7H"
    for table in tables("KS 7D QS", led="AS"):
        assert wins(trump="H", table=table) == "AS"


def test_B08_trick_winner_off_suit_discard() -> None:
    """An ace that does not follow is taken for a winner."""
    for table in tables("8H AS 9H", led="7H"):
        assert wins(trump="C", table=table) == "9H"
        assert wins(table=table) == "9H"


@pytest.mark.parametrize("trump", ["H", None])
def test_B10_trick_winner_rank(trump: str | None) -> None:
    """A trick of one suit goes to its last or its lowest card."""
    for led in "7S TS QS 8S".split():
        followers = " ".join(card for card in "7S TS QS 8S".split() if card != led)
        assert {wins(trump=trump, table=table) for table in tables(followers, led)} == {"QS"}
    for led in "TS JS 9S 7S".split():
        followers = " ".join(card for card in "TS JS 9S 7S".split() if card != led)
        assert {wins(trump=trump, table=table) for table in tables(followers, led)} == {"JS"}


@alike
def test_B11_legal_set_no_duty_to_trump(like: Likeness) -> None:
    """A player is made to trump, or to beat a trump, as another game has it."""
    state = like.position(
        line(
            "P P P 5 -7D.8D =H AC 7H",
            east="AC",
            south="7H 7S 9S TS JS QS KS AS",
            west="KH JD 8S 9D TD QD KD AD",
            north="7D 8D 7C 8C",
        )
    )
    assert on_move(state) == like.seat("W")
    assert set(choices(state).split()) == set(like.cards("KH JD 8S 9D TD QD KD AD").split())


@alike
def test_B12_legal_set_on_lead(like: Likeness) -> None:
    """A card is barred from the lead: nothing is, jokers and trumps included."""
    state = like.position(line("P P P 5 -7C.8C =C", east="HI JS AC 7H 8H 9D TD QS", north="7C 8C"))
    assert on_move(state) == like.seat("E")
    assert set(choices(state).split()) == set(like.cards("HI JS AC 7H 8H 9D TD QS").split())


# Mulot and the jokers.


@alike
def test_B13_joker_revoke_in_no_trump(like: Likeness) -> None:
    """A joker is thrown in a Mulot by somebody who holds the led suit."""
    state = like.position(
        line("P P P M KS", north="KS", east="HI 8S 9D TD QD KD AD 7D", south="LO")
    )
    assert on_move(state) == like.seat("E")
    assert choices(state) == like.cards("8S")
    assert refused_for(state, "HI") == "MUST_FOLLOW"


@pytest.mark.parametrize("joker", ["HI", "LO"])
@pytest.mark.parametrize("suit", list("CDHS"))
def test_B13_no_joker_follows_a_suit_in_no_trump(suit: str, joker: str) -> None:
    """A joker belongs to no suit in a Mulot, so it neither follows nor replaces one."""
    for led, held in permutations(plain_order(suit), 2):
        assert legal(led=led, hand=f"{held} {joker}") == held


@alike
def test_B16_low_joker_led_in_no_trump(like: Likeness) -> None:
    """A led joker calls for the other one only, and for nothing else."""
    state = like.position(
        line(
            "P P P M LO",
            north="LO 7C 8C 9C TC JC QC KC",
            east="HI AH KH 7S 8S 9S TS JS",
            west="AS 7D QH 8D 9D TD JD QD",
        )
    )
    assert choices(state) == "HI"
    assert refused_for(state, like.cards("AH")) == "MUST_PLAY_JOKER"
    state = play_out(state, "HI")
    assert on_move(state) == like.seat("W")
    assert set(choices(state).split()) == set(like.cards("AS 7D QH 8D 9D TD JD QD").split())
    state = play_out(state, like.cards("7D"))
    assert on_move(state) == like.seat("E")
    assert state.tricks[0].winner == Seat.parse(like.seat("E"))
    assert state.tricks_won[Seat.parse(like.seat("N"))] == 0


@alike
def test_B16_high_joker_led_in_no_trump(like: Likeness) -> None:
    """The led high joker takes the low one, and the Mulot with it."""
    state = like.position(
        line(
            "P P P M HI 7S",
            north="HI 7C 8C 9C TC JC QC KC",
            east="AH KH 7S 8S 9S TS JS QS",
            west="LO AS 7D QH 8D 9D TD JD",
        )
    )
    assert choices(state) == "LO"
    state = play_out(state, "LO")
    assert state.tricks[0].winner == Seat.parse(like.seat("N"))
    assert state.phase is Phase.HAND_OVER
    assert state.result is not None
    assert not state.result.made


def test_B18_legal_set_in_no_trump_no_bowers() -> None:
    """A jack leaves its suit in a Mulot as if there were a trump."""
    state = given(
        "P P P M QD",
        north="QD JH",
        east="JD JH 7C 8C 9C TC QC KC".replace("JH", "AH"),
        west="KH",
    )
    assert choices(state) == "JD"
    assert legal(led="QD", hand="JD JH 7C") == "JD"
    assert legal(led="JH", hand="JD KH") == "KH"
    assert wins(table="JH KH JD") == "KH"


@pytest.mark.parametrize("suit", list("CDHS"))
def test_B18_every_suit_is_plain_in_no_trump(suit: str) -> None:
    """In a Mulot every suit ranks A K Q J T 9 8 7 and holds eight cards."""
    order = plain_order(suit)
    for higher, lower in pairwise(order):
        assert wins(table=f"{lower} {higher}") == higher
        assert wins(table=f"{higher} {lower}") == higher
    for led in order:
        assert set(legal(led=led, hand=" ".join(PLAIN_PACK)).split()) == set(order)


# Solo contracts: the partner out, tricks of three cards, who leads.


@alike
def test_B19_solo_partner_turn_skipped(like: Likeness) -> None:
    """The partner of a solo player is given a turn."""
    seen = [on_move(state) for state in states_of(like.line(F4.line))]
    told = [seat for trick in F4.tricks for seat, _ in trick.plays]
    assert seen == [like.seat(seat) for seat in "ESWN"] + [like.seat(s) for s in told] + [""]
    orders = {"".join(seat for seat, _ in trick.plays) for trick in F4.tricks}
    assert orders == {"ESN", "SNE", "NES"}


@pytest.mark.parametrize("contract", ["M", "C", "GM", "GC"])
@pytest.mark.parametrize("bidder", list("NESW"))
def test_B19_no_partner_moves_in_a_solo_play(bidder: str, contract: str) -> None:
    """In every solo contract three seats play, whoever bids, to the end of the hand."""
    auction = {"E": "{} P P P", "S": "P {} P P", "W": "P P {} P", "N": "P P P {}"}[bidder]
    rules = "canadian+stop_when_broken=false"
    state = given(auction.format(contract), rules=rules)
    while state.phase is not Phase.PLAY:
        state = apply(state, legal_moves(state)[0])
    movers = Counter[str]()
    while state.to_move is not None:
        movers[on_move(state)] += 1
        state = apply(state, legal_moves(state)[0])
    assert movers == {seat: 8 for seat in "NESW" if seat != PARTNER[bidder]}


@pytest.mark.parametrize("rules", [CANADIAN, MAINE, ENGLISH, KOREAN], ids=str)
def test_B21_max_game_length(rules: Rules) -> None:
    """The length of a hand is counted by one player's cards: it is 32 or 24 plays."""
    rng = random.Random(21)
    for number in range(deeper(60)):
        state = deal(rules, seed=number)
        while state.to_move is not None:
            state = apply(state, rng.choice(legal_moves(state)))
        plays = sum(isinstance(move, Play) for move in state.moves)
        before_play = len(state.moves) - plays - len(state.calls)
        if state.contract is None:
            assert len(state.moves) == 4
        elif str(state.contract) in TRICK_BIDS:
            assert plays == 32
            assert before_play <= 2
        else:
            assert plays == 24 or (plays < 24 and plays % 3 == 0 and rules.stop_when_broken)
            assert before_play <= 4
        if rules.auction == "single_round":
            assert len(state.calls) == 4


def test_B21_the_longest_hands() -> None:
    """A trick bid takes 38 moves, a solo contract 32 at most."""
    asked = position(F6.under("canadian+named_card=C").start.replace(">LO", "A >LO"))
    assert len(play_out(asked, F6.moves).moves) == 4 + 4 + 24
    assert len(position(F1.line).moves) == 4 + 2 + 32


def test_B22_partner_card_pass() -> None:
    """The card that the partner gives is chosen for the partner, or is one that nobody holds."""
    state = position(F6.start.split(" >")[0])
    assert state.phase is Phase.GIVE
    assert on_move(state) == "N"
    assert state.trump is None
    assert choices(state) == ">TC >JC >QC >KC >AC >KD >AD >LO"
    assert refused_for(state, ">LO", by="S") == "NOT_YOUR_TURN"
    assert refused_for(state, ">HI") == "NOT_HELD"
    state = play_out(state, ">LO")
    assert state.phase is Phase.DISCARD
    assert on_move(state) == "S"
    assert len(state.hands[Seat.SOUTH]) == 8 + 2 + 1
    assert refused_for(state, "-7C.8S") == "WRONG_COUNT"
    assert refused_for(play_out(state, "-7C.8S.LO"), "=H") == ""
    state = play_out(state, "-7C.9D.8S")
    assert state.phase is Phase.TRUMP
    state = play_out(state, "=H")
    assert state.phase is Phase.PLAY
    assert on_move(state) == "S"
    assert state.partner_out is Seat.NORTH


@pytest.mark.parametrize("dealer", list("NESW"))
@pytest.mark.parametrize("bidder", list("NESW"))
@pytest.mark.parametrize("contract", ["5", "6", "7", "8", "M", "C", "GM", "GC"])
def test_B23_first_leader(contract: str, bidder: str, dealer: str) -> None:
    """The dealer's left leads: it is the bidder's left, or the bidder alone."""
    order = "NESW"
    left = order[(order.index(bidder) + 1) % 4]
    calls = ["P"] * 4
    calls[(order.index(bidder) - order.index(dealer) - 1) % 4] = contract
    state = given(" ".join(calls), dealer=dealer)
    while state.phase is not Phase.PLAY:
        state = apply(state, legal_moves(state)[0])
    assert on_move(state) == (left if contract in TRICK_BIDS else bidder)


# Kitty, discards, exchange.


@alike
def test_B24_kitty_discard_count(like: Likeness) -> None:
    """The declarer plays with a card too many after a wrong discard."""
    state = like.position(line("P P P 7", dealer="W", west="7S 8S 9S", kitty="HI LO"))
    west = Seat.parse(like.seat("W"))
    assert len(state.hands[west]) == 10
    assert not state.kitty
    held = str(state.hands[west]).split()
    assert refused_for(state, Discard(())) == "WRONG_COUNT"
    for count in (1, 3, 4, 10):
        assert refused_for(state, "-" + ".".join(held[:count])) == "WRONG_COUNT"
    state = play_out(state, "-" + ".".join(held[:2]))
    assert [len(hand) for hand in state.hands] == [8, 8, 8, 8]
    assert len(state.discards) == 2
    everything = {str(card) for hand in (*state.hands, state.discards) for card in hand}
    assert everything == set(PACK)


@pytest.mark.parametrize(
    ("moves", "held", "count"),
    [
        ("5 P P P", 10, 2),
        ("8 P P P", 10, 2),
        ("C P P P >7H", 11, 3),
        ("GC P P P K", 10, 2),
        ("GC P P P A >7H", 9, 1),
    ],
)
def test_B24_every_exchange_leaves_eight_cards(moves: str, held: int, count: int) -> None:
    """In every contract as many cards go out as came in, and no other number."""
    state = given(moves, east="7C 8C 9C TC JC QC KC AC", west="7H 8H 9H TH JH QH KH AH")
    hand = str(state.hands[Seat.EAST]).split()
    assert len(hand) == held
    for wrong in set(range(1, held + 1)) - {count}:
        assert refused_for(state, "-" + ".".join(hand[:wrong])) == "WRONG_COUNT"
    state = play_out(state, "-" + ".".join(hand[:count]))
    assert len(state.hands[Seat.EAST]) == 8
    assert str(state.discards).split() == hand[:count]


def test_B26_kitty_discard_stale_not_in_hand() -> None:
    """The discard of the hand before is taken once more."""
    first = given("P P P 5 -7C.8C =D", north="7C 8C", rules="canadian+target=50")
    second = deal(play_any(first), cards=Deal.parse(dealt(east="7C", west="8C")))
    assert second.dealer is Seat.EAST
    state = play_out(second, "P P 5 P")
    assert on_move(state) == "N"
    assert len(state.hands[Seat.NORTH]) == 10
    assert refused_for(state, "-7C.8C") == "NOT_HELD"
    with pytest.raises(IllegalMove):
        play_out(state, "-7C.8C")
    assert len(state.hands[Seat.NORTH]) == 10
    assert state.phase is Phase.DISCARD
    assert not state.discards


def test_B28_discard_restriction() -> None:
    """A jack or a joker may not be discarded, as another game has it: here any card may."""
    state = given("5 P P P -JH.LO =H", east="JH LO", kitty="7C 8C", dealer="N")
    assert state.discards == cards("LO JH")
    assert state.trump is Suit.HEARTS
    while state.to_move is not None:
        assert not {"LO", "JH"} & set(choices(state).split())
        state = apply(state, legal_moves(state)[0])
    played = {card for trick in state.tricks for card in trick.cards}
    assert len(played) == 32
    assert not played & state.discards


@pytest.mark.parametrize("hand", [F1, F6, F9], ids=lambda hand: str(hand.name))
def test_B28_every_card_may_be_discarded(hand: Hand) -> None:
    """Among the discards stands every set of the right size, kitty and given card included."""
    state = position(hand.start.split(" -")[0])
    assert state.to_move is not None
    held = set(str(state.hands[state.to_move]).split())
    listed = [set(move[1:].split(".")) for move in choices(state).split()]
    for card in held:
        with_it = [chosen for chosen in listed if card in chosen]
        assert len(with_it) * len(held) == len(listed) * len(listed[0])


@alike
@pytest.mark.parametrize("contract", MULOTS)
def test_B29_no_kitty_contract_phase_order(contract: str, like: Likeness) -> None:
    """A game without the kitty waits for an exchange that never comes."""
    state = like.position(F4.played_as(f"{contract} P P P").start)
    east = Seat.parse(like.seat("E"))
    assert state.phase is Phase.PLAY
    assert state.to_move is east
    assert choices(state) == like.set_of("7C JC QC 7D TD 9H JH LO")
    assert state.trump is None
    while state.to_move is not None:
        assert state.kitty == cards(like.set_of("JD QD"))
        state = apply(state, legal_moves(state)[0])
    assert state.kitty == cards(like.set_of("JD QD"))
    assert state.trump is None
    assert not state.discards


@alike
def test_B30_kitty_taken_once(like: Likeness) -> None:
    """A second aid is taken, or the kitty twice."""
    state = like.position(F9.start.split(" K ")[0])
    assert state.phase is Phase.AID
    assert choices(state) == "K A"
    by_kitty = play_out(state, "K")
    assert by_kitty.phase is Phase.DISCARD
    assert on_move(by_kitty) == like.seat("S")
    assert len(by_kitty.hands[Seat.parse(like.seat("S"))]) == 10
    assert refused_for(by_kitty, "K") == "WRONG_PHASE"
    assert refused_for(by_kitty, "A") == "WRONG_PHASE"
    after = play_out(by_kitty, like.moves("-7C.8S"))
    assert refused_for(after, "A") == "WRONG_PHASE"
    assert len(after.hands[Seat.parse(like.seat("S"))]) == 8


@alike
def test_B30_gros_charlemagne_aid_of_the_partner(like: Likeness) -> None:
    """With the partner's card the kitty stays where it lies."""
    state = like.position(F9.start.split(" K ")[0] + " A")
    south = Seat.parse(like.seat("S"))
    assert state.phase is Phase.GIVE
    assert on_move(state) == like.seat("N")
    assert refused_for(state, "K") == "WRONG_PHASE"
    state = play_out(state, like.moves(">AD"))
    assert state.phase is Phase.DISCARD
    assert len(state.hands[south]) == 9
    assert refused_for(state, "K") == "WRONG_PHASE"
    state = play_out(state, like.moves("-7C"))
    assert len(state.hands[south]) == 8
    assert state.kitty == cards(like.set_of("TH QH"))
    state = play_any(play_out(state, like.moves("=H")))
    assert state.kitty == cards(like.set_of("TH QH"))


# Bidding, all pass, the dealer.


@alike
def test_B31_bid_order(like: Likeness) -> None:
    """A bid that only equals the highest is taken."""
    state = like.position(line("6", dealer="N"))
    assert on_move(state) == like.seat("S")
    assert choices(state) == "P 7 8 M C GM GC"
    for low in ("6", "5"):
        assert refused_for(state, low) == "BID_TOO_LOW"
        with pytest.raises(IllegalMove):
            play_out(state, low)
    assert on_move(state) == like.seat("S")
    assert len(state.calls) == 1


@pytest.mark.parametrize("highest", CONTRACTS, ids=str)
def test_B31_every_bid_must_beat_the_highest(highest: Contract) -> None:
    """Over every bid exactly the higher ones stand, a pass before them."""
    state = given(str(highest))
    higher = CONTRACTS[CONTRACTS.index(highest) + 1 :]
    assert choices(state) == " ".join(["P", *map(str, higher)])
    for contract in CONTRACTS:
        expected = "" if contract in higher else "BID_TOO_LOW"
        assert refused_for(state, str(contract)) == expected


def test_B32_bid_order_infinite_bidding() -> None:
    """A comparison lets a lower bid beat a higher one, so that bidding never ends."""
    for i, x in enumerate(CONTRACTS):
        for j, y in enumerate(CONTRACTS):
            assert (x < y, x == y, x > y) == (i < j, i == j, i > j)
            assert (x <= y, x >= y) == (i <= j, i >= j)
    assert " ".join(map(str, CONTRACTS)) == "5 6 7 8 M C GM GC"


def test_B32_after_a_gros_charlemagne_the_rest_pass() -> None:
    """Nothing beats a Gros Charlemagne, yet the others still call."""
    state = given("GC", dealer="N")
    for seat in "SWN":
        assert state.phase is Phase.AUCTION
        assert on_move(state) == seat
        assert choices(state) == "P"
        state = play_out(state, "P")
    assert state.phase is Phase.AID


def test_B32_every_single_round_has_four_calls() -> None:
    """Every auction of one round ends after four calls, whatever is called."""
    rng = random.Random(32)
    for _ in range(deeper(200)):
        state = given()
        while state.phase is Phase.AUCTION:
            state = apply(state, rng.choice(legal_moves(state)))
        assert len(state.calls) == 4


@alike
def test_B34_bid_order_jump_bids(like: Likeness) -> None:
    """A bid that leaves out others is refused: here it is legal."""
    state = like.position(line("M", dealer="N"))
    assert choices(state) == "P C GM GC"
    state = play_out(state, "P P P")
    assert [str(seat) for seat, _ in state.calls] == [like.seat(seat) for seat in "ESWN"]
    assert state.phase is Phase.PLAY
    assert refused_for(state, "GC") == "WRONG_PHASE"
    with pytest.raises(IllegalMove):
        play_out(state, "GC")


@alike
def test_B35_dealer_stuck(like: Likeness) -> None:
    """The dealer passes although the rules make the dealer bid."""
    forced = like.position(line("P P P", rules="canadian+dealer_forced=true", dealer="S"))
    assert on_move(forced) == like.seat("S")
    assert choices(forced) == "5 6 7 8 M C GM GC"
    assert refused_for(forced, "P") == "MUST_BID"
    bid_before = like.position(line("P P 5", rules="canadian+dealer_forced=true", dealer="S"))
    assert choices(bid_before) == "P 6 7 8 M C GM GC"
    free = like.position(line("P P P", dealer="S"))
    assert choices(free) == "P 5 6 7 8 M C GM GC"


@pytest.mark.parametrize("dealer", list("NESW"))
@pytest.mark.parametrize("redeal_by", ["next_dealer", "same_dealer"])
def test_B36_all_pass_redeal(redeal_by: str, dealer: str) -> None:
    """Four passes stop the game, or score, or keep the cards."""
    rules = str(Rules(redeal_by=redeal_by))
    state = given("P P P P", rules=rules, dealer=dealer, scores="7-20")
    assert state.phase is Phase.HAND_OVER
    assert state.scores == (7, 20)
    assert state.contract is None
    assert state.result is None
    again = deal(state, seed=36)
    left = "NESW"[("NESW".index(dealer) + 1) % 4]
    assert str(again.dealer) == (left if redeal_by == "next_dealer" else dealer)
    assert again.scores == (7, 20)
    assert again.phase is Phase.AUCTION
    assert on_move(again) == "NESW"[("NESW".index(str(again.dealer)) + 1) % 4]
    assert [len(hand) for hand in (*again.hands, again.kitty)] == [8, 8, 8, 8, 2]
    assert {str(card) for hand in (*again.hands, again.kitty) for card in hand} == set(PACK)


@pytest.mark.parametrize("rules", [CANADIAN, MAINE, ENGLISH, KOREAN], ids=str)
def test_B37_dealer_rotation(rules: Rules) -> None:
    """The dealer stays the same, or follows whoever won."""
    state = deal(attrs.evolve(rules, target=99), seed=0, dealer=Seat.WEST)
    dealers, callers = [], []
    for number, calls in enumerate(["5 P P P", "P P 7 P", "P M P P"]):
        dealers.append(str(state.dealer))
        callers.append(on_move(state))
        over = play_any(play_out(state, calls))
        assert over.phase is Phase.HAND_OVER
        state = deal(over, seed=number)
    assert dealers == ["W", "N", "E"]
    assert callers == ["N", "E", "S"]


# Scoring and the end of the game.


@alike
def test_B38_score_overtricks(like: Likeness) -> None:
    """Tricks above the bid are scored."""
    state = like.position(F2.line)
    assert state.tricks_won[Seat.parse(like.seat("N"))] == 5
    assert state.tricks_won[Seat.parse(like.seat("S"))] == 2
    assert state.scores == points_for(side_of(like.seat("N")), 5)


@alike
@pytest.mark.parametrize(
    ("contract", "made", "failed"),
    [
        ("5", 5, 5),
        ("6", 6, 6),
        ("7", 7, 7),
        ("8", 8, 8),
        ("M", 15, 7),
        ("C", 16, 8),
        ("GM", 30, 15),
        ("GC", 32, 16),
    ],
)
def test_B39_score_both_teams(contract: str, made: int, failed: int, like: Likeness) -> None:
    """A loss is booked to the wrong side, or both sides score, or a score goes down."""
    for outcome, points in ((MADE, made), (FAILED, failed)):
        text, bidder = outcome[contract]
        over = play_any(like.position(text))
        ours = points_for(side_of(like.seat(bidder)), points)
        assert over.scores == (ours if outcome is MADE else ours[::-1])
        assert over.result is not None
        assert over.result.made is (outcome is MADE)
        assert over.result.points == points


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: str(hand.name))
@pytest.mark.parametrize("scores", ["0-0", "31-30", "3-17"])
def test_B39_one_side_scores_and_none_loses(scores: str, hand: Hand) -> None:
    """From any score one side's score rises by the points, the other's stays."""
    before = tuple(map(int, scores.split("-")))
    after = position(hand.from_scores(scores).line).scores
    gain = tuple(now - then for now, then in zip(after, before, strict=True))
    assert gain == points_for(hand.side, hand.points)


@alike
def test_B41_trick_count_team_pairing(like: Likeness) -> None:
    """The last trick counts for the wrong side, or neighbours are taken for partners."""
    seven = like.position(F1.until_trick(7))
    north, south = Seat.parse(like.seat("N")), Seat.parse(like.seat("S"))
    assert seven.tricks_won[north] + seven.tricks_won[south] == 4
    last = like.position(F1.line)
    assert last.tricks_won[north] + last.tricks_won[south] == 5
    assert last.scores == points_for(side_of(like.seat("N")), 5)
    failed = like.position(F3.line)
    assert failed.result is not None
    assert failed.result.tricks == 5
    assert not failed.result.made
    assert failed.scores == points_for(side_of(like.seat("E")), 6)


def test_B42_game_over_target_reached() -> None:
    """A side that reaches the target exactly has not won."""
    won = position(F1.from_scores("27-10").line)
    assert won.scores == (32, 10)
    assert won.phase is Phase.GAME_OVER
    assert str(won.winner) == "NS"
    below = position(F1.from_scores("26-10").line)
    assert below.scores == (31, 10)
    assert below.phase is Phase.HAND_OVER
    assert below.winner is None
    assert below.next_dealer is Seat.NORTH


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: str(hand.name))
def test_B42_target_reached_by_every_hand(hand: Hand) -> None:
    """Whichever side scores, one point makes the difference between won and not yet."""
    for target, phase in ((hand.points, Phase.GAME_OVER), (hand.points + 1, Phase.HAND_OVER)):
        rules = attrs.evolve(Rules.parse(hand.start.split()[0]), target=target)
        over = position(hand.under(str(rules)).line)
        assert over.phase is phase
        assert over.winner is (hand.side if phase is Phase.GAME_OVER else None)


def test_B44_default_config() -> None:
    """The default target is another game's, and the option for it does nothing."""
    assert Rules().target == 32
    assert Rules() == CANADIAN
    over = position(F9.from_scores("0-31").line)
    assert over.scores == (32, 31)
    assert over.phase is Phase.GAME_OVER
    assert str(over.winner) == "NS"
    going_on = position(F9.under("canadian+target=50").from_scores("0-31").line)
    assert going_on.scores == (32, 31)
    assert going_on.phase is Phase.HAND_OVER
    assert going_on.winner is None
    assert going_on.next_dealer is Seat.SOUTH


@pytest.mark.parametrize("hand", [F9, F1.from_scores("27-10"), F5.from_scores("31-30")])
def test_B45_game_over_not_checked_everywhere(hand: Hand) -> None:
    """A game that is over goes on by one way in or another."""
    over = position(hand.line)
    assert over.phase is Phase.GAME_OVER
    assert legal_moves(over) == ()
    assert over.to_move is None
    for move in some_of_every_move(over):
        assert refused_for(over, move) == "GAME_OVER"
        assert {refused_for(over, move, by=seat) for seat in "NESW"} == {"GAME_OVER"}
        with pytest.raises(IllegalMove):
            apply(over, move)
    with pytest.raises(InvalidDeal):
        deal(over, seed=1)
    assert over == position(hand.line)
    assert score(over).winner is over.winner is hand.side


def test_B45_however_the_last_hand_is_driven() -> None:
    """A game ends alike whether it was played through or restored on the way."""
    restored = position(F9.start)
    for move in F9.moves.split():
        restored = play_out(pickle.loads(pickle.dumps(restored)), move)
    by_choice = position(F9.start)
    for move in F9.moves.split():
        by_choice = apply(
            by_choice, next(legal for legal in legal_moves(by_choice) if str(legal) == move)
        )
    over = position(F9.line)
    for other in (restored, by_choice):
        assert other == over
        assert (other.phase, other.winner, other.scores) == (over.phase, over.winner, (32, 0))


# The pack, the shuffle, seeds, copies, hashes.


def test_B51_deck_integrity() -> None:
    """A joker is missing from the hands, or can never be in one of them."""
    found: set[tuple[str, int]] = set()
    for seed in range(deeper(1000)):
        state = deal(seed=seed)
        places = [*state.hands, state.kitty]
        everything = [str(card) for held in places for card in held]
        assert len(everything) == 34
        assert set(everything) == set(PACK)
        for joker in (Card.HIGH_JOKER, Card.LOW_JOKER):
            found |= {(str(joker), place) for place in range(5) if joker in places[place]}
    assert found == {(joker, place) for joker in ("HI", "LO") for place in range(5)}


def shuffled(seed: int, pack: list[str]) -> str:
    """The deal of a seed, by the shuffle that stands in the contract."""
    rng = random.Random(seed)
    for i in range(len(pack) - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        pack[i], pack[j] = pack[j], pack[i]
    hands = [pack[8 * place : 8 * place + 8] for place in range(5)]
    return " ".join(
        f"{name}:{in_pack_order(hand)}" for name, hand in zip("NESWK", hands, strict=True) if hand
    )


def test_B52_deterministic_seed() -> None:
    """A seed is forgotten, or 0 is taken for none."""
    assert deal(seed=7) == deal(seed=7)
    assert deal(seed=0) == deal(seed=0)
    assert deal(seed=0) != deal(seed=1)
    assert len({deal(seed=seed).deal for seed in range(100)}) == 100


def test_B52_no_seed_gives_other_cards_each_time() -> None:
    """Two games without a seed are the same."""
    assert deal().deal != deal().deal
    rng = random.Random(52)
    assert deal(rng=rng).deal != deal(rng=rng).deal


def test_B52_the_callers_luck_is_its_own() -> None:
    """The shuffle reads or moves the generator that the caller uses."""
    random.seed(1)
    before = random.getstate()
    first, seeded = deal(), deal(seed=7)
    assert random.getstate() == before
    random.seed(1)
    assert deal().deal != first.deal
    assert deal(seed=7) == seeded


@pytest.mark.parametrize("rules", [CANADIAN, MAINE], ids=str)
def test_B52_seeded_deals_are_the_documented_ones(rules: Rules) -> None:
    """A seed gives the same deal for ever: the one of the documented shuffle."""
    pack = PACK if rules is CANADIAN else PLAIN_PACK
    for seed in (0, 1, 7, 52, 2**64 + 1):
        assert str(deal(rules, seed=seed).deal) == shuffled(seed, list(pack))
    assert deal(rules, rng=random.Random(52)) == deal(rules, seed=52)
    assert Deal.random(rules, random.Random(52)) == deal(rules, seed=52).deal


def test_B52_frozen_deals() -> None:
    """The deals of two seeds, written down once."""
    assert str(deal(seed=0).deal) == (
        "N:8C 9C TC QC JH KH AH 9S E:7C AC 8D 9D 9H TH 7S AS"
        " S:JC KC 7H 8H TS QS LO HI W:7D TD JD QD KD AD QH KS K:8S JS"
    )
    assert str(deal(MAINE, seed=7).deal) == (
        "N:KC AC 7H 9H JH KH 7S KS E:QC TD QD KD 8H AH QS AS"
        " S:7C TC 7D QH 8S 9S TS JS W:8C 9C JC 8D 9D JD AD TH"
    )


def test_B53_seed_and_serialization() -> None:
    """The deal after loading differs from the deal after saving."""
    state = play_any(deal(CANADIAN, seed=1, dealer=Seat.EAST))
    state = play_any(play_out(deal(state, seed=2), "P P P 5"))
    next_hand = deal(state, seed=5)
    for saved in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)):
        loaded = deal(saved, seed=5)
        assert loaded == next_hand
        assert (loaded.deal, loaded.dealer, loaded.scores) == (
            next_hand.deal,
            Seat.WEST,
            state.scores,
        )
    assert sum(state.scores) == 5


def test_B53_nothing_saved_holds_a_seed() -> None:
    """A state that was dealt by a seed is the one that was dealt by its cards."""
    seed = 20_250_719_123_456_789
    by_seed = deal(seed=seed)
    by_cards = deal(cards=Deal.parse(str(by_seed.deal)))
    assert by_seed == by_cards
    assert repr(by_seed) == repr(by_cards)
    assert pickle.dumps(by_seed) == pickle.dumps(by_cards)
    assert str(seed) not in repr(by_seed)


@pytest.mark.parametrize("phase", list(PHASES))
def test_B55_copy(phase: str) -> None:
    """A copy is of another kind, or unequal, or tied to its original."""
    text, _ = PHASES[phase]
    state, untouched = position(text), position(text)
    copies = [copy.copy(state), copy.deepcopy(state)]
    copies += [
        pickle.loads(pickle.dumps(state, protocol))
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    ]
    for same in copies:
        assert type(same) is State
        assert same == state
        assert hash(same) == hash(state)
        assert repr(same) == repr(state)
        assert legal_moves(same) == legal_moves(state)
        over = play_any(same)
        assert over == play_any(state)
        assert state == untouched
        assert state.hands == untouched.hands
        assert state.trick == untouched.trick
        assert state.moves == untouched.moves
        assert state.scores == untouched.scores


def test_B57_hash_equality() -> None:
    """Two cards share a hash, or equal cards have two."""
    all_cards = [Card.parse(text) for text in PACK]
    assert len(set(all_cards)) == 34
    assert len({hash(card) for card in all_cards}) == 34
    assert Card.HIGH_JOKER != Card.LOW_JOKER
    assert Card.parse("JC") != Card.HIGH_JOKER
    for text, rank, suit in (
        ("JC", Rank.JACK, Suit.CLUBS),
        ("TH", Rank.TEN, Suit.HEARTS),
        ("AS", Rank.ACE, Suit.SPADES),
        ("7D", Rank.SEVEN, Suit.DIAMONDS),
    ):
        assert Card.parse(text) == Card(rank, suit)
        assert hash(Card.parse(text)) == hash(Card(rank, suit))
    assert Card.parse("HI") == Card.HIGH_JOKER
    odd: object = "JC"
    assert Card.parse("JC") != odd


def test_B57_states_are_equal_field_by_field() -> None:
    """Two states that differ in one thing are taken for one."""
    base = "canadian N 0-0 | {} | 5"
    cards_of_it = dealt()
    state = position(base.format(cards_of_it))
    assert state == position(base.format(cards_of_it))
    others = [
        f"canadian+target=50 N 0-0 | {cards_of_it} | 5",
        f"canadian S 0-0 | {cards_of_it} | 5",
        f"canadian N 0-1 | {cards_of_it} | 5",
        f"canadian N 1-0 | {cards_of_it} | 5",
        f"canadian N 0-0 | {dealt(north='HI')} | 5",
        f"canadian N 0-0 | {cards_of_it} | 6",
        f"canadian N 0-0 | {cards_of_it} | P",
        f"canadian N 0-0 | {cards_of_it} | 5 P",
        f"canadian N 0-0 | {cards_of_it} |",
    ]
    states = [state, *map(position, others)]
    assert len(set(states)) == len(states)
    for i, one in enumerate(states):
        assert [one == other for other in states] == [i == j for j in range(len(states))]


def test_B59_joker_in_every_zone() -> None:
    """A joker can be drawn but not kept, played, discarded or saved."""
    north = "7C 8C 9C TC JC QC KC AC"
    taken = given("5 P P P", dealer="W", north=north, kitty="HI LO")
    assert taken.hands[Seat.NORTH] == cards(f"{north} HI LO")
    kept = play_out(taken, "-7C.8C =C")
    assert kept.hands[Seat.NORTH] == cards("9C TC JC QC KC AC LO HI")
    thrown = play_out(taken, "-LO.HI =C")
    assert thrown.discards == cards("LO HI")
    assert thrown.hands[Seat.NORTH] == cards(north)
    one_of_them = play_out(taken, "-7C.HI =C")
    assert Card.LOW_JOKER in one_of_them.hands[Seat.NORTH]
    assert one_of_them.discards == cards("7C HI")
    played = kept
    while on_move(played) != "N":
        played = apply(played, legal_moves(played)[0])
    played = play_out(played, "LO")
    assert Card.LOW_JOKER not in played.hands[Seat.NORTH]
    assert Card.HIGH_JOKER in played.hands[Seat.NORTH]
    on_table = {str(card) for card in played.tricks[-1].cards}
    assert "LO" in on_table
    assert "HI" not in on_table
    for state in (taken, kept, thrown, one_of_them, played):
        assert pickle.loads(pickle.dumps(state)) == state


@pytest.mark.parametrize("joker", [Card.HIGH_JOKER, Card.LOW_JOKER], ids=str)
def test_B59_a_joker_taken_out_of_a_set_leaves_the_other(joker: Card) -> None:
    """A joker goes in and out of a set of cards as every other card does."""
    both = CardSet([Card.HIGH_JOKER, Card.LOW_JOKER])
    left = both - CardSet([joker])
    assert len(left) == 1
    assert joker not in left
    assert left | CardSet([joker]) == both


# Card text.


@pytest.mark.parametrize("text", PACK)
def test_B60_card_text_both_ways(text: str) -> None:
    """Every card is read back as what was written."""
    assert str(Card.parse(text)) == text


def test_B60_card_parse_ten() -> None:
    """The ten of a suit is read as a ten without one."""
    assert Card.parse("TH") == Card(Rank.TEN, Suit.HEARTS)
    assert Card.parse("JC").rank is Rank.JACK
    assert Card.parse("HI") == Card.HIGH_JOKER
    assert Card.parse("LO") == Card.LOW_JOKER


@pytest.mark.parametrize(
    "text",
    [
        *("10H", "1H", "0H", "H", "T", "TX", "", "J", "J3", "JK", "HJ", "HT", "6C", "2C"),
        *("TH ", " TH", "TH\n", "THS", "TH TH", "th", "hi", "Hi", "lo"),
        *("ΤH", "ＴＨ"),  # noqa: RUF001 - a Greek T, and wide letters
    ],
)
def test_B60_what_is_no_card(text: str) -> None:
    """What is no card is refused, never read as some other card."""
    with pytest.raises(NotationError):
        Card.parse(text)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("10H", "TH"),
        ("T♥", "TH"),
        ("T♥️", "TH"),
        ("10♥", "TH"),
        ("th", "TH"),
        ("★", "HI"),
        ("☆", "LO"),
        ("a♠", "AS"),
        ("J♣", "JC"),
        ("7♦", "7D"),
        ("hi", "HI"),
    ],
)
def test_B61_unicode_card_parse(text: str, right: str) -> None:
    """A card in signs is half read: it is refused, and the right spelling named."""
    with pytest.raises(NotationError, match=rf"(?<![A-Z0-9]){right}(?![A-Z0-9])") as refused:
        Card.parse(text)
    assert text in str(refused.value)


# Turns, concurrency, undo.


def test_B63_illegal_move_accepted() -> None:
    """Any card is taken, held or not, and any number of cards."""
    state = position(F1.until_trick(1))
    before = position(F1.until_trick(1))
    assert on_move(state) == "W"
    not_held = {
        "held by an opponent": "QC",
        "held by the partner": "HI",
        "played before by this seat": "AC",
        "played before by another": "JC",
        "discarded": "7D",
        "taken from the kitty and kept": "8H",
    }
    for whose, card in not_held.items():
        assert refused_for(state, card) == "NOT_HELD", whose
        with pytest.raises(IllegalMove):
            play_out(state, card)
    in_kitty = position(F4.start)
    assert refused_for(in_kitty, "JD") == "NOT_HELD"
    for no_card in ("10H", "XX", "8C 8C", "8C.AC"):
        with pytest.raises(NotationError):
            parse_move(no_card)
    with pytest.raises(TypeError):
        apply(state, "8C")  # type: ignore[arg-type]
    assert state == before
    assert state.hands == before.hands
    assert choices(state) == choices(before)


@pytest.mark.parametrize("phase", ["GIVE", "DISCARD", "PLAY"])
def test_B63_no_card_that_is_not_held_leaves_a_hand(phase: str) -> None:
    """A card of somebody else's is given, discarded or played: alone, or among one's own."""
    text, _ = PHASES[phase]
    state, before = position(text), position(text)
    assert state.to_move is not None
    held = state.hands[state.to_move]
    for card in CANADIAN.pack.cards - held:
        move: Move = GiveCard(card) if phase == "GIVE" else Play(card)
        moves = [Discard([card, own]) for own in held] if phase == "DISCARD" else [move]
        for wrong in moves:
            assert refused_for(state, wrong) == "NOT_HELD"
            with pytest.raises(IllegalMove):
                apply(state, wrong)
    for text in ("8C", "10H", "", "8C 8C"):
        with pytest.raises(TypeError):
            apply(state, text)  # type: ignore[arg-type]
    assert state == before
    assert state.hands == before.hands
    assert choices(state) == choices(before)


def test_B64_concurrency() -> None:
    """The same card, sent twice, is played twice."""
    state, before = position(F1.start), position(F1.start)
    card = Play(Card.parse("JC"))
    barrier = threading.Barrier(2, timeout=60)
    results: list[State] = []

    def send() -> None:
        barrier.wait()
        results.append(apply(state, card))

    threads = [threading.Thread(target=send) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 2
    assert results[0] == results[1] == position(F1.start + " JC")
    assert state == before
    assert refused_for(results[0], card, by="E") == "NOT_YOUR_TURN"
    assert refused_for(results[0], "HI", by="E") == "NOT_YOUR_TURN"
    assert refused_for(results[0], card) == "NOT_HELD"


def test_B64_a_table_takes_one_of_two_messages() -> None:
    """A table that keeps one state takes the first of two equal messages."""
    table, answers = position(F1.start), []
    for _ in range(2):
        answers.append(refused_for(table, "JC", by="E"))
        if not answers[-1]:
            table = apply(table, Play(Card.parse("JC")), by=Seat.EAST)
    assert answers == ["", "NOT_YOUR_TURN"]
    assert table == position(F1.start + " JC")


@pytest.mark.parametrize("phase", [phase for phase, (_, mover) in PHASES.items() if mover])
def test_B64_no_message_is_taken_twice(phase: str) -> None:
    """A call, a card or a choice that is sent twice is taken twice, in some phase."""
    state = position(PHASES[phase][0])
    seat = on_move(state)
    for move in legal_moves(state):
        after = apply(state, move, by=Seat.parse(seat))
        assert refused_for(after, move, by=seat)


@pytest.mark.parametrize("phase", list(PHASES))
def test_B65_legal_actions_of_non_actor(phase: str) -> None:
    """Asking what a seat that is not on move may do crashes, or gives it moves."""
    text, mover = PHASES[phase]
    state = position(text)
    assert state.phase.name == phase
    assert on_move(state) == mover
    if not mover:
        assert legal_moves(state) == ()
        return
    assert len(legal_moves(state)) > 0
    for move in legal_moves(state):
        for seat in SEATS:
            expected = "" if seat is state.to_move else "NOT_YOUR_TURN"
            assert refused_for(state, move, by=str(seat)) == expected


def test_B65_a_solo_players_partner_never_moves() -> None:
    """In solo play the partner has no move until the next hand."""
    for state in states_of(F4.line):
        if state.phase is Phase.PLAY:
            assert state.to_move is not Seat.WEST
            for move in legal_moves(state):
                violation = why_illegal(state, move, by=Seat.WEST)
                assert violation is not None
                assert violation.reason.name == "NOT_YOUR_TURN"
    over = position(F4.line)
    assert on_move(play_out(deal(over, cards=over.deal), "P")) == "W"


# Bots.


@pytest.mark.parametrize("rules", ["canadian", "canadian+dealer_forced=true"])
def test_B67_ai_illegal_bid(rules: str) -> None:
    """A bot bids no higher than somebody did, or passes as the dealer who must bid."""
    bids = [str(contract) for contract in CONTRACTS]
    rng = random.Random(67)
    for _ in range(deeper(40)):
        start = deal(Rules.parse(rules), rng=rng)
        for place, calls in enumerate(["", *bids]):
            state = play_out(start, calls)
            assert choices(state).split() == ["P", *bids[place:]]
            assert str(choose(view(state, state.to_move), rng)) in ["P", *bids[place:]]
        last = play_out(start, "P P P")
        expected = bids if last.rules.dealer_forced else ["P", *bids]
        assert choices(last).split() == expected
        assert str(choose(view(last, last.to_move), rng)) in expected


@pytest.mark.parametrize("rules", [None, CANADIAN, MAINE, ENGLISH, KOREAN], ids=str)
def test_B67_the_players_of_the_demo_do_only_what_is_legal(rules: Rules | None) -> None:
    """A bot calls, gives, discards or plays what it may not."""
    check_bot(lambda seen: choose(seen, random.Random(67)), rules=rules, games=deeper(4))


# Hands of a Mulot in which a defender has nothing left but a joker: on lead, and after a heart.
LAST_JOKERS = [
    (
        "canadian N 0-0 | N:9C 7H 9H 7S 8S JS KS AS E:QC KC AC 8D TD 8H QH HI"
        " S:TC 7D AD TH AH 9S TS QS W:7C JC 9D JD QD KD JH LO K:8C KH | P P P M 7H QH JH"
        " TD KD 7S 9D 8S 8D 7C 9C AC 8H LO 9H JC JS KC QC QD KS"
    ),
    (
        "canadian N 0-0 | N:7C 9D TD JD AD QH 7S KS E:8C JC QC 9H JH KH AS LO"
        " S:KC AC 7D 7H TS JS QS HI W:9C 8D QD KD 8H TH 8S 9S K:TC AH | P P P M 7C QC 9C"
        " KH TH QH 8C KD 7S JC QD 9D AS 9S KS JH 8H TD 9H 8D JD"
    ),
    (
        "canadian N 0-0 | N:7D 9D 7H 8H QH 9S TS QS E:7C KC 8D TD 9H AH KS AS"
        " S:8C JC QC QD KD TH JH HI W:TC AC JD AD KH 8S JS LO K:9C 7S | P P P M 7D TD AD"
        " JS 9S KS KC AC 7H JD 9D 8D TC 8H 7C 8S TS AS AH KH QH 9H"
    ),
    (
        "canadian N 0-0 | N:JC 8D TD QD 8H TH JS KS E:QC KC 9D JD JH QH AS LO"
        " S:8C 9C 7H 9H AH 8S 9S TS W:TC AC KD AD KH 7S QS HI K:7C 7D | P P P M 8D JD AD"
        " KH 8H QH KD TD 9D 7S JS AS QC AC JC QS KS LO KC TC TH JH"
    ),
]


@pytest.mark.parametrize("text", LAST_JOKERS, ids=["HI led", "LO led", "LO on 9H", "HI on JH"])
def test_B68_ai_null_move(text: str) -> None:
    """A bot that parts with anything but a joker has nothing left to play."""
    state = position(text)
    assert state.to_move is not None
    last = str(state.hands[state.to_move])
    assert choices(state) == last
    assert str(choose(view(state, state.to_move), random.Random(68))) == last


@pytest.mark.parametrize("contract", CONTRACTS, ids=str)
def test_B68_the_last_card_can_always_be_played(contract: Contract) -> None:
    """A last card is barred because it does not follow, or is one that should be kept."""
    rng = random.Random(68)
    jokers = 0
    for _ in range(deeper(15)):
        state = play_out(deal(Rules(stop_when_broken=False), rng=rng), f"{contract} P P P")
        while state.to_move is not None:
            hand = state.hands[state.to_move]
            if len(hand) == 1:
                assert legal_moves(state) == tuple(map(Play, hand))
                jokers += any(card.is_joker for card in hand)
            state = apply(state, rng.choice(legal_moves(state)))
    assert jokers


def match(rules: Rules, chosen: Callable[[State], Move], most: int) -> list[State]:
    """What each hand of a match comes to, until it is over or so many have been played."""
    state, ends = deal(rules, seed=69), list[State]()
    while True:
        while state.to_move is not None:
            state = apply(state, chosen(state))
        ends.append(state)
        if state.phase is Phase.GAME_OVER or len(ends) == most:
            return ends
        state = deal(state, seed=len(ends))


@pytest.mark.parametrize(
    "rules", [CANADIAN, Rules(dealer_forced=True), MAINE, ENGLISH, KOREAN], ids=str
)
def test_B69_ai_hang_endless_game(rules: Rules) -> None:
    """A match between bots goes on for ever, or a hand of it does.

    Every contract scores five points at least, so that 13 end a match to 32.
    """
    rng = random.Random(69)

    def anything(state: State) -> Move:
        return rng.choice(legal_moves(state))

    for _ in range(deeper(10)):
        ends = match(rules, anything, 100)
        assert ends[-1].phase is Phase.GAME_OVER
        assert sum(state.contract is not None for state in ends) <= 13
        assert max(len(state.moves) for state in ends) <= 11 + 4 + 32


@pytest.mark.parametrize("redeal_by", ["next_dealer", "same_dealer"])
def test_B69_bots_that_always_pass(redeal_by: str) -> None:
    """Bots that never bid hang in one hand: each is over after four calls, and scores nothing."""
    ends = match(Rules(redeal_by=redeal_by), lambda _: Pass(), 60)
    assert {(len(state.moves), state.scores) for state in ends} == {(4, (0, 0))}
    assert {state.dealer for state in ends} == (
        set(SEATS) if redeal_by == "next_dealer" else {Seat.NORTH}
    )
    assert len(ends) == 60
    # The check of a bot stops by itself, after ten hands of a game, where nobody ever bids.
    check_bot(lambda seen: seen.legal_moves[0], rules=ends[0].rules, games=10)


@pytest.mark.parametrize("auction", ["single_round", "until_all_pass"])
def test_B69_bots_that_pass_if_they_may(auction: str) -> None:
    """Where the dealer must bid a hand is passed out all the same, and a match never ends."""
    rules = Rules(auction=auction, dealer_forced=True)
    ends = match(rules, lambda state: legal_moves(state)[0], 14)
    assert {(str(state.contract), len(state.tricks)) for state in ends} == {("5", 8)}
    assert all(state.bidder is state.dealer for state in ends)
    assert ends[-1].phase is Phase.GAME_OVER


# Configuration.


@pytest.mark.parametrize("target", [0, -1, 3.5, "32", None, True, 32.0, (32,)])
def test_B71_invalid_target(target: object) -> None:
    """A target that no game can have is found out only in play."""
    with pytest.raises(InvalidRules, match="target") as refused:
        Rules(target=target)  # type: ignore[arg-type]
    assert repr(target) in str(refused.value)


@pytest.mark.parametrize("dealer", [-1, 4, 1, 1.0, "N", True])
def test_B71_invalid_dealer(dealer: object) -> None:
    """A dealer who sits nowhere is found out only in play."""
    with pytest.raises((TypeError, CharlemagneError)):
        deal(CANADIAN, seed=1, dealer=dealer)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "scores", [(0,), (0, 0, 0), (32, 0), (0, 32), (-1, 0), (1.5, 0), ("0", "0"), (True, 0), 5]
)
def test_B71_invalid_scores(scores: object) -> None:
    """Scores with which no game starts: another number of sides, or a side that has won."""
    with pytest.raises((TypeError, CharlemagneError)):
        deal(CANADIAN, seed=1, scores=scores)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True])
def test_B71_invalid_seed(seed: object) -> None:
    """A seed that is none gives some deal all the same."""
    with pytest.raises((TypeError, ValueError)):
        deal(CANADIAN, seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pack", "with_joker"),
        ("auction", "two_rounds"),
        ("redeal_by", "nobody"),
        ("trump_named", "never"),
        ("trick_bid_lead", "dealer"),
        ("gros_mulot_shown", "always"),
        ("gros_mulot_shown", "never"),
        ("gros_charlemagne_shown", True),
        ("dealer_forced", "yes"),
        ("dealer_forced", 1),
        ("nine_high", None),
        ("joker_forced", "true"),
        ("stop_when_broken", 0),
        ("named_card", ["5"]),
        ("named_card", [Contract.FIVE]),
        ("named_card", [Contract.MULOT]),
        ("named_card", 3),
        ("values", {Contract.FIVE: (0, 5)}),
        ("values", {Contract.FIVE: (5, -5)}),
        ("values", {Contract.FIVE: 5}),
        ("values", {Contract.FIVE: (5, 5.5)}),
        ("values", {"9": (9, 9)}),
        ("values", 5),
    ],
)
def test_B71_invalid_option(field: str, value: object) -> None:
    """An option with no such value is taken."""
    with pytest.raises(InvalidRules, match=field):
        Rules(**{field: value})  # type: ignore[arg-type]


def test_B71_unknown_option() -> None:
    """An option with no such name is taken."""
    with pytest.raises((TypeError, InvalidRules), match="all_pass"):
        Rules(all_pass="redeal")  # type: ignore[arg-type]
    with pytest.raises(CharlemagneError, match=r"unknown field 'all_pass'.*dealer_forced"):
        Rules.parse("canadian+all_pass=redeal")


def test_B71_wrong_number_of_hands() -> None:
    """A deal for another number of players is half made."""
    whole = position(F1.start).deal
    with pytest.raises(CharlemagneError):
        Deal(whole.hands[:3], whole.kitty)
    with pytest.raises(CharlemagneError):
        Deal((*whole.hands, whole.kitty), whole.kitty)
    with pytest.raises(InvalidDeal):
        deal(MAINE, cards=whole)
    with pytest.raises(InvalidDeal):
        deal(CANADIAN, cards=whole, seed=1)


# Complete deals.


@alike
@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: str(hand.name))
def test_F_complete_deals(hand: Hand, like: Likeness) -> None:
    """Every card of the complete deals is legal, every winner and every score is as told."""
    state = like.position(hand.start)
    for number, trick in enumerate(hand.tricks):
        assert state.phase is Phase.PLAY
        assert len(state.tricks) == number
        table = [(like.seat(seat), like.cards(card)) for seat, card in trick.plays]
        for place, (seat, card) in enumerate(table):
            assert on_move(state) == seat
            assert [(str(s), str(c)) for s, c in state.trick] == table[:place]
            state = play_out(state, card)
        done = state.tricks[number]
        assert str(done.leader) == like.seat(trick.plays[0][0])
        assert [str(card) for card in done.cards] == [like.cards(card) for _, card in trick.plays]
        assert str(done.winner) == like.seat(trick.winner)
        if number + 1 < len(hand.tricks):
            assert on_move(state) == like.seat(trick.winner)
            assert state.trick == ()
    won = [state.tricks_won[Seat.parse(like.seat(seat))] for seat in "NESW"]
    assert tuple(won) == hand.tricks_won
    side = side_of(like.seat("N" if str(hand.side) == "NS" else "E"))
    assert state.result is not None
    assert state.result.side is side
    assert state.result.points == hand.points
    assert state.scores == points_for(side, hand.points)
    assert state.phase is (Phase.GAME_OVER if hand.points >= 32 else Phase.HAND_OVER)


def test_F1_in_its_finer_points() -> None:
    """A led little jack calls for trump; a jack of the other colour is a plain card."""
    seventh = position(F1.until_trick(6) + " JD TC")
    assert on_move(seventh) == "S"
    assert choices(seventh) == "TH"
    sixth = position(F1.until_trick(5))
    assert choices(play_out(sixth, "JS")) == "AS"


def test_F3_in_its_finer_points() -> None:
    """North holds the jack of hearts, a diamond here, and is void in hearts."""
    state = position(F3.start + " TH")
    assert on_move(state) == "N"
    assert choices(state) == "JC KC QD JH 7S 8S TS KS"


def test_F4_in_its_finer_points() -> None:
    """The low joker is led: North must play the high one, and nothing else."""
    assert choices(position(F4.start + " LO 9C")) == "HI"


def test_F7_in_its_finer_points() -> None:
    """The little jack is led: East must play the low joker; after it East, South, West play."""
    assert choices(position(F7.until_trick(2) + " JD 8C")) == "LO"
    after = position(F7_PLAYED_OUT.until_trick(3))
    assert [on_move(after), on_move(play_out(after, "KS")), on_move(play_out(after, "KS AS"))] == [
        "E",
        "S",
        "W",
    ]


@pytest.mark.parametrize("contract", MULOTS)
@pytest.mark.parametrize("seat", SEATS, ids=str)
def test_F8_is_F4_played_as_a_gros_mulot(contract: str, seat: Seat) -> None:
    """In a Gros Mulot the same cards are played, and score 30."""
    hand = F4.played_as(f"{contract} P P P")
    state = position(hand.line)
    assert state.tricks_won[seat] == F8.tricks_won[seat]
    assert state.scores == (0, 30 if contract == "GM" else 15)
