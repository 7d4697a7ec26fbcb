// Figure `shape3d`: the part deformed at one instant, enlarged, with a field as colour: patches of
// faces from far to near, visible edges, the part at rest as grey lines behind it, contact forces
// as arrows.
#include <math.h>
#include <string.h>

#include "plot/mesh/moment.h"
#include "plot/mesh/scene.h"
#include "plot/sheet/frame.h"
#include "plot/sheet/stack.h"

static const double MARGIN_LEFT = 30, MARGIN_RIGHT = 124, MARGIN_TOP = 84,
                    MARGIN_BOTTOM = 66, // pixels around the panel
    WIDEST = 700, HIGHEST = 520;

typedef struct shape3d {
  moment at;
  skin parts;
  scene view;
  double *after; // [nodes][3]
  double times;  // magnification of the displacement
  double unit;   // factor of the values' unit
  char label[FIGURE_TEXT];
  double longest_force;
  double (*arrow)[6]; // of the contact forces: tail and tip
} shape3d;

static chatter_status check_results(const figure *self) {
  return moment_check(self);
}

static int fits_results(const figure *self) {
  return moment_has_field(self);
}

// Returns the magnification, rounded to one digit, for which the largest displacement is about a
// tenth of the part.
static double choose_displacement_scale(const moment *at) {
  if (!(at->longest > 0) || !(at->size > 0)) return 1;
  const double wanted = 0.1 * at->size / at->longest, power = pow(10, floor(log10(wanted)));
  return power * round(wanted / power);
}

static void label_value(shape3d *s) {
  const char *units = s->at.shown.basis->units, *what = s->at.shown.name;
  char unit[32];
  if (field_is_displacement(&s->at.shown)) what = "Displacement";
  if (strcmp(units, "m/s") == 0) what = "Velocity";
  if (field_is_stress(&s->at.shown)) what = "von Mises stress";
  s->unit = figure_unit_factor(units, s->at.largest, unit);
  snprintf(s->label, sizeof s->label, unit[0] ? "%.60s (%s)" : "%.60s", what, unit);
}

static void displace_nodes(shape3d *s) {
  s->times = choose_displacement_scale(&s->at);
  for (size_t i = 0; i < 3 * s->at.shown.nodes; i++) s->after[i] = s->at.before[i] + s->times * s->at.move[i];
}

// Places the arrows; they end where the forces act, and the longest is an eighth of the part.
static void place_force_arrows(shape3d *s) {
  for (size_t p = 0; p < s->at.n_forces; p++)
    s->longest_force =
        fmax(s->longest_force, hypot(hypot(s->at.force[p][0], s->at.force[p][1]), s->at.force[p][2]));
  for (size_t p = 0; p < s->at.n_forces; p++)
    for (int k = 0; k < 3; k++) {
      const double tip = s->after[3 * (size_t)s->at.force_node[p] + (size_t)k];
      s->arrow[p][3 + k] = tip;
      s->arrow[p][k] = tip - s->at.size / 8 * s->at.force[p][k] / s->longest_force;
    }
}

static void choose_note(const figure *self, const shape3d *s) {
  char text[FIGURE_TEXT], more[FIGURE_TEXT] = "", unit[32];
  size_t used = 0;
  if (s->at.is_deformed) used += (size_t)snprintf(more, sizeof more, ", deformation × %g", s->times);
  if (s->at.n_forces) {
    const double factor = figure_unit_factor("N", s->longest_force, unit);
    snprintf(more + used, sizeof more - used, ", contact forces up to %.3g %s", factor * s->longest_force,
             unit);
  }
  const char *units = s->at.shown.time->units;
  const int counts = strcmp(units, "1") == 0; // steps, such as load increments
  const double factor = counts ? 1 : figure_unit_factor(units, s->at.time, unit);
  char of[40] = "Mode"; // a mode, whose instant is its frequency
  if (strcmp(units, "Hz") != 0) snprintf(of, sizeof of, "Trajectory %ld", s->at.trajectory);
  snprintf(text, sizeof text, "%s at %s%.6g%s%s%.180s", of, counts ? "step " : "", factor * s->at.time,
           counts ? "" : " ", counts ? "" : unit, more);
  frame_set_note(self, text);
}

