#include "engines/response/bind/response_drives.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/response/study/response_keys.h"
#include "drives/point_drives.h"
#include "kernels/drives/drives.h"
#include "study/file/document.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"
#include "study/rules/mistakes.h"

static int drive_of_load(const study *config, int i) {
  return study_find_drive(config, config->excitations[i].drive);
}
static int drive_of_gap(const study *config, int i) {
  return study_find_drive(config, config->contacts[i].gap_drive);
}

// Checks a drive that a load or a gap uses.
static void check_drive(parser *p, int d) {
  const drive_config *of = &p->out->drives[d];
  const char *entry = parser_text(p, "drives.%s", of->name);
  if (study_drive_kind(of) != DRIVE_TABLE)
    rules_mistake(
        p, parser_text(p, "%s.type", entry),
        "%s.type: harmonic balance goes round with the turns of its loads, which this drive does not "
        "(allowed: table, with abscissa: turns and periodic: true)",
        entry);
  else if (of->abscissa != ABSCISSA_TURNS)
    rules_mistake(p, parser_text(p, "%s.abscissa", entry),
                  "%s.abscissa: over time this drive has no period in common with the loads, whose frequency "
                  "goes from response.from to response.to (allowed: turns)",
                  entry);
  else if (!of->periodic)
    rules_mistake(p, parser_text(p, "%s.periodic", entry),
                  "%s.periodic: a drive that ends makes no periodic response (allowed: true)", entry);
}

void response_check_drives(parser *p) {
  const study *s = p->out;
  const char *const needs[] = {"excitation.%d.drive", "contact.%d.gap_drive"};
  for (int kind = 0; kind < 2; kind++)
    for (int i = 0; i < (kind ? s->n_contacts : s->n_excitations); i++) {
      const int drive = kind ? drive_of_gap(s, i) : drive_of_load(s, i);
      const char *place = parser_text(p, needs[kind], i);
      if (drive < 0) continue;
      check_drive(p, drive);
      if (!response_has_static(s))
        rules_mistake(p, place,
                      "%s: a drive may have a mean, which needs the static harmonic (response.static: "
                      "auto or yes)",
                      place);
      if (response_adapts_harmonics(s))
        rules_mistake(p, place,
                      "%s: a drive has harmonics of its own, which response.adapt would leave out "
                      "(allowed: adapt: 0)",
                      place);
    }
  for (int i = 0; i < s->n_contacts; i++)
    if (s->contacts[i].wall_drive[0])
      rules_mistake(p, parser_text(p, "contact.%d.wall_drive", i),
                    "contact.%d.wall_drive: harmonic balance has no sliding walls: leave it out (allowed: "
                    "gap_drive)",
                    i);
}

// Returns the number of periods that one table turn holds; 0: not a whole number, so the motion
// would not repeat after a turn.
static int periods_of(const drive_column *record) {
  const double rounding = 1e-9; // of decimals in a file
  const double period = record->at[record->knots - 1] - record->at[0], periods = round(1 / period);
  return periods >= 1 && fabs(periods * period - 1) < rounding ? (int)periods : 0;
}

static chatter_status read_drive(const study *config, int d, arena *memory, drive_table *out) {
  const drive_config *of = &config->drives[d];
  char place[STUDY_NAME + 32];
  if (out->columns > 0) return CHATTER_OK;
  TRY(drive_read_table(config->path, of, memory, out));
  snprintf(place, sizeof place, "drives.%s.file", of->name);
  for (int c = 0; c < out->columns; c++) {
    const drive_column *record = &out->column[c];
    if (periods_of(record) == 0)
      return error_raise(
          CHATTER_BAD_STUDY,
          "%s: the drive '%s' has a period of %.10g turns: harmonic balance is of motions that come "
          "again after one turn (allowed: 1, 1/2, 1/3 …)",
          study_place(config, place), of->name, record->at[record->knots - 1] - record->at[0]);
  }
  return CHATTER_OK;
}

