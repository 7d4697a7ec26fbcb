// Curves over one of their own values: of chosen trajectories and several files, stable parts solid, with
// what happens on them, kinds of curves over each other, and what sweeps gave beside them. Several values are
// panels.
#include "plot/curves.h"

#include <math.h>
#include <string.h>

#include "plot/curves_trace.h"
#include "plot/marks.h"
#include "plot/stack.h"

// Of the kinds of curves that lie over the plain one.
static const struct {
  const char *colour, *dashes;
  const char *beside; // dashes in the colour of a plain curve
} kinds[] = {{"#000000", "solid", "(20,4)"},
             {"#7B3294", "(14,5)", "(14,4,3,4)"},
             {"#A6611A", "(3,3)", "(3,3)"},
             {"#606060", "(12,4,3,4)", "(12,4,3,4,3,4)"}};
enum { N_KINDS = sizeof kinds / sizeof *kinds };

static const int markers[] = {9, 11, 13, 2, 7, 5}; // gnuplot's points of events, in the order of their words
enum { N_MARKERS = sizeof markers / sizeof *markers };

typedef struct panel {
  const result_variable *y;
  curve_trace all; // limits of what it shows
  double factor;
} panel;

typedef struct sheet {
  const result_variable *x;
  double x_factor, x_low, x_high;
  int x_logarithmic, has_plain, has_unstable;
  int are_parted; // the other kinds are drawn line by line
  int n_lines, n_panels;
  curve_line lines[CURVES_MOST];
  panel panels[CURVES_PANELS];
} sheet;

static chatter_status choose(const figure *self, int over_second, const result_variable **x,
                             const result_variable *y[CURVES_PANELS], int *n) {
  const result_variable *places[CURVES_PANELS];
  const int n_places = curves_places(self, places, CURVES_PANELS);
  *n = 1;
  y[0] = curves_output(self);
  if (!y[0] || n_places < 1 + over_second)
    return figure_raise_lack(self, "the figure needs curves: the results hold no points of any");
  *x = places[over_second];
  for (int i = 0; i < n_places && over_second && *n < CURVES_PANELS; i++)
    if (places[i] != *x) y[(*n)++] = places[i];
  TRY(figure_pick(self, "plot.x", self->wanted->x, curves_may_be, "with points of curves", x));
  TRY(figure_pick_y(self, curves_may_be, "with points of curves", CURVES_PANELS, y, n));
  for (int i = 0; i < *n; i++)
    if (!curves_is(self, y[i]) || !curves_is(self, *x))
      return figure_raise_lack(self, "'%s' has no values at the points of curves",
                               curves_is(self, *x) ? y[i]->name : (*x)->name);
  return CHATTER_OK;
}

static chatter_status check_over(const figure *self, int over_second) {
  const result_variable *x, *y[CURVES_PANELS];
  int n;
  return choose(self, over_second, &x, y, &n);
}
static chatter_status check(const figure *self) {
  return check_over(self, 0);
}
static chatter_status check_over_second(const figure *self) {
  return check_over(self, 1);
}

static int n_flags(const result_variable *flags) {
  int n = flags && flags->flag_meanings && flags->flag_meanings[0];
  for (const char *c = n ? flags->flag_meanings : ""; *c; c++) n += *c == ' ';
  return n < CURVES_FLAGS ? n : CURVES_FLAGS;
}

// The flags that all files share the words of: those of the first line that has some.
static const result_variable *flags_of(const sheet *s, int of_events) {
  for (int i = 0; i < s->n_lines; i++) {
    const curve_points *points = s->lines[i].points;
    const result_variable *flags = !points ? NULL : of_events ? points->event_flags : points->curve_flags;
    if (flags) return flags;
  }
  return NULL;
}

static int count_kinds(const sheet *s) {
  const int n = n_flags(flags_of(s, 0));
  return n ? n : 1;
}

static int scale_spans(const double low, const double high) {
  return low > 0 && high >= 20 * low && isfinite(high);
}

// As plot.scale says; absent: decades of the first value.
static int wants_logarithmic(const figure *self, const panel *p, int is_first) {
  enum { DECADES = 300 };
  const double low = p->all.low[1], high = p->all.high[1];
  if (!self->config || !study_given(self->config, "plot.scale"))
    return is_first && low > 0 && high > DECADES * low;
  return self->wanted->scale == SCALE_LOGARITHMIC && high > 0 && (is_first || scale_spans(low, high));
}

