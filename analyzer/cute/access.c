#include "cute/access.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"

static const CuteCopy copies[] = {
#define CUTE_COPY(name, op, bytes, lanes) { name, BANK_##op, bytes, lanes },
#include "cute/copies.def"
#undef CUTE_COPY
};
enum { N_COPIES = sizeof copies / sizeof *copies };

static const struct Operand {
	const char *shape;
	int bits;
	const char *layout[3]; /* A, B, C */
} operands[] = {
#define CUTE_OPERAND(shape, bits, a, b, c) { shape, bits, { a, b, c } },
#include "cute/operands.def"
#undef CUTE_OPERAND
};
enum { N_OPERANDS = sizeof operands / sizeof *operands };

int cute_copy_names(const char **out, int most)
{
	int n = 0;

	for (int i = 0; i < N_COPIES && n < most; i++)
		out[n++] = copies[i].name;
	return n;
}

static void no_such_copy(const char *name, Buf *why)
{
	const char *names[N_COPIES], *near = nearest_word(name, names, cute_copy_names(names, N_COPIES));

	buf_printf(why, "no copy is named '%.80s'", name);
	if (near)
		buf_printf(why, "; did you mean '%s'?", near);
	else
		buf_puts(why,
			 ": ld.32, st.128, ldmatrix.x4, ldmatrix.x4.trans, stmatrix.x2, cp.async.16 and the like, or an operand "
			 "such as SM80_16x8x16_F32F16F16F32_TN:A");
}

/* --- operands of an atom ------------------------------------------------------------------------ */

/* The types in the names of atoms, of which the second is that of A: F32F16F16F32. */
static const struct TypeWord {
	const char *word;
	int bits;
} type_words[] = {
	{ "F64", 64 }, { "TF32", 32 }, { "F32", 32 }, { "BF16", 16 }, { "F16", 16 }, { "E4M3", 8 },
	{ "E5M2", 8 }, { "S32", 32 },  { "S8", 8 },   { "U8", 8 },    { "S4", 4 },   { "U4", 4 },
};

static const struct TypeWord *type_word(const char *s)
{
	for (size_t i = 0; i < sizeof type_words / sizeof *type_words; i++)
		if (!strncmp(s, type_words[i].word, strlen(type_words[i].word)))
			return &type_words[i];
	return NULL;
}

/* SM80_16x8x16_F32F16F16F32_TN: its shape, and the bits of A and of C.  False: it is not of this form. */
static bool read_atom_name(Arena *arena, const char *name, const char **shape, int *bits, int *c_bits)
{
	const struct TypeWord *type;
	size_t n;

	if (strncmp(name, "SM", 2) != 0)
		return false;
	name += 2 + strspn(name + 2, "0123456789");
	if (*name++ != '_')
		return false;
	n = strcspn(name, "_");
	*shape = arena_strndup(arena, name, n);
	name += n + (name[n] == '_');
	type = type_word(name);
	*c_bits = type ? type->bits : 0;
	type = type ? type_word(name + strlen(type->word)) : NULL;
	*bits = type ? type->bits : 0;
	return type;
}

static bool read_operand(Arena *arena, const char *name, char letter, CuteAccess *out, Buf *why)
{
	int m = 0, n = 0, k = 0, bits, c_bits, which = letter == 'A' ? 0 : letter == 'B' ? 1 : 2;
	const char *shape;
	CuteError error;

	if (!read_atom_name(arena, name, &shape, &bits, &c_bits)) {
		buf_printf(why, "'%.80s' is no name of an atom such as SM80_16x8x16_F32F16F16F32_TN", name);
		return false;
	}
	for (int i = 0; i < N_OPERANDS; i++) {
		if (strcmp(shape, operands[i].shape) != 0 || bits != operands[i].bits)
			continue;
		sscanf(shape, "%dx%dx%d", &m, &n, &k);
		out->order = CUTE_BY_OPERAND;
		out->copy = (CuteCopy){ .name = out->text, .op = which == 2 ? BANK_ST : BANK_LD, .lanes = WARP_LANES };
		out->operand_rows = which == 1 ? n : m;
		out->operand_columns = which == 2 ? n : k;
		out->operand_bits = which == 2 ? c_bits : bits;
		return cute_read(arena, operands[i].layout[which], &out->operand, &error);
	}
	buf_printf(why,
		   "the lanes of '%.80s' are not known: known are those of mma.sync's warp-wide shapes, as in "
		   "SM80_16x8x16_F32F16F16F32_TN",
		   name);
	return false;
}

/* --- a text ------------------------------------------------------------------------------------- */

static bool find_copy(const char *name, CuteAccess *out)
{
	for (int i = 0; i < N_COPIES; i++)
		if (!strcmp(name, copies[i].name)) {
			out->copy = copies[i];
			return true;
		}
	return false;
}

static bool read_part(Arena *arena, const char *what, const char *text, CuteLayout *out, Buf *why)
{
	CuteError error;

	if (!cute_read(arena, text, out, &error)) {
		buf_printf(why, "%s '%.200s', column %zu: %s", what, text, error.at + 1, error.text);
		return false;
	}
	if (!cute_layout_is_known(out) || out->is_composed || cute_rank(out) > 2 || cute_size(out) > 1024) {
		buf_printf(why, "%s '%.200s': expected a layout of at most two modes and 1024 elements, without a swizzle", what, text);
		return false;
	}
	return true;
}

bool cute_access_order(Arena *arena, const char *threads, const char *values, CuteAccess *access, Buf *why)
{
	if (access->order == CUTE_BY_OPERAND) {
		buf_puts(why, "the lanes of an atom's operand are where the atom has them: it takes no threads and values");
		return false;
	}
	if (!strcmp(threads, "rows") || !strcmp(threads, "columns")) {
		access->order = threads[0] == 'r' ? CUTE_BY_ROWS : CUTE_BY_COLUMNS;
		if (values)
			buf_printf(why, "values go with a layout of threads, not with '%s'", threads);
		return !values;
	}
	access->order = CUTE_BY_THREADS;
	access->has_values = values != NULL;
	return read_part(arena, "threads", threads, &access->threads, why) &&
	       (!values || read_part(arena, "values", values, &access->values, why));
}

/* Without scopes and spaces. */
static char *cleaned(Arena *arena, const char *text, size_t n)
{
	char *out = arena_strndup(arena, text, n), *to = out;

	for (const char *s = out; *s; s++) {
		if (s[0] == ':' && s[1] == ':') {
			while (to > out && (isalnum((unsigned char)to[-1]) || to[-1] == '_'))
				to--;
			s++;
		} else if (!isspace((unsigned char)*s)) {
			*to++ = *s;
		}
	}
	*to = '\0';
	return out;
}

bool cute_access_read(Arena *arena, const char *text, CuteAccess *out, Buf *why)
{
	size_t n = strcspn(text, "@");
	char *name = cleaned(arena, text, n), *colon = strrchr(name, ':'), *threads, *values;

	*out = (CuteAccess){ .text = arena_strdup(arena, text) };
	if (colon && colon[1] && strchr("ABC", colon[1]) && !colon[2]) {
		*colon = '\0';
		if (!read_operand(arena, name, colon[1], out, why))
			return false;
	} else if (!find_copy(name, out)) {
		no_such_copy(name, why);
		return false;
	}
	if (!text[n])
		return true;
	threads = arena_strdup(arena, text + n + 1);
	values = strchr(threads, '@');
	if (values)
		*values++ = '\0';
	return cute_access_order(arena, threads, values, out, why);
}