chatter_status response_plan_drives(const study *config, const reduced_model *r, arena *memory,
                                    response_setup *setup) {
  const int harmonics = (int)response_config_of(config)->harmonics;
  const size_t room = (size_t)config->n_drives + 1;
  setup->drive = arena_allocate(memory, room * sizeof *setup->drive);
  if (!setup->drive) return error_raise(CHATTER_DEVICE, "out of memory");
  memset(setup->drive, 0, room * sizeof *setup->drive);
  for (int i = 0; i < config->n_excitations; i++) {
    const int drive = drive_of_load(config, i);
    if (drive < 0) continue;
    TRY(read_drive(config, drive, memory, &setup->drive[drive]));
    setup->more_harmonics = harmonics - 1;
  }
  for (int i = 0; i < config->n_contacts; i++) {
    const int drive = drive_of_gap(config, i);
    if (drive < 0) continue;
    TRY(read_drive(config, drive, memory, &setup->drive[drive]));
    TRY(point_drives_check(config, r, drive, &setup->drive[drive]));
    setup->gap_harmonics = harmonics;
  }
  return CHATTER_OK;
}

// M_k = ∫ s^k e^(-iθs) ds over 0 to 1, k = 0 … 3, for θ > 0. Integration by parts, iθ M_k = k
// M_(k-1) - e^(-iθ), loses digits as θ^-3 for small θ. There the exponential's series is used,
// whose terms fall as θ^n/n!.
static void moments(double theta, double complex to[4]) {
  const double complex e = cexp(CMPLX(0, -theta)), i_theta = CMPLX(0, theta);
  if (theta > 1) {
    to[0] = (1 - e) / i_theta;
    for (int k = 1; k < 4; k++) to[k] = (k * to[k - 1] - e) / i_theta;
    return;
  }
  for (int k = 0; k < 4; k++) {
    double complex term = 1;
    to[k] = 0;
    for (int n = 0; n < 24; n++) {
      to[k] += term / (n + k + 1);
      term *= -i_theta / (n + 1);
    }
  }
}

// ∫ f e^(-2πihx) dx over a table's period: exact, as its pieces are cubics (knots with slopes) or
// straight lines.
static double complex integral(const drive_column *t, int is_cubic, int h) {
  const double *value = t->value, *slope = t->slope;
  double complex sum = 0;
  for (int i = 0; i + 1 < t->knots; i++) {
    const double width = t->at[i + 1] - t->at[i], rise = value[i + 1] - value[i];
    const double a = is_cubic ? width * slope[i] : rise, e = is_cubic ? width * slope[i + 1] : rise,
                 c = a + e - 2 * rise, b = rise - a - c; // value + s (a + s (b + s c))
    double complex m[4];
    moments(2 * M_PI * h * width, m);
    sum +=
        width * cexp(CMPLX(0, -2 * M_PI * h * t->at[i])) * (value[i] * m[0] + a * m[1] + b * m[2] + c * m[3]);
  }
  return sum;
}

chatter_status response_drive_harmonics(const study *config, const response_setup *setup,
                                        const drive_use *use, int harmonics, double *to) {
  const drive_config *of = &config->drives[use->drive];
  const drive_table *table = &setup->drive[use->drive];
  int column;
  TRY(drive_use_column(config, table, use, &column));
  const drive_column *record = &table->column[column];
  const int periods = periods_of(record);
  for (int h = 0; h <= harmonics; h++) {
    const double complex whole =
        h % periods ? 0 : integral(record, of->interpolation == INTERPOLATION_CUBIC, h);
    const double complex c = use->factor * of->factor * periods * whole * cexp(CMPLX(0, h * use->phase));
    if (h == 0)
      to[0] = use->factor * of->offset + creal(c);
    else
      to[2 * h - 1] = 2 * creal(c), to[2 * h] = -2 * cimag(c);
  }
  return CHATTER_OK;
}
