"""A pytest plugin that tries one mutant after another instead of running the tests once.

The tests are collected once. Each mutant is then tried in a fork of that process, by the tests that
go through the changed function, until one of them fails.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections import Counter
from pathlib import Path
from typing import NoReturn

import pytest
from mutmut.mutation import trampoline
from mutmut.state import state

WORKERS = 2
MEMORY = 2 << 30
# Seconds of tests for one mutant. What thousands of tests call is not tried with all of them.
ENOUGH = 12.0
PLAN = Path("plan.json")
VERDICTS = Path("verdicts.json")
HITS = Path("hits.json")

SURVIVED, KILLED, UNTESTED = "survived", "killed", "untested"


def activate(mutant: str) -> None:
    """Let the trampolines that mutmut has put into the sources call this mutant."""
    os.environ["MUTANT_UNDER_TEST"] = mutant
    # mutmut looks into the environment with every call, which doubles the time of a run.
    trampoline.get_mutant_under_test = lambda: mutant


def hits() -> list[str]:
    """The functions called since the last time, of those that have mutants."""
    found: set[str] = state()._stats
    called = sorted(found)
    found.clear()
    return called


def passes(item: pytest.Item) -> bool:
    """Run one test; say whether it passed."""
    failed = item.session.testsfailed
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    return item.session.testsfailed == failed


def measure(items: list[pytest.Item]) -> NoReturn:
    """Run all tests on the unchanged sources; write down what calls what, and the seconds."""
    activate("stats")
    hits()
    found: dict[str, list[tuple[int, float]]] = {}
    for number, item in enumerate(items):
        begun = time.process_time()
        if not passes(item):
            print(f"\nfails without any mutant: {item.nodeid}", file=sys.__stderr__)
            os._exit(1)
        for function in hits():
            found.setdefault(function, []).append((number, time.process_time() - begun))
    HITS.write_text(json.dumps(found), encoding="utf-8")
    os._exit(0)


class Tests:
    """The tests that call one function, those that are likely to notice a change first."""

    def __init__(self, items: list[pytest.Item], found: list[tuple[int, float]]) -> None:
        self.items = items
        # Quick tests come before slow ones, and a case of every test before many of one.
        cases: Counter[str] = Counter()
        ranked = []
        for number, seconds in sorted(found, key=lambda pair: pair[1]):
            test = items[number].nodeid.partition("[")[0]
            cases[test] += 1
            ranked.append((seconds * cases[test], seconds, number))
        self.order: list[int] = []
        self.seconds = 0.0
        for _, seconds, number in sorted(ranked):
            if self.seconds + seconds < ENOUGH:
                self.order.append(number)
                self.seconds += seconds

    def noticed(self, number: int) -> None:
        """Put first the test that has noticed a change: it is likely to notice the next."""
        self.order.remove(number)
        self.order.insert(0, number)

    def run(self, mutant: str, report: int) -> NoReturn:
        """Run the tests on a mutant until one fails, and report which."""
        # Unchanged, they would be through long before: a mutant that is not is noticed too.
        limit = 10 + 5 * int(self.seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        activate(mutant)
        for number in self.order:
            if not passes(self.items[number]):
                os.write(report, str(number).encode())
                os._exit(1)
        os._exit(0)


class Trials:
    """The mutants that are being tried, each in a process of its own."""

    def __init__(self) -> None:
        self.running: dict[int, tuple[str, Tests, int]] = {}
        self.verdicts: dict[str, str] = {}

    def start(self, mutant: str, tests: Tests) -> None:
        """Begin to try a mutant."""
        if len(self.running) == WORKERS:
            self.wait()
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            tests.run(mutant, write)
        os.close(write)
        self.running[child] = (mutant, tests, read)

    def wait(self) -> None:
        """Wait for one verdict."""
        child, status = os.wait()
        mutant, tests, read = self.running.pop(child)
        with os.fdopen(read, encoding="utf-8") as report:
            if number := report.read():
                tests.noticed(int(number))
        self.verdicts[mutant] = KILLED if status else SURVIVED
        if not status:
            print(f"\nsurvived: {mutant}", flush=True)


# This plugin is imported first: from here on it is written down what is called by imports.
activate("stats")


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Try every mutant of the plan."""
    at_import = hits()
    activate("")
    # In a fork, so that nothing that a test remembers is there when a mutant is tried.
    child = os.fork()
    if child == 0:
        measure(session.items)
    if os.waitpid(child, 0)[1]:
        pytest.exit("the tests do not pass as they are", 1)
    found: dict[str, list[tuple[int, float]]] = json.loads(HITS.read_text(encoding="utf-8"))
    tests = {function: Tests(session.items, called_by) for function, called_by in found.items()}
    trials = Trials()
    # Tests that fail in another order, or after a fork, would kill every mutant.
    unchanged = [pair for called_by in found.values() for pair in called_by]
    trials.start("nothing", Tests(session.items, list(dict(unchanged).items())))
    trials.wait()
    if trials.verdicts.pop("nothing") != SURVIVED:
        pytest.exit("the tests fail without any mutant", 1)
    plan: dict[str, str] = json.loads(PLAN.read_text(encoding="utf-8"))
    for number, (mutant, function) in enumerate(plan.items(), 1):
        if number % 100 == 0:
            print(f"\n{number} of {len(plan)} mutants", flush=True)
        if function in tests:
            trials.start(mutant, tests[function])
        else:
            trials.verdicts[mutant] = UNTESTED
    while trials.running:
        trials.wait()
    result = {"verdicts": trials.verdicts, "at_import": at_import}
    VERDICTS.write_text(json.dumps(result, indent=1), encoding="utf-8")
    return True
