#include "database/command.h"

#include <clang-c/Index.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "database/nvcc.h"
#include "toolchain/toolkit.h"

#define DEFAULT_STANDARD "c++17"

/* The CUDA_VERSION of the bundled prelude; clang 22 knows toolkits up to 12.9. */
enum { PRELUDE_VERSION = 12080 };

/* --- the libclang in use ------------------------------------------------------------------------ */

static int libclang_major(void)
{
	CXString version = clang_getClangVersion();
	const char *text = strstr(clang_getCString(version), "version ");
	int major = text ? (int)strtol(text + strlen("version "), NULL, 10) : 0;
	clang_disposeString(version);
	return major;
}

static const char *libclang_folder(Arena *arena)
{
	Dl_info info;
	void *symbol = dlsym(RTLD_DEFAULT, "clang_getClangVersion");
	if (!symbol || !dladdr(symbol, &info) || !info.dli_fname)
		return ".";
	char *real = realpath(info.dli_fname, NULL);
	const char *slash = real ? strrchr(real, '/') : NULL;
	const char *folder = slash ? arena_strndup(arena, real, (size_t)(slash - real)) : ".";
	free(real);
	return folder;
}

/* The folder of clang's own headers: libclang has no query for it, but it is installed near it. */
static const char *find_resource_dir(Arena *arena, int major)
{
	const char *folder = libclang_folder(arena);
	const char *const places[] = {
		arena_printf(arena, "%s/clang/%d", folder, major),
		arena_printf(arena, "%s/../lib/clang/%d", folder, major),
		arena_printf(arena, "%s/../llvm-%d/lib/clang/%d", folder, major, major),
		arena_printf(arena, "/usr/lib/llvm-%d/lib/clang/%d", major, major),
		arena_printf(arena, "/usr/lib/clang/%d", major),
		arena_printf(arena, "/usr/lib64/clang/%d", major),
#ifdef SMEMLINT_CLANG_RESOURCE_DIR
		SMEMLINT_CLANG_RESOURCE_DIR, /* found when the program was built */
#endif
	};
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		char *real = realpath(arena_printf(arena, "%s/include/__clang_cuda_runtime_wrapper.h", places[i]), NULL);
		if (!real)
			continue;
		char *end = strstr(real, "/include/__clang_cuda");
		const char *found = arena_strndup(arena, real, (size_t)(end - real));
		free(real);
		return found;
	}
	return NULL;
}

/* --- the architecture --------------------------------------------------------------------------- */

/* Architectures of clang's --cuda-gpu-arch, with the first major version of clang that has them, and of that with the suffix
 * `a` (0: none). */
static const struct ClangArch {
	int number, since, specific_since;
} clang_archs[] = {
	{ 20, 0, 0 },    { 21, 0, 0 },    { 30, 0, 0 },    { 32, 0, 0 },    { 35, 0, 0 },    { 37, 0, 0 },    { 50, 0, 0 },
	{ 52, 0, 0 },    { 53, 0, 0 },    { 60, 0, 0 },    { 61, 0, 0 },    { 62, 0, 0 },    { 70, 0, 0 },    { 72, 0, 0 },
	{ 75, 0, 0 },    { 80, 0, 0 },    { 86, 0, 0 },    { 87, 16, 0 },   { 88, 22, 0 },   { 89, 16, 0 },   { 90, 16, 18 },
	{ 100, 20, 20 }, { 101, 21, 21 }, { 103, 21, 21 }, { 110, 22, 22 }, { 120, 21, 21 }, { 121, 21, 21 },
};

/* The same architecture, or the newest older one that this clang knows. */
static const char *arch_for_clang(Arena *arena, const char *arch, int major)
{
	char *suffix;
	long number = strtol(arch + strlen("sm_"), &suffix, 10);
	const struct ClangArch *best = &clang_archs[0];
	for (size_t i = 0; i < sizeof clang_archs / sizeof *clang_archs; i++) {
		if (clang_archs[i].number <= number && clang_archs[i].since <= major)
			best = &clang_archs[i];
	}
	bool specific = *suffix == 'a' && best->number == number && best->specific_since && best->specific_since <= major;
	return arena_printf(arena, "sm_%d%s", best->number, specific ? "a" : "");
}

