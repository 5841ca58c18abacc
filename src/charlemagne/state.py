"""The state of a hand: a value with no luck in it."""

from __future__ import annotations

from typing import NoReturn, cast, final

from charlemagne.cards import CardSet, card_set
from charlemagne.deals import Deal, Hands
from charlemagne.moves import Move
from charlemagne.rules import RedealBy
from charlemagne.seats import SEATS, Seat
from charlemagne.table import ALL_CARDS, HAND_OVER, History, Phase, Table, Terms, moves_of
from charlemagne.texts import quoted


@final
class Holdings:
    """Where the cards lie: the deal and what the exchange made of it, which no seat sees whole.

    It is never changed; each step of the exchange makes another.
    """

    __slots__ = ("deal", "discards", "given", "hands", "kitty")

    def __init__(
        self, deal: Deal, hands: tuple[int, ...], kitty: int, given: int = -1, discards: int = 0
    ) -> None:
        self.deal: Deal = deal
        self.hands: tuple[int, ...] = hands
        self.kitty: int = kitty
        self.given: int = given
        self.discards: int = discards

    def with_kitty(self, bidder: int) -> Holdings:
        """Put the kitty into the bidder's hand."""
        hands = _moved(self.hands, bidder, self.kitty)
        return Holdings(self.deal, hands, 0, self.given, self.discards)

    def with_gift(self, giver: int, bidder: int, card: int) -> Holdings:
        """Move a card from the bidder's partner to the bidder."""
        hands = _moved(_moved(self.hands, giver, 1 << card), bidder, 1 << card)
        return Holdings(self.deal, hands, self.kitty, card, self.discards)

    def with_discards(self, bidder: int, cards: int) -> Holdings:
        """Take what is laid away out of the bidder's hand."""
        hands = _moved(self.hands, bidder, cards)
        return Holdings(self.deal, hands, self.kitty, self.given, cards)

    def __reduce__(self) -> tuple[object, ...]:
        return (Holdings, (self.deal, self.hands, self.kitty, self.given, self.discards))


def _moved(hands: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    """Take cards out of a seat's hand, or put them into it."""
    return (*hands[:seat], hands[seat] ^ cards, *hands[seat + 1 :])


@final
class State(Table):
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

    __slots__ = ("_held", "_legal")

    def __init__(
        self,
        terms: Terms,
        held: Holdings,
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
        # Every step makes a state, and a call of the base's __init__ would cost more than this.
        self._terms = terms
        self._phase = phase
        self._to_move = to_move
        self._history = history
        self._left = left
        self._count = count
        self._led = led
        self._best = best
        self._taker = taker
        self._won = won
        self._held = held
        self._legal = legal

    def __init_subclass__(cls) -> NoReturn:
        msg = "State cannot be subclassed"
        raise TypeError(msg)

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
    def scores_at_deal(self) -> tuple[int, int]:
        """The points of NS and of EW before the hand (rule `score`)."""
        return self._terms.scores

    @property
    def deal(self) -> Deal:
        """The cards as they were dealt (rule `deal`)."""
        return self._held.deal

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the hand so far."""
        held = self._held
        moves = self._moves_turned_up(held.given, held.discards)
        return tuple(cast("list[Move]", moves))

    @property
    def hands(self) -> Hands:
        """What each seat holds, N E S W; what the partner laid away stays here."""
        north, east, south, west = self._held.hands
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
        return card_set(self._held.kitty)

    @property
    def discards(self) -> CardSet:
        """What the bidder laid away, empty before (rule `trick-bid`)."""
        return card_set(self._held.discards)

    @property
    def shown(self) -> frozenset[Seat]:
        """The seats whose hand lies open, as it last did once the hand is over.

        See rules `gros-mulot` and `gros-charlemagne`.
        """
        return frozenset({SEATS[self._terms.bidder]}) if self._lies_open() else frozenset()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        mine, theirs = self._terms, other._terms
        held, others = self._held, other._held
        return (
            held.deal == others.deal
            and (held.given, held.discards) == (others.given, others.discards)
            and (mine.dealer, mine.scores) == (theirs.dealer, theirs.scores)
            and mine.rules == theirs.rules
            and moves_of(self._history) == moves_of(other._history)
        )

    def __hash__(self) -> int:
        terms = self._terms
        held = self._held
        luck = (held.deal, held.given, held.discards)
        return hash((terms.dealer, terms.scores, luck, self._history))

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
                self._held,
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


def as_state(thing: object) -> State:
    """Give what is a state, and refuse what is not with a `TypeError`."""
    if not isinstance(thing, State):
        msg = f"a State is wanted here, not {quoted(thing)}"
        raise TypeError(msg)
    return thing


def state_text(state: State) -> str:
    """Write a state as a position: its rules, dealer, scores at the deal, deal and moves."""
    terms = state._terms
    ns, ew = terms.scores
    head = f"{terms.rules} {SEATS[terms.dealer]} {ns}-{ew} | {state.deal} |"
    return " ".join([head, *map(str, state.moves)])
