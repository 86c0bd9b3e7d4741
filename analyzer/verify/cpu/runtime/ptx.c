/* Executes the statements of inline PTX. */
#include "ptx.h"

/* cvta.to.shared.u64 d, a;  cvta.shared.u64 d, a: addresses of all spaces are the same here, shared ones may be cut short */
static void do_address(Run *run)
{
	const Statement *s = run->s;
	uint64_t value = get(run, 1);
	bool to = s->n_parts > 1 && strcmp(s->part[1], "to") == 0;
	put(run, 0, in_shared(s) && !to ? shared_address(value) : value);
}

static void do_nothing(Run *run) { (void)run; }
static void do_nobody_knows_what(Run *run) { unsupported(run); }

static const struct { const char *opcode; void (*does)(Run *); } handlers[] = {
	{ "mov", do_move }, { "cvt", do_convert }, { "setp", do_compare }, { "set", do_compare },
	{ "add", do_arithmetic }, { "sub", do_arithmetic }, { "mul", do_arithmetic }, { "mad", do_arithmetic },
	{ "fma", do_arithmetic }, { "div", do_arithmetic }, { "rem", do_arithmetic }, { "min", do_arithmetic },
	{ "max", do_arithmetic }, { "and", do_arithmetic }, { "or", do_arithmetic }, { "xor", do_arithmetic },
	{ "not", do_arithmetic }, { "cnot", do_arithmetic }, { "neg", do_arithmetic }, { "abs", do_arithmetic },
	{ "shl", do_arithmetic }, { "shr", do_arithmetic }, { "popc", do_arithmetic }, { "clz", do_arithmetic },
	{ "brev", do_arithmetic }, { "sqrt", do_arithmetic }, { "rsqrt", do_arithmetic }, { "rcp", do_arithmetic },
	{ "ex2", do_arithmetic }, { "lg2", do_arithmetic }, { "sin", do_arithmetic }, { "cos", do_arithmetic },
	{ "tanh", do_arithmetic }, { "selp", do_bits }, { "lop3", do_bits }, { "prmt", do_bits }, { "shf", do_bits },
	{ "bfe", do_bits }, { "bfi", do_bits }, { "ld", do_load }, { "ldu", do_load }, { "st", do_store },
	{ "atom", do_atomic }, { "red", do_atomic }, { "cp", do_copy }, { "ldmatrix", do_matrix }, { "stmatrix", do_matrix },
	{ "mma", do_mma }, { "activemask", do_warp }, { "shfl", do_warp }, { "bar", do_warp }, { "barrier", do_warp },
	{ "vote", do_warp }, { "redux", do_warp }, { "cvta", do_address }, { "membar", do_nothing }, { "fence", do_nothing },
	{ "prefetch", do_nothing }, { "prefetchu", do_nothing }, { "nanosleep", do_nothing }, { "discard", do_nothing },
	{ "applypriority", do_nothing }, { "griddepcontrol", do_nothing }, { "createpolicy", do_nothing },
};

static void find_handlers(Ptx *ptx)
{
	for (int k = 0; k < ptx->n_statements; k++) {
		Statement *s = &ptx->statements[k];
		s->does = do_nobody_knows_what;
		for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++)
			if (opcode_is(s, handlers[i].opcode))
				s->does = handlers[i].does;
	}
}

static void do_statement(Run *run)
{
	const Statement *s = run->s;
	if (!s->guard || (run->registers[s->guard - 1] & 1) != s->guard_negated)
		s->does(run);
}

static Ptx *ptx_of(void **cache, const char *text)
{
	if (!*cache) {
		*cache = ptx_read(text);
		find_handlers(*cache);
	}
	return *cache;
}

void smem_ptx(void **cache, const char *text, uint64_t *slots, uint32_t site)
{
	const Ptx *ptx = ptx_of(cache, text);
	if (ptx->broken)
		launch_fail("PTX with %s is not supported on the processor: %.120s", ptx->broken, text);
	Run run = { .ptx = ptx, .slots = slots, .site = site };
	for (int i = 0; i < ptx->n_statements; i++) {
		run.s = &ptx->statements[i];
		run.statement = i;
		do_statement(&run);
	}
}
