// The numbers of threads that can step a trajectory together.
#include "machines/team_sizes.h"

#include <stddef.h>

int backend_team_next(int team) {
  static const int TEAMS[] = {1, 4, 8, 16, 32, 128};
  for (size_t i = 0; i < sizeof TEAMS / sizeof *TEAMS; i++)
    if (TEAMS[i] > team) return TEAMS[i];
  return 0;
}
