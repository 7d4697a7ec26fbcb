// Curves of different length per trajectory: reads the ragged values of several files and names the
// lines.
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

// Points of one file; arrays over all points of all trajectories, NULL if there is no variable of
// that role.
typedef struct curve_points {
  const figure *of;
  const size_t *place; // [trajectories + 1]
  const result_variable *curve_flags, *event_flags;
  const int *curve, *event, *stable, *piece;
} curve_points;

// Part of a trajectory in the figure.
typedef struct curve_line {
  const curve_points *points; // NULL: `of` has none; its windows or single values are drawn as dots
  const figure *of;
  size_t trajectory;
  int is_many; // 1: values of many trajectories over the frequency of their loads
  char name[FIGURE_TEXT];
} curve_line;

enum { CURVES_HEAD_LINES = 2 };

// Heading of a legend whose names are values of parameters: the parameters.
typedef struct curve_head {
  int n;
  char text[CURVES_HEAD_LINES][FIGURE_TEXT];
} curve_head;

int curves_is_curve_variable(const figure *self,
                             const result_variable *variable);    // double, over points alone
int curves_is_possible_variable(const result_variable *variable); // as far as it can be told without results
int curves_are_in_results(const figure *self);
// Lists the double variables over points that are not outputs; the first is the default x axis.
int curves_x_variables(const figure *self, const result_variable **out, int most);
const result_variable *curves_first_output(const figure *self); // NULL: none
// Finds the lines of all files: those of plot.trajectories, else the first with points, at most
// CURVES_LINES_PER_FILE per file. output: read from files without points. head: the parameters
// whose values name the lines; NULL: there is no room for it.
chatter_status curves_find(const figure *self, const char *output, curve_line out[CURVES_MAX_LINES], int *n,
                           curve_head *head);
size_t curve_first_point(const curve_line *line); // index of its first point, and behind its last
size_t curve_end_point(const curve_line *line);
// Returns 1 if points i and i + 1 are neighbours on one curve.
int curve_points_are_joined(const curve_points *points, size_t i);
// Copies the word of a flag with blanks; "" if it has none.
void curve_flag_word(const result_variable *flags, int value, char text[64]);

#endif
