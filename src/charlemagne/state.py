"""The state of a hand: a value with no luck in it.

Inside, a card is its number in pack order, a hand is a mask and a seat is a number; the public
names hand out values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NoReturn, TypeAlias, cast, final

from charlemagne.cards import CARDS, FULL_PACK, Card, CardSet, Suit, card_set
from charlemagne.contracts import Contract
from charlemagne.deals import Deal, Hands, Trick, tricks_of
from charlemagne.moves import AskPartner, Bid, Move, Pass, Play, TakeKitty
from charlemagne.rules import RedealBy, Rules, Shown
from charlemagne.scoring import HandResult, add_result, game_winner, hand_result
from charlemagne.seats import SEATS, Seat, Side
from charlemagne.texts import TextEnum
from charlemagne.tricks import Order, rounds


@final
class Phase(TextEnum):
    """What a hand has come to, and with it the kind of move that is asked for (rule `turn`).

    >>> str(Phase.PLAY)
    'PLAY'
    """

    AUCTION = "AUCTION"
    TRUMP = "TRUMP"
    AID = "AID"
    ASK = "ASK"
    GIVE = "GIVE"
    DISCARD = "DISCARD"
    PLAY = "PLAY"
    HAND_OVER = "HAND_OVER"
    GAME_OVER = "GAME_OVER"


AUCTION: Final = Phase.AUCTION
PLAY: Final = Phase.PLAY
HAND_OVER: Final = Phase.HAND_OVER
GAME_OVER: Final = Phase.GAME_OVER

Calls: TypeAlias = tuple[tuple[Seat, Pass | Bid], ...]


@final
class Terms:
    """What a hand is played on: all that stays as it is while cards are played.

    States share it. It is filled in by the engine as the auction and the exchange go on, each time
    in a copy; after that nothing changes it.
    """

    __slots__ = (
        "after",
        "bidder",
        "breakers",
        "calls",
        "contract",
        "deal",
        "dealer",
        "discards",
        "given",
        "hands",
        "kitty",
        "leader",
        "order",
        "request",
        "rules",
        "scores",
        "trick_size",
        "trump",
    )

    def __init__(self, rules: Rules, dealer: int, scores: tuple[int, int], deal: Deal) -> None:
        self.rules: Rules = rules
        self.dealer: int = dealer
        self.scores: tuple[int, int] = scores
        self.deal: Deal = deal
        self.hands: tuple[int, ...] = deal.masks
        self.kitty: int = deal.kitty._mask
        self.calls: Calls = ()
        # The highest bid so far; the contract once the auction is over.
        self.contract: Contract | None = None
        self.bidder: int = -1
        self.request: TakeKitty | AskPartner | None = None
        self.given: int = -1
        self.discards: int = 0
        self.trump: Suit | None = None
        # From here on: what play needs, known when play begins.
        self.order: Order | None = None
        self.leader: int = -1
        self.trick_size: int = len(SEATS)
        self.after: tuple[int, ...] = ()
        self.breakers: int = 0

    def copy(self) -> Terms:
        """Give terms that are the same, to be filled in further."""
        new = Terms(self.rules, self.dealer, self.scores, self.deal)
        new.hands = self.hands
        new.kitty = self.kitty
        new.calls = self.calls
        new.contract = self.contract
        new.bidder = self.bidder
        new.request = self.request
        new.given = self.given
        new.discards = self.discards
        new.trump = self.trump
        return new

    def change_hand(self, seat: int, hand: int) -> None:
        """Put another hand in the place of a seat's."""
        self.hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])

    @property
    def partner(self) -> int:
        """The seat opposite the bidder."""
        return (self.bidder + 2) % 4

    def __reduce__(self) -> tuple[object, ...]:
        start = (self.rules, self.dealer, self.scores, self.deal)
        auction = (self.calls, self.contract, self.bidder)
        exchange = (self.hands, self.kitty, self.request, self.given, self.discards, self.trump)
        play = (self.order, self.leader, self.trick_size, self.after, self.breakers)
        return (_restore_terms, (start, auction, exchange, play))


