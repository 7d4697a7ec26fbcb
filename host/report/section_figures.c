// Section of figures: the JSON that `chatter plot` would write, with the digits that a picture
// needs; the scripts in page/ draw it. Only host/plot decides what a figure shows.
#include <string.h>

#include "base/log.h"
#include "base/printable.h"
#include "base/text.h"
#include "plot/plot.h"
#include "report/html.h"
#include "report/report_sections.h"

// Limits for figures after the first; the first was asked for and is limited by what a browser can
// load.
enum { MAX_FIGURES = 4, MAX_BYTES = 1 << 20, MAX_BYTES_OF_FIRST = 64 << 20 };

static void write_figure(const plot_text *text, FILE *out) {
  fputs("<figure class=\"chart\" data-kind=\"", out);
  text_escape(out, text->kind);
  fputs("\">\n<pre class=\"data\" hidden>", out);
  text_escape(out, text->json);
  fputs("</pre>\n<noscript>The figure is drawn by the page&#39;s own script, which is switched off "
        "here.</noscript>\n"
        "</figure>\n",
        out);
}

// Writes the reason for a missing figure, in the words of `chatter plot`.
static void write_missing_reason(int before, FILE *out) {
  fputs("<p class=\"note\">No figure: ", out);
  text_escape(out, error_count() > before ? error_message(error_count() - 1) : "none fits");
  fputs("</p>\n", out);
}

chatter_status report_section_figures(int n, const char *const *paths, int n_set, const char *const *set,
                                      FILE *out) {
  plot_text text[MAX_FIGURES] = {0};
  const int before = error_count();
  int n_figures;
  const chatter_status status = plot_describe(n, paths, n_set, set, MAX_FIGURES, text, &n_figures);
  // Wrong names given by the user are errors; a missing figure is not.
  if (status != CHATTER_OK && (status == CHATTER_DEVICE || n_set > 0)) return status;
  if (status != CHATTER_OK && n > 1) return error_keep(before), CHATTER_OK; // the files cannot share a figure
  fprintf(out, "<section class=\"figures\"><h3>%s</h3>\n", n > 1 ? "Side by side" : "Figures");
  if (status != CHATTER_OK) write_missing_reason(before, out);
  error_keep(before);
  for (int i = 0; i < n_figures; i++) {
    const size_t length = strlen(text[i].json);
    if (length < (i == 0 ? MAX_BYTES_OF_FIRST : MAX_BYTES))
      write_figure(&text[i], out);
    else if (i == 0)
      fprintf(out,
              "<p class=\"note\">The figure has %zu MB of numbers, too many for a page: <code>chatter "
              "plot</code> draws it.</p>\n",
              length >> 20);
    plot_text_free(&text[i]);
  }
  fputs("</section>\n", out);
  return CHATTER_OK;
}
