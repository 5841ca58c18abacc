"""Whole games through the public functions, beside a slow and naive reading of the rules."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import Phase as Stage
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import naive
from charlemagne import (
    Contract,
    IllegalMove,
    InvalidDeal,
    Move,
    Phase,
    Rules,
    Seat,
    State,
    apply,
    deal,
    legal_moves,
    parse_position,
    position_text,
    score,
    view,
    why_illegal,
)
from charlemagne import testing as kit
from charlemagne.records import Record, Recorder, problems, replay
from support import deeper, some_of_every_move, told_naively, told_result

# Few rules let a card be asked for by name: here many a game has them.
ASKING = kit.rules(named_card={Contract.CHARLEMAGNE, Contract.GROS_CHARLEMAGNE})

# A game to a target that no few hands can reach from nothing.
LONG = st.integers(100, 10**6).flatmap(lambda target: kit.rules(target=target))
# Counted from zero, and below zero back from the target, whatever that is. Every second side starts
# so near to it that a single hand can end the game.
POINTS = st.integers(-6, -1) | st.integers(-40, 40)


def told(value: object) -> str | None:
    """A value as the naive reading has it: its text, or None."""
    return None if value is None else str(value)


def naively(state: State) -> naive.NaiveHand:
    """The hand of a state at its deal, in the naive reading."""
    dealt = dict(zip("NESW", ([str(c) for c in hand] for hand in state.deal.hands), strict=True))
    dealt["K"] = [str(card) for card in state.deal.kitty]
    return naive.NaiveHand(
        naive.naive_rules(str(state.rules)), str(state.dealer), state.scores, dealt
    )


def chosen(state: State, place: int) -> Move:
    """A legal move: first its kind, and a pass twice as often as a bid.

    Else auctions would climb to the highest bid, and hardly anything else would be played.
    """
    moves = legal_moves(state)
    kinds = list(dict.fromkeys(map(type, moves)))
    alike = [move for move in moves if type(move) is kinds[place % 3 % len(kinds)]]
    return alike[place // 3 % len(alike)]


class Game(RuleBasedStateMachine):
    """A table at which everything is done twice.

    It would catch a rule that the engine has wrong in any phase, under any house rule, in any hand
    of a game, and a view or a record that does not keep up with the play. Each rule and the
    invariant say which part of that they catch.
    """

    @initialize(
        rules=kit.rules() | ASKING | LONG,
        seed=st.integers(0, 2**32),
        dealer=st.sampled_from(Seat),
        scores=st.tuples(POINTS, POINTS),
    )
    def begin(self, rules: Rules, seed: int, dealer: Seat, scores: tuple[int, int]) -> None:
        north_south, east_west = scores
        start = north_south % rules.target, east_west % rules.target
        self.table = Recorder(rules)
        self.state = self.table.deal(seed=seed, dealer=dealer, scores=start)
        self.hand = naively(self.state)

    @precondition(lambda self: self.state.to_move is not None)
    @rule(place=st.integers(0, 200))
    def move(self, place: int) -> None:
        self.make(chosen(self.state, place))

    @precondition(lambda self: self.state.to_move is not None)
    @rule(places=st.lists(st.integers(0, 60), min_size=20, max_size=44))
    def play_on(self, places: list[int]) -> None:
        """Make many moves at once, so that hands end and games go on."""
        for place in places:
            if self.state.to_move is not None:
                self.make(chosen(self.state, place))

    def make(self, move: Move) -> None:
        """Catches a table that makes another move than it was asked for, or refuses a legal one."""
        before = self.state
        after = self.table.apply(move, by=before.to_move)
        assert after == apply(before, move)
        self.state = after
        self.hand = self.hand.play(str(move))
        # The invariant is looked at after each rule only, and a rule may make many moves.
        self.agree()
        if after.phase is not before.phase:
            # The exchange is short: between two rules of the machine it has often come and gone.
            self.try_all([], None)
            for seat in [None, *Seat]:
                self.compare_view(seat)

    @rule(move=kit.moves(), by=st.sampled_from([None, *Seat]))
    def try_anything(self, move: Move, by: Seat | None) -> None:
        """Catches a move refused or taken by one reading alone, and a refused one that is made."""
        self.try_all([move], by)

    def try_all(self, more: list[Move], by: Seat | None) -> None:
        before = self.table.state
        on_move = self.state.to_move is not None and by in {None, self.state.to_move}
        legal = set(self.hand.legal()) if on_move else set()
        for tried in [*more, *some_of_every_move(self.state)]:
            allowed = str(tried) in legal
            assert (why_illegal(self.state, tried, by=by) is None) is allowed
            if not allowed:
                with pytest.raises(IllegalMove):
                    self.table.apply(tried, by=by)
                assert self.table.state is before

    @precondition(lambda self: self.state.to_move is None)
    @rule(seed=st.integers(0, 2**32))
    def next_hand(self, seed: int) -> None:
        """Catches a wrong next dealer or score, and a game that goes on when it is over."""
        if self.state.phase is Phase.GAME_OVER:
            with pytest.raises(InvalidDeal):
                self.table.deal(seed=seed)
            return
        dealer, scores = self.hand.next_dealer, self.hand.scores
        self.state = self.table.deal(seed=seed)
        assert (str(self.state.dealer), self.state.scores) == (dealer, scores)
        self.hand = naively(self.state)

    @precondition(lambda self: self.state.to_move is not None)
    @rule()
    def deal_too_early(self) -> None:
        """Catches a hand that is dealt in the middle of another."""
        with pytest.raises(InvalidDeal):
            deal(self.state)

    @rule(seat=st.sampled_from([None, *Seat]))
    def look(self, seat: Seat | None) -> None:
        """Catches a view with any field that is not what this seat may know."""
        self.compare_view(seat)

    def compare_view(self, seat: Seat | None) -> None:
        expected = naive.naive_view(self.hand, told(seat))
        assert told_naively(view(self.state, seat)) == expected

    @rule()
    def save_and_load(self) -> None:
        """Catches a record, a text or a pickle that loses or changes something of the game."""
        record = self.table.record()
        assert problems(record) == []
        assert Record.from_text(record.to_text()) == record
        assert Record.from_json(record.to_json()) == record
        assert list(replay(record))[-1] == self.state
        # What was lost on the way shows in the invariant, which looks at this state next.
        self.state = pickle.loads(pickle.dumps(parse_position(position_text(self.state))))

    @invariant()
    def agree(self) -> None:
        """Catches a rule that the engine has wrong, after the first move at which it shows."""
        if not hasattr(self, "state"):
            return
        state, hand = self.state, self.hand
        assert [str(move) for move in legal_moves(state)] == hand.legal()
        assert (str(state.phase), told(state.to_move)) == (hand.phase, hand.to_move)
        assert (told(state.contract), told(state.bidder)) == (hand.contract, hand.bidder)
        assert (told(state.trump), told(state.partner_out)) == (hand.trump, hand.partner_out)
        held = {str(seat): [str(c) for c in state.hands[seat]] for seat in Seat}
        assert held == hand.hands
        assert [(str(seat), str(card)) for seat, card in state.trick] == list(hand.trick)
        assert {str(seat): state.tricks_won[seat] for seat in Seat} == hand.tricks_won
        assert {str(seat) for seat in state.shown} == set(hand.shown)
        assert score(state).scores == hand.scores
        assert (told(state.winner), told(state.next_dealer)) == (hand.winner, hand.next_dealer)
        assert told_result(state.result) == hand.result


def test_games_go_as_the_naive_reading_has_them() -> None:
    """Catches what `Game` says: an engine, a view or a record that parts from the naive reading."""
    deep = settings(stateful_step_count=30, max_examples=deeper(75))
    run_state_machine_as_test(Game, settings=deep)


def test_the_machine_would_notice_a_broken_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is no proof if it cannot fail: here the naive reading loses a play."""
    honest = naive.NaiveHand.legal

    def without_the_last(hand: naive.NaiveHand) -> list[str]:
        moves = honest(hand)
        return moves[:-1] if hand.phase == "PLAY" and len(moves) > 1 else moves

    monkeypatch.setattr(naive.NaiveHand, "legal", without_the_last)
    deep = settings(stateful_step_count=20, max_examples=200, phases=[Stage.generate])
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Game, settings=deep)
