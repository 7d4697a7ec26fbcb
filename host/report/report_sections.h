// The sections of a report's page, in their order. Each is a file section_NAME.c and writes one
// <section>, or nothing if the results have no such content.
#ifndef CHATTER_REPORT_REPORT_SECTIONS_H
#define CHATTER_REPORT_REPORT_SECTIONS_H

#include <stdio.h>

#include "report/report_source.h"

// Writes what the study asks for: model, parameters, outputs.
void report_section_question(const report_source *self, FILE *out);
// Writes the figures of n files beside each other; `set` as in report_write.
chatter_status report_section_figures(int n, const char *const *paths, int n_set, const char *const *set,
                                      FILE *out);
// Writes the parameters that `identify` found.
void report_section_identified(const report_source *self, FILE *out);
// Writes the statistics that the results hold, with their intervals.
void report_section_estimates(const report_source *self, FILE *out);
// Writes mean, spread and range of each output.
chatter_status report_section_numbers(const report_source *self, FILE *out);
// Writes how trajectories ended, with advice and warnings.
chatter_status report_section_outcomes(const report_source *self, FILE *out);
// Writes the table of trajectories.
void report_section_trajectories(const report_source *self, FILE *out);
// Writes how the results were made: program, command line, study.
void report_section_origin(const report_source *self, FILE *out);

#endif
