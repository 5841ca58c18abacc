"""Text forms: positions, moves, deals and rules, both ways, strictly, and with errors that help."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import charlemagne.testing as kit
from charlemagne import (
    Card,
    CardSet,
    CharlemagneError,
    Contract,
    Deal,
    IllegalMove,
    InvalidDeal,
    InvalidRules,
    Move,
    NotationError,
    Phase,
    Rank,
    Rules,
    Seat,
    Side,
    State,
    Suit,
    apply,
    legal_moves,
    parse_move,
    parse_position,
    position_text,
    why_illegal,
)
from charlemagne.moves import BIDS, Discard
from charlemagne.rules import read_rules
from record_kit import (
    examples,
    in_one_spelling,
    other_spellings,
    rules_texts,
    spoilt,
    written,
)
from support import F1, F4, F9, HANDS, PACK, PHASES, dealt, in_pack_order, line, texts

PERFT = [
    row["position"]
    for row in json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))[
        "rows"
    ]
]
POSITIONS = [*PERFT, *(hand.line for hand in HANDS), *(text for text, _ in PHASES.values())]
POSITIONS = [text.rstrip() for text in POSITIONS]


def told(state: State) -> str:
    """A position, written from what a state shows of itself by no writer of the library's."""
    ns, ew = state.scores
    if state.result is not None:
        ns -= state.result.points * (state.result.side is Side.NS)
        ew -= state.result.points * (state.result.side is Side.EW)
    places = [*zip("NESW", state.deal.hands, strict=True), ("K", state.deal.kitty)]
    hands = [f"{place}:{in_pack_order(map(str, held))}" for place, held in places if held]
    return " ".join(
        [f"{state.rules} {state.dealer} {ns}-{ew} | {' '.join(hands)} |", *texts(state.moves)]
    )


# Positions, both ways.


@given(kit.games(max_hands=2))
@examples(60)
def test_position_text_both_ways_at_every_point(game: tuple[State, ...]) -> None:
    """A state that is written is not the one that is read back.

    Catches a writer or a reader that loses or alters the rules, the dealer, the scores at the
    deal (written with the hand's points once it is over), a place of the deal, or a move.
    """
    for state in game:
        text = position_text(state)
        assert text == told(state)
        again = parse_position(text)
        assert again == state
        assert again.scores == state.scores
        assert again.hands == state.hands
        assert again.to_move is state.to_move
        assert position_text(again) == text


@given(kit.states())
@examples(150)
def test_position_text_both_ways_in_every_phase(state: State) -> None:
    """A state in a phase or contract that games seldom come to is not read back as it was.

    Catches what the property above does, in the exchanges, in games that end, and at any scores.
    """
    text = position_text(state)
    assert text == told(state)
    assert parse_position(text) == state
    assert parse_position(text).phase is state.phase


@pytest.mark.parametrize("text", POSITIONS)
def test_position_text_of_known_positions(text: str) -> None:
    """A position that was written by hand is not its own text, or a move does not lengthen it."""
    state = parse_position(text)
    assert position_text(state) == text
    for move in legal_moves(state)[:40]:
        after = apply(state, move)
        assert position_text(after) == f"{text} {move}"
        assert parse_position(f"{text} {move}") == after


def test_position_text_is_that_of_the_design() -> None:
    """The text has another form than the one that is documented."""
    hands = dealt(north="7C 8H", kitty="7H 9S")
    state = parse_position(f"canadian N 0-12 | {hands} | P 5 P P -7H.9S =S")
    assert position_text(state) == f"canadian N 0-12 | {hands} | P 5 P P -7H.9S =S"
    assert state.phase is Phase.PLAY
    assert state.bidder is Seat.SOUTH
    assert state.scores == (0, 12)
    assert position_text(parse_position(f"canadian N 0-12 | {hands} |")).endswith(" |")


@pytest.mark.parametrize("thing", [None, b"canadian", 7, "canadian"])
def test_only_a_state_has_a_position_text(thing: object) -> None:
    """Something that is no state fails deep inside, or is written as if it were one."""
    with pytest.raises(TypeError, match="a State is wanted here, not"):
        position_text(thing)  # type: ignore[arg-type]


