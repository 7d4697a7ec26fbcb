// Locus of the eigenvalues in the complex plane as the contact moves along the target (fig. 4 of the paper):
// a coloured line for each, followed over the positions; dotted, where those of either body alone would lie
// by its Rayleigh damping; a panel for every value of further parameters.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engines/sliding/study/sliding_keys.h"
#include "engines/stability/eigen_lines.h"
#include "engines/stability/stability_engine.h"
#include "engines/stability/extract/stability_locus.h"
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
  return l.growths && l.frequencies && figure_parameter(self, "stability.position");
}

static chatter_status check(const figure *self) {
  locus l = {0};
  find_outputs(self, &l);
  if (!l.growths || !l.frequencies)
    return figure_raise_lack(self, "a locus needs outputs of the quantities growths and eigenfrequencies");
  if (!figure_parameter(self, "stability.position"))
    return figure_raise_lack(self, "a locus needs the parameter stability.position, with several values");
  return CHATTER_OK;
}

static chatter_status choose(const figure *self, locus *out) {
  TRY(check(self));
  find_outputs(self, out);
  out->growth = result_set_find(self->results, out->growths->name);
  out->frequency = result_set_find(self->results, out->frequencies->name);
  out->position = figure_parameter(self, "stability.position");
  if (!out->growth || !out->frequency || out->growth->n_dims != 2 || out->frequency->n_dims != 2 ||
      out->growth->size[1] != out->frequency->size[1])
    return figure_raise_lack(self, "the results lack the eigenvalues of a locus");
  out->modes = (int)out->growth->size[1];
  return panels_find(self, out->position, out->growth, &out->panels);
}

static int by_position(const void *a, const void *b, void *context) {
  const double *position = context, x = position[*(const size_t *)a], y = position[*(const size_t *)b];
  return (x > y) - (x < y);
}

// The eigenvalues of a panel's trajectories as lines over the positions.
static chatter_status follow(const figure *self, const locus *l, int panel, eigen_lines *out) {
  const double *growth = l->growth->data, *frequency = l->frequency->data, *position = l->position->data;
  size_t *order = arena_allocate(self->memory, (self->n + 1) * sizeof *order);
  double *place = arena_allocate(self->memory, (self->n + 1) * sizeof *place);
  double complex *value = arena_allocate(self->memory, (self->n * (size_t)l->modes + 1) * sizeof *value);
  size_t n = 0;
  if (!order || !place || !value) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t i = 0; i < self->n; i++)
    if (l->panels.of[i] == panel && figure_is_ok(self, i)) order[n++] = i;
  qsort_r(order, n, sizeof *order, by_position, (void *)(size_t)(const void *)position);
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

// A gap where an eigenvalue has left those that were kept and another has come: it is no neighbour.
static int parts(double complex before, double complex now) {
  return !(cabs(now - before) < 0.05 * cabs(now));
}

static int write_lines(figure *self, const locus *l, const eigen_lines *lines, int panel) {
  int first = -1;
  for (int k = 0; k < lines->n_lines; k++) {
    const int block = figure_begin_block(self, l->panels.n > 1 ? l->panels.title[panel] : "eigenvalue");
    if (k == 0) first = block;
    for (long i = 0; i < lines->n_places; i++) {
      const double complex s = lines->value[i * lines->n_lines + k];
      if (i > 0 && parts(lines->value[(i - 1) * lines->n_lines + k], s)) fputc('\n', self->data);
      if (!isnan(creal(s))) fprintf(self->data, "%.9g %.9g\n", creal(s), 1e-3 * cimag(s) / (2 * M_PI));
    }
  }
  return first;
}

// −(a + b ω²) / 2 + i √(ω² − that²) up to the highest eigenvalue; −1: other damping.
static int write_body(figure *self, body_name body, double highest) {
  enum { POINTS = 200 };
  const reduction_config *r = body_reduction(self->config, body);
  if (!(r->rayleigh_mass > 0 || r->rayleigh_stiffness > 0)) return -1;
  const int block = figure_begin_block(self, body_names[body]);
  for (int i = 0; i <= POINTS; i++) {
    const double omega = 2 * M_PI * highest * i / POINTS;
    const double growth = -(r->rayleigh_mass + r->rayleigh_stiffness * omega * omega) / 2;
    if (omega > -growth)
      fprintf(self->data, "%.9g %.9g\n", growth, 1e-3 * sqrt(omega * omega - growth * growth) / (2 * M_PI));
  }
  return block;
}

static chatter_status draw_panel(figure *self, locus *l, int panel, double highest) {
  static const char *const dashes[N_BODIES] = {"dashtype (2,3)", "dashtype (8,3,2,3)"};
  eigen_lines lines;
  TRY(follow(self, l, panel, &lines));
  panels_write_frame(self, &l->panels, panel);
  const int first = write_lines(self, l, &lines, panel);
  fputs("plot ", self->script);
  for (body_name b = 0; b < N_BODIES; b++) {
    const int block = write_body(self, b, highest);
    if (block >= 0)
      fprintf(self->script,
              "data index %d using 1:2 with lines linecolor '#606060' linewidth 1.2 %s title '%s alone', "
              "\\\n     ",
              block, dashes[b], body_names[b]);
  }
  for (int k = 0; k < lines.n_lines; k++)
    fprintf(self->script, "%sdata index %d using 1:2 with lines linecolor '%s' linewidth 1.1 notitle",
            k ? ", \\\n     " : "", first + k, figure_colour(k));
  fputs("\nunset label; unset key\n", self->script);
  return CHATTER_OK;
}

// Limits that hold all panels.
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
  panels_size(self, &l.panels);
  fprintf(self->script,
          "xlabel = 'Real part (1/s)'\nylabel = 'Imaginary part / 2π (kHz)'\n"
          "set border 15\nset grid\nset tics out\nset xrange [%.9g:%.9g]\nset yrange [0:%.9g]\n"
          "set arrow 1 from first 0, graph 0 to first 0, graph 1 nohead linecolor '#000000' linewidth 0.8\n"
          "set key at screen %.4f, screen %.4f left bottom horizontal samplen 3\n",
          x[0], x[1], 1.03e-3 * highest, 66 / self->width, 26 / self->height);
  figure_write_ranges(self, 1, 1e-3);
  fputs("set multiplot\n", self->script);
  panels_write_title(self, &l.panels);
  for (int p = 0; p < l.panels.n; p++) TRY(draw_panel(self, &l, p, highest));
  fputs("unset multiplot\n", self->script);
  return CHATTER_OK;
}

const figure_kind stability_locus = {fits, check, draw};
