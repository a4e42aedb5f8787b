# Gives OpenCL::OpenCL, whoever provides it: Khronos' headers and loader come with CMake packages (the loader's
# does not find the headers itself, hence the order), Debian's ocl-icd without one, so CMake's own module finds it.
# Our build and the installed package both use this file; in the package a missing OpenCL only means that clscan
# is not found.
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
