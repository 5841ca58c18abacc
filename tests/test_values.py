"""The values that everything is said in: seats, contracts, deals, cards and their sets."""

from __future__ import annotations

import operator
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from typing import Any, cast

import pytest

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
    InvalidDeal,
    Move,
    NameTrump,
    NotationError,
    Phase,
    Play,
    Rank,
    Rules,
    Seat,
    Side,
    Suit,
    apply,
    deal,
    legal_moves,
    parse_move,
    view,
)
from charlemagne.cards import card_set
from charlemagne.tricks import order_of, shown_void
from support import CONTRACTS, PLAIN_PACK, SEATS

pytestmark = pytest.mark.rules


def test_seats_have_a_next_a_partner_and_a_side() -> None:
    """The left of N is E, the partner of N is S, and so on round the table."""
    assert [str(seat.next) for seat in SEATS] == ["E", "S", "W", "N"]
    assert [str(seat.partner) for seat in SEATS] == ["S", "W", "N", "E"]
    assert [str(seat.side) for seat in SEATS] == ["NS", "EW", "NS", "EW"]


def test_sides_have_two_seats_and_opponents() -> None:
    """N and S play against E and W."""
    assert (Side.NS.seats, Side.NS.other) == ((Seat.NORTH, Seat.SOUTH), Side.EW)
    assert (Side.EW.seats, Side.EW.other) == ((Seat.EAST, Seat.WEST), Side.NS)


@pytest.mark.parametrize(
    "compare", [operator.lt, operator.le, operator.gt, operator.ge, operator.eq]
)
def test_contracts_compare_as_bids_do(compare: Callable[[object, object], bool]) -> None:
    """Each contract is above those before it in 5 6 7 8 M C GM GC, and no other."""
    for (i, one), (j, other) in product(enumerate(CONTRACTS), repeat=2):
        assert compare(one, other) is compare(i, j)


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
@pytest.mark.parametrize("other", ["6", 6, None, Seat.SOUTH], ids=str)
def test_contracts_compare_with_contracts_alone(
    compare: Callable[[object, object], bool], other: object
) -> None:
    """A contract is neither above nor below its text, a number or a seat."""
    with pytest.raises(TypeError):
        compare(Contract.FIVE, other)


@pytest.mark.parametrize(
    ("contract", "made_by"),
    [
        ("5", [5, 6, 7, 8]),
        ("6", [6, 7, 8]),
        ("7", [7, 8]),
        ("8", [8]),
        ("M", [0]),
        ("C", [8]),
        ("GM", [0]),
        ("GC", [8]),
    ],
)
def test_contracts_say_which_tricks_make_them(contract: str, made_by: list[int]) -> None:
    """A bid of tricks is made by as many or more, a Mulot by none, a Charlemagne by all eight."""
    assert list(Contract.parse(contract).tricks) == made_by


def test_cards_are_a_rank_in_a_suit_or_a_joker() -> None:
    """The pack has each rank of each suit, and two cards that have neither."""
    ranks, suits = dict(zip("789TJQKA", Rank, strict=True)), dict(zip("CDHS", Suit, strict=True))
    for text in PLAIN_PACK:
        card = Card.parse(text)
        assert (card.rank, card.suit) == (ranks[text[0]], suits[text[1]])
        assert card == Card(ranks[text[0]], suits[text[1]])
        assert not card.is_joker
    for joker in (Card.LOW_JOKER, Card.HIGH_JOKER):
        assert (joker.rank, joker.suit, joker.is_joker) == (None, None, True)


def test_cards_are_made_of_a_rank_and_a_suit_alone() -> None:
    """Neither texts nor numbers make a card, and the error says what came."""
    for rank, suit in (("7", Suit.CLUBS), (Rank.SEVEN, "C"), (Suit.CLUBS, Rank.SEVEN)):
        with pytest.raises(TypeError, match=r"a card is made of a Rank and a Suit, not of .* and "):
            Card(cast("Any", rank), cast("Any", suit))


@pytest.mark.parametrize(
    ("read", "text", "place"),
    [(Card.parse, "6C", 0), (CardSet.parse, "6C", 0), (CardSet.parse, "7C  6C", 4)],
)
def test_cards_that_there_are_not_are_placed(
    read: Callable[[str], object], text: str, place: int
) -> None:
    """An error in the text of cards says where, from the start of that text."""
    with pytest.raises(NotationError, match="'6C' is no card") as refused:
        read(text)
    assert refused.value.offset == place


