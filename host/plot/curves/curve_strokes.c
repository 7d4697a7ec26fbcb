// The plot command of a panel of curves: colours, dashes, markers and the legend.
#include "plot/curves/curve_strokes.h"

#include <math.h>
#include <string.h>

// Styles of the kinds of curves drawn over the plain one.
static const struct {
  const char *colour, *dashes;
  const char *beside; // dash pattern in the colour of a plain curve
} kind_styles[] = {{"#000000", "", "20,4"},
                   {"#7B3294", "14,5", "14,4,3,4"},
                   {"#A6611A", "3,3", "3,3"},
                   {"#606060", "12,4,3,4", "12,4,3,4,3,4"}};
enum { N_KINDS = sizeof kind_styles / sizeof *kind_styles };
static const char solid[] = "", unstable_dashes[] = "6,4";

// Markers of events, in the order of their words. An open ring hides no other marker at the same
// place.
static const struct {
  drawing_marker type;
  int is_ring;
  drawing_marker open; // the same, not filled
} event_markers[] = {{MARKER_TRIANGLE_FILLED, 0, MARKER_TRIANGLE},
                     {MARKER_WEDGE_FILLED, 0, MARKER_WEDGE},
                     {MARKER_DIAMOND_FILLED, 0, MARKER_DIAMOND},
                     {MARKER_CROSS, 0, MARKER_CROSS},
                     {MARKER_CIRCLE, 1, MARKER_CIRCLE},
                     {MARKER_SQUARE_FILLED, 0, MARKER_SQUARE},
                     {MARKER_SQUARE, 0, MARKER_SQUARE},
                     {MARKER_STAR, 0, MARKER_STAR},
                     {MARKER_TRIANGLE_FILLED, 0, MARKER_TRIANGLE},
                     {MARKER_PENTAGON_FILLED, 0, MARKER_PENTAGON},
                     {MARKER_PLUS, 0, MARKER_PLUS}};
enum { N_EVENT_MARKERS = sizeof event_markers / sizeof *event_markers, MAX_MARKS_COMPARED = 2000 };
static const double crowded = 12, same_place = 1; // pixels

int curves_count_flags(const result_variable *flags) {
  int n = flags && flags->flag_meanings && flags->flag_meanings[0];
  for (const char *c = n ? flags->flag_meanings : ""; *c; c++) n += *c == ' ';
  return n < CURVES_MAX_FLAGS ? n : CURVES_MAX_FLAGS;
}

// Returns the flags of the first line that has some; all files share their words.
const result_variable *curves_common_flags(const curve_sheet *s, int of_events) {
  for (int i = 0; i < s->n_lines; i++) {
    const curve_points *points = s->lines[i].points;
    const result_variable *flags = !points ? NULL : of_events ? points->event_flags : points->curve_flags;
    if (flags) return flags;
  }
  return NULL;
}

int curves_count_kinds(const curve_sheet *s) {
  const int n = curves_count_flags(curves_common_flags(s, 0));
  return n ? n : 1;
}

typedef struct stroke {
  int kind, unstable, event, dots; // event > 0: markers
  const curve_line *line;          // NULL: all lines
} stroke;

static void trace_stroke(curve_trace *t, const curve_sheet *s, const stroke *k) {
  for (int i = 0; i < s->n_lines; i++) {
    const curve_line *line = &s->lines[i];
    if (k->line && k->line != line) continue;
    if (k->dots)
      curve_trace_dots(t, line);
    else if (k->event)
      curve_trace_events(t, line, k->event);
    else
      curve_trace_lines(t, line, k->kind, k->unstable);
  }
}

static double pixels_per_unit(double room, double low, double high, int is_logarithmic) {
  const double range = is_logarithmic ? log(high / low) : high - low;
  return range > 0 && isfinite(range) ? room / range : 0;
}

