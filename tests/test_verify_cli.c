/* `smemlint verify` with recorded exports of Nsight Compute, and with substitutes of its tools that fail.  No case may
 * confirm a prediction without a measurement. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "base/confine.h"
#include "base/scratch.h"
#include "run.h"

#define MULTI "testdata/verify/multi.cu"
#define EXPORT "testdata/verify/multi.csv"

static Arena *arena;
static const char *folder, *tools;
static char *old_path;

static const char *in_folder(const char *name)
{
	return arena_printf(arena, "%s/%s", folder, name);
}

static void write_tool(const char *name, const char *script)
{
	const char *path = arena_printf(arena, "%s/%s", tools, name);
	const char *text = arena_printf(arena, "#!/bin/sh\n%s\n", script);
	assert_true(scratch_write(path, text, strlen(text)));
	assert_int_equal(chmod(path, 0755), 0);
}

static void shell(const char *script)
{
	assert_int_equal(system(arena_printf(arena, "PATH=/usr/bin:/bin; %s", script)), 0);
}

static void no_tools(void)
{
	shell(arena_printf(arena, "rm -f '%s'/*", tools));
	setenv("PATH", tools, 1);
}

/* Runs the program that it is given, and "exports" the recorded pages. */
static const char profiler[] =
	"PATH=/usr/bin:/bin\n"
	"if [ \"$1\" = --import ]; then\n"
	"  case \"$*\" in *'--page raw'*) sed '/^\"File Path\"/,$d' \"$2\";; *) sed -n '/^\"File Path\"/,$p' \"$2\";; esac\n"
	"  exit 0\n"
	"fi\n"
	"while [ \"$1\" != --export ]; do [ \"$1\" = --log-file ] && log=$2; shift; done\n"
	"report=$2; shift 2\n"
	"\"$@\" || { status=$?; echo \"==ERROR== The application returned an error code ($status).\" >$log; exit $status; }\n";

static void all_tools(const char *at_end)
{
	no_tools();
	write_tool("nvidia-smi", "echo 'GPU 0: Some GPU (UUID: GPU-0)'");
	write_tool("nvcc", "PATH=/usr/bin:/bin\nwhile [ \"$1\" != -o ]; do shift; done\nprintf '#!/bin/sh\\nexit 0\\n' >$2\nchmod 755 $2");
	write_tool("ncu", arena_printf(arena, "%s%s", profiler, at_end));
}

static const char *copies_export(void)
{
	char *here = getcwd(NULL, 0);
	const char *script = arena_printf(arena, "cp '%s/" EXPORT "' $report", here);
	free(here);
	return script;
}

/* --- recorded exports ----------------------------------------------------------------------------- */

/* Three launches of two shapes, a header, a template, shared atomics from the toolkit's headers. */
static void a_recorded_export(void **state)
{
	(void)state;
	no_tools();
	expect_says("verify --ncu-report " EXPORT " " MULTI, 0, "measured by ncu: NVIDIA H200",
		    "multi.h:2: confirmed: load in twice [32,1,1]: predicted 33/2 (exact), measured 33/2\n",
		    "multi.h:2: confirmed: load in twice [16,2,1]: predicted 17/2 (exact), measured 68/8 in 4 blocks\n",
		    "multi.cu:25: confirmed: atomic in counts<float> [64,1,1]: predicted at most 4/2 (bound), measured 2/2",
		    "multi.cu:15: not-reached: load in twice [32,1,1]: predicted 1/1 (exact); the line was not executed",
		    "0 refuted, 18 confirmed, 2 not-reached, 0 no-claim, 0 measured but not predicted\n",
		    "of exact lines: 0 refuted, 16 confirmed, 16 of these to the wavefront\n");
}

/* A kernel in an anonymous namespace, functions inlined from a nested header, a lambda and the toolkit, and one that is not
 * inlined. */
static void an_export_of_inlined_code(void **state)
{
	(void)state;
	no_tools();
	expect_says("verify --ncu-report testdata/verify/deep.csv testdata/verify/deep.cu", 0,
		    "deep.cu:12: confirmed: load in nameless [32,1,1]: predicted 2/1 (exact), measured 6/3 in 3 blocks",
		    "deeper.h:4: confirmed: atomic in nameless", "deeper.h:6: confirmed: store", "deeper.h:10: confirmed: load",
		    "0 refuted, 7 confirmed, 0 not-reached, 0 no-claim, 0 measured but not predicted");
}

