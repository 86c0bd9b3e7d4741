/* Programs compare their kernels with cuBLAS: enough to read them. */
#pragma once
#include <library_types.h>
typedef struct cublasContext *cublasHandle_t;
enum cublasStatus_t {
	CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3,
	CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11,
	CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
	CUBLAS_STATUS_LICENSE_ERROR = 16,
};
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasMath_t {
	CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
};
enum cublasGemmAlgo_t { CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 };
enum cublasComputeType_t {
	CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_FAST_16F = 74,
	CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77, CUBLAS_COMPUTE_64F = 70,
	CUBLAS_COMPUTE_32I = 72,
};
cublasStatus_t cublasCreate(cublasHandle_t *);
cublasStatus_t cublasDestroy(cublasHandle_t);
cublasStatus_t cublasSetStream(cublasHandle_t, cudaStream_t);
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t);
cublasStatus_t cublasSetPointerMode(cublasHandle_t, cublasPointerMode_t);
const char *cublasGetStatusString(cublasStatus_t);
#define __SMEMLINT_BLAS(letter, __T) \
	cublasStatus_t cublas##letter##gemm(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const __T *, \
					    const __T *, int, const __T *, int, const __T *, __T *, int); \
	cublasStatus_t cublas##letter##gemv(cublasHandle_t, cublasOperation_t, int, int, const __T *, const __T *, int, \
					    const __T *, int, const __T *, __T *, int); \
	cublasStatus_t cublas##letter##geam(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, const __T *, \
					    const __T *, int, const __T *, const __T *, int, __T *, int); \
	cublasStatus_t cublas##letter##axpy(cublasHandle_t, int, const __T *, const __T *, int, __T *, int); \
	cublasStatus_t cublas##letter##scal(cublasHandle_t, int, const __T *, __T *, int); \
	cublasStatus_t cublas##letter##dot(cublasHandle_t, int, const __T *, int, const __T *, int, __T *);
__SMEMLINT_BLAS(__S, float)
__SMEMLINT_BLAS(__D, double)
cublasStatus_t cublasGemmEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void *, const void *,
			    cudaDataType_t, int, const void *, cudaDataType_t, int, const void *, void *, cudaDataType_t,
			    int, cublasComputeType_t, cublasGemmAlgo_t);
