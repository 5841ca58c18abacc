"""Public records: what a seat or a spectator may keep of a game, and nothing that it may not."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import attrs
import jsonschema
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import charlemagne.testing as kit
from charlemagne import (
    CANADIAN,
    MAINE,
    AskPartner,
    Bid,
    Card,
    CardSet,
    Contract,
    Deal,
    Discard,
    GiveCard,
    HandResult,
    Hidden,
    InvalidDeal,
    Move,
    Play,
    Rules,
    Seat,
    State,
    apply,
    deal,
    legal_moves,
    parse_move,
    view,
    why_illegal,
)
from charlemagne.recorded import known_deal
from charlemagne.records import KnownDeal, Record, RecordedHand, Recorder, problems, replay, schema
from record_kit import content, corpus, cut_games, examples, record_of, record_of_line, records
from support import F1, F3, F4, F6, F8, F9, HANDS, SEATS, Hand, cards, line, play_any, position
from support import given as given_state

EVERYBODY = (*SEATS, None)
VIEWERS = pytest.mark.parametrize("seat", EVERYBODY, ids=str)
VALIDATOR = jsonschema.Draft202012Validator(schema())


def known(hand: RecordedHand) -> tuple[CardSet, ...]:
    """The cards of N, E, S, W and the kitty, as far as a record shows them."""
    return (*hand.deal.hands, hand.deal.kitty)


# Both ways, and what cannot be done with a public record.


@given(records(max_hands=2), st.sampled_from(EVERYBODY))
@examples(80)
def test_public_records_both_ways(
    drawn: tuple[Record, tuple[State, ...]], seat: Seat | None
) -> None:
    """A public record is not read back as it was, or is called faulty.

    Catches hidden cards and moves that a reader does not know, and a check of results that asks
    for what is hidden.
    """
    record, _ = drawn
    public = record.public(seat)
    assert Record.from_json(public.to_json()) == public
    assert Record.from_text(public.to_text()) == public
    assert Record.from_json(public.to_json()).to_json() == public.to_json()
    assert Record.from_text(public.to_text()).to_text() == public.to_text()
    assert public.players == record.players
    assert public.tags == record.tags
    assert public.start == record.start
    assert [hand.scores for hand in public.hands] == [hand.scores for hand in record.hands]
    assert [hand.result for hand in public.hands] == [hand.result for hand in record.hands]
    for source in (public, public.to_json(), public.to_text(), public.to_text().encode()):
        assert problems(source) == []
    VALIDATOR.validate(json.loads(public.to_json()))


@VIEWERS
@pytest.mark.parametrize(
    "path",
    [path for path in corpus("good") if "public-" not in path.name],
    ids=lambda path: path.name,
)
def test_public_records_of_the_corpus(path: Path, seat: Seat | None) -> None:
    """A record from which something is hidden is faulty, or is not read back as it was."""
    read = Record.from_json if path.suffix == ".json" else Record.from_text
    public = read(content(path)).public(seat)
    assert problems(public.to_text()) == problems(public.to_json()) == []
    assert Record.from_text(public.to_text()) == Record.from_json(public.to_json()) == public


@VIEWERS
def test_a_public_record_with_the_nine_high(seat: Seat | None) -> None:
    """A trick of a public record goes to the jack although the nine is above it."""
    hands = {"north": "JH 7D 8D 9D TD JD QD KD", "east": "KH 7S 8S 9S TS JS QS KS"}
    hands |= {"south": "QH TH AH AC KC QC AD AS", "west": "7C 8C 9C 9H 7H 8H TC JC"}
    rules = "canadian+nine_high=true+trick_bid_lead=bidder"
    state = given_state("5 P P P -7D.8D =H JH KH QH 9H", rules=rules, dealer="W", **hands)
    assert state.to_move is Seat.WEST
    record = record_of_state(play_any(state))
    assert problems(record) == []
    public = record.public(seat)
    assert problems(public) == []
    flat = attrs.evolve(public, rules=attrs.evolve(public.rules, nine_high=False))
    assert problems(flat)


@given(cut_games(max_hands=2), st.sampled_from(EVERYBODY))
@examples(60)
def test_a_public_record_is_not_replayed(game: tuple[State, ...], seat: Seat | None) -> None:
    """What is hidden is replayed, or made public once more, or what is not hidden is refused.

    Catches a record that is called public by its deal or by its moves alone.
    """
    record = record_of(game)
    public = record.public(seat)
    hides = any("?" in str(hand.deal) + " ".join(map(str, hand.moves)) for hand in public.hands)
    assert public.is_public is hides
    if hides:
        said = "this record hides cards: it can be read, shown and counted, but not replayed"
        with pytest.raises(InvalidDeal, match=said):
            replay(public)
        with pytest.raises(InvalidDeal, match=said):
            public.public(seat)
    else:
        assert public == record
        assert tuple(replay(public)) == game


@VIEWERS
def test_one_hidden_move_makes_a_record_public(seat: Seat | None) -> None:
    """A record is replayed although a single move of it is hidden, or its deal is known."""
    record = record_of_line(F1.line)
    [hand] = record.hands
    moves = [Hidden(Discard) if isinstance(move, Discard) else move for move in hand.moves]
    hidden = attrs.evolve(record, hands=[attrs.evolve(hand, moves=tuple(moves))])
    assert hidden.is_public
    for refuse in (replay, lambda of: of.public(seat)):
        with pytest.raises(InvalidDeal, match="this record hides cards"):
            refuse(hidden)


@pytest.mark.parametrize("thing", ["N", 0, "spectator"])
def test_a_public_record_is_a_seats_or_a_spectators(thing: Any) -> None:
    """Something that is no seat is taken for a spectator."""
    with pytest.raises(TypeError, match="a record is a Seat's, or a spectator's with None"):
        record_of_line(F1.line).public(thing)


# Moves that no cards could have made, by those that are known.


def played_at(rules: Rules, moves: str) -> Record:
    """The record of a hand that was dealt from the seed 7."""
    table = Recorder(rules)
    table.deal(seed=7)
    for text in moves.split():
        table.apply(parse_move(text))
    return table.record()


SIX = played_at(CANADIAN, "P 6 P P -8D.8H =S JS AS 9S HI")
CHARLEMAGNE = played_at(CANADIAN, "P C P P >AS -8D.TD.8H =S HI")
ASKED = played_at(MAINE, "P C P P A:KS >KS -7D =S")


@pytest.mark.parametrize(
    ("record", "seat", "right", "wrong", "said"),
    [
        (SIX, "N", "JS AS", "JS 7D", "move 8, 7D: N holds AS (play.follow)"),
        (SIX, "N", "JS AS", "JS TS", "move 8, TS: N had 8 other cards, which are all known (hand)"),
        (SIX, "E", "AS 9S", "AS TS", "move 9, TS: E had 8 other cards, which are all known (hand)"),
        (SIX, "S", "-8D.8H", "-8D.AH", "move 5, AH: S had 10 other cards, which are all"),
        (SIX, "S", "-8D.8H", "-8D.HI", "move 10, HI: S has discarded it (hand)"),
        (SIX, "S", "AS 9S HI", "AS 9S 8D", "move 10, 8D: S has discarded it (hand)"),
        (SIX, "S", "JS AS", "JS KS", "move 8, KS: it was dealt to S (hand)"),
        (SIX, "S", "JS AS", "JS JC", "move 8, JC: it was dealt to the kitty (hand)"),
        (CHARLEMAGNE, "S", ">AS", ">KS", "move 5, KS: it was dealt to S (hand)"),
        (CHARLEMAGNE, "S", ">AS", ">JC", "move 5, JC: it was dealt to the kitty (hand)"),
        (CHARLEMAGNE, "N", ">AS", ">TS", "move 5, TS: N had 8 other cards, which are all"),
        (ASKED, "N", ">KS", ">AC", "move 6, >AC: N holds KS, which was asked for (named-card)"),
        (ASKED, "S", "A:KS", "A:7C", "move 5, A:7C: S holds it, and may not ask for it"),
        (ASKED, "S", "A:KS", "A:HI", "move 5, A:HI: these rules play without it (pack)"),
        (ASKED, None, "-?", "-HI", "move 7, HI: these rules play without it (pack)"),
        (ASKED, "E", ">?", ">HI", "move 6, HI: these rules play without it (pack)"),
        # South must have been dealt the card that it asked for, since it got another one.
        (ASKED, "E", ">? -? =S", ">KC -KS =S", "move 5, A:KS: S holds it, and may not ask for it"),
    ],
)
def test_a_move_that_no_cards_could_have_made(
    record: Record, seat: str | None, right: str, wrong: str, said: str
) -> None:
    """A move of a public record is believed although the cards that are known speak against it."""
    text = record.public(None if seat is None else Seat.parse(seat)).to_text()
    assert problems(text) == []
    assert right in text
    [found] = problems(text.replace(right, wrong))
    assert found.message.startswith(f"hand 1, {said}")
    assert found.offset is not None
    assert found.message.endswith(f"(at character {found.offset + 1})")


def test_one_card_of_the_bidder_may_be_a_gift_that_was_not_seen() -> None:
    """A card that was given face down is refused, or two cards of the partner's are believed."""
    text = ASKED.public(Seat.NORTH).to_text().replace("A:KS >KS", ">?")
    text = text.replace("rules maine", "rules maine+named_card=GC")
    assert problems(text.replace("-? =S", "-KS =S")) == []
    # It may have been given one card of North's, not two.
    two = text.replace("-? =S", "-KS =S AC")
    [found] = problems(two)
    assert found.message.startswith("hand 1, move 8, AC: it was dealt to N (hand)")


