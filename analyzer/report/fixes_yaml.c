#include "report/fixes_yaml.h"

#include <string.h>
#include <unistd.h>
#include <yaml.h>

#include "base/heap.h"

static int write_buf(void *data, unsigned char *bytes, size_t size)
{
	buf_add(data, (const char *)bytes, size);
	return 1;
}

static void emit(yaml_emitter_t *emitter, yaml_event_t *event, int made)
{
	if (!made || !yaml_emitter_emit(emitter, event))
		heap_exhausted(); /* the events are well formed: only memory can be missing */
}

static void scalar(yaml_emitter_t *emitter, const char *text, yaml_scalar_style_t style)
{
	yaml_event_t event;
	int made = yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text, (int)strlen(text), 1, 1, style);
	emit(emitter, &event, made);
}

static void key_text(yaml_emitter_t *emitter, const char *key, const char *text)
{
	scalar(emitter, key, YAML_PLAIN_SCALAR_STYLE);
	scalar(emitter, text, strchr(text, '\n') ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_SINGLE_QUOTED_SCALAR_STYLE);
}

static void key_number(yaml_emitter_t *emitter, const char *key, size_t number)
{
	char text[24];
	snprintf(text, sizeof text, "%zu", number);
	scalar(emitter, key, YAML_PLAIN_SCALAR_STYLE);
	scalar(emitter, text, YAML_PLAIN_SCALAR_STYLE);
}

typedef enum Bracket { MAP, MAP_END, LIST, LIST_END } Bracket;

static void bracket(yaml_emitter_t *emitter, Bracket which)
{
	yaml_event_t event;
	int made = 0;
	switch (which) {
	case MAP:
		made = yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE);
		break;
	case MAP_END:
		made = yaml_mapping_end_event_initialize(&event);
		break;
	case LIST:
		made = yaml_sequence_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_SEQUENCE_STYLE);
		break;
	case LIST_END:
		made = yaml_sequence_end_event_initialize(&event);
		break;
	}
	emit(emitter, &event, made);
}

static void replacements(yaml_emitter_t *emitter, const YamlFix *fix)
{
	scalar(emitter, "Replacements", YAML_PLAIN_SCALAR_STYLE);
	bracket(emitter, LIST);
	for (int i = 0; i < fix->edits.n; i++) {
		const Edit *edit = &fix->edits.at[i];
		bracket(emitter, MAP);
		key_text(emitter, "FilePath", fix->files.at[i]);
		key_number(emitter, "Offset", edit->offset);
		key_number(emitter, "Length", edit->length);
		key_text(emitter, "ReplacementText", edit->text);
		bracket(emitter, MAP_END);
	}
	bracket(emitter, LIST_END);
}

static void diagnostic(yaml_emitter_t *emitter, const YamlFix *fix)
{
	bracket(emitter, MAP);
	key_text(emitter, "DiagnosticName", fix->name);
	scalar(emitter, "DiagnosticMessage", YAML_PLAIN_SCALAR_STYLE);
	bracket(emitter, MAP);
	key_text(emitter, "Message", fix->message);
	key_text(emitter, "FilePath", fix->file);
	key_number(emitter, "FileOffset", fix->offset);
	replacements(emitter, fix);
	bracket(emitter, MAP_END);
	key_text(emitter, "Level", "Warning");
	bracket(emitter, MAP_END);
}

static void document(yaml_emitter_t *emitter, const YamlFixes *fixes)
{
	bracket(emitter, MAP);
	key_text(emitter, "MainSourceFile", fixes->n ? fixes->at[0].main_file : "");
	scalar(emitter, "Diagnostics", YAML_PLAIN_SCALAR_STYLE);
	bracket(emitter, LIST);
	for (int i = 0; i < fixes->n; i++)
		diagnostic(emitter, &fixes->at[i]);
	bracket(emitter, LIST_END);
	bracket(emitter, MAP_END);
}

void report_fixes_yaml(Buf *out, const YamlFixes *fixes)
{
	yaml_emitter_t emitter;
	yaml_event_t event;
	if (!yaml_emitter_initialize(&emitter))
		heap_exhausted();
	yaml_emitter_set_output(&emitter, write_buf, out);
	yaml_emitter_set_unicode(&emitter, 1);
	yaml_emitter_set_width(&emitter, -1);
	emit(&emitter, &event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING));
	emit(&emitter, &event, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 0));
	document(&emitter, fixes);
	emit(&emitter, &event, yaml_document_end_event_initialize(&event, 0));
	emit(&emitter, &event, yaml_stream_end_event_initialize(&event));
	yaml_emitter_delete(&emitter);
}
