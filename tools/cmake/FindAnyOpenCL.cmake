# Gives OpenCL::OpenCL, whoever provides it: Khronos' headers and loader come with CMake packages (the loader's
# does not find the headers itself, hence the order), Debian's ocl-icd without one, so CMake's own module finds it.
if(NOT TARGET OpenCL::OpenCL)
  find_package(OpenCLHeaders CONFIG QUIET)
  find_package(OpenCLICDLoader CONFIG QUIET)
endif()
if(NOT TARGET OpenCL::OpenCL)
  find_package(OpenCL REQUIRED MODULE)
endif()
