"""What the tests are written in: hands, positions and tricks as short texts.

The complete deals F1 to F9 stand at the end, as positions up to the first lead and as the tricks
that follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

import attrs
from hypothesis import settings

from charlemagne import (
    AskPartner,
    Bid,
    Card,
    CardSet,
    Contract,
    Deal,
    Discard,
    GiveCard,
    HandResult,
    Hidden,
    Move,
    NameTrump,
    Pass,
    Phase,
    Play,
    Rules,
    Seat,
    Side,
    State,
    Suit,
    TakeKitty,
    Trick,
    View,
    apply,
    deal,
    legal_moves,
    parse_move,
    why_illegal,
)
from charlemagne.tricks import may_play, order_of, taker

PACK = [f"{rank}{suit}" for suit in "CDHS" for rank in "789TJQKA"] + ["LO", "HI"]
PLAIN_PACK = PACK[:32]
SEATS = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
CONTRACTS = (
    Contract.FIVE,
    Contract.SIX,
    Contract.SEVEN,
    Contract.EIGHT,
    Contract.MULOT,
    Contract.CHARLEMAGNE,
    Contract.GROS_MULOT,
    Contract.GROS_CHARLEMAGNE,
)
TRICK_BIDS, MULOTS = "5678", ("M", "GM")
PARTNER = {"N": "S", "E": "W", "S": "N", "W": "E"}
LITTLE_JACK = {"C": "JS", "D": "JH", "H": "JD", "S": "JC"}
PLAIN_ORDER = "AKQJT987"

_CARD = re.compile(r"(?<![A-Z0-9])(?:([789TJQKA])([CDHS])|HI|LO)(?![A-Z0-9])")


def share(count: int) -> int:
    """What the profile of this run makes of a number of examples that is meant for every run."""
    return max(1, count * settings().max_examples // settings.get_profile("ci").max_examples)


def deeper(count: int) -> int:
    """How many rounds of random play to look at: so many in every run, more in `nightly`."""
    return max(count, share(count))


def in_pack_order(texts: Iterable[str]) -> str:
    """Some cards, written in pack order."""
    return " ".join(sorted(texts, key=PACK.index))


def cards(text: str) -> CardSet:
    """The set of the cards of a text such as "TH KS"."""
    return CardSet(Card.parse(word) for word in text.split())


def cards_named_in(text: str) -> set[str]:
    """Every card that a sentence names, as its text."""
    symbols = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})
    found = {match.group() for match in _CARD.finditer(text.replace("10", "T").translate(symbols))}
    return found | {"HI" for _ in re.findall("★", text)} | {"LO" for _ in re.findall("☆", text)}


# Rules of a trick, on parts of hands.


def trump_order(trump: str, *, jokers: bool = True, nine_high: bool = False) -> list[str]:
    """The cards of a trump suit from the highest down, as rule rank.trump tells them."""
    order = ["HI", "LO"] if jokers else []
    order += [f"9{trump}"] if nine_high else []
    order += [f"J{trump}", LITTLE_JACK[trump]]
    order += [f"{rank}{trump}" for rank in "AKQT987" if not (nine_high and rank == "9")]
    return order


def plain_order(suit: str, trump: str | None = None) -> list[str]:
    """The cards of a suit that is not trump, from the highest down, as rule rank.plain tells."""
    order = [f"{rank}{suit}" for rank in PLAIN_ORDER]
    return [card for card in order if trump is None or card != LITTLE_JACK[trump]]


def legal(
    *,
    hand: str,
    led: str | None = None,
    trump: str | None = None,
    nine_high: bool = False,
    joker_forced: bool = True,
) -> str:
    """What a hand may play on the card that was led (None: it leads). No trump: a Mulot."""
    order = order_of(None if trump is None else Suit.parse(trump), nine_high, joker_forced)
    mask = may_play(order, cards(hand)._mask, -1 if led is None else Card.parse(led)._index)
    return in_pack_order(card for card in PACK if mask >> Card.parse(card)._index & 1)


def wins(*, table: str, trump: str | None = None, nine_high: bool = False) -> str:
    """Which card takes a trick, its cards given in order of play. No trump: a Mulot."""
    order = order_of(None if trump is None else Suit.parse(trump), nine_high, True)
    played = table.split()
    return played[taker(order, [Card.parse(card)._index for card in played])]


# Deals and positions.


def dealt(*, jokers: bool = True, **hands: str) -> str:
    """A deal's text from the hands that matter: north, east, south, west, kitty.

    The cards that are not named fill the places left, in pack order.
    """
    pack = PACK if jokers else PLAIN_PACK
    sizes = {"north": 8, "east": 8, "south": 8, "west": 8, "kitty": 2 if jokers else 0}
    given = {name: hands.pop(name, "").split() for name in sizes}
    assert not hands, f"no seats: {hands}"
    named = [card for cards_of in given.values() for card in cards_of]
    assert len(set(named)) == len(named), "a card is dealt twice"
    rest = iter([card for card in pack if card not in named])
    parts = []
    for name, size in sizes.items():
        full = given[name] + [next(rest) for _ in range(size - len(given[name]))]
        assert len(full) == size, f"{name} holds {len(full)} cards"
        parts += [f"{name[0].upper()}:{in_pack_order(full)}"] if size else []
    return " ".join(parts)


def line(
    moves: str = "",
    *,
    rules: str = "canadian",
    dealer: str = "N",
    scores: str = "0-0",
    **hands: str,
) -> str:
    """A position's text from the hands that matter and the moves."""
    jokers = str(Rules.parse(rules).pack) == "with_jokers"
    return f"{rules} {dealer} {scores} | {dealt(jokers=jokers, **hands)} | {moves}".rstrip()


