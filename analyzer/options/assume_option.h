/* --assume: conditions that a person promises of a kernel's values, 'n == 1024' or 'transpose: n == 1024'. */
#ifndef SMEMLINT_OPTIONS_ASSUME_OPTION_H
#define SMEMLINT_OPTIONS_ASSUME_OPTION_H

#include "base/buf.h"
#include "ir/assume.h"

/* One --assume. */
typedef struct AssumeOption {
	const char *text;   /* all of it */
	const char *kernel; /* "transpose", "transpose<float, 32>", "ns::f"; NULL: every kernel */
	Assumptions list;
} AssumeOption;

typedef VEC(AssumeOption) AssumeOptions;

/* False: `error` says what is wrong and where. */
bool assume_option_parse(Arena *arena, const char *text, AssumeOption *out, Buf *error);

/* The option names this kernel. */
bool assume_option_names(const AssumeOption *option, const Func *kernel);

#endif