static curve_trace panel_trace(const curve_sheet *s, const curve_panel *p) {
  curve_trace t;
  curve_trace_begin(&t, s->x->name, p->y->name);
  t.x_factor = s->x_factor, t.y_factor = p->factor;
  t.named = p->all.named, t.x_logarithmic = s->x_logarithmic, t.y_logarithmic = p->all.y_logarithmic;
  t.pixels[0] = pixels_per_unit(CURVES_PANEL_WIDTH, s->x_low, s->x_high, s->x_logarithmic);
  t.pixels[1] = pixels_per_unit(p->height, p->all.low[1], p->all.high[1], p->all.y_logarithmic);
  if (t.pixels[1] == 0) t.pixels[0] = 0;
  memcpy(t.shown, p->all.shown, sizeof t.shown);
  return t;
}

// Makes the table of a stroke; NULL: it has no points.
static drawing_table *stroke_table(figure *self, const curve_sheet *s, const curve_panel *p,
                                   const stroke *k) {
  curve_trace t = panel_trace(s, p);
  trace_stroke(&t, s, k);
  if (t.n == 0) return NULL;
  t.out = drawing_table_add(self->to, k->line ? k->line->name : "all lines", 2);
  trace_stroke(&t, s, k);
  return t.out;
}

static const char *dashes_of_kind(const curve_sheet *s, int kind) {
  const int at = (kind - 1) % N_KINDS;
  return s->are_parted && s->has_plain ? kind_styles[at].beside : kind_styles[at].dashes;
}

// Draws the plain curves in the colours of their lines.
static void draw_plain_curves(figure *self, drawing_panel *to, const curve_sheet *s, const curve_panel *p) {
  char word[64];
  curve_flag_word(curves_common_flags(s, 0), 0, word);
  for (int i = 0; i < s->n_lines; i++) {
    const char *name = s->lines[i].name[0] ? s->lines[i].name : word[0] ? word : p->y->name;
    for (int unstable = 0; unstable < 2; unstable++) {
      const stroke k = {.unstable = unstable, .line = &s->lines[i]};
      drawing_table *table = stroke_table(self, s, p, &k);
      if (!table) continue;
      drawing_curve_add(self->to, to,
                        (drawing_curve){.way = DRAW_LINES,
                                        .table = table,
                                        .name = name,
                                        .colour = figure_colour(i),
                                        .width = unstable ? 1.3 : 1.9,
                                        .dash = unstable ? unstable_dashes : solid});
      name = "";
    }
  }
}

// Draws one kind over the plain curves: in its own colour for a single file, else in the colours of
// its lines.
static int draw_kind(figure *self, drawing_panel *to, const curve_sheet *s, const curve_panel *p, int kind,
                     const curve_line *line, const char *name) {
  const int at = (kind - 1) % N_KINDS;
  int drawn = 0;
  for (int unstable = 0; unstable < 2; unstable++) {
    const stroke k = {.kind = kind, .unstable = unstable, .line = line};
    drawing_table *table = stroke_table(self, s, p, &k);
    if (!table) continue;
    drawing_curve_add(
        self->to, to,
        (drawing_curve){.way = DRAW_LINES,
                        .table = table,
                        .name = drawn++ ? "" : name,
                        .colour = line ? figure_colour((int)(line - s->lines)) : kind_styles[at].colour,
                        .width = unstable ? 1.0 : 2.0,
                        .dash = unstable ? unstable_dashes : dashes_of_kind(s, kind)});
  }
  return drawn;
}

// Adds a legend entry that explains a dash pattern.
static void add_legend_entry(figure *self, drawing_panel *to, const char *name, double width,
                             const char *dash) {
  drawing_curve_add(
      self->to, to,
      (drawing_curve){.way = DRAW_LINES, .name = name, .colour = "#808080", .width = width, .dash = dash});
}

// Draws all kinds line by line: colours distinguish lines, dashes kinds.
static void draw_kinds_by_line(figure *self, drawing_panel *to, const curve_sheet *s, const curve_panel *p) {
  int titled[CURVES_MAX_LINES] = {0};
  for (int kind = 1; kind < curves_count_kinds(s); kind++) {
    char word[64];
    int drawn = 0;
    curve_flag_word(curves_common_flags(s, 0), kind, word);
    for (int i = 0; i < s->n_lines; i++) {
      const int new = !s->has_plain && !titled[i];
      const int here = draw_kind(self, to, s, p, kind, &s->lines[i], new ? s->lines[i].name : "");
      titled[i] |= here, drawn |= here;
    }
    if (drawn) add_legend_entry(self, to, word, 2, dashes_of_kind(s, kind));
  }
}