/* nvcc gets the flags of a compile command except inputs and outputs, but with the architecture. */
static void flags_of_a_compile_command(void **state)
{
	(void)state;
	all_tools(copies_export());
	write_tool("nvcc", arena_printf(arena,
					"PATH=/usr/bin:/bin\necho \"$*\" >%s\nwhile [ \"$1\" != -o ]; do shift; done\n"
					"printf '#!/bin/sh\\nexit 0\\n' >$2\nchmod 755 $2",
					in_folder("arguments")));
	expect_says("verify --with ncu --unconfined " MULTI
		    " -- nvcc -c -Xcompiler -fPIC --cuda-gpu-arch=sm_90 -DN=3 -O3 -MD -MF x.d -o x.o x.cu",
		    0, "measured by ncu", "0 refuted");
	shell(arena_printf(arena,
			   "grep -q '^-lineinfo -forward-unknown-to-host-compiler -Xcompiler -fPIC -arch sm_90 -DN=3 -O3 "
			   "[^ ]*multi.cu -o [^ ]*$' %s",
			   in_folder("arguments")));
}

static void the_same_as_json(void **state)
{
	(void)state;
	no_tools();
	expect_says("verify --format=json --ncu-report " EXPORT " " MULTI, 0, "\"by\": \"ncu\"", "\"on\": \"NVIDIA H200\"",
		    "\"verification\": \"confirmed\"", "\"verification\": \"not-reached\"", "\"to_the_wavefront\": 16", "\"refuted\": 0",
		    "\"chosen\": true");
}

static json_t *sarif(const char *line, int status)
{
	Result result = run_smemlint(line);
	assert_int_equal(result.status, status);
	json_t *document = json_loadb(result.out.s, result.out.n, 0, NULL);
	assert_non_null(document);
	result_free(&result);
	return document;
}

/* How many results have this verdict. */
static int with_verdict(const json_t *document, const char *verdict)
{
	int n = 0;
	size_t i;
	json_t *result, *run = json_array_get(json_object_get(document, "runs"), 0);
	json_array_foreach(json_object_get(run, "results"), i, result) {
		const json_t *bag = json_object_get(result, "properties");
		n += strcmp(json_string_value(json_object_get(bag, "verification")), verdict) == 0;
		assert_non_null(json_object_get(json_object_get(bag, "verificationDetails"), "predicted"));
	}
	return n;
}

/* Findings with their verdicts; a prediction of no conflict is not a finding, but may be refuted. */
static void the_same_as_sarif(void **state)
{
	(void)state;
	no_tools();
	json_t *document = sarif("verify --cuda-path none --format=sarif --ncu-report " EXPORT " " MULTI, 0);
	assert_int_equal(with_verdict(document, "confirmed"), 10);
	json_decref(document);
	shell(arena_printf(arena,
			   "sed 's/\"1\",\"32\",\"1\"/\"1\",\"16\",\"1\"/; s/\"33\",\"33\",\"33\"/\"33\",\"17\",\"33\"/' " EXPORT " >%s",
			   in_folder("other.csv")));
	document = sarif(arena_printf(arena, "verify --cuda-path none --format=sarif --ncu-report %s " MULTI, in_folder("other.csv")), 1);
	assert_int_equal(with_verdict(document, "confirmed"), 9);
	assert_int_equal(with_verdict(document, "refuted"), 1);
	json_t *run = json_array_get(json_object_get(document, "runs"), 0);
	json_t *notes = json_object_get(json_array_get(json_object_get(run, "invocations"), 0), "toolExecutionNotifications");
	assert_int_equal(json_array_size(notes), 2);
	const char *text = json_string_value(json_object_get(json_object_get(json_array_get(notes, 0), "message"), "text"));
	assert_non_null(strstr(text, "refuted: store in twice"));
	json_decref(document);
	write_tool("nvcc", "exit 1");
	document = sarif("verify --cuda-path none --format=sarif --with=ncu " MULTI, 2);
	run = json_array_get(json_object_get(document, "runs"), 0);
	assert_true(json_is_false(json_object_get(json_array_get(json_object_get(run, "invocations"), 0), "executionSuccessful")));
	json_decref(document);
}

/* A figure of the export changed by hand, in the line and in its instruction. */
static void a_refuted_exact_prediction_comes_first(void **state)
{
	(void)state;
	no_tools();
	shell(arena_printf(arena, "sed 's/\"1\",\"32\",\"1\"/\"1\",\"16\",\"1\"/' " EXPORT " >%s", in_folder("other.csv")));
	const char *line = arena_printf(arena, "verify --ncu-report %s " MULTI, in_folder("other.csv"));
	expect_says(line, 1,
		    "measured by ncu: NVIDIA H200\ntestdata/verify/multi.h:2: refuted: load in twice [32,1,1]: predicted 33/2 (exact), "
		    "measured 17/2\n    This was predicted as exact.",
		    "please report it", "1 refuted, 17 confirmed");
}

