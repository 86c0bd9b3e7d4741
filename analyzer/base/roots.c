#include "base/roots.h"

#include <string.h>

/* The sign: this character, then the root's place from 'a' on.  Names of files do not have it, or it costs only the sharing. */
enum { SIGN = '\001' };

/* Flags that a path may follow directly. */
static const char *const flags[] = { "-I", "-isystem", "-iquote", "-idirafter", "-include", "-B" };

static bool is_in_path(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80 ||
	       (c && strchr("/._-+~@%", c));
}

/* Whether an absolute path may begin here: "a/b" has none. */
static bool is_begin(const char *text, size_t at)
{
	if (!at || !is_in_path(text[at - 1]))
		return true;
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (strlen(flags[i]) == at && strncmp(text, flags[i], at) == 0)
			return true;
	return false;
}

/* The root that begins here, or -1. */
static int root_at(const Roots *roots, const char *text, size_t at)
{
	for (int r = 0; text[at] == '/' && r < MAX_ROOTS; r++) {
		const char *root = roots->at[r];
		const size_t n = root ? strlen(root) : 0;
		if (n > 1 && strncmp(text + at, root, n) == 0 && (text[at + n] == '/' || !is_in_path(text[at + n])) && is_begin(text, at))
			return r;
	}
	return -1;
}

bool roots_hide(const Roots *roots, const char *text, Buf *out)
{
	for (size_t at = 0; text[at];) {
		const int root = root_at(roots, text, at);
		if (text[at] == SIGN)
			return false;
		if (root < 0) {
			buf_putc(out, text[at++]);
			continue;
		}
		buf_putc(out, SIGN);
		buf_putc(out, (char)('a' + root));
		at += strlen(roots->at[root]);
	}
	return true;
}

const char *roots_show(const Roots *roots, Arena *arena, const char *text, size_t n)
{
	Buf out = { 0 };
	bool is_known = true;
	for (size_t i = 0; i < n && is_known; i++) {
		if (text[i] != SIGN) {
			buf_putc(&out, text[i]);
			continue;
		}
		const int root = ++i < n ? text[i] - 'a' : -1;
		is_known = root >= 0 && root < MAX_ROOTS && roots->at[root];
		buf_puts(&out, is_known ? roots->at[root] : "");
	}
	const char *shown = is_known ? arena_strndup(arena, out.s ? out.s : "", out.n) : NULL;
	buf_free(&out);
	return shown;
}
