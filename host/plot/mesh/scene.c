// Projects faces onto paper and removes hidden ones.
#include "plot/mesh/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dot.h"

enum {
  TARGET_PATCHES = 8000,
  MAX_SUBDIVISION = 6
}; // approximate total of patches; parts along a side of a face

static void find_projected_range(const scene *self, const double *position, size_t n, double low[3],
                                 double high[3]) {
  for (int k = 0; k < 3; k++) low[k] = INFINITY, high[k] = -INFINITY;
  for (size_t i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) {
      const double *axis = self->axis[k], *p = position + 3 * i;
      const double at = dot(3, axis, p);
      low[k] = fmin(low[k], at), high[k] = fmax(high[k], at);
    }
}

void scene_choose_view(const double *position, size_t n, double width, double height, scene *out) {
  static const double isometric[3][3] = {{M_SQRT1_2, M_SQRT1_2, 0},
                                         {-0.4082482904638631, 0.4082482904638631, 0.8164965809277261},
                                         {0.5773502691896258, -0.5773502691896258, 0.5773502691896258}};
  static const double plan[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double low[3], high[3];
  memcpy(out->axis, plan, sizeof plan);
  find_projected_range(out, position, n, low, high);
  const double flat = 1e-9 * fmax(high[0] - low[0], high[1] - low[1]);
  if (high[2] - low[2] > flat) memcpy(out->axis, isometric, sizeof isometric);
  find_projected_range(out, position, n, low, high);
  const double wide = high[0] - low[0], tall = high[1] - low[1];
  out->scale = fmin(width / wide, height / tall); // infinite for a zero extent
  if (!isfinite(out->scale)) out->scale = 1;
  out->width = fmin(width, fmax(out->scale * wide, 0.7 * width));
  out->height = fmin(height, fmax(out->scale * tall, 0.3 * width));
  out->x = 0.5 * (low[0] + high[0] - out->width / out->scale);
  out->y = 0.5 * (low[1] + high[1] - out->height / out->scale);
}

scene_point scene_project(const scene *self, const double p[3]) {
  double at[3];
  for (int k = 0; k < 3; k++) at[k] = dot(3, self->axis[k], p);
  return (scene_point){self->scale * (at[0] - self->x), self->scale * (at[1] - self->y), self->scale * at[2]};
}

// Returns twice the area on paper, positive counterclockwise.
static double triangle_area(scene_point a, scene_point b, scene_point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

int scene_face_is_visible(const scene *self, const skin_face *face, const double *position) {
  scene_point p[4];
  for (int i = 0; i < face->n; i++) p[i] = scene_project(self, position + 3 * (size_t)face->node[i]);
  const double whole = face->n == 4 ? triangle_area(p[0], p[1], p[2]) + triangle_area(p[0], p[2], p[3])
                                    : triangle_area(p[0], p[1], p[2]);
  return !face->is_solid || whole > 0;
}

// Records the depth of a triangle in each pixel whose middle it covers, if it is nearer.
static void record_triangle_depth(scene *self, scene_point a, scene_point b, scene_point c) {
  const int width = (int)ceil(self->width), height = (int)ceil(self->height);
  const double whole = triangle_area(a, b, c);
  if (!(fabs(whole) > 1e-12)) return;
  const int left = (int)fmax(0, floor(fmin(a.x, fmin(b.x, c.x)))),
            right = (int)fmin(width - 1, ceil(fmax(a.x, fmax(b.x, c.x)))),
            bottom = (int)fmax(0, floor(fmin(a.y, fmin(b.y, c.y)))),
            top = (int)fmin(height - 1, ceil(fmax(a.y, fmax(b.y, c.y))));
  for (int y = bottom; y <= top; y++)
    for (int x = left; x <= right; x++) {
      const scene_point at = {x + 0.5, y + 0.5, 0};
      const double of_a = triangle_area(at, b, c) / whole, of_b = triangle_area(a, at, c) / whole,
                   of_c = 1 - of_a - of_b;
      if (of_a < 0 || of_b < 0 || of_c < 0) continue;
      double *nearest = &self->nearest[(size_t)y * (size_t)width + (size_t)x];
      *nearest = fmax(*nearest, of_a * a.depth + of_b * b.depth + of_c * c.depth);
    }
}

int scene_point_is_visible(const scene *self, scene_point at) {
  static const double room = 3; // pixels: depth tolerance for the slope of a face between pixels
  const int width = (int)ceil(self->width), height = (int)ceil(self->height);
  if (!(at.x >= 0 && at.y >= 0 && at.x < width && at.y < height)) return 1;
  return self->nearest[(size_t)at.y * (size_t)width + (size_t)at.x] <= at.depth + room;
}

// Interpolates a face at (u, v), from 0 to 1; for a triangle the third corner is where both are 1.
static scene_point interpolate_point(const scene_point *p, int n, double u, double v) {
  const double weight[4] = {n == 4 ? (1 - u) * (1 - v) : 1 - u, n == 4 ? u * (1 - v) : u - v,
                            n == 4 ? u * v : v, n == 4 ? (1 - u) * v : 0};
  scene_point out = {0, 0, 0};
  for (int i = 0; i < n; i++) {
    out.x += weight[i] * p[i].x;
    out.y += weight[i] * p[i].y;
    out.depth += weight[i] * p[i].depth;
  }
  return out;
}

static double interpolate_value(const double *value, int n, double u, double v) {
  return n == 4 ? (1 - v) * ((1 - u) * value[0] + u * value[1]) + v * (u * value[2] + (1 - u) * value[3])
                : (1 - u) * value[0] + (u - v) * value[1] + v * value[2];
}

// Adds a patch of a face with corners at (u, v)[n] and the mean of the values there.
static void add_patch(scene *self, const scene_point *p, const double *value, int face_n, int n,
                      const double (*at)[2]) {
  scene_patch *fresh = &self->patch[self->n_patches];
  *fresh = (scene_patch){.n = n, .order = self->n_patches++};
  for (int i = 0; i < n; i++) {
    fresh->corner[i] = interpolate_point(p, face_n, at[i][0], at[i][1]);
    fresh->value += interpolate_value(value, face_n, at[i][0], at[i][1]) / n;
    fresh->depth += fresh->corner[i].depth / n;
  }
  record_triangle_depth(self, fresh->corner[0], fresh->corner[1], fresh->corner[2]);
  if (n == 4) record_triangle_depth(self, fresh->corner[0], fresh->corner[2], fresh->corner[3]);
}

// Divides a quadrilateral into parts × parts patches, a triangle into parts².
static void divide_face(scene *self, const scene_point *p, const double *value, int n, int parts) {
  for (int i = 0; i < parts; i++)
    for (int k = 0; k < (n == 4 ? parts : i + 1); k++) {
      const double h = 1.0 / parts, u = i * h, v = k * h;
      const double square[4][2] = {{u, v}, {u + h, v}, {u + h, v + h}, {u, v + h}};
      const double lower[3][2] = {{u, v}, {u + h, v}, {u + h, v + h}};
      const double upper[3][2] = {{u, v}, {u + h, v + h}, {u, v + h}};
      if (n == 4) add_patch(self, p, value, n, 4, square);
      if (n == 3) add_patch(self, p, value, n, 3, lower);
      if (n == 3 && k < i) add_patch(self, p, value, n, 3, upper);
    }
}

static int compare_depth(const void *a, const void *b) {
  const scene_patch *left = a, *right = b;
  if (left->depth != right->depth) return left->depth < right->depth ? -1 : 1;
  return left->order < right->order ? -1 : 1;
}

// Chooses the subdivision, so that coarse meshes have smooth colours too.
static int choose_subdivision(const scene *self, const skin *of, const double *position) {
  size_t shown = 1;
  for (size_t f = 0; f < of->n_faces; f++) shown += scene_face_is_visible(self, &of->face[f], position) != 0;
  return (int)fmin(MAX_SUBDIVISION, fmax(1, round(sqrt(TARGET_PATCHES / (double)shown))));
}

chatter_status scene_paint_faces(scene *self, const skin *of, const double *position, const double *value) {
  const size_t pixels = (size_t)ceil(self->width) * (size_t)ceil(self->height);
  const int parts = choose_subdivision(self, of, position);
  self->patch =
      arena_allocate(self->memory, (of->n_faces * (size_t)parts * (size_t)parts + 1) * sizeof *self->patch);
  self->nearest = arena_allocate(self->memory, (pixels + 1) * sizeof *self->nearest);
  if (!self->patch || !self->nearest) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t i = 0; i < pixels; i++) self->nearest[i] = -INFINITY;
  for (size_t f = 0; f < of->n_faces; f++) {
    const skin_face *face = &of->face[f];
    scene_point p[4];
    double at[4];
    if (!scene_face_is_visible(self, face, position)) continue;
    for (int i = 0; i < face->n; i++) {
      p[i] = scene_project(self, position + 3 * (size_t)face->node[i]);
      at[i] = value[face->node[i]];
    }
    divide_face(self, p, at, face->n, parts);
  }
  qsort(self->patch, self->n_patches, sizeof *self->patch, compare_depth);
  return CHATTER_OK;
}