@pytest.mark.parametrize("thing", [None, b"canadian N 0-0", 7, Path("x")])
def test_a_position_is_read_from_a_str_alone(thing: object) -> None:
    """Bytes or None fail deep inside instead of with a `TypeError` that says what came."""
    with pytest.raises(TypeError, match="read from a str, not from"):
        parse_position(thing)  # type: ignore[arg-type]


# What reading forgives.


@given(st.data())
@examples(80)
def test_a_position_forgives_the_order_and_spacing_of_cards(data: st.DataObject) -> None:
    """The order of a hand's cards, or a space more between them, makes another deal or an error."""
    state = data.draw(kit.states())
    head, hands, moves = position_text(state).split("|")
    other = data.draw(other_spellings(hands.strip()))
    assert Deal.parse(other) == state.deal
    assert parse_position(f"{head}| {other} |{moves}") == state


@given(rules_texts(), kit.seats())
@examples(120)
def test_rules_forgive_the_order_of_fields_and_the_preset(
    drawn: tuple[str, Rules], dealer: Seat
) -> None:
    """The same rules over another preset, or with their fields in another order, are others.

    Catches a reader that lets a preset's field stand where another value was written, and a
    writer whose choice of preset depends on anything but the values.
    """
    text, reading = drawn
    assert Rules.parse(text) == reading
    assert str(Rules.parse(text)) == str(reading)
    start = line(rules=str(reading), dealer=str(dealer))
    _, rest = start.split(" ", 1)
    assert position_text(parse_position(f"{text} {rest}")) == start


# Other texts, both ways.


@given(kit.moves())
@examples(200)
def test_move_text_both_ways(move: Move) -> None:
    """A move of any kind is read back as another, or its text is not its only one."""
    assert parse_move(str(move)) == move
    assert str(parse_move(str(move))) == str(move)


def test_every_single_move_is_read_back() -> None:
    """A move that a strategy seldom draws is not read back."""
    found = [*"PKA", *map(str, BIDS), *(f"={suit}" for suit in "CDHS")]
    found += [f"{sign}{card}" for sign in ("", ">", "-", "A:") for card in PACK]
    moves = [parse_move(text) for text in found]
    assert texts(moves) == found
    assert len(set(moves)) == len(found)
    assert str(Discard(())) == "-"
    assert parse_move("-") == Discard(())


@given(kit.deals())
@examples(100)
def test_deal_text_both_ways(cards: Deal) -> None:
    """A deal loses or exchanges a card, or its text is not in pack order."""
    assert Deal.parse(str(cards)) == cards
    assert str(cards) == in_one_spelling(str(cards))
    assert len(re.findall(r"[A-Z0-9]{2}", str(cards))) == 32 + len(cards.kitty)


@given(kit.rules())
@examples(200)
def test_rules_text_both_ways(reading: Rules) -> None:
    """A field of the rules is lost, or stands in their text although it does not differ."""
    text = str(reading)
    assert Rules.parse(text) == reading
    name, *fields = text.split("+")
    preset = Rules.parse(name)
    assert [field.partition("=")[0] for field in fields] == list(reading.differences(preset))
    fewest = min(
        len(reading.differences(Rules.parse(other)))
        for other in ("canadian", "maine", "english", "korean")
    )
    assert len(fields) == fewest


@pytest.mark.parametrize("kind", [Suit, Rank, Seat, Side, Contract, Phase])
def test_the_members_of_an_enumeration_are_read_back(
    kind: type[Suit | Rank | Seat | Side | Contract | Phase],
) -> None:
    """A member is read from its name, from another case, or not from its text."""
    for member in kind:
        assert kind.parse(str(member)) is member
        for other in (member.name, str(member).lower(), f" {member}", f"{member}\n"):
            if other != str(member):
                with pytest.raises(NotationError):
                    kind.parse(other)


# One spelling each.


