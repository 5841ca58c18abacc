"""Reading the JSON and the lines of a record into parts that still know where they stood."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate, islice
from typing import NoReturn, TypeAlias, TypeVar, final

import attrs

from charlemagne.contracts import Contract
from charlemagne.errors import CharlemagneError, InvalidRules, NotationError
from charlemagne.notation import read_scores, read_seat
from charlemagne.scoring import HandResult
from charlemagne.seats import Seat, Side
from charlemagne.texts import read_number

FORMAT = "charlemagne-record"
VERSION = 1
PASSED_OUT = "passed out"

_SPACE = re.compile(r"[ \t\n\r]*")
_T = TypeVar("_T")
_Members: TypeAlias = Mapping[str, tuple[object, int]]


@final
@attrs.frozen
class Placed:
    """A part of a text, with the offset at which it stands.

    Attributes:
        text: The part, as it is read.
        offset: Where it begins.
        places: For each character of it and its end how far from there it is written, when JSON
            escapes stand in it; empty when none do.
    """

    text: str
    offset: int
    places: tuple[int, ...] = ()

    def at(self, place: int) -> int:
        """Give where a character of the part stands in the whole text."""
        return self.offset + (self.places[place] if self.places else place)

    def read(self, reader: Callable[[str, int], _T]) -> _T:
        """Read the part with a reader of texts that stand at an offset of a longer one."""
        try:
            return reader(self.text, self.offset)
        except NotationError as error:
            place = self.at(error.offset - self.offset)
            if place == error.offset:
                raise
            said = str(error).removesuffix(f" (at character {error.offset + 1})")
            raise NotationError(said, place) from None
        except InvalidRules as error:
            if error.offset is not None:
                error.offset = self.at(error.offset - self.offset)
            raise


@final
@attrs.frozen
class HandDraft:
    """What a record says of a hand, its deal and its moves not read yet."""

    dealer: Seat
    deal: Placed
    moves: Placed
    result: HandResult | None
    scores: tuple[int, int] | None
    offset: int


@final
@attrs.frozen
class RecordDraft:
    """What a record says of a game; a hand that cannot be made out is the error about it."""

    rules: Placed
    players: Mapping[Seat, str]
    tags: Mapping[str, str]
    start: tuple[int, int]
    start_at: int
    hands: list[HandDraft | CharlemagneError]


def read_result(text: str, offset: int) -> HandResult:
    """Read a result that stands at `offset` of a longer text, such as `5 S 6 made NS 5`."""
    parts = text.split(" ")
    if len(parts) != 6 or parts[3] not in {"made", "failed"}:
        msg = f"{text!r} is no result; results are written like '5 S 6 made NS 5' or '{PASSED_OUT}'"
        raise NotationError(msg, offset)
    contract, bidder, tricks, outcome, side, points = parts
    try:
        return HandResult(
            Contract.parse(contract),
            Seat.parse(bidder),
            read_number(tricks, 0),
            outcome == "made",
            Side.parse(side),
            read_number(points, 0),
        )
    except NotationError as error:
        raise NotationError(str(error), offset) from None


def require_version(version: object, offset: int) -> None:
    """Refuse a version of the format that this library does not know."""
    if type(version) is int and version > VERSION:
        msg = f"version {version} of the format is newer than this library, which reads {VERSION}"
        raise NotationError(msg, offset)
    if type(version) is not int or version != VERSION:
        raise NotationError(f"{version!r} is no version of the format; it is {VERSION}", offset)


# ---------------------------------------------------------------- lines


class _Lines:
    """The lines of a text, taken one by one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.offset = 0

    def take(self, word: str) -> Placed | None:
        """Give what follows a word at the start of the line, None if it starts otherwise."""
        if not self.text.startswith(f"{word} ", self.offset):
            return None
        end = self.text.find("\n", self.offset)
        if end < 0:
            raise NotationError("the last line is cut off, it has no line end", len(self.text))
        start = self.offset + len(word) + 1
        self.offset = end + 1
        if self.text[end - 1] == "\r":
            raise NotationError("lines end with a line feed alone, not with CR LF", end - 1)
        return Placed(self.text[start:end], start)

    def require_end(self) -> None:
        """Refuse a line that is none of a record's, or out of its order."""
        if self.offset < len(self.text):
            line = self.text[self.offset :].partition("\n")[0]
            shown = line if len(line) <= 40 else f"{line[:40]}..."
            order = "charlemagne-record, rules, start, player, tag, hand"
            msg = f"{shown!r} is no line of a record here; the lines are {order}, in this order"
            raise NotationError(msg, self.offset)


