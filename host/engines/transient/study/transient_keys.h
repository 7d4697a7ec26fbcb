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
  // Hz, defines the period; 0: the frequency of the excitation (after its sweep)
  double period_frequency;
  double duration; // s after the sweep, or
  double periods;  // of `period`, after the sweep
  double window;   // recorded last periods; 0: everything from t = 0
  double windows;  // for `reduce: windows`: number of equal windows of the recorded time
  // start: 1 proper half step (Monjaraz-Tec et al. 2022, section 2.3), 0 u^{1/2} = u(0)
  int half_step;
  int preloaded;      // 1: predict sticking even without a preload (equation 13 there)
  int contact_solver; // contact_solver
  // of the inclusion solver; ε = relaxation / row sum (docs/theory/inclusions.md)
  double tolerance, max_iterations, relaxation;
  double divergence; // |coordinate| above which a trajectory has diverged, m·sqrt(kg)
} integrator_config;

extern const schema_section integrator_section;
extern const schema_section *const transient_sections[]; // NULL behind the last
extern const schema_field integrator_fields[];           // the last one is empty
void integrator_rules(struct parser *p);                 // for every kind of study with the section
void transient_rules(struct parser *p);

static inline const integrator_config *integrator_of(const study *self) {
  return study_section(self, &integrator_section);
}
static inline integrator_config *integrator_writable(study *self) {
  return study_section_writable(self, &integrator_section);
}

#endif
