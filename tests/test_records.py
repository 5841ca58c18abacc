"""Records: whole games as JSON and as lines, both ways, checked, replayed and spoilt."""

# ruff: noqa: N802 - the names of the cases are B48 and B53
from __future__ import annotations

import copy
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NotRequired, TypedDict, cast

import attrs
import jsonschema
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import charlemagne.testing as kit
from charlemagne import (
    CANADIAN,
    MAINE,
    Bid,
    Card,
    CardSet,
    Contract,
    Deal,
    HandResult,
    Hidden,
    IllegalMove,
    InvalidDeal,
    InvalidRules,
    Move,
    NotationError,
    Pass,
    Phase,
    Play,
    Rules,
    Seat,
    Side,
    State,
    apply,
    deal,
    legal_moves,
    parse_move,
    parse_position,
    position_text,
    view,
    why_illegal,
)
from charlemagne.records import (
    KnownDeal,
    Record,
    RecordedHand,
    Recorder,
    problems,
    replay,
    schema,
)
from record_kit import (
    RECORDS,
    content,
    corpus,
    cut_games,
    examples,
    in_one_spelling,
    last_states,
    record_of,
    record_of_line,
    records,
    spoilt,
)
from support import (
    F1,
    F3,
    F4,
    F5,
    F7,
    F8,
    F9,
    PACK,
    PHASES,
    Hand,
    cards,
    cards_named_in,
    dealt,
    in_pack_order,
    line,
    position,
    states_of,
    texts,
)

READERS: Mapping[str, Callable[..., Record]] = {
    "json": Record.from_json,
    "txt": Record.from_text,
}
KINDS = pytest.mark.parametrize("kind", list(READERS))
VALIDATOR = jsonschema.Draft202012Validator(schema())
# Everything that a reader may raise on a text.
REFUSALS = (NotationError, InvalidRules, InvalidDeal, IllegalMove)


def written(record: Record, kind: str) -> str:
    return record.to_json() if kind == "json" else record.to_text()


# What a record says, told once more from the states of the game.


def told_hands(game: Sequence[State]) -> list[dict[str, object]]:
    """The hands of a game as JSON has them, from the states by none of the library's writers."""
    found: list[dict[str, object]] = []
    for state in last_states(game):
        places = [*zip("NESW", state.deal.hands, strict=True), ("K", state.deal.kitty)]
        hands = [f"{place}:{in_pack_order(map(str, held))}" for place, held in places if held]
        result = None
        if state.result is not None:
            won = state.result
            result = {
                "contract": str(won.contract),
                "bidder": str(won.bidder),
                "tricks": won.tricks,
                "made": won.made,
                "side": str(won.side),
                "points": won.points,
            }
        over = state.to_move is None
        found.append(
            {
                "dealer": str(state.dealer),
                "deal": " ".join(hands),
                "moves": " ".join(texts(state.moves)),
                "result": result,
                "scores": list(state.scores) if over else None,
            }
        )
    return found


def told(record: Record, game: Sequence[State]) -> dict[str, object]:
    """A record as JSON has it, its members in the order in which they are written."""
    first = game[0]
    data: dict[str, object] = {
        "format": "charlemagne-record",
        "version": 1,
        "rules": str(first.rules),
    }
    if first.scores != (0, 0):
        data["start"] = list(first.scores)
    if record.players:
        seats = [seat for seat in Seat if seat in record.players]
        data["players"] = {str(seat): record.players[seat] for seat in seats}
    if record.tags:
        data["tags"] = {name: record.tags[name] for name in sorted(record.tags)}
    data["hands"] = told_hands(game)
    return data


def told_lines(data: Mapping[str, Any]) -> str:
    """The same record in lines."""
    lines = ["charlemagne-record 1", f"rules {data['rules']}"]
    if "start" in data:
        lines.append(f"start {data['start'][0]}-{data['start'][1]}")
    lines += [f"player {seat} {name}" for seat, name in data.get("players", {}).items()]
    lines += [f"tag {name} {value}" for name, value in data.get("tags", {}).items()]
    for hand in data["hands"]:
        words = ["hand", hand["dealer"], "|", hand["deal"], "|", *hand["moves"].split()]
        if hand["scores"] is not None:
            result = hand["result"]
            ending = "passed out"
            if result is not None:
                ending = " ".join(
                    str(result[key]) for key in ("contract", "bidder", "tricks", "side", "points")
                )
                outcome = "made" if result["made"] else "failed"
                ending = re.sub(r" (NS|EW) ", rf" {outcome} \1 ", ending)
            words += ["|", ending, "|", "-".join(map(str, hand["scores"]))]
        lines.append(" ".join(words))
    return "".join(f"{line}\n" for line in lines)


@given(records())
@examples(70)
def test_records_both_ways(drawn: tuple[Record, tuple[State, ...]]) -> None:
    """A record loses something on its way through a text, or is written in another form.

    Catches a member, line or letter that is written or read otherwise than the form has it: the
    scores at the start, names and tags, unfinished and passed-out hands, the order of members.
    """
    record, game = drawn
    data = told(record, game)
    assert record.to_json() == json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    assert record.to_text() == told_lines(data)
    for kind, read in READERS.items():
        again = read(written(record, kind))
        assert again == record
        assert hash(again) == hash(record)
        assert again.players == record.players
        assert again.tags == record.tags
        assert written(again, kind) == written(record, kind)
    VALIDATOR.validate(json.loads(record.to_json()))


@given(records())
@examples(50)
def test_a_replay_gives_every_state(drawn: tuple[Record, tuple[State, ...]]) -> None:
    """A replay leaves a state out, or comes to others than those of the game.

    Catches a replay that deals the next hand from other scores or by another dealer, and a reader
    that finds fault with a sound record.
    """
    record, game = drawn
    assert tuple(replay(record)) == game
    assert not record.is_public
    for source in (
        record,
        record.to_json(),
        record.to_text(),
        record.to_json().encode(),
        record.to_text().encode(),
    ):
        assert problems(source) == []


@given(records(max_hands=2), st.data())
@examples(40)
def test_json_is_free_in_space_order_and_escapes(
    drawn: tuple[Record, tuple[State, ...]], data: st.DataObject
) -> None:
    """JSON that says the same in another way is refused, or read as another record.

    Catches a reader that expects its own layout: members in order, no escapes, its own spaces.
    """
    record, _ = drawn

    def mixed(value: object) -> object:
        if isinstance(value, dict):
            keys = data.draw(st.permutations(list(value)))
            return {key: mixed(value[key]) for key in keys}
        return [mixed(item) for item in value] if isinstance(value, list) else value

    text = json.dumps(
        mixed(json.loads(record.to_json())),
        ensure_ascii=data.draw(st.booleans()),
        indent=data.draw(st.sampled_from((None, 0, "\t"))),
        separators=data.draw(st.sampled_from(((",", ":"), (" , ", " :\r\n")))),
    )
    text = data.draw(st.sampled_from(("", " ", "\n\t"))) + text
    assert Record.from_json(text) == record
    assert problems(text) == []


