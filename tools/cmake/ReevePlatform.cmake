# For which platform is compiled, and how a library of an FMU is linked there: it exports the functions of FMI and nothing
# else, carries the C++ runtime, and needs only what every system of the platform has.
set(REEVE_LIBRARY_FOLDER ${CMAKE_BINARY_DIR}/models CACHE PATH "Libraries of the models, in a folder per platform")

set(REEVE_SYSTEM posix)
if(WIN32)
  set(REEVE_SYSTEM windows)
  set(REEVE_PLATFORM x86_64-windows)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64")
  set(REEVE_PLATFORM aarch64-linux)
else()
  set(REEVE_PLATFORM x86_64-linux)
endif()

# Libraries of FMUs load on older Linux systems: see fmu_src/fmi/platform/old_glibc.cpp.
set(REEVE_OLD_GLIBC OFF)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT REEVE_SANITIZE)
  set(REEVE_OLD_GLIBC ON)
endif()

function(reeve_link_as_fmu_library target)
  if(WIN32)
    # Neither a time nor an address made from the path of the file: the same bytes on every building machine.
    target_link_options(${target} PRIVATE -static -Wl,--no-insert-timestamp -Wl,--disable-auto-image-base -Wl,--gc-sections -s)
    return()
  endif()
  target_link_options(${target} PRIVATE
    -Wl,--version-script=${CMAKE_SOURCE_DIR}/tools/cmake/fmi_symbols.map -Wl,--exclude-libs,ALL -Wl,--gc-sections
    -Wl,-z,now -Wl,-Bsymbolic $<$<CONFIG:Release>:-s>)
  if(REEVE_OLD_GLIBC)
    target_link_options(${target} PRIVATE -Wl,--wrap=exp -Wl,--wrap=log -Wl,--wrap=pow -Wl,--wrap=hypot)
  endif()
  if(NOT REEVE_SANITIZE)
    target_link_options(${target} PRIVATE -static-libgcc -static-libstdc++ -Wl,-z,defs)
  endif()
endfunction()

# /usr/include belongs to the building machine. Another platform sees only these folders of it, which hold headers and
# nothing compiled.
if(CMAKE_CROSSCOMPILING)
  set(reeve_header_root ${CMAKE_BINARY_DIR}/include/headers)
  file(MAKE_DIRECTORY ${reeve_header_root})
  foreach(folder boost toml++ rapidxml CLI nlohmann)
    file(CREATE_LINK /usr/include/${folder} ${reeve_header_root}/${folder} SYMBOLIC)
  endforeach()
  target_include_directories(reeve_compiler SYSTEM INTERFACE ${reeve_header_root})
  foreach(library Boost::headers CLI11::CLI11 nlohmann_json::nlohmann_json)
    add_library(${library} INTERFACE IMPORTED GLOBAL)
  endforeach()
endif()
