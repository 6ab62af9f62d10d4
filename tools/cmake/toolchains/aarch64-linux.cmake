# ARM Linux by Debian's g++-aarch64-linux-gnu; its libraries are in /usr/aarch64-linux-gnu, where qemu-user finds them too.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
