from __future__ import annotations

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon import Config, GoogleDocstring
from sphinx.util.logging import getLogger

import charlemagne

project = "charlemagne"
author = "The Charlemagne contributors"
copyright = "2026, The Charlemagne contributors"
release = installed_version("charlemagne")
version = ".".join(release.split(".")[:2])

sys.path.insert(0, str(Path(__file__).parent / "_ext"))
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest", "pictures", "readings"]
exclude_patterns = ["_build"]
default_role = "literal"
html_theme = "furo"
html_title = f"charlemagne {release}"

myst_enable_extensions = ["deflist", "fieldlist"]
myst_heading_anchors = 3

autodoc_typehints = "signature"
python_maximum_signature_line_length = 88
autodoc_preserve_defaults = True
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True, "undoc-members": True}

doctest_global_setup = "from charlemagne import *"

# No inventories are fetched, so that the docs build without a network. The price is that names of
# the standard library cannot be linked, and must not count as broken.
nitpick_ignore_regex = [
    (r"py:.*", rf"(?:{'|'.join(sorted(sys.stdlib_module_names))})(?:\..+)?"),
    (r"py:.*", r"(?:attr|attrs)(?:\..+)?"),
    # The common base of the enumerations is no name that users are offered.
    (r"py:class", r"charlemagne\.texts\..+"),
]


def read_google_style(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    # Told that it reads a property, napoleon takes what stands before the first colon for a type.
    what = "method" if what == "property" else what
    config = Config(napoleon_use_ivar=True)
    lines[:] = GoogleDocstring(lines, config, app, what, name, obj, options).lines()


def hide_state_signature(
    app: Sphinx, what: str, name: str, *rest: object
) -> tuple[str, None] | None:
    # States come from `deal` and `apply`; how one is put together inside is nobody's business.
    return ("", None) if name == "charlemagne.State" else None


def compare_names(app: Sphinx, env: BuildEnvironment) -> None:
    # Under -W a warning is an error, so the pages and the names on offer cannot drift apart.
    names = [name.split(".") for name in env.get_domain("py").data["objects"]]
    shown = {name[1] for name in names if len(name) == 2}
    if differing := shown ^ set(charlemagne.__all__):
        getLogger(__name__).warning("__all__ and the API pages differ in %s", sorted(differing))


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-docstring", read_google_style)
    app.connect("autodoc-process-signature", hide_state_signature)
    app.connect("env-check-consistency", compare_names)
