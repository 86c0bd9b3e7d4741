#include "lsp/ranges.h"

static int compare(const json_t *a, const json_t *b)
{
	static const char *const keys[] = { "line", "character" };
	for (int i = 0; i < 2; i++) {
		const json_int_t x = json_integer_value(json_object_get(a, keys[i])), y = json_integer_value(json_object_get(b, keys[i]));
		if (x != y)
			return x < y ? -1 : 1;
	}
	return 0;
}

bool range_contains(const json_t *range, const json_t *position)
{
	return compare(json_object_get(range, "start"), position) <= 0 && compare(position, json_object_get(range, "end")) <= 0;
}

bool range_within(const json_t *range, const json_t *other)
{
	return compare(json_object_get(other, "start"), json_object_get(range, "start")) <= 0 &&
	       compare(json_object_get(range, "end"), json_object_get(other, "end")) <= 0;
}

bool ranges_overlap(const json_t *a, const json_t *b)
{
	return compare(json_object_get(a, "start"), json_object_get(b, "end")) <= 0 &&
	       compare(json_object_get(b, "start"), json_object_get(a, "end")) <= 0;
}

json_t *ranges_filter(const json_t *items, const json_t *range)
{
	size_t i;
	json_t *item, *list = json_array();
	json_array_foreach(items, i, item) {
		const json_t *own = json_object_get(item, "range"), *at = json_object_get(item, "position");
		if (!range || (own ? ranges_overlap(own, range) : range_contains(range, at)))
			json_array_append(list, item);
	}
	return list;
}
