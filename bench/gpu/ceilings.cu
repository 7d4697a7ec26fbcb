// The limits of a GPU, each measured by a kernel that does nothing else. Compiled by NVRTC from
// bench/gpu/gpu_ceilings.c.

enum { CHAINS = 8 }; // independent fma chains per thread: they hide the unit's latency

template <typename T> static __device__ void fma_chains(T *out, int rounds) {
  T x[CHAINS], a = (T)1 + (T)1e-7 * (T)threadIdx.x, b = (T)1e-9;
#pragma unroll
  for (int i = 0; i < CHAINS; i++) x[i] = (T)i;
  for (int r = 0; r < rounds; r++) {
#pragma unroll
    for (int k = 0; k < 16; k++)
#pragma unroll
      for (int i = 0; i < CHAINS; i++) x[i] = fma(x[i], a, b);
  }
  T sum = 0;
#pragma unroll
  for (int i = 0; i < CHAINS; i++) sum += x[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// 2 * 16 * CHAINS flops per thread and round.
extern "C" __global__ void fp64_fma(double *out, int rounds) {
  fma_chains<double>(out, rounds);
}
extern "C" __global__ void fp32_fma(float *out, int rounds) {
  fma_chains<float>(out, rounds);
}

// fp64_fma with the factor from constant memory, as the kernels read the model.
__constant__ double factors[16 * CHAINS];
extern "C" __global__ void fp64_fma_constant(double *out, int rounds) {
  double x[CHAINS], b = 1e-9 * threadIdx.x;
#pragma unroll
  for (int i = 0; i < CHAINS; i++) x[i] = i;
  for (int r = 0; r < rounds; r++) {
#pragma unroll
    for (int k = 0; k < 16; k++)
#pragma unroll
      for (int i = 0; i < CHAINS; i++) x[i] = fma(x[i], factors[k * CHAINS + i], b);
  }
  double sum = 0;
#pragma unroll
  for (int i = 0; i < CHAINS; i++) sum += x[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// FP64 tensor products: 512 flops per warp and m8n8k4; 4 accumulators hide the latency.
extern "C" __global__ void fp64_mma_8x8x4(double *out, int rounds) {
  double a = 1e-3 * threadIdx.x, b = 1e-3, c[8][2] = {};
  for (int r = 0; r < rounds; r++) {
#pragma unroll
    for (int i = 0; i < 8; i++)
      asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                   : "+d"(c[i][0]), "+d"(c[i][1])
                   : "d"(a), "d"(b));
  }
  double sum = 0;
#pragma unroll
  for (int i = 0; i < 8; i++) sum += c[i][0] + c[i][1];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

#if __CUDA_ARCH__ >= 900
// Hopper's larger shape: 4096 flops per warp and m16n8k16.
extern "C" __global__ void fp64_mma_16x8x16(double *out, int rounds) {
  double a[8], b[4], c[4][4] = {};
#pragma unroll
  for (int i = 0; i < 8; i++) a[i] = 1e-3 * (threadIdx.x + i);
#pragma unroll
  for (int i = 0; i < 4; i++) b[i] = 1e-3 * (i + 1);
  for (int r = 0; r < rounds; r++) {
#pragma unroll
    for (int i = 0; i < 4; i++)
      asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
                   "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
                   : "+d"(c[i][0]), "+d"(c[i][1]), "+d"(c[i][2]), "+d"(c[i][3])
                   : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
                     "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
  }
  double sum = 0;
#pragma unroll
  for (int i = 0; i < 4; i++) sum += c[i][0] + c[i][1] + c[i][2] + c[i][3];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
#endif

// Shared memory: 16 bytes per thread and load without bank conflicts, 8 loads per round.
extern "C" __global__ void shared_read(double *out, int rounds) {
  __shared__ double2 tile[8 * 256];
  for (int i = threadIdx.x; i < 8 * 256; i += blockDim.x) tile[i] = make_double2(i, threadIdx.x);
  __syncthreads();
  double sum = 0;
  unsigned address = (unsigned)__cvta_generic_to_shared(tile + threadIdx.x);
  for (int r = 0; r < rounds; r++) {
#pragma unroll
    for (int k = 0; k < 8; k++) {
      double2 x;
      asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];" : "=d"(x.x), "=d"(x.y) : "r"(address + 4096 * k));
      sum += x.x + x.y;
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Reads a buffer repeatedly past L1: from L2 if it fits there, from HBM if it is many times larger.
extern "C" __global__ void global_read(const double2 *in, double *out, long n, int rounds) {
  double sum = 0;
  const long step = (long)gridDim.x * blockDim.x;
  for (int r = 0; r < rounds; r++)
    for (long i = (long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
      double2 x;
      asm volatile("ld.global.cg.v2.f64 {%0, %1}, [%2];" : "=d"(x.x), "=d"(x.y) : "l"(in + i));
      sum += x.x + x.y;
    }
  out[(long)blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void global_copy(const double2 *in, double2 *out, long n) {
  const long step = (long)gridDim.x * blockDim.x;
  for (long i = (long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) out[i] = in[i];
}
