// Stability of the motions in results, as flags (floquet_kind): for the points of curves and
// backbones, and for every number that is taken from such points.
#ifndef CHATTER_ENGINES_RESPONSE_RESPONSE_STABILITY_H
#define CHATTER_ENGINES_RESPONSE_RESPONSE_STABILITY_H

#include "engines/response/bind/response_plan.h"
#include "engines/response/extract/column_motion.h"

#define RESPONSE_STABLE_FLAGS "unknown stable fold flip neimark_sacker" // names of floquet_kind

// Stability flags of one output.
typedef struct response_stability_flags {
  int *flag; // [n trajectories][each]; before they are found the point of each, -1: none
  size_t each;
  int is_between; // 1: the number lies between that point and the next one
  struct response_stability_flags *next;
} response_stability_flags;

typedef struct response_stability {
  const engine_layout *layout;
  const study *config;
  const kernel_batch *host;
  arena *memory;
  long n, *first;             // [n + 1], first point of each trajectory
  int is_all;                 // 1: multipliers of every point are wanted
  int doubts_folds;           // 1: the determinant's sign alone does not prove a fold
  char *asked;                // [first[n]], 1: multipliers of this point are wanted
  int *kind;                  // [first[n]]
  double *multiplier, *error; // [first[n]], of the largest modulus; NAN: unknown
  response_stability_flags *beside;
} response_stability;

// Begins for n trajectories. Until multipliers are found, the kinds follow from the sign of the
// balance's determinant (folds).
chatter_status response_stability_begin(const engine_layout *layout, const study *config,
                                        const kernel_batch *host, long n, arena *memory,
                                        response_stability *out);

// Adds NAME_stable over `dims`, of size `size`, to be filled with points. *flag is NULL if none is
// wanted.
chatter_status response_stability_add(response_stability *self, result_set *out, const char *name,
                                      const char *dims, const size_t *size, int is_between, int **flag);

// Finds the multipliers of all points, or of those that single numbers are taken from; then the
// flags of outputs.
chatter_status response_stability_find(response_stability *self);

int response_wants_multipliers(const study *config); // 1: if the laws have any

int response_has_multipliers(const response_setup *setup,
                             const reduced_model *reduced); // 1: the laws have multipliers

// Returns 1 if some stops may need more harmonics, so that the determinant's sign alone does not
// prove a fold.
int response_folds_are_uncertain(const study *config, const response_setup *setup,
                                 const reduced_model *reduced);

// Returns 1 if multipliers of every point are wanted: on request, or if they take at most a quarter
// of the curve's time by the estimates of both.
int response_finds_all_multipliers(const engine_layout *layout, const study *config);

// Finds the stability of a point. Returns CHATTER_OK with an unknown kind if there are no
// multipliers.
chatter_status response_point_stability(const response_column *column, int point, response_motion *motion,
                                        int *kind, double *multiplier, double *error);

// Returns why a contact law has no Floquet multipliers; NULL: it has them.
const char *response_no_multipliers_reason(int law, int massless);

#endif
