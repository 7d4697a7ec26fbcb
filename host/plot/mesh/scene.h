// Projection of a deformed mesh onto paper, in pixels of a panel, with hidden surfaces removed.
#ifndef CHATTER_PLOT_SCENE_H
#define CHATTER_PLOT_SCENE_H

#include "plot/mesh/mesh_skin.h"

typedef struct scene_point {
  double x, y, depth; // pixels; depth: towards the viewer
} scene_point;

// A patch of a face with one colour.
typedef struct scene_patch {
  scene_point corner[4];
  int n;
  double value, depth;
  size_t order; // order of creation
} scene_patch;

typedef struct scene {
  double axis[3][3];    // right, up and towards the viewer, in the model's axes
  double scale, x, y;   // pixels per metre; the place at the panel's lower left corner
  double width, height; // of the panel, pixels
  arena *memory;
  size_t n_patches;
  scene_patch *patch; // the farthest first
  double *nearest;    // [height][width] depth of the nearest face in each pixel
} scene;

// Chooses the view (isometric; from above for a plane model) and a panel of at most width × height
// pixels around n points.
void scene_choose_view(const double *position, size_t n, double width, double height, scene *out);
scene_point scene_project(const scene *self, const double position[3]);
// Makes patches of the faces turned towards the viewer, with interpolated nodal values.
chatter_status scene_paint_faces(scene *self, const skin *of, const double *position, const double *value);
// Returns 1 if a face is seen from its outside.
int scene_face_is_visible(const scene *self, const skin_face *face, const double *position);
// Returns 1 if a place is not hidden by a face (it may lie in one).
int scene_point_is_visible(const scene *self, scene_point at);

#endif
