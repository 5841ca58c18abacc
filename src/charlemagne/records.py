"""Records: whole games as text that lasts, with their rules, their cards and every move.

A record can be kept, sent and read by any later version; it holds cards and never a seed.
"""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias, TypeVar, final

import attrs

from charlemagne.comparing import Difference, first_parting
from charlemagne.dealing import deal
from charlemagne.deals import Deal
from charlemagne.engine import apply, legal_moves, why_illegal
from charlemagne.errors import CharlemagneError, InvalidDeal, InvalidRules, NotationError
from charlemagne.moves import Hidden, Move
from charlemagne.notation import make_move, placed_moves
from charlemagne.public_hands import public_outcome
from charlemagne.record_texts import (
    FORMAT,
    PASSED_OUT,
    VERSION,
    HandDraft,
    RecordDraft,
    read_json,
    read_label,
    read_lines,
    read_tag_name,
)
from charlemagne.recorded import (
    KnownDeal,
    OutOfPlace,
    RecordedHand,
    read_known_deal,
    read_known_move,
    recorded,
    require_scores,
    result_text,
    seen_by,
)
from charlemagne.refusals import IllegalMove, Violation
from charlemagne.rules import CANADIAN, Rules, read_rules
from charlemagne.scoring import HandResult, add_result, game_winner
from charlemagne.seats import Seat
from charlemagne.state import State
from charlemagne.texts import quoted, require, require_text

if TYPE_CHECKING:
    import random

__all__ = [
    "Difference",
    "KnownDeal",
    "Problem",
    "Record",
    "RecordedHand",
    "Recorder",
    "first_difference",
    "problems",
    "replay",
    "schema",
]

_K = TypeVar("_K")
_Named: TypeAlias = Mapping[_K, str] | Iterable[tuple[_K, str]]

SIZE_LIMIT = 1_000_000


def _checked_players(players: _Named[Seat]) -> tuple[tuple[Seat, str], ...]:
    """Check the names of players, and put them in the order of the seats."""
    named = dict(players)
    for seat, name in named.items():
        if not isinstance(seat, Seat):
            msg = f"players are named by Seat, not by {quoted(seat)}"
            raise TypeError(msg)
        require_text(name)
        read_label(name, 0)
    return tuple((seat, named[seat]) for seat in Seat if seat in named)


def _checked_tags(tags: _Named[str]) -> tuple[tuple[str, str], ...]:
    """Check tags, and put them in the order of their names."""
    named = dict(tags)
    for name, value in named.items():
        require_text(name)
        require_text(value)
        read_tag_name(name, 0)
        read_label(value, 0)
    return tuple(sorted(named.items()))


def _checked_hands(hands: Iterable[RecordedHand]) -> tuple[RecordedHand, ...]:
    """Check that the hands of a record are hands."""
    listed = tuple(hands)
    for hand in listed:
        if not isinstance(hand, RecordedHand):
            msg = f"a record holds RecordedHand values, not {quoted(hand)}"
            raise TypeError(msg)
    return listed


