#!/usr/bin/env python3
"""stage_pages.py ROOT FOLDER: gathers the pages of the site in FOLDER, each at its place in the repository.

Links between pages and to pictures stay as they are. Links to other files of the repository become downloads
(small text files) or plain text (folders and whatever else the site does not hold)."""
import os
import re
import shutil
import sys

PAGES = ("docs/", "models/", "bench/", "host/engines/", "tools/ptx_machine/", "CHANGELOG.md",
         "CONTRIBUTING.md", "STYLE.md")
LEFT_OUT = ("docs/site/",)
DOWNLOADS = (".yaml", ".csv", ".py", ".sh", ".inp", ".bib", ".json", ".toml")
PICTURES = (".png", ".svg")
DOWNLOAD_BYTES = 300_000
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")


def pages(root):
    """Paths, relative to root, of all Markdown pages that belong to the site."""
    found = []
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(name for name in inner if not name.startswith((".", "build", "dist")))
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), root)
            if path.endswith(".md") and path.startswith(PAGES) and not path.startswith(LEFT_OUT):
                found.append(path)
    return found


def copy(root, path, target):
    place = os.path.join(target, path)
    os.makedirs(os.path.dirname(place), exist_ok=True)
    shutil.copyfile(os.path.join(root, path), place)


def link(root, page, staged, target, match):
    """The link `match` of `page` as the site has it."""
    mark, text, where = match.groups()
    path, _, anchor = where.partition("#")
    if not path or re.match(r"[a-z][a-z0-9+.-]*:", where):
        return match[0]
    file = os.path.normpath(os.path.join(os.path.dirname(page), path))
    full = os.path.join(root, file)
    readme = os.path.join(file, "README.md")
    if os.path.isdir(full) and readme in staged:
        return f"[{text}]({path.rstrip('/')}/README.md)"
    if file in staged or not os.path.exists(full):  # a lost page is Sphinx's to report
        return match[0]
    small = os.path.isfile(full) and os.path.getsize(full) < DOWNLOAD_BYTES
    if file.endswith(PICTURES) or (file.endswith(DOWNLOADS) and small):
        copy(root, file, target)
        return match[0]
    if file == "README.md":
        return f"[{text}]({os.path.relpath('docs/index.md', os.path.dirname(page))})"
    return text


def stage(root, page, staged, target):
    made, fence = [], None
    with open(os.path.join(root, page), encoding="utf-8") as file:
        for line in file:
            mark = re.match(r"\s*(```|~~~)", line)
            if mark and fence in (None, mark[1]):
                fence = None if fence else mark[1]
            elif not fence:
                line = LINK.sub(lambda match: link(root, page, staged, target, match), line)
            made.append(line)
    place = os.path.join(target, page)
    os.makedirs(os.path.dirname(place), exist_ok=True)
    with open(place, "w", encoding="utf-8") as file:
        file.writelines(made)


def main(root, target):
    shutil.rmtree(target, ignore_errors=True)
    staged = pages(root)
    for page in staged:
        stage(root, page, set(staged), target)
    print(f"{len(staged)} pages in {target}")


main(*sys.argv[1:])