def test_sets_of_cards_hold_cards_alone() -> None:
    """A text in a set is refused with its kind, and not with that of something else."""
    with pytest.raises(TypeError, match="a set of cards holds cards, not str: 'TH'"):
        CardSet(cast("Any", [Card.parse("7C"), "TH"]))


def test_cards_of_a_deal_come_from_the_generator_as_is_promised() -> None:
    """The pack in pack order, exchanged from its end on; eight cards each, the rest the kitty."""
    for rules, seed in product((CANADIAN, MAINE), range(20)):
        pack, rng = list(rules.pack.cards), random.Random(seed)
        for i in range(len(pack) - 1, 0, -1):
            j = int(rng.random() * (i + 1))
            pack[i], pack[j] = pack[j], pack[i]
        promised = Deal([pack[start : start + 8] for start in (0, 8, 16, 24)], pack[32:])
        drawn_from = random.Random(seed)
        assert Deal.random(rules, drawn_from) == promised
        assert drawn_from.random() == rng.random()
        assert deal(rules, seed=seed).deal == promised


def test_cards_of_a_deal_come_from_rules_and_a_generator_alone() -> None:
    """What is no reading says nothing of the pack, and what draws no numbers cannot shuffle."""
    nothing: Any = None
    with pytest.raises(TypeError, match="a Rules is wanted here, not None"):
        Deal.random(nothing, random.Random(1))
    with pytest.raises(TypeError, match=r"a random\.Random is wanted here, not 7"):
        Deal.random(CANADIAN, cast("Any", 7))


def test_deals_are_equal_by_their_cards() -> None:
    """A set of deals has each once, and does not take two that differ for one."""
    one, same, other = (Deal.random(CANADIAN, random.Random(seed)) for seed in (1, 1, 2))
    assert len({one, same, other}) == 2
    assert (hash(one) == hash(same), hash(one) == hash(other)) == (True, False)


def test_deals_with_jokers_leave_a_kitty() -> None:
    """Of 34 cards two are left: 32 with a joker among them are no pack."""
    cards = [*PLAIN_PACK[1:], "HI"]
    hands = [[Card.parse(card) for card in cards[start : start + 8]] for start in (0, 8, 16, 24)]
    with pytest.raises(InvalidDeal, match=r"^HI is dealt, but a pack with jokers leaves a kitty$"):
        Deal(hands)


@pytest.mark.parametrize(
    ("text", "said", "place"),
    [
        ("N:7C 7C E: S: W:", "'7C' stands twice", 5),
        ("N:7C 6C E: S: W:", "'6C' is no card", 5),
        ("7C N:8C", "a deal is written N:... E:... S:... W:... K:..., with the cards of each", 0),
    ],
)
def test_deals_are_read_from_their_first_character(text: str, said: str, place: int) -> None:
    """An error in the text of a deal says where, from the start of that text."""
    with pytest.raises(NotationError) as refused:
        Deal.parse(text)
    assert str(refused.value).startswith(said)
    assert refused.value.offset == place


@pytest.mark.parametrize("junk", ["X", "\t", "\n", "N"], ids=ascii)
def test_deals_have_nothing_but_spaces_around_their_cards(junk: str) -> None:
    """The spacing of cards is forgiven, and spaces among and after them are all that it is."""
    deals = [str(Deal.random(rules, random.Random(1))) for rules in (CANADIAN, MAINE)]
    for text in deals:
        assert str(Deal.parse(f"{text.replace(' ', '  ')} ")) == text
        for before in ("", " ", junk, f"{junk} "):
            with pytest.raises(NotationError):
                Deal.parse(f"{before} {text}")
    with pytest.raises(NotationError, match="without a kitty no 'K:' is written"):
        Deal.parse(f"{deals[1]} K: ")
    with pytest.raises(NotationError, match="is no card"):
        Deal.parse(f"{deals[1]} K:{junk}")


