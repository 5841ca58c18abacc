"""The `charlemagne` command, which needs click and rich (`pip install 'charlemagne[cli]'`).

Nothing else in the package imports this module, or the modules `cli_...` that it is made of.
"""

from __future__ import annotations

import errno
import json
import os
import random
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, final

import attrs

from charlemagne import Phase, build_info
from charlemagne.errors import CharlemagneError, shortened
from charlemagne.names import Language
from charlemagne.recorded import recorded
from charlemagne.records import SIZE_LIMIT, Difference, Record, first_difference
from charlemagne.rules import RULE_OF, Rules, reading_of
from charlemagne.scoring import game_winner
from charlemagne.seats import Seat, Side

try:
    import click
    from rich.padding import Padding

    from charlemagne.cli_files import of_file, read_source, say_fault, source_data, write_fault
    from charlemagne.cli_hands import tell_hand
    from charlemagne.cli_page import Page, writable
    from charlemagne.cli_players import play_game
    from charlemagne.cli_words import ENGLISH, Words
except ModuleNotFoundError:
    # The installed command imports this module before it calls anything in it, so this is the
    # only place where it can say in one line what is missing.
    raise SystemExit(
        "charlemagne: the command needs click and rich; get them with "
        "python -m pip install 'charlemagne[cli]'"
    ) from None


# What a shell gives of a program that SIGPIPE ends; Python takes it for an error instead.
_READER_GONE = 128 + 13

# ---------------------------------------------------------------- what the command is given


@final
class _Refusal(click.ClickException):
    """What the command cannot work with, said in one line without the usage above it."""

    exit_code = 2

    def __init__(self, said: str, words: Words = ENGLISH) -> None:
        super().__init__(said)
        self._words = words

    def show(self, file: IO[str] | None = None) -> None:
        # click writes UTF-8 even where the error stream is said to take ASCII alone.
        stream = file or sys.stderr
        said = shortened(self._words.say("error", said=self.format_message()))
        click.echo(writable(said, getattr(stream, "encoding", None) or "utf-8"), file=stream)


def _unwritable(error: OSError, words: Words = ENGLISH) -> _Refusal:
    """Refuse to go on where standard output takes nothing more."""
    _drop_output()
    why = words.say("closed") if error.errno == errno.EBADF else error.strerror
    said = words.say("unwritable", why=why)
    return _Refusal(words.say("of-file", file=words.say("stdout"), said=said), words)