def position(text: str) -> State:
    """The state of a position's text."""
    head, hands, moves = text.split("|")
    reading, dealer, scores = head.split()
    north_south, east_west = scores.split("-")
    start = deal(
        Rules.parse(reading),
        cards=Deal.parse(hands.strip()),
        dealer=Seat.parse(dealer),
        scores=(int(north_south), int(east_west)),
    )
    return play_out(start, moves)


def given(
    moves: str = "",
    *,
    rules: str = "canadian",
    dealer: str = "N",
    scores: str = "0-0",
    **hands: str,
) -> State:
    """The state after some moves: given this deal and this bidding."""
    return position(line(moves, rules=rules, dealer=dealer, scores=scores, **hands))


def play_out(state: State, moves: str) -> State:
    """The state after some more moves."""
    for move in moves.split():
        state = apply(state, parse_move(move))
    return state


def play_any(state: State) -> State:
    """The hand played to its end, everyone playing the first card that may be played."""
    while state.to_move is not None:
        state = apply(state, legal_moves(state)[0])
    return state


def states_of(text: str) -> Iterator[State]:
    """Every state of a position's text in turn, from the deal on."""
    head, hands, moves = text.split("|")
    state = position(f"{head}|{hands}|")
    yield state
    for move in moves.split():
        state = play_out(state, move)
        yield state


def texts(moves: Iterable[Move | Hidden]) -> list[str]:
    """The texts of some moves, in their order."""
    return [str(move) for move in moves]


def choices(state: State) -> str:
    """The legal moves of a state as one text, in the order in which they are listed."""
    return " ".join(texts(legal_moves(state)))


def on_move(state: State) -> str:
    """The seat on move, "" when nobody is."""
    return "" if state.to_move is None else str(state.to_move)


def side_of(seat: str) -> Side:
    """The partnership of a seat."""
    return Side.NS if seat in "NS" else Side.EW


def points_for(side: Side, points: int) -> tuple[int, int]:
    """Scores (NS, EW) in which one side alone has points."""
    return (points, 0) if side is Side.NS else (0, points)


