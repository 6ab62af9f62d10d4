#pragma once
/// Cells of CSV files: one that has a comma, such as the name node_x[1,2], a quote or a blank is in quotes, and quotes inside
/// it are doubled. A cell has no line break.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace csv {

/// The text as a cell.
inline std::string cell(std::string_view text) {
  if (text.find_first_of(",\" ") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

/// The texts of the cells of a line, without the blanks around them.
inline std::vector<std::string> cells(std::string_view line) {
  std::vector<std::string> found;
  for (std::size_t at = 0;; ++at) {
    at = std::min(line.find_first_not_of(' ', at), line.size());
    std::string text;
    if (at < line.size() && line[at] == '"') {
      for (++at; at < line.size() && (line[at] != '"' || line.substr(at, 2) == "\"\""); ++at) {
        if (line[at] == '"') ++at;
        text += line[at];
      }
      at = std::min(line.find(',', at), line.size());
    } else {
      const auto end = std::min(line.find(',', at), line.size());
      text = line.substr(at, end - at);
      text.erase(text.find_last_not_of(" \r") + 1);
      at = end;
    }
    found.push_back(text);
    if (at == line.size()) return found;
  }
}

/// The cells of all lines; an empty line has none.
inline std::vector<std::vector<std::string>> rows(std::string_view text) {
  std::vector<std::vector<std::string>> found;
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    found.push_back(line.find_first_not_of(" \r") == std::string_view::npos ? std::vector<std::string>{} : cells(line));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return found;
}

}  // namespace csv
