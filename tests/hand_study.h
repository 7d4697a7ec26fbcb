// Studies built in memory, without a file: storage for their lists, which a loaded study has in its
// block.
#ifndef CHATTER_TESTS_HAND_STUDY_H
#define CHATTER_TESTS_HAND_STUDY_H

#include <string.h>

#include "study/study.h"

enum { HAND_CONTACTS = 16, HAND_LOADS = 8, HAND_OUTPUTS = 64, HAND_NUMBERS = 64, HAND_ROOMS = 4 };

// Empties a study and gives it storage; there are four storages, used in turn.
static inline void hand_study(study *s) {
  static struct {
    contact_config contacts[HAND_CONTACTS];
    excitation_config excitations[HAND_LOADS];
    output_config outputs[HAND_OUTPUTS];
  } rooms[HAND_ROOMS];
  static int next;
  const int i = next++ % HAND_ROOMS;
  memset(&rooms[i], 0, sizeof rooms[i]);
  *s = (study){
      .contacts = rooms[i].contacts, .excitations = rooms[i].excitations, .outputs = rooms[i].outputs};
}

// Makes a list of at most HAND_NUMBERS numbers; there is storage for 64 lists, used in turn.
static inline number_list hand_list(int n, const double *value) {
  static double rooms[64][HAND_NUMBERS];
  static int next;
  double *room = rooms[next++ % 64];
  memcpy(room, value, sizeof *value * (size_t)n);
  return (number_list){n, room};
}
#define NUMBERS(...) hand_list((int)(sizeof(double[]){__VA_ARGS__} / sizeof(double)), (double[]){__VA_ARGS__})

#endif
