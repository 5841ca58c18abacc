"""A slow and naive reading of the rules of Charlemagne, kept apart to judge the engine by.

Everything here is a text, or a list, dict or set of texts: cards are ``QH`` or ``HI``, seats
``N E S W``, suits ``C D H S``, contracts and moves as they are written. There is no cleverness
in it, and it shares nothing with the library: it says the rules a second time, in another way.
Names in brackets, such as [play.follow], are the ids of the rules.
"""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final, TypedDict

# --------------------------------------------------------------------------- the things

Call = tuple[str, str]
"""(seat, "P" or a contract)"""
Played = tuple[str, str]
"""(seat, card)"""
Trick = tuple[str, tuple[str, ...], str]
"""(leader, cards in the order played, winner)"""
Result = tuple[str, str, int, bool, str, int]
"""(contract, bidder, tricks of the bidder's side, made, side that scores, points)"""

SEATS: Final = ["N", "E", "S", "W"]
SUITS: Final = ["C", "D", "H", "S"]
JOKERS: Final = ["HI", "LO"]
PACK_ORDER: Final = [rank + suit for suit in SUITS for rank in "789TJQKA"] + ["LO", "HI"]
PLAIN_RANKS: Final = "AKQJT987"
SAME_COLOUR: Final = {"C": "S", "S": "C", "D": "H", "H": "D"}

CONTRACTS: Final = ["5", "6", "7", "8", "M", "C", "GM", "GC"]
TRICK_BIDS: Final = ["5", "6", "7", "8"]
MULOTS: Final = ["M", "GM"]
CHARLEMAGNES: Final = ["C", "GC"]


def left_of(seat: str) -> str:
    """The next seat clockwise [seats]."""
    return {"N": "E", "E": "S", "S": "W", "W": "N"}[seat]


def partner_of(seat: str) -> str:
    """The seat opposite [seats]."""
    return {"N": "S", "S": "N", "E": "W", "W": "E"}[seat]


def side_of(seat: str) -> str:
    """The partnership a seat belongs to [seats]."""
    return "NS" if seat in ("N", "S") else "EW"


def in_pack_order(cards: list[str]) -> list[str]:
    """The same cards: clubs from the seven up, diamonds, hearts, spades, low joker, high joker."""
    return sorted(cards, key=PACK_ORDER.index)


# --------------------------------------------------------------------------- house rules


@dataclass(frozen=True)
class NaiveRules:
    """The house rules, with the default game as the defaults."""

    pack: str = "with_jokers"
    nine_high: bool = False
    auction: str = "single_round"
    dealer_forced: bool = False
    redeal_by: str = "next_dealer"
    trump_named: str = "after_discard"
    trick_bid_lead: str = "left_of_bidder"
    gros_mulot_shown: str = "after_first_trick"
    gros_charlemagne_shown: str = "never"
    named_card: frozenset[str] = frozenset()
    joker_forced: bool = True
    stop_when_broken: bool = True
    target: int = 32
    values: Mapping[str, tuple[int, int]] = field(
        hash=False,
        default_factory=lambda: {
            "5": (5, 5),
            "6": (6, 6),
            "7": (7, 7),
            "8": (8, 8),
            "M": (15, 7),
            "C": (16, 8),
            "GM": (30, 15),
            "GC": (32, 16),
        },
    )


PRESETS: Final = {
    "canadian": NaiveRules(),
    "maine": NaiveRules(
        pack="without_jokers", nine_high=True, named_card=frozenset({"C"}), target=21
    ),
    "english": NaiveRules(
        trump_named="before_kitty",
        trick_bid_lead="bidder",
        gros_charlemagne_shown="after_first_trick",
        joker_forced=False,
        stop_when_broken=False,
    ),
    "korean": NaiveRules(
        auction="until_all_pass",
        gros_mulot_shown="at_once",
        joker_forced=False,
        stop_when_broken=False,
    ),
}