def _restore_terms(
    start: tuple[Rules, int, tuple[int, int], Deal],
    auction: tuple[Calls, Contract | None, int],
    exchange: tuple[tuple[int, ...], int, TakeKitty | AskPartner | None, int, int, Suit | None],
    play: tuple[Order | None, int, int, tuple[int, ...], int],
) -> Terms:
    """Rebuild pickled terms."""
    terms = Terms(*start)
    terms.calls, terms.contract, terms.bidder = auction
    terms.hands, terms.kitty, terms.request, terms.given, terms.discards, terms.trump = exchange
    terms.order, terms.leader, terms.trick_size, terms.after, terms.breakers = play
    return terms


# Every card on hold: what is left to play before play begins.
ALL_CARDS = FULL_PACK

# The moves of a hand: the last one behind all those before it, which states share; empty at the
# deal. The type of such a pair cannot be written in full, since compilers balk at recursive types.
History: TypeAlias = tuple[object, ...]


def moves_of(history: History) -> list[Move]:
    """Give the moves in the order in which they were made."""
    moves = []
    while history:
        earlier, move = history
        moves.append(cast("Move", move))
        history = cast("History", earlier)
    moves.reverse()
    return moves


@final
class State:
    """A hand in a game, at one moment: what is dealt, and what has been called and played.

    States come from `deal`, `apply` and `parse_position` and never change. Two are equal when
    their rules, dealer, scores at the deal, deal and moves are. A state holds no seed and no
    generator: what follows from it is for the players alone to decide.

    >>> from charlemagne import apply, deal, parse_move
    >>> state = deal(seed=7)
    >>> state.phase, state.to_move
    (<Phase.AUCTION: 'AUCTION'>, <Seat.EAST: 'E'>)
    >>> apply(state, parse_move("5")).calls
    ((<Seat.EAST: 'E'>, Bid(contract=<Contract.FIVE: '5'>)),)
    """

    __slots__ = (
        "_best",
        "_count",
        "_history",
        "_led",
        "_left",
        "_legal",
        "_phase",
        "_taker",
        "_terms",
        "_to_move",
        "_won",
    )

    def __init__(
        self,
        terms: Terms,
        phase: Phase,
        to_move: int,
        history: History,
        left: int = ALL_CARDS,
        legal: int = 0,
        count: int = 0,
        led: int = -1,
        best: int = -1,
        taker: int = -1,
        won: int = 0,
    ) -> None:
        self._terms = terms
        self._phase = phase
        self._to_move = to_move
        self._history = history
        self._left = left
        self._legal = legal
        self._count = count
        self._led = led
        self._best = best
        self._taker = taker
        self._won = won

    def __init_subclass__(cls) -> NoReturn:
        msg = "State cannot be subclassed"
        raise TypeError(msg)

    @property
    def rules(self) -> Rules:
        """The house rules of the game."""
        return self._terms.rules

    @property
    def phase(self) -> Phase:
        """What the hand has come to (rule `turn`)."""
        return self._phase

    @property
    def to_move(self) -> Seat | None:
        """The seat on move, None when the hand is over (rule `turn`)."""
        return None if self._to_move < 0 else SEATS[self._to_move]

    @property
    def dealer(self) -> Seat:
        """The seat that dealt the hand (rule `deal`)."""
        return SEATS[self._terms.dealer]

    @property
    def next_dealer(self) -> Seat | None:
        """The seat that deals the next hand, None before this one is over and after the game."""
        if self._phase is not HAND_OVER:
            return None
        passed_out = self._terms.contract is None
        if passed_out and self._terms.rules.redeal_by is RedealBy.SAME_DEALER:
            return self.dealer
        return self.dealer.next

    @property
    def scores(self) -> tuple[int, int]:
        """The points of NS and of EW, with those of the hand once it is over (rule `score`)."""
        return add_result(self._terms.scores, self.result)

    @property
    def scores_at_deal(self) -> tuple[int, int]:
        """The points of NS and of EW before the hand (rule `score`)."""
        return self._terms.scores

    @property
    def deal(self) -> Deal:
        """The cards as they were dealt (rule `deal`)."""
        return self._terms.deal

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the hand so far."""
        return tuple(moves_of(self._history))

    @property
    def hands(self) -> Hands:
        """What each seat holds, N E S W; what the partner laid away stays here."""
        north, east, south, west = self._terms.hands
        left = self._left
        return (
            card_set(north & left),
            card_set(east & left),
            card_set(south & left),
            card_set(west & left),
        )

    @property
    def kitty(self) -> CardSet:
        """What lies in the kitty now."""
        return card_set(self._terms.kitty)

    @property
    def calls(self) -> Calls:
        """The calls, each with the seat that made it (rule `bid.order`)."""
        return self._terms.calls

    @property
    def contract(self) -> Contract | None:
        """The contract, None before the auction is over and when all have passed."""
        return None if self._phase is AUCTION else self._terms.contract

    @property
    def bidder(self) -> Seat | None:
        """The seat that plays the contract, None while there is none."""
        return None if self.contract is None else SEATS[self._terms.bidder]

    @property
    def trump(self) -> Suit | None:
        """The trump suit, None before it is named and in a Mulot (rule `rank.trump`)."""
        return self._terms.trump

    @property
    def partner_out(self) -> Seat | None:
        """The bidder's partner when the bidder plays alone, else None (rule `solo`)."""
        contract = self.contract
        return SEATS[self._terms.partner] if contract is not None and contract.is_solo else None

    @property
    def asked(self) -> Card | None:
        """The card that the bidder asked for by name, else None (rule `named-card`)."""
        request = self._terms.request
        return request.card if isinstance(request, AskPartner) else None

    @property
    def discards(self) -> CardSet:
        """What the bidder laid away, empty before (rule `trick-bid`)."""
        return card_set(self._terms.discards)

    @property
    def trick(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards of the trick on the table, each with the seat that played it."""
        if self._count == 0:
            return ()
        seat, cards = self._rounds()[-1]
        played = []
        for index in cards:
            played.append((SEATS[seat], CARDS[index]))
            seat = self._terms.after[seat]
        return tuple(played)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks that have been won, in order."""
        terms = self._terms
        return tricks_of(self._rounds(), terms.order, terms.after, terms.trick_size)

    @property
    def tricks_won(self) -> tuple[int, int, int, int]:
        """The tricks that each seat has won, N E S W."""
        won = self._won
        return won & 15, won >> 4 & 15, won >> 8 & 15, won >> 12

    @property
    def shown(self) -> frozenset[Seat]:
        """The seats whose hand lies open, as it last did once the hand is over.

        See rules `gros-mulot` and `gros-charlemagne`.
        """
        contract = self.contract
        if contract is None or self._terms.order is None:
            return frozenset()
        moment = self._terms.rules.shown(contract)
        begun = sum(self.tricks_won) + (self._phase is PLAY)
        # A hand that ends with its first trick never comes to the start of a second.
        if moment is Shown.NEVER or (moment is Shown.AFTER_FIRST_TRICK and begun < 2):
            return frozenset()
        return frozenset({SEATS[self._terms.bidder]})

    @property
    def result(self) -> HandResult | None:
        """How the hand ended, None before it has and when it was passed out (rule `score`)."""
        terms = self._terms
        if self._to_move >= 0 or terms.contract is None:
            return None
        return hand_result(terms.rules, terms.contract, SEATS[terms.bidder], self.tricks_won)

    @property
    def winner(self) -> Side | None:
        """The side that has won the game, None before (rule `target`)."""
        return game_winner(self._terms.rules, self.scores)

    def _rounds(self) -> list[tuple[int, Sequence[int]]]:
        """Give who led to each trick and the cards played to it, the one on the table last."""
        terms = self._terms
        if terms.order is None:
            return []
        played = [move.card._index for move in moves_of(self._history) if isinstance(move, Play)]
        return rounds(terms.order, terms.after, terms.leader, terms.trick_size, played)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        mine = self._terms
        theirs = other._terms
        return (
            mine.deal == theirs.deal
            and mine.dealer == theirs.dealer
            and mine.scores == theirs.scores
            and mine.rules == theirs.rules
            and moves_of(self._history) == moves_of(other._history)
        )

    def __hash__(self) -> int:
        terms = self._terms
        return hash((terms.dealer, terms.scores, terms.deal, self._history))

    def __repr__(self) -> str:
        return f"<State {state_text(self)}>"

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: object) -> State:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return (
            State,
            (
                self._terms,
                self._phase,
                self._to_move,
                self._history,
                self._left,
                self._legal,
                self._count,
                self._led,
                self._best,
                self._taker,
                self._won,
            ),
        )


def state_text(state: State) -> str:
    """Write a state as a position: its rules, dealer, scores at the deal, deal and moves."""
    terms = state._terms
    ns, ew = terms.scores
    head = f"{terms.rules} {SEATS[terms.dealer]} {ns}-{ew} | {terms.deal} |"
    return " ".join([head, *map(str, moves_of(state._history))])
