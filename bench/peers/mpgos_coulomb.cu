// A 2-DOF Coulomb regime map with MPGOS (thread-per-trajectory Runge–Kutta–Cash–Karp 4(5) with events). The
// equation is that of models/coulomb/ground1.yaml, mass ratio and stiffness ratio 1, τ in radians of the
// excitation:
//   r² x1'' + x1 + (x1 − x2) + β s = cos τ,   r² x2'' + (x2 − x1) = 0,   s = sgn x1' or, in stick,
//   |resultant| <= β
// Tolerances 1e-9, events to 1e-9. Reads sample_id,r1,beta from FILE.csv (POINTS rows, a compile-time
// number), writes sample_id,stops_per_cycle of the window. bench/peers/coulomb_map compares with chatter.
//   nvcc -O3 -std=c++17 -arch=sm_90 -DPOINTS=1048576 -I $MPGOS/SourceCodes bench/peers/mpgos_coulomb.cu -o
//   mpgos_coulomb
// MPGOS: github.com/FerencHegedus/Massively-Parallel-GPU-ODE-Solver (not part of chatter; with CUDA 13 see
// coulomb_map for the lines to leave out).
// Not run on a GPU so far.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifndef POINTS
#define POINTS 65536
#endif
#define CYCLES 100
#define WINDOW 20
#define TURN 6.283185307179586

#define ARGUMENTS                                                                                            \
  Precision *TD, Precision *X, Precision *cPAR, Precision *sPAR, int *sPARi, Precision *ACC, int *ACCi

// X: x1, x1', x2, x2'; cPAR: r², β; ACCi: s (0: stick), stops in the window.
template <class Precision> __forceinline__ __device__ Precision resultant(Precision T, const Precision *X) {
  return cos(T) - 2 * X[0] + X[2];
}

template <class Precision>
__forceinline__ __device__ void PerThread_OdeFunction(int tid, int NT, Precision *F, Precision *X,
                                                      Precision T, Precision *cPAR, Precision *sPAR,
                                                      int *sPARi, Precision *ACC, int *ACCi) {
  const bool slips = ACCi[0] != 0;
  F[0] = slips ? X[1] : 0;
  F[1] = slips ? (resultant(T, X) - cPAR[1] * ACCi[0]) / cPAR[0] : 0;
  F[2] = X[3];
  F[3] = (X[0] - X[2]) / cPAR[0];
}

// Zero crossings downwards: the velocity in slip, the reserve of friction in stick.
template <class Precision>
__forceinline__ __device__ void PerThread_EventFunction(int tid, int NT, Precision *EF, Precision T,
                                                        Precision dT, ARGUMENTS) {
  EF[0] = ACCi[0] != 0 ? X[1] * ACCi[0] : 1;
  EF[1] = ACCi[0] == 0 ? cPAR[1] - fabs(resultant(T, X)) : 1;
}

template <class Precision>
__forceinline__ __device__ void PerThread_ActionAfterEventDetection(int tid, int NT, int IDX, int &UDT,
                                                                    Precision &T, Precision &dT, ARGUMENTS) {
  const Precision r = resultant(T, X);
  X[1] = 0;
  if (IDX == 0 && fabs(r) <= cPAR[1]) {
    ACCi[0] = 0;
    if (T >= TURN * (CYCLES - WINDOW)) ACCi[1]++;
  } else {
    ACCi[0] = r > 0 ? 1 : -1;
  }
}

template <class Precision>
__forceinline__ __device__ void
PerThread_ActionAfterSuccessfulTimeStep(int tid, int NT, int &UDT, Precision &T, Precision &dT, ARGUMENTS) {}

template <class Precision>
__forceinline__ __device__ void PerThread_Initialization(int tid, int NT, int &DOIDX, Precision &T,
                                                         Precision &dT, ARGUMENTS) {
  T = TD[0];
  ACCi[0] = 1 > cPAR[1] ? 1 : 0; // cos 0 = 1 pulls
  ACCi[1] = 0;
}

template <class Precision>
__forceinline__ __device__ void PerThread_Finalization(int tid, int NT, int &DOIDX, Precision &T,
                                                       Precision &dT, ARGUMENTS) {}

#include "SingleSystem_PerThread_Interface.cuh"

int main(int argc, char **argv) {
  if (argc != 3) return fprintf(stderr, "usage: mpgos_coulomb SAMPLES.csv RESULTS.csv\n"), 2;
  std::vector<double> r1, beta;
  FILE *in = fopen(argv[1], "r"), *out = fopen(argv[2], "w");
  char line[200];
  if (!in || !out) return perror(argv[1]), 6;
  while (fgets(line, sizeof line, in)) {
    double r, b;
    if (sscanf(line, "%*d,%lf,%lf", &r, &b) == 2) r1.push_back(r), beta.push_back(b);
  }
  fclose(in);
  if (r1.size() != POINTS) return fprintf(stderr, "%zu samples, compiled for %d\n", r1.size(), POINTS), 2;
  static ProblemSolver<POINTS, 4, 2, 0, 0, 2, 0, 2, 0, RKCK45, double> solver(0);
  solver.SolverOption(ThreadsPerBlock, 64);
  for (int i = 0; i < 4; i++) {
    solver.SolverOption(RelativeTolerance, i, 1e-9);
    solver.SolverOption(AbsoluteTolerance, i, 1e-9);
  }
  for (int i = 0; i < 2; i++) {
    solver.SolverOption(EventDirection, i, -1);
    solver.SolverOption(EventTolerance, i, 1e-9);
  }
  for (int i = 0; i < POINTS; i++) {
    solver.SetHost(i, TimeDomain, 0, 0.0);
    solver.SetHost(i, TimeDomain, 1, TURN * CYCLES);
    solver.SetHost(i, ActualTime, 0.0);
    for (int k = 0; k < 4; k++) solver.SetHost(i, ActualState, k, 0.0);
    solver.SetHost(i, ControlParameters, 0, r1[i] * r1[i]);
    solver.SetHost(i, ControlParameters, 1, beta[i]);
  }
  solver.SynchroniseFromHostToDevice(All);
  cudaDeviceSynchronize();
  const auto start = std::chrono::steady_clock::now();
  solver.Solve();
  cudaDeviceSynchronize();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  solver.SynchroniseFromDeviceToHost(All);
  cudaDeviceSynchronize();
  fprintf(out, "sample_id,stops_per_cycle\n");
  for (int i = 0; i < POINTS; i++)
    fprintf(out, "%d,%.17g\n", i + 1, (double)solver.GetHost<int>(i, IntegerAccessories, 1) / WINDOW);
  fclose(out);
  printf("mpgos,%d,%.4g\n", POINTS, took.count());
  return 0;
}