static drawing_panel *add_panel(figure *self, const shape3d *s) {
  const stack panel = {
      .n = 1, .left = MARGIN_LEFT, .right = MARGIN_RIGHT, .top = MARGIN_TOP, .bottom = MARGIN_BOTTOM};
  const double *range = self->wanted->colour_range, high = s->unit * s->at.largest;
  drawing *out = self->to;
  out->width = MARGIN_LEFT + s->view.width + MARGIN_RIGHT;
  out->height = MARGIN_TOP + s->view.height + MARGIN_BOTTOM;
  choose_note(self, s);
  drawing_panel *to = drawing_panel_add(out);
  to->left = MARGIN_LEFT / out->width, to->right = 1 - MARGIN_RIGHT / out->width,
  to->bottom = MARGIN_BOTTOM / out->height;
  to->frame = FRAME_NONE, to->has_grid = 0, to->legend = LEGEND_NONE;
  frame_set_limits(&to->x, 0, s->view.width);
  frame_set_limits(&to->y, 0, s->view.height);
  stack_colour_scale(self, &panel, s->label);
  const int is_given = range[0] < range[1];
  frame_set_limits(&out->colours.axis, is_given ? s->unit * range[0] : 0,
                   is_given   ? s->unit * range[1]
                   : high > 0 ? high
                              : 1);
  return to;
}

// Adds the model's axes at the lower left corner of the figure.
static void add_axes(const figure *self, const scene *view, drawing_panel *to) {
  static const char *const names[] = {"x", "y", "z"};
  static const char colour[] = "#606060";
  const double length = 24, x = 10, y = 26 - MARGIN_BOTTOM;
  for (int k = 0; k < 3; k++) {
    const double right = length * view->axis[0][k], up = length * view->axis[1][k];
    if (hypot(right, up) < 1) continue;
    drawing_arrow_add(self->to, to,
                      (drawing_arrow){.from = {{IN_AXES, IN_AXES}, {x, y}},
                                      .to = {{IN_AXES, IN_AXES}, {x + right, y + up}},
                                      .head = {.length = 5, .angle = 20, .back = 60},
                                      .colour = colour,
                                      .width = 0.9,
                                      .is_front = 1});
    drawing_text_add(self->to, to,
                     (drawing_text){.text = names[k],
                                    .place = {{IN_AXES, IN_AXES}, {x + 1.35 * right, y + 1.35 * up}},
                                    .anchor = ANCHOR_CENTRE,
                                    .colour = colour,
                                    .size = 10,
                                    .is_front = 1});
  }
}

// Adds a table with two decimals for pixels and five digits for values, which suffices for a
// picture.
static drawing_table *add_table(figure *self, const char *name, int n_columns) {
  drawing_table *table = drawing_table_add(self->to, name, n_columns);
  memset(table->digits, -2, sizeof table->digits);
  if (n_columns == 3) table->digits[2] = 5;
  return table;
}

static void add_point(drawing_table *table, scene_point p) {
  drawing_add_numbers(table, p.x, p.y);
}

static scene_point project_node(const shape3d *s, const double *position, int node) {
  return scene_project(&s->view, position + 3 * (size_t)node);
}

// Writes the part at rest: its borders and bends, lines and vertices.
static drawing_table *write_undeformed_edges(figure *self, const shape3d *s) {
  drawing_table *table = add_table(self, "the part at rest: x, y in pixels of the panel, a line a block", 2);
  for (size_t i = 0; i < s->parts.n_edges; i++) {
    const skin_edge *edge = &s->parts.edge[i];
    if (!edge->is_sharp) continue;
    for (int k = 0; k < 2; k++) add_point(table, project_node(s, s->at.before, edge->node[k]));
    drawing_add_gap(table);
  }
  for (size_t i = 0; i < s->parts.n_lines; i++) {
    for (int k = 0; k < 2; k++) add_point(table, project_node(s, s->at.before, s->parts.line[i][k]));
    drawing_add_gap(table);
  }
  for (size_t i = 0; i < s->parts.n_vertices; i++) {
    add_point(table, project_node(s, s->at.before, s->parts.vertex[i]));
    drawing_add_gap(table);
  }
  return table;
}

// Writes the patches, enlarged by half a pixel all around: later ones cover the overlap, and no
// seams remain.
static drawing_table *write_patches(figure *self, const shape3d *s) {
  drawing_table *table = add_table(self, "parts of faces from far to near: x, y, value", 3);
  for (size_t i = 0; i < s->view.n_patches; i++) {
    const scene_patch *patch = &s->view.patch[i];
    double x = 0, y = 0;
    for (int k = 0; k < patch->n; k++) x += patch->corner[k].x / patch->n, y += patch->corner[k].y / patch->n;
    for (int k = 0; k < patch->n; k++) {
      const double right = patch->corner[k].x - x, up = patch->corner[k].y - y, far = hypot(right, up);
      const double more = far > 0 ? 0.5 / far : 0;
      drawing_add_numbers(table, patch->corner[k].x + more * right, patch->corner[k].y + more * up,
                          s->unit * patch->value);
    }
    drawing_add_gap(table);
  }
  return table;
}

