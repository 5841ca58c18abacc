from __future__ import annotations

import re
import sys
from importlib.metadata import version as installed_version
from pathlib import Path

import attrs
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon import Config, GoogleDocstring
from sphinx.util.logging import getLogger

import charlemagne.names
import charlemagne.records
import charlemagne.testing

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

# An example in a docstring knows the names of its own module, as it does in the source.
doctest_global_setup = """
from charlemagne import *
from charlemagne.names import *
from charlemagne.records import *
from charlemagne.testing import *
"""

# No inventories are fetched, so that the docs build without a network. The price is that names of
# the standard library cannot be linked, and must not count as broken.
nitpick_ignore_regex = [
    (r"py:.*", rf"(?:{'|'.join(sorted(sys.stdlib_module_names))})(?:\..+)?"),
    (r"py:.*", r"(?:attr|attrs|hypothesis)(?:\..+)?"),
    # The common base of the enumerations is no name that users are offered.
    (r"py:class", r"charlemagne\.(?:texts|table)\..+"),
    (r"py:class", r"charlemagne\.testing\._T"),
    (r"py:exc", r"InvalidArgument"),
]


class Docstring(GoogleDocstring):
    # Types stand in the signatures, so a colon in what is returned is one of the sentence.
    def _consume_returns_section(
        self, preprocess_types: bool = False
    ) -> list[tuple[str, str, list[str]]]:
        return [("", "", self._dedent(self._consume_to_next_section()))]


def read_google_style(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    # Told that it reads a property, napoleon takes what stands before the first colon for a type.
    what = "method" if what == "property" else what
    config = Config(napoleon_use_ivar=True)
    lines[:] = Docstring(lines, config, app, what, name, obj, options).lines()


def tidy_signature(
    app: Sphinx,
    what: str,
    name: str,
    obj: object,
    options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str, str | None] | None:
    # States come from `deal` and `apply`; how one is put together inside is nobody's business.
    if name in {"charlemagne.State", "charlemagne.View"}:
        return "", None
    # A name for what is a State to every reader, and something else to a compiler.
    if signature and "AnyState" in signature:
        return signature.replace("AnyState", "State"), returns
    if not signature or not isinstance(obj, type) or not attrs.has(obj):
        return None
    # The constructors that attrs writes look their defaults up.
    fields = attrs.fields_dict(obj)
    default = re.compile(r"attr_dict\['(\w+)'\]\.default")
    return default.sub(lambda match: repr(fields[match[1]].default), signature), returns


def compare_names(app: Sphinx, env: BuildEnvironment) -> None:
    # Under -W a warning is an error, so the pages and the names on offer cannot drift apart.
    objects = env.get_domain("py").data["objects"]
    names = {name for name, entry in objects.items() if entry.objtype != "module"}
    for module in (charlemagne, charlemagne.names, charlemagne.records, charlemagne.testing):
        start = f"{module.__name__}."
        shown = {name.removeprefix(start) for name in names if name.startswith(start)}
        if differing := {name for name in shown if "." not in name} ^ set(module.__all__):
            said = "__all__ of %s and the API pages differ in %s"
            getLogger(__name__).warning(said, module.__name__, sorted(differing))


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-docstring", read_google_style)
    app.connect("autodoc-process-signature", tidy_signature)
    app.connect("env-check-consistency", compare_names)
