// The plot command of a panel of curves: colours, dashes, markers and the legend.
#include "plot/curves/curves_sheet.h"

#include <math.h>
#include <string.h>

// Of the kinds of curves that lie over the plain one.
static const struct {
  const char *colour, *dashes;
  const char *beside; // dashes in the colour of a plain curve
} kinds[] = {{"#000000", "solid", "(20,4)"},
             {"#7B3294", "(14,5)", "(14,4,3,4)"},
             {"#A6611A", "(3,3)", "(3,3)"},
             {"#606060", "(12,4,3,4)", "(12,4,3,4,3,4)"}};
enum { N_KINDS = sizeof kinds / sizeof *kinds };

// Points of events, in the order of their words. A ring about what else happens at the same place hides
// nothing.
static const struct {
  int type;          // gnuplot's
  int is_ring, open; // open: the same without its filling
} markers[] = {{9, 0, 8}, {11, 0, 10}, {13, 0, 12}, {2, 0, 2},   {6, 1, 6}, {5, 0, 4},
               {4, 0, 4}, {3, 0, 3},   {9, 0, 8},   {15, 0, 14}, {1, 0, 1}};
enum { N_MARKERS = sizeof markers / sizeof *markers, MARKS_LOOKED_AT = 2000 };
static const double crowded = 12, same_place = 1; // pixels

int curves_n_flags(const result_variable *flags) {
  int n = flags && flags->flag_meanings && flags->flag_meanings[0];
  for (const char *c = n ? flags->flag_meanings : ""; *c; c++) n += *c == ' ';
  return n < CURVES_FLAGS ? n : CURVES_FLAGS;
}

// The flags that all files share the words of: those of the first line that has some.
const result_variable *curves_flags_of(const curve_sheet *s, int of_events) {
  for (int i = 0; i < s->n_lines; i++) {
    const curve_points *points = s->lines[i].points;
    const result_variable *flags = !points ? NULL : of_events ? points->event_flags : points->curve_flags;
    if (flags) return flags;
  }
  return NULL;
}

int curves_n_kinds(const curve_sheet *s) {
  const int n = curves_n_flags(curves_flags_of(s, 0));
  return n ? n : 1;
}

typedef struct stroke {
  int kind, unstable, event, dots; // event > 0: markers
  const curve_line *line;          // NULL: all of them
} stroke;

