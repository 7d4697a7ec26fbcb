"""The model of bench/predict on cases with known answers, without NVIDIA's tools: the code is
synthetic."""
import csv
import os
import sys

import cases
import check
import model
import sass

failures = 0
H100, A100 = model.GPUS["H100"], model.GPUS["A100"]


def expect(what, value, reference, tolerance=0.0):
    global failures
    if not abs(value - reference) <= tolerance:
        print(f"{what}: {value}, expected {reference}", file=sys.stderr)
        failures += 1


def instruction(opcode, writes=(), reads=(), stall=1, write=sass.NONE, read=sass.NONE, wait=0, guard=None, at=0, line=None):
    return sass.Instruction(at, guard, opcode, "", line, stall, write, read, wait, frozenset(writes), frozenset(reads))


def function(*code, arch=90):
    made = sass.Function("by_hand", arch)
    made.code = [i._replace(at=16 * k) for k, i in enumerate(code)] + [instruction("EXIT", stall=5)]
    made.blocks = sass.blocks(made)
    return made


def chain(n, stall):
    return function(*(instruction("DFMA", ["R2", "R3"], ["R2", "R3", "R4", "R5"], stall) for _ in range(n)))


# The control bits: stall 13, yield 1, no barriers, waits for 0 and 3 (upper word of an encoding, bits 105 on).
expect("control bits", sass.control(13 << 41 | 1 << 45 | 7 << 46 | 7 << 49 | 9 << 52) == (13, 7, 7, 9), True)

# A dependent chain: one warp takes n stalls of 8 cycles, and seven more on its partition take no
# longer (2 cycles each of the pipe); 16 of them saturate it.
n = 1000
for warps, cycles, limit in ((1, 8 * n + 5, "latency"), (132 * 16, 8 * n + 5, "latency"), (132 * 64, 32 * n, "fp64")):
    seconds, named = model.predict(H100, chain(n, 8), {0: 1}, 1, warps, 128, 32, 0)
    expect(f"chain of {warps} warps", seconds * H100.clock, cycles, 1e-6)
    expect(f"limit of {warps} warps", named == limit, True)

# Independent FP64 on the whole GPU: the 9.7 and 33.5 Tflop/s of the data sheets (two digits).
for gpu, peak in ((A100, 9.7e12), (H100, 33.5e12)):
    seconds, _ = model.predict(gpu, chain(n, 1), {0: 1}, 1, gpu.processors * 64 * 10, 128, 32, 0)
    expect(f"peak of {gpu.name}", gpu.processors * 640 * 32 * 2 * n / seconds / peak, 1, 0.01)

# A copy: bytes by bandwidth.
copy = function(instruction("LDG.E.64", ["R4", "R5"], ["R2", "R3"], write=0), instruction("STG.E.64", (), ["R4", "R6"], wait=1))
seconds, named = model.predict(H100, copy, {0: 1}, 1, 1 << 20, 1024, 16, 0, bytes_moved=16 * (32 << 20))
expect("copy", seconds, 16 * (32 << 20) / 3.35e12, 1e-12)
expect("copy's limit", named == "device memory", True)
# Alone it takes the latency of a load, by a barrier, and three stalls.
expect("a load and its use", model.warp_time(copy, {0: 1}), model.LATENCY["LDG"] + 1 + 5)

# Occupancy by the rules of the occupancy calculator: 255 registers are 256 · 32 per warp, 8 warps
# of 65,536; 166 are 168 · 32, 12 warps; 40,000 bytes and the 1 KiB of the system fit five times in
# 228 KiB; at most 32 blocks or 64 warps.
for threads, registers, shared, blocks in ((128, 255, 0, 2), (128, 166, 0, 3), (128, 32, 40000, 5), (32, 32, 0, 32), (1024, 32, 0, 2)):
    expect(f"blocks of {threads}, {registers}, {shared}", model.occupancy(H100, threads, registers, shared), blocks)

# Wavefronts of shared memory: one per cycle of a multiprocessor.
few = function(instruction("MOV", ["R2"]))
seconds, named = model.predict(H100, few, {0: 1}, 1, 132 * 64, 128, 32, 0, wavefronts=500)
expect("wavefronts", seconds * H100.clock, 500 * 64, 1e-6)
expect("limit of wavefronts", named == "shared", True)


# Lines of PTX to blocks: the majority of the lines of a block decides; lines with other counts and
# lines without an instruction are reported.
lines = {7: (10, 320, 0, 0), 8: (10, 320, 0, 0), 9: (4, 4, 0, 0), 20: (6, 192, 0, 0)}
counts, differ, lost = cases.match(function(*(instruction("MOV", line=k) for k in (7, 8, 8, 9))), lines)
expect("executions", counts == {0: 10}, True)
expect("other lines", differ, 10 / 40)
expect("lost lines", lost, 6 / 30)


def found(*code):
    return len(check.check(function(*code)))


# Dependences: each covered case passes, and the same case with an inserted fault fails.
load = instruction("LDS.64", ["R4", "R5"], ["R2"], write=2)
store = instruction("STS.64", (), ["R2", "R4", "R5"], read=1)
fma = instruction("DFMA", ["R4", "R5"], ["R4", "R5", "R6", "R7"], stall=8)
move = instruction("MOV", ["R4"])
use = instruction("DADD", ["R8", "R9"], ["R4", "R5"])
for what, good, bad in (
        ("a load's wait", (load, use._replace(wait=4)), (load, use._replace(wait=2))),
        ("a load without barrier", (load, use._replace(wait=4)), (load._replace(write_barrier=7), use)),
        ("a store's registers", (store, fma._replace(wait=2)), (store, fma)),
        ("a stall count", (fma, use), (fma._replace(stall=2), use)),
        ("opposite guards", (load._replace(guard="P1"), move._replace(guard="!P1")), (load._replace(guard="P1"), move._replace(guard="P1")))):
    expect(what, found(*good), 0)
    expect(what + ", planted fault", found(*bad) > 0, True)

# kernels/PREDICTED.csv has each row of COUNTS.csv for the GPUs and batches, and belongs to the
# kernels that are counted now: to 1 %, far below the error of the model (bench/gpu_predict.md,
# which tells how to make the table).
def rows(name):
    with open(os.path.join(sys.argv[1], "kernels", name), encoding="ascii") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def key(row):
    return ",".join(row[x] for x in ("kernel", "team", "precision", "modes", "points", "layout"))


NOT_READ = {"response,32,double,8,0,0"}  # a megabyte of machine code
NOT_ON_A100 = {"response,4,double,0,0,0", "beams,32,double,5,3,0"}  # the counted block takes more shared memory than it has
EXPECTED = {(gpu, batch) for gpu in ("A100", "H100", "H200") for batch in (1024, 1 << 17)}
counted = {key(row): float(row["warp"]) for row in rows("COUNTS.csv")}
predicted, of_warps = {}, {}
for row in rows("PREDICTED.csv"):
    predicted.setdefault(key(row), set()).add((row["gpu"], int(row["batch"])))
    of_warps[key(row)] = float(row["warp"])
expect("kernels predicted", predicted.keys() == counted.keys() - NOT_READ, True)
for name, made in predicted.items():
    expect(f"{name}: warp instructions a step", of_warps[name] / counted.get(name, 0.1), 1, 0.01)
    expect(f"{name}: GPUs and batches", {x for x in EXPECTED if x[0] != "A100" or name not in NOT_ON_A100} == made, True)
sys.exit(failures > 0)