def spelt(text: str) -> str:
    """A position with all undone that reading forgives, by no rule of the library's readers."""
    head, hands, moves = text.split("|")
    reading, rest = head.split(" ", 1)
    return f"{Rules.parse(reading)} {rest}| {in_one_spelling(hands)} |{moves}"


@given(st.sampled_from(POSITIONS).flatmap(spoilt))
@examples(400)
def test_a_spoilt_position_is_refused_or_says_what_it_says(text: str) -> None:
    """A spoilt position raises something of Python's own, or is read as something else.

    Catches an unguarded `int`, index or unpacking in the readers, and every leniency: a space too
    many, another case, a second spelling of a number or a deal.
    """
    try:
        state = parse_position(text)
    except (NotationError, InvalidRules, InvalidDeal, IllegalMove):
        return
    assert position_text(state) == spelt(text)


_READERS: dict[str, Callable[[str], object]] = {
    "card": Card.parse,
    "cards": CardSet.parse,
    "move": parse_move,
    "deal": Deal.parse,
    "rules": Rules.parse,
    "contract": Contract.parse,
    "seat": Seat.parse,
}
_SAMPLES = {
    "card": PACK,
    "cards": ["", "7C", "TH KS AS LO HI"],
    "move": [
        "P",
        "GM",
        "GC",
        "K",
        "A",
        "A:QH",
        ">QH",
        "-7H.8H",
        "-7C.8H.HI",
        "-",
        "=S",
        "QH",
        "LO",
    ],
    "deal": [dealt(), dealt(north="HI", kitty="7C LO"), dealt(jokers=False, west="JC")],
    "rules": [
        *("canadian", "maine", "canadian+dealer_forced=true+target=50"),
        *("korean+auction=single_round", "canadian+named_card=C,GC+values=5:5/6,M:15/10"),
        *("maine+named_card=none", "english+pack=without_jokers+redeal_by=same_dealer"),
    ],
    "contract": ["5", "M", "GC"],
    "seat": ["N", "W"],
}


@given(st.sampled_from(sorted(_READERS)), st.data())
@examples(800)
def test_a_spoilt_text_is_refused_or_says_what_it_says(kind: str, data: st.DataObject) -> None:
    """A card, move, deal or rules in another spelling are read, or raise an error of Python's own.

    Catches leniencies and unguarded conversions in these readers, and a suggestion that is itself
    no right spelling.
    """
    text = data.draw(spoilt(data.draw(st.sampled_from(_SAMPLES[kind]))))
    try:
        read = _READERS[kind](text)
    except NotationError as error:
        assert_is_told_a_spelling(error)
        return
    except (InvalidRules, InvalidDeal):
        return
    if kind == "deal":
        assert str(read) == in_one_spelling(text)
    elif kind == "cards":
        assert str(read) == in_pack_order(word for word in text.split(" ") if word)
    elif isinstance(read, Rules):
        for setting in text.split("+")[1:]:
            field, value = setting.split("=")
            assert written(getattr(read, field)) == value
    else:
        assert str(read) == text


def assert_is_told_a_spelling(error: NotationError) -> None:
    """Fail unless what an error suggests, if it does, is the one spelling of something."""
    for near in re.findall(r"did you mean '([^']*)'\?", str(error)):
        assert is_a_spelling(near), near


def is_a_spelling(near: str) -> bool:
    """Whether this is the one spelling of a move, rules, a contract, a seat or a number."""
    for parse in (parse_move, Rules.parse, Contract.parse, Seat.parse):
        try:
            if str(parse(near)) == near:
                return True
        except CharlemagneError:
            continue
    return near.isdigit()