static void trace(curve_trace *t, const curve_sheet *s, const stroke *k) {
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

static curve_trace trace_of(const curve_sheet *s, const curve_panel *p) {
  curve_trace t;
  curve_trace_begin(&t, s->x->name, p->y->name);
  t.x_factor = s->x_factor, t.y_factor = p->factor;
  t.named = p->all.named, t.x_logarithmic = s->x_logarithmic, t.y_logarithmic = p->all.y_logarithmic;
  t.pixels[0] = pixels_per_unit(CURVES_WIDTH, s->x_low, s->x_high, s->x_logarithmic);
  t.pixels[1] = pixels_per_unit(p->height, p->all.low[1], p->all.high[1], p->all.y_logarithmic);
  if (t.pixels[1] == 0) t.pixels[0] = 0;
  memcpy(t.shown, p->all.shown, sizeof t.shown);
  return t;
}

// Writes the data of a stroke and its part of gnuplot's command up to the title; 0: nothing of it is there.
static int begin_stroke(figure *self, const curve_sheet *s, const curve_panel *p, const stroke *k,
                        int *n_strokes) {
  curve_trace t = trace_of(s, p);
  trace(&t, s, k);
  if (t.n == 0) return 0;
  const int block = figure_begin_block(self, k->line ? k->line->name : "all lines");
  t.out = self->data;
  trace(&t, s, k);
  fprintf(self->script, "%sdata index %d using 1:2 ", (*n_strokes)++ ? ", \\\n     " : "plot ", block);
  return 1;
}

static const char *dashes_of(const curve_sheet *s, int kind) {
  const int at = (kind - 1) % N_KINDS;
  return s->are_parted && s->has_plain ? kinds[at].beside : kinds[at].dashes;
}

static void write_title(const figure *self, const char *title) {
  if (title[0])
    fprintf(self->script, " title %s", figure_quote(self, title));
  else
    fputs(" notitle", self->script);
}

// The plain curves by the colours of their lines.
static void draw_plain(figure *self, const curve_sheet *s, const curve_panel *p, int *n_strokes) {
  char word[64];
  curves_word(curves_flags_of(s, 0), 0, word);
  for (int i = 0; i < s->n_lines; i++) {
    int titled = 0;
    for (int unstable = 0; unstable < 2; unstable++) {
      const stroke k = {.unstable = unstable, .line = &s->lines[i]};
      if (!begin_stroke(self, s, p, &k, n_strokes)) continue;
      fprintf(self->script, "with lines linecolor '%s' linewidth %g dashtype %s", figure_colour(i),
              unstable ? 1.3 : 1.9, unstable ? "(6,4)" : "solid");
      write_title(self, titled++ ? "" : s->lines[i].name[0] ? s->lines[i].name : word[0] ? word : p->y->name);
    }
  }
}

// A kind over the plain curves of one file in a colour of its own, else in the colours of its lines.
static int draw_kind(figure *self, const curve_sheet *s, const curve_panel *p, int kind,
                     const curve_line *line, const char *title, int *n_strokes) {
  const int at = (kind - 1) % N_KINDS;
  int drawn = 0;
  for (int unstable = 0; unstable < 2; unstable++) {
    const stroke k = {.kind = kind, .unstable = unstable, .line = line};
    if (!begin_stroke(self, s, p, &k, n_strokes)) continue;
    fprintf(self->script, "with lines linecolor '%s' linewidth %g dashtype %s",
            line ? figure_colour((int)(line - s->lines)) : kinds[at].colour, unstable ? 1.0 : 2.0,
            unstable ? "(6,4)" : dashes_of(s, kind));
    write_title(self, drawn++ ? "" : title);
  }
  return drawn;
}

// Parted: colours tell the lines, dashes the kinds.
static void draw_parted(figure *self, const curve_sheet *s, const curve_panel *p, int *n_strokes) {
  int titled[CURVES_MOST] = {0};
  for (int kind = 1; kind < curves_n_kinds(s); kind++) {
    char word[64];
    int drawn = 0;
    curves_word(curves_flags_of(s, 0), kind, word);
    for (int i = 0; i < s->n_lines; i++) {
      const int new = !s->has_plain && !titled[i];
      const int here = draw_kind(self, s, p, kind, &s->lines[i], new ? s->lines[i].name : "", n_strokes);
      titled[i] |= here, drawn |= here;
    }
    if (drawn)
      fprintf(self->script, ", \\\n     NaN with lines linecolor '#808080' linewidth 2 dashtype %s title %s",
              dashes_of(s, kind), figure_quote(self, word));
  }
}

static void draw_kinds(figure *self, const curve_sheet *s, const curve_panel *p, int *n_strokes) {
  if (s->are_parted) {
    draw_parted(self, s, p, n_strokes);
    return;
  }
  for (int kind = 1; kind < curves_n_kinds(s); kind++) {
    char word[64];
    curves_word(curves_flags_of(s, 0), kind, word);
    draw_kind(self, s, p, kind, NULL, word, n_strokes);
  }
}

static void draw_dots(figure *self, const curve_sheet *s, const curve_panel *p, int *n_strokes) {
  for (int i = 0; i < s->n_lines; i++) {
    const stroke k = {.dots = 1, .line = &s->lines[i]};
    if (!begin_stroke(self, s, p, &k, n_strokes)) continue;
    fprintf(self->script, "with %s linecolor '%s' linewidth 0.8 pointtype %d pointsize %g",
            curve_trace_has_windows(k.line) ? "linespoints" : "points", figure_colour(i),
            curve_trace_has_windows(k.line) ? 7 : 6, curve_trace_has_windows(k.line) ? 0.25 : 0.6);
    write_title(self, s->lines[i].name);
  }
}

// More than two markers lie so near to others that they would hide what the curves do there.
static int are_crowded(const figure *self, const curve_sheet *s, const curve_panel *p) {
  curve_trace t = trace_of(s, p);
  int near = 0;
  t.places = arena_allocate(self->memory, MARKS_LOOKED_AT * sizeof *t.places), t.room = MARKS_LOOKED_AT;
  if (!t.places || t.pixels[0] == 0) return 0;
  for (int event = 1; event < curves_n_flags(curves_flags_of(s, 1)); event++)
    trace(&t, s, &(stroke){.event = event});
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

// In a crowd small and open, on no ground.
static void draw_events(figure *self, const curve_sheet *s, const curve_panel *p, int *n_strokes) {
  const result_variable *flags = curves_flags_of(s, 1);
  const int is_crowd = are_crowded(self, s, p);
  for (int event = 1; event < curves_n_flags(flags); event++) {
    char word[64];
    const stroke k = {.event = event};
    const int at = (event - 1) % N_MARKERS, type = is_crowd ? markers[at].open : markers[at].type;
    if (!begin_stroke(self, s, p, &k, n_strokes)) continue;
    curves_word(flags, event, word);
    if (!markers[at].is_ring && !is_crowd)
      fprintf(self->script,
              "with points linecolor '#FFFFFF' linewidth 2 pointtype %d pointsize 1 notitle, \\\n     data "
              "index %d using 1:2 ",
              type, self->n_blocks - 1);
    fprintf(self->script, "with points linecolor '#202020' linewidth %g pointtype %d pointsize %g",
            is_crowd ? 0.8 : 1.2, type, (is_crowd ? 0.85 : 1) * (markers[at].is_ring ? 1.3 : 0.7));
    write_title(self, word);
  }
}

void curves_draw_strokes(figure *self, const curve_sheet *s, const curve_panel *p) {
  int n_strokes = 0;
  draw_dots(self, s, p, &n_strokes);
  draw_plain(self, s, p, &n_strokes);
  draw_kinds(self, s, p, &n_strokes);
  draw_events(self, s, p, &n_strokes);
  fputs(s->has_unstable ? ", \\\n     NaN with lines linecolor '#808080' linewidth 1.3 dashtype (6,4) title "
                          "'unstable'\n"
                        : "\n",
        self->script);
}
