#include "engines/stability/coupled/coupled.h"

enum { T1, T2 = 2, C = 4 }; // x and y of each among the PAIR_ROWS

// Weights of the PAIR_ROWS. The contact's directions turn with the element: Γ₁' = −Γ₂, Γ₂' = Γ₁. With
// n = (−sin γ, cos γ), t = (cos γ, sin γ): δγ = n (δT2 − δT1) / l, and C's place along the element moves by
// δα = (t (δC − δT1) − α t (δT2 − δT1)) / l.
static void weights(const pair_contact *at, double friction, double sense, double force,
                    double give[COUPLED_MOST][PAIR_ROWS], double take[COUPLED_MOST][PAIR_ROWS]) {
  pair_directions(at, friction, sense, give[0], take[0]);
  for (int i = 0; i < PAIR_ROWS; i += 2) { // b_C turned is t on C and, by the lever, −t on T1 and T2
    give[1][i] = -force * give[0][i + 1], give[1][i + 1] = force * give[0][i];
    take[2][i] = take[0][i + 1] / -at->length, take[2][i + 1] = take[0][i] / at->length;
  }
  for (int d = 0; d < 2; d++) {
    give[2][T2 + d] = -force * give[0][C + d], give[2][T1 + d] = force * give[0][C + d], give[2][C + d] = 0;
    take[1][T2 + d] = -take[0][C + d] / at->length, take[1][T1 + d] = take[0][C + d] / at->length;
    take[1][C + d] = 0;
  }
}

void coupled_at_contact(const contact_pair *pair, const pair_contact *at, double friction, double sense,
                        double force, double *store, coupled_system *out) {
  double give[COUPLED_MOST][PAIR_ROWS], take[COUPLED_MOST][PAIR_ROWS];
  weights(at, friction, sense, force, give, take);
  *out = (coupled_system){
      .n = pair->n_modes, .m = force != 0 ? 3 : 1, .omega2 = pair->omega2, .damping = pair->damping};
  for (int u = 0; u < out->m; u++) {
    double *given = store + 2L * u * out->n, *taken = given + out->n;
    pair_combine(pair, at->element, give[u], given);
    pair_combine(pair, at->element, take[u], taken);
    out->give[u] = given, out->take[u] = taken;
  }
}
