"""What the tests of texts and records share: games as records, and texts that are spoilt."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from charlemagne import CANADIAN, Rules, Seat, State
from charlemagne.records import Record, Recorder
from charlemagne.rules import PRESETS
from charlemagne.testing import games, rules
from support import CONTRACTS, PACK, position, share

RECORDS = Path(__file__).with_name("records")


def examples(count: int) -> settings:
    """Settings for a property, none of which looks at a clock; other profiles go deeper or not."""
    return settings(
        max_examples=share(count), deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )


# ---------------------------------------------------------------- games as records


def record_of(
    states: Sequence[State],
    players: Mapping[Seat, str] | None = None,
    tags: Mapping[str, str] | None = None,
) -> Record:
    """The record that a table keeps of a game, given as all its states."""
    table = Recorder(states[0].rules, players=players, tags=tags)
    for state in states:
        if state.moves:
            table.apply(state.moves[-1])
        elif state is states[0]:
            table.deal(cards=state.deal, dealer=state.dealer, scores=state.scores)
        else:
            table.deal(cards=state.deal)
    return table.record()


def record_of_line(*lines: str) -> Record:
    """The record of a game whose hands end in these positions."""
    table: Recorder | None = None
    for line in lines:
        state = position(line)
        if table is None:
            table = Recorder(state.rules)
            head = line.split(" ")
            north_south, _, east_west = head[2].partition("-")
            scores = int(north_south), int(east_west)
            table.deal(cards=state.deal, dealer=state.dealer, scores=scores)
        else:
            table.deal(cards=state.deal)
        for move in state.moves:
            table.apply(move)
    assert table is not None
    return table.record()


_NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z"), include_characters=" "),
    min_size=1,
    max_size=12,
).filter(lambda name: name.isprintable() and name == name.strip())
_PLAYERS = st.dictionaries(st.sampled_from(tuple(Seat)), _NAMES | st.just("Zoé | 李 🂡"))
_TAGS = st.dictionaries(st.from_regex(r"[a-z0-9_-]{1,6}", fullmatch=True), _NAMES, max_size=3)


@st.composite
def cut_games(draw: st.DrawFn, max_hands: int = 3) -> tuple[State, ...]:
    """A game under any rules; every second one breaks off somewhere."""
    game = draw(games(max_hands=max_hands))
    if draw(st.booleans()):
        game = game[: 1 + draw(st.integers(0, len(game) - 1))]
    return game


@st.composite
def records(draw: st.DrawFn, max_hands: int = 3) -> tuple[Record, tuple[State, ...]]:
    """The record of a game, whole or broken off, with names and tags; and the game's states."""
    game = draw(cut_games(max_hands))
    return record_of(game, draw(_PLAYERS), draw(_TAGS)), game


def last_states(game: Sequence[State]) -> list[State]:
    """The state that each hand of a game came to."""
    following = [*game[1:], None]
    return [
        state
        for state, after in zip(game, following, strict=True)
        if after is None or not after.moves
    ]


# ---------------------------------------------------------------- rules over other presets


def written(value: object) -> str:
    """The value of a field of the rules as text, all of a score table included."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, frozenset):
        return ",".join(str(bid) for bid in CONTRACTS if bid in value) or "none"
    if isinstance(value, tuple):
        usual = CANADIAN.values
        rows = [
            f"{bid}:{made}/{failed}"
            for bid, (made, failed) in zip(CONTRACTS, value, strict=True)
            if (made, failed) != usual[bid]
        ]
        return ",".join(rows)
    return str(value)


@st.composite
def rules_texts(draw: st.DrawFn) -> tuple[str, Rules]:
    """Rules, and a text for them over any preset, with its fields in any order."""
    reading = draw(rules())
    name = draw(st.sampled_from(tuple(PRESETS)))
    fields = [
        f"{field}={written(own)}" for field, (own, _) in reading.differences(PRESETS[name]).items()
    ]
    return "+".join([name, *draw(st.permutations(fields))]), reading


# ---------------------------------------------------------------- what reading forgives


_HAND = re.compile(r"([NESWK]):([^:]*?)(?= *[NESWK]:| *$)")


def in_one_spelling(dealt: str) -> str:
    """A deal's text with each hand in pack order and single spaces, read with no care at all."""
    parts = []
    for label, cards in _HAND.findall(dealt):
        words = [card for card in cards.split(" ") if card]
        held = sorted(words, key=[*PACK, "?"].index)
        parts.append(f"{label}:{' '.join(held)}")
    return " ".join(parts)


@st.composite
def other_spellings(draw: st.DrawFn, dealt: str) -> str:
    """A deal's text with the cards of each hand in any order, and any spaces about them."""
    spaces = st.integers(1, 3).map(lambda count: " " * count)
    parts = []
    for label, cards in _HAND.findall(dealt):
        text = f"{label}:{' ' * draw(st.integers(0, 2))}"
        for card in draw(st.permutations(cards.split())):
            text += card + draw(spaces)
        parts.append(text)
    return "".join(parts).rstrip(" ")


# ---------------------------------------------------------------- texts that are spoilt

