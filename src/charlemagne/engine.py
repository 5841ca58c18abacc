"""The engine: what is legal, why a move is not, what a move makes of a state, and the score.

Each phase has its functions: one lists the moves, one says why a move is refused, one carries it
out. A move is tested by itself; the list of moves is not built for it.
"""

from __future__ import annotations

from typing import Final

from charlemagne.any_state import AnyState
from charlemagne.cards import Card, card_set
from charlemagne.choices import asks, discards, gifts, plays
from charlemagne.contracts import Contract
from charlemagne.deals import HAND_SIZE
from charlemagne.moves import (
    ASK,
    BIDS,
    HIDDEN_DISCARD,
    HIDDEN_GIFT,
    KINDS,
    PASS,
    TAKE_KITTY,
    TRUMPS,
    AskPartner,
    Bid,
    Discard,
    GiveCard,
    Move,
    NameTrump,
    Pass,
    Play,
    TakeKitty,
)
from charlemagne.refusals import Fact, IllegalMove, Reason, Violation, refuse
from charlemagne.rules import Auction, Rules, TrickBidLead, TrumpNamed
from charlemagne.scoring import Score, settle
from charlemagne.seats import SEATS, Seat
from charlemagne.state import Holdings, State, as_state
from charlemagne.table import (
    ALL_CARDS,
    AUCTION,
    GAME_OVER,
    HAND_OVER,
    PLAY,
    Calls,
    History,
    Phase,
    Terms,
)
from charlemagne.texts import quoted
from charlemagne.tricks import may_play, order_of, suit_of

_TRUMP: Final = Phase.TRUMP
_AID: Final = Phase.AID
_ASK: Final = Phase.ASK
_GIVE: Final = Phase.GIVE
_DISCARD: Final = Phase.DISCARD

# For each seat, who follows it when all four play, and in the auction.
FULL_TABLE: Final = (1, 2, 3, 0)
# For each seat that is out, who follows whom among the other three.
_WITHOUT: Final = ((0, 2, 3, 1), (2, 1, 3, 0), (1, 3, 2, 0), (1, 2, 0, 3))


def score(state: AnyState) -> Score:
    """Give where the game stands (rules `score`, `target`).

    Args:
        state: The state.

    Returns:
        The scores, the hand's result and the game's winner, each as far as there is one.

    Raises:
        TypeError: It is no `State`.

    >>> from charlemagne import deal
    >>> score(deal(seed=7, scores=(5, 31)))
    Score(scores=(5, 31), result=None, winner=None)
    """
    now = as_state(state)
    return Score(now.scores, now.result, now.winner)


def legal_moves(state: AnyState) -> tuple[Move, ...]:
    """List the moves of the seat on move.

    Args:
        state: The state.

    Returns:
        The moves, empty when nobody is to move. A pass comes first, then the bids upwards; taking
        the kitty, then asking; cards, gifts and named cards in pack order; discards as words are
        in a dictionary; trumps C D H S.

    Raises:
        TypeError: It is no `State`.

    >>> from charlemagne import deal
    >>> [str(move) for move in legal_moves(deal(seed=7))]
    ['P', '5', '6', '7', '8', 'M', 'C', 'GM', 'GC']
    """
    now = as_state(state)
    phase = now._phase
    if phase is PLAY:
        return plays(now._legal)
    if now._to_move < 0:
        return ()
    terms = now._terms
    hand = now._held.hands[now._to_move]
    return moves_before_play(phase, terms.rules, terms.calls, terms.contract, hand, now.asked)


def moves_before_play(
    phase: Phase,
    rules: Rules,
    calls: Calls,
    contract: Contract | None,
    hand: int,
    asked: Card | None,
) -> tuple[Move, ...]:
    """List the moves of the seat on move, from its own hand and what everybody knows.

    Args:
        phase: The phase, one before `PLAY`.
        rules: The rules.
        calls: The calls so far.
        contract: The highest bid so far.
        hand: The cards that the seat holds.
        asked: The card that the bidder asked for by name.
    """
    match phase:
        case Phase.AUCTION:
            bids = _open_bids(contract)
            return bids if _must_bid(rules, calls, contract) else (PASS, *bids)
        case Phase.AID:
            return (TAKE_KITTY, ASK, *asks(_askable(rules, contract, hand)))
        case Phase.ASK:
            return (ASK, *asks(_askable(rules, contract, hand)))
        case Phase.GIVE:
            return gifts(_givable(hand, asked))
        case Phase.DISCARD:
            return discards(hand, _surplus(hand))
        case _:
            return TRUMPS


