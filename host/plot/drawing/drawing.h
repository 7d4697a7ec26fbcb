// A figure as data: tables of numbers, and panels with axes, curves, texts, arrows and boxes. The
// kinds of figures fill it; gnuplot's script (gnuplot_script.h) and JSON (drawing_json.h) are
// written from it. Texts and tables live in an arena.
#ifndef CHATTER_PLOT_DRAWING_H
#define CHATTER_PLOT_DRAWING_H

#include <stddef.h>

#include "base/memory.h"

enum { DRAWING_MAX_PANELS = 32, DRAWING_MAX_COLUMNS = 10, DRAWING_HEAD_LINES = 2 };

enum { ROW_NUMBERS, ROW_GAP, ROW_BETWEEN }; // ROW_BETWEEN: on a smooth curve between two results

// Rows of numbers; a gap interrupts lines.
typedef struct drawing_table {
  const char *name; // meaning of the columns
  int n_columns;
  signed char digits[DRAWING_MAX_COLUMNS]; // for gnuplot: significant digits; -k: k decimals
  size_t n, room;
  double *value;       // [n][n_columns]
  unsigned char *what; // [n] ROW_…
  arena *memory;
} drawing_table;

typedef enum drawing_system { IN_AXES, IN_PANEL, IN_FIGURE } drawing_system; // fractions, except IN_AXES

// A place whose x and y may have different systems; fractions count from the lower left corner.
typedef struct drawing_place {
  drawing_system of[2];
  double at[2];
} drawing_place;

typedef enum drawing_anchor { ANCHOR_LEFT, ANCHOR_CENTRE, ANCHOR_RIGHT } drawing_anchor;

typedef struct drawing_text {
  const char *text, *colour; // colour NULL: black
  drawing_place place;
  drawing_anchor anchor;
  double offset[2]; // from the place, in letter widths and heights
  double size;      // points; 0: the default, 12
  int is_front;
} drawing_text;

typedef struct drawing_head {
  double length; // 0: no head
  drawing_system of;
  double angle, back; // degrees; back 0: gnuplot's default
} drawing_head;

typedef struct drawing_arrow {
  drawing_place from, to;
  const char *colour, *dash; // "6,4": pixels on and off; NULL: solid
  double width;
  drawing_head head;
  int is_front;
} drawing_arrow;

typedef struct drawing_box {
  drawing_place from, to; // corners; or, if centred, the middle, and width and height
  int is_centred;
  const char *fill, *edge; // colours; NULL: none
  double opacity, width;   // opacity of the filling, width of the edge
  int layer;               // -1: behind the curves, 1: in front of them
  int is_clipped;
} drawing_box;

typedef struct drawing_tick {
  double at;
  const char *name; // NULL: the number
} drawing_tick;

typedef struct drawing_ticks {
  int n, room; // n > 0: only these ticks
  drawing_tick *list;
  double first, step; // step > 0: from `first` (NAN: 0) in steps
  int is_turned, has_no_marks;
} drawing_ticks;

typedef struct drawing_axis {
  const char *label, *unit; // the label includes the unit; NULL: none
  double low, high;         // NAN: by the values
  double room[2]; // margins beside the values, left and right or below and above, as fractions of the axis
  double least;   // smaller values are drawn there; NAN: no limit
  double label_offset[2]; // from its usual place, in letters
  int is_logarithmic;
  int is_tight;    // 1: ends at the values, not at the next tick
  int has_numbers; // 1: numbers at the ticks
  drawing_ticks ticks;
} drawing_axis;

typedef enum drawing_way {
  DRAW_LINES, // columns x, y
  DRAW_LINES_POINTS,
  DRAW_POINTS,
  DRAW_BAND,    // x, y, y: between two curves
  DRAW_AREAS,   // x, y, value: closed polygons, coloured by value
  DRAW_BARS,    // x, y: bars from 0, of the panel's bar width
  DRAW_IMAGE,   // no columns: the table is a matrix of values, a row for each y
  DRAW_CELLS,   // x, y, x from, x to, y from, y to, value
  DRAW_X_ERROR, // x, y, x from, x to
  DRAW_Y_ERROR, // x, y, y from, y to
  DRAW_ARROWS,  // x, y, to the right, upwards
} drawing_way;

// Point types of gnuplot.
typedef enum drawing_marker {
  MARKER_NONE,
  MARKER_PLUS,
  MARKER_CROSS,
  MARKER_STAR,
  MARKER_SQUARE,
  MARKER_SQUARE_FILLED,
  MARKER_CIRCLE,
  MARKER_CIRCLE_FILLED,
  MARKER_TRIANGLE,
  MARKER_TRIANGLE_FILLED,
  MARKER_WEDGE,
  MARKER_WEDGE_FILLED,
  MARKER_DIAMOND,
  MARKER_DIAMOND_FILLED,
  MARKER_PENTAGON,
  MARKER_PENTAGON_FILLED,
  N_MARKERS
} drawing_marker;

