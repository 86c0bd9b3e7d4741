/* What the objects of one evaluation hold.
 *
 * An object is a variable's instance (or a function, as a target of pointers).  Its content is a list of
 * cells (offset, size, value) and a word about the rest.  Only objects that a thread owns have content that is
 * tracked; shared and global memory have none.  Stored values are shared by count, so that a copy of a
 * content is cheap.
 *
 * Regions: parts of the program that the compiler does not know to be executed, or how often: the branches of a
 * condition, the iterations of a loop.  Once a region is left, what was stored in it is one of two things to the compiler, and
 * its form (form.h) is no longer what it was in there.
 *
 * Journals: between journal_begin() and journal_end(), the content that an object had before its first
 * write is kept.  They nest.  branch() and loops are built on them. */
#ifndef SMEMLINT_EVAL_MEMORY_H
#define SMEMLINT_EVAL_MEMORY_H

#include "eval/value/value.h"

typedef enum ObjectKind {
	OBJ_LOCAL,    /* a thread's own: locals, parameters, temporaries, constant tables, built-in variables */
	OBJ_SHARED,   /* __shared__, static or dynamic */
	OBJ_GLOBAL,   /* any other variable: what it holds is not known */
	OBJ_FUNC,     /* a function */
} ObjectKind;

typedef struct Stored {
	int refs;
	int64_t region;   /* that it was stored in; 0: in none, or the compiler is taken not to know what it is */
	Value v;
} Stored;

typedef struct Cell {
	int64_t offset;
	int size;
	bool is_float;
	Stored *stored;
} Cell;

typedef struct Content {
	Cell *cells;      /* sorted by offset, not overlapping */
	int n, cap;
	Reason rest;      /* what the bytes outside the cells hold: REASON_UNINITIALISED nothing, REASON_ARGUMENT a kernel argument,
	                   * REASON_NONE zeros, … */
	unsigned points_to; /* POINTS_TO_…: what was forgotten of them */
	int64_t since;    /* serial number of when that came to be: what is unknown twice is not the same */
} Content;

/* What stands for something uniform that is not known and has no cell. */
typedef struct Unread {
	int64_t since, offset;
	int size;
	Value value;
} Unread;

typedef struct Object {
	ObjectKind kind;
	int id;
	const Var *var;
	const Func *func;
	Sym sym;          /* its address */
	Mask threads;     /* the threads that its declaration ran in */
	int frame;        /* depth of the call that owns it */
	int64_t born;     /* serial number: later objects have higher ones */
	uint64_t logged;  /* bit j: journal j has its content */
	VEC(Unread) unread; /* that were read */
	Content content;
} Object;

typedef struct JournalEntry {
	Object *object;
	Content before;
} JournalEntry;

typedef struct Journal {
	int level;
	int64_t started;  /* objects born later are not kept */
	JournalEntry *entries;
	int n, cap;
} Journal;

enum { MAX_JOURNALS = 60 };

typedef struct Memory {
	ValueCtx *ctx;
	Object **objects; /* by id */
	int n, cap;
	Object **idle;    /* to be used again */
	int n_idle, cap_idle;
	Journal *journals[MAX_JOURNALS];
	int n_journals;
	int64_t serial;
	bool one_thread;   /* whatever is not known is uniform: a symbol, as arguments are */
	VEC(int64_t) regions; /* that are open, outermost first: their numbers ascend */
	int64_t n_regions;
	void *free_blocks; /* thread vectors … */
	void *free_stored, *free_unknowns; /* … and what else is to be used again */
	size_t live_bytes;
} Memory;

void memory_init(Memory *mem, ValueCtx *ctx);
void memory_free(Memory *mem);

Object *memory_object(Memory *mem, ObjectKind kind, const Var *var, int frame, Mask threads);
void memory_retire(Memory *mem, Object *object); /* its id and symbol may be used again */
Object *memory_of_sym(const Memory *mem, Sym sym); /* NULL: no object's address */

/* What lies at a known place of an object that has content. */
Value memory_read(Memory *mem, Object *object, int64_t offset, int size, bool is_float, Loc loc);
unsigned content_points_to(const ValueCtx *ctx, const Content *content); /* all of it */
/* What bytes that no cell covers hold, in a content of the object. */
Value memory_unset(Memory *mem, Object *object, const Content *content, int64_t offset, int size, Loc loc);
/* In threads of `where`; the other threads keep what they had. */
void memory_write(Memory *mem, Object *object, int64_t offset, int size, bool is_float, Value v, const Mask *where);
/* Everything in it becomes undefined (REASON_UNINITIALISED) or unknown for a reason. */
void memory_forget(Memory *mem, Object *object, Reason rest);
/* The same for part of it. */
void memory_forget_part(Memory *mem, Object *object, int64_t offset, int64_t size, Reason reason);

void region_enter(Memory *mem);
void region_leave(Memory *mem);
/* What a known place holds, as the compiler sees it where a loop or a condition begins that changes it (grain and
 * loose: as of form_fresh). */
void memory_widen(Memory *mem, Object *object, int64_t offset, int size, int log2_align, Refinement refinement);
/* The same for all of an object. */
void memory_widen_all(Memory *mem, Object *object, Refinement refinement);
/* A known place that counts the iterations of a loop that is unrolled. */
void memory_counts(Object *object, int64_t offset, int size);

bool journal_begin(Memory *mem, Journal *journal); /* false: they nest too deeply */
/* Puts back what there was; the contents reached go into the entries instead. */
void journal_swap(Memory *mem, Journal *journal);
void journal_end(Memory *mem, Journal *journal); /* the log is dropped */
/* Stops logging into the journal, but keeps its entries for journal_end. */
void journal_pause(Memory *mem, Journal *journal);

void content_copy(Content *to, const Content *from);
void content_free(Memory *mem, Content *content);
const Cell *content_find(const Content *content, int64_t offset, int size);
bool content_touches(const Content *content, int64_t offset, int size); /* some cell has one of these bytes */
/* Replaces an object's content; takes over `content`. */
void memory_set_content(Memory *mem, Object *object, Content content);
/* One cell of an object, replaced without masks (used by merges and loops). */
void memory_put(Memory *mem, Object *object, int64_t offset, int size, bool is_float, Value v);

#endif
