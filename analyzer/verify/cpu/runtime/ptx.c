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

static void (*const rows[])(Run *) = {
#define PTX(name, results, class_, lowering, how, runs) do_##runs,
#include "ptx.def"
#undef PTX
};

static void (*handler_of(int row))(Run *)
{
	return row < 0 ? do_unknown : rows[row];
}

static void do_statement(Run *run)
{
	const Statement *s = run->s;
	if (s->guard == PTX_NOWHERE || (*place_of(run, s->guard) & 1) != s->guard_negated)
		s->does(run);
}

/* code: ptx_numbers.h; NULL: it cannot be executed, and `text` says why.  cache: what was read of it, NULL at first. */
void smem_ptx(void **cache, const char *text, const int64_t *code, uint64_t *slots, uint32_t site)
{
	if (!code)
		launch_fail("%s", text);
	if (!*cache)
		*cache = ptx_read(text, code);
	const Ptx *ptx = *cache;
	Run run = { .slots = slots, .site = site };
	for (int i = 0; i < ptx->n_statements; i++) {
		run.s = &ptx->statements[i];
		run.statement = i;
		do_statement(&run);
	}
}
