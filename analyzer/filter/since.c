#include "filter/since.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/child.h"
#include "base/folder.h"
#include "base/paths.h"

/* --- git ---------------------------------------------------------------------------------------- */

static const char *first_line(Arena *arena, const ChildText *text)
{
	return arena_strndup(arena, text->s, strcspn(text->s, "\r\n"));
}

/* Variables for git: nothing that the repository's own configuration names is run.  Filters are turned off by name, since a
 * working tree's files pass through them when they are compared. */
typedef struct Git {
	Arena *arena;
	Names settings; /* environment, NULL-terminated after finish() */
	int n;          /* of GIT_CONFIG_KEY_<n> */
} Git;

static void set(Git *git, const char *key, const char *value)
{
	vec_push(git->arena, &git->settings, (const char *)arena_printf(git->arena, "GIT_CONFIG_KEY_%d=%s", git->n, key));
	vec_push(git->arena, &git->settings, (const char *)arena_printf(git->arena, "GIT_CONFIG_VALUE_%d=%s", git->n++, value));
}

static void finish(Git *git)
{
	vec_push(git->arena, &git->settings, (const char *)arena_printf(git->arena, "GIT_CONFIG_COUNT=%d", git->n));
	vec_push(git->arena, &git->settings, NULL);
}

static Git new_git(Arena *arena)
{
	/* no lazy fetch of missing objects, no transport at all, no index that is written by the way */
	static const char *const variables[] = { "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_OPTIONAL_LOCKS=0",
						 "GIT_PAGER=cat",       "GIT_EXTERNAL_DIFF=",      "GIT_TERMINAL_PROMPT=0" };
	Git git = { .arena = arena };
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		vec_push(arena, &git.settings, variables[i]);
	set(&git, "core.fsmonitor", "false");
	set(&git, "core.hooksPath", "/dev/null");
	set(&git, "core.sshCommand", "false");
	return git;
}

/* The output of git; NULL: `why` is the error. */
static const ChildText *run_git(Arena *arena, const Git *git, const char *folder, const char *const *argv, const char **why)
{
	const Child child = { .argv = argv, .folder = folder, .env = git->settings.at };
	ChildEnd *end = arena_new_of(arena, ChildEnd);
	*end = child_run(arena, &child);
	if (child_ok(end) && !end->out.cut)
		return &end->out;
	if (end->how == CHILD_NOT_RUN)
		*why = arena_printf(arena, "git cannot be run: %s", strerror(end->status));
	else if (end->out.cut)
		*why = "the output of git is too long";
	else
		*why = end->err.n ? arena_printf(arena, "git says: %s", first_line(arena, &end->err)) : child_end_text(arena, end);
	return NULL;
}

static void add_new_files(Arena *arena, Patch *patch, const ChildText *names)
{
	for (size_t at = 0; at < names->n; at += strlen(names->s + at) + 1) {
		const PatchFile file = { .name = names->s + at, .is_new = true };
		vec_push(arena, &patch->files, file);
	}
}

/* Turns off every filter that any configuration names, including those of included files. */
static bool turn_filters_off(Git *git, const char *folder, const char **why)
{
	static const char *const list[] = { "git", "config", "--null", "--name-only", "--get-regexp", "^filter\\.", NULL };
	Git plain = *git;
	plain.settings = (Names){ 0 };
	for (int i = 0; i < git->settings.n; i++)
		vec_push(git->arena, &plain.settings, git->settings.at[i]);
	finish(&plain);
	const Child child = { .argv = list, .folder = folder, .env = plain.settings.at };
	const ChildEnd end = child_run(git->arena, &child);
	if (end.how != CHILD_EXITED || end.status > 1 || end.out.cut) { /* 1: there is none */
		*why = "git config fails";
		return false;
	}
	for (size_t at = 0; at < end.out.n; at += strlen(end.out.s + at) + 1)
		set(git, arena_strdup(git->arena, end.out.s + at), path_ends_with(end.out.s + at, ".required") ? "false" : "");
	finish(git);
	return true;
}

Patch *since_patch(Arena *arena, const char *revision, const char **why)
{
	const char *const top[] = { "git", "rev-parse", "--show-toplevel", NULL };
	const char *const diff[] = { "git",
				     "-c",
				     "diff.relative=false",
				     "diff",
				     "--no-color",
				     "--no-ext-diff",
				     "--no-textconv",
				     "--ignore-submodules=all",
				     "-M",
				     "--unified=0",
				     "--src-prefix=a/",
				     "--dst-prefix=b/",
				     revision,
				     "--",
				     NULL };
	const char *const others[] = { "git", "ls-files", "--others", "--exclude-standard", "-z", NULL };
	if (revision[0] == '-' || !revision[0]) {
		*why = "expected a revision";
		return NULL;
	}
	Git git = new_git(arena);
	if (!turn_filters_off(&git, NULL, why))
		return NULL;
	const ChildText *text = run_git(arena, &git, NULL, top, why);
	const char *folder = text ? first_line(arena, text) : NULL;
	text = folder ? run_git(arena, &git, folder, diff, why) : NULL;
	const ChildText *names = text ? run_git(arena, &git, folder, others, why) : NULL;
	if (!names)
		return NULL;
	Patch *patch = patch_read(arena, text->s, text->n);
	*why = patch->problem;
	if (patch->problem)
		return NULL;
	add_new_files(arena, patch, names);
	patch_locate(arena, patch, &folder, 1);
	return patch;
}

/* --- a file ------------------------------------------------------------------------------------- */

/* The nearest folder with .git, from `folder` up, or `folder` itself. */
static const char *repository(Arena *arena, const char *folder)
{
	struct stat st;
	for (const char *at = folder; strcmp(at, "/") != 0; at = path_parent(arena, at))
		if (stat(arena_printf(arena, "%s/.git", at), &st) == 0)
			return at;
	return folder;
}

static bool names_any(const Patch *patch)
{
	for (int i = 0; i < patch->files.n; i++)
		if (patch->files.at[i].name)
			return true;
	return false;
}

Patch *since_file(Arena *arena, const char *path, const char **why)
{
	size_t size;
	const char *text = input_bytes(arena, path, &size);
	const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
	*why = text ? NULL : arena_printf(arena, "%s: error: %s", name, file_error());
	if (!text)
		return NULL;
	Patch *patch = patch_read(arena, text, size);
	if (patch->problem) {
		*why = arena_printf(arena, "%s:%d: error: %s", name, patch->problem_line, patch->problem);
		return NULL;
	}
	const char *here = path_from_root(arena, ".");
	const char *const folders[] = { repository(arena, here), here };
	if (!patch_locate(arena, patch, folders, 2) && names_any(patch))
		*why = arena_printf(arena, "%s: note: none of the files that it changes was found", name);
	return patch;
}
