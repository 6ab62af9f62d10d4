#include "fmi/resources.hpp"

#include <memory>
#include <optional>

#include "description/document.hpp"
#include "fmi/model.hpp"
#include "fmi/platform/file_system.hpp"

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

/// The folder above `path`, or empty if there is none.
std::string parent(const std::string& path) {
  const auto slash = path.find_last_of(kPathSeparators);
  return slash == std::string::npos ? std::string{} : path.substr(0, slash);
}

std::string beside_this_library() {
  const std::string library = file_of_this_library();
  return library.empty() ? library : parent(parent(parent(library))) + "/resources";
}

std::optional<std::string> read(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(open_for_reading(path), &std::fclose);
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

std::string path_of_uri(const std::string& uri) {
  const std::string scheme = "file:";
  if (uri.compare(0, scheme.size(), scheme) != 0) return {};
  std::string rest = uri.substr(scheme.size());
  if (rest.compare(0, 2, "//") == 0) {  // an authority follows, up to the next slash: empty or localhost
    const auto slash = rest.find('/', 2);
    if (slash == std::string::npos) return {};
    rest = rest.substr(slash);
    while (rest.compare(0, 2, "//") == 0) rest.erase(0, 1);  // file:////x is seen in the wild
  }
  return native_path(percent_decoded(rest));
}

ResourceFile read_description(const std::string& given) {
  std::string tried;
  for (const std::string& folder : {given, beside_this_library()}) {
    if (!is_absolute(folder)) continue;
    const bool ends_with_separator = folder.find_last_of(kPathSeparators) == folder.size() - 1;
    std::string path = folder + (ends_with_separator ? "" : "/") + "description.toml";
    if (auto text = read(path)) return {std::move(*text), std::move(path)};
    tried += (tried.empty() ? "" : ", ") + path;
  }
  throw ModelError("cannot read the model's description; tried: " + tried +
                   ". Unpack the whole FMU, with its resources folder, and pass that folder when instantiating.");
}

}  // namespace reeve::fmi
