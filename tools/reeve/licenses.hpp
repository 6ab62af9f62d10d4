#pragma once
/// documentation/licenses/ of an FMU: whose it is, and what the libraries inside are made of.
#include <vector>

#include "fmi/variable_table.hpp"
#include "reeve/zip_archive.hpp"

namespace reeve::cli {

/// license.txt says what the description says of its owner; Reeve's own licence and those of others stand beside it.
std::vector<ZipEntry> license_entries(const fmi::Identity& identity);

}  // namespace reeve::cli
