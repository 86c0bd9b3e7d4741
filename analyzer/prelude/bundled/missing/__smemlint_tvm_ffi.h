/* TVM's FFI: tensors that host code gets, as far as it launches kernels with them. */
#pragma once
#include <__smemlint_library.h>
enum DLDeviceType { kDLCPU = 1, kDLCUDA = 2, kDLCUDAHost = 3 };
enum DLDataTypeCode {
	kDLInt = 0, kDLUInt, kDLFloat, kDLOpaqueHandle, kDLBfloat, kDLComplex, kDLBool, kDLFloat8_e3m4, kDLFloat8_e4m3,
	kDLFloat8_e4m3b11fnuz, kDLFloat8_e4m3fn, kDLFloat8_e4m3fnuz, kDLFloat8_e5m2, kDLFloat8_e5m2fnuz, kDLFloat8_e8m0fnu,
	kDLFloat6_e2m3fn, kDLFloat6_e3m2fn, kDLFloat4_e2m1fn
};
struct DLDevice {
	DLDeviceType device_type;
	int device_id;
};
struct DLDataType {
	uint8_t code, bits;
	uint16_t lanes;
};
struct DLTensor {
	void *data;
	DLDevice device;
	int ndim;
	DLDataType dtype;
	int64_t *shape, *strides;
	uint64_t byte_offset;
};
bool operator==(const DLDataType &, const DLDataType &);
bool operator!=(const DLDataType &, const DLDataType &);
bool operator==(const DLDevice &, const DLDevice &);
bool operator!=(const DLDevice &, const DLDevice &);
std::ostream &operator<<(std::ostream &, const DLDataType &);
std::ostream &operator<<(std::ostream &, const DLDevice &);
namespace tvm {
namespace ffi {
struct Shape {
	int64_t front() const;
	int64_t back() const;
	bool empty() const;
	int64_t Product() const;
	int64_t operator[](size_t) const;
	size_t size() const;
	const int64_t *begin() const;
	const int64_t *end() const;
	const int64_t *data() const;
	Shape();
	Shape(std::initializer_list<int64_t>);
};
typedef Shape ShapeView;
struct TensorView {
	TensorView();
	TensorView(const DLTensor *);
	void *data_ptr() const;
	int64_t size(int64_t) const;
	int64_t stride(int64_t) const;
	int64_t numel() const;
	int dim() const;
	int ndim() const;
	Shape shape() const;
	Shape sizes() const;
	Shape strides() const;
	DLDataType dtype() const;
	DLDevice device() const;
	bool IsContiguous() const;
	uint64_t byte_offset() const;
};
struct Tensor : TensorView {
	bool defined() const;
	explicit operator bool() const;
	template <class... __A> static Tensor FromNDAlloc(__A &&...);
	template <class... __A> static Tensor FromEnvAlloc(__A &&...);
};
template <class __T> struct Optional {
	Optional();
	template <class __U> Optional(const __U &);
	bool has_value() const;
	explicit operator bool() const;
	const __T &value() const;
	template <class __U> __T value_or(const __U &) const;
	const __T &operator*() const;
	const __T *operator->() const;
};
template <class __T> struct Array {
	typedef __T value_type;
	Array();
	Array(std::initializer_list<__T>);
	Array(const std::vector<__T> &);
	Array(size_t, const __T &);
	template <class __I> Array(__I, __I);
	size_t size() const;
	size_t capacity() const;
	bool empty() const;
	const __T &operator[](int64_t) const;
	const __T &at(int64_t) const;
	const __T &front() const;
	const __T &back() const;
	const __T *begin() const;
	const __T *end() const;
	void Set(int64_t, const __T &);
	void push_back(const __T &);
	template <class... __A> void emplace_back(__A &&...);
	void pop_back();
	void reserve(int64_t);
	void resize(int64_t);
	void clear();
};
template <class __K, class __V> struct Map {
	size_t size() const;
	bool empty() const;
	size_t count(const __K &) const;
	const __V &operator[](const __K &) const;
	const __V &at(const __K &) const;
	void Set(const __K &, const __V &);
};
template <class... __T> struct Tuple {
	template <class... __A> Tuple(const __A &...);
};
template <class... __T> struct Variant {
	template <class __A> Variant(const __A &);
	template <class __A> __A get() const;
	template <class __A> Optional<__A> as() const;
};
struct String {
	String(const char *);
	String(const std::string &);
	operator std::string() const;
	const char *c_str() const;
	const char *data() const;
	size_t size() const;
	bool empty() const;
};
bool operator==(const String &, const char *);
bool operator!=(const String &, const char *);
bool operator==(const String &, const String &);
bool operator!=(const String &, const String &);
std::ostream &operator<<(std::ostream &, const String &);
struct Object {};
template <class __T> struct ObjectPtr {
	ObjectPtr();
	ObjectPtr(decltype(nullptr));
	template <class __U> ObjectPtr(const ObjectPtr<__U> &);
	__T *get() const;
	__T *operator->() const;
	__T &operator*() const;
	explicit operator bool() const;
};
template <class __T, class... __A> ObjectPtr<__T> make_object(__A &&...);
struct ObjectRef {
	ObjectRef();
	explicit ObjectRef(ObjectPtr<Object>);
	bool defined() const;
	const Object *get() const;
};
struct Any {
	Any();
	template <class __T> Any(const __T &);
	template <class __T> __T cast() const;
	template <class __T> Optional<__T> as() const;
};
typedef Any AnyView;
struct PackedArgs {
	int size() const;
	AnyView operator[](int) const;
};
struct Function {
	Function();
	Function(decltype(nullptr));
	template <class __F> static Function FromTyped(const __F &);
	template <class __F> static Function FromTyped(const __F &, const std::string &);
	template <class __F> static Function FromPacked(const __F &);
	static Optional<Function> GetGlobal(const char *);
	static Function GetGlobalRequired(const char *);
	template <class... __A> Any operator()(__A &&...) const;
};
struct ModuleObj : Object {
	virtual ~ModuleObj();
	virtual const char *kind() const = 0;
	virtual int GetPropertyMask() const;
	virtual Optional<Function> GetFunction(const String &) = 0;
};
struct Module : ObjectRef {
	Module();
	template <class __T> explicit Module(const ObjectPtr<__T> &);
};
std::string DLDataTypeToString(DLDataType);
DLDataType StringToDLDataType(const String &);
size_t GetDataSize(const DLTensor &);
size_t GetDataSize(int64_t, DLDataType);
bool IsContiguous(const DLTensor &);
struct CUDADeviceGuard {
	CUDADeviceGuard(int);
	~CUDADeviceGuard();
};
struct __smemlint_stream {
	template <class __T> const __smemlint_stream &operator<<(const __T &) const;
};
struct __smemlint_fail {
	void operator&(const __smemlint_stream &) const { throw 0; }
};
}
}
extern "C" {
void *TVMFFIEnvGetStream(int, int);
int TVMFFIEnvSetStream(int, int, void *, void **);
int TVMFFIEnvTensorAlloc(DLTensor *, void **);
}
#define TVM_FFI_ICHECK(...) (__VA_ARGS__) ? (void)0 : ::tvm::ffi::__smemlint_fail() & ::tvm::ffi::__smemlint_stream()
#define TVM_FFI_CHECK(__C, ...) TVM_FFI_ICHECK(__C)
#define TVM_FFI_ICHECK_EQ(__A, __B) TVM_FFI_ICHECK((__A) == (__B))
#define TVM_FFI_ICHECK_NE(__A, __B) TVM_FFI_ICHECK((__A) != (__B))
#define TVM_FFI_ICHECK_LT(__A, __B) TVM_FFI_ICHECK((__A) < (__B))
#define TVM_FFI_ICHECK_LE(__A, __B) TVM_FFI_ICHECK((__A) <= (__B))
#define TVM_FFI_ICHECK_GT(__A, __B) TVM_FFI_ICHECK((__A) > (__B))
#define TVM_FFI_ICHECK_GE(__A, __B) TVM_FFI_ICHECK((__A) >= (__B))
#define TVM_FFI_THROW(...) ::tvm::ffi::__smemlint_fail() & ::tvm::ffi::__smemlint_stream()
#define TVM_FFI_LOG_AND_THROW(...) ::tvm::ffi::__smemlint_fail() & ::tvm::ffi::__smemlint_stream()
#define TVM_FFI_DLL_EXPORT_TYPED_FUNC(...) static_assert(true, "")
#define TVM_FFI_DLL_EXPORT
#define TVM_FFI_STATIC_INIT_BLOCK() static void __smemlint_init()
#define TVM_FFI_INLINE inline
