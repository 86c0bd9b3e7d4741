#include "analysis/problems.h"

#include <string.h>

static const char KERNEL_WORD[] = "__global__";

static bool within(const Range *range, const Loc *loc)
{
	return loc->file == range->begin.file && loc->offset >= range->begin.offset && loc->offset <= range->end.offset;
}

/* The offset behind the comment, string or character literal that begins at `at`; `at` if none does. */
static size_t skip_token(const char *text, size_t at, size_t end)
{
	char c = text[at];
	if (c == '/' && (text[at + 1] == '/' || text[at + 1] == '*')) {
		const char *close = strstr(text + at + 2, text[at + 1] == '/' ? "\n" : "*/");
		return close ? (size_t)(close - text) + 1 : end;
	}
	if (c != '"' && c != '\'')
		return at;
	for (at++; at < end && text[at] != c && text[at] != '\n'; at++)
		if (text[at] == '\\')
			at++;
	return at + 1;
}

/* The last __global__ before `end` whose declaration is not ended by ; or by its body's }. */
static bool find_open_kernel(const char *text, size_t end, size_t *kernel)
{
	bool open = false;
	int depth = 0, outer = 0;
	for (size_t at = 0; at < end;) {
		size_t next = skip_token(text, at, end);
		if (next > at) {
			at = next;
			continue;
		}
		char c = text[at];
		depth += (c == '{') - (c == '}');
		if (strncmp(text + at, KERNEL_WORD, sizeof KERNEL_WORD - 1) == 0) {
			open = true;
			outer = depth;
			*kernel = at;
		} else if (open && depth <= outer && (c == ';' || c == '}')) {
			open = false;
		}
		at++;
	}
	return open;
}

static Loc loc_at(int file, const char *text, size_t offset)
{
	Loc loc = { .file = file, .line = 1, .column = 1, .offset = offset };
	for (size_t i = 0; i < offset; i++) {
		loc.column = text[i] == '\n' ? 1 : loc.column + 1;
		loc.line += text[i] == '\n';
	}
	return loc;
}

static bool in_lost_kernel(const Unit *unit, const Loc *at, Loc *kernel)
{
	size_t size, offset;
	const char *text = at->file < 0 ? NULL : source_text(unit->sources, at->file, &size);
	if (!text || !find_open_kernel(text, at->offset < size ? at->offset : size, &offset))
		return false;
	*kernel = loc_at(at->file, text, offset);
	return true;
}

static bool is_header_problem(const ParseProblem *problem)
{
	return problem->is_fatal || strstr(problem->message, "file not found") || strstr(problem->message, "cannot open file");
}

ProblemPlace problem_place(const Unit *unit, const ParseProblem *problem, Loc *kernel)
{
	if (problem->is_assumption)
		return PROBLEM_ASSUMPTION;
	if (problem->of_comment)
		return PROBLEM_COMMENT;
	if (problem->is_accepted)
		return PROBLEM_ACCEPTED;
	if (is_header_problem(problem))
		return PROBLEM_HEADER;
	for (int i = 0; i < unit->n_funcs; i++) {
		const Func *func = unit->funcs[i];
		if (within(&func->range, &problem->loc))
			return func->broken && func->kind != FN_HOST ? PROBLEM_IN_FUNCTION : PROBLEM_OUTSIDE;
	}
	return in_lost_kernel(unit, &problem->loc, kernel) ? PROBLEM_IN_LOST : PROBLEM_OUTSIDE;
}
