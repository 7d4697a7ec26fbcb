"""tutorials.py PAGE [--print]: follows a tutorial in the current folder, as a reader would.

- A fenced block behind a line "`NAME`:" is the file NAME.
- Lines of ```console blocks that begin with "$ " are commands; a command goes on behind a "\\" at the end of its line.
  What stands below a command are lines of its output, in order; "…" stands for lines that are left out.

Ends with 1 at the first command that fails, or whose output lacks a line that the page shows. Numbers may differ by
0.2 %, or by one in the last digit shown; lines that tell times and speeds are not compared. --print shows all output.
"""
import re
import subprocess
import sys

NAMED = re.compile(r"^`([\w.-]+)`:$")
NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?")
TIMES = re.compile(r"per second|^ *time |\bhash\b|^ *(device|memory of a batch|flops) ")


def blocks(path):
    """(kind, name of the file or None, lines, number of the first line) of every fenced block."""
    name, kind, inside, begins = None, None, [], 0
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file.read().split("\n"), 1):
            if kind is None and line.startswith("```"):
                kind, inside, begins = line[3:].strip(), [], number + 1
            elif kind is not None and line == "```":
                yield kind, name, inside, begins
                name, kind = None, None
            elif kind is not None:
                inside.append(line)
            elif line.strip():
                found = NAMED.match(line)
                name = found[1] if found else None


def commands(inside, begins):
    """(command, lines of output shown, number of its line) of a console block."""
    found, goes_on = [], False
    for number, line in enumerate(inside, begins):
        if goes_on:
            found[-1][0] += "\n" + line
        elif line.startswith("$ "):
            found.append([line[2:], [], number])
        elif found:
            found[-1][1].append(line)
        else:
            raise SystemExit(f"line {number}: output without a command")
        goes_on = line.endswith("\\") and (goes_on or line.startswith("$ "))
    return found


def near(shown, got):
    """Both are the same but for rounding."""
    digits = re.sub(r"[eE].*", "", shown)
    exponent = int(re.search(r"[eE](.*)", shown)[1]) if re.search(r"[eE]", shown) else 0
    last = 10.0 ** (exponent - (len(digits.split(".")[1]) if "." in digits else 0))
    allowed = 2e-3 * abs(float(shown)) + (last if "." in digits else 0)
    return abs(float(shown) - float(got)) <= allowed * (1 + 1e-9)


def same(shown, got):
    """The texts agree word by word, numbers nearly."""
    if " ".join(NUMBER.sub("#", shown).split()) != " ".join(NUMBER.sub("#", got).split()):
        return False
    return all(near(a, b) for a, b in zip(NUMBER.findall(shown), NUMBER.findall(got)))


def missing(shown, got):
    """The first line of `shown` that does not follow in `got`, or None."""
    rest = iter(got)
    for line in shown:
        if line.strip() in ("", "…") or TIMES.search(line):
            continue
        if not any(same(line, other) for other in rest):
            return line
    return None


def follow(path, show):
    run = 0
    for kind, name, inside, begins in blocks(path):
        if name:
            with open(name, "w", encoding="utf-8") as file:
                file.write("\n".join(inside) + "\n")
        if kind != "console":
            continue
        for command, shown, number in commands(inside, begins):
            done = subprocess.run(["bash", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
            run += 1
            if show:
                print(f"$ {command}\n{done.stdout}", end="")
            if done.returncode:
                raise SystemExit(f"{path}:{number}: exit code {done.returncode} of: {command}\n{done.stdout}")
            lacks = missing(shown, done.stdout.split("\n"))
            if lacks is not None:
                raise SystemExit(f"{path}:{number}: the page shows a line that does not come: {lacks}\n"
                                 f"of: {command}\n{done.stdout}")
    if run == 0:
        raise SystemExit(f"{path}: no command was found")


if __name__ == "__main__":
    follow(sys.argv[1], "--print" in sys.argv[2:])
