/* The protocol's Range and Position in JSON. */
#ifndef SMEMLINT_LSP_RANGES_H
#define SMEMLINT_LSP_RANGES_H

#include <jansson.h>
#include <stdbool.h>

/* Whether a position is in a range; the end is part of it. */
bool range_contains(const json_t *range, const json_t *position);

/* Whether the first is within the other, or equal. */
bool range_within(const json_t *range, const json_t *other);

/* Whether they have a position in common; the ends are part of them. */
bool ranges_overlap(const json_t *a, const json_t *b);

/* A new list of the items whose "range" or "position" overlaps the range; NULL: all. */
json_t *ranges_filter(const json_t *items, const json_t *range);

#endif
