// Laboratory for large models: 50 modes, 48 boundary coordinates (16 points with normal and two tangents), 10
// solver iterations in every step, whatever the contact does. Both variants compute
//   c = Φp + gap | Φp − q_prev,  λ ← proj(λ − ε(Fλ + c)) ten times,  q = Φp + Fλ,
//   u ← keep u + stiff p + push Φᵀλ,  p ← p + Δt u
// blade_warp is the reference: it ran on an H100 (as `blade_1` of bench/gpu/h100-2026-11-28). blade_tensor
// must agree with it to 1e-9 before it is timed (gpu_lab.c); it has not run on a GPU yet.
enum { MODES = 50, ROWS = 48, POINTS = 16, ITERATIONS = 10, WARP = 32 };

struct blade {
  const double *phi;                 // blade_warp: [MODES][ROWS], blade_tensor: [ROWS][MODES]
  const double *flexibility;         // [ROWS][ROWS], symmetric
  const double *keep, *stiff, *push; // [MODES]
  double gap, friction, relaxation, dt;
};

// p, u [MODES][n], q, λ [ROWS][n]
struct ensemble {
  double *p, *u, *q, *force;
  long n;
};

static __device__ void project(double *normal, double *first, double *second, double friction) {
  const double n = *normal > 0 ? *normal : 0, radius = friction * n;
  const double square = *first * *first + *second * *second;
  const double scale = square > radius * radius ? radius / sqrt(square) : 1;
  *normal = n, *first *= scale, *second *= scale;
}

// A warp per trajectory, vectors in shared memory, matrices by columns: the loads of a warp are
// contiguous.
extern "C" __global__ void __launch_bounds__(128) blade_warp(blade b, ensemble e, int steps) {
  __shared__ double work[4][2 * MODES + 4 * ROWS];
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  const long i = (long)blockIdx.x * (blockDim.x / WARP) + warp;
  double *p = work[warp], *u = p + MODES, *q = u + MODES, *force = q + ROWS, *trial = force + ROWS,
         *base = trial + ROWS;
  if (i >= e.n) return;
  for (int k = lane; k < MODES; k += WARP) p[k] = e.p[k * e.n + i], u[k] = e.u[k * e.n + i];
  for (int r = lane; r < ROWS; r += WARP) q[r] = e.q[r * e.n + i], force[r] = e.force[r * e.n + i];
  __syncwarp();
  for (int step = 0; step < steps; step++) {
    for (int r = lane; r < ROWS; r += WARP) {
      double sum = 0;
      for (int k = 0; k < MODES; k++) sum = fma(b.phi[k * ROWS + r], p[k], sum);
      base[r] = sum;
    }
    __syncwarp();
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      for (int r = lane; r < ROWS; r += WARP) {
        double sum = base[r] + (r % 3 ? -q[r] : b.gap);
        // F is symmetric: its column is its row, and neighbouring lanes read neighbouring numbers.
        for (int k = 0; k < ROWS; k++) sum = fma(b.flexibility[k * ROWS + r], force[k], sum);
        trial[r] = force[r] - b.relaxation * sum;
      }
      __syncwarp();
      for (int j = lane; j < POINTS; j += WARP) {
        project(&trial[3 * j], &trial[3 * j + 1], &trial[3 * j + 2], b.friction);
        for (int d = 0; d < 3; d++) force[3 * j + d] = trial[3 * j + d];
      }
      __syncwarp();
    }
    for (int r = lane; r < ROWS; r += WARP) {
      double sum = base[r];
      for (int k = 0; k < ROWS; k++) sum = fma(b.flexibility[k * ROWS + r], force[k], sum);
      q[r] = sum;
    }
    for (int k = lane; k < MODES; k += WARP) {
      double sum = 0;
      for (int r = 0; r < ROWS; r++) sum = fma(b.phi[k * ROWS + r], force[r], sum);
      u[k] = fma(b.keep[k], u[k], fma(b.stiff[k], p[k], b.push[k] * sum));
      p[k] = fma(b.dt, u[k], p[k]);
    }
    __syncwarp();
  }
  for (int k = lane; k < MODES; k += WARP) e.p[k * e.n + i] = p[k], e.u[k * e.n + i] = u[k];
  for (int r = lane; r < ROWS; r += WARP) e.q[r * e.n + i] = q[r], e.force[r * e.n + i] = force[r];
}

