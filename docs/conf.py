"""The documentation site: ``make docs``."""

from __future__ import annotations

import sys
from pathlib import Path

import tablier

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(1, str(Path(__file__).parents[1] / "tests"))
import first_pairs
import games
import mutant_tests
import rule_tests

games.make()
rule_tests.make()
first_pairs.make()
mutant_tests.make()

project = "Tablier"
author = "The Tablier developers"
release = version = tablier.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = "Tablier"
html_static_path = ["static"]
html_css_files = ["board.css"]
html_js_files = [("board.js", {"defer": "defer"})]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
nitpicky = True
# names of other projects, private names, type variables
nitpick_ignore_regex = [(r"py:.*", r"(?!tablier\.).*|.*\._.*|.*\.[A-Z]")]
