/* PyTorch's C++ interface, as far as host code that launches kernels needs it: torch/, ATen/ and THC/. */
#pragma once
#include <__smemlint_c10.h>
#include <__smemlint_pybind11.h>
#include <__smemlint_dispatch.h>
#include <cublas_v2.h>
#if __has_include(<mutex>)
#include <mutex>
#endif
namespace at {
using namespace c10;
class Tensor;
template <class __T> struct DefaultPtrTraits { typedef __T *PtrType; };
template <class __T> struct RestrictPtrTraits { typedef __T *__restrict__ PtrType; };
template <class __T, size_t __N, template <class> class __P = DefaultPtrTraits, class __I = int64_t> class TensorAccessor {
public:
	__SMEMLINT_TORCH_HD TensorAccessor(__T *__d, const __I *__z, const __I *__s) : data_(__d), sizes_(__z), strides_(__s) {}
	__SMEMLINT_TORCH_HD TensorAccessor<__T, __N - 1, __P, __I> operator[](__I __i) const
	{
		return TensorAccessor<__T, __N - 1, __P, __I>(data_ + strides_[0] * __i, sizes_ + 1, strides_ + 1);
	}
	__SMEMLINT_TORCH_HD __I size(__I __i) const { return sizes_[__i]; }
	__SMEMLINT_TORCH_HD __I stride(__I __i) const { return strides_[__i]; }
	__SMEMLINT_TORCH_HD __T *data() const { return data_; }
	__T *data_;
	const __I *sizes_, *strides_;
};
template <class __T, template <class> class __P, class __I> class TensorAccessor<__T, 1, __P, __I> {
public:
	__SMEMLINT_TORCH_HD TensorAccessor(__T *__d, const __I *__z, const __I *__s) : data_(__d), sizes_(__z), strides_(__s) {}
	__SMEMLINT_TORCH_HD __T &operator[](__I __i) const { return data_[strides_[0] * __i]; }
	__SMEMLINT_TORCH_HD __I size(__I __i) const { return sizes_[__i]; }
	__SMEMLINT_TORCH_HD __I stride(__I __i) const { return strides_[__i]; }
	__SMEMLINT_TORCH_HD __T *data() const { return data_; }
	__T *data_;
	const __I *sizes_, *strides_;
};
template <class __T, size_t __N, template <class> class __P = DefaultPtrTraits, class __I = int64_t>
class GenericPackedTensorAccessor {
public:
	__SMEMLINT_TORCH_HD TensorAccessor<__T, __N - 1, __P, __I> operator[](__I __i) const
	{
		return TensorAccessor<__T, __N - 1, __P, __I>(data_ + strides_[0] * __i, sizes_ + 1, strides_ + 1);
	}
	__SMEMLINT_TORCH_HD __I size(__I __i) const { return sizes_[__i]; }
	__SMEMLINT_TORCH_HD __I stride(__I __i) const { return strides_[__i]; }
	__SMEMLINT_TORCH_HD __T *data() const { return data_; }
	__T *data_;
	__I sizes_[__N], strides_[__N];
};
template <class __T, template <class> class __P, class __I> class GenericPackedTensorAccessor<__T, 1, __P, __I> {
public:
	__SMEMLINT_TORCH_HD __T &operator[](__I __i) const { return data_[strides_[0] * __i]; }
	__SMEMLINT_TORCH_HD __I size(__I __i) const { return sizes_[__i]; }
	__SMEMLINT_TORCH_HD __I stride(__I __i) const { return strides_[__i]; }
	__SMEMLINT_TORCH_HD __T *data() const { return data_; }
	__T *data_;
	__I sizes_[1], strides_[1];
};
template <class __T, size_t __N, template <class> class __P = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<__T, __N, __P, int32_t>;
template <class __T, size_t __N, template <class> class __P = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<__T, __N, __P, int64_t>;
template <class __T, size_t __N, template <class> class __P = DefaultPtrTraits, class __I = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<__T, __N, __P, __I>;
template <class __T> struct OpMathType { typedef __T type; };
template <> struct OpMathType<Half> { typedef float type; };
template <> struct OpMathType<BFloat16> { typedef float type; };
template <class __T> using opmath_type = typename OpMathType<__T>::type;
template <class __T, bool> struct AccumulateType { typedef __T type; };
template <bool __D> struct AccumulateType<Half, __D> { typedef float type; };
template <bool __D> struct AccumulateType<BFloat16, __D> { typedef float type; };
template <> struct AccumulateType<float, false> { typedef double type; };
template <class __T, bool __D> using acc_type = typename AccumulateType<__T, __D>::type;
template <class __T> struct numeric_limits {
	__host__ __device__ static __T lowest();
	__host__ __device__ static __T max();
	__host__ __device__ static __T lower_bound();
	__host__ __device__ static __T upper_bound();
};
struct TypeMeta {
	operator ScalarType() const;
	ScalarType toScalarType() const;
	const char *name() const;
	size_t itemsize() const;
};
bool operator==(const TypeMeta &, ScalarType);
bool operator==(ScalarType, const TypeMeta &);
bool operator==(const TypeMeta &, const TypeMeta &);
bool operator!=(const TypeMeta &, ScalarType);
bool operator!=(const TypeMeta &, const TypeMeta &);
typedef TypeMeta caffe2_TypeMeta;
struct TensorOptions {
	TensorOptions();
	TensorOptions(ScalarType);
	TensorOptions(Device);
	TensorOptions(DeviceType);
	TensorOptions(TypeMeta);
	TensorOptions dtype(ScalarType) const;
	TensorOptions dtype(TypeMeta) const;
	TypeMeta dtype() const;
	TensorOptions device(Device) const;
	TensorOptions device(DeviceType, DeviceIndex = -1) const;
	Device device() const;
	TensorOptions layout(Layout) const;
	TensorOptions requires_grad(bool = true) const;
	TensorOptions memory_format(MemoryFormat) const;
	TensorOptions pinned_memory(bool) const;
};
TensorOptions dtype(ScalarType);
TensorOptions dtype(TypeMeta);
TensorOptions device(Device);
TensorOptions requires_grad(bool = true);
namespace indexing {
struct None_t {};
constexpr None_t None{};
struct Slice {
	template <class... __A> Slice(__A...);
};
struct TensorIndex {
	template <class __A> TensorIndex(const __A &);
};
}
struct DeprecatedTypeProperties {
	operator ScalarType() const;
	ScalarType scalarType() const;
	bool is_cuda() const;
};
struct Storage {
	void *data() const;
	void *mutable_data() const;
	size_t nbytes() const;
};
#define __SMEMLINT_TENSOR_RESULT(__X) \
	__X(contiguous) __X(clone) __X(to) __X(view) __X(reshape) __X(flatten) __X(transpose) __X(permute) __X(t) __X(unsqueeze) \
	__X(squeeze) __X(expand) __X(expand_as) __X(repeat) __X(repeat_interleave) __X(select) __X(slice) __X(narrow) __X(index_select) \
	__X(index) __X(index_put_) __X(gather) __X(scatter_) __X(scatter_add_) __X(masked_fill_) __X(masked_select) __X(sum) __X(mean) \
	__X(max) __X(min) __X(amax) __X(amin) __X(argmax) __X(any) __X(all) __X(norm) __X(add) __X(add_) __X(sub) __X(sub_) __X(mul) \
	__X(mul_) __X(div) __X(div_) __X(matmul) __X(mm) __X(bmm) __X(addmm_) __X(pow) __X(sqrt) __X(exp) __X(log) __X(abs) __X(neg) \
	__X(sigmoid) __X(tanh) __X(relu) __X(clamp) __X(clamp_) __X(fill_) __X(zero_) __X(copy_) __X(set_) __X(resize_) __X(resize_as_) \
	__X(view_as) __X(cuda) __X(cpu) __X(detach) __X(cumsum) __X(nonzero) __X(eq) __X(ne) __X(lt) __X(le) __X(gt) __X(ge) \
	__X(new_empty) __X(new_zeros) __X(new_full) __X(new_ones) __X(flip) __X(roll) __X(round) __X(floor) __X(ceil) __X(pin_memory) \
	__X(type_as) __X(bitwise_and) __X(grad) __X(movedim) __X(swapaxes) __X(unfold) __X(tril) __X(triu)
class Tensor {
public:
	Tensor();
	int64_t size(int64_t) const;
	int64_t stride(int64_t) const;
	IntArrayRef sizes() const;
	IntArrayRef strides() const;
	int64_t dim() const;
	int64_t ndimension() const;
	int64_t numel() const;
	size_t nbytes() const;
	int64_t element_size() const;
	int64_t itemsize() const;
	int64_t storage_offset() const;
	Storage storage() const;
	ScalarType scalar_type() const;
	DeprecatedTypeProperties type() const;
	TypeMeta dtype() const;
	Device device() const;
	Layout layout() const;
	TensorOptions options() const;
	DeviceIndex get_device() const;
	bool defined() const;
	void reset();
	bool is_cuda() const;
	bool is_cpu() const;
	bool is_pinned() const;
	bool is_sparse() const;
	bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
	bool is_non_overlapping_and_dense() const;
	bool is_floating_point() const;
	bool requires_grad() const;
	bool equal(const Tensor &) const;
	bool is_same(const Tensor &) const;
	bool is_alias_of(const Tensor &) const;
	MemoryFormat suggest_memory_format() const;
	void *data_ptr() const;
	const void *const_data_ptr() const;
	void *mutable_data_ptr() const;
	template <class __T> __T *data_ptr() const;
	template <class __T> const __T *const_data_ptr() const;
	template <class __T> __T *mutable_data_ptr() const;
	template <class __T> __T *data() const;
	Tensor data() const;
	template <class __T> __T item() const;
	Scalar item() const;
	std::vector<Tensor> split(int64_t, int64_t = 0) const;
	std::vector<Tensor> chunk(int64_t, int64_t = 0) const;
	std::vector<Tensor> unbind(int64_t = 0) const;
	Tensor index(std::initializer_list<indexing::TensorIndex>) const;
	Tensor &index_put_(std::initializer_list<indexing::TensorIndex>, const Tensor &) const;
	Tensor view(IntArrayRef) const;
	Tensor reshape(IntArrayRef) const;
	Tensor expand(IntArrayRef) const;
	Tensor permute(IntArrayRef) const;
	Tensor repeat(IntArrayRef) const;
	Tensor sum(IntArrayRef) const;
	Tensor new_empty(IntArrayRef) const;
	Tensor new_zeros(IntArrayRef) const;
	Tensor &resize_(IntArrayRef) const;
	template <class __A> Tensor new_empty(std::initializer_list<int64_t>, __A) const;
	template <class __A> Tensor new_zeros(std::initializer_list<int64_t>, __A) const;
#define __SMEMLINT_X(__F) template <class... __A> Tensor __F(const __A &...) const;
	__SMEMLINT_TENSOR_RESULT(__SMEMLINT_X)
#undef __SMEMLINT_X
	template <class __T, size_t __N> TensorAccessor<__T, __N> accessor() const;
	template <class __T, size_t __N, template <class> class __P = DefaultPtrTraits>
	GenericPackedTensorAccessor<__T, __N, __P, int32_t> packed_accessor32() const;
	template <class __T, size_t __N, template <class> class __P = DefaultPtrTraits>
	GenericPackedTensorAccessor<__T, __N, __P, int64_t> packed_accessor64() const;
	template <class __T, size_t __N, template <class> class __P = DefaultPtrTraits, class __I = int64_t>
	GenericPackedTensorAccessor<__T, __N, __P, __I> packed_accessor() const;
	Tensor operator[](int64_t) const;
	Tensor operator[](const Tensor &) const;
	Tensor operator-() const;
	Tensor operator~() const;
	template <class __T> Tensor &operator+=(const __T &);
	template <class __T> Tensor &operator-=(const __T &);
	template <class __T> Tensor &operator*=(const __T &);
	template <class __T> Tensor &operator/=(const __T &);
};
#define __SMEMLINT_X(__OP) \
	Tensor operator __OP(const Tensor &, const Tensor &); \
	Tensor operator __OP(const Tensor &, const Scalar &); \
	Tensor operator __OP(const Scalar &, const Tensor &);
__SMEMLINT_X(+) __SMEMLINT_X(-) __SMEMLINT_X(*) __SMEMLINT_X(/) __SMEMLINT_X(==) __SMEMLINT_X(!=) __SMEMLINT_X(<)
__SMEMLINT_X(>) __SMEMLINT_X(<=) __SMEMLINT_X(>=) __SMEMLINT_X(&) __SMEMLINT_X(|)
#undef __SMEMLINT_X
#define __SMEMLINT_X(__F) \
	template <class... __A> Tensor __F(IntArrayRef, const __A &...); \
	template <class... __A> Tensor __F(const Tensor &, const __A &...);
__SMEMLINT_X(empty) __SMEMLINT_X(zeros) __SMEMLINT_X(ones) __SMEMLINT_X(full) __SMEMLINT_X(rand) __SMEMLINT_X(randn)
__SMEMLINT_X(randint) __SMEMLINT_X(empty_like) __SMEMLINT_X(zeros_like) __SMEMLINT_X(ones_like) __SMEMLINT_X(full_like)
__SMEMLINT_X(sparse_coo_tensor)
__SMEMLINT_X(empty_strided) __SMEMLINT_X(sum) __SMEMLINT_X(matmul) __SMEMLINT_X(mm) __SMEMLINT_X(bmm) __SMEMLINT_X(sigmoid)
#undef __SMEMLINT_X
template <class... __A> Tensor arange(const __A &...);
template <class... __A> Tensor linspace(const __A &...);
template <class... __A> Tensor cat(const std::vector<Tensor> &, const __A &...);
template <class... __A> Tensor stack(const std::vector<Tensor> &, const __A &...);
template <class... __A> Tensor tensor(const __A &...);
template <class __T> Tensor tensor(std::initializer_list<__T>, const TensorOptions & = TensorOptions());
template <class... __A> Tensor from_blob(void *, IntArrayRef, const __A &...);
template <class... __A> Tensor scalar_tensor(const __A &...);
typedef ArrayRef<Tensor> TensorList;
typedef SmallVector<int64_t, 5> DimVector;
std::ostream &operator<<(std::ostream &, const TypeMeta &);
std::ostream &operator<<(std::ostream &, const TensorOptions &);
std::ostream &operator<<(std::ostream &, const Tensor &);
optional<Device> device_of(const Tensor &);
struct TensorArg {
	TensorArg(const Tensor &, const char *, int);
	Tensor tensor;
};
typedef const char *CheckedFrom;
typedef ArrayRef<TensorArg> TensorArgs;
void checkAllSameGPU(CheckedFrom, ArrayRef<TensorArg>);
void checkAllSameType(CheckedFrom, ArrayRef<TensorArg>);
void checkAllSameNumel(CheckedFrom, ArrayRef<TensorArg>);
struct Context {
	void alertNotDeterministic(const char *);
	bool deterministicAlgorithms() const;
	cudaDeviceProp *getCurrentDeviceProperties() const;
};
Context &globalContext();
struct PhiloxCudaState {
	uint64_t seed_, offset_;
};
struct Generator {
	Generator();
};
struct CUDAGeneratorImpl {
#if __has_include(<mutex>)
	std::mutex mutex_;
#endif
	PhiloxCudaState philox_cuda_state(uint64_t);
	std::pair<uint64_t, uint64_t> philox_engine_inputs(uint64_t);
};
template <class __T> __T *get_generator_or_default(const optional<Generator> &, const Generator &);
struct GradMode {
	static bool is_enabled();
	static void set_enabled(bool);
};
struct AutoGradMode {
	explicit AutoGradMode(bool);
	~AutoGradMode();
};
struct InferenceMode {
	explicit InferenceMode(bool = true);
	~InferenceMode();
};
struct NoGradGuard {
	NoGradGuard();
	~NoGradGuard();
};
typedef NoGradGuard AutoNonVariableTypeMode;
namespace cuda {
using namespace c10::cuda;
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(DeviceIndex);
cublasHandle_t getCurrentCUDABlasHandle();
int warp_size();
template <class __T> constexpr __T ATenCeilDiv(__T __a, __T __b) { return (__a + __b - 1) / __b; }
namespace philox {
__host__ __device__ std::pair<uint64_t, uint64_t> unpack(PhiloxCudaState);
}
namespace detail {
const Generator &getDefaultCUDAGenerator(DeviceIndex = -1);
bool canUse32BitIndexMath(const Tensor &, int64_t = 2147483647);
}
}
template <class __T> __SMEMLINT_TORCH_HD __T ceil_div(__T __a, __T __b) { return (__a + __b - 1) / __b; }
}
__device__ unsigned char atomicAdd(unsigned char *, unsigned char);
__device__ signed char atomicAdd(signed char *, signed char);
__device__ short atomicAdd(short *, short);
__device__ long atomicAdd(long *, long);
__device__ bool atomicAdd(bool *, bool);
__device__ c10::Half atomicAdd(c10::Half *, c10::Half);
__device__ c10::BFloat16 atomicAdd(c10::BFloat16 *, c10::BFloat16);
template <class __T> __device__ inline __T gpuAtomicAdd(__T *__p, c10::__smemlint_part<__T> __v) { return atomicAdd(__p, __v); }
template <class __T> __device__ inline void gpuAtomicAddNoReturn(__T *__p, c10::__smemlint_part<__T> __v) { gpuAtomicAdd(__p, __v); }
/* the two parts one after the other */
template <class __T> __device__ inline c10::complex<__T> gpuAtomicAdd(c10::complex<__T> *__p, c10::complex<__T> __v)
{
	gpuAtomicAdd(&__p->real_, __v.real_);
	gpuAtomicAdd(&__p->imag_, __v.imag_);
	return __v;
}
template <class __T> __device__ inline void gpuAtomicAddNoReturn(c10::complex<__T> *__p, c10::complex<__T> __v) { gpuAtomicAdd(__p, __v); }
/* ATen/cuda/DeviceUtils.cuh, and ATen/native/cuda/block_reduce.cuh */
__device__ inline unsigned ACTIVE_MASK() { return __activemask(); }
__device__ inline void WARP_SYNC(unsigned __m = ~0u) { __syncwarp(__m); }
__device__ inline unsigned WARP_BALLOT(int __p, unsigned __m = ~0u) { return __ballot_sync(__m, __p); }
#define __SMEMLINT_WARP(__NAME, __CALLS) \
	template <class __T> __device__ inline __T __NAME(__T __v, int __by, int __width = 32, unsigned __m = ~0u) \
	{ \
		return __CALLS(__m, __v, __by, __width); \
	}
