# Installs the library, its header and the guide, a CMake package, and a pkg-config file; and the tool with its pages,
# and clscan_mpi, if they were built. clscan_mpi is a component of the CMake package, and has a pkg-config file of its
# own.
include(CMakePackageConfigHelpers)

get_target_property(type clscan TYPE)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/clscan")
set(made_dir "${PROJECT_BINARY_DIR}/package")

install(TARGETS clscan EXPORT clscanTargets)
install(DIRECTORY include/clscan DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h"
  PATTERN clscan_mpi.h EXCLUDE)
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES include/clscan/README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME guide.md) # named in clscan.h

# Paths in the package files are relative, so that the installed tree can be moved.
function(from_prefix path result)
  if(IS_ABSOLUTE "${path}")
    set(${result} "${path}" PARENT_SCOPE)
  else()
    set(${result} "\${prefix}/${path}" PARENT_SCOPE)
  endif()
endfunction()

function(path_between from to result)
  foreach(path from to)
    cmake_path(ABSOLUTE_PATH ${path} BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" NORMALIZE)
  endforeach()
  cmake_path(RELATIVE_PATH to BASE_DIRECTORY "${from}" OUTPUT_VARIABLE between)
  set(${result} "${between}" PARENT_SCOPE)
endfunction()

if(TARGET clscan_tool)
  path_between("${CMAKE_INSTALL_BINDIR}" "${CMAKE_INSTALL_LIBDIR}" to_library)
  set_target_properties(clscan_tool PROPERTIES
    INSTALL_RPATH "$<IF:$<PLATFORM_ID:Darwin>,@loader_path,$ORIGIN>/${to_library}")
  install(TARGETS clscan_tool OPTIONAL) # not an error after a build of the library alone
  if(TARGET clscan_pages)
    set(pages "${PROJECT_BINARY_DIR}/tools/clscan")
    install(FILES "${pages}/clscan.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" OPTIONAL)
    install(FILES "${pages}/clscan.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
      RENAME clscan OPTIONAL)
  endif()
endif()

# A program that links the static library must link the thread library too.
if(type STREQUAL "STATIC_LIBRARY")
  set(clscan_find_threads "include(CMakeFindDependencyMacro)\nfind_dependency(Threads)")
  set(cflags " -DCLSCAN_STATIC")
endif()
configure_file(tools/cmake/clscanConfig.cmake.in "${made_dir}/clscanConfig.cmake" @ONLY)
write_basic_package_version_file("${made_dir}/clscanConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(EXPORT clscanTargets NAMESPACE clscan:: DESTINATION "${package_dir}")
install(FILES tools/cmake/FindAnyOpenCL.cmake "${made_dir}/clscanConfig.cmake" "${made_dir}/clscanConfigVersion.cmake"
        DESTINATION "${package_dir}")

path_between("${CMAKE_INSTALL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}" prefix_from_here)
from_prefix("${CMAKE_INSTALL_LIBDIR}" libdir)
from_prefix("${CMAKE_INSTALL_INCLUDEDIR}" includedir)
list(TRANSFORM CMAKE_DL_LIBS PREPEND " -l" OUTPUT_VARIABLE dl_flags) # empty if libc has dlsym
configure_file(tools/cmake/clscan.pc.in "${made_dir}/clscan.pc" @ONLY)
install(FILES "${made_dir}/clscan.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

if(TARGET clscan_mpi)
  add_subdirectory(tools/cmake/mpi)
endif()