static const char *choose_arch(Arena *arena, const CommandOptions *options, const NvccFlags *flags)
{
	const char *wanted = options->arch ? nvcc_arch(arena, options->arch) : NULL;
	return wanted ? wanted : flags->arch ? flags->arch : DEFAULT_ARCH;
}

/* --- the toolkit -------------------------------------------------------------------------------- */

static const Toolkit *choose_toolkit(Arena *arena, const CommandOptions *options, NvccFlags *flags, const char *resource_dir)
{
	const char *path = options->cuda_path ? options->cuda_path : flags->cuda_path;
	bool refused = flags->no_toolkit || (path && strcmp(path, "none") == 0);
	if (refused || !resource_dir) /* the toolkit's headers need clang's wrapper around them */
		return NULL;
	if (!path || !*path)
		return toolkit_find(arena, flags->nvcc);
	const Toolkit *found = toolkit_at(arena, path);
	if (!found)
		vec_push(arena, &flags->skipped, arena_printf(arena, "--cuda-path=%s (no toolkit there)", path));
	return found;
}

/* --- the command -------------------------------------------------------------------------------- */

typedef struct Builder {
	Arena *arena;
	FlagList argv;
} Builder;

static void add(Builder *b, const char *word)
{
	vec_push(b->arena, &b->argv, word);
}

static void add_two(Builder *b, const char *flag, const char *value)
{
	add(b, flag);
	add(b, value);
}

static void add_base(Builder *b, const char *resource_dir, const char *arch, const char *standard)
{
	static const char *const fixed[] = {
		"-xcuda",
		"--cuda-device-only",
		"-nocudalib",
		"-nocudainc",
		"-fgpu-rdc",
		/* only errors are reported; a misspelt name is one, not corrected */
		"-Wno-everything",
		"-ferror-limit=0",
		"-fno-spell-checking",
		"-fbracket-depth=512",
	};
	add(b, resource_dir ? arena_printf(b->arena, "%s/../../../bin/clang", resource_dir) : "clang");
	if (resource_dir)
		add_two(b, "-resource-dir", resource_dir);
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		add(b, fixed[i]);
	add(b, arena_printf(b->arena, "--cuda-gpu-arch=%s", arch));
	add(b, arena_printf(b->arena, "-std=%s", standard));
}

/* A clang that does not know a toolkit has launches as before CUDA 9.2, with functions that are gone.  What else it takes from the
 * version is for code that is never generated. */
static int version_for_clang(int version)
{
	enum { KNOWN_SINCE_16 = 11080, KNOWS_ALL_SINCE = 22 };
	return libclang_major() < KNOWS_ALL_SINCE && version > KNOWN_SINCE_16 ? KNOWN_SINCE_16 : version;
}

static void add_version(Builder *b, int version)
{
	int major = version / 1000, minor = version % 1000 / 10, known = version_for_clang(version);
	add_two(b, "-Xclang", arena_printf(b->arena, "-target-sdk-version=%d.%d", known / 1000, known % 1000 / 10));
	add(b, arena_printf(b->arena, "-D__CUDACC_VER_MAJOR__=%d", major));
	add(b, arena_printf(b->arena, "-D__CUDACC_VER_MINOR__=%d", minor));
	add(b, "-D__CUDACC_VER_BUILD__=0");
}

/* The flags that clang's driver would add for a toolkit.  With -nocudainc it does not, and so does not reject layouts and
 * versions that it does not know. */
