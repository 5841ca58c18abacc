"""Change the rules of the game in one place after another, and see that a test notices.

mutmut makes the changes, `mutant_runner.py` tries them, and this script counts. Changes of what a
message says are left out. Any other that no test notices must stand in `tests/MUTANTS.md` with the
reason.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mutant_sources import Mutant, mutants_of, opened
from mutmut.mutation.file_mutation import mutate_file_contents

ROOT = Path(__file__).parent.parent
WORK = ROOT / "build" / "mutants"
LIST = ROOT / "tests" / "MUTANTS.md"
COPIED = ("src", "tests", "docs", "pyproject.toml", "README.md", "CHANGELOG.md")
WORKERS = 2
WANTED = 97


def settings() -> dict[str, list[str]]:
    """What the project's configuration says about mutants: the modules and the tests."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found: dict[str, list[str]] = tomllib.loads(text)["tool"]["mutants"]
    return found


def prepare(wanted: list[str]) -> list[Mutant]:
    """Copy what the tests need to a folder of its own, the wanted mutants put into the sources."""
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    junk = shutil.ignore_patterns("__pycache__", "_build", "_generated")
    for path in (ROOT / name for name in COPIED):
        if path.is_dir():
            shutil.copytree(path, WORK / path.name, ignore=junk)
        else:
            shutil.copy2(path, WORK / path.name)
    found: list[Mutant] = []
    for module in dict.fromkeys(name.partition(".")[0] for name in wanted):
        path = WORK / "src" / "charlemagne" / f"{module}.py"
        made = mutate_file_contents(str(path), opened(path.read_text(encoding="utf-8")))
        path.write_text(made.code, encoding="utf-8")
        found += [
            mutant
            for mutant in mutants_of(module, made.code, list(made.mutant_names))
            if any(f"{module}.{mutant.function}.".startswith(f"{name}.") for name in wanted)
        ]
    plan = {mutant.name: mutant.key for mutant in found if not mutant.wording}
    (WORK / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    return found


def run_tests(*arguments: str, mutant: str = "") -> int:
    """Run pytest on the copy, with a mutant that is in force from the first import, or none."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(WORK / "src"), str(ROOT / "tools")]),
        "MUTANT_UNDER_TEST": mutant,
    }
    options = ["-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider"]
    options += ["--hypothesis-profile=mutants", "--hypothesis-seed=0"]
    command = [sys.executable, "-B", "-m", "pytest", *options, *arguments, *settings()["tests"]]
    output = subprocess.DEVNULL if mutant else None
    done = subprocess.run(
        command, cwd=WORK, env=environment, stdout=output, stderr=output, check=False
    )
    return done.returncode


def try_all() -> dict[str, str]:
    """Try the mutants of the plan; what imports call was called before, and is tried afresh."""
    if run_tests("-p", "mutant_runner", "--capture=no"):
        sys.exit("the mutants cannot be tried")
    found = json.loads((WORK / "verdicts.json").read_text(encoding="utf-8"))
    verdicts: dict[str, str] = found["verdicts"]
    imported = set(found["at_import"])
    again = [
        name
        for name, verdict in verdicts.items()
        if verdict != "killed" and name.partition("__mutmut_")[0] in imported
    ]
    with ThreadPoolExecutor(WORKERS) as pool:
        codes = pool.map(lambda name: run_tests(mutant=name), again)
        for name, code in zip(again, codes, strict=True):
            verdicts[name] = "killed" if code else "survived"
    return verdicts


def report(mutants: list[Mutant], verdicts: dict[str, str], wanted: float) -> bool:
    """Say what was killed, and what lives without a reason; say whether all is well."""
    tried = Counter(mutant.module for mutant in mutants if not mutant.wording)
    words = Counter(mutant.module for mutant in mutants if mutant.wording)
    alive = [mutant for mutant in mutants if verdicts.get(mutant.name, "killed") != "killed"]
    left = Counter(mutant.module for mutant in alive)
    for module, count in tried.items():
        killed = count - left[module]
        print(f"{module:10} {killed:5} of {count:5} killed; {words[module]} wordings left out")
    share = 100 * (1 - len(alive) / len(verdicts))
    print(f"{'all':10} {len(verdicts) - len(alive):5} of {len(verdicts):5} killed, {share:.1f} %")
    listed = LIST.read_text(encoding="utf-8")
    unlisted = [mutant for mutant in alive if mutant.line not in listed]
    for mutant in unlisted:
        print(f"{verdicts[mutant.name]}, not in {LIST.name}: {mutant.line}")
    return share >= wanted and not unlisted


def main() -> int:
    """Try the mutants of the modules and functions that are named, or all."""
    known = settings()["modules"]
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="module[.function]", help=", ".join(known))
    begun = time.monotonic()
    names: list[str] = parser.parse_args().names
    mutants = prepare(names or known)
    # Of few mutants the equivalent ones may be many.
    well = report(mutants, try_all(), 0 if names else WANTED)
    print(f"in {(time.monotonic() - begun) / 60:.0f} minutes")
    return int(not well)


if __name__ == "__main__":
    sys.exit(main())