static void measure(const figure *self, sheet *s, panel *p) {
  curve_trace_begin(&p->all, s->x->name, p->y->name);
  memcpy(p->all.shown, self->wanted->x_range, sizeof p->all.shown);
  for (int i = 0; i < s->n_lines; i++) {
    for (int kind = 0; kind < count_kinds(s); kind++)
      for (int unstable = 0; unstable < 2; unstable++) {
        const size_t before = p->all.n;
        curve_trace_lines(&p->all, &s->lines[i], kind, unstable);
        s->has_plain |= kind == 0 && p->all.n > before;
        s->has_unstable |= unstable && p->all.n > before;
      }
    if (p == s->panels) curve_trace_dots(&p->all, &s->lines[i]);
  }
  if (p->all.n == 0) return;
  s->x_low = fmin(s->x_low, p->all.low[0]), s->x_high = fmax(s->x_high, p->all.high[0]);
  p->all.y_logarithmic = wants_logarithmic(self, p, p == s->panels);
}

static int is_parted(const sheet *s) {
  const figure *file = NULL;
  int lines = 0, files = 0;
  for (int i = 0; i < s->n_lines; i++) {
    if (!s->lines[i].points) continue;
    lines++, files += s->lines[i].of != file;
    file = s->lines[i].of;
  }
  return files > 1 || (lines > 1 && !s->has_plain);
}

// Without the panels that show nothing, unless the study names them.
static chatter_status measure_all(const figure *self, sheet *s) {
  int kept = 0;
  s->x_low = INFINITY, s->x_high = -INFINITY;
  for (int i = 0; i < s->n_panels; i++) {
    measure(self, s, &s->panels[i]);
    if (s->panels[i].all.n == 0 && self->wanted->y[0])
      return error_raise(CHATTER_IO, "the curves hold no finite value of '%s'", s->panels[i].y->name);
    if (s->panels[i].all.n > 0) s->panels[kept++] = s->panels[i];
  }
  s->n_panels = kept;
  s->are_parted = is_parted(s);
  if (kept == 0)
    return error_raise(CHATTER_IO, "the curves hold no finite value of '%s'", s->panels[0].y->name);
  s->x_logarithmic = scale_spans(s->x_low, s->x_high) && strcmp(s->x->units, "Hz") != 0;
  return CHATTER_OK;
}

typedef struct stroke {
  int kind, unstable, event, dots; // event > 0: markers
  const curve_line *line;          // NULL: all of them
} stroke;

