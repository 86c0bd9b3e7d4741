/* Atomics: which instructions the compiler makes of them for sm_90 (testdata/measured/README.md). */
#include "eval/eval.h"

static BankOp native_op(const Atomic *atomic)
{
	switch (atomic->does) {
	case ATOMIC_EXCHANGE: return BANK_ATOM_EXCH;
	case ATOMIC_SWAP: return BANK_ATOM_CAS;
	default: return atomic->counts_up ? BANK_POPC_INC : BANK_ATOM_ADD;
	}
}

static bool is_native(const Atomic *atomic)
{
	if (atomic->does == ATOMIC_EXCHANGE || atomic->does == ATOMIC_SWAP)
		return atomic->bytes >= 4;
	return atomic->bytes == 4 && !atomic->floating;
}

/* Adding swaps until every lane got through.  What may leave the value as it was may end sooner, or not begin. */
static bool is_sum(const Atomic *atomic)
{
	bool pair_of_floats = atomic->bytes == 8 && atomic->vector;
	return atomic->does == ATOMIC_ADD && atomic->bytes <= 8 && !pair_of_floats && (atomic->bytes != 2 || atomic->floating);
}

void eval_atomic(Eval *ev, const Expr *site, const Atomic *atomic)
{
	if (is_native(atomic)) {
		eval_shared(ev, site, native_op(atomic), atomic->bytes, atomic->address, atomic->in_shared, false);
		return;
	}
	int bytes = atomic->bytes == 2 || atomic->bytes == 4 ? atomic->bytes : 8;
	bool open = bytes != atomic->bytes || !is_sum(atomic);
	eval_shared(ev, site, BANK_ATOM_ADDF_LD, bytes, atomic->address, atomic->in_shared, open);
	eval_shared(ev, site, bytes == 2 ? BANK_ATOM_ADDH : BANK_ATOM_ADDF, bytes, atomic->address, atomic->in_shared, open);
}
