#include "verify/cpu/retarget_impl.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

/* --- shared by retarget*.c ------------------------------------------------------------------------ */

LLVMTypeRef value_type(LLVMValueRef function)
{
	return LLVMGlobalGetValueType(function);
}

LLVMValueRef integer(LLVMTypeRef type, int64_t value)
{
	return LLVMConstInt(type, (unsigned long long)value, false);
}

bool starts_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

Values instructions_of(Retarget *r, LLVMValueRef function)
{
	Values all = { 0 };
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			vec_push(r->arena, &all, i);
	return all;
}

void replace_with(LLVMValueRef old, LLVMValueRef by)
{
	LLVMReplaceAllUsesWith(old, by);
	LLVMInstructionEraseFromParent(old);
}

static void fail(Retarget *r, const char *what, char *why)
{
	r->failed = arena_printf(r->arena, "%s%s%s", what, why ? ": " : "", why ? why : "");
	LLVMDisposeMessage(why);
}

/* --- the module ----------------------------------------------------------------------------------- */

static void parse(Retarget *r, LLVMMemoryBufferRef buffer, LLVMModuleRef *module)
{
	char *why = NULL;
	if (LLVMParseIRInContext2(r->context, buffer, module, &why))
		fail(r, "its device code cannot be read", why);
	LLVMDisposeMemoryBuffer(buffer);
}

static void read_module(Retarget *r)
{
	LLVMMemoryBufferRef buffer;
	char *why = NULL;
	if (LLVMCreateMemoryBufferWithContentsOfFile(r->job->in, &buffer, &why))
		fail(r, "its device code cannot be read", why);
	else
		parse(r, buffer, &r->module);
}

static void set_machine(Retarget *r)
{
	char *triple = LLVMGetDefaultTargetTriple(), *why = NULL;
	LLVMTargetRef target;
	if (LLVMInitializeNativeTarget() || LLVMGetTargetFromTriple(triple, &target, &why)) {
		fail(r, "LLVM has no code generator for this machine", why);
	} else {
		LLVMTargetMachineRef machine =
			LLVMCreateTargetMachine(target, triple, "", "", LLVMCodeGenLevelNone, LLVMRelocPIC, LLVMCodeModelDefault);
		LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
		LLVMSetModuleDataLayout(r->module, layout);
		LLVMSetTarget(r->module, triple);
		LLVMDisposeTargetData(layout);
		LLVMDisposeTargetMachine(machine);
	}
	LLVMDisposeMessage(triple);
}

static void run_passes(Retarget *r, const char *passes)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(r->module, passes, NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (error) {
		char *message = LLVMGetErrorMessage(error);
		r->failed = arena_strdup(r->arena, message);
		LLVMDisposeErrorMessage(message);
	}
}

/* --- functions of headers ------------------------------------------------------------------------- */

/* LLVM's header has it as an int. */
static const LLVMAttributeIndex OF_FUNCTION = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

