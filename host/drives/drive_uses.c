// Reads, packs, binds and evaluates drives.
#include "drives/drive_uses.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fnv.h"
#include "base/log.h"
#include "kernels/lane_math.h"

#include "kernels/drives/drives.h"
#include "model/model.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"

enum { PLACE_TEXT_SIZE = STUDY_NAME + 32 };
static const double WORTH_A_WARNING = 0.03, TOO_FAR = 0.2; // limits of noise_filter.misfit

static const char *place_of(const study *config, const drive_config *of, const char *key) {
  char path[PLACE_TEXT_SIZE];
  snprintf(path, sizeof path, "drives.%s.%s", of->name, key);
  return study_place(config, path);
}

static chatter_status plan_noise(const study *config, const drive_config *of, arena *memory,
                                 drive_plan *plan) {
  char path[MODEL_PATH];
  drive_spectrum spectrum;
  const int has_band = of->band[0] < of->band[1];
  model_file_path(config->path, of->spectrum, path);
  TRY(drive_spectrum_read(path, of, memory, &spectrum));
  const double least = spectrum.frequency[0], most = spectrum.frequency[spectrum.n - 1];
  const double from = has_band ? fmax(of->band[0], least) : least,
               to = has_band ? fmin(of->band[1], most) : most;
  TRY(noise_filter_make(&spectrum, from, to, memory, &plan->noise));
  const double misfit = plan->noise.misfit;
  if (misfit > TOO_FAR)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: the spectrum of drive '%s' is too fine: %.2g of its power would lie elsewhere "
        "(allowed: %.2g; bands and peaks not narrower than about a 300th of the highest "
        "frequency, %g Hz: end the band earlier, or filter white noise by a mode of the model)",
        place_of(config, of, of->spectrum[0] ? "spectrum" : "band"), of->name, misfit, TOO_FAR, to);
  if (misfit > WORTH_A_WARNING)
    log_warning("drive '%s': %.2g of the noise's power lies beside the spectrum's narrow bands and peaks",
                of->name, misfit);
  return CHATTER_OK;
}

static long table_numbers(const drive_table *t) {
  long sum = (long)t->columns * TABLE_ENTRY;
  for (int c = 0; c < t->columns; c++)
    sum +=
        (c == 0 || t->column[c].at != t->column[c - 1].at ? 2 : 1) * TABLE_BLOCKS * (long)t->column[c].knots;
  return sum;
}

static long drive_numbers(const drive_config *of, const drive_plan *plan) {
  switch (study_drive_kind(of)) {
  case DRIVE_TABLE:
    return table_numbers(&plan->table);
  case DRIVE_NOISE:
    return noise_block_size(plan->noise.signs);
  default:
    return 0;
  }
}

chatter_status drive_read_table(const char *study_path, const drive_config *of, arena *memory,
                                drive_table *table) {
  char name[STUDY_PATH], path[MODEL_PATH];
  for (const char *rest = of->file; (rest = study_next_file_name(rest, name));) {
    model_file_path(study_path, name, path);
    TRY(drive_table_read(path, of, memory, table));
  }
  return CHATTER_OK;
}

chatter_status drives_plan(const study *config, arena *memory, drive_plan **plans, long *numbers) {
  *numbers = config->n_drives > 0;
  *plans = arena_allocate(memory, (size_t)(config->n_drives + 1) * sizeof **plans);
  if (!*plans) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int d = 0; d < config->n_drives; d++) {
    const drive_config *of = &config->drives[d];
    const drive_kind kind = study_drive_kind(of);
    drive_plan *plan = *plans + d;
    if (kind == DRIVE_TABLE) TRY(drive_read_table(config->path, of, memory, &plan->table));
    if (kind == DRIVE_NOISE) TRY(plan_noise(config, of, memory, plan));
    plan->at = *numbers;
    *numbers += drive_numbers(&config->drives[d], plan);
    if (*numbers > INT_MAX)
      return error_raise(CHATTER_BAD_STUDY, "%s: %ld numbers in the tables of all drives (allowed: up to %d)",
                         study_place(config, "drives"), *numbers, INT_MAX);
  }
  return CHATTER_OK;
}