def refusal(state: State, move: str | Move, *, by: str | None = None) -> tuple[str, str, str]:
    """Why a move is refused: the reason's name, the rule id and the message."""
    wanted = parse_move(move) if isinstance(move, str) else move
    violation = why_illegal(state, wanted, by=None if by is None else Seat.parse(by))
    assert violation is not None, f"{wanted} is legal"
    return violation.reason.name, violation.rule, violation.message


def refused_for(state: State, move: str | Move, *, by: str | None = None) -> str:
    """The name of the reason for which a move is refused, "" when it is legal."""
    wanted = parse_move(move) if isinstance(move, str) else move
    violation = why_illegal(state, wanted, by=None if by is None else Seat.parse(by))
    return "" if violation is None else violation.reason.name


def some_of_every_move(state: State) -> list[Move]:
    """Moves of every kind, legal and not: all the single ones and discards of every count."""
    pack = [Card.parse(card) for card in PACK]
    moves: list[Move] = [Pass(), TakeKitty(), AskPartner()]
    moves += [Bid(contract) for contract in CONTRACTS]
    moves += [NameTrump(suit) for suit in SUITS]
    for card in pack:
        moves += [Play(card), GiveCard(card), AskPartner(card), Discard([card])]
    hand = list(CardSet() if state.to_move is None else state.hands[state.to_move])
    others = [card for card in pack if card not in hand]
    moves += [Discard(())]
    moves += [Discard(hand[:count]) for count in range(2, len(hand) + 1)]
    moves += [Discard(hand[-count:]) for count in range(2, len(hand))]
    moves += [Discard([*hand[:count], others[count]]) for count in range(4)]
    return moves


def public(thing: State | View) -> dict[str, object]:
    """All that can be read off a state or a view, by the names of its fields."""
    found = {name: getattr(thing, name) for name in dir(thing) if not name.startswith("_")}
    return {name: value for name, value in found.items() if not callable(value)}


# In the texts of the naive reading.


def told_result(result: HandResult | None) -> tuple[str, str, int, bool, str, int] | None:
    """How a hand ended, in the texts of the naive reading."""
    if result is None:
        return None
    contract, bidder, side = str(result.contract), str(result.bidder), str(result.side)
    return contract, bidder, result.tricks, result.made, side, result.points


def told_naively(seen: View) -> dict[str, object]:
    """A view in the texts of the naive reading."""

    def text(value: object) -> str | None:
        return None if value is None else str(value)

    def listed(held: CardSet | None) -> list[str] | None:
        return None if held is None else list(map(str, held))

    def void_of(seat: Seat) -> set[str]:
        return {"joker" if isinstance(it, Card) else str(it) for it in seen.voids[seat]}

    return {
        "seat": text(seen.seat),
        "phase": str(seen.phase),
        "to_move": text(seen.to_move),
        "dealer": str(seen.dealer),
        "scores": seen.scores,
        "hand": listed(seen.hand),
        "calls": [(str(seat), str(call)) for seat, call in seen.calls],
        "contract": text(seen.contract),
        "bidder": text(seen.bidder),
        "trump": text(seen.trump),
        "partner_out": text(seen.partner_out),
        "asked": text(seen.asked),
        "trick": [(str(seat), str(card)) for seat, card in seen.trick],
        "tricks": [
            (str(trick.leader), tuple(map(str, trick.cards)), str(trick.winner))
            for trick in seen.tricks
        ],
        "tricks_won": {str(seat): seen.tricks_won[seat] for seat in Seat},
        "shown": {str(seat): listed(seen.shown[seat]) for seat in Seat},
        "cards_left": {str(seat): seen.cards_left[seat] for seat in Seat},
        "discards": listed(seen.discards),
        "given": text(seen.given),
        "received": text(seen.received),
        "moves": texts(seen.moves),
        "legal_moves": texts(seen.legal_moves),
        "voids": {str(seat): void_of(seat) for seat in Seat if seat is not seen.seat},
        "unseen": listed(seen.unseen),
        "result": told_result(seen.result),
        "winner": text(seen.winner),
    }


