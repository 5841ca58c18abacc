"""The rules of the card game Charlemagne, in every published reading, as values.

>>> from charlemagne import apply, deal, legal_moves, parse_move
>>> state = deal(seed=7)
>>> [str(move) for move in legal_moves(state)]
['P', '5', '6', '7', '8', 'M', 'C', 'GM', 'GC']
>>> state = apply(state, parse_move("6"))
>>> state.to_move
<Seat.SOUTH: 'S'>
"""

from charlemagne.about import BuildInfo, build_info
from charlemagne.about import __version__ as __version__
from charlemagne.cards import Card, CardSet, Rank, Suit
from charlemagne.contracts import Contract
from charlemagne.dealing import deal
from charlemagne.deals import Deal, Trick
from charlemagne.engine import apply, legal_moves, score, why_illegal
from charlemagne.errors import CharlemagneError, InvalidDeal, InvalidRules, NotationError
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
    parse_move,
)
from charlemagne.notation import parse_position, position_text
from charlemagne.refusals import IllegalMove, Reason, Violation
from charlemagne.rules import CANADIAN, ENGLISH, KOREAN, MAINE, Rules
from charlemagne.scoring import HandResult, Score
from charlemagne.seats import Seat, Side
from charlemagne.state import State
from charlemagne.table import Phase
from charlemagne.views import View, view

__all__ = [
    "CANADIAN",
    "ENGLISH",
    "KOREAN",
    "MAINE",
    "AskPartner",
    "Bid",
    "BuildInfo",
    "Card",
    "CardSet",
    "CharlemagneError",
    "Contract",
    "Deal",
    "Discard",
    "GiveCard",
    "HandResult",
    "Hidden",
    "IllegalMove",
    "InvalidDeal",
    "InvalidRules",
    "Move",
    "NameTrump",
    "NotationError",
    "Pass",
    "Phase",
    "Play",
    "Rank",
    "Reason",
    "Rules",
    "Score",
    "Seat",
    "Side",
    "State",
    "Suit",
    "TakeKitty",
    "Trick",
    "View",
    "Violation",
    "apply",
    "build_info",
    "deal",
    "legal_moves",
    "parse_move",
    "parse_position",
    "position_text",
    "score",
    "view",
    "why_illegal",
]
