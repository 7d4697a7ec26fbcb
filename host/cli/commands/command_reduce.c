// Command `chatter reduce`: prints and saves the reduced model.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/durable.h"
#include "base/log.h"
#include "base/stop.h"
#include "cli/commands.h"
#include "cli/shared.h"
#include "ensemble/engine.h"
#include "ensemble/shapes.h"
#include "model/load.h"
#include "reduction/recovery/recovery.h"
#include "reduction/reduce.h"
#include "reduction/reduced.h"
#include "reduction/model_report.h"
#include "reduction/reduced_entries.h"
#include "reduction/store/reduced_io.h"
#include "study/file/entries.h"
#include "study/file/storage.h"
#include "study/schema/schema_catalogue.h"
#include "study/study_kind.h"

static struct {
  const char *output, *mesh, *shapes;
  cli_list set;
  int force, quiet;
} given;

static void print_size(const reduced_model *m) {
  char limit[128];
  printf("Reduced model: %s, %s boundary\n", m->method,
         m->massless ? "massless (F > 0)" : "mass-carrying (F = 0)");
  printf("  %d %s, %d boundary coordinates, %d contact points, %d loads, %d responses\n", m->n_modes,
         reduced_coordinate_words(m), m->n_boundary, m->n_contacts, m->n_loads, m->n_responses);
  if (m->n_independent < m->n_boundary)
    printf("  %d of the boundary coordinates are independent: contacts share some\n", m->n_independent);
  printf("  largest stable step %s\n", reduced_limit_text(m, limit, sizeof limit));
  printf("  hash %s\n", m->hash);
}

static void print_modes(const reduced_model *m) {
  if (m->sparse) return;
  printf("%6s %18s %12s\n", "mode", "frequency (Hz)", "damping");
  for (int k = 0; k < m->n_modes; k++) {
    printf("%6d %18.9g %12.6g\n", k + 1, sqrt(m->omega2[k]) / (2 * M_PI), m->zeta[k]);
  }
}

// Prints the contacts with the diagonal of F, of the static flexibility Φ_b ω⁻² Φ_bᵀ + F, and the
// gap: the sum of the study's entry and of the contact file.
static void print_contacts(const contact_config *entries, const reduced_model *m) {
  if (m->n_contacts == 0) return;
  printf("%6s %10s %10s %16s %16s %16s\n", "point", "node", "coordinate", "residual (m/N)", "static (m/N)",
         "gap (m)");
  for (int c = 0; c < m->n_contacts; c++) {
    const reduced_contact *p = &m->contacts[c];
    const int rows[3] = {p->row_normal, p->row_tangent[0], p->row_tangent[1]};
    static const char *const names[3] = {"normal", "tangent 1", "tangent 2"};
    for (int r = 0; r < 3; r++) {
      if (rows[r] < 0) continue;
      double residual = m->flexibility[(long)rows[r] * m->n_boundary + rows[r]], flexible = residual;
      for (int k = 0; k < m->n_modes && !m->sparse; k++) {
        double phi = m->phi_b[(long)rows[r] * m->n_modes + k];
        if (phi != 0) flexible += phi * phi / m->omega2[k]; // a rigid-body mode gives inf, and is printed so
      }
      char all[32] = "-"; // method none has no modes to sum
      if (!m->sparse) snprintf(all, sizeof all, "%.9g", flexible);
      printf("%6d %10ld %10s %16.9g %16s %16.9g\n", c, p->node, names[r], residual, all,
             reduced_contact_gap(&entries[p->entry], p));
    }
  }
}

// Reduces and prints the report on the imported matrices; a saved reduced model has none.
static chatter_status reduce_and_report(const study *config, reduced_model *out) {
  if (config->kind && config->kind->has_bodies) {
    const engine *self = engine_find(config);
    return self ? engine_reduce(self, config, out) : CHATTER_BAD_STUDY;
  }
  if (given.quiet || config->model.type == MODEL_REDUCED) return reduce_study(config, out);
  model full = {0};
  model_report report;
  TRY(model_load(config, &full));
  chatter_status status = model_report_compute(&full, &report);
  if (status == CHATTER_OK) model_report_print(&report, stdout);
  if (status == CHATTER_OK) status = reduce_imported(config, &full, out);
  model_destroy(&full);
  return status;
}

