// The stability of the motions that results are made of, as flags (floquet_kind): of the points of curves and
// backbones, and beside every number that is taken from such points.
#ifndef CHATTER_ENGINES_RESPONSE_RESPONSE_STABILITY_H
#define CHATTER_ENGINES_RESPONSE_RESPONSE_STABILITY_H

#include "engines/response/bind/response_plan.h"
#include "engines/response/extract/column_motion.h"

#define RESPONSE_STABLE_FLAGS "unknown stable fold flip neimark_sacker" // of floquet_kind

// Flags beside numbers.
typedef struct response_stability_flags {
  int *flag; // [n trajectories][each]; until they are found the point of each, -1: none
  size_t each;
  int is_between; // 1: the number lies between that point and the next one
  struct response_stability_flags *next;
} response_stability_flags;

typedef struct response_stability {
  const engine_layout *layout;
  const study *config;
  const kernel_batch *host;
  arena *memory;
  long n, *first;             // [n + 1], of each trajectory's points among all
  int is_all;                 // 1: multipliers of every point are wanted
  int doubts_folds;           // 1: the determinant's sign alone does not tell a fold
  char *asked;                // [first[n]], 1: of this one
  int *kind;                  // [first[n]]
  double *multiplier, *error; // [first[n]], of the largest modulus; NAN: not known
  response_stability_flags *beside;
} response_stability;

// Of n trajectories. Until multipliers are found the kinds are what the sign of the balance's determinant
// tells: folds.
chatter_status response_stability_begin(const engine_layout *layout, const study *config,
                                        const kernel_batch *host, long n, arena *memory,
                                        response_stability *out);

// Adds NAME_stable over `dims`, as `size` says, beside a number: to be filled with points. NULL in *flag:
// none is wanted.
chatter_status response_stability_add(response_stability *self, result_set *out, const char *name,
                                      const char *dims, const size_t *size, int is_between, int **flag);

// The multipliers of all points, or of those that single numbers are taken from; then the flags beside
// numbers.
chatter_status response_stability_find(response_stability *self);

int response_wants_multipliers(const study *config); // 1: where there are any

int response_has_multipliers(const response_setup *setup,
                             const reduced_model *reduced); // 1: the laws have some

// 1: there are stops that harmonics may be too few for: the determinant's sign alone does not tell a fold.
int response_folds_are_uncertain(const study *config, const response_setup *setup,
                                 const reduced_model *reduced);

// 1: those of every point are sought: by word, or as they take at most a quarter of the curve's time, by the
// sizes of both.
int response_finds_all_multipliers(const engine_layout *layout, const study *config);

// Of a point: CHATTER_OK with kind unknown too where there are none.
chatter_status response_point_stability(const response_column *column, int point, response_motion *motion,
                                        int *kind, double *multiplier, double *error);

// Returns why there are no Floquet multipliers of a contact law; NULL: there are.
const char *response_no_multipliers_reason(int law, int massless);

#endif
