"""What is checked before a change is taken: `python -m nox` runs all of it.

The wheel is built once for each run of nox, and it is the wheel that is tested: what users install,
never the source folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import nox

nox.needs_version = ">=2025.10.14"
nox.options.sessions = ["lint", "types", "pyright", "tests", "compiled", "docs", "package"]
nox.options.default_venv_backend = "virtualenv"
nox.options.download_python = "never"
nox.options.error_on_missing_interpreters = True

ROOT = Path(__file__).parent
DIST = ROOT / "dist"
PYPROJECT = nox.project.load_toml(ROOT / "pyproject.toml")
PROJECT = PYPROJECT["project"]

# The modules that hold the rules of the game: a branch of theirs without a test is a rule without
# a test.
RULES_MODULES = [
    "texts",
    "errors",
    "cards",
    "seats",
    "contracts",
    "rules",
    "moves",
    "choices",
    "refusals",
    "tricks",
    "scoring",
    "shuffling",
    "deals",
    "table",
    "state",
    "any_state",
    "engine",
    "about",
    "dealing",
    "views",
]


def find_pythons() -> list[str]:
    """The versions from the oldest supported on that this machine can run.

    A name on the PATH proves nothing (a version manager may leave stand-ins there that refuse to
    run), and a version manager may hold interpreters that are not on the PATH at all. Those are
    put in front of it, where nox looks.
    """
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    found = []
    for minor in range(11, 30):
        version = f"3.{minor}"
        on_path = shutil.which(f"python{version}")
        managed = sorted(
            pyenv.glob(f"{version}.*/bin/python{version}"),
            key=lambda path: [int(part) for part in path.parts[-3].split(".") if part.isdigit()],
            reverse=True,
        )
        if on_path and runs(on_path, version):
            found.append(version)
        elif working := [path for path in managed if runs(path, version)]:
            os.environ["PATH"] = os.pathsep.join([str(working[0].parent), os.environ["PATH"]])
            found.append(version)
    return found


def runs(python: str | Path, version: str) -> bool:
    """Whether this is a Python that starts, and of that version."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    answer = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    return answer.returncode == 0 and answer.stdout.strip() == version


OLDEST = "3.11"
# The oldest is always asked for, so that a machine without it fails instead of testing less.
PYTHONS = [OLDEST, *(version for version in find_pythons() if version != OLDEST)]


def group(name: str) -> list[str]:
    """The requirements of a dependency group."""
    return list(nox.project.dependency_groups(PYPROJECT, name))


def existing(*names: str) -> list[str]:
    """Those of the files and folders that there are."""
    return [name for name in names if (ROOT / name).exists()]


def install_wheel(session: nox.Session, *requirements: str, extras: str = "") -> None:
    """Install the pure wheel of this run, with these extras, beside other requirements."""
    [wheel] = DIST.glob("*.whl")
    install(session, wheel, *requirements, extras=extras)


def install_compiled(session: nox.Session, *requirements: str, extras: str = "") -> None:
    """Compile the source distribution of this run, and install the wheel that comes of it."""
    [source] = DIST.glob("*.tar.gz")
    folder = Path(session.create_tmp(), "wheel")
    shutil.rmtree(folder, ignore_errors=True)
    session.install("pip")
    command = ("pip", "wheel", "--no-deps", "--no-cache-dir", "--wheel-dir", str(folder))
    session.run("python", "-m", *command, str(source), env={"HATCH_BUILD_HOOKS_ENABLE": "1"})
    [wheel] = folder.glob("*.whl")
    install(session, wheel, *requirements, extras=extras)
    code = "import charlemagne; assert charlemagne.build_info().compiled, charlemagne.__file__"
    session.run("python", "-c", code, env={"PYTHONPATH": None})


def install(session: nox.Session, wheel: Path, *requirements: str, extras: str) -> None:
    """Install a wheel, with these extras, beside other requirements."""
    # In a reused environment pip would keep an older wheel of the same version.
    session.install("--no-deps", "--force-reinstall", str(wheel))
    session.install(f"{wheel}{extras}", *requirements)
    code = "import charlemagne; print(charlemagne.__file__)"
    where = session.run("python", "-c", code, silent=True, env={"PYTHONPATH": None})
    if "site-packages" not in str(where):
        session.error(f"what is imported is not what was installed: {where}")


