// Contents of the header of a drive shape (drives.h): the time history of a load, a gap or a wall.
// The header has two parts: the keys of a study and their conversion to the kernel's numbers (plain
// C), and, if LANES is defined, the formula in t for LANES trajectories. Nothing is accumulated, so
// a restart is exact.
//
// - DRIVE_NAME_DOC: one sentence for the reference page.
// - DRIVE_NAME_ROWS(NUMBER, PHASE, shape): its numbers: shape, key, another spelling, range, flags,
//   unit, default, doc, symbol. Further files and words are rows of the schema table.
// - drive_name_prepare(keys, number): computes number[N_DRIVE_PARAMETERS] from those keys; the host
//   sets amplitude, offset and file data.
// - drive_name_at(block, table, number, t, sweeps, rate): the value and its rate of change. It may
//   write number[DRIVE_SHAPE_FIRST …] as a cache that speeds up the next call without changing its
//   result.
#ifndef CHATTER_KERNELS_DRIVE_H
#define CHATTER_KERNELS_DRIVE_H

#include "../portable.h"

// Numbers of a drive, one set per use, relative to a place that the stepper chooses.
enum {
  DRIVE_AMPLITUDE,   // factor of the shape
  DRIVE_OFFSET,      // added after that
  DRIVE_SHAPE_FIRST, // first number of the shape
  N_DRIVE_PARAMETERS = DRIVE_SHAPE_FIRST + 8
};

// Integers of a drive, relative to another such place.
enum {
  DRIVE_KIND,     // drive_kind
  DRIVE_BLOCK_AT, // the drive's first number in the stepper's block of drives; 0: none
  DRIVE_SIZE,     // shape-specific: rows of a table, …
  DRIVE_OPTIONS,  // shape-specific
  N_DRIVE_INTEGERS
};

// Numbers of shapes that depend on turns since t = 0 (turns.h).
enum {
  TURNS_FREQUENCY = DRIVE_SHAPE_FIRST, // Hz after the sweep
  TURNS_PHASE,                         // phase / 2π
  TURNS_SWEEP_FROM,   // Hz at the beginning of a sweep; without one TURNS_FREQUENCY, before t = 0 too
  TURNS_SWEEP_RATE,   // Hz/s, signed; 0: no sweep
  TURNS_SWEEP_END,    // s
  TURNS_DURING_SWEEP, // ∫f dt over the sweep
  N_TURNS_NUMBERS     // shapes have two further numbers
};
KERNEL_INDEX void turns_prepare_sweep(double frequency, double phase, double from, double rate,
                                      double *number) {
  number[TURNS_FREQUENCY] = number[TURNS_SWEEP_FROM] = frequency;
  number[TURNS_PHASE] = phase / (2 * KERNEL_PI);
  if (!(rate > 0 && from > 0 && from != frequency)) return;
  const double far = frequency > from ? frequency - from : from - frequency, time = far / rate;
  number[TURNS_SWEEP_FROM] = from;
  number[TURNS_SWEEP_RATE] = frequency > from ? rate : -rate;
  number[TURNS_SWEEP_END] = time;
  number[TURNS_DURING_SWEEP] = time * 0.5 * (from + frequency);
}
KERNEL_INDEX void turns_shift_phase(double phase, double *number) {
  number[TURNS_PHASE] += phase / (2 * KERNEL_PI);
}

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define DRIVE_HOST 0
#else
#define DRIVE_HOST 1
#endif

#endif
