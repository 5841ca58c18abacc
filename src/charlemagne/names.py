"""Names of cards, seats and moves, and the messages of refusals, in English and in French.

What is said here is for showing, and is never read back. The French is that of the players: la
veuve, la Blanche, le Bonhomme, atout, levée, fournir, écarter.

>>> from charlemagne import Card
>>> from charlemagne.names import Language, card_name, card_symbol
>>> card = Card.parse("QH")
>>> card_name(card), card_name(card, "fr"), card_symbol(card, Language.FR)
('the queen of hearts', 'la dame de cœur', 'D♥')
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import NoReturn, TypeVar, final

import attrs

from charlemagne.cards import CARDS, Card, Rank, Suit
from charlemagne.contracts import Contract
from charlemagne.errors import CharlemagneError
from charlemagne.moves import (
    AskPartner,
    Bid,
    Discard,
    GiveCard,
    Hidden,
    Move,
    NameTrump,
    Pass,
    Play,
    TakeKitty,
)
from charlemagne.refusals import ENGLISH_WORDING, Fact, Violation, Wording, listed
from charlemagne.seats import Seat, Side
from charlemagne.table import Phase
from charlemagne.texts import quoted

__all__ = [
    "Language",
    "UnknownLanguage",
    "card_name",
    "card_symbol",
    "contract_name",
    "message",
    "move_name",
    "phase_name",
    "rank_name",
    "seat_name",
    "side_name",
    "suit_name",
]

_T = TypeVar("_T")


class UnknownLanguage(CharlemagneError, ValueError):
    """A language in which the package has no names and messages."""


@final
class Language(enum.StrEnum):
    """The languages that there are; every function here takes the text as well.

    >>> Language("fr")
    <Language.FR: 'fr'>
    >>> Language("de")
    Traceback (most recent call last):
    charlemagne.names.UnknownLanguage: 'de' is no language of names and messages; there are en, fr
    """

    EN = "en"
    FR = "fr"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        if not isinstance(value, str):
            msg = f"a language is a Language or its text, not {quoted(value)}"
            raise TypeError(msg)
        known = ", ".join(cls)
        msg = f"{value!r} is no language of names and messages; there are {known}"
        raise UnknownLanguage(msg)


# ---------------------------------------------------------------- the words of each language


@final
@attrs.frozen
class _Names:
    """The words of one language.

    Attributes:
        suits: The suits, without an article.
        ranks: The ranks, without an article.
        cards: The cards, with their articles.
        symbols: The cards as players write them.
        seats: The seats.
        sides: The partnerships.
        contracts: The contracts.
        phases: The phases, without an article.
        moves: What is said of whoever made a move, with a place for what the move names.
        wording: The messages of refusals.
        counts: How a message puts a number of cards, for one card and for more, by what it counts;
            other numbers stand in it as they are.
    """

    suits: Mapping[Suit, str]
    ranks: Mapping[Rank, str]
    cards: Mapping[Card, str]
    symbols: Mapping[Card, str]
    seats: Mapping[Seat, str]
    sides: Mapping[Side, str]
    contracts: Mapping[Contract, str]
    phases: Mapping[Phase, str]
    moves: Mapping[str, str]
    wording: Wording
    counts: Mapping[str, tuple[str, str]]


def _by_card(pattern: str, ranks: Mapping[Rank, str], suits: Mapping[Suit, str]) -> dict[Card, str]:
    """Put the ranks and suits of all cards but the jokers into a pattern."""
    return {
        card: pattern.format(ranks[card.rank], suits[card.suit])
        for card in CARDS
        if card.rank is not None and card.suit is not None
    }


# The contracts have French names in English too.
_CONTRACTS = {contract: contract.title for contract in Contract}
_NUMBERS = {Rank.SEVEN: "7", Rank.EIGHT: "8", Rank.NINE: "9", Rank.TEN: "10"}

_ENGLISH_SUITS = {suit: suit.name.lower() for suit in Suit}
_ENGLISH_RANKS = {rank: _NUMBERS.get(rank, rank.name.lower()) for rank in Rank}
_ENGLISH = _Names(
    suits=_ENGLISH_SUITS,
    ranks=_ENGLISH_RANKS,
    cards={
        **_by_card("the {} of {}", _ENGLISH_RANKS, _ENGLISH_SUITS),
        Card.LOW_JOKER: "the low joker",
        Card.HIGH_JOKER: "the high joker",
    },
    symbols={card: card.symbol for card in CARDS},
    seats={seat: seat.name.capitalize() for seat in Seat},
    sides={Side.NS: "North-South", Side.EW: "East-West"},
    contracts=_CONTRACTS,
    phases={
        Phase.AUCTION: "auction",
        Phase.TRUMP: "choice of trump",
        Phase.AID: "choice of aid",
        Phase.ASK: "request for a card",
        Phase.GIVE: "gift of a card",
        Phase.DISCARD: "discard",
        Phase.PLAY: "play",
        Phase.HAND_OVER: "end of the hand",
        Phase.GAME_OVER: "end of the game",
    },
    moves={
        "pass": "passes",
        "bid": "bids {}",
        "take-kitty": "takes the kitty",
        "ask": "asks for a card",
        "ask-by-name": "asks for {}",
        "give": "gives {}",
        "give-hidden": "gives a card",
        "discard": "discards {}",
        "discard-nothing": "discards nothing",
        "discard-hidden": "discards",
        "name-trump": "names {} as trump",
        "play": "plays {}",
    },
    wording=ENGLISH_WORDING,
    counts={},
)

_FRENCH_SUITS = {
    Suit.CLUBS: "trèfle",
    Suit.DIAMONDS: "carreau",
    Suit.HEARTS: "cœur",
    Suit.SPADES: "pique",
}
_FRENCH_FIGURES = {Rank.JACK: "valet", Rank.QUEEN: "dame", Rank.KING: "roi", Rank.ACE: "as"}
_FRENCH_ARTICLES = {Rank.QUEEN: "la ", Rank.ACE: "l'"}
_FRENCH_LETTERS = {Rank.JACK: "V", Rank.QUEEN: "D", Rank.KING: "R", Rank.ACE: "A"}
_FRENCH_RANKS = _NUMBERS | _FRENCH_FIGURES

# Cards, contracts, seats and sides stand in a message by their texts, as they do in English.
FRENCH_WORDING = Wording(
    joins={"and": "et", "or": "ou", "nor": "ni"},
    suits=_FRENCH_SUITS | {None: "atout"},
    to_do={
        "AUCTION": "passer ou annoncer",
        "TRUMP": "nommer l'atout",
        "AID": "prendre la veuve ou demander une carte à votre partenaire",
        "ASK": "demander une carte à votre partenaire",
        "GIVE": "donner une carte à votre partenaire",
        "DISCARD": "écarter",
        "PLAY": "jouer une carte",
    },
    done={
        Pass: "passer",
        Bid: "annoncer",
        TakeKitty: "prendre la veuve",
        AskPartner: "demander une carte",
        GiveCard: "donner une carte",
        Discard: "écarter",
        NameTrump: "nommer l'atout",
        Play: "jouer une carte",
    },
    sentences={
        # No line may begin with a colon: the space before it must not break.
        name: sentence.replace(" :", "\N{NO-BREAK SPACE}:")
        for name, sentence in {
            "game-over": "La partie est finie : le camp {side} a atteint {target}",
            "hand-over": "La donne est finie : distribuez la suivante",
            "not-your-turn": "C'est le tour du joueur {seat}, et non le vôtre",
            "wrong-phase": "Vous devez {phase:to_do}, et non {done}",
            "not-in-pack": "On joue sans jokers, donc sans {strange:nor} : {instead}",
            "not-held": "Vous n'avez pas {strange:nor} en main : {instead}",
            "instead.play": "jouez {right:or}",
            "instead.give": "donnez {right:or}",
            "instead.discard": "écartez {wanted} parmi {right:and}",
            "instead.ask": (
                "demandez une carte que vous n'avez pas, ou laissez le choix à votre partenaire"
            ),
            "bid-too-low": "{bid} ne bat pas {highest} : annoncez {bids:or}, ou bien passez",
            "no-higher-bid": "{bid} ne bat pas {highest} : vous ne pouvez que passer",
            "must-bid": (
                "Les trois autres ont passé : comme donneur, vous devez annoncer au moins 5"
            ),
            "ask-own": "Vous avez déjà {card} en main : {instead}",
            "ask-nothing": (
                "Ici, on ne nomme pas la carte demandée : demandez-en une au choix de votre "
                "partenaire, ou prenez la veuve"
            ),
            "must-give-named": (
                "Votre partenaire a demandé la carte {card}, et vous l'avez : donnez-la"
            ),
            "wrong-count": "Vous devez écarter {wanted}, et non {count}",
            "must-follow-with-it": (
                "On a demandé {suit:led} et vous avez {right:and} : fournissez cette carte"
            ),
            "must-follow": (
                "On a demandé {suit:led} et vous avez {right:and} : fournissez l'une de ces cartes"
            ),
            "joker-led": "Un joker a été entamé et vous avez l'autre, {right:and} : jouez-le",
            "must-play-joker": (
                "Vous ne pouvez pas fournir et vous avez le joker {right:and} : jouez-le"
            ),
            "must-play-a-joker": (
                "Vous ne pouvez pas fournir et vous avez les jokers {right:and} : jouez l'un des "
                "deux"
            ),
        }.items()
    },
)

_FRENCH = _Names(
    suits=_FRENCH_SUITS,
    ranks=_FRENCH_RANKS,
    cards={
        **_by_card(
            "{} de {}",
            {rank: _FRENCH_ARTICLES.get(rank, "le ") + _FRENCH_RANKS[rank] for rank in Rank},
            _FRENCH_SUITS,
        ),
        Card.LOW_JOKER: "le Bonhomme",
        Card.HIGH_JOKER: "la Blanche",
    },
    symbols={
        **_by_card("{}{}", _NUMBERS | _FRENCH_LETTERS, {suit: suit.symbol for suit in Suit}),
        Card.LOW_JOKER: Card.LOW_JOKER.symbol,
        Card.HIGH_JOKER: Card.HIGH_JOKER.symbol,
    },
    seats={Seat.NORTH: "Nord", Seat.EAST: "Est", Seat.SOUTH: "Sud", Seat.WEST: "Ouest"},
    sides={Side.NS: "Nord-Sud", Side.EW: "Est-Ouest"},
    contracts=_CONTRACTS,
    phases={
        Phase.AUCTION: "annonces",
        Phase.TRUMP: "choix de l'atout",
        Phase.AID: "choix de l'aide",
        Phase.ASK: "demande d'une carte",
        Phase.GIVE: "don d'une carte",
        Phase.DISCARD: "écart",
        Phase.PLAY: "jeu de la carte",
        Phase.HAND_OVER: "fin de la donne",
        Phase.GAME_OVER: "fin de la partie",
    },
    moves={
        "pass": "passe",
        "bid": "annonce {}",
        "take-kitty": "prend la veuve",
        "ask": "demande une carte",
        "ask-by-name": "demande {}",
        "give": "donne {}",
        "give-hidden": "donne une carte",
        "discard": "écarte {}",
        "discard-nothing": "n'écarte rien",
        "discard-hidden": "fait son écart",
        "name-trump": "nomme {} comme atout",
        "play": "joue {}",
    },
    wording=FRENCH_WORDING,
    # A card is feminine, and 1 would be read as "un".
    counts={"wanted": ("une carte", "{} cartes"), "count": ("une", "{}")},
)

_NAMES: Mapping[Language, _Names] = {Language.EN: _ENGLISH, Language.FR: _FRENCH}


def _names(language: Language | str) -> _Names:
    """Give the words of a language, which may be given as its text."""
    return _NAMES[Language(language)]


def _name(kind: type[_T], thing: _T, names: Mapping[_T, str]) -> str:
    """Look up the name of a thing; what is not of its kind is a `TypeError`."""
    if not isinstance(thing, kind):
        msg = f"this names a {kind.__name__}, not {quoted(thing)}"
        raise TypeError(msg)
    return names[thing]


# ---------------------------------------------------------------- names


def card_name(card: Card, language: Language | str = Language.EN) -> str:
    """Name a card, with its article.

    Args:
        card: The card.
        language: The language, or its text.

    Returns:
        The name, to stand in a sentence.

    Raises:
        UnknownLanguage: There is no such language.
        TypeError: It is no `Card`.

    >>> card_name(Card.parse("AS")), card_name(Card.HIGH_JOKER)
    ('the ace of spades', 'the high joker')
    >>> card_name(Card.parse("AS"), "fr"), card_name(Card.HIGH_JOKER, "fr")
    ("l'as de pique", 'la Blanche')
    """
    return _name(Card, card, _names(language).cards)


def card_symbol(card: Card, language: Language | str = Language.EN) -> str:
    """Write a card in short, with the letter that its players write.

    Args:
        card: The card.
        language: The language, or its text.

    Returns:
        The card for showing: in English what `Card.symbol` is.

    Raises:
        UnknownLanguage: There is no such language.
        TypeError: It is no `Card`.

    >>> [card_symbol(Card(rank, Suit.HEARTS), "fr") for rank in Rank]
    ['7♥', '8♥', '9♥', '10♥', 'V♥', 'D♥', 'R♥', 'A♥']
    """
    return _name(Card, card, _names(language).symbols)


def suit_name(suit: Suit, language: Language | str = Language.EN) -> str:
    """Name a suit.

    Args:
        suit: The suit.
        language: The language, or its text.

    Returns:
        The name, without an article.

    Raises:
        UnknownLanguage: There is no such language.
        TypeError: It is no `Suit`.

    >>> suit_name(Suit.CLUBS), suit_name(Suit.CLUBS, "fr")
    ('clubs', 'trèfle')
    """
    return _name(Suit, suit, _names(language).suits)


def rank_name(rank: Rank, language: Language | str = Language.EN) -> str:
    """Name a rank.

    Args:
        rank: The rank.
        language: The language, or its text.

    Returns:
        The name, without an article.

    Raises:
        UnknownLanguage: There is no such language.
        TypeError: It is no `Rank`.

    >>> rank_name(Rank.JACK), rank_name(Rank.JACK, "fr"), rank_name(Rank.TEN, "fr")
    ('jack', 'valet', '10')
    """
    return _name(Rank, rank, _names(language).ranks)


def seat_name(seat: Seat, language: Language | str = Language.EN) -> str:
    """Name a seat.

    Args:
        seat: The seat.
        language: The language, or its text.

    Returns:
        The name.

    Raises:
        UnknownLanguage: There is no such language.
        TypeError: It is no `Seat`.

    >>> seat_name(Seat.WEST), seat_name(Seat.WEST, "fr")
    ('West', 'Ouest')
    """
    return _name(Seat, seat, _names(language).seats)


def side_name(side: Side, language: Language | str = Language.EN) -> str:
    """Name a partnership.

    Args:
        side: The side.
        language: The language, or its text.

    Returns:
        The name.

    Raises:
        UnknownLanguage: There is no such language.
        TypeError: It is no `Side`.

    >>> side_name(Side.EW), side_name(Side.EW, "fr")
    ('East-West', 'Est-Ouest')
    """
    return _name(Side, side, _names(language).sides)


def contract_name(contract: Contract, language: Language | str = Language.EN) -> str:
    """Name a contract.

    Args:
        contract: The contract.
        language: The language, or its text.

    Returns:
        The name, the same in both languages: what `Contract.title` is.

    Raises:
        UnknownLanguage: There is no such language.
        TypeError: It is no `Contract`.

    >>> contract_name(Contract.SIX, "fr"), contract_name(Contract.GROS_MULOT, "fr")
    ('6', 'Gros Mulot')
    """
    return _name(Contract, contract, _names(language).contracts)


def phase_name(phase: Phase, language: Language | str = Language.EN) -> str:
    """Name a phase, as a heading.

    Args:
        phase: The phase.
        language: The language, or its text.

    Returns:
        The name, without an article.

    Raises:
        UnknownLanguage: There is no such language.
        TypeError: It is no `Phase`.

    >>> phase_name(Phase.AUCTION), phase_name(Phase.AUCTION, "fr")
    ('auction', 'annonces')
    """
    return _name(Phase, phase, _names(language).phases)


def move_name(move: Move | Hidden, language: Language | str = Language.EN) -> str:
    """Say what somebody did, to be read after the name of a seat or of a player.

    Args:
        move: The move, or what a view's history shows of a secret one.
        language: The language, or its text.

    Returns:
        The verb in the third person, with the cards, the suit or the contract in full.

    Raises:
        UnknownLanguage: There is no such language.
        TypeError: It is no move.

    >>> move_name(Bid(Contract.CHARLEMAGNE)), move_name(Bid(Contract.CHARLEMAGNE), "fr")
    ('bids Charlemagne', 'annonce Charlemagne')
    >>> from charlemagne import parse_move
    >>> print(seat_name(Seat.EAST, "fr"), move_name(parse_move("-7H.8H"), "fr"))
    Est écarte le 7 de cœur et le 8 de cœur
    >>> move_name(NameTrump(Suit.HEARTS), "fr"), move_name(Hidden(Discard), "fr")
    ('nomme cœur comme atout', 'fait son écart')
    """
    names = _names(language)
    match move:
        case Pass():
            return names.moves["pass"]
        case Bid(contract):
            return names.moves["bid"].format(names.contracts[contract])
        case TakeKitty():
            return names.moves["take-kitty"]
        case AskPartner(None):
            return names.moves["ask"]
        case AskPartner(Card() as card):
            return names.moves["ask-by-name"].format(names.cards[card])
        case GiveCard(card):
            return names.moves["give"].format(names.cards[card])
        case Discard(cards):
            together = listed([names.cards[card] for card in cards], names.wording.joins["and"])
            return names.moves["discard" if cards else "discard-nothing"].format(together)
        case NameTrump(suit):
            return names.moves["name-trump"].format(names.suits[suit])
        case Play(card):
            return names.moves["play"].format(names.cards[card])
        case Hidden(kind):
            return names.moves["discard-hidden" if kind is Discard else "give-hidden"]
    msg = f"this names a move, not {quoted(move)}"
    raise TypeError(msg)


# ---------------------------------------------------------------- messages


def _counted(fact: Fact, ways: tuple[str, str] | None) -> Fact:
    """Put a number of cards as a language does, and leave all else as it is."""
    if ways is None:
        return fact
    one, more = ways
    return one if fact == 1 else more.format(fact)


def message(violation: Violation, language: Language | str = Language.EN) -> str:
    """Say why a move is refused.

    As in English, cards, contracts, seats and sides stand in the message by their texts, and it
    ends with the id of the rule. In French the space before a colon is a no-break space.

    Args:
        violation: The violation.
        language: The language, or its text.

    Returns:
        The message: in English the violation's own. A violation that did not come from
        `why_illegal` or `apply` has only its own message, whatever the language.

    Raises:
        UnknownLanguage: There is no such language.
        TypeError: It is no `Violation`.

    >>> from charlemagne import deal, why_illegal
    >>> state = deal(seed=7)
    >>> violation = why_illegal(state, NameTrump(Suit.HEARTS))
    >>> print(message(violation))
    You are to pass or bid, not to name trump (turn)
    >>> print(message(violation, "fr"))
    Vous devez passer ou annoncer, et non nommer l'atout (turn)
    """
    if not isinstance(violation, Violation):
        msg = f"a Violation has a message, {quoted(violation)} has not"
        raise TypeError(msg)
    names = _names(language)
    wording = names.wording
    if wording is ENGLISH_WORDING or not violation._sentence:
        return violation.message
    facts = {name: _counted(fact, names.counts.get(name)) for name, fact in violation._facts}
    return wording.say(violation._sentence, facts, violation.move, violation.rule)
