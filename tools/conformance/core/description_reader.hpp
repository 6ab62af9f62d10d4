#pragma once

/// Shared by the readers of the two versions; not for checks.

#include "description.hpp"
#include "xml.hpp"

namespace conformance::reader {

std::vector<std::string> words(const std::string& list);
/// Causality, variability and initial where the file leaves them out.
void fill_defaults(Variable& v);
/// Parses the start text once the number of elements is known.
void parse_start(Variable& v, const std::vector<std::string>& elements);

void read_variables_2(const xml::Node& root, Description& d);
void read_structure_2(const xml::Node& root, Description& d);
void read_variables_3(const xml::Node& root, Description& d);
void read_structure_3(const xml::Node& root, Description& d);

}  // namespace conformance::reader
