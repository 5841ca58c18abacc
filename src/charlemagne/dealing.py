"""The deal of a game's first hand, and of the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from charlemagne.deals import Deal
from charlemagne.engine import FULL_TABLE
from charlemagne.errors import InvalidDeal
from charlemagne.rules import CANADIAN, Rules
from charlemagne.seats import Seat
from charlemagne.state import Holdings, State
from charlemagne.table import AUCTION, GAME_OVER, Terms
from charlemagne.texts import quoted

if TYPE_CHECKING:
    import random


def deal(
    game: Rules | State = CANADIAN,
    *,
    seed: int | None = None,
    rng: random.Random | None = None,
    cards: Deal | None = None,
    dealer: Seat | None = None,
    scores: tuple[int, int] = (0, 0),
) -> State:
    """Start a game, or deal the next hand of one (rule `deal`).

    Without `seed`, `rng` and `cards` the pack is shuffled with the operating system's entropy.

    Args:
        game: The rules of a new game, or the state at the end of a hand.
        seed: A number from 0 up; it gives the same deal on every Python, for ever.
        rng: A generator to shuffle with.
        cards: The cards as they shall lie.
        dealer: Who deals the first hand of a game, North if None.
        scores: The points of NS and of EW at the start of a game, each below the target.

    Returns:
        The state before the first call.

    Raises:
        InvalidDeal: More than one of `seed`, `rng` and `cards` is given; the state is not at
            `HAND_OVER`; the cards are not the pack of the rules; an argument has no such value.
        TypeError: The game is neither `Rules` nor a `State`.

    >>> state = deal(seed=7)
    >>> str(state.hands[Seat.NORTH])
    'KC AC 7D JD KD 9H TH AS'
    """
    if isinstance(game, State):
        rules, giver, standing = _next_hand(game, dealer, scores)
    elif isinstance(game, Rules):
        rules, giver, standing = game, _first_dealer(dealer), _start_scores(game, scores)
    else:
        msg = f"deal takes Rules or a State, not {quoted(game)}"
        raise TypeError(msg)
    dealt = _cards_for(rules, seed, rng, cards)
    held = Holdings(dealt, dealt.masks, dealt.kitty._mask)
    return State(Terms(rules, giver.__index__(), standing), held, AUCTION, FULL_TABLE[giver], ())


def _next_hand(
    state: State, dealer: Seat | None, scores: tuple[int, int]
) -> tuple[Rules, Seat, tuple[int, int]]:
    """Check that another hand follows a state, and give what it starts from."""
    if dealer is not None or scores != (0, 0):
        msg = "dealer and scores follow from the game; give them only with Rules"
        raise InvalidDeal(msg)
    giver = state.next_dealer
    if giver is None:
        over = "the game is over" if state.phase is GAME_OVER else f"this one is at {state.phase}"
        msg = f"the next hand is dealt at HAND_OVER, and {over}"
        raise InvalidDeal(msg)
    return state.rules, giver, state.scores


def _first_dealer(dealer: Seat | None) -> Seat:
    if dealer is None:
        return Seat.NORTH
    if not isinstance(dealer, Seat):
        msg = f"dealer must be a Seat, such as Seat.NORTH, or None, not {quoted(dealer)}"
        raise InvalidDeal(msg)
    return dealer


def _start_scores(rules: Rules, scores: tuple[int, int]) -> tuple[int, int]:
    if (
        not isinstance(scores, tuple)
        or len(scores) != 2
        or not all(isinstance(points, int) and not isinstance(points, bool) for points in scores)
        or not all(0 <= points < rules.target for points in scores)
    ):
        most = rules.target - 1
        msg = f"scores must be a tuple (NS, EW) of ints from 0 to {most}, not {quoted(scores)}"
        raise InvalidDeal(msg)
    return int(scores[0]), int(scores[1])


def _cards_for(
    rules: Rules, seed: int | None, rng: random.Random | None, cards: Deal | None
) -> Deal:
    """Give the deal that is asked for, by the one way in which it may be."""
    if (seed is not None) + (rng is not None) + (cards is not None) > 1:
        msg = "give one of seed, rng and cards, or none of them"
        raise InvalidDeal(msg)
    if cards is not None:
        return _checked_cards(rules, cards)
    # Imported only where luck is wanted, so that the package itself is quick to import.
    import random  # noqa: PLC0415

    if seed is not None:
        if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
            msg = f"seed must be an int from 0 up, not {quoted(seed)}"
            raise InvalidDeal(msg)
        return Deal.random(rules, random.Random(seed))
    if rng is None:
        return Deal.random(rules, random.SystemRandom())
    if not isinstance(rng, random.Random):
        msg = f"rng must be a random.Random, not {quoted(rng)}"
        raise InvalidDeal(msg)
    return Deal.random(rules, rng)


def _checked_cards(rules: Rules, cards: Deal) -> Deal:
    if not isinstance(cards, Deal):
        msg = f"cards must be a Deal, not {quoted(cards)}"
        raise InvalidDeal(msg)
    if len(cards.kitty) != rules.pack.kitty_size:
        has = "has no kitty" if rules.pack.kitty_size else "has a kitty"
        msg = f"these rules play with {len(rules.pack.cards)} cards, and this deal {has}"
        raise InvalidDeal(msg)
    return cards
