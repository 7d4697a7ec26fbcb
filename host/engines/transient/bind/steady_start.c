// Linear steady state at t = 0 with open contacts. It contains the response to the harmonic loads
// of the first frequency,
//   (ω² - Ω² + iΩD) P = Φ_f A e^{iφ},   p = Im P,  p' = Ω Re P,
// and the static response to constant loads.
#include "engines/transient/bind/steady_start.h"

#include <math.h>
#include <string.h>

#include "engines/transient/bind/transient_drives.h"
#include "engines/transient/transient_engine.h"
#include "kernels/drives/turns.h"
#include "kernels/linear.h"
#include "study/file/key_place.h"

static const double *numbers_of(const engine_layout *layout, const double *parameter, int load) {
  return parameter + transient_drive_parameter(layout->sizes.dim, load);
}

static int is_harmonic(const engine_layout *layout, int load) {
  return layout->tables[transient_drive_table(layout->sizes.dim, load) + DRIVE_KIND] == DRIVE_HARMONIC;
}

// Returns the first frequency of the loads at their start, Hz; 0: none.
static double first_frequency(const engine_layout *layout, const double *parameter) {
  for (int l = 0; l < layout->sizes.dim[DIM_LOADS]; l++)
    if (is_harmonic(layout, l)) return turns_frequency(numbers_of(layout, parameter, l), 0, 1);
  return 0;
}

// Finds the loads on mode k: real and imaginary part at the frequency, and the constant part.
static void load_on_mode(const engine_layout *layout, const double *parameter, double frequency, int k,
                         double push[3]) {
  const int *dim = layout->sizes.dim;
  const double *phi_f = layout->model + transient_model_at(dim, MODEL_PHI_F);
  push[0] = push[1] = push[2] = 0;
  for (int l = 0; l < dim[DIM_LOADS]; l++) {
    const double *number = numbers_of(layout, parameter, l), phi = phi_f[(long)l * dim[DIM_MODES] + k];
    const double size = phi * number[DRIVE_AMPLITUDE];
    if (is_harmonic(layout, l)) {
      const int sounds = turns_frequency(number, 0, 1) == frequency;
      const double phase = 2 * M_PI * turns_at(number, 0, 1);
      push[0] += sounds ? size * cos(phase) : 0;
      push[1] += sounds ? size * sin(phase) : 0;
      push[2] += phi * number[DRIVE_OFFSET];
    } else if (layout->tables[transient_drive_table(dim, l) + DRIVE_KIND] == DRIVE_CONSTANT) {
      push[2] += phi * transient_load_at(layout, l, number, 0);
    }
  }
}

size_t transient_steady_scratch(const reduced_model *r) {
  const size_t n = 2 * (size_t)r->n_modes;
  return sizeof(double) * (r->damping ? n * n + 2 * n : 0);
}

// Solves for all modes with a general damping matrix, as one real system of real and imaginary
// parts.
static const double *solve_dense(const engine_layout *layout, const double *parameter, double circular,
                                 double frequency, double *scratch) {
  const reduced_model *r = layout->reduced;
  const int modes = r->n_modes, n = 2 * modes;
  double *a = scratch, *x = a + (long)n * n, *pivot = x + n;
  memset(a, 0, (size_t)n * (size_t)n * sizeof *a);
  for (int k = 0; k < modes; k++) {
    double push[3];
    load_on_mode(layout, parameter, frequency, k, push);
    a[(long)k * n + k] = a[(long)(modes + k) * n + modes + k] = r->omega2[k] - circular * circular;
    for (int l = 0; l < modes; l++) {
      a[(long)k * n + modes + l] = -circular * r->damping[(long)k * modes + l];
      a[(long)(modes + k) * n + l] = circular * r->damping[(long)k * modes + l];
    }
    x[k] = push[0], x[modes + k] = push[1];
  }
  linear_lu(a, n, linear_rounding_level(a, n), pivot);
  linear_lu_solve(a, n, pivot, x);
  return x;
}

chatter_status transient_steady_start(const engine_layout *layout, const study *config,
                                      const double *parameter, void *scratch, double *p, double *v) {
  const reduced_model *r = layout->reduced;
  const double frequency = first_frequency(layout, parameter), circular = 2 * M_PI * frequency;
  const double *dense = NULL;
  if (!(frequency > 0))
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: initial.steady: no load has a frequency (allowed: a harmonic load, or "
                       "initial.static)",
                       study_place(config, "initial.steady"));
  if (r->damping) dense = solve_dense(layout, parameter, circular, frequency, scratch);
  for (int k = 0; k < r->n_modes; k++) {
    double push[3], re, im;
    load_on_mode(layout, parameter, frequency, k, push);
    if (dense) {
      re = dense[k], im = dense[r->n_modes + k];
    } else {
      const double rate = parameter[transient_damping_parameter(layout->sizes.dim) + k] * circular;
      const double stiffness = r->omega2[k] - circular * circular,
                   square = stiffness * stiffness + rate * rate;
      re = (push[0] * stiffness + push[1] * rate) / square;
      im = (push[1] * stiffness - push[0] * rate) / square;
    }
    p[k] = im + (r->omega2[k] > 0 ? push[2] / r->omega2[k] : 0);
    v[k] = circular * re;
    if (r->omega2[k] == 0 && push[2] != 0)
      return error_raise(
          CHATTER_BAD_STUDY,
          "%s: initial.steady: a constant load acts on a body that nothing holds: it has no steady state",
          study_place(config, "initial.steady"));
  }
  return CHATTER_OK;
}
