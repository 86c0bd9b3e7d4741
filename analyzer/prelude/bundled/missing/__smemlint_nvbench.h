/* NVBench: what is benchmarked is called once; templates are instantiated for all combinations of their axes. */
#pragma once
#include <__smemlint_tests.h>
namespace nvbench {
typedef int8_t int8_t;
typedef int16_t int16_t;
typedef int32_t int32_t;
typedef int64_t int64_t;
typedef uint8_t uint8_t;
typedef uint16_t uint16_t;
typedef uint32_t uint32_t;
typedef uint64_t uint64_t;
typedef float float32_t;
typedef double float64_t;
template <class... __T> struct type_list {};
template <auto... __V> struct enum_type_list {};
template <class __T, __T __V> struct enum_type {
	static constexpr __T value = __V;
};
struct cuda_stream {
	operator cudaStream_t() const;
	cudaStream_t get_stream() const;
};
inline cuda_stream make_cuda_stream_view(cudaStream_t) { return cuda_stream(); }
struct launch {
	cuda_stream get_stream() const;
};
struct timer {
	void start();
	void stop();
};
namespace exec_tag {
struct __smemlint_tag {
	__smemlint_tag operator|(__smemlint_tag) const;
};
constexpr __smemlint_tag none{}, sync{}, timer{}, no_block{}, no_batch{}, no_gpu{}, gpu{};
}
struct summary {
	template <class... __A> void set_string(const __A &...);
	template <class... __A> void set_float64(const __A &...);
	template <class... __A> void set_int64(const __A &...);
};
struct device_info {
	int get_number_of_sms() const;
	size_t get_global_memory_size() const;
	int get_sm_version() const;
	int get_max_threads_per_block() const;
};
struct state {
	int64_t get_int64(const std::string &) const;
	int64_t get_int64_or_default(const std::string &, int64_t) const;
	double get_float64(const std::string &) const;
	std::string get_string(const std::string &) const;
	template <class... __A> void add_element_count(const __A &...);
	template <class __T> void add_global_memory_reads(size_t, const char * = 0);
	template <class __T> void add_global_memory_writes(size_t, const char * = 0);
	void add_global_memory_reads(size_t);
	void add_global_memory_writes(size_t);
	summary &add_summary(const std::string &);
	template <class... __A> void collect_cupti_metrics(const __A &...);
	void collect_dram_throughput();
	void skip(const std::string &);
	void set_cuda_stream(cuda_stream);
	cuda_stream get_cuda_stream() const;
	const device_info *get_device() const;
	template <class __F> void exec(__F &&__f)
	{
		__run(__f, 0);
	}
	template <class __G, class __F> void exec(__G, __F &&__f)
	{
		__run(__f, 0);
	}
private:
	template <class __F> auto __run(__F &__f, int) -> decltype(__f(*(launch *)0), void())
	{
		launch __l;
		__f(__l);
	}
	template <class __F> auto __run(__F &__f, long) -> decltype(__f(*(launch *)0, *(timer *)0), void())
	{
		launch __l;
		timer __t;
		__f(__l, __t);
	}
};
struct benchmark {
	template <class... __A> benchmark &set_name(const __A &...);
	template <class... __A> benchmark &set_type_axes_names(const __A &...);
	benchmark &set_type_axes_names(std::initializer_list<std::string>);
	template <class... __A> benchmark &add_int64_axis(const char *, const __A &...);
	benchmark &add_int64_axis(const char *, std::initializer_list<int64_t>);
	template <class... __A> benchmark &add_int64_power_of_two_axis(const char *, const __A &...);
	benchmark &add_int64_power_of_two_axis(const char *, std::initializer_list<int64_t>);
	template <class... __A> benchmark &add_float64_axis(const char *, const __A &...);
	benchmark &add_float64_axis(const char *, std::initializer_list<double>);
	template <class... __A> benchmark &add_string_axis(const char *, const __A &...);
	benchmark &add_string_axis(const char *, std::initializer_list<std::string>);
	template <class... __A> benchmark &set_timeout(const __A &...);
	template <class... __A> benchmark &set_min_samples(const __A &...);
	template <class... __A> benchmark &set_skip_time(const __A &...);
	template <class... __A> benchmark &set_is_cpu_only(const __A &...);
};
benchmark &__smemlint_benchmark();
std::vector<int64_t> range(int64_t, int64_t, int64_t = 1);
template <class __F> benchmark &__smemlint_bench(__F) { return __smemlint_benchmark(); }
template <class __F, class __D, class... __A> struct __smemlint_axes;
template <class __F, class... __D> struct __smemlint_axes<__F, type_list<__D...>> {
	static void run()
	{
		state __s;
		__F()(__s, type_list<__D...>());
	}
};
template <class __F, class... __D, class... __T, class... __A>
struct __smemlint_axes<__F, type_list<__D...>, type_list<__T...>, __A...> {
	static void run()
	{
		int __all[] = { 0, (__smemlint_axes<__F, type_list<__D..., __T>, __A...>::run(), 0)... };
		(void)__all;
	}
};
template <class __F, class __L> struct __smemlint_types;
template <class __F, class... __A> struct __smemlint_types<__F, type_list<__A...>> {
	static benchmark &run()
	{
		__smemlint_axes<__F, type_list<>, __A...>::run();
		return __smemlint_benchmark();
	}
};
}
#define NVBENCH_TYPE_AXES(...) ::nvbench::type_list<__VA_ARGS__>
#define NVBENCH_BENCH(__F) \
	static ::nvbench::benchmark &__SMEMLINT_JOIN(__smemlint_bench_, __COUNTER__) = ::nvbench::__smemlint_bench(__F)
#define NVBENCH_BENCH_TYPES(__F, ...) \
	__SMEMLINT_BENCH_TYPES(__SMEMLINT_JOIN(__smemlint_callable_, __COUNTER__), __F, __VA_ARGS__)
#define __SMEMLINT_BENCH_TYPES(__N, __F, ...) \
	struct __N { \
		template <class __S, class __L> void operator()(__S &__s, __L __l) const { __F(__s, __l); } \
	}; \
	static ::nvbench::benchmark &__SMEMLINT_JOIN(__N, _bench) = ::nvbench::__smemlint_types<__N, __VA_ARGS__>::run()
#define NVBENCH_DECLARE_TYPE_STRINGS(...) static_assert(true, "")
#define NVBENCH_DECLARE_ENUM_TYPE_STRINGS(...) static_assert(true, "")
#define NVBENCH_CUDA_CALL(...) ((void)(__VA_ARGS__))
#define NVBENCH_MAIN int main(int, char **) { return 0; }
