#include "verify/cpu/cpu.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/child.h"
#include "base/confine.h"
#include "base/scratch.h"
#include "verify/cpu/kept_objects.h"
#include "verify/cpu/result.h"
#include "verify/cpu/retarget.h"
#include "verify/cpu/runtime.h"

#define BARE "bare" /* folder in runtime/: headers that replace the toolkit's */

enum { COMPILE_SECONDS = 120, RUN_SECONDS = 60, KEPT_OUTPUT = 1 << 16 };

typedef VEC(const char *) Words;

typedef struct Cpu {
	Arena *arena;
	const CpuRequest *request;
	const char *folder;       /* for temporary files */
	const char *confined;     /* the same; NULL: what is started is not confined */
	const char *clang, *clangxx;
	const char *resources;    /* folder of clang's own headers */
	const char *toolkit, *include; /* the toolkit's root and headers, or the runtime's */
	Words objects;
	CpuSites sites;
	const char *failed;
} Cpu;

static const char *path_in(Cpu *c, const char *name)
{
	return arena_printf(c->arena, "%s/%s", c->folder, name);
}

static void add(Cpu *c, Words *words, const char *word)
{
	vec_push(c->arena, words, word);
}

static void add_all(Cpu *c, Words *words, const char *const *more, int n)
{
	for (int i = 0; i < n; i++)
		add(c, words, more[i]);
}

/* --- compiling ------------------------------------------------------------------------------------ */

/* The first error, as the others mostly follow from it. */
static const char *first_error(Cpu *c, const char *text)
{
	static const char *const words[] = { "error: ", "undefined reference to ", "multiple definition of " };
	const char *error = NULL;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const char *at = strstr(text, words[i]);
		error = at && (!error || at < error) ? at : error;
	}
	const char *begin = error ? error : text;
	while (begin > text && begin[-1] != '\n')
		begin--;
	return arena_strndup(c->arena, begin, strcspn(begin, "\n"));
}

static void compile(Cpu *c, Words *words, const char *what)
{
	add(c, words, NULL);
	const char *const env[] = { arena_printf(c->arena, "TMPDIR=%s", c->folder), NULL };
	Child child = {
		.argv = words->at,
		.folder = c->request->folder,
		.env = env,
		.seconds = COMPILE_SECONDS,
		.max_output = KEPT_OUTPUT,
		.confined = c->confined,
	};
	ChildEnd end = child_run(c->arena, &child);
	if (child_ok(&end))
		return;
	const char *why = end.how == CHILD_EXITED ? first_error(c, end.err.s) : child_end_text(c->arena, &end);
	c->failed = arena_printf(c->arena, "%s: %s", what, why);
}

static void add_flags(Cpu *c, Words *words, const char *file)
{
	add_all(c, words, c->request->flags, c->request->n_flags);
	for (int i = 0; i < c->request->n_includes; i++) {
		add(c, words, "-isystem");
		add(c, words, c->request->includes[i]);
	}
	add(c, words, file);
}

static void add_cuda(Cpu *c, Words *words, const char *side, const char *file)
{
	const char *const first[] = {
		c->clangxx,
		"-x",
		"cuda",
		side,
		"-nocudalib",
		"--cuda-gpu-arch=sm_90",
		"-Xclang",
		"-target-sdk-version=12.8",
		"-Wno-everything",
		"-g",
		"-fno-caret-diagnostics",
	};
	const char *const bare[] = { "-nocudainc", "-isystem", path_in(c, BARE), "-include", path_in(c, BARE "/cuda_runtime.h") };
	add_all(c, words, first, (int)(sizeof first / sizeof *first));
	if (c->request->toolkit)
		add(c, words, arena_printf(c->arena, "--cuda-path=%s", c->request->toolkit));
	else
		add_all(c, words, bare, (int)(sizeof bare / sizeof *bare));
	add(c, words, "-include");
	add(c, words, path_in(c, "program.h"));
	add_flags(c, words, file);
}