@KINDS
@pytest.mark.parametrize("start", [(0, 5), (5, 0), (31, 31), (0, 0)], ids=str)
def test_the_start_of_a_record(kind: str, start: tuple[int, int]) -> None:
    """The scores at the start are lost when one side, or both, had none."""
    record = record_of_line(F1.from_scores("{}-{}".format(*start)).line)
    assert record.start == start
    assert ("start" in written(record, kind)) is (start != (0, 0))
    assert READERS[kind](written(record, kind)) == record
    assert next(replay(record)).scores == start


# A fault in a record: what is said of it, and where.


def places_in_text(text: str, hand: int) -> list[int]:
    """Where the moves of a hand stand in lines, and where one more would."""
    lines = text.split("\n")
    first = next(number for number, line in enumerate(lines) if line.startswith("hand "))
    before = sum(len(line) + 1 for line in lines[: first + hand])
    found = re.match(r"hand [NESW] \| [^|]+ \|", lines[first + hand])
    assert found is not None
    moves = lines[first + hand][found.end() + 1 :].split(" | ")[0]
    return _places(moves, before + found.end() + 1)


def places_in_json(text: str, hand: int) -> list[int]:
    """Where the moves of a hand stand in JSON, and where one more would."""
    found = list(re.finditer(r'"moves": "([^"]*)"', text))[hand]
    return _places(found[1], found.start(1))


def _places(moves: str, start: int) -> list[int]:
    places = [start + found.start() for found in re.finditer(r"[^ ]+", moves)]
    return [*places, start + len(moves) + (1 if moves else 0)]


PLACES = {"json": places_in_json, "txt": places_in_text}


def with_moves(record: Record, number: int, moves: Sequence[Move | Hidden]) -> Record:
    """A record with other moves in one of its hands."""
    hands = list(record.hands)
    hands[number] = attrs.evolve(hands[number], moves=tuple(moves))
    return attrs.evolve(record, hands=hands)


@given(records(), kit.moves(), st.data())
@examples(120)
def test_the_first_illegal_move_is_named_and_placed(
    drawn: tuple[Record, tuple[State, ...]], bad: Move, data: st.DataObject
) -> None:
    """A move that breaks a rule is let through, or another one is blamed, or another place.

    Catches an offset that is out by a word or a hand, a violation or list of legal moves from
    another state, and a message that does not name the hand, the move and the rule.
    """
    record, game = drawn
    at = data.draw(st.integers(0, len(game) - 1))
    state = game[at]
    violation = why_illegal(state, bad)
    assume(violation is not None)
    assert violation is not None
    hand = sum(not before.moves for before in game[: at + 1]) - 1
    number = len(state.moves)
    moves = list(record.hands[hand].moves)
    moves[number : number + 1] = [bad]
    spoilt_record = with_moves(record, hand, moves)
    said = f"hand {hand + 1}, move {number + 1}, {bad}: {violation.message}"
    for kind, read in READERS.items():
        text = written(spoilt_record, kind)
        place = PLACES[kind](text, hand)[number]
        found = problems(text)[0]
        assert text[place:].startswith(str(bad))
        assert (found.hand, found.move, found.offset) == (hand + 1, number + 1, place)
        assert found.message == f"{said} (at character {place + 1})"
        assert found.violation == violation
        assert found.legal_moves == legal_moves(state)
        assert problems(text.encode())[0] == found
        with pytest.raises(IllegalMove) as refused:
            read(text)
        assert str(refused.value) == found.message
        assert refused.value.violation.rule == violation.rule
    found = problems(spoilt_record)[0]
    assert found.message == said
    assert (found.hand, found.move, found.offset) == (hand + 1, number + 1, None)
    with pytest.raises(IllegalMove, match=f"^hand {hand + 1}, move {number + 1}, "):
        list(replay(spoilt_record))


@given(records(), st.sampled_from(("", "zz", "10H", "p", "-8C.7C", ">", "P\t5")), st.data())
@examples(60)
def test_an_unreadable_move_is_placed(
    drawn: tuple[Record, tuple[State, ...]], word: str, data: st.DataObject
) -> None:
    """A word that is no move is placed elsewhere.

    Catches an offset that is counted from the line, the member or the moves, not from the text.
    """
    record, _ = drawn
    hand = data.draw(st.integers(0, len(record.hands) - 1))
    number = data.draw(st.integers(0, len(record.hands[hand].moves)))
    assume(word or number < len(record.hands[hand].moves) - 1)
    # A tab cannot stand in a string of JSON as it is.
    for kind in ("txt",) if "\t" in word else ("txt", "json"):
        text = written(record, kind)
        places = PLACES[kind](text, hand)
        start, end = places[number], places[number] + len(word)
        if number < len(places) - 1:
            text = f"{text[:start]}{word} {text[start:]}"
        elif number:
            text = f"{text[: start - 1]} {word}{text[start - 1 :]}"
        else:
            space = " " if kind == "txt" else ""
            text = f"{text[: start - len(space)]}{space}{word}{text[start - len(space) :]}"
        found = problems(text)[0]
        assert isinstance(found.error, NotationError)
        assert (found.hand, found.move) == (hand + 1, number + 1)
        assert found.offset is not None
        assert start <= found.offset <= end
        assert found.message.startswith(f"hand {hand + 1}, move {number + 1}: ")


_TAMPERED: Mapping[str, Callable[[HandResult], HandResult]] = {
    "contract": lambda old: attrs.evolve(
        old, contract=Contract.SIX if old.contract is Contract.FIVE else Contract.FIVE
    ),
    "bidder": lambda old: attrs.evolve(old, bidder=old.bidder.next),
    "tricks": lambda old: attrs.evolve(old, tricks=old.tricks + 1),
    "made": lambda old: attrs.evolve(old, made=not old.made),
    "side": lambda old: attrs.evolve(old, side=old.side.other),
    "points": lambda old: attrs.evolve(old, points=old.points + 1),
}