@pytest.mark.parametrize(
    ("text", "near"),
    [
        *(("pass", "P"), ("p", "P"), (" P", "P"), ("five", "5"), ("mulot", "M"), ("m", "M")),
        *(("Gros Mulot", "GM"), ("gros_charlemagne", "GC"), ("gc", "GC"), ("kitty", "K")),
        *(("ask", "A"), ("a", "A"), ("a:qh", "A:QH"), ("A:10H", "A:TH"), ("A:Q♥", "A:QH")),
        *((">q♥", ">QH"), (">10H", ">TH"), ("> QH", ">QH"), (">hi", ">HI"), ("> ★", ">HI")),
        *(("=h", "=H"), ("=♥", "=H"), ("= S", "=S"), ("=s ", "=S")),
        *(("q♥", "QH"), ("HQ", "QH"), ("10♥️", "TH"), ("☆", "LO"), ("lo", "LO"), (" 7C", "7C")),
        *(("-8H.7H", "-7H.8H"), ("-HI.LO", "-LO.HI"), ("-7S.7C.7H", "-7C.7H.7S")),
    ],
)
def test_a_move_in_another_spelling_is_told_the_right_one(text: str, near: str) -> None:
    """A move that is nearly right is refused without its right spelling, or with another."""
    with pytest.raises(NotationError) as refused:
        parse_move(text)
    assert f"did you mean '{near}'?" in str(refused.value)
    assert repr(text) in str(refused.value)
    assert str(parse_move(near)) == near


@pytest.mark.parametrize(
    ("text", "said", "place"),
    [
        ("", "'' is no move; moves are written P 5 6 7 8 M C GM GC K A A:QH >QH -7H.8H =S QH", 0),
        ("9", "'9' is no move; moves are written P 5 6 7 8", 0),
        ("QX", "'QX' is no move; moves are written", 0),
        ("-?", "'-?' stands for a hidden move, which cannot be played", 0),
        (">?", "'>?' stands for a hidden move, which cannot be played", 0),
        (">", "'>' is no move; it wants one card after '>'", 0),
        (">6C", "'>6C' is no move; it wants one card after '>'", 0),
        ("A:", "'A:' is no move; it wants one card after 'A:'", 0),
        ("A:6C", "'A:6C' is no move; it wants one card after 'A:'", 0),
        ("=", "'=' is no move; it wants one suit after '='", 0),
        ("=HI", "'=HI' is no move; it wants one suit after '='", 0),
        ("-7H,8H", "'7H,8H' is no card; a card is one of 789TJQKA and one of CDHS", 1),
        ("-7H.8h", "'8h' is no card; did you mean '8H'? (at character 5)", 4),
        ("-7H.10H.8H", "'10H' is no card; did you mean 'TH'? (at character 5)", 4),
        ("-7H.7H", "'7H' stands twice in '-7H.7H' (at character 5)", 4),
        ("-7H.", "'' is no card; a card is one of", 4),
        ("-7H.8H ", "'8H ' is no card; did you mean '8H'?", 4),
    ],
)
def test_what_is_no_move(text: str, said: str, place: int) -> None:
    """What is no move is read as one, or its fault is placed elsewhere."""
    with pytest.raises(NotationError) as refused:
        parse_move(text)
    assert str(refused.value).startswith(said)
    assert refused.value.offset == place


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        (Seat, "n", "'n' is no seat; did you mean 'N'?"),
        (Seat, "north", "'north' is no seat; did you mean 'N'?"),
        (Seat, "X", "'X' is no seat; there are N E S W"),
        (Side, "ew", "'ew' is no side; did you mean 'EW'?"),
        (Side, "N", "'N' is no side; there are NS EW"),
        (Contract, "gros mulot", "'gros mulot' is no contract; did you mean 'GM'?"),
        (Contract, "Five", "'Five' is no contract; did you mean '5'?"),
        (Contract, "9", "'9' is no contract; there are 5 6 7 8 M C GM GC"),
        (Suit, "hearts", "'hearts' is no suit; did you mean 'H'?"),
        (Rank, "ten", "'ten' is no rank; did you mean 'T'?"),
        (Phase, "hand over", "'hand over' is no phase; did you mean 'HAND_OVER'?"),
    ],
)
def test_what_is_no_seat_side_or_contract(
    kind: type[Suit | Rank | Seat | Side | Contract | Phase], text: str, said: str
) -> None:
    """A word in another case or language is read, or refused without the right one."""
    with pytest.raises(NotationError) as refused:
        kind.parse(text)
    assert str(refused.value) == said


