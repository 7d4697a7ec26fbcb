"""keys_act.py CHATTER LIBRARY [ENGINE...]: varies every key of the schema in every study of
keys_act_studies.py. If a study accepts a key, another value of it must change an output of that
study, or be refused. Prints the keys that a study accepts without effect, and unnecessary
exceptions of that table. Studies are evaluated by the library, in this process: starting the
program took two thirds of the time of an evaluation."""
import concurrent.futures
import copy
import ctypes as c
import fnmatch
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../python"))
os.environ["CHATTER_LIBRARY"] = sys.argv[2]
import keys_act_studies as table  # noqa: E402
from chatter._library import Options, library  # noqa: E402

CHATTER, ONLY, LIBRARY = os.path.abspath(sys.argv[1]), sys.argv[3:], library()
FOLDER = tempfile.mkdtemp()
# Sections of a study that only present or vary the results: they do not change the results of one
# trajectory.
ELSEWHERE = {"title", "plot", "statistics", "identify", "ensemble", "inputs", "study"}
OF_ANOTHER_KIND = "does not belong to a study of kind"
numbers = iter(range(10**9))
lock = threading.Lock()
running_whole = threading.Lock()


def leaves(path, node):
    """(path, schema of the value) of every key below."""
    for way in [node] + node.get("anyOf", []):
        if "properties" in way:
            for key, value in way["properties"].items():
                yield from leaves(path + [key], value)
            return
        if isinstance(way.get("additionalProperties"), dict):
            yield from leaves(path + ["*"], way["additionalProperties"])
            return
    yield path, node


def other_numbers(node, now):
    if isinstance(now, (int, float)) and not isinstance(now, bool):
        near = [now + 1, max(0, now - 1)] if node["type"] == "integer" else [1.3 * now, 0.7 * now, -now] if now else []
        return near or [0.3, 1e-3]
    return [1, 2, 3, 0, 7] if node["type"] == "integer" else [0.3, 1e-3, 2.0, 1e-6, 40.0]


def values(path, node, now):
    """Other values of the type of the key, near that of the study; those of the table first."""
    found = list(table.TRIED.get(".".join(path), []))
    for way in [node] + node.get("anyOf", []):
        if "enum" in way:
            found += way["enum"]
        elif way.get("type") == "boolean":
            found += [True, False]
        elif way.get("type") in ("integer", "number"):
            found += other_numbers(way, now)
        elif way.get("type") == "array":
            found += [[1.3 * x if isinstance(x, float) else x + 1 if isinstance(x, int) else x for x in now]] if isinstance(now, list) else []
            found += [[1.0, 2.0], [0.5], [0.3, 0.2, 0.1]]
        elif way.get("type") == "string":
            found += ["wave", "all"]
    if now is None and "default" in node:
        found = [value for value in found if value != node["default"]]
    return [value for value in found if value != now][:6]


def look(study, path):
    for key in path:
        study = study[0] if isinstance(study, list) and study else study
        study = study.get(key) if isinstance(study, dict) else None
    return study


def put(study, path, value):
    """The study with that value; for a section that is a list, in its first entry; None if it has
    no place for it."""
    study = copy.deepcopy(study)
    at = study
    for key in path[:-1]:
        at = at.setdefault(key, {})
        at = at[0] if isinstance(at, list) and at else at
        if not isinstance(at, dict):
            return None
    at[path[-1]] = value
    return study


def written(study):
    with lock:
        name = f"{next(numbers)}"
    with open(f"{FOLDER}/{name}.json", "w") as file:
        json.dump(study, file)
    return name


def call(*words, folder=FOLDER):
    run = subprocess.run([CHATTER, *words], capture_output=True, text=True, cwd=folder)
    if run.returncode < 0:
        print(f"chatter {' '.join(words)} ends by signal {-run.returncode}", flush=True)
    return run


def evaluated(path):
    """Status and outputs of a study, None if it is refused; its messages."""
    handle = c.c_void_p()
    options = Options(c.sizeof(Options), b"cpu", 1, 0, 0, b"double", 0, None, 1, None)
    seen = None
    if LIBRARY.chatter_open(path.encode(), c.byref(options), c.byref(handle)) == 0:
        n = LIBRARY.chatter_output_count(handle)
        outputs, status = (c.c_double * max(n, 1))(), (c.c_int * 1)()
        if LIBRARY.chatter_evaluate(handle, 1, 0, None, None, n, outputs, status) == 0:
            seen = (status[0], n, bytes(outputs))
    message = "" if seen else LIBRARY.chatter_error().decode()
    LIBRARY.chatter_close(handle)
    return seen, message