static void draw_kinds(figure *self, drawing_panel *to, const curve_sheet *s, const curve_panel *p) {
  if (s->are_parted) {
    draw_kinds_by_line(self, to, s, p);
    return;
  }
  for (int kind = 1; kind < curves_count_kinds(s); kind++) {
    char word[64];
    curve_flag_word(curves_common_flags(s, 0), kind, word);
    draw_kind(self, to, s, p, kind, NULL, word);
  }
}

static void draw_dots(figure *self, drawing_panel *to, const curve_sheet *s, const curve_panel *p) {
  for (int i = 0; i < s->n_lines; i++) {
    const stroke k = {.dots = 1, .line = &s->lines[i]};
    drawing_table *table = stroke_table(self, s, p, &k);
    const int is_sweep = table && curve_trace_has_windows(k.line);
    if (!table) continue;
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = is_sweep ? DRAW_LINES_POINTS : DRAW_POINTS,
                                      .table = table,
                                      .name = s->lines[i].name,
                                      .colour = figure_colour(i),
                                      .width = 0.8,
                                      .marker = is_sweep ? MARKER_CIRCLE_FILLED : MARKER_CIRCLE,
                                      .size = is_sweep ? 0.25 : 0.6});
  }
}

// Returns 1 if more than two markers are so close to others that they would hide the curves.
static int events_are_crowded(const figure *self, const curve_sheet *s, const curve_panel *p) {
  curve_trace t = panel_trace(s, p);
  int near = 0;
  t.places = arena_allocate(self->memory, MAX_MARKS_COMPARED * sizeof *t.places), t.room = MAX_MARKS_COMPARED;
  if (!t.places || t.pixels[0] == 0) return 0;
  for (int event = 1; event < curves_count_flags(curves_common_flags(s, 1)); event++)
    trace_stroke(&t, s, &(stroke){.event = event});
  for (size_t i = 0; i < t.n_places; i++) {
    int has_neighbour = 0;
    for (size_t j = 0; j < t.n_places; j++) {
      const double apart = hypot(t.places[i].x - t.places[j].x, t.places[i].y - t.places[j].y);
      has_neighbour |= apart > same_place && apart < crowded;
    }
    near += has_neighbour;
  }
  return near > 2;
}

// Draws the events; crowded markers are small and open, without background.
static void draw_events(figure *self, drawing_panel *to, const curve_sheet *s, const curve_panel *p) {
  const result_variable *flags = curves_common_flags(s, 1);
  const int is_crowd = events_are_crowded(self, s, p);
  for (int event = 1; event < curves_count_flags(flags); event++) {
    char word[64];
    const stroke k = {.event = event};
    const int at = (event - 1) % N_EVENT_MARKERS;
    drawing_curve curve = {.way = DRAW_POINTS, .table = stroke_table(self, s, p, &k)};
    if (!curve.table) continue;
    curve_flag_word(flags, event, word);
    curve.marker = is_crowd ? event_markers[at].open : event_markers[at].type;
    if (!event_markers[at].is_ring && !is_crowd) {
      curve.colour = "#FFFFFF", curve.width = 2, curve.size = 1;
      drawing_curve_add(self->to, to, curve);
    }
    curve.colour = "#202020", curve.width = is_crowd ? 0.8 : 1.2, curve.name = word;
    curve.size = (is_crowd ? 0.85 : 1) * (event_markers[at].is_ring ? 1.3 : 0.7);
    drawing_curve_add(self->to, to, curve);
  }
}

void curves_draw_strokes(figure *self, drawing_panel *to, const curve_sheet *s, const curve_panel *p) {
  draw_dots(self, to, s, p);
  draw_plain_curves(self, to, s, p);
  draw_kinds(self, to, s, p);
  draw_events(self, to, s, p);
  if (s->has_unstable) add_legend_entry(self, to, "unstable", 1.3, unstable_dashes);
}