typedef struct drawing_curve {
  drawing_way way;
  drawing_table *table; // NULL: a legend entry that explains a symbol
  int column[7];        // columns of the table, by `way`; all 0: 0, 1, 2, …
  const char *name;     // in the legend; NULL or "": no entry
  const char *colour;   // NULL: by the value of the last column, with the figure's colours
  double width;         // of lines; 0: 1
  const char *dash;     // "6,4": pixels on and off; "": solid; NULL: default
  drawing_marker marker;
  double size; // of markers; 0: 1
  double opacity;
  int is_mixed;              // 1: lightened by white instead of transparent
  double origin[2], step[2]; // of an image: middle of its first cell, and distance of cells
  drawing_head head;
} drawing_curve;

typedef enum drawing_legend {
  LEGEND_INSIDE, // upper right corner
  LEGEND_NONE,
  LEGEND_OUTSIDE,    // right of the panel
  LEGEND_BELOW,      // entries in a row
  LEGEND_BELOW_LIST, // entries in a column
  LEGEND_BESIDE,     // from a place downwards
  LEGEND_STRIP,      // from a place to the right
  LEGEND_ON_GROUND   // lower right corner, on white
} drawing_legend;

typedef enum drawing_frame { FRAME_AXES, FRAME_BOX, FRAME_NONE } drawing_frame;

#define DRAWING_LIST(type)                                                                                   \
  struct {                                                                                                   \
    size_t n, room;                                                                                          \
    type *at;                                                                                                \
  }

typedef struct drawing_panel {
  double left, right, bottom,
      top;            // edges of its axes, as fractions of the figure from its lower left; NAN: default
  drawing_text title; // text NULL: none
  drawing_axis x, y;
  drawing_frame frame;
  int has_grid;
  drawing_legend legend;
  double legend_at[2]; // in the figure
  int n_head;
  const char *head[DRAWING_HEAD_LINES]; // lines above the legend
  double bar_width;
  DRAWING_LIST(drawing_curve) curves;
  DRAWING_LIST(drawing_text) texts;
  DRAWING_LIST(drawing_arrow) arrows;
  DRAWING_LIST(drawing_box) boxes;
} drawing_panel;

typedef struct drawing_stop {
  double at;
  const char *colour;
} drawing_stop;

typedef enum drawing_scale { SCALE_BESIDE, SCALE_UPRIGHT, SCALE_FLAT, SCALE_HIDDEN } drawing_scale;

// Colours of values, and their scale.
typedef struct drawing_colours {
  drawing_axis axis;
  int n_stops, steps; // steps > 0: this number of distinct colours
  drawing_stop *stop;
  drawing_scale scale;
  double origin[2], size[2]; // of an upright or flat scale, in the figure
} drawing_colours;

typedef struct drawing {
  arena *memory;
  double width, height;      // pixels
  drawing_text title, note;  // text NULL: none
  drawing_text shared_label; // of the y axes of all panels
  drawing_colours colours;
  int n_panels, n_tables, is_out_of_memory;
  int is_multiple;       // 1: panels have places of their own
  drawing_panel common;  // initial state of a new panel
  drawing_panel *panel;  // [DRAWING_MAX_PANELS]
  drawing_table **table; // [n_tables]
  size_t table_room;
  drawing_panel whole; // texts, arrows and boxes of the whole figure
} drawing;

drawing *drawing_create(arena *memory); // NULL: out of memory
drawing_panel *drawing_panel_add(drawing *self);
const char *drawing_copy_text(drawing *self, const char *text); // a copy; "" when out of memory
// Adds a table with n_columns columns, written with 9 digits for gnuplot.
drawing_table *drawing_table_add(drawing *self, const char *name, int n_columns);
void drawing_add_row(drawing_table *self, const double *value, int what);
#define drawing_add_numbers(table, ...) drawing_add_row(table, (const double[]){__VA_ARGS__}, ROW_NUMBERS)
void drawing_add_gap(drawing_table *self);
// Adds a curve; curves without rows are left out.
void drawing_curve_add(drawing *self, drawing_panel *to, drawing_curve curve);
void drawing_text_add(drawing *self, drawing_panel *to, drawing_text text);
void drawing_arrow_add(drawing *self, drawing_panel *to, drawing_arrow arrow);
void drawing_box_add(drawing *self, drawing_panel *to, drawing_box box);
// Sets a label; it is written with the unit, "Time (s)".
void drawing_set_label(drawing *self, drawing_axis *axis, const char *label);
void drawing_tick_add(drawing *self, drawing_axis *axis, double at, const char *name);
void drawing_set_colour_stops(drawing *self, int n, const drawing_stop *stop);
int drawing_column_count(drawing_way way);
// Returns the table column that a curve shows as its k-th: column[k], or k by default.
int drawing_column(const drawing_curve *curve, int k);

#endif
