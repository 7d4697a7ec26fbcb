// Writes XDMF files.
#include "results/mesh/xdmf.h"

#include "base/printable.h"

static void write_data_item(const xdmf_file *self, const char *type, int bytes, size_t rows, size_t columns,
                            const char *group, const char *name) {
  fprintf(self->out, "          <DataItem Dimensions=\"%zu", rows);
  if (columns > 1) fprintf(self->out, " %zu", columns);
  fprintf(self->out, "\" NumberType=\"%s\" Precision=\"%d\" Format=\"HDF\">", type, bytes);
  text_escape(self->out, self->heavy);
  fputs(":/", self->out);
  text_escape(self->out, group);
  text_escape(self->out, name);
  fputs("</DataItem>\n", self->out);
}

static void write_mesh(const xdmf_file *self) {
  const mesh_series *of = self->of;
  const cell *only = &of->only;
  fprintf(self->out, "        <Topology TopologyType=\"%s\" NumberOfElements=\"%zu\"",
          only->type ? cells_word(only->type) : "Mixed", of->n_cells);
  if (only->type && cells_has_count(only->type)) fprintf(self->out, " NodesPerElement=\"%d\"", only->n);
  fputs(">\n", self->out);
  if (only->type)
    write_data_item(self, "Int", 4, of->n_cells, (size_t)only->n, "", "cells");
  else
    write_data_item(self, "Int", 4, of->entries, 1, "", "cells");
  fputs("        </Topology>\n        <Geometry GeometryType=\"XYZ\">\n", self->out);
  write_data_item(self, "Float", 8, of->part[0].of.nodes, 3, "", "points");
  fputs("        </Geometry>\n", self->out);
}

static void begin_attribute(const xdmf_file *self, const char *name, size_t columns) {
  fputs("        <Attribute Name=\"", self->out);
  text_escape(self->out, name);
  fprintf(self->out, "\" AttributeType=\"%s\" Center=\"Node\">\n",
          columns == 6   ? "Tensor6"
          : columns == 3 ? "Vector"
                         : "Scalar");
}

static void write_attribute(const xdmf_file *self, const char *name, size_t columns, size_t at) {
  char number[32];
  snprintf(number, sizeof number, "/%zu", at);
  begin_attribute(self, name, columns);
  write_data_item(self, "Float", 8, self->of->part[0].of.nodes, columns, name, number);
  fputs("        </Attribute>\n", self->out);
}

void xdmf_write_begin(const xdmf_file *self) {
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Xdmf Version=\"3.0\">\n  <Domain>\n    <Grid Name=\"",
        self->out);
  text_escape(self->out, self->of->part[0].of.name);
  fprintf(self->out, ", trajectory %d\" GridType=\"Collection\" CollectionType=\"Temporal\">\n",
          self->of->trajectory);
}

void xdmf_write_instant(const xdmf_file *self, size_t at, double time) {
  fprintf(self->out,
          "      <Grid Name=\"instant %zu\" GridType=\"Uniform\">\n        <Time Value=\"%.17g\"/>\n", at,
          time);
  write_mesh(self);
  begin_attribute(self, "node", 1);
  write_data_item(self, "Int", 4, self->of->part[0].of.nodes, 1, "", "node");
  fputs("        </Attribute>\n", self->out);
  for (int i = 0; i < self->of->n_parts; i++) {
    const mesh_part *part = &self->of->part[i];
    write_attribute(self, part->word, part->of.components, at);
    if (field_is_stress(&part->of)) write_attribute(self, "von_mises", 1, at);
  }
  if (self->of->forces) write_attribute(self, "contact_force", 3, at);
  fputs("      </Grid>\n", self->out);
}

void xdmf_write_end(const xdmf_file *self) {
  fputs("    </Grid>\n  </Domain>\n</Xdmf>\n", self->out);
}
