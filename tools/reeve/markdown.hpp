#pragma once
/// The part of Markdown that our theory pages use: headings, paragraphs, lists, tables, code, emphasis.
#include <string>

namespace reeve::cli {

std::string html_of_markdown(const std::string& markdown);

}  // namespace reeve::cli
