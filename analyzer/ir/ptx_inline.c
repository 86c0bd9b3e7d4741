#include "ir/ptx_inline.h"

#include <string.h>

/* `NAME:` before the next statement. */
static bool read_label(Arena *arena, Scan *scan, PtxInlineText *out)
{
	const Scan before = *scan;
	Word word;
	const bool is_label = scan_word(scan, &word) && scan_eat(scan, ':');
	if (is_label)
		vec_push(arena, &out->labels, ((PtxInlineLabel){ word_text(arena, word), out->statements.n }));
	else
		*scan = before;
	return is_label;
}

static const PtxOpcode *opcode_of(Arena *arena, Word word)
{
	PtxOpcode *opcode = arena_new_of(arena, PtxOpcode);
	ptx_opcode(arena, word_text(arena, word), opcode);
	return opcode;
}

static void read_one(Arena *arena, Scan *scan, PtxInlineText *out)
{
	while (scan_eat(scan, '{') || scan_eat(scan, '}') || read_label(arena, scan, out))
		;
	if (scan_at_end(scan) || *scan->p == '.')
		return;
	PtxInline one = { .text = arena_strndup(arena, scan->p, (size_t)(scan->end - scan->p)) };
	PtxSyntax syntax = { .arena = arena, .scan = scan };
	if (ptx_read_statement(&syntax, &one.statement))
		one.opcode = opcode_of(arena, one.statement.opcode);
	else
		one = (PtxInline){ .text = one.text, .problem = syntax.problem };
	vec_push(arena, &out->statements, one);
}

/* Past a statement, which ends with `;` or with the text; it is returned without that, and without spaces and comments at its ends. */
static Scan next_statement(Scan *text)
{
	scan_at_end(text);
	Scan statement = { .p = text->p, .end = text->p, .line = text->line };
	while (!scan_at_end(text) && *text->p != ';')
		statement.end = ++text->p;
	scan_eat(text, ';');
	return statement;
}

/* Between statement `branch` and its label, before it or behind it; to a label that is not there, all. */
static void mark_jumped(PtxInlineText *text, int branch)
{
	const PtxStatement *statement = &text->statements.at[branch].statement;
	const PtxOperand *to = statement->n_operands ? &statement->operands[statement->n_operands - 1] : NULL;
	int from = 0, end = text->statements.n;
	for (int i = 0; i < text->labels.n; i++) {
		const PtxInlineLabel *label = &text->labels.at[i];
		if (!to || !to->name || strcmp(label->name, to->name) != 0)
			continue;
		from = label->at <= branch ? label->at : branch;
		end = label->at <= branch ? branch : label->at;
	}
	for (int i = from; i < end; i++)
		text->statements.at[i].is_jumped = true;
}

void ptx_inline_read(Arena *arena, const char *text, PtxInlineText *out)
{
	Scan rest = { .p = text, .end = text + strlen(text) };
	*out = (PtxInlineText){ 0 };
	while (!scan_at_end(&rest)) {
		Scan one = next_statement(&rest);
		read_one(arena, &one, out);
	}
	for (int i = 0; i < out->statements.n; i++) {
		const PtxOpcode *opcode = out->statements.at[i].opcode;
		if (opcode && opcode->row && opcode->row->class_ == PTX_FLOW && strncmp(opcode->part[0], "br", 2) == 0)
			mark_jumped(out, i);
	}
}
