// Writes scripts and data for gnuplot.
#include "plot/drawing/gnuplot_script.h"

#include <math.h>
#include <string.h>

#include "plot/drawing/gnuplot_marks.h"

// Returns the index of a table's block in the drawing's data.
static int gnuplot_block_index(const drawing *of, const drawing_table *table) {
  int block = 0;
  for (int i = 0; i < of->n_tables && of->table[i] != table; i++) block += of->table[i]->n > 0;
  return block;
}

// Writes a limit of an axis: a number, or * to follow the values.
static void write_limit(FILE *out, double limit) {
  if (isnan(limit))
    fputc('*', out);
  else
    fprintf(out, "%.9g", limit);
}

static int is_same(double a, double b) {
  return a == b || (isnan(a) && isnan(b));
}

static void write_range(FILE *out, const char *name, const drawing_axis *now, const drawing_axis *before) {
  if (is_same(now->low, before->low) && is_same(now->high, before->high)) return;
  fprintf(out, "set %srange [", name);
  write_limit(out, now->low);
  fputc(':', out);
  write_limit(out, now->high);
  fputs("]\n", out);
}

static int has_same_ticks(const drawing_ticks *a, const drawing_ticks *b) {
  return a->n == b->n && a->list == b->list && a->step == b->step && is_same(a->first, b->first) &&
         a->is_turned == b->is_turned && a->has_no_marks == b->has_no_marks;
}

static void write_ticks(FILE *out, const char *name, const drawing_ticks *ticks) {
  fprintf(out, "set %stics ", name);
  if (ticks->n > 0) {
    fputc('(', out);
    for (int i = 0; i < ticks->n; i++) {
      fputs(i ? ", " : "", out);
      if (ticks->list[i].name) {
        gnuplot_write_quoted(out, ticks->list[i].name);
        fputc(' ', out);
      }
      fprintf(out, "%.9g", ticks->list[i].at);
    }
    fputc(')', out);
  } else if (ticks->step > 0) {
    if (ticks->first != 0) fprintf(out, "%.9g,", ticks->first);
    fprintf(out, "%.9g", ticks->step);
  } else
    fputs("autofreq", out);
  fprintf(out, "%s%s\n", ticks->has_no_marks ? " scale 0" : "", ticks->is_turned ? " rotate by -45" : "");
}

// Returns the label of an axis; an axis without numbers shares those of another panel and has none.
static const char *label_of(const drawing_axis *axis) {
  return axis->has_numbers && axis->label && axis->label[0] ? axis->label : NULL;
}

static int has_same_label(const drawing_axis *a, const drawing_axis *b) {
  if (!label_of(a) || !label_of(b)) return !label_of(a) && !label_of(b);
  return strcmp(a->label, b->label) == 0 && a->label_offset[0] == b->label_offset[0] &&
         a->label_offset[1] == b->label_offset[1];
}

static void write_label(FILE *out, const char *name, const drawing_axis *axis) {
  if (!label_of(axis)) {
    fprintf(out, "unset %slabel\n", name);
    return;
  }
  fprintf(out, "set %slabel ", name);
  gnuplot_write_quoted(out, axis->label);
  if (axis->label_offset[0] != 0 || axis->label_offset[1] != 0)
    fprintf(out, " offset %g,%g", axis->label_offset[0], axis->label_offset[1]);
  fputc('\n', out);
}

static void write_axis(FILE *out, const char *name, const drawing_axis *now, const drawing_axis *before) {
  if (!has_same_label(now, before)) write_label(out, name, now);
  if (now->has_numbers != before->has_numbers)
    fprintf(out, "set format %s '%s'\n", name, now->has_numbers ? "%g" : "");
  if (now->is_logarithmic != before->is_logarithmic)
    fprintf(out, "%s logscale %s\n", now->is_logarithmic ? "set" : "unset", name);
  if (!has_same_ticks(&now->ticks, &before->ticks)) write_ticks(out, name, &now->ticks);
  write_range(out, name, now, before);
}

// Sets the margins beside the values of both axes.
static void write_room(FILE *out, const drawing_panel *now, const drawing_panel *before) {
  const double *x = now->x.room, *y = now->y.room;
  if (now->x.is_tight && !before->x.is_tight)
    fprintf(out, "set autoscale %sfix\n", now->y.is_tight ? "" : "x");
  if (x[0] == before->x.room[0] && x[1] == before->x.room[1] && y[0] == before->y.room[0] &&
      y[1] == before->y.room[1])
    return;
  fprintf(out, "set offsets graph %g, graph %g, graph %g, graph %g\n", x[0], x[1], y[0], y[1]);
}

