// Command `chatter primal`: the first steps of a smooth slide by primal assembly.
#include "engines/sliding/pair/primal_command.h"
#include "base/dot.h"
#include "base/stop.h"
#include "engines/sliding/bind/sliding_time.h"
#include "engines/sliding/pair/bodies.h"
#include "engines/sliding/pair/primal.h"
#include "engines/sliding/sliding_engine.h"
#include "reduction/algebra/dense.h"
#include "study/file/key_place.h"

enum { MOST_STEPS = 100000 };

static void print_head(const reduced_model *joined, FILE *stream) {
  fputs("time,normal_force,contact_velocity,contact_angle", stream);
  for (int y = 0; y < joined->n_responses; y++) fprintf(stream, ",acceleration %s", joined->response_name[y]);
  fputc('\n', stream);
}

// Prints step n, which led to run->n = n + 1.
static void print_step(const primal_run *run, FILE *stream) {
  const contact_pair *pair = run->pair;
  const double h = run->step;
  fprintf(stream, "%.17g,%.17g,%.17g,%.17g", h * (double)(run->n - 1), run->force,
          run->speed + dot(pair->n_slider, pair_row(pair, 0), run->d) / h, run->contact.gamma);
  for (int y = 0; y < pair->n_responses; y++) {
    const double *row = pair->response + (long)y * pair->n_modes;
    fprintf(stream, ",%.17g",
            (dot(pair->n_modes, row, run->d) - dot(pair->n_modes, row, run->before)) / (h * h));
  }
  fputc('\n', stream);
}

// Finds v + w(t) of the study itself.
static chatter_status find_guide(const study *config, arena *memory, guide_course *out) {
  drive_plan *plans;
  double *block, *number;
  long numbers;
  *out = (guide_course){.velocity = slider_of(config)->velocity};
  if (!guide_is_driven(config)) return CHATTER_OK;
  const sliding_config *c = sliding_of(config);
  const drive_use use = guide_use(config);
  int *table = arena_allocate(memory, N_DRIVE_INTEGERS * sizeof *table);
  TRY(drives_plan(config, memory, &plans, &numbers));
  TRY(drive_check(config, plans, &use, 0, c->duration, c->step));
  DENSE(block, memory, numbers, 1);
  DENSE(number, memory, N_DRIVE_PARAMETERS, 1);
  if (!table) return error_raise(CHATTER_DEVICE, "out of memory");
  drives_pack(config->n_drives, config->drives, plans, block);
  drive_use_pack(config->drives, plans, &use, 0, table);
  out->block = block, out->table = table, out->number = number;
  return drive_use_bind(config, plans, &use, 0, number);
}

static chatter_status integrate(const study *config, const reduced_model *joined, arena *memory,
                                FILE *stream) {
  contact_pair pair;
  primal_run run;
  const double steps = sliding_steps(config);
  TRY(contact_pair_of_model(joined, memory, &pair));
  TRY(sliding_check_time(config, joined, &pair));
  if (roughness_of(config)->deviation > 0 || roughness_of(config)->file[0] || roughness_of(config)->drive[0])
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: chatter primal slides smoothly (allowed: roughness.deviation 0)",
                       study_place(config, "roughness"));
  if (steps > MOST_STEPS)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: %g steps are too many for primal assembly (allowed: %d; --set "
                       "sliding.duration=…)",
                       study_place(config, "sliding.duration"), steps, MOST_STEPS);
  guide_course guide;
  TRY(find_guide(config, memory, &guide));
  const pair_load load = guide_load(config, &guide, sliding_of(config)->step);
  TRY(primal_begin(&pair, &load, &guide, sliding_of(config)->step, slider_of(config)->start, memory, &run));
  print_head(joined, stream);
  while ((double)run.n < steps) {
    TRY(stop_check());
    TRY(primal_step(&run));
    print_step(&run, stream);
  }
  return CHATTER_OK;
}

static chatter_status run_command(const study *config, FILE *stream) {
  reduced_model joined;
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
  chatter_status status = bodies_reduce(config, &joined);
  if (status == CHATTER_OK) {
    status = dense_begin();
    if (status == CHATTER_OK) {
      status = integrate(config, &joined, memory, stream);
      dense_end();
    }
    reduced_destroy(&joined);
  }
  arena_destroy(memory);
  return status;
}

const engine_command sliding_primal_command = {
    .name = "primal",
    .summary = "the first steps of a smooth slide by primal assembly, as CSV: a check of the run",
    .examples = "  chatter primal models/beam-on-beam/slide.yaml --set sliding.duration=1e-5\n",
    .details = "A row per step: normal force, velocity of the contact node, angle of the element, and the "
               "accelerations\n"
               "of the nodes that outputs name. Each step solves a dense system of all modes.\n",
    .unused = "ensemble plot",
    .run = run_command};
