// Reads the placement of local systems and instances.
#include "model/deck/deck_place.h"

#include <math.h>

#include "base/dot.h"
#include "model/deck/deck.h"

const deck_place deck_place_at_origin = {.turn = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

void deck_place_point(const deck_place *place, const double x[3], double out[3]) {
  double y[3];
  for (int i = 0; i < 3; i++) {
    y[i] = place->shift[i];
    for (int k = 0; k < 3; k++) y[i] += place->turn[i][k] * x[k];
  }
  for (int i = 0; i < 3; i++) out[i] = y[i];
}

// Reads up to `most` numbers of a line; empty entries are 0.
static chatter_status read_line_numbers(const deck_line *line, int most, double *x, int *n) {
  const char *cursor = line->text;
  deck_entry e;
  for (*n = 0; *n < most && deck_next_entry(&cursor, &e); ++*n) {
    x[*n] = 0;
    if (e.at < e.end && !deck_entry_number(e, &x[*n]))
      return deck_raise(line, e.at, "'%.*s' is not a coordinate",
                        (int)(e.end - e.at > 36 ? 36 : e.end - e.at), e.at);
  }
  return CHATTER_OK;
}

static void cross_product(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = a[j] * b[k] - a[k] * b[j];
  }
}

// Scales a vector to length 1. Returns 0 for a zero vector.
static int normalise(double x[3]) {
  const double length = sqrt(dot(3, x, x));
  for (int i = 0; i < 3; i++) x[i] /= length;
  return length > 0 && isfinite(length);
}

chatter_status deck_read_system(const deck *self, const deck_card *card, deck_place *out) {
  double first[6] = {0}, plane[3] = {0}, x[3], y[3], z[3] = {0, 0, 1};
  int n = 0, n_plane = 0;
  *out = deck_place_at_origin;
  if (card->begin == card->end) return CHATTER_OK; // a card without data ends the system
  const deck_line *line = &self->lines[card->begin];
  TRY(read_line_numbers(line, 6, first, &n));
  for (int i = 0; i < 3; i++) out->shift[i] = first[i];
  if (n <= 3) return CHATTER_OK;
  for (int i = 0; i < 3; i++) x[i] = first[3 + i] - first[i];
  if (card->begin + 1 < card->end) TRY(read_line_numbers(line + 1, 3, plane, &n_plane));
  if (n_plane == 0) x[2] = 0; // z is unchanged
  int good = normalise(x);
  if (n_plane > 0) {
    for (int i = 0; i < 3; i++) y[i] = plane[i] - first[i];
    cross_product(x, y, z);
    good = good && normalise(z);
  }
  if (!good)
    return deck_raise(line, line->text,
                      "*SYSTEM: its three points lie on a line; expected: the origin and a point of the x "
                      "axis, then a point of the x-y plane");
  cross_product(z, x, y);
  for (int i = 0; i < 3; i++) out->turn[i][0] = x[i], out->turn[i][1] = y[i], out->turn[i][2] = z[i];
  return CHATTER_OK;
}

// Reads the placement of an instance. First line: the translation. Second line: two points of an
// axis and an angle in degrees; the rotation follows the translation.
chatter_status deck_read_instance(const deck *self, const deck_card *card, deck_place *out) {
  double shift[3] = {0}, axis[7] = {0}, along[3], moved[3];
  int n;
  *out = deck_place_at_origin;
  if (card->begin < card->end) TRY(read_line_numbers(&self->lines[card->begin], 3, shift, &n));
  for (int i = 0; i < 3; i++) out->shift[i] = shift[i];
  if (card->begin + 1 >= card->end) return CHATTER_OK;
  const deck_line *line = &self->lines[card->begin + 1];
  TRY(read_line_numbers(line, 7, axis, &n));
  for (int i = 0; i < 3; i++) along[i] = axis[3 + i] - axis[i], moved[i] = shift[i] - axis[i];
  if (n < 7 || !normalise(along))
    return deck_raise(line, line->text,
                      "expected: x, y, z of two points of the axis of rotation and the angle in degrees");
  const double angle = axis[6] * M_PI / 180, c = cos(angle), s = sin(angle);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    for (int l = 0; l < 3; l++) out->turn[i][l] = (1 - c) * along[i] * along[l];
    out->turn[i][i] += c;
    out->turn[i][j] -= s * along[k];
    out->turn[i][k] += s * along[j];
    out->shift[i] = axis[i];
  }
  const deck_place about = *out;
  deck_place_point(&about, moved, out->shift);
  return CHATTER_OK;
}