static void place(long at, double *to) {
  to[0] = (double)(at / TABLE_PLACE), to[1] = (double)(at % TABLE_PLACE);
}
static void pack_table(const drive_table *t, double *to) {
  long at = (long)t->columns * TABLE_ENTRY, abscissas = 0;
  for (int c = 0; c < t->columns; c++) {
    const drive_column *column = &t->column[c];
    const int n = column->knots;
    double *entry = to + (long)c * TABLE_ENTRY;
    if (c == 0 || column->at != column[-1].at) {
      abscissas = at;
      for (int i = 0; i < n; i++) {
        to[at + i] = (double)(float)column->at[i];
        to[at + n + i] = column->at[i] - to[at + i];
      }
      at += TABLE_BLOCKS * (long)n;
    }
    entry[TABLE_KNOTS] = n;
    place(abscissas, entry + TABLE_ABSCISSAS);
    place(at, entry + TABLE_VALUES);
    for (int i = 0; i < n; i++) to[at + i] = column->value[i], to[at + n + i] = column->slope[i];
    at += TABLE_BLOCKS * (long)n;
  }
}

void drives_pack(int n, const drive_config *drives, const drive_plan *plans, double *block) {
  for (int d = 0; d < n; d++) {
    const drive_kind kind = study_drive_kind(&drives[d]);
    if (kind == DRIVE_TABLE) pack_table(&plans[d].table, block + plans[d].at);
    if (kind == DRIVE_NOISE) noise_filter_pack(&plans[d].noise, block + plans[d].at);
  }
}

// A periodic table over time that starts at an angle is read by turns, one in a second: from t +
// phase/2π of its period.
void drive_use_pack(const drive_config *drives, const drive_plan *plans, const drive_use *use, int from_angle,
                    int *table) {
  const drive_config *of = &drives[use->drive];
  const int by_turns = study_drive_turns(of) || (from_angle && of->periodic);
  table[DRIVE_KIND] = (int)study_drive_kind(of);
  table[DRIVE_BLOCK_AT] = (int)plans[use->drive].at;
  if (table[DRIVE_KIND] == DRIVE_TABLE) {
    table[TABLE_COLUMNS] = plans[use->drive].table.columns;
    table[TABLE_OPTIONS] = (of->interpolation == INTERPOLATION_CUBIC ? TABLE_CUBIC : 0) |
                           (of->periodic ? TABLE_PERIODIC : 0) | (by_turns ? TABLE_BY_TURNS : 0);
  } else if (table[DRIVE_KIND] == DRIVE_NOISE) {
    table[NOISE_SIGNS] = plans[use->drive].noise.signs;
    table[NOISE_STREAM] = (int)(fnv_add(FNV_BEGIN, of->name, strlen(of->name)) >> 33);
  }
}

void drive_turn(const excitation_config *of, double phase, double *number) {
  turns_prepare_sweep(of->frequency, phase, of->sweep_from, of->sweep_rate, number);
}

// Binds a noise. Without a seed every trajectory has its own realisation; number 0 is that of all
// trajectories with a seed.
static void bind_noise(double seed, const drive_config *of, const noise_filter *filter, long trajectory,
                       double *number) {
  number[DRIVE_AMPLITUDE] *= of->spectrum[0] ? filter->deviation : of->deviation;
  number[NOISE_RATE] = filter->rate;
  if (of->seed >= 0) return;
  number[NOISE_SEED] = seed;
  number[NOISE_TRAJECTORY] = (double)trajectory + 1;
}

#define DRIVE_KEY(shape, name, ...) of->name,
#define DRIVE_LINE(NAME, name)                                                                               \
  case DRIVE_##NAME: {                                                                                       \
    const double keys[] = {DRIVE_##NAME##_ROWS(DRIVE_KEY, DRIVE_KEY, name) 0};                               \
    drive_##name##_prepare(keys, number);                                                                    \
    break;                                                                                                   \
  }
static void prepare_drive_shape(const drive_config *of, double *number) {
  switch ((int)study_drive_kind(of)) { DRIVES(DRIVE_LINE) }
}
#undef DRIVE_LINE