static void remove_attribute(LLVMValueRef function, const char *name)
{
	LLVMRemoveEnumAttributeAtIndex(function, OF_FUNCTION, LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static bool is_of_system(Retarget *r, LLVMValueRef function)
{
	LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
	LLVMMetadataRef file = subprogram ? LLVMDIScopeGetFile(subprogram) : NULL;
	return file && is_system(r, file_path(r, file));
}

/* Inlines functions of system headers, so that their accesses have a line in the program. */
static void inline_system(Retarget *r, LLVMValueRef function)
{
	remove_attribute(function, "noinline");
	remove_attribute(function, "optnone");
	unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", strlen("alwaysinline"));
	LLVMAddAttributeAtIndex(function, OF_FUNCTION, LLVMCreateEnumAttribute(r->context, kind, 0));
}

static void set_function(Retarget *r, LLVMValueRef function)
{
	static const char *const features[] = { "target-cpu", "target-features", "tune-cpu" };
	for (size_t i = 0; i < sizeof features / sizeof *features; i++)
		LLVMRemoveStringAttributeAtIndex(function, OF_FUNCTION, features[i], (unsigned)strlen(features[i]));
	if (!LLVMIsDeclaration(function) && is_of_system(r, function))
		inline_system(r, function);
}

/* --- tracing -------------------------------------------------------------------------------------- */

/* Inlined everywhere, so that it costs little in blocks that are not traced; smem_tracing is constant within a block. */
static const char trace_text[] =
	"@smem_tracing = external global i32\n"
	"@smem_instance = external global i64\n"
	"declare void @smem_trace_access(i32, i64, i64) nounwind willreturn memory(inaccessiblemem: readwrite)\n"
	"declare void @smem_trace_copy(i32, i64, i64, i64)\n"
	"define internal void @smem_trace(i32 %site, i64 %instance, i64 %address) alwaysinline {\n"
	"  %on = load i32, ptr @smem_tracing, !invariant.load !0\n"
	"  %traced = icmp ne i32 %on, 0\n"
	"  br i1 %traced, label %yes, label %no\n"
	"yes:\n"
	"  call void @smem_trace_access(i32 %site, i64 %instance, i64 %address)\n"
	"  br label %no\n"
	"no:\n"
	"  ret void\n"
	"}\n"
	"define void @smem_keep() {\n"
	"  call void @smem_trace(i32 0, i64 0, i64 0)\n"
	"  call void @smem_trace_copy(i32 0, i64 0, i64 0, i64 0)\n"
	"  store i64 0, ptr @smem_instance\n"
	"  ret void\n"
	"}\n"
	"!0 = !{}\n";

static void add_trace(Retarget *r)
{
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(trace_text, sizeof trace_text - 1, "trace");
	LLVMModuleRef module = NULL;
	parse(r, buffer, &module);
	if (r->failed)
		return;
	LLVMSetModuleDataLayout(module, LLVMGetModuleDataLayout(r->module));
	LLVMSetTarget(module, LLVMGetTarget(r->module));
	if (LLVMLinkModules2(r->module, module)) {
		r->failed = "its device code defines names that the runtime uses";
		return;
	}
	r->trace = LLVMGetNamedFunction(r->module, "smem_trace");
	r->trace_access = LLVMGetNamedFunction(r->module, "smem_trace_access");
	r->trace_copy = LLVMGetNamedFunction(r->module, "smem_trace_copy");
	r->calls_so_far = LLVMGetNamedGlobal(r->module, "smem_instance");
	LLVMDeleteFunction(LLVMGetNamedFunction(r->module, "smem_keep"));
}

/* --- the entrance --------------------------------------------------------------------------------- */

static void find_types(Retarget *r)
{
	r->i1 = LLVMInt1TypeInContext(r->context);
	r->i8 = LLVMInt8TypeInContext(r->context);
	r->i16 = LLVMInt16TypeInContext(r->context);
	r->i32 = LLVMInt32TypeInContext(r->context);
	r->i64 = LLVMInt64TypeInContext(r->context);
	r->pointer = LLVMPointerTypeInContext(r->context, 0);
	r->nothing = LLVMVoidTypeInContext(r->context);
}

static void set_functions(Retarget *r)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
		set_function(r, f);
	run_passes(r, "always-inline,function(mem2reg)");
}

static void write_module(Retarget *r)
{
	char *why = NULL;
	if (LLVMVerifyModule(r->module, LLVMReturnStatusAction, &why))
		fail(r, "the code generated for the processor is invalid", why);
	else if (LLVMDisposeMessage(why), LLVMWriteBitcodeToFile(r->module, r->job->out))
		r->failed = "the code for this machine could not be written";
}

const char *cpu_retarget(Arena *arena, const RetargetJob *job, CpuSites *sites)
{
	static void (*const steps[])(Retarget *) = {
		read_module, find_types,     set_machine,     set_functions,  retarget_scoped, retarget_shared,
		add_trace,   retarget_trace, retarget_tables, retarget_calls, write_module,
	};
	Retarget r = { .arena = arena, .job = job, .sites = sites };
	r.context = LLVMContextCreate();
	r.builder = LLVMCreateBuilderInContext(r.context);
	for (size_t i = 0; i < sizeof steps / sizeof *steps && !r.failed; i++)
		steps[i](&r);
	LLVMDisposeBuilder(r.builder);
	if (r.module)
		LLVMDisposeModule(r.module);
	LLVMContextDispose(r.context);
	return r.failed;
}