def _drop_output() -> None:
    """Write no more to standard output."""
    # What waits to be written would fail once more when Python ends, and be told at length.
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_closed_output() -> None:
    """Have each write fail where there is no standard output; Python lets them all succeed."""
    if sys.stdout is None:
        nowhere = os.open(os.devnull, os.O_RDONLY)
        sys.stdout = open(nowhere, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


@contextmanager
def _ending_with_the_reader() -> Iterator[None]:
    """End where the reader of the output has gone, who needs no message."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.EPIPE:
            raise
        _drop_output()
        sys.exit(_READER_GONE)


@final
class _Command(click.Command):
    """A command that says so, in its language, when it cannot write."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            # Files that cannot be read are told by then.
            if error.errno == errno.EPIPE:
                raise
            raise _unwritable(error, _words(ctx)) from None


@final
class _Program(click.Group):
    """The commands, as a program that ends in a line wherever it cannot write."""

    command_class = _Command

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Run the program."""
        _open_closed_output()
        try:
            return super().__call__(*args, **kwargs)
        except OSError as error:
            # Help is written before there is a command; and an error may be what cannot be written.
            refusal = _unwritable(error)
            with suppress(OSError):
                refusal.show()
            sys.exit(refusal.exit_code)

    # click itself would end with 1 where the reader has gone. The first of these writes help.

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the options of the program."""
        with _ending_with_the_reader():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that is named."""
        with _ending_with_the_reader():
            return super().invoke(ctx)


def _words(context: click.Context) -> Words:
    """Give the language of a command, as standard output can take it."""
    return Page.on_stdout(context.params["language"]).words


def _refuse_option(context: click.Context, option: click.Parameter, said: str) -> _Refusal:
    """Say what is wrong with an option or an argument."""
    words = _words(context)
    name = option.opts[0] if isinstance(option, click.Option) else option.human_readable_name
    return _Refusal(words.say("of-option", option=name, said=said), words)


def _read_rules(context: click.Context, option: click.Parameter, text: str) -> Rules:
    try:
        return Rules.parse(text)
    except CharlemagneError as error:
        raise _refuse_option(context, option, str(error)) from None


def _read_seed(context: click.Context, option: click.Parameter, text: str | None) -> int:
    if text is None:
        return random.SystemRandom().randrange(1_000_000)
    return _read_number(context, option, "no-seed", text)


def _read_limit(context: click.Context, option: click.Parameter, text: str) -> int:
    return _read_number(context, option, "no-limit", text)


def _read_number(context: click.Context, option: click.Parameter, wrong: str, text: str) -> int:
    # Python reads no int of more than 4300 digits.
    if not re.fullmatch("[0-9]{1,4000}", text):
        raise _refuse_option(context, option, _words(context).say(wrong, text=repr(text)))
    return int(text)


def _read_language(context: click.Context, option: click.Parameter, text: str) -> Language:
    return Language(text)


def _read_record(name: str, limit: int, words: Words, *, position: bool = False) -> Record:
    """Read the record in a file, or say why there is none."""
    source = read_source(name, limit, words, position=position)
    if source.record is None:
        raise _Refusal(of_file(words, name, say_fault(words, source.faults[0])), words)
    return source.record


_one_file = click.argument("file", metavar="FILE")
_limit = click.option(
    "--limit",
    metavar="N",
    default=str(SIZE_LIMIT),
    show_default=True,
    callback=_read_limit,
    help="The most bytes of a file that are read.",
)
_language = click.option(
    "--lang",
    "language",
    type=click.Choice([language.value for language in Language]),
    default=Language.EN.value,
    show_default=True,
    # What is wrong with other options is told in this language.
    is_eager=True,
    callback=_read_language,
    help="The language of what is shown and refused: English or French.",
)


@click.group(
    name="charlemagne", cls=_Program, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(message=str(build_info()))
def main() -> None:
    """The card game Charlemagne, under every published reading of its rules.

    A FILE is a record of a game, in JSON or in lines of text; show takes a position too. - is
    standard input.
    """


# ---------------------------------------------------------------- games, hand by hand


@main.command()
@click.option(
    "--rules",
    metavar="TEXT",
    default="canadian",
    show_default=True,
    callback=_read_rules,
    help="A preset (canadian, maine, english, korean) and what differs from it, such as "
    "canadian+target=50.",
)
@click.option(
    "--seed",
    metavar="N",
    callback=_read_seed,
    help="A whole number from 0 up: the same seed gives the same game. Without it one is drawn.",
)
@_language
def demo(rules: Rules, seed: int, language: Language) -> None:
    """Play a whole game, hand by hand, with simple players at the table."""
    page = Page.on_stdout(language)
    page.show(page.words.say("rules-and-seed", rules=rules, seed=seed))
    page.show(page.words.say("sides", target=rules.target))
    for number, state in enumerate(play_game(rules, seed), start=1):
        tell_hand(page, number, rules, recorded(state))
    page.show("")
    page.show(_say_end(page.words, state.winner, number), style="bold")


@main.command()
@_one_file
@_limit
@_language
def show(file: str, limit: int, language: Language) -> None:
    """Show every hand and trick of a record, or of a position.

    Hidden cards of a public record are shown as ?.
    """
    page = Page.on_stdout(language)
    words = page.words
    record = _read_record(file, limit, words, position=True)
    page.show(words.say("rules", rules=record.rules))
    players = [(words.seat(seat), player) for seat, player in record.players.items()]
    for name, value in [*players, *record.tags.items()]:
        page.show(page.safe(words.say("entry", name=name, value=value)))
    if record.start != (0, 0):
        north_south, east_west = record.start
        page.show(words.say("start", ns=north_south, ew=east_west))
    if record.is_public:
        page.show(words.say("hides"))
    for number, hand in enumerate(record.hands, start=1):
        tell_hand(page, number, record.rules, hand)
    page.show("")
    scores = record.hands[-1].scores if record.hands else None
    winner = None if scores is None else game_winner(record.rules, scores)
    page.show(_say_end(words, winner, len(record.hands)), style="bold")


def _say_end(words: Words, winner: Side | None, hands: int) -> str:
    """Say who has won a game, or that nobody has yet."""
    if winner is None:
        return words.say("open")
    return words.say("won", side=words.side(winner), hands=words.counted(hands, "hand"))


# ---------------------------------------------------------------- records as files


@main.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--all", "every", is_flag=True, help="Give every fault, not the first alone.")
@click.option("--json", "as_json", is_flag=True, help="Write the findings as one JSON document.")
@_limit
@_language
@click.pass_context
def validate(
    context: click.Context,
    files: tuple[str, ...],
    every: bool,
    as_json: bool,
    limit: int,
    language: Language,
) -> None:
    """Check records: exit with 0 if all of them are right, with 1 if one is not.

    After a fault in a hand the rest of that hand is not looked at; the next hand is. With --lang fr
    illegal moves are told in French; faults in how a record is written remain in English.
    """
    page = Page.on_stdout(language)
    words = page.words
    found = []
    valid = True
    for source in (read_source(name, limit, words) for name in files):
        faults = source.faults if every else source.faults[:1]
        valid = valid and not faults
        if as_json:
            found.append(source_data(source, faults, words))
            continue
        if source.record is not None:
            said = words.say("ok-public" if source.record.is_public else "ok")
            page.write(of_file(words, source.name, said))
        for fault in faults:
            write_fault(page, source, fault)
    if as_json:
        click.echo(json.dumps({"valid": valid, "files": found}, indent=2))
    context.exit(0 if valid else 1)


@main.command()
@_one_file
@click.option(
    "--to",
    "form",
    type=click.Choice(["json", "text"]),
    required=True,
    help="JSON, or lines of text.",
)
@click.option(
    "--public",
    "whom",
    type=click.Choice([*map(str, Seat), "spectator"]),
    help="Hide what a seat, or a spectator, may not know.",
)
@_limit
@_language
def convert(file: str, form: str, whom: str | None, limit: int, language: Language) -> None:
    """Write a record to standard output as JSON or as lines of text, in UTF-8."""
    words = Page.on_stdout(language).words
    record = _read_record(file, limit, words)
    if whom is not None:
        if record.is_public:
            raise _Refusal(of_file(words, file, words.say("hides-already")), words)
        record = record.public(None if whom == "spectator" else Seat.parse(whom))
    written = record.to_json() if form == "json" else record.to_text()
    click.echo(written.encode(), nl=False)


# ---------------------------------------------------------------- two readings of the rules


@main.command()
@click.argument("ours", metavar="RULES", callback=_read_rules)
@click.argument("theirs", metavar="RULES", callback=_read_rules)
@_one_file
@click.option("--json", "as_json", is_flag=True, help="Write what is found as a JSON document.")
@_limit
@_language
def compare(
    ours: Rules, theirs: Rules, file: str, as_json: bool, limit: int, language: Language
) -> None:
    """Replay a record under two readings of the rules, and show where they part first.

    RULES is a text such as canadian or english+target=50; the record's own rules do not matter.
    """
    page = Page.on_stdout(language)
    record = _read_record(file, limit, page.words)
    try:
        found = first_difference(ours, theirs, record)
    except CharlemagneError as error:
        raise _Refusal(of_file(page.words, file, str(error)), page.words) from None
    if as_json:
        data = {
            "file": file,
            "ours": str(ours),
            "theirs": str(theirs),
            "agree": found is None,
            "difference": found and attrs.asdict(found),
        }
        click.echo(json.dumps(data, indent=2))
    elif found is None:
        hands = page.words.counted(len(record.hands), "hand")
        page.show(page.words.say("agree", ours=ours, theirs=theirs, hands=hands))
    else:
        _tell_difference(page, found, ours, theirs)


def _tell_difference(page: Page, found: Difference, ours: Rules, theirs: Rules) -> None:
    """Write where two readings part, and what holds under each."""
    words = page.words
    moves = words.counted(found.move, "move")
    sentence = "part" if found.move else "part-first"
    page.show(words.say(sentence, ours=ours, theirs=theirs, hand=found.hand, moves=moves))
    page.show(words.say("differs", what=words.difference(found.what)))
    for rules, said, other in (
        (ours, found.ours, found.theirs),
        (theirs, found.theirs, found.ours),
    ):
        page.show("")
        fact = _say_fact(words, found.what, said, other)
        page.show(words.say("under", rules=rules, said=fact), style="bold")
        for field in found.fields:
            cited = f"{RULE_OF[field]}: {reading_of(rules, field)}"
            page.show(Padding(cited, (0, 0, 0, 4)))
    page.show("")
    page.show(words.say("cards" if found.what == "deal" else "position", rules=ours))
    page.write(found.position)


def _say_fact(words: Words, what: str, said: str, other: str) -> str:
    """Say what holds under one reading, of which a `Difference` has the text."""
    match what:
        case "scores":
            north_south, east_west = said.split("-")
            return words.say("score", ns=north_south, ew=east_west)
        case "to move":
            seat, name = said.split(", ")
            phase = Phase(name)
            if phase in {Phase.HAND_OVER, Phase.GAME_OVER}:
                return words.say("hand-over" if phase is Phase.HAND_OVER else "game-over")
            return words.say("turn", seat=words.seat(Seat.parse(seat)), task=words.task(phase))
        case "legal moves":
            alone = [move for move in said.split(" ") if move not in other.split(" ")]
            return words.say("legal-alone" if alone else "legal-nothing", moves=" ".join(alone))
        case "open hands":
            if said == "none":
                return words.say("none-open")
            return words.say("plays-open", seat=words.seat(Seat.parse(said)))
        case "next dealer":
            return words.say("deals-next", seat=words.seat(Seat.parse(said)))
    if said == "it can be dealt":
        return words.say("can-be-dealt")
    # The library gives the reason in English alone.
    return words.say("cannot-be-dealt", why=said)
