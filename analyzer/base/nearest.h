/* "Did you mean …?" */
#ifndef SMEMLINT_BASE_NEAREST_H
#define SMEMLINT_BASE_NEAREST_H

/* The candidate with the least edit distance to `word`; NULL: no distance is within a third of its length plus 1. */
const char *nearest_word(const char *word, const char *const *candidates, int n);

#endif
