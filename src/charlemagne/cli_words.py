"""What the `charlemagne` command says, in English and in French."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from typing import final

import attrs

from charlemagne.cards import Card, Suit
from charlemagne.contracts import Contract
from charlemagne.names import (
    Language,
    card_symbol,
    contract_name,
    message,
    seat_name,
    side_name,
    suit_name,
)
from charlemagne.refusals import Violation
from charlemagne.seats import Seat, Side
from charlemagne.table import Phase

# ---------------------------------------------------------------- the texts of each language


@final
@attrs.frozen
class Texts:
    """The texts of one language.

    Attributes:
        seats: How the seats are called.
        sides: How the partnerships are called.
        labels: What stands before each part of a hand, and above the winners of its tricks.
        tasks: What a seat is to do in each phase, to be read after `not-over-for`.
        differences: What readings can differ in, by `Difference.what`, to be read after `differs`.
        nouns: What is counted, in the singular and in the plural.
        singular: The numbers that go with the singular.
        sentences: All else by name, with places for what it names.
    """

    seats: Mapping[Seat, str]
    sides: Mapping[Side, str]
    labels: Mapping[str, str]
    tasks: Mapping[Phase, str]
    differences: Mapping[str, str]
    nouns: Mapping[str, tuple[str, str]]
    singular: Collection[int]
    sentences: Mapping[str, str]


_ENGLISH = Texts(
    seats={seat: str(seat) for seat in Seat},
    sides={side: str(side) for side in Side},
    labels={
        "kitty": "Kitty",
        "auction": "Auction",
        "contract": "Contract",
        "asked": "Asked",
        "given": "Given",
        "discards": "Discards",
        "trump": "Trump",
        "tricks": "Tricks",
        "won-by": "Won by",
        "shown": "Shown",
        "result": "Result",
        "score": "Score",
    },
    tasks={
        Phase.AUCTION: "call",
        Phase.TRUMP: "name trump",
        Phase.AID: "take the kitty or ask for a card",
        Phase.ASK: "ask for a card",
        Phase.GIVE: "give a card",
        Phase.DISCARD: "discard",
        Phase.PLAY: "play a card",
    },
    differences={
        "deal": "whether the hand can be dealt",
        "scores": "the scores",
        "to move": "who is to move, and what",
        "legal moves": "the legal moves",
        "open hands": "the hands that lie open",
        "next dealer": "who deals next",
    },
    nouns={
        "hand": ("hand", "hands"),
        "move": ("move", "moves"),
        "trick": ("trick", "tricks"),
    },
    singular=(1,),
    sentences={
        # The game.
        "rules": "Charlemagne, rules {rules}",
        "rules-and-seed": "Charlemagne, rules {rules}, seed {seed}",
        "sides": "N and S play against E and W; the first side to reach {target} wins.",
        "entry": "{name}: {value}",
        "start": "The game starts at NS {ns}, EW {ew}.",
        "hides": "This record hides cards; each of them is shown as ?.",
        "won": "{side} win the game after {hands}.",
        "open": "The game is not over.",
        # A hand.
        "hand": "Hand {number}, dealt by {seat}",
        "pass": "{seat} pass",
        "bid": "{seat} {contract}",
        "contract": "{contract} by {seat}",
        "alone": "{contract} by {seat}, alone: {partner} plays no card",
        "takes": "{seat} takes {cards}",
        "asks": "{seat} asks for {card}",
        "asks-any": "{seat} asks for any card",
        "gives": "{seat} gives {card}",
        "discards": "{seat} lays away {cards}",
        "shown": "{seat}'s hand, from trick {trick} on",
        "passed-out": "passed out: nobody scores",
        "not-over": "not over",
        "not-over-for": "not over: {seat} is to {task}",
        "made": "{seat} makes the {contract} {tricks}{early}: {side} score {points}",
        "failed": "{seat} fails the {contract} {tricks}{early}: {side} score {points}",
        "with-tricks": "with {tricks}",
        "without-tricks": "with 0 tricks",
        "early": ", and the hand ends with trick {trick}",
        "score": "NS {ns}, EW {ew}",
        # Two readings of the rules.
        "agree": "{ours} and {theirs} do not part in this record of {hands}.",
        "part-first": "{ours} and {theirs} part in hand {hand}, before the first move.",
        "part": "{ours} and {theirs} part in hand {hand}, after {moves}.",
        "differs": "What differs: {what}.",
        "under": "Under {rules}: {said}",
        "can-be-dealt": "it can be dealt",
        "cannot-be-dealt": "it cannot be dealt: {why}",
        "turn": "{seat} is to {task}",
        "hand-over": "the hand is over",
        "game-over": "the game is over",
        "legal-alone": "legal here alone: {moves}",
        "legal-nothing": "legal here alone: nothing",
        "plays-open": "{seat} plays with an open hand",
        "none-open": "no hand lies open",
        "deals-next": "{seat} deals next",
        "cards": "The deal:",
        "position": "The position, under {rules}:",
        # Files, and their faults; and options.
        "error": "Error: {said}",
        "of-file": "{file}: {said}",
        "of-option": "{option}: {said}",
        "no-seed": "a seed is a whole number from 0 up, not {text}",
        "no-limit": "a limit is a whole number from 0 up, not {text}",
        "stdin": "standard input",
        "stdout": "standard output",
        "ok": "OK",
        "ok-public": "OK, as far as it is not hidden",
        "place": "line {line}, column {column}, offset {offset}",
        "place-and-rule": "line {line}, column {column}, offset {offset}, rule {rule}",
        "illegal": "move {move}, {text}: {why}",
        "illegal-in-hand": "hand {hand}, move {move}, {text}: {why}",
        "at": "{said} (at character {number})",
        "unreadable": "cannot be read: {why}",
        "unwritable": "cannot be written: {why}",
        "closed": "it is closed",
        "is-position": "this is a position, not a record; show takes it",
        "hides-already": "hides cards already",
        "too-long": "has more than {limit} bytes; --limit N has more read",
    },
)

# Where a sentence may be broken it has no colon: a line could begin with it.
_FRENCH = Texts(
    seats={seat: seat_name(seat, Language.FR) for seat in Seat},
    sides={side: side_name(side, Language.FR) for side in Side},
    labels={
        "kitty": "Veuve",
        "auction": "Annonces",
        "contract": "Contrat",
        "asked": "Demande",
        "given": "Don",
        "discards": "Écart",
        "trump": "Atout",
        "tricks": "Levées",
        # Short, so that the tricks fit into 40 columns.
        "won-by": "Gagne",
        "shown": "Étalée",
        "result": "Résultat",
        "score": "Marque",
    },
    tasks={
        Phase.AUCTION: "de parler",
        Phase.TRUMP: "de nommer l'atout",
        Phase.AID: "de prendre la veuve ou de demander une carte",
        Phase.ASK: "de demander une carte",
        Phase.GIVE: "de donner une carte",
        Phase.DISCARD: "d'écarter",
        Phase.PLAY: "de jouer une carte",
    },
    differences={
        "deal": "la distribution des cartes",
        "scores": "la marque",
        "to move": "celui qui doit jouer, ou sur ce qu'il doit faire",
        "legal moves": "les coups permis",
        "open hands": "les mains étalées",
        "next dealer": "le donneur suivant",
    },
    nouns={
        "hand": ("donne", "donnes"),
        "move": ("coup", "coups"),
        "trick": ("levée", "levées"),
    },
    singular=(0, 1),
    sentences={
        "rules": "Charlemagne, règles {rules}",
        "rules-and-seed": "Charlemagne, règles {rules}, graine {seed}",
        "sides": (
            "Nord et Sud jouent contre Est et Ouest. Le premier camp à {target} points gagne."
        ),
        "entry": "{name} : {value}",
        "start": "La partie commence avec Nord-Sud à {ns} et Est-Ouest à {ew}.",
        "hides": "Cet enregistrement cache des cartes. Un ? remplace chaque carte cachée.",
        "won": "{side} gagne la partie après {hands}.",
        "open": "La partie n'est pas finie.",
        "hand": "Donne {number}, distribuée par {seat}",
        "pass": "{seat} passe",
        "bid": "{seat} {contract}",
        "contract": "{contract} par {seat}",
        "alone": "{contract} par {seat}, seul ({partner} ne joue pas)",
        "takes": "{seat} prend {cards}",
        "asks": "{seat} demande {card}",
        "asks-any": "{seat} demande une carte",
        "gives": "{seat} donne {card}",
        "discards": "{seat} écarte {cards}",
        "shown": "{seat}, dès la levée {trick}",
        "passed-out": "tout le monde a passé, personne ne marque",
        "not-over": "la donne n'est pas finie",
        "not-over-for": "la donne n'est pas finie, c'est à {seat} {task}",
        "made": "{seat} réussit le {contract} {tricks}{early}, et {side} marque {points}",
        "failed": "{seat} chute le {contract} {tricks}{early}, et {side} marque {points}",
        "with-tricks": "avec {tricks}",
        "without-tricks": "sans faire de levée",
        "early": ", la donne s'arrête à la levée {trick}",
        "score": "Nord-Sud {ns}, Est-Ouest {ew}",
        "agree": "{ours} et {theirs} ne se séparent pas sur cet enregistrement de {hands}.",
        "part-first": "{ours} et {theirs} se séparent à la donne {hand}, avant le premier coup.",
        "part": "{ours} et {theirs} se séparent à la donne {hand}, après {moves}.",
        "differs": "Elles diffèrent sur {what}.",
        "under": "Selon {rules}, {said}",
        "can-be-dealt": "la distribution est possible",
        "cannot-be-dealt": "la distribution est impossible ({why})",
        "turn": "c'est à {seat} {task}",
        "hand-over": "la donne est finie",
        "game-over": "la partie est finie",
        "legal-alone": "on permet en plus {moves}",
        "legal-nothing": "on ne permet rien de plus",
        "plays-open": "{seat} joue à main étalée",
        "none-open": "aucune main n'est étalée",
        "deals-next": "c'est ensuite à {seat} de distribuer",
        "cards": "Voici la donne.",
        "position": "Voici la position, selon {rules}.",
        "error": "Erreur : {said}",
        "of-file": "{file} : {said}",
        "of-option": "{option} : {said}",
        "no-seed": "la graine est un nombre entier, 0 ou plus, et non {text}",
        "no-limit": "la limite est un nombre entier, 0 ou plus, et non {text}",
        "stdin": "entrée standard",
        "stdout": "sortie standard",
        "ok": "OK",
        "ok-public": "OK, pour ce qui n'est pas caché",
        "place": "ligne {line}, colonne {column}, décalage {offset}",
        "place-and-rule": "ligne {line}, colonne {column}, décalage {offset}, règle {rule}",
        "illegal": "coup {move}, {text} : {why}",
        "illegal-in-hand": "donne {hand}, coup {move}, {text} : {why}",
        "at": "{said} (au caractère {number})",
        "unreadable": "lecture impossible : {why}",
        "unwritable": "écriture impossible : {why}",
        "closed": "elle est fermée",
        "is-position": "c'est une position, et non un enregistrement ; show l'accepte",
        "hides-already": "cache déjà des cartes",
        "too-long": "a plus de {limit} octets ; --limit N permet d'en lire plus",
    },
)

TEXTS: Mapping[Language, Texts] = {Language.EN: _ENGLISH, Language.FR: _FRENCH}


# ---------------------------------------------------------------- saying them


@final
@attrs.frozen
class Words:
    """A language, as it is written for a reader.

    Letters that the reader's encoding does not have lose their accents. That is for the command's
    own words; what it quotes from elsewhere is for the page to write.

    Attributes:
        language: The language.
        encoding: What the reader understands.
    """

    language: Language = Language.EN
    encoding: str = "utf-8"

    @property
    def _texts(self) -> Texts:
        return TEXTS[self.language]

    def _written(self, text: str) -> str:
        return "".join(_written_character(char, self.encoding) for char in text)

    def say(self, sentence: str, **facts: object) -> str:
        """Say a sentence, with what it names put into its places as it is."""
        return self._written(self._texts.sentences[sentence]).format(**facts)

    def label(self, name: str) -> str:
        """Give what stands before a part of a hand."""
        return self._written(self._texts.labels[name])

    @property
    def label_width(self) -> int:
        """How long the longest label is."""
        return max(map(len, self._texts.labels.values()))

    def counted(self, number: int, noun: str) -> str:
        """Write a number with its noun: `1 hand`, `2 hands`."""
        one, more = self._texts.nouns[noun]
        return f"{number} {self._written(one if number in self._texts.singular else more)}"

    def seat(self, seat: Seat) -> str:
        """Name a seat: by its text in English, in full in French, where W is Ouest."""
        return self._written(self._texts.seats[seat])

    def side(self, side: Side) -> str:
        """Name a partnership, as seats are named."""
        return self._written(self._texts.sides[side])

    def task(self, phase: Phase) -> str:
        """Say what a seat is to do in a phase."""
        return self._written(self._texts.tasks[phase])

    def difference(self, what: str) -> str:
        """Name what readings differ in."""
        return self._written(self._texts.differences[what])

    def contract(self, contract: Contract) -> str:
        """Name a contract."""
        return self._written(contract_name(contract, self.language))

    def suit(self, suit: Suit) -> str:
        """Name a suit."""
        return self._written(suit_name(suit, self.language))

    def symbol(self, card: Card) -> str:
        """Write a card in short, for a reader who has the symbols."""
        return card_symbol(card, self.language)

    def why(self, violation: Violation) -> str:
        """Say why a move is refused."""
        return self._written(message(violation, self.language))


_LIGATURES = {"œ": "oe", "Œ": "OE"}


def _written_character(char: str, encoding: str) -> str:
    """Write a letter for a reader of an encoding, without its accent if need be."""
    if char == "\N{NO-BREAK SPACE}":
        # Some terminals show it as a box, and some programs do not take it for a space.
        return " "
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return _LIGATURES.get(char, unicodedata.normalize("NFD", char)[0])
    return char


ENGLISH = Words()
