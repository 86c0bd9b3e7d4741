#include "project/include_graph.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"

enum { MOST_HEADERS = 16000, MOST_BYTES = 128 << 20, MOST_OF_ONE = 16 << 20 };

/* What parsing a header takes that is not read here, in bytes of code of one that is: one of the standard library includes a few
 * others, one of a library that is installed many. */
enum { COST_STANDARD = 20000, COST_UNKNOWN = 60000 };

/* What a name was found to be, in a folder or anywhere. */
typedef struct Known {
	uint64_t key; /* 0: none */
	int header;   /* -1: it is not there */
} Known;

struct IncludeGraph {
	Arena *arena;
	const CommandFolders *folders;
	VEC(GraphHeader) headers;
	int n_read;             /* the first ones, whose texts were read */
	VEC(struct stat) files; /* of the headers */
	Known *known;           /* a table */
	size_t n_known, most;   /* its size, a power of two */
	int64_t bytes;
	bool is_cut;
};

/* --- what is known of names ----------------------------------------------------------------------- */

static Known *find_known(const IncludeGraph *graph, uint64_t key)
{
	size_t at = key & (graph->most - 1);
	while (graph->known[at].key && graph->known[at].key != key)
		at = (at + 1) & (graph->most - 1);
	return &graph->known[at];
}

static void grow_known(IncludeGraph *graph)
{
	const Known *before = graph->known;
	const size_t n = graph->most;
	graph->most = n ? 2 * n : 1024;
	graph->known = arena_array(graph->arena, Known, graph->most);
	for (size_t i = 0; i < n; i++)
		if (before[i].key)
			*find_known(graph, before[i].key) = before[i];
}

static Known *known_of(IncludeGraph *graph, uint64_t key)
{
	if (2 * graph->n_known >= graph->most)
		grow_known(graph);
	return find_known(graph, key);
}

static void set_known(IncludeGraph *graph, uint64_t key, int header)
{
	Known *known = known_of(graph, key);
	graph->n_known += !known->key;
	*known = (Known){ key, header };
}

static uint64_t some(uint64_t key)
{
	return key ? key : 1;
}

static uint64_t key_of(const char *folder, const char *name)
{
	return some(hash_mix(folder ? hash_short(folder, strlen(folder)) : 1, hash_short(name, strlen(name))));
}

/* --- files ---------------------------------------------------------------------------------------- */

static bool is_standard(const char *name)
{
	static const char *const all[] = {
#define HEADER(name) "<" name ">",
#include "project/standard_headers.def"
#undef HEADER
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcmp(all[i], name) == 0)
			return true;
	return false;
}

static int add_header(IncludeGraph *graph, GraphHeader header, const struct stat *st)
{
	vec_push(graph->arena, &graph->files, *st);
	vec_push(graph->arena, &graph->headers, header);
	return graph->headers.n - 1;
}

/* The file at a path that it is found at first; -1: there is none. */
static int file_at(IncludeGraph *graph, const char *path)
{
	struct stat st;
	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return -1;
	const struct {
		uint64_t device, inode;
	} identity = { st.st_dev, st.st_ino };
	const uint64_t key = some(hash_mix(hash_short(&identity, sizeof identity), 2));
	const Known *known = known_of(graph, key);
	if (known->key)
		return known->header;
	const int header = add_header(graph, (GraphHeader){ .kind = HEADER_FOUND, .path = arena_strdup(graph->arena, path) }, &st);
	set_known(graph, key, header);
	return header;
}

/* In the folders; name: without brackets. */
static int find_anywhere(IncludeGraph *graph, const char *name, bool is_quoted)
{
	const uint64_t key = key_of(is_quoted ? NULL : "<", name);
	const Known *known = known_of(graph, key);
	if (known->key)
		return known->header;
	int header = -1;
	for (int i = is_quoted ? 0 : graph->folders->n_quoted; header < 0 && i < graph->folders->names.n; i++)
		header = file_at(graph, path_join(graph->arena, graph->folders->names.at[i], name));
	set_known(graph, key, header);
	return header;
}

static int find_in(IncludeGraph *graph, const char *folder, const char *name)
{
	const uint64_t key = key_of(folder, name);
	const Known *known = known_of(graph, key);
	if (known->key)
		return known->header;
	const int header = file_at(graph, path_join(graph->arena, folder, name));
	set_known(graph, key, header);
	return header;
}

/* It defines assert, and names NDEBUG each time that it is included: wherever assert is named, too. */
static void describe_assert(IncludeGraph *graph, GraphHeader *header)
{
	static const char defined[] = "assert", named[] = "NDEBUG";
	const MacroUse use = { include_text_hash(defined, sizeof defined - 1), include_text_hash(named, sizeof named - 1) };
	vec_push(graph->arena, &header->macros, ((MacroLines){ .name = use.macro, .is_left = true }));
	vec_push(graph->arena, &header->asked, use.name);
	vec_push(graph->arena, &header->uses, use);
}

/* One that is not found; name: with brackets. */
static int unknown_header(IncludeGraph *graph, const char *name)
{
	static const char cassert[] = "<cassert>"; /* which includes assert.h, and nothing else of interest */
	const bool is_assert = strcmp(name, cassert) == 0 || strcmp(name, "<assert.h>") == 0;
	name = is_assert ? cassert : name;
	const uint64_t key = key_of("", name);
	const Known *known = known_of(graph, key);
	if (known->key)
		return known->header;
	GraphHeader header = { .kind = HEADER_UNKNOWN, .name = name, .cost = COST_UNKNOWN, .is_guarded = true };
	if (is_assert)
		describe_assert(graph, &header);
	if (is_assert || is_standard(name)) {
		header.kind = HEADER_STANDARD;
		header.cost = COST_STANDARD;
	}
	const int at = add_header(graph, header, &(struct stat){ 0 });
	set_known(graph, key, at);
	return at;
}