# The same table turned round and in other suits.


# What a state or a view has by seat, N E S W; a state has `shown` as a set of seats.
_BY_SEAT = {"hands", "tricks_won", "shown", "cards_left", "voids"}


@dataclass(frozen=True)
class Likeness:
    """The same cards at a table turned by some seats, in suits exchanged colour for colour.

    No rule knows a seat or a suit by its name: what holds at one table holds at every other.
    """

    steps: int
    suits: str

    def seat(self, seat: str) -> str:
        """The seat that stands where this one stood."""
        return "NESW"[("NESW".index(seat) + self.steps) % 4]

    def cards(self, text: str) -> str:
        """The same cards in the other suits, each in its place."""
        return _CARD.sub(self._card, text)

    def set_of(self, text: str) -> str:
        """The same cards in the other suits, in pack order."""
        return in_pack_order(self.cards(text).split())

    def moves(self, text: str) -> str:
        """The same moves in the other suits."""
        return " ".join(map(self._move, text.split()))

    def line(self, text: str) -> str:
        """The same position at the other table."""
        head, hands, moves = text.split("|")
        reading, dealer, scores = head.split()
        if self.steps % 2:
            scores = "-".join(reversed(scores.split("-")))
        turned = {
            found[1] if found[1] == "K" else self.seat(found[1]): self.set_of(found[2])
            for found in re.finditer(r"([NESWK]):([^:]*)(?= |$)", hands)
        }
        parts = [f"{seat}:{turned[seat]}" for seat in "NESWK" if seat in turned]
        return (
            f"{reading} {self.seat(dealer)} {scores} | {' '.join(parts)} | {self.moves(moves)}"
        ).rstrip()

    def position(self, text: str) -> State:
        """The state of the same position at the other table."""
        return position(self.line(text))

    def fields(self, thing: State | View) -> dict[str, object]:
        """All that can be read off a state or a view, in the names of the other table."""
        return {name: self._field(name, value) for name, value in public(thing).items()}

    def _field(self, name: str, value: object) -> object:
        if isinstance(value, tuple) and name in _BY_SEAT:
            return self._by_seat(value)
        if isinstance(value, tuple) and name.startswith("scores"):
            return value[::-1] if self.steps % 2 else value
        if isinstance(value, tuple) and name == "legal_moves":
            # They are listed in the order of the suits, which is none of the things that turn.
            return frozenset(map(self._renamed, value))
        return self._renamed(value)

    def _by_seat(self, values: tuple[object, ...]) -> tuple[object, ...]:
        return tuple(self._renamed(values[(place - self.steps) % 4]) for place in range(4))

    def _renamed(self, value: object) -> object:
        match value:
            case Seat():
                return self.seat(str(value))
            case Side():
                return str(value.other if self.steps % 2 else value)
            case Suit():
                return self._suit(str(value))
            case CardSet():
                return self.set_of(str(value))
            case Deal():
                return self._by_seat(value.hands), self.set_of(str(value.kitty))
            case tuple():
                return tuple(map(self._renamed, value))
            case Set():
                return frozenset(map(self._renamed, value))
            case HandResult() | Trick():
                return tuple(map(self._renamed, attrs.astuple(value, recurse=False)))
            case Rules() | Phase() | Contract() | int() | None:
                return value
            case _:
                return self._move(str(value))

    def _suit(self, suit: str) -> str:
        return self.suits["CDHS".index(suit)]

    def _card(self, found: re.Match[str]) -> str:
        return found[0] if found[2] is None else found[1] + self._suit(found[2])

    def _move(self, text: str) -> str:
        if text.startswith("="):
            return f"={self._suit(text[1])}"
        if text.startswith("-") and text != str(Hidden(Discard)):
            return "-" + ".".join(self.set_of(text[1:].replace(".", " ")).split())
        return self.cards(text)


