#include "frontend/declare.h"

#include <stdbool.h>
#include <string.h>

#define ANY "::__smemlint_any::Any"

/* The class of all values: it takes part in any expression.  No part of it is for the device. */
static const char any_head[] =
	"#pragma once\n"
	"extern \"C++\" {\n"
	"namespace __smemlint_any {\n"
	"template <bool> struct If {};\n"
	"template <> struct If<true> { typedef int type; };\n"
	"template <class T> struct Plain {\n"
	"	static const bool is = __is_arithmetic(T) || __is_enum(T) || __is_pointer(T) || __is_same(T, dim3);\n"
	"};\n"
	"struct List { template <class... A> List(A &&...); };\n" /* of an argument in braces */
	"struct Any {\n"
	"	template <class... A> explicit Any(A &&...);\n"
	"	Any(const Any &);\n"
	"	Any &operator=(const Any &);\n"
	"	template <class T> Any &operator=(const T &);\n"
	"	template <class T, typename If<Plain<T>::is>::type = 0> operator T() const;\n"
	"	template <class... A> Any operator()(A &&...) const;\n"
	"	template <class... A> Any operator()(List, A &&...) const;\n"
	"	template <class I> Any operator[](const I &) const;\n"
	"	Any *operator->() const;\n"
	"	Any operator*() const;\n"
	"	Any operator-() const;\n"
	"	Any operator~() const;\n"
	"	bool operator!() const;\n"
	"	Any &operator++();\n"
	"	Any operator++(int);\n"
	"	Any &operator--();\n"
	"	Any operator--(int);\n"
	"	operator long long() const;\n" /* for switch, which takes no template */
	"	Any *begin() const;\n"
	"	Any *end() const;\n";

static const char any_tail[] =
	"};\n"
	"template <class L, class R> struct Some { static const bool is = __is_base_of(Any, L) || __is_base_of(Any, R); };\n"
	"#define __SMEMLINT_ANY(o) \\\n"
	"	template <class L, class R, typename If<Some<L, R>::is>::type = 0> Any operator o(const L &, const R &);\n"
	"__SMEMLINT_ANY(+) __SMEMLINT_ANY(-) __SMEMLINT_ANY(*) __SMEMLINT_ANY(/) __SMEMLINT_ANY(%) __SMEMLINT_ANY(&)\n"
	"__SMEMLINT_ANY(|) __SMEMLINT_ANY(^) __SMEMLINT_ANY(<<) __SMEMLINT_ANY(>>) __SMEMLINT_ANY(<) __SMEMLINT_ANY(>)\n"
	"__SMEMLINT_ANY(<=) __SMEMLINT_ANY(>=) __SMEMLINT_ANY(==) __SMEMLINT_ANY(!=)\n"
	"#undef __SMEMLINT_ANY\n"
	"#define __SMEMLINT_ANY(o) \\\n"
	"	template <class L, class R, typename If<Some<L, R>::is>::type = 0> L &operator o(L &, const R &);\n"
	"__SMEMLINT_ANY(+=) __SMEMLINT_ANY(-=) __SMEMLINT_ANY(*=) __SMEMLINT_ANY(/=) __SMEMLINT_ANY(%=) __SMEMLINT_ANY(|=)\n"
	"__SMEMLINT_ANY(&=) __SMEMLINT_ANY(^=) __SMEMLINT_ANY(<<=) __SMEMLINT_ANY(>>=)\n"
	"#undef __SMEMLINT_ANY\n"
	"template <class F> auto call(F &f, int, int) -> decltype(f(), void()) { f(); }\n"
	"template <class F> auto call(F &f, int, long) -> decltype(f(*(Any *)0), void()) { f(*(Any *)0); }\n"
	"template <class F> void call(F &, long, ...) {}\n"
	"template <class... A> void each(A &&...a) { int all[] = { 0, (call(a, 0, 0), 0)... }; (void)all; }\n"
	"}\n"
	"#define __SMEMLINT_GLUE_(a, b) a##b\n"
	"#define __SMEMLINT_GLUE(a, b) __SMEMLINT_GLUE_(a, b)\n";

/* --- templates ------------------------------------------------------------------------------------- */

/* A parameter for each argument; a type has the same default everywhere. */
static void put_parameters(Buf *out, const char *args, int n_args, bool defaults)
{
	for (int i = 0; i < n_args; i++) {
		if (args[i] == 'v')
			buf_printf(out, "%sauto V%d%s", i ? ", " : "", i, defaults ? " = 0" : "");
		else
			buf_printf(out, "%sclass T%d%s", i ? ", " : "", i, defaults ? " = " ANY : "");
	}
}

static bool starts_with(const char *text, const char *what)
{
	return strncmp(text, what, strlen(what)) == 0;
}

static bool ends_with(const char *text, const char *what)
{
	const size_t n = strlen(text), k = strlen(what);
	return n >= k && strcmp(text + n - k, what) == 0;
}

/* What a function with template arguments gives: data<float>() a pointer, item<float>() a number. */
static const char *result_of(const char *name, const char *args, int n_args)
{
	if (n_args != 1 || args[0] != 't')
		return ANY;
	if (ends_with(name, "ptr") || ends_with(name, "data") || ends_with(name, "pointer"))
		return "T0 *";
	return ends_with(name, "cast") || starts_with(name, "item") ? "T0" : ANY;
}

