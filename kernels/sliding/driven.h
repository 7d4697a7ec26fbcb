// A use of a drive of the study in a stepper: the places of its numbers, relative to places that
// the stepper chooses, and, if LANES is defined, its value. Numbers are loaded where they are used,
// so that a stepper that lives through a kernel's loop keeps none of them.
#include "../drives/drives.h"

#ifndef CHATTER_KERNELS_DRIVEN_LAYOUT_H
#define CHATTER_KERNELS_DRIVEN_LAYOUT_H

typedef struct drive_place {
  int parameter; // first of N_DRIVE_PARAMETERS
  int table;     // first of N_DRIVE_INTEGERS
  long block;    // the block of all drives
} drive_place;

KERNEL_INDEX drive_place drive_place_of(int parameter, int table, long block) {
  drive_place place;
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
KERNEL_FN wide_t driven_value(const kernel_run *run, drive_place place, wide_t t) {
  wide_t rate, numbers[N_DRIVE_PARAMETERS];
  KERNEL_REGISTERS
  for (int i = 0; i < N_DRIVE_PARAMETERS; i++) numbers[i] = parameter_load_wide(run, place.parameter + i);
  return drive_at(run->model + place.block, DRIVEN_TABLE(place.table), TABLE(place.table + DRIVE_KIND),
                  numbers, t, 1, &rate);
}

#endif
