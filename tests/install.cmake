# Installs into a fresh folder and lints an example from there, as if there were no source tree.
#   cmake -DBUILD=… -DPREFIX=… -DEXAMPLE=… -P install.cmake
file(REMOVE_RECURSE "${PREFIX}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${PREFIX}"
	RESULT_VARIABLE status OUTPUT_QUIET)
if(NOT status EQUAL 0)
	message(FATAL_ERROR "cmake --install ended with ${status}")
endif()
file(COPY "${EXAMPLE}" DESTINATION "${PREFIX}/elsewhere")
get_filename_component(name "${EXAMPLE}" NAME)
execute_process(COMMAND "${PREFIX}/bin/smemlint" --cuda-path none "${name}"
	WORKING_DIRECTORY "${PREFIX}/elsewhere"
	RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
if(NOT status EQUAL 1 OR NOT out MATCHES "32-way bank conflict")
	message(FATAL_ERROR "the installed smemlint ended with ${status}\n${out}\n${err}")
endif()
