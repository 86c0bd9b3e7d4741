#include "eval/state/watch.h"

enum { WORD_BYTES = 4 };

/* The words of an object that have been written. */
typedef struct Written {
	const Var *object;
	bool anywhere;      /* written at an unknown offset */
	bool any;           /* written at a known offset */
	int64_t n_words;
	unsigned char *words;
} Written;

static int64_t object_bytes(const Watch *watch, const Access *access)
{
	const int64_t most = watch->arch->shared_optin;
	return access->object_bytes > 0 && access->object_bytes < most ? access->object_bytes : most;
}

static Written *written_of(Watch *watch, const Access *access)
{
	for (int i = 0; i < watch->objects.n; i++)
		if (watch->objects.at[i]->object == access->object)
			return watch->objects.at[i];
	Written *w = arena_new_of(watch->arena, Written);
	w->object = access->object;
	w->n_words = (object_bytes(watch, access) + WORD_BYTES - 1) / WORD_BYTES;
	w->words = arena_array(watch->arena, unsigned char, w->n_words + 1);
	vec_push(watch->arena, &watch->objects, w);
	return w;
}

static bool is_unknown_in(const Access *access, int thread)
{
	return access->offset->unknown && mask_has(&access->offset->unknown->threads, thread);
}

static bool writes(const Access *access)
{
	AccessKind kind = bank_op_kind(access->op);
	return kind != ACCESS_LOAD && kind != ACCESS_LDMATRIX;
}

static void note_unset(Watch *watch, const Access *access)
{
	for (int i = 0; i < watch->unset.n; i++)
		if (watch->unset.at[i].object == access->object && watch->unset.at[i].stack == access->stack)
			return;
	vec_push(watch->arena, &watch->unset, ((Unset){ access->object, access->stack }));
}

static void watch_thread(Watch *watch, Written *w, const Access *access, int64_t at, int64_t size)
{
	if (at < 0 || at > size - access->bytes) {
		watch->out = true;
		return;
	}
	for (int64_t word = at / WORD_BYTES; word <= (at + access->bytes - 1) / WORD_BYTES && word < w->n_words; word++) {
		if (writes(access))
			w->words[word] = w->any = true;
		else if (!w->words[word] && w->any && !w->anywhere)
			note_unset(watch, access);
	}
}

void watch_access(Watch *watch, const ValueCtx *ctx, const Access *access)
{
	if (!access->object || access->unknown)
		return;
	Written *w = written_of(watch, access);
	if (access->offset->n_terms) {
		w->anywhere = w->anywhere || writes(access);
		return;
	}
	int64_t size = object_bytes(watch, access);
	for (int l = 0; l < ctx->n_threads; l++) {
		if (!mask_has(access->may_execute, l))
			continue;
		if (is_unknown_in(access, l))
			w->anywhere = w->anywhere || writes(access);
		else
			watch_thread(watch, w, access, per_thread_at(access->offset->base, l), size);
	}
}
