#include "report/facts_json.h"

#include "base/json.h"
#include "ir/assume.h"

enum { MAX_STACK = 64 };

static json_t *number(int64_t n)
{
	return json_integer((json_int_t)n);
}

static json_t *block_json(const LaunchShape *launch)
{
	json_t *block = json_array();
	for (int d = 0; d < 3; d++)
		json_array_append_new(block, number(launch->block[d]));
	return block;
}

static json_t *worst_json(const WarpPattern *worst)
{
	const BankCost *cost = &worst->cost;
	json_t *lanes = json_array(), *object = json_object();
	for (int lane = 0; lane < WARP_LANES; lane++)
		if (cost->worst_lanes >> lane & 1)
			json_array_append_new(lanes, number(lane));
	json_object_set_new(object, "ways", number(bank_ways(cost)));
	json_object_set_new(object, "warp", number(worst->warp));
	json_object_set_new(object, "iteration", number(worst->iteration));
	json_object_set_new(object, "bank", number(cost->worst_bank));
	json_object_set_new(object, "lanes", lanes);
	return object;
}

static json_t *stack_json(const Unit *unit, const CallSite *stack)
{
	json_t *list = json_array();
	for (int n = 0; stack && n < MAX_STACK; stack = stack->caller, n++) {
		json_t *call = json_object();
		json_object_set_new(call, "function", json_text(stack->func ? stack->func->name : NULL));
		json_object_set_new(call, "file", json_text(source_path(unit->sources, stack->range.begin.file)));
		json_object_set_new(call, "line", number(stack->range.begin.line));
		json_array_append_new(list, call);
	}
	return list;
}

static json_t *symbolic_json(const Fact *fact)
{
	if (fact->certainty != CERTAINTY_SYMBOLIC)
		return json_null();
	json_t *cases = json_array(), *object = json_object();
	for (int i = 0; i < fact->n_cases; i++) {
		json_t *one = json_object();
		json_object_set_new(one, fact->modulus ? "residue" : "value", number(fact->cases[i].residue));
		json_object_set_new(one, "wavefronts", number(fact->cases[i].wavefronts));
		json_object_set_new(one, "ideal", number(fact->cases[i].ideal));
		json_object_set_new(one, "ways", number(fact->cases[i].ways));
		json_array_append_new(cases, one);
	}
	json_object_set_new(object, "symbol", json_text(fact->symbol));
	json_object_set_new(object, "modulus", number(fact->modulus));
	json_object_set_new(object, "cases", cases);
	return object;
}

/* The form as text, with the unknown uniform part. */
static json_t *index_json(const IndexForm *index)
{
	if (index->kind == INDEX_NONE || !index->text)
		return json_null();
	if (!index->symbolic)
		return json_text(index->text);
	Buf text = { 0 };
	buf_printf(&text, "%s + %s", index->text, index->symbolic);
	json_t *value = json_text(text.s);
	buf_free(&text);
	return value;
}

static void add_place(json_t *object, const Unit *unit, const Fact *fact)
{
	const Range *range = &fact->range;
	json_object_set_new(object, "file", json_text(source_path(unit->sources, range->begin.file)));
	json_object_set_new(object, "line", number(fact_line(fact)));
	json_object_set_new(object, "column", number(range->begin.column));
	json_object_set_new(object, "begin_line", number(range->begin.line));
	json_object_set_new(object, "end_line", number(range->end.line));
	json_object_set_new(object, "end_column", number(range->end.column));
}

/* The place in the user's own code, if the access is a library's. */
static json_t *user_json(const Unit *unit, const Fact *fact)
{
	const Range range = fact_user_range(unit->sources, fact);
	if (loc_same(range.begin, fact->range.begin))
		return json_null();
	json_t *object = json_object();
	json_object_set_new(object, "file", json_text(source_path(unit->sources, range.begin.file)));
	json_object_set_new(object, "line", number(range.macro_line ? range.macro_line : range.begin.line));
	json_object_set_new(object, "column", number(range.begin.column));
	return object;
}

static json_t *args_json(const LaunchShape *launch)
{
	json_t *args = json_object();
	for (int i = 0; i < launch->n_args; i++) {
		Buf name = { 0 };
		launch_arg_print(&name, launch->kernel, &launch->args[i]);
		json_object_set_new(args, name.s, number(launch->args[i].value));
		buf_free(&name);
	}
	return args;
}

static json_t *launch_json(const Unit *unit, const LaunchShape *launch)
{
	bool at_run_time = launch->from == BLOCK_ASSUMED && launch->loc.file >= 0;
	if (launch->from != BLOCK_LAUNCH && !at_run_time)
		return json_null();
	json_t *object = json_object();
	json_object_set_new(object, "file", json_text(source_path(unit->sources, launch->loc.file)));
	json_object_set_new(object, "line", number(launch->loc.line));
	json_object_set_new(object, "args", args_json(launch));
	json_object_set_new(object, "calls", stack_json(unit, launch->calls));
	json_object_set_new(object, "others", number(launch->n_merged));
	return object;
}

static void add_kernel(json_t *object, const LaunchShape *launch)
{
	json_object_set_new(object, "kernel", json_text(launch->kernel ? launch->kernel->name : NULL));
	json_object_set_new(object, "mangled", json_text(launch->kernel ? launch->kernel->mangled : NULL));
	json_object_set_new(object, "block", block_json(launch));
	json_object_set_new(object, "block_from", json_text(block_from_name(launch->from)));
}