LIKENESSES = [
    Likeness(steps, suits) for suits in ("CDHS", "DCSH", "HSCD", "SHDC") for steps in range(4)
]


# The table as it is: what another one says in the names of this is compared with it.
SAME_TABLE = LIKENESSES[0]


def likeness_id(like: Likeness) -> str:
    """A likeness as the name of a test."""
    return f"{like.suits}+{like.steps}"


# The complete deals F1 to F9.


@dataclass(frozen=True)
class PlayedTrick:
    """A trick as it is told: who played what, in order, and who took it."""

    plays: tuple[tuple[str, str], ...]
    winner: str


@dataclass(frozen=True)
class Hand:
    """A complete hand: the position before the first lead, its tricks, and what came of it."""

    name: str
    start: str
    tricks: tuple[PlayedTrick, ...]
    tricks_won: tuple[int, int, int, int]
    side: Side
    points: int

    @property
    def moves(self) -> str:
        """All the cards in order of play."""
        return " ".join(card for trick in self.tricks for _, card in trick.plays)

    @property
    def line(self) -> str:
        """The position at the end of the hand."""
        return f"{self.start} {self.moves}"

    def under(self, rules: str) -> Hand:
        """The same hand under another reading."""
        return self._with(f"{rules} {self.start.split(' ', 1)[1]}")

    def from_scores(self, scores: str) -> Hand:
        """The same hand from other scores."""
        head, rest = self.start.split(" | ", 1)
        reading, dealer, _ = head.split()
        return self._with(f"{reading} {dealer} {scores} | {rest}")

    def played_as(self, auction: str) -> Hand:
        """The same cards after another auction."""
        head, hands, moves = self.start.split(" | ")
        return self._with(f"{head} | {hands} | {' '.join([auction, *moves.split()[4:]])}")

    def until_trick(self, number: int) -> str:
        """The position when so many tricks have been played."""
        played = [card for trick in self.tricks[:number] for _, card in trick.plays]
        return " ".join([self.start, *played])

    def _with(self, start: str) -> Hand:
        return Hand(self.name, start, self.tricks, self.tricks_won, self.side, self.points)


def _tricks(text: str) -> tuple[PlayedTrick, ...]:
    told = []
    for row in text.strip().splitlines():
        plays, winner = row.split("->")
        pairs = [play.split(":") for play in plays.split()]
        told.append(PlayedTrick(tuple((seat, card) for seat, card in pairs), winner.strip()))
    return tuple(told)


F1 = Hand(
    "F1: 5 made with the last trick",
    "canadian W 0-0 | N:QC KC JD 9H JH QH AH 9S E:7C TC JC 9D KD KH JS HI"
    " S:9C TD QD AD 7H TH AS LO W:8C AC 8D 7S 8S TS QS KS K:7D 8H | 5 P P P -7D.9S =H",
    _tricks("""
        E:JC S:9C W:AC N:KC -> W
        W:8C N:QC E:7C S:AD -> N
        N:9H E:HI S:LO W:TS -> E
        E:9D S:TD W:8D N:JH -> N
        N:QH E:KH S:7H W:QS -> E
        E:JS S:AS W:7S N:8H -> N
        N:JD E:TC S:TH W:KS -> N
        N:AH E:KD S:QD W:8S -> N
    """),
    (5, 2, 0, 1),
    Side.NS,
    5,
)

F2 = Hand(
    "F2: 5 bid, 7 taken",
    "canadian W 0-0 | N:7C 9C QC KC KD AD 7H AH E:TC 7D QD TH QH 7S KS HI"
    " S:TD JD 8H KH TS JS AS LO W:8C JC 8D 9D 9H 8S 9S QS K:AC JH | 5 P P P -7H.JH =C",
    _tricks("""
        E:TC S:LO W:8C N:9C -> S
        S:AS W:8S N:KD E:7S -> S
        S:TS W:9S N:QC E:KS -> N
        N:7C E:HI S:JS W:JC -> E
        E:7D S:JD W:9D N:AD -> N
        N:KC E:QH S:KH W:8D -> N
        N:AH E:TH S:8H W:9H -> N
        N:AC E:QD S:TD W:QS -> N
    """),
    (5, 1, 2, 0),
    Side.NS,
    5,
)

