// Rules of one load and of one drive.
#include <stdio.h>
#include <string.h>

#include "study/contact_laws.h"
#include "study/file/document.h"
#include "study/file/entries.h"
#include "study/rules/mistakes.h"
#include "study/rules/rules.h"
#include "study/study_kind.h"

int rules_drive(parser *p, const char *name, const char *place) {
  const int drive = study_find_drive(p->out, name);
  const char *names = "", *kinds = "";
  for (int i = 0; study_kinds[i]; i++)
    if (study_kinds[i]->drives)
      kinds = parser_text(p, "%s%s%s", kinds, *kinds ? ", " : "", study_kinds[i]->name);
  for (int d = 0; d < p->out->n_drives; d++)
    names = parser_text(p, "%s%s%s", names, d ? ", " : "", p->out->drives[d].name);
  if (p->kind && !p->kind->drives)
    rules_mistake(p, place, "%s: a study of kind %s knows no drives (allowed with: %s)", place, p->kind->name,
                  *kinds ? kinds : "none of this build");
  else if (drive < 0)
    rules_mistake(p, place, "%s: there is no drive '%s' (allowed: %s)", place, name,
                  *names ? names : "names of the section drives, which there is none of");
  if (drive >= 0) p->out->drives[drive].is_named = 1;
  return p->kind && !p->kind->drives ? -1 : drive;
}

// Refuses drives in a kind of study without them. In other kinds unused drives may wait for --set.
void rules_drives_known(parser *p) {
  if (p->kind && !p->kind->drives && rules_given(p, "drives"))
    rules_mistake(p, "drives", "drives: a study of kind %s knows none: leave the section out", p->kind->name);
}

// Checks a load's frequency. Without its own it has that of the preceding harmonic load.
static void check_frequency(parser *p, int i, const char *entry) {
  int before = 0;
  if (rules_given(p, "%s.frequency", entry)) return;
  for (int k = 0; k < i; k++) before |= study_load_has_frequency(p->out, &p->out->excitations[k]);
  if (!before)
    rules_require(p, entry, "frequency", "in Hz");
  else if (rules_given(p, "%s.sweep_from", entry) || rules_given(p, "%s.sweep_rate", entry))
    rules_mistake(p, entry, "%s: a sweep needs 'frequency', where it ends", entry);
}

static void check_sweep(parser *p, double from, double rate, const char *entry) {
  if (from > 0 && !(rate > 0))
    rules_mistake(p, parser_text(p, "%s.sweep_from", entry),
                  "%s: a sweep needs 'sweep.rate', more than 0 Hz/s", entry);
  if (rate > 0 && !(from > 0))
    rules_mistake(p, parser_text(p, "%s.sweep_rate", entry), "%s: a sweep needs 'sweep.from', more than 0 Hz",
                  entry);
}

// Checks a load's drive. Only a table over turns goes with a sine of the load itself.
static void check_load_drive(parser *p, const excitation_config *e, const char *entry) {
  static const char *const SINE[] = {"frequency", "phase", "sweep_from", "sweep_rate"};
  const int drive = rules_drive(p, e->drive, parser_text(p, "%s.drive", entry));
  if (drive < 0 || study_drive_turns(&p->out->drives[drive])) return;
  const int is_table = study_drive_kind(&p->out->drives[drive]) == DRIVE_TABLE;
  for (size_t k = 0; k < sizeof SINE / sizeof *SINE; k++)
    if (rules_given(p, "%s.%s", entry, SINE[k]))
      rules_mistake(p, parser_text(p, "%s.%s", entry, SINE[k]),
                    "%s.%s: the drive '%s' %s (with frequency and phase: a table by turns)", entry, SINE[k],
                    e->drive, is_table ? "has the abscissa time" : "is none by turns");
}

