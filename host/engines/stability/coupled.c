#include "engines/stability/coupled.h"

#include <math.h>

// Rows of the paper's eqs 42 and 44 with their derivatives. Γ₁ = −sin γ − sμ cos γ, Γ₂ = cos γ − sμ sin γ.
void coupled_at_place(int n, const double *omega2, const double *damping, const double *row,
                      const contact_place *place, double *store, coupled_system *out) {
  const double sine = sin(place->angle), cosine = cos(place->angle), drag = place->sense * place->friction,
               g1 = -sine - drag * cosine, g2 = cosine - drag * sine, alpha = place->alpha;
  const double *cx = row, *cy = row + n, *x1 = row + (2 + 2L * place->element) * n, *y1 = x1 + n,
               *x2 = y1 + n, *y2 = x2 + n;
  double *give[COUPLED_MOST] = {store, store + n, store + 2L * n},
         *take[COUPLED_MOST] = {store + 3L * n, store + 4L * n, store + 5L * n};
  for (int k = 0; k < n; k++) {
    const double dx = x2[k] - x1[k], dy = y2[k] - y1[k], ux = x1[k] - cx[k] + alpha * dx,
                 uy = y1[k] - cy[k] + alpha * dy;
    give[0][k] = g1 * ux + g2 * uy;
    take[0][k] = -sine * ux + cosine * uy;
    give[1][k] = place->force * (-g2 * ux + g1 * uy); // dΓ₁/dγ = −Γ₂, dΓ₂/dγ = Γ₁
    give[2][k] = place->force * (g1 * dx + g2 * dy);
    take[1][k] = (cosine * dy - sine * dx) / place->length;
    take[2][k] = -(cosine * ux + sine * uy) / place->length;
  }
  *out = (coupled_system){.n = n, .m = place->force != 0 ? 3 : 1, .omega2 = omega2, .damping = damping};
  for (int u = 0; u < COUPLED_MOST; u++) out->give[u] = give[u], out->take[u] = take[u];
}