F3 = Hand(
    "F3: 6 failed by one",
    "canadian N 0-0 | N:JC KC QD JH 7S 8S TS KS E:8C AC TD 9H KH AH 9S JS"
    " S:QC 8D 9D JD AD 7H QH QS W:9C TC KD 8H TH AS LO HI K:7C 7D | 5 6 P P -7C.7H =D",
    _tricks("""
        W:TH N:KS E:9H S:QH -> S
        S:AD W:KD N:QD E:TD -> S
        S:7D W:LO N:JH E:AH -> W
        W:TC N:KC E:8C S:QC -> N
        N:JC E:AC S:9D W:9C -> S
        S:JD W:HI N:TS E:KH -> W
        W:8H N:7S E:JS S:QS -> W
        W:AS N:8S E:9S S:8D -> S
    """),
    (1, 0, 4, 3),
    Side.EW,
    6,
)

F4 = Hand(
    "F4: Mulot made",
    "canadian N 0-0 | N:8C TC 8D KD AD 8S JS HI E:7C JC QC 7D TD 9H JH LO"
    " S:9C AC 9D TH 9S TS QS AS W:KC 7H 8H QH KH AH 7S KS K:JD QD | M P P P",
    _tricks("""
        E:LO S:9C N:HI -> N
        N:8C E:7C S:AC -> S
        S:9D N:8D E:7D -> S
        S:9S N:8S E:QC -> S
        S:TH N:TC E:9H -> S
        S:TS N:JS E:JC -> N
        N:KD E:TD S:QS -> N
        N:AD E:JH S:AS -> N
    """),
    (4, 0, 4, 0),
    Side.EW,
    15,
)

F5 = Hand(
    "F5: Mulot lost at once, the high joker in the kitty",
    "canadian W 0-0 | N:9C KC 9D TH QH KH JS LO E:JC KD 7H 8H 9H JH 7S 9S"
    " S:7C TC 7D 8D JD QD AD KS W:8C QC AC AH 8S TS QS AS K:TD HI | M P P P",
    _tricks("N:LO E:7H W:8C -> N"),
    (1, 0, 0, 0),
    Side.EW,
    7,
)

F6 = Hand(
    "F6: Charlemagne made",
    "canadian E 0-0 | N:TC JC QC KC AC KD AD LO E:8H 9H 9S TS JS QS KS AS"
    " S:7C JD TH JH KH AH 8S HI W:8C 9C 7D 8D TD QD 7H 7S K:9D QH | C P P P >LO -7C.9D.8S =H",
    _tricks("""
        S:HI W:7H E:8H -> S
        S:LO W:7D E:9H -> S
        S:JH W:7S E:9S -> S
        S:JD W:8C E:TS -> S
        S:AH W:8D E:JS -> S
        S:KH W:9C E:QS -> S
        S:QH W:TD E:KS -> S
        S:TH W:QD E:AS -> S
    """),
    (0, 0, 8, 0),
    Side.NS,
    16,
)

F7 = Hand(
    "F7: Charlemagne lost in the third trick",
    "canadian E 0-0 | N:TC JC QC KC AC KD AD AS E:7D TD QD 8H 9H QS KS LO"
    " S:7C JD TH JH KH AH 8S HI W:8C 9C 8D 7H 7S 9S TS JS K:9D QH | C P P P >AS -7C.9D.8S =H",
    _tricks("""
        S:HI W:7H E:8H -> S
        S:JH W:7S E:9H -> S
        S:JD W:8C E:LO -> E
    """),
    (0, 1, 2, 0),
    Side.EW,
    8,
)