// Writes the visible pieces of an edge.
static void write_visible(drawing_table *table, const scene *view, scene_point a, scene_point b) {
  const int pieces = 1 + (int)(hypot(b.x - a.x, b.y - a.y) / 3);
  int drawn = -1; // start of the current piece; -1: none
  for (int i = 0; i <= pieces; i++) {
    const double middle = (i + 0.5) / pieces, at = (double)i / pieces;
    const scene_point m = {a.x + middle * (b.x - a.x), a.y + middle * (b.y - a.y),
                           a.depth + middle * (b.depth - a.depth)};
    const scene_point p = {a.x + at * (b.x - a.x), a.y + at * (b.y - a.y), 0};
    const int is_free = i < pieces && scene_point_is_visible(view, m);
    if (is_free == (drawn >= 0)) continue;
    add_point(table, p);
    if (!is_free) drawing_add_gap(table);
    drawn = is_free ? i : -1;
  }
}

static int edge_is_visible(const shape3d *s, const skin_edge *edge) {
  for (int k = 0; k < 2; k++)
    if (edge->face[k] >= 0 && scene_face_is_visible(&s->view, &s->parts.face[edge->face[k]], s->after))
      return 1;
  return 0;
}

// Writes the edges of the mesh, or with `sharp` only its borders and bends.
static drawing_table *write_edges(figure *self, const shape3d *s, int sharp) {
  drawing_table *table = add_table(self, sharp ? "borders and bends" : "edges of the mesh", 2);
  for (size_t i = 0; i < s->parts.n_edges; i++) {
    const skin_edge *edge = &s->parts.edge[i];
    if ((sharp && !edge->is_sharp) || !edge_is_visible(s, edge)) continue;
    write_visible(table, &s->view, project_node(s, s->after, edge->node[0]),
                  project_node(s, s->after, edge->node[1]));
  }
  return table;
}

// Returns 1 if the mean edge on paper is long enough: the edges of a finer mesh would make it grey.
static int has_few_faces(const shape3d *s) {
  double sum = 0;
  for (size_t i = 0; i < s->parts.n_edges; i++) {
    const scene_point a = project_node(s, s->after, s->parts.edge[i].node[0]),
                      b = project_node(s, s->after, s->parts.edge[i].node[1]);
    sum += hypot(b.x - a.x, b.y - a.y);
  }
  return s->parts.n_edges > 0 && sum > 5 * (double)s->parts.n_edges;
}

// Adds a piece of a line as a coloured strip, half a pixel longer at both ends.
static void add_coloured_strip(drawing_table *table, scene_point a, scene_point b, double value) {
  static const double half = 2.6;
  const double length = hypot(b.x - a.x, b.y - a.y), x = length > 0 ? (b.x - a.x) / length : 1,
               y = length > 0 ? (b.y - a.y) / length : 0;
  for (int k = 0; k < 4; k++) {
    const scene_point *end = k == 1 || k == 2 ? &b : &a;
    const double along = end == &b ? 0.5 : -0.5, across = k < 2 ? -half : half;
    drawing_add_numbers(table, end->x + along * x - across * y, end->y + along * y + across * x, value);
  }
  drawing_add_gap(table);
}

static drawing_table *write_lines(figure *self, const shape3d *s) {
  enum { PARTS = 8 };
  drawing_table *table = add_table(self, "parts of lines: x, y, value", 3);
  for (size_t i = 0; i < s->parts.n_lines; i++) {
    const int *node = s->parts.line[i];
    const scene_point a = project_node(s, s->after, node[0]), b = project_node(s, s->after, node[1]);
    for (int k = 0; k < PARTS; k++) {
      const double from = k / (double)PARTS, to = (k + 1) / (double)PARTS, middle = 0.5 * (from + to);
      add_coloured_strip(table, (scene_point){a.x + from * (b.x - a.x), a.y + from * (b.y - a.y), 0},
                         (scene_point){a.x + to * (b.x - a.x), a.y + to * (b.y - a.y), 0},
                         s->unit * ((1 - middle) * s->at.value[node[0]] + middle * s->at.value[node[1]]));
    }
  }
  return table;
}

static drawing_table *write_vertices(figure *self, const shape3d *s) {
  drawing_table *table = add_table(self, "vertices: x, y, value", 3);
  for (size_t i = 0; i < s->parts.n_vertices; i++) {
    const scene_point p = project_node(s, s->after, s->parts.vertex[i]);
    drawing_add_numbers(table, p.x, p.y, s->unit * s->at.value[s->parts.vertex[i]]);
  }
  return table;
}

static drawing_table *write_line_ends(figure *self, const shape3d *s) {
  drawing_table *table = add_table(self, "nodes of lines", 2);
  for (size_t i = 0; i < s->parts.n_lines; i++)
    for (int k = 0; k < 2; k++) add_point(table, project_node(s, s->after, s->parts.line[i][k]));
  return table;
}