chatter_status drive_use_column(const study *config, const drive_table *table, const drive_use *use,
                                int *column) {
  const drive_config *of = &config->drives[use->drive];
  const column_choice *choice = &of->column;
  char path[64], place[2 * STUDY_PATH];
  if (use->columns && study_has_all_columns(use->columns)) {
    *column = use->point;
    return CHATTER_OK;
  }
  if (use->columns && use->columns->n > 0) choice = &use->columns->choice[use->point];
  *column = (int)choice->number - 1;
  if (*column >= 0 && *column < table->columns) return CHATTER_OK; // usually valid: no message is needed
  if (choice == &of->column) return drive_table_column(table, choice, place_of(config, of, "column"), column);
  snprintf(path, sizeof path, use->is_wall ? "contact.%d.wall_columns.%d" : "contact.%d.gap_columns.%d",
           use->entry, use->point);
  snprintf(place, sizeof place, "%s: %s", study_place(config, path), path);
  return drive_table_column(table, choice, place, column);
}

static chatter_status bind_table(const study *config, const drive_table *table, const drive_use *use,
                                 double *number) {
  int column;
  TRY(drive_use_column(config, table, use, &column));
  number[TABLE_COLUMN] = column;
  if (study_drive_turns(&config->drives[use->drive])) {
    if (use->turns_of) drive_turn(use->turns_of, use->phase, number);
    return CHATTER_OK;
  }
  const drive_column *record = &table->column[column];
  turns_prepare_sweep(1, use->phase * (record->at[record->knots - 1] - record->at[0]), 0, 0, number);
  return CHATTER_OK;
}

chatter_status drive_use_bind(const study *config, const drive_plan *plans, const drive_use *use,
                              long trajectory, double *number) {
  const drive_config *of = &config->drives[use->drive];
  const drive_plan *plan = &plans[use->drive];
  const drive_kind kind = study_drive_kind(of);
  number[DRIVE_AMPLITUDE] = use->factor * of->factor;
  number[DRIVE_OFFSET] = use->factor * of->offset;
  prepare_drive_shape(of, number);
  if (kind == DRIVE_NOISE) bind_noise(config->ensemble.seed, of, &plan->noise, trajectory, number);
  if (kind == DRIVE_HARMONIC) turns_shift_phase(use->phase, number);
  return kind == DRIVE_TABLE ? bind_table(config, &plan->table, use, number) : CHATTER_OK;
}

static chatter_status check_table(const study *config, const drive_plan *plans, const drive_use *use,
                                  long trajectory, double end) {
  const drive_config *of = &config->drives[use->drive];
  const int by_turns = study_drive_turns(of);
  double number[N_DRIVE_PARAMETERS] = {0};
  TRY(drive_use_bind(config, plans, use, trajectory, number));
  const drive_column *column = &plans[use->drive].table.column[(int)number[TABLE_COLUMN]];
  const double first = column->at[0], last = column->at[column->knots - 1], slack = 1e-9 * (last - first);
  const double from = by_turns ? turns_at(number, 0, 1) : 0, to = by_turns ? turns_at(number, end, 1) : end;
  if (of->periodic || (from >= first - slack && to <= last + slack)) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: the drive '%s' lasts from %.10g to %.10g %s, trajectory %ld from %.10g to %.10g "
                     "(allowed: a table that covers the run, or periodic: true)",
                     place_of(config, of, "file"), of->name, first, last, by_turns ? "turns" : "s",
                     trajectory, from, to);
}

chatter_status drive_check(const study *config, const drive_plan *plans, const drive_use *use,
                           long trajectory, double end, double step) {
  const drive_config *of = &config->drives[use->drive];
  const drive_kind kind = study_drive_kind(of);
  if (kind == DRIVE_TABLE) return check_table(config, plans, use, trajectory, end);
  const double rate = plans[use->drive].noise.rate;
  if (kind != DRIVE_NOISE || step * rate <= 1 + 1e-9) return CHATTER_OK;
  return error_raise(
      CHATTER_BAD_STUDY,
      "%s: noise up to %g Hz is too fast for the steps of trajectory %ld, %g s (allowed: at "
      "most %.6g Hz, %d steps per period)",
      place_of(config, of, of->spectrum[0] && !(of->band[0] < of->band[1]) ? "spectrum" : "band"),
      rate / NOISE_PER_PERIOD, trajectory, step, 1 / (NOISE_PER_PERIOD * step), NOISE_PER_PERIOD);
}

double drive_value(const double *block, const int *table, const double *number, double t, double *rate) {
  double own[N_DRIVE_PARAMETERS];
  memcpy(own, number, sizeof own);
  return drive_at(block, table, table[DRIVE_KIND], own, t, 1, rate);
}