static void add_headers(Builder *b, const Toolkit *toolkit)
{
	add_version(b, toolkit ? toolkit->version : PRELUDE_VERSION);
	add_two(b, "-isystem", PRELUDE_COMMON);
	add_two(b, "-isystem", toolkit ? PRELUDE_TOOLKIT : PRELUDE_INCLUDE);
	if (toolkit && !toolkit->is_default_include)
		add_two(b, "-isystem", toolkit->include);
	add_two(b, "-idirafter", PRELUDE_STD);
	add_two(b, "-idirafter", PRELUDE_MISSING);
	if (toolkit) {
		add_two(b, "-include", PRELUDE_TOOLKIT_BEFORE);
		add_two(b, "-include", "__clang_cuda_runtime_wrapper.h");
	} else
		add(b, "--cuda-path=" PRELUDE_ROOT); /* or the driver searches for an installed toolkit */
	add_two(b, "-include", toolkit ? PRELUDE_TOOLKIT_MAIN : PRELUDE_MAIN);
	if (toolkit)
		add_two(b, "-include", PRELUDE_TOOLKIT_AFTER);
}

/* What nvcc predefines.  A toolkit's own headers are read without it: __smemlint_after.h defines it behind them. */
static void add_compiler(Builder *b, bool is_clang, const Toolkit *toolkit)
{
	static const char *const macros[] = {
		"-D__NVCC__",
		"-D__NVCC_DIAG_PRAGMA_SUPPORT__=1",
		"-D__CUDA_API_VER_MAJOR__=__CUDACC_VER_MAJOR__",
		"-D__CUDA_API_VER_MINOR__=__CUDACC_VER_MINOR__",
		"-D__CUDA_ARCH_LIST__=__CUDA_ARCH__",
	};
	if (is_clang)
		add(b, "-D__SMEMLINT_CLANG__");
	for (size_t i = 0; i < sizeof macros / sizeof *macros && !is_clang && !toolkit; i++)
		add(b, macros[i]);
}

/* After the user's, as with nvcc: a newer CCCL of the project comes first. */
static void add_more_headers(Builder *b, const Toolkit *toolkit)
{
	for (int i = 0; toolkit && i < toolkit->more.n; i++)
		add_two(b, "-isystem", toolkit->more.at[i]);
}

/* --- flags that are relative to another folder --------------------------------------------------- */

/* With response files relative to options->directory. */
static NvccFlags translate(Arena *arena, const CommandOptions *options)
{
	FlagList flags = { 0 };
	if (!options->directory)
		return nvcc_translate(arena, options->flags, options->n_flags);
	vec_push(arena, &flags, arena_printf(arena, "-working-directory=%s", options->directory));
	for (int i = 0; i < options->n_flags; i++)
		vec_push(arena, &flags, options->flags[i]);
	return nvcc_translate(arena, flags.at, flags.n);
}

/* The path for messages: relative to the current folder if it lies below. */
static const char *shown(Arena *arena, const char *path)
{
	const char *here = path_from_root(arena, "."), *whole = path_from_root(arena, path);
	size_t n = strlen(here);
	bool is_below = strncmp(whole, here, n) == 0 && (whole[n] == '/' || !whole[n]);
	return is_below ? path_seen_from(arena, here, whole) : path;
}

/* The flag with its path made relative to `directory`.  (-working-directory would also move the source file's path.) */
static const char *from_directory(Arena *arena, const char *directory, const char *flag)
{
	static const char *const prefixes[] = { "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I" };
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		size_t n = strlen(prefixes[i]);
		if (strncmp(flag, prefixes[i], n) != 0)
			continue;
		const char *path = flag[n] == '/' ? flag + n : arena_printf(arena, "%s/%s", directory, flag + n);
		bool stays = !flag[n] || access(path, F_OK) != 0;
		return stays ? flag : arena_printf(arena, "%s%s", prefixes[i], shown(arena, path));
	}
	return flag;
}