@final
@attrs.frozen(repr=False)
class Record:
    """A game, whole or so far, as it is kept.

    Args:
        rules: The house rules.
        hands: The hands in order; all but the last are over.
        players: The names of the players by seat, as far as they are known.
        tags: Anything else worth keeping, such as `{"event": "..."}`.
        start: The points of NS and of EW before the first hand.

    Raises:
        NotationError: A name or a tag is not text on one line, or the start is no scores.
        TypeError: The rules are no `Rules`, or a hand is no `RecordedHand`.

    >>> from charlemagne.records import Recorder
    >>> table = Recorder(tags={"event": "a rainy evening"})
    >>> state = table.deal(seed=7)
    >>> print(table.record().to_text().splitlines()[2])
    tag event a rainy evening
    """

    rules: Rules
    hands: tuple[RecordedHand, ...] = attrs.field(default=(), converter=_checked_hands)
    _players: tuple[tuple[Seat, str], ...] = attrs.field(
        default=(), converter=_checked_players, kw_only=True
    )
    _tags: tuple[tuple[str, str], ...] = attrs.field(
        default=(), converter=_checked_tags, kw_only=True
    )
    start: tuple[int, int] = attrs.field(default=(0, 0), kw_only=True)

    def __attrs_post_init__(self) -> None:
        require(self.rules, Rules, "a Rules")
        require_scores(self.start)

    def __repr__(self) -> str:
        hands = f"{len(self.hands)} hand{'s' * (len(self.hands) != 1)}"
        return f"<Record {self.rules}, {hands}>"

    @property
    def players(self) -> dict[Seat, str]:
        """The names of the players by seat, as far as they are known."""
        return dict(self._players)

    @property
    def tags(self) -> dict[str, str]:
        """Anything else that is kept with the game."""
        return dict(self._tags)

    @property
    def is_public(self) -> bool:
        """Whether something is hidden, so that the record cannot be replayed."""
        return any(hand.is_public for hand in self.hands)

    def to_json(self) -> str:
        """Write the record as JSON, the same record always in the same bytes.

        Returns:
            The JSON, with a line feed at its end; `schema` describes it.
        """
        data: dict[str, object] = {"format": FORMAT, "version": VERSION, "rules": str(self.rules)}
        if self.start != (0, 0):
            data["start"] = list(self.start)
        if self._players:
            data["players"] = {str(seat): name for seat, name in self._players}
        if self._tags:
            data["tags"] = dict(self._tags)
        data["hands"] = [_hand_data(hand) for hand in self.hands]
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"

    def to_text(self) -> str:
        """Write the record as lines of text, a few for the game and one for each hand.

        Returns:
            The lines, each with a line feed at its end.
        """
        lines = [f"{FORMAT} {VERSION}", f"rules {self.rules}"]
        if self.start != (0, 0):
            lines.append("start {}-{}".format(*self.start))
        lines += [f"player {seat} {name}" for seat, name in self._players]
        lines += [f"tag {name} {value}" for name, value in self._tags]
        lines += [f"hand {_hand_line(hand)}" for hand in self.hands]
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str, *, limit: int = SIZE_LIMIT) -> Record:
        """Read a record from either form: from JSON if it begins with a brace, else from lines.

        Args:
            text: The JSON, or the lines.
            limit: The most characters that are read.

        Returns:
            The record.

        Raises:
            NotationError: As `from_json` and `from_text` raise it.
            InvalidRules: The rules have a field or a value that there is not.
            InvalidDeal: A hand cannot be dealt so.
            IllegalMove: A move is not legal; the message says which, and why.
        """
        return _read(text, None, limit)

    @classmethod
    def from_json(cls, text: str, *, limit: int = SIZE_LIMIT) -> Record:
        """Read a record from JSON.

        Args:
            text: The JSON; its space and the order of its members are free.
            limit: The most characters that are read.

        Returns:
            The record.

        Raises:
            NotationError: The text is too long, is no JSON, has unknown or missing members, a
                newer version, or a result or scores that do not follow from the moves.
            InvalidRules: The rules have a field or a value that there is not.
            InvalidDeal: A hand cannot be dealt so.
            IllegalMove: A move is not legal; the message says which, and why.
        """
        return _read(text, read_json, limit)

    @classmethod
    def from_text(cls, text: str, *, limit: int = SIZE_LIMIT) -> Record:
        """Read a record from lines of text.

        Args:
            text: The lines, as `to_text` writes them.
            limit: The most characters that are read.

        Returns:
            The record.

        Raises:
            NotationError: The text is too long, has a line that is not as it should be, a newer
                version, or a result or scores that do not follow from the moves.
            InvalidRules: The rules have a field or a value that there is not.
            InvalidDeal: A hand cannot be dealt so.
            IllegalMove: A move is not legal; the message says which, and why.
        """
        return _read(text, read_lines, limit)

    def public(self, seat: Seat | None) -> Record:
        """Give what a seat, or a spectator, may keep or publish of the game.

        Hidden discards and gifts become `-?` and `>?`; in the deals a `?` stands for each card
        that the seat could not see, or could not place, by the end of the record.

        Args:
            seat: The seat, None for a spectator.

        Returns:
            A record that can be written, read and shown, but not replayed.

        Raises:
            InvalidDeal: Something is hidden in this record already.
            TypeError: It is no seat.
        """
        if seat is not None and not isinstance(seat, Seat):
            msg = f"a record is a Seat's, or a spectator's with None, not that of {quoted(seat)}"
            raise TypeError(msg)
        hands = tuple(seen_by(state, seat) for state in _last_states(self))
        return attrs.evolve(self, hands=hands)


def schema() -> dict[str, object]:
    """Give the JSON Schema of a record in JSON.

    Returns:
        The schema, as the package ships it in `record.schema.json`.
    """
    source = importlib.resources.files("charlemagne").joinpath("record.schema.json")
    loaded: dict[str, object] = json.loads(source.read_text(encoding="utf-8"))
    return loaded