def test_a_gift_that_was_not_seen_is_the_card_that_was_asked_for() -> None:
    """A hidden gift is taken for any card, although its giver had the one that was named."""
    text = ASKED.public(Seat.NORTH).to_text().replace(">KS", ">?")
    assert problems(text.replace("-? =S", "-KS =S")) == []
    [found] = problems(text.replace("-? =S", "-AC =S"))
    assert found.message.startswith("hand 1, move 7, AC: it was dealt to N (hand)")


def wrong_moves(state: State) -> list[Move]:
    """Moves of the kinds that are legal in a state, with cards with which they are not."""
    choices = legal_moves(state)
    pack = list(state.rules.pack.cards)
    tried: list[Move] = [Bid(contract) for contract in Contract]
    for kind in (AskPartner, GiveCard, Play):
        tried += [kind(card) for card in pack]
    for move in choices[:1]:
        if isinstance(move, Discard):
            kept = list(move.cards)[1:]
            tried += [Discard([*kept, card]) for card in pack if card not in kept]
    kinds = {type(move) for move in choices}
    return [m for m in tried if type(m) in kinds and why_illegal(state, m) is not None]


@given(kit.states(contracts=list(Contract)))
@examples(100)
def test_a_seats_own_moves_are_checked_as_if_nothing_were_hidden(state: State) -> None:
    """A seat's own move that the engine refuses is believed in the record that the seat kept.

    Catches a check that gives up when something is hidden: a seat that kept a record knows all of
    its own cards, and so whether it held, followed, gave and asked as it had to.
    """
    assume(state.to_move is not None)
    record = record_of_state(state).public(state.to_move)
    [hand] = record.hands
    for move in wrong_moves(state):
        broken = attrs.evolve(hand, moves=(*hand.moves, move))
        assert problems(attrs.evolve(record, hands=[broken])), move