static void trace(curve_trace *t, const sheet *s, const stroke *k) {
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

// Writes the data of a stroke and its part of gnuplot's command up to the title; 0: nothing of it is there.
static int begin_stroke(figure *self, const sheet *s, const panel *p, const stroke *k, int *n_strokes) {
  curve_trace t;
  curve_trace_begin(&t, s->x->name, p->y->name);
  t.x_factor = s->x_factor, t.y_factor = p->factor;
  t.x_logarithmic = s->x_logarithmic, t.y_logarithmic = p->all.y_logarithmic;
  trace(&t, s, k);
  if (t.n == 0) return 0;
  const int block = figure_begin_block(self, k->line ? k->line->name : "all lines");
  t.out = self->data;
  trace(&t, s, k);
  fprintf(self->script, "%sdata index %d using 1:2 ", (*n_strokes)++ ? ", \\\n     " : "plot ", block);
  return 1;
}

static void write_title(const figure *self, const char *title) {
  if (title[0])
    fprintf(self->script, " title %s", figure_quote(self, title));
  else
    fputs(" notitle", self->script);
}

// The plain curves by the colours of their lines.
static void draw_plain(figure *self, const sheet *s, const panel *p, int *n_strokes) {
  char word[64];
  curves_word(flags_of(s, 0), 0, word);
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

// The other kinds: each its colour and dashes over the plain curves of one file, else the colours of their
// lines.
static void draw_kind(figure *self, const sheet *s, const panel *p, int kind, const curve_line *line,
                      int *n_strokes) {
  char word[64], title[FIGURE_TEXT + 70];
  int titled = 0;
  const int at = (kind - 1) % N_KINDS;
  const char *dashes = line && s->has_plain ? kinds[at].beside : kinds[at].dashes;
  curves_word(flags_of(s, 0), kind, word);
  snprintf(title, sizeof title, "%s%s%s", line ? line->name : "", line && line->name[0] ? ", " : "", word);
  for (int unstable = 0; unstable < 2; unstable++) {
    const stroke k = {.kind = kind, .unstable = unstable, .line = line};
    if (!begin_stroke(self, s, p, &k, n_strokes)) continue;
    fprintf(self->script, "with lines linecolor '%s' linewidth %g dashtype %s",
            line ? figure_colour((int)(line - s->lines)) : kinds[at].colour, unstable ? 1.0 : 2.0,
            unstable ? "(6,4)" : dashes);
    write_title(self, titled++ ? "" : title);
  }
}

static void draw_kinds(figure *self, const sheet *s, const panel *p, int *n_strokes) {
  for (int kind = 1; kind < count_kinds(s); kind++) {
    if (!s->are_parted) draw_kind(self, s, p, kind, NULL, n_strokes);
    for (int i = 0; i < s->n_lines && s->are_parted; i++)
      draw_kind(self, s, p, kind, &s->lines[i], n_strokes);
  }
}

static void draw_dots(figure *self, const sheet *s, const panel *p, int *n_strokes) {
  for (int i = 0; i < s->n_lines; i++) {
    const stroke k = {.dots = 1, .line = &s->lines[i]};
    if (p != s->panels || !begin_stroke(self, s, p, &k, n_strokes)) continue;
    fprintf(self->script, "with %s linecolor '%s' linewidth 0.8 pointtype %d pointsize %g",
            curve_trace_has_windows(k.line) ? "linespoints" : "points", figure_colour(i),
            curve_trace_has_windows(k.line) ? 7 : 6, curve_trace_has_windows(k.line) ? 0.25 : 0.6);
    write_title(self, s->lines[i].name);
  }
}

static void draw_events(figure *self, const sheet *s, const panel *p, int *n_strokes) {
  const result_variable *flags = flags_of(s, 1);
  for (int event = 1; event < n_flags(flags); event++) {
    char word[64];
    const stroke k = {.event = event};
    const int type = markers[(event - 1) % N_MARKERS];
    if (!begin_stroke(self, s, p, &k, n_strokes)) continue;
    curves_word(flags, event, word);
    fprintf(self->script,
            "with points linecolor '#FFFFFF' linewidth 2 pointtype %d pointsize 1 notitle, \\\n     data "
            "index %d "
            "using 1:2 with points linecolor '#202020' linewidth 1.2 pointtype %d pointsize 0.7",
            type, self->n_blocks - 1, type);
    write_title(self, word);
  }
}

static void write_y_range(const figure *self, const panel *p) {
  const double low = p->all.low[1], high = p->all.high[1], room = 0.05 * (high - low);
  if (p->all.y_logarithmic)
    fprintf(self->script, "set logscale y\nset yrange [%.9g:%.9g]\n", p->factor * (low > 0 ? low / 1.2 : 1e-6 * high),
            p->factor * high * 1.2);
  else if (low >= 0 && low < 0.3 * high)
    fprintf(self->script, "unset logscale y\nset yrange [0:%.9g]\n", 1.05 * p->factor * high);
  else if (room > 1e-6 * fabs(high))
    fprintf(self->script, "unset logscale y\nset yrange [%.9g:%.9g]\n", p->factor * (low - room),
            p->factor * (high + room));
  else // the same all along
    fprintf(self->script, "unset logscale y\nset yrange [%.9g:%.9g]\n",
            p->factor * (low - 0.01 * fabs(low) - 1e-300), p->factor * (high + 0.01 * fabs(high) + 1e-300));
}

static chatter_status draw_panel(figure *self, const sheet *s, panel *p, stack *panels, const char *x_label) {
  char label[FIGURE_TEXT];
  const double *range = self->wanted->y_range;
  int n_strokes = 0;
  p->factor =
      figure_short_label(p->y, fmax(fabs(p->all.low[1]), fabs(p->all.high[1])), panels->high + 24, label);
  stack_panel(self, panels, "", x_label, label);
  write_y_range(self, p);
  if (p == s->panels && range[0] < range[1])
    fprintf(self->script, "set yrange [%.9g:%.9g]\n", p->factor * range[0], p->factor * range[1]);
  TRY(marks_write(self, s->x_factor, 0, 0));
  stack_write_key(self, panels);
  draw_dots(self, s, p, &n_strokes);
  draw_plain(self, s, p, &n_strokes);
  draw_kinds(self, s, p, &n_strokes);
  draw_events(self, s, p, &n_strokes);
  fputs(s->has_unstable
            ? ", \\\n     NaN with lines linecolor '#808080' linewidth 1.3 dashtype (6,4) title 'unstable'\n"
            : "\n",
        self->script);
  return CHATTER_OK;
}

// Pixels beside the panels, of the longest entry of the legend.
static double legend_width(const sheet *s) {
  double width = figure_text_width(s->has_unstable ? "unstable" : "");
  char word[64];
  for (int events = 0; events < 2; events++)
    for (int k = 0; k < n_flags(flags_of(s, events)); k++) {
      curves_word(flags_of(s, events), k, word);
      width = fmax(width, figure_text_width(word));
      for (int i = 0; i < s->n_lines && !events && s->are_parted && k > 0; i++)
        width = fmax(width, figure_text_width(word) + 14 + figure_text_width(s->lines[i].name));
    }
  for (int i = 0; i < s->n_lines; i++) width = fmax(width, figure_text_width(s->lines[i].name));
  return fmin(stack_key_width(width), 480);
}

static void write_note(const sheet *s, char note[FIGURE_TEXT]) {
  const figure *last = NULL;
  size_t n = 0, shown = 0, early = 0;
  note[0] = 0;
  for (int i = 0; i < s->n_lines; i++) {
    const curve_line *line = &s->lines[i];
    if (!line->points) continue;
    n += line->of == last ? 0 : line->of->n;
    last = line->of;
    shown++;
    early += !figure_is_ok(line->of, line->trajectory);
  }
  size_t used = 0;
  if (shown < n) used = (size_t)snprintf(note, FIGURE_TEXT, "%zu of %zu trajectories", shown, n);
  if (early)
    snprintf(note + used, FIGURE_TEXT - used, "%s%zu of %s ended early: what they reached is shown",
             used ? "; " : "", early, used ? "them" : "the trajectories");
}

static chatter_status draw_sheet(figure *self, sheet *s) {
  char x_label[FIGURE_TEXT], note[FIGURE_TEXT];
  stack panels;
  s->x_factor = figure_axis_label(s->x, fmax(fabs(s->x_low), fabs(s->x_high)), x_label);
  write_note(s, note);
  const double right = legend_width(s);
  self->width = fmax(self->width, 90 + 540 + right);
  stack_begin(self, s->n_panels, right, note, NULL, &panels);
  if (s->x_logarithmic) stack_write_decades(self, s->x_factor * s->x_low, s->x_factor * s->x_high);
  if (s->x_low < s->x_high)
    fprintf(self->script, "set xrange [%.9g:%.9g]\n", s->x_factor * s->x_low, s->x_factor * s->x_high);
  figure_write_ranges(self, s->x_factor, 1);
  for (int i = 0; i < s->n_panels; i++) TRY(draw_panel(self, s, &s->panels[i], &panels, x_label));
  stack_end(self);
  return CHATTER_OK;
}

static chatter_status draw_over(figure *self, int over_second) {
  const result_variable *y[CURVES_PANELS];
  sheet *s = arena_allocate(self->memory, sizeof *s);
  if (!s) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(choose(self, over_second, &s->x, y, &s->n_panels));
  for (int i = 0; i < s->n_panels; i++) s->panels[i].y = y[i];
  TRY(curves_find(self, y[0]->name, s->lines, &s->n_lines));
  TRY(measure_all(self, s));
  return draw_sheet(self, s);
}
static chatter_status draw(figure *self) {
  return draw_over(self, 0);
}
static chatter_status draw_over_second(figure *self) {
  return draw_over(self, 1);
}

const figure_kind figure_curves = {curves_any, check, draw};
const figure_kind figure_curves_over_load = {curves_any, check_over_second, draw_over_second};
