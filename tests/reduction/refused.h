// Helpers for studies that are refused when read or reduced.
#ifndef CHATTER_TESTS_REFUSED_H
#define CHATTER_TESTS_REFUSED_H

#include "base/log.h"
#include "reduction/reduce.h"
#include "study/file/storage.h"
#include "tests/check.h"

typedef struct refused_study {
  const char *body, *part, *message; // the study, its erroneous part, a part of the message
} refused_study;

// Reads a study made of `body` and `part`.
typedef chatter_status refused_parse(const char *body, const char *part, study *s);

static inline void refused_each(const refused_study *cases, size_t n, refused_parse *parse) {
  for (size_t i = 0; i < n; i++) {
    static study s;
    reduced_model r;
    chatter_status status = parse(cases[i].body, cases[i].part, &s);
    const int is_parsed = status == CHATTER_OK;
    int found = 0;
    if (is_parsed) status = reduce_study(&s, &r);
    TEST_CHECK(status == CHATTER_BAD_STUDY);
    for (int e = 0; e < error_count(); e++) found |= strstr(error_message(e), cases[i].message) != NULL;
    if (!found) printf("case %zu: %s\n", i, error_count() ? error_message(0) : "no message");
    TEST_CHECK(found);
    error_clear();
    if (is_parsed) study_destroy(&s);
  }
}

#endif
