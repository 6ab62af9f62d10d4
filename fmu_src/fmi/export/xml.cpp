#include "fmi/export/xml.hpp"

#include "math/text.hpp"

namespace reeve::fmi {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

XmlWriter::XmlWriter() : text_{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"} {}

XmlWriter& XmlWriter::open(std::string_view tag) {
  if (in_tag_) text_ += ">\n";
  text_.append(2 * tags_.size(), ' ').append("<").append(tag);
  tags_.emplace_back(tag);
  in_tag_ = true;
  return *this;
}

XmlWriter& XmlWriter::attribute(std::string_view name, std::string_view value) {
  text_.append(" ").append(name).append("=\"").append(escaped(value)).append("\"");
  return *this;
}
XmlWriter& XmlWriter::attribute(std::string_view name, double value) { return attribute(name, math::text(value)); }
XmlWriter& XmlWriter::attribute(std::string_view name, bool value) { return attribute(name, value ? "true" : "false"); }

XmlWriter& XmlWriter::close() {
  const std::string tag = std::move(tags_.back());
  tags_.pop_back();
  if (in_tag_)
    text_ += "/>\n";
  else
    text_.append(2 * tags_.size(), ' ').append("</").append(tag).append(">\n");
  in_tag_ = false;
  return *this;
}

std::string XmlWriter::finish() && {
  while (!tags_.empty()) close();
  return std::move(text_);
}

}  // namespace reeve::fmi
