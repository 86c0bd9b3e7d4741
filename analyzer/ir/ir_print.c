#include "ir/ir.h"
#include "ir/ptx_opcode.h"

#include <inttypes.h>

#include "base/buf.h"

enum { MAX_PRINT_DEPTH = 2000 };

static const char *const op_spellings[] = {
	"",
#define OP(name, spelling, arity) spelling,
#include "ir/ops.def"
#undef OP
};

static const char *const expr_names[] = {
	[EX_INT] = "int",
	[EX_FLOAT] = "float",
	[EX_STRING] = "string",
	[EX_ADDR] = "addr",
	[EX_FUNC] = "func",
	[EX_LOAD] = "load",
	[EX_STORE] = "store",
	[EX_COPY] = "copy",
	[EX_PTRADD] = "ptradd",
	[EX_PTRDIFF] = "ptrdiff",
	[EX_UNARY] = "unary",
	[EX_BINARY] = "binary",
	[EX_LAND] = "&&",
	[EX_LOR] = "||",
	[EX_COND] = "?:",
	[EX_COMMA] = "comma",
	[EX_CAST] = "cast",
	[EX_CALL] = "call",
	[EX_INTRINSIC] = "intrinsic",
	[EX_TEMP] = "temp",
	[EX_STMT] = "stmt",
	[EX_ASM] = "asm",
	[EX_LAUNCH] = "launch",
	[EX_UNKNOWN] = "unknown",
};

static const char *const var_kinds[] = {
	[VAR_LOCAL] = "local",   [VAR_PARAM] = "param",       [VAR_SHARED] = "shared",   [VAR_DYNAMIC] = "dynamic",
	[VAR_GLOBAL] = "global", [VAR_CONSTANT] = "constant", [VAR_BUILTIN] = "builtin",
};

const char *op_spelling(Op op)
{
	return op_spellings[op];
}

typedef struct Printer {
	Buf *out;
	int depth;
} Printer;

static void print_expr(Printer *p, const Expr *e);
static void print_stmt(Printer *p, const Stmt *s, int indent);

static void print_name(Printer *p, const Var *var)
{
	buf_printf(p->out, "%s#%d", *var->name ? var->name : "_", var->id);
}

static void print_all(Printer *p, const Expr *const *args, int n)
{
	for (int i = 0; i < n; i++) {
		buf_putc(p->out, ' ');
		print_expr(p, args[i]);
	}
}

static void print_bits(Printer *p, const Expr *e)
{
	if (e->bit_width)
		buf_printf(p->out, " bits=%d+%d", e->bit_offset, e->bit_width);
}

/* --- assembly --------------------------------------------------------------------------------- */

static void print_operand(Printer *p, const AsmOperand *o, int depth)
{
	if (depth > 8)
		return;
	switch (o->kind) {
	case AO_REG:
	case AO_SPECIAL:
		buf_puts(p->out, o->name);
		break;
	case AO_ARG:
		buf_printf(p->out, "$%d", o->arg);
		break;
	case AO_IMM:
		buf_printf(p->out, "%" PRId64, o->imm);
		break;
	case AO_ADDRESS:
		buf_putc(p->out, '[');
		if (o->base)
			print_operand(p, o->base, depth + 1);
		buf_printf(p->out, "%+" PRId64, o->imm);
		if (o->offset) {
			buf_putc(p->out, '+');
			print_operand(p, o->offset, depth + 1);
		}
		buf_putc(p->out, ']');
		break;
	case AO_VECTOR:
		buf_putc(p->out, '{');
		for (int i = 0; i < o->n_parts; i++) {
			buf_puts(p->out, i ? " " : "");
			print_operand(p, &o->parts[i], depth + 1);
		}
		buf_putc(p->out, '}');
		break;
	case AO_OTHER:
		buf_putc(p->out, '?');
		break;
	}
}

static void print_instruction(Printer *p, const AsmInstr *instr)
{
	buf_puts(p->out, " (");
	if (instr->guard) {
		buf_puts(p->out, instr->guard_negated ? "@!" : "@");
		print_operand(p, instr->guard, 0);
		buf_putc(p->out, ' ');
	}
	if (!instr->opcode)
		buf_printf(p->out, "not understood \"%s\"", instr->text);
	else
		buf_puts(p->out, instr->opcode->text);
	for (int i = 0; i < instr->n_operands; i++) {
		buf_putc(p->out, ' ');
		print_operand(p, &instr->operands[i], 0);
	}
	buf_putc(p->out, ')');
}

static void print_asm(Printer *p, const AsmBlock *block)
{
	for (int i = 0; i < block->n_instrs; i++)
		print_instruction(p, &block->instrs[i]);
	buf_puts(p->out, " outputs");
	for (int i = 0; i < block->n_outputs; i++) {
		buf_puts(p->out, block->output_reads[i] ? " +" : " =");
		print_expr(p, block->outputs[i]);
	}
	buf_puts(p->out, " inputs");
	print_all(p, block->inputs, block->n_inputs);
}

