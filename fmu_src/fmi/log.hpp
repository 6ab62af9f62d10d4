#pragma once
/// Messages to the importer: categories as declared in the XML, NULL-safe, verbatim.
#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace reeve::fmi {

enum class Level { event, warning, discard, error };

struct LogCategory {
  std::string_view name, description;
};
/// In the order of Level.
inline constexpr std::array<LogCategory, 4> kLogCategories{{
    {"logEvents", "Life cycle: initialised, terminated, reset"},
    {"logStatusWarning", "The result is valid, but look at it: a limit was passed or an input is ignored"},
    {"logStatusDiscard", "The call was refused and nothing changed: the importer may go on or try again"},
    {"logStatusError", "The call failed; the message says why and what to do"},
}};

class Log {
 public:
  /// Gets level, category and message; may be empty.
  using Sink = std::function<void(Level, const char* category, const char* message)>;

  Log(Sink sink, bool on) : sink_{std::move(sink)} { enabled_.fill(on); }

  /// Events are written only where debug logging wants them; what the user must know, always.
  void write(Level level, const std::string& message) const {
    const auto i = static_cast<std::size_t>(level);
    if (sink_ && (level != Level::event || enabled_[i])) sink_(level, kLogCategories[i].name.data(), message.c_str());
  }

  /// No category = all of them. Throws std::invalid_argument for one that is not declared.
  void enable(bool on, std::span<const char* const> categories);

 private:
  Sink sink_;
  std::array<bool, kLogCategories.size()> enabled_{};
};

}  // namespace reeve::fmi
