/* Entries on a server, for other machines and other folders.
 *
 * An outcome takes two values.  Under a name of all that is known before files are read, and of the source's content, is the list
 * of the inputs; under a name of that name and of the content of each of these inputs is an entry as in the cache's folder.  So
 * branches with other headers keep their outcomes beside each other.  Names have no path of this machine: for folders that are
 * elsewhere there (base/roots.h) stand signs, in the values, too. */
#include <string.h>

#include "cache/cache_impl.h"
#include "database/command.h"

static Roots roots_of(const Cache *cache, Arena *arena, const Task *task)
{
	const CommandOptions compile = analyze_compile(&task->analyze);
	return (Roots){ { cache->base, command_make(arena, &compile)->resource_dir } };
}

/* --- names -------------------------------------------------------------------------------------- */

static Hash name_of_list(Cache *cache, const Task *task, const Roots *roots)
{
	const Hash parts[] = { name_of_task(cache, task, roots), stamp_now(cache, &(Input){ .path = task->analyze.file }).hash };
	return hash_bytes(parts, sizeof parts);
}

static Hash name_of_entry(Cache *cache, Hash list, const Inputs *inputs)
{
	Buf text = { 0 };
	buf_add(&text, (const char *)&list, sizeof list);
	for (int i = 0; i < inputs->n; i++) {
		const Hash content = stamp_content(cache, &inputs->at[i]);
		buf_add(&text, (const char *)&content, sizeof content);
	}
	const Hash name = hash_bytes(text.s, text.n);
	buf_free(&text);
	return name;
}

/* --- values ------------------------------------------------------------------------------------- */

static void send(Cache *cache, Hash name, const Archive *a)
{
	char text[HASH_TEXT];
	Buf value = { 0 };
	const EntryHead head = entry_head(a->out->s, a->out->n);
	hash_print(name, text);
	buf_add(&value, (const char *)&head, sizeof head);
	buf_add(&value, a->out->s, a->out->n);
	if (!a->failed)
		remote_put(cache->remote, text, value.s, value.n);
	buf_free(&value);
}

/* An archive of the value, to be read; `failed`: there is none, or it is damaged. */
static Archive fetch(Cache *cache, Arena *arena, Hash name, const Roots *roots)
{
	char text[HASH_TEXT];
	Buf value = { 0 };
	EntryHead head;
	Archive a = { .arena = arena, .roots = roots, .failed = true };
	hash_print(name, text);
	if (remote_get(cache->remote, text, &value) && value.n >= sizeof head) {
		const size_t n = value.n - sizeof head;
		memcpy(&head, value.s, sizeof head);
		a.at = arena_dup(arena, value.s + sizeof head, n);
		a.end = a.at + n;
		a.failed = !entry_is_whole(&head, a.at, n);
	}
	buf_free(&value);
	return a;
}

/* --- finding and keeping ------------------------------------------------------------------------ */

bool shared_find(Cache *cache, Arena *scratch, Arena *arena, const Task *task, Inputs *inputs, Outcome *out)
{
	if (!cache->remote)
		return false;
	const Roots roots = roots_of(cache, scratch, task);
	const Hash list = name_of_list(cache, task, &roots);
	Archive a = fetch(cache, scratch, list, &roots);
	if (!a.failed)
		archive_vec(&a, inputs, archive_input);
	if (!archive_ended(&a))
		return false;
	a = fetch(cache, scratch, name_of_entry(cache, list, inputs), &roots);
	return !a.failed && entry_read(cache, &a, arena, task, out);
}

void shared_store(Cache *cache, Arena *arena, const Task *task, Inputs *inputs, const Stamps *stamps, Outcome *outcome)
{
	if (!cache->remote)
		return;
	const Roots roots = roots_of(cache, arena, task);
	const Hash list = name_of_list(cache, task, &roots);
	Buf names = { 0 }, entry = { 0 };
	Archive a = { .out = &names, .roots = &roots }, b = { .out = &entry, .roots = &roots };
	Stamps elsewhere = { 0 };
	for (int i = 0; i < stamps->n; i++) {
		const Stamp *here = &stamps->at[i];
		vec_push(arena, &elsewhere, ((Stamp){ .input = here->input, .size = here->size, .hash = here->hash }));
	}
	archive_vec(&a, inputs, archive_input);
	if (entry_write(&b, task, inputs, &elsewhere, outcome)) {
		send(cache, list, &a);
		send(cache, name_of_entry(cache, list, inputs), &b);
	}
	buf_free(&names);
	buf_free(&entry);
}