F7_PLAYED_OUT = Hand(
    "F7: the same Charlemagne, played out",
    F7.under("canadian+stop_when_broken=false").start,
    F7.tricks
    + _tricks("""
        E:KS S:AS W:9S -> S
        S:AH W:8D E:7D -> S
        S:KH W:9C E:TD -> S
        S:QH W:TS E:QD -> S
        S:TH W:JS E:QS -> S
    """),
    (0, 1, 7, 0),
    Side.EW,
    8,
)

F8 = Hand(
    "F8: Gros Mulot made",
    F4.played_as("GM P P P").start,
    F4.tricks,
    (4, 0, 4, 0),
    Side.EW,
    30,
)

F9 = Hand(
    "F9: Gros Charlemagne made with the kitty",
    "canadian E 0-0 | N:TC JC QC KC AC KD AD AS E:8H 9H 7S 9S TS JS QS KS"
    " S:7C JD JH KH AH 8S LO HI W:8C 9C 7D 8D 9D TD QD 7H K:TH QH | GC P P P K -7C.8S =H",
    _tricks("""
        S:HI W:7H E:8H -> S
        S:LO W:7D E:9H -> S
        S:JH W:8C E:7S -> S
        S:JD W:8D E:9S -> S
        S:AH W:9C E:TS -> S
        S:KH W:9D E:JS -> S
        S:QH W:TD E:QS -> S
        S:TH W:QD E:KS -> S
    """),
    (0, 0, 8, 0),
    Side.NS,
    32,
)

HANDS = [F1, F2, F3, F4, F5, F6, F7, F7_PLAYED_OUT, F8, F9]

# A position in every phase, with the seat on move.

ASKING = "canadian+named_card=C,GC"
PHASES = {
    "AUCTION": (F1.start.split("|")[0] + "|" + F1.start.split("|")[1] + "|", "N"),
    "TRUMP": (F1.start.removesuffix(" =H"), "N"),
    "AID": (F9.start.removesuffix(" K -7C.8S =H"), "S"),
    "ASK": (F6.under(ASKING).start.removesuffix(" >LO -7C.9D.8S =H"), "S"),
    "GIVE": (F6.start.removesuffix(" >LO -7C.9D.8S =H"), "N"),
    "DISCARD": (F1.start.removesuffix(" -7D.9S =H"), "N"),
    "PLAY": (F1.start, "E"),
    "HAND_OVER": (F1.line, ""),
    "GAME_OVER": (F9.line, ""),
}

# Every contract made and failed, as lines to be played on with any cards, and who bid it.
#
# South holds the eight highest hearts after the exchange, or East does, who leads or is led to.

SURE = {"south": "HI LO JH JD AH KH 7C 8S", "kitty": "QH TH"}
HOPELESS = {"east": "HI LO JH JD AH KH QH TH", "south": "7C 8C 9C 7H 7S 8S 9S 9H"}


def _south_bids(moves: str, hands: dict[str, str]) -> tuple[str, str]:
    return line(moves, dealer="E", north="AC", **hands), "S"


MADE = {
    **{bid: _south_bids(f"{bid} P P P -7C.8S =H", SURE) for bid in TRICK_BIDS},
    **{bid: (F4.played_as(f"{bid} P P P").line, "E") for bid in MULOTS},
    "C": _south_bids("C P P P >AC -7C.AC.8S =H", SURE),
    "GC": _south_bids("GC P P P K -7C.8S =H", SURE),
}
FAILED = {
    **{bid: _south_bids(f"{bid} P P P -7C.8C =H", HOPELESS) for bid in TRICK_BIDS},
    **{bid: _south_bids(f"{bid} P P P HI", SURE) for bid in MULOTS},
    "C": _south_bids("C P P P >AC -7C.8C.AC =H 7H", HOPELESS),
    "GC": _south_bids("GC P P P K -7C.8C =H 7H", HOPELESS),
}
