#pragma once

namespace reeve::test {

/// How often operator new was called so far, in this whole program.
long allocations();

}  // namespace reeve::test
