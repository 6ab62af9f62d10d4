# How everything is compiled: C++20, hidden symbols, warnings as errors, the same bits on every machine.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")    # of the sanitizers: assertions on, line numbers, quick to compile
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

add_library(reeve_compiler INTERFACE)
target_compile_options(reeve_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  -Wno-missing-field-initializers                    # members with defaults may be left out of { .name = ... }
  -ffp-contract=off                                  # no fused multiply-add: equal bits on every processor
  -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.            # no path of the building machine in a binary
  -ffunction-sections -fdata-sections
  $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>          # a library that can be unloaded
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>            # g++ 12 warns wrongly at "a" + std::string (GCC bug 105651)
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>) # and at std::variant with a std::string in it
if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)   # g++ 12 forgets that a header parsed before is not ours, and warns wrongly inside std::string
  target_compile_options(reeve_compiler INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>)
endif()
if(REEVE_WERROR)
  target_compile_options(reeve_compiler INTERFACE -Werror)
endif()
if(REEVE_SANITIZE)
  # A target with the property REEVE_NOT_INSTRUMENTED is compiled without, and only linked with them.
  set(options -fsanitize=${REEVE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(REEVE_SANITIZE MATCHES "undefined")
    # Half of the time to compile: the address sanitizer sees bad pointers as well, Eigen asserts its alignment.
    list(APPEND options -fno-sanitize=null,alignment,object-size)
  endif()
  foreach(option ${options})
    target_compile_options(reeve_compiler INTERFACE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:REEVE_NOT_INSTRUMENTED>>>:${option}>)
  endforeach()
  target_link_options(reeve_compiler INTERFACE -fsanitize=${REEVE_SANITIZE})
endif()

# reeve_quick_to_compile(<target> <header> ...): for tests and tools, which are compiled more often than they run long.
# The headers are parsed once for all files of the target.
function(reeve_quick_to_compile target)
  target_compile_options(${target} PRIVATE -O1)
  target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()
