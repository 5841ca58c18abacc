"""House rules as data: every point on which the published rules differ, and who says what."""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Never, TypeAlias, TypeVar, final

import attrs

from charlemagne.cards import FULL_PACK, PLAIN_PACK, CardSet, card_set
from charlemagne.contracts import CONTRACTS, Contract
from charlemagne.errors import InvalidRules, NotationError
from charlemagne.texts import POINTS_DIGITS, quoted, read_number, require, require_text


@final
class Pack(enum.StrEnum):
    """The cards that are played with (rule `pack`)."""

    WITH_JOKERS = "with_jokers"
    WITHOUT_JOKERS = "without_jokers"

    @property
    def cards(self) -> CardSet:
        """The pack: 34 cards with the jokers, 32 without."""
        return card_set(_PACKS[self])

    @property
    def kitty_size(self) -> int:
        """The cards left for the kitty when four seats have eight each."""
        return _PACKS[self].bit_count() - 32


_PACKS = {Pack.WITH_JOKERS: FULL_PACK, Pack.WITHOUT_JOKERS: PLAIN_PACK}


@final
class Auction(enum.StrEnum):
    """How long the calls go round (rule `bid.order`)."""

    SINGLE_ROUND = "single_round"
    UNTIL_ALL_PASS = "until_all_pass"


@final
class RedealBy(enum.StrEnum):
    """Who deals after a passed-out hand (rule `bid.passed-out`)."""

    NEXT_DEALER = "next_dealer"
    SAME_DEALER = "same_dealer"


@final
class TrumpNamed(enum.StrEnum):
    """When the bidder of 5 to 8 names trump (rule `trick-bid`)."""

    AFTER_DISCARD = "after_discard"
    BEFORE_KITTY = "before_kitty"


@final
class TrickBidLead(enum.StrEnum):
    """Who leads first in the bids 5 to 8 (rule `trick-bid`)."""

    LEFT_OF_BIDDER = "left_of_bidder"
    BIDDER = "bidder"


@final
class Shown(enum.StrEnum):
    """When the bidder's hand is laid open (rules `gros-mulot`, `gros-charlemagne`)."""

    NEVER = "never"
    AFTER_FIRST_TRICK = "after_first_trick"
    AT_ONCE = "at_once"


Values: TypeAlias = tuple[tuple[int, int], ...]

# Rule `score`: what a contract is worth made, and to the opponents failed, in bid order.
_TABLE: Values = ((5, 5), (6, 6), (7, 7), (8, 8), (15, 7), (16, 8), (30, 15), (32, 16))
_ASKABLE = frozenset({Contract.CHARLEMAGNE, Contract.GROS_CHARLEMAGNE})

_Option = TypeVar("_Option", bound=enum.StrEnum)


def _choice(field: str, value: object, allowed: Iterable[_Option]) -> _Option:
    """Check the value of an option field, which may be given as its text."""
    options = tuple(allowed)
    for option in options:
        if isinstance(value, str) and value == option:
            return option
    known = " or ".join(repr(str(option)) for option in options)
    msg = f"{field} must be {known}, not {quoted(value)}"
    raise InvalidRules(msg)


def _flag(field: str, value: object) -> bool:
    """Check the value of a field that is on or off."""
    if not isinstance(value, bool):
        msg = f"{field} must be True or False, not {quoted(value)}"
        raise InvalidRules(msg)
    return value


# A bound that no game comes near keeps every score within what Python writes and reads.
_TOO_MANY = 10**POINTS_DIGITS


