#include "reduction/recovery/recovery.h"

int recovery_cell_nodes(const int *cell, int *head) {
  *head = cell[0] == CELL_POINTS || cell[0] == CELL_LINE ? 2 : 1;
  switch (cell[0]) {
  case CELL_POINTS:
  case CELL_LINE:
    return cell[1];
  case 4: // triangle
    return 3;
  case 5: // quadrilateral
  case 6: // tetrahedron
    return 4;
  case 8: // wedge
    return 6;
  case 9: // hexahedron
    return 8;
  case 34: // line, triangle, quadrilateral, tetrahedron, wedge, hexahedron with nodes between
    return 3;
  case 36:
    return 6;
  case 37:
    return 8;
  case 38:
    return 10;
  case 40:
    return 15;
  case 48:
    return 20;
  default:
    return 1;
  }
}