# What a public record shows, told once more.


def told_deal(state: State, seat: Seat | None) -> tuple[set[Card], ...]:
    """The cards of each place that somebody knows, told from what has happened card by card."""
    places: tuple[set[Card], ...] = tuple(set() for _ in range(5))
    gift = next((move.card for move in state.moves if isinstance(move, GiveCard)), None)
    bidder, partner = state.bidder, None if state.bidder is None else state.bidder.partner
    took_kitty = bidder is not None and not state.kitty and bool(state.deal.kitty)
    for place, dealt in enumerate((*state.deal.hands, state.deal.kitty)):
        owner = SEATS[place] if place < 4 else None
        for card in dealt:
            seen = card in _played_by(state, owner)
            seen |= owner in state.shown and card in state.hands[place]
            mine = seat is not None and owner is seat
            if owner is None:
                # The kitty is known to the bidder who took it, and nobody says what it played.
                mine = took_kitty and seat is bidder
                seen = False
            elif owner is bidder and took_kitty:
                seen = False
            elif owner is bidder and gift is not None and seat is not partner:
                # Any card of the bidder may be the one that was given.
                seen = False
            elif owner is partner and seat is bidder and seat is not None:
                seen |= card == gift
            if mine or seen:
                places[place].add(card)
    return places


def _played_by(state: State, seat: Seat | None) -> set[Card]:
    found = {card for player, card in state.trick if player is seat}
    for trick in state.tricks:
        player = trick.leader
        for card in trick.cards:
            if player is seat:
                found.add(card)
            player = player.next if player.next is not state.partner_out else player.partner
    return found


