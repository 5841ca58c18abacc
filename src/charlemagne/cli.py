"""The `charlemagne` command, which needs click and rich (`pip install 'charlemagne[cli]'`).

Nothing else in the package imports this module, or the modules `cli_...` that it is made of.
"""

from __future__ import annotations

import json
import random
import re
import sys
from typing import IO, final

from charlemagne import __version__
from charlemagne.errors import CharlemagneError
from charlemagne.recorded import recorded
from charlemagne.records import SIZE_LIMIT, Difference, Record, first_difference
from charlemagne.rules import RULE_OF, Rules, reading_of
from charlemagne.scoring import game_winner

try:
    import click
    from rich.padding import Padding

    from charlemagne.cli_files import read_source, source_data, title_of, write_fault
    from charlemagne.cli_hands import tell_hand
    from charlemagne.cli_page import Page, counted, shortened, writable
    from charlemagne.cli_players import play_game
except ModuleNotFoundError:
    # The installed command imports this module before it calls anything in it, so this is the
    # only place where it can say in one line what is missing.
    raise SystemExit(
        "charlemagne: the command needs click and rich; get them with "
        "python -m pip install 'charlemagne[cli]'"
    ) from None


# ---------------------------------------------------------------- what the command is given


@final
class _Refusal(click.ClickException):
    """What the command cannot work with, said in one line without the usage above it."""

    exit_code = 2

    def show(self, file: IO[str] | None = None) -> None:
        # click writes UTF-8 even where the error stream is said to take ASCII alone.
        stream = file or sys.stderr
        said = shortened(f"Error: {self.format_message()}")
        click.echo(writable(said, getattr(stream, "encoding", None) or "utf-8"), file=stream)


def _read_rules(context: click.Context, option: click.Parameter, text: str) -> Rules:
    name = option.opts[0] if isinstance(option, click.Option) else option.human_readable_name
    try:
        return Rules.parse(text)
    except CharlemagneError as error:
        raise _Refusal(f"{name}: {error}") from None


def _read_seed(context: click.Context, option: click.Parameter, text: str | None) -> int:
    if text is None:
        return random.SystemRandom().randrange(1_000_000)
    return _read_number(option, "a seed", text)


def _read_limit(context: click.Context, option: click.Parameter, text: str) -> int:
    return _read_number(option, "a limit", text)


def _read_number(option: click.Parameter, noun: str, text: str) -> int:
    # Python reads no int of more than 4300 digits.
    if not re.fullmatch("[0-9]{1,4000}", text):
        raise _Refusal(f"{option.opts[0]}: {noun} is a whole number from 0 up, not {text!r}")
    return int(text)


def _read_record(name: str, limit: int, *, position: bool = False) -> Record:
    """Read the record in a file, or say why there is none."""
    source = read_source(name, limit, position=position)
    if source.record is None:
        raise _Refusal(f"{title_of(name)}: {source.faults[0].message}")
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


