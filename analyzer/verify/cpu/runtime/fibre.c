/* Fibres: on x86-64 by hand, elsewhere by ucontext. */
#include "smem.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Stacks begin at different offsets in their pages, so that they do not share the same few cache lines. */
static size_t next_shift(void)
{
	static size_t shift;
	shift = (shift + 13 * 64) % 16384;
	return shift;
}

static char *fibre_stack(void)
{
	char *at = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (at == MAP_FAILED) {
		fprintf(stderr, "smemlint: no memory for a thread's stack\n");
		exit(125);
	}
	mprotect(at, 4096, PROT_NONE);
	return at + STACK_BYTES - next_shift();
}

#ifdef __x86_64__

void smem_switch(void **save, void *to);
__asm__(".text\n"
	".globl smem_switch\n"
	"smem_switch:\n"
	"	pushq %rbp\n	pushq %rbx\n	pushq %r12\n	pushq %r13\n	pushq %r14\n	pushq %r15\n"
	"	movq %rsp, (%rdi)\n"
	"	movq %rsi, %rsp\n"
	"	popq %r15\n	popq %r14\n	popq %r13\n	popq %r12\n	popq %rbx\n	popq %rbp\n"
	"	retq\n");

void fibre_begin(Fibre *fibre, void (*run)(void))
{
	if (!fibre->stack)
		fibre->stack = fibre_stack();
	void **top = (void **)fibre->stack - 1; /* as after a call */
	*--top = (void *)run;
	fibre->top = top - 6;
}

void fibre_switch(Fibre *from, const Fibre *to)
{
	smem_switch(&from->top, to->top);
}

#else
#include <ucontext.h>

void fibre_begin(Fibre *fibre, void (*run)(void))
{
	if (!fibre->stack)
		fibre->stack = fibre_stack();
	if (!fibre->top)
		fibre->top = calloc(1, sizeof(ucontext_t));
	ucontext_t *context = fibre->top;
	getcontext(context);
	context->uc_stack.ss_sp = fibre->stack - STACK_BYTES / 2;
	context->uc_stack.ss_size = STACK_BYTES / 2;
	context->uc_link = NULL;
	makecontext(context, run, 0);
}

void fibre_switch(Fibre *from, const Fibre *to)
{
	if (!from->top)
		from->top = calloc(1, sizeof(ucontext_t));
	swapcontext(from->top, to->top);
}
#endif
