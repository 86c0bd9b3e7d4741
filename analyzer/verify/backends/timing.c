/* The backend `timing`: times the requests of the facts. */
#include <string.h>

#include "base/replace_file.h"
#include "base/scratch.h"
#include "verify/backends/build.h"
#include "verify/backends/timed.h"
#include "verify/backends/backend.h"

static const int UNIT = 100;

const char *backend_timing_obstacle(Arena *arena, const VerifyTask *task)
{
	const char *obstacle = gpu_obstacle(arena);
	return obstacle ? obstacle : build_obstacle(arena, task);
}

/* --- requests -------------------------------------------------------------------------------------- */

typedef struct Timing {
	Arena *arena;
	TimedRequests requests;
	VEC(TimedScale) scales;      /* one for each operation … */
	VEC(const TimedOp *) scaled; /* … of these */
	int cheap;     /* number of requests that are too cheap for the clock */
} Timing;

static const TimedScale *scale_of(Timing *t, const TimedOp *op)
{
	int i = 0;
	while (i < t->scaled.n && t->scaled.at[i] != op)
		i++;
	if (i == t->scaled.n) {
		vec_push(t->arena, &t->scaled, op);
		vec_push(t->arena, &t->scales, timed_scale(t->arena, &t->requests, op));
	}
	return &t->scales.at[i];
}

/* Why a fact cannot be timed, or NULL. */
static const char *add_fact(Timing *t, const Fact *fact)
{
	const char *why = "the index comes from data";
	if (fact->certainty >= CERTAINTY_DATA)
		return why;
	if (fact->more_patterns)
		return "it has more distinct requests than are kept";
	for (int i = 0; i < fact->n_patterns; i++)
		if (timed_add(t->arena, &t->requests, fact->op, fact->bytes, &fact->patterns[i], &why) < 0)
			return why;
	if (fact->n_patterns)
		scale_of(t, timed_op(fact->op, fact->bytes));
	return NULL;
}

static const char *add_line(Timing *t, const Predicted *p)
{
	for (int i = 0; i < p->facts.n; i++) {
		const char *why = add_fact(t, p->facts.at[i]);
		if (why)
			return why;
	}
	return NULL;
}

/* --- running --------------------------------------------------------------------------------------- */

static BackendEnd time_them(Timing *t, const VerifyTask *task, Measured *out, Buf *why)
{
	const char *source = arena_printf(t->arena, "%s/timed.cu", task->scratch);
	Buf text = { 0 };
	timed_program(&text, &t->requests);
	bool written = scratch_write(source, text.s, text.n);
	buf_free(&text);
	if (!written) {
		buf_puts(why, "the timing program could not be written");
		return BACKEND_FAILED;
	}
	const char *const argv[] = { build_source(t->arena, task, source, why), NULL };
	if (!argv[0])
		return BACKEND_IMPOSSIBLE;
	ChildEnd end = run_on_gpu(t->arena, task, argv, 0);
	if (!child_ok(&end)) {
		describe_end(t->arena, why, "the timing program", &end);
		return BACKEND_IMPOSSIBLE;
	}
	if (strncmp(end.out.s, "device ", 7) == 0)
		out->on = arena_strndup(t->arena, end.out.s + 7, strcspn(end.out.s + 7, "\r\n"));
	return timed_read(&t->requests, end.out.s, why) ? BACKEND_MEASURED : BACKEND_IMPOSSIBLE;
}

static bool keep_times(const Timing *t, const VerifyTask *task, const Measured *measured, Buf *why)
{
	if (!task->times)
		return true;
	Buf text = { 0 };
	buf_printf(&text, "# %s\n", measured->on ? measured->on : "a GPU");
	timed_table(&text, &t->requests);
	const char *problem = write_file(task->times, text.s, text.n);
	buf_free(&text);
	if (problem)
		buf_printf(why, "%s cannot be written: %s", task->times, problem);
	return !problem;
}

/* --- results --------------------------------------------------------------------------------------- */

/* Negative: time does not depend on wavefronts. */
static double wavefronts_of(Timing *t, const Fact *fact, const WarpPattern *pattern)
{
	const char *why;
	double least = 0;
	int request = timed_add(t->arena, &t->requests, fact->op, fact->bytes, pattern, &why);
	double timed = timed_wavefronts(&t->requests, scale_of(t, timed_op(fact->op, fact->bytes)), request, &least);
	/* The clock does not show how far a request is below the cost of a single lane: the prediction is taken. */
	double predicted = pattern->cost.wavefronts;
	if (timed >= 0 && predicted < least * (1 - TIMED_TOLERANCE) && timed < least * (1 + TIMED_TOLERANCE)) {
		t->cheap++;
		return predicted;
	}
	return timed;
}

static void sum_fact(Timing *t, const Fact *fact, double *wavefronts, MeasuredLine *line)
{
	for (int i = 0; i < fact->n_patterns; i++) {
		const WarpPattern *pattern = &fact->patterns[i];
		double one = wavefronts_of(t, fact, pattern);
		if (one < 0)
			line->missing = "time does not follow wavefronts on this GPU";
		*wavefronts += (double)pattern->count * one;
		line->ideal += UNIT * pattern->count * pattern->cost.profiled;
		line->requests += pattern->count;
	}
}

static void deliver(Timing *t, const Predicted *p, const char *missing, Measured *out)
{
	const LaunchShape *launch = p->launch;
	MeasuredLaunch row = { .kernel = launch->kernel->mangled,
			       .block = { launch->block[0], launch->block[1], launch->block[2] },
			       .launches = 1 };
	MeasuredLine line = { .kernel = row.kernel,
			      .block = { row.block[0], row.block[1], row.block[2] },
			      .file = p->path,
			      .line = p->line,
			      .kind = p->kind,
			      .missing = missing };
	double wavefronts = 0;
	for (int i = 0; i < p->facts.n && !missing; i++)
		sum_fact(t, p->facts.at[i], &wavefronts, &line);
	line.wavefronts = (int64_t)(UNIT * wavefronts + 0.5);
	if (missing || line.requests)
		measured_add_line(t->arena, out, &line);
	measured_add_launch(t->arena, out, &row);
}

BackendEnd backend_timing_measure(Arena *arena, const VerifyTask *task, Measured *out, Buf *why)
{
	const PredictedList *predicted = task->predicted;
	Timing t = { .arena = arena };
	const char **missing = arena_array(arena, const char *, predicted->n + 1);
	for (int i = 0; i < predicted->n; i++)
		missing[i] = add_line(&t, &predicted->at[i]);
	if (!t.requests.list.n) {
		buf_puts(why, "none of the accesses can be timed");
		return BACKEND_IMPOSSIBLE;
	}
	BackendEnd end = time_them(&t, task, out, why);
	if (end != BACKEND_MEASURED)
		return end;
	if (!keep_times(&t, task, out, why))
		return BACKEND_FAILED;
	for (int i = 0; i < predicted->n; i++)
		deliver(&t, &predicted->at[i], missing[i], out);
	out->unit = UNIT;
	out->tolerance = TIMED_TOLERANCE;
	vec_push(arena, &out->remarks, "the timed requests access the predicted addresses: a wrong address does not show");
	if (t.cheap)
		vec_push(arena, &out->remarks,
			 arena_printf(arena, "%d requests are too cheap for the clock, and count as predicted", t.cheap));
	return BACKEND_MEASURED;
}
