"""Sphinx configuration of chatter's documentation: `./quickstart docs` builds build/docs/html from the pages that
stage_pages.py has gathered in build/docs/source."""
import os
import sys

ROOT = os.environ["CHATTER_ROOT"]
sys.path.insert(0, os.path.join(ROOT, "python"))

project = "chatter"
author = "The chatter authors"
copyright = "the chatter authors, MIT licence"
with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
    release = next(line.split()[2] for line in file if line.startswith("project(chatter VERSION "))
version = release

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.mathjax", "breathe"]
source_suffix = {".md": "markdown"}
root_doc = "docs/index"
exclude_patterns = []

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
# READMEs may skip a level of headings; not every block of code is one that the highlighter knows.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]

# KaTeX from Debian stands in for MathJax: pages need no network.
mathjax_path = "katex/render_math.js"
html_js_files = ["katex/katex.min.js", "katex/contrib/auto-render.min.js"]
html_css_files = ["katex/katex.min.css", "site.css"]

html_theme = "furo"
html_title = f"chatter {release}"
html_static_path = [os.path.join(os.environ["CHATTER_SITE_STATIC"])]
html_copy_source = False
html_show_sphinx = False

breathe_projects = {"chatter": os.environ["CHATTER_DOXYGEN_XML"]}
breathe_default_project = "chatter"
breathe_domain_by_extension = {"h": "c"}
autodoc_member_order = "bysource"
autodoc_typehints = "description"
