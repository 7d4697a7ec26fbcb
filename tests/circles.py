"""circles.py BUILD: circles among the files of the program, groups that need each other to be
linked, by the symbols that each object file defines and uses. Prints each with the symbols that
close it. Exit code 1: a circle; 2: too few files were found."""
import collections
import json
import os
import re
import subprocess
import sys

LEAST_FILES = 250  # fewer: the objects are not where this looks


def symbols(path):
    defined, asked = set(), set()
    for line in subprocess.run(["nm", "-P", path], capture_output=True, text=True, check=True).stdout.splitlines():
        name, kind = line.split()[:2]
        if kind == "U":
            asked.add(name)
        elif kind in "TDRBVWC":
            defined.add(name)
    return defined, asked


def objects(build):
    """Object files of the build commands: those left by an earlier build are ignored."""
    found = {}
    with open(os.path.join(build, "compile_commands.json")) as commands:
        for command in json.load(commands):
            source = re.search(r"/(host/.*)\.c$", command["file"])
            made = re.search(r" -o (\S+\.o)", command["command"])
            if source and made:
                found.setdefault(source[1], os.path.join(command["directory"], made[1]))
    return {file: path for file, path in found.items() if os.path.exists(path)}


def circles(needs):
    """Strongly connected components of more than one file (Tarjan 1972)."""
    number, low, stack, found = {}, {}, [], []

    def visit(file):
        number[file] = low[file] = len(number)
        stack.append(file)
        for other in needs[file]:
            if other not in number:
                visit(other)
            if other in stack:
                low[file] = min(low[file], low[other])
        if low[file] == number[file]:
            group = stack[stack.index(file):]
            del stack[len(stack) - len(group):]
            if len(group) > 1:
                found.append(sorted(group))

    for file in sorted(needs):
        if file not in number:
            visit(file)
    return found


def main(build):
    sys.setrecursionlimit(10000)
    of = {file: symbols(path) for file, path in objects(build).items()}
    home = {name: file for file, (defined, _) in of.items() for name in defined}
    asks = collections.defaultdict(lambda: collections.defaultdict(list))
    for file, (_, asked) in of.items():
        for name in sorted(asked):
            if name in home and home[name] != file:
                asks[file][home[name]].append(name)
    found = circles({file: sorted(asks[file]) for file in of})
    for group in found:
        print("a circle of", ", ".join(group))
        for file in group:
            for other in group:
                if other in asks[file]:
                    print(f"  {file} asks {other} for {', '.join(asks[file][other])}")
    if len(of) < LEAST_FILES:
        print(f"only {len(of)} files were found: the test looks in the wrong place")
        return 2
    return 1 if found else 0


sys.exit(main(sys.argv[1]))
