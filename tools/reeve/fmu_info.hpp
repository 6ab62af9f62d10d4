#pragma once
#include <filesystem>

namespace reeve::cli {

/// Prints the variables of any FMU, ours or not.
void print_fmu(const std::filesystem::path& file);

}  // namespace reeve::cli