static drawing_table *write_arrows(figure *self, const shape3d *s) {
  drawing_table *table = add_table(self, "contact forces: x, y, to the right, upwards", 4);
  for (size_t p = 0; p < s->at.n_forces; p++) {
    const scene_point tail = scene_project(&s->view, s->arrow[p]),
                      tip = scene_project(&s->view, s->arrow[p] + 3);
    drawing_add_numbers(table, tail.x, tail.y, tip.x - tail.x, tip.y - tail.y);
  }
  return table;
}

// Returns 1 if nodes are drawn: masses, and nodes of few lines, to show what moves along them.
static int shows_nodes(const shape3d *s) {
  return s->parts.n_faces == 0 && s->parts.n_lines <= 60;
}

static void draw_undeformed(figure *self, drawing_panel *to, const shape3d *s) {
  drawing_curve curve = {
      .way = DRAW_LINES, .table = write_undeformed_edges(self, s), .colour = "#B8B8B8", .width = 0.8};
  drawing_curve_add(self->to, to, curve);
  curve.way = DRAW_POINTS, curve.width = 0, curve.marker = MARKER_CIRCLE;
  curve.size = s->parts.n_lines ? 1.7 : 1;
  if (shows_nodes(s)) drawing_curve_add(self->to, to, curve);
}

static void draw_faces(figure *self, drawing_panel *to, const shape3d *s) {
  const int coarse = has_few_faces(s);
  drawing_curve_add(self->to, to, (drawing_curve){.way = DRAW_AREAS, .table = write_patches(self, s)});
  drawing_curve edges = {.way = DRAW_LINES, .colour = "#A0202020", .width = 0.4};
  if (coarse) edges.table = write_edges(self, s, 0), drawing_curve_add(self->to, to, edges);
  edges.table = write_edges(self, s, 1), edges.colour = "#303030", edges.width = 0.8;
  drawing_curve_add(self->to, to, edges);
}

static void draw_layers(figure *self, drawing_panel *to, const shape3d *s) {
  if (s->at.is_deformed) draw_undeformed(self, to, s);
  if (s->parts.n_faces) draw_faces(self, to, s);
  if (s->parts.n_lines)
    drawing_curve_add(self->to, to, (drawing_curve){.way = DRAW_AREAS, .table = write_lines(self, s)});
  drawing_curve points = {.way = DRAW_POINTS, .marker = MARKER_CIRCLE_FILLED, .size = 1};
  if (s->parts.n_vertices) points.table = write_vertices(self, s), drawing_curve_add(self->to, to, points);
  points.colour = "#303030", points.size = 0.35;
  if (s->parts.n_lines && shows_nodes(s))
    points.table = write_line_ends(self, s), drawing_curve_add(self->to, to, points);
  if (s->at.n_forces)
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = DRAW_ARROWS,
                                      .table = write_arrows(self, s),
                                      .colour = "#D62728",
                                      .width = 1.4,
                                      .head = {.length = 7, .angle = 22, .back = 60}});
}

// Chooses a view with room for all that is drawn. ends: workspace [2 nodes + forces][3].
static void choose_view(shape3d *s, double *ends) {
  const size_t nodes = s->at.shown.nodes;
  memcpy(ends, s->after, 3 * nodes * sizeof *ends);
  memcpy(ends + 3 * nodes, s->at.before, 3 * nodes * sizeof *ends);
  for (size_t p = 0; p < s->at.n_forces; p++)
    memcpy(ends + 3 * (2 * nodes + p), s->arrow[p], 3 * sizeof *ends);
  scene_choose_view(ends, 2 * nodes + s->at.n_forces, WIDEST, HIGHEST, &s->view);
}

static chatter_status draw_figure(figure *self) {
  shape3d *s = arena_allocate(self->memory, sizeof *s);
  if (!s) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(moment_find(self, &s->at));
  const size_t nodes = s->at.shown.nodes;
  double *ends = arena_allocate(self->memory, 3 * (2 * nodes + s->at.n_forces + 1) * sizeof *ends);
  s->after = arena_allocate(self->memory, (3 * nodes + 1) * sizeof *s->after);
  s->arrow = arena_allocate(self->memory, (s->at.n_forces + 1) * sizeof *s->arrow);
  if (!ends || !s->after || !s->arrow) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(skin_of_field(&s->at.shown, self->memory, &s->parts));
  displace_nodes(s);
  place_force_arrows(s);
  s->view.memory = self->memory;
  choose_view(s, ends);
  TRY(scene_paint_faces(&s->view, &s->parts, s->after, s->at.value));
  label_value(s);
  drawing_panel *to = add_panel(self, s);
  add_axes(self, &s->view, to);
  draw_layers(self, to, s);
  return CHATTER_OK;
}

const figure_kind figure_shape3d = {fits_results, check_results, draw_figure};
