/* The headers that sources include, directly or not, as far as they are found: which include which, and what they define and name. */
#ifndef SMEMLINT_PROJECT_INCLUDE_GRAPH_H
#define SMEMLINT_PROJECT_INCLUDE_GRAPH_H

#include "base/folder.h"
#include "project/include_text.h"

typedef struct GraphEdge {
	int to; /* index in IncludeGraph.headers */
	bool is_plain;
} GraphEdge;

typedef VEC(GraphEdge) GraphEdges;

typedef enum HeaderKind {
	HEADER_FOUND,
	HEADER_STANDARD, /* of C++ (standard_headers.def), or of C in it */
	HEADER_UNKNOWN,  /* of the toolkit or the system; or it is not there */
} HeaderKind;

typedef struct GraphHeader {
	HeaderKind kind;
	const char *path; /* as the compiler has it, HEADER_FOUND only */
	const char *name; /* how it is included from anywhere, with its brackets; NULL: that is not known */
	int64_t cost;     /* of its own text, in bytes of code; of those that are not read, a guess */
	bool is_guarded;
	GraphEdges includes;
	VEC(MacroLines) macros;
	NameHashes names; /* by value */
} GraphHeader;

typedef struct IncludeGraph IncludeGraph;

/* In which headers are searched, in order. */
typedef struct IncludeFolders {
	Names names;
	int n_quoted; /* the first ones, for quoted names only */
} IncludeFolders;

IncludeGraph *include_graph_new(Arena *arena, const IncludeFolders *folders);

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