def _hand_data(hand: RecordedHand) -> dict[str, object]:
    """Give a hand as the members of a JSON object."""
    result: dict[str, object] | None = None
    if hand.result is not None:
        fields = attrs.asdict(hand.result, recurse=False)
        result = {
            name: value if isinstance(value, int) else str(value) for name, value in fields.items()
        }
    return {
        "dealer": str(hand.dealer),
        "deal": str(hand.deal),
        "moves": " ".join(map(str, hand.moves)),
        "result": result,
        "scores": None if hand.scores is None else list(hand.scores),
    }


def _hand_line(hand: RecordedHand) -> str:
    """Write a hand as one line."""
    line = " ".join([f"{hand.dealer} | {hand.deal} |", *map(str, hand.moves)])
    if hand.scores is None:
        return line
    result = PASSED_OUT if hand.result is None else result_text(hand.result)
    return f"{line} | {result} | {hand.scores[0]}-{hand.scores[1]}"


# ---------------------------------------------------------------- checking


@final
@attrs.frozen
class Problem:
    """A fault in a record.

    Attributes:
        message: What is wrong, and where.
        error: The error that reading the record raises for it.
        hand: The number of the hand, the first being 1; None for the game as a whole.
        move: The number of the move in the hand, the first being 1; None when it is no move.
        offset: Where it stands in the text, the first character being 0; None in a `Record`.
        violation: Why the move is not legal, None when the fault is another.
        legal_moves: The moves that are legal there, empty when the fault is another.
    """

    message: str
    error: CharlemagneError = attrs.field(eq=False, repr=False)
    hand: int | None = None
    move: int | None = None
    offset: int | None = None
    violation: Violation | None = None
    legal_moves: tuple[Move, ...] = ()


def problems(source: str | bytes | Record, *, limit: int = SIZE_LIMIT) -> list[Problem]:
    """Find every fault of a record; nothing in the source makes it raise.

    Args:
        source: JSON or lines, as text or as bytes in UTF-8, or a record.
        limit: The most characters, or bytes, that are read.

    Returns:
        The faults in order, empty when there is none. After a fault in a hand the rest of that
        hand is not looked at; the next hand is.

    Raises:
        TypeError: The source is no text, no bytes and no record.
    """
    if isinstance(source, Record):
        return _verify(source.rules, source.start, [(hand, None) for hand in source.hands])
    if not isinstance(source, str | bytes):
        msg = f"a record is a str, bytes or a Record, not {type(source).__name__}"
        raise TypeError(msg)
    try:
        return _read_all(_decoded(source, limit), None, limit)[1]
    except CharlemagneError as error:
        return [_problem(error)]


def _decoded(source: str | bytes, limit: int) -> str:
    """Give the text of a source, unless it is too long to be looked at."""
    if len(source) > limit:
        msg = f"the text has {len(source)} characters; no more than {limit} are read"
        raise NotationError(msg)
    try:
        text = source if isinstance(source, str) else source.decode()
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()
        raise NotationError("the bytes are no UTF-8 text", len(before)) from None
    if text.startswith("\ufeff"):
        raise NotationError("the text begins with a byte order mark; save it as UTF-8 without one")
    return text


def _problem(error: CharlemagneError) -> Problem:
    """Give the fault of a whole record that an error is about."""
    offset = error.offset if isinstance(error, NotationError | InvalidRules) else None
    return Problem(str(error), error, offset=offset)


def _unreadable(
    error: CharlemagneError, number: int, draft: HandDraft | CharlemagneError
) -> Problem:
    """Give the fault of a hand that cannot be read."""
    offset = error.offset if isinstance(error, NotationError) else None
    move = None
    where = f"hand {number}"
    if isinstance(draft, HandDraft):
        moves = draft.moves
        if offset is None:
            offset = draft.deal.offset
            error = InvalidDeal(f"{where}: {error}")
            return Problem(str(error), error, number, None, offset)
        if moves.offset <= offset <= moves.at(len(moves.text)):
            move = sum(moves.at(place) <= offset for _, place in placed_moves(moves.text, 0))
            where = f"{where}, move {move}"
    return Problem(f"{where}: {error}", error, number, move, offset)


_Read: TypeAlias = Callable[[str], RecordDraft]
# A hand as it was read, None if it could not be, with the offsets of its moves.
_Candidate: TypeAlias = tuple[RecordedHand | None, HandDraft | None]