def _is_points(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < _TOO_MANY


def _points(field: str, value: int) -> int:
    """Check the value of a field that is a number of points."""
    if not _is_points(value):
        wanted = "a positive int"
        if isinstance(value, int) and value >= _TOO_MANY:
            wanted = f"below 10**{POINTS_DIGITS}"
        msg = f"{field} must be {wanted}, not {quoted(value)}"
        raise InvalidRules(msg)
    return int(value)


def _contracts(field: str, value: Iterable[Contract]) -> frozenset[Contract]:
    """Check the value of a field that is a set of contracts in which a card may be asked for."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        msg = f"{field} must be a set of contracts, not {quoted(value)}"
        raise InvalidRules(msg)
    chosen = tuple(value)
    for contract in chosen:
        if not isinstance(contract, Contract) or contract not in _ASKABLE:
            shown = f"'{contract}'" if isinstance(contract, Contract) else quoted(contract)
            msg = f"{field} holds Contract.CHARLEMAGNE and GROS_CHARLEMAGNE alone, not {shown}"
            raise InvalidRules(msg)
    return frozenset(chosen)


def _values(field: str, value: object) -> Values:
    """Check a score table, and lay a partial one over the table of rule `score`."""
    if isinstance(value, Mapping):
        pairs = dict(zip(CONTRACTS, _TABLE, strict=True)) | dict(value)
    elif isinstance(value, tuple) and len(value) == len(CONTRACTS):
        pairs = dict(zip(CONTRACTS, value, strict=True))
    else:
        msg = f"{field} must map contracts to (made, failed), not be {quoted(value)}"
        raise InvalidRules(msg)
    for contract, pair in pairs.items():
        if not isinstance(contract, Contract):
            msg = f"{field} must map contracts to (made, failed); {quoted(contract)} is no Contract"
            raise InvalidRules(msg)
        if not isinstance(pair, tuple | list) or len(pair) != 2 or not all(map(_is_points, pair)):
            shown = quoted(pair)
            msg = f"{field} must give two positive ints (made, failed) for {contract}, not {shown}"
            raise InvalidRules(msg)
    return tuple((int(pairs[bid][0]), int(pairs[bid][1])) for bid in CONTRACTS)


def _refuse_arguments(unnamed: tuple[object, ...], unknown: Mapping[str, object]) -> None:
    """Refuse fields that there are not, and values without the name of a field."""
    for value in unnamed:
        msg = f"Rules takes its fields by name, such as target=50, not {quoted(value)}"
        raise InvalidRules(msg)
    for field in unknown:
        msg = f"unknown field {field!r}; the fields are {', '.join(FIELDS)}"
        raise InvalidRules(msg)


@final
@attrs.frozen(init=False, repr=False, kw_only=True)
class Rules:
    """A reading of the rules, as one value for each point on which readings differ.

    `Rules()` is the default game, the preset `CANADIAN`. Every combination of valid values is
    allowed; a field that cannot matter has no effect. The option fields take their text as well.

    Args:
        pack: `with_jokers` (34 cards) or `without_jokers` (32 cards and no kitty).
        nine_high: Whether the nine of trump ranks above both jacks, below the jokers.
        auction: `single_round`, or `until_all_pass`: calls go round and a pass is final.
        dealer_forced: Whether the dealer must bid when the other three have passed.
        redeal_by: `next_dealer` or `same_dealer`, after a passed-out hand.
        trump_named: `after_discard`, or `before_kitty`: at once in the bids 5 to 8.
        trick_bid_lead: `left_of_bidder` or `bidder`, in the bids 5 to 8.
        gros_mulot_shown: `after_first_trick` or `at_once`.
        gros_charlemagne_shown: `never`, `after_first_trick` or `at_once`.
        named_card: The contracts, of Charlemagne and Gros Charlemagne, in which the bidder may
            ask the partner for a card by name.
        joker_forced: Whether a seat that cannot follow in a Mulot must play its joker.
        stop_when_broken: Whether a solo contract ends with the trick that breaks it.
        target: The points that win the game.
        values: Points as (made, failed) for the contracts in which they differ from the table
            of rule `score`; kept as eight pairs in bid order.

    Raises:
        InvalidRules: A field or its value is none of these; the message says what would be right.

    >>> rules = Rules(dealer_forced=True, target=50)
    >>> str(rules)
    'canadian+dealer_forced=true+target=50'
    >>> Rules(target=0)
    Traceback (most recent call last):
    charlemagne.errors.InvalidRules: target must be a positive int, not 0
    """

    pack: Pack
    nine_high: bool
    auction: Auction
    dealer_forced: bool
    redeal_by: RedealBy
    trump_named: TrumpNamed
    trick_bid_lead: TrickBidLead
    gros_mulot_shown: Shown
    gros_charlemagne_shown: Shown
    named_card: frozenset[Contract]
    joker_forced: bool
    stop_when_broken: bool
    target: int
    values: Values

    def __init__(
        self,
        /,
        *unnamed: Never,
        pack: Pack | str = Pack.WITH_JOKERS,
        nine_high: bool = False,
        auction: Auction | str = Auction.SINGLE_ROUND,
        dealer_forced: bool = False,
        redeal_by: RedealBy | str = RedealBy.NEXT_DEALER,
        trump_named: TrumpNamed | str = TrumpNamed.AFTER_DISCARD,
        trick_bid_lead: TrickBidLead | str = TrickBidLead.LEFT_OF_BIDDER,
        gros_mulot_shown: Shown | str = Shown.AFTER_FIRST_TRICK,
        gros_charlemagne_shown: Shown | str = Shown.NEVER,
        named_card: Iterable[Contract] = frozenset(),
        joker_forced: bool = True,
        stop_when_broken: bool = True,
        target: int = 32,
        values: Mapping[Contract, tuple[int, int]] | Values = _TABLE,
        **unknown: Never,
    ) -> None:
        _refuse_arguments(unnamed, unknown)
        self.__attrs_init__(
            pack=_choice("pack", pack, Pack),
            nine_high=_flag("nine_high", nine_high),
            auction=_choice("auction", auction, Auction),
            dealer_forced=_flag("dealer_forced", dealer_forced),
            redeal_by=_choice("redeal_by", redeal_by, RedealBy),
            trump_named=_choice("trump_named", trump_named, TrumpNamed),
            trick_bid_lead=_choice("trick_bid_lead", trick_bid_lead, TrickBidLead),
            gros_mulot_shown=_choice(
                "gros_mulot_shown", gros_mulot_shown, (Shown.AFTER_FIRST_TRICK, Shown.AT_ONCE)
            ),
            gros_charlemagne_shown=_choice("gros_charlemagne_shown", gros_charlemagne_shown, Shown),
            named_card=_contracts("named_card", named_card),
            joker_forced=_flag("joker_forced", joker_forced),
            stop_when_broken=_flag("stop_when_broken", stop_when_broken),
            target=_points("target", target),
            values=_values("values", values),
        )

    def value(self, contract: Contract) -> tuple[int, int]:
        """Give what a contract is worth (rule `score`).

        Args:
            contract: The contract.

        Returns:
            The points of the bidder's side if it is made, and of the opponents if it fails.

        Raises:
            TypeError: It is no `Contract`.

        >>> CANADIAN.value(Contract.MULOT)
        (15, 7)
        """
        require(contract, Contract, "a Contract")
        return self.values[contract]

    def shown(self, contract: Contract) -> Shown:
        """Give when a contract's bidder lays the hand open (`gros-mulot`, `gros-charlemagne`).

        Args:
            contract: The contract.

        Returns:
            The moment, which is never for all but the two contracts that rules have open.

        Raises:
            TypeError: It is no `Contract`.

        >>> str(KOREAN.shown(Contract.GROS_MULOT))
        'at_once'
        """
        require(contract, Contract, "a Contract")
        if contract is Contract.GROS_MULOT:
            return self.gros_mulot_shown
        if contract is Contract.GROS_CHARLEMAGNE:
            return self.gros_charlemagne_shown
        return Shown.NEVER

    def differences(self, other: Rules) -> dict[str, tuple[object, object]]:
        """Give the fields in which two readings differ.

        Args:
            other: The reading to compare with.

        Returns:
            For each such field, in the order of the fields, this reading's value and the other's.

        Raises:
            TypeError: The other is no `Rules`.

        >>> CANADIAN.differences(Rules(target=50))
        {'target': (32, 50)}
        """
        require(other, Rules, "a Rules to compare with")
        pairs = {field: (getattr(self, field), getattr(other, field)) for field in FIELDS}
        return {field: (mine, theirs) for field, (mine, theirs) in pairs.items() if mine != theirs}

    def describe(self) -> str:
        """Say the rules in force, a line a rule: its id, a sentence, and who says so.

        Returns:
            The lines. The sources' short names are those of the documentation; "ours" marks a
            reading of this library where the sources are silent or garbled.

        >>> print(MAINE.describe().splitlines()[0])
        pack: 32 cards, A K Q J 10 9 8 7 in four suits; no jokers, no kitty. [english, for Maine]
        """
        return "\n".join(_sentences(self))

    def __str__(self) -> str:
        return _text_of(self)

    def __repr__(self) -> str:
        return f"Rules.parse('{self}')"

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read rules from their text: a preset, and the fields that are laid over it.

        Args:
            text: For instance `canadian`, `maine` or `canadian+dealer_forced=true+target=50`. The
                fields may stand in any order, over any preset.

        Returns:
            The rules.

        Raises:
            NotationError: The text is not written so.
            InvalidRules: A field or its value is none that there is.

        >>> Rules.parse("maine+target=32").pack
        <Pack.WITHOUT_JOKERS: 'without_jokers'>
        """
        require_text(text)
        return read_rules(text, 0)


FIELDS: tuple[str, ...] = tuple(field.name for field in attrs.fields(Rules))

CANADIAN = Rules()
MAINE = Rules(
    pack=Pack.WITHOUT_JOKERS, nine_high=True, named_card={Contract.CHARLEMAGNE}, target=21
)
ENGLISH = Rules(
    trump_named=TrumpNamed.BEFORE_KITTY,
    trick_bid_lead=TrickBidLead.BIDDER,
    gros_charlemagne_shown=Shown.AFTER_FIRST_TRICK,
    joker_forced=False,
    stop_when_broken=False,
)
KOREAN = Rules(
    auction=Auction.UNTIL_ALL_PASS,
    gros_mulot_shown=Shown.AT_ONCE,
    joker_forced=False,
    stop_when_broken=False,
)
PRESETS: Mapping[str, Rules] = {
    "canadian": CANADIAN,
    "maine": MAINE,
    "english": ENGLISH,
    "korean": KOREAN,
}


# Every position starts with the text of its rules, and there are few rules in use.
@functools.lru_cache(maxsize=128)
def _text_of(rules: Rules) -> str:
    """Write rules as the nearest preset with the fields that are laid over it."""
    nearest = min(PRESETS, key=lambda name: len(rules.differences(PRESETS[name])))
    changed = rules.differences(PRESETS[nearest])
    return "+".join([nearest, *(f"{field}={_written(changed[field][0])}" for field in changed)])


def _written(value: object) -> str:
    """Write the value of a field, as rules text has it."""
    match value:
        case bool():
            return str(value).lower()
        case frozenset():
            return ",".join(str(contract) for contract in CONTRACTS if contract in value) or "none"
        case tuple():
            rows = zip(CONTRACTS, value, _TABLE, strict=True)
            return ",".join(f"{c}:{own[0]}/{own[1]}" for c, own, usual in rows if own != usual)
        case _:
            return str(value)


def read_rules(text: str, offset: int) -> Rules:
    """Read rules that stand at `offset` of a longer text."""
    name, *settings = text.split("+")
    if name not in PRESETS:
        near = name.strip().lower()
        hint = f"did you mean '{near}'?" if near in PRESETS else f"there are {', '.join(PRESETS)}"
        raise NotationError(f"{name!r} is no preset; {hint}", offset)
    values: dict[str, object] = {field: getattr(PRESETS[name], field) for field in FIELDS}
    make: Callable[..., Rules] = Rules
    place = offset + len(name) + 1
    seen: set[str] = set()
    for setting in settings:
        field, equals, written = setting.partition("=")
        if not equals:
            raise NotationError(f"{setting!r} is no setting; write field=value", place)
        if field in seen:
            raise NotationError(f"{field} stands twice", place)
        seen.add(field)
        try:
            read = _READERS.get(field, _read_as_it_is)(field, written, place + len(field) + 1)
            make(**{field: read})
        except InvalidRules as error:
            error.offset = place
            raise
        values[field] = read
        place += len(setting) + 1
    return make(**values)


def _read_as_it_is(field: str, written: str, offset: int) -> object:
    """Leave the text of an option, or of an unknown field, to the checks of `Rules`."""
    return written


def _read_flag(field: str, written: str, offset: int) -> bool:
    if written not in {"true", "false"}:
        msg = f"{field} must be true or false, not {written!r}"
        raise InvalidRules(msg)
    return written == "true"


def _read_points(field: str, written: str, offset: int) -> int:
    return read_number(written, offset)


def _read_contract(written: str, offset: int) -> Contract:
    try:
        return Contract.parse(written)
    except NotationError as error:
        raise NotationError(str(error), offset) from None


def _read_contracts(field: str, written: str, offset: int) -> frozenset[Contract]:
    if written == "none":
        return frozenset()
    found = []
    place = offset
    for word in written.split(","):
        found.append(_read_contract(word, place))
        place += len(word) + 1
    _require_order(field, found, offset)
    return frozenset(found)


def _read_values(field: str, written: str, offset: int) -> dict[Contract, tuple[int, int]]:
    found = {}
    order = []
    place = offset
    for row in written.split(","):
        name, colon, pair = row.partition(":")
        made, slash, failed = pair.partition("/")
        if not colon or not slash:
            raise NotationError(f"{row!r} is no value; write contract:made/failed", place)
        contract = _read_contract(name, place)
        at = place + len(name) + 1
        points = (
            read_number(made, at),
            read_number(failed, at + len(made) + 1),
        )
        if points == _TABLE[contract]:
            raise NotationError(f"{row!r} is the value as it is; leave it out", place)
        found[contract] = points
        order.append(contract)
        place += len(row) + 1
    _require_order(field, order, offset)
    return found


def _require_order(field: str, contracts: list[Contract], offset: int) -> None:
    """Refuse contracts that do not stand once each, in bid order."""
    wanted = sorted(set(contracts))
    if contracts != wanted:
        order = ",".join(map(str, wanted))
        raise NotationError(f"{field} wants its contracts once each, in bid order: {order}", offset)


_READERS: Mapping[str, Callable[[str, str, int], object]] = {
    "nine_high": _read_flag,
    "dealer_forced": _read_flag,
    "named_card": _read_contracts,
    "joker_forced": _read_flag,
    "stop_when_broken": _read_flag,
    "target": _read_points,
    "values": _read_values,
}

_EVERYBODY = "pagat, gamerules, french, english, korean"
_MOST = "pagat, gamerules, french, korean"
_FIRST_THREE = "pagat, gamerules, french"
_BUT_KOREAN = "pagat, gamerules, french, english"
_TARGETS = {32: _EVERYBODY, 21: "english, for Maine", 50: "english"}

# The rule that each field is a reading of.
RULE_OF: Mapping[str, str] = {
    "pack": "pack",
    "nine_high": "rank.trump",
    "auction": "bid.order",
    "dealer_forced": "bid.dealer-forced",
    "redeal_by": "bid.passed-out",
    "trump_named": "trick-bid",
    "trick_bid_lead": "trick-bid",
    "gros_mulot_shown": "gros-mulot",
    "gros_charlemagne_shown": "gros-charlemagne",
    "named_card": "named-card",
    "joker_forced": "mulot.jokers",
    "stop_when_broken": "stop",
    "target": "target",
    "values": "score",
}

# What each value of a field says, and who says it.
_READINGS: Mapping[tuple[str, object], tuple[str, str]] = {
    ("pack", Pack.WITH_JOKERS): (
        "34 cards, A K Q J 10 9 8 7 in four suits, and two jokers, high and low.",
        _EVERYBODY,
    ),
    ("pack", Pack.WITHOUT_JOKERS): (
        "32 cards, A K Q J 10 9 8 7 in four suits; no jokers, no kitty.",
        "english, for Maine",
    ),
    ("auction", Auction.SINGLE_ROUND): (
        "One round of calls, from the dealer's left to the dealer; each seat calls once.",
        _FIRST_THREE,
    ),
    ("auction", Auction.UNTIL_ALL_PASS): (
        (
            "Calls go round from the dealer's left until all but the highest bidder have passed; "
            "a pass is final (ours)."
        ),
        "korean",
    ),
    ("dealer_forced", False): ("The dealer may pass like everybody else.", "french"),
    ("dealer_forced", True): (
        "When the other three have passed, the dealer must bid, at least 5.",
        "french",
    ),
    ("redeal_by", RedealBy.NEXT_DEALER): (
        "When all four pass, nobody scores and the next dealer deals (the dealer is ours).",
        "french",
    ),
    ("redeal_by", RedealBy.SAME_DEALER): (
        "When all four pass, nobody scores and the same dealer deals again (the dealer is ours).",
        "french",
    ),
    ("trump_named", TrumpNamed.AFTER_DISCARD): (
        "The bidder takes the kitty, discards two cards, then names trump.",
        _MOST,
    ),
    ("trump_named", TrumpNamed.BEFORE_KITTY): (
        "The bidder names trump, then takes the kitty and discards two cards.",
        "english",
    ),
    ("trick_bid_lead", TrickBidLead.LEFT_OF_BIDDER): (
        "The seat at the bidder's left leads.",
        _MOST,
    ),
    ("trick_bid_lead", TrickBidLead.BIDDER): (
        "The bidder leads (a garbled sentence, taken at its word).",
        "english",
    ),
    ("gros_mulot_shown", Shown.AFTER_FIRST_TRICK): (
        "A Mulot with the bidder's hand laid open after the first trick.",
        _BUT_KOREAN,
    ),
    ("gros_mulot_shown", Shown.AT_ONCE): (
        "A Mulot with the bidder's hand laid open from the first moment of play.",
        "korean",
    ),
    ("gros_charlemagne_shown", Shown.NEVER): ("The bidder's hand stays closed.", _MOST),
    ("gros_charlemagne_shown", Shown.AFTER_FIRST_TRICK): (
        "The bidder's hand is laid open after the first trick (the moment is ours).",
        "english",
    ),
    ("gros_charlemagne_shown", Shown.AT_ONCE): (
        "The bidder's hand is laid open from the first moment of play.",
        "a house rule",
    ),
    ("nine_high", False): (
        "Trump ranks jack, other jack of the colour, A K Q 10 9 8 7, below any jokers.",
        _EVERYBODY,
    ),
    ("nine_high", True): (
        "Trump ranks nine, jack, other jack of the colour, A K Q 10 8 7, below any jokers.",
        "english, for Maine",
    ),
    ("joker_forced", True): (
        (
            "In a Mulot a seat that cannot follow plays a joker if it has one, and a led joker "
            "calls for the other."
        ),
        _FIRST_THREE,
    ),
    ("joker_forced", False): (
        (
            "In a Mulot a led joker calls for the other; otherwise a seat that cannot follow plays "
            "any card."
        ),
        "korean; ours for english",
    ),
    ("stop_when_broken", True): (
        "A solo contract ends with the trick that breaks it.",
        "french",
    ),
    ("stop_when_broken", False): ("Every hand is played to its last trick.", "english, korean"),
}


def _sentences(rules: Rules) -> list[str]:
    """Say each rule in force in a line, in the order in which the documentation has them."""
    lines = _deal_and_auction(rules) | _contracts_in_force(rules) | _play_and_score(rules)
    return [f"{rule}: {sentence}" for rule, sentence in lines.items() if sentence]


def reading_of(rules: Rules, field: str) -> str:
    """Say what a reading has on one point, and who says so.

    Args:
        rules: The reading.
        field: The name of a field of `Rules`.

    >>> print(reading_of(CANADIAN, "target"))
    The first side to reach 32 wins. [pagat, gamerules, french, english, korean]
    """
    match field:
        case "named_card":
            sentence, sources = _named_card_reading(rules)
        case "target":
            sentence = f"The first side to reach {rules.target} wins."
            sources = _TARGETS.get(rules.target, "a house rule")
        case "values":
            table = zip(CONTRACTS, rules.values, strict=True)
            worth = ", ".join(f"{bid.title} {made}/{failed}" for bid, (made, failed) in table)
            sentence = f"Made/failed: {worth}; one side scores, no overtricks."
            sources = _BUT_KOREAN if rules.values == _TABLE else "a house rule"
        case _:
            sentence, sources = _READINGS[field, getattr(rules, field)]
    return f"{sentence} [{sources}]"


def _named_card_reading(rules: Rules) -> tuple[str, str]:
    named = " and ".join(bid.title for bid in CONTRACTS if bid in rules.named_card)
    if not named:
        return "No card is asked for by name; the partner chooses (ours).", "pagat, korean"
    sentence = f"In {named} the bidder may ask the partner for a card by name."
    charlemagne_alone = rules.named_card == {Contract.CHARLEMAGNE}
    return sentence, "english, for Maine" if charlemagne_alone else "a house rule"


def _read(rules: Rules, *fields: str) -> str:
    """Say what several fields mean."""
    return " ".join(reading_of(rules, field) for field in fields)


def _deal_and_auction(rules: Rules) -> dict[str, str]:
    return {
        "pack": _read(rules, "pack"),
        "seats": "North and South play against East and West. [french, english, korean]",
        "deal": f"Eight cards each. [{_EVERYBODY}] The deal passes to the left. "
        "[pagat, gamerules, english]",
        "turn": "Only the seat on move moves, and only as the phase asks. [ours]",
        "hand": "A card that is played, given or discarded is held by the one who moves it. [ours]",
        "bid.order": _read(rules, "auction"),
        "bid.higher": "Every bid beats those before it: 5 6 7 8 Mulot Charlemagne Gros Mulot "
        f"Gros Charlemagne. [{_EVERYBODY}]",
        "bid.passed-out": _read(rules, "redeal_by"),
        "bid.dealer-forced": _read(rules, "dealer_forced") if rules.dealer_forced else "",
    }


def _contracts_in_force(rules: Rules) -> dict[str, str]:
    kitty = bool(rules.pack.kitty_size)
    exchange = (
        _read(rules, "trump_named") if kitty else "Without a kitty the bidder names trump. [ours]"
    )
    charlemagne = (
        f"Alone, with the kitty and one card from the partner: win every trick. [{_EVERYBODY}]"
        if kitty
        else "Alone, with one card from the partner: win every trick. [ours, without kitty]"
    )
    gros = (
        f"A Charlemagne with the kitty or the partner's card, not both. [{_EVERYBODY}]"
        if kitty
        else "A Charlemagne with the partner's card. [ours, without kitty]"
    )
    return {
        "trick-bid": f"{exchange} {_read(rules, 'trick_bid_lead')}",
        "mulot": f"Alone, no kitty, no trump: lose every trick. [{_EVERYBODY}]",
        "charlemagne": charlemagne,
        "gros-mulot": _read(rules, "gros_mulot_shown"),
        "gros-charlemagne": f"{gros} {_read(rules, 'gros_charlemagne_shown')}",
        "named-card": _read(rules, "named_card") if rules.named_card else "",
        "solo": f"The partner of a bidder who plays alone plays no card. [{_EVERYBODY}]",
    }


def _play_and_score(rules: Rules) -> dict[str, str]:
    jokers = rules.pack is Pack.WITH_JOKERS
    return {
        "rank.trump": _read(rules, "nine_high"),
        "rank.plain": f"Other suits rank A K Q J 10 9 8 7. [{_EVERYBODY}]",
        "play.follow": f"Follow the led suit if able, else play any card. [{_BUT_KOREAN}]",
        "play.winner": "The highest trump wins, else the highest card of the led suit. "
        f"[{_BUT_KOREAN}] The winner leads. [pagat, gamerules, english]",
        "mulot.jokers": _read(rules, "joker_forced") if jokers else "",
        "stop": _read(rules, "stop_when_broken"),
        "score": _read(rules, "values"),
        "target": _read(rules, "target"),
    }
