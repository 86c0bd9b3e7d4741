# libclang's C interface: version 22 first, then what else is there down to 16.
#
# SMEMLINT_LLVM_VERSION=19 asks for one version, LLVM_ROOT=/opt/llvm for one place.
# Sets LibClang_FOUND, LibClang_VERSION (major), LibClang_RESOURCE_DIR and the target LibClang::LibClang.
set(SMEMLINT_LLVM_VERSION "" CACHE STRING "Major version of libclang to build against (empty: 22, else the newest down to 16)")
set(LLVM_ROOT "" CACHE PATH "Prefix of the LLVM installation (empty: searched for)")

if(SMEMLINT_LLVM_VERSION)
	set(_versions ${SMEMLINT_LLVM_VERSION})
else()
	set(_versions 22 21 20 19 18 17 16)
endif()

set(_places)
if(LLVM_ROOT)
	list(APPEND _places "${LLVM_ROOT}")
else()
	foreach(_v IN LISTS _versions)
		list(APPEND _places "/usr/lib/llvm-${_v}" "/usr/lib64/llvm${_v}" "/opt/llvm-${_v}" "/usr/local/llvm-${_v}")
	endforeach()
	find_program(_config NAMES llvm-config NO_CACHE)
	if(_config)
		execute_process(COMMAND "${_config}" --prefix OUTPUT_VARIABLE _prefix OUTPUT_STRIP_TRAILING_WHITESPACE)
		list(APPEND _places "${_prefix}")
	endif()
endif()

# A library and its headers must come from the same place, so places are tried one at a time.
foreach(_place IN LISTS _places)
	set(_include _include-NOTFOUND)
	set(_library _library-NOTFOUND)
	find_path(_include clang-c/Index.h PATHS "${_place}/include" NO_DEFAULT_PATH NO_CACHE)
	find_library(_library NAMES clang libclang PATHS "${_place}/lib" "${_place}/lib64" NO_DEFAULT_PATH NO_CACHE)
	if(NOT _include OR NOT _library)
		continue()
	endif()
	get_filename_component(_lib_dir "${_library}" DIRECTORY)
	foreach(_v IN LISTS _versions)
		if(EXISTS "${_lib_dir}/clang/${_v}/include/stddef.h")
			set(LibClang_INCLUDE_DIR "${_include}")
			set(LibClang_LIBRARY "${_library}")
			set(LibClang_VERSION "${_v}")
			set(LibClang_RESOURCE_DIR "${_lib_dir}/clang/${_v}")
			file(GLOB LibClang_LLVM_ARCHIVES "${_lib_dir}/libLLVM*.a") # for cmake/package_archive.cmake
			find_library(LibClang_LLVM NAMES LLVM LLVM-${_v} PATHS "${_lib_dir}" NO_DEFAULT_PATH)
			# With its C headers, a program can be run on the processor
			if(_v GREATER_EQUAL 22 AND EXISTS "${_include}/llvm-c/Core.h" AND EXISTS "${_lib_dir}/libLLVM.so")
				set(LibClang_LLVM_LIBRARY "${_lib_dir}/libLLVM.so")
			endif()
			# Clang's own nodes: the static libraries where there are any, so that nothing more is loaded
			if(EXISTS "${_lib_dir}/libclangAST.a")
				set(LibClang_AST_LIBRARIES "${_lib_dir}/libclangAST.a" "${_lib_dir}/libclangLex.a" "${_lib_dir}/libclangBasic.a")
			else()
				find_library(LibClang_AST_LIBRARIES NAMES clang-cpp PATHS "${_lib_dir}" NO_DEFAULT_PATH)
			endif()
			break()
		endif()
	endforeach()
	if(LibClang_LIBRARY)
		break()
	endif()
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibClang
	REQUIRED_VARS LibClang_LIBRARY LibClang_INCLUDE_DIR LibClang_RESOURCE_DIR LibClang_AST_LIBRARIES LibClang_LLVM
	VERSION_VAR LibClang_VERSION
	REASON_FAILURE_MESSAGE "install libclang-22-dev and libclang-common-22-dev (scripts/install-deps.sh does), or set LLVM_ROOT")

if(LibClang_FOUND AND NOT TARGET LibClang::LibClang)
	add_library(LibClang::LibClang UNKNOWN IMPORTED)
	set_target_properties(LibClang::LibClang PROPERTIES
		IMPORTED_LOCATION "${LibClang_LIBRARY}"
		INTERFACE_INCLUDE_DIRECTORIES "${LibClang_INCLUDE_DIR}")
	add_library(LibClang::Ast INTERFACE IMPORTED)
	target_include_directories(LibClang::Ast SYSTEM INTERFACE "${LibClang_INCLUDE_DIR}")
	target_link_libraries(LibClang::Ast INTERFACE ${LibClang_AST_LIBRARIES} "${LibClang_LLVM}")
endif()