def _read(text: str, reader: _Read | None, limit: int) -> Record:
    """Read a record that has no fault, or raise the error of its first one."""
    require_text(text)
    record, faults = _read_all(_decoded(text, limit), reader, limit)
    if faults:
        raise faults[0].error
    return record


def _read_all(text: str, reader: _Read | None, limit: int) -> tuple[Record, list[Problem]]:
    """Read what can be read of a record, and list its faults."""
    if reader is None:
        reader = read_json if text.lstrip(" \t\r\n").startswith("{") else read_lines
    try:
        draft = reader(text)
    except RecursionError:
        msg = "this JSON is nested too deep"
        raise NotationError(msg) from None
    rules = draft.rules.read(read_rules)
    faults = []
    candidates: list[_Candidate] = []
    for number, hand in enumerate(draft.hands, 1):
        try:
            candidates.append((_read_hand(hand), hand if isinstance(hand, HandDraft) else None))
        except CharlemagneError as error:
            faults.append(_unreadable(error.with_traceback(None), number, hand))
            candidates.append((None, None))
    faults += _verify(rules, draft.start, candidates, draft.start_at)
    faults.sort(key=lambda fault: fault.offset or 0)
    read = tuple(hand for hand, _ in candidates if hand is not None)
    return Record(rules, read, players=draft.players, tags=draft.tags, start=draft.start), faults


def _read_hand(draft: HandDraft | CharlemagneError) -> RecordedHand:
    """Read the deal and the moves of a hand."""
    if isinstance(draft, CharlemagneError):
        raise draft
    dealt = draft.deal.read(read_known_deal)
    words = placed_moves(draft.moves.text, 0)
    moves = tuple(read_known_move(word, draft.moves.at(place)) for word, place in words)
    return RecordedHand(draft.dealer, dealt, moves, draft.result, draft.scores)


@final
@attrs.frozen
class _Standing:
    """What is known of a game before a hand of it; None for what a faulty hand leaves open."""

    dealer: Seat | None
    scores: tuple[int, int] | None
    ended: str | None = None


def _verify(
    rules: Rules,
    start: tuple[int, int],
    candidates: list[_Candidate],
    start_at: int | None = None,
) -> list[Problem]:
    """List the faults of hands that could be read, each played from where the last one ended."""
    faults: list[Problem] = []
    if max(start) >= rules.target:
        said = f"a game to {rules.target} does not start at {start[0]}-{start[1]} (target)"
        return [Problem(said, NotationError(said, start_at or 0), offset=start_at)]
    standing = _Standing(None, start)
    for number, (hand, draft) in enumerate(candidates, 1):
        if hand is None:
            standing = _Standing(None, None)
            continue
        found, standing = _verify_hand(rules, number, hand, draft, standing)
        faults += found
    return faults


def _verify_hand(
    rules: Rules, number: int, hand: RecordedHand, draft: HandDraft | None, before: _Standing
) -> tuple[list[Problem], _Standing]:
    """List the faults of one hand, and give how the game stands after it."""
    at = None if draft is None else draft.offset
    if before.ended is not None:
        return [_fault(f"{before.ended} before it", number, at)], before
    faults = []
    if before.dealer is not None and hand.dealer is not before.dealer:
        said = f"{hand.dealer} deals it, but it is {before.dealer}'s turn to deal (deal)"
        faults.append(_fault(said, number, at))
    # What a faulty hand claims is the best that is known, unless no game could go on from it.
    goes_on = hand.scores is not None and max(hand.scores) < rules.target
    after = _Standing(None, hand.scores if goes_on else None)
    try:
        if hand.is_public:
            ended, result, dealer = public_outcome(rules, hand)
        else:
            state, illegal = _replay_hand(rules, number, hand, draft, before.scores or (0, 0))
            if illegal is not None:
                return [*faults, illegal], after
            ended, result, dealer = state.to_move is None, state.result, state.next_dealer
    except CharlemagneError as error:
        move = error.move if isinstance(error, OutOfPlace) else None
        if draft is not None and move is not None:
            at = _offset_of_move(draft, move)
        said = f"hand {number}{':' if move is None else ','} {error}"
        fault = NotationError(said, at or 0) if move is not None else InvalidDeal(said)
        return [*faults, Problem(str(fault), fault, number, move, at)], after
    if ended and hand.scores is None:
        return [
            *faults,
            _fault("the hand is over, but has no result and scores", number, at),
        ], after
    if not ended and (hand.scores is not None or hand.result is not None):
        said = f"the hand is not over, but has {'a result' if hand.scores is None else 'scores'}"
        return [*faults, _fault(said, number, at)], after
    if hand.result != result:
        said = f"the result is {_shown(hand.result)}, but the moves give {_shown(result)} (score)"
        faults.append(_fault(said, number, at))
    scores = before.scores and add_result(before.scores, result)
    if ended and scores is not None and hand.scores != scores:
        said = f"the scores are {hand.scores}, but the moves give {scores} (score)"
        faults.append(_fault(said, number, at))
    if not ended:
        return faults, _Standing(None, scores, "a hand is not over")
    won = scores is not None and game_winner(rules, scores) is not None
    return faults, _Standing(dealer, scores, "the game is over" if won else None)


