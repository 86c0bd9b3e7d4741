/* c10, the base of PyTorch: scalar types, devices, streams and checks. */
#pragma once
#include <__smemlint_library.h>
#if __cplusplus >= 201703L && __has_include(<variant>)
#include <variant>
#endif
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define __SMEMLINT_TORCH_HD __host__ __device__ inline
#define __SMEMLINT_TORCH_OPERATOR(__H, __OP) \
	__SMEMLINT_TORCH_HD __H operator __OP(const __H &__a, const __H &__b) { return (float)__a __OP (float)__b; } \
	__SMEMLINT_TORCH_HD __H &operator __OP##=(__H &__a, const __H &__b) { return __a = (float)__a __OP (float)__b; } \
	__SMEMLINT_TORCH_HD float &operator __OP##=(float &__a, const __H &__b) { return __a = __a __OP (float)__b; } \
	__SMEMLINT_TORCH_MIXED(__H, __OP, float, float) \
	__SMEMLINT_TORCH_MIXED(__H, __OP, double, double) \
	__SMEMLINT_TORCH_MIXED(__H, __OP, int, __H) \
	__SMEMLINT_TORCH_MIXED(__H, __OP, long, __H)
#define __SMEMLINT_TORCH_MIXED(__H, __OP, __T, __R) \
	__SMEMLINT_TORCH_HD __R operator __OP(const __H &__a, __T __b) { return (__R)((float)__a __OP __b); } \
	__SMEMLINT_TORCH_HD __R operator __OP(__T __a, const __H &__b) { return (__R)(__a __OP (float)__b); }
#define __SMEMLINT_TORCH_COMPARE(__H, __OP) \
	template <class __T, typename __smemlint_same<__T, __H>::type = 0> /* another number is compared as it is */ \
	__SMEMLINT_TORCH_HD bool operator __OP(const __T &__a, const __T &__b) \
	{ \
		return (float)__a __OP (float)__b; \
	}
#define __SMEMLINT_TORCH_HALF(__H, __CUDA) \
	struct __H; \
	__host__ __device__ unsigned short __smemlint_bits(const __H *, float); \
	struct alignas(2) __H { \
		unsigned short x; \
		__H() = default; \
		__SMEMLINT_TORCH_HD __H(float __v) : x(__smemlint_bits((const __H *)0, __v)) {} \
		__SMEMLINT_TORCH_HD __H(const __CUDA &__v) : x(*(const unsigned short *)&__v) {} \
		__SMEMLINT_TORCH_HD operator float() const { return (float)*(const __CUDA *)&x; } \
		__SMEMLINT_TORCH_HD operator __CUDA() const { return *(const __CUDA *)&x; } \
	}; \
	__SMEMLINT_TORCH_HD __H operator-(const __H &__a) { return -(float)__a; } \
	__SMEMLINT_TORCH_COMPARE(__H, <) \
	__SMEMLINT_TORCH_COMPARE(__H, >) \
	__SMEMLINT_TORCH_COMPARE(__H, <=) \
	__SMEMLINT_TORCH_COMPARE(__H, >=) \
	__SMEMLINT_TORCH_COMPARE(__H, ==) \
	__SMEMLINT_TORCH_COMPARE(__H, !=) \
	__SMEMLINT_TORCH_OPERATOR(__H, +) \
	__SMEMLINT_TORCH_OPERATOR(__H, -) \
	__SMEMLINT_TORCH_OPERATOR(__H, *) \
	__SMEMLINT_TORCH_OPERATOR(__H, /)
#define __SMEMLINT_TORCH_FLOAT8(__H) \
	struct alignas(1) __H { \
		unsigned char x; \
		__H() = default; \
		__host__ __device__ __H(float); \
		__SMEMLINT_TORCH_HD operator float() const { return __smemlint_value8(x); } \
	};
#define __SMEMLINT_SCALAR_TYPES(__X) \
	__X(unsigned char, Byte) __X(signed char, Char) __X(short, Short) __X(int, Int) __X(int64_t, Long) __X(Half, Half) \
	__X(float, Float) __X(double, Double) __X(complex<Half>, ComplexHalf) __X(complex<float>, ComplexFloat) \
	__X(complex<double>, ComplexDouble) __X(bool, Bool) __X(BFloat16, BFloat16) __X(Float8_e5m2, Float8_e5m2) \
	__X(Float8_e4m3fn, Float8_e4m3fn) __X(uint16_t, UInt16) __X(uint32_t, UInt32) __X(uint64_t, UInt64) \
	__X(Float8_e5m2fnuz, Float8_e5m2fnuz) __X(Float8_e4m3fnuz, Float8_e4m3fnuz) __X(Float8_e8m0fnu, Float8_e8m0fnu) \
	__X(Float4_e2m1fn_x2, Float4_e2m1fn_x2)