@given(kit.games(max_hands=3).map(record_of), st.data())
@examples(60)
def test_a_result_that_does_not_follow_is_found(record: Record, data: st.DataObject) -> None:
    """A result or scores that the moves do not give are believed.

    Catches a check that leaves out a field of the result, or the scores of one side, or compares
    the scores with those of the hand alone.
    """
    number = data.draw(st.integers(0, len(record.hands) - 1))
    hand = record.hands[number]
    what = data.draw(st.sampled_from(("NS", "EW", *(_TAMPERED if hand.result else ("made up",)))))
    assert hand.scores is not None
    if what in {"NS", "EW"}:
        ns, ew = hand.scores
        wrong = attrs.evolve(hand, scores=(ns + (what == "NS"), ew + (what == "EW")))
    elif hand.result is None:
        made_up = HandResult(Contract.FIVE, Seat.NORTH, 5, True, Side.NS, 5)
        wrong = attrs.evolve(hand, result=made_up)
    else:
        wrong = attrs.evolve(hand, result=_TAMPERED[what](hand.result))
    hands = [*record.hands[:number], wrong, *record.hands[number + 1 :]]
    tampered = attrs.evolve(record, hands=hands)
    said = "scores are" if what in {"NS", "EW"} else "result is"
    for source in (tampered, tampered.to_json(), tampered.to_text()):
        found = problems(source)
        assert len(found) == 1
        assert found[0].hand == number + 1
        assert said in found[0].message
        assert "(score)" in found[0].message
        assert isinstance(found[0].error, NotationError)
    for kind, read in READERS.items():
        with pytest.raises(NotationError, match=f"^hand {number + 1}: the {said}"):
            read(written(tampered, kind))


def test_every_fault_of_a_record_is_found() -> None:
    """One fault hides another in a later hand, or a hand is blamed for the one before it."""
    text = content(RECORDS / "good" / "solo.txt")
    wrong_scores = text.replace("| 0-7\n", "| 0-8\n")
    wrong_result = wrong_scores.replace("GM E 0 made EW 30", "GM E 1 made EW 30")
    all_wrong = wrong_result.replace("HI 7H 8H", "HI 7H ZZ")
    assert [fault.hand for fault in problems(wrong_scores)] == [1]
    assert [fault.hand for fault in problems(wrong_result)] == [1, 2]
    found = problems(all_wrong)
    assert [(fault.hand, fault.move) for fault in found] == [(1, None), (2, None), (3, 10)]
    assert "the scores are" in found[0].message
    assert "the result is GM E 1 made EW 30, but the moves give GM E 0 made" in found[1].message
    assert "'ZZ' is no move" in found[2].message
    offsets = [fault.offset or 0 for fault in found]
    assert offsets == sorted(offsets)
    # Nobody knows how the game stands after a hand that cannot be read.
    unreadable = text.replace("LO 7H 8C", "LO 7H ZZ")
    assert [(fault.hand, fault.move) for fault in problems(unreadable)] == [(1, 7)]


def test_a_problem_says_what_would_have_been_legal() -> None:
    """The violation of a fault, or its legal moves, are missing."""
    text = content(RECORDS / "bad" / "illegal-must-follow.txt")
    [found] = problems(text)
    assert found.violation is not None
    assert found.violation.rule == "play.follow"
    assert texts(found.legal_moves) == ["TH"]
    assert isinstance(found.error, IllegalMove)
    assert found == problems(text.encode())[0]


@pytest.mark.parametrize("thing", [None, 7, ["hand"], Path("record.json"), bytearray(b"{}")])
def test_a_record_is_looked_for_in_nothing_else(thing: object) -> None:
    """Something that is no source fails deep inside, or passes for a sound record."""
    with pytest.raises(TypeError, match="a record is a str, bytes or a Record, not"):
        problems(thing)  # type: ignore[arg-type]


@KINDS
@pytest.mark.parametrize("thing", [None, b"{}", 7])
def test_a_record_is_read_from_a_str_alone(kind: str, thing: object) -> None:
    """Bytes are read, or fail deep inside."""
    with pytest.raises(TypeError, match="read from a str, not from"):
        READERS[kind](thing)


# The corpus.


class Expected(TypedDict):
    """What is said of the first fault of a file; how many faults there are, if more than one."""

    error: str
    message: str
    hand: NotRequired[int]
    move: NotRequired[int]
    offset: int | None
    at: NotRequired[str]
    faults: NotRequired[int]


EXPECTED = cast(
    "dict[str, Expected]",
    json.loads((RECORDS / "expected.json").read_text(encoding="utf-8")),
)


def by_name(path: Path) -> str:
    return path.name


def test_the_corpus_is_whole() -> None:
    """A bad record is not checked, since it is not in the table, or the table has one too many."""
    assert {path.name for path in corpus("bad")} == set(EXPECTED)
    assert len(EXPECTED) >= 30
    named = {
        match
        for row in EXPECTED.values()
        for match in re.findall(r"\(([a-z.-]+)\)", row["message"])
    }
    assert named >= {
        *("bid.higher", "bid.dealer-forced", "turn", "named-card", "hand", "trick-bid", "pack"),
        *("play.follow", "mulot.jokers", "target", "score", "deal"),
    }


@pytest.mark.parametrize("path", corpus("bad"), ids=by_name)
def test_a_bad_record(path: Path) -> None:
    """A kind of fault is passed over, or is told otherwise, or elsewhere."""
    expected = EXPECTED[path.name]
    source = path.read_bytes()
    found = problems(source)
    first = found[0]
    assert first.message == expected["message"]
    assert first.hand == expected.get("hand")
    assert first.move == expected.get("move")
    assert first.offset == expected["offset"]
    assert type(first.error).__name__ == expected["error"]
    assert len(found) == expected.get("faults", 1)
    assert (first.violation is not None) is (expected["error"] == "IllegalMove")
    try:
        text = source.decode()
    except UnicodeDecodeError:
        return
    assert problems(text) == found
    if "at" in expected:
        assert first.offset is not None
        assert text[first.offset :].startswith(expected["at"])
    with pytest.raises(type(first.error)) as refused:
        READERS["json" if looks_like_json(text) else "txt"](text)
    assert str(refused.value) == str(first.error)


# The hands, and the scores at the end or None, from the worked hands that the files are made of.
GOOD = {
    "dealt": (1, None),
    "empty": (0, None),
    "english": (1, None),
    "evening": (3, (37, 6)),
    "house-rules": (2, (38, 0)),
    "jokers": (2, (5, 16)),
    "korean": (1, None),
    "loose-evening": (3, (37, 6)),
    "maine": (1, (31, 20)),
    "passed-out": (2, (0, 15)),
    "played-out": (1, (0, 8)),
    "public-broken-off": (2, None),
    "public-partner": (1, (31, 20)),
    "public-south": (3, (37, 6)),
    "public-spectator": (3, (37, 6)),
    "public-west": (3, (37, 6)),
    "same-dealer": (2, None),
    "solo": (3, (0, 45)),
}


