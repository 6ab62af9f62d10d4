#include "reeve/fmu_info.hpp"

#include <cstdio>
#include <cstring>
#include <pugixml.hpp>
#include <stdexcept>

#include "reeve/zip_archive.hpp"

namespace reeve::cli {

namespace {

void print_row(const char* name, const char* causality, const char* type, const char* unit, const char* start,
               const char* meaning) {
  std::printf("%-36s %-11s %-12s %-9s %-24s %s\n", name, causality, type, unit, start, meaning);
}

}  // namespace

void print_fmu(const std::filesystem::path& file) {
  pugi::xml_document xml;
  const std::string text = read_zip_entry(file, "modelDescription.xml");
  if (const auto result = xml.load_buffer(text.data(), text.size()); !result) {
    throw std::runtime_error(file.string() + ": modelDescription.xml: " + result.description());
  }
  const pugi::xml_node root = xml.child("fmiModelDescription");
  std::printf("%s: %s\nFMI %s, made by %s\n\n", root.attribute("modelName").value(),
              root.attribute("description").value(), root.attribute("fmiVersion").value(),
              root.attribute("generationTool").as_string("an unnamed tool"));
  print_row("name", "causality", "type", "unit", "start", "meaning");
  for (const pugi::xml_node variable : root.child("ModelVariables")) {
    if (!variable.attribute("name")) continue;
    // In FMI 2.0 unit and start stand in a child that names the type, in FMI 3.0 in the variable itself.
    const pugi::xml_node type = std::strcmp(variable.name(), "ScalarVariable") == 0 ? variable.first_child() : variable;
    std::string sizes;
    for (const pugi::xml_node dimension : variable.children("Dimension")) {
      sizes += (sizes.empty() ? "[" : ",") + std::string(dimension.attribute("start").value());
    }
    if (!sizes.empty()) sizes += "]";
    print_row((variable.attribute("name").value() + sizes).c_str(), variable.attribute("causality").as_string("local"),
              type.name(), type.attribute("unit").value(), type.attribute("start").value(),
              variable.attribute("description").value());
  }
}

}  // namespace reeve::cli
