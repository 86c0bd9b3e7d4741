/* For the files that read layouts: words, integers and types (read_words.c), calls (read_calls.c), expressions (read.c). */
#ifndef SMEMLINT_CUTE_READ_IMPL_H
#define SMEMLINT_CUTE_READ_IMPL_H

#include "cute/algebra.h"
#include "cute/read.h"

typedef enum TermKind { TERM_TUPLE, TERM_LAYOUT, TERM_SWIZZLE, TERM_POINTER, TERM_MAJOR } TermKind;

/* What an expression, or an argument, is. */
typedef struct Term {
	TermKind kind;
	size_t at;       /* where it begins */
	CuteTuple tuple;
	CuteLayout layout;
	CuteSwizzle swizzle;
	CuteMajor major;
	int bits;        /* TERM_POINTER: of an element */
} Term;

typedef struct Reader {
	Arena *arena;
	const char *text, *s;
	CuteError *error;
	int depth;
} Reader;

/* False; the first failure is the error. */
bool fail_at(Reader *r, size_t at, const char *text);
bool fail(Reader *r, const char *text);
size_t place(const Reader *r);

void skip_space(Reader *r);
bool take(Reader *r, char c);
bool need(Reader *r, char c);
bool is_word(const char *s, size_t n, const char *word);
bool take_word(Reader *r, const char *word);
/* The last word of a name with its scopes; its length, 0: there is none. */
size_t take_name(Reader *r, const char **name);
/* After a value: {}, (), & and const. */
void skip_braces(Reader *r);

bool number(Reader *r, int64_t *out);
bool small_number(Reader *r, int *out);
bool is_named_number(const char *name, size_t n); /* _8 */
bool is_integer_type(const char *name, size_t n);
int bits_of(const char *name, size_t n); /* of an element of the type; 0: not known */

/* What follows a name that stands for a function or a template.  False also if there is no such name: without an error. */
bool call_known(const char *name, size_t n);
bool read_call(Reader *r, const char *name, size_t n, Term *out);
bool read_tuple_of(Reader *r, char close, Term *out); /* its '(' has been taken */
bool read_printed_pointer(Reader *r, Term *out); /* from the '[' of smem_ptr[16b](unset) on */

bool expression(Reader *r, Term *out);
bool layout_of(Reader *r, const Term *term, CuteLayout *out); /* a tuple is one with compact strides */
bool strides_of(Reader *r, const Term *term, CuteLayout *layout);
bool compose_terms(Reader *r, const Term *swizzle, const Term *offset, const Term *inner, CuteLayout *out);
void drop_identity(CuteLayout *layout); /* CuTe's composition() leaves out a swizzle of no bits */

#endif