# Errors of a position: their kind, their place, and what they name.

HANDS_TEXT = dealt(north="7C 8H", kitty="7H 9S")
GOOD = f"canadian N 0-12 | {HANDS_TEXT} | P 5 P P -7H.9S =S"
SHAPE = "a position is written RULES DEALER NS-EW | DEAL | MOVES"


def test_the_position_of_the_next_tests_is_right() -> None:
    """What the next tests spoil is wrong for another reason."""
    assert position_text(parse_position(GOOD)) == GOOD


# What is replaced in it, by what, and the error: its text begins so, and points at this.
SPOILT = [
    # the whole
    (GOOD, "", SHAPE, ""),
    (GOOD, "canadian N 0-12", SHAPE, ""),
    (GOOD, f"canadian N 0-12 | {HANDS_TEXT}", "the second '|' is missing; a position is", ""),
    (" | N:", " |N:", "the second '|' is missing; a position is", ""),
    (" | P", " |P", "'P' stands right after the second '|'; a position is", "P"),
    ("0-12 ", "0-12  ", "'canadian N 0-12 ' is no RULES DEALER NS-EW", ""),
    ("canadian N", "canadian  N", "'canadian  N 0-12' is no RULES DEALER NS-EW", ""),
    ("canadian N 0-12", "canadian N", "'canadian N' is no RULES DEALER NS-EW", ""),
    # rules
    ("canadian", "Canadian", "'Canadian' is no preset; did you mean 'canadian'?", ""),
    ("canadian", "french", "'french' is no preset; there are canadian, maine, english,", ""),
    ("canadian", "canadian+target", "'target' is no setting; write field=value", "target N"),
    ("canadian", "canadian+", "'' is no setting; write field=value", " N 0"),
    ("canadian", "canadian+target=5+target=6", "target stands twice", "target=6"),
    ("canadian", "canadian+target=050", "'050' is no number; did you mean '50'?", "050"),
    ("canadian", "canadian+target=-5", "'-5' is no number; numbers are written like 32", "-5"),
    ("canadian", "canadian+target=\u0665", "'\u0665' is no number; numbers are", "\u0665"),
    ("canadian", "canadian+target=" + "9" * 5000, "a number has 601 digits", "9999"),
    ("canadian", "canadian+named_card=GC,C", "named_card wants its contracts once", "GC,C"),
    ("canadian", "canadian+named_card=c", "'c' is no contract; did you mean 'C'?", "c N"),
    ("canadian", "canadian+values=6:1/1,5:1/1", "values wants its contracts once each", "6:1"),
    ("canadian", "canadian+values=5:5/5", "'5:5/5' is the value as it is; leave it", "5:5/5"),
    ("canadian", "canadian+values=5:5", "'5:5' is no value; write contract:made/failed", "5:5 "),
    ("canadian", "canadian+values=5:5/06", "'06' is no number; did you mean '6'?", "06 "),
    # dealer and scores
    ("N 0-12", "n 0-12", "'n' is no seat; did you mean 'N'?", "n 0"),
    ("N 0-12", "X 0-12", "'X' is no seat; there are N E S W", "X 0"),
    ("0-12", "0:12", "'0:12' is no score; scores are written like 0-12", "0:12"),
    ("0-12", "-12", "'' is no number; numbers are written like 32", "-12"),
    ("0-12", "0-", "'' is no number; numbers are written like 32", " | N"),
    ("0-12", "007-12", "'007' is no number; did you mean '7'?", "007-12"),
    ("0-12", "0-+12", "'+12' is no number; did you mean '12'?", "+12"),
    ("0-12", "0-12-3", "'12-3' is no number; numbers are written like 32", "12-3"),
    # the deal
    ("N:7C", "7C", "a deal is written N:... E:... S:... W:... K:...,", "7C"),
    ("N:7C", "QS N:7C", "a deal is written N:... E:... S:... W:... K:...,", "QS"),
    ("E:", "S:", "'S:' stands where 'E:' should", "S:"),
    ("E:", "", "'S:' stands where 'E:' should", "S:"),
    (" K:7H 9S", " K:7H 9S N:", "a deal has the parts N: E: S: W: and K:, once each", "N: |"),
    ("N:7C", "N:10C", "'10C' is no card; did you mean 'TC'?", "10C"),
    ("N:7C", "N:?", "'?' is no card; a card is one of", "?"),
    ("N:7C", "N:7C\t", "'7C\\t' is no card; did you mean '7C'?", "7C\t"),
    ("N:7C", "N:7C 7C", "'7C' stands twice", "7C 8C"),
    ("W:", "W:AS,", "'AS,", "AS,"),
    (" K:7H 9S", " K: ", "without a kitty no 'K:' is written", "K: "),
    # the moves
    ("P 5", "P  5", "'' is no move; moves are written P 5 6", " 5"),
    (" =S", " =S ", "'' is no move; moves are written P 5 6", ""),
    (" =S", " =S\n", "'=S\\n' is no move; did you mean '=S'?", "=S\n"),
    ("P 5", "p 5", "'p' is no move; did you mean 'P'?", "p 5"),
    ("-7H.9S", "-9S.7H", "'-9S.7H' is not in pack order; did you mean '-7H.9S'?", "-9S.7H"),
    ("-7H.9S", "-7H.9s", "'9s' is no card; did you mean '9S'?", "9s"),
    ("-7H.9S", "-?", "'-?' stands for a hidden move, which cannot be played", "-?"),
    ("=S", "=spades", "'=spades' is no move; it wants one suit after '='", "=spades"),
    ("=S", "=S | 5 S 6 made NS 5", "'|' is no move; moves are written", "| 5"),
]