@pytest.mark.parametrize("name", sorted(GOOD))
def test_a_good_record(name: str) -> None:
    """A sound record is refused, or the two forms of it are read as two records."""
    in_json = content(RECORDS / "good" / f"{name}.json")
    in_lines = content(RECORDS / "good" / f"{name}.txt")
    assert problems(in_json) == problems(in_lines) == problems(in_json.encode()) == []
    record = Record.from_json(in_json)
    assert Record.from_text(in_lines) == record
    hands, scores = GOOD[name]
    assert len(record.hands) == hands
    assert (record.hands[-1].scores if record.hands else None) == scores
    assert record.is_public is name.startswith("public-")
    VALIDATOR.validate(json.loads(in_json))
    if name.startswith("loose-"):
        canonical = Record.from_text(content(RECORDS / "good" / f"{name[6:]}.txt"))
        assert record == canonical
    else:
        assert record.to_json() == in_json
        assert record.to_text() == in_lines


def test_every_good_record_is_looked_at() -> None:
    """A file lies among the good records, and nobody reads it."""
    assert sorted(path.name for path in corpus("good")) == sorted(
        f"{name}.{kind}" for name in GOOD for kind in READERS
    )


@pytest.mark.parametrize(
    "name",
    [
        *("unknown-key", "unknown-key-in-hand", "unknown-key-in-result", "missing-key-in-hand"),
        *("missing-key-in-result", "hands-missing", "rules-missing", "version-missing"),
        *("format-missing", "wrong-format", "newer-version", "version-true", "version-text"),
        *("rules-number", "hands-object", "hand-text", "points-negative", "tricks-true"),
        *("made-text", "result-text", "result-no-contract", "scores-three", "scores-text"),
        *("start-true", "players-empty", "players-array", "player-no-seat", "player-two-lines"),
        *("tag-number", "tag-bad-name", "tags-null", "dealer-number", "dealer-no-seat"),
        *("deal-object", "moves-array"),
    ],
)
def test_the_schema_knows_the_form(name: str) -> None:
    """The schema lets through what has not the form of a record."""
    data = json.loads(content(RECORDS / "bad" / f"{name}.json"))
    assert not VALIDATOR.is_valid(data)


def test_the_schema_is_a_schema() -> None:
    """The schema is no schema, or what `schema` gives can be changed for everybody."""
    jsonschema.Draft202012Validator.check_schema(schema())
    schema().clear()
    assert schema()["title"] == "Charlemagne record"


# Texts that are spoilt.

GOOD_TEXTS = [content(path) for path in corpus("good") if path.stat().st_size < 1300]


def in_its_one_spelling(text: str) -> str:
    """Lines with all undone that reading forgives, by no rule of the library's readers."""
    lines = text.split("\n")
    for number, written_line in enumerate(lines):
        word, _, rest = written_line.partition(" ")
        if word == "rules" and number == 1:
            lines[number] = f"rules {Rules.parse(rest)}"
        elif word == "hand":
            parts = written_line.split(" | ")
            if len(parts) == 2:
                parts = [parts[0], f"{in_one_spelling(parts[1].removesuffix('|'))} |"]
            else:
                parts[1] = in_one_spelling(parts[1])
            lines[number] = " | ".join(parts)
    return "\n".join(lines)


def looks_like_json(text: str) -> bool:
    return text.lstrip(" \t\r\n")[:1] == "{"


@given(st.sampled_from(GOOD_TEXTS).flatmap(spoilt))
@examples(400)
def test_a_spoilt_record_is_refused_or_says_what_it_says(text: str) -> None:
    """A spoilt record raises something of Python's own, or is read as something else.

    Catches an unguarded conversion or index in a reader or a check, a `problems` that raises or
    disagrees with the readers, an offset outside the text, and every second spelling of lines.
    """
    found = problems(text)
    for fault in found:
        assert fault.offset is None or 0 <= fault.offset <= len(text)
        assert isinstance(fault.error, REFUSALS)
        assert str(fault.error)
    kind = "json" if looks_like_json(text) else "txt"
    if found:
        with pytest.raises(REFUSALS) as refused:
            READERS[kind](text)
        assert type(refused.value) is type(found[0].error)
        assert str(refused.value) == str(found[0].error)
    else:
        record = READERS[kind](text)
        assert READERS[kind](written(record, kind)) == record
        if kind == "txt":
            assert record.to_text() == in_its_one_spelling(text)
    with pytest.raises(REFUSALS):
        READERS["txt" if kind == "json" else "json"](text)


@given(st.sampled_from(GOOD_TEXTS), st.data())
@examples(150)
def test_whatever_the_bytes(text: str, data: st.DataObject) -> None:
    """Some bytes make `problems` raise.

    Catches bytes that are decoded or compared without care.
    """
    source = bytearray(text.encode())
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.integers(0, len(source) - 1))
        source[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=3))
    found = problems(bytes(source))
    for fault in found:
        assert isinstance(fault.error, REFUSALS)
        assert fault.offset is None or 0 <= fault.offset <= len(source)


@given(st.binary() | st.text())
@examples(100)
def test_whatever_is_no_record(source: bytes | str) -> None:
    """Something quite else makes `problems` raise, or passes for a record."""
    assert problems(source)


# What passes the limits of Python's own readers.

UNKNOWN = "N:? ? ? ? ? ? ? ? E:? ? ? ? ? ? ? ? S:? ? ? ? ? ? ? ? W:? ? ? ? ? ? ? ? K:? ?"


def one_hand(**members: object) -> dict[str, object]:
    """The members of a record of one hand that was not played, and others."""
    hand: dict[str, object] = {"dealer": "W", "deal": UNKNOWN, "moves": ""}
    hand |= {"result": None, "scores": None}
    data: dict[str, object] = {"format": "charlemagne-record", "version": 1, "rules": "canadian"}
    data["hands"] = [hand]
    hand.update({key: value for key, value in members.items() if key in hand})
    data.update({key: value for key, value in members.items() if key in data or key == "start"})
    return data


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("{" * 300_000, id="braces"),
        pytest.param('{"a":' * 150_000, id="objects"),
        pytest.param('{"hands": ' + "[" * 300_000, id="open arrays"),
        pytest.param('{"hands": ' + "[" * 300_000 + "]" * 300_000 + "}", id="arrays"),
        pytest.param('{"version": ' + "1" * 900_000 + "}", id="a number"),
        pytest.param('{"version": ' + "1" * 4_300 + "}", id="the longest number"),
        pytest.param('{"version": 1e999999}', id="an infinite number"),
        pytest.param("charlemagne-record " + "1" * 900_000 + "\n", id="a version in a line"),
        pytest.param("charlemagne-record 1\nrules " + "+a" * 400_000 + "\n", id="rules"),
        pytest.param("charlemagne-record 1\nrules canadian\n" + "hand\n" * 9_000, id="hands"),
    ],
)
def test_too_much_of_something_is_no_record(text: str) -> None:
    """A text that is too deep or too long for Python's own readers makes `problems` raise."""
    assert problems(text)
    with pytest.raises(REFUSALS):
        READERS["json" if looks_like_json(text) else "txt"](text)


