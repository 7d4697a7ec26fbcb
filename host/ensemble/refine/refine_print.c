// Prints what `chatter converge` found.
#include "ensemble/refine/refine_print.h"

#include <math.h>
#include <string.h>

#include "base/json_output.h"
#include "results/csv/csv_print.h"

enum { PERCENT = 16, WIDTH = 22 };

static const char *percent(double share, char text[PERCENT]) {
  if (share > 0 && share < 1e-10)
    snprintf(text, PERCENT, "0 %%");
  else
    snprintf(text, PERCENT, share < 0.995 ? "%.2g %%" : "%.0f %%", 100 * fmin(share, 1e6));
  return text;
}

static void print_heading(const refine_own *own, const refine_judgement *j, int width, FILE *out) {
  const refine_levels *levels = j->levels;
  const char *unit = levels->key.scalar.unit;
  fprintf(out, "%s%s%s%s: ", levels->key.path, *unit ? " (" : "", unit, *unit ? ")" : "");
  for (int k = 0; k < levels->n; k++)
    fprintf(out, "%s%g%s", k ? ", " : "", levels->value[k], k == levels->own ? " (the study)" : "");
  putc('\n', out);
  if (levels->n < 2) return;
  fprintf(out, "  %-*s %7s  %sdifference from %g at\n", width, "", "",
          own->n_chosen > 1 ? "largest (median) " : "", levels->value[levels->n - 1]);
  fprintf(out, "  %-*s %7s", width, "output", "order");
  for (int k = 0; k < levels->n - 1; k++) fprintf(out, "  %-*g", WIDTH, levels->value[k]);
  putc('\n', out);
}

static void print_output(const refine_own *own, const refine_judgement *j, const refine_output *o, int width,
                         FILE *out) {
  char order[16] = "-", largest[PERCENT], median[PERCENT], both[3 * PERCENT];
  if (isfinite(o->order)) snprintf(order, sizeof order, "%.2f", o->order);
  fprintf(out, "  %-*s %7s", width, o->name, order);
  for (int k = 0; k < j->levels->n - 1 && o->verdict != REFINE_UNKNOWN; k++) {
    percent(o->largest[k], largest), percent(o->median[k], median);
    snprintf(both, sizeof both, own->n_chosen > 1 ? "%s (%s)" : "%s", largest, median);
    fprintf(out, "  %-*s", WIDTH, both);
  }
  if (o->verdict == REFINE_DIVERGES) fputs("  does not converge", out);
  if (o->verdict == REFINE_FAR) fputs("  not converged", out);
  if (o->verdict == REFINE_UNKNOWN) fputs("  no trajectory has a value at every level", out);
  putc('\n', out);
}

// Prints "20 suffices for 1 % (tip: 0.3 % from 40)".
static void print_sufficient(const refine_judgement *j, FILE *out) {
  const refine_levels *levels = j->levels;
  const refine_output *worst = &j->output[j->worst];
  const int last = levels->n - 1;
  char tolerance[PERCENT], largest[PERCENT], error[PERCENT];
  percent(j->tolerance, tolerance);
  fprintf(out, "%g suffices for %s", levels->value[j->suffices], tolerance);
  if (worst->verdict == REFINE_EQUAL)
    fputs(" (nothing depends on it)", out);
  else if (j->suffices < last)
    fprintf(out, " (%s: %s from %g", worst->name, percent(worst->largest[j->suffices], largest),
            levels->value[last]);
  else
    fprintf(out, " (%s", worst->name);
  if (worst->left > 0)
    fprintf(out, "%s %s from the limit by its order %.1f", j->suffices < last ? "," : ":",
            percent(refine_error(worst, j->suffices), error), worst->order);
  if (worst->verdict != REFINE_EQUAL) putc(')', out);
}

static void print_insufficient(const refine_judgement *j, FILE *out) {
  const refine_levels *levels = j->levels;
  const refine_output *worst = &j->output[j->worst];
  char tolerance[PERCENT], largest[PERCENT];
  const int last = levels->n - 1;
  fprintf(out, "no level suffices for %s (%s: %s between %g and %g)", percent(j->tolerance, tolerance),
          worst->name, percent(worst->largest[last - 1], largest), levels->value[last - 1],
          levels->value[last]);
  if (isfinite(j->enough)) fprintf(out, "; by its order %.1f about %.3g would", worst->order, j->enough);
}

static void print_verdict(const refine_judgement *j, FILE *out) {
  fprintf(out, "%s: ", j->levels->key.path);
  if (j->levels->n < 2)
    fputs("no other level can be run", out);
  else if (j->worst < 0)
    fputs(j->n_diverging ? "no output converges" : "nothing can be compared", out);
  else
    (j->suffices >= 0 ? print_sufficient : print_insufficient)(j, out);
  if (j->worst >= 0 && j->n_diverging) {
    fputs("; does not converge: ", out);
    for (int o = 0, n = 0; o < j->n; o++)
      if (j->output[o].verdict == REFINE_DIVERGES) fprintf(out, "%s%s", n++ ? ", " : "", j->output[o].name);
  }
  putc('\n', out);
}

static int is_open(const refine_output *o) {
  return o->verdict == REFINE_DIVERGES || o->verdict == REFINE_FAR;
}

static void print_divergence(const refine_judgement *j, const refine_output *o, FILE *out) {
  const refine_levels *levels = j->levels;
  char largest[PERCENT];
  if (o->why) {
    fprintf(out, "  note: %s: %s\n", o->name, o->why);
    return;
  }
  fprintf(out, "  note: %s: %s between %g and %g", o->name, percent(o->largest[levels->n - 2], largest),
          levels->value[levels->n - 2], levels->value[levels->n - 1]);
  if (o->compared > 1)
    fprintf(out, ", %ld of %ld trajectories by more than the tolerance", o->apart, o->compared);
  putc('\n', out);
}

