"""How long machine code takes on a GPU: an occupancy and pipe model.

Of one warp: it issues in order, each instruction as soon as its stall count and the barriers that it waits for allow;
the latencies of what sets barriers are in LATENCY. Of a partition (a quarter of a multiprocessor) with several warps: the
longest of one warp's own time (latency), of all their issue slots, and of the time each pipe is taken; of the
multiprocessor: wavefronts of shared memory, sectors and local traffic through L1; of the GPU: bytes of device memory.
What is longest is named. Nothing is fitted to measured times. Loads are taken to hit L1 unless `bytes` says that they
stream; branches cost their stall count; instruction fetch, atomics and unequal warps cost nothing: times are too short
where these matter.
"""
import collections
import math

import check
import sass

# Data sheets of NVIDIA (A100 80GB SXM4, H100 SXM5, H200 SXM5) and the table of limits per compute capability in the CUDA C++
# Programming Guide. clock: the highest, Hz; fp64, fp32: lanes of a multiprocessor; bandwidth: bytes/s.
Gpu = collections.namedtuple("Gpu", "name arch processors clock fp64 fp32 bandwidth shared warps blocks registers")
GPUS = {g.name: g for g in (
    Gpu("A100", 80, 108, 1.410e9, 32, 64, 2.039e12, 164 << 10, 64, 32, 65536),
    Gpu("H100", 90, 132, 1.980e9, 64, 128, 3.35e12, 228 << 10, 64, 32, 65536),
    Gpu("H200", 90, 132, 1.980e9, 64, 128, 4.8e12, 228 << 10, 64, 32, 65536))}
PARTITIONS, WARP = 4, 32
SECTORS, WAVEFRONTS = 4, 1  # of a multiprocessor, a cycle: 128 bytes from L1, a wavefront from shared memory

# Cycles until the result of an instruction with a write barrier has arrived, rounded: assumptions
# of the model in the range of published microbenchmarks. Loads from global memory: in L1.
LATENCY = {"LDG": 38, "LD": 38, "LDL": 38, "LDS": 29, "LDC": 38, "SHFL": 24, "MUFU": 22, "F2I": 16, "I2F": 16, "F2F": 16,
           "S2R": 20, "S2UR": 20, "R2UR": 12, "DSETP": 12, "DADD": 10, "DMUL": 10, "DFMA": 10}
OTHER_LATENCY, STREAM_LATENCY, READ_LATENCY, BARRIER_LATENCY = 20, 470, 12, 20


def pipe(instruction):
    """The pipe of an instruction: fp64, fma, alu, mufu, convert, memory, uniform or none."""
    name = check.base(instruction)
    if name in check.FP64:
        return "fp64"
    if name == "MUFU":
        return "mufu"
    if name in ("F2I", "I2F", "F2F", "FRND"):
        return "convert"
    if name in check.VARIABLE or name in check.STORES:
        return "memory"
    if name.startswith("IMAD") or name in ("FFMA", "FMUL", "FADD"):
        return "fma"
    if check.kind(instruction) in ("uniform", "control"):
        return check.kind(instruction)
    return "alu"


def lanes(gpu, name):
    """Lanes that the pipe of a partition processes per cycle (throughput of arithmetic
    instructions, Programming Guide)."""
    return {"fp64": gpu.fp64, "fma": gpu.fp32, "alu": 64, "mufu": 16, "convert": 16, "memory": 32 * PARTITIONS,
            "uniform": 32 * PARTITIONS, "control": 32 * PARTITIONS}[name] / PARTITIONS


