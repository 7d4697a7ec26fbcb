// Sorts by one number in linear time; lists of trajectories may hold many millions.
#ifndef CHATTER_BASE_SORT_H
#define CHATTER_BASE_SORT_H

#include <stdint.h>

#include "base/status.h"

typedef struct sort_item {
  uint64_t key;
  long index; // item of the key
} sort_item;

// Returns a key that increases with x; 0 and -0 have the same, NaN comes last or first by its sign.
uint64_t sort_key(double x);
// Sorts by ascending key; items with equal keys keep their order.
chatter_status sort_items(long n, sort_item *items);
// Sorts in ascending order, -0 before 0; there must be no NaN. room: workspace [n].
void sort_numbers(long n, double *value, double *room);

#endif