_ODD = [
    *PACK,
    *"? -? >? P 5 8 M C GM GC K A A:QH >QH =S -7C.8C 6C 10H q♥ N W NS 0-0 5-5 32-0".split(),
    *"canadian maine korean+target=7 made failed hand true null NaN 1e999 -1 1.0".split(),
    *["passed out", "tag a b", "player N X", "start 1-2", "charlemagne-record 1"],
    *["", " ", "|", "\n", "\r\n", "\t", "[", "]", "{", "}", '"', ",", ":", "\\", "\\u0050"],
    *["[" * 2000, "9" * 4001, "9" * 5000, "\u0663", "\ud800", "\u2028", "\ufeff", "\x00"],
]
_ODD_VALUES: list[object] = [
    *[None, True, 0, 1, -1, 1.5, 10**4200, "", "N", "canadian", "5", "\ud800", [], {}],
    *[[0, 0], [1, 2, 3], [[]], {"N": "Marie"}, {"event": "one"}, {"a": 1}, "P P P P"],
]
_WORDS = re.compile(r"[^ \n|:.,+=/\"<>-]+")
_GAPS = re.compile(r"[ \n|:.,+=/\"<>-]+")
_GROUPS = re.compile(r"[^ \n+|]*[.,/][^ \n+|]*")
_RESPELT: list[Callable[[str], str]] = [
    str.lower,
    str.upper,
    str.title,
    lambda word: f"0{word}",
    lambda word: f"+{word}",
    lambda word: f"{word} ",
    lambda word: f" {word}",
    lambda word: word + word,
    lambda word: word[::-1],
    lambda word: word.replace("T", "10"),
    lambda word: "9" * 5000 if word.isdigit() else word,
    lambda word: word.translate({48 + digit: 0x660 + digit for digit in range(10)}),
]


def spoilt(text: str) -> st.SearchStrategy[str]:
    """A text with a few faults: letters, words and members changed, cut, doubled and shuffled."""
    # The faults are wanted everywhere alike: Hypothesis would draw most of them at the beginning.
    return st.builds(_spoil, st.just(text), st.randoms(use_true_random=True))


def _spoil(text: str, rng: random.Random) -> str:
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(_FAULTS)(text, rng)
    return text


def _one_of(found: re.Pattern[str], text: str, rng: random.Random) -> tuple[str, str, str]:
    """Part a text at one of the places that a pattern finds, or at its end."""
    places = [match.span() for match in found.finditer(text)] or [(len(text), len(text))]
    start, end = rng.choice(places)
    return text[:start], text[start:end], text[end:]


def _letter(text: str, rng: random.Random) -> str:
    place = rng.randrange(len(text) + 1)
    other = chr(rng.choice((rng.randrange(128), rng.randrange(0x11_0000))))
    return text[:place] + other + text[place + 1 :]


def _put_in(text: str, rng: random.Random) -> str:
    place = rng.choice((0, len(text), rng.randrange(len(text) + 1)))
    return text[:place] + rng.choice(_ODD) + text[place:]


def _cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _piece(text: str, rng: random.Random) -> tuple[str, str, str]:
    start = rng.randrange(len(text) + 1)
    end = start + 1 + rng.randrange(40)
    return text[:start], text[start:end], text[end:]


def _take_out(text: str, rng: random.Random) -> str:
    before, _, after = rng.choice((_piece(text, rng), _one_of(_WORDS, text, rng)))
    return before + after


def _double(text: str, rng: random.Random) -> str:
    before, piece, after = rng.choice((_piece(text, rng), _one_of(_WORDS, text, rng)))
    return before + piece + piece + after


def _mix(text: str, rng: random.Random) -> str:
    before, piece, after = rng.choice((_piece(text, rng), _one_of(_GROUPS, text, rng)))
    parting = rng.choice([mark for mark in " \n|.,/" if mark in piece] or [""])
    parts = piece.split(parting) if parting else list(piece)
    rng.shuffle(parts)
    return before + parting.join(parts) + after


def _word(text: str, rng: random.Random) -> str:
    before, _, after = _one_of(_WORDS, text, rng)
    return before + rng.choice((rng.choice(_ODD), _one_of(_WORDS, text, rng)[1])) + after


def _respell(text: str, rng: random.Random) -> str:
    before, word, after = _one_of(_WORDS, text, rng)
    return before + rng.choice(_RESPELT)(word) + after


def _space(text: str, rng: random.Random) -> str:
    before, gap, after = _one_of(_GAPS, text, rng)
    others = ("\t", "  ", "\u00a0", "\n", "\r\n", "", f"{gap} ", f" {gap}", ".")
    return before + rng.choice(others) + after


def _member(text: str, rng: random.Random) -> str:
    """Take out, rename or change a member of a JSON text."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return _word(text, rng)
    places = [place for place in _objects(data) if place]
    if places:
        place = rng.choice(places)
        key = rng.choice(list(place))
        kind = rng.randrange(3)
        value = place.pop(key)
        if kind:
            other = rng.choice(("rules", "moves", "result", "N", "start", "odd"))
            place[key if kind == 1 else other] = rng.choice((value, rng.choice(_ODD_VALUES)))
    try:
        return json.dumps(data, ensure_ascii=False, indent=2)
    except ValueError:
        return text


def _objects(data: object) -> Iterator[dict[str, object]]:
    if isinstance(data, dict):
        yield data
        for value in data.values():
            yield from _objects(value)
    elif isinstance(data, list):
        for item in data:
            yield from _objects(item)


_FAULTS = (
    *(_letter, _put_in, _cut, _take_out, _double, _mix, _mix, _word),
    *(_respell, _space) * 4,
    *(_member, _member),
)


# ---------------------------------------------------------------- the corpus


def corpus(folder: str) -> list[Path]:
    """The files of a part of the corpus in the order of their names."""
    return sorted((RECORDS / folder).iterdir())


def content(path: Path) -> str:
    """The text of a file, its line ends as they are."""
    return path.read_bytes().decode()