def apply(state: AnyState, move: Move, *, by: Seat | None = None) -> State:
    """Make a move.

    Args:
        state: The state; it stays as it is.
        move: The move.
        by: The seat that makes it, to be refused if it is not on move; None trusts the caller.

    Returns:
        The state after the move.

    Raises:
        IllegalMove: The move is not legal, exactly when `why_illegal` gives a violation.
        TypeError: The arguments are no state, no move or no seat.

    >>> from charlemagne import deal
    >>> state = apply(deal(seed=7), Bid(Contract.CHARLEMAGNE))
    >>> apply(state, Bid(Contract.FIVE))
    Traceback (most recent call last):
    charlemagne.refusals.IllegalMove: 5 does not beat C: bid GM or GC, or pass (bid.higher)
    """
    now = as_state(state)
    if by is None and type(move) is Play:
        # Most steps are these, and a card that may be played is known by its bit.
        card = move.card._index
        if now._legal >> card & 1:
            return _play(now, move, card)
    violation = _why_illegal(now, move, by)
    if violation is not None:
        raise IllegalMove(violation)
    return _carry_out(now, move)


def _carry_out(state: State, move: Move) -> State:
    """Make of a state what a legal move makes of it."""
    if isinstance(move, Play):
        return _play(state, move, move.card._index)
    terms = state._terms.copy()
    held = state._held
    history: History = (state._history, move)
    match move:
        case Pass() | Bid():
            return _call(terms, held, SEATS[state._to_move], move, history)
        case TakeKitty() | AskPartner():
            terms.request = move
        case GiveCard():
            held = held.with_gift(terms.partner, terms.bidder, move.card._index)
            history = (state._history, HIDDEN_GIFT)
        case Discard():
            held = held.with_discards(terms.bidder, move.cards._mask)
            history = (state._history, HIDDEN_DISCARD)
        case _:
            terms.trump = move.suit
    return _go_on(terms, held, history)


def why_illegal(state: AnyState, move: Move, *, by: Seat | None = None) -> Violation | None:
    """Say why a move is refused.

    Args:
        state: The state.
        move: The move.
        by: The seat that makes it; None for the seat on move.

    Returns:
        The violation, None when the move is legal. It holds no card that the seat cannot see, and
        names no card at all to a seat that is not on move.

    Raises:
        TypeError: The arguments are no state, no move or no seat.

    >>> from charlemagne import deal
    >>> print(why_illegal(deal(seed=7), TakeKitty()))
    You are to pass or bid, not to take the kitty (turn)
    >>> print(why_illegal(deal(seed=7), Pass(), by=Seat.SOUTH))
    It is E's turn, not yours (turn)
    """
    return _why_illegal(as_state(state), move, by)


def _why_illegal(state: State, move: Move, by: Seat | None) -> Violation | None:
    """Say why a move is refused: the seat first, then the kind of move, then its cards."""
    on_move = by is None or by is state.to_move
    if on_move and type(move) is Play and state._legal >> move.card._index & 1:
        return None
    if type(move) not in KINDS:
        msg = f"a move is a Play, a Bid or another of the Move classes, not {quoted(move)}"
        raise TypeError(msg)
    if by is not None and not isinstance(by, Seat):
        msg = f"by must be a Seat or None, not {quoted(by)}"
        raise TypeError(msg)
    refused = _refuse_turn(state, move, by) or _refuse_phase(state, move)
    if refused is not None:
        return refused
    match move:
        case Play():
            return _refuse_play(state, move)
        case Pass() | Bid():
            return _refuse_call(state._terms, move)
        case AskPartner():
            return _refuse_ask(state, move)
        case GiveCard():
            return _refuse_gift(state, move)
        case Discard():
            return _refuse_discard(state, move)
        case _:
            return None


# ---------------------------------------------------------------- whose turn, and for what

_KINDS: Final[dict[Phase, tuple[type[Move], ...]]] = {
    AUCTION: (Pass, Bid),
    _TRUMP: (NameTrump,),
    _AID: (TakeKitty, AskPartner),
    _ASK: (AskPartner,),
    _GIVE: (GiveCard,),
    _DISCARD: (Discard,),
    PLAY: (Play,),
}


