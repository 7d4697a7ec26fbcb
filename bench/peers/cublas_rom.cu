// The contact ROM (50, 48) with 10 solver iterations per step, done the usual way: one cuBLAS product per
// matrix and step, small kernels between, the step captured once as a CUDA graph and replayed. Same
// equations, same numbers and double precision as bench/gpu/lab.cu, whose blade_warp runs beside it: both
// answers are compared, both are timed.
//   nvcc -O3 -std=c++17 -arch=sm_90 -fmad=false bench/peers/cublas_rom.cu -lcublas -o cublas_rom &&
//   ./cublas_rom [n]
// Ran on an H100 (bench/gpu).
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <algorithm>
#include <cublas_v2.h>
#include "../gpu/lab.cu"

#define TRY(call)                                                                                            \
  do {                                                                                                       \
    if (int error_ = (int)(call)) {                                                                          \
      fprintf(stderr, "%s:%d: error %d\n", __FILE__, __LINE__, error_);                                      \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

// Column-major for cuBLAS: vectors of a trajectory are columns, [rows] contiguous, n columns.
__global__ void constant_part(const double *base, const double *q, double *c, double gap, long n) {
  const long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * ROWS) c[i] = base[i] + (i % ROWS % 3 ? -q[i] : gap);
}
// sum = Fλ + c on entry.
__global__ void relax_project(const double *sum, double *force, double relaxation, double friction, long n) {
  const long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * POINTS) return;
  double t[3];
  for (int d = 0; d < 3; d++) t[d] = force[3 * i + d] - relaxation * sum[3 * i + d];
  project(&t[0], &t[1], &t[2], friction);
  for (int d = 0; d < 3; d++) force[3 * i + d] = t[d];
}
__global__ void advance(double *p, double *u, const double *push_sum, const double *keep, const double *stiff,
                        const double *push, double dt, long n) {
  const long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * MODES) return;
  const int k = i % MODES;
  u[i] = fma(keep[k], u[i], fma(stiff[k], p[i], push[k] * push_sum[i]));
  p[i] = fma(dt, u[i], p[i]);
}

static double *device(const std::vector<double> &values) {
  double *to;
  TRY(cudaMalloc(&to, values.size() * sizeof(double)));
  TRY(cudaMemcpy(to, values.data(), values.size() * sizeof(double), cudaMemcpyHostToDevice));
  return to;
}

struct rom {
  double *phi, *f, *keep, *stiff, *push; // phi by rows [ROWS][MODES], f symmetric
  double *p, *u, *q, *force, *base, *c, *sum, *modal;
  double gap, friction, relaxation, dt;
  long n;
};

static void record_step(cublasHandle_t blas, cudaStream_t stream, const rom &m) {
  const double one = 1, zero = 0;
  const unsigned threads = 256;
  auto blocks = [&](long items) { return (unsigned)((items + threads - 1) / threads); };
  // phi by rows is phiᵀ by columns: base = Φ p.
  TRY(cublasDgemm(blas, CUBLAS_OP_T, CUBLAS_OP_N, ROWS, m.n, MODES, &one, m.phi, MODES, m.p, MODES, &zero,
                  m.base, ROWS));
  constant_part<<<blocks(m.n * ROWS), threads, 0, stream>>>(m.base, m.q, m.c, m.gap, m.n);
  for (int i = 0; i < ITERATIONS; i++) {
    TRY(cudaMemcpyAsync(m.sum, m.c, m.n * ROWS * sizeof(double), cudaMemcpyDeviceToDevice, stream));
    TRY(cublasDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, ROWS, m.n, ROWS, &one, m.f, ROWS, m.force, ROWS, &one,
                    m.sum, ROWS));
    relax_project<<<blocks(m.n * POINTS), threads, 0, stream>>>(m.sum, m.force, m.relaxation, m.friction,
                                                                m.n);
  }
  TRY(cudaMemcpyAsync(m.q, m.base, m.n * ROWS * sizeof(double), cudaMemcpyDeviceToDevice, stream));
  TRY(cublasDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, ROWS, m.n, ROWS, &one, m.f, ROWS, m.force, ROWS, &one, m.q,
                  ROWS));
  TRY(cublasDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, MODES, m.n, ROWS, &one, m.phi, MODES, m.force, ROWS, &zero,
                  m.modal, MODES));
  advance<<<blocks(m.n * MODES), threads, 0, stream>>>(m.p, m.u, m.modal, m.keep, m.stiff, m.push, m.dt, m.n);
}