def _offset_of_move(draft: HandDraft, place: int) -> int:
    """Give where a move of a hand stands in its text, the first move being 1."""
    before = draft.moves.text.split(" ", place - 1)[: place - 1]
    return draft.moves.at(sum(len(word) + 1 for word in before))


def _fault(said: str, number: int, at: int | None) -> Problem:
    """Give a fault of a hand that is no illegal move."""
    message = f"hand {number}: {said}"
    return Problem(message, NotationError(message, at or 0), number, offset=at)


def _shown(result: HandResult | None) -> str:
    return PASSED_OUT if result is None else result_text(result)


def _replay_hand(
    rules: Rules,
    number: int,
    hand: RecordedHand,
    draft: HandDraft | None,
    scores: tuple[int, int],
) -> tuple[State, Problem | None]:
    """Play a hand to its end, or to the first move that is not legal."""
    assert isinstance(hand.deal, Deal), "nothing of the hand is hidden"
    state = deal(rules, cards=hand.deal, dealer=hand.dealer, scores=scores)
    for place, move in enumerate(hand.moves, 1):
        assert not isinstance(move, Hidden), "nothing of the hand is hidden"
        at = None if draft is None else _offset_of_move(draft, place)
        try:
            state = make_move(state, move, f"hand {number}, move {place}", at)
        except IllegalMove as error:
            why = why_illegal(state, move)
            choice = legal_moves(state)
            return state, Problem(str(error), error, number, place, at, why, choice)
    return state, None


# ---------------------------------------------------------------- replaying


def replay(record: Record) -> Iterator[State]:
    """Give every state of a game: for each hand that of its deal, then one after each move.

    Args:
        record: The record.

    Returns:
        The states in order. Any of them can be played on from.

    Raises:
        InvalidDeal: Something of the record is hidden, or its hands do not follow one another.
        IllegalMove: While the states are gone through: a move is not legal.

    >>> from charlemagne.records import Recorder, replay
    >>> table = Recorder()
    >>> state = table.deal(seed=7)
    >>> [state == again for again in replay(table.record())]
    [True]
    """
    require(record, Record, "a Record")
    if record.is_public:
        msg = "this record hides cards: it can be read, shown and counted, but not replayed"
        raise InvalidDeal(msg)
    return _states(record)


def _states(record: Record) -> Iterator[State]:
    """Give the states of a record of which nothing is hidden."""
    state: State | None = None
    for number, hand in enumerate(record.hands, 1):
        assert isinstance(hand.deal, Deal), "nothing of the record is hidden"
        if state is None:
            state = deal(record.rules, cards=hand.deal, dealer=hand.dealer, scores=record.start)
        else:
            state = deal(state, cards=hand.deal)
        if state.dealer is not hand.dealer:
            msg = (
                f"hand {number} is dealt by {hand.dealer}, but it is {state.dealer}'s turn to deal"
            )
            raise InvalidDeal(msg)
        yield state
        for place, move in enumerate(hand.moves, 1):
            assert not isinstance(move, Hidden), "nothing of the record is hidden"
            state = make_move(state, move, f"hand {number}, move {place}")
            yield state


def _last_states(record: Record) -> list[State]:
    """Give the last state of each hand."""
    last: list[State] = []
    for state in replay(record):
        if not state._history:
            last.append(state)
        else:
            last[-1] = state
    return last