# An id has no backslash, which pytest would escape once more whenever it collects anew.
@pytest.mark.parametrize(
    ("right", "wrong", "said", "at"),
    SPOILT,
    ids=[ascii(row[1]).replace("\\", "/")[:40] for row in SPOILT],
)
def test_an_error_of_a_position_says_what_and_where(
    right: str, wrong: str, said: str, at: str
) -> None:
    """A position with one fault is read, or the error names another fault or another place."""
    text = GOOD.replace(right, wrong, 1)
    with pytest.raises(NotationError) as refused:
        parse_position(text)
    error = refused.value
    assert str(error).startswith(said)
    if at:
        assert text[error.offset :].startswith(at)
    place = f" (at character {error.offset + 1})" if error.offset else ""
    assert str(error).endswith(place)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("canadian", "canadian+foo=1", "unknown field 'foo'; the fields are pack, nine_high,"),
        ("canadian", "canadian+target=0", "target must be a positive int, not 0"),
        ("canadian", "canadian+nine_high=yes", "nine_high must be true or false, not 'yes'"),
        ("canadian", "canadian+nine_high=True", "nine_high must be true or false, not 'True'"),
        ("canadian", "canadian+pack=jokers", "pack must be 'with_jokers' or 'without_jokers',"),
        ("canadian", "canadian+named_card=5", "named_card holds Contract.CHARLEMAGNE and GROS_"),
        ("canadian", "canadian+values=5:0/5", "values must give two positive ints (made, failed)"),
    ],
)
def test_rules_that_there_are_not(right: str, wrong: str, said: str) -> None:
    """A field or a value that there is not is read, or called a fault of spelling."""
    with pytest.raises(InvalidRules) as refused:
        parse_position(GOOD.replace(right, wrong, 1))
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("0-12", "0-32", "scores must be a tuple (NS, EW) of ints from 0 to 31, not (0, 32)"),
        ("canadian", "canadian+target=12", "scores must be a tuple (NS, EW) of ints from 0 to 11,"),
        ("canadian", "maine", "these rules play with 32 cards, and this deal has a kitty"),
        (" K:7H 9S", "", "7D 8D"),
        ("N:7C ", "N:", "N has 7 cards; each seat is dealt 8"),
        ("K:7H 9S", "K:7H", "K has 1 cards; the kitty has 2, or none without jokers"),
        ("K:7H 9S", "K:7C 9S", "7C is dealt twice"),
    ],
)
def test_deals_that_there_are_not(right: str, wrong: str, said: str) -> None:
    """Cards that are not the pack, or scores that end the game, are dealt all the same."""
    text = GOOD.replace(right, wrong, 1)
    if not right.startswith(" K:"):
        with pytest.raises(InvalidDeal) as refused:
            parse_position(text)
        assert str(refused.value).startswith(said)
    else:
        with pytest.raises(InvalidDeal):
            parse_position(text)


