# reeve_layer(<name> [SOURCES ...] [DEPENDS <layers or targets> ...] [PARSED_ONCE <header> ...])
#
# One folder of fmu_src as one target. Headers are included as "<name>/file.hpp", and that path is only visible to
# targets which link the layer: an include against the direction of the arrows does not compile.
# Headers of others that many files of the layer include are parsed once for all of them.
function(reeve_layer name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;PARSED_ONCE" ${ARGN})
  set(root ${CMAKE_BINARY_DIR}/include/${name})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/${name} SYMBOLIC)
  if(arg_SOURCES)
    add_library(${name} STATIC ${arg_SOURCES})
    target_include_directories(${name} PUBLIC ${root})
    target_link_libraries(${name} PUBLIC ${arg_DEPENDS} PRIVATE reeve_compiler)
    target_precompile_headers(${name} PRIVATE ${arg_PARSED_ONCE})
  else()
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE ${root})
    target_link_libraries(${name} INTERFACE ${arg_DEPENDS})
  endif()
endfunction()
