// Models that the reduction refuses, with status and message.
#include "reduction_oracle.h"

#include "reduction/reduce.h"
#include "reduction_cases.h"

static void too_many_modes(study *s) {
  s->reduction.modes = 5;
}
static void half_a_mode(study *s) {
  s->reduction.modes = 1.5;
}
static void friction_in_line(study *s) {
  s->contacts[0].law = LAW_FRICTION, s->contacts[0].normal[0] = 1;
}
static void two_tangents(study *s) {
  s->contacts[0].tangents = 2;
}
static void no_such_node(study *s) {
  snprintf(s->contacts[0].nodes, STUDY_NAME, "9");
}
static void no_such_partner(study *s) {
  snprintf(s->contacts[0].partner, STUDY_NAME, "LEFT");
}
static void with_itself(study *s) {
  snprintf(s->contacts[0].partner, STUDY_NAME, "2");
}
static void twice(study *s) {
  snprintf(s->contacts[0].nodes, STUDY_NAME, "2 2");
}
static void no_points_in_file(study *s) {
  s->contacts[0].from_file = 1;
}
static void same_side(study *s) { // Two walls on one side are refused; one below and one above are
                                  // allowed.
  for (int i = 0; i < 2; i++)
    s->contacts[i] = (contact_config){.nodes = "2", .normal = {1, 0, 0}, .gap = i * 0.1};
  s->n_contacts = 2;
}
static void sideways_load(study *s) {
  s->excitations[0].direction[0] = 0, s->excitations[0].direction[1] = 1;
}
static void sideways_gravity(study *s) {
  s->excitations[0] = (excitation_config){.type = EXCITATION_GRAVITY, .direction = {0, 0, -1}};
}
static void no_such_load(study *s) {
  snprintf(s->excitations[1].node, STUDY_NAME, "17");
}
static void no_such_response(study *s) {
  snprintf(s->outputs[1].node, STUDY_NAME, "0");
}
static void many_ratios(study *s) {
  s->reduction.modal_damping.n = 4;
}
static void negative_damping(study *s) {
  s->reduction.damping = -0.1;
}
static void clamped_contact(study *s) {
  bar_study(s, REDUCTION_MACNEAL, 5);
  s->model.clamped = 1;
}
static void no_normal(study *s) {
  bar_study(s, REDUCTION_MACNEAL, 5);
  s->contacts[0].normal[0] = 0;
}

static void nothing_else_moves(study *s) {
  hand_study(s);
  s->model.type = MODEL_CHAIN;
  s->model.masses = NUMBERS(1);
  s->model.springs = NUMBERS(1);
  s->reduction = (reduction_config){.method = REDUCTION_CRAIG_BAMPTON, .modes = 1};
  s->n_contacts = 1;
  s->contacts[0] = (contact_config){.nodes = "1", .law = LAW_COULOMB};
}

static const struct {
  void (*spoil)(study *);
  chatter_status status;
  const char *part;
} cases[] = {
    {too_many_modes, CHATTER_BAD_STUDY, "reduction.modes is 5; allowed: at most 3"},
    {half_a_mode, CHATTER_BAD_STUDY, "a whole number"},
    {friction_in_line, CHATTER_BAD_STUDY, "allowed here: unilateral, coulomb"},
    {two_tangents, CHATTER_BAD_STUDY, "contact.tangents is 2"},
    {no_such_node, CHATTER_BAD_MODEL, "'9'"},
    {no_such_partner, CHATTER_BAD_MODEL, "'LEFT'"},
    {with_itself, CHATTER_BAD_STUDY, "in contact with itself"},
    {twice, CHATTER_BAD_STUDY, "node 2 stands twice in one entry, along the same direction (allowed: once"},
    {no_points_in_file, CHATTER_BAD_STUDY, "the model has none"},
    {same_side, CHATTER_BAD_STUDY,
     "two rigid walls on the same side, of which only the nearer one acts (allowed: one"},
    {sideways_load, CHATTER_BAD_STUDY, "'1:y' cannot move"},
    {sideways_gravity, CHATTER_BAD_STUDY, "cannot move along this gravity"},
    {no_such_load, CHATTER_BAD_MODEL, "'17'"},
    {no_such_response, CHATTER_BAD_MODEL, "'0'"},
    {many_ratios, CHATTER_BAD_STUDY, "4 modal damping ratios for 3 modes"},
    {negative_damping, CHATTER_BAD_STUDY, "reduction.damping is -0.1"},
    {clamped_contact, CHATTER_BAD_STUDY, "it is fixed there"},
    {no_normal, CHATTER_BAD_STUDY, "needs a normal"},
    {nothing_else_moves, CHATTER_BAD_STUDY, "none left with its contact nodes held"},
};

static void expect(int i, chatter_status status, chatter_status expected, const char *part) {
  int found = 0;
  for (int e = 0; e < error_count(); e++) found |= strstr(error_message(e), part) != NULL;
  if (status != expected || !found) {
    fprintf(stderr, "case %d: status %d, expected %d with '%s'\n", i, (int)status, (int)expected, part);
    log_errors();
    check_failures++;
  }
  error_clear();
}

// Matrices that no reduction accepts, dense and sparse.
static void check_matrices(int nx) {
  static study s;
  hand_study(&s);
  s.n_contacts = 1;
  s.contacts[0] = (contact_config){.nodes = "5", .normal = {0, 0, 1}};
  for (int spoiled = 0; spoiled < 3; spoiled++)
    for (int method = REDUCTION_CRAIG_BAMPTON; method <= REDUCTION_MODAL; method++) {
      model m;
      reduced_model r = {.memory = arena_create()};
      s.reduction = (reduction_config){.method = method, .modes = 12};
      network(&m, nx, nx, 3, spoiled == 0 ? 20 : 0);
      if (spoiled == 0) m.stiffness.value[m.stiffness.row[4]] = -1e5;
      if (spoiled == 1)
        s.reduction.rigid_stiffness = 10; // one contact holds one of six rigid-body
                                          // modes
      if (spoiled == 2) m.mass.value[m.mass.row[4]] = -50;
      chatter_status status = reduce_model(&s, &m, &r);
      int added = method == REDUCTION_MACNEAL || method == REDUCTION_RUBIN;
      if (spoiled == 1 && added) expect(method, status, CHATTER_BAD_STUDY, "5 rigid-body modes are left");
      if (spoiled == 1 && !added) TEST_CHECK(status == CHATTER_OK);
      if (spoiled == 0) expect(100 + method, status, CHATTER_BAD_MODEL, "indefinite");
      if (spoiled == 2) expect(200 + method, status, CHATTER_BAD_MODEL, "mass");
      reduced_destroy(&r);
      model_destroy(&m);
    }
}

int main(void) {
  static study s;
  reduced_model r;
  log_quiet(1);
  for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
    chain_study(&s, REDUCTION_CRAIG_BAMPTON, 2);
    cases[i].spoil(&s);
    expect(i, reduce_study(&s, &r), cases[i].status, cases[i].part);
  }
  check_matrices(3);
  check_matrices(6);
  return TEST_END();
}
