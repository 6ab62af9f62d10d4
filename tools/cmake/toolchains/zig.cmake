# Linux of another processor or with an older glibc by zig's clang, which carries the stubs of every glibc
# (Python package ziglang). Included by the toolchain files that set CMAKE_SYSTEM_PROCESSOR and reeve_zig_target.
set(CMAKE_SYSTEM_NAME Linux)
file(GLOB reeve_zig ${CMAKE_CURRENT_LIST_DIR}/../../../.venv/lib/python3*/site-packages/ziglang/zig)
if(NOT reeve_zig)
  message(FATAL_ERROR "ziglang is not in .venv: tools/release installs it (requirements-release.txt)")
endif()
set(CMAKE_CXX_COMPILER ${reeve_zig} c++)
set(CMAKE_CXX_COMPILER_TARGET ${reeve_zig_target})
set(CMAKE_CXX_ARCHIVE_CREATE "${reeve_zig} ar qcD <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "${reeve_zig} ranlib <TARGET>")
