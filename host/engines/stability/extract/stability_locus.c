// Locus of the eigenvalues in the complex plane as the contact moves along the target (Brunetti et
// al. 2021, figure 4): a coloured line for each, followed over the positions; dotted lines for
// either body alone with its Rayleigh damping; a panel for every value of further parameters.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engines/sliding/study/sliding_keys.h"
#include "engines/stability/eigen_lines.h"
#include "engines/stability/stability_engine.h"
#include "engines/stability/extract/stability_locus.h"
#include "plot/sheet/frame.h"
#include "plot/sheet/panels.h"

typedef struct locus {
  const output_config *growths, *frequencies; // outputs of the study
  const result_variable *growth, *frequency, *position;
  int modes;
  panels panels;
} locus;

static void find_outputs(const figure *self, locus *out) {
  for (int o = 0; self->config && o < self->config->n_outputs; o++) {
    const stability_quantity *quantity = stability_quantity_of(&self->config->outputs[o]);
    if (!quantity || quantity->what != STABILITY_LIST) continue;
    *(quantity->row ? &out->frequencies : &out->growths) = &self->config->outputs[o];
  }
}

static int fits(const figure *self) {
  locus l = {0};
  find_outputs(self, &l);
  return l.growths && l.frequencies && figure_find_parameter(self, "stability.position");
}

static chatter_status check(const figure *self) {
  locus l = {0};
  find_outputs(self, &l);
  if (!l.growths || !l.frequencies)
    return figure_raise_missing(self, "a locus needs outputs of the quantities growths and eigenfrequencies");
  if (!figure_find_parameter(self, "stability.position"))
    return figure_raise_missing(self, "a locus needs the parameter stability.position, with several values");
  return CHATTER_OK;
}

static chatter_status choose(const figure *self, locus *out) {
  TRY(check(self));
  find_outputs(self, out);
  out->growth = result_set_find(self->results, out->growths->name);
  out->frequency = result_set_find(self->results, out->frequencies->name);
  out->position = figure_find_parameter(self, "stability.position");
  if (!out->growth || !out->frequency || out->growth->n_dims != 2 || out->frequency->n_dims != 2 ||
      out->growth->size[1] != out->frequency->size[1])
    return figure_raise_missing(self, "the results lack the eigenvalues of a locus");
  out->modes = (int)out->growth->size[1];
  return panels_find(self, out->position, out->growth, &out->panels);
}

static int by_position(const void *a, const void *b, void *context) {
  const double *position = *(const double *const *)context, x = position[*(const size_t *)a],
               y = position[*(const size_t *)b];
  return (x > y) - (x < y);
}

// Follows the eigenvalues of a panel's trajectories as lines over the positions.
static chatter_status follow(const figure *self, const locus *l, int panel, eigen_lines *out) {
  const double *growth = l->growth->data, *frequency = l->frequency->data, *position = l->position->data;
  size_t *order = arena_allocate(self->memory, (self->n + 1) * sizeof *order);
  double *place = arena_allocate(self->memory, (self->n + 1) * sizeof *place);
  double complex *value = arena_allocate(self->memory, (self->n * (size_t)l->modes + 1) * sizeof *value);
  size_t n = 0;
  if (!order || !place || !value) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t i = 0; i < self->n; i++)
    if (l->panels.of[i] == panel && figure_trajectory_is_ok(self, i)) order[n++] = i;
  qsort_r(order, n, sizeof *order, by_position, &position);
  for (size_t i = 0; i < n; i++) {
    place[i] = position[order[i]];
    for (int k = 0; k < l->modes; k++) {
      const size_t at = order[i] * (size_t)l->modes + (size_t)k;
      value[i * (size_t)l->modes + (size_t)k] = CMPLX(growth[at], 2 * M_PI * frequency[at]);
    }
  }
  if (n == 0) return error_raise(CHATTER_IO, "the results hold no eigenvalues to draw");
  return eigen_lines_join(l->modes, (long)n, place, value, self->memory, out);
}

// Returns 1 at a gap, where an eigenvalue has left the kept ones and another has entered: they are
// no neighbours.
static int parts(double complex before, double complex now) {
  return !(cabs(now - before) < 0.05 * cabs(now));
}

static drawing_table *write_line(figure *self, const locus *l, const eigen_lines *lines, int panel, int k) {
  drawing_table *table =
      drawing_table_add(self->to, l->panels.n > 1 ? l->panels.title[panel] : "eigenvalue", 2);
  for (long i = 0; i < lines->n_places; i++) {
    const double complex s = lines->value[i * lines->n_lines + k];
    if (i > 0 && parts(lines->value[(i - 1) * lines->n_lines + k], s)) drawing_add_gap(table);
    if (!isnan(creal(s))) drawing_add_numbers(table, creal(s), 1e-3 * cimag(s) / (2 * M_PI));
  }
  return table;
}

