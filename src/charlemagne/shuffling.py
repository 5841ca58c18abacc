"""How luck becomes a deal: the same numbers give the same cards for ever."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, SupportsFloat

from charlemagne.errors import InvalidDeal

if TYPE_CHECKING:
    import random


def shuffled(size: int, rng: random.Random, counts: tuple[int, ...]) -> list[int]:
    """Shuffle a pack and deal it out (rule `deal`).

    Args:
        size: The number of cards in the pack.
        rng: The source of luck; one number fewer is drawn from it than there are cards.
        counts: How many cards go to each hand, together the whole pack.

    Returns:
        The hands as masks.

    Raises:
        InvalidDeal: A number is not from 0 up to, and not including, 1.
    """
    # Only so typed do both builds take the same for a number.
    draw: Callable[[], SupportsFloat] = rng.random
    pack = [1 << card for card in range(size)]
    for i in range(size - 1, 0, -1):
        drawn = float(draw())
        if not 0 <= drawn < 1:
            msg = "rng.random() must give numbers from 0 up to, and not including, 1"
            raise InvalidDeal(msg)
        j = int(drawn * (i + 1))
        pack[i], pack[j] = pack[j], pack[i]
    hands = []
    first = 0
    for count in counts:
        hands.append(sum(pack[first : first + count]))
        first += count
    return hands
