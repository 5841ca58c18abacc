"""Whole games through the public functions, beside a slow and naive reading of the rules."""

from __future__ import annotations

import pickle

import pytest
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


class Game(RuleBasedStateMachine):
    """A table at which everything is done twice.

    It would catch a rule that the engine has wrong in any phase, under any house rule, in any hand
    of a game, and a view or a record that does not keep up with the play.
    """

    @initialize(rules=kit.rules(), seed=st.integers(0, 2**32), dealer=st.sampled_from(Seat))
    def begin(self, rules: Rules, seed: int, dealer: Seat) -> None:
        self.table = Recorder(rules)
        self.state = self.table.deal(seed=seed, dealer=dealer)
        self.hand = naively(self.state)

    @precondition(lambda self: self.state.to_move is not None)
    @rule(place=st.integers(0, 200))
    def move(self, place: int) -> None:
        moves = legal_moves(self.state)
        self.make(moves[place % len(moves)])

    @precondition(lambda self: self.state.to_move is not None)
    @rule(places=st.lists(st.integers(0, 10), min_size=8, max_size=24))
    def play_on(self, places: list[int]) -> None:
        """Make many moves at once, so that hands end and games go on."""
        for place in places:
            moves = legal_moves(self.state)
            if moves:
                self.make(moves[place % len(moves)])

    def make(self, move: Move) -> None:
        seat = self.state.to_move
        after = self.table.apply(move, by=seat)
        assert after == apply(self.state, move)
        self.state = after
        self.hand = self.hand.play(str(move))

    @rule(move=kit.moves(), by=st.sampled_from([None, *Seat]))
    def try_anything(self, move: Move, by: Seat | None) -> None:
        """A refused move changes nothing; the naive reading refuses the same moves."""
        before = self.table.state
        on_move = self.state.to_move is not None and by in {None, self.state.to_move}
        allowed = on_move and str(move) in self.hand.legal()
        refused = why_illegal(self.state, move, by=by)
        assert (refused is None) is allowed
        if not allowed:
            with pytest.raises(IllegalMove):
                self.table.apply(move, by=by)
            assert self.table.state is before

    @precondition(lambda self: self.state.to_move is None)
    @rule(seed=st.integers(0, 2**32))
    def next_hand(self, seed: int) -> None:
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
        with pytest.raises(InvalidDeal):
            deal(self.state)

    @rule(seat=st.sampled_from([None, *Seat]))
    def look(self, seat: Seat | None) -> None:
        seen = view(self.state, seat)
        expected = naive.naive_view(self.hand, told(seat))
        assert [str(card) for card in seen.hand] == expected["hand"]
        assert [str(move) for move in seen.moves] == expected["moves"]
        assert [str(move) for move in seen.legal_moves] == expected["legal_moves"]
        assert [str(card) for card in seen.unseen] == expected["unseen"]

    @rule()
    def save_and_load(self) -> None:
        record = self.table.record()
        assert problems(record) == []
        assert Record.from_text(record.to_text()) == record
        assert Record.from_json(record.to_json()) == record
        assert list(replay(record))[-1] == self.state
        self.state = parse_position(position_text(pickle.loads(pickle.dumps(self.state))))

    @invariant()
    def agree(self) -> None:
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
        assert (state.result is None) is (hand.result is None)


def test_games_go_as_the_naive_reading_has_them() -> None:
    """See `Game`; a broken copy of any rule of the naive reading makes this fail."""
    deep = settings(stateful_step_count=30, max_examples=settings().max_examples // 2)
    run_state_machine_as_test(Game, settings=deep)


def test_the_machine_would_notice_a_broken_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is no proof if it cannot fail: here the naive reading loses a play."""
    honest = naive.NaiveHand.legal

    def without_the_last(hand: naive.NaiveHand) -> list[str]:
        moves = honest(hand)
        return moves[:-1] if hand.phase == "PLAY" and len(moves) > 1 else moves

    monkeypatch.setattr(naive.NaiveHand, "legal", without_the_last)
    deep = settings(stateful_step_count=20, max_examples=200, report_multiple_bugs=False)
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Game, settings=deep)