def _refuse_turn(state: State, move: Move, by: Seat | None) -> Violation | None:
    """Refuse a seat that is not on move (rule `turn`), naming no card at all."""
    if state._phase is GAME_OVER:
        side, target = state.winner, state.rules.target
        return refuse(Reason.GAME_OVER, "target", move, "game-over", side=side, target=target)
    if state._phase is HAND_OVER:
        return refuse(Reason.HAND_OVER, "turn", move, "hand-over")
    if by is not None and by is not state.to_move:
        return refuse(Reason.NOT_YOUR_TURN, "turn", move, "not-your-turn", seat=state.to_move)
    return None


def _refuse_phase(state: State, move: Move) -> Violation | None:
    """Refuse a kind of move that the phase does not ask for (rule `turn`)."""
    if type(move) in _KINDS[state._phase]:
        return None
    return refuse(Reason.WRONG_PHASE, "turn", move, "wrong-phase", phase=str(state._phase))


def _refuse_strange(rules: Rules, cards: int, move: Move, **instead: Fact) -> Violation | None:
    """Refuse cards that are not in the pack (rule `pack`)."""
    strange = card_set(cards & ~rules.pack.cards._mask)
    if not strange:
        return None
    return refuse(Reason.NOT_IN_PACK, "pack", move, "not-in-pack", strange=strange, **instead)


def _refuse_cards(
    rules: Rules, hand: int, cards: int, move: Move, **instead: Fact
) -> Violation | None:
    """Refuse cards that are not in the pack or not in the hand (rules `pack`, `hand`)."""
    refused = _refuse_strange(rules, cards, move, **instead)
    missing = card_set(cards & ~hand)
    if refused is not None or not missing:
        return refused
    return refuse(Reason.NOT_HELD, "hand", move, "not-held", strange=missing, **instead)


# ---------------------------------------------------------------- the auction


def _open_bids(highest: Contract | None) -> tuple[Bid, ...]:
    """Give the bids above the highest so far (rule `bid.higher`)."""
    return BIDS if highest is None else BIDS[highest.__index__() + 1 :]


def _must_bid(rules: Rules, calls: Calls, highest: Contract | None) -> bool:
    """Whether the seat on move may not pass (rule `bid.dealer-forced`)."""
    return rules.dealer_forced and highest is None and len(calls) == 3


def _refuse_call(terms: Terms, move: Pass | Bid) -> Violation | None:
    """Refuse a bid that is no higher, or a pass of the dealer who must bid."""
    highest = terms.contract
    if isinstance(move, Pass):
        if not _must_bid(terms.rules, terms.calls, highest):
            return None
        return refuse(Reason.MUST_BID, "bid.dealer-forced", move, "must-bid")
    if highest is None or move.contract > highest:
        return None
    bids = tuple(bid.contract for bid in _open_bids(highest))
    return refuse(
        Reason.BID_TOO_LOW,
        "bid.higher",
        move,
        "bid-too-low" if bids else "no-higher-bid",
        bid=move.contract,
        highest=highest,
        bids=bids,
    )


def _call(terms: Terms, held: Holdings, seat: Seat, move: Pass | Bid, history: History) -> State:
    """Carry out a call (rules `bid.order`, `bid.passed-out`)."""
    terms.calls = (*terms.calls, (seat, move))
    if isinstance(move, Bid):
        terms.contract = move.contract
        terms.bidder = seat.__index__()
    caller = next_caller(terms.rules, terms.calls, terms.bidder)
    if caller >= 0:
        return State(terms, held, AUCTION, caller, history)
    if terms.contract is None:
        return State(terms, held, HAND_OVER, -1, history)
    return _go_on(terms, held, history)


def next_caller(rules: Rules, calls: Calls, bidder: int) -> int:
    """Give the seat that calls next, -1 when the auction is over (rule `bid.order`).

    Args:
        rules: The rules.
        calls: The calls so far, at least one.
        bidder: The seat of the highest bid, -1 when there is none.
    """
    seat = calls[-1][0].__index__()
    if rules.auction is Auction.SINGLE_ROUND:
        return -1 if len(calls) == len(SEATS) else FULL_TABLE[seat]
    silent = {caller.__index__() for caller, call in calls if isinstance(call, Pass)}
    silent.add(bidder)
    for _ in range(3):
        seat = FULL_TABLE[seat]
        if seat not in silent:
            return seat
    return -1


