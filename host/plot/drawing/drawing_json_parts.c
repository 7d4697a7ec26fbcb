// Writes elements of a drawing as JSON.
#include "plot/drawing/drawing_json_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"

static void print_character(FILE *out, char c) {
  if (c == '"' || c == '\\')
    fprintf(out, "\\%c", c);
  else if (c == '\n')
    fputs("\\n", out);
  else if (c == '\t')
    fputs("\\t", out);
  else
    fputc(c, out);
}

void json_print_text(FILE *out, const char *text) {
  char *clean = text ? malloc(4 * strlen(text) + 5) : NULL;
  if (!clean) {
    fputs("null", out);
    return;
  }
  fputc('"', out);
  for (const char *c = text_printable(text, clean, 4 * strlen(text) + 5); *c; c++) print_character(out, *c);
  fputc('"', out);
  free(clean);
}

void json_print_number(FILE *out, double number) {
  char text[40];
  if (!isfinite(number)) {
    fputs("null", out);
    return;
  }
  fputs(text_number_digits(number, 15, 17, text, sizeof text), out);
}

void json_print_rounded(FILE *out, double number, int digits) {
  if (!isfinite(number))
    fputs("null", out);
  else if (digits < 0)
    fprintf(out, "%.*f", -digits, number);
  else
    fprintf(out, "%.*g", digits, number);
}

const char *drawing_json_way_word(drawing_way way) {
  static const char *const words[] = {[DRAW_LINES] = "lines",     [DRAW_LINES_POINTS] = "lines and points",
                                      [DRAW_POINTS] = "points",   [DRAW_BAND] = "band",
                                      [DRAW_AREAS] = "areas",     [DRAW_BARS] = "bars",
                                      [DRAW_IMAGE] = "image",     [DRAW_CELLS] = "cells",
                                      [DRAW_X_ERROR] = "x error", [DRAW_Y_ERROR] = "y error",
                                      [DRAW_ARROWS] = "arrows"};
  return words[way];
}

const char *drawing_json_marker_word(drawing_marker marker) {
  static const char *const words[N_MARKERS] = {
      [MARKER_NONE] = "none",         [MARKER_PLUS] = "plus",
      [MARKER_CROSS] = "cross",       [MARKER_STAR] = "star",
      [MARKER_SQUARE] = "square",     [MARKER_SQUARE_FILLED] = "square filled",
      [MARKER_CIRCLE] = "circle",     [MARKER_CIRCLE_FILLED] = "circle filled",
      [MARKER_TRIANGLE] = "triangle", [MARKER_TRIANGLE_FILLED] = "triangle filled",
      [MARKER_WEDGE] = "wedge",       [MARKER_WEDGE_FILLED] = "wedge filled",
      [MARKER_DIAMOND] = "diamond",   [MARKER_DIAMOND_FILLED] = "diamond filled",
      [MARKER_PENTAGON] = "pentagon", [MARKER_PENTAGON_FILLED] = "pentagon filled"};
  return words[marker];
}

const char *drawing_json_legend_word(drawing_legend legend) {
  static const char *const words[] = {
      [LEGEND_INSIDE] = "inside", [LEGEND_NONE] = "none",        [LEGEND_OUTSIDE] = "outside",
      [LEGEND_BELOW] = "below",   [LEGEND_BELOW_LIST] = "below", [LEGEND_BESIDE] = "outside",
      [LEGEND_STRIP] = "below",   [LEGEND_ON_GROUND] = "inside"};
  return words[legend];
}

const char *drawing_json_frame_word(drawing_frame frame) {
  static const char *const words[] = {[FRAME_AXES] = "axes", [FRAME_BOX] = "box", [FRAME_NONE] = "none"};
  return words[frame];
}

const char *drawing_json_scale_word(drawing_scale scale) {
  static const char *const words[] = {[SCALE_BESIDE] = "beside",
                                      [SCALE_UPRIGHT] = "upright",
                                      [SCALE_FLAT] = "flat",
                                      [SCALE_HIDDEN] = "hidden"};
  return words[scale];
}

const char *drawing_json_system_word(drawing_system system) {
  static const char *const words[] = {[IN_AXES] = "axes", [IN_PANEL] = "panel", [IN_FIGURE] = "figure"};
  return words[system];
}

void drawing_json_write_pair(FILE *out, const char *name, const double value[2]) {
  fprintf(out, ", \"%s\": [", name);
  json_print_number(out, value[0]);
  fputs(", ", out);
  json_print_number(out, value[1]);
  fputc(']', out);
}

void drawing_json_write_dash(FILE *out, const char *dash) {
  fprintf(out, ", \"dash\": [%s]", dash ? dash : "");
}

void drawing_json_write_place(FILE *out, const drawing_place *place) {
  fputs("{\"x\": ", out);
  json_print_number(out, place->at[0]);
  fputs(", \"y\": ", out);
  json_print_number(out, place->at[1]);
  fprintf(out, ", \"x_in\": \"%s\", \"y_in\": \"%s\"}", drawing_json_system_word(place->of[0]),
          drawing_json_system_word(place->of[1]));
}

void drawing_json_write_text(FILE *out, const drawing_text *text) {
  static const char *const anchors[] = {
      [ANCHOR_LEFT] = "left", [ANCHOR_CENTRE] = "centre", [ANCHOR_RIGHT] = "right"};
  if (!text->text) {
    fputs("null", out);
    return;
  }
  fputs("{\"text\": ", out);
  json_print_text(out, text->text);
  fputs(", \"place\": ", out);
  drawing_json_write_place(out, &text->place);
  fprintf(out, ", \"anchor\": \"%s\"", anchors[text->anchor]);
  drawing_json_write_pair(out, "offset", text->offset);
  fputs(", \"colour\": ", out);
  json_print_text(out, text->colour ? text->colour : "#000000");
  fputc('}', out);
}

static void write_ticks(FILE *out, const drawing_ticks *ticks) {
  fputs(", \"ticks\": ", out);
  if (ticks->n == 0 && !(ticks->step > 0)) {
    fputs("null", out);
    return;
  }
  if (ticks->n == 0) {
    fputs("{\"first\": ", out);
    json_print_number(out, ticks->first);
    fputs(", \"step\": ", out);
    json_print_number(out, ticks->step);
    fputc('}', out);
    return;
  }
  for (int i = 0; i < ticks->n; i++) {
    fputs(i ? ", {\"at\": " : "[{\"at\": ", out);
    json_print_number(out, ticks->list[i].at);
    fputs(", \"name\": ", out);
    json_print_text(out, ticks->list[i].name);
    fputc('}', out);
  }
  fputc(']', out);
}

void drawing_json_write_axis(FILE *out, const drawing_axis *axis) {
  fputs("{\"label\": ", out);
  json_print_text(out, axis->label && axis->label[0] ? axis->label : NULL);
  fputs(", \"unit\": ", out);
  json_print_text(out, axis->unit);
  fputs(", \"low\": ", out);
  json_print_number(out, axis->low);
  fputs(", \"high\": ", out);
  json_print_number(out, axis->high);
  fputs(", \"least\": ", out);
  json_print_number(out, axis->least);
  fprintf(out, ", \"scale\": \"%s\", \"tight\": %s, \"numbers\": %s",
          axis->is_logarithmic ? "logarithmic" : "linear", axis->is_tight ? "true" : "false",
          axis->has_numbers ? "true" : "false");
  drawing_json_write_pair(out, "room", axis->room);
  write_ticks(out, &axis->ticks);
  fprintf(out, ", \"turned\": %s}", axis->ticks.is_turned ? "true" : "false");
}