// Writes −(a + b ω²) / 2 + i √(ω² − that²) up to the highest eigenvalue; NULL: other damping.
static drawing_table *write_body(figure *self, body_name body, double highest) {
  enum { POINTS = 200 };
  const reduction_config *r = body_reduction(self->config, body);
  if (!(r->rayleigh_mass > 0 || r->rayleigh_stiffness > 0)) return NULL;
  drawing_table *table = drawing_table_add(self->to, body_names[body], 2);
  for (int i = 0; i <= POINTS; i++) {
    const double omega = 2 * M_PI * highest * i / POINTS;
    const double growth = -(r->rayleigh_mass + r->rayleigh_stiffness * omega * omega) / 2;
    if (omega > -growth)
      drawing_add_numbers(table, growth, 1e-3 * sqrt(omega * omega - growth * growth) / (2 * M_PI));
  }
  return table;
}

static chatter_status draw_panel(figure *self, locus *l, int panel, double highest) {
  static const char *const dashes[N_BODIES] = {"2,3", "8,3,2,3"};
  eigen_lines lines;
  TRY(follow(self, l, panel, &lines));
  drawing_panel *to = panels_add_next(self, &l->panels, panel);
  drawing_table **table = arena_allocate(self->memory, ((size_t)lines.n_lines + 1) * sizeof *table);
  if (!table) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (int k = 0; k < lines.n_lines; k++) table[k] = write_line(self, l, &lines, panel, k);
  if (panel > 0) to->legend = LEGEND_NONE;
  for (body_name b = 0; b < N_BODIES; b++) {
    char name[FIGURE_TEXT];
    drawing_table *body = write_body(self, b, highest);
    snprintf(name, sizeof name, "%s alone", body_names[b]);
    if (body)
      drawing_curve_add(self->to, to,
                        (drawing_curve){.way = DRAW_LINES,
                                        .table = body,
                                        .name = name,
                                        .colour = "#606060",
                                        .width = 1.2,
                                        .dash = dashes[b]});
  }
  for (int k = 0; k < lines.n_lines; k++)
    drawing_curve_add(
        self->to, to,
        (drawing_curve){.way = DRAW_LINES, .table = table[k], .colour = figure_colour(k), .width = 1.1});
  return CHATTER_OK;
}

// Finds limits for all panels.
static void find_limits(const figure *self, const locus *l, double x[2], double *highest) {
  const double *growth = l->growth->data, *frequency = l->frequency->data;
  x[0] = 0, x[1] = 0, *highest = 0;
  for (size_t i = 0; i < self->n * (size_t)l->modes; i++) {
    if (!isfinite(growth[i])) continue;
    x[0] = fmin(x[0], growth[i]), x[1] = fmax(x[1], growth[i]);
    *highest = fmax(*highest, frequency[i]);
  }
  const double margin = 0.05 * (x[1] - x[0]) + 1e-9;
  x[0] -= margin, x[1] += margin;
}

static chatter_status draw(figure *self) {
  locus l = {0};
  double x[2], highest;
  TRY(choose(self, &l));
  find_limits(self, &l, x, &highest);
  panels_choose_size(self, &l.panels);
  drawing_panel *common = &self->to->common;
  drawing_set_label(self->to, &common->x, "Real part (1/s)");
  drawing_set_label(self->to, &common->y, "Imaginary part / 2π (kHz)");
  common->frame = FRAME_BOX;
  frame_set_limits(&common->x, x[0], x[1]);
  frame_set_limits(&common->y, 0, 1.03e-3 * highest);
  drawing_arrow_add(self->to, common,
                    (drawing_arrow){.from = {{IN_AXES, IN_PANEL}, {0, 0}},
                                    .to = {{IN_AXES, IN_PANEL}, {0, 1}},
                                    .colour = "#000000",
                                    .width = 0.8});
  common->legend = LEGEND_STRIP;
  common->legend_at[0] = 66 / self->to->width, common->legend_at[1] = 26 / self->to->height;
  frame_apply_study_ranges(self, common, 1, 1e-3);
  panels_set_title(self, &l.panels);
  for (int p = 0; p < l.panels.n; p++) TRY(draw_panel(self, &l, p, highest));
  return CHATTER_OK;
}

const figure_kind stability_locus = {fits, check, draw};
