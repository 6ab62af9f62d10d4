#pragma once

/// A whole run for comparison with the same FMU on another platform.

#include <filesystem>

namespace conformance {

class Fmu;

/// Runs the default experiment with all start values as they are and every input moving, and writes the numbers among
/// outputs and locals at every communication point, with all their digits.
void record(const Fmu& fmu, const std::filesystem::path& csv);

}  // namespace conformance
