"""Where two readings of the rules part on one record: the point, what differs, and which rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import charlemagne.testing as kit
from charlemagne import (
    CANADIAN,
    ENGLISH,
    KOREAN,
    MAINE,
    Deal,
    IllegalMove,
    InvalidDeal,
    Rules,
    Seat,
    State,
    apply,
    deal,
    legal_moves,
    parse_move,
    parse_position,
)
from charlemagne.records import Difference, Record, first_difference
from record_kit import RECORDS, content, cut_games, examples, record_of, record_of_line
from support import F1, F3, F4, F6, F7, F8, F9, HANDS, Hand, line, position, texts

PRESETS = {"canadian": CANADIAN, "maine": MAINE, "english": ENGLISH, "korean": KOREAN}
RULE_IDS = {
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

BIDS = "P 5 6 7 8 M C GM GC"
ASKS = "A:8C A:9C A:TC A:JC A:QC A:KC A:AC A:7D A:8D A:9D A:TD A:QD A:KD A:AD A:7H A:8H A:9H A:TH"
ASKS += " A:QH A:7S A:9S A:TS A:JS A:QS A:KS A:AS"
# North bids a Mulot and leads a club; East has none, but the high joker.
VOID = {"north": "7C 8C 9C TC JC QC KC AC", "east": "7D 8D 9D TD JD QD KD HI"}
MULOT = line("M P P P 7C HI", dealer="W", **VOID)
# North leads the jack of trumps, and West plays the nine to it.
NINE = line(
    "5 P P P -7D.8D =H JH KH QH 9H",
    rules="canadian+trick_bid_lead=bidder",
    dealer="W",
    north="JH 7D 8D 9D TD JD QD KD",
    east="KH 7S 8S 9S TS JS QS KS",
    south="QH TH AH AC KC QC AD AS",
    west="7C 8C 9C 9H 7H 8H TC JC",
)

# The field, their value of it, the hands; then the hand, the moves made, what differs, and how.
ROWS: list[tuple[str, str, list[str], tuple[int, int, str, str, str]]] = [
    (
        "pack",
        "without_jokers",
        [F1.line],
        (
            1,
            0,
            "deal",
            "it can be dealt",
            "these rules play with 32 cards, and this deal has a kitty",
        ),
    ),
    ("auction", "until_all_pass", [F3.line], (1, 4, "to move", "S, DISCARD", "E, AUCTION")),
    (
        "dealer_forced",
        "true",
        [line("P P P 5")],
        (1, 3, "legal moves", BIDS, BIDS.removeprefix("P ")),
    ),
    ("redeal_by", "same_dealer", [line("P P P P")], (1, 4, "next dealer", "E", "N")),
    ("trump_named", "before_kitty", [F1.line], (1, 4, "to move", "N, DISCARD", "N, TRUMP")),
    ("trick_bid_lead", "bidder", [F1.line], (1, 6, "to move", "E, PLAY", "N, PLAY")),
    ("gros_mulot_shown", "at_once", [F8.line], (1, 4, "open hands", "none", "E")),
    ("gros_charlemagne_shown", "at_once", [F9.line], (1, 7, "open hands", "none", "S")),
    ("gros_charlemagne_shown", "after_first_trick", [F9.line], (1, 10, "open hands", "none", "S")),
    ("named_card", "C", [F6.line], (1, 4, "to move", "N, GIVE", "S, ASK")),
    ("named_card", "GC", [F9.line], (1, 4, "legal moves", "K A", f"K A {ASKS}")),
    ("joker_forced", "false", [MULOT], (1, 5, "legal moves", "HI", VOID["east"])),
    ("stop_when_broken", "false", [F7.line], (1, 16, "scores", "0-8", "0-0")),
    ("target", "5", [F1.line], (1, 38, "to move", "nobody, HAND_OVER", "nobody, GAME_OVER")),
    (
        "target",
        "6",
        [F1.line, F3.line],
        (2, 38, "to move", "nobody, HAND_OVER", "nobody, GAME_OVER"),
    ),
    (
        "target",
        "5",
        [F1.from_scores("0-5").line],
        (
            1,
            0,
            "deal",
            "it can be dealt",
            "scores must be a tuple (NS, EW) of ints from 0 to 4, not (0, 5)",
        ),
    ),
    ("values", "5:6/5", [F1.line], (1, 38, "scores", "5-0", "6-0")),
    ("values", "6:6/9", [F1.line, F3.line], (2, 38, "scores", "5-6", "5-9")),
]


def with_field(rules: Rules, field: str, value: str) -> Rules:
    """Rules with one field set, as text sets it."""
    return Rules.parse(f"{rules}+{field}={value}")


@pytest.mark.parametrize(
    ("field", "value", "lines", "expected"),
    ROWS,
    ids=[f"{field}={value}-{len(lines)}" for field, value, lines, _ in ROWS],
)
def test_each_field_makes_its_difference(
    field: str, value: str, lines: list[str], expected: tuple[int, int, str, str, str]
) -> None:
    """The readings part elsewhere, or in something else, or another field is blamed for it."""
    record = record_of_line(*lines)
    ours, theirs = CANADIAN, with_field(CANADIAN, field, value)
    found = first_difference(ours, theirs, record)
    assert found is not None
    hand, move, what, mine, others = expected
    assert (found.hand, found.move, found.what) == (hand, move, what)
    assert (found.ours, found.theirs) == (mine, others)
    assert found.fields == (field,)
    assert found.rules == (RULE_IDS[field],)
    again = first_difference(theirs, ours, record)
    assert again is not None
    assert (again.hand, again.move, again.what) == (hand, move, what)
    assert (again.ours, again.theirs) == (others, mine)
    assert again.fields == (field,)
    if what == "deal":
        assert found.position == str(record.hands[hand - 1].deal)
    else:
        there = parse_position(found.position)
        assert there.rules == ours
        assert there.deal == record.hands[hand - 1].deal
        assert there.moves == record.hands[hand - 1].moves[:move]


def test_the_nine_high_makes_its_difference() -> None:
    """The readings do not part on who wins a trick."""
    record = record_of_line(NINE)
    ours = Rules.parse("canadian+trick_bid_lead=bidder")
    theirs = attrs.evolve(ours, nine_high=True)
    found = first_difference(ours, theirs, record)
    assert found == Difference(
        hand=1,
        move=10,
        what="to move",
        ours="N, PLAY",
        theirs="W, PLAY",
        fields=("nine_high",),
        rules=("rank.trump",),
        position=NINE,
    )


def test_every_field_is_looked_at() -> None:
    """A field of the rules has no row above."""
    fields = {field for field, *_ in ROWS} | {"nine_high"}
    assert fields == set(RULE_IDS)
    assert {field.name for field in attrs.fields(Rules)} == fields


# A hand each, on which two of the presets part, and how.
PARTED = {
    ("canadian", "english"): (F3.line, "to move", ("trump_named",)),
    ("canadian", "korean"): (F3.line, "to move", ("auction",)),
    ("english", "korean"): (F9.line, "open hands", ("gros_charlemagne_shown",)),
    ("canadian", "maine"): (F1.line, "deal", ("pack",)),
    ("english", "maine"): (F1.line, "deal", ("pack",)),
    ("korean", "maine"): (F1.line, "deal", ("pack",)),
}


@pytest.mark.parametrize(("one", "other"), list(PARTED), ids=map("-".join, PARTED))
def test_the_presets_part(one: str, other: str) -> None:
    """Two presets are taken for the same, or part over a field in which they do not differ."""
    text, what, fields = PARTED[one, other]
    record = record_of_line(text)
    for ours, theirs in ((one, other), (other, one)):
        found = first_difference(PRESETS[ours], PRESETS[theirs], record)
        assert found is not None
        assert found.what == what
        assert found.fields == fields
        assert found.rules == tuple(RULE_IDS[field] for field in fields)


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.name)
def test_a_reading_agrees_with_itself(hand: Hand) -> None:
    """A reading parts from itself, or the rules that stand in the record are looked at."""
    record = record_of_line(hand.line)
    assert first_difference(record.rules, record.rules, record) is None
    other = attrs.evolve(record, rules=MAINE)
    assert first_difference(record.rules, record.rules, other) is None
    assert first_difference(CANADIAN, ENGLISH, other) == first_difference(CANADIAN, ENGLISH, record)


def test_readings_agree_where_the_field_does_not_matter() -> None:
    """A field that makes no difference to what was played makes one all the same."""
    for field, value in (
        ("dealer_forced", "true"),
        ("redeal_by", "same_dealer"),
        ("gros_mulot_shown", "at_once"),
        ("joker_forced", "false"),
        ("named_card", "C,GC"),
        ("target", "50"),
        ("values", "GM:1/1"),
    ):
        theirs = with_field(CANADIAN, field, value)
        assert first_difference(CANADIAN, theirs, record_of_line(F1.line)) is None
    assert first_difference(CANADIAN, ENGLISH, record_of_line(F4.line)) is None
    assert first_difference(CANADIAN, KOREAN, Record(CANADIAN)) is None


@pytest.mark.parametrize("seat", [*Seat, None], ids=str)
def test_what_is_hidden_is_not_compared(seat: Seat | None) -> None:
    """Two readings are compared on a record whose cards are hidden."""
    public = record_of_line(F3.line).public(seat)
    if seat is Seat.SOUTH:
        assert first_difference(CANADIAN, CANADIAN, public) is None
        return
    with pytest.raises(InvalidDeal, match="hand 1: some of its cards are hidden"):
        first_difference(CANADIAN, ENGLISH, public)


def test_a_hidden_move_is_not_compared() -> None:
    """A record whose deal is known, and a move of it hidden, is compared beyond that move."""
    text = content(RECORDS / "good" / "public-partner.txt")
    with pytest.raises(InvalidDeal, match="hand 1, move 7 is hidden, and cannot be replayed"):
        first_difference(
            MAINE, with_field(MAINE, "stop_when_broken", "false"), Record.from_text(text)
        )


def test_what_cannot_be_played_is_not_compared() -> None:
    """A record that neither reading can deal or play makes no error."""
    record = record_of_line(F1.line)
    no_jokers = with_field(MAINE, "target", "5")
    with pytest.raises(InvalidDeal, match="hand 1: these rules play with 32 cards"):
        first_difference(MAINE, no_jokers, record)
    [hand] = record.hands
    illegal = attrs.evolve(hand, moves=(*hand.moves[:3], parse_move("QH")))
    with pytest.raises(IllegalMove, match=r"not to play a card \(turn\)"):
        first_difference(CANADIAN, ENGLISH, attrs.evolve(record, hands=[illegal]))
    over = record_of_line(F9.line)
    twice = attrs.evolve(over, hands=[*over.hands, *over.hands])
    # What follows the end of the game is not looked at.
    same_dealer = with_field(CANADIAN, "redeal_by", "same_dealer")
    assert first_difference(CANADIAN, same_dealer, twice) is None


# In any game, told once more.


def facts(state: State) -> list[tuple[str, object]]:
    """What can be seen of a state, in the order in which it is compared."""
    return [
        ("scores", state.scores),
        ("to move", (state.to_move, state.phase)),
        ("legal moves", texts(legal_moves(state))),
        ("open hands", state.shown),
        ("next dealer", state.next_dealer),
    ]


def told_difference(ours: Rules, theirs: Rules, record: Record) -> tuple[int, int, str] | None:
    """The hand, the moves made and what differs, by playing everything under both readings."""
    scores = record.start
    for number, hand in enumerate(record.hands, 1):
        cards = Deal.parse(str(hand.deal))
        pair: list[State] = []
        for reading in (ours, theirs):
            try:
                pair.append(deal(reading, cards=cards, dealer=hand.dealer, scores=scores))
            except InvalidDeal:
                continue
        if len(pair) < 2:
            return number, 0, "deal"
        for made in range(len(hand.moves) + 1):
            mine, others = facts(pair[0]), facts(pair[1])
            for (what, one), (_, other) in zip(mine, others, strict=True):
                if one != other:
                    return number, made, what
            if made < len(hand.moves):
                move = parse_move(str(hand.moves[made]))
                pair = [apply(state, move) for state in pair]
        scores = pair[0].scores
    return None


@st.composite
def nearby(draw: st.DrawFn, ours: Rules) -> Rules:
    """Rules that differ from others in a field or a few, or in anything."""
    other = draw(kit.rules())
    if draw(st.booleans()):
        return other
    fields = list(ours.differences(other))
    chosen = draw(st.lists(st.sampled_from(fields), max_size=2)) if fields else []
    change: Any = attrs.evolve
    changed: Rules = change(ours, **{field: getattr(other, field) for field in chosen})
    return changed


@given(cut_games(max_hands=2), st.data())
@examples(120)
def test_the_first_difference_in_any_game(game: Sequence[State], data: st.DataObject) -> None:
    """The readings part earlier or later, one side is told for the other, or a wrong field blamed.

    Catches a comparison that leaves out a fact, a hand or its end, carries on from other scores,
    or looks at the record's own rules; and a field named that is the same in both.
    """
    record = record_of(game)
    ours = game[0].rules
    theirs = data.draw(nearby(ours))
    found = first_difference(ours, theirs, record)
    expected = told_difference(ours, theirs, record)
    assert (found and (found.hand, found.move, found.what)) == expected
    again = first_difference(theirs, ours, record)
    if found is None:
        assert again is None
        return
    assert again is not None
    assert (again.hand, again.move, again.what) == expected
    assert (again.ours, again.theirs) == (found.theirs, found.ours)
    differing = list(ours.differences(theirs))
    assert found.fields
    assert [field for field in differing if field in found.fields] == list(found.fields)
    if len(differing) == 1:
        assert found.fields == tuple(differing)
    assert found.rules == tuple(dict.fromkeys(RULE_IDS[field] for field in found.fields))
    if found.what != "deal":
        there = position(found.position)
        assert there.rules == ours
        assert there.moves == record.hands[found.hand - 1].moves[: found.move]
