#include "fmi/log.hpp"

#include <algorithm>
#include <stdexcept>

namespace reeve::fmi {

void Log::enable(bool on, std::span<const char* const> categories) {
  std::array<bool, kLogCategories.size()> enabled{};
  if (categories.empty()) enabled.fill(on);
  for (const char* wanted : categories) {
    const auto known = std::find_if(kLogCategories.begin(), kLogCategories.end(),
                                    [wanted](const LogCategory& c) { return wanted && c.name == wanted; });
    if (known == kLogCategories.end()) {
      throw std::invalid_argument(std::string("log category \"") + (wanted ? wanted : "NULL") + "\" is not declared");
    }
    enabled[static_cast<std::size_t>(known - kLogCategories.begin())] = on;
  }
  enabled_ = enabled;
}

}  // namespace reeve::fmi
