// Lines of an output over a parameter, one for each file and value of a second parameter; with
// quantiles if several trajectories have the same x.
#ifndef CHATTER_PLOT_CHART_LINES_H
#define CHATTER_PLOT_CHART_LINES_H

#include "plot/figure.h"
#include "statistics/share.h"

enum { CHART_MAX_LINES = 12, CHART_MAX_PARTING_VALUES = 6, CHART_MAX_PANELS = 6 };

typedef struct chart_place {
  double x;
  double low, middle, high, quantile; // 5, 50 and 95 % of its trajectories, and the wanted quantile
  double sure[2];                     // 95 % confidence interval of the wanted quantile; infinite: not known
} chart_place;

typedef struct chart_line {
  const figure *of;
  const result_variable *x, *by; // by: NULL: one line per file
  const double *by_value;        // of all trajectories
  double value;                  // of `by` on this line
  char name[FIGURE_TEXT];        // "plate, μ = 0.3"; "": the only line
  size_t n;                      // places, in ascending order
  chart_place *places;           // [n]
  int has_spread;                // 1: some place has several trajectories
} chart_line;

// Chooses the parameter along x, the outputs of plot.y, and the parameter that distinguishes the
// lines: plot.colour, else the first other parameter with at most CHART_MAX_PARTING_VALUES values
// (NULL: none).
chatter_status chart_choose_variables(const figure *self, const result_variable **x,
                                      const result_variable *y[CHART_MAX_PANELS], int *n_y,
                                      const result_variable **by);
chatter_status chart_find_lines(const figure *self, chart_line out[CHART_MAX_LINES], int *n);
// Computes the quantiles of an output along a line. If hardly two samples have the same x, they
// form groups of about equal size along x, placed at their median.
chatter_status chart_measure_quantiles(chart_line *self, const char *output, double quantile);
typedef struct chart_share {
  double x;                // median x of the group
  statistics_share beyond; // share of its trajectories above a level
} chart_share;
// Shares along a line, in the groups of chart_measure_quantiles; and in the order of x its
// trajectories' places (x [*n_samples]) with flags: 1 above the level.
typedef struct chart_shares {
  size_t n, n_samples;
  chart_share *share;
  double *x;
  unsigned char *is_beyond;
} chart_shares;
chatter_status chart_count_exceedances(const chart_line *self, const char *output, double level,
                                       chart_shares *out);
const chart_place *
chart_lowest_quantile(const chart_line *self); // place of the least wanted quantile; NULL: none
// Finds the range of x in which the quantile may also be least: the outermost places whose
// confidence intervals overlap that of the least one. Returns 0 if it has too few samples.
int chart_lowest_quantile_range(const chart_line *self, const chart_place *least, double range[2]);

#endif