@given(kit.states(), st.sampled_from(EVERYBODY))
@examples(300)
def test_a_public_record_shows_what_was_seen(state: State, seat: Seat | None) -> None:
    """A card that the seat saw is hidden from it, or one that it could not place is shown.

    Catches both a leak of any kind and a record that is of no use: gifts and laid-away hands, open
    hands, the kitty, one's own cards.
    """
    [hand] = record_of_state(state).public(seat).hands
    shown = tuple(set(held) for held in known(hand))
    assert shown == told_deal(state, seat)
    assert hand.moves == view(state, seat).moves
    whole = shown == tuple(set(held) for held in (*state.deal.hands, state.deal.kitty))
    assert isinstance(hand.deal, Deal if whole else KnownDeal)


def scores_at_the_deal(state: State) -> tuple[int, int]:
    """The scores at the deal of a hand."""
    ns, ew = state.scores
    if state.result is not None:
        points = state.result.points
        ns, ew = (ns - points, ew) if str(state.result.side) == "NS" else (ns, ew - points)
    return ns, ew


@pytest.mark.parametrize(
    ("position_line", "seat", "shown"),
    [
        # A bid of 5 by North: nobody else can tell North's cards from the kitty's.
        (F1.line, None, "N:? ? ? ? ? ? ? ? E:7C TC JC 9D KD KH JS HI"),
        (F1.line, "N", "N:QC KC JD 9H JH QH AH 9S E:7C TC JC 9D KD KH JS HI"),
        (F1.line, "N", "K:7D 8H"),
        (F1.line, "S", "K:? ?"),
        (F1.until_trick(1), "E", "N:? ? ? ? ? ? ? ? E:7C TC JC 9D KD KH JS HI S:9C ? ? ? ? ? ? ?"),
        # A Mulot by East: the kitty lies unseen, and West laid its hand away.
        (F4.line, None, "E:7C JC QC 7D TD 9H JH LO S:9C AC 9D TH 9S TS QS AS W:? ? ? ?"),
        (F4.line, "E", "W:? ? ? ? ? ? ? ? K:? ?"),
        (F4.line, "W", "W:KC 7H 8H QH KH AH 7S KS K:? ?"),
        (F4.until_trick(1), "N", "E:LO ? ? ? ? ? ? ? S:9C ? ? ? ? ? ? ? W:?"),
        # A Gros Mulot: East's hand is laid open after the first trick.
        (F8.until_trick(1), None, "E:7C JC QC 7D TD 9H JH LO S:9C ? ? ? ? ? ? ? W:?"),
        (f"{F8.start} LO", None, "E:LO ? ? ? ? ? ? ? S:?"),
        # A Charlemagne by South: the card that North gave is known to the two of them.
        (F6.line, "S", "N:LO ? ? ? ? ? ? ? E:"),
        (F6.line, "N", "S:? ? ? ? ? ? ? ? W:8C 9C 7D 8D TD QD 7H 7S K:? ?"),
        (F6.line, "E", "N:? ? ? ? ? ? ? ? E:8H"),
        # A Gros Charlemagne with the kitty.
        (F9.line, "S", "N:? ? ? ? ? ? ? ? E:8H"),
        (F9.line, "S", "K:TH QH"),
        (F9.line, "W", "S:? ? ? ? ? ? ? ? W:8C"),
    ],
)
def test_a_public_deal(position_line: str, seat: str | None, shown: str) -> None:
    """The deal of a well-known hand shows more or less than a seat saw of it."""
    viewer = None if seat is None else Seat.parse(seat)
    text = record_of_line(position_line).public(viewer).to_text()
    assert shown in text.splitlines()[-1]


