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
static void do_unknown(Run *run) { unsupported(run); }

static const struct { const char *name; void (*does)(Run *); } rows[] = {
#define PTX(name, results, class_, lowering, how, runs) { name, do_##runs },
#include "ptx.def"
#undef PTX
};

/* Of several rows that fit the one with the longest name. */
static void (*handler_of(const char *opcode))(Run *)
{
	void (*best)(Run *) = do_unknown;
	size_t longest = 0;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t n = strlen(rows[i].name);
		if (n > longest && !strncmp(opcode, rows[i].name, n) && (!opcode[n] || opcode[n] == '.')) {
			longest = n;
			best = rows[i].does;
		}
	}
	return best;
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
