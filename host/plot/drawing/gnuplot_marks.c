// Writes texts, arrows and boxes for gnuplot.
#include "plot/drawing/gnuplot_marks.h"

void gnuplot_write_quoted(FILE *out, const char *text) {
  fputc('\'', out);
  for (; *text; text++) {
    if (*text == '\'') fputc('\'', out);
    fputc(*text == '\n' ? ' ' : *text, out);
  }
  fputc('\'', out);
}

void gnuplot_write_dash(FILE *out, const char *dash) {
  if (dash) fprintf(out, dash[0] ? " dashtype (%s)" : " dashtype solid", dash);
}

void gnuplot_write_arrow_head(FILE *out, const drawing_head *head) {
  if (!(head->length > 0)) {
    fputs(" nohead", out);
    return;
  }
  fprintf(out, " size %s%g,%g", head->of == IN_FIGURE ? "screen " : "", head->length, head->angle);
  if (head->back > 0) fprintf(out, ",%g", head->back);
  fputs(" filled", out);
}

// Writes two coordinates, each with its system.
static void write_place(FILE *out, const drawing_place *place) {
  static const char *const words[] = {[IN_AXES] = "first ", [IN_PANEL] = "graph ", [IN_FIGURE] = "screen "};
  for (int k = 0; k < 2; k++) {
    const int is_screen = place->of[k] == IN_FIGURE;
    const char *word = place->of[0] == IN_AXES && place->of[k] == IN_AXES ? "" : words[place->of[k]];
    fprintf(out, is_screen ? "%s%s%.4f" : "%s%s%.9g", k ? ", " : "", word, place->at[k]);
  }
}

void gnuplot_write_text(FILE *out, int tag, const drawing_text *text) {
  static const char *const anchors[] = {"left", "center", "right"};
  fprintf(out, "set label %d ", tag);
  gnuplot_write_quoted(out, text->text);
  fputs(" at ", out);
  write_place(out, &text->place);
  fprintf(out, " %s", anchors[text->anchor]);
  if (tag == GNUPLOT_TAG_SHARED_LABEL) fputs(" rotate", out);
  if (text->offset[0] != 0 || text->offset[1] != 0)
    fprintf(out, " offset %g,%g", text->offset[0], text->offset[1]);
  if (text->colour) fprintf(out, " textcolor '%s'", text->colour);
  if (tag == GNUPLOT_TAG_TITLE)
    fputs(" font title_font", out);
  else if (text->size > 0)
    fprintf(out, " font sprintf(',%%g', scale*%g)", text->size);
  fputs(text->is_front ? " front\n" : "\n", out);
}

static void write_arrow(FILE *out, int tag, const drawing_arrow *arrow) {
  fprintf(out, "set arrow %d from ", tag);
  write_place(out, &arrow->from);
  fputs(" to ", out);
  write_place(out, &arrow->to);
  gnuplot_write_arrow_head(out, &arrow->head);
  fprintf(out, " linecolor '%s' linewidth %g", arrow->colour, arrow->width);
  gnuplot_write_dash(out, arrow->dash);
  fputs(arrow->is_front ? " front\n" : "\n", out);
}

static void write_box(FILE *out, int tag, const drawing_box *box) {
  fprintf(out, "set object %d rectangle %s ", tag, box->is_centred ? "center" : "from");
  write_place(out, &box->from);
  fputs(box->is_centred ? " size " : " to ", out);
  write_place(out, &box->to);
  fputs(box->layer < 0 ? " behind" : box->layer > 0 ? " front" : "", out);
  if (box->fill)
    fprintf(out, " fillcolor '%s' fillstyle %ssolid %g", box->fill, box->opacity < 1 ? "transparent " : "",
            box->opacity);
  else
    fputs(" fillstyle empty", out);
  if (box->edge)
    fprintf(out, " border linecolor '%s' linewidth %g", box->edge, box->width);
  else
    fputs(" noborder", out);
  fputs(box->is_clipped ? " clip\n" : "\n", out);
}

static void write_all(FILE *out, const drawing_panel *of, int tag) {
  for (size_t i = 0; i < of->boxes.n; i++) write_box(out, tag + (int)i, &of->boxes.at[i]);
  for (size_t i = 0; i < of->arrows.n; i++) write_arrow(out, tag + (int)i, &of->arrows.at[i]);
  for (size_t i = 0; i < of->texts.n; i++) gnuplot_write_text(out, tag + (int)i, &of->texts.at[i]);
}

// Writes the label above a flat scale, for which gnuplot has no place.
static void write_scale_label(FILE *out, const drawing *of) {
  const drawing_colours *c = &of->colours;
  if (c->n_stops == 0 || c->scale != SCALE_FLAT || !c->axis.label) return;
  const drawing_text text = {
      .text = c->axis.label,
      .place = {{IN_FIGURE, IN_FIGURE}, {c->origin[0], c->origin[1] + 22 / of->height}}};
  gnuplot_write_text(out, GNUPLOT_TAG_WHOLE - 1, &text);
}

void gnuplot_write_titles(FILE *out, const drawing *of) {
  if (of->title.text) {
    fprintf(out, "title_font = sprintf(',%%g', scale*%.3g)\n", of->title.size);
    gnuplot_write_text(out, GNUPLOT_TAG_TITLE, &of->title);
  }
  if (of->note.text) gnuplot_write_text(out, GNUPLOT_TAG_NOTE, &of->note);
  if (of->shared_label.text) gnuplot_write_text(out, GNUPLOT_TAG_SHARED_LABEL, &of->shared_label);
  write_scale_label(out, of);
  write_all(out, &of->whole, GNUPLOT_TAG_WHOLE);
}

void gnuplot_write_marks(FILE *out, const drawing_panel *of) {
  write_all(out, of, GNUPLOT_TAG_PANEL);
}

void gnuplot_remove_marks(FILE *out, const drawing *of, int panel) {
  const drawing_panel *before = &of->panel[panel - 1], *whole = &of->whole;
  const int is_second = panel == 1;
  if (is_second || before->title.text || before->texts.n > 0) fputs("unset label\n", out);
  if (before->arrows.n > 0 || (is_second && whole->arrows.n > 0)) fputs("unset arrow\n", out);
  if (before->boxes.n > 0 || (is_second && whole->boxes.n > 0)) fputs("unset object\n", out);
  if (is_second && of->colours.n_stops > 0 && of->colours.scale != SCALE_HIDDEN)
    fputs("unset colorbox\n", out);
}