def test_a_public_deal_of_a_partner_who_gave_a_card() -> None:
    """The partner cannot tell its gift from the bidder's own cards, or others can."""
    hands = {"south": "7C JD JH KD AD QD TD 9D", "north": "AS 8C 9C TC JC QC KC AC"}
    text = line("C P P P A:AS >AS -7C =D 9D", rules="maine", dealer="E", **hands)
    record = record_of_line(text)
    assert "S:9D ? ? ? ? ? ? ?" in record.public(Seat.NORTH).to_text()
    assert "S:? ? ? ? ? ? ? ?" in record.public(Seat.EAST).to_text()
    assert "N:AS ? ? ? ? ? ? ?" in record.public(Seat.SOUTH).to_text()
    assert "A:AS >? -? =D 9D" in record.public(None).to_text()
    assert "A:AS >AS -? =D 9D" in record.public(Seat.NORTH).to_text()
    assert "A:AS >AS -7C =D 9D" in record.public(Seat.SOUTH).to_text()


# Results and scores, by what is public alone.


def _next(result: HandResult, field: str) -> HandResult:
    if field == "tricks":
        return attrs.evolve(result, tricks=result.tricks + 1)
    if field == "points":
        return attrs.evolve(result, points=result.points + 1)
    if field == "made":
        return attrs.evolve(result, made=not result.made)
    if field == "side":
        return attrs.evolve(result, side=result.side.other)
    return attrs.evolve(result, bidder=result.bidder.next)


@given(kit.games(max_hands=3).map(record_of), st.sampled_from(EVERYBODY), st.data())
@examples(80)
def test_tampering_with_a_public_record_is_found(
    record: Record, seat: Seat | None, data: st.DataObject
) -> None:
    """Results, scores or dealers of a public record are believed unseen.

    Catches a check that gives up where something is hidden: who wins, stopping, points and the
    next dealer all follow from the cards that were played.
    """
    public = record.public(seat)
    number = data.draw(st.integers(0, len(public.hands) - 1))
    hand = public.hands[number]
    assert hand.scores is not None
    ns, ew = hand.scores
    changes = [attrs.evolve(hand, scores=(ns + 1, ew)), attrs.evolve(hand, scores=(ns, ew + 1))]
    changes.append(attrs.evolve(hand, scores=None, result=None))
    if hand.result is not None:
        changes.append(attrs.evolve(hand, result=None))
        changes += [
            attrs.evolve(hand, result=_next(hand.result, field))
            for field in ("tricks", "points", "made", "side", "bidder")
        ]
        changes.append(attrs.evolve(hand, moves=hand.moves[:-1]))
    if number:
        changes.append(attrs.evolve(hand, dealer=hand.dealer.partner))
    wrong = data.draw(st.sampled_from(changes))
    hands = [*public.hands[:number], wrong, *public.hands[number + 1 :]]
    tampered = attrs.evolve(public, hands=hands)
    for source in (tampered, tampered.to_text(), tampered.to_json()):
        assert [fault for fault in problems(source) if fault.hand == number + 1]