static void print_notes(const refine_own *own, const refine_judgement *j, FILE *out) {
  const refine_levels *levels = j->levels;
  for (int o = 0; o < j->n; o++) {
    const refine_output *output = &j->output[o];
    if (is_open(output)) print_divergence(j, output, out);
    if (output->compared > 0 && output->compared < own->n_chosen)
      fprintf(out,
              "  note: %s: %ld of %ld trajectories are compared; the others have no value at some level\n",
              output->name, output->compared, own->n_chosen);
  }
  if (levels->note[0][0]) fprintf(out, "  note: nothing coarser: %s\n", levels->note[0]);
  if (levels->note[1][0]) fprintf(out, "  note: nothing finer: %s\n", levels->note[1]);
}

// Returns 1 if the advice about chaotic motion, whose values do not converge, applies: no note
// explains the output.
static int is_unexplained(const refine_judgement *j) {
  int unexplained = 0;
  for (int o = 0; o < j->n; o++) unexplained |= j->output[o].verdict == REFINE_DIVERGES && !j->output[o].why;
  return unexplained;
}

void refine_print_table(const refine_own *own, int n, const refine_judgement *judgement, FILE *out) {
  int width = 10, unexplained = 0;
  for (int o = 0; o < own->n_outputs; o++) {
    const int length = (int)strlen(own->config->outputs[own->output[o]].name);
    width = length > width ? length : width;
  }
  fprintf(out, "%ld of %ld trajectories\n\n", own->n_chosen, own->n);
  for (int i = 0; i < n; i++) {
    const refine_judgement *j = &judgement[i];
    print_heading(own, j, width, out);
    for (int o = 0; o < j->n && j->levels->n > 1; o++) print_output(own, j, &j->output[o], width, out);
    print_notes(own, j, out);
    unexplained |= is_unexplained(j);
    putc('\n', out);
  }
  for (int i = 0; i < n; i++) print_verdict(&judgement[i], out);
  if (unexplained)
    fputs("What has not converged may need finer levels (--levels). A chaotic motion never converges "
          "trajectory "
          "by trajectory:\ncompare its statistics over an ensemble (chatter stats), or envelopes.\n",
          out);
}

static void print_csv_number(double number, FILE *out) {
  putc(',', out);
  csv_print_number(out, number);
}

void refine_print_csv(int n, const refine_judgement *judgement, FILE *out) {
  fputs("parameter,output,level,largest,median,trajectories,order,verdict\n", out);
  for (int i = 0; i < n; i++) {
    const refine_judgement *j = &judgement[i];
    for (int o = 0; o < j->n; o++)
      for (int k = 0; k < j->levels->n; k++) {
        const refine_output *output = &j->output[o];
        csv_print_text(out, j->levels->key.path);
        putc(',', out);
        csv_print_text(out, output->name);
        print_csv_number(j->levels->value[k], out);
        print_csv_number(output->largest[k], out);
        print_csv_number(output->median[k], out);
        fprintf(out, ",%ld", output->compared);
        print_csv_number(output->order, out);
        fprintf(out, ",%s\n", refine_verdict_word(output->verdict));
      }
  }
}

static json_t *json_numbers(int n, const double *value) {
  json_t *list = json_array();
  for (int k = 0; k < n; k++) json_array_append_new(list, json_finite(value[k]));
  return list;
}

static json_t *json_output(const refine_judgement *j, const refine_output *o) {
  json_t *object = json_pack("{s:o,s:o,s:o,s:I,s:I,s:s}", "order", json_finite(o->order), "largest",
                             json_numbers(j->levels->n, o->largest), "median",
                             json_numbers(j->levels->n, o->median), "trajectories", (json_int_t)o->compared,
                             "apart", (json_int_t)o->apart, "verdict", refine_verdict_word(o->verdict));
  if (o->why) json_object_set_new(object, "note", json_string(o->why));
  return object;
}

static json_t *json_key(const refine_judgement *j) {
  const refine_levels *levels = j->levels;
  json_t *outputs = json_object();
  for (int o = 0; o < j->n; o++)
    json_object_set_new(outputs, j->output[o].name, json_output(j, &j->output[o]));
  json_t *object = json_pack("{s:s,s:f,s:o,s:o,s:o,s:o}", "units", levels->key.scalar.unit, "own",
                             levels->key.own, "levels", json_numbers(levels->n, levels->value), "suffices",
                             json_finite(j->suffices >= 0 ? levels->value[j->suffices] : NAN), "extrapolated",
                             json_finite(j->enough), "outputs", outputs);
  static const char *const sides[] = {"no_coarser", "no_finer"};
  for (int side = 0; side < 2; side++)
    if (levels->note[side][0]) json_object_set_new(object, sides[side], json_string(levels->note[side]));
  return object;
}

chatter_status refine_print_json(const refine_own *own, int n, const refine_judgement *judgement, FILE *out) {
  json_t *keys = json_object();
  for (int i = 0; i < n; i++)
    json_object_set_new(keys, judgement[i].levels->key.path, json_key(&judgement[i]));
  json_t *root =
      json_pack("{s:I,s:I,s:f,s:o}", "trajectories", (json_int_t)own->n_chosen, "ensemble",
                (json_int_t)own->n, "tolerance", n > 0 ? judgement[0].tolerance : 0, "parameters", keys);
  return json_print_document(root, "the table of levels", out);
}
