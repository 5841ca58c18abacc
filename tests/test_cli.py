"""The `charlemagne` command: whole games, repeated by seed, on every kind of terminal."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections import Counter

import click
import pytest
from click.testing import CliRunner, Result

import charlemagne.cli
from charlemagne import (
    Deal,
    Phase,
    Rules,
    Seat,
    State,
    __version__,
    apply,
    deal,
    legal_moves,
    parse_move,
    why_illegal,
)
from charlemagne.cli import main

PRESETS = ("canadian", "maine", "english", "korean")
START = "from charlemagne.cli import main; main()"
# What the environment of the tests says of the terminal is no matter of theirs.
TERMINAL = ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TERM", "TTY_COMPATIBLE", "LC_ALL", "LANG")


def invoke(*arguments: str, columns: int = 80) -> Result:
    """What the command does with these arguments."""
    surroundings: dict[str, str | None] = dict.fromkeys(TERMINAL)
    surroundings["COLUMNS"] = str(columns)
    return CliRunner(env=surroundings).invoke(main, arguments)


def demo(*arguments: str, columns: int = 80) -> str:
    """What a game prints, which must be played to its end."""
    result = invoke("demo", *arguments, columns=columns)
    assert (result.exit_code, result.exception) == (0, None), result.output
    return result.output


def run(
    *arguments: str, code: str = START, **surroundings: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as its console script does, in a process of its own."""
    kept = {name: value for name, value in os.environ.items() if name not in TERMINAL}
    command = [sys.executable, "-W", "error", "-c", code, *arguments]
    return subprocess.run(
        command, capture_output=True, env=kept | surroundings, timeout=120, check=False
    )


def games(rules: str, seeds: range) -> list[list[State]]:
    """The games that these seeds give, each as its finished hands."""
    return [list(charlemagne.cli._play_game(Rules.parse(rules), seed)) for seed in seeds]


@pytest.mark.parametrize("seed", ["0", "1", "5", "123456789012345678901234567890"])
@pytest.mark.parametrize("rules", [*PRESETS, "canadian+target=50", "maine+dealer_forced=true"])
def test_a_demo_ends_with_the_side_that_reached_the_target(rules: str, seed: str) -> None:
    lines = demo("--rules", rules, "--seed", seed).splitlines()
    assert lines[0] == f"Charlemagne, rules {rules}, seed {seed}"
    target = Rules.parse(rules).target
    scores = [re.findall(r"[0-9]+", line) for line in lines if line.startswith("Score")]
    for north_south, east_west in scores[:-1]:
        assert max(int(north_south), int(east_west)) < target
    north_south, east_west = map(int, scores[-1])
    assert max(north_south, east_west) >= target
    winner = "NS" if north_south > east_west else "EW"
    hands = f"{len(scores)} hand{'s' * (len(scores) > 1)}"
    assert lines[-1] == f"{winner} win the game after {hands}."


def test_a_demo_tells_a_hand_from_deal_to_score() -> None:
    text = demo("--seed", "5")
    start = deal(seed=5)
    for seat in Seat:
        assert f"{seat}        {start.hands[seat]}\n" in text
    assert f"Kitty    {start.kitty}\n" in text
    first = text.split("\n\n")[1]
    names = [line.split()[0] for line in first.splitlines() if not line.startswith(" ")]
    assert names == (
        "Hand N E S W Kitty Auction Contract Kitty Discards Trump Tricks Result Score".split()
    )
    assert len(re.findall(r"^ +[1-8] +>?", first, re.MULTILINE)) == 8


def test_a_game_is_repeated_by_its_seed_and_by_no_other() -> None:
    assert demo("--seed", "7", "--rules", "korean") == demo("--rules", "korean", "--seed", "7")
    assert demo("--seed", "7").split("\n", 1)[1] != demo("--seed", "8").split("\n", 1)[1]


def test_a_game_without_a_seed_says_which_one_repeats_it() -> None:
    text = demo()
    found = re.match(r"Charlemagne, rules canadian, seed ([0-9]+)\n", text)
    assert found is not None
    assert demo("--seed", found[1]) == text
    assert len({demo("--rules", "canadian+target=5").split("\n")[0] for _ in range(4)}) > 1


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--rules", "Maine", "'Maine' is no preset; did you mean 'maine'?"),
        ("--rules", "", "'' is no preset; there are canadian, maine, english, korean"),
        ("--rules", "canadian+foo=1", "unknown field 'foo'; the fields are pack, nine_high"),
        ("--rules", "canadian+target=0", "target must be a positive int, not 0"),
        ("--rules", "canadian+target", "'target' is no setting; write field=value"),
        ("--seed", "-1", "a seed is a whole number from 0 up, not '-1'"),
        ("--seed", "1.5", "a seed is a whole number from 0 up, not '1.5'"),
        ("--seed", "", "a seed is a whole number from 0 up, not ''"),
        ("--seed", "\u0663", "a seed is a whole number from 0 up, not '\u0663'"),
        ("--seed", "9" * 5000, "a seed is a whole number from 0 up, not '999"),
    ],
)
def test_a_wrong_option_is_refused_in_one_line(option: str, value: str, said: str) -> None:
    for arguments in ((option, value), (f"{option}={value}",)):
        result = invoke("demo", *arguments)
        assert result.exit_code == 2
        assert result.output.startswith(f"Error: {option}: {said}")
        assert result.output.count("\n") == 1


