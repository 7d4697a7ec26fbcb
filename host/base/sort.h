// Sorting by one number, in linear time: lists of a run's trajectories may hold many millions.
#ifndef CHATTER_BASE_SORT_H
#define CHATTER_BASE_SORT_H

#include <stdint.h>

#include "base/status.h"

typedef struct sort_item {
  uint64_t key;
  long index; // whatever the key belongs to
} sort_item;

// A key that grows with x; 0 and -0 have one, NaN comes last or first by its sign.
uint64_t sort_key(double x);
// The least key first; items of one key keep their order.
chatter_status sort_items(long n, sort_item *items);
// Ascending, -0 before 0; no NaN among them. room[n] holds anything.
void sort_numbers(long n, double *value, double *room);

#endif
