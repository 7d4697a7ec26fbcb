// Reports: results as one HTML page that needs only a browser.
#ifndef CHATTER_REPORT_REPORT_H
#define CHATTER_REPORT_REPORT_H

#include "base/status.h"

// Writes the page of n results files ("-": standard output); an existing file is not replaced
// unless `force`. set: n_set texts "plot.x=variable" that replace values of the first study's plot
// section. CHATTER_IO: unreadable results. What a figure lacks is reported on the page.
chatter_status report_write(int n, const char *const *paths, const char *page_path, int force, int n_set,
                            const char *const *set);

#endif