@pytest.mark.parametrize(
    ("trump", "led", "card", "void"),
    [
        ("S", "7H", "9H", ""),
        ("S", "7H", "8C", "7H 8H 9H TH JH QH KH AH"),
        ("S", "7S", "JC", ""),
        ("S", "HI", "7H", "7S 8S 9S TS JS QS KS AS JC HI LO"),
        ("", "7H", "AH", ""),
        ("", "7H", "LO", "7H 8H 9H TH JH QH KH AH"),
        ("", "7H", "8C", "7H 8H 9H TH JH QH KH AH HI LO"),
        ("", "HI", "8C", "HI LO"),
    ],
)
def test_play_follow_shows_what_a_seat_does_not_hold(
    trump: str, led: str, card: str, void: str
) -> None:
    """Who does not follow has none of the suit, and in a Mulot no joker if none is played."""
    order = order_of(Suit.parse(trump) if trump else None, False, True)
    shown = shown_void(order, Card.parse(led)._index, Card.parse(card)._index)
    assert card_set(shown) == CardSet.parse(void)


@pytest.mark.parametrize(
    ("kind", "taken"),
    [
        (Bid, "a Contract"),
        (AskPartner, "a Card or None"),
        (GiveCard, "a Card"),
        (NameTrump, "a Suit"),
        (Play, "a Card"),
    ],
)
def test_moves_are_made_of_their_own_kind_of_thing(kind: Callable[[Any], Move], taken: str) -> None:
    """A text is no contract, card or suit, and the error says which move takes what."""
    with pytest.raises(TypeError, match=f"^{kind.__name__} takes {taken}, not 'QH'$"):
        kind("QH")


def test_moves_of_more_than_one_thing_say_what_they_take() -> None:
    """A discard that names a card twice, and a hidden move of another kind, are told why."""
    twice = [Card.parse("7C"), Card.parse("7C")]
    with pytest.raises(ValueError, match="a discard names each of its cards once"):
        Discard(twice)
    for kind in (Play, "-?", None):
        with pytest.raises(TypeError, match="Hidden takes GiveCard or Discard, not "):
            Hidden(cast("Any", kind))


def test_states_that_differ_seldom_share_a_hash() -> None:
    """A dict of positions grows slow when many states come to one place in it."""
    deals = [deal(seed=seed) for seed in range(50)]
    before = deal(seed=7)
    for text in "C P P P >7C".split():
        before = apply(before, parse_move(text))
    discards = [apply(before, move) for move in legal_moves(before)]
    calls = [apply(deal(seed=7), move) for move in legal_moves(deal(seed=7))]
    for states in (deals, discards, calls):
        assert len({hash(state) for state in states}) == len(states)


def test_a_deal_says_what_keeps_it_from_being_dealt() -> None:
    """Before the end of a hand, after that of a game, and with what follows from the game."""
    first = deal(seed=7, scores=(31, 31))
    with pytest.raises(InvalidDeal) as refused:
        deal(first)
    assert str(refused.value) == "the next hand is dealt at HAND_OVER, and this one is at AUCTION"
    last = first
    for text in "P M P P".split():
        last = apply(last, parse_move(text))
    while moves := legal_moves(last):
        last = apply(last, moves[0])
    assert last.phase is Phase.GAME_OVER
    with pytest.raises(InvalidDeal) as refused:
        deal(last)
    assert str(refused.value) == "the next hand is dealt at HAND_OVER, and the game is over"
    with pytest.raises(InvalidDeal) as refused:
        deal(first, dealer=Seat.EAST)
    said = "dealer and scores follow from the game; give them only with Rules"
    assert str(refused.value) == said


def test_a_game_ends_with_the_tricks_of_both_partners() -> None:
    """At 31 to 0 a bid of five by N ends the game just when N and S together make it."""
    seen = set()
    for seed in range(25):
        state = deal(seed=seed, dealer=Seat.WEST, scores=(31, 0))
        luck = random.Random(seed)
        for text in "5 P P P".split():
            state = apply(state, parse_move(text))
        while moves := legal_moves(state):
            state = apply(state, luck.choice(moves))
        north, _, south, _ = state.tricks_won
        made = north + south >= 5
        assert state.phase is (Phase.GAME_OVER if made else Phase.HAND_OVER)
        seen.add((made, north >= 5))
    assert seen >= {(True, False), (False, False)}