def read_lines(text: str) -> RecordDraft:
    """Read a record that is written in lines.

    Args:
        text: The lines.

    Raises:
        NotationError: A header line is not as it should be; the message says where.
    """
    lines = _Lines(text)
    first = lines.take(FORMAT)
    if first is None:
        raise NotationError(f"a record begins with the line '{FORMAT} {VERSION}', or is JSON")
    require_version(read_number(first.text, first.offset), first.offset)
    rules = lines.take("rules")
    if rules is None:
        raise NotationError("the line 'rules ...' is missing", lines.offset)
    start = lines.take("start")
    scores = (0, 0) if start is None else read_scores(start.text, start.offset)
    if start is not None and scores == (0, 0):
        raise NotationError("a game that starts at 0-0 has no line 'start'", start.offset)
    players = _read_players(lines)
    tags = _read_tags(lines)
    hands: list[HandDraft | CharlemagneError] = []
    while (hand := lines.take("hand")) is not None:
        try:
            hands.append(_read_hand_line(hand))
        except CharlemagneError as error:
            hands.append(error.with_traceback(None))
    lines.require_end()
    return RecordDraft(rules, players, tags, scores, 0 if start is None else start.offset, hands)


def _read_players(lines: _Lines) -> dict[Seat, str]:
    players: dict[Seat, str] = {}
    while (line := lines.take("player")) is not None:
        word, _, name = line.text.partition(" ")
        seat = read_seat(word, line.offset)
        if any(seat.__index__() <= other.__index__() for other in players):
            raise NotationError("players stand once each, in the order N E S W", line.offset)
        players[seat] = read_label(name, line.offset + len(word) + 1)
    return players


def _read_tags(lines: _Lines) -> dict[str, str]:
    tags: dict[str, str] = {}
    while (line := lines.take("tag")) is not None:
        key, _, value = line.text.partition(" ")
        if tags and key <= next(reversed(tags)):
            raise NotationError("tags stand once each, in the order of their names", line.offset)
        tags[read_tag_name(key, line.offset)] = read_label(value, line.offset + len(key) + 1)
    return tags


def _read_hand_line(line: Placed) -> HandDraft:
    """Read `DEALER | DEAL | MOVES | RESULT | SCORES`; the last two only when the hand is over."""
    shape = "a hand is written DEALER | DEAL | MOVES, and | RESULT | SCORES when it is over"
    dealer, bar, rest = line.text.partition(" | ")
    cards, second, rest = rest.partition(" |")
    if not bar or not second or rest == " " or (rest and not rest.startswith(" ")):
        raise NotationError(shape, line.offset)
    deal_at = line.offset + len(dealer) + 3
    moves_at = deal_at + len(cards) + 3
    moves, *ending = rest[1:].split(" | ")
    result: HandResult | None = None
    scores: tuple[int, int] | None = None
    if ending:
        if len(ending) != 2:
            raise NotationError(shape, moves_at)
        result_at = moves_at + len(moves) + 3
        result = None if ending[0] == PASSED_OUT else read_result(ending[0], result_at)
        scores = read_scores(ending[1], result_at + len(ending[0]) + 3)
    return HandDraft(
        read_seat(dealer, line.offset),
        Placed(cards, deal_at),
        Placed(moves, moves_at),
        result,
        scores,
        line.offset,
    )


# ---------------------------------------------------------------- names and tags


