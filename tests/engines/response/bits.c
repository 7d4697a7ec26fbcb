// The same bits of every trajectory of harmonic balance for any number of lanes and launches and
// any neighbours: response curves with slip onsets, folds and kinks, backbones and damped modes
// side by side, and backbones that restart.
#include "tests/engines/response/response_case.h"
#include "tests/machines/batch_builds.h"

// Under AddressSanitizer, thirty times slower, only three trajectories run: it checks memory
// accesses, not the cases that occur.
#ifdef __SANITIZE_ADDRESS__
enum { TRAJECTORIES = 3, IS_WHOLE = 0 };
#else
enum { TRAJECTORIES = 21, IS_WHOLE = 1 };
#endif
static const double STEPS = 600;

// Minimum numbers of points that must occur: points of a stage (-1: of all) and a kind (-1: of
// any).
static const struct {
  int variant, stage, kind;
  long least;
} MET[] = {{RESPONSE_TANGENT, STAGE_CURVE, POINT_MAXIMUM, 10},
           {RESPONSE_TANGENT, STAGE_CURVE, POINT_ONSET, 20},
           {RESPONSE_TANGENT, STAGE_CURVE, POINT_PHASE, 10},
           {RESPONSE_TANGENT, STAGE_EXTREMUM, POINT_ONSET, 2},
           {RESPONSE_TANGENT, STAGE_EXTREMUM, POINT_FOLD, 2},
           {RESPONSE_TANGENT, STAGE_EXTREMUM, -1, 100},
           {RESPONSE_TANGENT, STAGE_PHASE, -1, 100},
           {RESPONSE_TANGENT, STAGE_DNNM, -1, 100},
           {RESPONSE_NORMAL, STAGE_CURVE, POINT_KINK, 1},
           {RESPONSE_NORMAL, STAGE_CURVE, POINT_FOLD, 2},
           {RESPONSE_NORMAL, STAGE_CURVE, POINT_ONSET, 20},
           {RESPONSE_NORMAL, STAGE_EXTREMUM, -1, 100},
           {RESPONSE_SAMPLED, STAGE_CURVE, POINT_MAXIMUM, 10},
           {RESPONSE_SAMPLED, STAGE_CURVE, POINT_PHASE, 10},
           {RESPONSE_SAMPLED, STAGE_EXTREMUM, -1, 100},
           {RESPONSE_FORCES, STAGE_CURVE, POINT_MAXIMUM, 10},
           {RESPONSE_FORCES, STAGE_PHASE, -1, 100},
           {RESPONSE_RESTART, STAGE_EXTREMUM, POINT_RESTART, 2},
           {RESPONSE_RESTART, STAGE_EXTREMUM, POINT_ONSET, 2},
           {RESPONSE_RESTART, STAGE_EXTREMUM, -1, 100},
           {RESPONSE_RESTART, STAGE_PHASE, -1, 100},
           {RESPONSE_RESTART, STAGE_DNNM, -1, 100},
           {RESPONSE_COUPLED, STAGE_CURVE, POINT_MAXIMUM, 10},
           {RESPONSE_COUPLED, STAGE_CURVE, POINT_ONSET, 20},
           {RESPONSE_COUPLED, STAGE_EXTREMUM, -1, 100},
           {RESPONSE_COUPLED, STAGE_PHASE, -1, 100},
           {RESPONSE_COUPLED, STAGE_DNNM, -1, 100},
           {RESPONSE_FEWER, STAGE_CURVE, POINT_MAXIMUM, 10},
           {RESPONSE_FEWER, STAGE_CURVE, POINT_ONSET, 20},
           {RESPONSE_FEWER, STAGE_EXTREMUM, -1, 50},
           {RESPONSE_FEWER_SAMPLED, STAGE_CURVE, POINT_MAXIMUM, 10},
           {RESPONSE_FEWER_SAMPLED, STAGE_EXTREMUM, -1, 50},
           {RESPONSE_COMPLIANT, STAGE_CURVE, POINT_MAXIMUM, 10},
           {RESPONSE_COMPLIANT, STAGE_PHASE, -1, 100}};

// Checks that the number of harmonics changes along the curves, from one to the maximum.
static void check_numbers(const batch_case *c, const case_result *r) {
  const int *dim = c->host.sizes.dim;
  const long stride = c->host.stride;
  long few = 0, all = 0;
  for (long i = 0; i < TRAJECTORIES && dim[DIM_HB_ADAPT]; i++)
    for (int k = 0; k < (int)r->state[HB_N_POINTS * stride + i]; k++) {
      const double *record = r->windows + (long)k * hb_record_size(dim) * stride + i;
      const double number = record[(hb_record_adapted_at(dim) + ADAPTED_HARMONICS) * stride];
      TEST_CHECK(number >= 1 && number <= dim[DIM_HB_HARMONICS]);
      few += number == 1, all += number == dim[DIM_HB_HARMONICS];
    }
  TEST_CHECK(!dim[DIM_HB_ADAPT] || (few > 100 && all > 100));
}

static void check_course(const batch_case *c, const case_result *r, int variant) {
  long ended = 0;
  for (long i = 0; i < TRAJECTORIES; i++) {
    const double status = r->state[STATE_STATUS * c->host.stride + i];
    ended += status == TRAJECTORY_ENDED || status == TRAJECTORY_EVENT_OVERFLOW;
  }
  TEST_CHECK(ended >= TRAJECTORIES - 1);
  if (!IS_WHOLE) return;
  check_numbers(c, r);
  for (size_t i = 0; i < sizeof MET / sizeof *MET; i++)
    TEST_CHECK(MET[i].variant != variant ||
               response_case_points(c, r, MET[i].kind, MET[i].stage) >= MET[i].least);
}

int main(void) {
  for (int variant = 0; variant < N_RESPONSE_CASE; variant++) {
    batch_case c = response_case_create(variant, TRAJECTORIES, STEPS);
    case_check_builds(&c, check_course, variant);
    case_free(&c);
  }
  return TEST_END();
}
