// Drives of loads, gaps and walls over time.
#include "engines/transient/bind/transient_drives.h"

#include <math.h>

#include "engines/transient/bind/transient_time.h"
#include "engines/transient/transient_engine.h"
#include "drives/point_drives.h"
#include "kernels/drives/turns.h"
#include "study/file/entries.h"

// Returns the drive of load, gap or wall number `which`; drive < 0: none.
static drive_use use_of(const study *config, const reduced_model *r, const transient_setup *setup,
                        int which) {
  if (which < config->n_excitations) {
    const excitation_config *e = &config->excitations[which];
    return (drive_use){.drive = study_find_drive(config, e->drive),
                       .factor = study_load_size(e),
                       .phase = e->phase,
                       .turns_of = study_load_has_frequency(config, e) ? transient_frequency_of(config, which)
                                                                       : NULL};
  }
  const transient_contact_plan *e = &setup->entries[(which - config->n_excitations) / 2];
  drive_use use = point_drive(config, &r->contacts[e->point], e->index, (which - config->n_excitations) % 2);
  for (int j = 0; j < config->n_excitations && !use.turns_of; j++)
    if (study_load_has_frequency(config, &config->excitations[j]))
      use.turns_of = transient_frequency_of(config, j);
  return use;
}

void transient_pack_drive(const study *config, const reduced_model *r, const transient_setup *setup,
                          int which, int *table) {
  const drive_use use = use_of(config, r, setup, which);
  table[DRIVE_KIND] = which >= config->n_excitations                        ? DRIVE_NONE
                      : study_load_is_harmonic(&config->excitations[which]) ? DRIVE_HARMONIC
                                                                            : DRIVE_CONSTANT;
  if (use.drive >= 0)
    drive_use_pack(config->drives, setup->drives, &use, use.columns && point_drive_turns(config, &use),
                   table);
}

chatter_status transient_bind_drive(const study *config, const reduced_model *r, const transient_setup *setup,
                                    int which, long trajectory, double *number) {
  const drive_use use = use_of(config, r, setup, which);
  if (use.drive >= 0) return drive_use_bind(config, setup->drives, &use, trajectory, number);
  if (which >= config->n_excitations) return CHATTER_OK;
  number[DRIVE_AMPLITUDE] = use.factor;
  if (use.turns_of) drive_turn(use.turns_of, use.phase, number);
  return CHATTER_OK;
}

double transient_load_at(const engine_layout *layout, int load, const double *number, double t) {
  const int *dim = layout->sizes.dim, *table = layout->tables + transient_drive_table(dim, load);
  double rate;
  if (table[DRIVE_KIND] == DRIVE_HARMONIC)
    return number[DRIVE_AMPLITUDE] * sin(2 * M_PI * turns_at(number, t, 1)) + number[DRIVE_OFFSET];
  return drive_value(layout->model + transient_model_at(dim, MODEL_DRIVES), table, number, t, &rate);
}

chatter_status transient_plan_drives(const study *config, const reduced_model *r, arena *memory,
                                     transient_setup *setup, long *numbers) {
  TRY(drives_plan(config, memory, &setup->drives, numbers));
  for (int d = 0; d < config->n_drives; d++)
    if (study_drive_kind(&config->drives[d]) == DRIVE_TABLE)
      TRY(point_drives_check(config, r, d, &setup->drives[d].table));
  return CHATTER_OK;
}

chatter_status transient_check_drives(const engine_layout *layout, const study *config, long trajectory,
                                      double end, double step) {
  const transient_setup *setup = layout->setup;
  for (int which = 0; which < transient_drives(layout->sizes.dim); which++) {
    const drive_use use = use_of(config, layout->reduced, setup, which);
    if (use.drive >= 0) TRY(drive_check(config, setup->drives, &use, trajectory, end, step));
  }
  return CHATTER_OK;
}
