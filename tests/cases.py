#!/usr/bin/env python3
"""cases.py FILE.toml BUILD [WORDS]: runs the cases of a table of claims (all, or those whose claim
contains WORDS) and prints each that fails; with -v also those that pass. docs/extending.md ("A
case") describes the keys of a case."""
import csv
import glob
import math
import os
import re
import shutil
import string
import subprocess
import sys
import tempfile

try:
    import tomllib
except ImportError:
    print("skipped: Python 3.11 or newer is needed (tomllib)")
    sys.exit(77)

KNOWN = {
    "file": {"default", "let", "study", "table", "file", "models", "case"},
    "study": {"text", "model", "path", "of", "section", "without", "replace", "add"},
    "case": {"claim", "study", "let", "section", "without", "replace", "add", "file", "set", "command", "words", "exit",
             "says", "says_not", "cure", "cured", "values", "holds", "status", "rows", "other", "same", "leaves_no", "reason", "samples",
             "needs", "device", "after", "each"},
}
NAMES = {name: getattr(math, name) for name in dir(math) if name[0] != "_"}
NAMES |= {f.__name__: f for f in (abs, all, any, len, max, min, range, round, sum)}


class Wrong(Exception):
    pass


def expand(text, names):
    """$name and ${name} in a text; numbers with all their digits."""
    return string.Template(text).safe_substitute({k: f"{v:.17g}" if isinstance(v, float) else v for k, v in names.items()})


def value(what, names):
    return eval(what, {"__builtins__": {}} | NAMES | names) if isinstance(what, str) else what


def put_section(text, name, new):
    """Replaces the text of a section of a study (`name:` at the beginning of a line, up to the next
    one); None: removes it."""
    pattern = re.compile(rf"^{name}:.*\n(?:[ \t#-].*\n|\n)*", re.M)
    new = "" if new is None else f"{name}:{'' if new.startswith(chr(10)) else ' '}{new.rstrip()}\n"
    found = pattern.search(text)
    if not found:
        if not new:
            raise Wrong(f"there is no section '{name}' to leave out")
        return text + new
    return text[:found.start()] + new + text[found.end():]


def changed(text, how, names):
    """Returns the text of a study with the changes of a study or a case."""
    for name in how.get("without", []):
        text = put_section(text, name, None)
    for name, new in how.get("section", {}).items():
        text = put_section(text, name, expand(new, names))
    for old, new in how.get("replace", []):
        if old not in text:
            raise Wrong(f"nothing to replace: '{old}'")
        text = text.replace(old, expand(new, names))
    return text + expand(how.get("add", ""), names)


def number(text):
    try:
        return float(text)
    except ValueError:
        return text


class Row:
    """The cells of a row: row.x, and row["contact.gap"]."""

    def __init__(self, cells):
        self.__dict__.update(cells)

    def __getitem__(self, name):
        return self.__dict__[name]


