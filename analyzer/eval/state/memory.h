/* The objects of one evaluation and their contents.
 *
 * An object is an instance of a variable (or a function, as a target of pointers).  Its content (content.h) is tracked
 * only if a thread owns it, not in shared and global memory.
 *
 * Journals: between journal_begin() and journal_end(), the content that an object had before its first
 * write is kept.  They nest.  eval_branch() and loops are built on them. */
#ifndef SMEMLINT_EVAL_STATE_MEMORY_H
#define SMEMLINT_EVAL_STATE_MEMORY_H

#include "eval/state/content.h"

typedef enum ObjectKind {
	OBJ_LOCAL,    /* a thread's own: locals, parameters, temporaries, constant tables, built-in variables */
	OBJ_SHARED,   /* __shared__, static or dynamic */
	OBJ_GLOBAL,   /* any other variable: its content is not known */
	OBJ_FUNC,     /* a function */
} ObjectKind;

/* The symbol for unknown uniform bytes without a cell, the same for each read. */
typedef struct Unread {
	int64_t since, offset;
	int size;
	const Value *value;
} Unread;

typedef struct Object {
	ObjectKind kind;
	int id;
	const Var *var;
	const Func *func;
	Sym sym;          /* its address, less `start` */
	int64_t start;    /* bytes; of a shared object whose place is known: from the last multiple of the symbol's alignment */
	Mask threads;     /* the threads that executed its declaration */
	int frame;        /* Frame.depth of its owner */
	int64_t born;     /* serial number: higher for later objects */
	int64_t declared; /* serial number: its content from before does not matter to what comes after */
	uint64_t logged;  /* bit j: the journal of level j has its content */
	int64_t known_reads; /* counts reads of integers that are known */
	VEC(Unread) unread; /* by since, offset, size */
	Content content;
} Object;

typedef struct JournalEntry {
	Object *object;
	Content before;
} JournalEntry;

typedef struct Journal {
	int level;        /* number of journals around it */
	int64_t started;  /* serial number: objects born later are not kept */
	JournalEntry *entries;
	int n, cap;
} Journal;

enum { MAX_JOURNALS = 60 };

typedef struct Memory {
	ValueCtx *ctx;
	Storage storage;  /* of all contents */
	Object **objects; /* by id */
	int n, cap;
	Object **retired;  /* for reuse */
	int n_retired, cap_retired;
	Journal *journals[MAX_JOURNALS];
	int n_journals;
	int64_t serial;
	bool one_thread;   /* host code: whatever is not known is a symbol, as arguments are */
} Memory;

void memory_init(Memory *mem, ValueCtx *ctx);
void memory_free(Memory *mem);

/* A new object, uninitialised; owned by the memory. */
Object *memory_object(Memory *mem, ObjectKind kind, const Var *var, int frame, Mask threads);
void memory_retire(Memory *mem, Object *object); /* frees its content; its id and symbol may be reused */
Object *memory_of_sym(const Memory *mem, Sym sym); /* NULL: no object's address */

/* The value of `size` bytes at `offset` of an object with content, in the context's arena. */
Value memory_read(Memory *mem, Object *object, int64_t offset, int size, bool is_float, Loc loc);
/* The value of bytes without a cell, in a content of the object. */
Value memory_read_rest(Memory *mem, Object *object, const Content *content, int64_t offset, int size, Loc loc);
/* Stores v in threads of `where`; the other threads keep their value. */
void memory_write(Memory *mem, Object *object, int64_t offset, int size, bool is_float, Value v, const Mask *where);
/* Drops the whole content: it becomes undefined (REASON_UNINITIALISED), zero (REASON_NONE) or unknown for this reason. */
void memory_invalidate(Memory *mem, Object *object, Reason rest);
/* Makes a part of the content unknown. */
void memory_invalidate_part(Memory *mem, Object *object, int64_t offset, int64_t size, Reason reason);

/* Replaces the form of the cell at `offset`, if there is one, by a fresh one (form_fresh): a loop begins that
 * changes it. */
void memory_widen(Memory *mem, Object *object, int64_t offset, int size, int log2_align, Refinement refinement);
/* The same for all cells of an object, without alignment. */
void memory_widen_all(Memory *mem, Object *object, Refinement refinement);
/* Marks the cell at `offset`, if there is one, as the counter of an unrolled loop (Form.counter). */
void memory_mark_counter(Object *object, int64_t offset, int size);

bool journal_begin(Memory *mem, Journal *journal); /* false: they nest too deeply */
/* Swaps the objects' contents with those in the entries: undoes the writes, and redoes them when called again. */
void journal_swap(Memory *mem, Journal *journal);
void journal_end(Memory *mem, Journal *journal); /* the entries are freed */
/* Stops recording in the journal; its entries stay until journal_end(). */
void journal_pause(Memory *mem, Journal *journal);
/* The object's content is kept in the journals that do not have it yet. */
void journal_before_change(Memory *mem, Object *object);

/* Replaces an object's content; takes over `content`. */
void memory_set_content(Memory *mem, Object *object, Content content);
/* Stores v in all threads. */
void memory_put(Memory *mem, Object *object, int64_t offset, int size, bool is_float, Value v);

#endif
