# Target fmi_headers: the headers of FMI 2.0 and 3.0, from FMI_INCLUDE_DIR or from the FMPy package of a Python.
# A machine without Python builds with -DFMI_INCLUDE_DIR=<folder>.
if(NOT FMI_INCLUDE_DIR)
  file(GLOB reeve_fmpy_candidates "${CMAKE_SOURCE_DIR}/.venv/lib/python3*/site-packages/fmpy/c-code")
  find_program(REEVE_PYTHON NAMES python3 python)
  if(NOT reeve_fmpy_candidates AND REEVE_PYTHON)
    execute_process(
      COMMAND ${REEVE_PYTHON} -c "import fmpy, os; print(os.path.join(os.path.dirname(fmpy.__file__), 'c-code'))"
      OUTPUT_VARIABLE reeve_fmpy_candidates OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(reeve_fmpy_candidates)
    list(GET reeve_fmpy_candidates 0 reeve_fmpy_first)
    set(FMI_INCLUDE_DIR ${reeve_fmpy_first} CACHE PATH "" FORCE)
  endif()
endif()
foreach(header fmi2Functions.h fmi3Functions.h)
  if(NOT EXISTS "${FMI_INCLUDE_DIR}/${header}")
    message(FATAL_ERROR "${header} not found in FMI_INCLUDE_DIR = '${FMI_INCLUDE_DIR}'. "
      "Run tools/setup (it installs FMPy, whose package carries the headers), or pass -DFMI_INCLUDE_DIR=<folder>.")
  endif()
endforeach()
add_library(fmi_headers INTERFACE)
target_include_directories(fmi_headers SYSTEM INTERFACE ${FMI_INCLUDE_DIR})