static std::vector<double> transposed(const std::vector<double> &a, long rows, long columns) {
  std::vector<double> t(a.size());
  for (long i = 0; i < rows; i++)
    for (long j = 0; j < columns; j++) t[j * rows + i] = a[i * columns + j];
  return t;
}

int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 131072;
  const int check_steps = 50, steps = 100;
  auto random = [] { return 2.0 * rand() / RAND_MAX - 1; };
  rom m = {};
  m.n = n, m.gap = 1e-7, m.friction = 0.3, m.relaxation = 0.5 / 2.4e-7, m.dt = 0.2 / (600.0 * MODES);
  std::vector<double> phi(ROWS * MODES), f(ROWS * ROWS), keep(MODES), stiff(MODES), push(MODES);
  for (double &x : phi) x = 0.2 * random();
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j <= i; j++) f[i * ROWS + j] = f[j * ROWS + i] = i == j ? 2e-7 : 1e-9 * random();
  for (int k = 0; k < MODES; k++) {
    const double omega = 600.0 * (k + 1), half = 0.01 * omega * m.dt;
    keep[k] = (1 - half) / (1 + half), push[k] = m.dt / (1 + half), stiff[k] = -push[k] * omega * omega;
  }
  std::vector<double> p(n * MODES), u(n * MODES), zero(n * ROWS, 0.0); // trajectory by trajectory
  for (double &x : p) x = 1e-6 * random();
  for (double &x : u) x = 1e-3 * random();
  m.phi = device(phi), m.f = device(f), m.keep = device(keep), m.stiff = device(stiff), m.push = device(push);
  m.p = device(p), m.u = device(u), m.q = device(zero), m.force = device(zero);
  m.base = device(zero), m.c = device(zero), m.sum = device(zero), m.modal = device(p);
  blade b = {device(transposed(phi, ROWS, MODES)),
             m.f,
             m.keep,
             m.stiff,
             m.push,
             m.gap,
             m.friction,
             m.relaxation,
             m.dt};
  ensemble e = {device(transposed(p, n, MODES)), device(transposed(u, n, MODES)), device(zero), device(zero),
                n};

  cublasHandle_t blas;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  TRY(cublasCreate(&blas));
  TRY(cudaStreamCreate(&stream));
  TRY(cublasSetStream(blas, stream));
  void *workspace; // a captured cuBLAS call must not allocate
  TRY(cudaMalloc(&workspace, 64 << 20));
  TRY(cublasSetWorkspace(blas, workspace, 64 << 20));
  TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  record_step(blas, stream, m);
  TRY(cudaStreamEndCapture(stream, &graph));
  TRY(cudaGraphInstantiate(&executable, graph, 0));

  const unsigned grid = (unsigned)((n + 3) / 4);
  for (int i = 0; i < check_steps; i++) TRY(cudaGraphLaunch(executable, stream));
  TRY(cudaStreamSynchronize(stream));
  blade_warp<<<grid, 128>>>(b, e, check_steps);
  TRY(cudaDeviceSynchronize());
  std::vector<double> theirs(n * MODES), ours(n * MODES);
  TRY(cudaMemcpy(theirs.data(), m.p, theirs.size() * 8, cudaMemcpyDeviceToHost));
  TRY(cudaMemcpy(ours.data(), e.p, ours.size() * 8, cudaMemcpyDeviceToHost));
  ours = transposed(ours, MODES, n);
  double worst = 0, largest = 0;
  for (size_t i = 0; i < ours.size(); i++) {
    worst = std::max(worst, std::fabs(ours[i] - theirs[i]));
    largest = std::max(largest, std::fabs(ours[i]));
  }
  cudaEvent_t start, end;
  TRY(cudaEventCreate(&start));
  TRY(cudaEventCreate(&end));
  float ms[2];
  for (int which = 0; which < 2; which++) {
    TRY(cudaEventRecord(start, stream));
    if (which == 0)
      for (int i = 0; i < steps; i++) TRY(cudaGraphLaunch(executable, stream));
    else
      blade_warp<<<grid, 128, 0, stream>>>(b, e, steps);
    TRY(cudaEventRecord(end, stream));
    TRY(cudaEventSynchronize(end));
    TRY(cudaEventElapsedTime(&ms[which], start, end));
  }
  printf("what,trajectories,steps_per_second\ncublas graph,%ld,%.4g\nblade_warp,%ld,%.4g\n", n,
         n * steps / (ms[0] * 1e-3), n, n * steps / (ms[1] * 1e-3));
  printf("# largest difference after %d steps, relative: %.3g (1e-9 allowed: other order of sums)\n",
         check_steps, worst / largest);
  return worst / largest < 1e-9 ? 0 : 1;
}
