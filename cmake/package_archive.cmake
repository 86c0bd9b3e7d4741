# Run by CPack on the folder that becomes an archive: everything that the program needs beyond the C library goes into it, so that
# it runs wherever it is unpacked.  Libraries are in lib/smemlint, where no other program looks.
if(NOT CPACK_GENERATOR MATCHES "^T[A-Z]+$")
	return()
endif()
set(_root "${CPACK_TEMPORARY_INSTALL_DIRECTORY}")
set(_program "${_root}/bin/smemlint")
set(_libraries "${_root}/lib/smemlint")
set(_scratch "${_root}.llvm")
include("${CMAKE_CURRENT_LIST_DIR}/package_licenses.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/package_llvm.cmake")
file(RPATH_SET FILE "${_program}" NEW_RPATH "$ORIGIN/../lib/smemlint")

set(_from "${CPACK_SMEMLINT_LIBCLANG}" "${CPACK_SMEMLINT_RESOURCES}/include/stddef.h") # whose licenses are to be there
set(_linked)
set(_known "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv)\\.so\\.")
if(CPACK_SMEMLINT_LLVM_ARCHIVES)
	get_filename_component(_llvm "${CPACK_SMEMLINT_LLVM}" NAME)
	set(_linked "${_libraries}/${_llvm}")
	link_llvm("${_linked}" "${_scratch}" "${_program}" "${CPACK_SMEMLINT_LIBCLANG}")
	list(APPEND _known "^libLLVM")
endif()
file(GET_RUNTIME_DEPENDENCIES
	EXECUTABLES "${_program}"
	LIBRARIES ${_linked}
	RESOLVED_DEPENDENCIES_VAR _resolved
	PRE_EXCLUDE_REGEXES ${_known})
foreach(_library IN LISTS _resolved)
	get_filename_component(_name "${_library}" NAME)
	if(NOT EXISTS "${_libraries}/${_name}")
		get_filename_component(_real "${_library}" REALPATH)
		file(MAKE_DIRECTORY "${_libraries}")
		file(COPY_FILE "${_real}" "${_libraries}/${_name}")
		list(APPEND _from "${_real}")
	endif()
endforeach()
file(GLOB _copied "${_libraries}/*.so*")
execute_process(COMMAND "${CPACK_SMEMLINT_STRIP}" --strip-unneeded ${_copied} COMMAND_ERROR_IS_FATAL ANY)

# Clang's own headers, which are searched for beside its library.
get_filename_component(_version "${CPACK_SMEMLINT_RESOURCES}" NAME)
file(COPY "${CPACK_SMEMLINT_RESOURCES}/include" DESTINATION "${_libraries}/clang/${_version}")
copy_licenses("${_root}/share/doc/smemlint/licenses" ${_from})

# Whatever the umask was.
file(CHMOD_RECURSE "${_root}"
	FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ
	DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
file(CHMOD "${_program}"
	PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
