"""What users write, for type checkers to read: nothing here is run."""

from __future__ import annotations

import random
from collections.abc import Iterator, Set
from typing import assert_never, assert_type

from charlemagne import (
    CANADIAN,
    AskPartner,
    Bid,
    BuildInfo,
    Card,
    CardSet,
    Contract,
    Deal,
    Discard,
    GiveCard,
    HandResult,
    Hidden,
    IllegalMove,
    Move,
    NameTrump,
    Pass,
    Phase,
    Play,
    Rank,
    Reason,
    Rules,
    Score,
    Seat,
    Side,
    State,
    Suit,
    TakeKitty,
    Trick,
    View,
    Violation,
    apply,
    build_info,
    deal,
    legal_moves,
    parse_move,
    parse_position,
    position_text,
    score,
    view,
    why_illegal,
)
from charlemagne.records import (
    Difference,
    Problem,
    Record,
    Recorder,
    first_difference,
    problems,
    replay,
)


def every_function(rules: Rules, state: State, move: Move, record: Record) -> None:
    assert_type(build_info(), BuildInfo)
    assert_type((build_info().version, build_info().compiled), tuple[str, bool])
    assert_type(deal(), State)
    assert_type(deal(rules, seed=1, dealer=Seat.EAST, scores=(0, 5)), State)
    assert_type(deal(state, rng=random.Random(1)), State)
    assert_type(deal(rules, cards=Deal.random(rules, random.Random(1))), State)
    assert_type(legal_moves(state), tuple[Move, ...])
    assert_type(why_illegal(state, move), Violation | None)
    assert_type(why_illegal(state, move, by=Seat.EAST), Violation | None)
    assert_type(apply(state, move, by=Seat.EAST), State)
    assert_type(score(state), Score)
    assert_type(view(state, Seat.NORTH), View)
    assert_type(view(state, None), View)
    assert_type(parse_move("P"), Move)
    assert_type(position_text(state), str)
    assert_type(parse_position(""), State)
    assert_type(replay(record), Iterator[State])
    assert_type(problems(record), list[Problem])
    assert_type(problems(b""), list[Problem])
    assert_type(first_difference(rules, CANADIAN, record), Difference | None)


def every_attribute_of_a_state(state: State) -> None:
    assert_type(state.rules, Rules)
    assert_type(state.phase, Phase)
    assert_type(state.to_move, Seat | None)
    assert_type(state.dealer, Seat)
    assert_type(state.next_dealer, Seat | None)
    assert_type(state.scores, tuple[int, int])
    assert_type(state.scores_at_deal, tuple[int, int])
    assert_type(state.deal, Deal)
    assert_type(state.moves, tuple[Move, ...])
    assert_type(state.hands, tuple[CardSet, CardSet, CardSet, CardSet])
    assert_type(state.kitty, CardSet)
    assert_type(state.calls, tuple[tuple[Seat, Pass | Bid], ...])
    assert_type(state.contract, Contract | None)
    assert_type(state.bidder, Seat | None)
    assert_type(state.trump, Suit | None)
    assert_type(state.partner_out, Seat | None)
    assert_type(state.asked, Card | None)
    assert_type(state.discards, CardSet)
    assert_type(state.trick, tuple[tuple[Seat, Card], ...])
    assert_type(state.tricks, tuple[Trick, ...])
    assert_type(state.tricks_won, tuple[int, int, int, int])
    assert_type(state.shown, frozenset[Seat])
    assert_type(state.result, HandResult | None)
    assert_type(state.winner, Side | None)
    assert_type(state.hands[Seat.NORTH], CardSet)


def every_attribute_of_a_view(seen: View) -> None:
    assert_type(seen.seat, Seat | None)
    assert_type(seen.hand, CardSet)
    assert_type(seen.cards_left[Seat.EAST], int)
    assert_type(seen.discards, CardSet | None)
    assert_type(seen.given, Card | None)
    assert_type(seen.received, Card | None)
    assert_type(seen.moves, tuple[Move | Hidden, ...])
    assert_type(seen.legal_moves, tuple[Move, ...])
    assert_type(seen.voids[Seat.EAST], frozenset[Suit | Card])
    assert_type(seen.unseen, CardSet)
    assert_type(seen.shown[Seat.EAST], CardSet | None)
    assert_type(seen.to_dict(), dict[str, object])


def cards_combine(hand: CardSet, others: Set[Card]) -> None:
    assert_type(Card(Rank.TEN, Suit.HEARTS), Card)
    assert_type(Card.parse("TH"), Card)
    assert_type(Card.HIGH_JOKER, Card)
    assert_type(hand & others, CardSet)
    assert_type(hand | others, CardSet)
    assert_type(hand - others, CardSet)
    assert_type(hand ^ others, CardSet)
    assert_type([card.rank for card in hand], list[Rank | None])


def every_kind_of_move(move: Move) -> str:
    match move:
        case Pass():
            return "pass"
        case Bid(contract):
            return str(assert_type(contract, Contract))
        case TakeKitty():
            return "kitty"
        case AskPartner(card):
            return str(assert_type(card, Card | None))
        case GiveCard(card):
            return str(assert_type(card, Card))
        case Discard(cards):
            return str(assert_type(cards, CardSet))
        case NameTrump(suit):
            return str(assert_type(suit, Suit))
        case Play(card):
            return str(assert_type(card, Card))
        case _:
            assert_never(move)


def every_phase(phase: Phase) -> bool:
    match phase:
        case Phase.AUCTION | Phase.TRUMP | Phase.AID | Phase.ASK | Phase.GIVE | Phase.DISCARD:
            return False
        case Phase.PLAY:
            return True
        case Phase.HAND_OVER | Phase.GAME_OVER:
            return False
        case _:
            assert_never(phase)


def rules_take_texts_too() -> None:
    assert_type(Rules(pack="without_jokers", named_card={Contract.CHARLEMAGNE}), Rules)
    assert_type(Rules(values={Contract.FIVE: (5, 6)}).value(Contract.FIVE), tuple[int, int])
    assert_type(Rules.parse("maine"), Rules)
    assert_type(CANADIAN.describe(), str)
    assert_type(CANADIAN.differences(Rules()), dict[str, tuple[object, object]])


def a_refusal_says_why(state: State, move: Move) -> tuple[Reason, str, Move, str] | None:
    try:
        apply(state, move)
    except IllegalMove as error:
        refused = assert_type(error.violation, Violation)
        return refused.reason, refused.rule, refused.move, refused.message
    return None


def a_table_keeps_a_record(table: Recorder, move: Move) -> Record:
    assert_type(table.deal(seed=1), State)
    assert_type(table.apply(move, by=Seat.NORTH), State)
    assert_type(table.state, State | None)
    record = table.record()
    assert_type(record.players, dict[Seat, str])
    assert_type(record.tags, dict[str, str])
    assert_type(record.public(None), Record)
    assert_type(Record.from_json(record.to_json()), Record)
    assert_type(Record.from_text(record.to_text()), Record)
    assert_type(Record.parse(record.to_text()), Record)
    assert_type(Recorder.resume(record), Recorder)
    return record
