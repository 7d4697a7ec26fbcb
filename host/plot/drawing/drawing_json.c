// Writes a drawing as JSON.
#include "plot/drawing/drawing_json.h"

#include <math.h>

#include "plot/drawing/drawing_json_parts.h"

// Writes the rows; gaps are null.
static void write_rows(FILE *out, const drawing_table *table, int exact) {
  for (size_t row = 0; row < table->n; row++) {
    fputs(row ? ",\n" : "\n", out);
    if (table->what[row] == ROW_GAP) {
      fputs("null", out);
      continue;
    }
    for (int c = 0; c < table->n_columns; c++) {
      const double value = table->value[row * (size_t)table->n_columns + (size_t)c];
      fputc(c ? ',' : '[', out);
      if (exact)
        json_print_number(out, value);
      else
        json_print_rounded(out, value, table->digits[c < DRAWING_MAX_COLUMNS ? c : 0]);
    }
    fputc(']', out);
  }
}

static void write_table(FILE *out, const drawing_table *table, int exact) {
  const char *between = "";
  fputs("{\"name\": ", out);
  json_print_text(out, table->name);
  fprintf(out, ", \"columns\": %d, \"between\": [", table->n_columns);
  for (size_t row = 0; row < table->n; row++)
    if (table->what[row] == ROW_BETWEEN) {
      fprintf(out, "%s%zu", between, row);
      between = ",";
    }
  fputs("], \"rows\": [", out);
  write_rows(out, table, exact);
  fputs("]}", out);
}

static void write_head(FILE *out, const drawing_head *head) {
  fputs(", \"head\": ", out);
  if (!(head->length > 0)) {
    fputs("null", out);
    return;
  }
  fprintf(out, "{\"length\": %g, \"in\": \"%s\", \"angle\": %g}", head->length,
          drawing_json_system_word(head->of), head->angle);
}

// Returns the number of columns that a curve shows.
static int count_columns(const drawing_curve *c) {
  return drawing_column_count(c->way) + (c->way == DRAW_POINTS && !c->colour);
}

static void write_numbers(FILE *out, const drawing *of, const drawing_curve *c) {
  int table = 0;
  while (table < of->n_tables && of->table[table] != c->table) table++;
  fprintf(out, ", \"table\": %d, \"columns\": [", table);
  for (int k = 0; k < count_columns(c); k++) fprintf(out, "%s%d", k ? "," : "", drawing_column(c, k));
  fputc(']', out);
  if (c->way == DRAW_IMAGE) {
    drawing_json_write_pair(out, "origin", c->origin);
    drawing_json_write_pair(out, "step", c->step);
  }
}

static void write_curve(FILE *out, const drawing *of, const drawing_curve *c) {
  fputs("{\"name\": ", out);
  json_print_text(out, c->name && c->name[0] ? c->name : NULL);
  fprintf(out, ", \"draw\": \"%s\"", drawing_json_way_word(c->way));
  if (c->table)
    write_numbers(out, of, c);
  else
    fputs(", \"table\": null", out);
  fputs(", \"colour\": ", out);
  json_print_text(out, c->colour ? c->colour : "by value");
  fprintf(out, ", \"width\": %g", c->width > 0 ? c->width : 1);
  drawing_json_write_dash(out, c->dash);
  fprintf(out, ", \"marker\": \"%s\", \"size\": %g", drawing_json_marker_word(c->marker),
          c->size > 0 ? c->size : 1);
  fprintf(out, ", \"opacity\": %g", c->opacity > 0 ? c->opacity : 1);
  if (c->way == DRAW_ARROWS) write_head(out, &c->head);
  fputc('}', out);
}

static void write_arrow(FILE *out, const drawing_arrow *arrow) {
  fputs("{\"from\": ", out);
  drawing_json_write_place(out, &arrow->from);
  fputs(", \"to\": ", out);
  drawing_json_write_place(out, &arrow->to);
  fputs(", \"colour\": ", out);
  json_print_text(out, arrow->colour);
  fprintf(out, ", \"width\": %g", arrow->width);
  drawing_json_write_dash(out, arrow->dash);
  write_head(out, &arrow->head);
  fputc('}', out);
}

static void write_box(FILE *out, const drawing_box *box) {
  fputs(box->is_centred ? "{\"centre\": " : "{\"from\": ", out);
  drawing_json_write_place(out, &box->from);
  fputs(box->is_centred ? ", \"extent\": " : ", \"to\": ", out);
  drawing_json_write_place(out, &box->to);
  fputs(", \"fill\": ", out);
  json_print_text(out, box->fill);
  fputs(", \"edge\": ", out);
  json_print_text(out, box->edge);
  fprintf(out, ", \"opacity\": %g, \"width\": %g}", box->fill ? box->opacity : 0, box->edge ? box->width : 0);
}