WORDS: Final = {
    "pack": ["with_jokers", "without_jokers"],
    "auction": ["single_round", "until_all_pass"],
    "redeal_by": ["next_dealer", "same_dealer"],
    "trump_named": ["after_discard", "before_kitty"],
    "trick_bid_lead": ["left_of_bidder", "bidder"],
    "gros_mulot_shown": ["after_first_trick", "at_once"],
    "gros_charlemagne_shown": ["never", "after_first_trick", "at_once"],
    "nine_high": ["false", "true"],
    "dealer_forced": ["false", "true"],
    "joker_forced": ["false", "true"],
    "stop_when_broken": ["false", "true"],
}


def naive_rules(text: str) -> NaiveRules:
    """Read a preset's name and the ``+field=value`` texts after it."""
    preset, *settings = text.split("+")
    assert preset in PRESETS, f"unknown preset {preset}"
    rules = PRESETS[preset]
    seen: set[str] = set()
    for setting in settings:
        name, _, value = setting.partition("=")
        assert name not in seen, f"{name} is set twice"
        seen.add(name)
        rules = with_setting(rules, name, value)
    return rules


def with_setting(rules: NaiveRules, name: str, value: str) -> NaiveRules:
    """The same rules with one field read from its text."""
    if name == "target":
        assert value == str(int(value)), value
        assert int(value) > 0, value
        return replace(rules, target=int(value))
    if name == "named_card":
        named = frozenset() if value == "none" else frozenset(value.split(","))
        assert named <= set(CHARLEMAGNES), value
        return replace(rules, named_card=named)
    if name == "values":
        return replace(rules, values={**rules.values, **values_from(value)})
    assert name in WORDS, f"unknown field {name}"
    assert value in WORDS[name], f"{value} is no value of {name}"
    on = value == "true"
    with_it = {
        "pack": replace(rules, pack=value),
        "nine_high": replace(rules, nine_high=on),
        "auction": replace(rules, auction=value),
        "dealer_forced": replace(rules, dealer_forced=on),
        "redeal_by": replace(rules, redeal_by=value),
        "trump_named": replace(rules, trump_named=value),
        "trick_bid_lead": replace(rules, trick_bid_lead=value),
        "gros_mulot_shown": replace(rules, gros_mulot_shown=value),
        "gros_charlemagne_shown": replace(rules, gros_charlemagne_shown=value),
        "joker_forced": replace(rules, joker_forced=on),
        "stop_when_broken": replace(rules, stop_when_broken=on),
    }
    return with_it[name]


def values_from(text: str) -> dict[str, tuple[int, int]]:
    """Read ``5:5/6,M:15/10``."""
    values: dict[str, tuple[int, int]] = {}
    for part in text.split(","):
        contract, _, pair = part.partition(":")
        made, _, failed = pair.partition("/")
        assert contract in CONTRACTS, part
        assert contract not in values, part
        assert min(int(made), int(failed)) > 0, part
        values[contract] = (int(made), int(failed))
    return values


def pack_of(rules: NaiveRules) -> list[str]:
    """All the cards of the game, in pack order [pack]."""
    if rules.pack == "without_jokers":
        return [card for card in PACK_ORDER if card not in JOKERS]
    return list(PACK_ORDER)


# --------------------------------------------------------------------------- cards and tricks


def top_cards(trump: str | None, nine_high: bool) -> list[str]:
    """The cards that beat all others, from the highest down [rank.trump, mulot.jokers].

    With a trump suit these are the trumps. Without one, in a Mulot, they are the two jokers.
    """
    if trump is None:
        return list(JOKERS)
    jacks = ["J" + trump, "J" + SAME_COLOUR[trump]]
    if nine_high:
        return JOKERS + ["9" + trump] + jacks + [rank + trump for rank in "AKQT87"]
    return JOKERS + jacks + [rank + trump for rank in "AKQT987"]


def suit_in_play(card: str, trump: str | None) -> str:
    """The suit a card counts as: ``C D H S``, or ``joker`` for a joker in a Mulot.

    [rank.trump]: jokers and little jack are trumps. [mulot.jokers]: jokers belong to no suit.
    """
    if trump is not None and card in top_cards(trump, nine_high=False):
        return trump
    if card in JOKERS:
        return "joker"
    return card[1]


