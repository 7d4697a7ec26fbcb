// The section `integrator` of a study.
#ifndef CHATTER_ENGINES_TRANSIENT_KEYS_H
#define CHATTER_ENGINES_TRANSIENT_KEYS_H

#include "study/file/storage.h"
#include "study/study_kind.h"

typedef enum { SCHEME_LEAPFROG, SCHEME_MOREAU } integrator_scheme;
typedef enum { SOLVER_NEWTON, SOLVER_RELAXATION } contact_solver;

typedef struct integrator_config {
  int scheme;              // integrator_scheme
  double step;             // s, or
  double steps_per_period; // of `period`
  double period_frequency; // Hz that defines the pseudo-period; 0: that of the excitation (after its sweep)
  double duration;         // s after the sweep, or
  double periods;          // of `period`, after the sweep
  double window;           // last periods that are recorded; 0: everything, from t = 0
  double windows;          // for `reduce: windows`: how many equal windows the recorded time is cut into
  int half_step;           // start-up: 1 proper half step (section 2.3), 0 u^{1/2} = u(0)
  int preloaded;           // predict sticking (eq. 13) even without a preload
  int contact_solver;      // contact_solver
  double tolerance, max_iterations, relaxation; // inclusion solver: PJOR, ε = relaxation / row sum (note 10)
  double divergence; // |coordinate| beyond which a trajectory counts as diverged, m·sqrt(kg)
} integrator_config;

extern const schema_section integrator_section;
extern const schema_section *const transient_sections[]; // NULL behind the last
extern const schema_field integrator_fields[];           // the last one is empty
void integrator_rules(struct parser *p);                 // of every kind that has the section
void transient_rules(struct parser *p);

static inline const integrator_config *integrator_of(const study *self) {
  return study_section(self, &integrator_section);
}
static inline integrator_config *integrator_writable(study *self) {
  return study_section_writable(self, &integrator_section);
}

#endif
