// Adds tables, panels and marks to a drawing.
#include "plot/drawing/drawing.h"

#include <math.h>
#include <string.h>

// Grows an array by doubling; old arrays stay in the arena, together at most as large as the new
// one.
static void *grow_array(arena *memory, const void *old, size_t n, size_t *room, size_t size) {
  const size_t wanted = *room ? 2 * *room : 16;
  void *fresh = arena_allocate(memory, wanted * size);
  if (!fresh) return NULL;
  if (n > 0) memcpy(fresh, old, n * size);
  *room = wanted;
  return fresh;
}

// Appends an item to a list of the drawing; without memory nothing is added.
#define APPEND_ITEM(self, list, item)                                                                        \
  do {                                                                                                       \
    void *fresh_ = (list)->n < (list)->room ? (list)->at                                                     \
                                            : grow_array((self)->memory, (list)->at, (list)->n,              \
                                                         &(list)->room, sizeof *(list)->at);                 \
    if (fresh_) {                                                                                            \
      (list)->at = fresh_;                                                                                   \
      (list)->at[(list)->n++] = (item);                                                                      \
    } else                                                                                                   \
      (self)->is_out_of_memory = 1;                                                                          \
  } while (0)

static drawing_axis default_axis(void) {
  return (drawing_axis){.low = NAN, .high = NAN, .least = NAN, .has_numbers = 1};
}

drawing *drawing_create(arena *memory) {
  drawing *self = arena_allocate(memory, sizeof *self);
  if (!self) return NULL;
  *self = (drawing){.memory = memory, .width = 900, .height = 560};
  self->panel = arena_allocate(memory, DRAWING_MAX_PANELS * sizeof *self->panel);
  self->common = (drawing_panel){.left = NAN,
                                 .right = NAN,
                                 .bottom = NAN,
                                 .top = NAN,
                                 .x = default_axis(),
                                 .y = default_axis(),
                                 .has_grid = 1};
  self->colours.axis = default_axis();
  return self->panel ? self : NULL;
}

drawing_panel *drawing_panel_add(drawing *self) {
  if (self->n_panels == DRAWING_MAX_PANELS) self->n_panels--; // no kind of figure has so many
  drawing_panel *panel = &self->panel[self->n_panels++];
  *panel = self->common;
  // A copied list is reallocated by the next append.
  panel->curves.room = panel->curves.n, panel->texts.room = panel->texts.n;
  panel->arrows.room = panel->arrows.n, panel->boxes.room = panel->boxes.n;
  panel->x.ticks.room = panel->x.ticks.n, panel->y.ticks.room = panel->y.ticks.n;
  return panel;
}

const char *drawing_copy_text(drawing *self, const char *text) {
  const char *copy = arena_string(self->memory, text);
  if (!copy) self->is_out_of_memory = 1;
  return copy ? copy : "";
}

static const char *copy_optional_text(drawing *self, const char *text) {
  return text ? drawing_copy_text(self, text) : NULL;
}

drawing_table *drawing_table_add(drawing *self, const char *name, int n_columns) {
  static drawing_table nowhere; // discards rows
  struct {
    size_t n, room;
    drawing_table **at;
  } list = {(size_t)self->n_tables, self->table_room, self->table};
  drawing_table *table = arena_allocate(self->memory, sizeof *table);
  if (!table) return self->is_out_of_memory = 1, &nowhere;
  *table =
      (drawing_table){.name = drawing_copy_text(self, name), .n_columns = n_columns, .memory = self->memory};
  memset(table->digits, 9, sizeof table->digits);
  APPEND_ITEM(self, &list, table);
  self->n_tables = (int)list.n, self->table_room = list.room, self->table = list.at;
  return table;
}