def pytest(session: nox.Session, *arguments: str) -> None:
    """Run pytest on whatever is installed."""
    session.run("pytest", *arguments, *session.posargs, env={"PYTHONPATH": None})


@nox.session(python=OLDEST)
def lint(session: nox.Session) -> None:
    """Check style and form."""
    session.install(*group("lint"))
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")


@nox.session(python=OLDEST)
def types(session: nox.Session) -> None:
    """Check the types of the library and of everything that uses it."""
    session.install("--editable", ".[cli,testing]", *group("types"))
    folders = existing("src", "tests", "typing_tests", "examples", "benchmarks", "tools")
    session.run("mypy", "--strict", *folders, "noxfile.py")


@nox.session(python=OLDEST, requires=["build"])
def pyright(session: nox.Session) -> None:
    """Check with the other checker what users write, and that every public type is known."""
    install_wheel(session, *group("pyright"), extras="[testing]")
    session.run("pyright", "typing_tests")
    with session.chdir(session.create_tmp()):
        session.run("pyright", "--verifytypes", "charlemagne", "--ignoreexternal")


@nox.session(python=OLDEST)
def build(session: nox.Session) -> None:
    """Build the source distribution, and from it the wheel that the other sessions test."""
    session.install(*group("package"))
    shutil.rmtree(DIST, ignore_errors=True)
    session.run("python", "-m", "build", "--outdir", str(DIST))
    session.run("twine", "check", "--strict", *(str(path) for path in DIST.iterdir()))

    [wheel] = DIST.glob("*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    package = ROOT / "src" / "charlemagne"
    kinds = ("*.py", "*.json", "py.typed")
    found = [path for kind in kinds for path in package.rglob(kind)]
    wanted = {str(path.relative_to(ROOT / "src")) for path in found}
    if packed != wanted:
        session.error(f"the wheel and the source differ in {sorted(packed ^ wanted)}")


@nox.session(python=PYTHONS, requires=["build"])
def tests(session: nox.Session) -> None:
    """Test the wheel: everything on the oldest and the newest Python, the rules on all."""
    install_wheel(session, *group("tests"), extras="[cli,testing]")
    workers = ["--numprocesses", "auto"]
    if session.python == OLDEST:
        pytest(session, *workers, "--cov", "--cov-report=")
        if not session.posargs:
            check_coverage(session)
    elif session.python == PYTHONS[-1]:
        pytest(session, *workers)
    else:
        pytest(session, *workers, "-m", "rules")


def check_coverage(session: nox.Session) -> None:
    """Show the coverage of everything, and fail unless that of the rules is complete."""
    session.run("coverage", "report")
    modules = [f"src/charlemagne/{module}.py" for module in RULES_MODULES]
    # A pattern that matches nothing is no error to coverage, so a renamed module would slip out.
    if missing := sorted(set(modules) - set(existing(*modules))):
        session.error(f"no such rules modules: {missing}")
    session.run("coverage", "report", "--fail-under=100", f"--include={','.join(modules)}")


@nox.session(python=OLDEST, requires=["build"])
def compiled(session: nox.Session) -> None:
    """Test the compiled wheel as the pure one is tested, and against it."""
    install_compiled(session, *group("types"), extras="[cli,testing]")
    pytest(session, "--numprocesses", "auto")
    # The project's own settings would have the checker read the sources instead of the wheel.
    session.run("mypy", "--strict", "--config-file=", "typing_tests")


@nox.session(python=OLDEST, requires=["build"])
def docs(session: nox.Session) -> None:
    """Build the docs without a warning, and run every example in them."""
    install_wheel(session, *group("docs"), extras="[cli,testing]")
    for builder in ("html", "doctest"):
        options = ("-n", "-W", "--keep-going", "-q", "-b", builder)
        session.run("sphinx-build", *options, "docs", f"docs/_build/{builder}")
    pages = sorted(str(path) for path in Path("docs").rglob("*.md") if "_build" not in path.parts)
    session.run("python", "tools/run_markdown.py", *pages)


@nox.session(python=OLDEST, requires=["build"])
def package(session: nox.Session) -> None:
    """Use the wheel as a newcomer would: first alone, then with the command."""
    install_wheel(session)
    answer = session.run("charlemagne", silent=True, success_codes=[1, 2])
    if "charlemagne[cli]" not in str(answer) or "Traceback" in str(answer):
        session.error(f"without its extra the command should say what to install: {answer}")

    install_wheel(session, extras="[cli]")
    session.run("python", "tools/run_markdown.py", "--require", "README.md")
    session.run("charlemagne", "demo", "--seed", "1")


@nox.session(python=OLDEST, requires=["build"])
def lowest(session: nox.Session) -> None:
    """Test with the lowest versions of the dependencies that the project says it works with."""
    bounds = [requirement.replace(">=", "==") for requirement in PROJECT["dependencies"]]
    for requirements in PROJECT["optional-dependencies"].values():
        bounds += [requirement.replace(">=", "==") for requirement in requirements]
    # The test group asks for a newer Hypothesis than the extra does.
    newer = [requirement for requirement in group("tests") if not requirement.startswith("hypo")]
    install_wheel(session, *bounds, *newer, extras="[cli,testing]")
    pytest(session, "--numprocesses", "auto")


@nox.session(python=OLDEST, requires=["build"])
def bench(session: nox.Session) -> None:
    """Measure the speed of the pure wheel and of the compiled one beside OpenSpiel's euchre."""
    for install_build in (install_wheel, install_compiled):
        install_build(session, *group("bench"))
        for script in sorted(Path("benchmarks").glob("[!_]*.py")):
            session.run("python", str(script), *session.posargs)


@nox.session(python=OLDEST)
def mutants(session: nox.Session) -> None:
    """Change the rules in one place after another, and see that a test notices.

    `-- cards tricks` does so with these modules alone.
    """
    session.install("--editable", ".[cli,testing]", *group("mutants"))
    session.run("python", "tools/mutants.py", *session.posargs)


@nox.session(python=OLDEST, requires=["build"])
def release(session: nox.Session) -> None:
    """Check that what was built can be released; with `-- --tag` give it its tag."""
    [wheel] = DIST.glob("*.whl")
    version = wheel.name.split("-")[1]
    tag = f"v{version}"
    if faults := [*faults_of_files(version), *faults_of_git(session, tag)]:
        session.error(f"{version} cannot be released: {'; '.join(faults)}")
    if "--tag" not in session.posargs:
        session.log(f"{version} can be released; `nox -s release -- --tag` tags it {tag}")
        return
    git(session, "tag", "--annotate", tag, "--message", f"charlemagne {version}")
    session.log(f"publish it with `git push origin {tag}`")


def faults_of_files(version: str) -> Iterator[str]:
    """Say what the files that name a version have left to be done."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = rf"^## \[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)$"
    dated = re.search(heading, changes, re.MULTILINE)
    if dated is None:
        yield f"CHANGELOG.md has no section '## [{version}] - YEAR-MONTH-DAY'"
    if not re.search(r"^## \[Unreleased\]\s+## ", changes, re.MULTILINE):
        yield "CHANGELOG.md wants a section '## [Unreleased]' with nothing in it"
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    date = dated[1] if dated else "YEAR-MONTH-DAY"
    for line in (f"version: {version}", f"date-released: {date}"):
        if line not in citation:
            yield f"CITATION.cff has no line '{line}'"
    numbers = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    said = f"Python {numbers[0]} to {numbers[-1]}"
    if said not in (ROOT / "README.md").read_text(encoding="utf-8"):
        yield f"README.md does not say '{said}'"


def faults_of_git(session: nox.Session, tag: str) -> Iterator[str]:
    """Say what of the work tree and the tags speaks against a release under this tag."""
    if changed := git(session, "status", "--porcelain"):
        yield f"the work tree is not clean: {', '.join(changed)}"
    here = [name for name in git(session, "tag", "--points-at", "HEAD") if name.startswith("v")]
    if here not in ([], [tag]):
        yield f"this commit is tagged {', '.join(here)} already"
    if git(session, "tag", "--list", tag) and (here != [tag] or "--tag" in session.posargs):
        yield f"there is a tag {tag} already"


def git(session: nox.Session, *arguments: str) -> list[str]:
    """Run git and give the lines that it writes."""
    written = session.run("git", *arguments, external=True, silent=True)
    return [line.strip() for line in str(written or "").splitlines()]
