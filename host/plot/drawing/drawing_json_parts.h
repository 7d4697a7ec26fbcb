// Texts and numbers as JSON (RFC 8259), axes, texts and places of a drawing as JSON, and the words for its
// kinds of things.
#ifndef CHATTER_PLOT_DRAWING_JSON_PARTS_H
#define CHATTER_PLOT_DRAWING_JSON_PARTS_H

#include <stdio.h>

#include "plot/drawing/drawing.h"

// Prints a text in quotes, NULL as null, bytes that are no UTF-8 as \xNN.
void json_print_text(FILE *out, const char *text);
// Prints the fewest digits that read back as the same number; null if it is not finite.
void json_print_number(FILE *out, double number);
// Prints the number to `digits` significant digits, or to -digits behind the point.
void json_print_rounded(FILE *out, double number, int digits);

const char *drawing_json_way(drawing_way way);
const char *drawing_json_marker(drawing_marker marker);
const char *drawing_json_legend(drawing_legend legend);
const char *drawing_json_frame(drawing_frame frame);
const char *drawing_json_scale(drawing_scale scale);
const char *drawing_json_system(drawing_system system);
void drawing_json_pair(FILE *out, const char *name, const double value[2]); // , "name": [a, b]
void drawing_json_dash(FILE *out, const char *dash);                        // , "dash": …
void drawing_json_place(FILE *out, const drawing_place *place);
void drawing_json_text(FILE *out, const drawing_text *text); // null where there is none
void drawing_json_axis(FILE *out, const drawing_axis *axis);

#endif
