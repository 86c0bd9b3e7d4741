/* Python's interface: what modules written in C++ declare themselves with. */
#pragma once
#define PyMODINIT_FUNC extern "C" PyObject *
#define PyModuleDef_HEAD_INIT { 0 }
#define Py_RETURN_NONE return (PyObject *)0

struct PyObject;
struct PyMethodDef {
	const char *ml_name;
	PyObject *(*ml_meth)(PyObject *, PyObject *);
	int ml_flags;
	const char *ml_doc;
};
struct PyModuleDef_Base {
	long ob_base;
};
struct PyModuleDef {
	PyModuleDef_Base m_base;
	const char *m_name, *m_doc;
	long m_size;
	PyMethodDef *m_methods;
	void *m_slots, *m_traverse, *m_clear, *m_free;
};
extern "C" {
PyObject *PyModule_Create(PyModuleDef *);
void Py_Initialize();
}
