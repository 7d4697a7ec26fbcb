"""usage: python3 bench/predict table FOLDER        predictions, on the standard output
       python3 bench/predict check FOLDER ARCH   the dependences of the cases' machine code; 1 when one is open
       python3 bench/predict least FOLDER ARCH   the least distances that check.py holds as LEAST
FOLDER: what `CHATTER_WRITE_LINES=FOLDER build/tests/machines/cuda/tests ptx_counts_long` leaves (cases.py). ptxas and
nvdisasm are searched in $CHATTER_PTXAS, $CHATTER_NVDISASM, $PATH and /usr/local/cuda/bin.
"""
import multiprocessing
import os
import sys

import cases
import check
import model
import sass

BATCHES = (1024, 1 << 17)
HEAD = """# Predicted: bench/gpu_predict.md says how and with what error, bench/gpu what was measured. Steps per second (coulomb: cycles;
# response: points) of `batch` trajectories; warp: what kernels/COUNTS.csv counted when this was made; differ: share of executed
# machine instructions whose line of PTX ran another number of times than their block; lost: share of executed PTX
# instructions of which no machine instruction is left.
kernel,team,precision,modes,points,layout,batch,gpu,steps_per_s,limit,warp,differ,lost"""


def compiled(case, arch):
    functions, used = sass.of_ptx(case.ptx, arch)
    return functions[case.launch.name], used[case.launch.name]


def predictions(case, function, used):
    counts, differ, lost = cases.match(function, case.launch.lines)
    counted = -(-case.trajectories * case.team // model.WARP)
    wavefronts = sum(x[2] for x in case.launch.lines.values())
    sectors = sum(x[3] for x in case.launch.lines.values())
    for gpu in model.GPUS.values():
        for batch in BATCHES if gpu.arch == function.arch else ():
            seconds, limit = model.predict(gpu, function, counts, counted, -(-batch * case.team // model.WARP),
                                           case.launch.threads, used[0], used[1] + case.launch.shared, sectors, wavefronts)
            if limit == "occupancy":  # the launcher takes another block than the one counted, or another mapping
                continue
            steps = case.steps / case.trajectories * batch
            warp = sum(x[0] for x in case.launch.lines.values()) / case.steps
            yield f"{case.key},{batch},{gpu.name},{steps / seconds:.3g},{limit},{warp:.2f},{differ:.3f},{lost:.3f}"


def rows_of(work):
    case, arch = work
    return list(predictions(case, *compiled(case, arch)))


def table(folder):
    print(f"# ptxas {sass.version()}\n{HEAD}")
    work = [(case, arch) for arch in (80, 90) for case in cases.read(folder)]
    with multiprocessing.Pool(os.cpu_count()) as pool:
        for rows in pool.imap(rows_of, work):
            for row in rows:
                print(row, flush=True)


def checked(folder, arch):
    failed = 0
    for case in cases.read(folder):
        found = check.check(compiled(case, arch)[0])
        failed |= bool(found)
        for at, opcode, register, what in found[:10]:
            print(f"{case.key} sm_{arch}: {at:#x} {opcode} {register}: {what}")
    return failed


def least(folder, arch):
    shortest = {}
    for case in cases.read(folder):
        check.walk(compiled(case, arch)[0], {}, shortest)
    for key, cycles in sorted(shortest.items()):
        print(f"    {key}: {cycles},")


def main(words):
    if len(words) == 2 and words[0] == "table":
        return table(words[1])
    if len(words) == 3 and words[0] == "check":
        return checked(words[1], int(words[2]))
    if len(words) == 3 and words[0] == "least":
        return least(words[1], int(words[2]))
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
