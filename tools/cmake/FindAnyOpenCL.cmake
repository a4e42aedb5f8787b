# Defines the target OpenCL::OpenCL. Khronos' headers and loader come with CMake packages; the headers must be found
# first, because the loader's package does not look for them. Debian's ocl-icd has no CMake package, so CMake's own
# module finds it. The build of clscan and the installed package both use this file. In the package, a missing OpenCL
# only means that clscan is not found.
if(NOT TARGET OpenCL::OpenCL)
  find_package(OpenCLHeaders CONFIG QUIET)
  find_package(OpenCLICDLoader CONFIG QUIET)
endif()
if(NOT TARGET OpenCL::OpenCL)
  if(CMAKE_FIND_PACKAGE_NAME STREQUAL "clscan")
    include(CMakeFindDependencyMacro)
    find_dependency(OpenCL MODULE)
  else()
    find_package(OpenCL REQUIRED MODULE)
  endif()
endif()
