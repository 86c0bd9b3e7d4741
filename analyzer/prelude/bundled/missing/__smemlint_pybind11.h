/* pybind11, as far as bindings of host code that launches kernels need it. */
#pragma once
#include <__smemlint_library.h>
namespace pybind11 {
typedef ptrdiff_t ssize_t;
struct object {
	template <class __T> __T cast() const;
	template <class... __A> object operator()(__A &&...) const;
	template <class __K> object operator[](const __K &) const;
	object attr(const char *) const;
	bool is_none() const;
};
struct handle : object {};
struct str : object {
	str(const char *);
	operator std::string() const;
};
struct dict : object {};
struct list : object {
	size_t size() const;
	template <class __T> void append(const __T &);
};
struct tuple : object {
	size_t size() const;
};
struct none : object {};
struct capsule : object {
	template <class... __A> capsule(__A &&...);
};
struct bytes : object {
	bytes(const char *, size_t);
};
struct arg {
	explicit arg(const char *);
	template <class __T> arg operator=(const __T &) const;
	arg none(bool = true) const;
};
struct gil_scoped_release {
	gil_scoped_release();
	~gil_scoped_release();
};
struct gil_scoped_acquire {
	gil_scoped_acquire();
	~gil_scoped_acquire();
};
template <class... __T> struct call_guard {};
template <class... __T> struct init_t {};
template <class... __T> init_t<__T...> init();
template <class __F> init_t<__F> init(__F);
struct buffer_info {
	void *ptr;
	ssize_t itemsize, size, ndim;
	std::string format;
	std::vector<ssize_t> shape, strides;
	template <class... __A> buffer_info(__A &&...);
};
struct buffer : object {
	buffer_info request(bool = false) const;
};
struct array : buffer {
	enum { c_style = 1, f_style = 2, forcecast = 16 };
	array();
	template <class... __A> explicit array(__A &&...);
	ssize_t size() const;
	ssize_t nbytes() const;
	ssize_t ndim() const;
	ssize_t shape(ssize_t) const;
	const ssize_t *shape() const;
	ssize_t strides(ssize_t) const;
	const void *data() const;
	void *mutable_data();
};
template <class __T, int = 16> struct array_t : array {
	array_t();
	template <class... __A> explicit array_t(__A &&...);
	template <class... __A> const __T *data(__A...) const;
	template <class... __A> __T *mutable_data(__A...);
	template <class... __A> const __T &at(__A...) const;
	template <class... __A> __T &mutable_at(__A...);
};
struct module_ : object {
	template <class... __A> module_ &def(__A &&...);
	module_ def_submodule(const char *, const char * = 0);
	object &attr(const char *);
	const char *&doc();
	static module_ import(const char *);
};
typedef module_ module;
template <class __T, class... __B> struct class_ : object {
	template <class... __A> class_(const object &, const char *, const __A &...);
	template <class... __A> class_ &def(__A &&...);
	template <class... __A> class_ &def_readwrite(__A &&...);
	template <class... __A> class_ &def_readonly(__A &&...);
	template <class... __A> class_ &def_property(__A &&...);
	template <class... __A> class_ &def_property_readonly(__A &&...);
	template <class... __A> class_ &def_static(__A &&...);
};
template <class __T> struct enum_ : object {
	enum_(const object &, const char *);
	enum_ &value(const char *, __T);
	enum_ &export_values();
};
enum class return_value_policy { automatic, automatic_reference, take_ownership, copy, move, reference, reference_internal };
template <class __T> __T cast(const object &);
template <class __T> object cast(const __T &);
inline namespace literals {
arg operator""_a(const char *, size_t);
}
}
#define PYBIND11_MODULE(__N, __M, ...) static void __smemlint_module(pybind11::module_ &__M)
