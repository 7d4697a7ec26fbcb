// Kinds of studies: what engines teach the layers below them. Whoever is common walks these tables and knows
// no engine.
#ifndef CHATTER_STUDY_STUDY_KIND_H
#define CHATTER_STUDY_STUDY_KIND_H

// A kind of figure as the keys of the section `plot` know it.
enum { FIGURE_X = 1, FIGURE_Y = 2, FIGURE_COLOUR = 4 }; // that it looks at; `title`, ranges belong to all

typedef struct study_figure {
  const char *name;
  int keys;
  const struct figure_kind *kind; // plot/figure.h
} study_figure;

typedef struct study_kind {
  const char *name;            // the word behind `study:`
  const study_figure *figures; // its own, tried before the common ones; end with an empty one; NULL: none
} study_kind;

extern const study_kind *const study_kinds[]; // NULL behind the last; host/engines/registry.c

#endif
