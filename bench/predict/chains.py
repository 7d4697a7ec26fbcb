"""Loops of one warp whose cycles others published: what the model says of latency. bench/gpu_predict.md has the outcome.

A round of a loop takes `each` operations on each of `chains` numbers. The sources are written here after the description
of each benchmark.
"""
import collections

import check
import model
import sass

SOURCE = """
extern "C" __global__ void loop(const float *in, float *out, int rounds) {
  float x[CHAINS];
#pragma unroll
  for (int j = 0; j < CHAINS; j++) x[j] = in[j];
#pragma unroll 1
  for (int k = 0; k < rounds; k++) {
#pragma unroll
    for (int i = 0; i < EACH; i++) {
#pragma unroll
      for (int j = 0; j < CHAINS; j++) x[j] = BODY;
    }
  }
#pragma unroll
  for (int j = 0; j < CHAINS; j++) out[j] = x[j];
}
"""
ROUND = 256  # unrolled operations between two readings of the clock
TAPIOCA = "TapiocaFox/GPU-Project, src/microbenchmarking, Latency"
STUDY = "CUDA Performance Study, H100 SXM5 (slides), Instruction Latency"
# published: cycles of a round by each and chains
Chain = collections.namedtuple("Chain", "what gpu arch body each chains published where")


def both(what, body, turing, ada):
    return (Chain(what, "RTX 2080 Ti", 75, body, ROUND, 1, turing, TAPIOCA), Chain(what, "RTX 4070", 89, body, ROUND, 1, ada, TAPIOCA))


def round_of(what, body, chains, published):
    return Chain(f"{what}, {chains} in a loop", "H100", 90, body, 1, chains, published, STUDY)


ADD, ROOT, INVERSE = "x[j] + 1.0f", "__fsqrt_rn(x[j])", "__frcp_rn(x[j])"
PUBLISHED = (
    *both("add", ADD, 4.02, 4.03), *both("multiply", "x[j] * 1.000001f", 4.02, 4.03),
    *both("multiply-add", "x[j] * 1.000001f + 0.5f", 4.04, 4.05),
    *both("compare, select, add", "x[j] > 0.5f ? x[j] + 0.1f : x[j] - 0.1f", 14.48, 14.26),
    *both("to integer and back", "(float)(int)x[j]", 30.03, 23.12),
    *both("add, square root", "sqrtf(x[j] + 0.1f)", 42.34, 44.64), *both("divide", "x[j] / 1.000001f", 35.03, 38.02),
    round_of("add", ADD, 1, 29.0), round_of("add", ADD, 8, 3.9), round_of("add", ADD, 32, 1.4), round_of("add", ADD, 128, 1.1),
    round_of("square root", ROOT, 1, 66.0), round_of("inverse", INVERSE, 1, 87.0))


def is_slow(function, block):
    """Whether it goes to the routine for rare arguments of division or root."""
    return any(check.base(i) == "CALL" and "$__internal" in i.operands for i in function.code[block.begin:block.end])


def loop(function):
    """The blocks of the longest loop, without those that only rare arguments reach."""
    back = [(s, k) for k, b in enumerate(function.blocks) for s in b.successors if s <= k and b.end - function.blocks[s].begin > 2]
    first, last = max(back, key=lambda x: function.blocks[x[1]].end - function.blocks[x[0]].begin)
    reached, left = set(), [first]
    while left:
        k = left.pop()
        if k in reached or not first <= k <= last or is_slow(function, function.blocks[k]):
            continue
        reached.add(k)
        left += function.blocks[k].successors
    return sorted(reached)


def predicted(case):
    functions, _ = sass.of_cuda(SOURCE, case.arch, (f"-DBODY={case.body}", f"-DEACH={case.each}", f"-DCHAINS={case.chains}"))
    function = functions["loop"]
    return model.warp_time(function, {k: 1 for k in loop(function)}) / (case.each * case.chains)


def table():
    print("\n| one warp | GPU | published, cycles an operation | predicted | predicted / published | where |")
    print("| --- | --- | --- | --- | --- | --- |")
    for case in PUBLISHED:
        cycles = predicted(case)
        print(f"| {case.what} | {case.gpu} | {case.published:.4g} | {cycles:.3g} | {cycles / case.published:.2f} | {case.where} |")