static void write_margins(FILE *out, const drawing_panel *now, const drawing_panel *before) {
  const struct {
    const char *name;
    double now, before;
  } margins[] = {{"l", now->left, before->left},
                 {"r", now->right, before->right},
                 {"t", now->top, before->top},
                 {"b", now->bottom, before->bottom}};
  const char *between = "";
  for (int k = 0; k < 4; k++) {
    if (isnan(margins[k].now) || is_same(margins[k].now, margins[k].before)) continue;
    fprintf(out, "%sset %smargin screen %.4f", between, margins[k].name, margins[k].now);
    between = "; ";
  }
  fputs(*between ? "\n" : "", out);
}

static void write_frame(FILE *out, const drawing *of, const drawing_panel *now, const drawing_panel *before) {
  const int has_scale = of->colours.n_stops > 0 && of->colours.scale != SCALE_HIDDEN;
  if (now->frame != before->frame)
    fputs(now->frame == FRAME_BOX    ? "set border 15\n"
          : now->frame == FRAME_AXES ? "set border 3\n"
                                     : "unset border\nunset tics\n",
          out);
  if (now->frame == FRAME_NONE && before->frame != FRAME_NONE && has_scale) fputs("set cbtics\n", out);
  if (now->has_grid != before->has_grid) fputs(now->has_grid ? "set grid\n" : "unset grid\n", out);
}

static void write_legend(FILE *out, const drawing_panel *now, const drawing_panel *before) {
  static const char *const places[] = {[LEGEND_INSIDE] = "inside right top",
                                       [LEGEND_NONE] = "off",
                                       [LEGEND_OUTSIDE] = "outside right top",
                                       [LEGEND_BELOW] = "bmargin center horizontal height 0.7",
                                       [LEGEND_BELOW_LIST] = "bmargin center vertical height 0.7",
                                       [LEGEND_BESIDE] = "left top vertical noautotitle",
                                       [LEGEND_STRIP] = "left bottom horizontal samplen 3",
                                       [LEGEND_ON_GROUND] =
                                           "inside bottom right opaque box linecolor '#C0C0C0'"};
  const int has_place = now->legend == LEGEND_BESIDE || now->legend == LEGEND_STRIP;
  if (now->legend == before->legend && (!has_place || (now->legend_at[0] == before->legend_at[0] &&
                                                       now->legend_at[1] == before->legend_at[1])))
    return;
  fprintf(out, "set key %s", before->legend == LEGEND_NONE ? "on " : "");
  if (has_place) fprintf(out, "at screen %.4f, screen %.4f ", now->legend_at[0], now->legend_at[1]);
  fprintf(out, "%s\n", places[now->legend]);
  for (int k = 0; k < now->n_head; k++) {
    fputs(k ? ".\"\\n\"." : "set key title ", out);
    gnuplot_write_quoted(out, now->head[k]);
  }
  fputs(now->n_head ? " left\n" : "", out);
}

// Writes the columns of a curve, such as "1:(least($3))".
static void write_columns(FILE *out, const drawing_panel *panel, const drawing_curve *curve) {
  const int n = drawing_column_count(curve->way) + (curve->way == DRAW_POINTS && !curve->colour);
  const int n_y = curve->way == DRAW_BAND ? 2 : curve->way == DRAW_LINES ? 1 : 0;
  fputs("using ", out);
  for (int k = 0; k < n; k++) {
    const int is_cut = !isnan(panel->y.least) && k >= 1 && k <= n_y;
    fprintf(out, is_cut ? "%s(least($%d))" : "%s%d", k ? ":" : "", 1 + drawing_column(curve, k));
  }
  fputc(' ', out);
}

static void write_line_style(FILE *out, const drawing_curve *c) {
  fprintf(out, c->colour ? " linecolor '%s'" : " linecolor palette", c->colour);
  if (c->width > 0) fprintf(out, " linewidth %g", c->width);
  gnuplot_write_dash(out, c->dash);
}

static void write_marker(FILE *out, const drawing_curve *c) {
  fprintf(out, " pointtype %d", (int)c->marker);
  if (c->marker != MARKER_NONE) fprintf(out, " pointsize %g", c->size > 0 ? c->size : 1);
}