# ---------------------------------------------------------------- the exchange


def _go_on(terms: Terms, held: Holdings, history: History) -> State:
    """Come to the next phase of the exchange, or to play; the kitty is taken on the way.

    The rules `trick-bid`, `mulot`, `charlemagne`, `gros-charlemagne` and `named-card` ask for
    these steps in this order, each contract for its own.
    """
    contract = terms.contract
    assert contract is not None, "the auction is over"
    if contract.is_mulot:
        return _begin_play(terms, held, contract, history)
    bidder = terms.bidder
    early = contract.is_trick_bid and terms.rules.trump_named is TrumpNamed.BEFORE_KITTY
    if early and terms.trump is None:
        return State(terms, held, _TRUMP, bidder, history)
    if contract is not Contract.GROS_CHARLEMAGNE or isinstance(terms.request, TakeKitty):
        held = held.with_kitty(bidder)
    if contract.is_charlemagne and held.given < 0 and not isinstance(terms.request, TakeKitty):
        phase = _request_phase(terms, held, contract)
        return State(terms, held, phase, terms.partner if phase is _GIVE else bidder, history)
    if _surplus(held.hands[bidder]):
        return State(terms, held, _DISCARD, bidder, history)
    if terms.trump is None:
        return State(terms, held, _TRUMP, bidder, history)
    return _begin_play(terms, held, contract, history)


def _request_phase(terms: Terms, held: Holdings, contract: Contract) -> Phase:
    """Give the phase in which a card comes, or is asked for, from the partner."""
    if terms.request is None:
        if contract is Contract.GROS_CHARLEMAGNE and held.kitty:
            return _AID
        if contract in terms.rules.named_card:
            return _ASK
    return _GIVE


def _askable(rules: Rules, contract: Contract | None, hand: int) -> int:
    """Give the cards that a bidder may ask for by name (rule `named-card`)."""
    return rules.pack.cards._mask & ~hand if contract in rules.named_card else 0


def _refuse_ask(state: State, move: AskPartner) -> Violation | None:
    """Refuse to name a card that may not be asked for (rule `named-card`)."""
    if move.card is None:
        return None
    terms = state._terms
    card = 1 << move.card._index
    hand = state._held.hands[terms.bidder]
    refused = _refuse_strange(terms.rules, card, move, instead="ask")
    if refused is not None or _askable(terms.rules, terms.contract, hand) & card:
        return refused
    why = "ask-own" if terms.contract in terms.rules.named_card else "ask-nothing"
    return refuse(Reason.MAY_NOT_ASK, "named-card", move, why, card=move.card, instead="ask")


def _givable(hand: int, asked: Card | None) -> int:
    """Give the cards that the partner may give: the named one if it is held, else any."""
    return hand if asked is None else hand & 1 << asked._index or hand


def _refuse_gift(state: State, move: GiveCard) -> Violation | None:
    """Refuse a gift that is not held, or not the card that was asked for (`named-card`)."""
    card = 1 << move.card._index
    hand = state._held.hands[state._to_move]
    named = state.asked
    givable = _givable(hand, named)
    if givable & card:
        return None
    right = card_set(givable)
    refused = _refuse_cards(state.rules, hand, card, move, instead="give", right=right)
    if refused is not None:
        return refused
    return refuse(Reason.MUST_GIVE_NAMED, "named-card", move, "must-give-named", card=named)


def _surplus(hand: int) -> int:
    """Give how many cards the bidder has to discard: as many as came in."""
    return hand.bit_count() - HAND_SIZE


def _refuse_discard(state: State, move: Discard) -> Violation | None:
    """Refuse cards that are not held, and a wrong number of them (rule of the contract)."""
    terms = state._terms
    hand = state._held.hands[terms.bidder]
    cards = move.cards._mask
    wanted = _surplus(hand)
    count = cards.bit_count()
    if count == wanted and not cards & ~hand:
        return None
    held = card_set(hand)
    refused = _refuse_cards(
        terms.rules, hand, cards, move, instead="discard", wanted=wanted, right=held
    )
    if refused is not None:
        return refused
    assert terms.contract is not None, "the auction is over"
    rule = terms.contract.rule
    return refuse(Reason.WRONG_COUNT, rule, move, "wrong-count", wanted=wanted, count=count)


