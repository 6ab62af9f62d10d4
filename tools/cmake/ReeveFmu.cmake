# add_fmu(<Name> DESCRIPTION <file.toml> [MODEL <Library>])
#
# Gives build/fmus/fmi2/<Name>.fmu and build/fmus/fmi3/<Name>.fmu from a description, by `reeve export`: the same path a
# user takes. The first FMU of a model also makes its library, build/models/<platform>/<Library>.so, from the function
# reeve::fmus::<library>() (FrictionBlock -> friction_block). Compiled for another platform there are only libraries.
set(REEVE_PACKER "" CACHE FILEPATH "The program reeve of another build, to pack the FMUs (empty: the one built here)")
define_property(GLOBAL PROPERTY REEVE_MODELS)
define_property(GLOBAL PROPERTY REEVE_FMUS)
define_property(GLOBAL PROPERTY REEVE_LIBRARY_FMUS)  # the first FMU of each library

function(reeve_model_library model)
  if(TARGET ${model})
    return()
  endif()
  reeve_snake_case(${model} function)
  set(entry ${CMAKE_BINARY_DIR}/generated/${model}_entry.cpp)
  file(CONFIGURE OUTPUT ${entry} CONTENT [[
#include "fmi/model.hpp"
namespace reeve::fmus { const fmi::ModelKind& @function@(); }
const reeve::fmi::ModelKind& reeve::fmi::entry() { return reeve::fmus::@function@(); }
]] @ONLY)
  add_library(${model} MODULE ${entry})
  target_link_libraries(${model} PRIVATE fmi_functions fmus reeve_compiler)
  set_target_properties(${model} PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${REEVE_LIBRARY_FOLDER}/${REEVE_PLATFORM})
  reeve_link_as_fmu_library(${model})
  set_property(GLOBAL APPEND PROPERTY REEVE_MODELS ${model})
endfunction()

function(add_fmu name)
  cmake_parse_arguments(arg "" "DESCRIPTION;MODEL" "" ${ARGN})
  if(NOT arg_MODEL)
    set(arg_MODEL ${name})
  endif()
  reeve_is_wanted(${arg_MODEL} wanted)
  if(NOT wanted)
    return()
  endif()
  if(NOT TARGET ${arg_MODEL})
    set_property(GLOBAL APPEND PROPERTY REEVE_LIBRARY_FMUS ${name})
  endif()
  reeve_model_library(${arg_MODEL})
  if(CMAKE_CROSSCOMPILING)
    return()
  endif()
  set(description ${CMAKE_SOURCE_DIR}/resources/${arg_DESCRIPTION})
  set(small ${CMAKE_SOURCE_DIR}/tools/conformance/small/${name}.toml)
  if(REEVE_SANITIZE AND EXISTS ${small})
    set(description ${small})
  endif()
  file(GLOB_RECURSE inside CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/resources/sketches/* ${CMAKE_SOURCE_DIR}/resources/licenses/* ${CMAKE_SOURCE_DIR}/fmu_src/*/theory/*.md)
  list(APPEND inside ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/resources/icon.png ${CMAKE_SOURCE_DIR}/resources/third-party.txt)
  set(packer reeve)
  if(REEVE_PACKER)
    set(packer ${REEVE_PACKER})
  endif()
  foreach(version 2 3)
    set(fmu ${CMAKE_BINARY_DIR}/fmus/fmi${version}/${name}.fmu)
    add_custom_command(OUTPUT ${fmu}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/fmus/fmi${version}
      COMMAND ${packer} export ${description} --fmi ${version} --libraries ${REEVE_LIBRARY_FOLDER} -o ${fmu} --quiet
      DEPENDS ${packer} ${arg_MODEL} ${description} ${inside}
      COMMENT "Packing fmi${version}/${name}.fmu" VERBATIM)
    list(APPEND fmus ${fmu})
  endforeach()
  add_custom_target(${name}_fmus ALL DEPENDS ${fmus})
  set_property(GLOBAL APPEND PROPERTY REEVE_FMUS ${name})
endfunction()

# Writes the list of all models that were added, and makes the target fmus_registry from it.
function(reeve_write_registry)
  get_property(models GLOBAL PROPERTY REEVE_MODELS)
  foreach(model ${models})
    reeve_snake_case(${model} function)
    string(APPEND declarations "const fmi::ModelKind& ${function}();\n")
    string(APPEND entries "&${function}(), ")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/registry.cpp CONTENT [[
#include "fmus/registry.hpp"
namespace reeve::fmus {
@declarations@
std::span<const fmi::ModelKind* const> all_kinds() {
  static const fmi::ModelKind* const kinds[] = {@entries@};
  return kinds;
}
}  // namespace reeve::fmus
]] @ONLY)
  add_library(fmus_registry STATIC ${CMAKE_BINARY_DIR}/generated/registry.cpp)
  target_link_libraries(fmus_registry PUBLIC fmus PRIVATE reeve_compiler)
endfunction()