static void write_way(FILE *out, const drawing_curve *c) {
  static const char *const words[] = {[DRAW_LINES] = "lines",
                                      [DRAW_LINES_POINTS] = "linespoints",
                                      [DRAW_POINTS] = "points",
                                      [DRAW_BAND] = "filledcurves",
                                      [DRAW_AREAS] =
                                          "filledcurves closed fillcolor palette fillstyle solid 1 noborder",
                                      [DRAW_BARS] = "boxes",
                                      [DRAW_IMAGE] = "image",
                                      [DRAW_CELLS] = "boxxyerror linecolor palette fillstyle solid 1",
                                      [DRAW_X_ERROR] = "xerrorbars",
                                      [DRAW_Y_ERROR] = "yerrorbars",
                                      [DRAW_ARROWS] = "vectors"};
  fprintf(out, "with %s", words[c->way]);
  switch (c->way) {
  case DRAW_LINES:
    write_line_style(out, c);
    break;
  case DRAW_LINES_POINTS:
  case DRAW_POINTS:
  case DRAW_X_ERROR:
  case DRAW_Y_ERROR:
    write_line_style(out, c), write_marker(out, c);
    break;
  case DRAW_BAND:
    fprintf(out, " fillcolor '%s' fillstyle %ssolid %g%s", c->colour, c->is_mixed ? "" : "transparent ",
            c->opacity, c->is_mixed ? "" : " noborder");
    break;
  case DRAW_BARS:
    fprintf(out, " linecolor '%s'", c->colour);
    break;
  case DRAW_ARROWS:
    gnuplot_write_arrow_head(out, &c->head), write_line_style(out, c);
    break;
  default:
    break;
  }
}

static void write_curve(FILE *out, const drawing *of, const drawing_panel *panel, const drawing_curve *c) {
  if (!c->table)
    fputs("NaN ", out);
  else
    fprintf(out, "data index %d ", gnuplot_block_index(of, c->table));
  if (c->way == DRAW_IMAGE)
    fprintf(out, "matrix using (%.9g+%.9g*$1):(%.9g+%.9g*$2):3 ", c->origin[0], c->step[0], c->origin[1],
            c->step[1]);
  else if (c->table)
    write_columns(out, panel, c);
  write_way(out, c);
  if (c->name && c->name[0]) {
    fputs(" title ", out);
    gnuplot_write_quoted(out, c->name);
  } else
    fputs(" notitle", out);
}

static void write_panel(FILE *out, const drawing *of, const drawing_panel *now, const drawing_panel *before) {
  write_margins(out, now, before);
  write_frame(out, of, now, before);
  write_room(out, now, before);
  write_axis(out, "x", &now->x, &before->x);
  write_axis(out, "y", &now->y, &before->y);
  if (!is_same(now->y.least, before->y.least) && !isnan(now->y.least))
    fprintf(out, "least(x) = x > %.9g ? x : %.9g\n", now->y.least, now->y.least);
  if (now->bar_width > 0 && now->bar_width != before->bar_width)
    fprintf(out, "set boxwidth %.9g\nset style fill solid 0.85 border linecolor '#FFFFFF'\n", now->bar_width);
  write_legend(out, now, before);
  if (now->title.text) gnuplot_write_text(out, GNUPLOT_TAG_PANEL_TITLE, &now->title);
  gnuplot_write_marks(out, now);
  for (size_t i = 0; i < now->curves.n; i++) {
    fputs(i ? ", \\\n     " : "plot ", out);
    write_curve(out, of, now, &now->curves.at[i]);
  }
  fputc('\n', out);
}

static void write_colours(FILE *out, const drawing *of) {
  const drawing_colours *c = &of->colours;
  // A scale placed by gnuplot has numbers in its own format.
  const drawing_axis plain = {.low = NAN, .high = NAN, .has_numbers = c->scale == SCALE_BESIDE};
  if (c->n_stops == 0) return;
  if (c->scale == SCALE_HIDDEN) fputs("unset colorbox\n", out);
  if (c->scale == SCALE_UPRIGHT || c->scale == SCALE_FLAT)
    fprintf(out, "set colorbox %s user origin screen %.4f, screen %.4f size screen %.4f, screen %.4f\n",
            c->scale == SCALE_FLAT ? "horizontal" : "vertical", c->origin[0], c->origin[1], c->size[0],
            c->size[1]);
  drawing_axis axis = c->axis;
  if (c->scale == SCALE_FLAT) axis.label = NULL; // written above it
  write_axis(out, "cb", &axis, &plain);
  fputs("set palette ", out);
  if (c->steps > 0) fprintf(out, "maxcolors %d ", c->steps);
  for (int i = 0; i < c->n_stops; i++)
    fprintf(out, "%s%.9g '%s'", i ? ", " : "defined (", c->stop[i].at, c->stop[i].colour);
  fputs(")\n", out);
}

