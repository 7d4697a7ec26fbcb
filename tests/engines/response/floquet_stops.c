// Floquet multipliers with stops behind a massless boundary: closed forms for stops that are always
// open or always closed, and the times at which one closes and opens. Stops that open and close:
// impact_oscillator.sh.
#include "engines/response/stability/element_path.h"
#include "floquet_case.h"

enum { EVENTS = 64, SCRATCH = 1024 }; // one harmonic needs 9 and 124
static double scratch[SCRATCH];

// Two stops behind coupled flexibilities F, always open or always closed. Closed stops, which hold
// q = φ p + F r, add a stiffness φᵀ F⁻¹ φ. All modes have the same damping, so that each shape
// decays independently.
static void stops(void) {
  static const double omega2[] = {2, 9}, damping[] = {0.1, 0.1}, phi[] = {1, 0.5, -0.3, 0.8};
  static const double flexibility[] = {0.4, 0.1, 0.1, 0.2}, argument[] = {0, 0.1, 0.2, 0, -0.2, 0.1};
  static const double inverse[4][4] = {{0}, {2.5}, {[3] = 5}, {20 / 7.0, -10 / 7.0, -10 / 7.0, 40 / 7.0}};
  motion_contact contact[] = {{.law = HB_LAW_SET_VALUED, .count = 1, .has_normal = 1},
                              {.law = HB_LAW_SET_VALUED, .count = 1, .has_normal = 1, .first = 1}};
  const motion_system system = {2, 2, 2, omega2, damping, NULL, phi, flexibility, contact};
  const motion_orbit orbit = {1.3, 1, 1, argument, argument, NULL};
  for (int closed = 0; closed < 4; closed++) {
    double k[] = {omega2[0], 0, 0, omega2[1]};
    double complex value[4];
    double error;
    for (int j = 0; j < 2; j++) contact[j].preload = closed >> j & 1 ? 1 : -1;
    for (int i = 0; i < 4; i++)
      for (int a = 0; a < 4; a++)
        k[i] += phi[a / 2 * 2 + i / 2] * inverse[closed][a] * phi[a % 2 * 2 + i % 2];
    const double half = (k[0] + k[3]) / 2, root = sqrt((k[0] - k[3]) * (k[0] - k[3]) / 4 + k[1] * k[2]);
    TEST_CHECK(floquet_applies(&system) && floquet_size(&system) == 4);
    CHECK_OK(floquet_multipliers(&system, &orbit, value, &error));
    for (int sign = -1; sign <= 1; sign += 2)
      CHECK_NEAR(distance_to(decay(half + sign * root, 0.1, 1.3), 4, value), 0, closed ? 1e-8 : 1e-11, 0);
  }
  contact[1].count = 2; // friction, then a boundary with mass
  TEST_CHECK(!floquet_applies(&system));
  static const double carrying[4] = {0.4};
  contact[1].count = 1;
  TEST_CHECK(!floquet_applies(&(motion_system){2, 2, 2, omega2, damping, NULL, phi, carrying, contact}));
}

// A load N0 + cos(τ - 0.3) changes its sign at 0.3 ± acos(-N0), between samples too.
static void path(void) {
  const double one = 1, argument[] = {0, cos(0.3), sin(0.3)};
  const motion_orbit orbit = {1.3, 1, 1, argument, argument, NULL};
  for (int is_short = 0; is_short < 2; is_short++)
    for (int sign = -1; sign <= 1; sign += 2) {
      motion_contact contact = {.law = HB_LAW_SET_VALUED, .count = 1, .has_normal = 1};
      const motion_system system = {
          .n_boundary = 1, .n_contacts = 1, .flexibility = &one, .contact = &contact};
      element_event event[EVENTS];
      element_path out;
      contact.preload = sign * (is_short ? 0.999 : 0.4);
      const double half = acos(-contact.preload), closes = 0.3 - half + (half > 0.3 ? 2 * M_PI : 0);
      CHECK_OK(stop_path_find(&system, &orbit, 0, scratch, event, &out));
      TEST_CHECK(out.n == 2 && out.state == (half > 0.3 ? ELEMENT_STICK : ELEMENT_OPEN));
      for (int i = 0; i < out.n; i++) {
        const int is_closing = event[i].state == ELEMENT_STICK;
        CHECK_NEAR(event[i].tau, is_closing ? closes : 0.3 + half, 1e-12, 0);
        TEST_CHECK(i == 0 || (event[1].tau > event[0].tau && event[1].state != event[0].state));
      }
      const double broken[] = {0, NAN, 0};
      const motion_orbit none = {1.3, 1, 1, broken, broken, NULL};
      TEST_CHECK(stop_path_find(&system, &none, 0, scratch, event, &out) == CHATTER_BAD_MODEL);
      error_clear();
    }
}

// An elastic contact without tangents on the last coordinate: always open, always closed (an
// additional spring), and closed while its load N0 - kn q is positive.
static void normal_alone(void) {
  static const double omega2 = 2, damping = 0.1, phi = 1, none = 0, coefficient[] = {0.3, 0};
  motion_contact contact = {.law = HB_LAW_ELASTIC, .count = 1, .has_normal = 1, .normal = 3, .friction = 0.4};
  const motion_system system = {1, 1, 1, &omega2, &damping, NULL, &phi, &none, &contact};
  const motion_orbit orbit = {1.3, 1, 0, coefficient, coefficient, NULL};
  for (int closed = 0; closed < 2; closed++) {
    double complex value[2];
    double error;
    contact.preload = closed ? 5 : -5;
    TEST_CHECK(floquet_size(&system) == 2);
    CHECK_OK(floquet_multipliers(&system, &orbit, value, &error));
    CHECK_NEAR(distance_to(decay(omega2 + 3 * closed, damping, 1.3), 2, value), 0, 1e-8, 0);
  }
  element_event event[EVENTS];
  element_path out;
  contact.preload = 0.45; // half of kn times the amplitude: closed where cos τ < 1/2
  CHECK_OK(element_path_find(&system, &orbit, 0, scratch, event, &out));
  TEST_CHECK(out.n == 2 && out.state == ELEMENT_OPEN);
  CHECK_NEAR(event[0].tau, M_PI / 3, 1e-12, 0);
  CHECK_NEAR(event[1].tau, 5 * M_PI / 3, 1e-12, 0);
}

int main(void) {
  TEST_CHECK(element_most_events(1) <= EVENTS && element_scratch_size(1) <= SCRATCH);
  normal_alone();
  stops();
  path();
  return TEST_END();
}
