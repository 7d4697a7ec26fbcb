// Runs the program gnuplot: checks, files, its messages.
#ifndef CHATTER_PLOT_GNUPLOT_H
#define CHATTER_PLOT_GNUPLOT_H

#include "base/status.h"
#include "plot/drawing/drawing.h"

// Paths of a figure: plate.png, with plate.gp and plate.dat beside it.
typedef struct figure_paths {
  char folder[4096], name[256], stem[256]; // "results", "plate.png", "plate"
  char figure[4400], script[4400], data[4400];
  int is_data; // 1: .json, nothing is drawn
} figure_paths;

// Splits the path. CHATTER_USAGE if the ending is not svg, png, pdf or json; CHATTER_IO if the
// figure exists and !force.
chatter_status figure_paths_from(const char *figure_path, int force, figure_paths *out);
// Writes script and data (refusing other contents there unless `force`) and runs gnuplot in their
// folder.
chatter_status gnuplot_render(const figure_paths *paths, const drawing *of, int force);

#endif