@pytest.mark.parametrize("digits", [600, 601, 602, 4_000, 4_001, 4_300])
def test_numbers_that_cannot_be_added_and_written(digits: int) -> None:
    """Scores of so many digits that their sum cannot be written make `problems` raise."""
    most = 10**digits - 1
    result = {"contract": "M", "bidder": "N", "tricks": 1, "made": False, "side": "EW", "points": 7}
    over = {"moves": "M P P P AC 8C 9C", "result": result}
    for data in (
        one_hand(start=[0, most], scores=[0, 7], **over),
        one_hand(rules=f"canadian+target={10**599}", start=[0, 10**599 - 1], scores=[0, most]),
        one_hand(scores=[0, most], **over),
        one_hand(scores=[0, most], result={**result, "points": most}, moves=over["moves"]),
    ):
        assert problems(json.dumps(data))
        hand = cast("list[object]", data["hands"])[0]
        twice = {**data, "hands": [{**cast("dict[str, object]", hand), "moves": "7C"}, hand]}
        assert problems(json.dumps(twice))


@KINDS
def test_the_highest_scores_that_there_can_be(kind: str) -> None:
    """A game that the library plays has a score that its own record cannot hold."""
    most = 10**600 - 1
    table = Recorder(Rules(target=most, values={Contract.MULOT: (1, most)}))
    table.deal(seed=7, scores=(most - 1, most - 1))
    for text in "M P P P AH KH TH".split():
        state = table.apply(parse_move(text))
    assert sum(state.scores) == 3 * most - 2
    record = table.record()
    assert problems(record) == []
    assert READERS[kind](written(record, kind)) == record


def test_a_python_that_reads_short_numbers_alone_reads_them_all() -> None:
    """A number is read that the interpreter does not take: a ValueError of Python's own."""
    code = """
from charlemagne import NotationError, Rules
from charlemagne.records import problems
assert Rules.parse(str(Rules(target=10**600 - 1))).target == 10**600 - 1
for digits in (601, 602, 639, 640, 641, 900):
    text = "canadian+target=" + "9" * digits
    try:
        Rules.parse(text)
    except ValueError as error:
        assert "charlemagne" in type(error).__module__, error
    assert problems(f"charlemagne-record 1\\nrules {text}\\n")
    assert problems('{"version": ' + "9" * digits + "}")
"""
    command = [sys.executable, "-X", "int_max_str_digits=640", "-c", code]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stderr == ""


@pytest.mark.parametrize(
    ("member", "value", "at"),
    [
        ("deal", UNKNOWN.replace("N:?", "N:XX"), "XX"),
        ("deal", UNKNOWN.replace("S:?", "S:7C 7C"), "7C ? "),
        ("moves", "P P XX", "XX"),
        ("rules", "canadian+house=yes", "house=yes"),
        ("rules", "canadian+target=0", "target=0"),
        ("rules", "canadian+nine_high=YES", "nine_high=YES"),
    ],
)
def test_a_fault_behind_escapes_is_placed(member: str, value: str, at: str) -> None:
    """Escapes of JSON before a fault shift the place that is told of it."""
    text = json.dumps(one_hand(**{member: value}))
    before = value.partition(at)[0]
    escapes = "".join(f"\\u{ord(letter):04x}" for letter in before)
    for source in (text, text.replace(value, escapes + value.removeprefix(before))):
        fault = problems(source)[0]
        assert fault.offset is not None
        assert source[fault.offset :].startswith(at)
        if isinstance(fault.error, NotationError):
            assert fault.message.endswith(f" (at character {fault.offset + 1})")


def test_what_cannot_be_written_is_not_kept() -> None:
    """A record is made of values that its own text cannot hold, and `problems` raises."""
    huge = 10**5000
    none, six = CardSet(), CardSet.parse("7C 8C 9C TC JC QC")
    places = (none, none, none, none)
    result = HandResult(Contract.SIX, Seat.NORTH, 6, True, Side.NS, 6)
    with pytest.raises(NotationError, match="scores are a tuple of two ints"):
        Record(CANADIAN, start=(huge, 0))
    nothing = KnownDeal(places, none, 2)
    with pytest.raises(NotationError, match="scores are a tuple of two ints"):
        RecordedHand(Seat.NORTH, nothing, (), scores=(0, huge))
    for wrong in (attrs.evolve(result, points=huge), attrs.evolve(result, tricks=-1)):
        with pytest.raises(NotationError, match="tricks and points are ints from 0 up"):
            RecordedHand(Seat.NORTH, nothing, (), wrong)
    for hands, kitty, size, said in (
        ((six, none, six, none), none, 2, "7C 8C 9C TC JC QC is dealt twice"),
        ((six, none, none, none), six, 2, "K has 6 cards; 2 were dealt"),
        (
            (six | CardSet.parse("7D 8D 9D"), none, none, none),
            none,
            2,
            "N has 9 cards; 8 were dealt",
        ),
        (places[:3], none, 2, "a deal has the hands of four seats"),
        (places, none, huge, "a kitty is dealt 2 cards, or none, not an int of too many digits"),
        (places, none, True, "a kitty is dealt 2 cards, or none, not True"),
        (deal(seed=1).deal.hands, deal(seed=1).deal.kitty, 2, "nothing of this deal is unknown"),
    ):
        with pytest.raises(InvalidDeal, match=said):
            KnownDeal(hands, kitty, size)
    with pytest.raises(TypeError):
        KnownDeal(None, None, None)  # type: ignore[arg-type]  # what a caller without types does