static json_t *assumptions_json(const Unit *unit, const Fact *fact)
{
	json_t *list = json_array();
	for (int i = 0; i < fact->n_assumptions; i++) {
		const Assumption *a = fact->assumptions[i];
		bool placed = a->loc.file >= 0;
		json_t *object = json_object();
		json_object_set_new(object, "text", json_text(a->text));
		json_object_set_new(object, "file", placed ? json_text(source_path(unit->sources, a->loc.file)) : json_null());
		json_object_set_new(object, "line", placed ? number(a->loc.line) : json_null());
		json_object_set_new(object, "column", placed ? number(a->loc.column) : json_null());
		json_array_append_new(list, object);
	}
	if (fact->of_bases)
		json_array_append_new(list, json_pack("{s:s, s:n, s:n, s:n}", "text", fact_of_bases(fact), "file", "line", "column"));
	return list;
}

static bool is_known(const Fact *fact)
{
	return fact->certainty != CERTAINTY_UNKNOWN && fact->worst.active;
}

/* How nvcc merges the access with others; if it is part of another line's request: which one. */
static json_t *merged_json(const Fact *fact)
{
	if (fact->written == fact->bytes && !fact->merged)
		return json_null();
	json_t *object = json_object(), *lines = json_array();
	for (int i = 0; i < fact->n_with; i++)
		json_array_append_new(lines, number(fact->with[i].begin.line));
	json_object_set_new(object, "bytes", number(fact->bytes));
	json_object_set_new(object, "accesses", number(__builtin_popcount(fact->parts)));
	json_object_set_new(object, "with_lines", lines);
	json_object_set_new(object, "warps_elsewhere", number(fact->merged));
	json_object_set_new(object, "into_line", fact->merged ? number(fact->into.begin.line) : json_null());
	return object;
}

static json_t *codegen_json(const Fact *fact)
{
	static const char *const verdicts[] = {
		[CODE_CONFIRMED] = "confirmed", [CODE_CONSISTENT] = "consistent", [CODE_CORRECTED] = "corrected",
		[CODE_MOVED] = "moved",         [CODE_ABSENT] = "absent",         [CODE_DIFFERS] = "differs",
		[CODE_SILENT] = "silent",       [CODE_FROM_PTX] = "from-ptx",
	};
	if (fact->code == CODE_NOT_ASKED)
		return json_null();
	json_t *object = json_object();
	json_object_set_new(object, "verdict", json_text(verdicts[fact->code]));
	json_object_set_new(object, "text", json_text(fact->code_text));
	return object;
}

/* What a unit other than the lanes does. */
static json_t *uses_json(const Fact *fact)
{
	static const char *const kinds[] = { [UNIT_NONE] = "",
					     [UNIT_COPY_IN] = "tensor copy to shared memory",
					     [UNIT_COPY_OUT] = "tensor copy from shared memory",
					     [UNIT_BULK] = "bulk copy",
					     [UNIT_OPERAND] = "matrix operand" };
	static const char *const swizzles[] = { "none", "32B", "64B", "128B", NULL };
	json_t *list = json_array();
	for (int i = 0; i < fact->n_uses; i++) {
		const UnitUse *use = &fact->uses[i];
		json_t *object = json_object();
		json_object_set_new(object, "does", json_text(kinds[use->kind]));
		json_object_set_new(object, "object", json_text(use->object ? use->object->name : NULL));
		json_object_set_new(object, "offset", use->is_placed ? number(use->offset) : json_null());
		json_object_set_new(object, "swizzle", json_text(swizzles[use->swizzle]));
		json_array_append_new(list, object);
	}
	return list;
}

json_t *fact_json(const Unit *unit, const Fact *fact)
{
	json_t *object = json_object();
	add_place(object, unit, fact);
	add_kernel(object, fact->launch);
	json_object_set_new(object, "launch", launch_json(unit, fact->launch));
	json_object_set_new(object, "object", json_text(fact->object ? fact->object->name : NULL));
	json_object_set_new(object, "op", json_text(access_kind_name(fact->kind)));
	json_object_set_new(object, "bytes", number(fact->written));
	json_object_set_new(object, "merged", merged_json(fact));
	json_object_set_new(object, "warps", number(fact->warps));
	json_object_set_new(object, "wavefronts", number(fact->wavefronts));
	json_object_set_new(object, "ideal", number(fact_profiled(fact)));
	json_object_set_new(object, "count_known", json_boolean(fact->count_known));
	json_object_set_new(object, "worst", is_known(fact) ? worst_json(&fact->worst) : json_null());
	json_object_set_new(object, "index", index_json(&fact->index));
	json_object_set_new(object, "certainty", json_text(certainty_name(fact->certainty)));
	json_object_set_new(object, "reason", json_text(fact->reason ? reason_text(fact->reason) : NULL));
	json_object_set_new(object, "uses", uses_json(fact));
	json_object_set_new(object, "stack", stack_json(unit, fact->stack));
	json_object_set_new(object, "user", user_json(unit, fact));
	json_object_set_new(object, "symbolic", symbolic_json(fact));
	json_object_set_new(object, "assumptions", assumptions_json(unit, fact));
	json_object_set_new(object, "codegen", codegen_json(fact));
	json_object_set_new(object, "expected", fact->expected > 0 ? json_real(fact->expected) : json_null());
	return object;
}

const char *report_fact(Arena *arena, const Unit *unit, const Fact *fact)
{
	Buf text = { 0 };
	json_write(&text, fact_json(unit, fact), 0);
	const char *line = arena_strndup(arena, text.s, text.n - 1);
	buf_free(&text);
	return line;
}

void report_facts(Buf *out, const Analysis *analysis)
{
	for (int k = 0; k < analysis->kernels.n; k++)
		for (int f = 0; f < analysis->kernels.at[k].n_facts; f++)
			json_write(out, fact_json(analysis->unit, &analysis->kernels.at[k].facts[f]), 0);
}
