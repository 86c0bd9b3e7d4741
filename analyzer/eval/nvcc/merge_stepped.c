#include "eval/nvcc/merge_stepped.h"

enum { FEW = 8 };

static bool same_part(const Held *a, const Held *b)
{
	return a->access.object == b->access.object && a->access.iteration == b->access.iteration &&
	       a->offset.form.key == b->offset.form.key;
}

Stepped *stepped_like(Stepped *all, const Held *h)
{
	int slot = slot_of(h->offset.form.key, (uint64_t)h->access.iteration);
	for (int tries = 0; tries < SLOTS; tries++, slot = (slot + 1) % SLOTS)
		if (!all[slot].like || same_part(all[slot].like, h))
			return &all[slot];
	return NULL;
}

void find_stepped(Stepped *all, const Held *held, int n)
{
	for (int i = 0; i < SLOTS; i++)
		all[i] = (Stepped){ .from = INT64_MAX };
	for (int i = 0; i < n; i++) {
		Stepped *s = held[i].offset.form.stepped ? stepped_like(all, &held[i]) : NULL;
		int64_t c = held[i].offset.form.c;
		if (!s)
			continue;
		s->like = &held[i];
		s->low = c < s->low ? c : s->low;
		s->high = c > s->high ? c : s->high;
		s->n++;
	}
	for (int i = 0; i < n; i++) {
		Stepped *s = held[i].offset.form.stepped ? stepped_like(all, &held[i]) : NULL;
		int64_t c = held[i].offset.form.c;
		if (s && s->n >= FEW && c >= s->low + (s->high - s->low) / 2 && c < s->from)
			s->from = c;
	}
}