@KINDS
def test_a_text_of_more_than_a_megabyte_is_not_read(kind: str) -> None:
    """A text of any length is read, the limit stays, or what is just short enough is refused."""
    record = record_of_line(F1.line)
    text = written(record, kind)
    read = READERS[kind]
    assert read(text, limit=len(text)) == record
    assert problems(text, limit=len(text)) == []
    said = f"the text has {len(text)} characters; no more than {len(text) - 1} are read"
    with pytest.raises(NotationError) as refused:
        read(text, limit=len(text) - 1)
    assert str(refused.value) == said
    for source in (text, text.encode()):
        [fault] = problems(source, limit=len(text) - 1)
        assert fault.message == said
    assert problems("x" * 1_000_001)[0].message == (
        "the text has 1000001 characters; no more than 1000000 are read"
    )
    assert "no more than" not in problems("x" * 1_000_000)[0].message
    assert "no more than" in problems(b"\xff" * 1_000_001)[0].message


def test_a_long_record_is_read_when_the_limit_is_raised() -> None:
    """A sound record of more than a megabyte cannot be read at all."""
    text = record_of_line(F1.line).to_json() + " " * 1_000_000
    with pytest.raises(NotationError, match="no more than 1000000 are read"):
        Record.from_json(text)
    assert Record.from_json(text, limit=2_000_000) == record_of_line(F1.line)
    assert problems(text, limit=2_000_000) == []
    assert len(problems(text.encode())) == 1


# Values.


def test_a_record_keeps_names_and_tags_in_order() -> None:
    """The order in which names and tags were given makes another record, or another text."""
    players = {Seat.WEST: "d", Seat.NORTH: "a"}
    tags = {"b": "2", "a": "1"}
    record = Record(CANADIAN, players=players, tags=tags)
    other = Record(
        CANADIAN,
        players=dict(reversed(players.items())),
        tags=dict(reversed(tags.items())),
    )
    assert record == other
    assert hash(record) == hash(other)
    assert record.to_text() == other.to_text()
    assert list(record.players) == [Seat.NORTH, Seat.WEST]
    assert list(record.tags) == ["a", "b"]
    record.players.clear()
    record.tags["c"] = "3"
    assert record == other
    assert record != Record(MAINE, players=players, tags=tags)
    assert record != Record(CANADIAN, players=players)
    assert record != attrs.evolve(record, start=(0, 1))


@pytest.mark.parametrize(
    "name", ["", " ", "a ", " a", "a\nb", "a\rb", "a\tb", "\x00", "a\u2028b", "a\x85b", "\ud800"]
)
def test_a_name_is_text_on_one_line(name: str) -> None:
    """A name that a line of text cannot keep is taken into a record."""
    for make in (
        lambda: Record(CANADIAN, players={Seat.NORTH: name}),
        lambda: Record(CANADIAN, tags={"event": name}),
        lambda: Recorder(players={Seat.NORTH: name}),
        lambda: Recorder(tags={"event": name}),
    ):
        with pytest.raises(NotationError, match="it wants text without"):
            make()


@pytest.mark.parametrize(
    "name",
    [
        "Jean\u00a0Luc",
        "Zoé",
        "\u0633\u0627\u0631\u0627\u200c\u062c",
        "\U0001f468\u200d\U0001f469",
        "\U0001fae8",
    ],
)
def test_a_name_is_kept_whatever_its_script(name: str) -> None:
    """A name is refused for its script, or by one Python and not by another."""
    record = Record(CANADIAN, players={Seat.NORTH: name}, tags={"event": name})
    VALIDATOR.validate(json.loads(record.to_json()))
    assert Record.from_text(record.to_text()) == Record.from_json(record.to_json()) == record


@pytest.mark.parametrize("name", ["", "Event", "the event", "é", "a.b", "a\n", "a:"])
def test_a_tag_has_a_plain_name(name: str) -> None:
    """A tag whose name a line of text cannot keep is taken into a record."""
    with pytest.raises(NotationError, match="is no tag's name"):
        Record(CANADIAN, tags={name: "x"})


@pytest.mark.parametrize(
    "make",
    [
        lambda: Record(CANADIAN, players={"N": "Marie"}),  # type: ignore[arg-type]
        lambda: Record(CANADIAN, players={Seat.NORTH: 7}),  # type: ignore[arg-type]
        lambda: Record(CANADIAN, tags={"year": 2024}),  # type: ignore[arg-type]
        lambda: Record(CANADIAN, tags={7: "x"}),  # type: ignore[arg-type]
        lambda: Record(CANADIAN, hands=[deal(seed=1)]),  # type: ignore[list-item]
    ],
)
def test_a_record_is_made_of_its_own_values(make: Callable[[], Record]) -> None:
    """A record is made of texts or states where seats, names and hands are wanted."""
    with pytest.raises(TypeError):
        make()


# The table that keeps a record.


def test_a_recorder_keeps_what_happens() -> None:
    """A table's record is not that of what was dealt and played at it, or changes afterwards."""
    table = Recorder(MAINE, players={Seat.EAST: "Zoé"}, tags={"event": "one"})
    assert table.state is None
    assert table.record() == Record(MAINE, players={Seat.EAST: "Zoé"}, tags={"event": "one"})
    state = table.deal(seed=3, dealer=Seat.SOUTH, scores=(2, 3))
    assert state == deal(MAINE, seed=3, dealer=Seat.SOUTH, scores=(2, 3))
    assert table.state == state
    kept = table.record()
    assert (kept.start, kept.hands[0].moves, kept.hands[0].scores) == ((2, 3), (), None)
    seen = [state]
    while state.to_move is not None:
        state = table.apply(legal_moves(state)[-1], by=state.to_move)
        seen.append(state)
        assert table.state == state
    assert kept.hands[0].moves == ()
    assert table.record().hands[0].result == state.result
    if state.phase is Phase.HAND_OVER:
        seen.append(table.deal(seed=4))
    assert tuple(replay(table.record())) == tuple(seen)
    assert Record.from_text(table.record().to_text()) == table.record()