def playable(
    hand: list[str], trick: list[Played], trump: str | None, joker_forced: bool
) -> list[str]:
    """The cards of a hand that may be played to the trick on the table [play.follow].

    In a Mulot a led joker calls for the other one, which is the only card of its kind left; and
    who cannot follow a suit must play a joker if that is the rule of the house [mulot.jokers].
    """
    if not trick:
        return list(hand)
    led = suit_in_play(trick[0][1], trump)
    following = [card for card in hand if suit_in_play(card, trump) == led]
    if following:
        return following
    jokers = [card for card in hand if card in JOKERS]
    if trump is None and joker_forced and jokers:
        return jokers
    return list(hand)


def winner_of(trick: list[Played], trump: str | None, nine_high: bool) -> str:
    """The seat that wins a complete trick [play.winner, rank.plain, mulot.jokers]."""
    who = {card: seat for seat, card in trick}
    for card in top_cards(trump, nine_high):
        if card in who:
            return who[card]
    led_suit = trick[0][1][1]
    for rank in PLAIN_RANKS:
        if rank + led_suit in who:
            return who[rank + led_suit]
    raise AssertionError(f"nobody wins {trick}")


# --------------------------------------------------------------------------- one hand


class NaiveHand:
    """One hand of the game, from the deal to its score. A move makes a new one."""

    def __init__(
        self,
        rules: NaiveRules,
        dealer: str,
        scores: tuple[int, int],
        deal: Mapping[str, list[str]],
    ) -> None:
        """Begin with the auction, at the dealer's left [deal, bid.order]."""
        assert dealer in SEATS, dealer
        assert all(0 <= score < rules.target for score in scores), scores
        dealt = [card for place in [*SEATS, "K"] for card in deal.get(place, [])]
        assert in_pack_order(dealt) == pack_of(rules), "these cards are not the pack"
        assert all(len(deal[seat]) == 8 for seat in SEATS), "eight cards to each seat"
        self.rules = rules
        self.dealer = dealer
        self.scores_at_deal = scores
        self.deal = {place: in_pack_order(cards) for place, cards in deal.items()}
        self.moves: list[str] = []
        self.phase = "AUCTION"
        self.to_move: str | None = left_of(dealer)
        self.calls: list[Call] = []
        self.contract: str | None = None
        self.bidder: str | None = None
        self.trump: str | None = None
        self.partner_out: str | None = None
        self.asked: str | None = None
        self.gift: str | None = None
        self.hands = {seat: in_pack_order(deal[seat]) for seat in SEATS}
        self.kitty = in_pack_order(deal.get("K", []))
        self.discards: list[str] = []
        self.trick: list[Played] = []
        self.tricks: list[Trick] = []
        self.result: Result | None = None

    # ----------------------------------------------------------------- what may be done

    def legal(self) -> list[str]:
        """The texts of the legal moves of the seat on move [turn]; none when nobody is."""
        if self.to_move is None:
            return []
        if self.phase == "AUCTION":
            moves = self._legal_calls(self.to_move)
        elif self.phase == "TRUMP":
            moves = ["=" + suit for suit in SUITS]
        elif self.phase == "AID":
            moves = ["K", *self._legal_asks()]
        elif self.phase == "ASK":
            moves = self._legal_asks()
        elif self.phase == "GIVE":
            moves = self._legal_gifts(self.to_move)
        elif self.phase == "DISCARD":
            moves = self._legal_discards(self.to_move)
        else:
            hand = self.hands[self.to_move]
            moves = playable(hand, self.trick, self.trump, self.rules.joker_forced)
        return moves

    def _legal_calls(self, seat: str) -> list[str]:
        """A pass, or any bid above the highest so far [bid.higher, bid.dealer-forced]."""
        highest = self._highest_bid()
        higher = CONTRACTS if highest is None else CONTRACTS[CONTRACTS.index(highest[1]) + 1 :]
        others_have_passed = [call for _, call in self.calls] == ["P", "P", "P"]
        if self.rules.dealer_forced and seat == self.dealer and others_have_passed:
            return list(higher)
        return ["P", *higher]

    def _legal_asks(self) -> list[str]:
        """Ask for a card of the partner's choice, or by name if the house allows [named-card]."""
        assert self.contract is not None
        assert self.bidder is not None
        if self.contract not in self.rules.named_card:
            return ["A"]
        own = self.hands[self.bidder]
        return ["A", *["A:" + card for card in pack_of(self.rules) if card not in own]]

    def _legal_gifts(self, partner: str) -> list[str]:
        """The card asked for, if the partner holds it, else any [charlemagne, named-card]."""
        if self.asked is not None and self.asked in self.hands[partner]:
            return [">" + self.asked]
        return [">" + card for card in self.hands[partner]]

    def _legal_discards(self, bidder: str) -> list[str]:
        """Any cards, as many as came in [trick-bid, charlemagne, gros-charlemagne]."""
        hand = self.hands[bidder]
        return ["-" + ".".join(cards) for cards in combinations(hand, len(hand) - 8)]

    # ----------------------------------------------------------------- doing it

    def play(self, move: str) -> "NaiveHand":
        """The hand after one legal move of the seat on move."""
        assert move in self.legal(), f"{move} is not legal for {self.to_move} in {self.phase}"
        after = self._copy()
        after.moves.append(move)
        if self.phase == "AUCTION":
            after._call(move)
        elif self.phase == "TRUMP":
            after._name_trump(move.removeprefix("="))
        elif self.phase in ("AID", "ASK"):
            after._choose_aid(move)
        elif self.phase == "GIVE":
            after._give(move.removeprefix(">"))
        elif self.phase == "DISCARD":
            after._discard(move.removeprefix("-").split("."))
        else:
            after._play_card(move)
        return after

    def _copy(self) -> "NaiveHand":
        """The same hand once more, sharing no list that ever changes."""
        twin = copy.copy(self)
        twin.moves = list(self.moves)
        twin.calls = list(self.calls)
        twin.hands = {seat: list(cards) for seat, cards in self.hands.items()}
        twin.kitty = list(self.kitty)
        twin.discards = list(self.discards)
        twin.trick = list(self.trick)
        twin.tricks = list(self.tricks)
        return twin

    def _highest_bid(self) -> Call | None:
        """The last bid made, which is the highest [bid.higher]."""
        bids = [(seat, call) for seat, call in self.calls if call != "P"]
        return bids[-1] if bids else None

    def _call(self, call: str) -> None:
        """One call, and what follows it [bid.order, bid.passed-out]."""
        assert self.to_move is not None
        self.calls.append((self.to_move, call))
        if not self._auction_is_over():
            self.to_move = self._next_caller(self.to_move)
            return
        highest = self._highest_bid()
        if highest is None:
            self.phase = "HAND_OVER"
            self.to_move = None
            return
        self.bidder, self.contract = highest
        self._after_auction(self.bidder, self.contract)

    def _auction_is_over(self) -> bool:
        """One call each; or, if it goes on, all but the highest bidder have passed [bid.order]."""
        if self.rules.auction == "single_round":
            return len(self.calls) == 4
        passes = [seat for seat, call in self.calls if call == "P"]
        if self._highest_bid() is None:
            return len(passes) == 4
        return len(passes) == 3

    def _next_caller(self, seat: str) -> str:
        """The next seat clockwise that has not passed: a pass is final."""
        passed = [who for who, call in self.calls if call == "P"]
        following = left_of(seat)
        while following in passed:
            following = left_of(following)
        return following

    def _after_auction(self, bidder: str, contract: str) -> None:
        """What the contract entitles the bidder to comes first [trick-bid ... gros-charlemagne].

        Trick bid: trump at once if named early or if there is no kitty, else kitty and discard.
        Mulots: play. Charlemagne: kitty, then the partner's card. Gros Charlemagne: the choice
        of one aid, or, without a kitty, the partner's card.
        """
        self.to_move = bidder
        if contract not in TRICK_BIDS:
            self.partner_out = partner_of(bidder)
        if contract in MULOTS:
            self._start_play()
        elif contract in TRICK_BIDS:
            if self.rules.trump_named == "before_kitty" or not self.kitty:
                self.phase = "TRUMP"
            else:
                self._take_kitty()
                self.phase = "DISCARD"
        elif contract == "GC" and self.kitty:
            self.phase = "AID"
        else:
            self._take_kitty()
            if contract in self.rules.named_card:
                self.phase = "ASK"
            else:
                self._wait_for_gift()

    def _take_kitty(self) -> None:
        """The kitty, if there is one, passes into the bidder's hand."""
        assert self.bidder is not None
        self.hands[self.bidder] = in_pack_order(self.hands[self.bidder] + self.kitty)
        self.kitty = []

    def _wait_for_gift(self) -> None:
        """It is for the partner to give a card."""
        self.phase = "GIVE"
        self.to_move = self.partner_out

    def _choose_aid(self, move: str) -> None:
        """The kitty, or the partner's card, by name or not [gros-charlemagne, named-card]."""
        if move == "K":
            self._take_kitty()
            self.phase = "DISCARD"
            return
        if move != "A":
            self.asked = move.removeprefix("A:")
        self._wait_for_gift()

    def _give(self, card: str) -> None:
        """The partner's card goes to the bidder, who then discards [charlemagne]."""
        assert self.bidder is not None
        assert self.partner_out is not None
        self.gift = card
        self.hands[self.partner_out].remove(card)
        self.hands[self.bidder] = in_pack_order([*self.hands[self.bidder], card])
        self.phase = "DISCARD"
        self.to_move = self.bidder

    def _discard(self, cards: list[str]) -> None:
        """Cards go face down; then trump is named, unless it was before."""
        assert self.bidder is not None
        for card in cards:
            self.hands[self.bidder].remove(card)
        self.discards = cards
        if self.trump is None:
            self.phase = "TRUMP"
        else:
            self._start_play()

    def _name_trump(self, suit: str) -> None:
        """Trump is named; if a trick bid's kitty still lies there, it is taken now."""
        self.trump = suit
        if self.contract in TRICK_BIDS and self.kitty:
            self._take_kitty()
            self.phase = "DISCARD"
        else:
            self._start_play()

    def _start_play(self) -> None:
        """The first lead: the bidder's, or in a trick bid by default the seat's at the left."""
        assert self.bidder is not None
        self.phase = "PLAY"
        self.to_move = self.bidder
        if self.contract in TRICK_BIDS and self.rules.trick_bid_lead == "left_of_bidder":
            self.to_move = left_of(self.bidder)

    def _play_card(self, card: str) -> None:
        """One card to the trick; a full trick is gathered by its winner [solo, play.winner]."""
        assert self.to_move is not None
        self.hands[self.to_move].remove(card)
        self.trick.append((self.to_move, card))
        if len(self.trick) < (4 if self.partner_out is None else 3):
            self.to_move = left_of(self.to_move)
            if self.to_move == self.partner_out:
                self.to_move = left_of(self.to_move)
            return
        winner = winner_of(self.trick, self.trump, self.rules.nine_high)
        leader = self.trick[0][0]
        self.tricks.append((leader, tuple(card for _, card in self.trick), winner))
        self.trick = []
        self.to_move = winner
        if len(self.tricks) == 8 or (self.rules.stop_when_broken and self._is_broken()):
            self._finish()

    def _is_broken(self) -> bool:
        """Whether a solo contract can no longer be made [stop]."""
        winners = [winner for _, _, winner in self.tricks]
        if self.contract in MULOTS:
            return self.bidder in winners
        if self.contract in CHARLEMAGNES:
            return any(winner != self.bidder for winner in winners)
        return False

    def _finish(self) -> None:
        """The hand is over, and perhaps the game [score, target]."""
        assert self.contract is not None
        assert self.bidder is not None
        side = side_of(self.bidder)
        taken = len([1 for _, _, winner in self.tricks if side_of(winner) == side])
        if self.contract in TRICK_BIDS:
            made = taken >= int(self.contract)
        elif self.contract in MULOTS:
            made = taken == 0
        else:
            made = taken == 8
        if_made, if_failed = self.rules.values[self.contract]
        points = if_made if made else if_failed
        scoring = side if made else {"NS": "EW", "EW": "NS"}[side]
        self.result = (self.contract, self.bidder, taken, made, scoring, points)
        self.to_move = None
        self.phase = "HAND_OVER" if self.winner is None else "GAME_OVER"

    # ----------------------------------------------------------------- what follows from it

    @property
    def tricks_won(self) -> dict[str, int]:
        """How many tricks each seat has taken."""
        winners = [winner for _, _, winner in self.tricks]
        return {seat: winners.count(seat) for seat in SEATS}

    @property
    def scores(self) -> tuple[int, int]:
        """The scores of NS and EW, with the hand's points once it is over [score]."""
        ns, ew = self.scores_at_deal
        if self.result is None:
            return (ns, ew)
        _, _, _, _, side, points = self.result
        return (ns + points, ew) if side == "NS" else (ns, ew + points)

    @property
    def winner(self) -> str | None:
        """The side that has reached the target, if one has [target]."""
        ns, ew = self.scores
        if ns >= self.rules.target:
            return "NS"
        return "EW" if ew >= self.rules.target else None

    @property
    def next_dealer(self) -> str | None:
        """Who deals the next hand, once this one is over and the game is not [deal]."""
        if self.phase != "HAND_OVER":
            return None
        if self.result is None and self.rules.redeal_by == "same_dealer":
            return self.dealer
        return left_of(self.dealer)

    @property
    def shown(self) -> set[str]:
        """The seats whose hand lies open [gros-mulot, gros-charlemagne].

        "After the first trick" is from the start of the second: a hand that its first trick ends
        is not laid open. "At once" is from the first moment of play.
        """
        if self.contract == "GM":
            when = self.rules.gros_mulot_shown
        elif self.contract == "GC":
            when = self.rules.gros_charlemagne_shown
        else:
            return set()
        assert self.bidder is not None
        play_has_begun = self.phase == "PLAY" or self.result is not None
        ended_by_first_trick = self.result is not None and len(self.tricks) == 1
        second_trick_has_begun = len(self.tricks) >= 1 and not ended_by_first_trick
        if when == "at_once" and play_has_begun:
            return {self.bidder}
        if when == "after_first_trick" and second_trick_has_begun:
            return {self.bidder}
        return set()