static void write_marks(FILE *out, const drawing_panel *of) {
  fputs("\"texts\": [", out);
  for (size_t i = 0; i < of->texts.n; i++) {
    fputs(i ? ",\n" : "\n", out);
    drawing_json_write_text(out, &of->texts.at[i]);
  }
  fputs("],\n\"arrows\": [", out);
  for (size_t i = 0; i < of->arrows.n; i++) {
    fputs(i ? ",\n" : "\n", out);
    write_arrow(out, &of->arrows.at[i]);
  }
  fputs("],\n\"boxes\": [", out);
  for (size_t i = 0; i < of->boxes.n; i++) {
    fputs(i ? ",\n" : "\n", out);
    write_box(out, &of->boxes.at[i]);
  }
  fputs("]", out);
}

static void write_legend(FILE *out, const drawing_panel *of) {
  fprintf(out, "\"legend\": {\"place\": \"%s\", \"head\": [", drawing_json_legend_word(of->legend));
  for (int k = 0; k < of->n_head; k++) {
    fputs(k ? ", " : "", out);
    json_print_text(out, of->head[k]);
  }
  fputs("]},\n", out);
}

static void write_panel(FILE *out, const drawing *of, const drawing_panel *panel) {
  const struct {
    const char *name;
    double at;
  } edges[] = {
      {"left", panel->left}, {"right", panel->right}, {"bottom", panel->bottom}, {"top", panel->top}};
  fputc('{', out);
  for (int k = 0; k < 4; k++) {
    fprintf(out, "\"%s\": ", edges[k].name);
    json_print_number(out, edges[k].at);
    fputs(", ", out);
  }
  fputs("\n\"title\": ", out);
  drawing_json_write_text(out, &panel->title);
  fputs(",\n\"x\": ", out);
  drawing_json_write_axis(out, &panel->x);
  fputs(",\n\"y\": ", out);
  drawing_json_write_axis(out, &panel->y);
  fprintf(out, ",\n\"frame\": \"%s\", \"grid\": %s, \"bar_width\": ", drawing_json_frame_word(panel->frame),
          panel->has_grid ? "true" : "false");
  json_print_number(out, panel->bar_width);
  fputs(",\n", out);
  write_legend(out, panel);
  write_marks(out, panel);
  fputs(",\n\"curves\": [", out);
  for (size_t i = 0; i < panel->curves.n; i++) {
    fputs(i ? ",\n" : "\n", out);
    write_curve(out, of, &panel->curves.at[i]);
  }
  fputs("]}", out);
}

static void write_colours(FILE *out, const drawing_colours *colours) {
  if (colours->n_stops == 0) {
    fputs("null", out);
    return;
  }
  fputs("{\"axis\": ", out);
  drawing_json_write_axis(out, &colours->axis);
  fprintf(out, ",\n\"steps\": %d, \"scale\": \"%s\"", colours->steps,
          drawing_json_scale_word(colours->scale));
  drawing_json_write_pair(out, "origin", colours->origin);
  drawing_json_write_pair(out, "size", colours->size);
  fputs(", \"stops\": [", out);
  for (int i = 0; i < colours->n_stops; i++) {
    fprintf(out, "%s{\"at\": ", i ? ", " : "");
    json_print_number(out, colours->stop[i].at);
    fprintf(out, ", \"colour\": \"%s\"}", colours->stop[i].colour);
  }
  fputs("]}", out);
}

void drawing_json_write(const drawing *of, const char *kind, int exact, FILE *out) {
  fprintf(out, "{\"format\": \"chatter figure\", \"version\": %d, \"program\": \"chatter %s\",\n\"kind\": ",
          DRAWING_JSON_VERSION, CHATTER_VERSION);
  json_print_text(out, kind);
  fprintf(out, ", \"width\": %g, \"height\": %g,\n\"title\": ", of->width, of->height);
  drawing_json_write_text(out, &of->title);
  fputs(",\n\"note\": ", out);
  drawing_json_write_text(out, &of->note);
  fputs(",\n\"shared_y_label\": ", out);
  drawing_json_write_text(out, &of->shared_label);
  fputs(",\n\"colours\": ", out);
  write_colours(out, &of->colours);
  fputs(",\n", out);
  write_marks(out, &of->whole);
  fputs(",\n\"panels\": [", out);
  for (int p = 0; p < of->n_panels; p++) {
    fputs(p ? ",\n" : "\n", out);
    write_panel(out, of, &of->panel[p]);
  }
  fputs("],\n\"tables\": [", out);
  for (int i = 0; i < of->n_tables; i++) {
    fputs(i ? ",\n" : "\n", out);
    write_table(out, of->table[i], exact);
  }
  fputs("]}\n", out);
}
