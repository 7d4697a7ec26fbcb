// Estimates of Brunetti et al. 2021 for the pair, which `chatter check` prints beside the exact
// stability limit.
#include "engines/sliding/extract/sliding_report.h"

#include <math.h>

#include "engines/sliding/bind/sliding_time.h"
#include "engines/sliding/sliding_engine.h"

// Returns l √(ρ/E) (√(1-ζ²) - ζ) (Brunetti et al. 2021, equation 25), l the least distance of
// neighbouring nodes of a meshed rectangle; 0: another model. It is no guarantee: the limit is the
// exact one.
static double mesh_limit(const model_config *m, double zeta) {
  if (m->type != MODEL_PLANE || !(zeta < 1)) return 0;
  const double l = fmin(m->length / m->elements, m->height / m->elements_across);
  return l * sqrt(m->density / m->youngs_modulus) * (sqrt(1 - zeta * zeta) - zeta);
}

static double most_damped(const contact_pair *pair, int body) {
  double most = 0;
  const int from = body == BODY_SLIDER ? 0 : pair->n_slider,
            to = body == BODY_SLIDER ? pair->n_slider : pair->n_modes;
  for (int k = from; k < to; k++)
    if (pair->omega2[k] > 0) most = fmax(most, pair->damping[k] / (2 * sqrt(pair->omega2[k])));
  return most;
}

// Returns the critical speed of a load that moves along a cantilever: the phase velocity ω/β of its
// first mode, β = 1.8751/L.
static double critical_speed(const contact_pair *pair) {
  return sqrt(pair->omega2[pair->n_slider]) * pair->arc[pair->n_nodes - 1] / 1.8751040687;
}

// Reports the range of the guide's drive from samples; the run itself detects the end of the path.
// Returns its highest speed.
static double report_guide(const engine_layout *layout, const study *config, FILE *stream) {
  enum { MOST_SAMPLES = 100000 };
  const sliding_setup *setup = layout->setup;
  const int *dim = layout->sizes.dim;
  const slider_config *s = slider_of(config);
  const drive_use use = guide_use(config);
  double number[N_DRIVE_PARAMETERS] = {0};
  if (drive_use_bind(config, setup->drives, &use, 0, number) != CHATTER_OK) return fabs(s->velocity);
  const guide_course course = {.velocity = s->velocity,
                               .block = layout->model + sliding_model_at(dim, SLIDE_MODEL_DRIVES),
                               .table = layout->tables + sliding_guide_table(dim),
                               .number = number};
  const double steps = fmin(fmax(sliding_steps(config), 1), MOST_SAMPLES);
  const guide_range range = guide_range_of(&course, sliding_of(config)->duration, (long)steps);
  fprintf(stream, "  %-22s%.4g to %.4g m/s by its drive, from %.4g to %.4g m of the path's %.4g m\n", "guide",
          range.slowest, range.fastest, s->start + range.least, s->start + range.most,
          setup->pair.arc[setup->pair.n_nodes - 1]);
  return fmax(fabs(range.slowest), fabs(range.fastest));
}

void sliding_report(const engine_layout *layout, const study *config, FILE *stream) {
  const sliding_setup *setup = layout->setup;
  double least = 0;
  for (int body = 0; body < N_BODIES; body++) {
    const double limit = mesh_limit(body_model(config, (body_name)body), most_damped(&setup->pair, body));
    if (limit > 0 && (least == 0 || limit < least)) least = limit;
  }
  if (least > 0)
    fprintf(stream, "  %-22s%.4g s by the mesh (the paper's eq. 25), no guarantee\n", "step estimate", least);
  const double critical = critical_speed(&setup->pair);
  double fastest = fabs(slider_of(config)->velocity);
  if (guide_is_driven(config)) fastest = report_guide(layout, config, stream);
  fprintf(stream,
          "  %-22s%.4g m/s, of a load along a cantilever of the path's length; the guide's is %.3g of it\n",
          "critical speed", critical, fastest / critical);
}
