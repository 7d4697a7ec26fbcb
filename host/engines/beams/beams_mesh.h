// Mesh of an assembly of beams at rest, for states and field outputs.
#ifndef CHATTER_ENGINES_BEAMS_BEAMS_MESH_H
#define CHATTER_ENGINES_BEAMS_BEAMS_MESH_H

#include "ensemble/engine.h"

// Makes a model of the assembly at rest in layout->reduced, with the mesh if fields are wanted.
chatter_status beams_mesh(const study *config, engine_layout *layout);

// Writes the motion of trajectory i between two states.
void beams_fill_motion(const engine_layout *layout, const kernel_batch *host, long i, const double *before,
                       const double *after, engine_motion *to);

#endif