/* The predictions for the programs in kernels/ equal what an H200 counted, to the wavefront. */
static void the_kernels(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		int exact;
	} programs[] = {
		{ "async_copy", 16 }, { "atomics", 81 },   { "control", 28 },   { "matrix", 26 },   { "merge", 74 },
		{ "ptx", 22 },        { "reduction", 12 }, { "redundant", 30 }, { "remedies", 18 }, { "strides", 28 },
		{ "structs", 20 },    { "transpose", 28 }, { "vectors", 14 },   { "widths", 48 },
	};
	no_tools();
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		const char *name = programs[i].name, *all;
		all = arena_printf(arena, "of exact lines: 0 refuted, %d confirmed, %d of these to the wavefront", programs[i].exact,
				   programs[i].exact);
		expect_says(arena_printf(arena, "verify --ncu-report testdata/verify/kernels/%s.csv kernels/%s.cu", name, name), 0,
			    "0 refuted", "0 measured but not predicted", all);
	}
}

static const char *damaged(const char *sed)
{
	shell(arena_printf(arena, "sed '%s' " EXPORT " >%s", sed, in_folder("damaged.csv")));
	return arena_printf(arena, "verify --cuda-path none --ncu-report %s " MULTI, in_folder("damaged.csv"));
}

static void damaged_exports(void **state)
{
	(void)state;
	no_tools();
	expect_says(damaged("s/\"1\",\"32\",\"1\"/\"1\",\"34\",\"1\"/"), 2, "nothing was verified", "more wavefronts than the launch",
		    "edited");
	expect_says(damaged(":a; $d; N; 2,6ba; P; D"), 2, "lines of the last launch are missing", "truncated");
	expect_says(damaged("$s/\",[^,]*$//"), 2, "truncated");
	expect_says(damaged("/^\"ID\"/,/^\"4\"/d"), 2, "raw page, which has the launches, is missing");
	expect_says(damaged("/^\"File/,$d"), 2, "source page is missing");
	expect_says(damaged("s/,\"L1 Wavefronts Shared\"//"), 2, "does not count wavefronts");
	expect_says(damaged("s/,\"Address\",\"Source\"//"), 2, "--print-source cuda,sass");
	expect_says(damaged("s/_Z5twicePKfPf\",\"(/_Z5otherPKfPf\",\"(/"), 2, "--print-kernel-base mangled");
	expect_says(damaged("s/^\"1\",\"_Z5twicePKfPf.*//"), 2, "more often than the raw page");
	expect_says(damaged("s/(16, 2, 1)/(16, 2/"), 2, "truncated");
	expect_says(damaged("s/.*/hello/"), 2, "not an export");
	expect_says(damaged("d"), 2, "no kernel was profiled");
	expect_says("verify --ncu-report /no/such/file " MULTI, 2, "nothing was verified", "/no/such/file: No such file");
}

/* The profiler omits columns that a kernel does not use, and counts nothing of a launch that failed. */
static void kernels_without_shared_memory(void **state)
{
	(void)state;
	static const char plain[] =
		"/^\"4\"/a \"5\",\"_Z5plainPf\",\"(32, 1, 1)\",\"(1, 1, 1)\",\"NVIDIA H200\",\"%d\"\n"
		"$a \"File Path\",\"/home/user/multi/multi.cu\"\\n\"Function Name\",\"_Z5plainPf\"\\n"
		"\"Line No\",\"Source\",\"Address\",\"Source\",\"Instructions Executed\"\\n"
		"\"3\",\"p[0] = 1;\",\"-\",\"-\",\"6\"\\n\"\",\"\",\"0x7f28db7a0260\",\"      STG.E [R2], R3\",\"6\"";
	static const char failed[] = "s/^\"4\".*/&\\n\"5\",\"_Z5plainPf\",\"(0, 0, 0)\",\"(0, 0, 0)\",\"NVIDIA H200\",\"\"/";
	no_tools();
	expect_says(damaged(arena_printf(arena, plain, 0)), 0, "0 refuted, 18 confirmed, 2 not-reached");
	expect_says(damaged(arena_printf(arena, plain, 7)), 2, "does not count wavefronts");
	expect_says(damaged(failed), 0, "1 launches failed during the measurement", "0 refuted, 18 confirmed, 2 not-reached");
	expect_says(damaged("s/(16, 2, 1)/(0, 2, 1)/"), 2, "no block or grid");
}

