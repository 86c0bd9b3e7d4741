/* The headers that sources include, directly or not, as far as they are found: which include which, and what they define and name. */
#ifndef SMEMLINT_PROJECT_INCLUDE_GRAPH_H
#define SMEMLINT_PROJECT_INCLUDE_GRAPH_H

#include "database/command.h"
#include "project/include_text.h"

typedef struct GraphEdge {
	int to; /* index in IncludeGraph.headers */
	bool is_plain;
} GraphEdge;

typedef VEC(GraphEdge) GraphEdges;

typedef enum HeaderKind {
	HEADER_FOUND,
	HEADER_FIRST,    /* of the toolkit, and read before every source: to include it is nothing */
	HEADER_STANDARD, /* of C++, of C, or of POSIX (standard_headers.def), and cassert */
	HEADER_UNKNOWN,  /* another one of the system; or it is not there */
} HeaderKind;

typedef struct GraphHeader {
	HeaderKind kind;
	const char *path; /* as the compiler has it, HEADER_FOUND only */
	const char *name; /* how it is included from anywhere, with its brackets; NULL: that is not known */
	int64_t cost;     /* of its own text, in bytes of code; of those that are not read, a guess */
	bool is_guarded;
	GraphEdges includes;
	VEC(MacroLines) macros;
	NameHashes names, asked, others;
	MacroUses uses;
} GraphHeader;

typedef struct IncludeGraph IncludeGraph;

IncludeGraph *include_graph_new(Arena *arena, const CommandFolders *folders);

typedef struct GraphSource {
	GraphEdges includes;
	NameHashes early; /* macros that are defined before an #include; sorted */
	const char *folder;
} GraphSource;

/* Reads a source, and all headers that it includes and that were not read before. */
GraphSource include_graph_add(IncludeGraph *graph, const char *path);

int include_graph_count(const IncludeGraph *graph);
const GraphHeader *include_graph_header(const IncludeGraph *graph, int i);

/* How a source in that folder would include it, with brackets or quotes, so that its path is the same; NULL: that is not known. */
const char *include_graph_name(const IncludeGraph *graph, int header, const char *folder);

/* Whether there was more than is worth reading: what is there is then not all. */
bool include_graph_is_cut(const IncludeGraph *graph);

#endif