# --------------------------------------------------------------------------- what a seat knows


class NaiveView(TypedDict):
    """What one seat, or a spectator, may know of a hand."""

    seat: str | None
    phase: str
    to_move: str | None
    dealer: str
    scores: tuple[int, int]
    hand: list[str]
    calls: list[Call]
    contract: str | None
    bidder: str | None
    trump: str | None
    partner_out: str | None
    asked: str | None
    trick: list[Played]
    tricks: list[Trick]
    tricks_won: dict[str, int]
    shown: dict[str, list[str] | None]
    cards_left: dict[str, int]
    discards: list[str] | None
    given: str | None
    received: str | None
    moves: list[str]
    legal_moves: list[str]
    voids: dict[str, set[str]]
    unseen: list[str]
    result: Result | None
    winner: str | None


def naive_view(hand: NaiveHand, seat: str | None) -> NaiveView:
    """What the seat may know; with no seat, what anybody at the table can see."""
    is_bidder = seat is not None and seat == hand.bidder
    is_partner = seat is not None and seat == hand.partner_out
    open_hands = hand.shown
    return {
        "seat": seat,
        "phase": hand.phase,
        "to_move": hand.to_move,
        "dealer": hand.dealer,
        "scores": hand.scores,
        "hand": [] if seat is None else list(hand.hands[seat]),
        "calls": list(hand.calls),
        "contract": hand.contract,
        "bidder": hand.bidder,
        "trump": hand.trump,
        "partner_out": hand.partner_out,
        "asked": hand.asked,
        "trick": list(hand.trick),
        "tricks": list(hand.tricks),
        "tricks_won": hand.tricks_won,
        "shown": {who: list(hand.hands[who]) if who in open_hands else None for who in SEATS},
        "cards_left": {who: len(hand.hands[who]) for who in SEATS},
        "discards": list(hand.discards) if is_bidder and hand.discards else None,
        "given": hand.gift if is_partner else None,
        "received": hand.gift if is_bidder else None,
        "moves": [seen_move(move, is_bidder, is_partner) for move in hand.moves],
        "legal_moves": hand.legal() if seat is not None and seat == hand.to_move else [],
        "voids": {who: shown_voids(hand, who) for who in SEATS if who != seat},
        "unseen": unseen_cards(hand, seat),
        "result": hand.result,
        "winner": hand.winner,
    }