def first_difference(ours: Rules, theirs: Rules, record: Record) -> Difference | None:
    """Play a record under two readings of the rules, and give the first point where they part.

    Args:
        ours: The first reading.
        theirs: The second.
        record: The deals and the moves; the record's own rules do not matter.

    Returns:
        The point, None if the readings agree on all of the record.

    Raises:
        InvalidDeal: Something is hidden in the record, or a hand can be dealt under neither.
        IllegalMove: A move is legal under neither reading.

    >>> from charlemagne import ENGLISH, parse_move
    >>> table = Recorder()
    >>> state = table.deal(seed=7)
    >>> for text in ["5", "P", "P", "P"]:
    ...     state = table.apply(parse_move(text))
    >>> found = first_difference(CANADIAN, ENGLISH, table.record())
    >>> found.what, found.ours, found.theirs, found.fields
    ('to move', 'E, DISCARD', 'E, TRUMP', ('trump_named',))
    """
    require(ours, Rules, "a Rules")
    require(theirs, Rules, "a Rules")
    require(record, Record, "a Record")
    return first_parting(ours, theirs, record.hands, record.start)


@final
class Recorder:
    """A table that keeps the record of what is dealt and played at it.

    Args:
        rules: The house rules.
        players: The names of the players by seat.
        tags: Anything else worth keeping.

    >>> from charlemagne import parse_move
    >>> table = Recorder(players={Seat.NORTH: "Marie"})
    >>> state = table.deal(seed=7)
    >>> state = table.apply(parse_move("P"))
    >>> [str(move) for move in table.record().hands[0].moves]
    ['P']
    """

    def __init__(
        self,
        rules: Rules = CANADIAN,
        *,
        players: Mapping[Seat, str] | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> None:
        self._empty = Record(rules, players=players or {}, tags=tags or {})
        self._finished: tuple[RecordedHand, ...] = ()
        self._state: State | None = None

    @classmethod
    def resume(cls, record: Record) -> Recorder:
        """Set up a table again as its record has it, to be played on at.

        Args:
            record: The record, of which nothing is hidden.

        Returns:
            A table at the last state of the record.

        Raises:
            InvalidDeal: Something of the record is hidden, or its hands do not follow one another.
            IllegalMove: A move of the record is not legal.

        >>> table = Recorder()
        >>> state = table.deal(seed=7)
        >>> Recorder.resume(table.record()).state == state
        True
        """
        require(record, Record, "a Record")
        table = cls(record.rules, players=record.players, tags=record.tags)
        table._empty = attrs.evolve(table._empty, start=record.start)
        for state in _last_states(record):
            if table._state is not None:
                table._finished = (*table._finished, recorded(table._state))
            table._state = state
        return table

    @property
    def state(self) -> State | None:
        """The state that the table has come to, None before the first deal."""
        return self._state

    def deal(
        self,
        *,
        seed: int | None = None,
        rng: random.Random | None = None,
        cards: Deal | None = None,
        dealer: Seat | None = None,
        scores: tuple[int, int] = (0, 0),
    ) -> State:
        """Deal the first hand, or the next one.

        Args:
            seed: As `charlemagne.deal` takes it.
            rng: As `charlemagne.deal` takes it.
            cards: As `charlemagne.deal` takes it.
            dealer: Who deals the first hand.
            scores: The points of NS and of EW at the start of the game.

        Returns:
            The state before the first call.

        Raises:
            InvalidDeal: As `charlemagne.deal` raises it; the table is as it was.
        """
        game = self._empty.rules if self._state is None else self._state
        state = deal(game, seed=seed, rng=rng, cards=cards, dealer=dealer, scores=scores)
        if self._state is None:
            self._empty = attrs.evolve(self._empty, start=state.scores_at_deal)
        else:
            self._finished = (*self._finished, recorded(self._state))
        self._state = state
        return state

    def apply(self, move: Move, *, by: Seat | None = None) -> State:
        """Make a move.

        Args:
            move: The move.
            by: The seat that makes it, as `charlemagne.apply` takes it.

        Returns:
            The state after it.

        Raises:
            IllegalMove: The move is not legal; the table is as it was.
            InvalidDeal: No hand has been dealt.
        """
        if self._state is None:
            msg = "no hand has been dealt: call deal first"
            raise InvalidDeal(msg)
        self._state = apply(self._state, move, by=by)
        return self._state

    def record(self) -> Record:
        """Give the record of the game so far.

        Returns:
            The record; the last hand of it may be unfinished.
        """
        current = () if self._state is None else (recorded(self._state),)
        return attrs.evolve(self._empty, hands=(*self._finished, *current))
