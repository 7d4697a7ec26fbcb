// Writes texts, arrows and boxes of a drawing in gnuplot's language.
#ifndef CHATTER_PLOT_GNUPLOT_MARKS_H
#define CHATTER_PLOT_GNUPLOT_MARKS_H

#include <stdio.h>

#include "plot/drawing/drawing.h"

// Numbers of gnuplot's labels, arrows and objects; later ones are drawn above.
enum {
  GNUPLOT_TAG_TITLE = 1,
  GNUPLOT_TAG_NOTE,
  GNUPLOT_TAG_PANEL_TITLE,
  GNUPLOT_TAG_SHARED_LABEL,
  GNUPLOT_TAG_WHOLE = 10,
  GNUPLOT_TAG_PANEL = 100
};

void gnuplot_write_quoted(FILE *out, const char *text); // in single quotes, on one line
void gnuplot_write_dash(FILE *out, const char *dash);
void gnuplot_write_arrow_head(FILE *out, const drawing_head *head); // of arrows
void gnuplot_write_text(FILE *out, int tag, const drawing_text *text);
void gnuplot_write_titles(FILE *out, const drawing *of); // and all other elements of the whole figure
void gnuplot_write_marks(FILE *out, const drawing_panel *of);
// Removes, before a panel, the marks of the preceding panel, or for the first one those of the
// whole figure.
void gnuplot_remove_marks(FILE *out, const drawing *of, int panel);

#endif
