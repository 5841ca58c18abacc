"""The `charlemagne` command: games and records, told and checked on every kind of terminal."""

from __future__ import annotations

import errno
import functools
import json
import os
import random
import re
import string
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

import charlemagne
from charlemagne import (
    Deal,
    GiveCard,
    Phase,
    Rules,
    Seat,
    Side,
    State,
    Suit,
    apply,
    build_info,
    deal,
    legal_moves,
    parse_move,
    position_text,
    view,
    why_illegal,
)
from charlemagne.cli import main
from charlemagne.cli_players import choose, play_game
from charlemagne.cli_words import TEXTS, Texts, Words
from charlemagne.names import Language, message, seat_name, side_name, suit_name
from charlemagne.recorded import recorded
from charlemagne.records import Record, Recorder, first_difference, problems
from charlemagne.rules import RULE_OF, reading_of
from support import deeper

PRESETS = ("canadian", "maine", "english", "korean")
START = "from charlemagne.cli import main; main()"
# What the environment of the tests says of the terminal is no matter of theirs.
TERMINAL = ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TERM", "TTY_COMPATIBLE", "LC_ALL", "LANG")


def invoke(*arguments: str, columns: int = 80, given: str | bytes | None = None) -> Result:
    """What the command does with these arguments, and with this on its standard input."""
    surroundings: dict[str, str | None] = dict.fromkeys(TERMINAL)
    surroundings["COLUMNS"] = str(columns)
    return CliRunner(env=surroundings).invoke(main, arguments, input=given)


def output(*arguments: str, columns: int = 80, given: str | bytes | None = None) -> str:
    """What the command prints, which must end well."""
    result = invoke(*arguments, columns=columns, given=given)
    assert (result.exit_code, result.exception) == (0, None), result.output
    return result.output


@functools.cache
def demo(*arguments: str, columns: int = 80) -> str:
    """What a game prints; it is played once for all tests."""
    return output("demo", *arguments, columns=columns)