/* --- expressions ------------------------------------------------------------------------------ */

static void print_launch(Printer *p, const LaunchExpr *l)
{
	buf_printf(p->out, " %s", l->kernel ? l->kernel->name : "?");
	if (l->kernel_expr)
		print_all(p, &l->kernel_expr, 1);
	buf_puts(p->out, " grid");
	print_all(p, &l->grid, l->grid ? 1 : 0);
	buf_puts(p->out, " block");
	print_all(p, &l->block, l->block ? 1 : 0);
	buf_puts(p->out, " bytes");
	print_all(p, &l->dynamic_bytes, l->dynamic_bytes ? 1 : 0);
	buf_puts(p->out, l->args_are_addresses ? " addresses" : " args");
	print_all(p, l->args, l->n_args);
}

static void print_nested(Printer *p, const Stmt *s)
{
	if (!s)
		return;
	buf_putc(p->out, ' ');
	print_stmt(p, s, -1);
}

static void print_head(Printer *p, const Expr *e)
{
	switch (e->kind) {
	case EX_UNARY:
	case EX_BINARY:
		buf_puts(p->out, op_spelling(e->op));
		break;
	case EX_INTRINSIC:
		buf_puts(p->out, e->intrinsic->spelling);
		break;
	default:
		buf_puts(p->out, expr_names[e->kind]);
		break;
	}
	buf_printf(p->out, ":%s", e->type->name);
}

static void print_body(Printer *p, const Expr *e)
{
	switch (e->kind) {
	case EX_STRING:
		buf_printf(p->out, " %s", e->name);
		break;
	case EX_FUNC:
		buf_printf(p->out, " %s", e->func->name);
		break;
	case EX_PTRADD:
	case EX_PTRDIFF:
		buf_printf(p->out, " *%" PRId64, e->scale);
		break;
	case EX_COPY:
		buf_printf(p->out, " %s", e->copied->name);
		break;
	case EX_CALL:
		if (e->func)
			buf_printf(p->out, " %s", e->func->name);
		else
			print_all(p, &e->callee, 1);
		break;
	case EX_TEMP:
		buf_putc(p->out, ' ');
		print_name(p, e->var);
		print_nested(p, e->stmt);
		break;
	case EX_STMT:
		print_nested(p, e->stmt);
		break;
	case EX_ASM:
		print_asm(p, e->asm_block);
		break;
	case EX_LAUNCH:
		print_launch(p, e->launch);
		break;
	case EX_UNKNOWN:
		buf_printf(p->out, " \"%s\"", e->reason);
		break;
	default:
		break;
	}
	print_bits(p, e);
	print_all(p, e->arg, e->n_args);
}

static void print_expr(Printer *p, const Expr *e)
{
	if (e->kind == EX_INT) {
		buf_printf(p->out, "%" PRId64 ":%s", e->i, e->type->name);
	} else if (e->kind == EX_FLOAT) {
		buf_printf(p->out, "%g:%s", e->f, e->type->name);
	} else if (e->kind == EX_ADDR) {
		buf_putc(p->out, '&');
		print_name(p, e->var);
	} else if (p->depth > MAX_PRINT_DEPTH) {
		buf_puts(p->out, "(…)");
	} else {
		p->depth++;
		buf_putc(p->out, '(');
		print_head(p, e);
		print_body(p, e);
		buf_putc(p->out, ')');
		p->depth--;
	}
}

/* --- statements: one per line, or, within an expression, all in one line ----------------------- */

static void new_line(Printer *p, int indent)
{
	if (indent < 0) {
		buf_putc(p->out, ' ');
		return;
	}
	buf_putc(p->out, '\n');
	for (int i = 0; i < indent; i++)
		buf_puts(p->out, "  ");
}

static void print_part(Printer *p, const char *name, const Stmt *s, int indent)
{
	if (!s)
		return;
	new_line(p, indent);
	buf_printf(p->out, "(%s", name);
	new_line(p, indent < 0 ? -1 : indent + 1);
	print_stmt(p, s, indent < 0 ? -1 : indent + 1);
	buf_putc(p->out, ')');
}

static void print_items(Printer *p, const Stmt *s, int indent)
{
	for (int i = 0; i < s->n_items; i++) {
		new_line(p, indent);
		print_stmt(p, s->items[i], indent);
	}
}

static void print_test(Printer *p, const char *name, const Expr *e)
{
	if (!e)
		return;
	buf_printf(p->out, "%s%s ", *name ? " " : "", name);
	print_expr(p, e);
}

