// A force in time that does not depend on the steps it is asked at: knots at equal distances in time and the
// C¹ cubic through them (Catmull and Rom's). The knots are band-limited noise, a function of a seed, or
// samples of a file. Or a drive of the study. Where its numbers lie, relative to places that the stepper
// chooses. Plain integers, no machine.
#ifndef CHATTER_KERNELS_ROUGHNESS_LAYOUT_H
#define CHATTER_KERNELS_ROUGHNESS_LAYOUT_H

#include "../batch.h"
#include "../filter_layout.h"
#include "driven.h"

typedef enum { ROUGHNESS_NONE, ROUGHNESS_NOISE, ROUGHNESS_FILE, ROUGHNESS_DRIVE } roughness_kind;

enum {
  ROUGHNESS_LOW = 5,  // sections of the low-pass, order 10
  ROUGHNESS_HIGH = 2, // then of the high-pass, order 4
  ROUGHNESS_SECTIONS = ROUGHNESS_LOW + ROUGHNESS_HIGH,
  ROUGHNESS_PER_PERIOD = 8 // knots in a period of the highest frequency of the noise
};
enum {              // parameters
  ROUGHNESS_RATE,   // knots per s
  ROUGHNESS_START,  // time of knot 0, s
  ROUGHNESS_GAIN,   // N per white noise of variance 1; of a file: factor
  ROUGHNESS_SEED,   // of the noise, down to here
  ROUGHNESS_FILTER, // N_SECTION coefficients of each section
  N_ROUGHNESS = ROUGHNESS_FILTER + ROUGHNESS_SECTIONS * N_SECTION,
  N_ROUGHNESS_OF_FILE = ROUGHNESS_SEED
};
enum {                                    // rows of state
  ROUGHNESS_CELL,                         // the lane stands between knots `cell` and `cell` + 1
  ROUGHNESS_KNOTS,                        // knots cell - 1 … cell + 2, N
  ROUGHNESS_MEMORY = ROUGHNESS_KNOTS + 4, // of the noise: SECTION_MEMORY of each section
  ROUGHNESS_ROWS = ROUGHNESS_MEMORY + ROUGHNESS_SECTIONS * SECTION_MEMORY,
  ROUGHNESS_ROWS_OF_FILE = ROUGHNESS_MEMORY
};

// Where the stepper has put all that.
typedef struct roughness_layout {
  int kind;      // roughness_kind
  int parameter; // first of roughness_n_parameters
  int row;       // first of roughness_n_rows
  long model;    // of a file: first of roughness_n_model
  long samples;  // of a file: knots 0 … samples - 1
  driven_place drive;
} roughness_layout;

KERNEL_INDEX int roughness_n_parameters(int kind) {
  return kind == ROUGHNESS_NOISE   ? N_ROUGHNESS
         : kind == ROUGHNESS_FILE  ? N_ROUGHNESS_OF_FILE
         : kind == ROUGHNESS_DRIVE ? N_DRIVE
                                   : 0;
}
KERNEL_INDEX int roughness_n_rows(int kind) {
  return kind == ROUGHNESS_NOISE ? ROUGHNESS_ROWS : kind == ROUGHNESS_FILE ? ROUGHNESS_ROWS_OF_FILE : 0;
}
// Of a file: the samples between one more on either side, which end the cubics there.
KERNEL_INDEX long roughness_n_model(int kind, long n) {
  return kind == ROUGHNESS_FILE ? n + 2 : 0;
}
KERNEL_INDEX int roughness_n_tables(int kind) {
  return kind == ROUGHNESS_DRIVE ? N_DRIVE_TABLE : 0;
}

#endif