# ---------------------------------------------------------------- the play


def _begin_play(terms: Terms, held: Holdings, contract: Contract, history: History) -> State:
    """Settle what the hand is played on, and let the leader begin."""
    rules = terms.rules
    bidder = terms.bidder
    terms.order = order_of(terms.trump, rules.nine_high, rules.joker_forced)
    terms.leader, terms.after = leader_and_turn(rules, contract, bidder)
    terms.trick_size = trick_size(contract)
    if contract.is_solo and rules.stop_when_broken:
        terms.breakers = 1 << bidder if contract.is_mulot else 15 ^ 1 << bidder
    leader = terms.leader
    return State(terms, held, PLAY, leader, history, ALL_CARDS, held.hands[leader])


def leader_and_turn(rules: Rules, contract: Contract, bidder: int) -> tuple[int, tuple[int, ...]]:
    """Give who leads first, and for each seat who plays after it (rules `trick-bid`, `solo`)."""
    if contract.is_solo:
        return bidder, _WITHOUT[(bidder + 2) % 4]
    left_leads = rules.trick_bid_lead is TrickBidLead.LEFT_OF_BIDDER
    return FULL_TABLE[bidder] if left_leads else bidder, FULL_TABLE


def trick_size(contract: Contract) -> int:
    """Give the number of cards of a trick (rule `solo`)."""
    return 3 if contract.is_solo else 4


def _play(state: State, move: Play, card: int) -> State:
    """Carry out a play of a card (rules `play.winner`, `stop`)."""
    terms = state._terms
    held = state._held
    order = terms.order
    assert order is not None, "play has begun"
    seat = state._to_move
    left = state._left ^ 1 << card
    count = state._count + 1
    history = (state._history, move)
    if count == 1:
        led = best = card
        taker = seat
    else:
        led = state._led
        best = state._best
        taker = state._taker
        if order.beaters[best] >> card & 1:
            best = card
            taker = seat
    if count < terms.trick_size:
        seat = terms.after[seat]
        legal = may_play(order, held.hands[seat] & left, led)
        won = state._won
        return State(terms, held, PLAY, seat, history, left, legal, count, led, best, taker, won)
    won = state._won + (1 << 4 * taker)
    hand = held.hands[taker] & left
    if hand == 0 or terms.breakers >> taker & 1:
        return _end_hand(terms, held, history, left, won)
    return State(terms, held, PLAY, taker, history, left, hand, 0, -1, -1, -1, won)


def _end_hand(terms: Terms, held: Holdings, history: History, left: int, won: int) -> State:
    """End a hand, and the game with it when a side reaches the target (rule `target`)."""
    contract = terms.contract
    assert contract is not None, "cards have been played"
    tricks = (won >> 4 * terms.bidder & 15) + (won >> 4 * terms.partner & 15)
    _, side, points = settle(terms.rules, contract, terms.bidder, tricks)
    won_game = terms.scores[side] + points >= terms.rules.target
    phase = GAME_OVER if won_game else HAND_OVER
    return State(terms, held, phase, -1, history, left, won=won)


def _refuse_play(state: State, move: Play) -> Violation | None:
    """Refuse a card that is not held, or that does not follow (`play.follow`, `mulot.jokers`)."""
    terms = state._terms
    order = terms.order
    assert order is not None, "play has begun"
    hand = state._held.hands[state._to_move] & state._left
    card = 1 << move.card._index
    right = card_set(state._legal)
    refused = _refuse_cards(terms.rules, hand, card, move, instead="play", right=right)
    if refused is not None or move.card in right:
        return refused
    suit = suit_of(order, state._led)
    if suit is not None and hand & order.follow[state._led]:
        led = None if suit is terms.trump else suit
        said = "must-follow" if len(right) > 1 else "must-follow-with-it"
        return refuse(Reason.MUST_FOLLOW, "play.follow", move, said, right=right, suit=led)
    said = "joker-led" if suit is None else "must-play-joker"
    if suit is not None and len(right) > 1:
        said = "must-play-a-joker"
    return refuse(Reason.MUST_PLAY_JOKER, "mulot.jokers", move, said, right=right)
