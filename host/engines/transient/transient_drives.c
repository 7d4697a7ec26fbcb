// What moves loads, gaps and walls over time: tables in the packed model, and the numbers of drives.
#include <limits.h>
#include <math.h>

#include "engines/transient/transient_engine.h"
#include "kernels/drive.h"
#include "model/model.h"

static const double PI = 3.14159265358979323846;

chatter_status transient_plan_drives(const study *config, arena *memory, transient_own *own, long *numbers) {
  *numbers = 0;
  own->drives = arena_allocate(memory, (size_t)(config->n_drives + 1) * sizeof *own->drives);
  if (!own->drives) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int d = 0; d < config->n_drives; d++) {
    char path[MODEL_PATH];
    drive_plan *drive = &own->drives[d];
    model_file_path(config, config->drives[d].file, path);
    TRY(drive_table_read(path, &config->drives[d], memory, &drive->table));
    drive->at = *numbers;
    *numbers += drive_column(drive->table.knots, drive->table.columns);
    if (*numbers > INT_MAX)
      return error_raise(CHATTER_BAD_STUDY, "%s: %ld numbers in the tables of all drives (allowed: up to %d)",
                         path, *numbers, INT_MAX);
  }
  return CHATTER_OK;
}

void transient_pack_drives(const study *config, const transient_own *own, double *numbers) {
  for (int d = 0; d < config->n_drives; d++) {
    const drive_table *t = &own->drives[d].table;
    double *to = numbers + own->drives[d].at;
    for (int i = 0; i < t->knots; i++) {
      to[i] = (double)(float)t->at[i];
      to[t->knots + i] = t->at[i] - to[i];
    }
    for (int c = 0; c < t->columns; c++) {
      double *value = to + drive_column(t->knots, c);
      for (int i = 0; i < t->knots; i++) {
        value[i] = t->value[(long)c * t->knots + i];
        value[t->knots + i] = t->slope[(long)c * t->knots + i];
      }
    }
  }
}

// What a drive of the kernel is: that of a load, or of the gap or wall of a contact entry.
typedef struct drive_use {
  int drive;                         // of the study; -1: none
  double factor, phase;              // rad
  const excitation_config *turns_of; // the load that has the frequency; NULL: none
} drive_use;

static drive_use use_of(const study *config, const reduced_model *r, const transient_own *own, int which) {
  if (which < config->n_excitations) {
    const excitation_config *e = &config->excitations[which];
    return (drive_use){study_drive_of(config, e->drive), study_load_size(e), e->phase,
                       study_load_has_frequency(config, e) ? transient_frequency_of(config, which) : NULL};
  }
  const int e = (which - config->n_excitations) / 2, is_wall = (which - config->n_excitations) % 2;
  const contact_config *c = &config->contacts[own->entries[e].entry];
  drive_use use = {study_drive_of(config, is_wall ? c->wall_drive : c->gap_drive),
                   is_wall ? c->wall_factor : c->gap_factor,
                   reduced_gap_phase(c, &r->contacts[own->entries[e].point]), NULL};
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
  if (drive < 0) return;
  const drive_config *of = &config->drives[drive];
  table[DRIVE_KIND] = DRIVE_TABLE;
  table[DRIVE_AT] = (int)own->drives[drive].at;
  table[DRIVE_KNOTS] = own->drives[drive].table.knots;
  table[DRIVE_WAYS] = (of->interpolation == INTERPOLATION_CUBIC ? DRIVE_CUBIC : 0) |
                      (of->periodic ? DRIVE_PERIODIC : 0) |
                      (of->abscissa == ABSCISSA_TURNS ? DRIVE_BY_TURNS : 0);
}

