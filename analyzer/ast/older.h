/* Functions that older versions of libclang lack, by the same names: clang's nodes are asked. */
#ifndef SMEMLINT_AST_OLDER_H
#define SMEMLINT_AST_OLDER_H

#include <clang-c/Index.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which operator an expression has: since 17. */
#if SMEMLINT_LLVM_VERSION < 17
enum CXBinaryOperatorKind {
	CXBinaryOperator_Invalid,
#define BINARY_OPERATION(name, spelling) CXBinaryOperator_##name,
#include <clang/AST/OperationKinds.def>
};

enum CXUnaryOperatorKind {
	CXUnaryOperator_Invalid,
#define UNARY_OPERATION(name, spelling) CXUnaryOperator_##name,
#include <clang/AST/OperationKinds.def>
};

enum CXBinaryOperatorKind clang_getCursorBinaryOperatorKind(CXCursor c);
enum CXUnaryOperatorKind clang_getCursorUnaryOperatorKind(CXCursor c);
#endif

/* Inline assembly: since 21. */
#if SMEMLINT_LLVM_VERSION < 21
CXString clang_Cursor_getGCCAssemblyTemplate(CXCursor c);
unsigned clang_Cursor_getGCCAssemblyNumOutputs(CXCursor c);
unsigned clang_Cursor_getGCCAssemblyNumInputs(CXCursor c);
unsigned clang_Cursor_getGCCAssemblyOutput(CXCursor c, unsigned at, CXString *constraint, CXCursor *operand);
unsigned clang_Cursor_getGCCAssemblyInput(CXCursor c, unsigned at, CXString *constraint, CXCursor *operand);
#endif

#ifdef __cplusplus
}
#endif

#endif