@VIEWERS
@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.name)
def test_a_tampered_score_is_found_in_the_worked_hands(hand: Any, seat: Seat | None) -> None:
    """The score of a well-known hand is believed in its public record."""
    text = record_of_line(hand.line).public(seat).to_text()
    assert problems(text) == []
    points = str(hand.points)
    scores = text.rstrip().rsplit(" ", 1)[1]
    for wrong in ("0-0", "1-1", scores.replace(points, str(hand.points + 1))):
        [found] = problems(f"{text.rstrip().removesuffix(scores)}{wrong}\n")
        assert "(score)" in found.message
        assert "the scores are" in found.message


# Non-interference: what a seat cannot see makes no difference to its record.


@attrs.frozen
class World:
    """One way in which a hand may have gone: its deal, and its moves with nothing hidden."""

    cards: Deal
    moves: tuple[Move, ...]


def exchanged(dealt: Deal, one: Card, other: Card) -> Deal:
    """A deal in which two cards have changed places."""
    change = {one: other, other: one}
    *hands, kitty = (
        CardSet(change.get(card, card) for card in held) for held in (*dealt.hands, dealt.kitty)
    )
    return Deal(hands, kitty)


def moves_again(state: State, dealt: Deal, rng: random.Random) -> tuple[Move, ...] | None:
    """The moves of a hand over another deal, with its gift and discards chosen again.

    What is public stays as it is: the bidder must come to hold all that it played.
    """
    bidder = state.bidder
    assert bidder is not None
    played = _played_by(state, bidder)
    pool = set(dealt.hands[bidder]) | (set() if state.kitty else set(dealt.kitty))
    again: list[Move] = []
    for move in state.moves:
        if isinstance(move, GiveCard):
            gifts = [card for card in dealt.hands[bidder.partner] if played - pool <= {card}]
            if not gifts:
                return None
            gift = move.card if move.card in gifts and rng.random() < 0.5 else rng.choice(gifts)
            pool.add(gift)
            move = GiveCard(gift)
        elif isinstance(move, Discard):
            free = sorted(pool - played, key=str)
            if not played <= pool or len(free) < len(move.cards):
                return None
            kept = set(free) & set(move.cards) if rng.random() < 0.7 else set()
            others = [card for card in free if card not in kept]
            move = Discard([*kept, *rng.sample(others, len(move.cards) - len(kept))])
        again.append(move)
    return tuple(again)


def another_world(state: State, seat: Seat | None, rng: random.Random) -> World | None:
    """A hand with the same public moves, two cards exchanged in its deal where no one saw them."""
    loose = set(state.rules.pack.cards)
    for other in SEATS:
        if other is not state.bidder:
            loose -= _played_by(state, other)
    if seat is not None:
        loose -= set(state.deal.hands[seat])
    if rng.random() < 0.5 and state.bidder is not None:
        # The cards that the bidder held at one time or another.
        held = set(state.deal.hands[state.bidder])
        held |= set() if state.kitty else set(state.deal.kitty)
        loose &= held | {move.card for move in state.moves if isinstance(move, GiveCard)}
    dealt = state.deal
    if len(loose) > 1 and rng.random() < 0.9:
        dealt = exchanged(dealt, *rng.sample(sorted(loose, key=str), 2))
    moves = moves_again(state, dealt, rng)
    return None if moves is None else World(dealt, moves)


