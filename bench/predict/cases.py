"""The counts of the PTX machine, mapped to machine code: how often each basic block ran.

`CHATTER_WRITE_LINES=FOLDER build/tests/machines/cuda/tests ptx_counts_long` writes for each case
N.ptx, N.lines and N.case. ptxas records for each machine instruction the line of PTX that it comes
from; the count of a block is that of most of its instructions' lines."""
import collections
import csv
import os
import statistics

# lines: {line: (warps, lanes, wavefronts, sectors)}
Launch = collections.namedtuple("Launch", "name blocks threads shared lines")
Case = collections.namedtuple("Case", "key team steps trajectories launch ptx")


def launches(path):
    made = []
    with open(path, encoding="ascii") as file:
        for row in csv.reader(file):
            if row[0] == "launch":
                made.append(Launch(row[1], int(row[2]), int(row[3]), int(row[4]), {}))
            else:
                line, numbers = int(row[1]), [int(x) for x in row[2:]]
                made[-1].lines[line] = tuple(a + b for a, b in zip(made[-1].lines.get(line, (0, 0, 0, 0)), numbers))
    return made


def read(folder):
    """The cases of a folder in their order; of the two functions of a module, the kernel itself."""
    made = []
    for n in sorted(int(name[:-5]) for name in os.listdir(folder) if name.endswith(".case")):
        path = os.path.join(folder, str(n))
        with open(path + ".case", encoding="ascii") as file:
            words = file.read().strip().split(",")
        launch = [x for x in launches(path + ".lines") if not x.name.endswith("_uniform")][0]
        made.append(Case(",".join(words[:6]), int(words[1]), float(words[6]), int(words[7]), launch, path + ".ptx"))
    return made


def match(function, lines):
    """({block: executions of warps}, share of executed machine instructions whose own line ran another number of
    times than their block, share of executed PTX instructions of which no machine instruction is left). Blocks
    without a known line, routines that ptxas adds for rare arguments, count as not executed."""
    counts, executed, other = {}, 0, 0
    for k, block in enumerate(function.blocks):
        own = [lines[i.line][0] for i in function.code[block.begin:block.end] if i.line in lines]
        if not own:
            continue
        times = statistics.mode(own)
        if times > 0:
            counts[k] = times
            executed += times * len(own)
            other += times * sum(1 for n in own if n != times)
    known = {i.line for i in function.code}
    total = sum(x[0] for x in lines.values())
    lost = sum(x[0] for line, x in lines.items() if line not in known)
    return counts, other / max(executed, 1), lost / max(total, 1)