class Table:
    """The cases of one file, run in a temporary folder."""

    def __init__(self, path, chatter, models):
        try:
            with open(path, "rb") as file:
                self.all = tomllib.load(file)
        except (OSError, tomllib.TOMLDecodeError) as error:
            sys.exit(f"{path}: {error}")
        self.chatter, self.models, self.folder, self.tables = chatter, models, os.path.dirname(path), {}
        self.check_keys(self.all, "file", path)
        for name, study in self.all.get("study", {}).items():
            self.check_keys(study, "study", f"study {name}")
        for case in self.all["case"]:
            case.setdefault("claim", (case.get("says") or ["a case without a claim"])[0])
            self.check_keys(case, "case", case["claim"])
        self.names = {}
        for name, what in self.all.get("let", {}).items():
            self.names[name] = value(what, self.names)

    @staticmethod
    def check_keys(given, kind, where):
        unknown = set(given) - KNOWN[kind]
        if unknown:
            sys.exit(f"{where}: unknown keys {', '.join(sorted(unknown))} (allowed: {', '.join(sorted(KNOWN[kind]))})")

    def cases(self):
        """Yields the cases with the default keys of the file; a case with `each` becomes several,
        with different names."""
        for case in self.all["case"]:
            for names in case.get("each", [{}]):
                words = f" ({', '.join(map(str, names.values()))})" if names else ""
                yield self.all.get("default", {}) | case | {"let": case.get("let", {}) | names, "claim": case["claim"] + words}

    def chosen(self, words):
        """Returns the cases whose claim contains all words, and those that they are compared
        with."""
        cases = list(self.cases())
        wanted = {case["claim"] for case in cases if all(word in case["claim"] for word in words)}
        for case in reversed(cases):
            if case["claim"] in wanted:
                other = case.get("other", {})
                wanted |= {other} if isinstance(other, str) else set(other.values())
        return [case for case in cases if case["claim"] in wanted]

    def write_files(self):
        for folder in self.all.get("models", []):
            for path in glob.glob(os.path.join(self.models, folder, "*.*")):
                if not path.endswith((".yaml", ".md")):
                    shutil.copy(path, ".")
        for name, text in self.all.get("file", {}).items():
            self.write(name, expand(text, self.names))
        for name, table in self.all.get("table", {}).items():
            rows = [",".join(table["columns"])]
            for i in range(table["rows"]):
                rows.append(",".join(f"{value(what, self.names | {'i': i}):.17g}" for what in table["columns"].values()))
            self.write(name, "\n".join(rows) + "\n")

    @staticmethod
    def write(name, text):
        with open(name, "w") as file:
            file.write(text)

    def study(self, name, names):
        """Returns the text of a study: a changed other study, or a file below models/."""
        if name not in self.all["study"]:
            raise Wrong(f"there is no study '{name}' in this file")
        how = self.all["study"][name]
        if "of" in how:
            text = self.study(how["of"], names)
        elif "model" in how or "path" in how:
            path = os.path.join(self.models, how["model"]) if "model" in how else os.path.join(self.folder, how["path"])
            with open(path) as file:
                text = "".join(line for line in file if not line.startswith("#"))
        else:
            text = expand(how["text"], names)
        return changed(text, how, names)

    def run(self, case, name, settings):
        """Runs the command of the case. Returns exit code, output, and the tables of results."""
        for old in glob.glob(f"{name}*.csv") + [f"{name}.h5"]:
            if os.path.exists(old):
                os.remove(old)
        command = case["command"]
        words = [command, f"{name}.yaml", *(["-o", f"{name}.h5", "-f"] if command == "run" else [])]
        words += ["--device", case.get("device", "cpu")] if command in ("run", "eval") else []
        words += ["-i", "samples.csv"] if "samples" in case else []
        for setting in settings:
            words += ["--set", expand(setting, self.names | case.get("let", {}))]
        words += case.get("words", ["-q"] if command in ("run", "eval") else [])
        done = subprocess.run([self.chatter, *words], capture_output=True, text=True)
        if command == "run" and os.path.exists(f"{name}.h5"):
            subprocess.run([self.chatter, "export", f"{name}.h5"], capture_output=True)
        if command == "eval" and done.stdout:
            self.write(f"{name}.csv", done.stdout)
        told = done.stdout + done.stderr
        for words in case.get("after", []):
            told += subprocess.run([self.chatter, *words], capture_output=True, text=True).stdout
        tables = {}
        for path in glob.glob(f"{name}.csv") + glob.glob(f"{name}-*.csv"):
            with open(path) as file:
                rows = [{k: number(v) for k, v in row.items()} for row in csv.DictReader(file)]
            tables[path[len(name) + 1:-4] or "rows"] = rows
        return done.returncode, told, tables

    def holds(self, case):
        """Runs a case; raises Wrong with the failed claim."""
        names = self.names | case.get("let", {})
        name = case["study"]
        text = changed(self.study(name, names), case, names)
        self.write(f"{name}.yaml", text)
        for file, content in case.get("file", {}).items():
            self.write(file, expand(content, names))
        if "samples" in case:
            self.write("samples.csv", case["samples"])
        code, told, tables = self.run(case, name, case.get("set", []))
        if code != case.get("exit", 0):
            raise Wrong(f"exit code {code}, expected {case.get('exit', 0)}: {told}")
        if code and case["command"] == "eval" and tables:
            raise Wrong(f"a table although it fails: {told}")
        self.check_words(case, told, names)
        if "status" in case and [row["status"] for row in tables.get("rows", [])] != case["status"]:
            raise Wrong(f"status {[row['status'] for row in tables.get('rows', [])]}, expected {case['status']}")
        for path in case.get("leaves_no", []):
            if os.path.exists(path):
                raise Wrong(f"{path} is left over")
        if "cure" in case:
            tables = self.cure(case, name, names)
        self.tables[case["claim"]] = tables
        self.compare(case, tables, names)

    def check_words(self, case, told, names):
        """Checks that all words of a message are printed; a message that names a remedy must be in
        one line."""
        says = [self.pattern(words, names) for words in case.get("says", [])]
        lines = told.splitlines() if "cure" in case else [told]
        if says and not any(all(words.search(line) for words in says) for line in lines):
            raise Wrong(f"no {case['says']} in: {told}")
        for words in case.get("says_not", []):
            if self.pattern(words, names).search(told):
                raise Wrong(f"'{words}' in: {told}")

    @staticmethod
    def pattern(words, names):
        """Returns a pattern for the words of a message; @ stands for a place, line:column."""
        return re.compile(re.escape(expand(words, names)).replace("@", r"[0-9]+:[0-9]+"))

    def cure(self, case, name, names):
        """Checks a run with the remedy: the first of `says` and all of `cured` no longer occur, and
        a trajectory succeeds."""
        code, told, tables = self.run(case, name, case.get("set", []) + case["cure"])
        for words in [case["says"][0], *case.get("cured", [])]:
            if self.pattern(words, names).search(told):
                raise Wrong(f"{case['cure']} does not help: {told}")
        if code or (case["command"] == "run" and not any(self.ended_well(row) for row in tables.get("rows", []))):
            raise Wrong(f"with {case['cure']} nothing runs: {told}")
        return tables

    @staticmethod
    def ended_well(row):
        return row["status"] == "ok" and not any(isinstance(x, float) and math.isnan(x) for x in list(row.values())[-1:])

    def compare(self, case, tables, names):
        counts = case.get("rows", {})
        for table, count in ({"rows": counts} if isinstance(counts, int) else counts).items():
            if len(tables.get(table, [])) != count:
                raise Wrong(f"{len(tables.get(table, []))} rows of '{table}', expected {count}")
        others = case.get("other", {})
        others = {"other": others} if isinstance(others, str) else others
        for claim in others.values():
            if claim not in self.tables:
                raise Wrong(f"no case before it is '{claim}'")
        others = {name: self.tables[claim] for name, claim in others.items()}
        for what, (expected, tolerance) in case.get("values", {}).items():
            table, _, column = what.rpartition(":")
            for i, (row, scope) in enumerate(self.scopes(tables, others, table or "rows", names)):
                if column not in row:
                    raise Wrong(f"there is no column '{column}' (there are: {', '.join(row)})")
                wanted, most = value(expected, scope), value(tolerance, scope)
                if not abs(row[column] - wanted) <= most:
                    raise Wrong(f"row {i}: {what} is {row[column]:.17g}, expected {wanted:.17g} within {most:g}")
        for what in case.get("holds", []):
            table, _, condition = what.rpartition(": ")
            for i, (row, scope) in enumerate(self.scopes(tables, others, table or "rows", names)):
                if not value(condition, scope):
                    raise Wrong(f"row {i}: not {condition}: {row}")
        for what in case.get("same", []):
            table, _, column = what.rpartition(":")
            one, other = ([row[column] for row in t.get(table or "rows", [])] for t in (tables, others["other"]))
            if not one or one != other:
                raise Wrong(f"{what}: {one[:9]}, not as in '{case['other']}': {other[:9]}")

    @staticmethod
    def scopes(tables, others, table, names):
        """Yields each row of a table with the names that expressions use: its columns, `row`,
        `rows`, the row of other cases, `let`."""
        rows = tables.get(table, [])
        if not rows:
            raise Wrong(f"there is no table '{table}' (there are: {', '.join(tables)})")
        for i, row in enumerate(rows):
            scope = names | {k: v for k, v in row.items() if k.isidentifier()}
            scope |= {"row": Row(row), "rows": [Row(r) for r in rows], "i": i}
            for name, of in others.items():
                if len(of.get(table, [])) != len(rows):
                    raise Wrong(f"{len(rows)} rows of '{table}', in '{name}' {len(of.get(table, []))}")
                scope[name] = Row(of[table][i])
            yield row, scope


def main():
    verbose = "-v" in sys.argv[1:]
    path, build, *words = (os.path.abspath(w) if i < 2 else w for i, w in enumerate(w for w in sys.argv[1:] if w != "-v"))
    here = os.path.dirname(os.path.abspath(__file__))
    models = os.path.join(os.environ.get("CHATTER_SOURCE", os.path.dirname(here)), "models")
    table = Table(path, os.path.join(build, "chatter"), os.path.abspath(models))
    failures = ran = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        table.write_files()
        for case in table.chosen(words):
            if "needs" in case and not shutil.which(case["needs"]):
                continue
            ran += 1
            try:
                table.holds(case)
                if verbose:
                    print(f"holds: {case['claim']}")
            except Wrong as wrong:
                failures += 1
                print(f"{os.path.basename(path)}: {case['claim']}: {str(wrong).strip()[:1500]}")
        os.chdir(here)
    if not ran:
        sys.exit("no case has these words")
    print(f"{ran - failures} of {ran} cases hold")
    sys.exit(failures > 0)


main()