__SMEMLINT_WARP(WARP_SHFL, __shfl_sync)
__SMEMLINT_WARP(WARP_SHFL_XOR, __shfl_xor_sync)
__SMEMLINT_WARP(WARP_SHFL_UP, __shfl_up_sync)
__SMEMLINT_WARP(WARP_SHFL_DOWN, __shfl_down_sync)
#undef __SMEMLINT_WARP
template <class __T> __device__ inline __T doLdg(const __T *__p) { return __ldg(__p); }
namespace at {
namespace native {
namespace cuda_utils {
constexpr int kCUDABlockReduceNumThreads = 512;
template <class __T> __device__ inline __T WarpReduceSum(__T __v)
{
	for (int __by = 16; __by > 0; __by /= 2)
		__v += WARP_SHFL_DOWN(__v, __by);
	return __v;
}
/* one number of each warp goes through shared memory */
template <class __T> __device__ inline __T BlockReduceSum(__T __v, __T *__shared)
{
	const int __t = threadIdx.x, __lane = __t % 32, __warp = __t / 32;
	__v = WarpReduceSum(__v);
	__syncthreads();
	if (__lane == 0)
		__shared[__warp] = __v;
	__syncthreads();
	__v = __t < (int)blockDim.x / 32 ? __shared[__lane] : __T(0);
	return __warp == 0 ? WarpReduceSum(__v) : __v;
}
}
}
}
namespace torch {
using namespace at;
namespace nn {}
typedef c10::IValue IValue;
namespace autograd {
using namespace at;
typedef Tensor Variable;
typedef std::vector<Tensor> variable_list, tensor_list;
struct AutogradContext {
	struct {
		IValue &operator[](const std::string &);
		size_t count(const std::string &) const;
	} saved_data;
	void save_for_backward(variable_list);
	variable_list get_saved_variables() const;
	void mark_dirty(const variable_list &);
	void mark_non_differentiable(const variable_list &);
	void set_materialize_grads(bool);
	bool needs_input_grad(size_t) const;
};
/* what it launches, apply() launches */
template <class __T> struct Function {
	template <class __X = __T, class... __A>
	static auto apply(__A &&...__a) -> decltype(__X::forward((AutogradContext *)0, std::forward<__A>(__a)...))
	{
		AutogradContext __c;
		return __X::forward(&__c, std::forward<__A>(__a)...);
	}
};
}
namespace cuda {
using namespace at::cuda;
}
using c10::CustomClassHolder;
template <class... __T> struct __smemlint_types {};
template <class... __T> __smemlint_types<__T...> init();
template <class __F> __smemlint_types<__F> init(const __F &);
template <class __T> struct class_ {
	class_(const std::string &, const std::string &, std::string = "");
	template <class... __A> class_ &def(__A &&...);
	template <class... __A> class_ &def_static(__A &&...);
	template <class... __A> class_ &def_property(__A &&...);
	template <class... __A> class_ &def_readonly(__A &&...);
	template <class... __A> class_ &def_readwrite(__A &&...);
	template <class... __A> class_ &def_pickle(__A &&...);
};
struct Library {
	template <class... __A> Library &def(__A &&...);
	template <class... __A> Library &impl(__A &&...);
	template <class __T> torch::class_<__T> class_(const std::string &);
};
struct CppFunction {
	template <class __F> CppFunction(__F);
};
}
#define TORCH_LIBRARY(__N, __M) static void __smemlint_library_##__N(torch::Library &__M)
#define TORCH_LIBRARY_FRAGMENT(__N, __M) static void __SMEMLINT_JOIN(__smemlint_fragment_, __COUNTER__)(torch::Library &__M)
#define TORCH_LIBRARY_IMPL(__N, __K, __M) static void __SMEMLINT_JOIN(__smemlint_library_, __COUNTER__)(torch::Library &__M)
#define TORCH_BOX(...) (__VA_ARGS__)
#define TORCH_FN(...) (__VA_ARGS__)
#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME extension
#endif
#define CUDA_1D_KERNEL_LOOP_T(__I, __N, __T) \
	for (__T __I = blockIdx.x * blockDim.x + threadIdx.x; __I < (__N); __I += blockDim.x * gridDim.x)
#define CUDA_1D_KERNEL_LOOP(__I, __N) CUDA_1D_KERNEL_LOOP_T(__I, __N, int)
#define CUDA_KERNEL_LOOP(__I, __N) CUDA_1D_KERNEL_LOOP_T(__I, __N, int)