static void print_stmt_body(Printer *p, const Stmt *s, int inner)
{
	switch (s->kind) {
	case ST_DECL:
		buf_puts(p->out, "(decl ");
		print_name(p, s->var);
		buf_printf(p->out, ":%s", s->var->type->name);
		if (s->init)
			new_line(p, inner);
		if (s->init)
			print_stmt(p, s->init, inner);
		break;
	case ST_BLOCK:
		buf_puts(p->out, "(block");
		print_items(p, s, inner);
		break;
	case ST_IF:
		buf_puts(p->out, "(if");
		print_test(p, "", s->expr);
		print_part(p, "init", s->init, inner);
		print_part(p, "then", s->body, inner);
		print_part(p, "else", s->other, inner);
		break;
	case ST_LOOP:
		buf_puts(p->out, s->is_do ? "(do" : "(loop");
		if (s->unroll)
			buf_printf(p->out, " unroll %d", s->unroll);
		print_test(p, "while", s->expr);
		print_test(p, "step", s->step);
		print_part(p, "init", s->init, inner);
		print_part(p, "body", s->body, inner);
		break;
	case ST_SWITCH:
		buf_puts(p->out, "(switch");
		print_test(p, "", s->expr);
		print_part(p, "init", s->init, inner);
		print_part(p, "body", s->body, inner);
		break;
	case ST_CASE:
		buf_printf(p->out, "(case %" PRId64 " %" PRId64, s->low, s->high);
		break;
	case ST_DEFAULT:
		buf_puts(p->out, "(default");
		break;
	case ST_BREAK:
		buf_puts(p->out, "(break");
		break;
	case ST_CONTINUE:
		buf_puts(p->out, "(continue");
		break;
	case ST_RETURN:
		buf_puts(p->out, "(return");
		print_test(p, "", s->expr);
		break;
	case ST_UNKNOWN:
		buf_printf(p->out, "(unknown \"%s\"", s->reason);
		print_items(p, s, inner);
		break;
	case ST_EXPR:
		break;
	}
}

static void print_stmt(Printer *p, const Stmt *s, int indent)
{
	if (s->kind == ST_EXPR) {
		print_expr(p, s->expr);
	} else if (p->depth > MAX_PRINT_DEPTH) {
		buf_puts(p->out, "(…)");
	} else {
		p->depth++;
		print_stmt_body(p, s, indent < 0 ? -1 : indent + 1);
		buf_putc(p->out, ')');
		p->depth--;
	}
}

/* --- functions -------------------------------------------------------------------------------- */

static void print_shape(Buf *out, const char *name, BlockShape shape)
{
	if (shape.x > 0)
		buf_printf(out, " (%s %" PRId64 " %" PRId64 " %" PRId64 ")", name, shape.x, shape.y, shape.z);
}

void ir_print_func(Buf *out, const Unit *unit, const Func *func)
{
	(void)unit;
	static const char *const kinds[] = { [FN_KERNEL] = "kernel", [FN_DEVICE] = "device", [FN_HOST] = "host" };
	Printer p = { out, 0 };
	buf_printf(out, "(%s%s \"%s\" :%s (params", func->is_system ? "system-" : "", kinds[func->kind], func->name, func->result->name);
	for (int i = 0; i < func->n_params; i++) {
		buf_putc(out, ' ');
		print_name(&p, func->params[i]);
		buf_printf(out, ":%s", func->params[i]->type->name);
	}
	buf_putc(out, ')');
	print_shape(out, "max-threads", func->max_threads);
	print_shape(out, "cluster", func->cluster);
	if (func->broken)
		buf_printf(out, " (broken \"%s\")", func->broken);
	if (func->body) {
		new_line(&p, 1);
		print_stmt(&p, func->body, 1);
	}
	buf_puts(out, ")\n");
}

static void print_var(Buf *out, const Var *var)
{
	Printer p = { out, 0 };
	buf_printf(out, "(%s %s#%d:%s align %" PRId64, var_kinds[var->kind], var->name, var->id, var->type->name, var->align);
	if (var->is_const)
		buf_puts(out, " const");
	if (var->is_static)
		buf_puts(out, " static");
	if (var->init) {
		new_line(&p, 1);
		print_stmt(&p, var->init, 1);
	}
	buf_puts(out, ")\n");
}

void ir_print(Buf *out, const Unit *unit)
{
	for (int i = 0; i < unit->n_vars; i++)
		if (unit->vars[i]->kind != VAR_LOCAL && unit->vars[i]->kind != VAR_PARAM)
			print_var(out, unit->vars[i]);
	for (int i = 0; i < unit->n_funcs; i++)
		ir_print_func(out, unit, unit->funcs[i]);
	for (int i = 0; i < unit->n_templates; i++)
		buf_printf(out, "(template \"%s\")\n", unit->templates[i]);
	for (int i = 0; i < unit->n_directives; i++)
		buf_printf(out, "(directive %s \"%s\" %s)\n", unit->directives[i].verb, unit->directives[i].text,
			   unit->directives[i].func ? unit->directives[i].func->name : "-");
	for (int i = 0; i < unit->n_problems; i++)
		buf_printf(out, "(problem %d:%d \"%s\")\n", unit->problems[i].loc.line, unit->problems[i].loc.column,
			   unit->problems[i].message);
}