def answer(study, command):
    """The output of the command, None if it refuses the study; its messages."""
    name = written(study)
    if command == "eval":
        seen, message = evaluated(f"{FOLDER}/{name}.json")
    else:
        run = call(command, f"{name}.json")
        seen, message = (run.stdout if run.returncode == 0 else None), run.stderr
    os.remove(f"{FOLDER}/{name}.json")
    return seen, message


def tables(study):
    """All tables of a run, with windows and series, which are not outputs of evaluations. None: it
    fails."""
    name = written(study)
    os.mkdir(f"{FOLDER}/{name}")
    run = call("run", f"{name}.json", "-q", "-o", f"{name}/run.h5", "--device", "cpu")
    os.remove(f"{FOLDER}/{name}.json")
    call("export", "run.h5", folder=f"{FOLDER}/{name}")
    found = {}
    for other in os.listdir(f"{FOLDER}/{name}"):
        if other.endswith(".csv"):
            found[other] = open(f"{FOLDER}/{name}/{other}").read()
    shutil.rmtree(f"{FOLDER}/{name}")
    return found if run.returncode == 0 else None


def paths(study, path):
    """Expands `*` to each name in the study."""
    if "*" not in path:
        return [path]
    i = path.index("*")
    return [q for name in look(study, path[:i]) or {} for q in paths(study, path[:i] + [name] + path[i + 1:])]


def judge(one, path, node):
    """Returns whether the key changes an output of that study ("acts"), is refused by it
    ("refused") or is accepted without effect ("dead")."""
    taken = []
    for q in paths(one["study"], path):
        for value in values(path, node, look(one["study"], q)):
            other = put(one["study"], q, value)
            if other is None:
                continue
            seen, message = answer(other, one["command"])
            if seen is not None and seen != one["answer"]:
                return "acts"
            if OF_ANOTHER_KIND in message and f"'{path[0]}'" in message:
                one["strange"].add(path[0])
                return "refused"
            taken += [other] if seen is not None else []
    if taken and one["command"] == "eval":
        with running_whole:
            if "tables" not in one:
                one["tables"] = tables(one["study"])
        runs = [whole for whole in map(tables, taken) if whole is not None]
        if any(whole != one["tables"] for whole in runs):
            return "acts"
        taken = runs
    return "dead" if taken else "refused"


def excepted(name, key):
    """Returns the exceptions of the table for that key in that study."""
    return [i for i, (where, keys, _) in enumerate(table.EXCEPT)
            if fnmatch.fnmatch(name, where) and any(fnmatch.fnmatch(key, k) for k in keys.split())]


def prepare():
    for name, text in table.FILES.items():
        with open(f"{FOLDER}/{name}", "w") as file:
            file.write(text)
    for file, command, study in table.PREPARED:
        run = call(command, written(study) + ".json", "-o", file, *(["--keep-state", "-q"] if command == "run" else []))
        if run.returncode:
            print(f"{file}: {run.stderr}")


def studies():
    for engine, entries in table.ENGINES.items():
        if ONLY and engine not in ONLY:
            continue
        for name, (study, sections) in entries.items():
            command = table.COMMANDS.get(engine, "eval")
            seen, message = answer(study, command)
            if seen is None:
                print(f"{engine}/{name}: the study itself is refused: {message}")
            else:
                yield {"name": f"{engine}/{name}", "study": study, "sections": sections, "command": command, "answer": seen, "strange": set()}


def main():
    schema = json.loads(call("schema").stdout)
    keys = [(p, n) for p, n in leaves([], schema) if p[0] not in ELSEWHERE]
    prepare()
    all_studies = list(studies())
    work = [(one, path, node) for one in all_studies for path, node in keys if one["sections"] is None or path[0] in one["sections"]]
    used, acting = set(), set()

    def verdict(item):
        one, path, node = item
        if path[0] in one["strange"]:
            return item, "refused"
        return item, judge(one, path, node)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (one, path, _), found in pool.map(verdict, work):
            key = ".".join(path)
            if found == "acts":
                acting.add(key)
            if found != "dead":
                continue
            reasons = excepted(one["name"], key)
            used |= set(reasons)
            if not reasons:
                print(f"{one['name']}: {key}", flush=True)
    for i, (where, keys_of, _) in enumerate(table.EXCEPT):
        checked = where != "*" or not ONLY  # keys common to all engines need an effect in some of
                                            # them
        if checked and i not in used and any(fnmatch.fnmatch(one["name"], where) for one in all_studies):
            print(f"an exception that nothing needs: {where}: {keys_of}")
    if os.environ.get("KEYS_THAT_NEVER_ACT"):
        print("never acts:", *[k for k in (".".join(p) for p, _ in keys) if k not in acting])
    os.chdir("/")
    shutil.rmtree(FOLDER)


os.chdir(FOLDER)
sys.stderr = os.fdopen(os.dup(2), "w")  # the library's warnings go to file 2
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
main()
