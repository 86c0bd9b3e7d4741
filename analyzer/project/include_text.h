/* What the text of one file includes, which macros it defines, and what it names.
 *
 * The text is scanned, not preprocessed: what stands under an #if is taken as if it held, comments and literals are skipped. */
#ifndef SMEMLINT_PROJECT_INCLUDE_TEXT_H
#define SMEMLINT_PROJECT_INCLUDE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef struct IncludeLine {
	const char *name; /* with its brackets or quotes: "<vector>" */
	bool is_plain;    /* nothing but directives is before it, and it is under no #if but the file's guard */
} IncludeLine;

typedef VEC(uint64_t) NameHashes;

void name_hashes_sort(NameHashes *names); /* by value */
bool name_hashes_have(const NameHashes *names, uint64_t name); /* names: sorted */

/* A macro that the file defines or undefines. */
typedef struct MacroLines {
	uint64_t name;
	int n_before;  /* of IncludeText.includes, those before the first of these lines */
	bool is_left;  /* the last of these lines defines it */
	bool in_capitals;
} MacroLines;

/* The definition of a macro names something: it is named wherever the macro is. */
typedef struct MacroUse {
	uint64_t macro, name;
} MacroUse;

typedef VEC(MacroUse) MacroUses;

typedef struct IncludeText {
	VEC(IncludeLine) includes; /* in order; without those whose name a macro makes */
	VEC(MacroLines) macros;
	NameHashes names;          /* of all identifiers that may stand for what a macro does, by value */
	NameHashes asked;          /* of those that are defined, undefined, or asked for by #ifdef, by value */
	NameHashes others;         /* of those in capitals that stand where more than a call may be meant, by value */
	MacroUses uses;            /* by the name */
	int64_t n_code;            /* bytes of all but white space and comments */
	bool is_guarded;           /* the second time it is included it is empty */
} IncludeText;

/* text: with a NUL byte behind its end. */
IncludeText include_text(Arena *arena, const char *text, size_t size);

uint64_t include_text_hash(const char *name, size_t n); /* of an identifier */

#endif
