// Springs at contacts and the resulting step limit: 2/ω_max of the model with all contacts stuck.
#include "engines/transient/bind/transient_limits.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/transient/transient_engine.h"
#include "study/contact_laws.h"
#include "study/file/key_place.h"
#include "study/file/path.h"
#include "study/schema/schema_words.h"

static int has_spring(const contact_config *c) {
  return c->law == LAW_ELASTIC || law_is_compliant(c->law);
}

// Returns the stiffness along the normal or the tangents, N/m.
static double stiffness_of(const contact_config *c, int is_tangent) {
  if (!law_is_compliant(c->law)) return is_tangent ? c->tangential_stiffness : c->normal_stiffness;
  double number[LAW_MAX_PARAMETERS] = {0};
  law_numbers_of(c, c->preload, number);
  return law_stiffness_bound(c->law, number, law_size_of(c).numbers);
}

// Returns 1 if a key that determines the stiffness of an entry's springs differs between
// trajectories.
static int stiffness_varies(const study *config, int entry) {
  const contact_config *c = &config->contacts[entry];
  const int is_compliant = law_is_compliant(c->law);
  char key[64], path[80];
  if (!has_spring(c) || (is_compliant && !(stiffness_of(c, 0) > 0))) return 0;
  for (int i = 0; *(is_compliant ? law_key(c->law, i, key, sizeof key)
                                 : schema_word("tangential_stiffness normal_stiffness", i, key, sizeof key));
       i++) {
    snprintf(path, sizeof path, "contact.%s", key);
    if (strcmp(key, "gap") && study_entry_varies(config, path, entry)) return 1;
  }
  return 0;
}

size_t transient_limit_scratch(const reduced_model *r) {
  return (size_t)r->n_boundary * ((size_t)r->n_boundary + 1) * sizeof(double);
}

// Finds the compliance of every row of q_b while its point sticks, m/N: 0 for a set-valued law,
// INFINITY if a point adds no stiffness. Row b is stored at to[b · width].
static void row_compliances(const contact_config *entries, const reduced_model *r, int width, double *to) {
  for (int j = 0; j < r->n_contacts; j++) {
    const reduced_contact *point = &r->contacts[j];
    const contact_config *c = &entries[point->entry];
    for (int i = 0; i < 3; i++) {
      const int row = i ? point->row_tangent[i - 1] : point->row_normal;
      if (row < 0) continue;
      to[(long)row * width] = has_spring(c) ? 1 / stiffness_of(c, i > 0) : 0;
    }
  }
}

// Returns 1 if the symmetric a (n columns of n + 1 in each row) has a negative eigenvalue, by a
// Cholesky factorisation in place. The last column has the sizes of the diagonal's terms: a pivot
// at rounding level belongs to a row that depends on earlier ones.
static int is_indefinite(int n, double *a) {
  for (int k = 0; k < n; k++) {
    double *row = a + (long)k * (n + 1);
    const double rounding = 1e-12 * fabs(row[n]);
    for (int j = 0; j <= k; j++) {
      const double *other = a + (long)j * (n + 1);
      for (int i = 0; i < j; i++) row[j] -= row[i] * other[i];
      if (j < k) row[j] = other[j] > 0 ? row[j] / other[j] : 0;
    }
    if (!(row[k] >= -rounding)) return 1;
    row[k] = row[k] > rounding ? sqrt(row[k]) : 0;
  }
  return 0;
}

// λ = 4/Δt², not below the largest ω², lies below the largest eigenvalue of Ω² + Φ_bᵀ (F + C)⁻¹ Φ_b
// exactly if F + C - Φ_b (λ - Ω²)⁻¹ Φ_bᵀ has a negative eigenvalue; C: the compliances. At the
// limit with open contacts λ - ω² is a rounding error of either sign; it is taken as positive.
static int exceeds_stuck(const study *config, const reduced_model *r, double dt, void *scratch) {
  const int rows = r->n_boundary, modes = r->n_modes;
  const double lambda = 4 / (dt * dt);
  double *a = scratch;
  row_compliances(config->contacts, r, rows + 1, a + rows);
  for (int i = 0; i < rows; i++) {
    double *row = a + (long)i * (rows + 1);
    row[rows] += r->flexibility[(long)i * rows + i];
    for (int j = 0; j <= i; j++) {
      double sum = i == j ? row[rows] : r->flexibility[(long)i * rows + j];
      for (int k = 0; k < modes; k++)
        sum -= r->phi_b[(long)i * modes + k] * r->phi_b[(long)j * modes + k] /
               fmax(lambda - r->omega2[k], 4 * DBL_EPSILON * lambda);
      row[j] = sum;
    }
  }
  return is_indefinite(rows, a);
}