// Trajectories as columns of FP64 tensor-core products. A warp has 16 of them. The matrices lie in
// shared memory in the order of mma's fragments, so that each load of a tile is 32 neighbouring
// doubles.
enum { COLUMNS = 16, TILE = 32, WARPS = 4 };
enum { PHI_M = 6, PHI_K = 13, F_M = 6, F_K = 12, PHIT_M = 7, PHIT_K = 12 }; // tiles of 8 rows, of 4 columns
// modes, rounded up to whole tiles
enum { PADDED = 56 };

static __device__ void mma(double (&c)[2], double a, double b) {
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
               : "+d"(c[0]), "+d"(c[1])
               : "d"(a), "d"(b));
}

// out[8 m + row][column] += A x for every m: fragments `a` [M][K][32], x [4 K][COLUMNS], c[M][2][2].
template <int M, int K>
static __device__ void product(const double *a, const double *x, double (&c)[M][2][2]) {
  const int lane = threadIdx.x % WARP;
#pragma unroll 4
  for (int k = 0; k < K; k++) {
    const double *row = x + (4 * k + lane % 4) * COLUMNS + lane / 4;
    const double first = row[0], second = row[8];
#pragma unroll
    for (int m = 0; m < M; m++) {
      const double tile = a[(m * K + k) * TILE + lane];
      mma(c[m][0], tile, first);
      mma(c[m][1], tile, second);
    }
  }
}

template <int M> static __device__ void clear(double (&c)[M][2][2]) {
#pragma unroll
  for (int m = 0; m < M; m++) c[m][0][0] = c[m][0][1] = c[m][1][0] = c[m][1][1] = 0;
}

// Calls f(row, column, value) for the numbers of this lane.
template <int M, class F> static __device__ void each(double (&c)[M][2][2], F f) {
  const int lane = threadIdx.x % WARP;
#pragma unroll
  for (int m = 0; m < M; m++)
#pragma unroll
    for (int h = 0; h < 2; h++)
#pragma unroll
      for (int d = 0; d < 2; d++) f(8 * m + lane / 4, 8 * h + lane % 4 * 2 + d, c[m][h][d]);
}

static __device__ void fragments(const double *matrix, int rows, int columns, int row_step, int column_step,
                                 int m_tiles, int k_tiles, double *to) {
  for (int i = threadIdx.x; i < m_tiles * k_tiles * TILE; i += blockDim.x) {
    const int lane = i % TILE, k = i / TILE % k_tiles, m = i / TILE / k_tiles;
    const int row = 8 * m + lane / 4, column = 4 * k + lane % 4;
    to[i] = row < rows && column < columns ? matrix[row * row_step + column * column_step] : 0;
  }
}

enum { // doubles of dynamic shared memory
  TENSOR_MATRICES = (PHI_M * PHI_K + F_M * F_K + PHIT_M * PHIT_K) * TILE,
  TENSOR_WARP = (2 * PADDED + 3 * ROWS) * COLUMNS
};

