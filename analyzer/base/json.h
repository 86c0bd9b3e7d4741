/* Extends jansson with text that may not be UTF-8, and output to a Buf. */
#ifndef SMEMLINT_BASE_JSON_H
#define SMEMLINT_BASE_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "base/buf.h"

/* Out of memory ends the process (heap.h): jansson itself would drop what it has no room for.  To be called first, once. */
void json_start(void);

/* A new reference.  Bytes that are not UTF-8 become U+FFFD; NULL gives null. */
json_t *json_text(const char *text);

/* Whether the list has an item equal to `item`. */
bool json_has(const json_t *list, const json_t *item);

/* Writes on one line, keys in the order in which they were set; `indent` > 0: over several lines.
 * Gives up the reference. */
void json_write(Buf *out, json_t *value, int indent);

#endif
