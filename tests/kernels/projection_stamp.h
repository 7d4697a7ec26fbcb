// CPU builds of the contact laws that are projections, one per number of lanes and precision
// (tests/CMakeLists.txt), for tests without lane types.
#ifndef CHATTER_TESTS_PROJECTION_STAMP_H
#define CHATTER_TESTS_PROJECTION_STAMP_H

enum { PROJECTION_HARMONICS = 3, PROJECTION_WAVES = 1 + 2 * PROJECTION_HARMONICS, PROJECTION_MOST = 3 };
enum { PROJECTION_STEPS = 512, PROJECTION_ROWS = 64, PROJECTION_SAMPLES = 4096 }; // maxima
// Numbers of a point. Arrays of PROJECTION_MOST are for the normal and the two tangents.
enum {
  PROJECTION_FRICTION,
  PROJECTION_PRELOAD,
  PROJECTION_RESTITUTION,
  PROJECTION_GAP,
  PROJECTION_SWING, // m, Hz, turns
  PROJECTION_WALL = PROJECTION_SWING + 3,
  PROJECTION_DT = PROJECTION_WALL + 2,
  PROJECTION_FLEXIBILITY,
  PROJECTION_SPRING = PROJECTION_FLEXIBILITY + PROJECTION_MOST, // 0: none
  N_PROJECTION_NUMBERS = PROJECTION_SPRING + PROJECTION_MOST
};
// Columns of a row: forces by the laws of the time stepper and as functions of their dynamic
// Lagrangian, the work of friction so far, and the slopes of both by the free motion: nn 1n 2n 11
// 12 22.
enum { ROW_FORCE, ROW_LAGRANGIAN = 3, ROW_WORK = 6, ROW_SLOPE, ROW_LAGRANGIAN_SLOPE = 13, N_ROW = 19 };

typedef struct {
  int elastic, constant, impacts; // constant: of the normal load; impacts: the motion is an
                                  // acceleration
  int has_normal, tangents;
  int steps, every; // a row is kept every so many steps
  int iterations;   // iterations of the inclusion
  int samples;      // samples per period of harmonic balance; 0: none
} projection_shape;

// number [N_PROJECTION_NUMBERS]: the same for all lanes; motion [steps + 1][PROJECTION_MOST] times
// `scale` [lanes]; u: the input of harmonic balance [coordinates][PROJECTION_WAVES]. path [steps /
// every + 1][N_ROW][lanes]; r: the harmonics of the forces [coordinates][PROJECTION_WAVES][lanes].
typedef void projection_stamp(const projection_shape *shape, const double *number, const double *motion,
                              const double *u, const double *scale, double *path, double *r);

#ifndef __CUDACC_RTC__
#define PROJECTION_STAMPS(X)                                                                                 \
  X(1, double, 0) X(4, double, 0) X(8, double, 0) X(1, single, 1) X(4, single, 1) X(8, single, 1)
#define X(lanes, precision, single) projection_stamp projection_stamp_##lanes##_##precision;
PROJECTION_STAMPS(X)
#undef X
#endif

#endif
