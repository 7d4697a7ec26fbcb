// Section of outcomes: how trajectories ended, with advice about those that failed.
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/printable.h"
#include "ensemble/engine.h"
#include "plot/plot.h"
#include "report/html.h"
#include "report/report_sections.h"
#include "statistics/share.h"

// Returns the meaning of a status and advice for any engine; engines add their own (engine.advise).
static const char *advice_on_status(int status) {
  switch (status) {
  case TRAJECTORY_OK:
    return "";
  case TRAJECTORY_DIVERGED:
    return "The motion grew beyond all bounds: a smaller time step tells whether it is the step; if not, the "
           "system itself is unstable there.";
  case TRAJECTORY_NOT_FINITE:
    return "A number that is none came up: look at the parameters of these trajectories, then at the time "
           "step.";
  case TRAJECTORY_SOLVER_STALLED:
    return "The contact solver used up its iterations: raise their number, or take smaller steps.";
  case TRAJECTORY_DETACHED:
    return "The contact opened, for which the method has no motion.";
  case TRAJECTORY_STUCK:
    return "The motion came to rest in its contact and there is nothing left to measure: look at load and "
           "friction.";
  case TRAJECTORY_EVENT_OVERFLOW:
    return "More events than there is room for: raise their number, or shorten the time.";
  case TRAJECTORY_UNSTABLE_STEP:
    return "Not stepped: the time step is above its limit; take more steps per period.";
  case TRAJECTORY_NOT_RUN:
    return "Not run yet: the run was interrupted or is a part; continue it by --resume, or merge the shards.";
  case TRAJECTORY_OFF_TARGET:
    return "The contact left the surface that it slides on: shorten the path or the time.";
  case TRAJECTORY_NO_EQUILIBRIUM:
    return "There is no equilibrium to begin from with these loads and contacts.";
  case TRAJECTORY_NOT_CONVERGED:
    return "The iterations did not converge, even in smaller increments: take smaller ones from the start.";
  case TRAJECTORY_PARALLEL:
    return "Two axes are parallel where they touch: the place of their contact is not determined.";
  case TRAJECTORY_INTERSECTING:
    return "Two axes intersect: the direction of their contact is not determined.";
  default:
    return "";
  }
}

static const char *status_word(const report_source *self, int status, char text[64]) {
  const result_variable *variable = result_set_find(self->results, "status");
  const char *word = variable && variable->flag_meanings ? variable->flag_meanings : "";
  for (int i = 0; i < status && *word; i++) {
    word += strcspn(word, " ");
    word += strspn(word, " ");
  }
  snprintf(text, 64, "%.*s", (int)strcspn(word, " "), word);
  return text;
}

static void write_status_row(const report_source *self, int status, size_t count, FILE *out) {
  const statistics_share share = {.n = self->n, .above = count};
  double interval[2];
  char word[64];
  statistics_share_interval(&share, interval);
  fprintf(out, "<tr class=\"%s\">", status == TRAJECTORY_OK ? "good" : "bad");
  html_cell(out, "th", status_word(self, status, word));
  html_number(out, (double)count);
  html_number(out, 100 * statistics_share_value(&share));
  for (int k = 0; report_is_random_sample(self) && k < 2; k++) html_number(out, 100 * interval[k]);
  html_cell(out, "td", advice_on_status(status));
  fputs("</tr>\n", out);
}

static void write_status_table(const report_source *self, const long *count, FILE *out) {
  static const char *const plain[] = {"Status", "Trajectories", "%", ""}, *const sample[] = {
                                                                              "Status", "Trajectories", "%",
                                                                              "from",   "to (95 %)",    ""};
  if (report_is_random_sample(self))
    html_table_begin(out, "outcomes", 6, sample);
  else
    html_table_begin(out, "outcomes", 4, plain);
  for (int s = 0; s < N_TRAJECTORY_STATUS; s++)
    if (count[s] || s == TRAJECTORY_OK) write_status_row(self, s, (size_t)count[s], out);
  html_table_end(out);
}

static void write_warning(void *to, const char *text) {
  fputs("<li>", to);
  text_escape(to, text);
  fputs("</li>\n", to);
}

// Writes the engine's advice at the end of a run, from the results alone.
static chatter_status write_engine_advice(const report_source *self, const long *count, FILE *out) {
  const int before = error_count();
  const engine *of = self->loaded ? engine_find(&self->config) : NULL;
  error_keep(before);
  if (!of || !of->messages.advise) return CHATTER_OK;
  void *tally = arena_allocate(self->results->memory, of->tally.bytes + 1);
  if (!tally) return error_raise(CHATTER_DEVICE, "out of memory for a report");
  if (of->tally.add) of->tally.add(self->results, tally);
  log_take_warnings(write_warning, out);
  of->messages.advise(&self->config, &(engine_outcome){.count = count, .tally = tally});
  log_take_warnings(NULL, NULL);
  return CHATTER_OK;
}

static chatter_status write_warnings(const report_source *self, const long *count, FILE *out) {
  char *list = NULL;
  size_t size = 0;
  FILE *lines = open_memstream(&list, &size);
  if (!lines) return error_raise(CHATTER_DEVICE, "out of memory for a report");
  const char *doubtful = result_set_find_text(self->results, "stability_warning");
  if (doubtful) write_warning(lines, doubtful);
  const char *kept = result_set_find_text(self->results, RESULT_WARNINGS);
  char *copy = kept ? strdup(kept) : NULL, *rest = NULL;
  for (char *line = copy ? strtok_r(copy, "\n", &rest) : NULL; line; line = strtok_r(NULL, "\n", &rest))
    write_warning(lines, line);
  free(copy);
  const char *shard = result_set_find_text(self->results, "shard");
  if (shard)
    write_warning(lines,
                  "these are the trajectories of one shard only; `chatter merge` puts shards together");
  const chatter_status status = write_engine_advice(self, count, lines);
  if (fclose(lines) == 0 && size > 0)
    fprintf(out, "<h4>Warnings</h4>\n<ul class=\"warnings\">\n%s</ul>\n", list);
  free(list);
  return status;
}

chatter_status report_section_outcomes(const report_source *self, FILE *out) {
  long count[N_TRAJECTORY_STATUS] = {0};
  for (size_t i = 0; i < self->n; i++)
    if (self->status && self->status[i] >= 0 && self->status[i] < N_TRAJECTORY_STATUS)
      count[self->status[i]]++;
  fputs("<section class=\"outcomes\"><h3>How trajectories ended</h3>\n", out);
  write_status_table(self, count, out);
  const chatter_status status = write_warnings(self, count, out);
  fputs("</section>\n", out);
  return status;
}
