#include "plot/drawing/gnuplot_head.h"

// Between single quotes of gnuplot.
static void write_quoted(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == '\'') fputc('\'', out);
    fputc(*text, out);
  }
}

// Names begin with "./": gnuplot takes $name for a block of data, <name and |name for commands.
static void write_name(FILE *out, const char *before, const char *stem, const char *behind) {
  fputs(before, out);
  write_quoted(out, stem);
  fputs(behind, out);
}

void gnuplot_head_write(const drawing *of, const char *stem, FILE *out) {
  fprintf(out, "# A figure made by chatter %s. Edit it, then draw it again:\n", CHATTER_VERSION);
  fprintf(out, "#   gnuplot %s.gp      or      gnuplot -e \"figure='%s.png'\" %s.gp\n", stem, stem, stem);
  write_name(out, "if (!exists('figure')) figure = './", stem, ".svg'\n");
  fprintf(out, "if (!exists('target')) target = figure\n");
  write_name(out, "data = './", stem, ".dat'\n");
  fprintf(out, "ending = figure[strlen(figure)-2:*]\nscale = ending eq 'png' ? 1.75 : 1\n");
  fprintf(
      out,
      "if (ending eq 'svg') set terminal svg size %g,%g noenhanced font 'DejaVu Sans,12' background 'white' "
      "linewidth 1.2\n",
      of->width, of->height);
  fprintf(
      out,
      "if (ending eq 'png') set terminal pngcairo size %g,%g noenhanced font 'DejaVu Sans,21' linewidth 2.4 "
      "pointscale 1.8\n",
      2 * of->width, 2 * of->height);
  fprintf(out,
          "if (ending eq 'pdf') set terminal pdfcairo size %gin,%gin noenhanced font 'DejaVu Sans,12' "
          "linewidth 1.4\n",
          of->width / 90, of->height / 90);
  fputs("set output target\nset encoding utf8\nset datafile missing 'nan'\n"
        "set border 3 linecolor '#404040' linewidth 0.9\nset tics nomirror out scale 0.6\n"
        "set format x '%g'\nset format y '%g'\nset grid linecolor '#E4E4E4' linewidth 0.7 linetype 1\nset "
        "key top right reverse Left samplen 2 "
        "spacing 1.15\n",
        out);
}
