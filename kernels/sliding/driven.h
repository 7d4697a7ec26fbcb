// A use of a drive of the study in a stepper: where its numbers lie, relative to places that the stepper
// chooses, and behind LANES its value. The numbers are loaded where they are used: a stepper that lives
// through a kernel's loop keeps none of them.
#include "../drives/drives.h"

#ifndef CHATTER_KERNELS_DRIVEN_LAYOUT_H
#define CHATTER_KERNELS_DRIVEN_LAYOUT_H

typedef struct driven_place {
  int parameter; // first of N_DRIVE
  int table;     // first of N_DRIVE_TABLE
  long block;    // the block of all drives
} driven_place;

KERNEL_INDEX driven_place driven_place_of(int parameter, int table, long block) {
  driven_place place;
  place.parameter = parameter, place.table = table, place.block = block;
  return place;
}

#endif

#if defined(LANES) && !defined(CHATTER_KERNELS_DRIVEN_H)
#define CHATTER_KERNELS_DRIVEN_H

#include "../run.h"

#ifdef KERNEL_TABLES
#define DRIVEN_TABLE(i) (kernel_tables + (i))
#else
#define DRIVEN_TABLE(i) (run->batch->tables + (i))
#endif
KERNEL_FN wide_t driven_at(const kernel_run *run, driven_place place, wide_t t) {
  wide_t rate, numbers[N_DRIVE];
  KERNEL_REGISTERS
  for (int i = 0; i < N_DRIVE; i++) numbers[i] = parameter_wide(run, place.parameter + i);
  return drive_at(run->model + place.block, DRIVEN_TABLE(place.table), TABLE(place.table + DRIVE_KIND),
                  numbers, t, 1, &rate);
}

#endif
