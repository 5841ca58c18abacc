"""What holds of every game: each property says which fault it would catch."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from collections.abc import Set

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from charlemagne import (
    CANADIAN,
    AskPartner,
    Card,
    CardSet,
    Contract,
    Deal,
    Discard,
    IllegalMove,
    Move,
    NotationError,
    Pass,
    Phase,
    Play,
    Rules,
    Seat,
    Side,
    State,
    Suit,
    apply,
    deal,
    legal_moves,
    parse_move,
    parse_position,
    position_text,
    score,
    view,
    why_illegal,
)
from charlemagne import testing as kit
from charlemagne.rules import FIELDS, Auction, Pack, RedealBy, Shown
from charlemagne.tricks import order_of, taker
from record_kit import examples
from support import SAME_TABLE, Likeness, play_out, public, some_of_every_move

CHARLEMAGNES = [Contract.CHARLEMAGNE, Contract.GROS_CHARLEMAGNE]
SOLO = [Contract.MULOT, Contract.GROS_MULOT, *CHARLEMAGNES]
OVER = [Phase.HAND_OVER, Phase.GAME_OVER]
BEFORE_PLAY = [Phase.AUCTION, Phase.TRUMP, Phase.AID, Phase.ASK, Phase.GIVE, Phase.DISCARD]


# An auction and an exchange are short, and few rules let a card be asked for by name: here all of
# it comes often.
ASKING = kit.rules(named_card=CHARLEMAGNES)
ANYWHERE = (
    kit.states()
    | kit.states(phases=[Phase.PLAY])
    | kit.states(ASKING, phases=[Phase.AID, Phase.ASK, Phase.GIVE])
    | kit.states(phases=[Phase.DISCARD, Phase.TRUMP])
    | kit.states(phases=[Phase.AUCTION])
)


def fingerprint(state: State) -> str:
    """All that can be read off a state."""
    return repr(public(state))


def hands_of(game: tuple[State, ...]) -> list[list[State]]:
    """The states of a game, hand by hand."""
    starts = [place for place, state in enumerate(game) if not state.moves]
    ends = [*starts[1:], len(game)]
    return [list(game[start:end]) for start, end in zip(starts, ends, strict=True)]


@given(kit.games())
def test_the_pack_is_conserved(game: tuple[State, ...]) -> None:
    """Catches a card lost, doubled or made up in a deal, an exchange or a trick."""
    for state in game:
        pack = sorted(map(str, state.rules.pack.cards))
        held = [card for hand in state.hands for card in hand]
        played = [card for trick in state.tricks for card in trick.cards]
        table = [card for _, card in state.trick]
        everywhere = [*held, *played, *table, *state.kitty, *state.discards]
        assert sorted(map(str, everywhere)) == pack


@examples(150)
@given(ANYWHERE, kit.moves())
def test_a_move_is_legal_everywhere_or_nowhere(state: State, any_move: Move) -> None:
    """Catches a list, a refusal and a step that do not agree about one move."""
    listed = set(legal_moves(state))
    for move in [any_move, *some_of_every_move(state)]:
        refused = why_illegal(state, move)
        assert (refused is None) is (move in listed)
        if refused is None:
            assert apply(state, move).moves == (*state.moves, move)
        else:
            with pytest.raises(IllegalMove) as caught:
                apply(state, move)
            assert str(caught.value) == refused.message
            assert refused.message.endswith(f"({refused.rule})")


@examples(100)
@given(ANYWHERE)
def test_every_listed_move_is_legal_and_listed_once(state: State) -> None:
    """Catches a listed move that is refused, or listed twice, and a seat that cannot move."""
    moves = legal_moves(state)
    assert len(set(moves)) == len(moves)
    assert bool(moves) is (state.to_move is not None)
    for move in moves:
        assert why_illegal(state, move) is None
        assert why_illegal(state, move, by=state.to_move) is None


@given(ANYWHERE, kit.moves(), st.sampled_from(Seat))
def test_nothing_changes_a_state(state: State, move: Move, seat: Seat) -> None:
    """Catches a step, a refusal or a listing that writes into what it is given."""
    before = fingerprint(state)
    for choice in [*legal_moves(state)[:5], move, *some_of_every_move(state)]:
        for by in (None, seat):
            if why_illegal(state, choice, by=by) is None:
                apply(state, choice, by=by)
    score(state)
    assert fingerprint(state) == before


@examples(100)
@given(kit.states(phases=OVER) | kit.states(ASKING, phases=OVER, contracts=CHARLEMAGNES))
def test_every_hand_ends_within_its_bound(last: State) -> None:
    """Catches an auction or an exchange that goes on for ever, and a card too many."""
    plays = sum(isinstance(move, Play) for move in last.moves)
    running = last.rules.auction is Auction.UNTIL_ALL_PASS
    exchange = len(last.moves) - len(last.calls) - plays
    assert len(last.calls) <= (11 if running else 4)
    assert exchange <= (4 if last.contract in CHARLEMAGNES else 2)
    assert plays <= (24 if last.contract in SOLO else 32)


@given(kit.games())
def test_tricks_have_a_card_of_each_player(game: tuple[State, ...]) -> None:
    """Catches a trick of the wrong size, and a partner who sits out and plays all the same."""
    for hand in hands_of(game):
        for state in hand:
            size = 3 if state.contract in SOLO else 4
            assert all(len(trick.cards) == size for trick in state.tricks)
            assert len(state.trick) < size
            if state.phase is Phase.PLAY:
                assert state.to_move is not state.partner_out
            assert state.partner_out not in [seat for seat, _ in state.trick]
            assert state.partner_out not in [trick.leader for trick in state.tricks]


@given(kit.games())
def test_the_winner_of_a_trick_leads_the_next(game: tuple[State, ...]) -> None:
    """Catches a lead that goes round instead of to the winner."""
    for hand in hands_of(game):
        for state in hand:
            if state.phase is Phase.PLAY and state.tricks and not state.trick:
                assert state.to_move is state.tricks[-1].winner
        tricks = hand[-1].tricks
        for before, after in itertools.pairwise(tricks):
            assert after.leader is before.winner
        for seat in Seat:
            won = sum(trick.winner is seat for trick in tricks)
            assert hand[-1].tricks_won[seat] == won


# Rule `score`, written out once more: made, failed, and the tricks that make it.
TABLE = {
    "5": (5, 5, {5, 6, 7, 8}),
    "6": (6, 6, {6, 7, 8}),
    "7": (7, 7, {7, 8}),
    "8": (8, 8, {8}),
    "M": (15, 7, {0}),
    "C": (16, 8, {8}),
    "GM": (30, 15, {0}),
    "GC": (32, 16, {8}),
}


@examples(100)
@given(kit.games(kit.rules(values={})))
def test_exactly_one_side_scores_and_by_the_table(game: tuple[State, ...]) -> None:
    """Catches points to the wrong side, to both, for overtricks, or of another contract."""
    for hand in hands_of(game):
        first, last = hand[0], hand[-1]
        assert all(state.scores_at_deal == first.scores for state in hand)
        gained = [after - before for before, after in zip(first.scores, last.scores, strict=True)]
        if last.contract is None:
            assert last.result is None
            assert gained == [0, 0]
            continue
        assert last.bidder is not None
        made, failed, makers = TABLE[str(last.contract)]
        side = [last.bidder, last.bidder.partner]
        tricks = sum(last.tricks_won[seat] for seat in side)
        own = Side.NS if Seat.NORTH in side else Side.EW
        scoring, points = (own, made) if tricks in makers else (own.other, failed)
        assert gained == [points if each is scoring else 0 for each in Side]
        assert last.result is not None
        assert (last.result.side, last.result.points) == (scoring, points)


# The contracts that are called, and then played, alike: without a kitty and to the last card.
FAMILIES = [["5", "6", "7", "8"], ["M", "GM"], ["C", "GC"]]
PLAYED_OUT = Rules.parse("canadian+pack=without_jokers+stop_when_broken=false")


def any_hand(rng: random.Random, contract: str) -> State:
    """A hand of a contract that West plays, with cards and moves left to luck."""
    state = play_out(deal(PLAYED_OUT, rng=rng, dealer=Seat.SOUTH), f"{contract} P P P")
    while state.to_move is not None:
        state = apply(state, rng.choice(legal_moves(state)))
    return state


def bidders_tricks(state: State) -> int:
    """The tricks of the side that plays the contract."""
    assert state.bidder is not None
    return state.tricks_won[state.bidder] + state.tricks_won[state.bidder.partner]


@pytest.mark.parametrize("family", FAMILIES, ids=" ".join)
def test_every_number_of_tricks_scores_by_the_table(family: list[str]) -> None:
    """Catches an 8 that is made with 7 tricks, and any other number that counts wrongly."""
    rng = random.Random(1)
    hands: dict[int, State] = {}
    while len(hands) < 9:
        hand = any_hand(rng, family[0])
        hands.setdefault(bidders_tricks(hand), hand)
    for contract, tricks in itertools.product(family, range(9)):
        hand = hands[tricks]
        start = deal(PLAYED_OUT, cards=hand.deal, dealer=hand.dealer, scores=(3, 1))
        last = play_out(start, " ".join([contract, *map(str, hand.moves[1:])]))
        made, failed, makers = TABLE[contract]
        assert bidders_tricks(last) == tricks
        assert last.scores == ((3, 1 + made) if tricks in makers else (3 + failed, 1))
        assert last.result is not None
        assert (last.result.tricks, last.result.made) == (tricks, tricks in makers)


@given(kit.games(max_hands=1) | kit.states(phases=OVER).map(lambda state: (state,)))
def test_a_game_ends_exactly_when_a_side_reaches_the_target(game: tuple[State, ...]) -> None:
    """Catches a game that goes on at the target, ends below it, or is won by the wrong side."""
    for state in game:
        reached = [side for side in Side if state.scores[side] >= state.rules.target]
        assert (state.phase is Phase.GAME_OVER) is bool(reached)
        assert state.winner is (reached[0] if reached else None)
        assert score(state).winner is state.winner


@given(kit.games())
def test_the_deal_passes_to_the_left(game: tuple[State, ...]) -> None:
    """Catches a dealer who stays, or moves on after a hand that is dealt again."""
    for before, after in itertools.pairwise(hands_of(game)):
        last = before[-1]
        again = last.contract is None and last.rules.redeal_by is RedealBy.SAME_DEALER
        expected = last.dealer if again else last.dealer.next
        assert last.next_dealer is expected
        assert after[0].dealer is expected
        assert after[0].scores == last.scores
        assert after[0].to_move is expected.next


# ---------------------------------------------------------------- names do not matter


def likened(state: State, steps: int, suits: str) -> tuple[State, Likeness]:
    """The same state with the seats turned and the suits exchanged."""
    like = Likeness(steps, suits)
    return like.position(position_text(state)), like


def same_but_for_names(state: State, other: State, like: Likeness) -> None:
    """Compare all that follows from two states that should differ in names alone."""
    assert like.fields(state) == SAME_TABLE.fields(other)
    assert {like.moves(str(move)) for move in legal_moves(state)} == {
        str(move) for move in legal_moves(other)
    }
    for viewer in [*Seat, None]:
        turned = None if viewer is None else Seat.parse(like.seat(str(viewer)))
        assert like.fields(view(state, viewer)) == SAME_TABLE.fields(view(other, turned))


# Hands that lie open are rare: here they come often.
OPEN = kit.states(
    kit.rules(gros_mulot_shown=Shown.AT_ONCE, gros_charlemagne_shown=Shown.AT_ONCE),
    phases=[Phase.PLAY, *OVER],
    contracts=[Contract.GROS_MULOT, Contract.GROS_CHARLEMAGNE],
)


@examples(75)
@given(kit.states() | kit.states() | OPEN, st.integers(1, 3))
def test_turning_the_table_turns_everything(state: State, steps: int) -> None:
    """Catches a rule that knows a seat by its name, a side counted wrongly, a fixed dealer.

    So in all that a state tells, and in what each seat is told of it.
    """
    other, like = likened(state, steps, "CDHS")
    same_but_for_names(state, other, like)


# The exchanges of suits to which the rules are blind: those that keep pairs of a colour together.
COLOURS_KEPT = ["CDHS", "SDHC", "CHDS", "SHDC", "DCSH", "HCSD", "DSCH", "HSCD"]


@given(kit.states(), st.sampled_from(COLOURS_KEPT))
def test_exchanging_suits_of_like_role_changes_nothing(state: State, suits: str) -> None:
    """Catches a little jack or a trump that is looked for in a fixed suit."""
    other, like = likened(state, 0, suits)
    same_but_for_names(state, other, like)


@given(
    kit.states(contracts=[Contract.MULOT, Contract.GROS_MULOT]),
    st.permutations("CDHS"),
)
def test_a_mulot_knows_no_trump_and_no_colours(state: State, suits: list[str]) -> None:
    """Catches a Mulot that reads a trump, a bower or the colour of a suit."""
    other, like = likened(state, 0, "".join(suits))
    same_but_for_names(state, other, like)
    assert state.trump is None


@given(
    st.sampled_from([None, *Suit]),
    st.booleans(),
    st.lists(kit.cards(), min_size=2, max_size=4, unique=True),
)
def test_the_winner_of_a_trick_is_one_of_its_cards(
    trump: Suit | None, nine_high: bool, cards: list[Card]
) -> None:
    """Catches a winner that hangs on the cards that lost, or on the order of all but the first.

    The cards that did not win may be played in any order, the led one staying first.
    """
    order = order_of(trump, nine_high, True)
    indices = [card._index for card in cards]
    won = indices[taker(order, indices)]
    for rest in itertools.permutations(indices[1:]):
        again = [indices[0], *rest]
        assert again[taker(order, again)] == won
    loser = next((index for index in indices[1:] if index != won), None)
    if loser is not None:
        fewer = [index for index in indices if index != loser]
        assert fewer[taker(order, fewer)] == won


# ---------------------------------------------------------------- house rules


def has_come_into_play(state: State, field: str) -> bool:
    """Whether a field of the rules may have made a difference by now, as the design has it.

    The two of what is shown make a difference to that alone: the test leaves it out.
    """
    contract = state.contract
    solo = contract in SOLO
    over = state.to_move is None
    passes = sum(isinstance(call, Pass) for _, call in state.calls)
    match field:
        case "nine_high":
            return state.trump is not None
        case "auction":
            # The fourth call ends either auction if all but one have passed, or all.
            return len(state.calls) >= 4 and not (len(state.calls) == 4 and passes >= 3)
        case "dealer_forced":
            return len(state.calls) >= 3 and passes == len(state.calls)
        case "redeal_by":
            return over and contract is None
        case "trump_named":
            kitty = state.rules.pack is Pack.WITH_JOKERS
            return contract is not None and contract.is_trick_bid and kitty
        case "trick_bid_lead":
            return state.phase not in BEFORE_PLAY and not solo
        case "named_card":
            return contract in CHARLEMAGNES
        case "joker_forced":
            return contract in {Contract.MULOT, Contract.GROS_MULOT}
        case "stop_when_broken":
            return solo and bool(state.tricks)
        case "gros_mulot_shown" | "gros_charlemagne_shown":
            return False
        case _:
            return over


# A reading that differs from the default in every field that is not a number.
ALL_ELSE = Rules.parse(
    "canadian+pack=without_jokers+nine_high=true+auction=until_all_pass+dealer_forced=true"
    "+redeal_by=same_dealer+trump_named=before_kitty+trick_bid_lead=bidder"
    "+gros_mulot_shown=at_once+gros_charlemagne_shown=at_once+named_card=C"
    "+joker_forced=false+stop_when_broken=false"
)


# What these decide is only what is shown, in one contract.
SHOWN_IN = {
    "gros_mulot_shown": Contract.GROS_MULOT,
    "gros_charlemagne_shown": Contract.GROS_CHARLEMAGNE,
}


def told(state: State, field: str) -> list[object]:
    """All that a state tells, to all and to each seat, but for what a field decides."""
    without = {"rules"}
    if field in SHOWN_IN and state.contract is SHOWN_IN[field]:
        # What lies open can be placed.
        without |= {"shown", "unseen"}
    found = [public(state), *(public(view(state, viewer)) for viewer in [*Seat, None])]
    kept = [{name: it[name] for name in it if name not in without} for it in found]
    return [legal_moves(state), *kept]


@examples(150)
@given(kit.states() | kit.states(phases=[Phase.PLAY, *OVER]), kit.rules())
def test_a_house_rule_changes_only_what_its_field_says(state: State, others: Rules) -> None:
    """Catches a field that reaches beyond its rule, such as a nine that is high in a Mulot."""
    start = state.scores_at_deal
    for field, reading in itertools.product(FIELDS, (others, CANADIAN, ALL_ELSE)):
        changed = attrs.evolve(state.rules, **{field: getattr(reading, field)})
        # The test of packs is the next one: another pack is another deal.
        same = changed == state.rules or field == "pack"
        if same or has_come_into_play(state, field) or max(start) >= changed.target:
            continue
        other = deal(changed, cards=state.deal, dealer=state.dealer, scores=start)
        other = play_out(other, " ".join(map(str, state.moves)))
        assert told(other, field) == told(state, field), field


JOKERS = CardSet([Card.LOW_JOKER, Card.HIGH_JOKER])


def with_jokers_laid_away(state: State) -> State:
    """A hand that is played without jokers as it goes with the two in the kitty, and none played.

    The bidder discards them, or leaves them there.
    """
    rules = attrs.evolve(state.rules, pack=Pack.WITH_JOKERS)
    cards = Deal(state.deal.hands, JOKERS)
    other = deal(rules, cards=cards, dealer=state.dealer, scores=state.scores_at_deal)
    for move in state.moves:
        if other.phase is Phase.AID and not isinstance(move, AskPartner):
            other = apply(other, AskPartner())
        if isinstance(move, Discard) and other.contract is Contract.CHARLEMAGNE:
            move = Discard(move.cards | JOKERS)
        elif other.phase is Phase.DISCARD and not isinstance(move, Discard):
            other = apply(other, Discard(JOKERS))
        other = apply(other, move)
    early = state.phase is Phase.PLAY and other.phase is Phase.DISCARD
    return apply(other, Discard(JOKERS)) if early else other


PLAIN = kit.rules(pack=Pack.WITHOUT_JOKERS)
PLAIN_TO_THE_END = kit.rules(pack=Pack.WITHOUT_JOKERS, stop_when_broken=False)


@examples(100)
@given(
    kit.states(PLAIN, phases=[Phase.AUCTION, Phase.PLAY, *OVER])
    | kit.states(PLAIN_TO_THE_END, phases=[Phase.PLAY, *OVER], contracts=SOLO)
)
def test_a_pack_without_jokers_is_played_as_one_in_which_nobody_has_them(state: State) -> None:
    """Catches a pack that decides more than which cards there are: the lead, or when to stop."""
    other = with_jokers_laid_away(state)
    assert legal_moves(other) == legal_moves(state)
    mine, theirs = public(state), public(other)
    # The exchange is another one, and the kitty is where the jokers are.
    for field in ["rules", "deal", "moves", "kitty", "discards"]:
        del mine[field], theirs[field]
    assert theirs == mine


# ---------------------------------------------------------------- values


@given(kit.states())
def test_states_are_values(state: State) -> None:
    """Catches equality, hashes, copies and pickles that lose something of a state."""
    again = parse_position(position_text(state))
    for other in (again, copy.copy(state), copy.deepcopy(state)):
        assert other == state
        assert hash(other) == hash(state)
        assert fingerprint(other) == fingerprint(state)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        other = pickle.loads(pickle.dumps(state, protocol))
        assert type(other) is State
        assert fingerprint(other) == fingerprint(state)
        assert legal_moves(other) == legal_moves(state)
        assert other == state
        assert hash(other) == hash(state)


@given(kit.states())
def test_states_that_differ_are_not_equal(state: State) -> None:
    """Catches an equality that leaves out moves, cards, the dealer, the scores or the rules."""
    for move in legal_moves(state)[:3]:
        assert apply(state, move) != state
    fresh = deal(state.rules, cards=state.deal, dealer=state.dealer)
    assert deal(state.rules, cards=state.deal, dealer=state.dealer.next) != fresh
    if state.rules.target > 1:
        assert deal(state.rules, cards=state.deal, dealer=state.dealer, scores=(0, 1)) != fresh
    other = attrs.evolve(state.rules, nine_high=not state.rules.nine_high)
    assert deal(other, cards=state.deal, dealer=state.dealer) != fresh
    north, east, south, west = state.deal.hands
    swapped = Deal((east, north, south, west), state.deal.kitty)
    assert deal(state.rules, cards=swapped, dealer=state.dealer) != fresh
    assert fresh != position_text(fresh)


@given(kit.moves())
def test_every_move_reads_back(move: Move) -> None:
    """Catches a move with two spellings, or a spelling that reads as another move."""
    text = str(move)
    assert parse_move(text) == move
    assert hash(parse_move(text)) == hash(move)
    assert pickle.loads(pickle.dumps(move)) == move
    turned = "-" + ".".join(reversed(text[1:].split("."))) if text.startswith("-") else text
    for other in {turned, text.lower(), f"{text} ", f" {text}"} - {text}:
        with pytest.raises(NotationError):
            parse_move(other)


@given(kit.rules())
def test_every_reading_reads_back(rules: Rules) -> None:
    """Catches a field that is left out of the text, or read as another value."""
    again = Rules.parse(str(rules))
    assert again == rules
    assert hash(again) == hash(rules)
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert not rules.differences(again)


@given(kit.deals())
def test_every_deal_reads_back(cards: Deal) -> None:
    """Catches a deal that loses a card or its place in writing."""
    again = Deal.parse(str(cards))
    assert again == cards
    assert hash(again) == hash(cards)
    assert pickle.loads(pickle.dumps(cards)) == cards


@given(kit.card_sets(), kit.card_sets())
def test_card_sets_combine_as_sets_do(one: CardSet, other: CardSet) -> None:
    """Catches an operation on masks that is not the operation on sets."""
    left: Set[Card] = frozenset(one)
    right: Set[Card] = frozenset(other)
    expected = [left & right, left | right, left - right, left ^ right]
    assert [one & other, one | other, one - other, one ^ other] == expected
    assert [one & right, one | right, one - right, one ^ right] == expected
    assert (one <= other, one < other, one == other) == (left <= right, left < right, left == right)
    assert hash(one) == hash(left)
    assert list(one) == sorted(left, key=lambda card: card._index)
    assert CardSet.parse(str(one)) == one
