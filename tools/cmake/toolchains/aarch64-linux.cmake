# glibc 2.28 is that of RHEL 8; Ubuntu 20.04 has 2.31.
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(reeve_zig_target aarch64-linux-gnu.2.28)
include(${CMAKE_CURRENT_LIST_DIR}/zig.cmake)
