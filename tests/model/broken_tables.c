// Erroneous dof.csv, nodes.csv and contact.csv: each is refused with message and position.
#include "model/load.h"
#include "model/model_lookup.h"
#include "model_files.h"

#define NODES "nodes.csv"
#define DOF "dof.csv"
#define CONTACT "contact.csv"
#define CONTACT_HEADER "id,node,partner,nx,ny,nz,gap,area\n"
static const struct {
  const char *file, *content, *message;
} cases[] = {
    {NODES, "id,x,y\n1,0,0\n", "nodes.csv:1:1: column 'z' is missing; there are: id, x, y"},
    {NODES, "id,x,y,z,set\n1,0,0,0,A\n",
     "nodes.csv:1:10: unknown column 'set'; allowed: id, x, y, z, sets (did you mean 'sets'?)"},
    {NODES, "id,x,y,z\n", "nodes.csv:1:1: the table has no rows"},
    {NODES, "id,x,y,z\n1,0,0,0\n1,1,0,0\n", "nodes.csv:3:1: node 1 is given twice"},
    {NODES, "id,x,y,z\n1,0,zero,0\n", "nodes.csv:2:5: y: 'zero' is not a number"},
    {NODES, "id,x,y,z\n1,0,,0\n", "nodes.csv:2:5: y: the cell is empty, a number is expected"},
    {NODES, "id,x,y,z\n1.5,0,0,0\n", "nodes.csv:2:1: id: '1.5' is not a whole number"},
    {NODES, "id,x,y,z\n-1,0,0,0\n", "nodes.csv:2:1: the id -1 is negative"},
    {NODES, "id,x,y,z\n1,0,0,inf\n", "nodes.csv:2:7: z: 'inf' is not a finite number"},
    {NODES,
     "id,x,y,z,sets\n1,0,0,0,A123456789B123456789C123456789D123456789E123456789F123456789G1234"
     "56789H123456789I123456789J123456\n",
     "nodes.csv:2:9: the set name 'A123456789B123456789C123456789D123456789E123456789F123456789G123456789"
     "H123456789I123456789J1234...' is "
     "too long; "
     "allowed: 95 characters"},
    {DOF, "eq,node\n1,1\n", "dof.csv:1:1: column 'dof' is missing; there are: eq, node"},
    {DOF, "eq,node,dof\n0,1,x\n1,1,y\n", "dof.csv:2:1: equation 0; allowed: 1 to 2, the number of rows"},
    {DOF, "eq,node,dof\n1,1,x\n3,1,y\n", "dof.csv:3:1: equation 3; allowed: 1 to 2, the number of rows"},
    {DOF, "eq,node,dof\n1,1,x\n1,1,y\n", "dof.csv:3:1: equation 1 is given twice"},
    {DOF, "eq,node,dof\n1,1,x\n2,7,y\n", "dof.csv:3:3: there is no node 7 among the nodes"},
    {DOF, "eq,node,dof\n1,1,7\n2,1,y\n",
     "dof.csv:2:5: direction '7'; allowed: 1, 2, 3 or x, y, z, and the rotations 4, 5, 6 or rx, ry, rz"},
    {DOF, "eq,node,dof\n1,1,xy\n2,1,y\n",
     "dof.csv:2:5: direction 'xy'; allowed: 1, 2, 3 or x, y, z, and the rotations 4, 5, 6 or rx, ry, rz"},
    {DOF, "eq,node,dof\n1,1,\n2,1,y\n",
     "dof.csv:2:5: direction ''; allowed: 1, 2, 3 or x, y, z, and the rotations 4, 5, 6 or rx, ry, rz"},
    {DOF, "eq,node,dof\n1,1,x\n2,1,1\n", "dof.csv:3:5: node 1 has direction '1' already in equation 1"},
    {DOF, "eq,node,dof\n1,1,rx\n2,1,4\n", "dof.csv:3:5: node 1 has direction '4' already in equation 1"},
    {DOF, "eq,node,dof\n1,1,x\n2,1,y\n3,2,x\n", "M.mtx:2:1: the matrix is 2 x 2, but there are 3 equations"},
    {CONTACT, "id,node,partner,nx,ny\n1,1,ground,0,1\n",
     "contact.csv:1:1: column 'nz' is missing; there are: id, node, partner, nx, ny (is 'nx' meant for it?)"},
    {CONTACT, CONTACT_HEADER "1,1,wall,0,1,0,0,1\n",
     "contact.csv:2:5: partner 'wall'; allowed: a node of the model, or ground"},
    {CONTACT, CONTACT_HEADER "1,9,ground,0,1,0,0,1\n", "contact.csv:2:3: there is no node 9 among the nodes"},
    {CONTACT, CONTACT_HEADER "1,2,ground,0,1,0,0,1\n",
     "contact.csv:2:3: node 2 cannot move: it has no equation"},
    {CONTACT, CONTACT_HEADER "1,1,1,0,1,0,0,1\n", "contact.csv:2:5: a node in contact with itself"},
    {CONTACT, CONTACT_HEADER "1,1,ground,0,0,0,0,1\n", "contact.csv:2:12: the normal has no direction"},
    {CONTACT, CONTACT_HEADER "1,1,ground,0,1,0,0,0\n", "contact.csv:2:20: area 0 m²; allowed: positive"},
    {CONTACT, CONTACT_HEADER "1,1,ground,0,1,0,1e-4\n",
     "contact.csv:2:1: this row has 7 cells, the header names 8"},
    {CONTACT, CONTACT_HEADER "1,1,ground,0,1,0,0,1\n1,1,ground,1,0,0,0,1\n",
     "contact.csv:3:1: contact 1 is given twice"},
    {CONTACT, "", "contact.csv:1:1: the file is empty: a header line with column names is expected"},
};

