#pragma once
/// documentation/index.html of an FMU: what it is, the sketch, every variable with unit and sign, the theory.
#include <string>
#include <vector>

#include "fmi/model.hpp"

namespace reeve::fmi {

struct DocumentationParts {
  std::string sketch_svg;              ///< may be empty
  std::string theory_html;             ///< may be empty
  std::vector<std::string> platforms;  ///< that the FMU carries a library for
  std::string fmi_version;             ///< "2.0" or "3.0"
};

std::string documentation_page(Model& model, const DocumentationParts& parts);

}  // namespace reeve::fmi