@click.group(name="charlemagne", context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="charlemagne")
def main() -> None:
    """The card game Charlemagne, under every published reading of its rules.

    A FILE is a record of a game, in JSON or in lines of text; - is standard input.
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
def demo(rules: Rules, seed: int) -> None:
    """Play a whole game, hand by hand, with simple players at the table."""
    page = Page.on_stdout()
    page.show(f"Charlemagne, rules {rules}, seed {seed}")
    page.show(f"N and S play against E and W; the first side to reach {rules.target} wins.")
    for number, state in enumerate(play_game(rules, seed), start=1):
        tell_hand(page, number, rules, recorded(state))
    page.show("")
    page.show(f"{state.winner} win the game after {counted(number, 'hand')}.", style="bold")


@main.command()
@_one_file
@_limit
def show(file: str, limit: int) -> None:
    """Show every hand and trick of a record, or of a position.

    Hidden cards of a public record are shown as ?.
    """
    record = _read_record(file, limit, position=True)
    page = Page.on_stdout()
    page.show(f"Charlemagne, rules {record.rules}")
    for name, value in [*record.players.items(), *record.tags.items()]:
        page.show(page.safe(f"{name}: {value}"))
    if record.start != (0, 0):
        page.show("The game starts at NS {}, EW {}.".format(*record.start))
    if record.is_public:
        page.show("This record hides cards; each of them is shown as ?.")
    for number, hand in enumerate(record.hands, start=1):
        tell_hand(page, number, record.rules, hand)
    page.show("")
    page.show(_say_end(record), style="bold")


def _say_end(record: Record) -> str:
    """Say who has won a game, or that nobody has yet."""
    scores = record.hands[-1].scores if record.hands else None
    winner = scores and game_winner(record.rules, scores)
    if winner is None:
        return "The game is not over."
    return f"{winner} win the game after {counted(len(record.hands), 'hand')}."


# ---------------------------------------------------------------- records as files


@main.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--all", "every", is_flag=True, help="Give every fault, not the first alone.")
@click.option("--json", "as_json", is_flag=True, help="Write the findings as one JSON document.")
@_limit
@click.pass_context
def validate(
    context: click.Context, files: tuple[str, ...], every: bool, as_json: bool, limit: int
) -> None:
    """Check records: exit with 0 if all of them are right, with 1 if one is not.

    After a fault in a hand the rest of that hand is not looked at; the next hand is.
    """
    page = Page.on_stdout()
    found = []
    valid = True
    for source in (read_source(name, limit) for name in files):
        faults = source.faults if every else source.faults[:1]
        valid = valid and not faults
        if as_json:
            found.append(source_data(source, faults))
            continue
        if source.record is not None:
            public = source.record.is_public
            page.write(
                f"{title_of(source.name)}: OK{', as far as it is not hidden' if public else ''}"
            )
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
@_limit
def convert(file: str, form: str, limit: int) -> None:
    """Write a record to standard output as JSON or as lines of text, in UTF-8."""
    record = _read_record(file, limit)
    written = record.to_json() if form == "json" else record.to_text()
    click.echo(written.encode(), nl=False)


# ---------------------------------------------------------------- two readings of the rules

_WHAT = {
    "deal": "whether the hand can be dealt",
    "scores": "the scores",
    "to move": "who is to move, and what",
    "legal moves": "the legal moves",
    "open hands": "the hands that lie open",
    "next dealer": "who deals next",
}


@main.command()
@click.argument("ours", metavar="RULES", callback=_read_rules)
@click.argument("theirs", metavar="RULES", callback=_read_rules)
@_one_file
@_limit
def compare(ours: Rules, theirs: Rules, file: str, limit: int) -> None:
    """Replay a record under two readings of the rules, and show where they part first.

    RULES is a text such as canadian or english+target=50; the record's own rules do not matter.
    """
    record = _read_record(file, limit)
    try:
        found = first_difference(ours, theirs, record)
    except CharlemagneError as error:
        raise _Refusal(f"{title_of(file)}: {error}") from None
    page = Page.on_stdout()
    if found is None:
        hands = counted(len(record.hands), "hand")
        page.show(f"{ours} and {theirs} do not part in this record of {hands}.")
        return
    when = f"after {counted(found.move, 'move')}" if found.move else "before the first move"
    page.show(f"{ours} and {theirs} part in hand {found.hand}, {when}.")
    page.show(f"What differs: {_WHAT[found.what]}.")
    _tell_reading(page, found, ours, found.ours, found.theirs)
    _tell_reading(page, found, theirs, found.theirs, found.ours)
    page.show("")
    page.show("The deal:" if found.what == "deal" else f"The position, under {ours}:")
    page.write(found.position)


def _tell_reading(page: Page, found: Difference, rules: Rules, said: str, other: str) -> None:
    """Write what holds under one reading, and what it is that says so."""
    if found.what == "legal moves":
        known = other.split(" ")
        alone = " ".join(move for move in said.split(" ") if move not in known)
        said = f"legal here alone: {alone or 'nothing'}"
    page.show("")
    page.show(f"Under {rules}: {said}", style="bold")
    for field in found.fields:
        sentence = f"{RULE_OF[field]}: {reading_of(rules, field)}"
        page.show(Padding(sentence, (0, 0, 0, 4)))
