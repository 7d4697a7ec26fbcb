"""readme_names.py ROOT: checks host/engines/*/README.md against the sources. Prints each name that does
not exist; ends with 1 where there is one.

Text between single backquotes is a file or folder (below ROOT, the engine's two rooms, or kernels/), a key of
studies or a member (a.b), or identifiers, which must stand in the sources; so must the names in diagrams. The
table under "Symbols" has the columns symbol, meaning, host, kernel: names of the last two must stand in that
room. "Files" covers every file of both rooms, by name, by folder or by pattern."""
import glob
import os
import re
import sys

SECTIONS = ["Equations", "Symbols", "A step", "Files", "Errors and assumptions", "References", "Tests", "To change the method"]
LEAST_SPANS, LEAST_SYMBOLS = 30, 6  # fewer: the page was not read, or says nothing
root = sys.argv[1]
failures = 0


def say(text):
    global failures
    failures += 1
    print(text, file=sys.stderr)


def words_of(*patterns):
    found = set()
    for pattern in patterns:
        for path in glob.glob(os.path.join(root, pattern), recursive=True):
            if os.path.isfile(path):
                with open(path, encoding="utf-8") as file:
                    found.update(re.findall(r"[A-Za-z_][A-Za-z_0-9]*", file.read()))
    return found


def engines_used():
    used = {}
    with open(os.path.join(root, "cmake/engines.cmake"), encoding="utf-8") as file:
        for name, others in re.findall(r"^chatter_engine\((\w+)(?: USES ([\w ]+))?\)", file.read(), re.M):
            used[name] = others.split()
    for name in used:  # engines used indirectly; an engine follows after those that it uses
        used[name] += [more for other in used[name] for more in used[other]]
    return used


everything = words_of("host/**/*.[ch]", "kernels/**/*.h", "tests/engines/falling/*")
with_keys, members = set(), set()
for pattern in ("host/**/*.[ch]", "kernels/**/*.h"):
    for path in glob.glob(os.path.join(root, pattern), recursive=True):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with_keys.update(re.findall(r'"([a-z_0-9]+(?:\.[a-z_0-9]+)+)"', text))
        members.update(f"{a}.{b}" for a, b in re.findall(r"(?=\b([a-z_]\w*)(?:->|\.)([a-z_]\w*))", text))


def places(engine, path):
    """Returns the files and folders that a path may mean."""
    rooms = ["", f"host/engines/{engine}", f"kernels/{engine}", "kernels"]
    found = []
    for room in rooms:
        found += glob.glob(os.path.join(root, room, path))
    if not found and "/" not in path.rstrip("/"):
        for room in rooms[1:3]:
            found += glob.glob(os.path.join(root, room, "**", path), recursive=True)
    return found


def is_path(span):
    return " " not in span and ("/" in span or re.search(r"\.(c|h|sh|py|md|yaml|csv|json|cmake|\[ch\])$", span))


def check_span(engine, span):
    """Checks a span. Returns the files that it names."""
    if is_path(span):
        found = places(engine, span)
        if not found and re.fullmatch(r"engines/[\w/]+", span):  # a test
            found = glob.glob(os.path.join(root, "tests", span + ".[cst]*"))
        if not found:
            say(f"{engine}: {span}: no such file or folder")
        return found
    if re.fullmatch(r"[a-z_0-9]+(\.[a-z_0-9]+)+", span):
        if span not in with_keys and span not in members:
            say(f"{engine}: {span}: no such key")
        return []
    for word in re.findall(r"[A-Za-z_][A-Za-z_0-9]*", span):
        if len(word) > 2 and word not in everything:
            say(f"{engine}: {word}: no such name in host/ or kernels/")
    return []


def check_symbols(engine, others, text):
    host = words_of(*[f"host/engines/{name}/**/*.[ch]" for name in [engine] + others])
    kernel = words_of("kernels/*.h", "kernels/laws/*.h", "kernels/drives/*.h", *[f"kernels/{name}/**/*.h" for name in [engine] + others])
    count = 0
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 4 or set(cells[0]) <= set("-: ") or cells[0] == "symbol":
            continue
        count += 1
        for cell, room, name in ((cells[2], host, f"host/engines/{engine}"), (cells[3], kernel, f"kernels/{engine}")):
            for span in re.findall(r"`([^`]+)`", cell):
                for word in re.findall(r"[A-Za-z_][A-Za-z_0-9]*", span):
                    if word not in room:
                        say(f"{engine}: {word}: not in {name}")
    if count < LEAST_SYMBOLS:
        say(f"{engine}: only {count} symbols")


def check(engine, others):
    page = f"host/engines/{engine}/README.md"
    if not os.path.exists(os.path.join(root, page)):
        return say(f"{page} is missing")
    with open(os.path.join(root, page), encoding="utf-8") as file:
        text = file.read()
    parts = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.M | re.S))
    if list(parts) != SECTIONS:
        return say(f"{page}: sections are {', '.join(parts)}; wanted: {', '.join(SECTIONS)}")
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    spans = re.findall(r"`([^`]+)`", prose)
    for span in spans:
        check_span(engine, span)
    for diagram in re.findall(r"^```\n(.*?)^```$", text, re.M | re.S):
        for word in re.findall(r"(?<!\w)[A-Za-z]\w+_\w+", diagram):
            if word not in everything and not os.path.exists(os.path.join(root, "kernels", engine, word + ".h")):
                say(f"{engine}: {word}: no such name (in the diagram)")
    if len(spans) < LEAST_SPANS:
        say(f"{page}: only {len(spans)} names: the test looks in the wrong place")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", prose):
        if "://" not in target and not os.path.exists(os.path.join(root, os.path.dirname(page), target)):
            say(f"{page}: link to {target}: no such file")
    check_symbols(engine, others, parts["Symbols"])
    covered = [path for span in re.findall(r"`([^`]+)`", parts["Files"]) if is_path(span) for path in places(engine, span)]
    for room in (f"host/engines/{engine}", f"kernels/{engine}"):
        for path in glob.glob(os.path.join(root, room, "**"), recursive=True):
            if not os.path.isfile(path) or os.path.basename(path) == "README.md":
                continue
            if not any(path == c or c.endswith("/") and path.startswith(c) for c in covered):
                say(f"{page}: {os.path.relpath(path, root)}: no line of Files covers it")


used = engines_used()
engines = sorted(os.path.basename(folder) for folder in glob.glob(os.path.join(root, "host/engines/*")))
if len(engines) < 2:
    say(f"only these engines were found: {engines}")
for engine in engines:
    check(engine, used.get(engine, []))
sys.exit(1 if failures else 0)
