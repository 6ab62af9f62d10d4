#pragma once
/// A small XML writer: escapes, closes what it opened, prints numbers in their shortest round-trip form.
#include <string>
#include <string_view>
#include <vector>

namespace reeve::fmi {

std::string escaped(std::string_view text);  ///< for XML and HTML

class XmlWriter {
 public:
  XmlWriter();

  XmlWriter& open(std::string_view tag);  ///< <tag, attributes may follow
  XmlWriter& attribute(std::string_view name, std::string_view value);
  XmlWriter& attribute(std::string_view name, const char* value) { return attribute(name, std::string_view(value)); }
  XmlWriter& attribute(std::string_view name, double value);
  XmlWriter& attribute(std::string_view name, bool value);
  XmlWriter& close();  ///< /> if it stayed empty, else </tag>

  std::string finish() &&;  ///< closes all that is open

 private:
  std::string text_;
  std::vector<std::string> tags_;
  bool in_tag_{false};
};

}  // namespace reeve::fmi
