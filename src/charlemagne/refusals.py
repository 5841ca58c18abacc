"""Why a move is refused: the reason, the rule, and a sentence for the player who made it."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import TypeAlias, final

import attrs

from charlemagne.cards import Card, CardSet, Suit
from charlemagne.contracts import Contract
from charlemagne.errors import CharlemagneError
from charlemagne.moves import (
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
from charlemagne.seats import Seat, Side
from charlemagne.texts import ShowsFields

# What a sentence names: it is put into words only when the language is known.
Fact: TypeAlias = (
    Card | CardSet | Contract | Seat | Side | Suit | int | str | tuple[Contract, ...] | None
)
Facts: TypeAlias = tuple[tuple[str, Fact], ...]


@final
class Reason(enum.StrEnum):
    """The kinds of refusal; of several that apply, the first in this order is given.

    >>> str(Reason.MUST_FOLLOW)
    'MUST_FOLLOW'
    """

    GAME_OVER = "GAME_OVER"
    HAND_OVER = "HAND_OVER"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    WRONG_PHASE = "WRONG_PHASE"
    NOT_IN_PACK = "NOT_IN_PACK"
    NOT_HELD = "NOT_HELD"
    BID_TOO_LOW = "BID_TOO_LOW"
    MUST_BID = "MUST_BID"
    MAY_NOT_ASK = "MAY_NOT_ASK"
    MUST_GIVE_NAMED = "MUST_GIVE_NAMED"
    WRONG_COUNT = "WRONG_COUNT"
    MUST_FOLLOW = "MUST_FOLLOW"
    MUST_PLAY_JOKER = "MUST_PLAY_JOKER"


@final
@attrs.frozen(repr=False)
class Violation(ShowsFields):
    """Why a move is not legal, said to the seat that made it.

    It never holds a card that this seat cannot see.

    Attributes:
        reason: The kind of refusal.
        rule: The id of the rule that the move breaks.
        move: The move.
        message: What is wrong and what would have been legal, in English.
    """

    reason: Reason
    rule: str
    move: Move
    message: str
    # The sentence by its name, and what it says, for saying it in other languages.
    _sentence: str = attrs.field(default="", eq=False, repr=False, kw_only=True)
    _facts: Facts = attrs.field(default=(), eq=False, repr=False, kw_only=True)

    def __str__(self) -> str:
        return self.message


@final
class IllegalMove(CharlemagneError, ValueError):
    """A move that the rules do not allow; the state that it was tried on is as it was.

    Attributes:
        violation: The reason, the rule, the move, and the message that `str` gives.
    """

    violation: Violation

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.message)
        self.violation = violation

    def __reduce__(self) -> tuple[object, ...]:
        return (IllegalMove, (self.violation,))


@final
@attrs.frozen(eq=False, repr=False)
class Wording:
    """What one language needs to say why a move is refused.

    Attributes:
        joins: The words for "and" and "or" in a list.
        suits: What was led, in a sentence: a suit, or trumps under None.
        to_do: What each phase asks for, by its text.
        done: What each kind of move does.
        sentences: The sentences by name, with places for what they name.
    """

    joins: Mapping[str, str]
    suits: Mapping[Suit | None, str]
    to_do: Mapping[str, str]
    done: Mapping[type[Move], str]
    sentences: Mapping[str, str]

    def say(self, sentence: str, facts: Mapping[str, Fact], move: Move, rule: str) -> str:
        """Say why a move is refused, with the id of the rule behind it."""
        return f"{self._filled(sentence, facts, move)} ({rule})"

    def _filled(self, sentence: str, facts: Mapping[str, Fact], move: Move) -> str:
        """Put what a sentence names into its places."""
        words: dict[str, object] = {name: _Said(fact, self) for name, fact in facts.items()}
        words["done"] = self.done[type(move)]
        if "instead" in facts:
            rest = {name: fact for name, fact in facts.items() if name != "instead"}
            words["instead"] = self._filled(f"instead.{facts['instead']}", rest, move)
        return self.sentences[sentence].format(**words)


@final
@attrs.frozen(eq=False, repr=False)
class _Said:
    """Something that a sentence names; the place it stands in says how it is put."""

    fact: Fact
    wording: Wording

    def __format__(self, how: str) -> str:
        if how == "led":
            assert self.fact is None or isinstance(self.fact, Suit), "a suit is led"
            return self.wording.suits[self.fact]
        if how == "to_do":
            return self.wording.to_do[str(self.fact)]
        if isinstance(self.fact, CardSet | tuple):
            return listed([str(item) for item in self.fact], self.wording.joins[how])
        return str(self.fact)


def listed(names: list[str], joined: str) -> str:
    """Name things in a sentence: `9H`, `9H and KH`, `9H, TH and KH`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {joined} {names[-1]}"


ENGLISH_WORDING = Wording(
    joins={"and": "and", "or": "or"},
    suits={None: "trumps", **{suit: suit.name.lower() for suit in Suit}},
    to_do={
        "AUCTION": "pass or bid",
        "TRUMP": "name trump",
        "AID": "take the kitty or ask your partner for a card",
        "ASK": "ask your partner for a card",
        "GIVE": "give your partner a card",
        "DISCARD": "discard",
        "PLAY": "play a card",
    },
    done={
        Pass: "pass",
        Bid: "bid",
        TakeKitty: "take the kitty",
        AskPartner: "ask for a card",
        GiveCard: "give a card",
        Discard: "discard",
        NameTrump: "name trump",
        Play: "play a card",
    },
    sentences={
        "game-over": "The game is over: {side} has reached {target}",
        "hand-over": "The hand is over: deal the next one",
        "not-your-turn": "It is {seat}'s turn, not yours",
        "wrong-phase": "You are to {phase:to_do}, not to {done}",
        "not-in-pack": "The pack has no jokers, and so no {strange:or}: {instead}",
        "not-held": "You do not hold {strange:or}: {instead}",
        "instead.play": "play {right:or}",
        "instead.give": "give {right:or}",
        "instead.discard": "discard {wanted} of {right:and}",
        "instead.ask": "ask for a card that you do not hold, or for any",
        "bid-too-low": "{bid} does not beat {highest}: bid {bids:or}, or pass",
        "no-higher-bid": "{bid} does not beat {highest}: you can only pass",
        "must-bid": "The other three have passed: as the dealer you must bid, at least 5",
        "ask-own": "You hold {card} yourself: {instead}",
        "ask-nothing": "No card is asked for by name here: ask for any, or take the kitty",
        "must-give-named": "Your partner asked for {card}, and you hold it: give it",
        "wrong-count": "You are to discard {wanted} of your cards, not {count}",
        "must-follow-with-it": "You hold {right:and}: {suit:led} were led, so follow with it",
        "must-follow": "You hold {right:and}: {suit:led} were led, so follow with one of them",
        "joker-led": "You hold {right:and}: a joker was led, so play it",
        "must-play-joker": "You hold {right:and}: you cannot follow, so play it",
        "must-play-a-joker": "You hold {right:and}: you cannot follow, so play one of them",
    },
)


def refuse(reason: Reason, rule: str, move: Move, sentence: str, **facts: Fact) -> Violation:
    """Make a violation, said in English.

    Args:
        reason: The kind of refusal.
        rule: The id of the rule that the move breaks.
        move: The move.
        sentence: The name of the sentence that says it.
        facts: What the sentence names, all of it known to the seat that made the move.
    """
    said = ENGLISH_WORDING.say(sentence, facts, move, rule)
    return Violation(reason, rule, move, said, sentence=sentence, facts=tuple(facts.items()))
