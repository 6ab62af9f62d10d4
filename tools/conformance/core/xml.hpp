#pragma once

/// A look at XML: elements with their attributes. The parser is rapidxml, because it needs no library on any platform.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rapidxml {
template <class Ch>
class xml_node;
}

namespace conformance::xml {

/// One element, or none: an element that does not exist has no attributes and no children.
class Node {
 public:
  explicit Node(const rapidxml::xml_node<char>* node = nullptr) : node_(node) {}
  explicit operator bool() const { return node_; }

  std::string name() const;
  bool has(const char* attribute) const;
  std::string text(const char* attribute, const char* otherwise = "") const;
  std::optional<double> number(const char* attribute) const;
  long long whole(const char* attribute) const;  ///< 0 if it is absent or no number
  bool flag(const char* attribute) const;        ///< true and 1 are true
  std::vector<std::pair<std::string, std::string>> attributes() const;

  bool has_child(const char* name) const { return static_cast<bool>(child(name)); }
  Node child(const char* name) const;
  Node first_child() const;
  std::vector<Node> children(const char* name = nullptr) const;  ///< those of the name, else all elements

 private:
  const rapidxml::xml_node<char>* node_;
};

/// Keep it longer than its nodes.
class Document {
 public:
  /// Throws std::runtime_error with the place if the file is no XML.
  explicit Document(const std::filesystem::path& file);
  ~Document();
  Node child(const char* name) const;

 private:
  struct Parsed;
  std::unique_ptr<Parsed> parsed_;
};

}  // namespace conformance::xml
