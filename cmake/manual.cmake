# The manual page and what shells complete: the program prints them from its table of options.
if(NOT CMAKE_CROSSCOMPILING)
	set(_manual "${PROJECT_BINARY_DIR}/manual")
	add_custom_command(
		OUTPUT "${_manual}/smemlint.1" "${_manual}/smemlint.bash" "${_manual}/_smemlint" "${_manual}/smemlint.fish"
		COMMAND "${CMAKE_COMMAND}" -E make_directory "${_manual}"
		COMMAND smemlint --man > "${_manual}/smemlint.1"
		COMMAND smemlint --completions bash > "${_manual}/smemlint.bash"
		COMMAND smemlint --completions zsh > "${_manual}/_smemlint"
		COMMAND smemlint --completions fish > "${_manual}/smemlint.fish"
		DEPENDS smemlint
		COMMENT "Writing the manual page and shell completions"
		VERBATIM)
	add_custom_target(manual ALL DEPENDS "${_manual}/smemlint.1")
	install(FILES "${_manual}/smemlint.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
	install(FILES "${_manual}/smemlint.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME smemlint)
	install(FILES "${_manual}/_smemlint" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
	install(FILES "${_manual}/smemlint.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()
