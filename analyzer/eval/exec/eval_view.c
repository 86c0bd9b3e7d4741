/* CuTe's tensors over shared memory: variables whose type has an object's layout. */
#include "eval/exec/exec.h"
#include "ir/place.h"

/* The offset of the first pointer in a record; -1: it has none. */
static int64_t pointer_in(const Type *type, int64_t at)
{
	if (type->kind == TY_PTR)
		return at;
	for (int i = 0; type->kind == TY_RECORD && i < type->n_fields; i++) {
		const int64_t found = pointer_in(type->fields[i].type, at + type->fields[i].offset);
		if (found >= 0)
			return found;
	}
	return -1;
}

void eval_view(Eval *ev, const Var *var)
{
	if (!ev->recorder || !type_is_shared_tensor(var->type))
		return;
	const int64_t at = pointer_in(var->type, 0);
	if (at < 0)
		return;
	ev->events++;
	Value offset, address = memory_read(&ev->mem, eval_object(ev, var), at, 8, false, var->loc);
	const Object *object = eval_target(ev, address, &offset);
	TensorView view = { .var = var };
	if (!object || object->kind != OBJ_SHARED || !object->var || !value_is_const(&offset, &view.offset))
		return;
	view.object = object->var;
	recorder_view(ev->recorder, &view);
}