static void put_function(Buf *out, const char *before, const char *name, const char *args, int n_args, const char *body)
{
	buf_puts(out, "template <");
	put_parameters(out, args, n_args, false);
	buf_printf(out, "%sclass... A> %s%s %s(A &&...a)%s\n", n_args ? ", " : "", before, result_of(name, args, n_args), name, body);
}

/* --- members --------------------------------------------------------------------------------------- */

static void put_members(Buf *out, const Uses *uses)
{
	for (int i = 0; i < uses->members.n; i++) {
		const Member *member = &uses->members.at[i];
		if (!member->n_args)
			buf_printf(out, "static Any &%s;\n", member->name);
		else
			put_function(out, "static ", member->name, member->args, member->n_args, ";");
		if (member->n_args && member->flags & USE_PLAIN)
			put_function(out, "static ", member->name, "", 0, ";");
	}
}

/* --- names ------------------------------------------------------------------------------------------- */

static bool is_macro(const Use *use)
{
	const unsigned macro = USE_FUNCTION | USE_NOTHING | USE_BLOCK | USE_NO_CALL | USE_ATTRIBUTE;
	return use->flags & macro && !(use->flags & USE_TYPE && !(use->flags & USE_ATTRIBUTE)) && !use->inner && !use->n_args;
}

static bool is_type(const Use *use)
{
	return use->flags & USE_TYPE || (use->n_args && !(use->flags & USE_CALL)) || (use->inner && (use->n_args || use->flags & USE_CALL));
}

static void put_uses(Buf *out, const Uses *uses, const Use *scope, bool in_class);

static void put_type(Buf *out, const Uses *uses, const Use *use)
{
	const char *name = use->name;
	if (strstr(name, "scalar_t") && !use->inner && !use->n_args) {
		buf_printf(out, "typedef float %s;\n", name);
		return;
	}
	if (use->n_args) {
		buf_puts(out, "template <");
		put_parameters(out, use->args, use->n_args, true);
		buf_puts(out, "> ");
	}
	buf_printf(out, "struct %s : " ANY " { using Any::Any; %s(const " ANY " &);\n", name, name);
	buf_printf(out, "template <class T> %s &operator=(const T &);\n", name);
	put_uses(out, uses, use, true);
	buf_puts(out, "};\n");
}

static void put_use(Buf *out, const Uses *uses, const Use *use, bool in_class, int number)
{
	if (is_type(use)) {
		put_type(out, uses, use);
	} else if (use->inner || use->flags & USE_NAMESPACE) {
		buf_printf(out, "%s %s {\n", in_class ? "struct" : "namespace", use->name);
		put_uses(out, uses, use, in_class);
		buf_puts(out, in_class ? "};\n" : "}\n");
	} else if (use->flags & USE_CALL) {
		const char *body = use->flags & USE_LAMBDA ? " { ::__smemlint_any::each(a...); return " ANY "(); }" : ";";
		if (use->n_args)
			put_function(out, in_class ? "static " : "", use->name, use->args, use->n_args, ";");
		if (!use->n_args || use->flags & USE_PLAIN)
			put_function(out, in_class ? "static " : "", use->name, "", 0, body);
		buf_printf(out, "template <class... A> %s" ANY " %s(::__smemlint_any::List, A &&...);\n", in_class ? "static " : "",
			   use->name);
	} else if (use->flags & USE_CASE && !(use->flags & USE_VALUE)) { /* any number will do */
		buf_printf(out, "enum { %s = %d };\n", use->name, number);
	} else {
		buf_printf(out, "%s" ANY " &%s;\n", in_class ? "static " : "extern ", use->name);
	}
}

/* What exists is opened, what does not is declared. */
static void put_uses(Buf *out, const Uses *uses, const Use *scope, bool in_class)
{
	int number = 1000;
	for (const Use *use = scope->inner; use; use = use->next)
		if (scope->name || (!is_macro(use) && !uses_alias(uses, use->name)))
			put_use(out, uses, use, in_class, number++);
}

/* --- macros ------------------------------------------------------------------------------------------ */

static void put_macro(Buf *out, const Use *use)
{
	const char *name = use->name;
	if (use->flags & USE_FUNCTION && use->n_passed == 2)
		buf_printf(out, "#define %s(a, b) static void __SMEMLINT_GLUE(__smemlint_function_, __COUNTER__)(" ANY " b)\n", name);
	else if (use->flags & USE_FUNCTION)
		buf_printf(out, "#define %s(...) static void __SMEMLINT_GLUE(__smemlint_function_, __COUNTER__)()\n", name);
	else if (use->flags & USE_BLOCK)
		buf_printf(out, "#define %s(...) if (" ANY "())\n", name);
	else if (use->flags & USE_NOTHING)
		buf_printf(out, "#define %s(...)\n", name);
	else if (use->flags & USE_ATTRIBUTE && (strstr(name, "DEVICE") || strstr(name, "HD") || strstr(name, "CALLABLE")))
		buf_printf(out, "#define %s __host__ __device__\n", name);
	else if (use->flags & USE_ATTRIBUTE)
		buf_printf(out, "#define %s\n", name);
	else
		buf_printf(out, "#define %s(...) " ANY "()\n", name);
}

void declare_uses(Buf *out, const Uses *uses)
{
	buf_puts(out, any_head);
	put_members(out, uses);
	buf_puts(out, any_tail);
	put_uses(out, uses, &uses->global, false);
	buf_puts(out, "}\n");
	for (const Use *use = uses->global.inner; use; use = use->next)
		if (is_macro(use))
			put_macro(out, use);
}
