#include "engines/sliding/pair/equilibrium.h"

#include <math.h>
#include <string.h>

#include "base/dot.h"
#include "base/log.h"
#include "base/text.h"
#include "study/file/key_place.h"

enum { MOST_ITERATIONS = 200, MOST_HANDOVERS = 1000, MOST_PASSES = 5 };

size_t pair_scratch(const contact_pair *self) {
  return 4 * (size_t)self->n_modes * sizeof(double);
}

// Returns b · (X + Φ p + x_A e_x): for b = b_C the distance of C below the element.
static double gap_of(const contact_pair *self, const double b[PAIR_ROWS], int element, const double *p,
                     double offset) {
  double at[PAIR_ROWS];
  pair_positions(self, element, p, offset, at);
  return dot(PAIR_ROWS, b, at);
}

// Solves for p and λ with given directions: ω² p = f - c w - (b_E Φ)ᵀ λ and b_C (X + u) = 0. The
// slider's rigid translation has no stiffness: its row gives λ, the constraint its coordinate.
static void solve_linear(const contact_pair *self, const pair_load *load, const double *w,
                         pair_equilibrium *io, double *equilibrium, double *compatibility) {
  double be[PAIR_ROWS], bc[PAIR_ROWS];
  const int n = self->n_modes;
  int rigid = -1;
  pair_directions(&io->contact, load->friction, load->sense, be, bc);
  pair_combine(self, io->contact.element, be, equilibrium);
  pair_combine(self, io->contact.element, bc, compatibility);
  for (int k = 0; k < n; k++) {
    const double force =
        load->preload * self->preload[k] - load->speed * self->drag[k] - self->damping[k] * w[k];
    if (self->omega2[k] == 0) {
      rigid = k, io->p[k] = 0, io->force = force / equilibrium[k];
      continue;
    }
    io->p[k] = force / self->omega2[k];
  }
  double flexible = 0; // b_C Φ ω⁻² Φᵀ b_Eᵀ
  for (int k = 0; k < n; k++)
    if (k != rigid) flexible += compatibility[k] * equilibrium[k] / self->omega2[k];
  const double open = gap_of(self, bc, io->contact.element, io->p, io->offset);
  if (rigid < 0) io->force = open / flexible;
  for (int k = 0; k < n; k++)
    if (k != rigid) io->p[k] -= equilibrium[k] * io->force / self->omega2[k];
  if (rigid >= 0) io->p[rigid] = -(open - flexible * io->force) / compatibility[rigid];
}

// Solves one contact for its own directions (with C held at a place, also for the guide's position)
// by fixed-point iteration. Its convergence factor is the small rotation of the element per change
// of the contact (about 1e-2 for slender bodies).
static int iterate(const contact_pair *self, const pair_load *load, int held, const double *w,
                   pair_equilibrium *io, double *equilibrium, double *compatibility) {
  double before = INFINITY;
  for (int i = 0; i < MOST_ITERATIONS; i++) {
    double at[PAIR_ROWS];
    pair_contact found = io->contact;
    solve_linear(self, load, w, io, equilibrium, compatibility);
    pair_positions(self, io->contact.element, io->p, io->offset, at);
    pair_project(at, &found);
    const double off = held ? found.alpha - io->contact.alpha : 0;
    const double change = fabs(found.gamma - io->contact.gamma) + fabs(found.alpha - io->contact.alpha);
    if (!isfinite(change)) return 0;
    if (held) io->offset -= off * found.length / cos(found.gamma), found.alpha = io->contact.alpha;
    io->contact = found;
    if (change < 1e-9 && change >= before) return 1; // at rounding level
    if (change == 0) return 1;
    before = change;
  }
  return before < 1e-9;
}

// Finds the element of C.
static int settle(const contact_pair *self, const pair_load *load, int held, pair_equilibrium *io,
                  double *memory) {
  int last = 0;
  for (int i = 0; i < MOST_HANDOVERS; i++) {
    if (!iterate(self, load, held, io->w, io, memory, memory + self->n_modes)) return 0;
    const int move = held ? 0 : (io->contact.alpha >= 1) - (io->contact.alpha < 0);
    // between two elements of a concave corner either is right
    if (move == 0 || move == -last) return io->force > 0;
    const int next = io->contact.element + move;
    if (next < 0 || next > self->n_nodes - 2) return 0;
    io->contact.element = next;
    io->contact.alpha -= move;
    last = move;
  }
  return 0;
}

// Computes w = dp/dx_A · v by central differences on the same element; its damping forces are part
// of the equilibrium.
static int velocity(const contact_pair *self, const pair_load *load, pair_equilibrium *io, double *memory) {
  const int n = self->n_modes;
  const double reach = 1e-3 * io->contact.length;
  double *side = memory + 2 * (long)n;
  for (int i = 0; i < 2; i++) {
    pair_equilibrium moved = *io;
    moved.p = side + (long)i * n;
    moved.offset += (i ? -reach : reach);
    if (!iterate(self, load, 0, io->w, &moved, memory, memory + n)) return 0;
  }
  for (int k = 0; k < n; k++) io->w[k] = load->speed * (side[k] - side[n + k]) / (2 * reach);
  return 1;
}

int pair_settle(const contact_pair *self, const pair_load *load, int held, pair_equilibrium *out,
                void *scratch) {
  double *memory = scratch;
  double at[PAIR_ROWS];
  const double place = out->contact.alpha;
  memset(out->w, 0, (size_t)self->n_modes * sizeof *out->w);
  pair_positions(self, out->contact.element, NULL, out->offset, at);
  pair_project(at, &out->contact);
  if (held) out->contact.alpha = place;
  // Damping forces of the slow motion are small: each pass reduces the change by a thousand.
  for (int pass = 0; pass < MOST_PASSES; pass++) {
    if (!settle(self, load, held, out, memory)) return 0;
    if (pass < MOST_PASSES - 1 && !velocity(self, load, out, memory)) return 0;
  }
  return 1;
}

void pair_advise(const study *config, long stalled, const char *one, const char *many) {
  if (stalled == 0) return;
  log_warning(
      "%s: %ld %s %s no equilibrium of steady sliding (solver_stalled): none was found in which the "
      "contact is pressed and stays on the path. A slider that is drawn against friction locks itself "
      "or lifts off where slider.friction is too large for its angle, and bends beyond the path where "
      "it is too soft; take less slider.friction, another slider.preload, angle or start, or draw it "
      "the other way",
      study_place(config, "slider"), stalled, text_plural(stalled, one, many),
      text_plural(stalled, "has", "have"));
}
