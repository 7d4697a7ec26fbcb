#include "engines/stability/zones_command.h"

#include <math.h>
#include <unistd.h>

#include "engines/stability/coupled/coupled_roots.h"
#include "engines/stability/growth_zones.h"
#include "engines/stability/stability_place.h"
#include "base/stop.h"
#include "engines/sliding/pair/bodies.h"
#include "engines/stability/eigen_lines.h"
#include "engines/stability/stability_engine.h"
#include "study/file/key_place.h"

static const double LOWEST = 1;       // rad/s
static const double TOLERANCE = 1e-7; // m

typedef struct places {
  const contact_pair *pair;
  stability_point point; // its position is set per place
  size_t room;
  double *rooms; // [threads][room], scratch
} places;

static chatter_status eigenvalues_at(void *context, int thread, double position, int wanted,
                                     double complex *value, int *n) {
  const places *self = context;
  stability_point at = self->point;
  stability_place place;
  coupled_roots roots = {.value = value};
  at.position = position;
  TRY(stop_check());
  if (!stability_place_at(self->pair, &at, self->rooms + (size_t)thread * self->room, &place))
    return error_raise(CHATTER_BAD_STUDY, "no equilibrium of sliding was found with the contact at %g m",
                       position);
  TRY(coupled_eigenvalues(&place.system, wanted, LOWEST, &roots));
  *n = roots.n;
  return CHATTER_OK;
}

static chatter_status positions(const study *config, const contact_pair *pair, arena *memory, double **out,
                                long *n) {
  const stability_config *c = stability_of(config);
  const double end = pair->arc[pair->n_nodes - 1], to = c->to > 0 ? c->to : end,
               from = stability_first_position(config);
  const double count = ceil((to - from) / c->step);
  if (!(to <= end && from < to))
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: %g m to %g m is not on the target, whose path is %g m long (allowed: 0 to that)",
                       study_place(config, "stability.to"), from, to, end);
  if (!(count < 1e7))
    return error_raise(CHATTER_BAD_STUDY, "%s: %g positions are more than 1e7",
                       study_place(config, "stability.step"), count);
  *n = (long)count + 1;
  *out = arena_allocate(memory, (size_t)*n * sizeof **out);
  if (!*out) return error_raise(CHATTER_DEVICE, "out of memory for %ld positions", *n);
  for (long i = 0; i < *n; i++) (*out)[i] = i + 1 < *n ? from + (double)i * c->step : to;
  return CHATTER_OK;
}

static void print(const growth_zone *zone, int n, FILE *stream) {
  fputs("line,from,to,peak,growth,frequency\n", stream);
  for (int z = 0; z < n; z++)
    fprintf(stream, "%d,%.9g,%.9g,%.9g,%.9g,%.9g\n", zone[z].line + 1, zone[z].from, zone[z].to, zone[z].peak,
            creal(zone[z].highest), cimag(zone[z].highest) / (2 * M_PI));
}

static chatter_status find(const study *config, const reduced_model *joined, arena *memory, FILE *stream) {
  contact_pair pair;
  double *place;
  long n_places = 0;
  eigen_lines lines;
  growth_zone *zone;
  int n;
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  TRY(contact_pair_of_model(joined, memory, &pair));
  TRY(positions(config, &pair, memory, &place, &n_places));
  places at = {.pair = &pair, .point = stability_point_of(config), .room = stability_place_doubles(&pair)};
  const eigen_source source = {eigenvalues_at, &at, processors > 1 ? (int)processors : 1};
  at.rooms = arena_allocate(memory, (size_t)source.threads * at.room * sizeof *at.rooms);
  if (!at.rooms) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(eigen_lines_follow(&source, (int)stability_of(config)->modes, n_places, place, memory, &lines));
  TRY(growth_zones(&source, &lines, stability_of(config)->above, TOLERANCE, memory, &zone, &n));
  print(zone, n, stream);
  return CHATTER_OK;
}

static chatter_status zones_write(const study *config, FILE *stream) {
  reduced_model joined;
  if (config->kind != &stability_kind)
    return error_raise(CHATTER_BAD_STUDY, "%s: unstable zones belong to a study of kind stability",
                       study_place(config, "study"));
  TRY(bodies_reduce(config, &joined));
  arena *memory = arena_create();
  const chatter_status status = memory ? find(config, &joined, memory, stream) : CHATTER_DEVICE;
  arena_destroy(memory);
  reduced_destroy(&joined);
  return status;
}

const engine_command zones_command = {
    .name = "zones",
    .summary = "where along its path a sliding contact is unstable, as CSV",
    .examples = "  chatter zones models/beam-on-beam/stability.yaml\n"
                "  chatter zones models/beam-on-beam/stability.yaml --set stability.deformed=1\n",
    // clang-format off
    .details = "Eigenvalues are followed from stability.from to stability.to in steps of stability.step. One "
     "row for every\n"
               "interval in which a line of them grows faster than stability.above: its edges to 1e-7 m, "
                "where it grows\n"
               "most, how fast (1/s) and at what frequency (Hz). line: by imaginary part at the first position.\n",
    // clang-format on
    .unused = "ensemble outputs plot",
    .run = zones_write};
