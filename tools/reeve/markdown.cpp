#include "reeve/markdown.hpp"

#include <sstream>
#include <vector>

#include "fmi/export/xml.hpp"

namespace reeve::cli {
namespace {

/// `code` and **strong** inside a line.
std::string inline_html(const std::string& line) {
  const std::string text = fmi::escaped(line);
  std::string out;
  bool code = false, strong = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') {
      out += code ? "</code>" : "<code>";
      code = !code;
    } else if (!code && text.compare(i, 2, "**") == 0) {
      out += strong ? "</strong>" : "<strong>";
      strong = !strong;
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::vector<std::string> cells(const std::string& row) {
  std::vector<std::string> out;
  std::stringstream stream(row.substr(1));
  for (std::string cell; std::getline(stream, cell, '|');) out.push_back(cell);
  return out;
}

bool is_rule(const std::string& row) { return row.find_first_not_of("|-: ") == std::string::npos; }

/// Keeps track of the block that is open.
class Renderer {
 public:
  void line(const std::string& text) {
    if (text.rfind("```", 0) == 0) return fence();
    if (in_code_) {
      html_ += fmi::escaped(text) + "\n";
    } else if (text.empty()) {
      leave();
    } else if (text[0] == '#') {
      heading(text);
    } else if (text[0] == '|') {
      table_row(text);
    } else if (text.rfind("- ", 0) == 0 || text.rfind("* ", 0) == 0) {
      enter("ul");
      html_ += "<li>" + inline_html(text.substr(2)) + "\n";
    } else if (text.rfind("    ", 0) == 0 && block_ != "p" && block_ != "ul") {
      enter("pre");
      html_ += fmi::escaped(text.substr(4)) + "\n";
    } else {
      if (block_ != "ul") enter("p");
      html_ += inline_html(text) + "\n";
    }
  }
  std::string finish() {
    leave();
    return std::move(html_);
  }

 private:
  void enter(const std::string& block) {
    if (block_ == block) return;
    leave();
    block_ = block;
    html_ += "<" + block + ">";
  }
  void leave() {
    if (!block_.empty()) html_ += "</" + block_ + ">\n";
    block_.clear();
  }
  void fence() {
    leave();
    in_code_ = !in_code_;
    html_ += in_code_ ? "<pre>" : "</pre>\n";
  }
  void heading(const std::string& text) {
    leave();
    const auto level = std::to_string(std::min<std::size_t>(text.find_first_not_of('#'), 6));
    html_ += "<h" + level + ">" + inline_html(text.substr(text.find_first_not_of("# "))) + "</h" + level + ">\n";
  }
  void table_row(const std::string& text) {
    if (is_rule(text)) return;
    const std::string tag = block_ == "table" ? "td" : "th";
    enter("table");
    html_ += "<tr>";
    for (const auto& cell : cells(text)) html_ += "<" + tag + ">" + inline_html(cell) + "</" + tag + ">";
    html_ += "</tr>\n";
  }

  std::string html_, block_;
  bool in_code_{false};
};

}  // namespace

std::string html_of_markdown(const std::string& markdown) {
  Renderer renderer;
  std::stringstream lines(markdown);
  for (std::string line; std::getline(lines, line);) renderer.line(line);
  return renderer.finish();
}

}  // namespace reeve::cli
