"""Kernels whose times others published, predicted by the same model: bench/gpu_predict.md has the outcome.

The sources are written here after the description of each benchmark, compiled by nvcc, and counted by hand: every block of
these kernels runs once, the body of a loop as often as the case says.
"""
import collections

import check
import model
import sass

# Peaks as the publications state them, or data sheets. clock: what the publication says the device reports.
GPUS = {
    "RTX 2070": model.Gpu("RTX 2070", 75, 36, 1.620e9, 2, 64, 448.06e9, 64 << 10, 32, 16, 65536),
    "RTX 2060": model.Gpu("RTX 2060", 75, 30, 1.680e9, 2, 64, 336e9, 64 << 10, 32, 16, 65536),
    "A100 40GB": model.GPUS["A100"]._replace(name="A100 40GB", bandwidth=1.555e12),
    "GH200": model.GPUS["H200"]._replace(name="GH200", bandwidth=4.0e12)}

# Multiply-adds on elements that are read once: eight elements a thread, four rounds, 256 threads a block.
MIXED = """
extern "C" __global__ void mixed(REAL seed, REAL *data) {
  const long first = (long)blockIdx.x * 256 * 8 + threadIdx.x, round = (long)gridDim.x * 256 * 8;
#pragma unroll 1
  for (int k = 0; k < 4; k++) {
    REAL x[8], sum = 0;
#pragma unroll
    for (int j = 0; j < 8; j++) {
      x[j] = data[first + j * 256 + k * round];
#pragma unroll
      for (int i = 0; i < ITERATIONS; i++) x[j] = x[j] * x[j] + seed;
    }
#pragma unroll
    for (int j = 0; j < 8; j += 2) sum = x[j] * x[j + 1] + sum;
    if (sum == (REAL)-1) data[first + k * round] = sum;
  }
}
"""
STREAM = """
extern "C" __global__ void copy(const double *a, double *c) {
  const long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i];
}
extern "C" __global__ void triad(double *a, const double *b, const double *c) {
  const long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = b[i] + 0.4 * c[i];
}
"""
MIXBENCH_2070 = "ekondis/mixbench, README.md, RTX-2070, ex.time"
MIXBENCH_A100 = "ekondis/mixbench, issue 18, second table, ex.time from its GFLOPS"
# published: seconds
Published = collections.namedtuple("Published", "what gpu source defines kernel elements loops threads moved published where")
N = 32 << 20  # elements of 256 MiB in double


def mixed(gpu, precision, iterations, published, where):
    word = {"double": 8, "float": 4}[precision]
    return Published(f"{iterations} multiply-adds, {precision}", gpu, MIXED, (f"-DREAL={precision}", f"-DITERATIONS={iterations}"),
                     "mixed", N // 32, 4, 256, N * word, published, where)


def stream(gpu, kernel, arrays, rate, where):
    return Published(f"{kernel}, double", gpu, STREAM, (), kernel, N, 1, 1024, arrays * N * 8, arrays * N * 8 / rate, where)


def flops_time(iterations, rate):
    """mixbench counts 1 + 2·iterations operations an element."""
    return N * (1 + 2 * iterations) / rate


PUBLISHED = (
    mixed("RTX 2070", "double", 0, 0.63e-3, MIXBENCH_2070), mixed("RTX 2070", "double", 2, 0.78e-3, MIXBENCH_2070),
    mixed("RTX 2070", "double", 8, 2.57e-3, MIXBENCH_2070), mixed("RTX 2070", "double", 64, 19.26e-3, MIXBENCH_2070),
    mixed("RTX 2070", "float", 16, 0.32e-3, MIXBENCH_2070), mixed("RTX 2070", "float", 64, 0.53e-3, MIXBENCH_2070),
    mixed("RTX 2070", "float", 256, 2.06e-3, MIXBENCH_2070),
    mixed("A100 40GB", "double", 0, flops_time(0, 179.03e9), MIXBENCH_A100),
    mixed("A100 40GB", "double", 5, flops_time(5, 1933.02e9), MIXBENCH_A100),
    stream("RTX 2060", "copy", 2, 297.715e9, "alpaka-group/alpaka, issue 1874"),
    stream("RTX 2060", "triad", 3, 304.094e9, "alpaka-group/alpaka, issue 1874"),
    stream("GH200", "copy", 2, 2.979008e12, "UoB-HPC/BabelStream, issue 194"),
    stream("GH200", "triad", 3, 3.314891e12, "UoB-HPC/BabelStream, issue 194"))


def compiled(case):
    """(function, registers, static shared memory)."""
    functions, used = sass.of_cuda(case.source, GPUS[case.gpu].arch, case.defines)
    return functions[case.kernel], *used[case.kernel]


def counts(function, loops):
    """Executions by one warp: blocks that lie between a jump back and its target run `loops` times; those that only the
    store of a sum never written reaches are few instructions and count as run."""
    times = {k: 1 for k in range(len(function.blocks))}
    for k, block in enumerate(function.blocks):
        for successor in block.successors:
            if successor <= k and check.base(function.code[block.end - 1]) == "BRA" and (successor < k or loops > 1):
                times.update({inner: loops for inner in range(successor, k + 1)})
    last = next(k for k, b in enumerate(function.blocks) if check.base(function.code[b.end - 1]) == "EXIT"
                and not function.code[b.end - 1].guard)
    return {k: n for k, n in times.items() if k <= last}


def predicted(case):
    function, registers, shared = compiled(case)
    gpu = GPUS[case.gpu]
    return model.predict(gpu, function, counts(function, case.loops), 1, case.elements // model.WARP, case.threads, registers,
                         shared, bytes_moved=case.moved)


def table():
    print("| kernel | GPU | published, ms | predicted, ms | limit | predicted / published | where |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for case in PUBLISHED:
        seconds, limit = predicted(case)
        print(f"| {case.what} | {case.gpu} | {1e3 * case.published:.3g} | {1e3 * seconds:.3g} | {limit} | "
              f"{seconds / case.published:.2f} | {case.where} |")
