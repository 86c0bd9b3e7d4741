# Turns the files under a folder into a C source with one array each.
#   cmake -DDIR=analyzer/prelude/bundled -DROOT=/__smemlint__/ -DOUT=prelude_data.c -DHEADER=prelude/prelude.h
#         -DTYPE=PreludeFile -DNAME=prelude_bundled -DCOUNT=prelude_n_bundled -P embed.cmake
# MORE: a file of another folder that goes with them.
# An array of numbers, because C promises string literals of no more than 4095 characters.
file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE "${DIR}" "${DIR}/*")
list(SORT files)
if(MORE)
	list(APPEND files "${MORE}")
endif()
set(arrays "")
set(rows "")
set(n 0)
foreach(file IN LISTS files)
	get_filename_component(path "${file}" ABSOLUTE BASE_DIR "${DIR}")
	if(IS_ABSOLUTE "${file}")
		get_filename_component(file "${file}" NAME)
	endif()
	file(READ "${path}" hex HEX)
	string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
	string(APPEND arrays "static const char text_${n}[] = {${bytes}0};\n")
	string(APPEND rows "\t{\"${ROOT}${file}\", text_${n}, sizeof text_${n} - 1},\n")
	math(EXPR n "${n} + 1")
endforeach()
file(WRITE "${OUT}.new" "/* Made by cmake/embed.cmake. */
#include \"${HEADER}\"

${arrays}
const ${TYPE} ${NAME}[] = {
${rows}};
const int ${COUNT} = ${n};
")
configure_file("${OUT}.new" "${OUT}" COPYONLY)
file(REMOVE "${OUT}.new")