def test_a_pack_without_jokers_has_no_kitty_in_its_text() -> None:
    """A deal without a kitty under rules with one is dealt, or the error does not say so."""
    text = line(rules="maine").replace("maine", "canadian", 1)
    with pytest.raises(InvalidDeal, match="these rules play with 34 cards, and this deal has no"):
        parse_position(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{line()} ", id="a space after the last bar"),
        pytest.param(f"{line(rules='maine').removesuffix(' |')} K: |", id="an empty kitty"),
    ],
)
def test_a_position_has_no_second_spelling(text: str) -> None:
    """A space at the end, or a kitty of no cards, is passed over."""
    with pytest.raises(NotationError):
        parse_position(text)


# A move that breaks a rule: the number of the move, the move, the rule and the place.

REFUSED = [
    (f"{PHASES['AUCTION'][0]} 6", "5", "BID_TOO_LOW", "bid.higher"),
    (f"{PHASES['AUCTION'][0]}", "=S", "WRONG_PHASE", "turn"),
    (
        line("P P P", rules="canadian+dealer_forced=true"),
        "P",
        "MUST_BID",
        "bid.dealer-forced",
    ),
    (PHASES["AID"][0], "A:QH", "MAY_NOT_ASK", "named-card"),
    (PHASES["ASK"][0], "A:HI", "MAY_NOT_ASK", "named-card"),
    (f"{PHASES['ASK'][0]} A:LO", ">AD", "MUST_GIVE_NAMED", "named-card"),
    (PHASES["GIVE"][0], ">7C", "NOT_HELD", "hand"),
    (PHASES["DISCARD"][0], "-7D", "WRONG_COUNT", "trick-bid"),
    (PHASES["DISCARD"][0], "-7C.7D", "NOT_HELD", "hand"),
    (f"{F1.until_trick(6)} JD TC", "LO", "NOT_HELD", "hand"),
    (f"{F1.until_trick(6)} JD TC", "QD", "MUST_FOLLOW", "play.follow"),
    (f"{F4.start} LO 9C", "8C", "MUST_PLAY_JOKER", "mulot.jokers"),
    (line("5 P P P", rules="maine"), "LO", "WRONG_PHASE", "turn"),
    (line("5 P P P =S", rules="maine"), "LO", "NOT_IN_PACK", "pack"),
    (F1.line, "P", "HAND_OVER", "turn"),
    (F9.line, "7C", "GAME_OVER", "target"),
]


@pytest.mark.parametrize(
    ("before", "move", "reason", "rule"),
    REFUSED,
    ids=[f"{reason}: {move}" for _, move, reason, _ in REFUSED],
)
@pytest.mark.parametrize("after", ["", " P 7C"])
def test_a_position_names_the_first_move_that_breaks_a_rule(
    before: str, move: str, reason: str, rule: str, after: str
) -> None:
    """An illegal move is made, or the error does not say which it is, which rule, and where."""
    before = before.rstrip()
    text = f"{before} {move}{after}"
    with pytest.raises(IllegalMove) as refused:
        parse_position(text)
    number = len(before.split("|")[2].split()) + 1
    violation = refused.value.violation
    assert violation.reason.name == reason
    assert violation.rule == rule
    assert violation.move == parse_move(move)
    said = str(refused.value)
    assert said == violation.message
    assert said.startswith(f"move {number}, {move}: ")
    assert f"({rule})" in said
    assert said.endswith(f"(at character {len(before) + 2})")


