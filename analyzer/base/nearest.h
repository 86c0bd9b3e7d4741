/* "Did you mean …?" */
#ifndef SMEMLINT_BASE_NEAREST_H
#define SMEMLINT_BASE_NEAREST_H

/* The candidate nearest to `word` if it is near enough to be meant, else NULL. */
const char *nearest_word(const char *word, const char *const *candidates, int n);

#endif