static void an_export_of_other_sources(void **state)
{
	(void)state;
	no_tools();
	expect_says(damaged("s/tile\\[i\\] = v;/tile[i] = 2 * v;/"), 2, "multi.h:5: this line has changed since it was measured",
		    "multi.h:5: not-reached: store in twice [32,1,1]: predicted 33/33 (exact), measured 33/33; the line has changed",
		    "multi.h:2: not-reached: load in twice [32,1,1]: predicted 33/2 (exact), measured 33/2; the file has changed");
	expect_says("verify --ncu-report " EXPORT " kernels/strides.cu", 2, "no predicted access was measured",
		    "the kernel was not launched", "0 refuted, 0 confirmed");
}

/* --- running --------------------------------------------------------------------------------------- */

static void a_program_is_built_and_run(void **state)
{
	(void)state;
	all_tools(copies_export());
	expect_says("verify --cuda-path none " MULTI, 0, "measured by ncu", "0 refuted, 18 confirmed");
	expect_says("verify --cuda-path none --with ncu --run=true " MULTI, 0, "measured by ncu", "0 refuted, 18 confirmed");
}

static void missing_tools(void **state)
{
	(void)state;
	no_tools();
	expect_says("verify --cuda-path none --with ncu " MULTI, 2, "there is no ncu");
	write_tool("ncu", "exit 1");
	expect_says("verify --cuda-path none --with ncu " MULTI, 2, "no NVIDIA GPU: there is no nvidia-smi");
	write_tool("nvidia-smi", "echo 'NVIDIA-SMI has failed'; exit 9");
	expect_says("verify --cuda-path none --with ncu " MULTI, 2, "no NVIDIA GPU: nvidia-smi -L lists none");
	write_tool("nvidia-smi", "echo 'GPU 0: Some GPU'");
	expect_says("verify --cuda-path none --with ncu " MULTI " -- /no/such/nvcc", 2, "there is no nvcc");
	no_tools();
	char binary[] = { 'N', 'V', 'R', 0, 1, 2, 3 };
	assert_true(scratch_write(in_folder("some.ncu-rep"), binary, sizeof binary));
	expect_says(arena_printf(arena, "verify --cuda-path none --ncu-report %s " MULTI, in_folder("some.ncu-rep")), 2,
		    "no ncu on PATH to read", "CSV");
}

static void programs_that_fail(void **state)
{
	(void)state;
	all_tools(copies_export());
	expect_says("verify --cuda-path none --with ncu --run=false " MULTI, 2, "nothing was verified", "exit status 1",
		    "returned an error code (1)");
	expect_says("verify --cuda-path none --with ncu --run=/no/such/app " MULTI, 2, "exit status 127");
	expect_says("verify --cuda-path none --with ncu --time-limit 1 --run=/bin/sleep\t50 " MULTI, 2, "stopped after 1 s");
	expect_says("verify --cuda-path none --with ncu --run=read\tx " MULTI, 2, "exit status 1");
	expect_says("verify --cuda-path none --with ncu --run=kill\t-9\t$$ " MULTI, 2, "nothing was verified");
	expect_says("verify --cuda-path none --with ncu --run=head\t-c\t20000000\t/dev/zero " MULTI, 0, "18 confirmed");
	write_tool("nvcc", "echo 'multi.cu(7): error: expected a \";\"' >&2; exit 2");
	expect_says("verify --cuda-path none --with ncu " MULTI, 2, "nvcc: exit status 2", "expected a");
}

static void programs_cannot_write(void **state)
{
	(void)state;
	const char *made = in_folder("made");
	all_tools(copies_export());
	if (!confine_obstacle(CONFINE_WITH_GPU))
		expect_says(arena_printf(arena, "verify --cuda-path none --with ncu --run=touch\t%s " MULTI, made), 2, "exit status 1",
			    "--unconfined");
	assert_int_equal(access(made, F_OK), -1);
	expect_says(arena_printf(arena, "verify --cuda-path none --with ncu --unconfined --run=touch\t%s " MULTI, made), 0, "18 confirmed");
	assert_int_equal(access(made, F_OK), 0);
}

static void profilers_that_fail(void **state)
{
	(void)state;
	all_tools("echo '==WARNING== No kernels were profiled.' >$log");
	expect_says("verify --cuda-path none --with ncu --run=true " MULTI, 2, "launched no kernel");
	all_tools("echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission' >$log");
	expect_says("verify --cuda-path none --with ncu --run=true " MULTI, 2, "ERR_NVGPUCTRPERM");
	all_tools("echo rubbish >$report");
	expect_says("verify --cuda-path none --with ncu --run=true " MULTI, 2, "not an export");
}

