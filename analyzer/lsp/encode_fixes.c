#include "base/json.h"
#include "lsp/encode.h"

json_t *encode_edit(View *view, const Edits *edits)
{
	json_t *changes = json_object();
	for (int i = 0; i < edits->n; i++)
		view_add_edit(view, changes, edits->at[i].file, edits->at[i].offset, edits->at[i].length, edits->at[i].text);
	return json_pack("{s:o}", "changes", changes);
}

json_t *encode_fix(View *view, const Fix *fix, const char *object, int layout)
{
	const char *cost = fix->safety == FIX_ADVICE ? fix->price
						     : arena_printf(view->arena, "%s, %lld wavefronts become %lld", fix->price,
								    (long long)fix->before, (long long)fix->after);
	const char *title = arena_printf(view->arena, "Fix by %s (%s)%s%s", fix->text, cost,
					 fix->safety == FIX_UNSAFE ? "; review it: " : "", fix->safety == FIX_UNSAFE ? fix->why : "");
	json_t *item = json_pack("{s:o, s:i, s:o, s:b}", "object", json_text(object), "layout", layout, "title", json_text(title), "safe",
				 fix->safety == FIX_SAFE);
	if (fix->why)
		json_object_set_new(item, "why", json_text(fix->why));
	if (fix->safety != FIX_ADVICE)
		json_object_set_new(item, "edit", encode_edit(view, &fix->edits));
	return item;
}

json_t *encode_layout(View *view, const Diag *diag, const char *object, int layout)
{
	const char *title = arena_printf(view->arena, "Fix by %s", fixes_words(view->arena, diag, layout));
	return json_pack("{s:o, s:i, s:o}", "object", json_text(object), "layout", layout, "title", json_text(title));
}
