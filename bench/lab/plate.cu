// Laboratory for small models: 20 modes, 3 normal boundary coordinates, one load; the solver runs only when a
// gap closes (at most 10 iterations). plate_0 is the reference; numbered variants must agree to 1e-9 before
// they are timed (bench/gpu_lab.c). Not run on a GPU so far.
enum { MODES = 20, ROWS = 3, ITERATIONS = 10 };

struct plate {
  double phi[ROWS][MODES], flexibility[ROWS][ROWS], keep[MODES], stiff[MODES], push[MODES], drive[MODES];
  double gap, relaxation, dt, frequency;
};

struct ensemble {
  double *p, *u, *force, *amplitude; // [MODES][n], [MODES][n], [ROWS][n], [n]
  long n;
};

__constant__ plate constant_plate;

// A parabola pair for sin(2πx): the same cost as a polynomial, the same in all variants.
static __device__ double wave(double turns) {
  const double magic = 6755399441055744.0, x = turns - ((turns + magic) - magic);
  const double y = x * (8 - 16 * (x < 0 ? -x : x));
  return fma(0.225, fma(y, y < 0 ? -y : y, -y), y);
}

template <class M, class P, class F>
static __device__ void one_step(const M &m, P p, P u, F force, double f) {
  double base[ROWS], sum[ROWS];
  bool closed = false;
#pragma unroll
  for (int r = 0; r < ROWS; r++) {
    double even = 0, odd = 0;
#pragma unroll
    for (int k = 0; k < MODES; k += 2)
      even = fma(m.phi[r][k], p[k], even), odd = fma(m.phi[r][k + 1], p[k + 1], odd);
    base[r] = even + odd + m.gap;
    closed = closed || base[r] <= 0;
  }
  for (int i = 0; i < ITERATIONS && closed; i++) {
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
      sum[r] = base[r];
#pragma unroll
      for (int k = 0; k < ROWS; k++) sum[r] = fma(m.flexibility[r][k], force[k], sum[r]);
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
      const double trial = force[r] - m.relaxation * sum[r];
      force[r] = trial > 0 ? trial : 0;
    }
  }
#pragma unroll
  for (int r = 0; r < ROWS; r++) force[r] = closed ? force[r] : 0;
#pragma unroll
  for (int k = 0; k < MODES; k++) {
    double next = fma(m.stiff[k], p[k], fma(m.keep[k], u[k], m.drive[k] * f));
    double push = 0;
#pragma unroll
    for (int r = 0; r < ROWS; r++) push = fma(m.phi[r][k], force[r], push);
    next = fma(m.push[k], push, next);
    u[k] = next;
    p[k] = fma(m.dt, next, p[k]);
  }
}

template <class M> static __device__ void in_registers(const M &m, const ensemble &e, int steps, double f_t) {
  const long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= e.n) return;
  double p[MODES], u[MODES], force[ROWS];
#pragma unroll
  for (int k = 0; k < MODES; k++) p[k] = e.p[k * e.n + i], u[k] = e.u[k * e.n + i];
#pragma unroll
  for (int r = 0; r < ROWS; r++) force[r] = e.force[r * e.n + i];
  const double amplitude = e.amplitude[i];
  for (int step = 0; step < steps; step++) one_step(m, p, u, force, amplitude * wave(f_t * step));
#pragma unroll
  for (int k = 0; k < MODES; k++) e.p[k * e.n + i] = p[k], e.u[k * e.n + i] = u[k];
#pragma unroll
  for (int r = 0; r < ROWS; r++) e.force[r * e.n + i] = force[r];
}

struct column { // a vector in global memory, one number per row
  double *at;
  long n;
  __device__ double &operator[](int k) const { return at[k * n]; }
};

// The reference: a thread per trajectory, everything in global memory.
extern "C" __global__ void plate_0(const plate *m, ensemble e, int steps) {
  const long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= e.n) return;
  const column p = {e.p + i, e.n}, u = {e.u + i, e.n}, force = {e.force + i, e.n};
  for (int step = 0; step < steps; step++)
    one_step(*m, p, u, force, e.amplitude[i] * wave(m->frequency * m->dt * step));
}

// 1: state in registers, model in global memory.
extern "C" __global__ void __launch_bounds__(128) plate_1(const plate *m, ensemble e, int steps) {
  in_registers(*m, e, steps, m->frequency * m->dt);
}

// 2: state in registers, model in constant memory: an fma takes its factor from there, no load.
extern "C" __global__ void __launch_bounds__(128) plate_2(const plate *, ensemble e, int steps) {
  in_registers(constant_plate, e, steps, constant_plate.frequency * constant_plate.dt);
}

// 3: as 2, at most 128 registers: twice the warps per processor, spills.
extern "C" __global__ void __launch_bounds__(128, 4) plate_3(const plate *, ensemble e, int steps) {
  in_registers(constant_plate, e, steps, constant_plate.frequency * constant_plate.dt);
}