void drawing_add_row(drawing_table *self, const double *value, int what) {
  const size_t columns = (size_t)self->n_columns;
  if (self->n == self->room && self->memory) {
    size_t room = self->room;
    double *values = grow_array(self->memory, self->value, self->n, &room, columns * sizeof *values);
    room = self->room;
    unsigned char *kinds = grow_array(self->memory, self->what, self->n, &room, sizeof *kinds);
    if (!values || !kinds) {
      self->memory = NULL;
    } else {
      self->value = values, self->what = kinds, self->room = room;
    }
  }
  if (self->n == self->room) return;
  for (size_t c = 0; c < columns; c++) self->value[self->n * columns + c] = value ? value[c] : NAN;
  self->what[self->n++] = (unsigned char)what;
}

void drawing_add_gap(drawing_table *self) {
  drawing_add_row(self, NULL, ROW_GAP);
}

static int has_no_rows(const drawing_table *table) {
  for (size_t i = 0; i < table->n; i++)
    if (table->what[i] != ROW_GAP) return 0;
  return 1;
}

void drawing_curve_add(drawing *self, drawing_panel *to, drawing_curve curve) {
  if (curve.table && has_no_rows(curve.table)) return;
  curve.name = copy_optional_text(self, curve.name);
  APPEND_ITEM(self, &to->curves, curve);
}

void drawing_text_add(drawing *self, drawing_panel *to, drawing_text text) {
  text.text = copy_optional_text(self, text.text);
  APPEND_ITEM(self, &to->texts, text);
}

void drawing_arrow_add(drawing *self, drawing_panel *to, drawing_arrow arrow) {
  APPEND_ITEM(self, &to->arrows, arrow);
}

void drawing_box_add(drawing *self, drawing_panel *to, drawing_box box) {
  APPEND_ITEM(self, &to->boxes, box);
}

void drawing_set_label(drawing *self, drawing_axis *axis, const char *label) {
  char *unit = NULL;
  const size_t length = strlen(label);
  axis->label = drawing_copy_text(self, label);
  axis->unit = NULL;
  const char *open = strrchr(label, '(');
  if (!open || open == label || open[-1] != ' ' || label[length - 1] != ')') return;
  unit = arena_string(self->memory, open + 1);
  if (!unit) return;
  unit[strlen(unit) - 1] = 0;
  axis->unit = unit;
}

void drawing_tick_add(drawing *self, drawing_axis *axis, double at, const char *name) {
  struct {
    size_t n, room;
    drawing_tick *at;
  } list = {(size_t)axis->ticks.n, (size_t)axis->ticks.room, axis->ticks.list};
  const drawing_tick tick = {at, copy_optional_text(self, name)};
  APPEND_ITEM(self, &list, tick);
  axis->ticks.n = (int)list.n, axis->ticks.room = (int)list.room, axis->ticks.list = list.at;
}

void drawing_set_colour_stops(drawing *self, int n, const drawing_stop *stop) {
  drawing_stop *copy = arena_allocate(self->memory, (size_t)n * sizeof *copy);
  if (!copy) {
    self->is_out_of_memory = 1;
    return;
  }
  memcpy(copy, stop, (size_t)n * sizeof *copy);
  self->colours.stop = copy, self->colours.n_stops = n;
}

int drawing_column_count(drawing_way way) {
  static const int counts[] = {
      [DRAW_LINES] = 2,   [DRAW_LINES_POINTS] = 2, [DRAW_POINTS] = 2, [DRAW_BAND] = 3,
      [DRAW_AREAS] = 3,   [DRAW_BARS] = 2,         [DRAW_IMAGE] = 0,  [DRAW_CELLS] = 7,
      [DRAW_X_ERROR] = 4, [DRAW_Y_ERROR] = 4,      [DRAW_ARROWS] = 4};
  return counts[way];
}

int drawing_column(const drawing_curve *curve, int k) {
  int is_given = 0;
  for (int i = 0; i < 7; i++) is_given |= curve->column[i] != 0;
  return is_given ? curve->column[k] : k;
}
