#include "engines/response/extract/truncation_error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engines/response/bind/response_column.h"
#include "engines/response/bind/response_plan.h"
#include "engines/response/extract/response_quantities.h"
#include "engines/response/study/response_keys.h"
#include "base/log.h"
#include "study/file/key_place.h"
#include "study/file/path.h"

static const char words[] = "what left-out harmonics of contacts would be, of their motion";
static const double TOLD_OF = 0.01; // larger errors are warned of

static double truncation_error(const response_column *column, int point) {
  return response_record_number(column, point,
                                hb_record_adapted_at(column->layout->sizes.dim) + ADAPTED_TRUNCATION);
}

chatter_status response_truncation_points(const engine_layout *layout, long n, const kernel_batch *host,
                                          size_t total, result_set *out) {
  double *left = result_set_add(out, "left_out", RESULT_DOUBLE, "point", &total, "1", words);
  if (!left) return CHATTER_DEVICE;
  result_set_role(out, "left_out", RESULT_DETAIL);
  for (long i = 0; i < n; i++) {
    const response_column column = response_column_of(layout, host, i);
    for (int k = 0; k < column.n_points; k++) *left++ = truncation_error(&column, k);
  }
  return CHATTER_OK;
}

static chatter_status add_of(const engine_layout *layout, long n, const kernel_batch *host, const char *name,
                             const response_curve_point *place, result_set *out) {
  double *left = result_set_add(out, name, RESULT_DOUBLE, "trajectory", &(size_t){(size_t)n}, "1", words);
  if (!left) return CHATTER_DEVICE;
  result_set_role(out, name, RESULT_DETAIL);
  for (long i = 0; i < n; i++) {
    const response_column column = response_column_of(layout, host, i);
    left[i] = place[i].point < 0 ? NAN : truncation_error(&column, place[i].point);
  }
  return CHATTER_OK;
}

chatter_status response_truncation_values(const engine_layout *layout, const study *config, long n,
                                          const kernel_batch *host, const response_curve_point *at,
                                          const response_curve_point *peak, result_set *out) {
  int of_peak = 0;
  for (int o = 0; o < config->n_outputs; o++)
    of_peak |= response_quantity_of(&config->outputs[o])->what == RESPONSE_PEAK;
  if (((const response_setup *)layout->setup)->is_at) TRY(add_of(layout, n, host, "left_out", at, out));
  return of_peak ? add_of(layout, n, host, "peak_left_out", peak, out) : CHATTER_OK;
}

// Updates the worst truncation error by the rows of each trajectory: all its points, or one.
static void tally_rows(const double *left, size_t n, const int *points, double *worst) {
  for (size_t i = 0; i < n; i++)
    for (int k = 0; k < (points ? points[i] : 1); k++, left++)
      if (*left > worst[i]) worst[i] = *left;
}

void response_truncation_tally(const result_set *part, response_tally_sums *sums) {
  static const char *const names[] = {"left_out", "peak_left_out"};
  const result_variable *status = result_set_find(part, "status"), *size = result_set_find(part, "row_size");
  const size_t n = status ? status->size[0] : 0;
  double *worst = calloc(n + 1, sizeof *worst);
  int is_known = 0;
  for (int k = 0; worst && k < 2; k++) {
    const result_variable *variable = result_set_find(part, names[k]);
    if (!variable || variable->type != RESULT_DOUBLE) continue;
    const int is_of_points = strcmp(variable->dim[0], "point") == 0;
    if (!is_of_points || size) tally_rows(variable->data, n, is_of_points ? size->data : NULL, worst);
    is_known = 1;
  }
  for (size_t i = 0; is_known && worst && i < n; i++) {
    sums->truncation_error = fmax(sums->truncation_error, worst[i]);
    sums->judged++;
    sums->leaving += worst[i] > TOLD_OF;
  }
  free(worst);
}

void response_truncation_advise(const study *config, const response_tally_sums *sums) {
  const response_config *r = response_config_of(config);
  const int varies = study_varies(config, "response.harmonics");
  char part[64] = "more than their motion, were nothing else to hold it", which[64] = "", of[48] = "";
  if (!(sums->truncation_error > TOLD_OF)) return;
  if (sums->truncation_error < 1)
    snprintf(part, sizeof part, "up to %.2g %% of their motion", 100 * sums->truncation_error);
  if (sums->judged > 1)
    snprintf(which, sizeof which, ", above %g %% in %ld of %ld trajectories", 100 * TOLD_OF, sums->leaving,
             sums->judged);
  snprintf(of, sizeof of, "%g %s", r->harmonics, r->harmonics == 1 ? "harmonic" : "harmonics");
  log_warning("%s: what %s of contacts leave out is %s%s (left_out): take more%s (response.harmonics)%s",
              study_place(config, "response.harmonics"), varies ? "the harmonics" : of, part, which,
              varies ? " there" : "",
              response_adapts_harmonics(config)
                  ? ""
                  : ", or as many as each point needs (response.adapt: 1.0e-3 with so many "
                    "more harmonics as the most)");
}
