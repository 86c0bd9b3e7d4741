/* --assume: conditions on a kernel's values, 'n == 1024' or 'transpose: n == 1024'. */
#ifndef SMEMLINT_OPTIONS_ASSUME_OPTION_H
#define SMEMLINT_OPTIONS_ASSUME_OPTION_H

#include "base/buf.h"
#include "ir/assume.h"

/* One --assume. */
typedef struct AssumeOption {
	const char *text;   /* the whole argument */
	const char *kernel; /* "transpose", "transpose<float, 32>", "ns::f"; NULL: every kernel */
	Assumptions list;
} AssumeOption;

typedef VEC(AssumeOption) AssumeOptions;

/* False: `error` is the problem with its column. */
bool assume_option_parse(Arena *arena, const char *text, AssumeOption *out, Buf *error);

/* Whether the option names this kernel. */
bool assume_option_names(const AssumeOption *option, const Func *kernel);

#endif
