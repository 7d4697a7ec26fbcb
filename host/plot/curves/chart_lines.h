// Lines of an output over a parameter: of a file and of a value of a second parameter each; where several
// trajectories stand at one place, their quantiles.
#ifndef CHATTER_PLOT_CHART_LINES_H
#define CHATTER_PLOT_CHART_LINES_H

#include "plot/figure.h"
#include "statistics/share.h"

enum { CHART_MAX_LINES = 12, CHART_MAX_PARTING_VALUES = 6, CHART_MAX_PANELS = 6 };

typedef struct chart_place {
  double x;
  double low, middle, high, quantile; // 5, 50 and 95 % of its trajectories, and the wanted one
  double sure[2];                     // that lies between these with 95 % confidence; infinite: not known
} chart_place;

typedef struct chart_line {
  const figure *of;
  const result_variable *x, *by; // by: NULL: one line of the file
  const double *by_value;        // of all trajectories
  double value;                  // of `by` on this line
  char name[FIGURE_TEXT];        // "plate, μ = 0.3"; "": the only one
  size_t n;                      // places in ascending order
  chart_place *places;           // [n]
  int has_spread;                // some place has several trajectories
} chart_line;

// The parameter along x, the outputs of plot.y, and what parts the trajectories: plot.colour, else the first
// other parameter with at most CHART_MAX_PARTING_VALUES values (NULL: none).
chatter_status chart_choose_variables(const figure *self, const result_variable **x,
                                      const result_variable *y[CHART_MAX_PANELS], int *n_y,
                                      const result_variable **by);
chatter_status chart_find_lines(const figure *self, chart_line out[CHART_MAX_LINES], int *n);
// Measures an output along a line. Samples of which hardly two have the same x are put together in groups of
// about equal number along x, whose place is the median of theirs.
chatter_status chart_measure_quantiles(chart_line *self, const char *output, double quantile);
typedef struct chart_share {
  double x;                // median of the group's places
  statistics_share beyond; // of its trajectories above a level
} chart_share;
// Shares along a line, of groups as those of chart_measure_quantiles; and, in the order of x, its
// trajectories' places (x [*n_samples]) and whether each lies above the level.
typedef struct chart_shares {
  size_t n, n_samples;
  chart_share *share;
  double *x;
  unsigned char *is_beyond;
} chart_shares;
chatter_status chart_count_exceedances(const chart_line *self, const char *output, double level,
                                       chart_shares *out);
const chart_place *
chart_lowest_quantile(const chart_line *self); // where the wanted quantile is least; NULL: nowhere
// From where to where along x the quantile may as well be least: the outermost places whose confidence
// intervals reach down into that of the least one. 0: it has too few samples to tell.
int chart_lowest_quantile_range(const chart_line *self, const chart_place *least, double range[2]);

#endif
