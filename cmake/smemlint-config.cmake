# find_package(smemlint): the program, and the functions of SmemlintTargets.
include("${CMAKE_CURRENT_LIST_DIR}/SmemlintTargets.cmake")
if(NOT SMEMLINT_EXECUTABLE)
	set(smemlint_FOUND FALSE)
	set(smemlint_NOT_FOUND_MESSAGE "the program smemlint is not there; set SMEMLINT_EXECUTABLE")
endif()
