#include "outcome.hpp"

#include <utility>

namespace conformance {

namespace {
std::string current_remark;
}

void remark(std::string sentence) { current_remark = std::move(sentence); }

std::string take_remark() { return std::exchange(current_remark, {}); }

void Findings::expect_none() const {
  if (all_.empty()) return;
  constexpr std::size_t shown = 6;
  std::string message;
  for (std::size_t i = 0; i < all_.size() && i < shown; ++i) message += (i ? "; " : "") + all_[i];
  if (all_.size() > shown) message += text("; and ", all_.size() - shown, " more");
  throw Failure(message);
}

}  // namespace conformance