// Checks the keys that a drive needs for its shape.
void rules_drive_keys(parser *p, int d) {
  const drive_config *of = &p->out->drives[d];
  const char *entry = parser_text(p, "drives.%s", of->name), *band = parser_text(p, "%s.band", entry);
  const drive_kind kind = study_drive_kind(of);
  if (kind == DRIVE_TABLE) rules_require(p, entry, "file", "a CSV or HDF5 file, or a list of them");
  if (kind == DRIVE_HARMONIC) {
    rules_require(p, entry, "frequency", "in Hz");
    check_sweep(p, of->sweep_from, of->sweep_rate, entry);
  }
  if (kind != DRIVE_NOISE) return;
  rules_exclude(p, entry, "deviation", "spectrum");
  if (!rules_given(p, "%s.spectrum", entry)) {
    if (!rules_given(p, "%s.deviation", entry))
      rules_mistake(p, entry, "%s: give 'deviation', in the unit of the drive, or 'spectrum', a CSV file",
                    entry);
    rules_require(p, entry, "band", "[from, to] in Hz");
  }
  if (rules_given(p, "%s", band) && !(of->band[0] < of->band[1]))
    rules_mistake(p, band, "%s: [from, to] is expected, from less than to, not [%g, %g]", band, of->band[0],
                  of->band[1]);
}

// Checks axis and speed of a centrifugal load: all of the study's, or all of the deck's.
static void check_rotation(parser *p, excitation_config *e, const char *entry) {
  const int model = p->out->model.type;
  const char *place = parser_text(p, "%s.origin", entry);
  const int own = rules_given(p, "%s.direction", entry) || rules_given(p, "%s.origin", entry) ||
                  rules_given(p, "%s.rotation", entry);
  if (!rules_given(p, "model")) return;
  e->from_deck = !own && (model == MODEL_CALCULIX || model == MODEL_REDUCED);
  if (!e->from_deck) rules_require(p, entry, "direction", "the axis of rotation");
  if (rules_given(p, "%s", place) && e->origin.n != 3)
    rules_mistake(p, place, "%s: [x, y, z] of a point of the axis is expected, not %d numbers", place,
                  e->origin.n);
  if (model == MODEL_CHAIN)
    rules_mistake(p, entry, "%s: the masses of a chain have no places about an axis (allowed: other models)",
                  entry);
  if (model == MODEL_BEAM && e->direction[0] * e->direction[1] != 0)
    rules_mistake(p, parser_text(p, "%s.direction", entry),
                  "%s.direction: a beam is loaded along y alone (allowed: an axis along x, or across it)",
                  entry);
}

// Checks where a force acts, and whether it is a pressure.
static void check_force(parser *p, excitation_config *e, const char *entry) {
  e->is_pressure = rules_given(p, "%s.pressure", entry);
  rules_exclude(p, entry, "node", "nodes");
  rules_exclude(p, entry, "amplitude", "pressure");
  if (rules_given(p, "model") && !rules_given(p, "%s.nodes", entry))
    rules_require(p, entry, "node", "where the force acts");
}

static void check_direction(parser *p, excitation_config *e, const char *entry) {
  const double *only = rules_only_direction(p);
  const int on_surface = e->is_pressure && e->weights.n == 0;
  if (e->type == EXCITATION_CENTRIFUGAL || on_surface || rules_given(p, "%s.direction", entry)) return;
  if (only)
    memcpy(e->direction, only, sizeof e->direction);
  else if (rules_given(p, "model"))
    rules_require(p, entry, "direction", "x, y, z, -x, -y, -z or [a, b, c]");
}

void rules_load_size(parser *p, int i) {
  const excitation_config *e = &p->out->excitations[i];
  if (!e->from_deck)
    rules_require(p, parser_text(p, "excitation.%d", i), study_load_key(e),
                  parser_text(p, "in %s", study_load_unit(e)));
}

void rules_load(parser *p, int i) {
  excitation_config *e = &p->out->excitations[i];
  const char *entry = parser_text(p, "excitation.%d", i);
  if (study_load_has_nodes(e)) check_force(p, e, entry);
  if (e->type == EXCITATION_CENTRIFUGAL) check_rotation(p, e, entry);
  check_direction(p, e, entry);
  if (e->drive[0]) check_load_drive(p, e, entry);
  if (!p->kind || !p->kind->whole_loads) return;
  rules_load_size(p, i);
  if (study_load_has_frequency(p->out, e)) check_frequency(p, i, entry);
  check_sweep(p, e->sweep_from, e->sweep_rate, entry);
}
