# copy_licenses(FOLDER FILE...): the copyright file of each Debian source package that the FILEs are of, and the licenses that it
# refers to (/usr/share/common-licenses).
function(copy_licenses folder)
	foreach(file IN LISTS ARGN)
		string(REGEX REPLACE "^/usr/" "/" path "${file}") # the database may know it as /lib/… or as /usr/lib/…
		execute_process(COMMAND dpkg-query -S "*${path}" OUTPUT_VARIABLE found ERROR_QUIET)
		string(REGEX REPLACE "[:,].*" "" package "${found}")
		if(NOT EXISTS "/usr/share/doc/${package}/copyright")
			message(FATAL_ERROR "the license of ${file} is not known: make archives of Debian's packages")
		endif()
		execute_process(COMMAND dpkg-query -W "-f=\${source:Package}" "${package}" OUTPUT_VARIABLE source COMMAND_ERROR_IS_FATAL ANY)
		file(READ "/usr/share/doc/${package}/copyright" text)
		file(WRITE "${folder}/${source}" "${text}")
		string(REGEX MATCHALL "/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]" common "${text}")
		list(REMOVE_DUPLICATES common)
		foreach(license IN LISTS common)
			if(EXISTS "${license}")
				get_filename_component(name "${license}" NAME)
				file(MAKE_DIRECTORY "${folder}/common-licenses")
				file(COPY_FILE "${license}" "${folder}/common-licenses/${name}") # what a link leads to
			endif()
		endforeach()
	endforeach()
endfunction()