def seen_move(move: str, is_bidder: bool, is_partner: bool) -> str:
    """A move as a seat sees it: gifts are the pair's secret, discards the bidder's alone."""
    if move.startswith("-") and not is_bidder:
        return "-?"
    if move.startswith(">") and not (is_bidder or is_partner):
        return ">?"
    return move


def cards_played(hand: NaiveHand) -> list[str]:
    """All the cards that have been played, the trick on the table included."""
    played = [card for _, cards, _ in hand.tricks for card in cards]
    return played + [card for _, card in hand.trick]


def unseen_cards(hand: NaiveHand, seat: str | None) -> list[str]:
    """The cards of the pack that a seat cannot place.

    Placed are: its own cards, all cards played, a hand laid open, what it discarded itself, and
    the card it gave to its partner, even when that may have been discarded. Nothing is worked out
    from what is missing.
    """
    placed = cards_played(hand)
    for who in SEATS:
        if who == seat or who in hand.shown:
            placed += hand.hands[who]
    if seat is not None and seat == hand.bidder:
        placed += hand.discards
    if seat is not None and seat == hand.partner_out and hand.gift is not None:
        placed.append(hand.gift)
    return [card for card in pack_of(hand.rules) if card not in placed]


def shown_voids(hand: NaiveHand, seat: str) -> set[str]:
    """The suits that a seat has shown by its own plays that it cannot hold.

    Inferred, from each card that the seat played to a trick which another seat led:

    - A suit was led (with trump named, a led joker or little jack leads trump) and the card
      does not belong to it: the seat holds none of that suit. Trump, when it is the void, takes
      in the jokers and the little jack; the suit of the same colour does without that jack.
    - In a Mulot, if moreover a joker is forced from who cannot follow, and the card is no joker:
      the seat holds no joker. If the card is a joker nothing is known of the other one.
    - In a Mulot a joker was led and the card is no joker: the seat holds no joker (whether or
      not jokers are forced otherwise), and nothing is known of its suits.

    Nothing is inferred from calls, gifts, leads, or cards counted; and nothing about jokers in a
    pack that has none.
    """
    voids: set[str] = set()
    for trick in played_tricks(hand):
        led = suit_in_play(trick[0][1], hand.trump)
        for who, card in trick[1:]:
            if who != seat or suit_in_play(card, hand.trump) == led:
                continue
            voids.add(led)
            if hand.trump is None and hand.rules.joker_forced and card not in JOKERS:
                voids.add("joker")
    if hand.rules.pack == "without_jokers":
        voids.discard("joker")
    return voids


