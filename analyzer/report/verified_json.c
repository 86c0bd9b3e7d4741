#include "report/verified.h"

#include "base/json.h"

static json_t *number(int64_t n)
{
	return json_integer((json_int_t)n);
}

static json_t *block_json(const int block[3])
{
	json_t *list = json_array();
	for (int i = 0; i < 3; i++)
		json_array_append_new(list, number(block[i]));
	return list;
}

static json_t *backends_json(const Verified *verified)
{
	json_t *list = json_array();
	for (int i = 0; i < BACKEND_COUNT; i++) {
		json_t *backend = json_object();
		json_object_set_new(backend, "name", json_text(backend_name((BackendId)i)));
		json_object_set_new(backend, "chosen", json_boolean(verified->choices[i].chosen));
		json_object_set_new(backend, "why_not", json_text(verified->choices[i].why_not));
		json_array_append_new(list, backend);
	}
	return list;
}

/* --- a line ---------------------------------------------------------------------------------------- */

static json_t *fact_json(const Fact *fact, Verdict verdict)
{
	json_t *object = json_object();
	json_object_set_new(object, "line", number(fact->range.begin.line));
	json_object_set_new(object, "column", number(fact->range.begin.column));
	json_object_set_new(object, "object", json_text(fact->object ? fact->object->name : NULL));
	json_object_set_new(object, "bytes", number(fact->bytes));
	json_object_set_new(object, "wavefronts", number(fact->wavefronts));
	json_object_set_new(object, "ideal", number(fact_profiled(fact)));
	json_object_set_new(object, "count_known", json_boolean(fact->count_known));
	json_object_set_new(object, "certainty", json_text(certainty_name(fact->certainty)));
	json_object_set_new(object, "verification", json_text(verdict_name(verdict)));
	return object;
}

static json_t *facts_json(const Checked *c)
{
	json_t *list = json_array();
	for (int i = 0; i < c->predicted->facts.n; i++)
		json_array_append_new(list, fact_json(c->predicted->facts.at[i], c->verdict));
	return list;
}

static json_t *cost_json(int64_t wavefronts, int64_t ideal, int unit)
{
	json_t *object = json_object();
	if (unit <= 1) {
		json_object_set_new(object, "wavefronts", number(wavefronts));
		json_object_set_new(object, "ideal", number(ideal));
	}
	json_object_set_new(object, "ratio", ideal > 0 ? json_real((double)wavefronts / (double)ideal) : json_null());
	return object;
}

static json_t *measured_json(const Checked *c, int unit)
{
	if (!c->is_measured || c->measured.missing)
		return json_null();
	json_t *object = cost_json(c->measured.wavefronts, c->measured.ideal, unit);
	json_object_set_new(object, "requests", number(c->measured.requests));
	json_object_set_new(object, "blocks", c->blocks ? number(c->blocks) : json_null());
	return object;
}

static json_t *line_json(const Checked *c, int unit)
{
	const Predicted *p = c->predicted;
	json_t *object = json_object();
	json_object_set_new(object, "file", json_text(p->file));
	json_object_set_new(object, "line", number(p->line));
	json_object_set_new(object, "op", json_text(access_kind_name(p->kind)));
	json_object_set_new(object, "kernel", json_text(p->launch->kernel->name));
	json_object_set_new(object, "mangled", json_text(p->launch->kernel->mangled));
	json_object_set_new(object, "block", block_json(p->launch->block));
	json_object_set_new(object, "certainty", json_text(certainty_name(p->certainty)));
	json_object_set_new(object, "predicted", cost_json(p->wavefronts, p->ideal, 1));
	json_object_set_new(object, "measured", measured_json(c, unit));
	json_object_set_new(object, "verification", json_text(verdict_name(c->verdict)));
	json_object_set_new(object, "why", json_text(c->why));
	json_object_set_new(object, "to_the_wavefront", json_boolean(c->to_the_wavefront));
	json_object_set_new(object, "facts", facts_json(c));
	return object;
}

static json_t *beyond_json(const MeasuredLine *line, int unit)
{
	json_t *object = json_object();
	json_object_set_new(object, "file", json_text(line->file));
	json_object_set_new(object, "line", number(line->line));
	json_object_set_new(object, "op", json_text(access_kind_name(line->kind)));
	json_object_set_new(object, "mangled", json_text(line->kernel));
	json_object_set_new(object, "block", block_json(line->block));
	json_object_set_new(object, "measured", cost_json(line->wavefronts, line->ideal, unit));
	return object;
}

/* --- the document ---------------------------------------------------------------------------------- */

static json_t *counts_json(const int count[VERDICT_COUNT])
{
	json_t *object = json_object();
	for (int i = 0; i < VERDICT_COUNT; i++)
		json_object_set_new(object, verdict_name((Verdict)i), number(count[i]));
	return object;
}

static json_t *summary_json(const Verification *v)
{
	json_t *object = json_object();
	json_object_set_new(object, "lines", counts_json(v->count));
	json_object_set_new(object, "facts", counts_json(v->facts));
	json_object_set_new(object, "exact_lines", counts_json(v->exact));
	json_object_set_new(object, "exact_facts", counts_json(v->exact_facts));
	json_object_set_new(object, "to_the_wavefront", number(v->to_the_wavefront));
	json_object_set_new(object, "not_predicted", number(v->beyond.n));
	return object;
}

static void add_verification(json_t *object, const Verification *v)
{
	const Measured *measured = v->measured;
	json_t *lines = json_array(), *beyond = json_array(), *remarks = json_array();
	for (int first = 1; first >= 0; first--)
		for (int i = 0; i < v->lines.n; i++) {
			const Checked *c = &v->lines.at[i];
			bool leads = c->verdict == VERDICT_REFUTED && c->predicted->certainty == CERTAINTY_EXACT;
			if (leads == (bool)first)
				json_array_append_new(lines, line_json(c, measured->unit));
		}
	for (int i = 0; i < v->beyond.n; i++)
		json_array_append_new(beyond, beyond_json(&v->beyond.at[i], measured->unit));
	for (int i = 0; i < measured->remarks.n; i++)
		json_array_append_new(remarks, json_text(measured->remarks.at[i]));
	json_object_set_new(object, "by", json_text(measured->by));
	json_object_set_new(object, "on", json_text(measured->on));
	json_object_set_new(object, "tolerance", json_real(measured->tolerance > 0 ? measured->tolerance : MEASURED_TOLERANCE));
	json_object_set_new(object, "lines", lines);
	json_object_set_new(object, "not_predicted", beyond);
	json_object_set_new(object, "remarks", remarks);
	json_object_set_new(object, "summary", summary_json(v));
}

void report_verified_json(Buf *out, const Verified *verified)
{
	json_t *object = json_object();
	json_object_set_new(object, "version", json_text(verified->version));
	json_object_set_new(object, "ways", backends_json(verified));
	json_object_set_new(object, "failed", json_text(verified->failed));
	if (verified->verification)
		add_verification(object, verified->verification);
	json_write(out, object, 2);
}
