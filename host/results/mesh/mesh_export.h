// Writes fields of a results file for ParaView and other programs that show meshes.
#ifndef CHATTER_RESULTS_MESH_MESH_EXPORT_H
#define CHATTER_RESULTS_MESH_MESH_EXPORT_H

#include "base/status.h"

// Writes OUT.xdmf, a temporal collection, and its numbers in OUT.h5: for one trajectory (-1: the
// first of the field) the field `name` (NULL: the first) with all fields of other quantities at the
// same nodes and instants (displacement and velocity as vectors, stress as Tensor6 xx, xy, xz, yy,
// yz, zz and scalar von_mises) and the contact forces at the nodes (contact_force). Instants that
// were not reached are left out, with a warning. Refuses existing files unless `force`, and an
// OUT.h5 that is the results file.
chatter_status results_export_mesh(const char *path, const char *out_path, const char *name, long trajectory,
                                   int force);

#endif
