#include "report/verified.h"

#include <inttypes.h>

static bool is_false_promise(const Checked *c)
{
	return c->verdict == VERDICT_REFUTED && c->predicted->certainty == CERTAINTY_EXACT;
}

static void add_block(Buf *out, const int block[3])
{
	buf_printf(out, "[%d,%d,%d]", block[0], block[1], block[2]);
}

static void add_sums(Buf *out, int64_t wavefronts, int64_t ideal, int unit)
{
	if (unit > 1)
		buf_printf(out, "%.2f of its ideal", ideal ? (double)wavefronts / (double)ideal : 0.0);
	else
		buf_printf(out, "%" PRId64 "/%" PRId64, wavefronts, ideal);
}

static void add_predicted(Buf *out, const Checked *c, int unit)
{
	const Predicted *p = c->predicted;
	if (p->ideal <= 0) {
		buf_puts(out, "predicted nothing");
		return;
	}
	buf_puts(out, c->claim.kind == CLAIM_AT_MOST || c->claim.kind == CLAIM_CASES ? "predicted at most " : "predicted ");
	add_sums(out, p->wavefronts, p->ideal, unit);
}

static void add_measured(Buf *out, const Checked *c, int unit)
{
	if (!c->is_measured || c->measured.missing)
		return;
	buf_puts(out, ", measured ");
	add_sums(out, c->measured.wavefronts, c->measured.ideal, unit);
	if (c->blocks > 1 && unit <= 1)
		buf_printf(out, " in %" PRId64 " blocks", c->blocks);
}

static void add_line(Buf *out, const Checked *c, int unit)
{
	const Predicted *p = c->predicted;
	buf_printf(out, "%s:%d: %s: %s in %s ", p->file, p->line, verdict_name(c->verdict), access_kind_name(p->kind),
		   p->launch->kernel->name);
	add_block(out, p->launch->block);
	buf_puts(out, ": ");
	add_predicted(out, c, unit);
	buf_printf(out, " (%s)", certainty_name(p->certainty));
	add_measured(out, c, unit);
	if (c->why)
		buf_printf(out, "; %s", c->why);
	buf_putc(out, '\n');
	if (is_false_promise(c))
		buf_puts(out,
			 "    This was predicted as exact.  If the program that ran was built of these sources with these flags,\n"
			 "    it is an error of smemlint: please report it with the kernel, the launch and the tools' versions.\n");
}

static void add_beyond(Buf *out, const MeasuredLine *line, int unit)
{
	buf_printf(out, "%s:%d: not-predicted: %s in %s ", line->file, line->line, access_kind_name(line->kind), line->kernel);
	add_block(out, line->block);
	buf_puts(out, ": measured ");
	add_sums(out, line->wavefronts, line->ideal, unit);
	buf_putc(out, '\n');
}

static void add_backends(Buf *out, const Verified *verified)
{
	for (int i = 0; i < BACKEND_COUNT; i++) {
		const BackendChoice *choice = &verified->choices[i];
		const Measured *measured = choice->chosen && verified->verification ? verified->verification->measured : NULL;
		if (measured)
			buf_printf(out, "measured by %s%s%s\n", backend_name((BackendId)i), measured->on ? ": " : "",
				   measured->on ? measured->on : "");
		else if (choice->why_not && verified->verification)
			buf_printf(out, "not by %s: %s\n", backend_name((BackendId)i), choice->why_not);
	}
}

static void add_remarks(Buf *out, const Measured *measured)
{
	for (int i = 0; i < measured->remarks.n; i++)
		buf_printf(out, "note: %s\n", measured->remarks.at[i]);
}

static void add_summary(Buf *out, const Verification *v)
{
	for (int i = 0; i < VERDICT_COUNT; i++)
		buf_printf(out, "%s%d %s", i ? ", " : "", v->count[i], verdict_name((Verdict)i));
	buf_printf(out, ", %d measured but not predicted\n", v->beyond.n);
	buf_printf(out, "of exact lines: %d refuted, %d confirmed, %d of these to the wavefront\n", v->exact[VERDICT_REFUTED],
		   v->exact[VERDICT_CONFIRMED], v->to_the_wavefront);
}

void report_verified_text(Buf *out, const Verified *verified)
{
	const Verification *v = verified->verification;
	add_backends(out, verified);
	if (!v)
		return;
	const int unit = v->measured->unit;
	for (int i = 0; i < v->lines.n; i++)
		if (is_false_promise(&v->lines.at[i]))
			add_line(out, &v->lines.at[i], unit);
	for (int i = 0; i < v->lines.n; i++)
		if (!is_false_promise(&v->lines.at[i]))
			add_line(out, &v->lines.at[i], unit);
	for (int i = 0; i < v->beyond.n; i++)
		add_beyond(out, &v->beyond.at[i], unit);
	add_remarks(out, v->measured);
	add_summary(out, v);
}