def states_of_state(state: State) -> list[State]:
    """The states of a hand that has come to a state."""
    scores = scores_at_the_deal(state)
    states = [deal(state.rules, cards=state.deal, dealer=state.dealer, scores=scores)]
    for move in state.moves:
        states.append(apply(states[-1], move))
    return states


def record_of_state(state: State) -> Record:
    """The record of a game of one hand that has come to a state."""
    return record_of(states_of_state(state))


def states_of_world(state: State, world: World) -> list[State]:
    """The states of a hand that went otherwise, empty if it cannot have gone so."""
    scores = scores_at_the_deal(state)
    states = [deal(state.rules, cards=world.cards, dealer=state.dealer, scores=scores)]
    for move in world.moves:
        if why_illegal(states[-1], move) is not None:
            return []
        states.append(apply(states[-1], move))
    return states


class Watcher:
    """A seat, or a spectator, that saw a hand, and what it may keep of it."""

    def __init__(self, state: State, seat: Seat | None) -> None:
        self.state = state
        self.seat = seat
        states = states_of_state(state)
        self.seen = [view(moment, seat) for moment in states]
        self.kept = record_of(states).public(seat)

    def cannot_tell(self, world: World) -> bool:
        """Whether another world looked the same throughout; what is kept must then be the same."""
        states = states_of_world(self.state, world)
        if not states or view(states[-1], self.seat) != self.seen[-1]:
            return False
        if [view(moment, self.seat) for moment in states] != self.seen:
            return False
        kept = record_of(states).public(self.seat)
        assert kept.to_text() == self.kept.to_text()
        assert kept.to_json() == self.kept.to_json()
        assert repr(kept) == repr(self.kept)
        return True


def other_worlds(state: State, seat: Seat | None, rng: random.Random, tries: int) -> set[World]:
    """Other worlds that a seat cannot tell from its own; fail if its record tells them apart."""
    watcher = Watcher(state, seat)
    worlds = [another_world(state, seat, rng) for _ in range(tries)]
    others = {world for world in worlds if world is not None}
    others.discard(World(state.deal, state.moves))
    return {world for world in others if watcher.cannot_tell(world)}


@given(
    kit.states(contracts=list(Contract)),
    st.sampled_from(EVERYBODY),
    st.randoms(use_true_random=True),
)
@examples(100)
def test_what_a_seat_cannot_see_makes_no_difference(
    state: State, seat: Seat | None, rng: random.Random
) -> None:
    """Two hands that looked the same to a seat give it two records.

    Catches every leak through a public record: the kitty, discards, gifts, laid-away hands, and
    which of the cards that a bidder played came from where.
    """
    other_worlds(state, seat, rng, 10)


# Of every kind of contract and exchange a hand, at its end and in the middle.
WATCHED = [
    *(hand.line for hand in HANDS),
    *(hand.until_trick(2) for hand in (F1, F3, F4, F6, F8, F9)),
    F9.start.replace("K -7C.8S", "A >AC -7C") + " HI 7H 8H LO 7D 9H",
    line(
        "C P P P A:AS >AS -7C =D 9D",
        rules="maine",
        dealer="E",
        north="AS 8C 9C TC JC QC KC AC",
        south="7C JD JH KD AD QD TD 9D",
    ),
]


@pytest.mark.parametrize("text", WATCHED)
def test_there_are_other_worlds(text: str) -> None:
    """The check above never comes to two worlds that look alike, and so cannot find anything."""
    assert other_worlds(position(text), None, random.Random(1), 60)


@VIEWERS
@pytest.mark.parametrize("hand", [F1, F3, F6, F9], ids=lambda hand: hand.name[:2])
def test_nobody_learns_which_cards_came_from_the_kitty(hand: Hand, seat: Seat | None) -> None:
    """A record tells which of the cards that the bidder played had lain in the kitty.

    Every card of the bidder's is exchanged with each of the kitty's, played or not.
    """
    state = position(hand.line)
    bidder = state.bidder
    assert bidder is not None
    if seat is bidder:
        assert known(record_of_state(state).public(seat).hands[0])[4] == state.deal.kitty
        return
    watcher = Watcher(state, seat)
    for one, other in product(state.deal.hands[bidder], state.deal.kitty):
        assert watcher.cannot_tell(World(exchanged(state.deal, one, other), state.moves))


