// The co-rotational element (kernels/beams/element.h): cases of an independent program with
// second-order automatic differentiation (tests/kernels/beams/elements.txt: length, EA, GJ, EI,
// stretch, span, rotations of both nodes and axes as quaternions; energy, force, tangent by
// displacements and spins of the frame), the tangent compared with differences of the force, and
// invariance under rotation.
#include "tests/check.h"

#include "kernels/beams/element.h"

typedef struct element_state {
  double length, stiffness[3], longer, span[3], first[4], second[4], axes[4];
} element_state;

static const double frame_itself[4] = {1, 0, 0, 0};
static void form(const element_state *s, int local, beam_element *to) {
  const beam_section section = {s->length, s->stiffness[0], s->stiffness[1], s->stiffness[2]};
  beam_element_form(&section, s->span, s->longer, s->first, s->second, s->axes,
                    local ? s->axes : frame_itself, to);
}

static double largest(int n, const double *x) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

// Moves coordinate i (of twelve) by h; spins are about the axes of the frame, or of the undeformed
// beam.
static element_state moved(const element_state *from, int i, double h, int local) {
  element_state s = *from;
  const int c = i % 6;
  if (c < 3) {
    s.span[c] += i < 6 ? -h : h;
    const double now = sqrt(vector_dot(s.span, s.span));
    s.longer = now - s.length;
    return s;
  }
  double spin[3] = {0, 0, 0}, turned[4], frame[9], own[3];
  double *q = i < 6 ? s.first : s.second;
  spin[c - 3] = h;
  quaternion_matrix(s.axes, frame);
  matrix_apply(frame, spin, own);
  quaternion_turn(local ? own : spin, q, turned);
  memcpy(q, turned, sizeof turned);
  return s;
}

// Central differences of 1e-5: a truncation error of 1e-10, and the rounding of the force over the
// step.
static void check_differences(const element_state *s, int local) {
  const double h = 1e-5;
  beam_element at, up, down;
  form(s, local, &at);
  const double most = largest(144, at.tangent);
  for (int i = 0; i < 12; i++) {
    const element_state above = moved(s, i, h, local), below = moved(s, i, -h, local);
    form(&above, local, &up), form(&below, local, &down);
    TEST_CHECK(fabs((up.energy - down.energy) / (2 * h) - at.force[i]) < 1e-6 * largest(12, at.force));
    for (int j = 0; j < 12; j++) {
      // For spins the tangent is the second derivative in one chart. Differences of the spatial
      // force also contain half of the rotation of the moment itself, which is antisymmetric.
      const double slope = (up.force[j] - down.force[j]) / (2 * h);
      double turn = 0;
      if (i % 6 > 2 && j % 6 > 2 && i / 6 == j / 6 && i != j) {
        const int k = 3 - (i % 6 - 3) - (j % 6 - 3);
        const double sense = ((j % 6) - (i % 6) + 3) % 3 == 1 ? 1 : -1;
        turn = 0.5 * sense * at.force[i / 6 * 6 + 3 + k];
      }
      TEST_CHECK(fabs(slope + turn - at.tangent[12 * i + j]) < 2e-7 * most);
    }
  }
}

// Rotation of everything: the same energy, and rotated forces.
static void check_rotation(const element_state *s) {
  static const double spin[3] = {0.7, -1.1, 0.4};
  double turn[4], frame[9], force[3];
  element_state other = *s;
  beam_element at, turned;
  quaternion_turn(spin, frame_itself, turn);
  quaternion_matrix(turn, frame);
  matrix_apply(frame, s->span, other.span);
  quaternion_product(turn, s->first, other.first);
  quaternion_product(turn, s->second, other.second);
  form(s, 0, &at), form(&other, 0, &turned);
  TEST_CHECK(fabs(turned.energy - at.energy) < 1e-11 * at.energy); // some hundred roundings
  for (int part = 0; part < 12; part += 3) {
    matrix_apply(frame, at.force + part, force);
    for (int i = 0; i < 3; i++)
      TEST_CHECK(fabs(turned.force[part + i] - force[i]) < 1e-11 * largest(12, at.force));
  }
}

int main(void) {
  char path[4096];
  double in[20], energy, force[12], tangent[144];
  int cases = 0;
  snprintf(path, sizeof path, "%s/tests/kernels/beams/elements.txt", source_folder());
  FILE *file = fopen(path, "r");
  TEST_CHECK(file != NULL);
  while (file) {
    int read = 0;
    for (int i = 0; i < 20; i++) read += fscanf(file, "%lf", &in[i]) == 1;
    if (read < 20) break;
    read = fscanf(file, "%lf", &energy);
    for (int i = 0; i < 12; i++) read += fscanf(file, "%lf", &force[i]);
    for (int i = 0; i < 144; i++) read += fscanf(file, "%lf", &tangent[i]);
    TEST_CHECK(read == 157);
    element_state s = {in[0], {in[1], in[2], in[3]}, in[4], {in[5], in[6], in[7]}, {0}, {0}, {0}};
    memcpy(s.first, in + 8, sizeof s.first), memcpy(s.second, in + 12, sizeof s.second);
    memcpy(s.axes, in + 16, sizeof s.axes);
    beam_element at;
    form(&s, 0, &at);
    // The cases have 15 digits.
    TEST_CHECK(fabs(at.energy - energy) < 1e-12 * energy);
    for (int i = 0; i < 12; i++) TEST_CHECK(fabs(at.force[i] - force[i]) < 1e-12 * largest(12, force));
    for (int i = 0; i < 144; i++) {
      TEST_CHECK(fabs(at.tangent[i] - tangent[i]) < 1e-12 * largest(144, tangent));
      TEST_CHECK(at.tangent[i] == at.tangent[i % 12 * 12 + i / 12]);
    }
    check_differences(&s, 0);
    check_differences(&s, 1);
    check_rotation(&s);
    cases++;
  }
  TEST_CHECK(cases == 2);
  if (file) fclose(file);
  return TEST_END();
}
