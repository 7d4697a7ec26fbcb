// A deformed mesh on paper: looked at from one side, in pixels of a panel; what is nearer hides what is
// behind it.
#ifndef CHATTER_PLOT_SCENE_H
#define CHATTER_PLOT_SCENE_H

#include "plot/mesh/mesh_skin.h"

typedef struct scene_point {
  double x, y, depth; // pixels; depth: towards the viewer
} scene_point;

// A part of a face, of one colour.
typedef struct scene_patch {
  scene_point corner[4];
  int n;
  double value, depth;
  size_t order; // among those that were made
} scene_patch;

typedef struct scene {
  double axis[3][3];    // right, up and towards the viewer, in the axes of the model
  double scale, x, y;   // pixels a metre, what lies at the panel's lower left corner
  double width, height; // of the panel, pixels
  arena *memory;
  size_t n_patches;
  scene_patch *patch; // the farthest first
  double *nearest;    // [height][width] depth of what is seen in a pixel
} scene;

// Chooses the view (isometric; from above where nothing leaves one plane) and a panel of at most width by
// height pixels about n points.
void scene_choose_view(const double *position, size_t n, double width, double height, scene *out);
scene_point scene_project(const scene *self, const double position[3]);
// Parts of the faces that are turned to the viewer; values of nodes are interpolated.
chatter_status scene_paint_faces(scene *self, const skin *of, const double *position, const double *value);
// Whether a face is seen from its outside.
int scene_face_is_visible(const scene *self, const skin_face *face, const double *position);
// Whether a place is not behind any face (or no more than in it).
int scene_point_is_visible(const scene *self, scene_point at);

#endif
