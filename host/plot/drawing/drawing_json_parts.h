// Writes texts and numbers as JSON (RFC 8259), and axes, texts, places and enumerators of a
// drawing.
#ifndef CHATTER_PLOT_DRAWING_JSON_PARTS_H
#define CHATTER_PLOT_DRAWING_JSON_PARTS_H

#include <stdio.h>

#include "plot/drawing/drawing.h"

// Prints a text in quotes, NULL as null, bytes outside UTF-8 as \xNN.
void json_print_text(FILE *out, const char *text);
// Prints the fewest digits that read back as the same number; null if it is not finite.
void json_print_number(FILE *out, double number);
// Prints the number with `digits` significant digits, or -digits decimals.
void json_print_rounded(FILE *out, double number, int digits);

const char *drawing_json_way_word(drawing_way way);
const char *drawing_json_marker_word(drawing_marker marker);
const char *drawing_json_legend_word(drawing_legend legend);
const char *drawing_json_frame_word(drawing_frame frame);
const char *drawing_json_scale_word(drawing_scale scale);
const char *drawing_json_system_word(drawing_system system);
void drawing_json_write_pair(FILE *out, const char *name, const double value[2]); // , "name": [a, b]
void drawing_json_write_dash(FILE *out, const char *dash);                        // , "dash": …
void drawing_json_write_place(FILE *out, const drawing_place *place);
void drawing_json_write_text(FILE *out, const drawing_text *text); // null: there is none
void drawing_json_write_axis(FILE *out, const drawing_axis *axis);

#endif
