# Run by CPack on the folder that becomes a package: what Debian's policy wants otherwise than `cmake --install` does it.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
	return()
endif()
set(_root "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr")
file(COPY ${CPACK_SMEMLINT_DEB_FILES} DESTINATION "${_root}/share/doc/smemlint")
file(REMOVE "${_root}/share/doc/smemlint/LICENSE") # the copyright file says it
if(CPACK_SMEMLINT_RPATH)
	file(RPATH_SET FILE "${_root}/bin/smemlint" NEW_RPATH "${CPACK_SMEMLINT_RPATH}")
else()
	file(RPATH_REMOVE FILE "${_root}/bin/smemlint") # the loader finds Debian's libraries
endif()
file(RENAME "${_root}/share/zsh/site-functions" "${_root}/share/zsh/vendor-completions")
file(GLOB_RECURSE _compressed "${_root}/share/man/*.[1-8]" "${_root}/share/doc/smemlint/changelog")
foreach(_file IN LISTS _compressed)
	execute_process(COMMAND gzip -9nf "${_file}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
# Whatever the umask was.
file(CHMOD_RECURSE "${_root}"
	FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ
	DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
file(GLOB _programs "${_root}/bin/*")
file(CHMOD ${_programs}
	PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