@VIEWERS
def test_nobody_learns_which_card_was_given(seat: Seat | None) -> None:
    """A record tells the opponents which of the bidder's cards had been its partner's.

    South has asked for a card in a Gros Charlemagne and got the ace of clubs; for those who did
    not see it, any other card of South's may have been it.
    """
    state = position(F9.start.replace("K -7C.8S", "A >AC -7C") + " HI 7H 8H LO 7D 9H AC")
    watcher = Watcher(state, seat)
    gift = Card.parse("AC")
    for card in state.deal.hands[Seat.SOUTH] - cards("7C"):
        moves = [GiveCard(card) if isinstance(move, GiveCard) else move for move in state.moves]
        world = World(exchanged(state.deal, gift, card), tuple(moves))
        assert watcher.cannot_tell(world) is (seat not in {Seat.NORTH, Seat.SOUTH})


# The check finds a leak.

_Known = Callable[[State, Seat | None], Deal | KnownDeal]


def leaking(more: Callable[[State, Seat | None], tuple[CardSet, ...]]) -> _Known:
    """Knowledge of a deal with some cards of it more than there should be."""

    def known_too_well(state: State, seat: Seat | None) -> Deal | KnownDeal:
        right = known_deal(state, seat)
        *hands, kitty = (
            held | (leak & dealt)
            for held, leak, dealt in zip(
                (*right.hands, right.kitty),
                more(state, seat),
                (*state.deal.hands, state.deal.kitty),
                strict=True,
            )
        )
        return KnownDeal((hands[0], hands[1], hands[2], hands[3]), kitty, len(state.deal.kitty))

    return known_too_well


def every_played_card(state: State, seat: Seat | None) -> tuple[CardSet, ...]:
    """Each card that was played, where it was dealt."""
    played = CardSet(move.card for move in state.moves if isinstance(move, Play))
    return (played,) * 5


def the_bidders_own_cards(state: State, seat: Seat | None) -> tuple[CardSet, ...]:
    """The cards that the bidder was dealt and played, the kitty left out."""
    return (*every_played_card(state, seat)[:4], CardSet())


def the_kitty(state: State, seat: Seat | None) -> tuple[CardSet, ...]:
    """The kitty, when the hand is over."""
    return (*[CardSet()] * 4, CardSet() if state.to_move else state.deal.kitty)


def the_hand_laid_away(state: State, seat: Seat | None) -> tuple[CardSet, ...]:
    """The hand of a solo player's partner, when the hand is over."""
    shown = [
        state.deal.hands[other]
        if other is state.partner_out and state.to_move is None
        else CardSet()
        for other in SEATS
    ]
    return (*shown, CardSet())


def the_discards(state: State, seat: Seat | None) -> tuple[CardSet, ...]:
    """What the bidder discarded, where it was dealt."""
    return (state.discards,) * 5


@pytest.mark.parametrize(
    "leak",
    [
        every_played_card,
        the_bidders_own_cards,
        the_kitty,
        the_hand_laid_away,
        the_discards,
    ],
)
def test_the_check_finds_a_leak(
    monkeypatch: pytest.MonkeyPatch, leak: Callable[[State, Seat | None], tuple[CardSet, ...]]
) -> None:
    """The check of non-interference is passed by a library that leaks."""
    monkeypatch.setattr("charlemagne.recorded.known_deal", leaking(leak))
    rng = random.Random(1)

    def watch() -> None:
        for text in WATCHED:
            other_worlds(position(text), None, rng, 30)

    with pytest.raises(AssertionError):
        watch()
