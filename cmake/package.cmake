# Packages by CPack, from a release build: `cpack -G DEB` and `cpack -G TXZ` in the build folder.
set(SMEMLINT_MAINTAINER "smemlint maintainers <maintainers@smemlint.invalid>" CACHE STRING "Who maintains the packages: Name <address>")

set(CPACK_PACKAGE_NAME smemlint)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_CONTACT "${SMEMLINT_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "linter that finds CUDA shared-memory bank conflicts")
set(CPACK_PACKAGE_DESCRIPTION
"For every access to shared memory that a CUDA source makes, smemlint says
how many passes over the memory's banks a warp pays, how many it must pay,
why, and what another layout would save. It reads the source as a compiler
does and runs nothing; neither a GPU nor the CUDA toolkit is needed.

It knows compile_commands.json, mends conflicts where that is proven safe,
and can have a GPU or the processor confirm what it says.")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR "TXZ")
if(EXISTS /etc/debian_version)
	list(APPEND CPACK_GENERATOR "DEB")
endif()
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/package_archive.cmake" "${PROJECT_SOURCE_DIR}/cmake/package_deb.cmake")
set(CPACK_SMEMLINT_RPATH "${_rpath}")

string(TOLOWER "smemlint-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" CPACK_PACKAGE_FILE_NAME)
set(CPACK_ARCHIVE_THREADS 0)
set(CPACK_SMEMLINT_CXX "${CMAKE_CXX_COMPILER}")
set(CPACK_SMEMLINT_NM "${CMAKE_NM}")
set(CPACK_SMEMLINT_STRIP "${CMAKE_STRIP}")
get_filename_component(CPACK_SMEMLINT_LIBCLANG "${LibClang_LIBRARY}" REALPATH)
get_filename_component(CPACK_SMEMLINT_LLVM "${LibClang_LLVM}" REALPATH)
set(CPACK_SMEMLINT_LLVM_ARCHIVES "${LibClang_LLVM_ARCHIVES}")
set(CPACK_SMEMLINT_RESOURCES "${LibClang_RESOURCE_DIR}")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Clang's own headers, which a source is read with, stand in a package that no library asks for.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libclang-common-${LibClang_VERSION}-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang-${LibClang_VERSION}, libcurl4 | libcurl4t64, nvidia-cuda-toolkit, pre-commit")
configure_file("${PROJECT_SOURCE_DIR}/packaging/debian/changelog.in" "${PROJECT_BINARY_DIR}/debian/changelog" @ONLY)
set(CPACK_SMEMLINT_DEB_FILES "${PROJECT_SOURCE_DIR}/packaging/debian/copyright" "${PROJECT_BINARY_DIR}/debian/changelog")

include(CPack)
