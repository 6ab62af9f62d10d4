#include "fmi/resources.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
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

/// The folder above `path`, or empty if there is none.
std::string parent(const std::string& path) {
  const auto slash = path.find_last_of('/');
  return slash == std::string::npos ? std::string{} : path.substr(0, slash);
}

std::string beside_this_library() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&read_description), &info) == 0 || !info.dli_fname) return {};
  const std::unique_ptr<char, void (*)(void*)> library(realpath(info.dli_fname, nullptr), &std::free);
  return library ? parent(parent(parent(library.get()))) + "/resources" : std::string{};
}

std::optional<std::string> read(const std::string& path) {
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
  return percent_decoded(rest);
}

ResourceFile read_description(const std::string& given) {
  std::string tried;
  for (const std::string& folder : {given, beside_this_library()}) {
    if (folder.empty() || folder[0] != '/') continue;
    std::string path = folder + (folder.back() == '/' ? "" : "/") + "description.toml";
    if (auto text = read(path)) return {std::move(*text), std::move(path)};
    tried += (tried.empty() ? "" : ", ") + path;
  }
  throw ModelError("cannot read the model's description; tried: " + tried +
                   ". Unpack the whole FMU, with its resources folder, and pass that folder when instantiating.");
}

}  // namespace reeve::fmi
