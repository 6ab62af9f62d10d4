#pragma once

/// Shared by the readers of the two versions; not for checks.

#include <pugixml.hpp>

#include "description.hpp"

namespace conformance::reader {

std::optional<double> number_attribute(const pugi::xml_node& node, const char* attribute);
std::string text_attribute(const pugi::xml_node& node, const char* attribute);
std::vector<std::string> words(const std::string& list);
/// Causality, variability and initial where the file leaves them out.
void fill_defaults(Variable& v);
/// Parses the start text once the number of elements is known.
void parse_start(Variable& v, const std::vector<std::string>& elements);

void read_variables_2(const pugi::xml_node& root, Description& d);
void read_structure_2(const pugi::xml_node& root, Description& d);
void read_variables_3(const pugi::xml_node& root, Description& d);
void read_structure_3(const pugi::xml_node& root, Description& d);

}  // namespace conformance::reader
