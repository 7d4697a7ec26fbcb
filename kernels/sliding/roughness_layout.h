// Layout of a force in time that does not depend on the time steps: equidistant knots and the C¹
// cubic through them (Catmull and Rom). The knots are band-limited noise, a function of a seed, or
// samples of a file; or the force is a drive of the study. Places are relative to those that the
// stepper chooses. Plain integers, independent of the machine.
#ifndef CHATTER_KERNELS_ROUGHNESS_LAYOUT_H
#define CHATTER_KERNELS_ROUGHNESS_LAYOUT_H

#include "../batch.h"
#include "../signals.h"
#include "driven.h"

typedef enum { ROUGHNESS_NONE, ROUGHNESS_NOISE, ROUGHNESS_FILE, ROUGHNESS_DRIVE } roughness_kind;

enum {
  ROUGHNESS_LOW_PASS_SECTIONS = 5,  // sections of the low-pass, order 10
  ROUGHNESS_HIGH_PASS_SECTIONS = 2, // then the high-pass, order 4
  ROUGHNESS_SECTIONS = ROUGHNESS_LOW_PASS_SECTIONS + ROUGHNESS_HIGH_PASS_SECTIONS,
  ROUGHNESS_KNOTS_PER_PERIOD = 8 // knots per period of the noise's highest frequency
};
enum {                  // parameters
  ROUGHNESS_KNOT_RATE,  // knots per s
  ROUGHNESS_START_TIME, // time of knot 0, s
  ROUGHNESS_GAIN,       // N per white noise of variance 1; for a file a factor
  ROUGHNESS_SEED,       // the rest is for noise
  ROUGHNESS_FILTER,     // N_SECTION_COEFFICIENTS coefficients of each section
  N_ROUGHNESS_NOISE_PARAMETERS = ROUGHNESS_FILTER + ROUGHNESS_SECTIONS * N_SECTION_COEFFICIENTS,
  N_ROUGHNESS_FILE_PARAMETERS = ROUGHNESS_SEED
};
enum {                                           // rows of state
  ROUGHNESS_CELL,                                // the time is between knots `cell` and `cell` + 1
  ROUGHNESS_KNOTS,                               // knots cell - 1 … cell + 2, N
  ROUGHNESS_FILTER_MEMORY = ROUGHNESS_KNOTS + 4, // for noise: N_SECTION_MEMORY per section
  N_ROUGHNESS_NOISE_ROWS = ROUGHNESS_FILTER_MEMORY + ROUGHNESS_SECTIONS * N_SECTION_MEMORY,
  N_ROUGHNESS_FILE_ROWS = ROUGHNESS_FILTER_MEMORY
};

// Places that the stepper has chosen.
typedef struct roughness_layout {
  int kind;      // roughness_kind
  int parameter; // first of roughness_n_parameters
  int row;       // first of roughness_n_rows
  long model;    // of a file: first of roughness_n_model
  long samples;  // of a file: knots 0 … samples - 1
  drive_place drive;
} roughness_layout;

KERNEL_INDEX int roughness_n_parameters(int kind) {
  return kind == ROUGHNESS_NOISE   ? N_ROUGHNESS_NOISE_PARAMETERS
         : kind == ROUGHNESS_FILE  ? N_ROUGHNESS_FILE_PARAMETERS
         : kind == ROUGHNESS_DRIVE ? N_DRIVE_PARAMETERS
                                   : 0;
}
KERNEL_INDEX int roughness_n_rows(int kind) {
  return kind == ROUGHNESS_NOISE  ? N_ROUGHNESS_NOISE_ROWS
         : kind == ROUGHNESS_FILE ? N_ROUGHNESS_FILE_ROWS
                                  : 0;
}
// Returns the numbers of a file in `model`: its samples and one more on either side for the cubics
// at the ends.
KERNEL_INDEX long roughness_n_model(int kind, long n) {
  return kind == ROUGHNESS_FILE ? n + 2 : 0;
}
KERNEL_INDEX int roughness_n_tables(int kind) {
  return kind == ROUGHNESS_DRIVE ? N_DRIVE_INTEGERS : 0;
}

#endif
