// Fit and chain that are stopped in each evaluation, written to a file, read back and continued:
// the same bits as without a stop. Also damaged and foreign files, which are refused.
#include "tests/scratch.h"

#include "base/log.h"
#include "inference/identify_checkpoint.h"
#include "tests/inference/targets.h"

enum { STARTS = 4, ITERATIONS = 6, WALKERS = 8, WARMUP = 3, STEPS = 5 };

typedef struct stopping {
  linear_model model;
  long evaluations, fatal; // number of the evaluation that fails, from 1; 0: none
} stopping;

static chatter_status residuals(void *self, long n, const double *z, double *r, unsigned char *ok) {
  stopping *s = self;
  if (++s->evaluations == s->fatal) return CHATTER_CHECKPOINTED;
  return linear_residuals(&s->model, n, z, r, ok);
}

typedef struct inference {
  stopping of;
  inference_target target;
  arena *memory;
  fit found;
  stretch_chain chain;
  identify_checkpoint kept;
} inference;

static void create(inference *self) {
  *self = (inference){.of = {.model = linear_example(0.3)}, .memory = arena_create()};
  double start[STARTS * LINEAR_D];
  self->target = linear_target(&self->of.model, target_none, target_none);
  self->target.self = &self->of, self->target.residuals = residuals;
  for (int i = 0; i < STARTS * LINEAR_D; i++) start[i] = 2 * cos(1 + 3.0 * i);
  CHECK_OK(fit_create(&self->target, STARTS, start, self->memory, &self->found));
  CHECK_OK(stretch_create(&self->target, WALKERS, WARMUP, STEPS, 7, self->memory, &self->chain));
  identify_checkpoint_open(&self->kept, folder, 60);
  self->kept.found = &self->found, self->kept.chain = &self->chain;
  snprintf(self->kept.reduced, sizeof self->kept.reduced, "a model");
}

static chatter_status go_on(inference *self) {
  for (int some = 1; !self->kept.is_sampling && some && self->found.iterations <= ITERATIONS;)
    TRY(fit_iterate(&self->found, &some));
  if (!self->kept.is_sampling) {
    TRY(fit_finish(&self->found));
    stretch_place(&self->chain, self->found.z + self->found.best * LINEAR_D, self->found.factor);
    self->kept.is_sampling = 1;
  }
  while (self->chain.step < WARMUP + STEPS) TRY(stretch_step(&self->chain, &self->target));
  return CHATTER_OK;
}

static int same(const inference *a, const inference *b) {
  const fit *f = &a->found, *g = &b->found;
  const stretch_chain *c = &a->chain, *e = &b->chain;
  return f->best == g->best && f->agreeing == g->agreeing && f->iterations == g->iterations &&
         memcmp(f->z, g->z, sizeof *f->z * STARTS * LINEAR_D) == 0 &&
         memcmp(f->likelihood, g->likelihood, sizeof *f->z * STARTS) == 0 &&
         memcmp(f->factor, g->factor, sizeof *f->z * LINEAR_D * LINEAR_D) == 0 &&
         memcmp(c->kept, e->kept, sizeof *c->kept * STEPS * WALKERS * LINEAR_D) == 0 &&
         memcmp(c->kept_density, e->kept_density, sizeof *c->kept * STEPS * WALKERS) == 0 &&
         c->accepted == e->accepted && c->step == e->step;
}

// Stops at an evaluation, and then twice more.
static void stop_at(const inference *whole, long first) {
  inference one;
  create(&one);
  one.of.fatal = first;
  for (int times = 0; go_on(&one) != CHATTER_OK; times++) {
    inference other;
    CHECK_OK(identify_checkpoint_write(&one.kept));
    arena_destroy(one.memory);
    create(&other);
    CHECK_OK(identify_checkpoint_read(&other.kept));
    TEST_CHECK(other.kept.is_there);
    one = other;
    one.target.self = &one.of, one.found.target = &one.target;
    one.kept.found = &one.found, one.kept.chain = &one.chain;
    one.of.fatal = times < 2 ? 1 + times : 0;
  }
  TEST_CHECK(same(whole, &one));
  arena_destroy(one.memory);
}

static void raises(const char *text) {
  inference one;
  create(&one);
  TEST_CHECK(identify_checkpoint_read(&one.kept) == CHATTER_IO && strstr(error_message(0), text));
  error_clear();
  arena_destroy(one.memory);
}

static void refuse(inference *whole) {
  char path[200];
  snprintf(path, sizeof path, "%s/identification", folder);
  snprintf(whole->kept.reduced, sizeof whole->kept.reduced, "another model");
  CHECK_OK(identify_checkpoint_write(&whole->kept));
  raises("the reduced model differs (another model there, a model now)");
  snprintf(whole->kept.reduced, sizeof whole->kept.reduced, "a model");
  for (long at = 0; at < 1200; at += 97) { // a bit at any position
    CHECK_OK(identify_checkpoint_write(&whole->kept));
    FILE *file = fopen(path, "r+b");
    fseek(file, at, SEEK_SET);
    const int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ 4, file);
    fclose(file);
    raises("is damaged");
  }
  TEST_CHECK(truncate(path, 20) == 0);
  raises("is damaged");
}

int main(void) {
  inference whole;
  scratch_create();
  create(&whole);
  whole.target.self = &whole.of, whole.found.target = &whole.target;
  CHECK_OK(go_on(&whole));
  TEST_CHECK(whole.of.evaluations > 2 * (WARMUP + STEPS) + ITERATIONS);
  for (long k = 1; k <= whole.of.evaluations; k++) stop_at(&whole, k);
  refuse(&whole);
  arena_destroy(whole.memory);
  scratch_remove();
  return TEST_END();
}
