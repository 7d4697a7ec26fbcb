// Curves of different length per trajectory: what the ragged values of several files hold, and how lines are
// told apart.
#ifndef CHATTER_PLOT_CURVES_CURVE_LINES_H
#define CHATTER_PLOT_CURVES_CURVE_LINES_H

#include "plot/figure.h"

enum {
  CURVES_LINES_PER_FILE = 6,
  CURVES_MAX_LINES = 28,
  CURVES_MAX_PANELS = 4,
  CURVES_MAX_FLAGS = 16,
  CURVES_NAME_WIDTH = 280
};

// The points of one file; arrays are over all points of all trajectories, NULL where there are none of that
// role.
typedef struct curve_points {
  const figure *of;
  const size_t *place; // [trajectories + 1]
  const result_variable *curve_flags, *event_flags;
  const int *curve, *event, *stable, *piece;
} curve_points;

// What one trajectory adds to the figure.
typedef struct curve_line {
  const curve_points
      *points; // NULL: `of` has none, and its windows or single values stand in the figure as dots
  const figure *of;
  size_t trajectory;
  int is_many; // values of many trajectories over the frequency of their loads
  char name[FIGURE_TEXT];
} curve_line;

enum { CURVES_HEAD_LINES = 2 };

// What stands above the names of lines that are the values of parameters alone: those parameters.
typedef struct curve_head {
  int n;
  char text[CURVES_HEAD_LINES][FIGURE_TEXT];
} curve_head;

int curves_is_curve_variable(const figure *self,
                             const result_variable *variable);    // double, over points alone
int curves_is_possible_variable(const result_variable *variable); // what can be told without the results
int curves_are_in_results(const figure *self);
// Double variables over points that are no outputs, the first of which is the usual x axis.
int curves_x_variables(const figure *self, const result_variable **out, int most);
const result_variable *curves_first_output(const figure *self); // the first; NULL: none
// The lines of all files: of plot.trajectories, else the first that have points, at most
// CURVES_LINES_PER_FILE per file. `output`: what files without points are looked through for. `head`: the
// parameters whose values name the lines; NULL: it has no place.
chatter_status curves_find(const figure *self, const char *output, curve_line out[CURVES_MAX_LINES], int *n,
                           curve_head *head);
size_t curve_first_point(const curve_line *line); // its first point, and behind the last
size_t curve_end_point(const curve_line *line);
// Points i and i + 1 are neighbours on one curve.
int curve_points_are_joined(const curve_points *points, size_t i);
// The word of a flag with blanks, "" where it has none.
void curve_flag_word(const result_variable *flags, int value, char text[64]);

#endif