#include <__smemlint_complex.h>
namespace c10 {
template <class __A, class __B> struct __smemlint_same {};
template <class __A> struct __smemlint_same<__A, __A> {
	typedef int type;
};
__SMEMLINT_TORCH_HALF(Half, __half)
__SMEMLINT_TORCH_HALF(BFloat16, __nv_bfloat16)
__host__ __device__ float __smemlint_value8(unsigned char);
__SMEMLINT_TORCH_FLOAT8(Float8_e5m2)
__SMEMLINT_TORCH_FLOAT8(Float8_e4m3fn)
__SMEMLINT_TORCH_FLOAT8(Float8_e5m2fnuz)
__SMEMLINT_TORCH_FLOAT8(Float8_e4m3fnuz)
__SMEMLINT_TORCH_FLOAT8(Float8_e8m0fnu)
struct Float4_e2m1fn_x2 {
	uint8_t val_;
};
enum class ScalarType : signed char {
#define __SMEMLINT_X(__T, __N) __N,
	__SMEMLINT_SCALAR_TYPES(__SMEMLINT_X)
#undef __SMEMLINT_X
	Undefined, NumOptions
};
#define __SMEMLINT_X(__T, __N) constexpr ScalarType k##__N = ScalarType::__N;
__SMEMLINT_SCALAR_TYPES(__SMEMLINT_X)
#undef __SMEMLINT_X
constexpr ScalarType kUInt8 = kByte, kInt8 = kChar, kInt16 = kShort, kInt32 = kInt, kInt64 = kLong, kFloat16 = kHalf,
		     kFloat32 = kFloat, kFloat64 = kDouble;
namespace impl {
template <ScalarType __N> struct ScalarTypeToCPPType;
#define __SMEMLINT_X(__T, __N) template <> struct ScalarTypeToCPPType<ScalarType::__N> { typedef __T type; };
__SMEMLINT_SCALAR_TYPES(__SMEMLINT_X)
#undef __SMEMLINT_X
template <ScalarType __N> using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<__N>::type;
}
template <class __T> struct CppTypeToScalarType;
#define __SMEMLINT_X(__T, __N) \
	template <> struct CppTypeToScalarType<__T> { static constexpr ScalarType value = ScalarType::__N; };
__SMEMLINT_SCALAR_TYPES(__SMEMLINT_X)
#undef __SMEMLINT_X
const char *toString(ScalarType);
size_t elementSize(ScalarType);
bool isFloatingType(ScalarType);
bool isIntegralType(ScalarType, bool = false);
typedef signed char DeviceIndex;
enum class DeviceType : signed char { CPU = 0, CUDA = 1, HIP = 6 };
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA;
struct Device {
	Device(DeviceType, DeviceIndex = -1);
	Device(const std::string &);
	Device(const char *);
	DeviceIndex index() const;
	DeviceType type() const;
	bool is_cuda() const;
	bool is_cpu() const;
	bool has_index() const;
	std::string str() const;
	bool operator==(const Device &) const;
	bool operator!=(const Device &) const;
};
enum class Layout : signed char { Strided, Sparse };
constexpr Layout kStrided = Layout::Strided, kSparse = Layout::Sparse;
enum class MemoryFormat : signed char { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
struct nullopt_t {};
constexpr nullopt_t nullopt{};
template <class __T> class optional {
	__T value_;
	bool has_;
public:
	optional();
	optional(nullopt_t);
	optional(const __T &);
	template <class __U> optional(const __U &);
	bool has_value() const;
	explicit operator bool() const;
	const __T &value() const;
	__T &value();
	__T value_or(const __T &) const;
	const __T &operator*() const;
	__T &operator*();
	const __T *operator->() const;
	__T *operator->();
	template <class... __A> __T &emplace(__A &&...);
	void reset();
};
template <class __T, unsigned __N> class SmallVector;
template <class __T> class ArrayRef {
	const __T *data_;
	size_t length_;
public:
	typedef __T value_type;
	typedef size_t size_type;
	typedef const __T *iterator, *const_iterator;
	ArrayRef();
	ArrayRef(const __T &);
	ArrayRef(const __T *, size_t);
	ArrayRef(const __T *, const __T *);
	ArrayRef(const std::vector<__T> &);
	template <unsigned __N> ArrayRef(const SmallVector<__T, __N> &);
	template <size_t __N> ArrayRef(const std::array<__T, __N> &);
	template <size_t __N> ArrayRef(const __T (&)[__N]);
	ArrayRef(std::initializer_list<__T>);
	const __T *data() const;
	const __T *begin() const;
	const __T *end() const;
	const __T *cbegin() const;
	const __T *cend() const;
	const __T &operator[](size_t) const;
	const __T &at(size_t) const;
	const __T &front() const;
	const __T &back() const;
	size_t size() const;
	bool empty() const;
	bool equals(ArrayRef) const;
	template <class __F> bool allMatch(const __F &) const;
	ArrayRef slice(size_t) const;
	ArrayRef slice(size_t, size_t) const;
	std::vector<__T> vec() const;
};
typedef ArrayRef<int64_t> IntArrayRef;
struct SymInt {
	SymInt(int64_t);
	int64_t expect_int() const;
	int64_t guard_int(const char *, int64_t) const;
	bool is_symbolic() const;
};
typedef ArrayRef<SymInt> SymIntArrayRef;
#define __SMEMLINT_X(__OP) \
	template <class __T> bool operator __OP(ArrayRef<__T>, ArrayRef<__T>); \
	template <class __T> bool operator __OP(ArrayRef<__T>, const std::vector<__T> &); \
	template <class __T> bool operator __OP(const std::vector<__T> &, ArrayRef<__T>);
__SMEMLINT_X(==)
__SMEMLINT_X(!=)
#undef __SMEMLINT_X
template <class __T> ArrayRef<__T> makeArrayRef(const __T *, size_t);
template <class __T> ArrayRef<__T> makeArrayRef(const std::vector<__T> &);
template <class __T, unsigned __N> class SmallVector : public std::vector<__T> {
public:
	SmallVector();
	explicit SmallVector(size_t);
	SmallVector(size_t, const __T &);
	SmallVector(std::initializer_list<__T>);
	explicit SmallVector(ArrayRef<__T>);
	template <class __I> SmallVector(__I, __I);
};
struct intrusive_ptr_target {
	virtual ~intrusive_ptr_target();
};
typedef intrusive_ptr_target CustomClassHolder;
template <class __T> struct List : std::vector<__T> {
	List();
	List(std::initializer_list<__T>);
	explicit List(ArrayRef<__T>);
	__T get(size_t) const;
	void set(size_t, const __T &);
	__T extract(size_t) const;
	std::vector<__T> vec() const;
};
template <class __T> class intrusive_ptr {
public:
	intrusive_ptr();
	intrusive_ptr(decltype(nullptr));
	template <class __U> intrusive_ptr(const intrusive_ptr<__U> &);
	template <class... __A> static intrusive_ptr make(__A &&...);
	__T *operator->() const;
	__T &operator*() const;
	__T *get() const;
	bool defined() const;
	void reset();
	explicit operator bool() const;
};
template <class __T, class... __A> intrusive_ptr<__T> make_intrusive(__A &&...);
struct Scalar {
	template <class __T> Scalar(__T);
	template <class __T> __T to() const;
	double toDouble() const;
	int64_t toLong() const;
	float toFloat() const;
	int toInt() const;
};
struct IValue {
	IValue();
	template <class __T> IValue(const __T &);
	template <class __T> __T to() const;
	int64_t toInt() const;
	double toDouble() const;
	bool toBool() const;
	bool isNone() const;
	std::string toStringRef() const;
	std::vector<int64_t> toIntVector() const;
	std::vector<double> toDoubleVector() const;
	template <class __T> intrusive_ptr<__T> toCustomClass() const;
};
template <class __F> class TypedOperatorHandle;
template <class __R, class... __A> class TypedOperatorHandle<__R(__A...)> {
public:
	__R call(__A...) const;
	__R redispatch(__A...) const;
};
struct OperatorHandle {
	template <class __F> TypedOperatorHandle<__F> typed() const;
};
struct Dispatcher {
	static Dispatcher &singleton();
	OperatorHandle findSchemaOrThrow(const char *, const char *) const;
};
struct DataPtr {
	void *get() const;
};
template <class __T> class Range {
public:
	struct iterator {
		__T at;
		__T operator*() const { return at; }
		iterator &operator++() { ++at; return *this; }
		bool operator!=(const iterator &__o) const { return at < __o.at; }
	};
	iterator begin() const { return iterator{first}; }
	iterator end() const { return iterator{last}; }
	__T first, last;
};
template <class __T> Range<__T> irange(__T __n) { return Range<__T>{__T(), __n}; }
template <class __T, class __U> Range<__U> irange(__T __b, __U __n) { return Range<__U>{(__U)__b, __n}; }
template <class __C> int64_t multiply_integers(const __C &);
struct Error {
	const char *what() const;
};
#define __SMEMLINT_X(__T) std::ostream &operator<<(std::ostream &, const __T &);
__SMEMLINT_X(ScalarType) __SMEMLINT_X(Half) __SMEMLINT_X(BFloat16) __SMEMLINT_X(DeviceType) __SMEMLINT_X(Device)
__SMEMLINT_X(Layout) __SMEMLINT_X(MemoryFormat) __SMEMLINT_X(Scalar) __SMEMLINT_X(Error)
#undef __SMEMLINT_X
template <class __T> std::ostream &operator<<(std::ostream &, ArrayRef<__T>);
struct DeviceGuard {
	explicit DeviceGuard(Device);
	~DeviceGuard();
	void set_index(DeviceIndex);
};
struct OptionalDeviceGuard {
	OptionalDeviceGuard();
	explicit OptionalDeviceGuard(optional<Device>);
	~OptionalDeviceGuard();
	void reset_device(Device);
};
namespace cuda {
class CUDAStream {
public:
	operator cudaStream_t() const;
	cudaStream_t stream() const;
	Device device() const;
	DeviceIndex device_index() const;
	void synchronize() const;
	static CUDAStream unpack3(int64_t, DeviceIndex, DeviceType);
};
CUDAStream getCurrentCUDAStream(DeviceIndex = -1);
CUDAStream getDefaultCUDAStream(DeviceIndex = -1);
CUDAStream getStreamFromPool(bool = false, DeviceIndex = -1);
CUDAStream getStreamFromExternal(cudaStream_t, DeviceIndex);
void setCurrentCUDAStream(CUDAStream);
DeviceIndex device_count();
DeviceIndex current_device();
void set_device(DeviceIndex);
struct CUDAGuard {
	explicit CUDAGuard(DeviceIndex);
	explicit CUDAGuard(Device);
	~CUDAGuard();
	void set_device(Device);
	void set_index(DeviceIndex);
};
struct OptionalCUDAGuard {
	OptionalCUDAGuard();
	explicit OptionalCUDAGuard(optional<Device>);
	explicit OptionalCUDAGuard(optional<DeviceIndex>);
	explicit OptionalCUDAGuard(Device);
	~OptionalCUDAGuard();
};
struct CUDAStreamGuard {
	explicit CUDAStreamGuard(CUDAStream);
	~CUDAStreamGuard();
};
namespace CUDACachingAllocator {
struct __smemlint_allocator {
	DataPtr allocate(size_t) const;
};
__smemlint_allocator *get();
void *raw_alloc(size_t);
void raw_delete(void *);
}
}
}
#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(__N) __launch_bounds__(__N)
#define C10_LAUNCH_BOUNDS_2(__N, __M) __launch_bounds__(__N, __M)
#define C10_WARP_SIZE 32
#define C10_RESTRICT __restrict__
#define C10_UNLIKELY(...) (__VA_ARGS__)
#define C10_LIKELY(...) (__VA_ARGS__)
#define C10_ALWAYS_INLINE inline
#define C10_EXPORT
#define C10_API
#define TORCH_API
#define TORCH_CUDA_CU_API
#define TORCH_CUDA_CPP_API
#define C10_CUDA_CHECK(...) ((void)(__VA_ARGS__))
#define C10_CUDA_CHECK_WARN(...) ((void)(__VA_ARGS__))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)0)
#define AT_CUDA_CHECK(...) ((void)(__VA_ARGS__))
#define AT_CUDA_DRIVER_CHECK(...) ((void)(__VA_ARGS__))
#define TORCH_CUDABLAS_CHECK(...) ((void)(__VA_ARGS__))
#define THCudaCheck(...) ((void)(__VA_ARGS__))
#define CUDA_KERNEL_ASSERT(...) ((void)0)
/* a whole statement, as PyTorch's is: no semicolon has to follow */
#define __SMEMLINT_TORCH_NEED(__C) if (!(__C)) { throw ::c10::Error(); }
#define TORCH_CHECK(__C, ...) __SMEMLINT_TORCH_NEED(__C)
#define TORCH_CHECK_EQ(__A, __B) __SMEMLINT_TORCH_NEED((__A) == (__B))
#define TORCH_CHECK_NE(__A, __B) __SMEMLINT_TORCH_NEED((__A) != (__B))
#define TORCH_CHECK_LE(__A, __B) __SMEMLINT_TORCH_NEED((__A) <= (__B))
#define TORCH_CHECK_LT(__A, __B) __SMEMLINT_TORCH_NEED((__A) < (__B))
#define TORCH_CHECK_GE(__A, __B) __SMEMLINT_TORCH_NEED((__A) >= (__B))
#define TORCH_CHECK_GT(__A, __B) __SMEMLINT_TORCH_NEED((__A) > (__B))
#define TORCH_CHECK_VALUE(__C, ...) __SMEMLINT_TORCH_NEED(__C)
#define TORCH_CHECK_INDEX(__C, ...) __SMEMLINT_TORCH_NEED(__C)
#define TORCH_CHECK_TYPE(__C, ...) __SMEMLINT_TORCH_NEED(__C)
#define TORCH_CHECK_NOT_IMPLEMENTED(__C, ...) __SMEMLINT_TORCH_NEED(__C)
#define TORCH_INTERNAL_ASSERT(__C, ...) __SMEMLINT_TORCH_NEED(__C)
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(__C, ...) __SMEMLINT_TORCH_NEED(__C)
#define STD_TORCH_CHECK(__C, ...) __SMEMLINT_TORCH_NEED(__C)
#define AT_ASSERTM(__C, ...) __SMEMLINT_TORCH_NEED(__C)
#define AT_ASSERT(__C, ...) __SMEMLINT_TORCH_NEED(__C)
#define AT_CHECK(__C, ...) __SMEMLINT_TORCH_NEED(__C)
#define AT_ERROR(...) throw ::c10::Error()
#define TORCH_WARN(...) ((void)0)
#define TORCH_WARN_ONCE(...) ((void)0)
/* c10/util/Logging.h; a program may have its own names before */
namespace c10 {
struct __smemlint_log {
	template <class __T> const __smemlint_log &operator<<(const __T &) const;
	const __smemlint_log &operator<<(std::ostream &(*)(std::ostream &)) const;
};
}
#ifndef LOG
#define LOG(__N) ::c10::__smemlint_log()
#define LOG_IF(__N, __C) if (!(__C)) { } else ::c10::__smemlint_log()
#define VLOG(__N) ::c10::__smemlint_log()
#define VLOG_IF(__N, __C) if (!(__C)) { } else ::c10::__smemlint_log()
#define VLOG_IS_ON(__N) false
#endif
#ifndef CHECK
#define __SMEMLINT_LOG_NEED(__C) if (!(__C)) throw ::c10::Error(); else ::c10::__smemlint_log()
#define CHECK(__C) __SMEMLINT_LOG_NEED(__C)
#define CHECK_EQ(__A, __B) __SMEMLINT_LOG_NEED((__A) == (__B))
#define CHECK_NE(__A, __B) __SMEMLINT_LOG_NEED((__A) != (__B))
#define CHECK_LE(__A, __B) __SMEMLINT_LOG_NEED((__A) <= (__B))
#define CHECK_LT(__A, __B) __SMEMLINT_LOG_NEED((__A) < (__B))
#define CHECK_GE(__A, __B) __SMEMLINT_LOG_NEED((__A) >= (__B))
#define CHECK_GT(__A, __B) __SMEMLINT_LOG_NEED((__A) > (__B))
#define CHECK_NOTNULL(__P) (__P)
#define DCHECK(__C) __SMEMLINT_LOG_NEED(__C)
#define DCHECK_EQ(__A, __B) __SMEMLINT_LOG_NEED((__A) == (__B))
#define DCHECK_LT(__A, __B) __SMEMLINT_LOG_NEED((__A) < (__B))
#endif
