/* OpenCV: matrices as kernels get them, and what host code launches kernels with. */
#pragma once
#include <__smemlint_library.h>
#if __has_include(<thrust/tuple.h>)
#include <thrust/tuple.h>
#else
namespace thrust {
template <class... __T> struct tuple {
	tuple();
	__device__ tuple(__T...);
};
template <class... __T> __device__ tuple<__T &...> tie(__T &...);
template <class... __T> __device__ tuple<__T...> make_tuple(__T...);
}
#endif
#define __SMEMLINT_CV_HD __host__ __device__ __forceinline__
/* opencv2/opencv_modules.hpp: a build has all of them that kernels are guarded by. */
#define HAVE_OPENCV_CORE
#define HAVE_OPENCV_CALIB3D
#define HAVE_OPENCV_CUDAARITHM
#define HAVE_OPENCV_CUDAFILTERS
#define HAVE_OPENCV_CUDAIMGPROC
#define HAVE_OPENCV_CUDALEGACY
#define HAVE_OPENCV_CUDAWARPING
#define HAVE_OPENCV_CUDEV
#define HAVE_OPENCV_IMGPROC
#define HAVE_OPENCV_OBJDETECT
#define HAVE_OPENCV_VIDEO
typedef unsigned char uchar;
typedef signed char schar;
typedef unsigned short ushort;
typedef unsigned int uint;
namespace cv {
using ::uchar;
using ::schar;
using ::ushort;
using ::uint;
typedef std::string String;
template <class __T> struct Size_ {
	__T width, height;
	Size_();
	Size_(__T, __T);
	__T area() const;
};
typedef Size_<int> Size;
template <class __T> struct Point_ {
	__T x, y;
	Point_();
	Point_(__T, __T);
};
typedef Point_<int> Point;
typedef Point_<float> Point2f;
template <class __T> struct Rect_ {
	__T x, y, width, height;
	Rect_();
	Rect_(__T, __T, __T, __T);
};
typedef Rect_<int> Rect;
template <class __T> struct Scalar_ {
	__T val[4];
	__T &operator[](int);
	const __T &operator[](int) const;
	static Scalar_ all(__T);
};
typedef Scalar_<double> Scalar;
struct Mat {
	int rows, cols, flags;
	uchar *data;
	int type() const;
	int depth() const;
	int channels() const;
	bool empty() const;
	Size size() const;
	template <class __T> __T *ptr(int = 0) const;
	template <class __T> __T &at(int, int) const;
};
struct _InputArray {
	template <class __T> _InputArray(const __T &);
};
typedef const _InputArray &InputArray, &OutputArray, &InputOutputArray;
namespace cuda {
template <class __T> struct DevPtr {
	typedef __T elem_type;
	typedef int index_type;
	enum { elem_size = sizeof(__T) };
	__T *data;
	__SMEMLINT_CV_HD DevPtr() : data(0) {}
	__SMEMLINT_CV_HD DevPtr(__T *__d) : data(__d) {}
	__SMEMLINT_CV_HD size_t elemSize() const { return elem_size; }
	__SMEMLINT_CV_HD operator __T *() { return data; }
	__SMEMLINT_CV_HD operator const __T *() const { return data; }
};
template <class __T> struct PtrSz : DevPtr<__T> {
	size_t size;
	__SMEMLINT_CV_HD PtrSz() : size(0) {}
	__SMEMLINT_CV_HD PtrSz(__T *__d, size_t __n) : DevPtr<__T>(__d), size(__n) {}
};
template <class __T> struct PtrStep : DevPtr<__T> {
	size_t step;
	__SMEMLINT_CV_HD PtrStep() : step(0) {}
	__SMEMLINT_CV_HD PtrStep(__T *__d, size_t __s) : DevPtr<__T>(__d), step(__s) {}
	__SMEMLINT_CV_HD __T *ptr(int __y = 0) { return (__T *)((char *)DevPtr<__T>::data + __y * step); }
	__SMEMLINT_CV_HD const __T *ptr(int __y = 0) const { return (const __T *)((const char *)DevPtr<__T>::data + __y * step); }
	__SMEMLINT_CV_HD __T &operator()(int __y, int __x) { return ptr(__y)[__x]; }
	__SMEMLINT_CV_HD const __T &operator()(int __y, int __x) const { return ptr(__y)[__x]; }
};
template <class __T> struct PtrStepSz : PtrStep<__T> {
	int cols, rows;
	__SMEMLINT_CV_HD PtrStepSz() : cols(0), rows(0) {}
	__SMEMLINT_CV_HD PtrStepSz(int __r, int __c, __T *__d, size_t __s) : PtrStep<__T>(__d, __s), cols(__c), rows(__r) {}
	template <class __U>
	explicit PtrStepSz(const PtrStepSz<__U> &__o) : PtrStep<__T>((__T *)__o.data, __o.step), cols(__o.cols), rows(__o.rows) {}
};
typedef PtrStepSz<unsigned char> PtrStepSzb;
typedef PtrStepSz<unsigned short> PtrStepSzus;
typedef PtrStepSz<float> PtrStepSzf;
typedef PtrStepSz<int> PtrStepSzi;
typedef PtrStep<unsigned char> PtrStepb;
typedef PtrStep<unsigned short> PtrStepus;
typedef PtrStep<float> PtrStepf;
typedef PtrStep<int> PtrStepi;
class Stream {
public:
	Stream();
	static Stream &Null();
	void waitForCompletion();
};
struct StreamAccessor {
	static cudaStream_t getStream(const Stream &);
};
class GpuMat {
public:
	int flags, rows, cols;
	size_t step;
	uchar *data;
	GpuMat();
	GpuMat(int, int, int);
	GpuMat(Size, int);
	void create(int, int, int);
	void create(Size, int);
	void upload(InputArray);
	void download(OutputArray) const;
	void release();
	int type() const;
	int depth() const;
	int channels() const;
	bool empty() const;
	bool isContinuous() const;
	Size size() const;
	size_t elemSize() const;
	size_t elemSize1() const;
	size_t step1() const;
	GpuMat rowRange(int, int) const;
	GpuMat colRange(int, int) const;
	GpuMat reshape(int, int = 0) const;
	template <class __T> __T *ptr(int = 0);
	template <class __T> const __T *ptr(int = 0) const;
	uchar *ptr(int = 0);
	const uchar *ptr(int = 0) const;
	template <class __T> operator PtrStepSz<__T>() const;
	template <class __T> operator PtrStep<__T>() const;
	GpuMat &setTo(Scalar, Stream & = Stream::Null());
	void copyTo(GpuMat &, Stream & = Stream::Null()) const;
};
GpuMat getInputMat(InputArray, Stream &);
GpuMat getOutputMat(OutputArray, int, int, int, Stream &);
void syncOutput(const GpuMat &, OutputArray, Stream &);
enum FeatureSet { FEATURE_SET_COMPUTE_10 = 10, FEATURE_SET_COMPUTE_20 = 20, FEATURE_SET_COMPUTE_30 = 30 };
bool deviceSupports(FeatureSet);
struct DeviceInfo {
	DeviceInfo();
	bool supports(FeatureSet) const;
	int multiProcessorCount() const;
	size_t sharedMemPerBlock() const;
};
namespace device {
struct Emulation {
	static __device__ __forceinline__ int syncthreadsOr(int __p) { return __syncthreads_or(__p); }
	struct smem {
		template <class __T> static __device__ __forceinline__ __T atomicInc(__T *__a, __T __v) { return ::atomicInc(__a, __v); }
		template <class __T> static __device__ __forceinline__ __T atomicAdd(__T *__a, __T __v) { return ::atomicAdd(__a, __v); }
		template <class __T> static __device__ __forceinline__ __T atomicMin(__T *__a, __T __v) { return ::atomicMin(__a, __v); }
	};
	struct glob {
		template <class __T> static __device__ __forceinline__ __T atomicAdd(__T *__a, __T __v) { return ::atomicAdd(__a, __v); }
		template <class __T> static __device__ __forceinline__ __T atomicMin(__T *__a, __T __v) { return ::atomicMin(__a, __v); }
	};
};
template <class __T> struct numeric_limits {
	__device__ static __T min();
	__device__ static __T max();
	__device__ static __T epsilon();
};
template <class __D, class __S> __device__ __D saturate_cast(__S);
using cv::cuda::PtrSz;
using cv::cuda::PtrStep;
using cv::cuda::PtrStepSz;
using cv::cuda::PtrStepSzb;
using cv::cuda::PtrStepSzf;
using cv::cuda::PtrStepSzi;
using cv::cuda::PtrStepb;
using cv::cuda::PtrStepf;
using cv::cuda::PtrStepi;
typedef unsigned char uchar;
typedef signed char schar;
typedef unsigned short ushort;
typedef unsigned int uint;
__SMEMLINT_CV_HD int divUp(int __n, int __d) { return (__n + __d - 1) / __d; }
template <class __A, class __R> struct unary_function {
	typedef __A argument_type;
	typedef __R result_type;
};
template <class __A, class __B, class __R> struct binary_function {
	typedef __A first_argument_type;
	typedef __B second_argument_type;
	typedef __R result_type;
};
template <class __T> struct plus : binary_function<__T, __T, __T> {
	__SMEMLINT_CV_HD __T operator()(const __T &__a, const __T &__b) const { return __a + __b; }
};
template <class __T> struct minimum : binary_function<__T, __T, __T> {
	__SMEMLINT_CV_HD __T operator()(const __T &__a, const __T &__b) const { return __a < __b ? __a : __b; }
};
template <class __T> struct maximum : binary_function<__T, __T, __T> {
	__SMEMLINT_CV_HD __T operator()(const __T &__a, const __T &__b) const { return __a < __b ? __b : __a; }
};
template <class __T> struct multiplies : binary_function<__T, __T, __T> {
	__SMEMLINT_CV_HD __T operator()(const __T &__a, const __T &__b) const { return __a * __b; }
};
template <class __T> struct less : binary_function<__T, __T, bool> {
	__SMEMLINT_CV_HD bool operator()(const __T &__a, const __T &__b) const { return __a < __b; }
};
template <class __T> struct greater : binary_function<__T, __T, bool> {
	__SMEMLINT_CV_HD bool operator()(const __T &__a, const __T &__b) const { return __b < __a; }
};
template <class __T> struct ForceGlob {
	__device__ static void Load(const __T *__p, int __i, __T &__v) { __v = __p[__i]; }
};
/* How these reduce in shared memory is OpenCV's own: what they cost is not known, and said so. */
template <unsigned, class __M, class __V, class __O> __device__ void reduce(__M &&, __V &&, unsigned, const __O &);
template <unsigned, class... __A> __device__ void reduceKeyVal(__A &&...);
template <class... __T> struct __smemlint_cv_tuple {};
template <class... __T> __device__ __smemlint_cv_tuple<__T...> smem_tuple(__T *...);
template <class __T> __device__ __forceinline__ __T shfl(__T __v, int __l, int __w = 32)
{
	return __shfl_sync(0xffffffffu, __v, __l, __w);
}
template <class __T> __device__ __forceinline__ __T shfl_down(__T __v, unsigned __d, int __w = 32)
{
	return __shfl_down_sync(0xffffffffu, __v, __d, __w);
}
template <class __T> __device__ __forceinline__ __T shfl_up(__T __v, unsigned __d, int __w = 32)
{
	return __shfl_up_sync(0xffffffffu, __v, __d, __w);
}
template <class __T, int> struct TypeVec;
#define __SMEMLINT_CV_VECTORS(__T, __V) \
	template <> struct TypeVec<__T, 1> { typedef __T vec_type; }; \
	template <> struct TypeVec<__T, 2> { typedef __V##2 vec_type; }; \
	template <> struct TypeVec<__T, 3> { typedef __V##3 vec_type; }; \
	template <> struct TypeVec<__T, 4> { typedef __V##4 vec_type; };
__SMEMLINT_CV_VECTORS(uchar, uchar)
__SMEMLINT_CV_VECTORS(schar, char)
__SMEMLINT_CV_VECTORS(ushort, ushort)
__SMEMLINT_CV_VECTORS(short, short)
__SMEMLINT_CV_VECTORS(uint, uint)
__SMEMLINT_CV_VECTORS(int, int)
__SMEMLINT_CV_VECTORS(float, float)
template <> struct TypeVec<double, 1> { typedef double vec_type; };
template <> struct TypeVec<double, 2> { typedef double2 vec_type; };
template <class __T> struct VecTraits {
	typedef __T elem_type;
	enum { cn = sizeof(__T) / sizeof(((__T *)0)->x) };
	static __device__ __T all(decltype(((__T *)0)->x));
	template <class... __A> static __device__ __T make(__A...);
};
#define __SMEMLINT_CV_SCALAR(__T) \
	template <> struct VecTraits<__T> { \
		typedef __T elem_type; \
		enum { cn = 1 }; \
		static __device__ __T all(__T __v) { return __v; } \
		static __device__ __T make(__T __v) { return __v; } \
		static __device__ __T make(const __T *__v) { return *__v; } \
	};
__SMEMLINT_CV_SCALAR(uchar)
__SMEMLINT_CV_SCALAR(schar)
__SMEMLINT_CV_SCALAR(ushort)
__SMEMLINT_CV_SCALAR(short)
__SMEMLINT_CV_SCALAR(uint)
__SMEMLINT_CV_SCALAR(int)
__SMEMLINT_CV_SCALAR(float)
__SMEMLINT_CV_SCALAR(double)
/* Arithmetic of a vector with a scalar: of floats, whatever the elements are. */
#define __SMEMLINT_CV_MIXED(__V, __R) \
	__SMEMLINT_CV_HD __R operator+(const __V &__a, const __R &__b); \
	__SMEMLINT_CV_HD __R operator*(const __V &__a, float __b); \
	__SMEMLINT_CV_HD __R operator*(float __a, const __V &__b);
#define __SMEMLINT_CV_MIXED_OF(__T) \
	__SMEMLINT_CV_MIXED(__T##2, float2) \
	__SMEMLINT_CV_MIXED(__T##3, float3) \
	__SMEMLINT_CV_MIXED(__T##4, float4)
__SMEMLINT_CV_MIXED_OF(uchar)
__SMEMLINT_CV_MIXED_OF(char)
__SMEMLINT_CV_MIXED_OF(ushort)
__SMEMLINT_CV_MIXED_OF(short)
__SMEMLINT_CV_MIXED_OF(int)
__SMEMLINT_CV_MIXED_OF(uint)
__SMEMLINT_CV_MIXED_OF(float)
/* Borders: which element of an image stands for one outside it. */
#define __SMEMLINT_CV_BORDER(__B) \
	template <class __D> struct __B { \
		typedef __D result_type; \
		template <class... __A> __SMEMLINT_CV_HD __B(const __A &...); \
		__device__ int idx_row(int) const; \
		__device__ int idx_col(int) const; \
		__device__ int idx_row_low(int) const; \
		__device__ int idx_row_high(int) const; \
		__device__ int idx_col_low(int) const; \
		__device__ int idx_col_high(int) const; \
		template <class... __A> __device__ __D at(const __A &...) const; \
		template <class... __A> __device__ __D at_low(const __A &...) const; \
		template <class... __A> __device__ __D at_high(const __A &...) const; \
	};
__SMEMLINT_CV_BORDER(BrdConstant)
__SMEMLINT_CV_BORDER(BrdReplicate)
__SMEMLINT_CV_BORDER(BrdReflect)
__SMEMLINT_CV_BORDER(BrdReflect101)
__SMEMLINT_CV_BORDER(BrdWrap)
__SMEMLINT_CV_BORDER(BrdRowConstant)
__SMEMLINT_CV_BORDER(BrdRowReplicate)
__SMEMLINT_CV_BORDER(BrdRowReflect)
__SMEMLINT_CV_BORDER(BrdRowReflect101)
__SMEMLINT_CV_BORDER(BrdRowWrap)
__SMEMLINT_CV_BORDER(BrdColConstant)
__SMEMLINT_CV_BORDER(BrdColReplicate)
__SMEMLINT_CV_BORDER(BrdColReflect)
__SMEMLINT_CV_BORDER(BrdColReflect101)
__SMEMLINT_CV_BORDER(BrdColWrap)
template <class __T> void bindTexture(const void *, const PtrStepSz<__T> &);
}
}
namespace cudev {
using namespace cv::cuda;
}
void error(int, const std::string &, const char *, const char *, int);
}
#define CV_CUDEV_SAFE_CALL(...) ((void)(__VA_ARGS__))
#define cudaSafeCall(...) ((void)(__VA_ARGS__))
#define cufftSafeCall(...) ((void)(__VA_ARGS__))
#define cublasSafeCall(...) ((void)(__VA_ARGS__))
#define CV_Assert(...) do { if (!(__VA_ARGS__)) throw 0; } while (0)
#define CV_DbgAssert(...) ((void)0)
#define CV_Error(...) throw 0
#define CV_Error_(...) throw 0
#define CV_UNUSED(__V) ((void)__V)
#define CV_EXPORTS
#define CV_EXPORTS_W
#define CV_PI 3.1415926535897932384626433832795
#define CV_CN_SHIFT 3
#define CV_MAKETYPE(__D, __C) ((__D) + (((__C) - 1) << CV_CN_SHIFT))
#define CV_PI_F ((float)CV_PI)
#define CV_8U 0
#define CV_8S 1
#define CV_16U 2
#define CV_16S 3
#define CV_32S 4
#define CV_32F 5
#define CV_64F 6
#define CV_8UC1 CV_MAKETYPE(CV_8U, 1)
#define CV_8UC3 CV_MAKETYPE(CV_8U, 3)
#define CV_8UC4 CV_MAKETYPE(CV_8U, 4)
#define CV_16SC1 CV_MAKETYPE(CV_16S, 1)
#define CV_32SC1 CV_MAKETYPE(CV_32S, 1)
#define CV_32FC1 CV_MAKETYPE(CV_32F, 1)
#define CV_32FC2 CV_MAKETYPE(CV_32F, 2)
#define CV_64FC1 CV_MAKETYPE(CV_64F, 1)
