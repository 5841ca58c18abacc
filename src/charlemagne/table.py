"""What everybody at the table knows of a hand: what was called, what was played and what follows.

States and views share it. Inside, a card is its number in pack order, a set of cards is a mask and
a seat is a number; the public names hand out values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias, cast, final

from charlemagne.cards import CARDS, FULL_PACK, Card, Suit
from charlemagne.choices import discard
from charlemagne.contracts import Contract
from charlemagne.deals import Trick, tricks_of
from charlemagne.moves import (
    GIFTS,
    AskPartner,
    Bid,
    Discard,
    GiveCard,
    Hidden,
    Move,
    Pass,
    Play,
    TakeKitty,
)
from charlemagne.rules import Rules, Shown
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
    """What a hand is played on: all that everybody knows and that stays while cards are played.

    States and views share it. It is filled in by the engine as the auction and the exchange go on,
    each time in a copy; after that nothing changes it.
    """

    __slots__ = (
        "after",
        "bidder",
        "breakers",
        "calls",
        "contract",
        "dealer",
        "leader",
        "order",
        "request",
        "rules",
        "scores",
        "trick_size",
        "trump",
    )

    def __init__(self, rules: Rules, dealer: int, scores: tuple[int, int]) -> None:
        self.rules: Rules = rules
        self.dealer: int = dealer
        self.scores: tuple[int, int] = scores
        self.calls: Calls = ()
        # The highest bid so far; the contract once the auction is over.
        self.contract: Contract | None = None
        self.bidder: int = -1
        self.request: TakeKitty | AskPartner | None = None
        self.trump: Suit | None = None
        # From here on: what play needs, known when play begins.
        self.order: Order | None = None
        self.leader: int = -1
        self.trick_size: int = len(SEATS)
        self.after: tuple[int, ...] = ()
        self.breakers: int = 0

    def copy(self) -> Terms:
        """Give the same terms as far as the exchange has come, to be filled in further."""
        new = Terms(self.rules, self.dealer, self.scores)
        new.calls = self.calls
        new.contract = self.contract
        new.bidder = self.bidder
        new.request = self.request
        new.trump = self.trump
        return new

    @property
    def partner(self) -> int:
        """The seat opposite the bidder."""
        return (self.bidder + 2) % 4

    def __reduce__(self) -> tuple[object, ...]:
        start = (self.rules, self.dealer, self.scores)
        auction = (self.calls, self.contract, self.bidder, self.request, self.trump)
        play = (self.order, self.leader, self.trick_size, self.after, self.breakers)
        return (_restore_terms, (start, auction, play))


def _restore_terms(
    start: tuple[Rules, int, tuple[int, int]],
    auction: tuple[Calls, Contract | None, int, TakeKitty | AskPartner | None, Suit | None],
    play: tuple[Order | None, int, int, tuple[int, ...], int],
) -> Terms:
    """Rebuild pickled terms."""
    terms = Terms(*start)
    terms.calls, terms.contract, terms.bidder, terms.request, terms.trump = auction
    terms.order, terms.leader, terms.trick_size, terms.after, terms.breakers = play
    return terms


# Every card on hold: what is left to play before play begins.
ALL_CARDS: Final = FULL_PACK

# The moves of a hand as everybody saw them: the last one behind all those before it, which states
# share; empty at the deal. The type of such a pair cannot be written in full, since compilers balk
# at recursive types.
History: TypeAlias = tuple[object, ...]


def moves_of(history: History) -> list[Move | Hidden]:
    """Give the moves in the order in which they were made."""
    moves = []
    while history:
        earlier, move = history
        moves.append(cast("Move | Hidden", move))
        history = cast("History", earlier)
    moves.reverse()
    return moves


class Table:
    """A hand at one moment, as far as everybody sees it."""

    __slots__ = (
        "_best",
        "_count",
        "_history",
        "_led",
        "_left",
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
        left: int,
        count: int,
        led: int,
        best: int,
        taker: int,
        won: int,
    ) -> None:
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
    def scores(self) -> tuple[int, int]:
        """The points of NS and of EW, with those of the hand once it is over (rule `score`)."""
        return add_result(self._terms.scores, self.result)

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

    def _lies_open(self) -> bool:
        """Whether the bidder's hand lies open (rules `gros-mulot`, `gros-charlemagne`)."""
        contract = self.contract
        if contract is None or self._terms.order is None:
            return False
        moment = self._terms.rules.shown(contract)
        begun = sum(self.tricks_won) + (self._phase is PLAY)
        # A hand that ends with its first trick never comes to the start of a second.
        return moment is not Shown.NEVER and (moment is not Shown.AFTER_FIRST_TRICK or begun > 1)

    def _moves_turned_up(self, gift: int, discards: int) -> list[Move | Hidden]:
        """Give the moves, with the hidden ones as somebody knows them who knows their cards.

        Args:
            gift: The card that the bidder was given, -1 if that is not known.
            discards: The cards that the bidder laid away, 0 if they are not known.
        """
        moves = moves_of(self._history)
        for place, move in enumerate(moves):
            if isinstance(move, Play):
                break
            if isinstance(move, Hidden) and move.kind is GiveCard and gift >= 0:
                moves[place] = GIFTS[gift]
            elif isinstance(move, Hidden) and move.kind is Discard and discards:
                moves[place] = discard(discards)
        return moves
