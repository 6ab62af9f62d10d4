#include "fmi/resources.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <memory>
#include <optional>

#include "description/document.hpp"
#include "fmi/model.hpp"

namespace reeve::fmi {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string percent_decoded(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0) {
      out += static_cast<char>(16 * hex_digit(text[i + 1]) + hex_digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::filesystem::path beside_this_library() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&read_description), &info) == 0 || !info.dli_fname) return {};
  std::error_code ignored;
  const auto library = std::filesystem::absolute(info.dli_fname, ignored);
  return library.parent_path().parent_path().parent_path() / "resources";
}

std::optional<std::string> read(const std::filesystem::path& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return {};
  std::string text;
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, file.get())) {
    text.append(buffer, n);
    if (text.size() > description::kLargestText) break;  // the parser refuses it with a message
  }
  if (std::ferror(file.get())) return {};  // a folder, for one
  return text;
}

}  // namespace

std::filesystem::path path_of_uri(const std::string& uri) {
  const std::string scheme = "file:";
  if (uri.compare(0, scheme.size(), scheme) != 0) return {};
  std::string rest = uri.substr(scheme.size());
  if (rest.compare(0, 2, "//") == 0) {  // an authority follows, up to the next slash: empty or localhost
    const auto slash = rest.find('/', 2);
    if (slash == std::string::npos) return {};
    rest = rest.substr(slash);
    while (rest.compare(0, 2, "//") == 0) rest.erase(0, 1);  // file:////x is seen in the wild
  }
  return percent_decoded(rest);
}

ResourceFile read_description(const std::filesystem::path& given) {
  std::vector<std::filesystem::path> places;
  if (given.is_absolute()) places.push_back(given);
  if (auto own = beside_this_library(); !own.empty()) places.push_back(std::move(own));
  std::string tried;
  for (const auto& place : places) {
    const auto path = place / "description.toml";
    if (auto text = read(path)) return {std::move(*text), path};
    tried += (tried.empty() ? "" : ", ") + path.string();
  }
  throw ModelError("cannot read the model's description; tried: " + tried +
                   ". Unpack the whole FMU, with its resources folder, and pass that folder when instantiating.");
}

}  // namespace reeve::fmi
