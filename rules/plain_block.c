/* The launch that a finding holds for, in a line. */
#include <string.h>

#include "base/buf.h"
#include "base/paths.h"
#include "rules/plain.h"
#include "rules/words.h"

const char *plain_line(Arena *arena, const SourceSet *sources, Range from, Loc loc)
{
	if (loc.file < 0 || loc.file == from.begin.file)
		return arena_printf(arena, "line %d", loc.line);
	return arena_printf(arena, "%s:%d", path_shown(arena, source_path(sources, loc.file)), loc.line);
}

static void print_arguments(Buf *out, const LaunchShape *launch)
{
	enum { MOST = 3 };
	for (int i = 0; i < launch->n_args && i < MOST; i++) {
		buf_puts(out, i ? ", " : " with ");
		launch_arg_print(out, launch->kernel, &launch->args[i]);
		buf_printf(out, " = %lld", (long long)launch->args[i].value);
	}
	buf_puts(out, launch->n_args > MOST ? ", …" : "");
}

static void print_origin(const RuleContext *context, Range from, Buf *out)
{
	const LaunchShape *launch = context->fact->launch;
	const char *line = plain_line(context->arena, context->sources, from, launch->loc);
	switch (launch->from) {
	case BLOCK_LAUNCH:
		buf_printf(out, " from the launch in %s", line);
		print_arguments(out, launch);
		break;
	case BLOCK_REQUIRED:
		buf_puts(out, " as the kernel requires it");
		break;
	case BLOCK_BOUNDS:
		buf_printf(out, " from the launch bounds in %s", line);
		break;
	case BLOCK_COMMENT:
		buf_printf(out, " from the comment in %s", line);
		break;
	case BLOCK_CONFIG:
		buf_puts(out, " from the configuration");
		break;
	case BLOCK_OPTION:
		buf_puts(out, " from --block");
		break;
	case BLOCK_ASSUMED:
		if (launch->loc.file >= 0) {
			buf_printf(out, " assumed: that of the launch in %s is known only at run time", line);
			print_arguments(out, launch);
		} else {
			buf_printf(out, " assumed: there is no launch of %s here; say --block X,Y",
				   launch->kernel ? name_words(context->arena, launch->kernel) : "the kernel");
		}
	}
}

const char *plain_block(const RuleContext *context, Range from)
{
	const Fact *fact = context->fact;
	Buf out = { 0 };
	buf_puts(&out, block_words(context->arena, fact->launch));
	print_origin(context, from, &out);
	for (int i = 0; i < fact->n_assumptions; i++)
		buf_printf(&out, "%s%s", i ? " and " : ", assuming ", fact->assumptions[i]->text);
	const char *text = arena_strdup(context->arena, out.s);
	buf_free(&out);
	return text;
}
