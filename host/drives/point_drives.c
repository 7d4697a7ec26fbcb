// Drives of contact points.
#include "drives/point_drives.h"

#include <stdio.h>

#include "reduction/reduced_entries.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"
#include "study/file/path.h"

drive_use point_drive(const study *config, const reduced_contact *point, int index, int is_wall) {
  const contact_config *c = &config->contacts[point->entry];
  return (drive_use){.drive = study_find_drive(config, is_wall ? c->wall_drive : c->gap_drive),
                     .factor = is_wall ? c->wall_factor : c->gap_factor,
                     .phase = reduced_contact_phase(c, point, index),
                     .columns = is_wall ? &c->wall_columns : &c->gap_columns,
                     .entry = point->entry,
                     .is_wall = is_wall,
                     .point = index / study_contact_points(c)};
}

int point_drive_turns(const study *config, const drive_use *use) {
  return use->phase != 0 || study_entry_varies(config, "contact.gap_phase", use->entry) ||
         study_entry_varies(config, "contact.phases", use->entry);
}

chatter_status point_drives_check(const study *config, const reduced_model *r, int drive,
                                  const drive_table *table) {
  for (int j = 0, n = 0; j < r->n_contacts; j += n) {
    const int entry = r->contacts[j].entry;
    const contact_config *c = &config->contacts[entry];
    for (n = 1; j + n < r->n_contacts && r->contacts[j + n].entry == entry;) n++;
    const int points = n / study_contact_points(c);
    for (int is_wall = 0; is_wall < 2; is_wall++) {
      const char *key = is_wall ? "wall_columns" : "gap_columns";
      char path[48];
      if (study_find_drive(config, is_wall ? c->wall_drive : c->gap_drive) != drive ||
          !study_has_all_columns(is_wall ? &c->wall_columns : &c->gap_columns) || points == table->columns)
        continue;
      snprintf(path, sizeof path, "contact.%d.%s", entry, key);
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: the table of drive '%s' has %d columns for %d contact points (allowed: as "
                         "many, or a list of %d "
                         "names or numbers)",
                         study_place(config, path), config->drives[drive].name, table->columns, points,
                         points);
    }
  }
  return CHATTER_OK;
}