static int find_header(IncludeGraph *graph, const char *folder, const char *name)
{
	const char *bare = arena_strndup(graph->arena, name + 1, strlen(name) - 2);
	int header = *name == '"' ? find_in(graph, folder, bare) : -1;
	if (header < 0)
		header = find_anywhere(graph, bare, *name == '"');
	return header >= 0 ? header : unknown_header(graph, name);
}

/* --- texts ---------------------------------------------------------------------------------------- */

static void add_edges(IncludeGraph *graph, const char *folder, const IncludeText *text, GraphEdges *out)
{
	for (int i = 0; i < text->includes.n; i++) {
		const int to = find_header(graph, folder, text->includes.at[i].name);
		vec_push(graph->arena, out, ((GraphEdge){ to, text->includes.at[i].is_plain }));
	}
}

static bool read_text(IncludeGraph *graph, const char *path, IncludeText *out)
{
	size_t size;
	char *text = graph->is_cut ? NULL : file_read(path, MOST_OF_ONE, &size);
	if (!text)
		return false;
	*out = include_text(graph->arena, text, size);
	free(text);
	graph->bytes += (int64_t)size;
	graph->is_cut = graph->bytes > MOST_BYTES || graph->headers.n > MOST_HEADERS;
	return true;
}

/* What is left of the path in the folder, as path_join() made it; NULL: it is not in it. */
static const char *path_below(const char *folder, const char *path)
{
	const size_t n = strcmp(folder, ".") == 0 ? 0 : strlen(folder);
	const bool has_slash = n && folder[n - 1] == '/';
	if (strncmp(path, folder, n) != 0 || (n && !has_slash && path[n] != '/'))
		return NULL;
	const char *below = path + n + (n && !has_slash);
	return *below == '/' || strncmp(below, "../", 3) == 0 || strstr(below, "/../") ? NULL : below;
}

/* Sets the name by which the compiler finds the header at the same path. */
static void set_name(IncludeGraph *graph, int at)
{
	const char *path = graph->headers.at[at].path;
	for (int i = 0; i < graph->folders->names.n; i++) {
		const bool is_quoted = i < graph->folders->n_quoted;
		const char *below = path_below(graph->folders->names.at[i], path);
		if (below && find_anywhere(graph, below, is_quoted) == at)
			graph->headers.at[at].name = arena_printf(graph->arena, is_quoted ? "\"%s\"" : "<%s>", below);
		if (below)
			return;
	}
}

static void read_header(IncludeGraph *graph, int at)
{
	IncludeText text = { 0 };
	GraphEdges includes = { 0 };
	if (graph->headers.at[at].kind != HEADER_FOUND || !read_text(graph, graph->headers.at[at].path, &text))
		return;
	add_edges(graph, path_folder(graph->arena, graph->headers.at[at].path), &text, &includes);
	set_name(graph, at);
	GraphHeader *header = &graph->headers.at[at];
	header->includes = includes;
	header->cost = text.n_code;
	header->is_guarded = text.is_guarded;
	header->names = text.names;
	header->asked = text.asked;
	header->others = text.others;
	header->uses = text.uses;
	memcpy(&header->macros, &text.macros, sizeof header->macros);
}

/* --- all ------------------------------------------------------------------------------------------ */

static void read_all(IncludeGraph *graph)
{
	while (graph->n_read < graph->headers.n)
		read_header(graph, graph->n_read++);
}

/* What the compiler reads before every source: only what its macros stand for is of interest. */
static void read_first(IncludeGraph *graph)
{
	find_anywhere(graph, "cuda_runtime.h", false);
	find_anywhere(graph, "cuda.h", false);
	read_all(graph);
	for (int i = 0; i < graph->headers.n; i++) {
		GraphHeader *it = &graph->headers.at[i];
		if (it->kind == HEADER_FOUND)
			*it = (GraphHeader){
				.kind = HEADER_FIRST, .path = it->path, .is_guarded = true, .uses = it->uses, .others = it->others
			};
	}
}

IncludeGraph *include_graph_new(Arena *arena, const CommandFolders *folders)
{
	IncludeGraph *graph = arena_new_of(arena, IncludeGraph);
	graph->arena = arena;
	graph->folders = folders;
	read_first(graph);
	return graph;
}

GraphSource include_graph_add(IncludeGraph *graph, const char *path)
{
	IncludeText text = { 0 };
	GraphSource out = { .folder = path_folder(graph->arena, path) };
	if (!read_text(graph, path, &text))
		return out;
	add_edges(graph, out.folder, &text, &out.includes);
	for (int i = 0; i < text.macros.n; i++)
		if (text.macros.at[i].n_before < text.includes.n)
			vec_push(graph->arena, &out.early, text.macros.at[i].name);
	read_all(graph);
	return out;
}

int include_graph_count(const IncludeGraph *graph)
{
	return graph->headers.n;
}

const GraphHeader *include_graph_header(const IncludeGraph *graph, int i)
{
	return &graph->headers.at[i];
}

const char *include_graph_name(const IncludeGraph *graph, int i, const char *folder)
{
	const GraphHeader *header = &graph->headers.at[i];
	if (header->name || !folder || header->kind != HEADER_FOUND)
		return header->name;
	const char *below = path_below(folder, header->path);
	return below ? arena_printf(graph->arena, "\"%s\"", below) : NULL;
}

bool include_graph_is_cut(const IncludeGraph *graph)
{
	return graph->is_cut;
}
