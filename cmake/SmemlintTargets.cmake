#[=======================================================================[.rst:
SmemlintTargets: smemlint in a project's build
----------------------------------------------

``find_package(smemlint)`` includes it; so does ``include(SmemlintTargets)``.

``smemlint_add(<target> [ALL] [NO_FAIL] [OPTIONS <option>...])``
  adds the target ``smemlint-<target>``, which lints the CUDA sources of ``<target>`` with the flags that the build
  compiles them with, and makes it part of the target ``smemlint``, which lints everything so added.  Findings let it fail.
  ``ALL``: the default build lints, too.  ``NO_FAIL``: findings are told and nothing fails.  ``OPTIONS`` are smemlint's.

``smemlint_launch(<target> [FAIL_BUILD] [OPTIONS <option>...])``
  lints each CUDA source of ``<target>`` when it is compiled, as ``CMAKE_CUDA_COMPILER_LAUNCHER`` does for a whole project.
  Findings are warnings; ``FAIL_BUILD`` makes them errors.

``SMEMLINT_EXECUTABLE`` is the program.  Flags come from compile_commands.json, which only the Ninja and Makefile
generators write.
#]=======================================================================]
include_guard(GLOBAL)
find_program(SMEMLINT_EXECUTABLE smemlint HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" DOC "Finds shared-memory bank conflicts")

# The CUDA sources of a target, absolute; generator expressions stay what they are.
function(_smemlint_sources target out)
	get_target_property(folder ${target} SOURCE_DIR)
	get_target_property(sources ${target} SOURCES)
	set(found "")
	foreach(source IN LISTS sources)
		if(source MATCHES "\\$<")
			list(APPEND found "$<FILTER:${source},INCLUDE,\\.cu$>")
			continue()
		endif()
		get_source_file_property(language "${source}" TARGET_DIRECTORY ${target} LANGUAGE)
		if(language STREQUAL "CUDA" OR (source MATCHES "\\.cu$" AND NOT language))
			cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${folder}" NORMALIZE)
			list(APPEND found "${source}")
		endif()
	endforeach()
	set(${out} "${found}" PARENT_SCOPE)
endfunction()

# Sources that are made by the build, and must be there before they are linted.
function(_smemlint_generated target out)
	set(found "")
	foreach(source IN LISTS ARGN)
		if(NOT source MATCHES "\\$<")
			get_source_file_property(is_generated "${source}" TARGET_DIRECTORY ${target} GENERATED)
			if(is_generated)
				list(APPEND found "${source}")
			endif()
		endif()
	endforeach()
	set(${out} "${found}" PARENT_SCOPE)
endfunction()

# At the end of the folder, when target_sources() has said all.
function(_smemlint_finish target is_all options)
	_smemlint_sources(${target} sources)
	if(NOT sources)
		message(WARNING "smemlint_add: ${target} has no CUDA sources")
		return()
	endif()
	_smemlint_generated(${target} generated ${sources})
	set(all "")
	if(is_all)
		set(all ALL)
	endif()
	add_custom_target(smemlint-${target} ${all}
		COMMAND "${SMEMLINT_EXECUTABLE}" -p "${CMAKE_BINARY_DIR}" ${options} --end-of-options ${sources}
		DEPENDS ${generated}
		WORKING_DIRECTORY "${CMAKE_BINARY_DIR}"
		COMMENT "Linting ${target} with smemlint"
		COMMAND_EXPAND_LISTS VERBATIM)
	add_dependencies(smemlint smemlint-${target})
endfunction()

function(_smemlint_check function target)
	if(NOT TARGET ${target})
		message(FATAL_ERROR "${function}: there is no target ${target}")
	endif()
	if(ARGN)
		message(FATAL_ERROR "${function}: not known: ${ARGN}")
	endif()
	if(NOT SMEMLINT_EXECUTABLE)
		message(FATAL_ERROR "${function}: no smemlint was found; set SMEMLINT_EXECUTABLE")
	endif()
endfunction()

function(smemlint_add target)
	cmake_parse_arguments(PARSE_ARGV 1 arg "ALL;NO_FAIL" "" "OPTIONS")
	_smemlint_check(smemlint_add ${target} ${arg_UNPARSED_ARGUMENTS})
	if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
		message(WARNING "smemlint_add: the generator ${CMAKE_GENERATOR} writes no compile_commands.json")
		return()
	endif()
	if(arg_NO_FAIL)
		list(APPEND arg_OPTIONS --exit-zero)
	endif()
	set_property(TARGET ${target} PROPERTY EXPORT_COMPILE_COMMANDS ON)
	if(NOT TARGET smemlint)
		add_custom_target(smemlint)
	endif()
	# Deferred calls read their arguments once more: they are quoted as text that nothing in it can end.
	cmake_language(EVAL CODE
		"cmake_language(DEFER CALL _smemlint_finish [==[${target}]==] [==[${arg_ALL}]==] [==[${arg_OPTIONS}]==])")
endfunction()

function(smemlint_launch target)
	cmake_parse_arguments(PARSE_ARGV 1 arg "FAIL_BUILD" "" "OPTIONS")
	_smemlint_check(smemlint_launch ${target} ${arg_UNPARSED_ARGUMENTS})
	if(arg_FAIL_BUILD)
		list(APPEND arg_OPTIONS --fail-build)
	endif()
	get_target_property(others ${target} CUDA_COMPILER_LAUNCHER)
	if(NOT others)
		set(others "")
	endif()
	set_property(TARGET ${target} PROPERTY CUDA_COMPILER_LAUNCHER
		"${SMEMLINT_EXECUTABLE}" launch ${arg_OPTIONS} ${others})
endfunction()