def played_tricks(hand: NaiveHand) -> list[list[Played]]:
    """All tricks, the one on the table last, as seats and cards in the order of play."""
    tricks: list[list[Played]] = []
    for leader, cards, _ in hand.tricks:
        order = [leader]
        while len(order) < len(cards):
            following = left_of(order[-1])
            order.append(left_of(following) if following == hand.partner_out else following)
        tricks.append(list(zip(order, cards, strict=True)))
    if hand.trick:
        tricks.append(hand.trick)
    return tricks


# --------------------------------------------------------------------------- positions


def read_deal(text: str) -> dict[str, list[str]]:
    """Read ``N:7C JC ... E:... S:... W:... K:8H 9S`` (without a kitty no ``K:``)."""
    deal: dict[str, list[str]] = {}
    place = ""
    for word in text.split():
        if word[1] == ":":
            place, word = word[0], word[2:]
            assert place not in deal, f"{place} stands twice"
            deal[place] = []
        if word:
            deal[place].append(word)
    assert list(deal) in (SEATS, [*SEATS, "K"]), list(deal)
    return deal


def read_position(text: str) -> NaiveHand:
    """Read ``RULES DEALER NS-EW | DEAL | MOVES`` and play the moves."""
    head, deal, moves = text.split("|")
    rules, dealer, scores = head.split()
    ns, ew = scores.split("-")
    hand = NaiveHand(naive_rules(rules), dealer, (int(ns), int(ew)), read_deal(deal))
    for move in moves.split():
        hand = hand.play(move)
    return hand