static chatter_status bind_use(const study *config, const transient_own *own, const drive_use *use,
                               double *parameter) {
  const excitation_config *f = use->turns_of;
  parameter[DRIVE_AMPLITUDE] = use->factor;
  if (use->drive >= 0) {
    const drive_config *of = &config->drives[use->drive];
    char path[STUDY_NAME + 32];
    int column;
    snprintf(path, sizeof path, "drives.%s.column", of->name);
    TRY(drive_table_column(&own->drives[use->drive].table, &of->column, study_place(config, path), &column));
    parameter[DRIVE_AMPLITUDE] = use->factor * of->factor;
    parameter[DRIVE_OFFSET] = use->factor * of->offset;
    parameter[DRIVE_COLUMN] = column;
  }
  if (!f) return CHATTER_OK;
  parameter[DRIVE_FREQUENCY] = f->frequency;
  parameter[DRIVE_TURNS] = use->phase / (2 * PI);
  const double time = transient_sweep_time(f);
  if (time <= 0) return CHATTER_OK;
  parameter[DRIVE_SWEEP_FROM] = f->sweep_from;
  parameter[DRIVE_SWEEP_RATE] = f->frequency > f->sweep_from ? f->sweep_rate : -f->sweep_rate;
  parameter[DRIVE_SWEEP_END] = time;
  parameter[DRIVE_SWEEP_TURNS] = time * 0.5 * (f->sweep_from + f->frequency);
  return CHATTER_OK;
}

chatter_status transient_bind_drive(const study *config, const reduced_model *r, const transient_own *own,
                                    int which, double *parameter) {
  const drive_use use = use_of(config, r, own, which);
  const int is_used = which < config->n_excitations || use.drive >= 0;
  return is_used ? bind_use(config, own, &use, parameter) : CHATTER_OK;
}

double transient_load_at(const engine_layout *layout, int load, const double *parameter, double t) {
  const int *dim = layout->sizes.dim, *table = layout->tables + transient_drive_table(dim, load);
  if (table[DRIVE_KIND] == DRIVE_CONSTANT) return parameter[DRIVE_AMPLITUDE];
  if (table[DRIVE_KIND] == DRIVE_HARMONIC)
    return parameter[DRIVE_AMPLITUDE] * sin(2 * PI * drive_turns(parameter, t, 1));
  double own[N_DRIVE], rate;
  for (int i = 0; i < N_DRIVE; i++) own[i] = parameter[i];
  return drive_from_table(layout->model + transient_model(dim, MODEL_DRIVES) + table[DRIVE_AT],
                          table[DRIVE_KNOTS], table[DRIVE_WAYS], own, t, 1, &rate);
}

static chatter_status check_use(const study *config, const transient_own *own, const drive_use *use,
                                long trajectory, double end) {
  const drive_config *of = &config->drives[use->drive];
  const drive_table *table = &own->drives[use->drive].table;
  const int by_turns = of->abscissa == ABSCISSA_TURNS;
  double parameter[N_DRIVE] = {0};
  char path[STUDY_NAME + 32];
  TRY(bind_use(config, own, use, parameter));
  const double first = table->at[0], last = table->at[table->knots - 1], slack = 1e-9 * (last - first);
  const double from = by_turns ? drive_turns(parameter, 0, 1) : 0,
               to = by_turns ? drive_turns(parameter, end, 1) : end;
  if (of->periodic || (from >= first - slack && to <= last + slack)) return CHATTER_OK;
  snprintf(path, sizeof path, "drives.%s.file", of->name);
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: the drive '%s' lasts from %.10g to %.10g %s, trajectory %ld from %.10g to %.10g "
                     "(allowed: a table that covers the run, or periodic: true)",
                     study_place(config, path), of->name, first, last, by_turns ? "turns" : "s", trajectory,
                     from, to);
}

chatter_status transient_check_drives(const engine_layout *layout, const study *config, long trajectory,
                                      double end) {
  const transient_own *own = layout->own;
  for (int which = 0; which < transient_drives(layout->sizes.dim); which++) {
    const drive_use use = use_of(config, layout->reduced, own, which);
    if (use.drive >= 0) TRY(check_use(config, own, &use, trajectory, end));
  }
  return CHATTER_OK;
}