// Solves 4/Δt² = ω² (1 + 2 b/Δt) for Δt; b is the damping by the velocity half a step before.
static double lagged(const reduction_config *damping, const reduced_model *r, double limit) {
  const double b = r->sparse ? damping->rayleigh_stiffness : 0;
  return b > 0 ? limit * limit / (b + hypot(b, limit)) : limit;
}

double transient_open_limit(const reduction_config *damping, const reduced_model *r) {
  return lagged(damping, r, r->limit_open);
}

int transient_is_doubtful(const transient_setup *setup, const study *config, const reduced_model *r,
                          double dt, void *scratch) {
  if (r->sparse)
    // also for springs, which can only open
    return dt > lagged(&config->reduction, r, r->limit_stuck);
  return setup->springs == SPRINGS_NONE ? dt > r->limit_stuck : exceeds_stuck(config, r, dt, scratch);
}

// Returns the largest stable step, by bisection below that of open contacts.
static double stuck_limit(const study *config, const reduced_model *r, void *scratch) {
  double high = isfinite(r->limit_open) ? r->limit_open : 1, low = high;
  while (!isfinite(r->limit_open) && high < 1e30 && !exceeds_stuck(config, r, high, scratch)) high *= 2;
  if (!exceeds_stuck(config, r, high, scratch)) return r->limit_open;
  do low /= 2;
  while (low > 1e-30 && exceeds_stuck(config, r, low, scratch));
  for (int pass = 0; pass < 60; pass++) {
    const double middle = 0.5 * (low + high);
    if (exceeds_stuck(config, r, middle, scratch))
      high = middle;
    else
      low = middle;
  }
  return low;
}

// If q_b does not depend on λ, no solver combines set-valued laws with springs.
chatter_status transient_find_springs(const study *config, const reduced_model *r, transient_setup *setup) {
  int rigid = 0, springs = 0, viscous = 0;
  const char *word = "";
  for (int j = 0; j < r->n_contacts; j++) {
    const contact_config *c = &config->contacts[r->contacts[j].entry];
    char path[32];
    snprintf(path, sizeof path, "contact.%d.law", r->contacts[j].entry);
    viscous |= law_is_compliant(c->law) && law_force_arguments(c->law) & LAW_HAS_VELOCITY;
    if (has_spring(c)) word = law_kinds[c->law]->name;
    springs += has_spring(c), rigid += !has_spring(c);
    if (springs > 0 && rigid > 0 && !r->massless)
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: springs and dashpots (law %s) and rigid contacts in one model need a "
                         "massless boundary, but reduction.method %s gives one with mass (allowed: macneal, "
                         "massless_craig_bampton)",
                         study_place(config, path), word, r->method);
  }
  setup->springs = springs == 0  ? SPRINGS_NONE
                   : r->massless ? SPRINGS_IMPLICIT
                   : viscous     ? SPRINGS_VISCOUS
                                 : SPRINGS_EXPLICIT;
  setup->limit_stuck = lagged(&config->reduction, r, r->limit_stuck);
  if (springs == 0 || r->sparse) return CHATTER_OK;
  for (int entry = 0; entry < config->n_contacts; entry++)
    setup->limit_varies |= stiffness_varies(config, entry);
  void *scratch = memory_array(1, transient_limit_scratch(r), __FILE__, __LINE__);
  if (!scratch) return CHATTER_DEVICE;
  setup->limit_stuck = stuck_limit(config, r, scratch);
  memory_free(scratch);
  return CHATTER_OK;
}

void transient_report(const engine_layout *layout, const study *config, FILE *stream) {
  const transient_setup *setup = layout->setup;
  (void)config;
  if (setup->springs == SPRINGS_NONE) return;
  fprintf(stream, "  %-22s%.9g s with the springs of all contacts%s\n", "largest stable step",
          setup->limit_stuck, setup->limit_varies ? ", their stiffnesses those of the study itself" : "");
}
