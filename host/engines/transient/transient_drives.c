// What moves loads, gaps and walls over time.
#include <math.h>

#include "engines/transient/transient_engine.h"
#include "kernels/drives/turns.h"

static const double PI = 3.14159265358979323846;

// The drive of load, gap or wall number `which`; drive < 0: none.
static drive_use use_of(const study *config, const reduced_model *r, const transient_own *own, int which) {
  if (which < config->n_excitations) {
    const excitation_config *e = &config->excitations[which];
    return (drive_use){.drive = study_drive_of(config, e->drive),
                       .factor = study_load_size(e),
                       .phase = e->phase,
                       .turns_of = study_load_has_frequency(config, e) ? transient_frequency_of(config, which)
                                                                       : NULL};
  }
  const int e = (which - config->n_excitations) / 2, is_wall = (which - config->n_excitations) % 2;
  const contact_config *c = &config->contacts[own->entries[e].entry];
  drive_use use = {.drive = study_drive_of(config, is_wall ? c->wall_drive : c->gap_drive),
                   .factor = is_wall ? c->wall_factor : c->gap_factor,
                   .phase = reduced_gap_phase(c, &r->contacts[own->entries[e].point])};
  for (int j = 0; j < config->n_excitations && !use.turns_of; j++)
    if (study_load_has_frequency(config, &config->excitations[j]))
      use.turns_of = transient_frequency_of(config, j);
  return use;
}

void transient_pack_drive(const study *config, const reduced_model *r, const transient_own *own, int which,
                          int *table) {
  const int drive = use_of(config, r, own, which).drive;
  table[DRIVE_KIND] = which >= config->n_excitations                        ? DRIVE_NONE
                      : study_load_is_harmonic(&config->excitations[which]) ? DRIVE_HARMONIC
                                                                            : DRIVE_CONSTANT;
  if (drive >= 0) drive_pack(config, own->drives, drive, table);
}

chatter_status transient_bind_drive(const study *config, const reduced_model *r, const transient_own *own,
                                    int which, long trajectory, double *number) {
  const drive_use use = use_of(config, r, own, which);
  if (use.drive >= 0) return drive_bind(config, own->drives, &use, trajectory, number);
  if (which >= config->n_excitations) return CHATTER_OK;
  number[DRIVE_AMPLITUDE] = use.factor;
  if (use.turns_of) drive_turn(use.turns_of, use.phase, number);
  return CHATTER_OK;
}

double transient_load_at(const engine_layout *layout, int load, const double *number, double t) {
  const int *dim = layout->sizes.dim, *table = layout->tables + transient_drive_table(dim, load);
  double rate;
  if (table[DRIVE_KIND] == DRIVE_HARMONIC)
    return number[DRIVE_AMPLITUDE] * sin(2 * PI * turns_at(number, t, 1)) + number[DRIVE_OFFSET];
  return drive_value(layout->model + transient_model(dim, MODEL_DRIVES), table, number, t, &rate);
}

chatter_status transient_check_drives(const engine_layout *layout, const study *config, long trajectory,
                                      double end, double step) {
  const transient_own *own = layout->own;
  for (int which = 0; which < transient_drives(layout->sizes.dim); which++) {
    const drive_use use = use_of(config, layout->reduced, own, which);
    if (use.drive >= 0) TRY(drive_check(config, own->drives, &use, trajectory, end, step));
  }
  return CHATTER_OK;
}