def occupancy(gpu, threads, registers, shared):
    """Blocks per multiprocessor; registers are allocated to warps in units of 256, shared memory
    takes 1 KiB more per block."""
    warps = -(-threads // WARP)
    by_registers = gpu.registers // (-(-registers * WARP // 256) * 256) // warps
    return min(gpu.blocks, gpu.warps // warps, by_registers, gpu.shared // (shared + 1024))


def block_time(function, block, ready, streams):
    """Cycles of one warp from the first issue of a block to that behind it, with `ready` {barrier: cycles until it is
    clear} at its beginning; returns (cycles, the same table at its end)."""
    now, clear = 0, dict(ready)
    for instruction in function.code[block.begin:block.end]:
        waits = [clear[b] for b in range(6) if instruction.wait >> b & 1 and b in clear]
        if check.base(instruction) == "DEPBAR":
            waits += clear.values()
        now = max([now, *waits])
        name = check.base(instruction)
        latency = STREAM_LATENCY if streams and name == "LDG" else LATENCY.get(name, OTHER_LATENCY)
        for barrier, cycles in ((instruction.write_barrier, latency), (instruction.read_barrier, READ_LATENCY)):
            if barrier != sass.NONE:
                clear[barrier] = max(clear.get(barrier, 0), now + cycles)
        now += max(instruction.stall, 1) + (BARRIER_LATENCY if name == "BAR" else 0)
    return now, {b: t - now for b, t in clear.items() if t > now}


def warp_time(function, counts, streams=False):
    """Cycles of all executions, `counts` {block: executions of warps}, each block begun as the worst of the executed
    blocks before it leaves it."""
    ready = {k: {} for k in counts}
    times = {}
    for _ in range(4):
        for k in counts:
            times[k], left = block_time(function, function.blocks[k], ready[k], streams)
            for successor in function.blocks[k].successors:
                if successor in ready:
                    for barrier, cycles in left.items():
                        ready[successor][barrier] = max(cycles, ready[successor].get(barrier, 0))
    return sum(times[k] * n for k, n in counts.items())


def work(function, counts):
    """Executions of warp instructions by pipe, and wavefronts of local memory."""
    pipes, local = collections.Counter(), 0
    for k, n in counts.items():
        block = function.blocks[k]
        for instruction in function.code[block.begin:block.end]:
            pipes[pipe(instruction)] += n
            if check.base(instruction) in ("LDL", "STL"):
                width = 128 if ".128" in instruction.opcode else 64 if ".64" in instruction.opcode else 32
                local += n * width // 32
    return pipes, local


def predict(gpu, function, counts, warps_counted, warps, threads, registers, shared, sectors=0, wavefronts=0, bytes_moved=0):
    """(seconds, limit) of `warps` warps that each do what `warps_counted` did on average: `counts`, and their
    sectors of global memory and wavefronts of shared memory. bytes_moved: of all warps, from and to device memory."""
    share = 1 / warps_counted
    alone = warp_time(function, counts, bytes_moved > 0) * share
    pipes, local = work(function, counts)
    per_block = -(-threads // WARP)
    resident = occupancy(gpu, threads, registers, shared)
    if resident < 1:
        return math.inf, "occupancy"
    blocks, cycles, named = -(-warps // per_block), 0.0, collections.Counter()
    full = gpu.processors * resident
    for waves, some in ((blocks // full, full), (1, blocks % full)):
        if not waves or not some:
            continue
        on_processor = -(-some // gpu.processors) * min(per_block, warps)
        on_partition = -(-on_processor // PARTITIONS)
        limits = {"latency": alone, "issue": on_partition * sum(pipes.values()) * share,
                  "shared": on_processor * wavefronts * share / WAVEFRONTS,
                  "global (L1)": on_processor * sectors * share / SECTORS, "local (L1)": on_processor * local * share}
        for name, n in pipes.items():
            limits[name] = max(limits.get(name, 0), on_partition * n * share * WARP / lanes(gpu, name))
        limit = max(limits, key=limits.get)
        cycles += waves * limits[limit]
        named[limit] += waves * limits[limit]
    seconds = cycles / gpu.clock
    moving = bytes_moved / gpu.bandwidth
    return (moving, "device memory") if moving > seconds else (seconds, max(named, key=named.get))
