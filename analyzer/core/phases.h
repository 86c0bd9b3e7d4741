/* What processor time is spent on. */
#ifndef SMEMLINT_CORE_PHASES_H
#define SMEMLINT_CORE_PHASES_H

typedef enum Phase {
#define PHASE(id, name, text) PHASE_##id,
#include "core/phases.def"
#undef PHASE
	N_PHASES,
} Phase;

typedef struct Phases {
	double ms[N_PHASES];
} Phases;

static inline double phases_sum(const Phases *phases)
{
	double sum = 0;
	for (int p = 0; p < N_PHASES; p++)
		sum += phases->ms[p];
	return sum;
}

#endif
