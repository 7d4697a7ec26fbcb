#include "engines/response/extract/left_out.h"

#include <math.h>

#include "base/log.h"

static const char words[] = "what left-out harmonics of contacts would be, of their motion";
static const double TOLD_OF = 0.01; // more is warned of

static double left_out(const response_column *column, int point) {
  return response_number(column, point, hb_record_adapted(column->layout->sizes.dim) + ADAPTED_LEFT);
}

chatter_status response_left_out_points(const engine_layout *layout, long n, const kernel_batch *host,
                                        size_t total, result_set *out) {
  double *left = result_set_add(out, "left_out", RESULT_DOUBLE, "point", &total, "1", words);
  if (!left) return CHATTER_DEVICE;
  result_set_role(out, "left_out", RESULT_DETAIL);
  for (long i = 0; i < n; i++) {
    const response_column column = response_column_of(layout, host, i);
    for (int k = 0; k < column.n_points; k++) *left++ = left_out(&column, k);
  }
  return CHATTER_OK;
}

static chatter_status add_of(const engine_layout *layout, long n, const kernel_batch *host, const char *name,
                             const response_place *place, result_set *out) {
  double *left = result_set_add(out, name, RESULT_DOUBLE, "trajectory", &(size_t){(size_t)n}, "1", words);
  if (!left) return CHATTER_DEVICE;
  result_set_role(out, name, RESULT_DETAIL);
  for (long i = 0; i < n; i++) {
    const response_column column = response_column_of(layout, host, i);
    left[i] = place[i].point < 0 ? NAN : left_out(&column, place[i].point);
  }
  return CHATTER_OK;
}

chatter_status response_left_out_values(const engine_layout *layout, const study *config, long n,
                                        const kernel_batch *host, const response_place *at,
                                        const response_place *peak, result_set *out) {
  int of_peak = 0;
  for (int o = 0; o < config->n_outputs; o++)
    of_peak |= response_quantity_of(&config->outputs[o])->what == RESPONSE_PEAK;
  if (((const response_own *)layout->own)->is_at) TRY(add_of(layout, n, host, "left_out", at, out));
  return of_peak ? add_of(layout, n, host, "peak_left_out", peak, out) : CHATTER_OK;
}

void response_left_out_tally(const result_set *part, response_tally_sums *sums) {
  static const char *const names[] = {"left_out", "peak_left_out"};
  for (int k = 0; k < 2; k++) {
    const result_variable *variable = result_set_find(part, names[k]);
    const double *left = variable && variable->type == RESULT_DOUBLE ? variable->data : NULL;
    for (size_t i = 0; left && i < variable->size[0]; i++)
      if (left[i] > sums->left_out) sums->left_out = left[i];
  }
}

void response_left_out_advise(const study *config, const response_tally_sums *sums) {
  const response_config *r = response_of(config);
  if (!(sums->left_out > TOLD_OF)) return;
  char part[64] = "more than their motion, were nothing else to hold it,";
  if (sums->left_out < 1) snprintf(part, sizeof part, "up to %.2g %% of their motion", 100 * sums->left_out);
  log_warning("%s: what %g %s of contacts leave out is %s (left_out): take more (response.harmonics)%s",
              study_place(config, "response.harmonics"), r->harmonics,
              r->harmonics == 1 ? "harmonic" : "harmonics", part,
              response_adapts(config)
                  ? ""
                  : ", or as many as each point needs (response.adapt: 1.0e-3 with so many "
                    "more harmonics as the most)");
}
