// What a shape of drives.h is made of: a course over time for a load, a gap, a wall. Its header has
// two parts: the keys of a study that it takes and how they become the kernel's numbers (plain C),
// and behind LANES its formula in t for LANES trajectories. Nothing is accumulated, so that a
// restart is exact.
//
// - DRIVE_NAME_DOC: one sentence for the reference page.
// - DRIVE_NAME_ROWS(NUMBER, PHASE, shape): its numbers: shape, key, another spelling, range, flags,
//   unit, default, doc,
//   symbol. Files and words that it needs besides are rows of the schema table.
//
// - drive_name_prepare(keys, number): number[N_DRIVE_PARAMETERS] from those numbers; amplitude,
//   offset and what is read
//   from files are the host's.
//
// - drive_name_at(block, table, number, t, sweeps, rate): the value and its rate of change.
//   number[DRIVE_SHAPE_FIRST …] may be written to: what helps the next call, and never what it answers.
#ifndef CHATTER_KERNELS_DRIVE_H
#define CHATTER_KERNELS_DRIVE_H

#include "../portable.h"

// Numbers of a drive, one set for each use of it, relative to a place that the stepper chooses.
enum {
  DRIVE_AMPLITUDE,   // what the shape is multiplied with
  DRIVE_OFFSET,      // and what is added then
  DRIVE_SHAPE_FIRST, // those of the shape
  N_DRIVE_PARAMETERS = DRIVE_SHAPE_FIRST + 8
};

// Whole numbers, relative to another such place.
enum {
  DRIVE_KIND,     // drive_kind
  DRIVE_BLOCK_AT, // the drive's first number in the stepper's block of drives, 0 of those that have none
  DRIVE_SIZE,     // of the shape: rows of a table, …
  DRIVE_OPTIONS,  // likewise
  N_DRIVE_INTEGERS
};

// Turns since the angle 0, of shapes that go by them (turns.h).
enum {
  TURNS_FREQUENCY = DRIVE_SHAPE_FIRST, // Hz after the sweep
  TURNS_PHASE,                         // phase / 2π
  TURNS_SWEEP_FROM, // Hz, where a sweep begins; without one TURNS_FREQUENCY, before t = 0 too
  TURNS_SWEEP_RATE, // Hz/s, signed; 0: no sweep
  TURNS_SWEEP_END,  // s
  TURNS_SWEPT,      // ∫f dt over the sweep
  N_TURNS_NUMBERS   // two numbers more
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
  number[TURNS_SWEPT] = time * 0.5 * (from + frequency);
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