/* Headers of a toolkit, of a compiler or of the system: their functions are known by name, and are not analysed. */
static bool is_system_folder(Arena *arena, const char *folder, const Toolkit *toolkit)
{
	static const char *const heads[] = { "cuda_runtime.h", "stdlib.h", "type_traits" };
	bool found = strncmp(folder, "/usr/include", 12) == 0 || strncmp(folder, "/usr/lib", 8) == 0;
	found = found || (toolkit && path_is_below(path_from_root(arena, toolkit->root), folder));
	for (size_t i = 0; i < sizeof heads / sizeof *heads && !found; i++)
		found = access(arena_printf(arena, "%s/%s", folder, heads[i]), F_OK) == 0;
	return found;
}

static bool is_library(Arena *arena, const char *flag, const Toolkit *toolkit)
{
	return strncmp(flag, "-isystem", 8) == 0 && !is_system_folder(arena, path_from_root(arena, flag + 8), toolkit);
}

/* libclang takes all code in folders of -isystem for that of the toolkit.  A library's kernels are analysed like others:
 * its folders follow those of -I, and so are searched in the same order. */
static void add_flags(Builder *b, const CommandOptions *options, const FlagList *flags, const Toolkit *toolkit, Names *libraries)
{
	static const char folder[] = "-working-directory=";
	FlagList last = { 0 };
	for (int i = 0; i < flags->n; i++) {
		const char *flag = flags->at[i];
		if (options->directory && strncmp(flag, folder, sizeof folder - 1) == 0)
			continue;
		flag = options->directory ? from_directory(b->arena, options->directory, flag) : flag;
		if (is_library(b->arena, flag, toolkit))
			vec_push(b->arena, &last, flag + strlen("-isystem"));
		else
			add(b, flag);
	}
	for (int i = 0; i < last.n; i++) {
		add(b, arena_printf(b->arena, "-I%s", last.at[i]));
		vec_push(b->arena, libraries, path_from_root(b->arena, last.at[i]));
	}
}

const Command *command_make(Arena *arena, const CommandOptions *options)
{
	Command *command = arena_new_of(arena, Command);
	Builder b = { .arena = arena };
	NvccFlags flags = translate(arena, options);
	int major = libclang_major();
	command->resource_dir = find_resource_dir(arena, major);
	command->arch = choose_arch(arena, options, &flags);
	const Toolkit *toolkit = choose_toolkit(arena, options, &flags, command->resource_dir);
	add_base(&b, command->resource_dir, arch_for_clang(arena, command->arch, major),
		 flags.standard ? flags.standard : DEFAULT_STANDARD);
	add_headers(&b, toolkit);
	add_compiler(&b, flags.compiler == COMPILER_CLANG, toolkit);
	command->n_own = b.argv.n;
	add_flags(&b, options, &flags.kept, toolkit, &command->libraries);
	add_more_headers(&b, toolkit);
	command->argv = b.argv.at;
	command->n_argv = b.argv.n;
	command->toolkit = toolkit ? toolkit->root : NULL;
	command->files = prelude_files(arena, toolkit != NULL, command->resource_dir, &command->n_files);
	command->skipped = flags.skipped.at;
	command->n_skipped = flags.skipped.n;
	command->unread = flags.unread.at;
	command->n_unread = flags.unread.n;
	return command;
}

static void add_folders(Arena *arena, const Command *command, const char *flag, Names *out)
{
	const size_t n = strlen(flag);
	for (int i = 0; i < command->n_argv; i++) {
		const char *word = command->argv[i];
		if (strncmp(word, flag, n) != 0)
			continue;
		const char *folder = word[n] ? word + n : i + 1 < command->n_argv ? command->argv[i + 1] : "";
		if (*folder && strncmp(folder, PRELUDE_ROOT "/", sizeof PRELUDE_ROOT) != 0)
			vec_push(arena, out, folder);
	}
}

CommandFolders command_folders(Arena *arena, const Command *command)
{
	CommandFolders out = { 0 };
	add_folders(arena, command, "-iquote", &out.names);
	out.n_quoted = out.names.n;
	add_folders(arena, command, "-I", &out.names);
	add_folders(arena, command, "-isystem", &out.names);
	add_folders(arena, command, "-idirafter", &out.names);
	return out;
}