static chatter_status reduce_loaded(const study *config) {
  reduced_model reduced = {0};
  if (given.output && durable_is_null(given.output)) given.output = NULL; // print the report only
  if ((given.output || given.shapes) && config->kind && config->kind->has_bodies)
    return error_raise(
        CHATTER_USAGE,
        "a study of kind %s has several bodies; allowed with -o and --shapes: a study of one model",
        config->kind->name);
  if (given.output) TRY(cli_check_writable(given.output, given.force));
  if (given.shapes) TRY(cli_check_writable(given.shapes, given.force));
  study_warn_of_loads(config);
  TRY(reduce_and_report(config, &reduced));
  if (!given.quiet) {
    print_size(&reduced);
    print_modes(&reduced);
    if (config->n_contacts > 0) print_contacts(config->contacts, &reduced);
  }
  chatter_status status = CHATTER_OK;
  if (given.shapes) {
    status = shapes_write(config, &reduced, given.shapes, given.force);
    if (status == CHATTER_OK)
      log_info("Mode shapes: %s (chatter export %s --mesh modes.xdmf)", given.shapes, given.shapes);
  }
  if (given.output && status == CHATTER_OK) {
    status = reduced_save(&reduced, given.output);
    if (status == CHATTER_OK)
      log_info("Saved: %s (in a study: model: {type: reduced, file: %s})", given.output, given.output);
  }
  reduced_destroy(&reduced);
  return status;
}

// Lists the sections of all kinds of studies that say what is done with the model.
static const char *unused_sections(const study *config, char *text, size_t size) {
  const schema_section *s;
  size_t used = (size_t)snprintf(text, size, "ensemble plot");
  if (config->kind && config->kind->has_bodies) return text;
  for (int i = 0; (s = schema_section_at(i)) && used < size; i++)
    if (schema_section_kind(s)) used += (size_t)snprintf(text + used, size - used, " %s", s->name);
  return text;
}

static chatter_status choose_mesh(reduction_config *of) {
  if (given.shapes) of->mesh = RECOVERY_DISPLACEMENT;
  if (!given.mesh) return CHATTER_OK;
  if (!given.output && !given.shapes)
    return error_raise(CHATTER_USAGE, "--mesh belongs to -o or --shapes, which keep it");
  of->mesh = strcmp(given.mesh, "displacement") == 0 ? RECOVERY_DISPLACEMENT
             : strcmp(given.mesh, "stress") == 0     ? RECOVERY_STRESS
                                                     : RECOVERY_NONE;
  if (of->mesh) return CHATTER_OK;
  return error_raise(CHATTER_USAGE, "--mesh %s: displacement or stress is expected", given.mesh);
}

static chatter_status run_command(int n_words, char **words) {
  (void)n_words;
  log_quiet(given.quiet);
  study config;
  TRY(cli_load_study(words[0], &given.set, NULL, &config));
  const chatter_status chosen = choose_mesh(&config.reduction);
  if (chosen != CHATTER_OK) return study_destroy(&config), chosen;
  char unused[1024];
  cli_warn_unused_set(&config, &given.set, "reduce", unused_sections(&config, unused, sizeof unused));
  stop_begin(0, cli_stopping_message);
  chatter_status status = reduce_loaded(&config);
  stop_end();
  study_destroy(&config);
  return status;
}

static const cli_option command_options[] = {
    {"output", 'o', CLI_TEXT, "MODEL.h5", &given.output,
     "save the reduced model; it stands for the deck then"},
    {"mesh", 0, CLI_TEXT, "WHAT", &given.mesh,
     "save with it what fields on the mesh are recovered from:\ndisplacement, or stress too (of decks)"},
    {"shapes", 0, CLI_TEXT, "SHAPES.h5", &given.shapes,
     "mode shapes as a results file with a field `mode`, for export\n--mesh and the figure shape3d (--mesh "
     "stress: with their stress)"},
    CLI_SET_OPTION(given.set),
    {"force", 'f', CLI_FLAG, NULL, &given.force, "replace an existing MODEL.h5"},
    {"quiet", 'q', CLI_FLAG, NULL, &given.quiet,
     "no report, which needs the import; only warnings and errors"},
    {0},
};

const cli_command command_reduce = {"reduce",
                                    "STUDY",
                                    1,
                                    1,
                                    "make the reduced model: frequencies, flexibility, limits of the step",
                                    "  chatter reduce models/plate/resonance.yaml\n"
                                    "  chatter reduce plate.yaml -o plate-reduced.h5      then: model: "
                                    "{type: reduced, file: plate-reduced.h5}\n",
                                    "",
                                    command_options,
                                    run_command};