def run(
    *arguments: str, code: str = START, given: str = "", **surroundings: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as its console script does, in a process of its own."""
    kept = {name: value for name, value in os.environ.items() if name not in TERMINAL}
    command = [sys.executable, "-W", "error", "-c", code, *arguments]
    return subprocess.run(
        command,
        capture_output=True,
        input=given.encode(),
        env=kept | surroundings,
        timeout=120,
        check=False,
    )


@functools.cache
def games(rules: str, seeds: range) -> list[list[State]]:
    """The games that these seeds give, each as its finished hands."""
    return [list(play_game(Rules.parse(rules), seed)) for seed in seeds]


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(
    ("rules", "seed"),
    [
        *[(rules, seed) for rules in PRESETS for seed in ("0", "1")],
        ("canadian+target=50", "5"),
        ("maine+dealer_forced=true", "5"),
        ("canadian", "123456789012345678901234567890"),
    ],
)
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
    again = output("demo", "--seed", "7", "--rules", "korean")
    assert demo("--rules", "korean", "--seed", "7") == again
    assert demo("--seed", "7").split("\n", 1)[1] != demo("--seed", "8").split("\n", 1)[1]


def test_a_game_without_a_seed_says_which_one_repeats_it() -> None:
    text = output("demo")
    found = re.match(r"Charlemagne, rules canadian, seed ([0-9]+)\n", text)
    assert found is not None
    assert demo("--seed", found[1]) == text
    assert (
        len({output("demo", "--rules", "canadian+target=5").split("\n")[0] for _ in range(4)}) > 1
    )


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
    assert invoke("--version").output == f"{build_info()}\n"
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


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("rules", [*PRESETS, "canadian+dealer_forced=true+named_card=C,GC"])
def test_no_line_is_wider_than_the_terminal(columns: int, rules: str) -> None:
    for seed in range(2):
        text = demo("--rules", rules, "--seed", str(seed), columns=columns)
        assert max(map(len, text.splitlines())) <= columns
        assert not re.search(r" $", text, re.MULTILINE)
        # Nothing is lost to the width: only the breaks differ.
        assert "".join(text.split()) == "".join(
            demo("--rules", rules, "--seed", str(seed), columns=200).split()
        )


def test_a_terminal_narrower_than_a_trick_is_taken_for_a_wider_one() -> None:
    assert demo("--seed", "5", columns=1) == demo("--seed", "5", columns=40)


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


def test_a_reader_who_has_seen_enough_may_close_the_pipe(tmp_path: Path) -> None:
    file = tmp_path / "passed-out.txt"
    file.write_text(passed_out(400).to_text(), encoding="utf-8")
    for arguments in (
        ["demo", "--rules", "canadian+target=3000"],
        ["show", str(file)],
        ["convert", str(file), "--to", "json"],
        ["validate", *[str(tmp_path / "none")] * 2000],
        ["validate", "--json", *[str(tmp_path / "none")] * 2000],
    ):
        assert read_one_line(*arguments) == b""
    file.write_text(record_of(play("canadian", "5 P P P")[-1:]).to_text(), encoding="utf-8")
    for arguments in (
        ["compare", "canadian", "english", str(file)],
        ["compare", "canadian", "english", str(file), "--json"],
        ["validate", str(file)],
        ["--help"],
    ):
        assert read_one_line(*arguments) == b""


def read_one_line(*arguments: str) -> bytes:
    """What the command complains of when its reader leaves after a line."""
    kept = {name: value for name, value in os.environ.items() if name not in TERMINAL}
    command = [sys.executable, "-c", START, *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=kept
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        return process.stderr.read()


@pytest.fixture
def written(tmp_path: Path) -> dict[str, list[str]]:
    """A call of each command that writes something, by a name for it."""
    file = str(tmp_path / "game")
    record = record_of(play("canadian", "5 P P P")[-1:])
    Path(file).write_text(record.to_text(), encoding="utf-8")
    return {
        "demo": ["demo", "--seed", "1"],
        "show": ["show", file],
        "validate": ["validate", file],
        "--json": ["validate", "--json", file, str(tmp_path / "none")],
        "convert": ["convert", "--to", "text", file],
        "compare": ["compare", "canadian", "english", file],
        "--help": ["--help"],
        "--version": ["--version"],
        "show --help": ["show", "--help"],
    }


WRITTEN = ["demo", "show", "validate", "--json", "convert", "compare"]
HELP = ["--help", "--version", "show --help"]


@pytest.mark.parametrize("call", [*WRITTEN, *HELP])
def test_a_reader_who_has_gone_is_no_fault_of_a_record(
    call: str, written: dict[str, list[str]]
) -> None:
    """The exit code is that of programs which SIGPIPE ends; 1 would say that a record is wrong."""
    kept = {name: value for name, value in os.environ.items() if name not in TERMINAL}
    command = [sys.executable, "-W", "error", "-c", START, *written[call]]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, env=kept, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def with_stdout_closed(*arguments: str, **surroundings: str) -> tuple[int, str]:
    """The exit code of the command, and what it complains of, without a standard output."""
    if os.name != "posix":
        pytest.skip("a shell is needed that closes standard output")
    kept = {name: value for name, value in os.environ.items() if name not in TERMINAL}
    command = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-W", "error", "-c", START]
    done = subprocess.run(
        [*command, *arguments], stderr=subprocess.PIPE, env=kept | surroundings, check=False
    )
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("call", [*WRITTEN, *HELP])
def test_a_standard_output_that_is_closed_is_told_in_one_line(
    call: str, written: dict[str, list[str]]
) -> None:
    said = "Error: standard output: cannot be written: it is closed\n"
    assert with_stdout_closed(*written[call]) == (2, said)
    if call in WRITTEN:
        french = "Erreur : sortie standard : écriture impossible : elle est fermée\n"
        told = with_stdout_closed(*written[call], "--lang", "fr", LANG="C.UTF-8")
        assert told == (2, french)


FULL = Path("/dev/full")


def onto_full_disk(*arguments: str, **surroundings: str) -> tuple[int, str]:
    """The exit code of the command, and what it complains of, where nothing can be written."""
    if not FULL.exists():
        pytest.skip("no full disk to write to here")
    kept = {name: value for name, value in os.environ.items() if name not in TERMINAL}
    command = [sys.executable, "-W", "error", "-c", START, *arguments]
    with FULL.open("wb") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, env=kept | surroundings, check=False
        )
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("call", WRITTEN)
def test_what_cannot_be_written_is_told_in_one_line(
    call: str, written: dict[str, list[str]]
) -> None:
    arguments = written[call]
    why = os.strerror(errno.ENOSPC)
    said = f"Error: standard output: cannot be written: {why}\n"
    assert onto_full_disk(*arguments) == (2, said)
    french = f"Erreur : sortie standard : écriture impossible : {why}\n"
    assert onto_full_disk(*arguments, "--lang", "fr", LANG="C.UTF-8") == (2, french)


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["demo", "--help"]], ids=str)
def test_help_that_cannot_be_written_is_told_in_one_line(arguments: list[str]) -> None:
    why = os.strerror(errno.ENOSPC)
    assert onto_full_disk(*arguments) == (2, f"Error: standard output: cannot be written: {why}\n")


def test_an_error_that_cannot_be_told_still_has_its_exit_code() -> None:
    if not FULL.exists():
        pytest.skip("no full disk to write to here")
    command = [sys.executable, "-c", START, "show", "none"]
    with FULL.open("wb") as full:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, check=False)
    assert (done.returncode, done.stdout) == (2, b"")


def passed_out(hands: int) -> Record:
    """A game in which nobody has bid yet."""
    table = Recorder()
    for seed in range(hands):
        table.deal(seed=seed)
        for _ in Seat:
            table.apply(parse_move("P"))
    return table.record()


def test_passed_out_hands_and_every_kind_of_contract_are_told() -> None:
    """Among many games each kind of hand comes, and no game drags on."""
    told = Counter[str]()
    for rules in ("canadian", "maine"):
        for hands in games(rules, range(20)):
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


def shown(state: State, language: str = "en") -> str:
    """What the command says of a hand."""
    return output("show", "-", "--lang", language, columns=120, given=position_text(state))


@pytest.mark.parametrize("rules", PRESETS)
def test_players_go_by_their_own_cards_alone(rules: str) -> None:
    """Where two cards that a seat cannot see change places, it sees the same."""
    luck = random.Random(rules)
    compared = Counter[Phase]()
    for state in (state for hands in games(rules, range(deeper(2))) for state in steps(hands)):
        seat = state.to_move
        assert seat is not None
        other = otherwise(state, seat, luck)
        if other is not None:
            choices = [choose(view(one, seat), random.Random(7)) for one in (state, other)]
            assert choices[0] == choices[1]
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


# ---------------------------------------------------------------- showing records


CARD = re.compile(r"\b(?:[789TJQKA][CDHS]|LO|HI)\b")


def record_of(hands: list[State]) -> Record:
    """The record of a game, with names that not every terminal can show."""
    return Record(
        hands[0].rules,
        [recorded(hand) for hand in hands],
        players={Seat.EAST: "Zoé", Seat.SOUTH: "李"},
        tags={"event": "a rainy evening"},
    )


def play(rules: str, called: str) -> list[State]:
    """Every state of a hand in which these calls are made and all else is luck."""
    states = [deal(Rules.parse(rules), seed=3)]
    for text in called.split():
        states.append(apply(states[-1], parse_move(text)))
    luck = random.Random(3)
    while states[-1].to_move is not None:
        states.append(apply(states[-1], luck.choice(legal_moves(states[-1]))))
    return states


@pytest.mark.parametrize("rules", PRESETS)
def test_a_record_is_shown_as_the_demo_told_the_game(rules: str, tmp_path: Path) -> None:
    [hands] = games(rules, range(1))
    told = demo("--rules", rules, "--seed", "0").split("\n", 2)[2]
    record = record_of(hands)
    for name, text in (("game.json", record.to_json()), ("game.txt", record.to_text())):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8", newline="")
        head = f"Charlemagne, rules {rules}\nE: Zoé\nS: 李\nevent: a rainy evening\n"
        assert output("show", str(file)) == head + told
        assert output("show", "-", given=text) == head + told


def test_a_game_that_began_elsewhere_or_goes_on_says_so() -> None:
    empty = output("show", "-", given=Record(Rules(), start=(5, 12)).to_text())
    assert empty.splitlines() == [
        "Charlemagne, rules canadian",
        "The game starts at NS 5, EW 12.",
        "",
        "The game is not over.",
    ]
    state = deal(seed=3, scores=(5, 12))
    for given in (position_text(state), position_text(state) + "\n"):
        text = output("show", "-", given=given)
        assert text.startswith(empty.partition("\n\n")[0])
        assert text.endswith("Result   not over: E is to call\n\nThe game is not over.\n")
    while state.to_move is not None:
        state = apply(state, legal_moves(state)[-1])
    assert state.scores != (5, 12)
    text = output("show", "-", given=position_text(state))
    assert text.startswith(empty.partition("\n\n")[0])
    assert "\nScore    NS {}, EW {}\n".format(*state.scores) in text


@pytest.mark.parametrize(
    ("rules", "called"),
    [
        *[hand[:2] for hand in HANDS],
        ("canadian+gros_charlemagne_shown=after_first_trick", "GC P P P K"),
        ("english+gros_charlemagne_shown=at_once", "GC P P P A"),
    ],
)
def test_a_hand_is_told_as_far_as_it_has_come(rules: str, called: str) -> None:
    states = play(rules, called)
    begun = [state.phase for state in states].count(Phase.AUCTION)
    for place in {*range(begun - 1, min(begun + 7, len(states))), *range(0, len(states), 4)}:
        state = states[place]
        told = rows(shown(state))
        assert [told[str(seat)] for seat in Seat] == [[str(hand)] for hand in state.deal.hands]
        assert len(told["Kitty"]) == bool(state.deal.kitty) + (state.kitty != state.deal.kitty)
        assert len(re.findall(r"\b[NESW] ", str(told["Auction"]))) == len(state.calls)
        assert len(told["Contract"]) == (state.contract is not None)
        assert told["Trump"] == ([state.trump.name.lower()] if state.trump else [])
        discards = [f"{state.bidder} lays away {state.discards}"] if state.discards else []
        assert told["Discards"] == discards
        assert len(told["Given"]) == any(isinstance(move, GiveCard) for move in state.moves)
        assert len(told["Shown"]) == bool(state.shown)
        assert ("not over" in told["Result"][0]) == (state.to_move is not None)
        tricks = re.findall(r"^ +[1-8] (.{15})", shown(state), re.MULTILINE)
        assert tricks == trick_lines(states[: place + 1])


def trick_lines(states: list[State]) -> list[str]:
    """For each trick of a hand what each seat played to it, the first card behind a `>`."""
    tricks: list[dict[Seat, str]] = []
    for before, after in pairwise(states):
        if before.phase is Phase.PLAY and before.to_move is not None:
            mark = " " if before.trick else ">"
            if not before.trick:
                tricks.append(dict.fromkeys(Seat, "  -"))
            tricks[-1][before.to_move] = f"{mark}{after.moves[-1]}"
    return [" ".join(cards.values()) for cards in tricks]


def rows(text: str) -> dict[str, list[str]]:
    """What is told of a single hand, by the names at the beginnings of the lines."""
    told: dict[str, list[str]] = {name: [] for name in NAMES}
    name = ""
    for line in text.split("\n\n")[1].splitlines()[1:]:
        name = line[:9].strip() or name
        if line[:9].strip():
            told[name].append("")
        told[name][-1] = f"{told[name][-1]} {line[9:]}".strip()
    return told


NAMES = (
    "N E S W Kitty Auction Contract Asked Given Discards Trump Tricks Shown Result Score".split()
)


def test_whose_move_it_is_is_told_in_every_phase() -> None:
    said = {
        state.phase: rows(shown(state))["Result"][0].removeprefix("not over: ")
        for rules, called in (
            ("maine", "C P P P"),
            ("canadian", "GC P P P"),
            ("english", "5 P P P"),
        )
        for state in play(rules, called)[:-1]
    }
    assert said.pop(Phase.PLAY)[1:] == " is to play a card"
    assert said == {
        Phase.AUCTION: "N is to call",
        Phase.ASK: "E is to ask for a card",
        Phase.AID: "E is to take the kitty or ask for a card",
        Phase.GIVE: "W is to give a card",
        Phase.TRUMP: "E is to name trump",
        Phase.DISCARD: "E is to discard",
    }


@pytest.mark.parametrize("seat", [*Seat, None])
@pytest.mark.parametrize(("rules", "called"), [hand[:2] for hand in HANDS[1:]])
def test_a_public_record_is_shown_without_what_it_hides(
    rules: str, called: str, seat: Seat | None
) -> None:
    states = play(rules, called)
    for state in (states[7], states[-1]):
        record = record_of([state])
        public = record.public(seat)
        text = output("show", "-", given=public.to_json())
        said = "This record hides cards; each of them is shown as ?.\n"
        # A bidder who has taken the kitty has seen every card by the end.
        assert (said in text) == public.is_public
        unseen = {str(card) for card in view(state, seat).unseen} - {str(state.asked)}
        assert not unseen & {*CARD.findall(text)}
        seen, known = rows(text), rows(output("show", "-", given=record.to_json()))
        assert seen.keys() == known.keys()
        for name, contents in known.items():
            if name in {*"NESW", "Kitty", "Given", "Discards"}:
                assert [len(content.split()) for content in seen[name]] == [
                    len(content.split()) for content in contents
                ]
            elif name != "Result" or state.to_move is None:
                assert seen[name] == contents


# ---------------------------------------------------------------- checking records


def hand_line(moves: str) -> str:
    """A record of a hand with these moves, whether they are legal or not."""
    return f"charlemagne-record 1\nrules canadian\nhand N | {deal(seed=7).deal} | {moves}\n"


def test_a_fault_is_shown_with_its_place_and_its_rule() -> None:
    text = hand_line("6 P 5 P")
    line = text.splitlines()[2]
    column = line.rindex("5") + 1
    violation = why_illegal(play("canadian", "6 P")[2], parse_move("5"))
    assert violation is not None
    result = invoke("validate", "-", given=text, columns=300)
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        f"standard input: hand 1, move 3, 5: {violation.message}",
        f"    line 3, column {column}, offset {text.rindex('5')}, rule bid.higher",
        f"    {line}",
        " " * (4 + column - 1) + "^",
    ]


def spoilt() -> Iterator[str]:
    """Records with faults of many kinds, in JSON and in lines, some of them no text of ours."""
    luck = random.Random(11)
    [hands] = games("canadian", range(1))
    record = record_of(hands)
    for text in [record.to_text(), record.to_json()] * 30:
        start = luck.randrange(len(text))
        end = start + luck.choice([0, 1, 1, 2, 300])
        new = luck.choice(
            ["", "7C", "李", "\x1b[31m", "e\u0301", "\u202e", "\t", "\r\n", "\n", "\0"]
        )
        yield text[:start] + new + text[end:]
        yield text[:start]
    yield from ["", "\n", " ", "{", "\ufeff" + record.to_text(), record.to_text() * 2]
    yield record.to_json().replace("canadian", "x" * 5000)


@pytest.mark.parametrize("columns", [1, 40, 80, 200])
def test_the_line_of_a_fault_fits_the_terminal(columns: int) -> None:
    for text in spoilt():
        result = invoke("validate", "-", given=text, columns=columns)
        faults = problems(text)
        assert (result.exit_code, bool(faults)) in {(0, False), (1, True)}, result.output
        assert all(char.isprintable() or char == "\n" for char in result.output)
        if not faults or faults[0].offset is None:
            continue
        said, place, line, caret = result.output.removesuffix("\n").split("\n")
        assert len(said) < 450
        start = text.rfind("\n", 0, faults[0].offset)
        number = 1 + text.count("\n", 0, faults[0].offset)
        assert place.startswith(f"    line {number}, column {faults[0].offset - start}, offset")
        assert max(cell_len(line), len(caret)) <= max(columns, 40)
        whole = text[start + 1 :].partition("\n")[0]
        part = line.removeprefix("    ").removeprefix("...").removesuffix("...")
        if whole.isascii() and whole.isprintable():
            assert part in whole
            assert line[len(caret) - 1 :][:1].strip() == text[faults[0].offset :][:1].strip()
        if cell_len(whole) <= max(columns, 40) - 4 and whole.isprintable():
            assert line.strip() == whole.strip()


def test_many_files_are_checked_at_once(tmp_path: Path) -> None:
    [hands] = games("canadian", range(1))
    record = record_of(hands)
    texts = {"good": record.to_text(), "public": record.public(None).to_json(), "bad": ""}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    good, public, bad, none = (str(tmp_path / name) for name in [*texts, "none"])
    assert output("validate", good) == f"{good}: OK\n"
    assert output("validate", public) == f"{public}: OK, as far as it is not hidden\n"
    result = invoke("validate", bad, none, good)
    assert result.exit_code == 1
    assert [
        line.partition(":")[0]
        for line in result.output.splitlines()
        if line.strip() and line[0] != " "
    ] == [
        bad,
        none,
        good,
    ]


def many_faults() -> str:
    """A record with a fault in each of its hands, and more than one in some."""
    [hands] = games("canadian", range(1))
    text = record_of(hands).to_text().replace(" made ", " failed ")
    return re.sub(r"(\| [0-9]+-)([0-9]+)\n", r"\g<1>1\2\n", text)


def test_every_fault_is_given_when_asked_for() -> None:
    faults = problems(many_faults())
    assert len(faults) > 3
    for arguments, wanted in (([], faults[:1]), (["--all"], faults)):
        result = invoke("validate", "-", *arguments, given=many_faults())
        assert result.exit_code == 1
        said = [line for line in result.output.splitlines() if not line.startswith(" ")]
        assert len(said) == len(wanted)
        for line, fault in zip(said, wanted, strict=True):
            message = fault.message.partition(" (at character ")[0]
            assert line == f"standard input: {message}"


def test_findings_come_as_one_json_document(tmp_path: Path) -> None:
    good = tmp_path / "good"
    [hands] = games("canadian", range(1))
    good.write_text(record_of(hands).public(Seat.EAST).to_text(), encoding="utf-8", newline="")
    assert json.loads(output("validate", "--json", str(good))) == {
        "valid": True,
        "files": [{"file": str(good), "valid": True, "public": True, "faults": []}],
    }
    text = hand_line("GC 5")
    result = invoke("validate", "--json", str(good), "-", str(tmp_path), given=text)
    assert result.exit_code == 1
    found = json.loads(result.output)
    assert (found["valid"], [file["valid"] for file in found["files"]]) == (
        False,
        [True, False, False],
    )
    [fault] = found["files"][1]["faults"]
    assert fault == {
        "message": problems(text)[0].message,
        "hand": 1,
        "move": 2,
        "offset": text.rindex("5"),
        "line": 3,
        "column": text.splitlines()[2].rindex("5") + 1,
        "reason": "BID_TOO_LOW",
        "rule": "bid.higher",
        "legal_moves": ["P"],
    }
    [fault] = found["files"][2]["faults"]
    assert {fault[key] for key in fault if key not in {"message", "legal_moves"}} == {None}
    every = json.loads(invoke("validate", "--json", "--all", "-", given=many_faults()).output)
    messages = [fault["message"] for fault in every["files"][0]["faults"]]
    assert messages == [fault.message for fault in problems(many_faults())]


# ---------------------------------------------------------------- writing the other form


def test_a_record_is_written_in_either_form_byte_for_byte(tmp_path: Path) -> None:
    [hands] = games("korean", range(1))
    whole = record_of(hands)
    for record in (whole, whole.public(Seat.WEST), record_of(play("canadian", "5 P P P")[9:10])):
        loose = json.dumps(json.loads(record.to_json()))
        for given in (record.to_text(), record.to_json(), f"\n{loose}\n"):
            file = tmp_path / "game"
            file.write_bytes(given.encode())
            for form, wanted in (("text", record.to_text()), ("json", record.to_json())):
                for name in (str(file), "-"):
                    result = invoke("convert", "--to", form, name, given=given.encode())
                    assert (result.exit_code, result.stdout_bytes) == (0, wanted.encode())


def test_the_written_form_is_utf_8_wherever_it_is_written() -> None:
    [hands] = games("maine", range(1))
    record = record_of(hands)
    for form, wanted in (("text", record.to_text()), ("json", record.to_json())):
        given = record.to_text()
        done = run("convert", "-", "--to", form, given=given, PYTHONIOENCODING="ascii")
        assert (done.returncode, done.stdout, done.stderr) == (0, wanted.encode(), b"")


@pytest.mark.parametrize("whom", ["N", "E", "S", "W", "spectator"])
@pytest.mark.parametrize(("form", "call"), [("text", "C P P P"), ("json", "6 P P P")])
def test_a_record_is_written_as_somebody_may_have_it(whom: str, form: str, call: str) -> None:
    record = record_of(play("canadian", call)[-1:])
    public = record.public(None if whom == "spectator" else Seat.parse(whom))
    given = record.to_json()
    written = output("convert", "-", "--to", form, "--public", whom, given=given)
    assert written == (public.to_text() if form == "text" else public.to_json())


def test_of_a_public_record_nothing_more_can_be_made_public() -> None:
    record = record_of(play("canadian", "5 P P P")[-1:]).public(None)
    for whom in ("spectator", "N"):
        given = record.to_text()
        result = invoke("convert", "-", "--to", "text", "--public", whom, given=given)
        assert result.exit_code == 2
        assert result.output == "Error: standard input: hides cards already\n"
    for whom in ("X", "", "n"):
        result = invoke("convert", "-", "--to", "text", "--public", whom, given=given)
        assert result.exit_code == 2
        assert "is not one of 'N', 'E', 'S', 'W', 'spectator'" in result.output


# ---------------------------------------------------------------- comparing readings


@pytest.mark.parametrize(
    ("ours", "theirs", "called", "what"),
    [
        ("canadian", "maine", "5 P P P", "whether the hand can be dealt"),
        ("canadian", "english", "5 P P P", "who is to move, and what"),
        ("canadian", "korean", "5 6 P P", "who is to move, and what"),
        ("canadian", "canadian+named_card=C", "C P P P", "who is to move, and what"),
        ("canadian", "canadian+redeal_by=same_dealer", "P P P P", "who deals next"),
        ("canadian", "canadian+dealer_forced=true", "P P P 5", "the legal moves"),
        ("canadian", "canadian+values=GM:31/14", "GM P P P", "the scores"),
        ("canadian", "canadian+gros_mulot_shown=at_once", "GM P P P", "the hands that lie open"),
    ],
)
def test_two_readings_are_told_where_they_part(
    ours: str, theirs: str, called: str, what: str
) -> None:
    rules = "korean" if theirs == "korean" else ours
    record = record_of(play(rules, called)[-1:])
    for one, other in ((ours, theirs), (theirs, ours)):
        found = first_difference(Rules.parse(one), Rules.parse(other), record)
        assert found is not None
        text = output("compare", one, other, "-", given=record.to_text())
        said = " ".join(text.split())
        assert f"{one} and {other} part in hand 1, " in said
        assert f" after {found.move} moves." in said or found.move == 0
        assert f"What differs: {what}." in said
        for reading in (one, other):
            for field in found.fields:
                sentence = reading_of(Rules.parse(reading), field)
                assert f"{RULE_OF[field]}: {sentence}" in said
        assert text.splitlines()[-1] == found.position
        assert max(map(len, text.splitlines()[:-1])) <= 80


def test_of_the_legal_moves_those_are_named_that_are_legal_under_one_reading_alone() -> None:
    record = record_of(play("canadian", "P P P 5")[-1:])
    text = output("compare", "canadian", "canadian+dealer_forced=true", "-", given=record.to_json())
    assert "Under canadian: legal here alone: P\n" in text
    assert "Under canadian+dealer_forced=true: legal here alone: nothing\n" in text


def test_readings_that_do_not_part_are_said_not_to() -> None:
    [hands] = games("canadian", range(1))
    count = f"{len(hands)} hand{'s' * (len(hands) > 1)}"
    for theirs in ("canadian", "canadian+gros_charlemagne_shown=at_once"):
        text = output("compare", "canadian", theirs, "-", given=record_of(hands).to_text())
        said = f"canadian and {theirs} do not part in this record of {count}."
        assert " ".join(text.split()) == said


@pytest.mark.parametrize(
    ("ours", "theirs", "seat", "said"),
    [
        ("canadian", "english", "S", "standard input: hand 1: some of its cards are hidden"),
        ("canadian", "canadian", "", "standard input: "),
        ("maine", "canadian+foo=1", "", "RULES: unknown field 'foo'"),
        ("Maine", "canadian", "", "RULES: 'Maine' is no preset; did you mean 'maine'?"),
    ],
)
def test_what_cannot_be_compared_is_refused(ours: str, theirs: str, seat: str, said: str) -> None:
    record = record_of(play("korean", "5 6 P P 7 P")[-1:])
    if seat:
        record = record.public(Seat.parse(seat))
    result = invoke("compare", ours, theirs, "-", given=record.to_text())
    assert result.exit_code == 2
    assert result.output.startswith(f"Error: {said}")
    assert result.output.count("\n") == 1


@pytest.mark.parametrize(
    ("theirs", "called"),
    [("maine", "5 P P P"), ("english", "5 P P P"), ("canadian+values=GM:31/14", "GM P P P")],
)
def test_a_difference_comes_as_one_json_document(theirs: str, called: str, tmp_path: Path) -> None:
    record = record_of(play("canadian", called)[-1:])
    found = first_difference(Rules(), Rules.parse(theirs), record)
    assert found is not None
    file = tmp_path / "game"
    file.write_text(record.to_text(), encoding="utf-8", newline="")
    data = json.loads(output("compare", "canadian", theirs, str(file), "--json"))
    assert list(data) == ["file", "ours", "theirs", "agree", "difference"]
    difference = data.pop("difference")
    assert data == {"file": str(file), "ours": "canadian", "theirs": theirs, "agree": False}
    # JSON knows no tuples.
    assert difference == json.loads(json.dumps(attrs.asdict(found)))
    # It is for programs, and the same in every language.
    told = output("compare", "canadian", theirs, str(file), "--json", "--lang", "fr")
    assert told == output("compare", "canadian", theirs, str(file), "--json")


def test_that_there_is_no_difference_comes_as_json() -> None:
    given = record_of(play("canadian", "5 P P P")[-1:]).to_text()
    assert json.loads(output("compare", "canadian", "korean", "-", "--json", given=given)) == {
        "file": "-",
        "ours": "canadian",
        "theirs": "korean",
        "agree": True,
        "difference": None,
    }
    refused = invoke("compare", "canadian", "korean", "-", "--json", given="")
    assert (refused.exit_code, refused.output[:6]) == (2, "Error:")


# ---------------------------------------------------------------- files that hold no record


def told_of(name: str, given: str | bytes | None = None) -> str:
    """What all commands say alike of a file that holds no record, in one line each."""
    said = set()
    for arguments in (
        ["show", name],
        ["convert", name, "--to", "json"],
        ["compare", "canadian", "maine", name],
    ):
        result = invoke(*arguments, given=given)
        assert (result.exit_code, result.output.count("\n")) == (2, 1), result.output
        said.add(result.output.removeprefix("Error: ").partition(" (at character ")[0].strip())
    checked = invoke("validate", name, given=given)
    assert checked.exit_code == 1
    said.add(checked.output.partition("\n")[0])
    assert len(said) == 1
    title, _, why = said.pop().partition(": ")
    assert title == ("standard input" if name == "-" else name)
    return why


def test_a_file_that_cannot_be_read_is_told_in_one_line(tmp_path: Path) -> None:
    assert told_of(str(tmp_path / "none")) == "cannot be read: No such file or directory"
    assert told_of(str(tmp_path)).startswith("cannot be read: ")
    closed = tmp_path / "closed"
    closed.touch(mode=0)
    if not os.access(closed, os.R_OK):
        assert told_of(str(closed)) == "cannot be read: Permission denied"


def test_a_file_that_is_no_record_is_told_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "\x1b[31mrecord"
    file.write_bytes(b"charlemagne-record 1\n\xff\xfe\0")
    line = invoke("show", str(file)).output
    assert line.endswith("/\\x1b[31mrecord: the bytes are no UTF-8 text (at character 22)\n")
    assert "\n    \\xff\\xfe\\x00\n    ^\n" in invoke("validate", str(file)).output
    for given in ("", "\n", "no record\n", "charlemagne-recor", b"\0" * 100):
        assert told_of("-", given) == (
            "a record begins with the line 'charlemagne-record 1', or is JSON"
        )


def test_no_more_of_a_file_is_read_than_the_limit(tmp_path: Path) -> None:
    garbage = tmp_path / "garbage"
    with garbage.open("wb") as file:
        file.truncate(50_000_000)
    endless = Path("/dev/zero")
    for path in (garbage, endless) if endless.exists() else (garbage,):
        assert told_of(str(path)) == "has more than 1000000 bytes; --limit N has more read"
    [hands] = games("maine", range(1))
    text = record_of(hands).to_text()
    size = len(text.encode())
    assert size > len(text)
    for command in (["show"], ["validate"], ["convert", "--to", "text"]):
        assert output(*command, "-", "--limit", str(size), given=text)
        refused = invoke(*command, "-", "--limit", str(size - 1), given=text)
        assert refused.exit_code == (1 if command == ["validate"] else 2)
        assert f"has more than {size - 1} bytes" in refused.output
    wrong = invoke("show", "-", "--limit", "1e6", given=text)
    assert wrong.output == "Error: --limit: a limit is a whole number from 0 up, not '1e6'\n"


def test_a_record_that_is_cut_off_is_told_in_one_line() -> None:
    [hands] = games("canadian", range(1))
    record = record_of(hands)
    for text in (record.to_text(), record.to_json()):
        for end in range(0, len(text) - 1, len(text) // 15):
            result = invoke("validate", "-", given=text[:end])
            # A record in lines may break off between two hands.
            assert result.exit_code == (text[:end].count("\n") < 5 or text[end - 1] != "\n")
            if result.exit_code:
                assert told_of("-", text[:end])


def test_a_position_that_is_wrong_is_told_in_one_line() -> None:
    for text in (position_text(deal(seed=7)) + " 5 5", "canadian N 0-0 |", "a | b | c"):
        result = invoke("show", "-", given=text)
        assert (result.exit_code, result.output.count("\n")) == (2, 1)
        assert result.output.startswith("Error: standard input: ")


@pytest.mark.parametrize("rest", ["", "\n", " 5 5", " XX"])
def test_a_position_is_called_one_where_a_record_is_wanted(rest: str) -> None:
    text = position_text(deal(seed=7)) + rest
    for arguments in (
        ["validate", "-"],
        ["convert", "--to", "json", "-"],
        ["compare", "canadian", "maine", "-"],
    ):
        result = invoke(*arguments, given=text)
        assert result.exit_code == (1 if arguments[0] == "validate" else 2)
        said = "standard input: this is a position, not a record; show takes it\n"
        assert result.output.removeprefix("Error: ") == said
        french = invoke(*arguments, "--lang", "fr", given=text)
        assert "entrée standard : c'est une position, et non un enregistrement" in french.output
    [fault] = json.loads(invoke("validate", "-", "--json", given=text).output)["files"][0]["faults"]
    assert fault["message"] == "this is a position, not a record; show takes it"


@pytest.mark.parametrize("text", ["a | b | c", "canadian", "canadian |\n\n", "hand N | | |", "|"])
def test_nothing_else_is_called_a_position(text: str) -> None:
    result = invoke("validate", "-", given=text)
    assert "a record begins with the line 'charlemagne-record 1', or is JSON" in result.output


def test_a_standard_input_that_is_closed_is_told_in_one_line() -> None:
    done = run("show", "-", code=f"import sys; sys.stdin = None; {START}")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.split() == b"Error: standard input: cannot be read: it is closed".split()


@pytest.mark.parametrize("surroundings", [{"PYTHONIOENCODING": "ascii"}, {"LANG": "C"}], ids=str)
def test_names_and_faults_are_safe_on_an_ascii_terminal(surroundings: dict[str, str]) -> None:
    [hands] = games("maine", range(1))
    text = record_of(hands).to_text()
    done = run("show", "-", given=text, **surroundings)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"E: Zo\\xe9" in done.stdout
    assert done.stdout.isascii()
    done = run("validate", "-", given=text.replace("李", "李\x1b"), **surroundings)
    assert (done.returncode, done.stderr) == (1, b"")
    line, caret = done.stdout.decode("ascii").splitlines()[-2:]
    assert line == "    player S \\u674e\\x1b"
    assert caret.index("^") == line.index("\\u674e")


# ---------------------------------------------------------------- French


def test_no_text_is_missing_in_either_language() -> None:
    """A text that one language lacks, or that names other things there, would end in an error."""
    assert set(TEXTS) == set(Language)
    english, french = TEXTS[Language.EN], TEXTS[Language.FR]
    for field in attrs.fields(Texts):
        ours, theirs = getattr(english, field.name), getattr(french, field.name)
        if not isinstance(ours, Mapping):
            continue
        assert list(ours) == list(theirs), field.name
        for name in ours:
            assert ours[name], name
            assert theirs[name], name
            assert places(ours[name]) == places(theirs[name]), name
    assert set(english.seats) == set(Seat)
    assert set(english.tasks) == {*Phase} - {Phase.HAND_OVER, Phase.GAME_OVER}


def places(text: str | tuple[str, str]) -> set[str]:
    """The places of a text for what it names."""
    texts = [text] if isinstance(text, str) else text
    return {name for one in texts for _, name, _, _ in string.Formatter().parse(one) if name}


def test_a_game_is_told_in_french() -> None:
    text = demo("--seed", "5", "--lang", "fr")
    start = deal(seed=5)
    lines = text.splitlines()
    assert lines[:2] == [
        "Charlemagne, règles canadian, graine 5",
        "Nord et Sud jouent contre Est et Ouest. Le premier camp à 32 points gagne.",
    ]
    for seat in Seat:
        assert f"{seat_name(seat, 'fr'):8} {start.hands[seat]}\n" in text
    names = [line.split()[0] for line in text.split("\n\n")[1].splitlines() if line[0] != " "]
    assert names == [
        *"Donne Nord Est Sud Ouest Veuve Annonces Contrat Veuve".split(),
        *"Écart Atout Levées Résultat Marque".split(),
    ]
    winner = demo("--seed", "5").splitlines()[-1].split()[0]
    hands = len(re.findall("^Donne ", text, re.MULTILINE))
    side = side_name(Side(winner), "fr")
    assert lines[-1] == f"{side} gagne la partie après {hands} donnes."


@pytest.mark.parametrize("rules", PRESETS)
def test_french_fits_the_terminal_and_tells_the_same_cards(rules: str) -> None:
    narrow = demo("--rules", rules, "--seed", "0", "--lang", "fr", columns=40)
    wide = demo("--rules", rules, "--seed", "0", "--lang", "fr", columns=200)
    assert max(map(len, narrow.splitlines())) <= 40
    assert narrow.split() == wide.split()
    english = demo("--rules", rules, "--seed", "0", columns=200)
    assert CARD.findall(wide) == CARD.findall(english)
    assert wide.count("\n") == english.count("\n")


FRENCH_HANDS = [
    ("canadian", "P P P P", ["Résultat tout le monde a passé, personne ne marque"]),
    ("canadian", "M P P P", ["Contrat  Mulot par Est, seul (Ouest ne joue pas)"]),
    ("canadian", "GC P P P K", ["Veuve    Est prend", "Écart    Est écarte"]),
    ("canadian", "GC P P P A", ["Demande  Est demande une carte", "Don      Ouest donne"]),
    ("maine", "C P P P A:AC", ["Demande  Est demande AC", "Don      Ouest donne"]),
    ("english", "5 P P P =H", ["Atout    cœur", "Veuve    Est prend"]),
    ("korean", "GM P P P", ["Étalée   Est, dès la levée 1"]),
]


@pytest.mark.parametrize(
    ("rules", "called", "told"), FRENCH_HANDS, ids=[h[1] for h in FRENCH_HANDS]
)
def test_a_hand_of_each_kind_is_told_in_french(rules: str, called: str, told: list[str]) -> None:
    state = play(rules, called)[-1]
    text = shown(state, "fr")
    position = [text.index(part) for part in told]
    assert position == sorted(position)
    if state.result is not None:
        result = state.result
        levees = f"avec {result.tricks} levée{'s' * (result.tricks > 1)}"
        levees = levees if result.tricks else "sans faire de levée"
        verb = "réussit" if result.made else "chute"
        assert f" {verb} le {result.contract.title} {levees}, " in " ".join(text.split())
        assert f", et {side_name(result.side, 'fr')} marque {result.points}\n" in text
        assert ("la donne s'arrête à la levée" in text) == (len(state.tricks) < 8)
    if state.trump is not None:
        assert f"Atout    {suit_name(state.trump, 'fr')}\n" in text
    assert "Marque   Nord-Sud {}, Est-Ouest {}\n".format(*state.scores) in text


def test_whose_move_it_is_is_told_in_french() -> None:
    said = {
        state.phase: re.findall("c'est à (.+)", shown(state, "fr"))
        for rules, called in (
            ("maine", "C P P P"),
            ("canadian", "GC P P P"),
            ("english", "5 P P P"),
        )
        for state in play(rules, called)[:-1]
    }
    assert said.pop(Phase.PLAY)[0].endswith(" de jouer une carte")
    assert said == {
        Phase.AUCTION: ["Nord de parler"],
        Phase.ASK: ["Est de demander une carte"],
        Phase.AID: ["Est de prendre la veuve ou de demander une carte"],
        Phase.GIVE: ["Ouest de donner une carte"],
        Phase.TRUMP: ["Est de nommer l'atout"],
        Phase.DISCARD: ["Est d'écarter"],
    }


def test_what_is_known_of_a_game_is_told_in_french() -> None:
    record = attrs.evolve(record_of(play("canadian", "M P P P")[6:7]), start=(5, 12))
    text = output("show", "-", "--lang", "fr", given=record.public(None).to_text())
    assert text.splitlines()[:6] == [
        "Charlemagne, règles canadian",
        "Est : Zoé",
        "Sud : 李",
        "event : a rainy evening",
        "La partie commence avec Nord-Sud à 5 et Est-Ouest à 12.",
        "Cet enregistrement cache des cartes. Un ? remplace chaque carte cachée.",
    ]
    assert text.endswith("Résultat la donne n'est pas finie\n\nLa partie n'est pas finie.\n")


def test_an_illegal_move_is_told_in_french() -> None:
    text = hand_line("6 P 5 P")
    violation = why_illegal(play("canadian", "6 P")[2], parse_move("5"))
    assert violation is not None
    why = message(violation, "fr").replace("\N{NO-BREAK SPACE}", " ")
    offset = text.rindex("5")
    column = text.splitlines()[2].rindex("5") + 1
    said = f"donne 1, coup 3, 5 : {why}"
    result = invoke("validate", "-", "--lang", "fr", given=text, columns=300)
    assert result.exit_code == 1
    assert result.output.splitlines()[:2] == [
        f"entrée standard : {said}",
        f"    ligne 3, colonne {column}, décalage {offset}, règle bid.higher",
    ]
    data = json.loads(invoke("validate", "-", "--json", "--lang", "fr", given=text).output)
    assert data["files"][0]["faults"][0]["message"] == f"{said} (au caractère {offset + 1})"
    refused = invoke("show", "-", "--lang", "fr", given=text)
    assert (refused.exit_code, refused.output) == (
        2,
        f"Erreur : entrée standard : {said} (au caractère {offset + 1})\n",
    )


@pytest.mark.parametrize("rest", ["", " P", " | P", " ?"])
def test_an_illegal_move_of_a_position_is_told_in_either_language(rest: str) -> None:
    state = play("canadian", "6 P")[2]
    violation = why_illegal(state, parse_move("5"))
    assert violation is not None
    line = f"{position_text(state)} 5"
    said = f"(at character {len(line)})"
    english = invoke("show", "-", given=line + rest)
    assert english.output == f"Error: standard input: move 3, 5: {violation.message} {said}\n"
    french = invoke("show", "-", "--lang", "fr", given=line + rest)
    why = message(violation, "fr").replace("\N{NO-BREAK SPACE}", " ")
    assert french.output == (
        f"Erreur : entrée standard : coup 3, 5 : {why} (au caractère {len(line)})\n"
    )
    assert english.exit_code == french.exit_code == 2


def test_files_are_checked_in_french(tmp_path: Path) -> None:
    record = record_of(play("canadian", "M P P P")[-1:])
    good, public, none = (tmp_path / name for name in ("good", "public", "none"))
    good.write_text(record.to_text(), encoding="utf-8")
    public.write_text(record.public(None).to_text(), encoding="utf-8")
    result = invoke("validate", "--lang", "fr", str(good), str(public), str(none))
    assert result.output.splitlines() == [
        f"{good} : OK",
        f"{public} : OK, pour ce qui n'est pas caché",
        f"{none} : lecture impossible : No such file or directory",
    ]
    refused = invoke("show", str(good), "--limit", "9", "--lang", "fr")
    assert refused.output.startswith(f"Erreur : {good} : a plus de 9 octets ; --limit N permet")


DIFFERENCES_IN_FRENCH = [
    (
        "maine",
        "5 P P P",
        [
            "Elles diffèrent sur la distribution des cartes.",
            "Selon canadian, la distribution est possible",
        ],
    ),
    (
        "english",
        "5 P P P",
        [
            "canadian et english se séparent à la donne 1, après 4 coups.",
            "Elles diffèrent sur celui qui doit jouer, ou sur ce qu'il doit faire.",
            "Selon canadian, c'est à Est d'écarter",
            "Selon english, c'est à Est de nommer l'atout",
            "Voici la position, selon canadian.",
        ],
    ),
    (
        "canadian+dealer_forced=true",
        "P P P 5",
        ["Selon canadian, on permet en plus P", "on ne permet rien de plus"],
    ),
    (
        "canadian+values=GM:31/14",
        "GM P P P",
        ["Elles diffèrent sur la marque.", "Selon canadian, Nord-Sud 15, Est-Ouest 0"],
    ),
    (
        "canadian+target=10",
        "GM P P P",
        ["Selon canadian, la donne est finie", "la partie est finie"],
    ),
    (
        "canadian+gros_mulot_shown=at_once",
        "GM P P P",
        ["aucune main n'est étalée", "Est joue à main étalée"],
    ),
    (
        "canadian+redeal_by=same_dealer",
        "P P P P",
        ["c'est ensuite à Est de distribuer", "c'est ensuite à Nord de distribuer"],
    ),
]


@pytest.mark.parametrize(("theirs", "called", "said"), DIFFERENCES_IN_FRENCH)
def test_two_readings_are_told_in_french_where_they_part(
    theirs: str, called: str, said: list[str]
) -> None:
    record = record_of(play("canadian", called)[-1:])
    arguments = ("compare", "canadian", theirs, "-")
    told = output(*arguments, "--lang", "fr", given=record.to_text())
    for part in said:
        assert part in " ".join(told.split())
    assert max(map(len, told.splitlines()[:-1])) <= 80
    told = output(*arguments, "--lang", "fr", given=record.to_text(), columns=200)
    english = output(*arguments, given=record.to_text(), columns=200)
    assert told.count("\n") == english.count("\n")
    assert told.splitlines()[-1] == english.splitlines()[-1]
    # What the rules say is quoted in English, and stands to the right.
    assert words_of(told) & words_of(english) <= {"canadian", "english", "maine", "position"}


def words_of(told: str) -> set[str]:
    """The words of what two readings differ in, but for what the library itself says."""
    own = " ".join(line for line in told.splitlines()[:-1] if not line.startswith(" "))
    own = re.sub(r"these rules play with [^()]*|\S*[+=]\S*|\b[A-Z0-9]{1,2}\b", " ", own)
    return {word.lower() for word in re.findall(r"[^\W\d_]{2,}", own)}


def test_readings_that_do_not_part_are_said_not_to_in_french() -> None:
    record = record_of(play("canadian", "5 P P P")[-1:])
    given = record.to_text()
    told = output("compare", "canadian", "korean", "-", "--lang", "fr", given=given, columns=200)
    assert told == "canadian et korean ne se séparent pas sur cet enregistrement de 1 donne.\n"


@pytest.mark.parametrize("last", [False, True])
def test_options_are_refused_in_french(last: bool) -> None:
    french = ["--lang", "fr"]
    for arguments, said in (
        (["demo", "--seed", "x"], "Erreur : --seed : la graine est un nombre entier"),
        (["show", "-", "--limit", "x"], "Erreur : --limit : la limite est un nombre entier"),
        (["convert", "-", "--to", "text", "--limit", ""], "Erreur : --limit : la limite est un"),
        # What the library says of a text is English.
        (["demo", "--rules", "x"], "Erreur : --rules : 'x' is no preset; there are"),
        (["compare", "x", "maine", "-"], "Erreur : RULES : 'x' is no preset; there are"),
    ):
        command, *rest = arguments
        given = [command, *rest, *french] if last else [command, *french, *rest]
        result = invoke(*given, given="")
        assert result.exit_code == 2
        assert result.output.startswith(said)
        assert result.output.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [["convert", "--to", "json"], ["compare", "canadian", "maine"], ["show"], ["validate"]],
    ids=str,
)
def test_what_is_wrong_with_a_file_is_told_in_french_by_every_command(
    arguments: list[str], tmp_path: Path
) -> None:
    none = tmp_path / "none"
    result = invoke(*arguments, str(none), "--lang", "fr")
    assert result.output.removeprefix("Erreur : ").startswith(f"{none} : lecture impossible : ")
    result = invoke(*arguments, "-", "--lang", "fr", given=hand_line("6 P 5 P"))
    assert "entrée standard : donne 1, coup 3, 5 : 5 ne bat pas 6" in result.output


def test_no_text_of_the_command_is_unused() -> None:
    """What is never said in either language would go unnoticed when it is wrong."""
    modules = {*Path(charlemagne.__file__).parent.glob("cli*.py")}
    source = "".join(
        path.read_text(encoding="utf-8") for path in modules if path.stem != "cli_words"
    )
    for name in (*TEXTS[Language.EN].sentences, *TEXTS[Language.EN].labels):
        assert f'"{name}"' in source, name


@pytest.mark.parametrize(
    "surroundings",
    [{"PYTHONIOENCODING": "ascii"}, {"LANG": "C"}],
    ids=str,
)
def test_french_does_without_accents_on_an_ascii_terminal(surroundings: dict[str, str]) -> None:
    given = record_of(play("english", "5 P P P =H")[-1:]).to_text()
    done = run("show", "-", "--lang", "fr", given=given, **surroundings)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode("ascii")
    # A player's name is no word of the command: it is written as in English.
    assert "Est : Zo\\xe9" in text
    for said in ("regles english", "Ecart    Est ecarte", "Atout    coeur", "Levees", "Resultat"):
        assert said in text
    assert "\\" not in text.partition("event")[2]
    done = run("validate", "-", "--lang", "fr", given=hand_line("6 P 5 P"), **surroundings)
    assert (done.returncode, done.stderr) == (1, b"")
    line, place = done.stdout.decode("ascii").splitlines()[:2]
    assert line.startswith("entree standard : donne 1, coup 3, 5 : ")
    assert "regle bid.higher" in place
    assert "\\" not in line + place


def test_a_refusal_in_french_does_without_accents_too() -> None:
    given = hand_line("6 P 5 P")
    done = run("show", "-", "--lang", "fr", given=given, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"Erreur : entree standard : donne 1, coup 3, 5 : ")
    assert b"\\" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "cp1252", "utf-8"])
def test_every_word_can_be_written_in_every_encoding(encoding: str) -> None:
    for language in Language:
        words, whole = Words(language, encoding), Words(language)
        said = [
            *map(words.label, TEXTS[language].labels),
            *map(words.task, TEXTS[language].tasks),
            *map(words.suit, Suit),
            *(words.counted(2, noun) for noun in TEXTS[language].nouns),
        ]
        assert "\n".join(said).encode(encoding)
        assert [len(words.label(name)) for name in TEXTS[language].labels] == [
            len(whole.label(name)) for name in TEXTS[language].labels
        ]
        for name, text in TEXTS[language].sentences.items():
            written = words.say(name, **dict.fromkeys(places(text), "?"))
            assert written.encode(encoding)
            assert "\\" not in written


def test_french_cards_have_french_letters_on_a_terminal() -> None:
    surroundings = {"TERM": "xterm", "PYTHONIOENCODING": "utf-8", "LANG": "C.UTF-8"}
    seen = on_terminal("demo", "--seed", "5", "--lang", "fr", COLUMNS="40", **surroundings)
    assert re.search("D[♣♦♥♠]", seen)
    assert not re.search("[QKJ][♣♦♥♠]", seen)
    plain = re.sub("\x1b\\[[0-9;]*m", "", seen)
    assert max(map(len, plain.splitlines())) <= 40


def test_a_language_that_there_is_not_is_refused() -> None:
    for arguments in (
        ["demo"],
        ["show", "-"],
        ["validate", "-"],
        ["convert", "-", "--to", "json"],
        ["compare", "canadian", "maine", "-"],
    ):
        result = invoke(*arguments, "--lang", "de", given="")
        assert result.exit_code == 2
        assert "'de' is not one of 'en', 'fr'" in result.output
    assert demo("--seed", "5", "--lang", "en") == demo("--seed", "5")
