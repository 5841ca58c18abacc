"""Run the Python code blocks of Markdown files, so that no page can show code that fails.

The ``python`` blocks of one file run in order in one namespace, as a reader would type them. A
block with ``>>>`` prompts runs as a doctest: what it prints must be what the page shows.
"""

from __future__ import annotations

import argparse
import doctest
import re
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """The code blocks of a page, each with the number of lines that stand above its code."""
    for match in FENCE.finditer(text):
        yield text.count("\n", 0, match.start(1)), match[1]


def run_block(code: str, namespace: dict[str, object], path: Path, above: int) -> bool:
    """Run one block; report a failure where the reader would look for it."""
    if re.search(r"^>>> ", code, re.MULTILINE):
        test = doctest.DocTestParser().get_doctest(code, {}, path.name, str(path), above)
        # A DocTest copies its globals; the names that it binds are wanted by the next block.
        test.globs = namespace
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        return runner.run(test, clear_globs=False).failed == 0
    try:
        exec(compile("\n" * above + code, str(path), "exec"), namespace)
    except Exception:
        traceback.print_exc()
        return False
    return True


def main() -> int:
    """Run the files named on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument(
        "--require", action="store_true", help="fail on a file that has no Python block"
    )
    arguments = parser.parse_args()
    failed = False
    for path in arguments.files:
        namespace: dict[str, object] = {"__name__": "__main__"}
        count = bad = 0
        for above, code in blocks(path.read_text(encoding="utf-8")):
            count += 1
            bad += not run_block(code, namespace, path, above)
        print(f"{path}: {count - bad} of {count} code blocks ran")
        failed = failed or bad > 0 or (arguments.require and not count)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