def read_label(text: str, offset: int) -> str:
    """Read the name of a player or the value of a tag: some text on one line."""
    if not text or text != text.strip():
        msg = f"{text!r} is no name or value: it wants text without space around it"
        raise NotationError(msg, offset)
    for letter in text:
        # These categories are the same in every edition of Unicode, and so on every Python.
        if unicodedata.category(letter) in {"Cc", "Cs", "Zl", "Zp"}:
            msg = f"{text!r} is no name or value: it wants text without U+{ord(letter):04X}"
            raise NotationError(msg, offset)
    return text


def read_tag_name(text: str, offset: int) -> str:
    """Read the name of a tag: lower-case letters, digits, dashes and underscores."""
    if not re.fullmatch(r"[a-z0-9_-]+", text):
        raise NotationError(f"{text!r} is no tag's name; such a name is like 'played-at'", offset)
    return text


# ---------------------------------------------------------------- JSON


def _refuse_constant(name: str) -> NoReturn:
    raise NotationError(f"{name} is no number of JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def _skip(text: str, at: int) -> int:
    """Give where the next token of JSON begins."""
    match = _SPACE.match(text, at)
    return at if match is None else match.end()


def _items(text: str, at: int) -> Iterator[tuple[object, int]]:
    """Give the items of the JSON array that begins at `at`, each with its offset."""
    at = _skip(text, at + 1)
    while text[at] != "]":
        item, end = _DECODER.raw_decode(text, at)
        yield item, at
        end = _skip(text, end)
        at = end if text[end] == "]" else _skip(text, end + 1)


def _members(text: str, at: int) -> _Members:
    """Give the members of the JSON object that begins at `at`, each with its value's offset."""
    members: dict[str, tuple[object, int]] = {}
    at = _skip(text, at + 1)
    while text[at] != "}":
        key, end = _DECODER.raw_decode(text, at)
        if key in members:
            raise NotationError(f"the key {key!r} stands twice", at)
        start = _skip(text, _skip(text, end) + 1)
        value, end = _DECODER.raw_decode(text, start)
        members[key] = value, start
        end = _skip(text, end)
        at = end if text[end] == "}" else _skip(text, end + 1)
    return members


def read_json(text: str) -> RecordDraft:
    """Read a record that is written in JSON.

    Args:
        text: The JSON.

    Raises:
        NotationError: It is no JSON, or its members are not those of a record.
    """
    at = _skip(text, 0)
    try:
        whole, end = _DECODER.raw_decode(text, at)
    except NotationError:
        raise
    except json.JSONDecodeError as error:
        raise NotationError(f"this is no JSON: {error.msg}", error.pos) from None
    except (RecursionError, ValueError):
        msg = "this JSON is nested too deep, or has a number that is too long"
        raise NotationError(msg) from None
    if _skip(text, end) != len(text):
        raise NotationError("something stands after the end of the JSON", end)
    if not isinstance(whole, dict):
        raise NotationError("a record in JSON is an object", at)
    members = _members(text, at)
    if members.get("format", (None, 0))[0] != FORMAT:
        raise NotationError(f"the member 'format' of a record is {FORMAT!r}", at)
    if "version" not in members:
        raise NotationError("the member 'version' is missing", at)
    require_version(*members["version"])
    known = ("format", "version", "rules", "start", "players", "tags", "hands")
    _require_keys(members, known, ("rules", "hands"), at)
    hands, hands_at = members["hands"]
    if not isinstance(hands, list):
        raise NotationError("the member 'hands' is an array", hands_at)
    start = _read_start(members)
    return RecordDraft(
        _text(text, members, "rules"),
        _read_json_players(text, members),
        _read_json_tags(text, members),
        start,
        members.get("start", (None, 0))[1],
        [_read_json_hand(text, hand, place) for hand, place in _items(text, hands_at)],
    )


def _require_keys(
    members: _Members, known: tuple[str, ...], wanted: tuple[str, ...], at: int
) -> None:
    """Refuse members that are unknown or missing."""
    for key, (_, offset) in members.items():
        if key not in known:
            raise NotationError(f"unknown key {key!r}; the keys are {', '.join(known)}", offset)
    for key in wanted:
        if key not in members:
            raise NotationError(f"the member {key!r} is missing", at)


def _text(text: str, members: _Members, key: str) -> Placed:
    """Give a member that is a string, placed at its first character."""
    value, offset = members[key]
    if not isinstance(value, str):
        raise NotationError(f"the member {key!r} is a string", offset)
    if text.startswith(value, offset + 1) and text[offset + 1 + len(value)] == '"':
        return Placed(value, offset + 1)
    lengths = [len(found[0]) for found in islice(_WRITTEN.finditer(text, offset + 1), len(value))]
    return Placed(value, offset + 1, (0, *accumulate(lengths)))


# A character of a JSON string, as it may be written.
_WRITTEN = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL
)


