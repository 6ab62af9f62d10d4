#include "xml.hpp"

#include <fstream>
#include <iterator>
#include <rapidxml/rapidxml.hpp>
#include <stdexcept>

#include "text.hpp"
#include "value.hpp"

namespace conformance::xml {

struct Document::Parsed {
  std::string text;  ///< the parser works in place
  rapidxml::xml_document<> document;
};

Document::Document(const std::filesystem::path& file) : parsed_(std::make_unique<Parsed>()) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error(conformance::text("cannot read ", file.filename().string()));
  parsed_->text.assign(std::istreambuf_iterator<char>(in), {});
  try {
    parsed_->document.parse<rapidxml::parse_validate_closing_tags>(parsed_->text.data());
  } catch (const rapidxml::parse_error& error) {
    throw std::runtime_error(conformance::text(file.filename().string(), ": ", error.what(), " at byte ",
                                               error.where<char>() - parsed_->text.data()));
  }
}

Document::~Document() = default;

Node Document::child(const char* name) const { return Node(parsed_->document.first_node(name)); }

std::string Node::name() const { return node_ ? std::string(node_->name(), node_->name_size()) : ""; }

bool Node::has(const char* attribute) const { return node_ && node_->first_attribute(attribute); }

std::string Node::text(const char* attribute, const char* otherwise) const {
  const auto* found = node_ ? node_->first_attribute(attribute) : nullptr;
  return found ? std::string(found->value(), found->value_size()) : otherwise;
}

std::optional<double> Node::number(const char* attribute) const {
  const auto value = has(attribute) ? parse_value(Type::float64, text(attribute)) : std::nullopt;
  return value ? conformance::number(*value) : std::nullopt;
}

long long Node::whole(const char* attribute) const {
  const auto value = has(attribute) ? parse_value(Type::int64, text(attribute)) : std::nullopt;
  return value ? std::get<std::int64_t>(*value) : 0;
}

bool Node::flag(const char* attribute) const { return text(attribute) == "true" || text(attribute) == "1"; }

std::vector<std::pair<std::string, std::string>> Node::attributes() const {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto* a = node_ ? node_->first_attribute() : nullptr; a; a = a->next_attribute())
    out.emplace_back(std::string(a->name(), a->name_size()), std::string(a->value(), a->value_size()));
  return out;
}

Node Node::child(const char* name) const { return Node(node_ ? node_->first_node(name) : nullptr); }

Node Node::first_child() const {
  const auto all = children();
  return all.empty() ? Node() : all.front();
}

std::vector<Node> Node::children(const char* name) const {
  std::vector<Node> out;
  for (const auto* n = node_ ? node_->first_node(name) : nullptr; n; n = n->next_sibling(name))
    if (n->type() == rapidxml::node_element) out.emplace_back(n);
  return out;
}

}  // namespace conformance::xml