/* If counters may not be read, requests are timed; a clock that does not advance confirms nothing. */
static void timing_replaces_counters(void **state)
{
	(void)state;
	all_tools("echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission' >$log");
	write_tool("nvcc",
		   "PATH=/usr/bin:/bin\nfor a; do case $a in *.cu) n=$(grep -c '0x' $a);; esac; done\n"
		   "while [ \"$1\" != -o ]; do shift; done\n"
		   "printf '#!/bin/sh\\necho device Some GPU\\ni=0; while [ $i -lt %d ]; do echo $i 5000; i=$((i+1)); done; echo end\\n' "
		   "$n >$2\n"
		   "chmod 755 $2");
	expect_says("verify --cuda-path none --run=true " MULTI, 2, "measured by timing: Some GPU",
		    "not by ncu: reading the GPU's counters is not permitted here", "time does not follow wavefronts on this GPU",
		    "0 refuted, 0 confirmed", "no predicted access was measured");
	expect_says(arena_printf(arena, "verify --cuda-path none --with timing --times %s " MULTI, in_folder("times")), 2,
		    "measured by timing: Some GPU");
	shell(arena_printf(arena,
			   "grep -qx '# Some GPU' '%s' && awk -F '\t' '/^(ld|st)\t/ { n++; if ($2 != 4 || $5 != 5000 || split($4, lanes, "
			   "\",\") != 32) exit 1 } END { exit n < 10 }' '%s'",
			   in_folder("times"), in_folder("times")));
	write_tool("nvcc", "echo 'nvcc fatal: no such architecture' >&2; exit 1");
	expect_says("verify --cuda-path none --with timing " MULTI, 2, "nvcc: exit status 1; its output:\nnvcc fatal");
	no_tools();
	expect_says("verify --cuda-path none --with timing " MULTI, 2, "no NVIDIA GPU");
	expect_says("verify --cuda-path none " MULTI, 2, "ncu: there is no ncu", "timing: no NVIDIA GPU");
}

static void a_program_without_main(void **state)
{
	(void)state;
	all_tools(copies_export());
	expect_says("verify --with ncu testdata/facts/atomics.cu", 2, "no file has a main()", "--run");
}

static void usage(void **state)
{
	(void)state;
	no_tools();
	expect_says("verify --help", 0, "Usage: smemlint verify", "--run COMMAND", "--ncu-report FILE", "--with BACKEND", "--time-limit");
	expect_says("verify", 2, "no input files");
	expect_says("verify --with magic " MULTI, 2, "'--with' expects one of ncu");
	expect_says("verify --time-limit 0 " MULTI, 2, "'--time-limit' expects a number from 1 to 86400");
	expect_says("verify --time-limit 5x " MULTI, 2, "'--time-limit' expects a number from 1 to 86400");
	expect_says("verify --run=./a --ncu-report x.csv " MULTI, 2, "exclude each other");
	expect_says("verify --times x.tsv " MULTI, 2, "--times requires --with=timing");
	expect_says("verify --with timing --times /no/such/x.tsv " MULTI, 2, "/no/such/x.tsv cannot be written");
	expect_says("verify --ncu-report " EXPORT " testdata/bad/no_such.cu", 2, "No such file");
}

static int begin(void **state)
{
	(void)state;
	arena = arena_new();
	folder = scratch_begin(arena);
	tools = folder ? in_folder("tools") : NULL;
	old_path = strdup(getenv("PATH"));
	unsetenv("CUDA_PATH");
	return folder ? mkdir(tools, 0700) : -1;
}

static int end(void **state)
{
	(void)state;
	setenv("PATH", old_path, 1);
	free(old_path);
	scratch_end(folder);
	arena_free(arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_recorded_export),
		cmocka_unit_test(an_export_of_inlined_code),
		cmocka_unit_test(flags_of_a_compile_command),
		cmocka_unit_test(the_same_as_json),
		cmocka_unit_test(the_same_as_sarif),
		cmocka_unit_test(a_refuted_exact_prediction_comes_first),
		cmocka_unit_test(the_kernels),
		cmocka_unit_test(damaged_exports),
		cmocka_unit_test(kernels_without_shared_memory),
		cmocka_unit_test(an_export_of_other_sources),
		cmocka_unit_test(a_program_is_built_and_run),
		cmocka_unit_test(missing_tools),
		cmocka_unit_test(programs_that_fail),
		cmocka_unit_test(programs_cannot_write),
		cmocka_unit_test(profilers_that_fail),
		cmocka_unit_test(timing_replaces_counters),
		cmocka_unit_test(a_program_without_main),
		cmocka_unit_test(usage),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
