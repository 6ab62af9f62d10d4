#include "reeve/licenses.hpp"

#include <algorithm>

#include "reeve/catalogue.hpp"

namespace reeve::cli {
namespace {

namespace fs = std::filesystem;

std::string owner_text(const fmi::Identity& identity) {
  const fmi::Owner& owner = identity.owner;
  std::string text = identity.identifier + (owner.version.empty() ? "" : " " + owner.version) + "\n";
  const auto line = [&text](const char* what, const std::string& said) {
    text += std::string(what) + (said.empty() ? "not stated" : said) + "\n";
  };
  line("Author: ", owner.author);
  line("Copyright: ", owner.copyright);
  line("License: ", owner.license);
  return text +
         "\nThis is about the description and what it describes. The libraries in this FMU are those of Reeve, under "
         "the "
         "MIT\nLicense (reeve.txt), and contain code of others (third-party.txt).\n";
}

}  // namespace

std::vector<ZipEntry> license_entries(const fmi::Identity& identity) {
  const std::string folder = "documentation/licenses/";
  std::vector<ZipEntry> out{{folder + "license.txt", owner_text(identity)},
                            {folder + "reeve.txt", read_file(home() / "LICENSE")},
                            {folder + "third-party.txt", read_file(home() / "resources/third-party.txt")}};
  std::vector<fs::path> texts;
  for (const auto& entry : fs::directory_iterator(home() / "resources/licenses")) texts.push_back(entry.path());
  std::sort(texts.begin(), texts.end());
  for (const auto& text : texts) out.push_back({folder + "third-party/" + text.filename().string(), read_file(text)});
  return out;
}

}  // namespace reeve::cli