@given(cut_games())
@examples(20)
def test_a_record_at_any_time(game: tuple[State, ...]) -> None:
    """The record is only right when a hand or the game is over.

    Catches a recorder that writes a hand down only when it is finished, or twice.
    """
    for end in {1, len(game) // 2 or 1, len(game)}:
        record = record_of(game[:end])
        assert tuple(replay(record)) == game[:end]
        assert len(record.hands) == len(last_states(game[:end]))


def test_a_recorder_refuses_as_the_engine_does() -> None:
    """A refusal leaves its trace at the table, or is another one than the engine's."""
    table = Recorder()
    with pytest.raises(InvalidDeal, match="no hand has been dealt: call deal first"):
        table.apply(Pass())
    with pytest.raises(InvalidDeal, match="scores must be a tuple"):
        table.deal(scores=(32, 0))
    assert table.state is None
    state = table.deal(seed=7, dealer=Seat.WEST)
    before = table.record()
    with pytest.raises(IllegalMove, match=r"not to play a card \(turn\)"):
        table.apply(Play(Card.HIGH_JOKER))
    with pytest.raises(IllegalMove, match="It is N's turn, not yours"):
        table.apply(Pass(), by=Seat.EAST)
    with pytest.raises(TypeError):
        table.apply("P")  # type: ignore[arg-type]
    with pytest.raises(InvalidDeal, match="the next hand is dealt at HAND_OVER"):
        table.deal(seed=8)
    assert table.state == state
    assert table.record() == before
    for _ in Seat:
        state = table.apply(Pass())
    with pytest.raises(InvalidDeal, match="dealer and scores follow from the game"):
        table.deal(dealer=Seat.WEST)
    with pytest.raises(InvalidDeal, match="these rules play with 34 cards"):
        table.deal(cards=Deal.parse(dealt(jokers=False)))
    assert len(table.record().hands) == 1
    assert table.deal(seed=9).dealer is Seat.NORTH
    assert len(table.record().hands) == 2


def test_no_hand_follows_a_game_that_is_over() -> None:
    """A table goes on after the game, and its record cannot be read."""
    table = Recorder()
    state = position(F9.line)
    table.deal(cards=state.deal, dealer=state.dealer)
    for move in state.moves:
        table.apply(move)
    with pytest.raises(InvalidDeal, match="the game is over"):
        table.deal(seed=1)
    assert table.record() == record_of_line(F9.line)
    assert problems(table.record()) == []


# Undo.

EVENING = (F1, F3, F9)


def evening() -> list[State]:
    """Every state of the good record `evening`, by the worked hands that it is made of."""
    states = list(states_of(F1.line))
    states += states_of(F3.from_scores("5-0").line)
    states += states_of(F9.from_scores("5-6").line)
    return states


@KINDS
def test_undo_to_any_earlier_state(kind: str) -> None:
    """A move is taken back to a state that never was: other scores, another dealer, other hands.

    Catches a replay that keeps the scores or the dealer of now when it goes back into an earlier
    hand.
    """
    record = READERS[kind](content(RECORDS / "good" / f"evening.{kind}"))
    states = list(replay(record))
    then = evening()
    assert len(states) == len(then)
    for earlier, was in zip(states, then, strict=True):
        assert earlier == was
        assert earlier.scores == was.scores
        assert earlier.dealer is was.dealer
        assert earlier.hands == was.hands
        assert earlier.kitty == was.kitty
        assert earlier.trick == was.trick
        assert earlier.tricks_won == was.tricks_won


def test_undo_and_go_on_otherwise() -> None:
    """A game that was taken back into an earlier hand cannot be played on and kept."""
    states = list(replay(Record.from_json(content(RECORDS / "good" / "evening.json"))))
    back = states[: len(states) - 60]
    taken_back = record_of(back)
    assert problems(taken_back) == []
    assert len(taken_back.hands) == 2
    state = back[-1]
    assert state.scores == (5, 0)
    assert state.dealer is Seat.NORTH
    game = [*back]
    while state.to_move is not None:
        state = apply(state, legal_moves(state)[0])
        game.append(state)
    again = record_of(game)
    assert Record.from_text(again.to_text()) == again
    assert tuple(replay(again)) == tuple(game)
    assert again.hands[0] == taken_back.hands[0]


@given(kit.games(max_hands=3), st.data())
@examples(30)
def test_undo_in_any_game(game: tuple[State, ...], data: st.DataObject) -> None:
    """Under some rules a move cannot be taken back across a deal.

    Catches a record that leaves out who dealt again, or what a hand stood at, after passing out.
    """
    back = data.draw(st.integers(0, len(game) - 1))
    earlier = list(replay(Record.from_text(record_of(game).to_text())))[: len(game) - back]
    assert tuple(earlier) == game[: len(game) - back]
    assert earlier[-1].scores == game[len(earlier) - 1].scores
    assert earlier[-1].next_dealer is game[len(earlier) - 1].next_dealer
    for state in game[len(earlier) :]:
        before = earlier[-1]
        after = apply(before, state.moves[-1]) if state.moves else deal(before, cards=state.deal)
        assert after == state
        earlier.append(after)


# A replay refuses what it cannot give.


def test_a_replay_refuses_hands_that_do_not_follow() -> None:
    """Hands by a wrong dealer, or after one that is not over, are replayed as if they followed."""
    first, second = record_of_line(F1.line), record_of_line(F3.line)
    wrong_dealer = attrs.evolve(first, hands=[first.hands[0], first.hands[0]])
    with pytest.raises(InvalidDeal, match="hand 2 is dealt by W, but it is N's turn to deal"):
        list(replay(wrong_dealer))
    unfinished = record_of_line(F1.start)
    with pytest.raises(InvalidDeal, match="the next hand is dealt at HAND_OVER"):
        list(replay(attrs.evolve(unfinished, hands=[*unfinished.hands, *second.hands])))
    over = record_of_line(F9.line)
    with pytest.raises(InvalidDeal, match="the game is over"):
        list(replay(attrs.evolve(over, hands=[*over.hands, *second.hands])))
    with pytest.raises(InvalidDeal, match="scores must be a tuple"):
        list(replay(attrs.evolve(first, start=(32, 0))))
    with pytest.raises(InvalidDeal, match="these rules play with 32 cards"):
        list(replay(attrs.evolve(first, rules=MAINE)))


# Cases that other programs got wrong.


def all_cards_in(value: object) -> Iterator[Card]:
    """Every card that a value holds anywhere, in its private parts too."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Mapping):
        for pair in value.items():
            yield from all_cards_in(pair)
    elif isinstance(value, (tuple, list, frozenset, CardSet)):
        for item in value:
            yield from all_cards_in(item)
    elif attrs.has(kind := type(value)):
        for field in attrs.fields(kind):
            yield from all_cards_in(getattr(value, field.name))


B48 = [
    (hand, number)
    for hand in (F1, F4, F5, F7, F8, F9)
    for number in (0, 1, 4, 7)
    if number <= len(hand.tricks)
]


@pytest.mark.parametrize("seat", [*Seat, None], ids=str)
@pytest.mark.parametrize(
    ("hand", "number"), B48, ids=[f"{hand.name[:2]}-{number}" for hand, number in B48]
)
def test_B48_no_secret_in_a_seats_record(hand: Hand, number: int, seat: Seat | None) -> None:
    """A secret is struck from the live state, and still told in the record of the hand."""
    state = position(hand.until_trick(number))
    played = {str(card) for trick in state.tricks for card in trick.cards}
    known = set(played)
    if seat is not None:
        known |= set(texts_of(state.deal.hands[seat]))
    if seat is not None and seat is state.bidder and not state.kitty:
        known |= set(texts_of(state.deal.kitty))
    gift = [move for move in state.moves if str(move).startswith(">")]
    if seat is not None and seat is state.bidder and gift:
        known.add(str(gift[0])[1:])
    for shown in state.shown:
        known |= set(texts_of(state.hands[shown]))
    secret = set(PACK) - known
    assert secret or seat is not None
    record = record_of_line(hand.until_trick(number)).public(seat)
    for said in (record.to_json(), record.to_text(), repr(record), repr(record.hands[0].deal)):
        assert not cards_named_in(said) & secret
    for same in (record, pickle.loads(pickle.dumps(record))):
        assert not {str(card) for card in all_cards_in(same)} & secret
    for name in ("seed", "rng", "random"):
        assert name not in record.to_json()


def texts_of(held: CardSet) -> list[str]:
    return [str(card) for card in held]


@KINDS
def test_B53_seed_and_record(kind: str) -> None:
    """The deal after loading a record differs from the deal after saving it."""
    table = Recorder(tags={"event": "two hands"})
    state = table.deal(seed=20_250_719, dealer=Seat.EAST)
    state = play_with(table, state)
    state = play_with(table, table.deal(seed=2))
    saved = written(table.record(), kind)
    assert "20250719" not in saved
    assert "seed" not in saved
    next_hand = deal(state, seed=5)
    *_, loaded = replay(READERS[kind](saved))
    assert loaded == state
    again = deal(loaded, seed=5)
    assert again == next_hand
    assert again.deal == next_hand.deal
    assert again.dealer is next_hand.dealer is Seat.WEST
    assert again.scores == next_hand.scores == state.scores
    by_cards = record_of(tuple(replay(table.record())), tags={"event": "two hands"})
    assert written(by_cards, kind) == saved


def play_with(table: Recorder, state: State) -> State:
    """Play a hand at a table to its end, the first seat bidding 5."""
    state = table.apply(Bid(Contract.FIVE))
    while state.to_move is not None:
        state = table.apply(legal_moves(state)[0])
    return state


@pytest.mark.parametrize("phase", list(PHASES))
def test_B55_copies_of_a_record_and_of_a_table(phase: str) -> None:
    """A copy is of another kind, or unequal, or tied to its original."""
    text, _ = PHASES[phase]
    state = position(text)
    table = Recorder(state.rules, players={Seat.NORTH: "Marie"}, tags={"a": "b"})
    table.deal(cards=state.deal, dealer=state.dealer)
    for move in state.moves:
        table.apply(move)
    record = table.record()
    for same in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert type(same) is Record
        assert same == record
        assert hash(same) == hash(record)
        assert same.to_json() == record.to_json()
        assert tuple(replay(same)) == tuple(replay(record))
    for other in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert_is_a_table_of_its_own(table, other)


@pytest.mark.parametrize("phase", list(PHASES))
def test_B55_shallow_copies_of_a_table(phase: str) -> None:
    """A hand that is dealt at a copy of a table is written down at the table itself."""
    state = position(PHASES[phase][0])
    table = Recorder(state.rules)
    table.deal(cards=state.deal, dealer=state.dealer)
    for move in state.moves:
        table.apply(move)
    assert_is_a_table_of_its_own(table, copy.copy(table))


def assert_is_a_table_of_its_own(table: Recorder, other: Recorder) -> None:
    """Fail unless what happens at one table leaves the record of the other as it is."""
    assert type(other) is Recorder
    assert other.record() == table.record()
    assert other.state == table.state
    before = table.record()
    state = other.state
    assert state is not None
    while state.to_move is not None:
        state = other.apply(legal_moves(state)[0])
    if state.phase is Phase.HAND_OVER:
        other.deal(seed=1)
    assert table.record() == before
    assert problems(table.record()) == []
    assert other.record() != before or state.phase is Phase.GAME_OVER


@KINDS
def test_B59_a_joker_is_kept_in_every_zone(kind: str) -> None:
    """A joker can be drawn but not discarded, given or played in a record, or saved and loaded."""
    text = content(RECORDS / "good" / f"jokers.{kind}")
    record = READERS[kind](text)
    assert written(record, kind) == text
    states = list(replay(record))
    first = record.hands[0].deal
    assert isinstance(first, Deal)
    assert first.kitty == cards("LO HI")
    moves = [str(move) for hand in record.hands for move in hand.moves]
    for move in ("LO", "HI", ">LO", "-7C.8C.LO"):
        assert move in moves
    played = next(at for at, state in enumerate(states) if texts(state.moves)[-1:] == ["LO"])
    for seat in Seat:
        before, after = (view(states[at], seat).unseen for at in (played - 1, played))
        assert before - after <= cards("LO")
    for state in states:
        assert parse_position(position_text(state)) == state


@KINDS
def test_B59_a_joker_in_each_place_of_a_deal(kind: str) -> None:
    """A joker is lost in one of the places of a deal."""
    for joker in ("LO", "HI"):
        for place in ("north", "east", "south", "west", "kitty"):
            record = record_of_line(line("5 P P P", dealer="W", **{place: joker}))
            again = READERS[kind](written(record, kind))
            assert again == record
            [*_, state] = replay(again)
            where = [*state.deal.hands, state.deal.kitty]
            found = [number for number, held in enumerate(where) if Card.parse(joker) in held]
            assert found == [("north", "east", "south", "west", "kitty").index(place)]


@given(records())
@examples(30)
def test_a_table_is_set_up_again_from_its_record(kept: tuple[Record, tuple[State, ...]]) -> None:
    """A resumed table loses a hand, the start or the players, or cannot be played on at."""
    record, game = kept
    table = Recorder.resume(record)
    assert table.record() == record
    assert table.state == game[-1]
    for move in legal_moves(game[-1])[:1]:
        assert table.apply(move) == apply(game[-1], move)


@given(records())
@examples(30)
def test_either_form_is_told_by_its_first_character(
    kept: tuple[Record, tuple[State, ...]],
) -> None:
    """A record that is read as the other form is refused for no fault of its own."""
    record, _ = kept
    assert Record.parse(record.to_json()) == Record.parse(record.to_text()) == record


def test_a_table_is_not_set_up_again_from_what_is_hidden() -> None:
    """A table is set up with cards that are not known."""
    with pytest.raises(InvalidDeal, match="not replayed"):
        Recorder.resume(record_of_line(F1.line).public(None))
