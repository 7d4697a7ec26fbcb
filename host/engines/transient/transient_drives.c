// Loads: their tables in the packed model, and their numbers.
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
    transient_drive *drive = &own->drives[d];
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

void transient_pack_load(const study *config, const transient_own *own, int load, int *table) {
  const excitation_config *e = &config->excitations[load];
  const int drive = study_drive_of(config, e);
  table[DRIVE_KIND] = study_load_is_harmonic(e) ? DRIVE_HARMONIC : DRIVE_CONSTANT;
  if (drive < 0) return;
  const drive_config *of = &config->drives[drive];
  table[DRIVE_KIND] = DRIVE_TABLE;
  table[DRIVE_AT] = (int)own->drives[drive].at;
  table[DRIVE_KNOTS] = own->drives[drive].table.knots;
  table[DRIVE_WAYS] = (of->interpolation == INTERPOLATION_CUBIC ? DRIVE_CUBIC : 0) |
                      (of->periodic ? DRIVE_PERIODIC : 0) |
                      (of->abscissa == ABSCISSA_TURNS ? DRIVE_BY_TURNS : 0);
}

void transient_bind_load(const study *config, int load, double *parameter) {
  const excitation_config *e = &config->excitations[load], *f = transient_frequency_of(config, load);
  const double time = transient_sweep_time(f);
  const int drive = study_drive_of(config, e);
  parameter[DRIVE_AMPLITUDE] = e->amplitude;
  if (drive >= 0) {
    const drive_config *of = &config->drives[drive];
    parameter[DRIVE_AMPLITUDE] = e->amplitude * of->factor;
    parameter[DRIVE_OFFSET] = e->amplitude * of->offset;
    parameter[DRIVE_COLUMN] = of->column - 1;
  }
  if (!study_load_has_frequency(config, e)) return;
  parameter[DRIVE_FREQUENCY] = f->frequency;
  parameter[DRIVE_TURNS] = e->phase / (2 * PI);
  if (time <= 0) return;
  parameter[DRIVE_SWEEP_FROM] = f->sweep_from;
  parameter[DRIVE_SWEEP_RATE] = f->frequency > f->sweep_from ? f->sweep_rate : -f->sweep_rate;
  parameter[DRIVE_SWEEP_END] = time;
  parameter[DRIVE_SWEEP_TURNS] = time * 0.5 * (f->sweep_from + f->frequency);
}

double transient_load_at(const engine_layout *layout, int load, const double *parameter, double t) {
  const int *dim = layout->sizes.dim, *table = layout->tables + transient_load_table(dim, load);
  if (table[DRIVE_KIND] == DRIVE_CONSTANT) return parameter[DRIVE_AMPLITUDE];
  if (table[DRIVE_KIND] == DRIVE_HARMONIC)
    return parameter[DRIVE_AMPLITUDE] * sin(2 * PI * drive_turns(parameter, t, 1));
  double own[N_DRIVE];
  for (int i = 0; i < N_DRIVE; i++) own[i] = parameter[i];
  return drive_from_table(layout->model + transient_model(dim, MODEL_DRIVES) + table[DRIVE_AT],
                          table[DRIVE_KNOTS], table[DRIVE_WAYS], own, t, 1);
}

static chatter_status check_drive(const study *config, const drive_table *table, int load, long trajectory,
                                  double end) {
  const excitation_config *e = &config->excitations[load];
  const drive_config *of = &config->drives[study_drive_of(config, e)];
  const int by_turns = of->abscissa == ABSCISSA_TURNS;
  double parameter[N_DRIVE] = {0};
  char path[STUDY_NAME + 32];
  snprintf(path, sizeof path, "drives.%s.file", of->name);
  const char *place = study_place(config, path);
  transient_bind_load(config, load, parameter);
  if (of->column > table->columns)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: trajectory %ld: the drive '%s' has no column %g behind its abscissa (allowed: 1 "
                       "to %d)",
                       place, trajectory, of->name, of->column, table->columns);
  const double first = table->at[0], last = table->at[table->knots - 1], slack = 1e-9 * (last - first);
  const double from = by_turns ? drive_turns(parameter, 0, 1) : 0,
               to = by_turns ? drive_turns(parameter, end, 1) : end;
  if (of->periodic || (from >= first - slack && to <= last + slack)) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: the drive '%s' lasts from %.10g to %.10g %s, trajectory %ld from %.10g to %.10g "
                     "(allowed: a table that covers the run, or periodic: true)",
                     place, of->name, first, last, by_turns ? "turns" : "s", trajectory, from, to);
}

chatter_status transient_check_drives(const study *config, const transient_own *own, long trajectory,
                                      double end) {
  for (int j = 0; j < config->n_excitations; j++) {
    const int drive = study_drive_of(config, &config->excitations[j]);
    if (drive >= 0) TRY(check_drive(config, &own->drives[drive].table, j, trajectory, end));
  }
  return CHATTER_OK;
}