void gnuplot_script_write(const drawing *of, FILE *out) {
  const drawing_panel plain = {.left = NAN,
                               .right = NAN,
                               .bottom = NAN,
                               .top = NAN,
                               .x = {.low = NAN, .high = NAN, .least = NAN, .has_numbers = 1},
                               .y = {.low = NAN, .high = NAN, .least = NAN, .has_numbers = 1},
                               .has_grid = 1};
  gnuplot_write_titles(out, of);
  write_colours(out, of);
  if (of->is_multiple) fputs("set multiplot\n", out);
  for (int p = 0; p < of->n_panels; p++) {
    const drawing_panel *panel = &of->panel[p], *before = p ? panel - 1 : &plain;
    if (p > 0) gnuplot_remove_marks(out, of, p);
    write_panel(out, of, panel, before);
  }
  if (of->is_multiple) fputs("unset multiplot\n", out);
}

// Numbers of a drawing as gnuplot reads them: blocks separated by two empty lines.

static void write_number(FILE *out, double value, int digits) {
  if (isnan(value))
    fputs("nan", out);
  else if (digits < 0)
    fprintf(out, "%.*f", -digits, value);
  else
    fprintf(out, "%.*g", digits, value);
}

static void write_table_row(FILE *out, const drawing_table *table, size_t row) {
  for (int c = 0; c < table->n_columns; c++) {
    const int digits = table->digits[c < DRAWING_MAX_COLUMNS ? c : 0];
    if (c > 0) fputc(' ', out);
    write_number(out, table->value[row * (size_t)table->n_columns + (size_t)c], digits);
  }
  fputs(table->what[row] == ROW_BETWEEN ? " # between\n" : "\n", out);
}

void gnuplot_data_write(const drawing *of, FILE *out) {
  const char *between = "";
  for (int i = 0; i < of->n_tables; i++) {
    const drawing_table *table = of->table[i];
    if (table->n == 0) continue;
    fprintf(out, "%s# %s\n", between, table->name);
    for (size_t row = 0; row < table->n; row++)
      if (table->what[row] == ROW_GAP)
        fputc('\n', out);
      else
        write_table_row(out, table, row);
    between = "\n\n";
  }
}

// Writes a text between gnuplot's single quotes.
static void write_in_quotes(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == '\'') fputc('\'', out);
    fputc(*text, out);
  }
}

// Writes a file name with "./" in front: gnuplot reads $name as a data block, <name and |name as
// commands.
static void write_file_name(FILE *out, const char *before, const char *stem, const char *behind) {
  fputs(before, out);
  write_in_quotes(out, stem);
  fputs(behind, out);
}

void gnuplot_head_write(const drawing *of, const char *stem, FILE *out) {
  fprintf(out, "# A figure made by chatter %s. Edit it, then draw it again:\n", CHATTER_VERSION);
  fprintf(out, "#   gnuplot %s.gp      or      gnuplot -e \"figure='%s.png'\" %s.gp\n", stem, stem, stem);
  write_file_name(out, "if (!exists('figure')) figure = './", stem, ".svg'\n");
  fprintf(out, "if (!exists('target')) target = figure\n");
  write_file_name(out, "data = './", stem, ".dat'\n");
  fprintf(out, "ending = figure[strlen(figure)-2:*]\nscale = ending eq 'png' ? 1.75 : 1\n");
  fprintf(
      out,
      "if (ending eq 'svg') set terminal svg size %g,%g noenhanced font 'DejaVu Sans,12' background 'white' "
      "linewidth 1.2\n",
      of->width, of->height);
  fprintf(
      out,
      "if (ending eq 'png') set terminal pngcairo size %g,%g noenhanced font 'DejaVu Sans,21' linewidth 2.4 "
      "pointscale 1.8\n",
      2 * of->width, 2 * of->height);
  fprintf(out,
          "if (ending eq 'pdf') set terminal pdfcairo size %gin,%gin noenhanced font 'DejaVu Sans,12' "
          "linewidth 1.4\n",
          of->width / 90, of->height / 90);
  fputs("set output target\nset encoding utf8\nset datafile missing 'nan'\n"
        "set border 3 linecolor '#404040' linewidth 0.9\nset tics nomirror out scale 0.6\n"
        "set format x '%g'\nset format y '%g'\nset grid linecolor '#E4E4E4' linewidth 0.7 linetype 1\nset "
        "key top right reverse Left samplen 2 "
        "spacing 1.15\n",
        out);
}