@given(kit.states(), kit.moves())
@examples(200)
def test_a_position_is_refused_exactly_when_its_last_move_is(state: State, move: Move) -> None:
    """Reading makes a move that `apply` refuses, or refuses one that it makes.

    Catches a reader that sets a state up without playing it, and a message or violation that is
    not the engine's own.
    """
    text = f"{position_text(state)} {move}"
    violation = why_illegal(state, move)
    if violation is None:
        assert parse_position(text) == apply(state, move)
        return
    with pytest.raises(IllegalMove) as refused:
        parse_position(text)
    found = refused.value.violation
    assert (found.reason, found.rule, found.move) == (
        violation.reason,
        violation.rule,
        violation.move,
    )
    place = text.rindex(f" {move}") + 2
    assert str(refused.value) == (
        f"move {len(state.moves) + 1}, {move}: {violation.message} (at character {place})"
    )


@pytest.mark.parametrize("before", [0, 11])
@pytest.mark.parametrize(
    ("text", "said", "place"),
    [
        ("french", "'french' is no preset; there are canadian, maine, english, korean", 0),
        ("Maine", "'Maine' is no preset; did you mean 'maine'?", 0),
        ("canadian+nine_high", "'nine_high' is no setting; write field=value", 9),
        ("canadian+nine_high=true+pack", "'pack' is no setting; write field=value", 24),
        ("canadian+target=40+target=50", "target stands twice", 19),
        ("canadian+target=04", "'04' is no number; did you mean '4'?", 16),
        ("canadian+nine_high=true+target=04", "'04' is no number; did you mean '4'?", 31),
        ("canadian+target=4=5", "'4=5' is no number; numbers are written like 32", 16),
        ("canadian+named_card=X", "'X' is no contract; there are 5 6 7 8 M C GM GC", 20),
        ("canadian+named_card=C,X", "'X' is no contract; there are 5 6 7 8 M C GM GC", 22),
        (
            "canadian+named_card=GC,C",
            "named_card wants its contracts once each, in bid order: C",
            20,
        ),
        (
            "canadian+named_card=C,C",
            "named_card wants its contracts once each, in bid order: C",
            20,
        ),
        ("canadian+values=5", "'5' is no value; write contract:made/failed", 16),
        ("canadian+values=5:6", "'5:6' is no value; write contract:made/failed", 16),
        ("canadian+values=5:6/6:7", "'6:7' is no number", 20),
        ("canadian+values=5:6/6/7", "'6/7' is no number", 20),
        ("canadian+values=5:6/6,6/7", "'6/7' is no value; write contract:made/failed", 22),
        ("canadian+values=5:6/6,X:1/1", "'X' is no contract; there are", 22),
        ("canadian+values=5:6/6,GM:x/1", "'x' is no number", 25),
        ("canadian+values=5:6/6,GM:10/x", "'x' is no number", 28),
        ("canadian+values=6:7/7,5:5/5", "'5:5/5' is the value as it is; leave it out", 22),
        (
            "canadian+values=6:7/7,5:6/6",
            "values wants its contracts once each, in bid order: 5,6",
            16,
        ),
    ],
)
def test_an_error_of_rules_says_what_and_where(
    text: str, said: str, place: int, before: int
) -> None:
    """A fault in rules text is placed elsewhere, or from the start of another text."""
    with pytest.raises(NotationError) as refused:
        read_rules(text, before)
    assert str(refused.value).startswith(said)
    assert refused.value.offset == before + place


@pytest.mark.parametrize(
    ("text", "place"),
    [("canadian+foo=1", 9), ("canadian+pack=jokers", 9), ("canadian+nine_high=true+target=0", 24)],
)
def test_a_setting_that_there_is_not_is_placed(text: str, place: int) -> None:
    """Rules that are spelt well and are no rules are not told by their setting."""
    for before in (0, 11):
        with pytest.raises(InvalidRules) as refused:
            read_rules(text, before)
        assert refused.value.offset == before + place
    with pytest.raises(NotationError) as unread:
        Rules.parse("french")
    assert unread.value.offset == 0