extern "C" __global__ void __launch_bounds__(WARPS *WARP, 1) blade_tensor(blade b, ensemble e, int steps) {
  extern __shared__ double shared[];
  double *a_phi = shared, *a_f = a_phi + PHI_M * PHI_K * TILE, *a_phit = a_f + F_M * F_K * TILE;
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  double *p = shared + TENSOR_MATRICES + warp * TENSOR_WARP, *u = p + PADDED * COLUMNS,
         *q = u + PADDED * COLUMNS;
  double *force = q + ROWS * COLUMNS, *trial = force + ROWS * COLUMNS;
  fragments(b.phi, ROWS, MODES, MODES, 1, PHI_M, PHI_K, a_phi);
  fragments(b.flexibility, ROWS, ROWS, ROWS, 1, F_M, F_K, a_f);
  fragments(b.phi, MODES, ROWS, 1, MODES, PHIT_M, PHIT_K, a_phit);
  const long first = ((long)blockIdx.x * WARPS + warp) * COLUMNS;
  for (int i = lane; i < PADDED * COLUMNS; i += WARP) {
    const long trajectory = first + i % COLUMNS;
    const int inside = i / COLUMNS < MODES && trajectory < e.n;
    p[i] = inside ? e.p[i / COLUMNS * e.n + trajectory] : 0,
    u[i] = inside ? e.u[i / COLUMNS * e.n + trajectory] : 0;
  }
  for (int i = lane; i < ROWS * COLUMNS; i += WARP) {
    const long trajectory = first + i % COLUMNS;
    q[i] = trajectory < e.n ? e.q[i / COLUMNS * e.n + trajectory] : 0;
    force[i] = trajectory < e.n ? e.force[i / COLUMNS * e.n + trajectory] : 0;
  }
  __syncthreads();
  for (int step = 0; step < steps; step++) {
    double base[PHI_M][2][2], sum[F_M][2][2], modal[PHIT_M][2][2];
    clear(base);
    product<PHI_M, PHI_K>(a_phi, p, base);
    for (int iteration = 0; iteration <= ITERATIONS; iteration++) {
#pragma unroll
      for (int m = 0; m < F_M; m++)
#pragma unroll
        for (int h = 0; h < 2; h++)
#pragma unroll
          for (int d = 0; d < 2; d++) sum[m][h][d] = base[m][h][d];
      product<F_M, F_K>(a_f, force, sum);
      if (iteration == ITERATIONS) break; // q = Φp + Fλ
      each<F_M>(sum, [&](int row, int column, double x) {
        const int at = row * COLUMNS + column;
        trial[at] = force[at] - b.relaxation * (x + (row % 3 ? -q[at] : b.gap));
      });
      __syncwarp();
      for (int i = lane; i < POINTS * COLUMNS; i += WARP) {
        double *t = trial + i / COLUMNS * 3 * COLUMNS + i % COLUMNS, *f = force + (t - trial);
        project(t, t + COLUMNS, t + 2 * COLUMNS, b.friction);
        f[0] = t[0], f[COLUMNS] = t[COLUMNS], f[2 * COLUMNS] = t[2 * COLUMNS];
      }
      __syncwarp();
    }
    each<F_M>(sum, [&](int row, int column, double x) { q[row * COLUMNS + column] = x; });
    clear(modal);
    product<PHIT_M, PHIT_K>(a_phit, force, modal);
    __syncwarp();
    each<PHIT_M>(modal, [&](int row, int column, double x) {
      if (row >= MODES) return;
      const int at = row * COLUMNS + column;
      u[at] = fma(b.keep[row], u[at], fma(b.stiff[row], p[at], b.push[row] * x));
      p[at] = fma(b.dt, u[at], p[at]);
    });
    __syncwarp();
  }
  for (int i = lane; i < MODES * COLUMNS; i += WARP) {
    const long trajectory = first + i % COLUMNS;
    if (trajectory >= e.n) continue;
    e.p[i / COLUMNS * e.n + trajectory] = p[i], e.u[i / COLUMNS * e.n + trajectory] = u[i];
  }
  for (int i = lane; i < ROWS * COLUMNS; i += WARP) {
    const long trajectory = first + i % COLUMNS;
    if (trajectory >= e.n) continue;
    e.q[i / COLUMNS * e.n + trajectory] = q[i], e.force[i / COLUMNS * e.n + trajectory] = force[i];
  }
}