def test_a_refusal_goes_to_the_error_stream_alone() -> None:
    done = run("demo", "--rules", "caf\u00e9", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(rb"Error: --rules: 'caf\xe9' is no preset")


def test_the_command_says_its_version_and_what_it_can_do() -> None:
    assert invoke("--version").output == f"charlemagne, version {__version__}\n"
    for flag in ("-h", "--help"):
        assert "demo" in invoke(flag).output
        assert {"--rules", "--seed"} <= set(invoke("demo", flag).output.split())


@pytest.mark.parametrize("missing", ["click", "rich", "rich.table"])
def test_a_missing_package_is_said_in_one_line(missing: str) -> None:
    done = run("demo", code=f"import sys; sys.modules[{missing!r}] = None; {START}")
    assert (done.returncode, done.stdout) == (1, b"")
    [line] = done.stderr.decode().splitlines()
    assert "python -m pip install 'charlemagne[cli]'" in line


def test_nothing_else_in_the_package_needs_the_command() -> None:
    code = "import sys, charlemagne; print({'click', 'rich', 'charlemagne.cli'} & {*sys.modules})"
    assert run(code=code).stdout.split() == [b"set()"]


@pytest.mark.parametrize(
    "surroundings",
    [
        {},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "utf-8"},
        {"LANG": "C"},
        {"LC_ALL": "C", "TERM": "dumb"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"TERM": "dumb", "LANG": "C.UTF-8"},
    ],
    ids=str,
)
def test_a_pipe_gets_plain_ascii(surroundings: dict[str, str]) -> None:
    done = run("demo", "--seed", "5", **surroundings)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode("ascii").replace("\r", "") == demo("--seed", "5")


@pytest.mark.parametrize("columns", [1, 40, 80])
@pytest.mark.parametrize("rules", [*PRESETS, "canadian+dealer_forced=true+named_card=C,GC"])
def test_no_line_is_wider_than_the_terminal(columns: int, rules: str) -> None:
    for seed in range(2):
        text = demo("--rules", rules, "--seed", str(seed), columns=columns)
        assert max(map(len, text.splitlines())) <= max(columns, 40)
        assert not re.search(r" $", text, re.MULTILINE)
        # Nothing is lost to the width: only the breaks differ.
        assert "".join(text.split()) == "".join(
            demo("--rules", rules, "--seed", str(seed), columns=200).split()
        )


@pytest.mark.parametrize(
    ("surroundings", "symbols"),
    [
        ({"TERM": "xterm", "PYTHONIOENCODING": "utf-8", "LANG": "C.UTF-8"}, True),
        ({"TERM": "xterm", "PYTHONIOENCODING": "ascii", "LANG": "C.UTF-8"}, False),
        ({"TERM": "xterm", "PYTHONIOENCODING": "latin-1", "LANG": "C.UTF-8"}, False),
        ({"TERM": "xterm", "PYTHONIOENCODING": "utf-8", "LANG": "C"}, False),
        ({"TERM": "dumb", "PYTHONIOENCODING": "utf-8", "LANG": "C.UTF-8"}, False),
    ],
    ids=str,
)
def test_a_terminal_gets_symbols_if_it_can_show_them(
    surroundings: dict[str, str], symbols: bool
) -> None:
    seen = on_terminal("demo", "--seed", "5", COLUMNS="40", **surroundings)
    assert ("\u2660" in seen) is symbols
    assert symbols or seen.isascii()
    plain = re.sub("\x1b\\[[0-9;]*m", "", seen)
    assert max(map(len, plain.splitlines())) <= 40
    if surroundings["TERM"] == "dumb":
        assert "\x1b" not in seen


def on_terminal(*arguments: str, **surroundings: str) -> str:
    """What the command shows when it writes to a terminal."""
    pty = pytest.importorskip("pty", reason="no terminals to open here")
    outer, inner = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name not in TERMINAL}
    command = [sys.executable, "-c", START, *arguments]
    with subprocess.Popen(command, stdout=inner, env=kept | surroundings) as process:
        os.close(inner)
        written = b""
        # A terminal that nobody writes to any more ends with an error on some systems.
        try:
            while part := os.read(outer, 4096):
                written += part
        except OSError:
            pass
    os.close(outer)
    assert process.returncode == 0
    return written.decode("utf-8").replace("\r\n", "\n")