static void write_good(void) {
  write_file(NODES, "id,x,y,z,sets\n2,1,0,0,B\n1,0,0.5,0,a B\n");
  write_file(DOF, "eq,node,dof\n2,1,x\n1,1,2\n");
  write_file(CONTACT, "id,node,partner,nx,ny,nz\n5,1,ground,0,-3,4\n");
}

int main(void) {
  enter_folder();
  study s = {.path = "study.yaml",
             .model = {.type = MODEL_MATRICES,
                       .stiffness = "M.mtx",
                       .mass = "M.mtx",
                       .dof = DOF,
                       .nodes = NODES,
                       .contact = CONTACT}};
  write_file("M.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 5\n2 2 5\n");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    write_good();
    write_file(cases[i].file, cases[i].content);
    expect_refusal(&s, cases[i].message);
  }
  write_good();
  model m;
  int n;
  const int *nodes;
  CHECK_OK(model_load(&s, &m));
  TEST_CHECK(m.nodes[0].id == 1 && m.nodes[0].equation[0] == 1 && m.nodes[0].equation[1] == 0);
  TEST_CHECK(m.nodes[0].position[1] == 0.5 && m.nodes[1].position[0] == 1 && m.nodes[1].equation[0] == -1);
  TEST_CHECK(m.contacts[0].normal[1] == -0.6 && m.contacts[0].normal[2] == 0.8 && m.contacts[0].area == 0);
  CHECK_OK(model_find_nodes(&m, "b", "here", &n, &nodes));
  TEST_CHECK(n == 2 && nodes[0] == 1 && nodes[1] == 0);
  model_destroy(&m);
  unlink(NODES);
  expect_refusal(&s, "study.yaml: nodes.csv: cannot be read: No such file or directory");
  s.model.nodes[0] = s.model.contact[0] = 0; // without nodes.csv: the nodes of dof.csv
  CHECK_OK(model_load(&s, &m));
  TEST_CHECK(m.n_nodes == 1 && m.n_sets == 0 && m.nodes[0].equation[1] == 0);
  model_destroy(&m);
  leave_folder();
  return TEST_END();
}
