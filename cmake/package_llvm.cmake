# link_llvm(OUT SCRATCH USER...): LLVM as a shared library with what its USERs call, made of the static libraries.  What a
# distribution has is five times as large: code for a score of processors, and libraries (Z3, libxml2 with ICU, libedit) for what is
# never called here.  USERs register all processors and generate code for none, so those functions are empty.
function(link_llvm out scratch)
	set(functions "")
	foreach(user IN LISTS ARGN)
		execute_process(COMMAND "${CPACK_SMEMLINT_NM}" -D --undefined-only "${user}" OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
		string(REGEX MATCHALL "[^ \n]+@LLVM_[0-9.]+" found "${symbols}")
		list(APPEND functions ${found})
	endforeach()
	list(REMOVE_DUPLICATES functions)
	string(REGEX MATCH "@(LLVM_[0-9.]+)" version "${functions}")
	set(version "${CMAKE_MATCH_1}")
	list(TRANSFORM functions REPLACE "@.*" "")

	set(processors "${functions}")
	list(FILTER processors INCLUDE REGEX "^LLVMInitialize.*(AsmParser|AsmPrinter|Target|TargetInfo|TargetMC)$")
	list(TRANSFORM processors REPLACE "(.+)" "extern \"C\" void \\1() {}\n")
	list(JOIN processors "" processors)
	file(WRITE "${scratch}/processors.cc" "${processors}")
	list(TRANSFORM functions REPLACE "(.+)" "-Wl,--undefined=\\1\n" OUTPUT_VARIABLE wanted)
	list(JOIN wanted "" wanted)
	file(WRITE "${scratch}/wanted" "${wanted}")
	list(JOIN functions ";\n" names)
	file(WRITE "${scratch}/exported" "${version} {\nglobal:\n${names};\nlocal: *;\n};\n")

	get_filename_component(name "${out}" NAME)
	get_filename_component(folder "${out}" DIRECTORY)
	file(MAKE_DIRECTORY "${folder}")
	execute_process(
		COMMAND "${CPACK_SMEMLINT_CXX}" -O2 -fPIC -shared -s -o "${out}" "${scratch}/processors.cc" "@${scratch}/wanted"
			"-Wl,-soname,${name}" "-Wl,--version-script=${scratch}/exported" -Wl,--gc-sections,--no-undefined,-Bsymbolic,-z,relro
			-Wl,--start-group ${CPACK_SMEMLINT_LLVM_ARCHIVES} -Wl,--end-group -Wl,--as-needed -l:libz.so.1 -l:libzstd.so.1 -lm
		COMMAND_ERROR_IS_FATAL ANY)
	file(REMOVE_RECURSE "${scratch}")
endfunction()