def test_a_reader_who_has_seen_enough_may_close_the_pipe() -> None:
    kept = {name: value for name, value in os.environ.items() if name not in TERMINAL}
    command = [sys.executable, "-c", START, "demo", "--rules", "canadian+target=3000"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=kept
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"Charlemagne, rules canadian+target=3000")
        process.stdout.close()
        assert process.stderr.read() == b""


def test_passed_out_hands_and_every_kind_of_contract_are_told() -> None:
    """Among many games each kind of hand comes, and no game drags on."""
    told = Counter[str]()
    for rules in ("canadian", "maine"):
        for hands in games(rules, range(40)):
            assert len(hands) <= 40
            told.update(str(state.contract) for state in hands)
    assert {"None", "5", "6", "M", "C"} <= set(told)
    assert told["GC"] < told["C"] < told["5"]


# A deal for each kind of contract, called by the first seat, with what is told of it.
HANDS = [
    ("canadian", "P P P P", ["Result   passed out: nobody scores"]),
    ("canadian", "M P P P", ["Contract Mulot by E, alone: W plays no card"]),
    ("canadian", "GM P P P", ["Contract Gros Mulot by E, alone: W plays no card"]),
    ("canadian", "C P P P", ["takes", "gives", "lays away", "Trump"]),
    ("canadian", "GC P P P K", ["takes", "lays away"]),
    ("canadian", "GC P P P A", ["Asked    E asks for any card", "Given    W gives"]),
    ("maine", "C P P P A:AC", ["Asked    E asks for AC", "Given    W gives"]),
    ("english", "5 P P P =H", ["Trump    hearts", "Kitty    E takes"]),
]


@pytest.mark.parametrize(("rules", "called", "told"), HANDS, ids=[h[1] for h in HANDS])
def test_a_hand_of_each_kind_is_told(rules: str, called: str, told: list[str]) -> None:
    state = deal(Rules.parse(rules), seed=3)
    for text in called.split():
        state = apply(state, parse_move(text))
    luck = random.Random(3)
    while state.to_move is not None:
        state = apply(state, luck.choice(legal_moves(state)))
    text = shown(state)
    places = [text.index(part) for part in told]
    assert places == sorted(places)
    assert ("plays no card" in text) == (state.partner_out is not None)
    if state.contract is not None:
        assert f"{'makes' if state.result and state.result.made else 'fails'} the" in text
        assert ("the hand ends with trick" in text) == (len(state.tricks) < 8)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("canadian+stop_when_broken=false", "Shown    E's hand, from trick 2 on"),
        ("korean", "Shown    E's hand, from trick 1 on"),
    ],
)
def test_a_hand_laid_open_is_told(rules: str, said: str) -> None:
    state = deal(Rules.parse(rules), seed=3)
    for text in "GM P P P".split():
        state = apply(state, parse_move(text))
    while state.to_move is not None:
        state = apply(state, legal_moves(state)[0])
    assert said in shown(state)


def shown(state: State) -> str:
    """What a page says of a hand that is over."""

    @click.command()
    def show() -> None:
        page = charlemagne.cli._Page.on_stdout()
        page.show(charlemagne.cli._hand_table(page, state))

    return CliRunner(env={"COLUMNS": "100"}).invoke(show).output


@pytest.mark.parametrize("rules", PRESETS)
def test_players_go_by_their_own_cards_alone(rules: str) -> None:
    """Where two cards that a seat cannot see change places, it sees the same."""
    luck = random.Random(rules)
    compared = Counter[Phase]()
    for state in (state for hands in games(rules, range(2)) for state in steps(hands)):
        seat = state.to_move
        assert seat is not None
        other = otherwise(state, seat, luck)
        if other is not None:
            assert charlemagne.cli._see(other, seat) == charlemagne.cli._see(state, seat)
            compared[state.phase] += 1
    assert compared[Phase.AUCTION] > 5
    assert compared[Phase.PLAY] > 100


def steps(hands: list[State]) -> list[State]:
    """Every state of these hands in which a seat is on move."""
    found = []
    for hand in hands:
        state = start_of(hand, hand.deal)
        for move in hand.moves:
            found.append(state)
            state = apply(state, move)
    return found


def start_of(state: State, cards: Deal) -> State:
    """The start of a hand, with these cards."""
    return deal(state.rules, cards=cards, dealer=state.dealer)


def otherwise(state: State, seat: Seat, luck: random.Random) -> State | None:
    """The same moves with two unplayed cards of other hands exchanged, None if they forbid it."""
    one, two = luck.sample([other for other in Seat if other is not seat], 2)
    mine = luck.choice(list(state.hands[one]) or [None])
    yours = luck.choice(list(state.hands[two]) or [None])
    if mine is None or yours is None:
        return None
    turned = {mine: yours, yours: mine}
    *hands, kitty = [
        [turned.get(card, card) for card in cards]
        for cards in (*state.deal.hands, state.deal.kitty)
    ]
    other = start_of(state, Deal(hands, kitty))
    for move in state.moves:
        if why_illegal(other, move) is not None:
            return None
        other = apply(other, move)
    return other
