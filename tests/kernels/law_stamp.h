// CPU builds of the contact laws' headers and of their sampled path, one per number of lanes and
// precision (tests/CMakeLists.txt), for tests without lane types.
#ifndef CHATTER_TESTS_LAW_STAMP_H
#define CHATTER_TESTS_LAW_STAMP_H

enum { LAW_STAMP_HARMONICS = 3, LAW_STAMP_WAVES = 1 + 2 * LAW_STAMP_HARMONICS };
// maxima; ROWS per period
enum { LAW_STAMP_SAMPLES = 4096, LAW_STAMP_PERIODS = 3, LAW_STAMP_ROWS = 64 };
enum { LAW_STAMP_MOVES = LAW_STAMP_PERIODS * LAW_STAMP_SAMPLES };
// Columns of a row of the path; work is that of the trapezoidal rule over all moves.
enum { PATH_FORCE, PATH_WORK, PATH_BY_Q, PATH_BY_V, PATH_ENERGY, N_PATH };
enum { STAMP_GAP, STAMP_OMEGA, STAMP_WAVE, N_STAMP = STAMP_WAVE + LAW_STAMP_WAVES };

typedef struct {
  int law, numbers, states;
  int moves, every; // a row is kept every so many moves
  int samples;      // samples per period of the sampled path
} law_shape;

// number [numbers]: the same for all lanes, whose motions are `motion` [N_STAMP] and q and v [moves
// + 1], starting at rest, times `scale` [lanes]. path [moves / every][N_PATH][lanes]; sampled path:
// the forces of a period [samples][lanes], and r, their harmonics [LAW_STAMP_WAVES][lanes].
typedef void law_stamp(const law_shape *shape, const double *number, const double *motion, const double *q,
                       const double *v, const double *scale, double *path, double *sampled, double *r);

#ifndef __CUDACC_RTC__
#define LAW_STAMPS(X)                                                                                        \
  X(1, double, 0) X(4, double, 0) X(8, double, 0) X(1, single, 1) X(4, single, 1) X(8, single, 1)
#define X(lanes, precision, single) law_stamp law_stamp_##lanes##_##precision;
LAW_STAMPS(X)
#undef X
#endif

#endif
