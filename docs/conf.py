"""The documentation site: ``make docs``."""

from __future__ import annotations

import tablier

project = "Tablier"
author = "The Tablier developers"
release = version = tablier.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = "Tablier"
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
exclude_patterns = ["_build"]
suppress_warnings = ["myst.xref_missing"]  # links from the pages into the source tree
