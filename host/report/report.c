// Writes the page of a report.
#include "report/report.h"

#include <string.h>

#include "base/durable.h"
#include "base/log.h"
#include "base/printable.h"
#include "plot/plot.h"
#include "report/html.h"
#include "report/report_sections.h"
#include "results/results_file.h"
#include "study/file/storage.h"

extern const int report_page_count; // page/, filled in by the build
extern const char *const report_page_names[], *const report_page_texts[];

// Writes the style sheets or scripts in their order.
static void write_page_texts(const char *ending, FILE *out) {
  for (int i = 0; i < report_page_count; i++)
    if (strcmp(strrchr(report_page_names[i], '.'), ending) == 0) fputs(report_page_texts[i], out);
}

static const char *title_of_result(const report_source *self) {
  const char *title = result_set_find_text(self->results, "title");
  return title && title[0] ? title : self->path;
}

// Writes the head. Its policy forbids all network requests, so the page works offline and does not
// change.
static void write_head(const report_source *sources, int n, FILE *out) {
  fputs(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src 'unsafe-inline'; img-src data: blob:\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"generator\" content=\"chatter " CHATTER_VERSION "\">\n<title>",
      out);
  text_escape(out, title_of_result(&sources[0]));
  if (n > 1) fprintf(out, " and %d more", n - 1);
  fputs("</title>\n<style>\n", out);
  write_page_texts(".css", out);
  fputs("</style>\n</head>\n<body>\n", out);
}

static void write_contents_list(const report_source *sources, int n, FILE *out) {
  fputs("<nav><ol>\n", out);
  for (int i = 0; i < n; i++) {
    fprintf(out, "<li><a href=\"#result-%d\">", i + 1);
    text_escape(out, title_of_result(&sources[i]));
    fputs("</a> <small>", out);
    text_escape(out, sources[i].path);
    fputs("</small></li>\n", out);
  }
  fputs("</ol></nav>\n", out);
}

static chatter_status write_result(const report_source *self, int n_set, const char *const *set, FILE *out) {
  size_t failed = 0;
  for (size_t i = 0; i < self->n; i++) failed += !report_trajectory_is_ok(self, i);
  fprintf(out, "<article id=\"result-%d\">\n<header><h2>", self->number);
  text_escape(out, title_of_result(self));
  fprintf(out,
          "</h2>\n<p class=\"count\"><b>%zu</b> trajector%s, <b class=\"%s\">%zu</b> failed</p></header>\n",
          self->n, self->n == 1 ? "y" : "ies", failed ? "bad" : "good", failed);
  report_section_question(self, out);
  TRY(report_section_figures(1, &self->path, n_set, set, out));
  report_section_identified(self, out);
  report_section_estimates(self, out);
  TRY(report_section_numbers(self, out));
  TRY(report_section_outcomes(self, out));
  report_section_trajectories(self, out);
  report_section_origin(self, out);
  fputs("</article>\n", out);
  return CHATTER_OK;
}

static chatter_status write_page(const report_source *sources, int n, const char *const *paths, int n_set,
                                 const char *const *set, FILE *out) {
  write_head(sources, n, out);
  if (n > 1) {
    fprintf(out, "<header class=\"all\"><h1>%d results</h1></header>\n", n);
    write_contents_list(sources, n, out);
    TRY(report_section_figures(n, paths, n_set, set, out));
  }
  for (int i = 0; i < n; i++) TRY(write_result(&sources[i], i == 0 && n == 1 ? n_set : 0, set, out));
  fputs("<footer>chatter " CHATTER_VERSION "</footer>\n<script>\n", out);
  write_page_texts(".js", out);
  fputs("</script>\n</body>\n</html>\n", out);
  return CHATTER_OK;
}

static chatter_status open_source(const char *path, int number, report_source *out) {
  *out = (report_source){.path = path, .number = number};
  TRY(results_read(path, &out->results));
  TRY(plot_load_study(out->results, path, 0, NULL, &out->config, &out->loaded));
  const result_variable *status = result_set_find(out->results, "status");
  const result_variable *trajectory = result_set_find(out->results, "trajectory");
  if (trajectory && trajectory->n_dims == 1) out->n = trajectory->size[0];
  if (status && status->type == RESULT_INT && status->n_dims == 1) {
    out->status = status->data;
    out->n = status->size[0];
  }
  return CHATTER_OK;
}

chatter_status report_write(int n, const char *const *paths, const char *page_path, int force, int n_set,
                            const char *const *set) {
  report_source *sources;
  durable_text page;
  ALLOCATE(sources, n);
  chatter_status status = CHATTER_OK;
  for (int i = 0; i < n && status == CHATTER_OK; i++) status = open_source(paths[i], i + 1, &sources[i]);
  if (status == CHATTER_OK && (status = durable_open_text(page_path, force, &page)) == CHATTER_OK) {
    status = write_page(sources, n, paths, n_set, set, page.file);
    status = durable_close_text(&page, status);
  }
  for (int i = 0; i < n; i++) {
    if (sources[i].loaded) study_destroy(&sources[i].config);
    result_set_destroy(sources[i].results);
  }
  memory_free(sources);
  return status;
}