/* Without optimisation, so that all accesses of the source are there, but with -O1 so that functions are not optnone. */
static void compile_device(Cpu *c, const char *file, int module)
{
	Words words = { 0 }, back = { 0 };
	const char *in = path_in(c, arena_printf(c->arena, "device%d.bc", module));
	const char *out = path_in(c, arena_printf(c->arena, "retargeted%d.bc", module));
	const char *object = path_in(c, arena_printf(c->arena, "device%d.o", module));
	const char *const how[] = { "-O1", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", "-o", in };
	add_cuda(c, &words, "--cuda-device-only", file);
	add_all(c, &words, how, 7);
	compile(c, &words, "the device code does not compile with clang");
	if (c->failed)
		return;
	const char *const system[] = { c->resources, c->toolkit, "/usr/include", NULL };
	RetargetJob job = { in, out, module, c->request->driver != NULL, system };
	c->failed = cpu_retarget(c->arena, &job, &c->sites);
	const char *const rest[] = { c->clang, "-x", "ir", "-O1", "-c", "-Wno-everything", "-o", object, out };
	add_all(c, &back, rest, 9);
	if (!c->failed)
		compile(c, &back, "the device code does not compile for the processor");
	add(c, &c->objects, object);
}

static void compile_host(Cpu *c, const char *file, int module)
{
	Words words = { 0 };
	const char *number = arena_printf(c->arena, "%d", module), *binary = path_in(c, arena_printf(c->arena, "module%d", module));
	const char *object = path_in(c, arena_printf(c->arena, "host%d.o", module));
	const char *const how[] = { "-O1", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", binary, "-c", "-o", object };
	if (!scratch_write(binary, number, strlen(number) + 1)) {
		c->failed = "the folder for temporary files cannot be written to";
		return;
	}
	add_cuda(c, &words, "--cuda-host-only", file);
	add_all(c, &words, how, 8);
	compile(c, &words, "the host code does not compile with clang");
	add(c, &c->objects, object);
}

/* A source without device code. */
static void compile_plain(Cpu *c, const char *file, int module)
{
	Words words = { 0 };
	const char *object = path_in(c, arena_printf(c->arena, "host%d.o", module));
	const char *const how[] = {
		c->clangxx, "-O1", "-Wno-everything", "-fno-caret-diagnostics", "-c", "-o", object, "-isystem", c->include,
	};
	add_all(c, &words, how, 9);
	add_flags(c, &words, file);
	compile(c, &words, "the host code does not compile with clang");
	add(c, &c->objects, object);
}

static void write_runtime(Cpu *c)
{
	mkdir(path_in(c, BARE), 0700);
	mkdir(path_in(c, BARE "/crt"), 0700);
	for (int i = 0; i < cpu_n_runtime; i++)
		if (!scratch_write(path_in(c, cpu_runtime[i].name), cpu_runtime[i].text, cpu_runtime[i].size))
			c->failed = "the folder for temporary files cannot be written to";
}

static void write_driver(Cpu *c)
{
	const char *text = c->request->driver;
	if (!scratch_write(path_in(c, "driver.c"), text, strlen(text)))
		c->failed = "the folder for temporary files cannot be written to";
}

/* kept: where this part of the runtime is kept for other programs; NULL: it is this one's own. */
static void add_runtime(Cpu *c, const char *part, const char *how_well, KeptObjects *kept)
{
	Words words = { 0 };
	const char *include = c->request->toolkit ? c->include : BARE, *object = path_in(c, arena_printf(c->arena, "%s.o", part));
	const char *const how[] = {
		c->clang, how_well, "-w", "-c", "-I", c->include, "-o", object, path_in(c, arena_printf(c->arena, "%s.c", part)),
	};
	if (c->failed)
		return;
	add(c, &c->objects, object);
	if (kept && kept_object_write(kept, part, include, object))
		return;
	add_all(c, &words, how, 9);
	compile(c, &words, "the runtime does not compile with this toolkit's headers");
	if (kept && !c->failed)
		kept_object_add(kept, part, include, object);
}

static void link_program(Cpu *c)
{
	Words words = { 0 };
	add(c, &words, c->clangxx);
	add_all(c, &words, c->objects.at, c->objects.n);
	const char *const rest[] = { "-o", path_in(c, "program"), "-lm", "-lpthread", "-ldl" };
	add_all(c, &words, rest, 5);
	compile(c, &words, "it cannot be linked");
}

static bool is_cuda(const char *file)
{
	const char *dot = strrchr(file, '.');
	return dot && (strcmp(dot, ".cu") == 0 || strcmp(dot, ".cuh") == 0);
}

static void compile_file(Cpu *c, const char *file, int module)
{
	if (!is_cuda(file)) {
		compile_plain(c, file, module);
		return;
	}
	compile_device(c, file, module);
	if (!c->failed && !c->request->driver)
		compile_host(c, file, module);
}

static void build(Cpu *c)
{
	write_runtime(c);
	for (int i = 0; i < c->request->n_files && !c->failed; i++)
		compile_file(c, c->request->files[i], i);
	add_runtime(c, "hot", "-O1", c->request->kept);
	add_runtime(c, "cold", "-O0", c->request->kept);
	if (c->request->driver) {
		write_driver(c);
		add_runtime(c, "driver", "-O1", NULL);
	}
	if (!c->failed)
		link_program(c);
}

/* --- running -------------------------------------------------------------------------------------- */

static const char *last_line(Cpu *c, const ChildText *text)
{
	size_t n = text->n;
	while (n && strchr("\n\r ", text->s[n - 1]))
		n--;
	size_t from = n;
	while (from && text->s[from - 1] != '\n')
		from--;
	return arena_strndup(c->arena, text->s + from, n - from);
}

static void run(Cpu *c)
{
	Words words = { 0 };
	int seconds = c->request->seconds ? c->request->seconds : RUN_SECONDS;
	const char *env[] = {
		arena_printf(c->arena, "SMEM_TRACE=%s", path_in(c, "trace")),
		arena_printf(c->arena, "SMEM_SECONDS=%d", seconds),
		arena_printf(c->arena, "TMPDIR=%s", c->folder),
		NULL,
	};
	if (c->request->arguments) {
		const char *const shell[] = { "/bin/sh", "-c", arena_printf(c->arena, "exec \"$0\" %s", c->request->arguments) };
		add_all(c, &words, shell, 3);
	}
	add(c, &words, path_in(c, "program"));
	add_all(c, &words, c->request->args, c->request->n_args);
	add(c, &words, NULL);
	Child child = {
		.argv = words.at,
		.folder = c->request->folder,
		.env = env,
		.seconds = seconds,
		.max_output = KEPT_OUTPUT,
		.confined = c->confined,
	};
	ChildEnd end = child_run(c->arena, &child);
	const char *output = last_line(c, end.err.n ? &end.err : &end.out);
	if (!child_ok(&end))
		c->failed = arena_printf(c->arena, "the program failed%s: %s%s%s", c->confined ? CONFINED_WORDS : "",
					 child_end_text(c->arena, &end), *output ? "; its last output: " : "", output);
}

static const char *compiler(Arena *arena, const char *name)
{
	const char *at = child_find(arena, arena_printf(arena, "%s-22", name));
	return at ? at : child_find(arena, arena_printf(arena, "/usr/lib/llvm-22/bin/%s", name));
}

const char *cpu_available(Arena *arena)
{
	bool can = compiler(arena, "clang") && compiler(arena, "clang++");
	return can ? NULL : "running a program on the processor needs clang 22";
}

static void find_tools(Cpu *c)
{
	c->failed = cpu_available(c->arena);
	c->clang = compiler(c->arena, "clang");
	c->clangxx = compiler(c->arena, "clang++");
	c->resources = c->request->resource_dir ? c->request->resource_dir : "/usr/lib/llvm-22/lib/clang/22";
}

static void find_headers(Cpu *c)
{
	const CpuRequest *request = c->request;
	c->toolkit = request->toolkit ? request->toolkit : path_in(c, BARE);
	c->include = request->toolkit ? request->toolkit_include : c->toolkit;
}

/* Each launch of a driven file has its own trace file. */
static const char *read_results(Cpu *c, Measured *out, CpuNotes *notes)
{
	const char *why = NULL;
	if (!c->request->driver)
		return cpu_result(c->arena, path_in(c, "trace"), &c->sites, out, notes);
	for (int i = 0; i < c->request->n_driven && !why; i++)
		why = cpu_result(c->arena, arena_printf(c->arena, "%s.%d", path_in(c, "trace"), i), &c->sites, out, notes);
	return why;
}

const char *cpu_measure(Arena *arena, const CpuRequest *request, Measured *out, CpuNotes *notes)
{
	Cpu c = { .arena = arena, .request = request };
	find_tools(&c);
	if (c.failed)
		return c.failed;
	c.folder = scratch_begin(arena);
	if (!c.folder) {
		scratch_end(NULL);
		return "cannot create a temporary folder";
	}
	c.confined = request->unconfined || confine_obstacle(CONFINE_WHOLLY) ? NULL : c.folder;
	find_headers(&c);
	build(&c);
	if (!c.failed)
		run(&c);
	const char *why = read_results(&c, out, notes);
	scratch_end(c.folder);
	return c.failed ? c.failed : why;
}