def _object(text: str, members: _Members, key: str) -> _Members:
    """Give the members of a member that is an object, none when it is left out."""
    if key not in members:
        return {}
    value, offset = members[key]
    if not isinstance(value, dict) or not value:
        raise NotationError(f"the member {key!r} is an object, left out when empty", offset)
    return _members(text, offset)


def _read_start(members: _Members) -> tuple[int, int]:
    if "start" not in members:
        return 0, 0
    value, offset = members["start"]
    start = _read_pair(value, offset)
    if start == (0, 0):
        raise NotationError("a game that starts at 0-0 has no member 'start'", offset)
    return start


def _read_pair(value: object, offset: int) -> tuple[int, int]:
    """Read the scores of the two sides."""
    if not isinstance(value, list) or len(value) != 2:
        raise NotationError("scores are an array of two numbers, [NS, EW]", offset)
    return _read_points(value[0], offset), _read_points(value[1], offset)


def _read_points(value: object, offset: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise NotationError(f"{value!r} is no number of points or tricks", offset)
    return read_number(str(value), offset)


def _read_json_players(text: str, members: _Members) -> dict[Seat, str]:
    players = _object(text, members, "players")
    return {
        read_seat(key, offset): read_label(_text(text, players, key).text, offset)
        for key, (_, offset) in players.items()
    }


def _read_json_tags(text: str, members: _Members) -> dict[str, str]:
    tags = _object(text, members, "tags")
    return {
        read_tag_name(key, offset): read_label(_text(text, tags, key).text, offset)
        for key, (_, offset) in tags.items()
    }


def _read_json_hand(text: str, hand: object, at: int) -> HandDraft | CharlemagneError:
    """Read a hand, or give the error about it."""
    keys = ("dealer", "deal", "moves", "result", "scores")
    try:
        if not isinstance(hand, dict):
            raise NotationError("a hand is an object", at)
        members = _members(text, at)
        _require_keys(members, keys, keys, at)
        dealer = _text(text, members, "dealer")
        scores, scores_at = members["scores"]
        return HandDraft(
            read_seat(dealer.text, dealer.offset),
            _text(text, members, "deal"),
            _text(text, members, "moves"),
            _read_json_result(text, members),
            None if scores is None else _read_pair(scores, scores_at),
            at,
        )
    except CharlemagneError as error:
        return error.with_traceback(None)


def _read_json_result(text: str, hand: _Members) -> HandResult | None:
    value, at = hand["result"]
    if value is None:
        return None
    if not isinstance(value, dict):
        raise NotationError("a result is an object, or null", at)
    members = _members(text, at)
    keys = tuple(field.name for field in attrs.fields(HandResult))
    _require_keys(members, keys, keys, at)
    made, made_at = members["made"]
    if not isinstance(made, bool):
        raise NotationError("the member 'made' is true or false", made_at)
    outcome = "made" if made else "failed"
    tricks, points = (_read_points(*members[key]) for key in ("tricks", "points"))
    words = [_text(text, members, key).text for key in ("contract", "bidder", "side")]
    return read_result(f"{words[0]} {words[1]} {tricks} {outcome} {words[2]} {points}", at)