def test_whoever_leads_may_lead_anything_in_its_view_too() -> None:
    """The card that was led to the trick before binds nobody any more."""
    state = deal(seed=7)
    for text in "P 6 P P -8D.8H =S".split():
        state = apply(state, parse_move(text))
    leads = 0
    while moves := legal_moves(state):
        assert state.to_move is not None
        if not state.trick:
            leads += 1
            hand = state.hands[state.to_move]
            assert [str(move) for move in moves] == [str(card) for card in hand]
            assert view(state, state.to_move).legal_moves == moves
        state = apply(state, moves[-1])
    assert leads == 8


def test_the_lowest_card_is_given_as_any_other() -> None:
    """The seven of clubs is the first card of the pack, and its number is 0."""
    state = deal(seed=7)
    for text in "C P P P >7C".split():
        state = apply(state, parse_move(text))
    giver, bidder, other = (view(state, seat) for seat in (Seat.WEST, Seat.EAST, Seat.NORTH))
    lowest = Card.parse("7C")
    assert (giver.given, giver.received, lowest in giver.unseen) == (lowest, None, False)
    assert (bidder.given, bidder.received, lowest in bidder.unseen) == (None, lowest, False)
    assert (other.given, other.received, lowest in other.unseen) == (None, None, True)
    assert [str(seen.moves[-1]) for seen in (giver, bidder, other)] == [">7C", ">7C", ">?"]


def test_a_partner_sees_which_card_it_must_give() -> None:
    """The card that was asked for by name is the only choice, in the view as in the state."""
    state = deal(Rules(named_card={Contract.CHARLEMAGNE}), seed=7)
    for text in "C P P P A:9D".split():
        state = apply(state, parse_move(text))
    assert view(state, Seat.WEST).legal_moves == (GiveCard(Card.parse("9D")),)


def test_views_that_differ_seldom_share_a_hash() -> None:
    """A dict of what a bot has seen grows slow."""
    looked = [view(deal(seed=seed), seat) for seed in range(20) for seat in Seat]
    assert len({hash(seen) for seen in looked}) == len(looked)


def test_a_view_shows_its_fields_by_name() -> None:
    """They stand in the order in which the documentation has them."""
    shown = repr(view(deal(seed=7), Seat.NORTH))
    start = "View(seat=<Seat.NORTH: 'N'>, rules=Rules.parse('canadian'), phase=<Phase.AUCTION: "
    assert shown.startswith(start)
    assert shown.endswith(", result=None, winner=None)")


def test_a_deal_comes_by_one_way_alone() -> None:
    """A seed, a generator or cards, and no two of them."""
    cards, rng = deal(seed=7).deal, random.Random(1)
    ways: list[dict[str, Any]] = [
        {"seed": 1, "rng": rng},
        {"seed": 1, "cards": cards},
        {"rng": rng, "cards": cards},
        {"seed": 1, "rng": rng, "cards": cards},
    ]
    for way in ways:
        with pytest.raises(InvalidDeal) as refused:
            deal(**way)
        assert str(refused.value) == "give one of seed, rng and cards, or none of them"


@pytest.mark.parametrize("seed", [-1, True, 1.5, "7"])
def test_a_seed_is_a_number_from_0_up(seed: Any) -> None:
    """Anything else is shown in the refusal."""
    with pytest.raises(InvalidDeal) as refused:
        deal(seed=seed)
    assert str(refused.value) == f"seed must be an int from 0 up, not {seed!r}"


def test_a_generator_may_draw_a_nought() -> None:
    """0 is a number that random() gives, 1 is none."""
    rng = random.Random()
    rng.random = lambda: 0.0  # type: ignore[method-assign]
    assert len(deal(rng=rng).kitty) == 2


def test_a_card_that_cannot_be_is_refused_with_what_was_given() -> None:
    """Rank and suit are both shown."""
    wrong: Any = "7"
    with pytest.raises(TypeError) as refused:
        Card(wrong, cast("Suit", "C"))
    assert str(refused.value) == "a card is made of a Rank and a Suit, not of '7' and 'C'"


def test_a_pickled_move_comes_back_as_the_shared_one() -> None:
    """Every state that is loaded has moves of its own, and a game takes ten times the memory."""
    for move in legal_moves(deal(seed=7)):
        assert pickle.loads(pickle.dumps(move)) is move


def test_sets_of_cards_have_one_order_in_every_run() -> None:
    """What is shown, logged or compared as text differs from run to run."""
    code = "from charlemagne import *; print(frozenset([*CANADIAN.pack.cards, *Suit, *Seat]))"
    shown = [
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    ]
    assert len(set(shown)) == 1
