#pragma once
/// The nips of a sheet: their names from the description, and their variables.
#include "description/document.hpp"
#include "fmus/declaration.hpp"
#include "models/flexible_sheet/flexible_sheet.hpp"

namespace reeve::fmus {

/// nip = [{name = "feed"}, ...]; empty if the description has none.
std::vector<std::string> nips_of(const description::Reader& description);

/// `shape`: what the sheet's place at the start depends on.
void declare_nips(Declaration<models::FlexibleSheet>& d, const std::vector<std::string>& names, const std::vector<std::string>& shape);

/// What meets at the shaft of each.
std::vector<fmi::Terminal> terminals_of(const std::vector<std::string>& nips);

}  // namespace reeve::fmus
